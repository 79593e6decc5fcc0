"""The CSV tables of the intents documents."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from botassay.intents.view.wording import code
from botassay.view.escape import cell

if TYPE_CHECKING:
    from botassay.intents.documents import (
        Changes,
        ClassifierDifference,
        IntentsComparison,
        IntentsEvaluation,
        IntentsHistory,
        IntentsTraffic,
        SettingFigures,
    )

Rows = Iterable[Sequence[object]]
FIGURE_NAMES: Final = ("accuracy", "f1_weighted", "f1_macro", "carefulness", "over_caution", "automation_rate")
_COLUMNS: Final = tuple(f"{name}{end}" for name in FIGURE_NAMES for end in ("", "_low", "_high"))
_SECONDS: Final = ("fit_seconds", "answer_seconds")
_POINT: Final = (
    "threshold", "accuracy", "f1_weighted", "f1_macro", "carefulness", "over_caution", "automation_rate", "wrong",
)  # fmt: skip


def work_list(document: "IntentsEvaluation") -> Rows:
    """Yield a row for each confused phrase of each pair, the worst pair first."""
    yield (
        "rank", "a", "b", "score", "count", "verdict", "advice", "text", "truth", "guess", "times", "tested",
        "confidence", "where", "setting",
    )  # fmt: skip
    source = code(document.pairs_from)
    for rank, pair in enumerate(document.pairs, 1):
        head = (rank, cell(pair.a), cell(pair.b), pair.score, pair.count, pair.verdict, cell(pair.advice))
        for example in pair.examples:
            texts = (cell(example.text), cell(example.truth), cell(example.guess))
            counts = (example.times, example.tested, example.confidence)
            yield (*head, *texts, *counts, cell(example.where), "0,0" if pair.from_all else source)


def comparison_table(document: "IntentsComparison") -> Rows:
    """Yield a row for each classifier and setting, then one for each difference."""
    yield ("classifier", "less", "k", "p", *_COLUMNS, *_SECONDS)
    for compared in document.classifiers:
        for each in compared.settings:
            yield (cell(compared.classifier), "", each.k, each.p, *_numbers(each), *_times(each))
    for less in document.differences:
        yield (cell(less.classifier), cell(less.other), less.k, less.p, *_numbers(less), *[""] * len(_SECONDS))


def history_table(document: "IntentsHistory") -> Rows:
    """Yield a row for each day."""
    names = tuple(dict.fromkeys(code(figures) for day in document.days for figures in day.settings))
    changed = ("phrases_added", "phrases_removed", "phrases_moved", "intents_added", "intents_removed")
    ends = [f"{column} ({name})" for name in names for column in (*_COLUMNS, *_SECONDS)]
    yield ("day", "file", "phrases", "intents", *changed, "intents_renamed", *ends)
    for day in document.days:
        by_name = {code(figures): figures for figures in day.settings}
        empty = [""] * (len(_COLUMNS) + len(_SECONDS))
        ran = (by_name.get(name) for name in names)
        values = [value for figures in ran for value in ([*_numbers(figures), *_times(figures)] if figures else empty)]
        yield (day.day, cell(day.file), day.phrases, day.intents, *_changed(day.changes), *values)


def _changed(changes: "Changes | None") -> Iterator[int | str]:
    if changes is None:
        yield from [""] * 6
        return
    yield from (changes.added, changes.removed, changes.moved)
    yield from (cell("; ".join(names)) for names in (changes.intents_added, changes.intents_removed))
    yield cell("; ".join(f"{renamed.before} → {renamed.after}" for renamed in changes.intents_renamed))


def traffic_table(document: "IntentsTraffic") -> Rows:
    """Yield a row for each topic, then one for each group of unrecognised questions, and one for each day or week.

    The rows of days and weeks count the answered questions; in place of an example they name why others were deferred.
    """
    yield ("kind", "rank", "name", "questions", "share", "low", "high", "up_to_here", "example")
    for rank, topic in enumerate(document.intents, 1):
        numbers = (topic.share.count, topic.share.value, *topic.share.interval)
        yield ("topic", rank, cell(topic.intent), *numbers, topic.up_to_here, cell(topic.examples[0]))
    for rank, group in enumerate(document.unrecognised, 1):
        numbers = (group.share.count, group.share.value, *group.share.interval)
        yield ("unrecognised", rank, cell(", ".join(group.words)), *numbers, "", cell(group.examples[0]))
    for rank, period in enumerate(document.periods, 1):
        answered = period.answered
        numbers = (answered.count, answered.value, *answered.interval)
        reasons = "; ".join(f"{each.reason} {each.count}" for each in period.deferred)
        yield (document.by, rank, period.start, *numbers, "", cell(reasons))


def curves_table(classifiers: "Iterable[tuple[str, Sequence[SettingFigures]]]") -> Rows:
    """Yield the figures at every threshold: a row for each classifier, setting and threshold."""
    yield ("classifier", "k", "p", *_POINT)
    for name, settings in classifiers:
        for figures in settings:
            for point in figures.curve:
                yield (cell(name), figures.k, figures.p, *(getattr(point, field) for field in _POINT))


def _numbers(figures: "SettingFigures | ClassifierDifference") -> Iterator[float | str]:
    """Yield all figures with the ends of their intervals; empty strings for missing ones."""
    for name in FIGURE_NAMES:
        estimate = getattr(figures, name)
        yield from (estimate.value, *estimate.interval) if estimate else ("", "", "")


def _times(figures: "SettingFigures") -> tuple[float | str, ...]:
    return (figures.seconds.fit, figures.seconds.answer) if figures.seconds else ("", "")
