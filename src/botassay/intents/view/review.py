"""The page of a review: groups of questions without a good answer, each with its proposed topic."""

from typing import TYPE_CHECKING

from botassay import __version__
from botassay.core.text.plural import many
from botassay.view import Fact, Headline, Page, Paragraph, Quote, Quotes, Section, Table

if TYPE_CHECKING:
    from botassay.intents.documents import IntentsReview, Proposal


def review_page(document: "IntentsReview") -> Page:
    """Return the page."""
    n = len(document.proposals)
    blocks = tuple(map(_quotes, document.proposals)) or (Paragraph("Nothing to review."),)
    return Page(
        kicker="Questions to review in",
        title=document.data,
        headline=Headline(f"{document.unsure:,} of {many(document.questions, 'question', 'questions')} to review."),
        lead=f"They had no answer or a confidence below {document.below:g}.",
        facts=(
            Fact("groups", f"{n:,}"),
            Fact("new topics", f"{sum(proposal.new for proposal in document.proposals):,}"),
            Fact("already in the data", f"{document.known:,}"),
        ),
        sections=(
            Section("groups", "Groups of questions with a proposed topic", "", blocks),
            *((_answered(document),) if document.answered else ()),
        ),
        version=__version__,
    )


def _answered(document: "IntentsReview") -> Section:
    rows = tuple((each.text, each.topic, each.answer or "") for each in document.answered)
    table = Table("A sample by topic", ("question", "recognised topic", "the bot's answer"), rows)
    return Section("answered", "Answered questions to confirm or correct", "", (table,))


def _quotes(proposal: "Proposal") -> Quotes:
    sure = "" if proposal.confidence is None else f" ({proposal.confidence:.2f})"
    topic = f"{'new topic: ' if proposal.new else ''}“{proposal.intent}”{sure}"
    return Quotes(topic, tuple(Quote(asked.text, count=asked.times) for asked in proposal.questions))
