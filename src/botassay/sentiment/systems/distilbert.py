"""A transformer that classifies sentiment, `distilbert:FOLDER` (Sd in paper 002): DistilBERT or any other of its kind.

The folder holds what `save_pretrained` writes: a model as safetensors and its tokenizer. Nothing is downloaded, and no
code of the folder is run. Needs torch and transformers, which are loaded when a model is made.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from botassay.core.errors import ConfigurationError, InputError, UsageError
from botassay.plugins.protocols import SentimentOptions
from botassay.sentiment.saved_models import load
from botassay.sentiment.systems.text import TextSystem

_WORTH: Final = {"positive": 1.0, "pos": 1.0, "neutral": 0.0, "neu": 0.0, "negative": -1.0, "neg": -1.0}
_STARS: Final = re.compile(r"([1-5]) stars?")
DIGITS: Final = 6
"""Of a polarity: what follows depends on which texts were read at the same time."""
_LONGEST: Final = 512
_BATCH: Final = 32


def worth_of(labels: Mapping[int, str]) -> list[float]:
    """Return the polarity of each class of a model: positive 1, neutral 0, negative -1; stars from 1 to 5 between.

    Raises: ConfigurationError for any other class.

    >>> worth_of({0: "NEGATIVE", 1: "POSITIVE"}), worth_of({0: "1 star", 1: "3 stars"})
    ([-1.0, 1.0], [-1.0, 0.0])
    """
    values = []
    for number in sorted(labels):
        name = labels[number].casefold()
        stars = _STARS.fullmatch(name)
        if not stars and name not in _WORTH:
            hint = "name the classes in its config.json (id2label): positive, neutral, negative, or 1 star to 5 stars"
            raise ConfigurationError(f"the class {labels[number][:40]!r} of the model is not a sentiment", hint=hint)
        values.append((int(stars[1]) - 3) / 2 if stars else _WORTH[name])
    return values


def make(address: str, options: SentimentOptions) -> TextSystem:
    """Load a model from a folder: its polarity is what its classes are worth, weighed by their probabilities.

    Raises: UsageError; InputError for a folder without a model; ConfigurationError where its classes say no sentiment,
        or torch or transformers is not installed.
    """
    del options
    if not address:
        raise UsageError("distilbert needs the folder of a model: distilbert:FOLDER", hint="write distilbert:FOLDER")
    folder = Path(address)
    if not (folder / "config.json").is_file():
        raise InputError("E166 the folder has no model", address, "give a folder written by save_pretrained")
    tokenizer, model = load(folder, "AutoModelForSequenceClassification")
    worth = worth_of(model.config.id2label)
    return TextSystem(f"distilbert:{address}", lambda texts: _values(tokenizer, model, worth, texts))


def _values(tokenizer: Any, model: Any, worth: Sequence[float], texts: Sequence[str]) -> list[float]:
    import torch

    weights = torch.tensor(worth, dtype=torch.float64)
    values = [0.0] * len(texts)  # a text without tokens says nothing
    tokens = tokenizer(list(texts), truncation=True, max_length=_LONGEST)["input_ids"] if texts else []
    filled = [at for at, numbers in enumerate(tokens) if numbers]
    with torch.no_grad():
        for start in range(0, len(filled), _BATCH):
            places = filled[start : start + _BATCH]
            read = tokenizer.pad({"input_ids": [tokens[at] for at in places]}, return_tensors="pt")
            shares = model(**read).logits.double().softmax(dim=-1)
            for at, value in zip(places, (shares @ weights).tolist(), strict=True):
                values[at] = round(max(-1.0, min(1.0, value)), DIGITS)
    return values
