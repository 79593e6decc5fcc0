"""Access tokens for {{token}}: from a command, or by OAuth 2.0 client credentials; one for a whole run."""

import asyncio
import shlex
from base64 import b64encode
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import Any, Final
from urllib.parse import quote, urlencode

import msgspec

from botassay.bots.steps import origin_of
from botassay.core.errors import BotError, ConfigurationError
from botassay.http import Answer, Client, Request
from botassay.http.decoding import decoded, parsed
from botassay.http.session_tables import OAuth2Rule

COMMAND: Final = "command:"
PATIENCE: Final = 30.0
"""Seconds that a command may take."""
EARLY: Final = 0.8
"""A token is renewed after this share of its life."""
LIFETIME: Final = 3000.0
"""Seconds that a token of a command is used."""
_SHOWN: Final = 200


@dataclass(slots=True)
class TokenSource:
    """Gives an access token, and a new one in time.

    Args:
        rule: an OAuth 2.0 endpoint, with its secrets put in, or the words of a command.
        client: sends requests to the endpoint.
    """

    rule: OAuth2Rule | tuple[str, ...]
    client: Client
    _token: str | None = field(default=None, repr=False)
    _until: float = 0.0
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _loop: Any = None

    async def get(self, *, instead_of: str | None = None) -> str:
        """Return a token that is valid for a while.

        Args:
            instead_of: a token that was refused; None: none was.

        Raises: BotError, `unauthorised`, where there is none.
        """
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop, self._lock = loop, asyncio.Lock()
        async with self._lock:
            if self._token is None or self._token == instead_of or monotonic() >= self._until:
                asked = monotonic()
                self._token, lifetime = await self._renewed()
                self._until = asked + EARLY * lifetime
            return self._token

    async def _renewed(self) -> tuple[str, float]:
        if isinstance(self.rule, tuple):
            return await _of_command(self.rule), LIFETIME
        bare = replace(self.client, headers={})
        try:
            async with bare.line("token") as line:
                return await line.ask(_request(self.rule), self._read)
        except BotError as failure:
            raise _missing(f"{self.rule.oauth2}: {failure}") from None

    def _read(self, answer: Answer) -> tuple[str, float]:
        kind = answer.headers.get("Content-Type", "")
        document = parsed(decoded(answer.body, kind), kind)
        token = document.get("access_token") if isinstance(document, dict) else None
        if not isinstance(token, str) or not token:
            raise BotError("bad_shape", "the answer has no access_token")
        expires = document.get("expires_in")
        assert isinstance(self.rule, OAuth2Rule)  # noqa: S101 - a command has no answer
        try:
            lifetime = float(expires) if expires is not None else self.rule.lifetime
        except (TypeError, ValueError):
            lifetime = self.rule.lifetime
        return token, max(lifetime, 0.0)


def _request(rule: OAuth2Rule) -> Request:
    """Return the request of RFC 6749, 4.4.2, with the client's credentials as 2.3.1 has them."""
    fields = {"grant_type": "client_credentials", **({"scope": rule.scope} if rule.scope else {})}
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}
    if rule.auth == "basic":
        pair = f"{quote(rule.client_id, safe='')}:{quote(rule.client_secret, safe='')}"
        headers["Authorization"] = f"Basic {b64encode(pair.encode()).decode()}"
    else:
        fields |= {"client_id": rule.client_id, "client_secret": rule.client_secret}
    return Request("POST", rule.oauth2, urlencode(fields).encode(), headers=headers)


async def _of_command(words: tuple[str, ...]) -> str:
    """Return what a program prints; it is started without a shell.

    Raises: BotError, `unauthorised`.
    """
    pipe = asyncio.subprocess.PIPE
    try:
        process = await asyncio.create_subprocess_exec(
            *words, stdin=asyncio.subprocess.DEVNULL, stdout=pipe, stderr=pipe
        )
    except OSError as error:
        raise _missing(f"{words[0]} does not start: {error.strerror or error}") from None
    try:
        async with asyncio.timeout(PATIENCE):
            printed, complaint = await process.communicate()
    except TimeoutError:
        process.kill()
        await process.wait()
        raise _missing(f"{words[0]} did not end within {PATIENCE:g} s") from None
    token = printed.decode("utf-8", "replace").strip()
    if process.returncode:
        shown = " ".join(complaint.decode("utf-8", "replace").split())[:_SHOWN]
        raise _missing(f"{words[0]} ended with {process.returncode}: {shown}")
    if not token or not token.isprintable() or " " in token:
        raise _missing(f"{words[0]} did not print a token, alone in a line")
    return token


def _missing(why: str) -> BotError:
    return BotError("unauthorised", f"no token: {why}", hint="check token in bot.toml")


def token_source(
    rule: str | OAuth2Rule, client: Client, *, allowed: bool, origins: frozenset[str], where: str
) -> TokenSource:
    """Return the source of tokens that a description names.

    Args:
        rule: `command: …`, or the table of an OAuth 2.0 endpoint.
        client: of the bot; its secrets are put into the rule.
        allowed: whether a file may start a program.
        origins: where requests may go.
        where: the file.

    Raises: ConfigurationError.
    """
    if isinstance(rule, OAuth2Rule):
        if origin_of(rule.oauth2) not in origins:
            hint = f'if that is right, write origins = ["{origin_of(rule.oauth2)}"] at the top'
            raise ConfigurationError(
                f"{origin_of(rule.oauth2)} is not the origin of url", f"{where}:token.oauth2", hint
            )
        put = client.secrets.put_into
        fields = ("oauth2", "client_id", "client_secret", "scope")
        filled = {name: put(value) for name in fields if (value := getattr(rule, name))}
        return TokenSource(msgspec.structs.replace(rule, **filled), client)
    words = tuple(shlex.split(rule.removeprefix(COMMAND)))
    if not rule.startswith(COMMAND) or not words:
        hint = 'write token = "command: gcloud auth print-access-token", or a table with oauth2'
        raise ConfigurationError(f"{rule!r} names no source of tokens", f"{where}:token", hint)
    if not allowed:
        hint = "if you trust the file, add --allow-command"
        raise ConfigurationError(f"the file would start a program: {words[0]}", f"{where}:token", hint)
    return TokenSource(words, client)
