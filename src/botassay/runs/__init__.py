"""The hall: scripts go out to a bot, answers go into the journal."""

from botassay.runs.interactive import Chat, Move
from botassay.runs.plan import Outlook, Plan, Support, draw_up, own_scripts
from botassay.runs.runner import FINAL, Ending, Manner, Standing, hold, left
from botassay.runs.simulated_user import fewest_turns, generated
from botassay.runs.varying import preceded

__all__ = [
    "FINAL",
    "Chat",
    "Ending",
    "Manner",
    "Move",
    "Outlook",
    "Plan",
    "Standing",
    "Support",
    "draw_up",
    "fewest_turns",
    "generated",
    "hold",
    "left",
    "own_scripts",
    "preceded",
]
