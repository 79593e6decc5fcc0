"""Google Cloud Translation, Basic (v2): `google`; `google:https://…` for another address that answers alike.

The request and the answer are as in https://cloud.google.com/translate/docs/reference/rest/v2/translate. The key is
read from the environment variable GOOGLE_TRANSLATE_KEY and sent as a header, so that no address holds it.
"""

import os
from typing import Final

from botassay.core.errors import ConfigurationError
from botassay.http import ReplyPaths
from botassay.plugins.protocols import SentimentOptions
from botassay.sentiment.translation.http_translator import HttpTranslator

KEY: Final = "GOOGLE_TRANSLATE_KEY"
ADDRESS: Final = "https://translation.googleapis.com"


def make(address: str, options: SentimentOptions) -> HttpTranslator:
    """Return the translator.

    Raises: ConfigurationError without a key, or for a text that is not an address.
    """
    if not os.environ.get(KEY):
        raise ConfigurationError(f"google needs a key in the environment variable {KEY}", hint=f"export {KEY}=…")
    translator = HttpTranslator(
        service="google",
        url=f"{(address or ADDRESS).rstrip('/')}/language/translate/v2",
        headers={"X-Goog-Api-Key": f"${{{KEY}}}"},
        reply=ReplyPaths(text="$.data.translations[0].translatedText", error="$.error.message"),
        rate=options.rate,
    )
    translator.check(source="en", target="es")  # an invalid address is reported before anything else is done
    return translator
