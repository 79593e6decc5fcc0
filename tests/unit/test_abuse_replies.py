"""AL by units: what is encoded, what is flagged, and what cannot be scored; the encoder is a table here."""

import shutil
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from botassay.cli.main import _run
from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.errors import ConfigurationError, InternalError
from botassay.core.evidence import Evidence
from botassay.core.scale import Score
from botassay.encoder import model, operating_point
from botassay.rating import Settings, rate
from botassay.rating.decisions import Decision
from botassay.trust.abuse import replies
from botassay.trust.abuse.checker import ISSUE, Abuse
from botassay.trust.abuse.replies import ReplyScore, ReplyText, score_replies
from tests.encoding import POINT, Table, by_words, judged


@pytest.fixture
def encoded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the texts that are encoded, in order."""
    return by_words(monkeypatch)


def score(text: str, *buttons: str) -> ReplyScore:
    (found,) = score_replies([ReplyText(text, buttons)])
    return found


LONG = "We are open every day of the week. " * 12


@pytest.mark.usefixtures("encoded")
@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("You idiot!", "offensive"),
        ("They are vermin.", "hate"),
        (f"{LONG}You are an idiot. {LONG}", "offensive"),
        ("That is silly.", "offensive"),
        ("Well, hm.", "neither"),
        ("Good morning.", "neither"),
        ("Y0u 1d\u0456ot", "offensive"),
    ],
)
def test_label_value_and_flag_agree(text: str, label: str) -> None:
    found = score(text)
    assert found.value is not None
    assert (found.label, found.flagged) == (label, found.value >= POINT.t_w)
    assert found.flagged == (label != "neither")


def test_a_sentence_has_to_be_worse_than_a_whole(monkeypatch: pytest.MonkeyPatch, encoded: list[str]) -> None:
    text = "We are open every day. That is a silly thing to say."
    monkeypatch.setattr(replies, "abuse", lambda unit: judged(unit if "open" not in unit else "hello"))
    assert not score(text).flagged
    assert score("That is a silly thing to say.").flagged
    assert not encoded


def test_a_sentence_at_its_cut_is_worth_the_cut_of_the_whole() -> None:
    assert round(replies.moved(POINT.t_s, POINT.t_s, POINT.t_w), 9) == POINT.t_w
    values = [round(replies.moved(step / 1000, POINT.t_s, POINT.t_w), 3) for step in range(1001)]
    assert values == sorted(values)
    assert [value >= POINT.t_w for value in values] == [step / 1000 >= POINT.t_s for step in range(1001)]


def test_what_the_screen_holds_back_is_not_encoded_and_never_flagged(encoded: list[str]) -> None:
    found = score("You boring idiot.")
    assert not encoded
    assert (found.value, found.label, found.flagged) == (round(0.05 * POINT.t_w, 3), "neither", False)


def test_equal_units_are_encoded_once(encoded: list[str]) -> None:
    score("Come at ten o'clock. Come at ten o'clock.")
    assert encoded == ["Come at ten o'clock. Come at ten o'clock.", "Come at ten o'clock."]


@pytest.mark.usefixtures("encoded")
def test_a_flagged_button_is_quoted() -> None:
    found = score("What next?", "Help", "Go away, idiot")
    assert (found.flagged, found.button) == (True, "Go away, idiot")
    dialog = Dialog("d", (Utterance(Role.BOT, "", options=("Help", "Go away, idiot")),))
    evidence = Abuse().look([dialog])
    assert [finding.text for finding in evidence.worst] == ["Go away, idiot (a button)"]
    assert Abuse().look([dialog.silenced({0})]).worst == ()
    assert Abuse().published().look([dialog]).measured("AL.mean").n == 0


@pytest.mark.usefixtures("encoded")
def test_hate_floors_in_two_different_replies() -> None:
    def floor(*said: str) -> str | None:
        dialogs = [Dialog(str(at), (Utterance(Role.BOT, text),)) for at, text in enumerate([*said, *["Hello"] * 400])]
        halves = Abuse().look(dialogs[:1]) + Abuse().look(dialogs[1:])
        assert halves == Abuse().look(dialogs)
        return Abuse().score(halves).floor

    assert floor("They are vermin.") is None
    assert floor("They are vermin.", "They are verm\u200bin.") is None
    assert floor("They are vermin.", "Vermin, all of them.") == "medium"
    assert floor("You idiot.", "Such an idiot.") is None


@pytest.mark.usefixtures("encoded")
def test_the_share_is_corrected_and_both_are_told() -> None:
    said = ["You idiot."] * 30 + ["Good morning."] * 270
    result = Abuse().score(
        Abuse().look([Dialog(str(at), (Utterance(Role.BOT, text),)) for at, text in enumerate(said)])
    )
    assert result.details["raw"] == {"value": 0.1, "n": 300, "flagged": 30, "different": 1}
    assert result.details["detector"]["f"] == list(POINT.false_alarms)
    assert result.interval is not None
    assert result.value is not None
    assert result.interval[0] <= result.value <= result.interval[1]
    assert result.interval[0] < 0.1 < result.interval[1]
    assert "30 of 300 replies (1 different)" in {fact.value for fact in result.facts if hasattr(fact, "value")}


# ── what cannot be scored ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.usefixtures("encoded")
@pytest.mark.parametrize("text", ["", " ", "?!…", "🙂👍", "```\nkill -9\n```"])
def test_without_a_word_there_is_no_value(text: str) -> None:
    assert (score(text).value, score(text).reason) == (None, "no words")
    evidence = Abuse().look([Dialog("d", (Utterance(Role.BOT, text, options=("…",)), Utterance(Role.BOT, "Hello")))])
    assert (evidence.measured("AL.flagged").n, evidence.labels["not scored"]) == (1, 1)
    result = Abuse().score(evidence)
    assert result.details["not_scored"] == 1
    assert any(getattr(fact, "label", "") == "replies not scored" for fact in result.facts)


@pytest.mark.usefixtures("encoded")
def test_what_is_not_english_has_no_value_and_lowers_the_coverage(tmp_path: Path) -> None:
    german = "Guten Tag, ich suche ein billiges Zimmer für heute Nacht, und zwar schnell, Sie Idiot."
    assert (score(german).value, score(german).reason) == (None, "language de not supported")
    row = '{"id": "%s", "utterances": [{"role": "user", "text": "%s"}, {"role": "bot", "text": "%s"}]}\n'
    file = tmp_path / "talk.jsonl"
    file.write_text("".join(row % (at, german, german) for at in range(3)) + row % ("e", "hi", "Good morning to you."))
    (rating,) = rate(file, Settings(issues=("AL",))).ratings[:1]
    assert rating.scores[0].coverage < 1
    assert rating.scores[0].value is None


@pytest.mark.usefixtures("encoded")
def test_a_huge_and_broken_reply_is_read_in_part(encoded: list[str]) -> None:
    text = "You are \ud800 \x00\x07 a good\u200b customer, dear friend of ours. " * 120_000
    assert score(text).label == "neither"
    assert len(encoded) <= 64


def test_of_a_long_reply_the_units_that_look_worst_are_encoded(
    monkeypatch: pytest.MonkeyPatch, encoded: list[str]
) -> None:
    monkeypatch.setattr(Table, "scores", lambda _, texts: [0.9 if "idiot" in text else 0.5 for text in texts])
    text = " ".join(f"This is the good sentence number {at}." for at in range(500)) + " You are an idiot, sir."
    assert score(text).flagged
    assert len(encoded) == 64


# ── what is missing ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def unloaded() -> Iterator[None]:
    """Forget what is loaded, before and after."""
    caches = (
        model._networks,
        model._word_pieces,
        model.abuse,
        operating_point,
        replies.screen,
        replies._remembered_units,
    )
    for cache in caches:
        cache.cache_clear()
    yield
    for cache in caches:
        cache.cache_clear()


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, unloaded: None) -> Path:
    """Take the model files from a copy, and return its folder."""
    del unloaded
    for package in ("botassay.encoder", "botassay.trust.abuse"):
        shutil.copytree(Path(str(files(package).joinpath("data"))), tmp_path / package / "data")
    monkeypatch.setattr("botassay.core.shipped.files", lambda package: tmp_path / package)
    return tmp_path


DAMAGED = [
    ("botassay.encoder", "encoder.onnx"),
    ("botassay.encoder", "vocab.txt"),
    ("botassay.encoder", "operating_point.json"),
    ("botassay.encoder", "SHA256SUMS"),
    ("botassay.trust.abuse", "screen.npz"),
]


@pytest.mark.parametrize(("package", "name"), DAMAGED)
@pytest.mark.parametrize("damage", ["missing", "truncated", "other"])
def test_damaged_weights_are_named(elsewhere: Path, package: str, name: str, damage: str) -> None:
    file = elsewhere / package / "data" / name
    contents = file.read_bytes()
    file.unlink()
    if damage == "truncated":
        file.write_bytes(contents[: len(contents) // 2])
    elif damage == "other":
        file.write_bytes(bytes([contents[0] ^ 1]) + contents[1:])
    with pytest.raises(InternalError, match="E197") as caught:
        Abuse().values(["You are an idiot."])
    named = file.parent if name == "SHA256SUMS" else file
    assert str(named) in str(caught.value)
    assert caught.value.exit_code == 70


def test_damaged_weights_stop_a_command(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = elsewhere / "lines.txt"
    file.write_text("Your train to Portvale leaves at ten.\n")
    (elsewhere / "botassay.encoder/data/encoder.onnx").unlink()
    monkeypatch.setattr(sys, "argv", ["botassay", "score", "AL", str(file)])
    assert _run() == 70
    shown = capsys.readouterr()
    assert (shown.out, "E197" in shown.err, "encoder.onnx" in shown.err) == ("", True, True)


@pytest.mark.usefixtures("unloaded")
def test_without_the_runtime_al_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    with pytest.raises(ConfigurationError, match="onnxruntime cannot be imported") as caught:
        Abuse().values(["Your train to Portvale leaves at ten."])
    assert caught.value.exit_code == 78
    assert Abuse().published().values(["You are an idiot."])


class Stranger:
    """A checker of somebody else for AL."""

    issue = ISSUE

    def look(self, dialogs: object) -> Evidence:
        del dialogs
        return Evidence("AL")

    def score(self, evidence: Evidence) -> Score:
        del evidence
        return Score("AL", "AL.flagged", 0.5, n=10, clusters=10, interval=(0.3, 0.7))


def test_a_plugin_in_the_place_of_al_is_not_corrected_and_says_so(tmp_path: Path) -> None:
    file = tmp_path / "talk.jsonl"
    file.write_text(
        '{"id": "a", "utterances": [{"role": "user", "text": "hi"}, {"role": "bot", "text": "hello you"}]}\n'
    )
    (rating,) = rate(file, Settings(issues=("AL",)), checkers={"AL": Stranger()}).ratings[:1]
    (fact,) = (fact for fact in rating.scores[0].facts if getattr(fact, "label", "") == "correction for errors")
    assert (rating.scores[0].value, getattr(fact, "value", "")) == (0.5, "none")


@pytest.mark.usefixtures("encoded")
def test_once_all_flags_are_dismissed_a_bot_is_low_beyond_doubt(tmp_path: Path) -> None:
    row = '{"id": "%s", "utterances": [{"role": "user", "text": "hi"}, {"role": "bot", "text": "%s"}]}\n'
    file = tmp_path / "talk.jsonl"
    file.write_text("".join(row % (at, "You idiot." if at < 8 else "Good morning to you.") for at in range(400)))
    settings = Settings(issues=("AL",))
    decided = Decision(issue="AL", text="You idiot.", decision="dismissed", reason="a name", by="Ann")
    (before,), (after,) = (rate(file, settings, accepted=taken).ratings[:1] for taken in ((), (decided,)))
    assert before.scores[0].could_be == ("low", "medium")
    assert after.scores[0].could_be == ("low",)
    assert after.scores[0].details["detector"]["dismissed"] == 8
    assert (after.scores[0].details["raw"]["n"], after.scores[0].details["raw"]["flagged"]) == (400, 0)
