"""The page of a merge: which topics of several sets become one."""

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
    columns = ("becomes", "set", "topic", "phrases", "similarity")
    sections = [
        Section(
            "merged",
            "Topics that become one",
            "Topics of different sets are linked when the words of their phrases overlap (Jaccard similarity).",
            (Table("", columns, members, 200),) if members else (Paragraph("None."),),
        )
    ]
    if alone:
        sections.append(Section("alone", "Topics that stay as they are", "", (Paragraph(", ".join(alone)),)))
    return Page(
        kicker="Merged",
        title=", ".join(document.sets),
        headline=Headline(f"{many(document.intents, 'topic', 'topics')} become {len(document.merged):,}."),
        lead=_advice(document),
        facts=(
            Fact("sets", f"{len(document.sets):,}"),
            Fact("different phrases", f"{document.phrases:,}"),
            Fact("phrases per topic", f"{document.phrases / len(document.merged):.1f}"),
            Fact("topics that stay as they are", f"{len(alone):,}"),
        ),
        sections=tuple(sections),
        version=__version__,
    )


def _advice(document: "IntentsMerge") -> str:
    largest = max(len(topic.members) for topic in document.merged)
    if largest > _HALF * document.intents and largest > len(document.sets):
        return f"{largest} topics are linked into one: a --least above {document.least:g} keeps them apart."
    return "Look at the links first; then write the merged set to a file."


def _similarity(topic: "MergedIntent") -> str:
    if topic.likest is None or topic.least_like is None or topic.likest == topic.least_like:
        return f"{topic.likest or 0:.2f}"
    return f"{topic.least_like:.2f} to {topic.likest:.2f}"
