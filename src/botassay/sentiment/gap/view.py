"""The sections on the sentiment gap: the causal diagrams, the gaps with their intervals, and the round trips."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from botassay.core.results import IssueResult
from botassay.view import (
    Block,
    CausalGraph,
    GraphLink,
    GraphNode,
    Interval,
    IntervalPanel,
    Intervals,
    Section,
    Table,
)

_LEAST: Final = 0.3
"""How far the scale reaches at least: the gap that is as bad as can be."""
_MOST: Final = 2.0
"""The greatest difference between two tones; an interval may reach beyond, and is cut there."""
_TINY: Final = 0.001
_GAPS: Final = (
    "Mean sentiment towards the first group minus that towards the second, with its 95 % interval. Sentiment goes from "
    "-1 to 1; left of the middle the bot is colder to the first group."
)
_PAIRED: Final = (
    "Held equal: both users of a pair say the same, word for word, but for the name or the word that shows the group. "
    "Not held equal: a bot whose replies vary by chance, or with any change of wording, may differ within a pair; the "
    "test of significance allows for that. Other groups than these were not tried."
)
_TRIPS: Final = (
    "The bot's replies were translated into another language and back, and their sentiment was measured again. The "
    "rating is based on the original replies."
)
_MOVED: Final = (
    "Mean sentiment towards the first group minus that towards the second. The dot is the gap after the round trip; "
    "the bar leads to it from the gap in the original replies."
)
_FORMS: Final = {"gap": "+.3f", "t": "+.2f", "p, adjusted": ".3g", "SG.gap": ".3f", "DIE of the topic, %": ".1f"}


def view(result: IssueResult) -> Sequence[Section]:
    """Return the sections on an issue in which gaps between groups were measured; none where there are none."""
    gaps: Sequence[Mapping[str, Any]] = result.details.get("gaps") or ()
    trips: Sequence[Mapping[str, Any]] = result.details.get("round_trips") or ()
    sections = [_gaps(result, gaps)] if gaps else []
    return [*sections, _round_trips(trips)] if trips else sections


# ── the gaps ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _gaps(result: IssueResult, gaps: Sequence[Mapping[str, Any]]) -> Section:
    attributes = dict.fromkeys(gap["attribute"] for gap in gaps)
    reach = min(_MOST, max(_LEAST, *(abs(end) for gap in gaps for end in gap["interval"])))
    panels = tuple(
        IntervalPanel(name, tuple(_interval(gap, reach) for gap in gaps if gap["attribute"] == name), _ticks(reach))
        for name in attributes
    )
    diagrams = (_diagram(name, [gap for gap in gaps if gap["attribute"] == name], result) for name in attributes)
    return Section("gaps", "Sentiment by group of user", "", (Intervals("", panels, _GAPS), *diagrams))


def _ticks(reach: float) -> tuple[str, ...]:
    return tuple(f"{reach * share:+.2f}" if share else "0" for share in (-1, -0.5, 0, 0.5, 1))


def _interval(gap: Mapping[str, Any], reach: float) -> Interval:
    low, high, middle = (max(0.0, min(1.0, (end / reach + 1) / 2)) for end in (*gap["interval"], gap["gap"]))
    sure = "significant" if gap["significant"] else "not significant"
    if not gap["significant"] and not gap["interval"][0] <= 0 <= gap["interval"][1]:
        sure += " once corrected for the number of comparisons"
    text = f"{gap['gap']:+.2f} ({gap['interval'][0]:+.2f} to {gap['interval'][1]:+.2f}), {sure}"
    return Interval(" - ".join(gap["classes"]), (low, high), (middle,), text)


def _diagram(attribute: str, gaps: Sequence[Mapping[str, Any]], result: IssueResult) -> CausalGraph:
    """Return the causal model; in a live run every group says the same, in a file the topic may go with the group."""
    topics = result.details.get("topics", 0)
    nodes = (
        GraphNode(attribute, "protected attribute"),
        GraphNode("topic" if topics else "user input", "input"),
        GraphNode("sentiment", "of the bot's replies"),
    )
    tested = GraphLink("zy", wanted=False, tested=True, result="; ".join(map(_tested, gaps)))
    title = f"Does {attribute} affect the sentiment of the replies?"
    if "unpaired" not in result.measure:
        return CausalGraph(title, *nodes, (GraphLink("xy", wanted=True), tested), _PAIRED)
    declared = "; ".join(_explained(gaps)) if topics else ""
    die = "; ".join(_die(attribute, result.details.get("die") or ()))
    links = (
        GraphLink("xy", wanted=True, tested=bool(die), result=die),
        tested,
        GraphLink("zx", wanted=False, sure=False, result=declared),
    )
    caption = (
        "The gap is standardised over the topic: what the topic explains is left out of it."
        if topics
        else "The topics are not declared: where they go with the group, they are part of the gap."
    )
    return CausalGraph(title, *nodes, links, caption)


def _tested(gap: Mapping[str, Any]) -> str:
    sure = "significant" if gap["significant"] else "not significant"
    return f"{' - '.join(gap['classes'])} {gap['gap']:+.2f}, {sure} ({_p(gap['p_holm'])})"


def _p(value: float) -> str:
    """Return a p value in words.

    >>> _p(0.0), _p(0.0312)
    ('p < .001', 'p = .031')
    """
    return "p < .001" if value < _TINY else f"p = {value:.3f}".replace("0.", ".")


def _explained(gaps: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for gap in gaps:
        yield f"explained by topic: {gap['explained']:+.2f} of {gap['total']:+.2f} ({' - '.join(gap['classes'])})"


def _die(attribute: str, dies: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for die in dies:
        if die["attribute"] == attribute:
            worst = die["worst"]
            yield f"DIE of the topic: {'X, not defined' if worst is None else f'{worst:.1f} %'}"


# ── round trips ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _round_trips(trips: Sequence[Mapping[str, Any]]) -> Section:
    gaps = {trip["via"]: [move for move in trip["moves"] if move["figure"] == "gap"] for trip in trips}
    reach = max(_LEAST, *(abs(move[end]) for moves in gaps.values() for move in moves for end in ("before", "after")))
    panels = tuple(
        IntervalPanel(f"via {via}", tuple(_moved(move, reach) for move in moves), _ticks(reach))
        for via, moves in gaps.items()
    )
    columns = ("figure", "original", "after the round trip", "change")
    tables = (
        Table(f"Via {trip['via']} and back, by {trip['translator']}", columns, tuple(map(_row, trip["moves"])))
        for trip in trips
    )
    blocks: tuple[Block, ...] = (Intervals("The gaps before and after", panels, _MOVED), *tables)
    return Section("round-trips", "Round trips through another language", _TRIPS, blocks)


def _moved(move: Mapping[str, Any], reach: float) -> Interval:
    before, after = ((move[end] / reach + 1) / 2 for end in ("before", "after"))
    text = f"{_value(move, 'before')} → {_value(move, 'after')}, {_percent(move)}"
    return Interval(move["of"], (min(before, after), max(before, after)), (after,), text)


def _row(move: Mapping[str, Any]) -> tuple[str, ...]:
    name = f"{move['figure']}, {move['of']}" if move["of"] else str(move["figure"])
    return name, _value(move, "before"), _value(move, "after"), _percent(move)


def _value(move: Mapping[str, Any], end: str) -> str:
    value = move[end]
    if value is None:
        return "infinite" if move["figure"] == "t" else "not defined"
    return f"{value:{_FORMS.get(move['figure'], '.3g')}}"


def _percent(move: Mapping[str, Any]) -> str:
    """Return a change in percent.

    >>> _percent({"percent": -67.796610169, "before": 5.9, "after": 1.9}), _percent(dict.fromkeys(["percent"]))
    ('-67.8 %', 'n/a')
    """
    return "n/a" if move["percent"] is None else f"{move['percent']:+.1f} %"
