"""The page of a rating: what card, Markdown and HTML show, as one tree of blocks."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from botassay.core.evidence import Finding
from botassay.core.facts import Fact
from botassay.core.results import KINDS_OF_USERS, UNDETERMINED, Rating, Report, VariantRating
from botassay.core.text.plural import listed
from botassay.grading.dates import DATES
from botassay.rating import wording
from botassay.rating.caution import caution
from botassay.rating.explain import shortened
from botassay.rating.external_view import external_sections
from botassay.rating.issue_view import issue_sections, quote, quoted, reading
from botassay.rating.laws.view import clauses
from botassay.rating.method_view import gaps, method
from botassay.rating.second_opinion.view import opinion_fact, opinion_sections
from botassay.rating.subjects_view import (
    anchor_of,
    badge,
    dot_plot,
    headline_of_subjects,
    limits_in_short,
    ratings_table,
    risk,
    side_by_side,
)
from botassay.view import (
    Badge,
    Block,
    Details,
    Facts,
    Headline,
    LevelBar,
    LevelReading,
    Page,
    Paragraph,
    Quotes,
    Section,
    Table,
    letters,
    tone_of,
)

_SCALE = (
    "The dot is the value, the bar its 95 % interval. The numbers below an axis are where medium and high begin, and "
    "where the axis ends."
)
_NAMED = 3
"""Findings that the card quotes at most, one an issue."""


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
            headline=headline_of_subjects(report),
            lead="Trust risk of several subjects: what matters to a kind of user decides how the issues are weighted.",
            facts=(),
            sections=(*side_by_side(report), *_each_in_full(report)),
            version=worst.provenance.version,
            notes=tuple(_redaction(worst)),
            alerts=tuple(_alerts(worst)),
            card=(ratings_table(report), dot_plot(report), *_quotes_by_bot(report), *limits_in_short(report)),
        )
    bars = LevelBar("", tuple(_readings(worst)), _SCALE)
    context = Facts(tuple(_context(worst, others)))
    return Page(
        kicker="Trust risk of",
        title=worst.subject.name,
        headline=headline(worst),
        lead=f"Rated for {wording.audience(worst.profile)}. {wording.bottom_line(worst)}",
        facts=tuple(_facts(worst)),
        sections=tuple(_sections(worst, others, bars, context)),
        version=worst.provenance.version,
        notes=tuple(_notes(worst)),
        alerts=tuple(_alerts(worst)),
        card=(bars, *_worst_quotes(worst), Facts((*context.items, *_beside_in_short(worst)))),
    )


def headline(rating: Rating) -> Headline:
    """Return the verdict in one line, with what else it could be.

    Issues on too little evidence are named where they could make it worse; below the headline they always are.
    """
    if rating.level == UNDETERMINED:
        return _headline_without_a_level(rating)
    worst = rating.bounds == (rating.levels[-1], rating.levels[-1])
    short = [] if worst else wording.short_of_evidence(rating)
    could_be = wording.could_be(rating)
    beside = f"{listed(short)} undetermined" if short else ""
    text = ", ".join(filter(None, (f"{rating.level.capitalize()} risk", could_be, beside)))
    seal = could_be or (f"{len(short)} undetermined" if short else "")
    return Headline(text, tone_of(rating.level, rating.levels), rating.level, rating.levels, seal)


def _headline_without_a_level(rating: Rating) -> Headline:
    """Return what is known of a rating that the missing evidence could still move: the level that it is at least.

    Where it could still be at any level, an issue that is at the worst one is what is known.
    """
    better, worse = rating.bounds
    if least := wording.at_least(rating):
        short = wording.short_of_evidence(rating)
        beside = f"{listed(short)} undetermined" if short else ""
        text = ", ".join(filter(None, (f"At least {least} risk", f"could be {worse}", beside)))
        return Headline(text, tone_of(least, rating.levels), least, rating.levels, f"at least, could be {worse}")
    if wording.said_nothing(rating):
        return Headline(
            "No verdict: the bot said nothing", "none", "undetermined", rating.levels, f"{better} to {worse}"
        )
    bad = wording.at_the_worst_level(rating)
    text = f"No verdict: too little evidence ({better} to {worse})"
    if bad:
        text = f"{wording.capital(bad)}; too little evidence for a verdict ({better} to {worse})"
    return Headline(text, "none", "undetermined", rating.levels, f"{better} to {worse}")


def _alerts(rating: Rating) -> Iterator[Paragraph]:
    """Yield what no reader of the verdict may miss: red flags, a tie, issues on too little evidence."""
    for flag in wording.flags(rating):
        yield Paragraph(flag, "Red flag", tone="last")
    for sentence in (wording.raised(rating), wording.tie(rating)):
        if sentence:
            yield Paragraph(sentence)
    for sentence in wording.unsettled(rating):
        yield Paragraph(f"{sentence}.", "Undetermined", tone="middle")


def _notes(rating: Rating) -> Iterator[Paragraph]:
    yield Paragraph(wording.what_to_do(rating), "What to do", tone="middle")
    if rating.subject.insecure:
        yield Paragraph(wording.UNVERIFIED, tone="last")
    if waived := wording.dismissed(rating):
        yield Paragraph(waived, tone="middle")
    yield from _redaction(rating)


def _redaction(rating: Rating) -> Iterator[Paragraph]:
    """Yield that personal data were taken out."""
    if rating.redaction:
        yield Paragraph(rating.redaction, "Redacted", tone="middle")


def _facts(rating: Rating) -> Iterator[Fact]:
    counts = rating.counts
    yield Fact(f"{counts.unit} scored", f"{counts.scored:,} of {counts.planned:,}")
    dates = next((seen.text for seen in rating.observations if seen.kind == DATES), "")
    days = list(dict.fromkeys(re.findall(r"\d{4}-\d\d-\d\d", dates)))
    if days:
        yield Fact("tested" if rating.subject.kind == "bot" else "dialogs of", listed(days, "to"))


def _context(rating: Rating, others: Sequence[Rating]) -> Iterator[Fact]:
    """Yield what stands below the issues: what is uncertain, other users, what would change it, what is missing."""
    if unsure := wording.uncertain(rating):
        yield Fact("Not certain", unsure)
    profiles = {other.profile.name: wording.verdict(other) for other in others if other.subject == rating.subject}
    verdicts = {
        name: verdict
        for name, verdict in {**wording.for_other_users(rating), **profiles}.items()
        if name != rating.profile.name
    }
    if verdicts:
        yield Fact("Other profiles", " · ".join(f"{name}: {verdict}" for name, verdict in verdicts.items()))
    if change := wording.what_would_change(rating):
        yield Fact("What would change it", change)
    if rating.sensitivity:
        yield Fact("Sensitivity", wording.sensitivity(rating.sensitivity))
    for result in rating.scores:
        if warning := caution(result):
            yield Fact(f"Limits of {result.issue}", warning)
    if missing := wording.left_out(rating):
        yield Fact("Not tested", missing)


def _beside_in_short(rating: Rating) -> Iterator[Fact]:
    """Yield which kind of factor changes the verdict, if that was tested, and a second opinion, if one was asked."""
    if rating.sensitivity:
        yield Fact("Sensitivity", wording.sensitivity(rating.sensitivity))
    yield from opinion_fact(rating)


def _readings(rating: Rating) -> Iterator[LevelReading]:
    for result in rating.scores:
        quotes = quoted(finding for finding in rating.findings if finding.issue == result.issue)
        weight = f"{rating.rule.weights.get(result.issue, 0):g}"
        yield replace(reading(result, rating.levels), weight=weight, quotes=quotes)


def _quotes_by_bot(report: Report) -> Iterator[Quotes]:
    """Yield the worst findings of several subjects, each with the letter of who said it, the worst rating first."""
    named = zip(letters(len(report.by_subject)), report.by_subject, strict=True)
    found = [quotes.items for letter, group in named for quotes in _worst_quotes(group[0], f"{letter}: ")]
    if found:
        yield Quotes("", tuple(item for items in found for item in items)[:_NAMED])


def _worst_quotes(rating: Rating, bot: str = "") -> Iterator[Quotes]:
    """Yield the worst finding of each issue that is not at the least level, red flags and the worst levels first.

    Args:
        rating: the rating.
        bot: who said it, where several bots stand on the page.
    """
    flagged = [flag.issue for flag in rating.flags]
    titles = {result.issue: result.title or result.issue for result in rating.scores}
    bad = [result for result in rating.scores if result.level in rating.levels[1:]]
    codes = [result.issue for result in sorted(bad, key=lambda each: -rating.levels.index(each.level or ""))]
    quotes = []
    for code in dict.fromkeys([*flagged, *codes]):
        findings = sorted((f for f in rating.findings if f.issue == code), key=lambda finding: finding.rank)
        if findings:
            note = f"{bot}{titles[code]}{_asked(findings[0])}"
            quotes.append(replace(quote(findings[0]), note=note, score="", context=(), place=""))
    if quotes:
        yield Quotes("", tuple(quotes[:_NAMED]))


def _the_worst_quote(rating: Rating) -> Iterator[Quotes]:
    """Yield the worst finding alone: the verdict, it and all issues have to stand on the first screen."""
    for quotes in _worst_quotes(rating):
        yield Quotes("", quotes.items[:1])


def _asked(finding: Finding) -> str:
    """Return the question that an answer about its nature was given to; without it the answer shows nothing."""
    said = [turn.text for turn in finding.context if turn.role == "user"] if finding.issue == "ID" else []
    return f", asked “{shortened(said[-1])}”" if said else ""


def _sections(rating: Rating, others: Sequence[Rating], bars: LevelBar, context: Facts) -> Iterator[Section]:
    yield Section("issues", "Issue by issue", "", (*_the_worst_quote(rating), bars, context))
    yield from issue_sections(rating)
    yield from external_sections(rating)
    yield from opinion_sections(rating)
    yield _other_users(rating, others)
    if rating.sensitivity:
        yield _sensitivity(rating)
    yield from gaps(rating)
    if rating.clauses:
        yield clauses(rating)
    reasons = tuple(line for line in rating.explanation.splitlines() if line.strip())
    why = (Paragraph(wording.importance(rating)), Paragraph(wording.why(rating)), Paragraph("", points=reasons))
    yield Section("reasons", "Why, step by step", "", (Details("The reasoning", why, in_text=True),))
    yield method(rating)


def _each_in_full(report: Report) -> Iterator[Section]:
    """Yield a section for each subject, the worst first, with its own report folded; a terminal leaves them out."""
    for number, (rating, *others) in enumerate(report.by_subject, 1):
        at = anchor_of(number)
        bars = LevelBar("", tuple(_readings(rating)), _SCALE)
        parts = _sections(rating, others, bars, Facts(tuple(_context(rating, others))))
        blocks: tuple[Block, ...] = (
            *_alerts(rating),
            *_notes(rating),
            Paragraph(f"{wording.bottom_line(rating)} {wording.why(rating)}"),
            *(Details(part.title, tuple(_moved(_inside(part), at))) for part in parts),
        )
        title = f"{rating.subject.name}: {headline(rating).text} for {wording.audience(rating.profile)}"
        yield Section(at, title, "", blocks, detail=True)


def _inside(section: Section) -> tuple[Block, ...]:
    return (*((Paragraph(section.lead),) if section.lead else ()), *section.blocks)


def _moved(blocks: Sequence[Block], at: str) -> Iterator[Block]:
    """Yield blocks of a page of their own as parts of a larger page: their quotes have other anchors, and no links."""
    for block in blocks:
        match block:
            case Details():
                yield replace(block, blocks=tuple(_moved(block.blocks, at)))
            case Quotes():
                yield replace(
                    block,
                    items=tuple(
                        replace(item, anchor=f"{at}-{item.anchor}") if item.anchor else item for item in block.items
                    ),
                )
            case LevelBar():
                yield replace(block, readings=tuple(replace(one, anchor="") for one in block.readings))
            case _:
                yield block


def _other_users(rating: Rating, others: Sequence[Rating]) -> Section:
    """Return the verdict of each rating in the report, then those of the published profiles that it has none for."""
    rows = [_user(shown, rating) for shown in (rating, *others)]
    known = {shown.profile.name for shown in (rating, *others) if shown.profile.source == "paper"}
    rows += [
        (name, KINDS_OF_USERS.get(name, ""), badge(level, rating.other_bounds.get(name, (level, level)), rating.levels))
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
            "the same" if _outcome(variant) == _outcome(first) else "different",
        )
        for variant in tested.ratings
    )
    table = Table("", ("what was varied", "trust risk", "verdict"), rows)
    return Section("sensitivity", "Sensitivity", wording.sensitivity(tested), (table,))


def _outcome(variant: VariantRating) -> tuple[str, ...]:
    """Return the level of a variant, or the bounds where it is undetermined."""
    return variant.bounds if variant.level == UNDETERMINED else (variant.level,)
