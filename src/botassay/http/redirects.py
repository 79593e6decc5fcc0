"""Redirects: followed within the same origin, if at all."""

from dataclasses import replace
from typing import Final

from yarl import URL

from botassay.http.limits import Answer, Request

HOPS: Final = 3
"""Most redirects in a row."""
_SEE_OTHER: Final = 303
_STATUSES: Final = (301, 302, _SEE_OTHER, 307, 308)
_LONGEST: Final = 2_000
"""Characters of a redirect's address."""


def next_request(request: Request, answer: Answer) -> Request | None:
    """Return the request with which to follow; None, where the answer points elsewhere or nowhere.

    The request goes out again as it was, a message with it, for it went astray; after 303 the answer is only fetched.

    >>> moved = Answer(307, {"Location": "/chat/"}, b"")
    >>> next_request(Request("POST", "http://bot.example/chat", b"hi"), moved).url
    'http://bot.example/chat/'
    >>> moved = Answer(307, {"Location": "//evil.example/"}, b"")
    >>> next_request(Request("POST", "https://bot.example/chat", b"hi"), moved)
    """
    if answer.status not in _STATUSES:
        return None
    target = answer.headers.get("Location", "")
    try:
        here = URL(request.url)
        there = here.join(URL(target)).with_fragment(None)
        there, named = there.with_user(here.user).with_password(here.password), there
        same = there.origin() == here.origin() and named.user is None
    except (ValueError, TypeError):
        return None
    if not target.isprintable() or not target or len(target) > _LONGEST or "\\" in target or not same:
        return None
    seen = answer.status == _SEE_OTHER
    return Request("GET", str(there)) if seen else replace(request, url=str(there))
