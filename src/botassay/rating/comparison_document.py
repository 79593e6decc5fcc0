"""The result of a comparison of two ratings: the document `botassay/comparison/2`, and its page."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from botassay import __version__
from botassay.core.facts import Fact
from botassay.core.results import Subject
from botassay.core.text.plural import many
from botassay.io.json_text import indented
from botassay.rating.difference_tests import Design, IssueCount
from botassay.rating.wording import bounded, capital
from botassay.view import Badge, Dumbbell, DumbbellRow, Headline, Page, Paragraph, Section, Table, Tone, Viewable

COMPARISON_SCHEMA: Final = "botassay/comparison/2"
Moved: TypeAlias = Literal["worse", "better", "no evidence"]
_TONES: Final[dict[str | None, Tone]] = {"worse": "last", "better": "first"}
_SHORT: Final = 90
"""Characters of a headline at most; a longer summary stands below a shorter one."""
TOO_FEW: Final = "too few conversations"
"""Why an issue was not tested, though it was counted on both sides: no p below 5 % was possible."""
_DESIGNS: Final[dict[Design, tuple[str, str]]] = {
    "paired": ("pair by pair", "the same scripts, from the same seed"),
    "independent": ("as independent", "a pair of runs with the same --seed and the same plan shows smaller changes"),
    "intervals": (
        "by the stored intervals",
        "only large changes show; name the folders of both runs, or the files of dialogs",
    ),
}


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two."""

    subject: Subject
    version: str
    """Which botassay rated it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IssueChange:
    """The change of an issue."""

    issue: str
    title: str
    measure: str
    counts: bool
    """Whether it has a weight, or a veto, for a profile that both ratings have."""
    before: float | None
    """The value as it was rated."""
    after: float | None
    difference: float | None
    """After − before, of what was counted: above 0 is more risk; None where the two cannot be compared."""
    interval: tuple[float, float] | None
    """95 % interval of the difference."""
    moved: Moved | None
    """`worse` or `better` beyond chance, or `no evidence`; None where that cannot be tested."""
    p: float | None
    """How likely at least as large a difference is by chance."""
    p_adjusted: float | None
    """The same, corrected for the number of issues (Holm); below 0.05 the issue moved."""
    design: Design | None
    """Whether conversations were paired by script, independent, or only intervals were at hand."""
    tally_before: IssueCount | None
    tally_after: IssueCount | None
    level_before: str | None
    level_after: str | None
    reason: str | None
    """Why there is no difference; or no test that could have shown it, `too few conversations`."""
    surely: str | None = None
    """Why its level is surely worse, whatever the value; None where it is not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictChange:
    """Outcome of the verdict for one profile."""

    profile: str
    before: str
    after: str
    bounds_before: tuple[str, str]
    bounds_after: tuple[str, str]
    change: Literal["worse", "better", "same"] | None
    """By the worse bound, then by the better one; None where the two cannot be compared."""
    reason: str | None
    """Why they cannot be compared."""


