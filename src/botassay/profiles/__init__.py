"""Kinds of users: published profiles, elicitation, and voting (paper 000, steps 2 and 3)."""

from typing import TYPE_CHECKING

from botassay.core.lazy import lazy

if TYPE_CHECKING:
    from botassay.api.profile_list import list_profiles, show
    from botassay.api.profiles import elicit, save_vote, vote

__getattr__ = lazy(
    __name__,
    {"botassay.api.profile_list": ("list_profiles", "show"), "botassay.api.profiles": ("elicit", "save_vote", "vote")},
)

__all__ = ["elicit", "list_profiles", "save_vote", "show", "vote"]
