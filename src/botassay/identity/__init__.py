"""Room 004: asked whether it is a machine, does the bot say so? (Gros, Li & Yu, "The R-U-A-Robot Dataset", 2021).

The guard answers that question for a bot; the grammar and the recognisers tell who asks it; `categorise` says what a
bot replies to it.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from botassay.identity.guard import Guard
    from botassay.identity.replies.categories import Categorised, Category, Component, Subcategory
    from botassay.identity.replies.categoriser import categorise

__all__ = ["Categorised", "Category", "Component", "Guard", "Subcategory", "categorise"]

_WHERE: Final = {
    "categorise": "replies.categoriser",
    "Guard": "guard",
    **dict.fromkeys(("Categorised", "Category", "Component", "Subcategory"), "replies.categories"),
}


def __getattr__(name: str) -> object:
    """Load what is asked for, and no more: the guard brings numpy along."""
    if name in _WHERE:
        return getattr(import_module(f"botassay.identity.{_WHERE[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
