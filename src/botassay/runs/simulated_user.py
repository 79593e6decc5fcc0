"""Simulated users: probers send messages in place of a person, each on its issue, for a number of turns."""

from collections import deque
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from botassay.core.errors import UsageError, blame
from botassay.plugins.optional import within
from botassay.plugins.protocols import Prober, Reply
from botassay.runs.interactive import Move
from botassay.runs.plan import Plan
from botassay.runs.runner import ConversationPlan, talks_of

_MANY: Final = 1000
"""Turns among which a number is sought that suffices."""


@dataclass(slots=True)
class _Share:
    """One prober's conversations, and how many turns it may take."""

    talks: Iterator[ConversationPlan]
    left: int


def generated(probers: Mapping[str, Prober], seed: int, turns: int) -> Generator[Move, Reply | None, None]:
    """Return the messages of probers: a conversation of each in turn, until no turns or no conversations are left.

    Args:
        probers: by issue; each gets an equal share of the turns, and what another one leaves.
        seed: the same one, and the same answers, give the same lines.
        turns: at most so many messages; the last conversation may be cut short.

    Yields: the next message; send the reply, or None when there was none: then that conversation is over, and those
        that follow upon it are not held.

    Raises: UsageError when a prober needs more turns than its share; InternalError when one breaks its promise.
    """
    return _generated(Plan((), probers), deque(list(_shared(probers, seed, turns))))


def fewest_turns(probers: Mapping[str, Prober], least: int) -> int:
    """Return the smallest number of turns, from `least` on, in which each prober can show something.

    Raises: UsageError, that of a prober, where even `_MANY` are too few.
    """
    for turns in range(least, _MANY):
        if all(_fits(prober, share) for prober, share in zip(probers.values(), _shares(probers, turns), strict=True)):
            return turns
    for prober, share in zip(probers.values(), _shares(probers, _MANY), strict=True):
        within(prober, share)
    return _MANY


def fitting(probers: Mapping[str, Prober], turns: int) -> Mapping[str, Prober]:
    """Return the probers that can show something if they share the turns; those that need most are left out first.

    Where none can, all are returned, and `generated` says what is missing.
    """
    chosen = dict(probers)
    needed = {code: fewest_turns({code: prober}, 1) for code, prober in probers.items()}
    while chosen and not all(map(_fits, chosen.values(), _shares(chosen, turns))):
        del chosen[max(reversed(chosen), key=needed.__getitem__)]
    return chosen or probers


def _fits(prober: Prober, turns: int) -> bool:
    try:
        within(prober, turns)
    except UsageError:
        return False
    return turns > 0


def _shares(probers: Mapping[str, Prober], turns: int) -> list[int]:
    """Share turns equally; what is left over goes to the first ones."""
    return [turns // len(probers) + (number < turns % len(probers)) for number in range(len(probers))]


def _generated(plan: Plan, shares: deque[_Share]) -> Generator[Move, Reply | None, None]:
    failed: set[str] = set()
    while any(share.left for share in shares):
        share = shares.popleft()
        talk = next((talk for talk in share.talks if failed.isdisjoint(talk.after)), None) if share.left else None
        if talk is not None:
            share.left -= yield from _held(plan, talk, share.left, failed)
        if talk is not None or not share.left:
            shares.append(share)
        elif shares:
            shares[0].left += share.left


def _shared(probers: Mapping[str, Prober], seed: int, turns: int) -> Iterator[_Share]:
    for (code, prober), share in zip(probers.items(), _shares(probers, turns), strict=True):
        with blame(f"the prober for {code}"):
            sized = within(prober, share)
            yield _Share(iter(talks_of(tuple(sized.scripts(seed)))), share)


def _held(plan: Plan, talk: ConversationPlan, most: int, failed: set[str]) -> Generator[Move, Reply | None, int]:
    """Hold one conversation, and give the number of lines that it took."""
    lines_sent = 0
    for script in talk.scripts:
        replies: list[Reply] = []
        while lines_sent < most and (line := plan.line(script, replies)) is not None:
            reply = yield Move(script, line)
            lines_sent += 1
            if reply is None:
                failed.add(talk.name)
                return lines_sent
            replies.append(reply)
    return lines_sent
