"""The recogniser `transformer`: a BERT-like classifier from a local folder. Requires the extra `transformer`.

Nothing is downloaded: the folder must be saved by `transformers`, with safetensors weights; code in it is not run. A
model with the three labels can be used directly; others are trained by the paper's recipe.
"""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final, Self

from botassay.core.errors import InputError, UsageError
from botassay.core.extras import library
from botassay.identity.labels import LABELS
from botassay.identity.recognisers.named import check_labels, likeliest, untrained
from botassay.plugins.protocols import AskLabel, LabelledText, Recognised

EPOCHS: Final = 3
BATCH: Final = 8
WARM_UP: Final = 500
"""Maximum number of updates with a rising learning rate; at most a quarter of all."""
RATE: Final = 5e-5
LONGEST: Final = 128
"""Maximum number of tokens of a text."""
SEED: Final = 1


class Transformer:
    """Recognises with the model in a folder.

    Raises: ConfigurationError if PyTorch or transformers is not installed, UsageError or InputError if the folder has
        no valid model.
    """

    training: ClassVar = "optional"

    def __init__(self, folder: Path) -> None:
        self._torch, transformers = _libraries()
        if not (folder / "config.json").is_file():
            raise UsageError(f"{folder} has no model", hint="give a folder saved by transformers: transformer:FOLDER")
        options = {"local_files_only": True, "trust_remote_code": False}
        try:
            config = transformers.AutoConfig.from_pretrained(folder, **options)
            self._labels = _labels(config.id2label)
            resized = {} if self._labels else {"num_labels": len(AskLabel), "ignore_mismatched_sizes": True}
            self._tokens = transformers.AutoTokenizer.from_pretrained(folder, **options)
            self._torch.manual_seed(SEED)
            self._model = transformers.AutoModelForSequenceClassification.from_pretrained(
                folder, use_safetensors=True, **options, **resized
            )
        except (OSError, ValueError, KeyError, RuntimeError) as error:
            raise InputError(f"E166 cannot read the model: {str(error).splitlines()[0][:200]}", str(folder)) from error
        self._model.eval()

    def fit(self, examples: Sequence[LabelledText]) -> Self:
        """Fine-tune the model, three epochs in batches of eight, in reproducible order, and return itself."""
        check_labels(examples)
        self._torch.manual_seed(SEED)
        self._labels = self._labels or list(AskLabel)
        steps = EPOCHS * -(-len(examples) // BATCH)
        warm = min(WARM_UP, max(1, steps // 4))
        adam = self._torch.optim.AdamW(self._model.parameters(), lr=RATE)
        follow = self._torch.optim.lr_scheduler.LambdaLR(
            adam, lambda step: min((step + 1) / warm, (steps - step) / max(1, steps - warm))
        )
        self._model.train()
        for batch in self._batches(examples):
            given = self._given([example.text for example in batch])
            given["labels"] = self._torch.tensor([self._labels.index(example.label) for example in batch])
            self._model(**given).loss.backward()
            adam.step()
            follow.step()
            adam.zero_grad()
        self._model.eval()
        return self

    def recognise(self, texts: Sequence[str]) -> list[Recognised]:
        """Return the label of each text."""
        if not self._labels:
            raise untrained("transformer")
        recognised: list[Recognised] = []
        for start in range(0, len(texts), BATCH):
            with self._torch.inference_mode():
                scores = self._model(**self._given(texts[start : start + BATCH])).logits.double()
            recognised += [likeliest(dict(zip(self._labels, row, strict=True))) for row in scores.softmax(-1).tolist()]
        return recognised

    def _given(self, texts: Sequence[str]) -> dict[str, Any]:
        cleaned = [text[-10 * LONGEST :].encode("utf-8", "replace").decode() or "." for text in texts]
        return dict(self._tokens(cleaned, padding=True, truncation=True, max_length=LONGEST, return_tensors="pt"))

    def _batches(self, examples: Sequence[LabelledText]) -> Iterator[list[LabelledText]]:
        for _ in range(EPOCHS):
            order = self._torch.randperm(len(examples)).tolist()
            for start in range(0, len(order), BATCH):
                yield [examples[place] for place in order[start : start + BATCH]]


def make(argument: str) -> Transformer:
    """Return the recogniser `transformer:FOLDER`.

    Raises: UsageError without a folder, and the errors of `Transformer`.
    """
    if not argument:
        raise UsageError("the recogniser 'transformer' needs a folder", hint="give transformer:FOLDER")
    return Transformer(Path(argument))


def _labels(names: dict[int, str]) -> list[AskLabel]:
    """Return the labels of a model; empty if they are not the three."""
    known = [LABELS.get(names[place].lower()) for place in sorted(names)]
    labels = [label for label in known if label is not None]
    return labels if set(labels) == set(AskLabel) and len(known) == len(AskLabel) else []


def _libraries() -> tuple[Any, Any]:
    os.environ["HF_HUB_OFFLINE"] = "1"  # in addition, so that nothing is ever downloaded
    torch, transformers = (library(name, "transformer") for name in ("torch", "transformers"))
    transformers.logging.set_verbosity_error()
    transformers.logging.disable_progress_bar()
    return torch, transformers
