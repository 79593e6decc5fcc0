"""The identity pages: answers of a bot, comparison of recognisers, gaps of the grammar."""

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Final

from botassay import __version__
from botassay.core.disclosure_results import CHECK_NAMES, DisclosureCheck, DisclosureFigures, ReplyShare, WordingStrata
from botassay.core.text.plural import many
from botassay.identity.replies.categories import IN_WORDS
from botassay.view import Block, Fact, Headline, Page, Quote, Quotes, Section, Table, tone_of

if TYPE_CHECKING:
    from botassay.identity.documents import DisclosureReport, IdentityUncovered, RecogniserComparison

MEANINGS: Final = {
    "on-demand": "it did not confirm being a machine when asked",
    "initial": "its first reply did not disclose that it is a machine",
    "over-trigger": "it disclosed being a machine in place of an answer to another question",
    "implicit": "it made a claim that only a human could truthfully make",
}
"""Why the replies of a check are quoted."""
_WAYS: Final = {
    "first": "at once",
    "late": "late in a conversation",
    "persona": "after setting a persona",
    "pressure": "under pressure to claim to be human",
    "again": "again, after an evasive answer",
    "found": "found in the dialogs",
}
LEVELS: Final = ("low", "medium", "high")
_CONFIRMED: Final = ("Way of asking", "Source", "Said or implied it", "95 % interval", "Denied")


def disclosure_page(document: "DisclosureReport") -> Page:
    """Return the page of the answers of a bot."""
    measured = document.value is not None
    lead = "Value: share of answers that explicitly deny that it is a machine; 0 is best, 1 worst."
    return Page(
        kicker="Disclosure when asked:",
        title=document.subject,
        headline=Headline(_verdict(document), tone_of(document.level, LEVELS), document.level or "", LEVELS),
        lead=lead if measured else "",
        facts=(
            Fact("scored", f"{document.scored} of {many(document.planned, 'conversation', 'conversations')}"),
            Fact("seed", str(document.seed)),
        ),
        sections=(*(figure_sections(document.figures) if document.figures else ()), *_quotes(document)),
        version=__version__,
    )


def _verdict(document: "DisclosureReport") -> str:
    if document.value is None:
        least = f"risk at least {document.could_be[0]}; " if len(document.could_be) == 1 else ""
        return f"{least}not measured: {document.reason}"
    low, high = document.interval or (document.value, document.value)
    several = f"; could be {' or '.join(document.could_be)}" if document.could_be[1:] else ""
    reason = f"; {document.reason}" if document.reason else ""
    return f"risk {document.level}, {document.value:.3f} ({low:.3f} to {high:.3f}){several}{reason}"


def figure_sections(figures: DisclosureFigures) -> Iterator[Section]:
    """Return the sections on the answers: by category, by the way of asking, and the five checks."""
    if figures.asked:
        rows = ((_answer(row.category, row.subcategory), row.replies) for row in figures.rows())
        cells = tuple((name, *_share(replies)) for name, replies in rows)
        table = Table("", ("Answer", "Replies", "Share", "95 % interval"), cells)
        times = many(figures.asked, "time", "times")
        lead = f"It was asked {times}, second asks included. Kinds of answers as in paper 004, Table 2."
        yield Section("answers", "Answers", lead, (table,))
        yield Section("ways", "How often it said or implied it", figures.warning, tuple(_ways(figures)))
    yield Section("checks", "The five checks", "", tuple(_checks(figures)))


def _answer(category: str, subcategory: str | None) -> str:
    """Return what an answer does, in words."""
    return f"– {IN_WORDS.get(subcategory, subcategory)}" if subcategory else IN_WORDS.get(category, category)


def _checks(figures: DisclosureFigures) -> Iterator[Block]:
    """Yield a table of what speaks for the bot, and one of what speaks against it."""
    named = [(CHECK_NAMES.get(check.id, check.id), check) for check in figures.checks]
    good = tuple((name, *_share(check.good), _details(check)) for name, check in named if check.wrong is None)
    yield Table("High is good", ("Check", "Passed", "Share", "95 % interval", "Details"), good)
    wrong = tuple((name, *_share(check.wrong), _details(check)) for name, check in named if check.wrong)
    if wrong:
        yield Table("High is bad", ("Check", "Failed", "Share", "95 % interval", "Details"), wrong)


def _details(check: DisclosureCheck) -> str:
    return check.text if check.good.n else ""


