"""MarianMT models as CTranslate2 writes them: `model.bin`, its vocabulary, and the two SentencePiece models beside it.

They are made of the others by `ct2-transformers-converter --copy_files source.spm target.spm`, are smaller, and need no
PyTorch. Nothing is downloaded, and no code of a folder is run: the weights are not a pickle.
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
    """Whether a folder holds a model of CTranslate2, and not one of transformers."""
    return (folder / MODEL).is_file() and not (folder / "model.safetensors").is_file()


def ct2_modules() -> tuple[Any, Any]:
    """Return the modules `ctranslate2` and `sentencepiece`.

    Raises: ConfigurationError where one is not installed.
    """
    try:
        import ctranslate2
        import sentencepiece
    except ImportError as error:
        raise ConfigurationError(NO_CTRANSLATE2, hint="pip install 'botassay[ctranslate2]'") from error
    return ctranslate2, sentencepiece


@dataclass(frozen=True, slots=True)
class Ct2Model:
    """A model that translates in one direction."""

    translator: Any
    source: Any
    target: Any
    ends: bool
    """Whether a sentence needs an end mark."""

    def translate(self, texts: Sequence[str]) -> list[str]:
        """Translate each text; the likeliest words by beam search, so that the same text gets the same translation."""
        cut = [self.source.encode(text, out_type=str)[: _LONGEST - 1] for text in texts]
        asked = [[*pieces, _END] if self.ends else pieces for pieces in cut]
        results = self.translator.translate_batch(asked, beam_size=BEAMS, max_decoding_length=WRITTEN)
        return [self.target.decode([piece for piece in result.hypotheses[0] if piece != _END]) for result in results]


def load_ct2(folder: Path) -> Ct2Model:
    """Load the model in a folder.

    Raises: ConfigurationError without CTranslate2; InputError for a folder without a model.
    """
    ctranslate2, sentencepiece = ct2_modules()
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
