"""A LibreTranslate server: `libretranslate:http://localhost:5000`.

Its key, if it needs one, is read from the environment variable LIBRETRANSLATE_API_KEY.
"""

import os
from typing import Final

from botassay.http import ReplyPaths
from botassay.plugins.protocols import SentimentOptions
from botassay.sentiment.translation.http_translator import HttpTranslator

KEY: Final = "LIBRETRANSLATE_API_KEY"


def make(address: str, options: SentimentOptions) -> HttpTranslator:
    """Return a translator of an address.

    Raises: ConfigurationError for a text that is not an address.
    """
    translator = HttpTranslator(
        service="libretranslate",
        url=f"{address.rstrip('/')}/translate",
        fields={"api_key": f"${{{KEY}}}"} if os.environ.get(KEY) else {},
        reply=ReplyPaths(text="$.translatedText", error="$.error"),
        rate=options.rate,
    )
    translator.check(source="en", target="es")  # an invalid address is reported before anything else is done
    return translator
