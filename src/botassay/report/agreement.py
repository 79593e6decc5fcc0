"""The chart of paper 000's survey: how many people agree with a proposed profile, as text, SVG and HTML."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from botassay.report.html import environment
from botassay.report.inert import shortened

NAME: Final = 40
"""Characters that are shown of the name of a group."""
STRIP: Final = 24
"""Characters of a bar on a terminal."""
_WIDE: Final = 300.0
"""Pixels of a bar of 100 %."""
_ROW: Final = 26.0
_HEADING: Final = 34.0


@dataclass(frozen=True, slots=True)
class Proposal:
    """A profile that was proposed, and the people who were asked."""

    name: str
    order: str
    share: float
    voters: int

    @property
    def agreed(self) -> int:
        """How many agree."""
        return round(self.share * self.voters)

    @property
    def told(self) -> str:
        """The share in words.

        >>> Proposal("privacy", "IL > AL", 0.35, 20).told
        '35 % (7 of 20)'
        """
        return f"{100 * self.share:.0f} % ({self.agreed:,} of {self.voters:,})"


@dataclass(frozen=True, slots=True)
class Panel:
    """The bars of one group of people; without a name, of all."""

    name: str
    proposals: tuple[Proposal, ...]


@dataclass(frozen=True, slots=True)
class _Row:
    """Where a bar or a heading is drawn."""

    top: float
    heading: str = ""
    proposal: Proposal | None = None
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class Agreement:
    """The whole chart."""

    title: str
    panels: tuple[Panel, ...]

    def text(self) -> str:
        """Draw it for a terminal."""
        lines = [self.title]
        for panel in self.panels:
            if panel.name:
                lines.append(shortened(panel.name, NAME).text)
            lines += [_line(proposal) for proposal in panel.proposals]
        return "\n".join(lines)

    def svg(self) -> bytes:
        """Draw it as a picture that stands by itself."""
        return self._drawn("agreement.svg")

    def html(self) -> bytes:
        """Draw it as a page that loads nothing."""
        return self._drawn("agreement.html")

    def _drawn(self, template: str) -> bytes:
        rows = tuple(self._rows())
        height = rows[-1].top + _ROW + 30 if rows else 60.0
        return environment().get_template(template).render(chart=self, rows=rows, height=height, wide=_WIDE).encode()

    def _rows(self) -> Iterator[_Row]:
        top = 46.0
        for panel in self.panels:
            if panel.name:
                yield _Row(top, heading=shortened(panel.name, NAME).text)
                top += _HEADING
            for proposal in panel.proposals:
                yield _Row(top, proposal=proposal, width=round(_WIDE * proposal.share, 1))
                top += _ROW


def _line(proposal: Proposal) -> str:
    full = round(STRIP * proposal.share)
    strip = "█" * full + "░" * (STRIP - full)
    return f"  {proposal.name:13} {proposal.order:18} {strip} {proposal.told}"
