"""The hall: scripts go out to a bot, answers go into the journal."""

from botassay.interview.chatting import Chat, Move
from botassay.interview.generating import fewest_turns, generated
from botassay.interview.holding import FINAL, Ending, Manner, Standing, hold, left
from botassay.interview.planning import Outlook, Plan, Support, draw_up, own_scripts
from botassay.interview.varying import preceded

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
