"""Engines: who runs the work on units besides this process and its children. Only this module knows Dask.

The seam is `Executor.submit`: a function with its job and a unit go out, and what was seen comes back as bytes.
"""

import logging
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import CancelledError, Executor, Future, wait
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any, Final, NamedTuple, TypeVar

from botassay import __version__
from botassay.core.errors import ConfigurationError, InternalError, UsageError
from botassay.core.extras import library
from botassay.encoder.numerics import numerics_print

Item = TypeVar("Item")
LOCAL: Final = "dask"
"""The engine that starts processes on this machine."""
_EXTRA: Final = "cluster"
_AHEAD: Final = 4
"""Items in flight for each worker."""
_ADDRESS: Final = re.compile(r"(?P<scheme>tcp|tls)://(?P<host>\[[0-9a-fA-F:.]+\]|[^\s/:@\[\]]+):(?P<port>\d{1,5})/?")
_SECONDS: Final = 30
"""How long a scheduler may take to answer at first."""
_LOST: Final = "see whether memory ran out; with --evidence DIR the same command goes on from there"


class WorkerDescription(NamedTuple):
    """What must be alike on all workers, so that results do not depend on who made them."""

    version: str
    numerics: str


@dataclass(frozen=True, slots=True)
class DaskEngine:
    """Workers of a Dask cluster."""

    client: Any
    remote: bool
    """Whether workers may run on other machines: they find files by absolute paths, and see other inodes."""

    def mapped(
        self, call: Callable[[Item], bytes], items: Iterable[Item], named: Callable[[Item], str]
    ) -> Iterator[tuple[Item, bytes]]:
        """Call a function for each item on the workers, and yield the results in the order of the items.

        What a lost worker did is done again, three times; after that once more with nothing beside it, so that an item
        is not blamed for its neighbour.

        Raises: what the function raises for the first item that fails; InternalError for an item at which workers die.
        """
        executor: Executor = self.client.get_executor(pure=False)
        todo, running = deque(items), deque[tuple[Item, Future[bytes]]]()
        try:
            while todo or running:
                while todo and len(running) < _AHEAD * max(1, self.workers):
                    item = todo.popleft()
                    running.append((item, executor.submit(call, item)))
                item, future = running.popleft()
                yield item, self._outcome(executor, call, item, future, [other for _, other in running], named)
        finally:
            for _, future in running:
                future.cancel()
            with suppress(Exception):  # the scheduler may be gone
                executor.shutdown(wait=False)

    @property
    def workers(self) -> int:
        """How many there are now."""
        return len(self.client.scheduler_info(n_workers=-1)["workers"])

    def _outcome(
        self,
        executor: Executor,
        call: Callable[[Item], bytes],
        item: Item,
        future: Future[bytes],
        others: list[Future[bytes]],
        named: Callable[[Item], str],
    ) -> bytes:
        lost = library("distributed", _EXTRA).KilledWorker
        try:
            return future.result()
        except lost:
            wait(others)
        except CancelledError as error:
            raise InternalError("the connection to the Dask scheduler was lost", hint=_LOST) from error
        try:
            return executor.submit(call, item).result()
        except lost as error:
            raise InternalError(f"workers died again and again at {named(item)}", hint=_LOST) from error
        except CancelledError as error:
            raise InternalError("the connection to the Dask scheduler was lost", hint=_LOST) from error

    def check_alike(self, *, judged: bool) -> None:
        """Refuse workers of another version, or that work out other values.

        Args:
            judged: whether values of the encoder take part in the rating.

        Raises: ConfigurationError, which names the first odd one.
        """
        here = describe(judged=judged)
        try:
            answers: Mapping[str, WorkerDescription] = self.client.run(describe, judged=judged)
        except ImportError as error:
            hint = f"install botassay {__version__} where the workers run"
            raise ConfigurationError(f"the workers cannot import what they need: {error}", hint=hint) from error
        if not answers:
            raise ConfigurationError("the Dask cluster has no workers", hint="start some with dask worker ADDRESS")
        for address, there in sorted(answers.items()):
            for name, mine, other in zip(_NAMES, here, there, strict=True):
                if mine != other:
                    what = f"{name} of the worker {address} differs: {other} there, {mine} here"
                    raise ConfigurationError(what, hint=f"install botassay {__version__} with equal models everywhere")


_NAMES: Final = ("the version of botassay", "the numerics print")


def describe(*, judged: bool) -> WorkerDescription:
    """Return what must be alike, of this process."""
    return WorkerDescription(__version__, numerics_print() if judged else "")


def check_engine(address: str, *, insecure: bool) -> None:
    """Refuse an engine that there is not, or one that would be neither encrypted nor authenticated.

    Args:
        address: `dask`, `tls://host:port` or `tcp://host:port`.
        insecure: whether `tcp` beyond this machine is accepted.

    Raises: UsageError.
    """
    if address == LOCAL:
        return
    match = _ADDRESS.fullmatch(address)
    if match is None:
        hint = "write dask, tls://HOST:PORT or tcp://HOST:PORT"
        raise UsageError(f"{address!r} is not an engine", hint=hint)
    if match["scheme"] == "tcp" and not insecure and not _is_loopback(match["host"].strip("[]")):
        what = f"{address} is neither encrypted nor authenticated: whoever reaches it can run programs there"
        raise UsageError(what, hint="use tls://, or add --insecure-engine in a network that you trust")


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@contextmanager
def opened_engine(address: str, workers: int, *, insecure: bool = False) -> Iterator[DaskEngine]:
    """Start workers on this machine, or connect to those of a running Dask cluster.

    Args:
        address: `dask`, `tls://host:port` or `tcp://host:port`; certificates come from Dask's configuration.
        workers: processes, where they are started here.
        insecure: whether `tcp` beyond this machine is accepted.

    Raises:
        UsageError: see `check_engine`.
        ConfigurationError: the extra is missing, or the scheduler cannot be reached.
    """
    check_engine(address, insecure=insecure)
    distributed = library("distributed", _EXTRA)
    library("cryptography", _EXTRA)
    with _silenced("distributed", "tornado"):  # a lost worker is dealt with here
        if address == LOCAL:
            cluster = _local_cluster(distributed, workers)
            with cluster, distributed.Client(cluster, set_as_default=False) as client:
                yield DaskEngine(client, remote=False)
            return
        with _client_of(distributed, address) as client:
            yield DaskEngine(client, remote=True)


@contextmanager
def _silenced(*names: str) -> Iterator[None]:
    """Keep the log messages of libraries back while the context lasts."""
    levels = {name: logging.getLogger(name).level for name in names}
    for name in names:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)


def _client_of(distributed: Any, address: str) -> Any:
    """Connect to a scheduler; raises ConfigurationError."""
    try:
        return distributed.Client(address, timeout=_SECONDS, set_as_default=False)
    except (OSError, TypeError, ValueError) as error:
        hint = "see whether dask scheduler runs there, and for tls:// the certificates in Dask's configuration"
        raise ConfigurationError(f"the Dask scheduler {address} cannot be reached: {error}", hint=hint) from error


def _local_cluster(distributed: Any, workers: int) -> Any:
    """Start processes of one thread, which only this user can reach."""
    security = distributed.Security.temporary()
    return distributed.LocalCluster(
        n_workers=workers,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        protocol="tls://",
        security=security,
        dashboard_address=None,
        scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},  # its page of health: any port that is free
        memory_limit=0,
        silence_logs=logging.CRITICAL,
    )
