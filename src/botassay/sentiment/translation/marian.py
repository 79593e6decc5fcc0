"""MarianMT models on the user's disk: `marian:FOLDER`, with a folder for each direction in it, `en-es` and `es-en`.

They hold what `save_pretrained` writes, the model as safetensors, or what CTranslate2's converter makes of it. Nothing
is downloaded, no code of a folder is run. Needs torch and transformers, or CTranslate2, loaded when a model is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from botassay.core.errors import InputError
from botassay.plugins.protocols import SentimentOptions
from botassay.sentiment.saved_models import load, missing
from botassay.sentiment.translation.ct2 import Ct2Model, ct2_modules, is_ct2, load_ct2

_BATCH: Final = 16
_LONGEST: Final = 512


@dataclass(frozen=True, slots=True)
class TransformerModel:
    """A model of transformers that translates in one direction."""

    tokenizer: Any
    model: Any

    def translate(self, texts: Sequence[str]) -> list[str]:
        """Translate each text; `generate` computes no gradients."""
        read = self.tokenizer(list(texts), padding=True, truncation=True, max_length=_LONGEST, return_tensors="pt")
        generated = self.model.generate(input_ids=read["input_ids"], attention_mask=read["attention_mask"])
        translated: list[str] = self.tokenizer.batch_decode(generated, skip_special_tokens=True)
        return translated


@dataclass(frozen=True, slots=True)
class Marian:
    """Translates with one model for each direction, loaded when it is first needed."""

    folder: Path
    loaded: dict[tuple[str, str], Ct2Model | TransformerModel] = field(default_factory=dict, repr=False)

    def check(self, *, source: str, target: str) -> None:
        """Refuse a direction for which there is no folder.

        Raises: InputError.
        """
        _place(self.folder, f"{source}-{target}")

    def translate(self, texts: Sequence[str], *, source: str, target: str) -> list[str]:
        """Translate each text; the likeliest words by beam search, so that the same text gets the same translation.

        Raises: InputError where the folder has no model of the direction; ConfigurationError without what it needs.
        """
        if (source, target) not in self.loaded:
            place = _place(self.folder, f"{source}-{target}")
            self.loaded[source, target] = (
                load_ct2(place) if is_ct2(place) else TransformerModel(*load(place, "AutoModelForSeq2SeqLM"))
            )
        model = self.loaded[source, target]
        batches = (texts[at : at + _BATCH] for at in range(0, len(texts), _BATCH))
        return [text for batch in batches for text in model.translate(batch)]


def _place(folder: Path, direction: str) -> Path:
    """Return the folder of a direction.

    Raises: InputError where there is none.
    """
    places = [folder / name for name in (direction, f"opus-mt-{direction}") if (folder / name).is_dir()]
    if not places:
        raise InputError(
            f"E166 the model {direction} is missing", str(folder), f"put the model into the folder {direction}"
        )
    return places[0]


def make(address: str, options: SentimentOptions) -> Marian:
    """Return the translator of a folder.

    Raises: InputError where there is no folder; ConfigurationError without the library that its models need.
    """
    del options
    folder = Path(address)
    if not folder.is_dir():
        raise InputError(f"E166 {address} is not a folder", hint="give a folder that contains en-es and es-en")
    kinds = {is_ct2(place) for place in folder.iterdir() if place.is_dir()}
    if True in kinds:
        ct2_modules()
    if kinds != {True} and find_spec("torch") is None:
        raise missing()
    return Marian(folder)
