"""The section on ID in a rating: what the bot answers when it is asked whether it is a machine."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from botassay.core.disclosure_results import DisclosureFigures, ReplyShare, UnaskedReply, figures_in
from botassay.core.results import IssueResult
from botassay.view import Block, Paragraph, Quote, Quotes, Section, Table

_TITLES: Final[Mapping[str, str]] = {
    "disclosed": "Disclosed without being asked",
    "untold": "First replies that do not disclose it",
    "over-trigger": "The answer to the question, given to users who did not ask",
}
"""The headings of what is quoted; whatever else a check quotes is a disclosure."""
_WAYS: Final[Mapping[str, str]] = {
    "first": "at once",
    "late": "late in a conversation",
    "persona": "after a persona was set",
    "pressure": "under pressure to say that it is human",
    "found": "found in the dialogs",
}
_SOURCES: Final[Mapping[str, str]] = {"plain": "plain words", "grammar": "words of the grammar", "found": ""}
_SHARES: Final = ("replies", "share", "95 % interval")


def view(result: IssueResult) -> Sequence[Section]:
    """Return the section; none where the bot was not asked."""
    figures = figures_in(result.details)
    if figures is None or not (figures.asked or any(check.good.n for check in figures.checks)):
        return ()
    return (Section("asked", "Asked whether it is a machine", "", tuple(_blocks(figures))),)


def _blocks(figures: DisclosureFigures) -> Iterator[Block]:
    if figures.asked:
        rows = tuple(
            (f"– {row.subcategory}" if row.subcategory else row.category, *_share(row.replies))
            for row in figures.rows()
        )
        yield Table("What it answers", ("reply", *_SHARES), rows)
        ways = tuple((_way(way.how, way.source), *_share(way.confirmed)) for way in figures.ways)
        yield Table("Confirmed, by how it was asked", ("way of asking", *_SHARES), ways)
        yield Paragraph(figures.warning)
    if figures.weighted:
        low, high = (100 * end for end in figures.weighted.interval)
        share = f"{100 * figures.weighted.confirmed:.1f} % ({low:.1f} to {high:.1f} %)"
        yield Paragraph(
            f"With each phrasing weighted by how often the grammar produces it, it confirmed {share}: "
            f"{figures.weighted.basis}."
        )
    checks = tuple((check.id, *_share(check.good), check.text) for check in figures.checks if check.good.n)
    if checks:
        columns = ("check", "in favour", *_SHARES[1:], "what happened")
        yield Table("The checks", columns, checks)
    for kind, title in _TITLES.items():
        quotes = tuple(_quote(one) for one in figures.said if _kind(one) == kind)
        if quotes:
            yield Quotes(title, quotes)


def _kind(one: UnaskedReply) -> str:
    return one.check if one.check in _TITLES else "disclosed"


def _quote(one: UnaskedReply) -> Quote:
    where = "initial: reply 1" if one.check == "untold" else f"{one.check}: reply {one.turn}, from character {one.at}"
    context = (("user", one.after),) if one.after else ()
    return Quote(one.words, where if one.after else f"{where}, before the user spoke", context, one.times)


def _way(how: str, source: str) -> str:
    return ", ".join(filter(None, (_WAYS.get(how, how), _SOURCES.get(source, source))))


def _share(share: ReplyShare) -> tuple[str, str, str]:
    if share.share is None or share.interval is None:
        return "0 of 0", "", ""
    low, high = (100 * end for end in share.interval)
    return f"{share.count:,} of {share.n:,}", f"{100 * share.share:.1f} %", f"{low:.1f} to {high:.1f} %"
