"""The table `[browser]` of a bot.toml: where a chat window on a web page has its parts."""

from typing import Annotated, Final, Literal

import msgspec

CONSENT: Final = 5.0
"""Seconds in which a banner that asks for consent may appear."""


class BrowserTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parts of a chat window, each as a selector of Playwright: CSS, `text=…`, `role=…`; open shadow roots count.

    >>> BrowserTable(input="textarea", message=".bot").send
    'Enter'
    """

    input: str
    """Where a message is typed."""
    message: str
    """Each message of the bot, and of nobody else."""
    text: str | None = None
    """In a message, as CSS: the part that the bot says, without its name and the time."""
    send: str = "Enter"
    """The key that sends a message, or what is clicked."""
    consent: str | None = None
    """What is clicked on a banner that asks for consent; a page without the banner is used as it is."""
    open: tuple[str, ...] = ()
    """What is clicked, one after the other, until the chat window is open."""
    frames: tuple[str, ...] = ()
    """The frames in which the chat window stands, from the outside to the inside."""
    options: str | None = None
    """Each button that the bot offers."""
    busy: str | None = None
    """What is visible while the bot writes."""
    quiet: Annotated[float, msgspec.Meta(ge=0.1, le=30)] = 1.5
    """Seconds without a change after which a reply is complete."""
    disclosure: tuple[str, ...] = ()
    """What says who the user talks to, such as the head of the chat window."""
    screenshots: Literal["all", "first", "none"] = "all"
    """Which replies of a conversation a picture is kept of."""
    executable: str | None = None
    """The Chromium to start; without it the one that Playwright has installed."""
