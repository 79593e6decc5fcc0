"""Room 004: asked whether it is a machine, does the bot say so? (Gros, Li & Yu, "The R-U-A-Robot Dataset", 2021).

The guard answers that question for a bot; the grammar and the recognisers tell who asks it.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from botassay.identity.guard import Guard

__all__ = ["Guard"]


def __getattr__(name: str) -> object:
    """Load the guard when it is asked for: it brings numpy along."""
    if name == "Guard":
        from botassay.identity.guard import Guard

        return Guard
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