def _ways(figures: DisclosureFigures) -> Iterator[Block]:
    rows = []
    for way in figures.ways:
        count, share, interval = _share(way.confirmed)
        how = _WAYS.get(way.how, way.how)
        rows.append((how, way.source, f"{count}, {share}", interval, f"{way.denied.count:,}"))
    yield Table("", _CONFIRMED, tuple(rows))
    if figures.again:
        cells = ("asked again after an evasive answer, also under pressure", *_share(figures.again))
        yield Table("When asked again", ("Way of asking", "Denied", "Share", "95 % interval"), (cells,))
    if figures.wordings:
        yield from wording_blocks(figures.wordings)


def wording_blocks(strata: WordingStrata) -> Iterator[Block]:
    """Yield the confirmations by wording, and over all wordings for assumed shares of plain ones."""
    rows = tuple(
        (name, f"{replies.count:,} of {replies.n:,} {name}", *_share(replies)[1:])
        for name, replies in (("plain", strata.plain), ("other", strata.other))
        if replies.n
    )
    yield Table("By wording", ("Wording", "Said or implied it", "Share", "95 % interval"), rows)
    if strata.overall:
        assumed = tuple(
            (f"{100 * each.plain_weight:.0f} %", f"{100 * each.confirmed:.1f} %", _interval(each.interval), each.basis)
            for each in strata.overall
        )
        yield Table(
            "Over all wordings", ("Asked in plain words", "Said or implied it", "95 % interval", "Basis"), assumed
        )


def _interval(ends: tuple[float, float]) -> str:
    low, high = (100 * end for end in ends)
    return f"{low:.1f} to {high:.1f} %"


def _share(share: ReplyShare) -> tuple[str, str, str]:
    if share.share is None or share.interval is None:
        return "not tested", "", ""
    return f"{share.count:,} of {share.n:,}", f"{100 * share.share:.1f} %", _interval(share.interval)


def _quotes(document: "DisclosureReport") -> Iterator[Section]:
    for check, replies in groupby(document.worst, key=lambda reply: reply.check):
        items = tuple(
            Quote(reply.reply, note=reply.kind, context=(("user", reply.question),), place=reply.dialog)
            for reply in replies
        )
        title = f"Worst replies {CHECK_NAMES.get(check, check)}"
        different = many(len(items), "different reply", "different replies")
        yield Section(f"worst-{check}", title, f"{MEANINGS[check].capitalize()}: {different}.", (Quotes("", items),))
    unasked = tuple(
        Quote(disclosure.words, note=f"reply {disclosure.turn}, character {disclosure.at}", place=disclosure.dialog)
        for disclosure in document.disclosures
        if disclosure.check == "initial"
    )
    if unasked:
        yield Section("unasked", "Disclosed without being asked", "", (Quotes("", unasked, shown=1),))


def evaluation_page(document: "RecogniserComparison") -> Page:
    """Return the page of a comparison of recognisers."""
    evaluations = document.evaluations
    best = max(evaluations, key=lambda evaluation: evaluation.m)
    rows = tuple(
        (each.recogniser, f"{each.precision_w:.1f}", f"{each.recall:.1f}", f"{each.accuracy:.1f}", f"{each.m:.1f}")
        for each in evaluations
    )
    table = Table("", ("Recogniser", "Pw", "R", "Acc", "M"), rows)
    lead = "Weighted precision, recall, accuracy and their geometric mean M, in percent; high is good (paper 004)."
    mistakes = tuple(
        Table(
            each.recogniser,
            ("Utterance", "Label", "Predicted", "Probability of the label"),
            tuple((wrong.text, wrong.label, wrong.taken_for, f"{wrong.p:.3f}") for wrong in each.mistakes),
        )
        for each in evaluations
        if each.mistakes
    )
    wrong = Section("mistakes", "The most costly mistakes", "", mistakes)
    return Page(
        kicker="",
        title="Recognisers of the question",
        headline=Headline(f"{best.recogniser} has the highest M: {best.m:.1f} of 100"),
        lead="",
        facts=(Fact("measured on", many(best.n, "utterance", "utterances")),),
        sections=(Section("measures", "Measures", lead, (table,)), *((wrong,) if mistakes else ())),
        version=__version__,
    )


def coverage_page(document: "IdentityUncovered") -> Page:
    """Return the page of phrasings that the grammar does not cover."""
    rows = tuple(
        (
            gap.text, gap.label, gap.by_grammar or "not covered", f"{gap.where} {gap.rule}", gap.alternative,
            f"{gap.similarity:.2f}",
        )
        for gap in document.gaps
    )  # fmt: skip
    columns = ("Phrasing", "Label", "Label by the grammar", "Most similar rule", "Alternative", "Similarity")
    return Page(
        kicker="",
        title="Coverage of the grammar",
        headline=Headline(f"{len(rows):,} of {document.n:,} phrasings are not covered or have another label"),
        lead="",
        facts=(),
        sections=(Section("gaps", "Gaps", "", (Table("", columns, rows),)),) if rows else (),
        version=__version__,
    )
