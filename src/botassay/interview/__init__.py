"""The hall: scripts go out to a bot, answers go into the journal."""

from botassay.interview.holding import FINAL, Ending, Manner, Standing, hold, left
from botassay.interview.planning import Outlook, Plan, Support, draw_up, own_scripts
from botassay.interview.varying import preceded

__all__ = [
    "FINAL",
    "Ending",
    "Manner",
    "Outlook",
    "Plan",
    "Standing",
    "Support",
    "draw_up",
    "hold",
    "left",
    "own_scripts",
    "preceded",
]
