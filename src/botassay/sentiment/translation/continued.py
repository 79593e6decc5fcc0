"""What was translated before, and a translator for what was not: made when it is needed, and asked for that alone.

So a run that was rated with a round trip is rated again without a request, even where the translator is gone.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from botassay.plugins.protocols import SentimentOptions, Translator
from botassay.sentiment.translation import find_translator
from botassay.sentiment.translation.recorded import Recorded, read_recorded


@dataclass(frozen=True, slots=True)
class Continued:
    """Looks texts up, and has the others translated.

    Args:
        before: what was translated before.
        typed: the translator, as it is typed.
        options: how it is to work.
    """

    before: Recorded
    typed: str
    options: SentimentOptions

    def translate(self, texts: Sequence[str], *, source: str, target: str) -> list[str]:
        """Translate each text.

        Raises: what making the translator raises, and what it raises, where it is needed.
        """
        known = {text: self.before.translation(text, source, target) for text in texts}
        fresh = [text for text, translation in known.items() if translation is None]
        if fresh:
            rest = find_translator(self.typed, self.options)
            known |= dict(zip(fresh, rest.translate(fresh, source=source, target=target), strict=True))
        return [known[text] or "" for text in texts]


def continued(file: Path, typed: str, options: SentimentOptions) -> Translator:
    """Go on with a file of translations, if it is there.

    Raises: InputError for a file that is none; without one, as `find_translator`.
    """
    return Continued(read_recorded(file), typed, options) if file.is_file() else find_translator(typed, options)
