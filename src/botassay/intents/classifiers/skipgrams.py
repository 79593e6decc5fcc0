"""Word vectors by fastText (Bojanowski et al. 2017), trained on the phrases or from a model file.

Requires the extra `fasttext`.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from botassay.core.errors import ConfigurationError, InputError
from botassay.intents.classifiers.vectors import Subwords, Vectors, WordVectors

SIZE: Final = 100
EPOCHS: Final = 20
_ATTEMPTS: Final = 5
_MODELS: Final = 4
"""Maximum number of cached models, 20 MB each."""
_BUCKETS: Final = 50_000
"""Hash buckets for character n-grams, enough for a bot's phrases; the default of 2 million takes 800 MB."""


def load(file: Path) -> Subwords:
    """Return a fastText model from a file, `.bin` or `.ftz`.

    Raises: ConfigurationError without fastText; InputError for an invalid model.
    """
    fasttext = _fasttext()
    try:
        return Subwords(fasttext.FastText._FastText(str(file)))  # noqa: SLF001 - `load_model` prints a warning
    except (ValueError, RuntimeError, MemoryError) as error:
        hint = "give a fastText model, or word vectors as text (.vec, .txt)"
        raise InputError(f"E166 fastText cannot read it: {str(error)[-80:]}", str(file), hint) from error


def trained(sentences: Sequence[Sequence[str]]) -> Vectors:
    """Return skip-gram vectors trained on sentences of words. Raises ConfigurationError without fastText.

    The last models are cached: within a process, the same sentences give the same vectors. Between processes they
    differ slightly, as the arithmetic of fastText is not deterministic.
    """
    return _trained(tuple(map(tuple, sentences))) if any(sentences) else WordVectors(SIZE, {})


@lru_cache(maxsize=_MODELS)
def _trained(sentences: tuple[tuple[str, ...], ...]) -> Subwords:
    fasttext = _fasttext()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "sentences.txt"
        file.write_text("".join(" ".join(words) + "\n" for words in sentences), "utf-8")
        return Subwords(_patiently(fasttext.train_unsupervised, str(file)))


def _patiently(train: Callable[..., Any], file: str) -> Any:
    """Train, and retry if fastText reports a NaN, which happens randomly."""
    for attempt in range(1, _ATTEMPTS + 1):
        try:
            return train(
                file, model="skipgram", dim=SIZE, epoch=EPOCHS, minCount=1, bucket=_BUCKETS, thread=1, verbose=0
            )
        except RuntimeError as error:
            if "NaN" not in str(error) or attempt == _ATTEMPTS:
                raise
    raise AssertionError  # not reached: the last attempt returns or raises


def _fasttext() -> Any:
    try:
        import fasttext
    except ImportError as error:
        hint = "pip install 'botassay[fasttext]', or give word vectors as text: --vectors FILE.vec"
        raise ConfigurationError("fastText is not installed", hint=hint) from error
    return fasttext
