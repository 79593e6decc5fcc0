"""Who is let in: the host that is asked for, where a request comes from, and who sends it."""

from collections.abc import Mapping
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from typing import Final

from botassay.web.messages import Visitor, WebRole
from botassay.web.problems import WebProblem
from botassay.web.tokens import WebSessions

COOKIE: Final = "botassay"
SAFE: Final = frozenset({"GET", "HEAD"})
NOBODY: Final = Visitor("", WebRole.NOBODY)
HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""Sent with every answer."""


@dataclass(frozen=True, slots=True)
class WebGuard:
    """Lets requests in.

    Args:
        origins: where our pages are: `http://LABEL.localhost:8765` and the like.
        sessions: knows visitors.
    """

    origins: set[str]
    sessions: WebSessions

    def check_host(self, headers: Mapping[str, str]) -> None:
        """Refuse a request that asks for another host, as a page does whose name was bound to this address.

        Raises: WebProblem 421.
        """
        host = headers.get("host", "").lower()
        if host not in {origin.partition("://")[2] for origin in self.origins}:
            raise WebProblem(
                421, "This server does not answer for that host.", "Use the address that botassay serve printed."
            )

    def visitor(self, method: str, headers: Mapping[str, str]) -> Visitor:
        """Return who asks; nobody in particular without a token.

        Raises: WebProblem 401 for a wrong token; 403 for a request that another page sends in the name of a visitor.
        """
        scheme, _, token = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            if headers.get("origin") not in (None, *self.origins):
                raise WebProblem(403, "The request comes from another website.")
            return self.sessions.by_token(token.strip())
        if method not in SAFE:
            self._check_origin(headers)
        return self.sessions.by_cookie(_cookie(headers)) or NOBODY

    def _check_origin(self, headers: Mapping[str, str]) -> None:
        own = headers.get("origin") in self.origins
        if not own or headers.get("sec-fetch-site", "same-origin") != "same-origin":
            raise WebProblem(
                403, "The request does not come from a page of this server.", "Scripts send a bearer token."
            )


def _cookie(headers: Mapping[str, str]) -> str:
    try:
        morsel = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return morsel.value if morsel else ""


def cookie_header(value: str, seconds: int, *, secure: bool) -> str:
    """Return the header that sets the cookie of a session."""
    return f"{COOKIE}={value}; Path=/; HttpOnly; SameSite=Strict; Max-Age={seconds}{'; Secure' if secure else ''}"
