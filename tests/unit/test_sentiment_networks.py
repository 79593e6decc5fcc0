"""Networks as sentiment systems: trained, saved and loaded here, with nothing downloaded."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from botassay.core.errors import ConfigurationError, InputError, UsageError
from botassay.plugins.protocols import SentimentText
from botassay.sentiment.systems import find_system
from botassay.sentiment.systems.distilbert import worth_of
from botassay.testing import check_sentiment_system

SCRIPT = Path(__file__).parents[2] / "models" / "sentiment" / "train.py"
GOOD, BAD = ("glad", "happy", "lovely", "great"), ("grim", "sad", "awful", "gloomy")
WORDS = (*GOOD, *BAD, "they", "look", "we", "feel", "today", ".", "the", "day", "was")
SENTENCES = [
    (f"{who} {word} {when}.", label)
    for word, label in [*((word, "positive") for word in GOOD), *((word, "negative") for word in BAD)]
    for who in ("They look", "We feel", "The day was")
    for when in ("", "today")
]


def test_without_torch_the_error_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.setitem(sys.modules, "transformers", None)
    np.savez(tmp_path / "n.npz", words=np.array(["a"]))
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(ConfigurationError, match=r"botassay\[torch\]"):
        find_system(f"gru:{tmp_path / 'n.npz'}")
    with pytest.raises(ConfigurationError, match=r"botassay\[transformer\]"):
        find_system(f"distilbert:{tmp_path}")


def test_networks_need_an_address(tmp_path: Path) -> None:
    for name in ("gru", "distilbert"):
        with pytest.raises(UsageError, match=f"write {name}:"):
            find_system(name)
    with pytest.raises(InputError, match="the folder has no model"):
        find_system(f"distilbert:{tmp_path}")


def test_classes_that_say_no_sentiment() -> None:
    with pytest.raises(ConfigurationError, match="'LABEL_0' of the model is not a sentiment"):
        worth_of({0: "LABEL_0", 1: "LABEL_1"})


def trained(folder: Path, name: str) -> Path:
    (folder / "d.csv").write_text("text,label\n" + "".join(f"{text},{label}\n" for text, label in SENTENCES))
    command = [sys.executable, str(SCRIPT), "d.csv", "-o", name, "--epochs", "12", "--seed", "1"]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    assert ended.returncode == 0, ended.stderr
    return folder / name


@pytest.mark.process
@pytest.mark.torch
def test_a_network_is_trained_and_rated(tmp_path: Path) -> None:
    file = trained(tmp_path, "a.npz")
    system = find_system(f"gru:{file}")
    values = system.polarity([SentimentText(str(at), text) for at, (text, _) in enumerate(SENTENCES)])
    right = [(value > 0) == (label == "positive") for value, (_, label) in zip(values, SENTENCES, strict=True)]
    assert sum(right) >= 0.8 * len(right)
    check_sentiment_system(system)
    again = find_system(f"gru:{trained(tmp_path, 'b.npz')}")
    assert again.polarity([SentimentText("1", "They look glad.")]) == system.polarity(
        [SentimentText("1", "They look glad.")]
    )


@pytest.mark.torch
def test_a_file_that_holds_no_network(tmp_path: Path) -> None:
    np.savez(tmp_path / "n.npz", words=np.array(["a"]), other=np.zeros(3))
    with pytest.raises(InputError, match="not a GRU of models"):
        find_system(f"gru:{tmp_path / 'n.npz'}")
    (tmp_path / "t.npz").write_text("no archive")
    with pytest.raises(InputError, match="cannot be read"):
        find_system(f"gru:{tmp_path / 't.npz'}")
    np.savez(tmp_path / "p.npz", words=np.array([object()]))
    with pytest.raises(InputError, match="cannot be read"):
        find_system(f"gru:{tmp_path / 'p.npz'}")


def tiny(folder: Path, labels: dict[int, str]) -> None:
    """Write a DistilBERT of sixteen numbers, with words for tokens."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers
    from transformers import DistilBertConfig, DistilBertForSequenceClassification, PreTrainedTokenizerFast

    words = {word: at for at, word in enumerate(("[PAD]", "[UNK]", *WORDS))}
    tokenizer: Any = Tokenizer(models.WordLevel(words, unk_token="[UNK]"))  # noqa: S106
    tokenizer.normalizer, tokenizer.pre_tokenizer = normalizers.Lowercase(), pre_tokenizers.Whitespace()
    special = {"pad_token": "[PAD]", "unk_token": "[UNK]"}
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, **special)
    fast.save_pretrained(folder)
    config = DistilBertConfig(
        vocab_size=len(words), dim=16, hidden_dim=32, n_layers=1, n_heads=2, max_position_embeddings=512,
        id2label=labels, label2id={name: at for at, name in labels.items()}, num_labels=len(labels),
    )  # fmt: skip
    import torch

    torch.manual_seed(1)
    DistilBertForSequenceClassification(config).save_pretrained(folder)


@pytest.mark.torch
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_a_transformer_is_loaded_from_a_folder_and_rated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    def refuse(*_: object, **__: object) -> None:
        pytest.fail("a socket was opened")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    tiny(tmp_path, {0: "NEGATIVE", 1: "POSITIVE"})
    system = find_system(f"distilbert:{tmp_path}")
    first, second = system.polarity([SentimentText("1", "They look glad."), SentimentText("2", "The day was grim.")])
    assert -1 < first < 1
    assert first != second
    check_sentiment_system(system)


@pytest.mark.torch
@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::FutureWarning")
def test_a_folder_whose_model_does_not_load(tmp_path: Path) -> None:
    tiny(tmp_path, {0: "LABEL_0", 1: "LABEL_1"})
    with pytest.raises(ConfigurationError, match="id2label"):
        find_system(f"distilbert:{tmp_path}")
    (tmp_path / "model.safetensors").unlink()
    with pytest.raises(InputError, match="the model cannot be loaded"):
        find_system(f"distilbert:{tmp_path}")
    (tmp_path / "config.json").write_text(json.dumps({"model_type": "unheard-of"}))
    with pytest.raises(InputError, match="the model cannot be loaded"):
        find_system(f"distilbert:{tmp_path}")
