"""The page of a merge: the linked topics of several sets."""

from typing import TYPE_CHECKING

from botassay import __version__
from botassay.core.text.plural import many
from botassay.view import Fact, Headline, Page, Paragraph, Section, Table

if TYPE_CHECKING:
    from botassay.intents.documents import IntentsMerge, MergedIntent

_HALF = 0.5


def merge_page(document: "IntentsMerge") -> Page:
    """Return the page."""
    joined = [topic for topic in document.merged if len(topic.members) > 1]
    alone = [topic.intent for topic in document.merged if len(topic.members) == 1]
    members = tuple(
        (topic.intent, member.set, member.intent, f"{member.phrases:,}", _similarity(topic))
        for topic in joined
        for member in topic.members
    )
    columns = ("merged topic", "set", "topic", "phrases", "similarity")
    sections = [
        Section(
            "merged",
            "Merged topics",
            "Topics of different sets are linked if the words of their phrases overlap (Jaccard similarity).",
            (Table("", columns, members, 200),) if members else (Paragraph("None."),),
        )
    ]
    if alone:
        sections.append(Section("alone", "Unchanged topics", "", (Paragraph(", ".join(alone)),)))
    return Page(
        kicker="Merged",
        title=", ".join(document.sets),
        headline=Headline(f"{many(document.intents, 'topic', 'topics')} merged into {len(document.merged):,}."),
        lead=_advice(document),
        facts=(
            Fact("sets", f"{len(document.sets):,}"),
            Fact("different phrases", f"{document.phrases:,}"),
            Fact("phrases per topic", f"{document.phrases / len(document.merged):.1f}"),
            Fact("unchanged topics", f"{len(alone):,}"),
        ),
        sections=tuple(sections),
        version=__version__,
    )


def _advice(document: "IntentsMerge") -> str:
    largest = max(len(topic.members) for topic in document.merged)
    if largest > _HALF * document.intents and largest > len(document.sets):
        return f"{largest} topics are linked into one; use a --least above {document.least:g} to separate them."
    return "Check the links first, then write the merged set with -o."


def _similarity(topic: "MergedIntent") -> str:
    if topic.likest is None or topic.least_like is None or topic.likest == topic.least_like:
        return f"{topic.likest or 0:.2f}"
    return f"{topic.least_like:.2f} to {topic.likest:.2f}"
