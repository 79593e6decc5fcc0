"""The page of the topics of a log: the share of recognised questions, and groups of the rest."""

from collections.abc import Sequence
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
    from botassay.intents.documents import DeferredReason, IntentsTraffic, QuestionShare, TrafficPeriod

BAD: Final = 0.4
GOOD: Final = (0.7, 0.75)
"""Automation rates that the authors call bad and good (paper 001)."""
_REASONS: Final = {
    "asked": "a person was asked for", "not_understood": "not understood", "unsure": "low confidence",
    "no_answer": "no answer",
}  # fmt: skip
_DRAWN: Final = 12
"""Topics in the chart."""
_OPEN: Final = 20
"""Rows shown at first."""


def traffic_page(document: "IntentsTraffic") -> Page:
    """Return the page."""
    sections = (_automation(document), _topics(document), _unrecognised(document), _method(document))
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
            *((Fact("questions of tests, left out", f"{document.probes:,}"),) if document.probes else ()),
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


def _automation(document: "IntentsTraffic") -> Section:
    """Return the automation rate by day or week, with the marks of the paper."""
    blocks: tuple[Block, ...] = ()
    if document.periods:
        blocks = rates_over_time(document.periods, str(document.by))
    elif document.deferred:
        blocks = (Paragraph(f"Deferred because: {_reasons(document.deferred)}."),)
    lead = "Share of answered questions. The authors call 40 % bad, and 70 to 75 % good."
    return Section("automation", "Automation rate", lead, blocks)


def rates_over_time(periods: "Sequence[TrafficPeriod]", by: str) -> tuple[Block, ...]:
    """Return the automation rate by day or week as a chart and a table."""
    intervals = tuple(
        Interval(
            period.start.isoformat(),
            period.answered.interval,
            (period.answered.value,),
            f"{percent(period.answered.value)}{_marked(period.answered.value)}",
        )
        for period in periods
    )
    caption = "The dot is the share of answered questions, the bar its 95 % confidence interval."
    rows = tuple(
        (
            period.start.isoformat(),
            f"{period.questions:,}",
            _spanned(period.answered) + _marked(period.answered.value),
            _reasons(period.deferred),
        )
        for period in periods
    )
    columns = (by, "questions", "answered", "deferred because")
    return (
        Intervals("Automation rate", (IntervalPanel("answered", intervals),), caption),
        Table(f"By {by}", columns, rows, _OPEN),
    )


def _marked(rate: float) -> str:
    return ": bad" if rate <= BAD else ": good" if rate >= GOOD[0] else ""


def _reasons(deferred: "Sequence[DeferredReason]") -> str:
    return ", ".join(f"{_REASONS.get(each.reason, each.reason)} {each.count:,}" for each in deferred) or "none deferred"


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
