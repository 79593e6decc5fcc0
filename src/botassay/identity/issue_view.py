"""The sections on ID in a rating: the answers to the question, and unasked disclosures."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from botassay.core.disclosure_results import CHECK_NAMES, DisclosureFigures, UnaskedReply, figures_in
from botassay.core.results import IssueResult
from botassay.identity.disclosure.disclosure_counts import WIDGET
from botassay.identity.view import figure_sections
from botassay.view import Quote, Quotes, Section

_TITLES: Final[Mapping[str, str]] = {
    WIDGET: "The chat window says",
    "disclosed": "Disclosed without being asked",
    "untold": "First replies that do not disclose it",
    "over-trigger": "Disclosed in place of an answer to another question",
}
"""The headings of the quotes; those of other checks are disclosures."""


def view(result: IssueResult) -> Sequence[Section]:
    """Return the sections; none if the bot was not asked."""
    figures = figures_in(result.details)
    if figures is None or not (figures.asked or any(check.good.n for check in figures.checks)):
        return ()
    quotes = tuple(_quotes(figures))
    quoted = (Section("unasked", "What it says about itself unasked", "", quotes),) if quotes else ()
    tables = (
        section if section.anchor == "checks" else replace(section, detail=True) for section in figure_sections(figures)
    )
    return (*tables, *quoted)


def _quotes(figures: DisclosureFigures) -> Iterator[Quotes]:
    for kind, title in _TITLES.items():
        own = (reply for reply in figures.said if (reply.check if reply.check in _TITLES else "disclosed") == kind)
        quotes = tuple(map(_quote, own))
        if quotes:
            yield Quotes(title, quotes)


def _quote(reply: UnaskedReply) -> Quote:
    if reply.check == WIDGET:
        return Quote(reply.words, "beside the conversation; no answer of the bot", (), reply.times)
    place = f"{CHECK_NAMES.get(reply.check, reply.check)}: reply {reply.turn}, from character {reply.at}"
    where = "reply 1" if reply.check == "untold" else place
    context = (("user", reply.after),) if reply.after else ()
    return Quote(reply.words, where if reply.after else f"{where}, before the user wrote", context, reply.times)
