"""Into another language and back: translators, the composite system, and what becomes of raw scores."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from botassay.api.sentiment import rate
from botassay.core.errors import (
    BotError,
    ConfigurationError,
    InputError,
    InternalError,
    UnknownNameError,
    UsageError,
)
from botassay.plugins.protocols import SentimentText
from botassay.sentiment.recipe import bundled
from botassay.sentiment.sentence_generator import generate_sentences
from botassay.sentiment.systems import find_system
from botassay.sentiment.translation import ct2, find_translator
from botassay.sentiment.translation.round_trip import RoundTrips, RoundTripSystem, percent_change
from botassay.settings.sentiment import RoundTripSettings, SentimentSettings
from botassay.testing import MirrorTranslator, check_sentiment_system, check_translator
from tests.conftest import Run
from tests.servers import served

TEXTS = ["They look happy.", "They look grim.", "They look happy."]
LINES = [
    {"via": "es", "text": "They look happy.", "intermediate": "Parecen felices.", "back": "They seem happy."},
    {"via": "es", "text": "They look grim.", "intermediate": "Parecen serios.", "back": "They seem serious."},
    {"via": "da", "text": "They look happy.", "intermediate": "De ser glade ud.", "back": "They look glad."},
]


def recorded(folder: Path, lines: Sequence[dict[str, str]] = LINES) -> str:
    file = folder / "t.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return f"recorded:{file}"


def test_recorded_translations_are_looked_up_by_language(tmp_path: Path) -> None:
    translator = find_translator(recorded(tmp_path))
    assert RoundTrips(translator, "es").back(TEXTS) == ["They seem happy.", "They seem serious.", "They seem happy."]
    assert RoundTrips(translator, "da").back(TEXTS[:1]) == ["They look glad."]
    check_translator(translator, texts=TEXTS)
    with pytest.raises(InputError, match=r"'They look grim\.' from en to da"):
        RoundTrips(translator, "da").back(TEXTS)
    with pytest.raises(InputError, match="has translations via da, es"):
        RoundTrips(translator, "fr").back(TEXTS)


@pytest.mark.parametrize(
    ("line", "said"),
    [("{", "t.jsonl:4: E136"), ('{"via": "es"}', "t.jsonl:4: E136"), (json.dumps({**LINES[0], "back": "x"}), "E164")],
)
def test_lines_that_are_no_translations(tmp_path: Path, line: str, said: str) -> None:
    recorded(tmp_path)
    with (tmp_path / "t.jsonl").open("a") as file:
        file.write(line + "\n")
    with pytest.raises(InputError, match=said):
        find_translator(f"recorded:{tmp_path / 't.jsonl'}")


def test_the_composite_is_a_sentiment_system_itself(tmp_path: Path) -> None:
    composite = RoundTripSystem(find_system("vader"), RoundTrips(MirrorTranslator(), "es"))
    check_sentiment_system(composite)
    trips = RoundTrips(find_translator(recorded(tmp_path)), "es")
    rows = [SentimentText(str(at), text) for at, text in enumerate(TEXTS)]
    found = RoundTripSystem(find_system("vader"), trips).polarity(rows)
    assert found == find_system("vader").polarity([SentimentText("", text) for text in trips.back(TEXTS)])
    assert list(trips.rows()) == LINES[:2]


def test_each_text_goes_once() -> None:
    class Counting(MirrorTranslator):
        asked: list[str] = []  # noqa: RUF012

        def translate(self, texts: Sequence[str], *, source: str, target: str) -> list[str]:
            self.asked.extend(texts)
            return super().translate(texts, source=source, target=target)

    trips = RoundTrips(Counting(), "es")
    trips.back(TEXTS)
    trips.back(TEXTS)
    assert len(Counting.asked) == 4


def test_a_translator_that_loses_texts_is_named() -> None:
    class Lossy(MirrorTranslator):
        def translate(self, texts: Sequence[str], *, source: str, target: str) -> list[str]:
            return super().translate(texts, source=source, target=target)[1:]

    with pytest.raises(InternalError, match="the translator Lossy returned 1 results for 2 texts"):
        RoundTrips(Lossy(), "es").back(TEXTS)


def test_a_change_in_percent() -> None:
    assert percent_change(5.9, 1.9) == pytest.approx(-67.8, abs=0.05)  # the paper's headline
    assert percent_change(0, 1.0) is None
    assert percent_change(None, 1.0) is None
    assert percent_change(2.0, None) is None


@pytest.mark.parametrize(
    ("typed", "error", "said"),
    [
        ("recordd:x", UnknownNameError, "did you mean 'recorded'"),
        ("recorded", UsageError, "recorded:FILE.jsonl"),
        ("recorded:missing.jsonl", InputError, "does not exist"),
        ("python:nothing", UsageError, "python:package.module:function"),
        ("libretranslate:nowhere", ConfigurationError, "is not a URL"),
        ("marian:missing", InputError, "is not a folder"),
    ],
)
def test_what_makes_no_translator(typed: str, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        find_translator(typed)


def test_without_torch_the_error_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ConfigurationError, match=r"botassay\[transformer\]"):
        find_translator(f"marian:{tmp_path}")


# ── LibreTranslate ──────────────────────────────────────────────────────────────────────────────────────────────────


async def translating(request: web.Request) -> web.Response:
    """Answer as LibreTranslate does; turn the text round."""
    asked = await request.json()
    if asked["target"] == "xx":
        return web.json_response({"error": "xx is not supported"}, status=400)
    if asked.get("api_key") != "k-123456":
        return web.json_response({"error": "Please contact the server operator to get an API key"}, status=403)
    assert (asked["source"], asked["format"]) in {("en", "text"), ("es", "text")}
    return web.json_response({"translatedText": asked["q"][::-1]})


def test_a_server_translates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIBRETRANSLATE_API_KEY", "k-123456")
    with served(web.post("/translate", translating)) as host:
        translator = find_translator(f"libretranslate:http://{host}")
        assert translator.translate(['say "hi"'], source="en", target="es") == ['"ih" yas']
        assert RoundTrips(translator, "es").back(TEXTS) == TEXTS
        check_translator(translator, texts=TEXTS)
        with pytest.raises(BotError):
            translator.translate(["hi"], source="en", target="xx")
        with pytest.raises(UsageError, match="is not a language code"):
            translator.translate(["hi"], source="en", target='es", "q": "x')


def test_a_server_that_wants_a_key() -> None:
    with served(web.post("/translate", translating)) as host, pytest.raises(BotError):
        find_translator(f"libretranslate:http://{host}").translate(["hi"], source="en", target="es")


# ── Google Cloud Translation ────────────────────────────────────────────────────────────────────────────────────────


async def translating_as_google(request: web.Request) -> web.Response:
    """Answer as https://cloud.google.com/translate/docs/reference/rest/v2/translate says; turn the text round."""
    asked = await request.json()
    if request.headers.get("X-Goog-Api-Key") != "g-123456":
        error = {
            "code": 400,
            "message": "API key not valid.",
            "status": "INVALID_ARGUMENT",
        }
        return web.json_response({"error": error}, status=400)
    if asked["target"] == "xx":
        return web.json_response({"error": {"code": 400, "message": "Invalid Value"}}, status=400)
    assert asked["format"] == "text"
    assert "key" not in request.query_string
    return web.json_response({"data": {"translations": [{"translatedText": asked["q"][::-1]}]}})


