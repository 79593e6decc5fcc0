"""A causal diagram: which links are wanted, which are not, and which of them were tested.

The look is that of paper 002, Fig. 1: solid arrows are there, dotted ones may be or not, green ones are wanted, red
ones are not, and a question mark stands where a link was tested. The table says the same in words.
"""

from dataclasses import dataclass
from math import hypot
from typing import ClassVar, Final, NamedTuple

from botassay.view.charts.chart import Chart

WIDE: Final = 340
"""Width of the drawing, in its own units; about as many pixels as a phone has."""
HIGH: Final = 196
_BOX: Final = (120, 44)
_POINT: Final = 10
"""Length of the point of an arrow."""

Spot = tuple[float, float]


class GraphNode(NamedTuple):
    """A variable, and its role in the model."""

    name: str
    role: str


_CORNERS: Final = {"z": (110, 6), "x": (4, 146), "y": (216, 146)}
_ENDS: Final[dict[str, tuple[Spot, Spot]]] = {
    "zy": ((206.0, 50.0), (264.0, 143.0)),
    "zx": ((134.0, 50.0), (76.0, 143.0)),
    "xy": ((124.0, 168.0), (213.0, 168.0)),
}


@dataclass(frozen=True, slots=True)
class GraphLink:
    """An arrow.

    Args:
        ends: from where to where: `zy`, `zx` or `xy`.
        wanted: whether it should be there.
        sure: whether it is there; else it may be or not.
        tested: whether it was tested.
        result: the result of the test.
    """

    ends: str
    wanted: bool
    sure: bool = True
    tested: bool = False
    result: str = ""

    @property
    def shaft(self) -> tuple[Spot, Spot]:
        """Where its line begins and ends, a little before its point."""
        begin, end = _ENDS[self.ends]
        long = hypot(end[0] - begin[0], end[1] - begin[1])
        back = (long - _POINT + 1) / long
        return begin, tuple(round(a + back * (b - a), 1) for a, b in zip(begin, end, strict=True))  # type: ignore[return-value]

    @property
    def point(self) -> str:
        """The corners of its point, as SVG takes them."""
        (x0, y0), (x1, y1) = _ENDS[self.ends]
        long = hypot(x1 - x0, y1 - y0)
        along, across = ((x1 - x0) / long, (y1 - y0) / long), (-(y1 - y0) / long, (x1 - x0) / long)
        foot = (x1 - _POINT * along[0], y1 - _POINT * along[1])
        corners = [(x1, y1)] + [(foot[0] + side * across[0], foot[1] + side * across[1]) for side in (5, -5)]
        return " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)

    @property
    def middle(self) -> Spot:
        """Where its question mark stands."""
        (x0, y0), (x1, y1) = self.shaft
        return round((x0 + x1) / 2, 1), round((y0 + y1) / 2, 1)

    @property
    def state(self) -> str:
        """It in words: what its colour and its line say."""
        wanted = "wanted" if self.wanted else "not wanted"
        there = "" if self.sure else ", may be there or not"
        return f"{wanted}{there}{', tested' if self.tested else ''}"


@dataclass(frozen=True, slots=True)
class CausalGraph(Chart):
    """The diagram: a protected attribute Z, an input X, an output Y, and the links between them."""

    kind: ClassVar[str] = "causal_graph"
    title: str
    z: GraphNode
    x: GraphNode
    y: GraphNode
    links: tuple[GraphLink, ...]
    caption: str = ""

    @property
    def boxes(self) -> tuple[tuple[int, int, GraphNode], ...]:
        """Each box with its upper left corner."""
        return tuple((*_CORNERS[place], box) for place, box in (("z", self.z), ("x", self.x), ("y", self.y)))

    @property
    def size(self) -> tuple[int, int, int, int]:
        """Of the drawing, and of a box."""
        return (WIDE, HIGH, *_BOX)

    @property
    def named_links(self) -> tuple[tuple[str, GraphLink], ...]:
        """Each link with its ends in words."""
        names = {"z": self.z.name, "x": self.x.name, "y": self.y.name}
        return tuple((f"{names[link.ends[0]]} → {names[link.ends[1]]}", link) for link in self.links)

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Each link: its ends, its kind, and the result."""
        return (("link", "kind", "result"), *((ends, link.state, link.result) for ends, link in self.named_links))

    @property
    def description(self) -> str:
        """It in words."""
        links = (f"{ends}: {kind}{f': {result}' if result else ''}" for ends, kind, result in self.rows[1:])
        return f"{'; '.join(links)}."
