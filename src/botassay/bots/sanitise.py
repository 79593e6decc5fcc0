"""Messages to a bot: as they can be sent, and as they can be shown."""

from botassay.http import Exchange, Request
from botassay.http.retry import KEY_HEADER


def sayable(text: str) -> str:
    r"""Replace what cannot be sent as UTF-8: halves of surrogate pairs.

    >>> sayable("a\ud800") == "a\ufffd"
    True
    """
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def shown_request(exchange: Exchange, request: Request) -> str:
    """Write a request down, without secrets: the address, the headers as the description has them, the body."""
    keyed = {KEY_HEADER: request.key} if request.key else {}
    headers = [f"{name}: {value}" for name, value in {**exchange.shown_headers, **keyed}.items()]
    body = ["", request.body.decode()] if request.body else []
    return exchange.secrets.redact("\n".join([f"{request.method} {request.url}", *headers, *body])).text
