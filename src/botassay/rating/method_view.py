"""The sections on what is missing, what else was observed, and how a rating was made."""

from collections.abc import Iterator
from typing import Final

from botassay.core.facts import Fact
from botassay.core.results import Rating
from botassay.rating import decisions_view, wording
from botassay.view import Badge, Block, Details, Facts, Paragraph, Section, Table, tone_of

_IDENTIFIED: Final = {
    "declared": "declared: they name botassay",
    "custom": "custom: they name another client",
    "covert": "covert: they look like those of a browser",
}


def gaps(rating: Rating) -> Iterator[Section]:
    """Return the sections on the bot, on other observations, on what was not measured, and on decisions."""
    if rating.subject.about:
        facts = tuple(Fact(key, value) for key, value in rating.subject.about.items())
        yield Section("about", "About the bot", "As its owner says; nothing of it was checked.", (Facts(facts),))
    if rating.observations:
        points = tuple(seen.text for seen in rating.observations)
        yield Section("observations", "Other observations", "", (Paragraph("", points=points),))
    missing = [result for result in rating.scores if result.value is None or result.assumed]
    if missing:
        points = tuple(
            f"{result.title}: {result.reason or 'no reason given'}. {wording.effect(result, rating)}"
            for result in missing
        )
        blocks = (Paragraph("", points=points), Paragraph(wording.remedy(rating), "What to do", tone="middle"))
        yield Section("missing", "Not measured", "", blocks, detail=True)
    if rating.accepted:
        yield decisions_view.section(rating.accepted)


def method(rating: Rating) -> Section:
    """Return the section on weights, counts, methods and digests."""
    weights = Table(
        "From levels to one rating",
        ("issue", "weight", "level"),
        tuple(
            (
                f"{result.issue} {result.title}",
                f"{rating.rule.weights.get(result.issue, 0):g}",
                Badge(
                    result.level or "not measured",
                    tone_of(result.level, rating.levels),
                    "assumed" if result.assumed else "",
                ),
            )
            for result in rating.scores
        ),
    )
    counts = Table(
        f"Outcome of the {rating.counts.unit}",
        (rating.counts.unit, "how many", "meaning"),
        (
            *((what, f"{count:,}", meaning) for what, count, meaning in wording.fates(rating.counts)),
            ("planned", f"{rating.counts.planned:,}", "all of them"),
        ),
    )
    methods = tuple(Fact(result.measure, result.method) for result in rating.scores if result.method)
    seed = (Fact("seed", str(rating.provenance.seed)),) if rating.provenance.seed is not None else ()
    identified = rating.provenance.identified
    origin = (
        Fact("subject", rating.subject.digest),
        Fact("settings", rating.provenance.config),
        *seed,
        *((Fact("journal", rating.provenance.journal),) if rating.provenance.journal else ()),
        *((Fact("requests", _IDENTIFIED[identified]),) if identified else ()),
        Fact("version", f"botassay {rating.provenance.version}"),
    )
    ruled = Paragraph(f"{wording.capital(wording.ruled(rating))}.", points=tuple(filter(None, (wording.gate(rating),))))
    blocks: tuple[Block, ...] = (
        weights,
        ruled,
        counts,
        Facts(methods, "Methods"),
        Facts(origin, "Origin"),
    )
    return Section("method", "How it was measured", "", (Details("How to reproduce", blocks),), detail=True)
