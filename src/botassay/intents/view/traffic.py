"""The page of a log's topics: how much is recognised, and what the rest is about."""

from typing import TYPE_CHECKING, Final

from botassay import __version__
from botassay.core.text.plural import many
from botassay.view import (
    Block,
    Fact,
    Headline,
    Interval,
    IntervalPanel,
    Intervals,
    Page,
    Paragraph,
    Quote,
    Quotes,
    Section,
    Table,
    percent,
)

if TYPE_CHECKING:
    from botassay.intents.documents import IntentsTraffic, QuestionShare

_DRAWN: Final = 12
"""Topics that are drawn."""
_OPEN: Final = 20
"""Rows that are read at once."""


def traffic_page(document: "IntentsTraffic") -> Page:
    """Return the page."""
    sections = (_topics(document), _unrecognised(document), _method(document))
    return Page(
        kicker="What people ask about in",
        title=document.data,
        headline=Headline(f"{percent(document.recognised.value)} of the questions are recognised."),
        lead=_lead(document),
        facts=(
            Fact("questions", f"{document.questions:,}"),
            Fact("different questions", f"{document.distinct:,}"),
            Fact("recognised", percent(document.recognised.value)),
            Fact("topics", f"{len(document.intents):,}"),
        ),
        sections=tuple(section for section in sections if section.blocks),
        version=__version__,
    )


def _lead(document: "IntentsTraffic") -> str:
    if not document.unrecognised:
        return "Every question was recognised."
    largest = document.unrecognised[0]
    n = largest.share.count
    more = ", and more below" if len(document.unrecognised) > 1 else ""
    return (
        f"What was not recognised is about: {', '.join(largest.words) or largest.examples[0]} "
        f"({many(n, 'question', 'questions')}){more}. Write phrases for what is asked often: botassay intents review "
        "makes them from such a log."
    )


def _spanned(share: "QuestionShare") -> str:
    low, high = share.interval
    return f"{100 * share.value:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def _topics(document: "IntentsTraffic") -> Section:
    blocks: tuple[Block, ...] = ()
    if document.intents:
        intervals = tuple(
            Interval(topic.intent, topic.share.interval, (topic.share.value,), percent(topic.share.value))
            for topic in document.intents[:_DRAWN]
        )
        caption = "The dot is the share of all questions, the bar its 95 % confidence interval."
        rows = tuple(
            (
                topic.intent,
                f"{topic.share.count:,}",
                _spanned(topic.share),
                percent(topic.up_to_here),
                topic.examples[0],
            )
            for topic in document.intents
        )
        columns = ("topic", "questions", "share of all", "up to here", "for example")
        blocks = (
            Intervals("The most frequent topics", (IntervalPanel("share", intervals),), caption),
            Table("All topics, the most frequent first", columns, rows, _OPEN),
        )
    lead = "What was recognised, by topic. Up to here: this topic and all that are more frequent."
    return Section("topics", "What people ask about", lead, blocks)


def _unrecognised(document: "IntentsTraffic") -> Section:
    lead = "What was not recognised, in groups of similar questions, the largest first."
    groups = document.unrecognised
    blocks: list[Block] = [
        Quotes(
            f"{', '.join(group.words) or 'without a common word'}: {many(group.share.count, 'question', 'questions')}, "
            f"{_spanned(group.share)}",
            tuple(map(Quote, group.examples)),
        )
        for group in groups[:_OPEN]
    ]
    if len(groups) > _OPEN:
        left = sum(group.share.count for group in groups[_OPEN:])
        more = f"{many(left, 'more question', 'more questions')} in {many(len(groups) - _OPEN, 'group', 'groups')}"
        blocks.append(Paragraph(f"And {more}: FILE.csv and FILE.json have all."))
    return Section("unrecognised", "What was not recognised", lead, tuple(blocks))


def _method(document: "IntentsTraffic") -> Section:
    who = f"{document.classifier}, trained on the phrases given" if document.classifier else "the bot, as its log says"
    rows = (
        ("topics assigned by", who),
        (
            "recognised",
            f"assigned to a topic with a confidence of {document.threshold:g} or more, and not left to people",
        ),
        ("share recognised", _spanned(document.recognised)),
    )
    lead = "Each question counts as often as it was asked. In brackets: 95 % confidence intervals."
    return Section("method", "How it was measured", lead, (Table("In numbers", ("what", "value"), rows),))
