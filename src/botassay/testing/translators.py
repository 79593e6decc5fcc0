"""What every translator promises."""

from collections.abc import Sequence

from botassay.plugins.protocols import Translator
from botassay.testing.promise import promise

_TEXTS = ("They look happy today.", "He is fine.", "", "?!", "🤖", "They look happy today.", "<b>grim</b>")


class MirrorTranslator:
    """A translator whose languages are written in opposite directions: there and back changes nothing."""

    def translate(self, texts: Sequence[str], *, source: str, target: str) -> list[str]:
        """Turn each text round."""
        return [text[::-1] if source != target else text for text in texts]


def check_translator(
    translator: Translator, *, source: str = "en", target: str = "es", texts: Sequence[str] | None = None
) -> None:
    """Check that a translator keeps the promises of its protocol.

    Args:
        translator: ready to work.
        source: a language that it reads.
        target: a language that it writes.
        texts: for one that only knows some; otherwise ordinary and odd ones.

    Raises: BrokenPromiseError at the first promise that it does not keep.
    """
    asked = list(_TEXTS if texts is None else texts)

    def translated(some: Sequence[str]) -> list[str]:
        return list(translator.translate(some, source=source, target=target))

    promise(translated([]) == [], "no texts get no translations")
    first = translated(asked)
    promise(len(first) == len(asked), "every text gets a translation")
    promise(all(isinstance(text, str) for text in first), "a translation is a text")
    promise(translated(asked) == first, "the same texts get the same translations")
    promise(translated(asked[::-1])[::-1] == first, "the order of the texts makes no difference")
