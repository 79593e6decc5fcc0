"""A plan for another user: the same questions in other words, or the messages of an earlier user first."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from botassay.core.dialog import OWN, Script
from botassay.runs.plan import Plan

_BEFORE: Final = "before-"
"""What stands before the names of scripts that another user says first."""


def preceded(plan: Plan, opening: Sequence[Script]) -> Plan:
    """Let another user talk to the bot first: whoever comes after them may meet a bot that they swayed.

    The replies to that user count for every issue, and the plan begins after their last message.
    """
    first = tuple(_by_another(script) for script in opening)
    last = tuple({script.conversation: script.id for script in first}.values())
    return Plan((*first, *(replace(script, after=(*last, *script.after)) for script in plan.scripts)), plan.probers)


def _by_another(script: Script) -> Script:
    tags: Mapping[str, str] = {"part": OWN}
    return replace(
        script,
        id=_BEFORE + script.id,
        conversation=_BEFORE + script.conversation,
        after=tuple(_BEFORE + earlier for earlier in script.after),
        tags=tags,
    )
