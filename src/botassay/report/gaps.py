"""What SG found, drawn: the causal diagram for each protected attribute, and the gaps with their intervals."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from botassay.core.results import IssueResult
from botassay.report.causal import Box, Causal, Link
from botassay.report.plots import Panel, Range, Ranges

_LEAST: Final = 0.3
"""How far the scale reaches at least: the gap that is as bad as can be."""
_MOST: Final = 2.0
"""The greatest difference between two tones; an interval may reach beyond, and is cut there."""
_TINY: Final = 0.001
_CAPTION: Final = (
    "Tone to the first group less that to the second, with its 95 % interval; tones go from -1 to 1. Left of the "
    "middle the bot is colder to the first group."
)


@dataclass(frozen=True, slots=True)
class Gaps:
    """What is drawn of the tone to groups of users."""

    diagrams: tuple[Causal, ...]
    """One for each protected attribute."""
    ranges: Ranges


def gaps(grade: IssueResult) -> Gaps | None:
    """Lay out the gaps of an issue; None where it has none."""
    found: Sequence[Mapping[str, Any]] = grade.details.get("gaps") or ()
    if not found:
        return None
    attributes = dict.fromkeys(gap["attribute"] for gap in found)
    diagrams = (_diagram(name, [gap for gap in found if gap["attribute"] == name], grade) for name in attributes)
    reach = min(_MOST, max(_LEAST, *(abs(end) for gap in found for end in gap["interval"])))
    ticks = tuple(f"{reach * share:+.2f}" if share else "0" for share in (-1, -0.5, 0, 0.5, 1))
    panels = tuple(
        Panel(name, tuple(_range(gap, reach) for gap in found if gap["attribute"] == name), ticks)
        for name in attributes
    )
    return Gaps(tuple(diagrams), Ranges("The gaps in tone", panels, _CAPTION))


def _range(gap: Mapping[str, Any], reach: float) -> Range:
    low, high, middle = (max(0.0, min(1.0, (end / reach + 1) / 2)) for end in (*gap["interval"], gap["gap"]))
    sure = "beyond chance" if gap["significant"] else "may be chance"
    said = f"{gap['gap']:+.2f} ({gap['interval'][0]:+.2f} to {gap['interval'][1]:+.2f}), {sure}"
    return Range(" - ".join(gap["classes"]), (low, high), (middle,), said)


def _diagram(attribute: str, found: Sequence[Mapping[str, Any]], grade: IssueResult) -> Causal:
    """Draw the model; live all are told the same, in a file what people came with may go with their group."""
    topics = grade.details.get("topics", 0)
    x = Box("topic" if topics else "what users say", "input")
    tone = Link("zy", wanted=False, tested=True, found="; ".join(map(_found, found)))
    boxes = (Box(attribute, "protected attribute"), x, Box("tone", "of what the bot says"))
    title = f"Does {attribute} lead to tone?"
    if "unpaired" not in grade.measure:
        caption = "The same was said by members of each group: nothing but the group can make the difference."
        return Causal(title, *boxes, (Link("xy", wanted=True), tone), caption)
    declared = "; ".join(_explained(found)) if topics else ""
    die = "; ".join(_die(attribute, grade.details.get("die") or ()))
    links = (
        Link("xy", wanted=True, tested=bool(die), found=die),
        tone,
        Link("zx", wanted=False, sure=False, found=declared),
    )
    caption = (
        "The gap is standardised over the topic: what the topic explains is left out of it."
        if topics
        else "What people came with is not declared: where it goes with their group, it is part of the gap."
    )
    return Causal(title, *boxes, links, caption)


def _found(gap: Mapping[str, Any]) -> str:
    sure = "beyond chance" if gap["significant"] else "no sure gap"
    return f"{' - '.join(gap['classes'])} {gap['gap']:+.2f}, {sure} ({_p(gap['p_holm'])})"


def _p(value: float) -> str:
    """Say a p value.

    >>> _p(0.0), _p(0.0312)
    ('p < .001', 'p = .031')
    """
    return "p < .001" if value < _TINY else f"p = {value:.3f}".replace("0.", ".")


def _explained(found: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for gap in found:
        yield f"explained by topic: {gap['explained']:+.2f} of {gap['total']:+.2f} ({' - '.join(gap['classes'])})"


def _die(attribute: str, dies: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    for die in dies:
        if die["attribute"] == attribute:
            worst = die["worst"]
            yield f"DIE of the topic: {'X, not defined' if worst is None else f'{worst:.1f} %'}"
