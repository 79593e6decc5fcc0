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


def shown(line: ConversationClient, exchange: Exchange, asked: Request | None) -> str:
    """Write down the last requests of a conversation without secrets: those that were answered as they went out.

    Args:
        line: of the conversation.
        exchange: how its requests are made.
        asked: the last request, which is shown as it was to go out where none was answered.
    """
    if line.sent:
        return _answered(line)
    return _unanswered(exchange, asked, line.client.identified) if asked else ""


def _answered(line: ConversationClient) -> str:
    blocks = []
    for request in line.sent:
        headers = [f"{name}: {value}" for name, value in request.headers.items()]
        body = ["", request.body.decode("utf-8", "replace")] if request.body else []
        blocks.append("\n".join([f"{request.method} {request.url}", *headers, *body]))
    return line.client.secrets.redact("\n\n".join(blocks)).text


def _unanswered(exchange: Exchange, request: Request, identified: Mapping[str, str]) -> str:
    keyed = {KEY_HEADER: request.key} if request.key else {}
    sent = with_headers(identified, {**exchange.shown_headers, **request.headers, **keyed})
    headers = [f"{name}: {value}" for name, value in sent.items()]
    body = ["", request.body.decode()] if request.body else []
    return exchange.secrets.redact("\n".join([f"{request.method} {request.url}", *headers, *body])).text
