"""Bots behind Microsoft's Direct Line 3.0, such as those of Bot Framework and Copilot Studio: `directline:BASE`.

The requests are those of learn.microsoft.com, "Bot Framework Direct Line API 3.0": starting a conversation, sending an
activity, receiving activities by HTTP GET, refreshing a token, ending a conversation; for Copilot Studio its token
endpoint. Messages are polled; the WebSocket is not used.
"""

import os
import re
from typing import Final

from botassay.bots.conversations import RestBot
from botassay.bots.models import completed
from botassay.bots.rest import described
from botassay.bots.steps import origin_of
from botassay.core.errors import UsageError
from botassay.http import Description, ReplyPaths
from botassay.http.description import SessionRule
from botassay.http.session_tables import PollRule, SideRequest
from botassay.plugins.protocols import BotOptions

KEY: Final = "DIRECTLINE_SECRET"
"""Sent if the environment has it; a token endpoint needs none."""
SERVICE: Final = "https://directline.botframework.com"
"""The Direct Line service of a bot with a token endpoint."""
_TOKENS: Final = re.compile(r"/directline/token\b")
_BEARER: Final = {"Authorization": "Bearer {{made.token}}"}
_TAKEN: Final = {"session": "$.conversationId", "token": "$.token", "expires": "$.expires_in"}


def make(address: str, options: BotOptions) -> RestBot:
    """Return a bot behind Direct Line; a conversation of its own for each, polled each second.

    Args:
        address: `BASE`, which gets `/v3/directline` if it has no path; or the token endpoint of Copilot Studio.
        options: how it is to be talked to.

    Raises: UsageError.
    """
    if not address.startswith(("http://", "https://")):
        hint = f"write directline:{SERVICE}, or directline: with the token endpoint of Copilot Studio"
        raise UsageError(f"{address!r} is not a URL", hint=hint)
    if options.description:
        raise UsageError("directline: needs no bot.toml", hint="omit --bot")
    endpoint = address if _TOKENS.search(address) else None
    base = completed(service_of(address) if endpoint else address, "/v3/directline")
    secret = {"Authorization": f"Bearer ${{{KEY}}}"} if os.environ.get(KEY) and not endpoint else {}
    fetched = (SideRequest(f"GET {endpoint}", take={"token": "$.token"}),) if endpoint else ()
    path = base.removeprefix(origin_of(base))
    begun = SideRequest(f"POST {path}/conversations", headers=_BEARER if endpoint else secret, take=_TAKEN)
    description = Description(
        url=f"{base}/conversations/{{{{session}}}}/activities",
        body='{"type": "message", "from": {"id": {{user}}}, "text": {{message}}}',
        headers=_BEARER,
        reply=ReplyPaths(text="$.text", options="$.suggestedActions.actions[*].title"),
        session=SessionRule(
            create=(*fetched, begun),
            greeting=3.0,
            refresh=SideRequest(f"POST {path}/tokens/refresh", headers=_BEARER, take=_TAKEN),
            end=SideRequest(
                f"POST {path}/conversations/{{{{session}}}}/activities",
                body='{"type": "endOfConversation", "from": {"id": {{user}}}}',
                headers=_BEARER,
            ),
        ),
        origins=(origin_of(endpoint),) if endpoint else (),
        poll=PollRule(
            request=f"GET {path}/conversations/{{{{session}}}}/activities?watermark={{{{cursor}}}}",
            cursor="$.watermark",
            messages='$.activities[?@.type == "message"]',
            own="$.from.id",
            id="$.id",
            question="$.id",
            answers="$.replyToId",
        ),
    )
    name = f"directline:{re.sub(r'^https?://', '', origin_of(address))}"
    return described(description, options, where="directline", name=name)


def service_of(endpoint: str) -> str:
    """Return the Direct Line service of a token endpoint: Microsoft's, and for tests that of the same loopback address.

    >>> service_of("https://abc.environment.api.powerplatform.com/powervirtualagents/x/directline/token?api-version=1")
    'https://directline.botframework.com'
    """
    origin = origin_of(endpoint)
    return origin if re.match(r"http://(?:127\.0\.0\.1|localhost)\b", origin) else SERVICE
