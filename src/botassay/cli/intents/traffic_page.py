"""The page and the table of what real questions fall into: how much is recognised, and what the rest is about."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from botassay import __version__
from botassay.core.text.plural import many
from botassay.io.csv_safe import csv_table
from botassay.report.inert import cell
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
    from botassay.intents.traffic import IntentsTraffic, Share

DRAWN: Final = 12
"""Topics that are drawn."""
OPEN: Final = 20
"""Rows that are read at once."""
COLUMNS: Final = ("kind", "rank", "name", "questions", "share", "low", "high", "up_to_here", "example")


def page(found: "IntentsTraffic", log: str) -> Page:
    """Lay out the page.

    Args:
        found: what the questions fall into.
        log: the name of the file that they stand in.
    """
    said = percent(found.recognised.value)
    return Page(
        kicker="What people ask about in",
        title=log,
        headline=Headline(f"{said} of the questions are recognised."),
        lead=_plain(found),
        facts=(
            Fact("questions", f"{found.questions:,}"),
            Fact("different ones", f"{found.distinct:,}"),
            Fact("recognised", said),
            Fact("topics", f"{len(found.intents):,}"),
        ),
        sections=tuple(section for section in (_topics(found), _unrecognised(found), _method(found)) if section.blocks),
        version=__version__,
    )


def _plain(found: "IntentsTraffic") -> str:
    if not found.unrecognised:
        return "Nothing was left over."
    words = ", ".join(found.unrecognised[0].words) or found.unrecognised[0].examples[0]
    n = found.unrecognised[0].share.count
    more = ", and more below" if len(found.unrecognised) > 1 else ""
    return (
        f"What was not recognised is about: {words} ({many(n, 'question', 'questions')}){more}. Write "
        "phrases for what is asked often: botassay intents review makes them of such a log."
    )


def spanned(share: "Share") -> str:
    """Say a share with its interval."""
    low, high = share.interval
    return f"{100 * share.value:.1f} % ({100 * low:.1f} to {100 * high:.1f})"


def _topics(found: "IntentsTraffic") -> Section:
    blocks: tuple[Block, ...] = ()
    if found.intents:
        ranges = tuple(
            Interval(one.intent, one.share.interval, (one.share.value,), percent(one.share.value))
            for one in found.intents[:DRAWN]
        )
        caption = "The dot is the share of all questions, the bar the range in which the true one lies (95 %)."
        rows = tuple(
            (one.intent, f"{one.share.count:,}", spanned(one.share), percent(one.up_to_here), one.examples[0])
            for one in found.intents
        )
        columns = ("topic", "questions", "share of all", "up to here", "for example")
        blocks = (
            Intervals("The most frequent topics", (IntervalPanel("share", ranges),), caption),
            Table("All topics, the most frequent first", columns, rows, OPEN),
        )
    lead = "What was recognised, by topic. Up to here: this topic and all that are more frequent."
    return Section("topics", "What people ask about", lead, blocks)


def _unrecognised(found: "IntentsTraffic") -> Section:
    lead = "What was not recognised, in groups of questions that are alike, the largest first."
    groups = found.unrecognised
    blocks: list[Block] = [
        Quotes(
            f"{', '.join(one.words) or 'without a common word'}: {many(one.share.count, 'question', 'questions')}, "
            f"{spanned(one.share)}",
            tuple(Quote(text, "") for text in one.examples),
        )
        for one in groups[:OPEN]
    ]
    if len(groups) > OPEN:
        left = sum(one.share.count for one in groups[OPEN:])
        more = f"{many(left, 'more question', 'more questions')} in {many(len(groups) - OPEN, 'group', 'groups')}"
        blocks.append(Paragraph(f"And {more}: FILE.csv and FILE.json have all."))
    return Section("unrecognised", "What was not recognised", lead, tuple(blocks))


def _method(found: "IntentsTraffic") -> Section:
    who = (
        f"{found.classifier}, out of the phrases that it was given" if found.classifier else "the bot, as its log says"
    )
    rows = (
        ("who took questions for topics", who),
        ("recognised", f"taken for a topic with a confidence of {found.threshold:g} or more, and not left to people"),
        ("the share recognised", spanned(found.recognised)),
    )
    lead = "Each question counts as often as it was asked. In brackets where the true share lies (95 %)."
    return Section("method", "How it was measured", lead, (Table("In numbers", ("what", "value"), rows),))


def table(found: "IntentsTraffic") -> bytes:
    """Write a row for each topic, then one for each group of what was not recognised, as CSV."""
    rows: list[Sequence[object]] = [COLUMNS]
    for rank, one in enumerate(found.intents, 1):
        share = one.share
        numbers = (share.count, share.value, *share.interval)
        rows.append(("topic", rank, cell(one.intent), *numbers, one.up_to_here, cell(one.examples[0])))
    for rank, group in enumerate(found.unrecognised, 1):
        share = group.share
        numbers = (share.count, share.value, *share.interval)
        rows.append(("unrecognised", rank, cell(", ".join(group.words)), *numbers, "", cell(group.examples[0])))
    return csv_table(rows).encode()
