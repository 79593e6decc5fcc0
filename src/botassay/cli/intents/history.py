"""`botassay intents history`: how the data and its figures went, a row a day."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from botassay.cli.flags import Existing
from botassay.cli.intents.materials import check, made, made_of
from botassay.cli.intents.trying import phrases_in_all, planned_for, trying_each
from botassay.cli.intents.writing import Makers, check_endings, into_files, write

if TYPE_CHECKING:
    from botassay.cli.progress import Bar, State
    from botassay.intents.evaluation import Plan, Trial
    from botassay.intents.history import Day, IntentsHistory, Snapshot
    from botassay.intents.phrases import Phrase
    from botassay.plugins.protocols import Classifier

INTERRUPTED = 130


@click.command("history")
@click.argument("folder", metavar="DIR", type=Existing(file_okay=False, path_type=Path))
@trying_each
@made_of
@click.option(
    "--classifier", "name", metavar="NAME", default="tfidf-lr", show_default=True,
    help="Which classifier, as in intents evaluate.",
)  # fmt: skip
@into_files("a row a day")
def history(folder: Path, *, outputs: tuple[Path, ...], as_json: bool, **typed: Any) -> int:
    """Show how the phrases in DIR and their figures went over time: a row a day, and what changed between two.

    DIR holds a copy of the phrases for each day, with the day in its name: 2026-03-02.csv. Of several copies of a day
    the last by name counts. Each is evaluated as by `intents evaluate`.
    """
    import msgspec

    from botassay.cli.intents.history_drawing import plain
    from botassay.intents.history import IntentsHistory, find_snapshots
    from botassay.report.inert import visible

    check_endings(outputs)
    check((typed["name"],), typed)
    found = find_snapshots(folder)
    for one in found.left_out:
        click.echo(f"botassay: left out {visible(one)}", err=True)
    done, finished = _through(found.snapshots, typed)
    document = IntentsHistory(
        classifier=typed["name"],
        repeats=typed["repeats"],
        threshold=typed["threshold"],
        test_fraction=typed["test_fraction"],
        seed=typed["seed"],
        finished=finished,
        left_out=found.left_out,
        days=done,
    )
    write(outputs, _makers(document, folder.resolve().name))
    click.echo(msgspec.json.encode(document) if as_json else plain(document, str(folder)))
    return 0 if finished else INTERRUPTED


def _through(snapshots: "Sequence[Snapshot]", typed: Mapping[str, Any]) -> "tuple[tuple[Day, ...], bool]":
    """Go through all days under one bar; give the days that were finished, and whether all were.

    Raises: KeyboardInterrupt where none was finished when it was interrupted.
    """
    from botassay.cli.progress import Bar
    from botassay.intents.history import days

    done: list[Day] = []
    phrases = phrases_in_all([one.file for one in snapshots], typed)  # a bad file is told before the work
    try:
        classifier = made(typed["name"], list(chain.from_iterable(phrases.values())), typed)
        with Bar() as bar:
            runner = _Runner(bar, len(snapshots), classifier, typed)
            for day in days(snapshots, phrases.__getitem__, runner.run, typed["threshold"]):
                done.append(day)  # noqa: PERF402 - what was finished is kept where it is interrupted
    except KeyboardInterrupt:
        if not done:
            raise
        click.echo(f"botassay: interrupted after {len(done)} of {len(snapshots)} days", err=True)
        return tuple(done), False
    return tuple(done), True


class _Runner:
    """Runs the trials of one day after the other, and says how far all of it is."""

    def __init__(self, bar: "Bar", n: int, classifier: "Classifier", typed: Mapping[str, Any]) -> None:
        self._bar = bar
        self._classifier = classifier
        self._typed = typed
        self._n = n
        self._trials = 0
        self._asked = 0

    def run(self, snapshot: "Snapshot", phrases: "list[Phrase]") -> "tuple[Plan, list[Trial]]":
        """Lay out and run the trials of a day.

        Raises: InputError that names the file where nothing can be run.
        """
        from botassay.intents.evaluation import trials

        planned = planned_for(snapshot.file, phrases, self._typed)
        running = trials(self._classifier, phrases, planned)
        stage = f"trying {self._typed['name']} on {snapshot.day}"
        return planned, list(self._counted(self._bar.follow(stage, running, lambda: self._state(planned))))

    def _counted(self, running: "Iterable[Trial]") -> "Iterator[Trial]":
        for one in running:
            self._trials += 1
            self._asked += len(one.judged)
            yield one

    def _state(self, planned: "Plan") -> "State":
        from botassay.cli.progress import State

        return State(self._trials, self._n * planned.total, self._asked, "phrases/s")


def _makers(document: "IntentsHistory", folder: str) -> Makers:
    import msgspec

    from botassay.cli.intents.history_drawing import table
    from botassay.cli.intents.history_page import page

    return {
        ".html": lambda: page(document, folder).html().encode(),
        ".md": lambda: page(document, folder).markdown().encode(),
        ".csv": lambda: table(document),
        ".json": lambda: msgspec.json.encode(document) + b"\n",
    }
