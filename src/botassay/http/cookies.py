"""Cookies in the headers of an answer."""

from http.cookies import CookieError, SimpleCookie

from botassay.http.limits import Answer


def cookie_of(answer: Answer, name: str) -> str | None:
    """Return the value of a cookie that an answer sets; None where it sets none of this name.

    >>> cookie_of(Answer(200, {"Set-Cookie": "sid=7; Path=/"}, b""), "sid")
    '7'
    """
    getall = getattr(answer.headers, "getall", None)
    lines = getall("Set-Cookie", []) if getall else [answer.headers.get("Set-Cookie", "")]
    for line in lines:
        try:
            morsel = SimpleCookie(line).get(name)
        except CookieError:
            continue
        if morsel is not None:
            return morsel.value
    return None
