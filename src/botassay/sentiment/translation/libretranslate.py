"""A LibreTranslate server: `libretranslate:http://localhost:5000`.

Its key, if it needs one, is read from the environment variable LIBRETRANSLATE_API_KEY.
"""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from botassay.core.errors import UsageError
from botassay.http import Client, Description, Exchange, Limits, Pace, ReplyPaths, ask_all
from botassay.plugins.protocols import SentimentOptions

KEY: Final = "LIBRETRANSLATE_API_KEY"
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")


@dataclass(frozen=True, slots=True)
class LibreTranslate:
    """Asks a server."""

    address: str
    rate: float | None = None

    def translate(self, texts: Sequence[str], *, source: str, target: str) -> list[str]:
        """Ask for each text.

        Raises: BotError where no translation comes; UsageError for an invalid language code.
        """
        exchange = self._exchange(source, target)
        client = Client(Limits(), Pace(self.rate), exchange.secrets, exchange.headers)
        asked = [exchange.request({"message": text, "session": "", "user": "", "history": []}) for text in texts]
        return [heard.reply.text for heard in ask_all(client, asked, exchange.hear)]

    def check(self, *, source: str, target: str) -> None:
        """Refuse an invalid language code; only a request shows whether the server knows the language.

        Raises: UsageError.
        """
        self._exchange(source, target)

    def _exchange(self, source: str, target: str) -> Exchange:
        for language in (source, target):
            if not _LANGUAGE.fullmatch(language):
                raise UsageError(f"{language!r} is not a language code", hint="write a code like es or da")
        key = f', "api_key": "${{{KEY}}}"' if os.environ.get(KEY) else ""
        pair = msgspec.json.encode({"source": source, "target": target, "format": "text"}).decode()[1:-1]
        body = f'{{"q": {{{{message}}}}, {pair}{key}}}'
        paths = ReplyPaths(text="$.translatedText", error="$.error")
        described = Description(url=f"{self.address.rstrip('/')}/translate", body=body, reply=paths)
        return Exchange.of(described, where="libretranslate")


def make(address: str, options: SentimentOptions) -> LibreTranslate:
    """Return a translator of an address.

    Raises: ConfigurationError for a text that is not an address.
    """
    translator = LibreTranslate(address, options.rate)
    translator._exchange("en", "es")  # noqa: SLF001 - an invalid address is reported before anything else is done
    return translator
