"""A history on a terminal and as a table: a row a day."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from botassay.cli.intents.comparison_page import FIGURE_NAMES, SECONDS, numbers, seconds_of
from botassay.cli.intents.drawing import settings_told, took
from botassay.cli.intents.wording import code, principal
from botassay.core.text.plural import many
from botassay.io.csv_safe import csv_table
from botassay.report.inert import cell, visible
from botassay.report.sentences import some

if TYPE_CHECKING:
    from botassay.intents.changes import Changes
    from botassay.intents.history import Day, IntentsHistory
    from botassay.intents.summary import Estimate, SettingFigures

NAMED: Final = 3
"""Topics that are named where there are more."""


def plain(document: "IntentsHistory", folder: str) -> str:
    """Draw a history as text."""
    names = settings_of(document.days)
    tried = f"{visible(document.classifier)}, {many(document.repeats, 'repeat', 'repeats')} each"
    tests = " or ".join(dict.fromkeys(code(principal(day.settings)) for day in document.days))
    columns = "  ".join(f"{name:>6}" for name in names)
    lines = [
        f"{visible(folder)}: {many(len(document.days), 'day', 'days')}; {tried}",
        "",
        f"day         phrases  topics  {columns}  answered  what changed",
        *(_line(day, names) for day in document.days),
        "",
        "accuracy (right answers and right silences, of all) in each of the tests",
        *settings_told([one for day in document.days for one in day.settings]),
        f"answered: in the test {tests}, the share that got an answer, from a confidence of {document.threshold:g} on",
        *took([one for day in document.days for one in day.settings]),
        *(f"{day}, {name} is not possible: {visible(reason)}" for day, name, reason in not_possible(document.days)),
    ]
    return "\n".join(lines)


def _line(day: "Day", names: Sequence[str]) -> str:
    figures = "  ".join(f"{_value(one.accuracy if one else None):>6}" for one in in_setting(day, names))
    answered = _value(principal(day.settings).automation_rate)
    changed = visible(told(day.changes)) if day.changes else ""
    return f"{day.day}  {day.phrases:>7,}  {day.intents:>6,}  {figures}  {answered:>8}  {changed}".rstrip()


def _value(estimate: "Estimate | None") -> str:
    return f"{estimate.value:.3f}" if estimate else "n/a"


def settings_of(days: "Sequence[Day]") -> tuple[str, ...]:
    """Name the settings, as somebody typed them."""
    return tuple(dict.fromkeys(code(one) for day in days for one in day.settings))


def in_setting(day: "Day", names: Sequence[str]) -> "Iterator[SettingFigures | None]":
    """Give the figures of a day in each setting."""
    found = {code(one): one for one in day.settings}
    return (found.get(name) for name in names)


def not_possible(days: "Sequence[Day]") -> tuple[tuple[str, str, str], ...]:
    """Say which settings could not be run on which day, and why."""
    return tuple((str(day.day), code(one), one.reason) for day in days for one in day.settings if one.reason)


def told(changes: "Changes") -> str:
    """Say what changed in a line.

    >>> from botassay.intents.changes import changes
    >>> from botassay.intents.phrases import Phrase
    >>> told(changes([Phrase("pay", "bill", "")], [Phrase("pay", "costs", ""), Phrase("fee", "costs", "")]))
    "1 phrase more; 'bill' is now called 'costs'"
    """
    said = [
        f"{many(n, 'phrase', 'phrases')} {what}"
        for n, what in ((changes.added, "more"), (changes.removed, "less"), (changes.moved, "moved"))
        if n
    ]
    for names, what in ((changes.intents_added, "new"), (changes.intents_removed, "gone")):
        if names:
            said.append(f"{what}: {some([repr(name) for name in names], NAMED)}")
    said += [f"{one.before!r} is now called {one.after!r}" for one in changes.intents_renamed[:NAMED]]
    if len(changes.intents_renamed) > NAMED:
        said.append(f"{len(changes.intents_renamed) - NAMED} more renamed")
    return "; ".join(said) or "nothing"


def table(document: "IntentsHistory") -> bytes:
    """Write a history as CSV: a row a day."""
    names = settings_of(document.days)
    figures = [*(f"{figure}{end}" for figure in FIGURE_NAMES for end in ("", "_low", "_high")), *SECONDS]
    ends = [f"{figure} ({name})" for name in names for figure in figures]
    counts = ("phrases_added", "phrases_removed", "phrases_moved")
    topics = ("intents_added", "intents_removed", "intents_renamed")
    rows: list[Sequence[object]] = [["day", "file", "phrases", "intents", *counts, *topics, *ends]]
    for day in document.days:
        values = [value for one in in_setting(day, names) for value in _numbers(one)]
        rows.append([day.day, cell(day.file), day.phrases, day.intents, *_changed(day.changes), *values])
    return csv_table(rows).encode()


def _numbers(figures: "SettingFigures | None") -> Iterator[float | str]:
    yield from (*numbers(figures), *seconds_of(figures)) if figures else [""] * (3 * len(FIGURE_NAMES) + len(SECONDS))


def _changed(changes: "Changes | None") -> Iterator[int | str]:
    if changes is None:
        yield from [""] * 6
        return
    yield from (changes.added, changes.removed, changes.moved)
    yield from (cell("; ".join(names)) for names in (changes.intents_added, changes.intents_removed))
    yield cell("; ".join(f"{one.before} → {one.after}" for one in changes.intents_renamed))
