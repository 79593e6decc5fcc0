"""Runs: scripts are sent to a bot, replies are stored in the journal."""

from typing import TYPE_CHECKING

from botassay.core.lazy import lazy

if TYPE_CHECKING:
    from botassay.runs.interactive import Chat, Move
    from botassay.runs.plan import Plan, RunPlan, draw_up, own_scripts
    from botassay.runs.runner import FINAL, Manner, RunOutcome, RunProgress, hold, left
    from botassay.runs.simulated_user import fewest_turns, fitting, generated
    from botassay.runs.varying import preceded

__all__ = [
    "FINAL",
    "Chat",
    "Manner",
    "Move",
    "Plan",
    "RunOutcome",
    "RunPlan",
    "RunProgress",
    "draw_up",
    "fewest_turns",
    "fitting",
    "generated",
    "hold",
    "left",
    "own_scripts",
    "preceded",
]

__getattr__ = lazy(
    __name__,
    {
        "botassay.runs.interactive": ("Chat", "Move"),
        "botassay.runs.plan": ("RunPlan", "Plan", "draw_up", "own_scripts"),
        "botassay.runs.runner": ("FINAL", "RunOutcome", "Manner", "RunProgress", "hold", "left"),
        "botassay.runs.simulated_user": ("fewest_turns", "fitting", "generated"),
        "botassay.runs.varying": ("preceded",),
    },
)