@dataclass(frozen=True, slots=True)
class Unlike:
    """A value that cannot be compared, and why."""

    what: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison(Viewable):
    """Two ratings side by side. Its JSON form is `botassay/comparison/2`."""

    schema: Literal["botassay/comparison/2"] = COMPARISON_SCHEMA
    summary: str
    """One plain sentence."""
    before: Side
    after: Side
    design: Design
    """Whether the conversations were paired by script, independent, or only the stored intervals were at hand."""
    pairs: int | None
    """How many conversations were paired."""
    issues: tuple[IssueChange, ...]
    profiles: tuple[VerdictChange, ...]
    not_comparable: tuple[Unlike, ...]
    regressions: tuple[str, ...]
    """What got worse beyond chance, in words, the worst first."""

    def json(self) -> str:
        """Return the document as JSON with a line for each of its parts."""
        return indented(self).decode()

    def view(self) -> Page:
        """Return the page of the comparison."""
        better = any(change.moved == "better" for change in self.issues)
        headline = self.summary if len(self.summary) <= _SHORT else self._moved()
        how, note = _DESIGNS[self.design]
        same = self.before.subject.name == self.after.subject.name
        if self.pairs:
            how = f"{how}: {many(self.pairs, 'conversation', 'conversations')}"
        return Page(
            kicker="Compared with its earlier rating:" if same else f"Compared with {self.before.subject.name}:",
            title=self.after.subject.name,
            headline=Headline(headline, "last" if self.regressions else "first" if better else "none"),
            lead="" if headline == self.summary else self.summary,
            facts=(
                Fact("before", *_side(self.before)),
                Fact("after", *_side(self.after)),
                Fact("conversations compared", how, note),
            ),
            sections=tuple(self._sections()),
            version=__version__,
        )

    def _moved(self) -> str:
        """Return in a few words what moved beyond chance."""
        titles = {moved: [each.title for each in self.issues if each.moved == moved] for moved in ("worse", "better")}
        parts = (f"{moved}: {', '.join(map(str.lower, names))}" for moved, names in titles.items() if names)
        return capital("; ".join(parts) or "no evidence of a change in any issue")

    def _sections(self) -> Iterator[Section]:
        if self.regressions:
            lead = "Beyond chance, the worst first."
            yield Section("regressions", "What got worse", lead, (Paragraph("", points=self.regressions),))
        yield self._changes()
        if rows := tuple(_dumbbell(change) for change in self.issues if change.difference is not None):
            yield Section("picture", "Before and after", "", (Dumbbell("", rows, _KEY),), detail=True)
        verdicts = Table("", ("profile", "before", "after", "change"), tuple(map(_verdict, self.profiles)))
        lead = "A verdict may change by chance; what got worse beyond chance stands above."
        yield Section("verdicts", "The verdict for each kind of user", lead, (verdicts,))
        unlike = tuple(f"{unlike.what}: {unlike.reason}" for unlike in self.not_comparable)
        unmeasured = (change for change in self.issues if change.reason and change.difference is None)
        missing = tuple(f"{change.issue}: {change.reason}" for change in unmeasured)
        if rest := tuple(line for line in missing if line not in unlike):
            yield Section("missing", "Not measured", "", (Paragraph("", points=rest),))
        if unlike:
            yield Section("unlike", "Not comparable", "", (Paragraph("", points=unlike),))

    def _changes(self) -> Section:
        columns = ("issue", "before", "after", "difference", "95 % interval", "p", "change", "level")
        lead = _CHANGES
        if any(change.reason == TOO_FEW for change in self.issues):
            lead = f"{lead} {_TOO_FEW_MEANS}"
        return Section("changes", "Issue by issue", lead, (Table("", columns, tuple(map(_issue, self.issues))),))


_CHANGES: Final = (
    "Differences are of what was counted, before any correction for errors; above 0 is more risk. p is corrected for "
    "the number of issues; from 0.05 on there is no evidence of a change."
)
_TOO_FEW_MEANS: Final = (
    f"Where it says {TOO_FEW}, so few of them have findings, or differ, that p could not have been below 0.05 in any "
    "case: test with more."
)


_KEY: Final = (
    "Open circle: before; full circle: after. The bar is the 95 % interval of the difference, measured from the open "
    "circle."
)


def p_in_words(p: float | None) -> str:
    """Return a p value with two digits that count.

    >>> p_in_words(0.0468), p_in_words(0.00012), p_in_words(1.0), p_in_words(None)
    ('0.047', '< 0.001', '1', '–')
    """
    if p is None:
        return "–"
    return "< 0.001" if p < 0.001 else f"{p:.2g}"  # noqa: PLR2004 - of which more digits say nothing


def _side(side: Side) -> tuple[str, str]:
    return side.subject.name, f"{side.subject.digest[:19]}…, botassay {side.version}"


def _verdict(change: VerdictChange) -> tuple[str | Badge, ...]:
    risks = bounded(change.before, change.bounds_before), bounded(change.after, change.bounds_after)
    return change.profile, *risks, Badge(change.change or "cannot be compared", _TONES.get(change.change, "none"))


def _issue(change: IssueChange) -> tuple[str | Badge, ...]:
    return (
        f"{change.title} ({change.issue})",
        _counted(change.before, change.tally_before),
        _counted(change.after, change.tally_after),
        "–" if change.difference is None else f"{change.difference:+.3f}",
        "{:+.3f} to {:+.3f}".format(*change.interval) if change.interval else "–",
        TOO_FEW if change.reason == TOO_FEW else p_in_words(change.p_adjusted),
        Badge(change.moved or "–", _TONES.get(change.moved, "none")),
        " to ".join(level or "–" for level in dict.fromkeys((change.level_before, change.level_after))),
    )


def _counted(value: float | None, tally: IssueCount | None) -> str:
    if tally is None or tally.events is None:
        return "–" if value is None else f"{value:.3f}"
    return f"{tally.events:,} of {tally.n:,}"


def _dumbbell(change: IssueChange) -> DumbbellRow:
    ends = [
        tally.share if tally else value or 0.0
        for value, tally in ((change.before, change.tally_before), (change.after, change.tally_after))
    ]
    return DumbbellRow(
        name=change.title,
        before=ends[0],
        after=ends[1],
        interval=change.interval,
        note=f"{change.difference or 0:+.3f}, {change.moved}",
        tone=_TONES.get(change.moved, "none"),
    )
