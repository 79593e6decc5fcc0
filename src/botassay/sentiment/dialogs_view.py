"""The page of conversations: whether sentiment depends on the user's group, and how long the conversations are."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from botassay import __version__
from botassay.core.text.plural import many
from botassay.io.csv_safe import csv_table
from botassay.sentiment.result_tables import significant
from botassay.sentiment.results import ConversationProperties, CountSummary, GroupRating, PairResult
from botassay.sentiment.view import chance_block, mode_facts, system_blocks
from botassay.view import (
    Block,
    CausalGraph,
    Fact,
    Facts,
    GraphLink,
    GraphNode,
    Headline,
    Interval,
    IntervalPanel,
    Intervals,
    Lines,
    LineSeries,
    Page,
    Paragraph,
    RankChart,
    Section,
    Table,
    Tick,
)
from botassay.view.escape import cell

if TYPE_CHECKING:
    from botassay.sentiment.documents import SentimentDialogs

_TITLES: Final = {
    "words": "Words of an utterance",
    "stop_words": "Stop words of an utterance",
    "utterances": "Utterances of a conversation",
    "turns": "Turns of a conversation",
}
_LINES: Final = 5
"""Groups drawn as lines: more cannot be distinguished."""
_TICKS: Final = 5
_CONTROLS: Final = frozenset({"biased", "random"})
_COUNTING: Final = (
    "Counted without the proxies. Stop words are those of the list that comes with botassay (stop.txt). A turn is a "
    "run of the user's utterances that the bot answers."
)
_RAW: Final = "Raw score: the weighted number of rejected tests of “both groups get the same sentiment”; 0 is best."


def view(document: "SentimentDialogs", *, tables: bool = False) -> Page:
    """Return the page of tested conversations.

    Args:
        document: the tests and the properties.
        tables: whether the tables of all tests are unfolded.
    """
    groups = ", ".join(f"{name} {count:,}" for name, count in document.conversations.items())
    left_out = f" Not tested (a single conversation): {', '.join(document.left_out)}." if document.left_out else ""
    tests = [_tests(role, group, document, tables=tables) for role, group in document.roles.items()]
    method = Facts(mode_facts(document.mode, "system and role"))
    return Page(
        kicker="Conversations by the user's group in",
        title=document.data,
        headline=_headline(document),
        lead=f"Conversations by the user's group: {groups}.{left_out}",
        facts=(
            Fact("conversations", f"{sum(document.conversations.values()):,}"),
            Fact("groups", f"{len(document.conversations):,}"),
            *(Fact(f"merged utterances of the {role}", f"{g.sentences:,}") for role, g in document.roles.items()),
        ),
        sections=(
            *tests,
            Section("properties", "Length of the conversations", _COUNTING, tuple(_properties(document))),
            Section("method", "Method", "", (method,)),
        ),
        version=__version__,
    )


def _headline(document: "SentimentDialogs") -> Headline:
    """Return a sentence on the systems by which sentiment depends on the group, without the controls."""
    systems = {
        role: [
            name for name in group.raw if name.partition(":")[0] not in _CONTROLS and significant(_pairs(group, name))
        ]
        for role, group in document.roles.items()
    }
    affected = [f"what the {role} says (by {', '.join(names)})" for role, names in systems.items() if names]
    if affected:
        return Headline(f"Sentiment depends on the user's group: {' and '.join(affected)}.", "last")
    return Headline("No significant dependence of sentiment on the user's group.")


def _pairs(group: GroupRating, system: str) -> list[PairResult]:
    return [row for row in group.detail[system] if isinstance(row, PairResult)]


# ── the tests ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _tests(role: str, group: GroupRating, document: "SentimentDialogs", *, tables: bool) -> Section:
    order = RankChart.of("The order of the systems", group.order, group.rating, document.levels, _RAW)
    blocks: list[Block] = [_diagram(role, group), order, *chance_block(group)]
    for system in group.raw:
        blocks += system_blocks(group, system, document.mode, unfolded=tables)
    lead = (
        f"Does the sentiment of {many(group.sentences, 'utterance', 'utterances')} depend on the user's group? "
        "Consecutive utterances are merged."
    )
    return Section(f"said-by-{role}", f"What the {role} says", lead, tuple(blocks))


def _diagram(role: str, group: GroupRating) -> CausalGraph:
    """Return the model of the paper's Figs. 5 and 6: the user's group, the utterance, and its sentiment."""
    results = []
    for system in group.raw:
        rows = significant(_pairs(group, system))
        pairs = ", ".join(f"{' / '.join(row.pair)} {row.difference:+.2f}" for row in rows)
        results.append(f"{system} {pairs or 'no'}")
    links = (
        GraphLink("xy", wanted=True),
        GraphLink("zy", wanted=False, tested=True, result=f"Significant (p < .05, Holm)? {'; '.join(results)}"),
        GraphLink("zx", wanted=False, sure=False),
    )
    return CausalGraph(
        "Does the user's group affect sentiment?",
        GraphNode("user's group", "protected attribute"),
        GraphNode("utterance", "input"),
        GraphNode("sentiment", f"of the {role}'s words"),
        links,
        "These tests do not control for the topic, which may depend on the group, too.",
    )


# ── properties ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _properties(document: "SentimentDialogs") -> Iterator[Block]:
    panels = tuple(_panel(document, field) for field in _TITLES)
    yield Intervals("Mean, minimum and maximum", panels, "The bar spans minimum to maximum; the dot is the mean.")
    for role in ("user", "bot"):
        yield _lengths(document, role)
    rows = tuple(
        (_who(row), f"{row.conversations:,}", *(_summary(getattr(row, field)) for field in _TITLES))
        for row in document.properties
    )
    columns = ("who", "conversations", "words", "stop words", "utterances", "turns")
    yield Table("Mean (minimum to maximum)", columns, rows)
    if len(document.conversations) > _LINES:
        yield Paragraph(f"Lines are drawn for the first {_LINES} groups.")


def _who(row: ConversationProperties) -> str:
    return f"{row.role}, {'all' if row.group is None else row.group}"


def _summary(counts: CountSummary) -> str:
    return "none" if counts.mean is None else f"{counts.mean:.2f} ({counts.least} to {counts.most})"


def _panel(document: "SentimentDialogs", field: str) -> IntervalPanel:
    summaries: list[tuple[str, CountSummary]] = [(_who(row), getattr(row, field)) for row in document.properties]
    whole = max((counts.most or 0 for _, counts in summaries), default=0) or 1
    ticks = tuple(f"{whole * at / (_TICKS - 1):g}" for at in range(_TICKS))
    return IntervalPanel(_TITLES[field], tuple(_interval(who, counts, whole) for who, counts in summaries), ticks)


def _interval(who: str, counts: CountSummary, whole: int) -> Interval:
    if counts.mean is None or counts.least is None or counts.most is None:
        return Interval(who, None, (), "none")
    return Interval(who, (counts.least / whole, counts.most / whole), (counts.mean / whole,), _summary(counts))


def _lengths(document: "SentimentDialogs", role: str) -> Lines:
    """Return a chart of the utterances in each conversation, the shortest first, a line for each group."""
    counts = {
        group: sorted(getattr(talk, role) for talk in document.each if talk.group == group)
        for group in list(document.conversations)[:_LINES]
    }
    whole = max((count for lengths in counts.values() for count in lengths), default=0) or 1
    series = tuple(
        LineSeries(
            group,
            tuple((at / (len(lengths) - 1) if len(lengths) > 1 else 0.5, n / whole) for at, n in enumerate(lengths)),
            f"{many(len(lengths), 'conversation', 'conversations')}, {lengths[0]} to {lengths[-1]} utterances",
        )
        for group, lengths in counts.items()
        if lengths
    )
    title = f"Utterances of the {role} in each conversation, of the {whole:,} in the longest"
    ends = (Tick(0.0, "shortest"), Tick(1.0, "longest"))
    return Lines(title, "the conversations of a group, the shortest first", series, ends)


def properties_csv(document: "SentimentDialogs") -> str:
    """Write the table of properties as CSV: a row for each role and group."""
    ends = [f"{field}_{end}" for field in _TITLES for end in ("mean", "least", "most")]
    rows: list[list[object]] = [["role", "group", "conversations", *ends]]
    for row in document.properties:
        summaries: list[CountSummary] = [getattr(row, field) for field in _TITLES]
        numbers = [value for counts in summaries for value in (counts.mean, counts.least, counts.most)]
        rows.append([row.role, cell(row.group or "all"), row.conversations, *numbers])
    return csv_table(rows)
