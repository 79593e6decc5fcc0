"""The use cases of option lists: score them, and find how many options to show (paper 003).

>>> from botassay.options import score
>>> score(["wc", "c"], measures=["OLAR"]).measures[0].value
0.872010737
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from io import BytesIO
from logging import getLogger
from pathlib import Path
from typing import TypeAlias

import msgspec

from botassay.core.dialog import Dialog
from botassay.core.errors import InputError
from botassay.core.progress import OnProgress, Progress, tracked
from botassay.core.text.plural import many
from botassay.corpora import open_corpus
from botassay.io.lines import FileLines
from botassay.options.comparing import compare, pair
from botassay.options.documents import (
    IntentOptions,
    MeasureValue,
    OptionsScore,
    OptionsTuned,
    SystemComparison,
)
from botassay.options.lists import Lists
from botassay.options.measures import OLAR, ListMeasure, check_longest, default_measures
from botassay.options.measures import measure as find_measure
from botassay.options.policies import POLICIES, grid
from botassay.options.published_table import figures
from botassay.options.scored import Scored, collect_scored
from botassay.options.sources import (
    OptionLists,
    called,
    check_pairable,
    iterable,
    opened,
    read_lists,
    rows_of,
    watched,
)
from botassay.options.tally import ListCounts, intervals
from botassay.options.tuning import tune as tuned
from botassay.replication.documents import Replication
from botassay.settings.options import OptionsSettings, TuneSettings

ScoredQueries: TypeAlias = str | Path | Iterable[Mapping[str, object]]
"""A file of JSON lines, or rows as in it: `{"candidates": {"pay": 0.7, "block": 0.2}, "correct": "pay"}`."""
LOG = getLogger("botassay")


def score(
    lists: OptionLists,
    settings: OptionsSettings | None = None,
    *,
    compare: OptionLists | None = None,
    measures: Iterable[str | ListMeasure] = (),
    longest: int | None = None,
    seed: int | None = None,
    on_progress: OnProgress | None = None,
) -> OptionsScore:
    """Return the value of option lists by each measure, with its 95 % interval.

    Args:
        lists: what was offered, and what would have been right.
        settings: all settings; what is given below is stronger.
        compare: the lists of another system for the same queries, in the same order.
        measures: by name or as objects; by default all.
        longest: the longest list of the study, the same for all systems compared.
        seed: of all draws.
        on_progress: receives the progress of reading.

    Raises: InputError for an invalid row, and where no correct answer is known; UsageError for an unknown measure.
    """
    chosen = settings or OptionsSettings()
    chosen = replace(
        chosen,
        longest=chosen.longest if longest is None else longest,
        seed=chosen.seed if seed is None else seed,
    )
    asked = [*measures] or chosen.measures
    chosen_measures = (each if isinstance(each, ListMeasure) else find_measure(each, chosen.longest) for each in asked)
    used = tuple(dict.fromkeys(chosen_measures)) or default_measures(chosen.longest)
    if compare is not None:
        check_pairable(lists, compare)
        lists = lists if isinstance(lists, str | Path) else [*iterable(lists, "lists")]
    dialogs = _Dialogs(chosen.skip_bad, on_progress)
    counted = read_lists(
        lists, chosen.longest, dialogs.read, match=chosen.match, skip_bad=chosen.skip_bad, on_progress=on_progress
    )
    comparison = None if compare is None else _compared(lists, compare, used, chosen)
    return _scored(counted, used, chosen, comparison)


class _Dialogs:
    """Reads dialogs, and says what was left out."""

    def __init__(self, skip_bad: bool, on_progress: OnProgress | None) -> None:  # noqa: FBT001 - private
        self._skip_bad = skip_bad
        self._on_progress = on_progress

    def read(self, file: Path) -> Iterator[Dialog]:
        """Yield the dialogs of a file, a folder or a run."""
        from botassay.grading.sources import open_source  # by way of the journal, which lists of options do without

        folder = file.parent if file.name == "run.sqlite" else file
        journal = (folder / "run.sqlite").is_file()
        reading = open_source(folder if journal else open_corpus(file, skip_bad=self._skip_bad)).read()
        tally = reading.tally
        for dialog in reading:
            yield dialog
            if self._on_progress:
                share = min(1.0, tally.bytes_read / reading.size) if reading.size else None
                self._on_progress(Progress("reading", tally.dialogs, None, "dialogs", tally.bad_rows, share))
        if tally.skipped_files:
            names = ", ".join(tally.skipped_files[:5]) + (", …" if len(tally.skipped_files) > 5 else "")  # noqa: PLR2004
            LOG.warning("no dialogs in %s: %s", many(len(tally.skipped_files), "file", "files"), names)
        if tally.bad_dialogs:
            LOG.warning("left out: %s with a bad row", many(tally.bad_dialogs, "dialog", "dialogs"))


def _compared(
    lists: OptionLists, others: OptionLists, measures: tuple[ListMeasure, ...], settings: OptionsSettings
) -> SystemComparison:
    name, other = called(lists, "lists"), called(others, "compare")
    dialogs = _Dialogs(settings.skip_bad, None)
    left, right = (
        rows_of(each, place, settings.longest, dialogs.read, settings.match)
        for each, place in ((lists, name), (others, other))
    )
    paired = pair(left, right, (name, other), skip_bad=settings.skip_bad)
    if not paired.counts:
        what = f"E100 no query has a known correct answer in both files; {name} has some"
        raise InputError(what, other, "write the correct answer of a query into both files")
    check_longest(measures, paired.longest)
    return SystemComparison(
        file=other,
        n=paired.counts.total(),
        n_unknown=paired.unknown,
        n_bad=paired.bad,
        measures=tuple(compare(paired.counts, measures, settings.bootstrap, settings.seed)),
    )


def _scored(
    lists: Lists, measures: tuple[ListMeasure, ...], settings: OptionsSettings, comparison: SystemComparison | None
) -> OptionsScore:
    counts = lists.tally
    check_longest(measures, counts.longest)
    ends = intervals(counts, measures, settings.bootstrap, settings.seed)
    return OptionsScore(
        n=counts.n,
        n_unknown=lists.unknown,
        n_empty=counts.empty,
        n_bad=lists.bad,
        n_folded=lists.folded,
        longest=settings.longest,
        measures=tuple(
            MeasureValue(id=each.id, measure=repr(each), value=round(counts.value(each), 9), interval=interval)
            for each, interval in zip(measures, ends, strict=True)
        ),
        lengths={str(length): count for length, count in counts.where(lambda shape: shape.length).items()},
        ranks={str(rank): count for rank, count in counts.where(lambda shape: shape.first).items()},
        intents=tuple(sorted(_intents(lists, settings.longest), key=_worst_first)),
        bootstrap=settings.bootstrap,
        seed=settings.seed,
        compare=comparison,
    )


def _intents(lists: Lists, longest: int) -> Iterator[IntentOptions]:
    for intent, shapes in (*lists.intents.items(), *([(None, lists.others)] if lists.others else [])):
        counts = ListCounts.counted(shapes)
        yield IntentOptions(intent=intent, n=counts.n, OLAR=round(counts.value(OLAR(longest)), 9))


def _worst_first(row: IntentOptions) -> tuple[bool, float, str]:
    return row.intent is None, row.OLAR, row.intent or ""


def tune(
    scored: ScoredQueries,
    settings: TuneSettings | None = None,
    *,
    measure: str | ListMeasure | None = None,
    longest: int | None = None,
    seed: int | None = None,
    on_progress: OnProgress | None = None,
) -> OptionsTuned:
    """Return how many options to show: the best setting of each policy, and what to expect of it.

    Args:
        scored: what a classifier thought of queries, and what was right.
        settings: all settings; what is given below is stronger.
        measure: what is to be best, by name or as an object.
        longest: how many options are shown at most.
        seed: of all draws.
        on_progress: receives the progress of reading and tuning.

    Raises: InputError for an invalid row, and where nothing is known; UsageError for an unknown measure or policy, or
        fewer queries than folds.

    >>> torn = {"candidates": {"pay": 0.5, "block": 0.49, "loan": 0.01}, "correct": "block"}
    >>> sure = {"candidates": {"pay": 0.9, "block": 0.09, "loan": 0.01}, "correct": "pay"}
    >>> tune([torn, sure] * 20).policies[0].mean_length
    1.5
    """
    chosen = settings or TuneSettings()
    chosen = replace(
        chosen,
        longest=chosen.longest if longest is None else longest,
        seed=chosen.seed if seed is None else seed,
    )
    target = measure if isinstance(measure, ListMeasure) else find_measure(measure or chosen.measure, chosen.longest)
    check_longest([target], chosen.longest)
    policies = grid(tuple(dict.fromkeys(chosen.policies)) or tuple(POLICIES), chosen.longest)
    queries = _queries(scored, chosen, on_progress)
    total = sum(map(len, policies.values()))
    best = tuned(
        queries.queries,
        policies,
        target,
        folds=chosen.folds,
        seed=chosen.seed,
        track=lambda tried: tracked(tried, on_progress, "trying settings", total, "settings"),
    )
    return OptionsTuned(
        n=queries.queries.n,
        n_unknown=queries.unknown,
        n_bad=queries.bad,
        n_folded=queries.folded,
        longest=chosen.longest,
        measure=repr(target),
        folds=chosen.folds,
        seed=chosen.seed,
        policies=tuple(best),
    )


def _queries(scored: ScoredQueries, settings: TuneSettings, on_progress: OnProgress | None) -> Scored:
    if isinstance(scored, str | Path):
        lines = opened(Path(scored))
    else:
        rows = b"".join(msgspec.json.encode(row) + b"\n" for row in iterable(scored, "queries"))
        lines = FileLines("queries", lambda: BytesIO(rows))
    track = watched(on_progress, lines, "queries")
    return collect_scored(lines, settings.longest, match=settings.match, skip_bad=settings.skip_bad, track=track)


def table() -> Replication:
    """Return the 300 figures of Table 1 of paper 003, each as published and as computed here.

    >>> table().counts[0].reproduced
    299
    """
    return Replication.of("003", figures())
