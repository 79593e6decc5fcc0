"""The page of a comparison: what changed from one rating to the other."""

from collections.abc import Iterator
from typing import Final

from botassay import __version__
from botassay.core.facts import Fact
from botassay.rating.comparison import Comparison, IssueChange, Side, VerdictChange
from botassay.view import Badge, Headline, Page, Paragraph, Section, Table, Tone

_TONES: Final[dict[str | None, Tone]] = {"worse": "last", "up": "last", "better": "first", "down": "first"}


def view(comparison: Comparison) -> Page:
    """Return the page of a comparison."""
    worse = bool(comparison.regressions)
    better = any(change.change == "better" for change in comparison.profiles)
    return Page(
        kicker="Compared with its earlier rating:",
        title=comparison.after.subject.name,
        headline=Headline(comparison.summary, "last" if worse else "first" if better else "none"),
        lead="",
        facts=(Fact("before", *_side(comparison.before)), Fact("after", *_side(comparison.after))),
        sections=tuple(_sections(comparison)),
        version=__version__,
    )


def _side(side: Side) -> tuple[str, str]:
    return side.subject.name, f"{side.subject.digest[:19]}…, botassay {side.version}"


def _sections(comparison: Comparison) -> Iterator[Section]:
    verdicts = Table("", ("profile", "before", "after", "change"), tuple(map(_verdict, comparison.profiles)))
    yield Section("verdicts", "The verdict for each kind of user", "", (verdicts,))
    columns = ("issue", "before", "after", "difference", "95 % interval", "moved", "level")
    issues = Table("", columns, tuple(map(_issue, comparison.issues)))
    lead = "Values are risks from 0 to 1; higher is worse. An issue moved if the 95 % interval leaves out 0."
    yield Section("issues", "Issue by issue", lead, (issues,))
    if comparison.regressions:
        yield Section("regressions", "Regressions", "", (Paragraph("", points=comparison.regressions),))
    unlike = tuple(f"{unlike.what}: {unlike.reason}" for unlike in comparison.not_comparable)
    missing = tuple(f"{change.issue}: {change.reason}" for change in comparison.issues if change.reason)
    if rest := tuple(line for line in missing if line not in unlike):
        yield Section("missing", "Not measured", "", (Paragraph("", points=rest),))
    if unlike:
        yield Section("unlike", "Not comparable", "", (Paragraph("", points=unlike),))


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
