"""How a bundled bot is spoken to: it begins a session for a user, and the session replies."""

from collections.abc import Callable
from typing import Protocol

from botassay.plugins.protocols import Reply


class Session(Protocol):
    """One conversation; what is said in it stays in it."""

    def reply(self, text: str) -> Reply:
        """Answer what the user says."""
        ...


Begin = Callable[[str], Session]
"""Begins a session for a user."""
