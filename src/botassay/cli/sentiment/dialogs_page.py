"""The page of conversations: how long they are by role and group, and whether sentiment goes with the group."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from botassay import __version__
from botassay.cli.sentiment.rating_page import SIGNIFICANT
from botassay.cli.sentiment.tests_grid import pair_grid
from botassay.core.text.plural import many
from botassay.io.csv_safe import csv_table
from botassay.report.inert import cell
from botassay.view import (
    Block,
    CausalGraph,
    Details,
    Fact,
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
    Tone,
)

if TYPE_CHECKING:
    from botassay.sentiment.conversation_tests import Properties, Property, SentimentDialogs
    from botassay.sentiment.results import GroupRating, PairResult

_TITLES: Final = {
    "words": "Words of an utterance",
    "stop_words": "Stop words of an utterance",
    "utterances": "Utterances of a conversation",
    "turns": "Turns of a conversation",
}
_SERIES: Final = 5
"""Groups that are drawn as lines: more nobody can tell apart."""
_TICKS: Final = 5
_COUNTED: Final = (
    "Counted as it was said, without the proxies. Stop words are those of our own list, stop.txt. A turn is a run of "
    "the user's utterances that the bot answers."
)
_RAW: Final = "The raw score: rejections of “both groups get the same”, weighted by how sure they are; 0 is best."


def page(document: "SentimentDialogs", file: str) -> Page:
    """Lay out the page.

    Args:
        document: what was found.
        file: the name of the conversations.
    """
    verdict, tone = _verdict(document)
    groups = ", ".join(f"{name} {n:,}" for name, n in document.conversations.items())
    tests = [_tests(role, group, document) for role, group in document.roles.items()]
    left_out = (
        f" Not tested, as there is one conversation: {', '.join(document.left_out)}." if document.left_out else ""
    )
    return Page(
        kicker="Conversations by the user's group in",
        title=file,
        headline=Headline(verdict, tone),
        lead=f"Conversations: {groups}.{left_out}",
        facts=(
            Fact("conversations", f"{sum(document.conversations.values()):,}"),
            Fact("groups", f"{len(document.conversations):,}"),
            *(Fact(f"merged utterances of the {role}", f"{one.sentences:,}") for role, one in document.roles.items()),
        ),
        sections=(
            *tests,
            Section("properties", "How they talk", _COUNTED, tuple(_properties(document))),
            _method(document),
        ),
        version=__version__,
    )


def _verdict(document: "SentimentDialogs") -> tuple[str, "Tone"]:
    """Say by which systems sentiment goes with the group beyond chance; the controls aside."""
    found = {
        role: [
            name
            for name in group.raw
            if name.partition(":")[0] not in {"biased", "random"} and _sure(_pairs(group, name))
        ]
        for role, group in document.roles.items()
    }
    said = [f"what the {role} says (by {', '.join(names)})" for role, names in found.items() if names]
    if said:
        return f"Sentiment goes with the user's group: {' and '.join(said)}.", "last"
    return "No sure sign that sentiment goes with the user's group.", "none"


def _pairs(group: "GroupRating", system: str) -> "list[PairResult]":
    from botassay.sentiment.results import PairResult

    return [row for row in group.detail[system] if isinstance(row, PairResult)]


def _sure(rows: "list[PairResult]") -> "list[PairResult]":
    return [row for row in rows if row.p_holm is not None and row.p_holm < SIGNIFICANT]


# ── the tests ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _tests(role: str, group: "GroupRating", document: "SentimentDialogs") -> Section:
    blocks: list[Block] = [
        diagram(role, group),
        RankChart.of("The order of the systems", group.order, group.rating, document.levels, _RAW),
    ]
    for system in group.raw:
        rows = _pairs(group, system)
        blocks.append(
            Details(f"{system}: {many(len(rows), 'test', 'tests')}", tuple(pair_grid(rows, document.mode.alphas)))
        )
    lead = (
        f"The sentiment of {many(group.sentences, 'utterance', 'utterances')}; those that follow each other are one. "
        "Does it depend on the user's group?"
    )
    return Section(f"said-by-{role}", f"What the {role} says", lead, tuple(blocks))


def diagram(role: str, group: "GroupRating") -> CausalGraph:
    """Draw the model of the paper's Figs. 5 and 6: the user's group, what is said, and its sentiment."""
    z, y = GraphNode("user's group", "protected attribute"), GraphNode("sentiment", f"of the {role}'s words")
    x = GraphNode("utterance", "input")
    found = []
    for system in group.raw:
        rows = _sure(_pairs(group, system))
        pairs = ", ".join(f"{' / '.join(row.pair)} {row.difference:+.2f}" for row in rows)
        found.append(f"{system} {pairs or 'no'}")
    links = (
        GraphLink("xy", wanted=True),
        GraphLink("zy", wanted=False, tested=True, result=f"Beyond chance (p < .05, Holm)? {'; '.join(found)}"),
        GraphLink("zx", wanted=False, sure=False),
    )
    caption = "What people talk about may go with their group, too: of that these tests know nothing."
    return CausalGraph("Does the user's group lead to sentiment?", z, x, y, links, caption)


# ── properties ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _properties(document: "SentimentDialogs") -> Iterator[Block]:
    panels = tuple(_panel(document, field) for field in _TITLES)
    yield Intervals("Mean, least and most", panels, "The bar goes from the least to the most, the dot is the mean.")
    for role in ("user", "bot"):
        yield _lines(document, role)
    rows = tuple(
        (_who(row), f"{row.conversations:,}", *(_said(getattr(row, field)) for field in _TITLES))
        for row in document.properties
    )
    columns = ("who", "conversations", "words", "stop words", "utterances", "turns")
    yield Table("Mean (least to most)", columns, rows)
    if len(document.conversations) > _SERIES:
        yield Paragraph(f"Lines are drawn for the first {_SERIES} groups.")


def _who(row: "Properties") -> str:
    return f"{row.role}, {'all' if row.group is None else row.group}"


def _said(one: "Property") -> str:
    return "none" if one.mean is None else f"{one.mean:.2f} ({one.least} to {one.most})"


def _panel(document: "SentimentDialogs", field: str) -> IntervalPanel:
    found: list[tuple[Properties, Property]] = [(row, getattr(row, field)) for row in document.properties]
    whole = max((one.most or 0 for _, one in found), default=0) or 1
    ticks = tuple(f"{whole * at / (_TICKS - 1):g}" for at in range(_TICKS))
    return IntervalPanel(_TITLES[field], tuple(_range(row, one, whole) for row, one in found), ticks)


def _range(row: "Properties", one: "Property", whole: int) -> Interval:
    if one.mean is None or one.least is None or one.most is None:
        return Interval(_who(row), None, (), "none")
    return Interval(_who(row), (one.least / whole, one.most / whole), (one.mean / whole,), _said(one))


def _lines(document: "SentimentDialogs", role: str) -> Lines:
    """Draw how many utterances each conversation has, the shortest first, a line for each group."""
    counts = {
        group: sorted(getattr(one, role) for one in document.each if one.group == group)
        for group in list(document.conversations)[:_SERIES]
    }
    whole = max((count for some in counts.values() for count in some), default=0) or 1
    series = tuple(
        LineSeries(
            group,
            tuple((at / (len(some) - 1) if len(some) > 1 else 0.5, count / whole) for at, count in enumerate(some)),
            f"{many(len(some), 'conversation', 'conversations')}, {some[0]} to {some[-1]} utterances",
        )
        for group, some in counts.items()
        if some
    )
    ticks = (Tick(0.0, "shortest"), Tick(1.0, "longest"))
    title = f"Utterances of the {role} in each conversation, of the {whole:,} in the longest"
    return Lines(title, "the conversations of a group, the shortest first", series, ticks)


def _method(document: "SentimentDialogs") -> Section:
    mode = document.mode
    confidence = ", ".join(
        f"{100 * (1 - alpha):g} % weighs {weight:g}" for alpha, weight in zip(mode.alphas, mode.weights, strict=True)
    )
    rows = (
        ("mode", mode.name),
        ("confidence, and what a rejection weighs", confidence),
        ("degrees of freedom", mode.df),
        ("p, adjusted", "for all tests of the system and the role (Holm)"),
    )
    return Section("method", "How it was measured", "", (Table("In numbers", ("what", "value"), rows),))


def table(document: "SentimentDialogs") -> bytes:
    """Write the table of properties as CSV: a row for each role and group."""
    ends = [f"{field}_{end}" for field in _TITLES for end in ("mean", "least", "most")]
    rows: list[list[object]] = [["role", "group", "conversations", *ends]]
    for row in document.properties:
        found: list[Property] = [getattr(row, field) for field in _TITLES]
        numbers = [value for one in found for value in (one.mean, one.least, one.most)]
        rows.append([row.role, cell(row.group or "all"), row.conversations, *numbers])
    return csv_table(rows).encode()
