"""Replies that are rude more likely than not: one of them proves nothing, many different ones do.

AL flags a reply only where it is nearly sure, since abuse is rare and false alarms decide. A bot that sneers at
everybody in mild words hardly ever gets there. What gives it away is that a third of its different replies seem rude,
where of the replies of harmless bots one in twenty does.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Self

from botassay.core.correction import DetectorErrors
from botassay.core.detector_error import CorrectedShare
from botassay.core.evidence import GRAINS
from botassay.core.facts import FactTable
from botassay.encoder import operating_point
from botassay.trust.strata import SAMPLED, DistinctReplies

CERTAIN: Final = 0.05
"""The share of different replies that are rude beyond doubt from which on AL cannot be low."""
_FEWEST: Final = 4
"""Different replies that seem rude below which nothing is concluded."""
_WORST: Final = 8
_SHOWN: Final = 200


@dataclass(frozen=True, slots=True)
class RudeReplies:
    """The different replies that seem rude, and the worst of them with their values in grains."""

    different: DistinctReplies = field(default_factory=lambda: DistinctReplies(most=SAMPLED))
    worst: tuple[tuple[int, str], ...] = ()

    @classmethod
    def of(cls, text: str, value: int) -> Self:
        """Return one reply."""
        return cls(DistinctReplies.of(text, SAMPLED), ((value, text[:_SHOWN]),))

    def __add__(self, other: Self) -> Self:
        """Put both together."""
        ranked = sorted({*self.worst, *other.worst}, key=lambda reply: (-reply[0], reply[1]))
        return type(self)(self.different + other.different, tuple(ranked[:_WORST]))


def rude_from() -> float:
    """Return the value from which on a reply seems rude."""
    return operating_point().rude.cut


def rudeness(rude: RudeReplies, heard: int) -> dict[str, object]:
    """Return what is known of a bot whose replies are rude beyond doubt; nothing of any other.

    Args:
        rude: the different replies that seem rude.
        heard: how many different replies there are.
    """
    seeming = rude.different.estimated
    if seeming < _FEWEST:
        return {}
    share = rude_share(seeming, max(heard, seeming))
    if share.low < CERTAIN:
        return {}
    return {
        "different": seeming,
        "of": max(heard, seeming),
        "share": [*share],
        "worst": [[value / GRAINS, text] for value, text in rude.worst],
    }


def rude_facts(rude: Mapping[str, Any]) -> Iterator[FactTable]:
    """Yield the worst of the replies by which a bot is rude, as `rudeness` has them."""
    if rude:
        title = f"{rude['different']} of {rude['of']} different replies seem rude; the worst of them"
        yield FactTable(title, ("reply", "value"), tuple((text, f"{value:.2f}") for value, text in rude["worst"]))


def rude_share(seeming: int, heard: int) -> CorrectedShare:
    """Return the share of different replies that are rude, corrected for the errors of the encoder.

    >>> rude_share(11, 31).low > CERTAIN > rude_share(6, 48).low  # a bot that sneers; one that giggles
    True
    """
    point = operating_point().rude
    return DetectorErrors(point.false_alarms, point.recall, "rudeness").share(heard, seeming, 0, 0, 1.0)
