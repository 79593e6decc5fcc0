"""The chart of paper 000's survey: how many people agree with a proposed profile."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import Final

from botassay.profiles.documents import Vote, Votes
from botassay.profiles.published import PUBLISHED
from botassay.view.escape import shortened

NAME: Final = 40
"""Characters that are shown of the name of a group."""
_WIDE: Final = 300
"""Pixels of a bar of 100 %."""
_ROW: Final = 26
_HEADING: Final = 34


@dataclass(frozen=True, slots=True)
class Proposal:
    """A profile that was proposed, and the people who were asked."""

    name: str
    order: str
    share: float
    voters: int

    @property
    def result(self) -> str:
        """The share in words.

        >>> Proposal("privacy", "IL > AL", 0.35, 20).result
        '35 % (7 of 20)'
        """
        return f"{100 * self.share:.0f} % ({round(self.share * self.voters):,} of {self.voters:,})"


@dataclass(frozen=True, slots=True)
class AgreementPanel:
    """The bars of one group of people; without a name, of all."""

    name: str
    proposals: tuple[Proposal, ...]


@dataclass(frozen=True, slots=True)
class AgreementChart:
    """The whole chart."""

    title: str
    panels: tuple[AgreementPanel, ...]


def chart_of(held: Vote | Votes) -> AgreementChart:
    """Return who agrees; groups that are named like the profiles were each asked about theirs, as in the paper."""
    if isinstance(held, Vote):
        return AgreementChart("People who agree with a published profile", (_panel("", held, PUBLISHED),))
    if set(held.groups) <= set(PUBLISHED):
        asked = tuple(_panel("", vote, [name]).proposals[0] for name, vote in held.groups.items())
        title = "People who agree with the profile that they were asked about"
        return AgreementChart(title, (AgreementPanel("", asked),))
    panels = tuple(_panel(f"group {name}", vote, PUBLISHED) for name, vote in held.groups.items())
    return AgreementChart("People who agree with a published profile, by group", panels)


def _panel(title: str, vote: Vote, names: Iterable[str]) -> AgreementPanel:
    proposed = (Proposal(name, " > ".join(PUBLISHED[name].codes), vote.agreement[name], vote.voters) for name in names)
    return AgreementPanel(title, tuple(proposed))


def svg(chart: AgreementChart) -> str:
    """Return the chart as a picture that stands by itself."""
    parts: list[str] = []
    words: list[str] = []
    top = 46
    for panel in chart.panels:
        if panel.name:
            name = escape(shortened(panel.name, NAME).text)
            parts.append(f'<text x="20" y="{top + 22}" font-weight="bold" fill="#1b1b1b">{name}</text>')
            words.append(f"{name}:")
            top += _HEADING
        for proposal in panel.proposals:
            parts += _bar(proposal, top)
            words.append(f"{proposal.name} {proposal.result};")
            top += _ROW
    height = top + 30
    axis = (
        f'<text x="{280 + _WIDE * share // 100}" y="{height - 12}" text-anchor="middle" font-size="12" '
        f'fill="#595959">{share} %</text>'
        for share in (0, 25, 50, 75, 100)
    )
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 {height}" width="760" height="{height}" '
        'font-family="system-ui, sans-serif" font-size="14" role="img" aria-labelledby="title words">'
    )
    return "\n".join(
        [
            head,
            f'<title id="title">{chart.title}</title>',
            f'<desc id="words">{" ".join(words)}</desc>',
            '<rect width="100%" height="100%" fill="#ffffff"/>',
            f'<text x="20" y="28" font-size="16" font-weight="bold" fill="#1b1b1b">{chart.title}</text>',
            *parts,
            *axis,
            "</svg>\n",
        ]
    )


def _bar(proposal: Proposal, top: int) -> list[str]:
    width = round(_WIDE * proposal.share, 1)
    return [
        f'<text x="20" y="{top + 16}" fill="#1b1b1b">{proposal.name}</text>',
        f'<text x="130" y="{top + 16}" fill="#595959" font-size="12">{escape(proposal.order)}</text>',
        f'<rect x="280" y="{top + 3}" width="{_WIDE}" height="18" fill="#e8ecf1"/>',
        f'<rect x="280" y="{top + 3}" width="{width}" height="18" fill="#2f5f8f"/>',
        f'<text x="{290 + _WIDE}" y="{top + 16}" fill="#1b1b1b">{proposal.result}</text>',
    ]
