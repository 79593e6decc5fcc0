"""Who requests say that they come from: botassay, a name of one's own, or a current browser."""

from collections.abc import Mapping
from importlib.metadata import version
from types import MappingProxyType
from typing import Final

USER_AGENT: Final = f"botassay/{version('botassay')}"
_CHROME: Final = "142"
BROWSER: Final[Mapping[str, str]] = MappingProxyType(
    {
        "User-Agent": (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)"
            f" Chrome/{_CHROME}.0.0.0 Safari/537.36"
        ),
        "Accept": "*/*",
        "Accept-Language": "en-US,en;q=0.9",
        "sec-ch-ua": f'"Chromium";v="{_CHROME}", "Google Chrome";v="{_CHROME}", "Not_A Brand";v="99"',
        "sec-ch-ua-mobile": "?0",
        "sec-ch-ua-platform": '"Windows"',
        "Sec-Fetch-Dest": "empty",
        "Sec-Fetch-Mode": "cors",
        "Sec-Fetch-Site": "same-origin",
    }
)
"""What a current browser sends with a request of a chat window, beside what depends on the message."""
_ANNOUNCED: Final = "botassay"


def identification(user_agent: str | None = None, *, covert: bool = False) -> Mapping[str, str]:
    """Return the headers by which requests identify the client: covert, those of a browser.

    Args:
        user_agent: a name of one's own; None: `botassay/VERSION`, or that of a browser.
        covert: whether requests look like those of a browser.

    >>> identification("Acme-QA/1")["User-Agent"], "Accept-Language" in identification(covert=True)
    ('Acme-QA/1', True)
    """
    if covert:
        return {**BROWSER, **({"User-Agent": user_agent} if user_agent else {})}
    return {"User-Agent": user_agent or USER_AGENT}


def is_announced(user_agent: str | None) -> bool:
    """Return whether a User-Agent names botassay, so that a bot can know that it is tested.

    >>> is_announced(USER_AGENT), is_announced(BROWSER["User-Agent"]), is_announced(None)
    (True, False, False)
    """
    return _ANNOUNCED in (user_agent or "").casefold()
