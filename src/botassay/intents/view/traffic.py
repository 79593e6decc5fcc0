"""The page of the topics of a log: the share of recognised questions, and groups of the rest."""

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
"""Topics in the chart."""
_OPEN: Final = 20
"""Rows shown at first."""


def traffic_page(document: "IntentsTraffic") -> Page:
    """Return the page."""
    sections = (_topics(document), _unrecognised(document), _method(document))
    return Page(
        kicker="Topics of the questions in",
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
    return (
        f"Largest unrecognised group: {', '.join(largest.words) or largest.examples[0]} "
        f"({many(n, 'question', 'questions')}). Write phrases for frequent questions: botassay intents review creates "
        "them from such a log."
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
        columns = ("topic", "questions", "share of all", "cumulative", "example")
        blocks = (
            Intervals("The most frequent topics", (IntervalPanel("share", intervals),), caption),
            Table("All topics, the most frequent first", columns, rows, _OPEN),
        )
    lead = "Recognised questions by topic. Cumulative: share of this topic and all more frequent ones."
    return Section("topics", "Recognised questions", lead, blocks)


def _unrecognised(document: "IntentsTraffic") -> Section:
    lead = "Groups of similar questions that were not recognised, the largest first."
    groups = document.unrecognised
    blocks: list[Block] = [
        Quotes(
            f"{', '.join(group.words) or 'no common words'}: {many(group.share.count, 'question', 'questions')}, "
            f"{_spanned(group.share)}",
            tuple(map(Quote, group.examples)),
        )
        for group in groups[:_OPEN]
    ]
    if len(groups) > _OPEN:
        left = sum(group.share.count for group in groups[_OPEN:])
        more = f"{many(left, 'more question', 'more questions')} in {many(len(groups) - _OPEN, 'group', 'groups')}"
        blocks.append(Paragraph(f"{more} not shown; FILE.csv and FILE.json list all."))
    return Section("unrecognised", "Unrecognised questions", lead, tuple(blocks))


def _method(document: "IntentsTraffic") -> Section:
    who = f"{document.classifier}, trained on the given phrases" if document.classifier else "the bot, as logged"
    rows = (
        ("topics assigned by", who),
        (
            "recognised",
            f"assigned to a topic with a confidence of at least {document.threshold:g}, and not handed over to people",
        ),
        ("share recognised", _spanned(document.recognised)),
    )
    lead = "Each question counts as often as it was asked. In brackets: 95 % confidence intervals."
    return Section("method", "How it was measured", lead, (Table("Parameters", ("name", "value"), rows),))
