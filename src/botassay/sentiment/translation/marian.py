"""MarianMT models on the user's disk: `marian:FOLDER`, with a folder for each direction in it, `en-es` and `es-en`.

They hold what `save_pretrained` writes, the model as safetensors, or what CTranslate2's converter makes of it. Nothing
is downloaded, no code of a folder is run. Needs torch and transformers, or CTranslate2, loaded when a model is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol

from botassay.core.errors import InputError
from botassay.plugins.protocols import SentimentOptions
from botassay.sentiment.saved_models import load, missing
from botassay.sentiment.translation.ct2 import check_ct2, is_ct2, load_ct2

_BATCH: Final = 16
_LONGEST: Final = 512


class DirectionModel(Protocol):
    """One direction."""

    def translate(self, texts: Sequence[str]) -> list[str]:
        """Translate each text."""
        ...


@dataclass(frozen=True, slots=True)
class _Transformer:
    """A direction by transformers."""

    tokenizer: Any
    model: Any

    def translate(self, texts: Sequence[str]) -> list[str]:
        import torch

        with torch.no_grad():
            read = self.tokenizer(list(texts), padding=True, truncation=True, max_length=_LONGEST, return_tensors="pt")
            generated = self.model.generate(input_ids=read["input_ids"], attention_mask=read["attention_mask"])
            translated: list[str] = self.tokenizer.batch_decode(generated, skip_special_tokens=True)
        return translated


@dataclass(frozen=True, slots=True)
class Marian:
    """Translates with the model of a direction, which is loaded when it is first needed."""

    folder: Path
    loaded: dict[tuple[str, str], DirectionModel] = field(default_factory=dict, repr=False)

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
                load_ct2(place) if is_ct2(place) else _Transformer(*load(place, "AutoModelForSeq2SeqLM"))
            )
        model = self.loaded[source, target]
        batches = (texts[at : at + _BATCH] for at in range(0, len(texts), _BATCH))
        return [text for batch in batches for text in model.translate(batch)]


def _place(folder: Path, direction: str) -> Path:
    """Find the folder of a direction.

    Raises: InputError where there is none.
    """
    places = [folder / name for name in (direction, f"opus-mt-{direction}") if (folder / name).is_dir()]
    if not places:
        raise InputError(
            f"E166 the model {direction} is missing", str(folder), f"put the model into the folder {direction}"
        )
    return places[0]


def make(address: str, options: SentimentOptions) -> Marian:
    """Make a translator of a folder.

    Raises: InputError where it is none; ConfigurationError without torch or CTranslate2, whichever its models need.
    """
    del options
    folder = Path(address)
    if not folder.is_dir():
        raise InputError(f"E166 {address} is not a folder", hint="give a folder that contains en-es and es-en")
    kinds = {is_ct2(place) for place in folder.iterdir() if place.is_dir()}
    if True in kinds:
        check_ct2()
    if kinds != {True}:
        try:
            import torch  # noqa: F401 - said before anything else is done
        except ImportError as error:
            raise missing() from error
    return Marian(folder)
