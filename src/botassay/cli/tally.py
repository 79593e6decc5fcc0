"""What a vote came to, for a person at a terminal."""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import UNSET

from botassay.core.scale import STANDARD_ISSUES
from botassay.profiles.published import PUBLISHED
from botassay.profiles.voting.election import Found, Vote, Votes
from botassay.view.escape import shortened

_CODE: Final = 20
"""Characters that are shown of an issue."""
_NAME: Final = 60
"""Characters that are shown of a group."""


def told(held: Vote | Votes) -> str:
    """Say what a vote came to, or that of each group."""
    if isinstance(held, Vote):
        return "\n".join(_told(held))
    lines = [f"rule      {held.rule}", f"voters    {held.voters:,}", *_how(held)]
    for name, vote in held.groups.items():
        typical = f", typical order {_line(held.found.typical[name])}" if held.found else ""
        lines += ["", f"group {_line(name)}{typical}", *(f"  {line}" for line in _told(vote, within=True))]
        if name in PUBLISHED:  # whoever names a group so has asked it about that profile
            same = "the same" if vote.profile == PUBLISHED[name].order else "another order"
            lines.append(f"  proposed  {' > '.join(PUBLISHED[name].codes)}: {same}")
    return "\n".join(lines)


def _how(held: Votes) -> Iterator[str]:
    """Say how the voters came into groups."""
    if held.found is None:
        yield f"groups    {len(held.groups)}, by the column {_line(held.by or '')}"
        return
    yield f"groups    {_found(held.found)}"
    if held.found.silhouettes:
        tried = ", ".join(f"{k}: {width:.2f}" for k, width in held.found.silhouettes.items())
        yield f"          mean silhouette by number of groups: {tried}"


def _found(found: Found) -> str:
    return found.reason if found.chosen == "auto" else f"{found.k}: {found.reason}"


def _told(vote: Vote, *, within: bool = False) -> Iterator[str]:
    if not within:
        yield f"rule      {vote.rule}"
    yield f"voters    {vote.voters:,}"
    title = STANDARD_ISSUES.get(vote.winner, ("", ""))[0]
    yield f"winner    {_code(vote.winner)}{'  ' if title else ''}{title}"
    yield f"order     {' > '.join(map(_code, vote.order))}"
    if vote.scores is not UNSET:
        yield f"scores    {_votes({code: vote.scores[code] for code in vote.order})}"
    for number, done in enumerate(vote.rounds or (), 1):
        yield f"round {number:<3} {_votes(done.votes)}: {_code(done.out)} goes"
    if vote.kept is not UNSET:
        yield f"kept      {vote.kept:,} preferences of voters, pair by pair; no order keeps more"
    if vote.pairwise is not UNSET:
        yield from _matrix("voters who put the row before the column", vote.order, vote.pairwise)
    if vote.paths is not UNSET:
        yield from _matrix("strongest path from the row to the column", vote.order, vote.paths)
    for tie in vote.ties:
        yield f"tied      {', '.join(map(_code, tie))}: the ballots do not decide, the alphabet does"


def _votes(scores: Mapping[str, int | float]) -> str:
    return ", ".join(f"{_code(code)} {score:.10g}" for code, score in scores.items())


def _matrix(title: str, order: tuple[str, ...], table: Mapping[str, Mapping[str, int]]) -> Iterator[str]:
    codes = [_code(code) for code in order]
    cells = [[f"{table[one][other]:,}" if one != other else "·" for other in order] for one in order]
    width = max(len(text) for text in [*codes, *(cell for row in cells for cell in row)])
    yield f"{title}:"
    yield "          " + " " * width + "".join(f"  {code:>{width}}" for code in codes)
    for code, row in zip(codes, cells, strict=True):
        yield f"          {code:<{width}}" + "".join(f"  {cell:>{width}}" for cell in row)


def _code(code: str) -> str:
    return shortened(code, _CODE).text


def _line(name: str) -> str:
    return shortened(name, _NAME).text
