"""MarianMT models on the user's disk: `marian:FOLDER`, with a folder for each direction in it, `en-es` and `es-en`.

They hold what `save_pretrained` writes, the model as safetensors. Nothing is downloaded, no code of a folder is run.
Needs torch and transformers, which are loaded when a model is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from botassay.errors import ConfigurationError, InputError
from botassay.protocols import SentimentOptions

NO_TRANSFORMERS: Final = "PyTorch and transformers, which the models need, are not installed"
_BATCH: Final = 16
_LONGEST: Final = 512


@dataclass(frozen=True, slots=True)
class Marian:
    """Translates with the model of a direction, which is loaded when it is first needed."""

    folder: Path
    loaded: dict[tuple[str, str], tuple[Any, Any]] = field(default_factory=dict, repr=False)

    def translate(self, texts: Sequence[str], *, source: str, target: str) -> list[str]:
        """Translate each text; the likeliest words by beam search, so that the same text gets the same translation.

        Raises: InputError where the folder has no model of the direction; ConfigurationError without transformers.
        """
        import torch

        tokenizer, model = self._model(source, target)
        found: list[str] = []
        with torch.no_grad():
            for at in range(0, len(texts), _BATCH):
                some = list(texts[at : at + _BATCH])
                read = tokenizer(some, padding=True, truncation=True, max_length=_LONGEST, return_tensors="pt")
                made = model.generate(input_ids=read["input_ids"], attention_mask=read["attention_mask"])
                found += tokenizer.batch_decode(made, skip_special_tokens=True)
        return found

    def _model(self, source: str, target: str) -> tuple[Any, Any]:
        if (source, target) not in self.loaded:
            self.loaded[source, target] = _load(self.folder, f"{source}-{target}")
        return self.loaded[source, target]


def _load(folder: Path, direction: str) -> tuple[Any, Any]:
    try:
        from transformers import AutoModelForSeq2SeqLM, AutoTokenizer
        from transformers.utils.logging import disable_progress_bar
    except ImportError as error:
        raise ConfigurationError(NO_TRANSFORMERS, hint="pip install 'botassay[transformer]'") from error
    disable_progress_bar()
    places = [folder / name for name in (direction, f"opus-mt-{direction}") if (folder / name).is_dir()]
    if not places:
        raise InputError(f"there is no model {direction}", str(folder), f"put one into the folder {direction}")
    try:
        tokenizer = AutoTokenizer.from_pretrained(places[0], local_files_only=True)
        model = AutoModelForSeq2SeqLM.from_pretrained(places[0], local_files_only=True, use_safetensors=True)
    except (OSError, ValueError, KeyError, ImportError) as error:
        what = " ".join(str(error).split())[:200]
        hint = "it needs safetensors and a tokenizer, as save_pretrained writes them"
        raise InputError(f"the model does not load: {what}", str(places[0]), hint) from error
    return tokenizer, model.eval()


def make(address: str, options: SentimentOptions) -> Marian:
    """Make a translator of a folder.

    Raises: InputError where it is none; ConfigurationError without torch.
    """
    del options
    folder = Path(address)
    if not folder.is_dir():
        raise InputError(f"{address} is no folder", hint="give a folder with en-es and es-en in it")
    try:
        import torch  # noqa: F401 - said before anything else is done
    except ImportError as error:
        raise ConfigurationError(NO_TRANSFORMERS, hint="pip install 'botassay[transformer]'") from error
    return Marian(folder)
