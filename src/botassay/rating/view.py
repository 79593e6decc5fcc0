"""The page of a rating: what card, Markdown and HTML show, as one tree of blocks."""

from collections.abc import Iterator, Sequence

from botassay.core.facts import Fact
from botassay.core.results import KINDS_OF_USERS, UNDETERMINED, Rating, Report
from botassay.core.text.plural import listed
from botassay.rating import wording
from botassay.rating.issue_view import issue_sections, reading
from botassay.rating.laws.view import clauses
from botassay.rating.method_view import gaps, method
from botassay.rating.subjects_view import headline_of_subjects, risk, side_by_side
from botassay.view import (
    Badge,
    Block,
    Headline,
    LevelBar,
    Page,
    Paragraph,
    Section,
    Table,
    tone_of,
)

_SCALE = (
    "Values are risks from 0 to 1; higher is worse. The dot is the value, the bar its 95 % interval, and the numbers "
    "below are where the levels begin."
)


def view(report: Report) -> Page:
    """Return the page of a report.

    Args:
        report: the ratings, the worst first. Of one subject the worst rating is shown in full, and the verdicts of the
            others; of several subjects they are first compared side by side.
    """
    worst, *others = report.ratings
    if len(report.by_subject) > 1:
        return Page(
            kicker="Side by side",
            title=f"{len(report.by_subject)} subjects",
            headline=headline_of_subjects(worst),
            lead="Trust risk of several subjects: what matters to a kind of user decides how the issues are weighted.",
            facts=(),
            sections=(*side_by_side(report), *_worst_in_full(worst, others)),
            version=worst.provenance.version,
        )
    return Page(
        kicker="Trust risk of",
        title=worst.subject.name,
        headline=headline(worst),
        lead=f"{wording.bottom_line(worst)} {wording.why(worst)}",
        facts=tuple(_facts(worst, others)),
        sections=tuple(_sections(worst, others)),
        version=worst.provenance.version,
        notes=tuple(_notes(worst)),
    )


def headline(rating: Rating) -> Headline:
    """Return the verdict in one line."""
    better, worse = rating.bounds
    who = f"for users of the profile {rating.profile.name}"
    if rating.level == UNDETERMINED:
        return Headline(
            f"Undetermined risk, between {better} and {worse}, {who}", "none", f"{better} – {worse}", rating.levels
        )
    return Headline(
        f"{rating.level.capitalize()} risk {who}", tone_of(rating.level, rating.levels), rating.level, rating.levels
    )


def _notes(rating: Rating) -> Iterator[Paragraph]:
    if rating.subject.insecure:
        yield Paragraph(wording.UNVERIFIED, tone="last")
    yield Paragraph(wording.importance(rating))
    if waived := wording.dismissed(rating):
        yield Paragraph(waived, tone="middle")


def _facts(rating: Rating, others: Sequence[Rating]) -> Iterator[Fact]:
    counts = rating.counts
    yield Fact(f"{counts.unit} scored", f"{counts.scored:,} of {counts.planned:,}")
    unmeasured = sum(result.value is None or result.assumed for result in rating.scores)
    yield Fact("issues measured", f"{len(rating.scores) - unmeasured} of {len(rating.scores)}")
    yield Fact("order of importance", wording.order_of(rating.profile))
    profiles = {other.profile.name: wording.verdict(other) for other in others if other.subject == rating.subject}
    levels = {
        name: level for name, level in {**rating.other_profiles, **profiles}.items() if name != rating.profile.name
    }
    if levels:
        yield Fact("other kinds of users", ", ".join(f"{name} {level}" for name, level in levels.items()))


def _sections(rating: Rating, others: Sequence[Rating]) -> Iterator[Section]:
    bars = LevelBar("", tuple(reading(result, rating.levels) for result in rating.scores), _SCALE)
    yield Section("issues", "Issue by issue", "", (bars,))
    reasons = tuple(line for line in rating.explanation.splitlines() if line.strip())
    yield Section("reasons", "Why, step by step", "", (Paragraph("", points=reasons),))
    yield from issue_sections(rating)
    yield _other_users(rating, others)
    if rating.sensitivity:
        yield _sensitivity(rating)
    yield from gaps(rating)
    if rating.clauses:
        yield clauses(rating)
    yield method(rating)


def _worst_in_full(rating: Rating, others: Sequence[Rating]) -> Iterator[Section]:
    """Return the sections of the worst rating, which a terminal leaves out."""
    blocks: list[Block] = [*_notes(rating), Paragraph(f"{wording.bottom_line(rating)} {wording.why(rating)}")]
    title = f"The worst rating: {rating.subject.name}, {headline(rating).text}"
    yield Section("worst", title, "Its issues and its evidence follow.", tuple(blocks), detail=True)
    for section in _sections(rating, others):
        yield Section(section.anchor, section.title, section.lead, section.blocks, detail=True)


def _other_users(rating: Rating, others: Sequence[Rating]) -> Section:
    """Return the verdict of each rating in the report, then those of the published profiles that it has none for."""
    rows = [_user(shown, rating) for shown in (rating, *others)]
    known = {shown.profile.name for shown in (rating, *others) if shown.profile.source == "paper"}
    rows += [
        (name, KINDS_OF_USERS.get(name, ""), Badge(level, tone_of(level, rating.levels)))
        for name, level in rating.other_profiles.items()
        if name not in known
    ]
    lead = "The same dialogs, rated for other kinds of users."
    table = Table("", ("profile", "users", "trust risk"), tuple(rows))
    return Section("users", "Other kinds of users", lead, (table,), detail=True)


def _user(shown: Rating, page: Rating) -> tuple[str | Badge, ...]:
    name = shown.profile.name if shown.subject == page.subject else f"{shown.profile.name} on {shown.subject.name}"
    users = ", ".join(filter(None, (wording.kind_of_user(shown.profile), wording.order_of(shown.profile))))
    return name + (" (this page)" if shown is page else ""), users, risk(shown)


def _sensitivity(rating: Rating) -> Section:
    tested = rating.sensitivity
    assert tested is not None  # noqa: S101 - the caller looked
    first = tested.ratings[0]
    rows = tuple(
        (
            wording.varied(variant),
            Badge(
                variant.level,
                tone_of(variant.level, rating.levels),
                listed(variant.bounds, "to") if variant.level == UNDETERMINED else "",
            ),
            "different" if (variant.level, variant.bounds) != (first.level, first.bounds) else "the same",
        )
        for variant in tested.ratings
    )
    table = Table("", ("what was varied", "trust risk", "verdict"), rows)
    return Section("sensitivity", "Sensitivity", wording.sensitivity(tested), (table,))
