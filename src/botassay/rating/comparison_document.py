"""The result of a comparison of two ratings: the document `botassay/comparison/1`, and its page."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from botassay import __version__
from botassay.core.facts import Fact
from botassay.core.results import Subject
from botassay.io.json_text import indented
from botassay.view import Badge, Headline, Page, Paragraph, Section, Table, Tone, Viewable

COMPARISON_SCHEMA: Final = "botassay/comparison/1"
_TONES: Final[dict[str | None, Tone]] = {"worse": "last", "up": "last", "better": "first", "down": "first"}


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
    after: float | None
    difference: float | None
    """After − before: above 0 is more risk; None where the two cannot be compared."""
    interval: tuple[float, float] | None
    """95 % interval of the difference, if the two were measured independently."""
    moved: Literal["up", "down", "no"] | None
    """Whether the interval leaves 0 out, and on which side; None where that is unknown."""
    level_before: str | None
    level_after: str | None
    reason: str | None
    """Why there is no difference, or no interval."""


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
    """Two ratings side by side. Its JSON form is `botassay/comparison/1`."""

    schema: Literal["botassay/comparison/1"] = COMPARISON_SCHEMA
    summary: str
    """One plain sentence."""
    before: Side
    after: Side
    issues: tuple[IssueChange, ...]
    profiles: tuple[VerdictChange, ...]
    not_comparable: tuple[Unlike, ...]
    regressions: tuple[str, ...]
    """Verdicts whose worse bound rose, and issues that count and moved up, in words."""

    def json(self) -> str:
        """Return the document as JSON with a line for each of its parts."""
        return indented(self).decode()

    def view(self) -> Page:
        """Return the page of the comparison."""
        worse = bool(self.regressions)
        better = any(change.change == "better" for change in self.profiles)
        return Page(
            kicker="Compared with its earlier rating:",
            title=self.after.subject.name,
            headline=Headline(self.summary, "last" if worse else "first" if better else "none"),
            lead="",
            facts=(Fact("before", *_side(self.before)), Fact("after", *_side(self.after))),
            sections=tuple(self._sections()),
            version=__version__,
        )

    def _sections(self) -> Iterator[Section]:
        verdicts = Table("", ("profile", "before", "after", "change"), tuple(map(_verdict, self.profiles)))
        yield Section("verdicts", "The verdict for each kind of user", "", (verdicts,))
        columns = ("issue", "before", "after", "difference", "95 % interval", "moved", "level")
        issues = Table("", columns, tuple(map(_issue, self.issues)))
        lead = "Values are risks from 0 to 1; higher is worse. An issue moved if the 95 % interval leaves out 0."
        yield Section("issues", "Issue by issue", lead, (issues,))
        if self.regressions:
            yield Section("regressions", "Regressions", "", (Paragraph("", points=self.regressions),))
        unlike = tuple(f"{unlike.what}: {unlike.reason}" for unlike in self.not_comparable)
        missing = tuple(f"{change.issue}: {change.reason}" for change in self.issues if change.reason)
        if rest := tuple(line for line in missing if line not in unlike):
            yield Section("missing", "Not measured", "", (Paragraph("", points=rest),))
        if unlike:
            yield Section("unlike", "Not comparable", "", (Paragraph("", points=unlike),))


def _side(side: Side) -> tuple[str, str]:
    return side.subject.name, f"{side.subject.digest[:19]}…, botassay {side.version}"


def _verdict(change: VerdictChange) -> tuple[str | Badge, ...]:
    ends = (" to ".join(dict.fromkeys(bounds)) for bounds in (change.bounds_before, change.bounds_after))
    return change.profile, *ends, Badge(change.change or "cannot be compared", _TONES.get(change.change, "none"))


def _issue(change: IssueChange) -> tuple[str | Badge, ...]:
    return (
        f"{change.issue} {change.title}",
        *("–" if value is None else f"{value:.3f}" for value in (change.before, change.after)),
        "–" if change.difference is None else f"{change.difference:+.3f}",
        "{:+.3f} to {:+.3f}".format(*change.interval) if change.interval else "–",
        Badge(change.moved or "–", _TONES.get(change.moved, "none")),
        " to ".join(level or "–" for level in dict.fromkeys((change.level_before, change.level_after))),
    )
