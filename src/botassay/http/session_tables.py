"""Tables of a `bot.toml`: requests around a conversation, polling, tokens, and what is known about the bot."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from botassay.plugins.about import AboutBot


class SideRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request before, during or after a conversation, and what is taken from its answer."""

    request: str
    """Method and path, or method and URL."""
    body: str | None = None
    headers: Mapping[str, str] = {}
    take: Mapping[str, str] = {}
    """By name: a path into the answer, `header:NAME` or `cookie:NAME`."""


class SessionSteps(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a conversation begins, goes on and ends."""

    create: tuple[SideRequest, ...] = ()
    """Sent before each conversation, in order."""
    refresh: SideRequest | None = None
    """Sent before what was created expires."""
    end: SideRequest | None = None
    """Sent after each conversation."""
    greeting: float = 0.0
    """Seconds to listen before the first message."""


class PollRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How to fetch the messages of a bot that does not answer in its response."""

    request: str | None = None
    """None where the bot posts its messages to {{callback}}."""
    every: float = 1.0
    """Seconds between two requests."""
    cursor: str | None = None
    """Where an answer says from where to read on."""
    messages: str = "$"
    """The messages in an answer; paths of [reply] begin at one of them."""
    own: str | None = None
    """In a message: who sent it. {{user}} is not the bot."""
    id: str | None = None
    """In a message: its id, so that it is read once."""
    question: str | None = None
    """In the response to a message: its id."""
    answers: str | None = None
    """In a message: the id of the message that it answers."""
    until: str | None = None
    """A condition on an answer: the reply is complete."""
    failed: str | None = None
    """A condition on an answer: there is no reply."""
    quiet: float = 2.0
    """Without `until`: seconds of silence after which a reply is complete."""


class OAuth2Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An access token by OAuth 2.0 client credentials (RFC 6749, 4.4)."""

    oauth2: str
    """The URL of the token endpoint."""
    client_id: str
    client_secret: str
    scope: str | None = None
    auth: Literal["basic", "post"] = "basic"
    lifetime: float = 3000.0
    """Seconds, where the endpoint does not say."""


class Access(AboutBot, frozen=True, forbid_unknown_fields=True):
    """What is known about a bot, how requests get to it, and what they are let in with."""

    origins: tuple[str, ...] = ()
    """Other origins that requests of the description may go to."""
    proxy: str | None = None
    """The URL of a proxy; `env`: as HTTPS_PROXY and HTTP_PROXY say."""
    token: str | OAuth2Rule | None = None
    """Where {{token}} comes from: `command: PROGRAM ARGUMENTS`, or OAuth 2.0."""
    poll: PollRule | None = None
    alerts: bool = False
    """Whether the bot calls people who help: CR asks that they were told."""


def texts_of(session: SessionSteps, access: Access) -> list[str]:
    """Return all texts of requests beside the turns: names of secrets may stand in them."""
    steps = [step for step in (*session.create, session.refresh, session.end) if step is not None]
    texts = [text for step in steps for text in (step.request, step.body or "", *step.headers.values())]
    rule = access.token
    texts += [rule.oauth2, rule.client_id, rule.client_secret] if isinstance(rule, OAuth2Rule) else []
    return [*texts, access.poll.request or "" if access.poll else ""]
