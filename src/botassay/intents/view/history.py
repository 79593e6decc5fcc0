"""The page of a history: how the figures changed with the data, as in Fig. 4 of the paper."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from botassay import __version__
from botassay.core.text.plural import many
from botassay.intents.view.figures import ANSWERED
from botassay.intents.view.wording import (
    COLUMN_MEANINGS,
    SETTINGS,
    code,
    principal,
    seconds,
    setting,
    share,
    some,
    spanned,
)
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
    percent,
)

if TYPE_CHECKING:
    from botassay.intents.documents import ChangedPhrase, Changes, HistoryDay, IntentsHistory, SettingFigures

_NAMED: Final = 3
"""Maximum number of topics named in a line."""
_TICKS: Final = 4
"""Dates below a plot, limited by the width of a phone."""
_SERIES: Final = 4
"""Maximum number of settings in a plot; more lines would be hard to distinguish."""
_MARKED: Final = 3
"""Days marked on a plot."""
_LATEST: Final = (
    "Percentages in the legend: the last day. Bands: 95 % intervals. Marked: the days with the most changed phrases."
)
_CHANGES: Final = "At most 20 phrases per kind of change. A moved phrase is now in another topic."


def history_page(document: "IntentsHistory") -> Page:
    """Return the page."""
    days = document.days
    last = principal(days[-1].settings)
    return Page(
        kicker="History of the phrases in",
        title=document.data,
        headline=_headline(days),
        lead=_lead(document),
        facts=(
            Fact("days", f"{len(days):,}"),
            Fact("phrases now", f"{days[-1].phrases:,}"),
            Fact("topics now", f"{days[-1].intents:,}"),
            Fact("accuracy now", share(last.accuracy)),
            Fact("answered now", share(last.automation_rate)),
        ),
        sections=(
            Section("figures", "Figures", SETTINGS, tuple(_plots(days))),
            Section("days", "Day by day", "", (_table(days),)),
            Section("changes", "What changed in the phrases", _CHANGES, tuple(_changes(days))),
            Section("method", "How it was measured", "", tuple(_method(document))),
        ),
        version=__version__,
    )


def _headline(days: "Sequence[HistoryDay]") -> Headline:
    """Compare the last day with the first."""
    first, last = (principal(day.settings).accuracy for day in (days[0], days[-1]))
    if len(days) == 1 or first is None or last is None:
        return Headline("Only one day so far; nothing to compare yet.")
    span = f"accuracy from {percent(first.value)} to {percent(last.value)}"
    if last.interval[0] > first.interval[1]:
        return Headline(f"Better: {span}.", "first")
    if last.interval[1] < first.interval[0]:
        return Headline(f"Worse: {span}.", "last")
    return Headline(f"No significant change: {span}.")


def _lead(document: "IntentsHistory") -> str:
    days = document.days
    changed = sum(1 for day in days if day.changes and not day.changes.nothing)
    text = f"From {days[0].day} to {days[-1].day}; the phrases changed {many(changed, 'time', 'times')}."
    return text if document.finished else f"{text} Interrupted; later days were not evaluated."


# ── plots ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _plots(days: "Sequence[HistoryDay]") -> Iterator[Block]:
    names = tuple(dict.fromkeys(code(figures) for day in days for figures in day.settings))
    places = _places(days)
    ticks, marks = _ticks(days, places), _marks(days, places)
    accuracy = [_series(_described(days, name), days, name, "accuracy") for name in names[:_SERIES]]
    source = principal(days[0].settings)
    f1 = _series(f"F1, weighted ({code(source)})", days, code(source), "f1_weighted")
    yield Lines("Accuracy", "days", (*accuracy, f1), ticks, marks, _LATEST)
    answered = tuple(_series(text, days, code(source), field) for text, field in ANSWERED)
    yield Lines(f"Answers: {setting(source)}", "days", answered, ticks, marks, _LATEST)
    yield _sizes(days, places, ticks)
    yield COLUMN_MEANINGS


def _sizes(days: "Sequence[HistoryDay]", places: Sequence[float], ticks: tuple[Tick, ...]) -> Lines:
    series = []
    for name, counts in (("phrases", [day.phrases for day in days]), ("topics", [day.intents for day in days])):
        most = max(counts)
        points = tuple((at, n / most) for at, n in zip(places, counts, strict=True))
        series.append(LineSeries(name, points, f"at most {most:,}"))
    return Lines("Number of phrases and topics, as a share of their maximum", "days", tuple(series), ticks)


def _described(days: "Sequence[HistoryDay]", name: str) -> str:
    same = (figures for day in days for figures in day.settings if code(figures) == name)
    return setting(max(same, key=lambda figures: figures.n_small or 0))  # prefer a day with small topics


def _places(days: "Sequence[HistoryDay]") -> tuple[float, ...]:
    """Return the position of each day on the time axis, in [0, 1]."""
    begin, whole = days[0].day, (days[-1].day - days[0].day).days
    return tuple((day.day - begin).days / whole if whole else 0.5 for day in days)


def _in(day: "HistoryDay", name: str) -> "SettingFigures | None":
    return next((figures for figures in day.settings if code(figures) == name), None)


def _series(text: str, days: "Sequence[HistoryDay]", name: str, field: str) -> LineSeries:
    """Return one figure of one setting over the days."""
    estimates = [getattr(_in(day, name), field, None) for day in days]
    values = [estimate.value if estimate else None for estimate in estimates]
    places = _places(days)
    band = tuple((at, *estimate.interval) for at, estimate in zip(places, estimates, strict=True) if estimate)
    return LineSeries(text, tuple(zip(places, values, strict=True)), percent(values[-1]), band)


def _marks(days: "Sequence[HistoryDay]", places: Sequence[float]) -> tuple[Tick, ...]:
    """Return marks for the days with the most changed phrases."""
    counted = [
        (changes.added + changes.removed + changes.moved, at, changes)
        for at, day in zip(places, days, strict=True)
        if (changes := day.changes)
    ]
    most = sorted((each for each in counted if each[0]), key=lambda each: (-each[0], each[1]))[:_MARKED]
    return tuple(Tick(at, ", ".join(_counts(changes))) for _, at, changes in sorted(most, key=lambda each: each[1]))


def _counts(changes: "Changes") -> Iterator[str]:
    kinds = ((changes.added, "added"), (changes.removed, "removed"), (changes.moved, "moved"))
    return (f"{n:,} {what}" for n, what in kinds if n)


def _ticks(days: "Sequence[HistoryDay]", places: Sequence[float]) -> tuple[Tick, ...]:
    """Return the first and the last day, and days between that are far enough apart."""
    apart = 1 / (_TICKS - 1)
    ticks = [Tick(places[0], str(days[0].day))]
    for at, day in zip(places, days, strict=True):
        if at - ticks[-1].at >= apart and places[-1] - at >= apart:
            ticks.append(Tick(at, str(day.day)))
    return (*ticks, Tick(places[-1], str(days[-1].day))) if len(days) > 1 else tuple(ticks)


# ── days and changes ────────────────────────────────────────────────────────────────────────────────────────────────


def _table(days: "Sequence[HistoryDay]") -> Table:
    rows = tuple(
        (
            str(day.day),
            f"{day.phrases:,}",
            f"{day.intents:,}",
            spanned(figures.accuracy),
            share(figures.automation_rate),
            in_short(day.changes) if day.changes else "the first day",
        )
        for day in reversed(days)
        for figures in (principal(day.settings),)
    )
    columns = ("day", "phrases", "topics", "accuracy", "answered", "changes")
    return Table("The latest day first", columns, rows, 31)


def in_short(changes: "Changes") -> str:
    """Return the changes in a line.

    >>> from botassay.intents.changes import changes
    >>> from botassay.intents.phrases import Phrase
    >>> in_short(changes([Phrase("pay", "bill", "")], [Phrase("pay", "costs", ""), Phrase("fee", "costs", "")]))
    "1 phrase added; 'bill' renamed to 'costs'"
    """
    parts = [
        f"{many(n, 'phrase', 'phrases')} {what}"
        for n, what in ((changes.added, "added"), (changes.removed, "removed"), (changes.moved, "moved"))
        if n
    ]
    for names, what in ((changes.intents_added, "new topics"), (changes.intents_removed, "removed topics")):
        if names:
            parts.append(f"{what}: {some([repr(name) for name in names], _NAMED)}")
    parts += [f"{each.before!r} renamed to {each.after!r}" for each in changes.intents_renamed[:_NAMED]]
    if len(changes.intents_renamed) > _NAMED:
        parts.append(f"{len(changes.intents_renamed) - _NAMED} more renamed")
    return "; ".join(parts) or "none"


def _changes(days: "Sequence[HistoryDay]") -> Iterator[Block]:
    changed = [(day, day.changes) for day in reversed(days) if day.changes and not day.changes.nothing]
    if not changed:
        yield Paragraph("None.")
    for day, changes in changed:
        yield Details(f"{day.day}: {in_short(changes)}", tuple(_lists(changes)))


def _lists(changes: "Changes") -> Iterator[Block]:
    if changes.intents_renamed:
        rows = tuple((each.before, each.after) for each in changes.intents_renamed)
        yield Table("Renamed topics", ("before", "now"), rows)
    for title, names in (("New topics", changes.intents_added), ("Removed topics", changes.intents_removed)):
        if names:
            yield Quotes(title, tuple(map(Quote, names)), 20)
    for title, n, altered in (
        ("Added phrases", changes.added, changes.phrases_added),
        ("Removed phrases", changes.removed, changes.phrases_removed),
        ("Moved phrases", changes.moved, changes.phrases_moved),
    ):
        if altered:
            more = f" ({len(altered)} of {n:,})" if n > len(altered) else ""
            yield Quotes(f"{title}{more}", tuple(map(_altered, altered)), 20)


def _altered(altered: "ChangedPhrase") -> Quote:
    topics = [name for name in (altered.before, altered.after) if name is not None]
    return Quote(altered.text, " → ".join(f"“{name}”" for name in topics))


def _method(document: "IntentsHistory") -> Iterator[Block]:
    figures = [each for day in document.days for each in day.settings]
    rows = (
        ("classifier", document.classifier),
        ("repeats of each test per day", f"{document.repeats}, with {document.test_fraction:.0%} of the phrases each"),
        ("threshold", f"{document.threshold:g}"),
        ("seed", str(document.seed)),
        *((("time", f"{took}, on average per test"),) if (took := seconds(figures)) else ()),
    )
    yield Table("Parameters", ("name", "value"), rows)
    impossible = tuple(
        (str(day.day), code(each), each.reason) for day in document.days for each in day.settings if each.reason
    )
    if impossible:
        yield Table("Impossible tests", ("day", "test", "reason"), impossible)
    if document.left_out:
        files = tuple((name, why) for name, _, why in (each.partition(": ") for each in document.left_out))
        yield Table("Skipped files", ("file", "reason"), files)
