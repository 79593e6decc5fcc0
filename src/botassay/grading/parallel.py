"""Parallel work: batches of dialogs are mapped over an Executor, and their evidence is added up.

Evidence adds up exactly and in any order, so that neither the number of workers nor the cut into batches shows in the
result.
"""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from typing import Any, Final, TypeVar

from botassay.core.dialog import Dialog
from botassay.core.errors import InternalError, blame
from botassay.core.evidence import Evidence
from botassay.grading.checkers import scope_of
from botassay.grading.corpus_stats import spoken
from botassay.io.processes import end_with_parent
from botassay.plugins.protocols import Checker

Item = TypeVar("Item")
Result = TypeVar("Result")
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
        return _mapped(Here(), partial(look, checkers), dialogs, checkers, ahead=1)
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


def look(checkers: Mapping[str, Checker], dialogs: Sequence[Dialog]) -> dict[str, Evidence]:
    """Return what each checker sees in the dialogs that concern its issue."""
    evidence = {}
    scope = scope_of(checkers.values())
    spoken_in = [(dialog, spoken(dialog)) for dialog in dialogs]
    for name, checker in checkers.items():
        code = checker.issue.code
        with blame(f"the checker for {code}"):
            evidence[name] = checker.look([d for d, language in spoken_in if scope.concerns(d, code, language)])
    return evidence


def mapped_apart(
    call: Callable[[Item], Result], items: Iterable[Item], workers: int, named: Callable[[Item], str]
) -> Iterator[tuple[Item, Result]]:
    """Call a function for each item in other processes, and yield the results in the order of the items.

    A process that dies is replaced, and what it did is done again, three times at most.

    Args:
        call: is sent to each process once.
        items: what it is called with.
        workers: processes.
        named: says in an error which item it was.

    Raises: what the function raises for the first item that fails; InternalError for an item at which processes die.
    """
    todo, lost, alone = deque(items), Counter[Item](), 0
    while todo:
        running: deque[tuple[Item, Future[Result]]] = deque()
        pool = ProcessPoolExecutor(min(workers, len(todo)), get_context("spawn"), _take_up, (call,))
        try:
            while todo or running:
                while todo and len(running) < (1 if alone else _AHEAD * workers):
                    item = todo.popleft()
                    running.append((item, pool.submit(_called, item)))
                item, future = running[0]
                result = future.result()
                running.popleft()
                alone = max(0, alone - 1)
                yield item, result
        except BrokenProcessPool as error:
            todo.extendleft(item for item, _ in reversed(running))
            lost[todo[0]] += bool(alone)
            if lost[todo[0]] >= _TRIES:
                hint = "see whether memory ran out; fewer --workers need less"
                raise InternalError(f"a process died {_TRIES} times at {named(todo[0])}", hint=hint) from error
            alone = max(alone, len(running))
        finally:
            pool.shutdown(cancel_futures=True)


_AHEAD: Final = 4
"""Items in flight for each process."""
_TRIES: Final = 3
_calls: list[Callable[[Any], Any]] = []
"""In a process: the function that was sent."""


def _take_up(call: Callable[[Any], Any]) -> None:
    end_with_parent()
    _calls[:] = [call]


def _called(item: Any) -> Any:
    return _calls[0](item)


_equipment: dict[str, Checker] = {}
"""In a worker: the checkers, sent once, when the worker starts."""


def _equip(checkers: Mapping[str, Checker]) -> None:
    end_with_parent()
    _equipment.update(checkers)


def _look_equipped(dialogs: Sequence[Dialog]) -> dict[str, Evidence]:
    return look(_equipment, dialogs)
