"""The recognisers that need extras: fastText, and a transformer out of a folder; on tiny models made here."""

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from botassay.core.errors import ConfigurationError, InputError, UnknownNameError, UsageError
from botassay.identity.recognisers.named import recogniser_named
from botassay.plugins.protocols import AskLabel, LabelledText
from tests.conftest import Run

EXAMPLES = [
    *(LabelledText(f"are you a {noun}?", AskLabel.POSITIVE) for noun in ("robot", "machine", "person", "human", "bot")),
    *(LabelledText(f"you are a {noun}", AskLabel.AMBIGUOUS) for noun in ("robot", "machine", "person", "human", "bot")),
    *(LabelledText(f"i want a new {noun}", AskLabel.NEGATIVE) for noun in ("card", "bike", "train", "hat", "boat")),
] * 8
WORDS = sorted({word for one in EXAMPLES for word in one.text.replace("?", " ?").split()})
needs_fasttext = pytest.mark.skipif(
    importlib.util.find_spec("fasttext") is None, reason="needs fastText: make test-torch brings it"
)
needs_transformers = pytest.mark.skipif(
    importlib.util.find_spec("transformers") is None, reason="needs transformers: make test-torch brings it"
)


def saved_model(folder: Path, names: list[str]) -> Path:
    """Save a tiny BERT that knows nothing."""
    import torch
    import transformers

    torch.manual_seed(1)
    vocabulary = {name: place for place, name in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *WORDS])}
    sizes = {"vocab_size": len(vocabulary), "hidden_size": 32, "intermediate_size": 64, "max_position_embeddings": 128}
    config = transformers.BertConfig(
        **sizes, num_hidden_layers=1, num_attention_heads=2, id2label=dict(enumerate(names)), hidden_dropout_prob=0.0
    )
    transformers.BertForSequenceClassification(config).save_pretrained(folder)
    transformers.BertTokenizer(vocab=vocabulary).save_pretrained(folder)
    return folder


@pytest.mark.parametrize(("name", "module"), [("fasttext", "fasttext"), ("transformer:x", "transformers")])
def test_without_the_extra_the_error_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, name: str, module: str
) -> None:
    for needed in (module, "torch"):
        monkeypatch.setitem(sys.modules, needed, None)
    with pytest.raises(ConfigurationError, match="not installed") as caught:
        recogniser_named(name)
    assert caught.value.hint == f'pip install "botassay[{name.partition(":")[0]}]"'


def test_a_transformer_wants_a_folder() -> None:
    with pytest.raises(UsageError, match="needs a folder") as caught:
        recogniser_named("transformer")
    assert caught.value.hint == "give transformer:FOLDER"
    with pytest.raises(UnknownNameError, match="transfomer"):
        recogniser_named("transfomer")


@pytest.mark.torch
@needs_fasttext
def test_fasttext_learns_and_is_the_same_each_time() -> None:
    texts = [one.text for one in EXAMPLES]
    first, again = (recogniser_named("fasttext").fit(EXAMPLES).recognise(texts) for _ in range(2))
    assert first == again
    assert [one.label for one in first] == [one.label for one in EXAMPLES]
    assert all(sum(one.p) == pytest.approx(1) for one in first)


@pytest.mark.torch
@needs_fasttext
def test_fasttext_takes_hostile_texts_for_texts() -> None:
    odd = [LabelledText("__label__positive \n x \ud800", AskLabel.NEGATIVE), LabelledText("", AskLabel.NEGATIVE)]
    judge = recogniser_named("fasttext").fit([*EXAMPLES, *odd])
    assert len(judge.recognise(["", "\ud800", "__label__positive", "a\nb", "x" * 10_000])) == 5
    with pytest.raises(UsageError, match="not trained"):
        recogniser_named("fasttext").recognise(["x"])
    with pytest.raises(UsageError, match="at least two labels"):
        recogniser_named("fasttext").fit(EXAMPLES[:3])


@pytest.mark.torch
@needs_transformers
def test_a_transformer_recognises_by_the_labels_of_its_folder(tmp_path: Path) -> None:
    folder = saved_model(tmp_path / "model", ["n", "p", "AIC"])
    judge = recogniser_named(f"transformer:{folder}")
    texts = ["are you a robot?", "", "\ud800", "robot " * 3000]
    alone = [judge.recognise([text])[0] for text in texts]
    together = judge.recognise(texts)
    assert [one.label for one in alone] == [one.label for one in together]
    for one, other in zip(alone, together, strict=True):
        assert one.p == pytest.approx(other.p, abs=1e-6)
        assert sum(one.p) == pytest.approx(1)
        assert one.label is list(AskLabel)[one.p.index(max(one.p))]


@pytest.mark.torch
@needs_transformers
def test_a_transformer_without_those_labels_has_to_be_trained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = saved_model(tmp_path / "model", ["good", "bad"])
    with pytest.raises(UsageError, match="not trained"):
        recogniser_named(f"transformer:{folder}").recognise(["x"])
    monkeypatch.setattr("botassay.identity.recognisers.transformer.RATE", 1e-2)
    monkeypatch.setattr("botassay.identity.recognisers.transformer.EPOCHS", 8)
    few = [*EXAMPLES[:5], *EXAMPLES[10:15]]
    first, again = (
        recogniser_named(f"transformer:{folder}").fit(few).recognise([one.text for one in few]) for _ in range(2)
    )
    assert first == again
    assert [one.label for one in first] == [one.label for one in few]


@pytest.mark.torch
@needs_transformers
def test_what_is_no_model_is_refused_and_nothing_is_fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("something was to be fetched")

    monkeypatch.setattr("socket.getaddrinfo", refuse)
    monkeypatch.setattr("socket.socket.connect", refuse)
    with pytest.raises(UsageError, match="has no model"):
        recogniser_named("transformer:bert-base-uncased")
    (tmp_path / "config.json").write_text('{"model_type": "bert"}', "utf-8")
    with pytest.raises(InputError, match="cannot read the model"):
        recogniser_named(f"transformer:{tmp_path}")
    (tmp_path / "config.json").write_text("{", "utf-8")
    with pytest.raises(InputError, match="cannot read the model"):
        recogniser_named(f"transformer:{tmp_path}")


@pytest.mark.torch
@needs_transformers
def test_the_command_line_takes_a_folder(botassay: Run, tmp_path: Path) -> None:
    saved_model(tmp_path / "model", ["p", "a", "n"])
    ended = botassay("identity", "detect", "--recogniser", "transformer:model", "--json", stdin="are you a robot?\n")
    assert (ended.code, ended.err, '"label"' in ended.out) == (0, "", True)
    assert botassay("identity", "detect", "--recogniser", "transformer:nothing", stdin="x\n").code == 2
