"""Which replies of a bot a judge is asked about: some that are flagged, and as many that are not."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from heapq import heappush, heapreplace

from botassay.core.dialog import Dialog, Role
from botassay.core.evidence import Finding
from botassay.rating.second_opinion.asking import JudgedReply

DialogFindings = tuple[Dialog, Mapping[str, Sequence[Finding]]]
"""A dialog, and what each issue that looks at it finds there."""


@dataclass(frozen=True, slots=True)
class JudgedPlace:
    """A reply in a dialog that a judge is asked about."""

    reply: JudgedReply
    dialog: str
    utterance: int
    flagged: bool

    @property
    def rank(self) -> bytes:
        """Its place in an order that has nothing to do with what was said."""
        return sha256(f"{self.reply.issue}\0{self.dialog}\0{self.utterance}".encode("utf-8", "surrogatepass")).digest()


@dataclass(slots=True)
class _Few:
    """The first of many, in the order of their ranks."""

    most: int
    heap: list[tuple[int, JudgedPlace]] = field(default_factory=list)

    def add(self, place: JudgedPlace) -> None:
        """Take a place, if it is among the first."""
        rank = -int.from_bytes(place.rank)
        if len(self.heap) < self.most:
            heappush(self.heap, (rank, place))
        elif rank > self.heap[0][0]:
            heapreplace(self.heap, (rank, place))

    @property
    def places(self) -> list[JudgedPlace]:
        """All that were kept, in order."""
        return [place for _, place in sorted(self.heap, key=lambda pair: -pair[0])]


def judged_places(dialogs: Iterable[DialogFindings], issues: Sequence[str], limit: int) -> tuple[JudgedPlace, ...]:
    """Return replies to ask about: findings, the issues taking turns, and of each issue as many unflagged replies.

    The same dialogs give the same replies, in whatever order they come.

    Args:
        dialogs: with their findings.
        issues: about which is asked.
        limit: replies at most.
    """
    half = limit // 2
    flagged, others = ({issue: _Few(half) for issue in issues} for _ in range(2))
    for dialog, found in dialogs:
        for issue in issues:
            if issue in found:
                for place in _places(dialog, issue, found[issue]):
                    (flagged if place.flagged else others)[issue].add(place)
    chosen = _in_turns([flagged[issue].places for issue in issues], half)
    beside = [
        place for issue in issues for place in others[issue].places[: sum(each.reply.issue == issue for each in chosen)]
    ]
    return (*chosen, *beside)


def _in_turns(rows: Sequence[list[JudgedPlace]], most: int) -> list[JudgedPlace]:
    longest = max(map(len, rows), default=0)
    return [row[nth] for nth in range(longest) for row in rows if nth < len(row)][:most]


def _places(dialog: Dialog, issue: str, findings: Sequence[Finding]) -> Iterator[JudgedPlace]:
    """Yield every reply of a dialog that says anything."""
    texts = {finding.utterance: finding.text for finding in sorted(findings, key=lambda each: each.rank, reverse=True)}
    asked = ""
    for nth, said in enumerate(dialog.utterances):
        if said.role is Role.USER:
            asked = said.text
        elif nth in texts or not said.silent:
            reply = JudgedReply(issue, asked, texts.get(nth, said.text))
            yield JudgedPlace(reply, dialog.id, nth, nth in texts)
