"""Google Cloud Translation, Basic (v2): `google`; `google:https://…` for another address that answers alike.

The request and the answer are as in https://cloud.google.com/translate/docs/reference/rest/v2/translate. The key is
read from the environment variable GOOGLE_TRANSLATE_KEY and sent as a header, so that no address holds it.
"""

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from botassay.core.errors import ConfigurationError, UsageError
from botassay.http import Client, Description, Exchange, Limits, Pace, ReplyPaths, ask_all
from botassay.plugins.protocols import SentimentOptions

KEY: Final = "GOOGLE_TRANSLATE_KEY"
ADDRESS: Final = "https://translation.googleapis.com"
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")


@dataclass(frozen=True, slots=True)
class GoogleTranslate:
    """Asks the service; each text is a request."""

    address: str = ADDRESS
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
        """Refuse an invalid language code; only a request shows whether the service knows the language.

        Raises: UsageError.
        """
        self._exchange(source, target)

    def _exchange(self, source: str, target: str) -> Exchange:
        for language in (source, target):
            if not _LANGUAGE.fullmatch(language):
                raise UsageError(f"{language!r} is not a language code", hint="write a code like es or da")
        pair = msgspec.json.encode({"source": source, "target": target, "format": "text"}).decode()[1:-1]
        described = Description(
            url=f"{self.address.rstrip('/')}/language/translate/v2",
            headers={"X-Goog-Api-Key": f"${{{KEY}}}"},
            body=f'{{"q": {{{{message}}}}, {pair}}}',
            reply=ReplyPaths(text="$.data.translations[0].translatedText", error="$.error.message"),
        )
        return Exchange.of(described, where="google")


def make(address: str, options: SentimentOptions) -> GoogleTranslate:
    """Return the translator.

    Raises: ConfigurationError without a key, or for a text that is not an address.
    """
    if not os.environ.get(KEY):
        raise ConfigurationError(f"google needs a key in the environment variable {KEY}", hint=f"export {KEY}=…")
    translator = GoogleTranslate(address or ADDRESS, options.rate)
    translator.check(source="en", target="es")  # an invalid address is reported before anything else is done
    return translator
