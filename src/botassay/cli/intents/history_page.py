"""The page of a history: how figures went as the data changed, as in Fig. 4 of the paper."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from botassay import __version__
from botassay.cli.intents.history_drawing import in_setting, not_possible, settings_of, told
from botassay.cli.intents.wording import FIGURES, SETTINGS, code, principal, seconds, setting, share, spanned
from botassay.core.text.plural import many
from botassay.view import (
    Block,
    Details,
    Fact,
    Headline,
    Lines,
    LineSeries,
    Page,
    Paragraph,
    Quote,
    Quotes,
    Section,
    Table,
    Tick,
    Tone,
    percent,
)

if TYPE_CHECKING:
    from botassay.intents.changes import Altered, Changes
    from botassay.intents.history import Day, IntentsHistory
    from botassay.intents.summary import SettingFigures

_TICKS: Final = 4
"""Days that are named below a plot: a phone has room for no more."""


def page(document: "IntentsHistory", folder: str) -> Page:
    """Lay out the page.

    Args:
        document: the history.
        folder: its name.
    """
    days = document.days
    verdict, tone = _verdict(days)
    last = principal(days[-1].settings)
    return Page(
        kicker="How the phrases went in",
        title=folder,
        headline=Headline(verdict, tone),
        lead=_plain(document),
        facts=(
            Fact("days", f"{len(days):,}"),
            Fact("phrases now", f"{days[-1].phrases:,}"),
            Fact("topics now", f"{days[-1].intents:,}"),
            Fact("right now", share(last.accuracy)),
            Fact("answered now", share(last.automation_rate)),
        ),
        sections=(
            Section("figures", "How well it did", SETTINGS, tuple(_plots(days))),
            Section("days", "Day by day", "", (_table(days),)),
            Section("changes", "What changed in the phrases", _CHANGES, tuple(_changes(days))),
            Section("method", "How it was measured", "", tuple(_method(document))),
        ),
        version=__version__,
    )


_SERIES: Final = 4
"""Settings that are drawn: more lines nobody can tell apart."""
_MARKED: Final = 3
"""Days that are marked on a plot."""
_LATEST: Final = "Percentages in the legend: the last day. Marked: the days on which most phrases changed."
_CHANGES: Final = "Of each kind of change the first twenty phrases. A phrase has moved when it stands in another topic."


def _verdict(days: "Sequence[Day]") -> tuple[str, "Tone"]:
    """Hold the last day against the first."""
    first, last = (principal(day.settings).accuracy for day in (days[0], days[-1]))
    if len(days) == 1 or first is None or last is None:
        return "One day: there is nothing to compare it with yet.", "none"
    span = f"from {percent(first.value)} to {percent(last.value)} right"
    if last.interval[0] > first.interval[1]:
        return f"Better: {span}.", "first"
    if last.interval[1] < first.interval[0]:
        return f"Worse: {span}.", "last"
    return f"No sure change: {span}.", "none"


def _plain(document: "IntentsHistory") -> str:
    days = document.days
    changed = sum(1 for day in days if day.changes and not day.changes.nothing)
    told = f"From {days[0].day} to {days[-1].day}; the phrases changed {many(changed, 'time', 'times')}."
    return told if document.finished else f"{told} It was interrupted, and later days were not looked at."


def _plots(days: "Sequence[Day]") -> Iterator[Block]:
    names = settings_of(days)
    places = _places(days)
    accuracy = [_series(_said(days, number), days, name, "accuracy") for number, name in enumerate(names[:_SERIES])]
    source = principal(days[0].settings)
    name = code(source)
    f1 = _series(f"F1, weighted ({name})", days, name, "f1_weighted")
    marks = _marks(days, places)
    yield Lines("Right answers and right silences", "days", (*accuracy, f1), _ticks(days, places), marks, _LATEST)
    series = tuple(
        _series(said, days, name, field)
        for said, field in (
            ("answered", "automation_rate"),
            ("kept back, and would have been wrong", "carefulness"),
            ("kept back, but would have been right", "over_caution"),
        )
    )
    title = f"What it answered and what it kept back: {setting(source)}"
    yield Lines(title, "days", series, _ticks(days, places), marks, _LATEST)
    yield _sizes(days, places)
    yield Details("What the names mean", (FIGURES,))


def _sizes(days: "Sequence[Day]", places: Sequence[float]) -> Lines:
    series = []
    for name, counts in (("phrases", [day.phrases for day in days]), ("topics", [day.intents for day in days])):
        most = max(counts)
        points = tuple((at, n / most) for at, n in zip(places, counts, strict=True))
        series.append(LineSeries(name, points, f"at most {most:,}"))
    title = "How much there was to learn from, of the most there ever was"
    return Lines(title, "days", tuple(series), _ticks(days, places))


def _said(days: "Sequence[Day]", number: int) -> str:
    name = settings_of(days)[number]
    return setting(
        max((one for day in days for one in day.settings if code(one) == name), key=lambda one: one.n_small or 0)
    )


def _places(days: "Sequence[Day]") -> tuple[float, ...]:
    """Say where the days stand across a plot, by the calendar."""
    begin, whole = days[0].day, (days[-1].day - days[0].day).days
    return tuple((day.day - begin).days / whole if whole else 0.5 for day in days)


def _series(said: str, days: "Sequence[Day]", name: str, field: str) -> LineSeries:
    """Lay out one figure in one setting over the days."""
    found: list[SettingFigures | None] = [next(iter(in_setting(day, [name]))) for day in days]
    values = [estimate.value if one and (estimate := getattr(one, field)) else None for one in found]
    return LineSeries(said, tuple(zip(_places(days), values, strict=True)), percent(values[-1]))


def _marks(days: "Sequence[Day]", places: Sequence[float]) -> tuple[Tick, ...]:
    """Tick the days on which most phrases changed."""
    counted = [
        (changed.added + changed.removed + changed.moved, at, changed)
        for at, day in zip(places, days, strict=True)
        if (changed := day.changes)
    ]
    most = sorted((one for one in counted if one[0]), key=lambda one: (-one[0], one[1]))[:_MARKED]
    return tuple(Tick(at, _counted(changed)) for _, at, changed in sorted(most, key=lambda one: one[1]))


def _counted(changed: "Changes") -> str:
    kinds = ((changed.added, "more"), (changed.removed, "less"), (changed.moved, "moved"))
    return ", ".join(f"{n:,} {what}" for n, what in kinds if n)


def _ticks(days: "Sequence[Day]", places: Sequence[float]) -> tuple[Tick, ...]:
    """Name the first and the last day, and those between that stand far enough from them and from each other."""
    apart = 1 / (_TICKS - 1)
    named = [Tick(places[0], str(days[0].day))]
    for at, day in zip(places, days, strict=True):
        if at - named[-1].at >= apart and places[-1] - at >= apart:
            named.append(Tick(at, str(day.day)))
    return (*named, Tick(places[-1], str(days[-1].day))) if len(days) > 1 else tuple(named)


def _table(days: "Sequence[Day]") -> Table:
    rows = tuple(
        (
            str(day.day),
            f"{day.phrases:,}",
            f"{day.intents:,}",
            spanned(found.accuracy),
            share(found.automation_rate),
            told(day.changes) if day.changes else "the first day",
        )
        for day in reversed(days)
        for found in (principal(day.settings),)
    )
    return Table("The latest day first", ("day", "phrases", "topics", "right", "answered", "what changed"), rows, 31)


def _changes(days: "Sequence[Day]") -> Iterator[Block]:
    found = [(day, day.changes) for day in reversed(days) if day.changes and not day.changes.nothing]
    if not found:
        yield Paragraph("Nothing.")
    for day, changed in found:
        yield Details(f"{day.day}: {told(changed)}", tuple(_lists(changed)))


def _lists(changed: "Changes") -> Iterator[Block]:
    if changed.intents_renamed:
        rows = tuple((one.before, one.after) for one in changed.intents_renamed)
        yield Table("Topics with another name", ("before", "now"), rows)
    for title, names in (("New topics", changed.intents_added), ("Topics that are gone", changed.intents_removed)):
        if names:
            yield Quotes(title, tuple(Quote(name, "") for name in names), 20)
    for title, n, altered in (
        ("Phrases that came", changed.added, changed.phrases_added),
        ("Phrases that went", changed.removed, changed.phrases_removed),
        ("Phrases that moved", changed.moved, changed.phrases_moved),
    ):
        if altered:
            more = f" ({len(altered)} of {n:,})" if n > len(altered) else ""
            yield Quotes(f"{title}{more}", tuple(map(_altered, altered)), 20)


def _altered(one: "Altered") -> Quote:
    places = [name for name in (one.before, one.after) if name is not None]
    return Quote(one.text, " → ".join(f"“{name}”" for name in places))


def _all(days: "Sequence[Day]") -> "list[SettingFigures]":
    return [one for day in days for one in day.settings]


def _method(document: "IntentsHistory") -> Iterator[Block]:
    rows = (
        ("classifier", document.classifier),
        ("tests of each kind and day", f"{document.repeats}, with {document.test_fraction:.0%} of the phrases each"),
        ("threshold", f"{document.threshold:g}"),
        ("seed", str(document.seed)),
        *((("time", f"{took}, on average in a test"),) if (took := seconds(_all(document.days))) else ()),
    )
    yield Table("In numbers", ("what", "value"), rows)
    if impossible := not_possible(document.days):
        yield Table("Tests that were not possible", ("day", "test", "why"), impossible)
    if document.left_out:
        files = tuple((name, why) for name, _, why in (one.partition(": ") for one in document.left_out))
        yield Table("Files that are no day", ("file", "why"), files)
