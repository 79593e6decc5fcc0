"""MarianMT models as CTranslate2 writes them: `model.bin`, its vocabulary, and the two SentencePiece models beside it.

They are made of the others by `ct2-transformers-converter --copy_files source.spm target.spm`, are smaller, and need no
PyTorch. Nothing is downloaded, and nothing of a folder is run: the file of numbers is no pickle.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from botassay.core.errors import ConfigurationError, InputError

MODEL: Final = "model.bin"
NO_CTRANSLATE2: Final = "CTranslate2 and SentencePiece, which the model needs, are not installed"
BEAMS: Final = 4
_LONGEST: Final = 512
WRITTEN: Final = 512
"""Pieces of words that a translation has at most."""
_END: Final = "</s>"


def is_ct2(folder: Path) -> bool:
    """Whether a folder holds a model of CTranslate2, and none of transformers."""
    return (folder / MODEL).is_file() and not (folder / "model.safetensors").is_file()


def check_ct2() -> None:
    """Refuse to begin without CTranslate2.

    Raises: ConfigurationError.
    """
    try:
        import ctranslate2  # noqa: F401 - said before anything else is done
        import sentencepiece  # noqa: F401
    except ImportError as error:
        raise ConfigurationError(NO_CTRANSLATE2, hint="pip install 'botassay[ctranslate2]'") from error


@dataclass(frozen=True, slots=True)
class Ct2Model:
    """One direction."""

    translator: Any
    source: Any
    target: Any
    ends: bool
    """Whether the end of a sentence has to be written behind it."""

    def translate(self, texts: Sequence[str]) -> list[str]:
        """Translate each text; the likeliest words by beam search, so that the same text gets the same translation."""
        cut = [self.source.encode(text, out_type=str)[: _LONGEST - 1] for text in texts]
        asked = [[*pieces, _END] if self.ends else pieces for pieces in cut]
        results = self.translator.translate_batch(asked, beam_size=BEAMS, max_decoding_length=WRITTEN)
        return [self.target.decode([piece for piece in result.hypotheses[0] if piece != _END]) for result in results]


def load_ct2(folder: Path) -> Ct2Model:
    """Load a model.

    Raises: ConfigurationError without CTranslate2; InputError for what is no model.
    """
    check_ct2()
    import ctranslate2
    import sentencepiece

    hint = "convert it again: ct2-transformers-converter --copy_files source.spm target.spm"
    try:
        source, target = (
            sentencepiece.SentencePieceProcessor(model_file=str(folder / f"{side}.spm"))
            for side in ("source", "target")
        )
        translator = ctranslate2.Translator(str(folder), device="cpu", inter_threads=1)
        settings = json.loads((folder / "config.json").read_text("utf-8"))
    except (OSError, ValueError, RuntimeError) as error:
        what = " ".join(str(error).split())[:200]
        raise InputError(f"E166 the model cannot be loaded: {what}", str(folder), hint) from error
    return Ct2Model(translator, source, target, ends=not settings.get("add_source_eos", False))
