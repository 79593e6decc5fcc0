"""Messages to a bot: as they can be sent, and as they can be shown."""

from collections.abc import Mapping

from botassay.http import ConversationClient, Exchange, Request
from botassay.http.client import with_headers
from botassay.http.retry import KEY_HEADER


def sayable(text: str) -> str:
    r"""Replace what cannot be sent as UTF-8: halves of surrogate pairs.

    >>> sayable("a\ud800") == "a\ufffd"
    True
    """
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def shown_requests(line: ConversationClient) -> str:
    """Write down the last requests of a conversation that were answered, as they went out, without secrets."""
    blocks = []
    for request in line.sent:
        headers = [f"{name}: {value}" for name, value in request.headers.items()]
        body = ["", request.body.decode("utf-8", "replace")] if request.body else []
        blocks.append("\n".join([f"{request.method} {request.url}", *headers, *body]))
    return line.client.secrets.redact("\n\n".join(blocks)).text


def shown_request(exchange: Exchange, request: Request, identified: Mapping[str, str]) -> str:
    """Write a request down as it went out, without secrets: the address, the headers, the body.

    Args:
        exchange: the secrets, and the headers as the description has them.
        request: what was sent.
        identified: the headers that say who asks.
    """
    keyed = {KEY_HEADER: request.key} if request.key else {}
    sent = with_headers(identified, {**exchange.shown_headers, **request.headers, **keyed})
    headers = [f"{name}: {value}" for name, value in sent.items()]
    body = ["", request.body.decode()] if request.body else []
    return exchange.secrets.redact("\n".join([f"{request.method} {request.url}", *headers, *body])).text