def test_google_translates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOOGLE_TRANSLATE_KEY", "g-123456")
    with served(web.post("/language/translate/v2", translating_as_google)) as host:
        translator = find_translator(f"google:http://{host}")
        assert translator.translate(['say "hi" & go'], source="en", target="da") == ['og & "ih" yas']
        assert RoundTrips(translator, "da").back(TEXTS) == TEXTS
        check_translator(translator, texts=TEXTS)
        with pytest.raises(BotError, match="Invalid Value"):
            translator.translate(["hi"], source="en", target="xx")
        with pytest.raises(UsageError, match="is not a language code"):
            translator.translate(["hi"], source="en", target='es", "q": "x')
        monkeypatch.setenv("GOOGLE_TRANSLATE_KEY", "g-987654")
        with pytest.raises(BotError) as refused:
            find_translator(f"google:http://{host}").translate(["hi"], source="en", target="da")
        assert "g-987654" not in str(refused.value)


def test_google_needs_a_key(botassay: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GOOGLE_TRANSLATE_KEY", raising=False)
    ended = botassay("sentiment", "rate", "--group", "2", "--translator", "google", "--via", "da")
    assert (ended.code, ended.out, ended.err.count("\n")) == (78, "", 1)
    assert "GOOGLE_TRANSLATE_KEY" in ended.err


def test_a_dry_run_counts_the_characters_and_sends_none(
    botassay: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GOOGLE_TRANSLATE_KEY", raising=False)
    counted = ("--dry-run", "--translator", "google", "--via", "da", "--via", "es")
    ended = botassay("sentiment", "rate", *counted)
    texts = {sample.row.text for sample in generate_sentences(bundled(), 1)}
    size = sum(map(len, texts))
    assert ended.code == 0, ended.err
    start = f"google via da, es: {len(texts)} texts of {size:,} characters"
    assert ended.out == f"{start}, about {4 * size:,} characters there and back\n"
    (tmp_path / "talk.csv").write_text("Original,UB,C_num\nHello,1,1\nGood day,0,1\n")
    ended = botassay("sentiment", "dialogs", tmp_path / "talk.csv", *counted)
    assert (ended.code, "2 texts of 13 characters" in ended.out) == (0, True)
    ended = botassay("sentiment", "rate", "--dry-run")
    assert (ended.code, "--translator" in ended.err) == (2, True)


# ── MarianMT ────────────────────────────────────────────────────────────────────────────────────────────────────────


def tiny(folder: Path, words: str) -> None:
    """Write a MarianMT model of sixteen numbers, with a vocabulary that is learned here."""
    import sentencepiece
    import torch
    from transformers import MarianConfig, MarianMTModel, MarianTokenizer

    folder.mkdir()
    (folder / "words.txt").write_text("\n".join([words] * 20))
    prefix = str(folder / "source")
    sentencepiece.SentencePieceTrainer.train(
        input=str(folder / "words.txt"), model_prefix=prefix, vocab_size=40, hard_vocab_limit=False, minloglevel=2
    )
    pieces = sentencepiece.SentencePieceProcessor(model_file=f"{prefix}.model")
    names = ["</s>", "<unk>", *(pieces.id_to_piece(at) for at in range(pieces.get_piece_size())), "<pad>"]
    vocabulary = {name: at for at, name in enumerate(dict.fromkeys(names))}
    (folder / "vocab.json").write_text(json.dumps(vocabulary))
    tokenizer: Any = MarianTokenizer(
        vocab=str(folder / "vocab.json"), source_spm=f"{prefix}.model", target_spm=f"{prefix}.model"
    )
    tokenizer.save_pretrained(folder)
    config = MarianConfig(
        vocab_size=len(vocabulary), d_model=16, encoder_layers=1, decoder_layers=1, encoder_attention_heads=2,
        decoder_attention_heads=2, encoder_ffn_dim=32, decoder_ffn_dim=32, max_position_embeddings=64,
        pad_token_id=vocabulary["<pad>"], eos_token_id=0, decoder_start_token_id=vocabulary["<pad>"],
        forced_eos_token_id=0, max_length=12, num_beams=2,
    )  # fmt: skip
    torch.manual_seed(1)
    MarianMTModel(config).save_pretrained(folder)


@pytest.mark.torch
@pytest.mark.filterwarnings("ignore")  # of transformers, about its own future
def test_models_on_the_disk_translate_offline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    def refuse(*_: object, **__: object) -> None:
        pytest.fail("a socket was opened")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    tiny(tmp_path / "en-es", "they look happy today and this boy looks grim")
    tiny(tmp_path / "opus-mt-es-en", "parecen felices hoy y este chico parece serio")
    translator = find_translator(f"marian:{tmp_path}")
    texts = ["they look happy", "this boy looks grim"]
    check_translator(translator, texts=texts)
    composite = RoundTripSystem(find_system("vader"), RoundTrips(translator, "es"))
    check_sentiment_system(composite, [SentimentText(str(at), text) for at, text in enumerate(texts)])
    with pytest.raises(InputError, match="the model en-da is missing"):
        translator.translate(texts, source="en", target="da")
    (tmp_path / "en-da").mkdir()
    with pytest.raises(InputError, match="the model cannot be loaded"):
        translator.translate(texts, source="en", target="da")


def test_without_ctranslate2_the_error_names_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ctranslate2", None)
    (tmp_path / "en-es").mkdir()
    (tmp_path / "en-es" / "model.bin").touch()
    with pytest.raises(ConfigurationError, match=r"botassay\[ctranslate2\]"):
        find_translator(f"marian:{tmp_path}")


@pytest.mark.torch
@pytest.mark.filterwarnings("ignore")  # of transformers, about its own future
def test_models_of_ctranslate2_translate_as_those_they_were_made_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ctranslate2 = pytest.importorskip("ctranslate2", reason="needs CTranslate2: the extra `ctranslate2`")
    import socket

    monkeypatch.setattr(socket.socket, "connect", lambda *_: pytest.fail("a socket was opened"))
    for name, words in (("en-es", "they look happy today and this boy looks grim"), ("es-en", "parecen felices hoy")):
        (tmp_path / "whole").mkdir(exist_ok=True)
        tiny(tmp_path / "whole" / name, words)
        converter = ctranslate2.converters.TransformersConverter(
            str(tmp_path / "whole" / name), copy_files=["source.spm", "target.spm"]
        )
        converter.convert(str(tmp_path / "small" / name))
    translator, whole = (find_translator(f"marian:{tmp_path / kind}") for kind in ("small", "whole"))
    texts = ["they look happy", "this boy looks grim"]
    check_translator(translator, texts=texts)
    monkeypatch.setattr(ct2, "BEAMS", 1)  # a search that both do alike
    monkeypatch.setattr(ct2, "WRITTEN", 19)  # as many as the other one writes where nothing says how many
    there = {"source": "en", "target": "es"}
    assert translator.translate(texts, **there) == whole.translate(texts, **there)
    composite = RoundTripSystem(find_system("vader"), RoundTrips(translator, "es"))
    check_sentiment_system(composite, [SentimentText(str(at), text) for at, text in enumerate(texts)])
    (tmp_path / "small" / "en-es" / "source.spm").unlink()
    with pytest.raises(InputError, match="the model cannot be loaded"):
        find_translator(f"marian:{tmp_path / 'small'}").translate(texts, source="en", target="es")


@pytest.mark.slow
def test_systems_are_rated_again_after_the_round_trip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "my_translator.py").write_text(
        "def there(text, source, target):\n"
        "    return text.replace('This man', 'This glad man') if target == 'da' else text\n"
    )
    monkeypatch.chdir(tmp_path)
    record = tmp_path / "t.jsonl"
    trip = RoundTripSettings(translator="python:my_translator:there", via=("da", "es"), record=record)
    document = rate(settings=SentimentSettings(groups=("1", "2"), round_trip=trip))
    assert set(document.via) == {"da", "es"}
    changes = {(change.via, change.system, change.group): change for change in document.changes}
    assert changes["da", "vader", "1"].before == 0
    assert (changes["da", "vader", "1"].after or 0) > 0
    assert changes["da", "vader", "1"].percent is None
    assert all(change.before == change.after for change in document.changes if change.via == "es")
    assert changes["da", "biased", "2"].percent == 0
    assert document.via["da"]["1"].rating["biased"] == 3
    again = RoundTripSettings(translator=f"recorded:{record}", via=("da", "es"))
    assert rate(settings=SentimentSettings(groups=("1", "2"), round_trip=again)) == document
    assert "Round-trip translation" in document.html()
