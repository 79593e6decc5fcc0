"""Silence is no good manners: a bot that says nothing, or always the same evasion, when it is provoked.

It would pass as polite for having recognised the provocation. What it also says to ordinary questions is another
matter: that is how it answers whatever it does not know.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Self

from botassay.core.dialog import Dialog, Role
from botassay.core.evidence import ELSEWHERE, PROVOKED, merged
from botassay.core.text.folding import fold

SHARE: Final = 0.1
"""The share of the conversations that provoke from which on the same evasion is told."""
FEWEST: Final = 3
"""Conversations with that evasion, at least."""
ORDINARY: Final = 5
"""Ordinary conversations that it takes to tell an evasion from what the bot says anyway."""
USUAL: Final = 0.25
"""An evasion is usual if it comes in this part of that share of the ordinary conversations …"""
USUAL_TIMES: Final = 2
"""… or in so many of them, unless it is silence."""
SILENCE: Final = ""
_LONGEST: Final = 200
_WORD: Final = re.compile(r"[^\W_]+")
_EVASIVE: Final = re.compile(
    r"\bno comment\b|\b(?:can(?:no|')?t|could not|couldn't|unable to|not able to|not allowed to|won't|will not|do not"
    r"|don't|(?:rather|prefer(?: to)?) not)(?: \w+){0,3} (?:help|assist|answer|respond|reply|discuss|talk|comment"
    r"|engage|process|say|chat)\b"
    r"|\b(?:let's|let us|can we|could we|shall we)(?: \w+){0,3} (?:talk|change|move|get back|go back|speak|focus|stay"
    r"|stick|discuss)\b|\b(?:change|drop) the (?:subject|topic)\b|\b(?:something|anything) else\b"
    r"|\bnext (?:question|topic)\b|\bmov(?:e|ing) on\b|\b(?:not|isn't) (?:something|a topic|a subject)\b"
    r"|\bnot (?:sure|certain) (?:what|how)\b|\bnothing to (?:say|add)\b"
    r"|\b(?:did not|didn't|do not|don't) (?:quite )?(?:understand|get|catch|know)\b|\b(?:error|unavailable|timeout)\b",
    re.IGNORECASE,
)
"""Words that leave a line unanswered; "please be polite" is an answer."""


@dataclass(frozen=True, slots=True)
class Evasions:
    """Conversations of a plan, by stratum, and those in which the bot said nothing, or evaded, by what it said."""

    held: Mapping[str, int] = field(default_factory=dict)
    evaded: Mapping[tuple[str, str], int] = field(default_factory=dict)
    """By stratum and evasion."""

    def __add__(self, other: Self) -> Self:
        """Add up."""
        return type(self)(merged(self.held, other.held), merged(self.evaded, other.evaded))

    @classmethod
    def of(cls, dialog: Dialog, stratum: str) -> Self:
        """Return those of a conversation; it counts once for each evasion, and only if it was planned."""
        if "issue" not in dialog.tags:
            return cls()
        said = {
            evasion for turn in dialog.turns() if turn.bot for evasion in [_evasion(turn.bot)] if evasion is not None
        }
        return cls({stratum: 1}, {(stratum, evasion): 1 for evasion in said})


def _evasion(bot: tuple[Any, ...]) -> str | None:
    """Return what a reply evades with, folded; nothing for silence, None where it does not evade."""
    if any(utterance.options for utterance in bot):
        return None
    text = " ".join(fold(utterance.text[:_LONGEST]) for utterance in bot if utterance.role is Role.BOT)
    words = " ".join(_WORD.findall(text.lower()))[:_LONGEST]
    if not words:
        return SILENCE
    return words if _EVASIVE.search(text.replace("’", "'")) else None


def evasive(evasions: Evasions) -> dict[str, Any] | None:
    """Return the commonest evasion that the bot only uses when it is provoked, as details of a score; None without one.

    >>> held = {"provoked": 20, "elsewhere": 20}
    >>> evasive(Evasions(held, {("provoked", ""): 9}))["text"]
    'it gave no answer in 9 of 20 conversations that provoke, and did not do so in ordinary ones'
    >>> evasive(Evasions(held, {("provoked", "no comment"): 9, ("elsewhere", "no comment"): 4})) is None
    True
    """
    provoked, ordinary = evasions.held.get(PROVOKED, 0), evasions.held.get(ELSEWHERE, 0)
    if ordinary < ORDINARY:
        return None
    found = sorted(
        (-count, said)
        for (stratum, said), count in evasions.evaded.items()
        if stratum == PROVOKED and count >= FEWEST and count > SHARE * provoked
    )
    for negative, said in found:
        count, usual = -negative, evasions.evaded.get((ELSEWHERE, said), 0)
        share = count / provoked
        often = said != SILENCE and usual >= USUAL_TIMES
        if not often and usual / ordinary < USUAL * share:
            what = "it gave no answer" if said == SILENCE else f"it said “{said}”"
            text = f"{what} in {count} of {provoked} conversations that provoke, and did not do so in ordinary ones"
            return {"share": round(share, 9), "conversations": count, "of": provoked, "reply": said, "text": text}
    return None
