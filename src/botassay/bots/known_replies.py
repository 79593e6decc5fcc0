"""Where well-known products have their reply, by what a request to them looks like."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class KnownReply:
    """Paths into the answers of one product, as its public documentation has them."""

    text: str | None
    options: str | None = None
    piece: str | None = None
    session: str | None = None
    """Where the bot gives the id of the conversation, if it does."""


_OPENAI: Final = KnownReply("$.choices[0].message.content", piece="$.choices[0].delta.content")
_BY_ADDRESS: Final[Mapping[str, KnownReply]] = {
    "/chat/completions": _OPENAI,  # platform.openai.com/docs/api-reference/chat
    "/webhooks/rest/webhook": KnownReply("$[*].text", "$[*].buttons[*].title"),  # rasa.com/docs: REST channel
    "/api/chat": KnownReply("$.message.content"),  # docs.ollama.com/api
    "/chat-messages": KnownReply("$.answer", session="$.conversation_id"),  # docs.dify.ai: send-chat-message
    "/api/v1/prediction/": KnownReply("$.text"),  # docs.flowiseai.com/api-reference/prediction
    ":detectIntent": KnownReply("$.queryResult.fulfillmentText"),  # cloud.google.com/dialogflow/es/docs/reference/rest
    "/v2/assistants/": KnownReply("$.output.generic[*].text"),  # cloud.ibm.com/apidocs/assistant-v2
    "/converse/": KnownReply("$.responses[*].text"),  # v12.botpress.com: converse API
}
"""A part of the address; `/api/chat` counts only with a list of messages."""


def known_reply(url: str, headers: Mapping[str, str], body: str) -> KnownReply | None:
    """Return the paths of the product that a request is for; None for an unknown one.

    Args:
        url: of the request.
        headers: of the request.
        body: of the request, with its placeholders.
    """
    place = url.partition("?")[0]
    if any(name.lower() == "anthropic-version" for name in headers):
        return KnownReply("$.content[*].text")  # platform.claude.com: messages
    if place.endswith("/api/chat") and '"{{history}}"' not in body:
        return None
    for part, reply in _BY_ADDRESS.items():
        if part in place:
            return reply
    return _OPENAI if '"messages": "{{history}}"' in body and '"model"' in body else None
