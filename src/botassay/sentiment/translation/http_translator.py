"""What translators over HTTP share: a JSON request for each text, with `q`, `source`, `target` and `format`."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec

from botassay.core.errors import UsageError
from botassay.http import Client, Description, Exchange, Limits, Pace, ReplyPaths, ask_all

_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpTranslator:
    """Asks a service.

    Args:
        service: its name in errors.
        url: address that takes the requests.
        reply: where the translation and errors are in its answers.
        headers: further headers; `${NAME}` is an environment variable.
        fields: further fields of the request, likewise.
        rate: requests a second at most.
    """

    service: str
    url: str
    reply: ReplyPaths
    headers: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)
    rate: float | None = None

    def translate(self, texts: Sequence[str], *, source: str, target: str) -> list[str]:
        """Ask for each text.

        Raises: BotError where no translation comes; UsageError for an invalid language code.
        """
        exchange = self._exchange(source, target)
        client = Client(Limits(), Pace(self.rate), exchange.secrets, exchange.headers)
        requests = [exchange.request({"message": text, "session": "", "user": "", "history": []}) for text in texts]
        return [heard.reply.text for heard in ask_all(client, requests, exchange.hear)]

    def check(self, *, source: str, target: str) -> None:
        """Refuse an invalid address or language code; only a request shows whether the service knows the language.

        Raises: ConfigurationError, UsageError.
        """
        self._exchange(source, target)

    def _exchange(self, source: str, target: str) -> Exchange:
        for language in (source, target):
            if not _LANGUAGE.fullmatch(language):
                raise UsageError(f"{language!r} is not a language code", hint="write a code like es or da")
        rest = msgspec.json.encode({"source": source, "target": target, "format": "text", **self.fields}).decode()
        body = f'{{"q": {{{{message}}}}, {rest[1:]}'
        described = Description(url=self.url, headers=dict(self.headers), body=body, reply=self.reply)
        return Exchange.of(described, where=self.service)
