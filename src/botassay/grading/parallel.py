"""Parallel work: batches of dialogs are mapped over an Executor, and their evidence is added up.

Evidence adds up exactly and in any order, so that neither the number of workers nor the cut into batches shows in the
result.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Any, Final

from botassay.core.dialog import Dialog
from botassay.core.errors import blame
from botassay.core.evidence import Evidence
from botassay.grading.checkers import scope_of
from botassay.plugins.protocols import Checker

BATCH_DIALOGS: Final = 256
BATCH_UTTERANCES: Final = 8192
BATCH_LETTERS: Final = 4 * 2**20


class Here(Executor):
    """Runs a call at once, in this process."""

    def submit(self, call: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run the call and give its finished future."""
        future: Future[Any] = Future()
        try:
            future.set_result(call(*args, **kwargs))
        except BaseException as error:  # noqa: BLE001 - whatever it is belongs to whoever asks for the result
            future.set_exception(error)
        return future


def gather(checkers: Mapping[str, Checker], dialogs: Iterable[Dialog], workers: int = 1) -> dict[str, Evidence]:
    """Let every checker look at the dialogs that were held for its issue or for none, or at all that it looks for.

    Args:
        checkers: by any name; mostly by issue.
        dialogs: read as a stream; a few batches at a time are in memory.
        workers: processes; with one, the work is done in this process.

    Returns:
        The evidence that each checker found, by the same names.
    """
    if workers == 1:
        return _mapped(Here(), partial(_look, checkers), dialogs, checkers, ahead=1)
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _equip, (checkers,))
    with pool:
        return _mapped(pool, _look_equipped, dialogs, checkers, ahead=2 * workers)


def _mapped(
    executor: Executor,
    look: Callable[[Sequence[Dialog]], dict[str, Evidence]],
    dialogs: Iterable[Dialog],
    checkers: Mapping[str, Checker],
    ahead: int,
) -> dict[str, Evidence]:
    total = {name: Evidence(checker.issue.code) for name, checker in checkers.items()}
    waiting: deque[Future[dict[str, Evidence]]] = deque()
    for batch in batches(dialogs):
        waiting.append(executor.submit(look, batch))
        if len(waiting) >= ahead:
            _add(total, waiting.popleft().result())
    while waiting:
        _add(total, waiting.popleft().result())
    return total


def _add(total: dict[str, Evidence], more: Mapping[str, Evidence]) -> None:
    for name, evidence in more.items():
        total[name] = total[name] + evidence


def batches(dialogs: Iterable[Dialog]) -> Iterator[tuple[Dialog, ...]]:
    """Cut a stream of dialogs into batches of bounded size; a dialog is never split."""
    batch: list[Dialog] = []
    utterances = letters = 0
    for dialog in dialogs:
        batch.append(dialog)
        utterances += len(dialog.utterances)
        letters += sum(len(utterance.text) for utterance in dialog.utterances)
        if len(batch) >= BATCH_DIALOGS or utterances >= BATCH_UTTERANCES or letters >= BATCH_LETTERS:
            yield tuple(batch)
            batch, utterances, letters = [], 0, 0
    if batch:
        yield tuple(batch)


def _look(checkers: Mapping[str, Checker], dialogs: Sequence[Dialog]) -> dict[str, Evidence]:
    evidence = {}
    scope = scope_of(checkers.values())
    for name, checker in checkers.items():
        code = checker.issue.code
        with blame(f"the checker for {code}"):
            evidence[name] = checker.look([d for d in dialogs if scope.concerns(d, code)])
    return evidence


_equipment: dict[str, Checker] = {}
"""In a worker: the checkers, sent once, when the worker starts."""


def _equip(checkers: Mapping[str, Checker]) -> None:
    _equipment.update(checkers)


def _look_equipped(dialogs: Sequence[Dialog]) -> dict[str, Evidence]:
    return _look(_equipment, dialogs)
