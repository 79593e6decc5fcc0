"""UN: what a reply to a labelled question is worth, who says that they have no answer, what was evaluated before."""

from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.errors import InputError
from botassay.intents.abstention import no_answer, own_phrases
from botassay.intents.evaluated import StoredEvaluation, is_evaluation
from botassay.intents.questions import LabelledQuestions
from botassay.intents.understanding import LABELLED, Understanding
from botassay.testing import check_checker, check_prober
from tests.conftest import Run

DEFER = "Thank you. A colleague will answer your question."


def asked(
    truth: str | None, text: str = "Here you are.", intent: str | None = "pay", confidence: float | None = None
) -> Dialog:
    said = Utterance(Role.BOT, text, intent=intent, confidence=confidence)
    tags = {"issue": "UN", "part": "labelled", "intent": truth or ""}
    return Dialog(f"{truth}{text}{intent}{confidence}", (Utterance(Role.USER, "a question"), said), tags)


@pytest.mark.parametrize(
    ("dialog", "kind"),
    [
        (asked("pay"), "rightly answered"),
        (asked("pay", intent=" PAY"), "rightly answered"),
        (asked("loan"), "taken for something else"),
        (asked(None), "answered, and silence was due"),
        (asked("pay", DEFER), "silent, and an answer was due"),
        (asked(None, DEFER), "rightly silent"),
        (asked("pay", intent="nlu_fallback"), "silent, and an answer was due"),
        (asked(None, intent="Default Fallback Intent"), "rightly silent"),
        (asked(None, "Sorry?", None), "rightly silent"),
        (asked(None, intent="FallbackIntent"), "rightly silent"),
        (asked(None, intent="AMAZON.FallbackIntent"), "rightly silent"),
        (asked("pay", intent="None"), "silent, and an answer was due"),
        (asked("pay", confidence=0.49), "rightly answered"),
    ],
)
def test_what_a_reply_is(dialog: Dialog, kind: str) -> None:
    evidence = Understanding().look([dialog])
    assert {name for name in evidence.labels if "named" not in name} == {kind}
    assert bool(evidence.worst) == (not kind.startswith("rightly"))


def test_from_a_confidence_on_an_intent_is_an_answer() -> None:
    checker = Understanding(answer_from=0.5)
    assert [checker.look([asked("pay", confidence=c)]).measured("UN.error").s for c in (0.49, 0.5, None)] == [
        10**9,
        0,
        0,
    ]
    assert "0.5" in checker.score(checker.look([asked("pay")])).method


def test_the_share_of_errors_and_what_they_were() -> None:
    dialogs = [asked("pay"), asked("loan"), asked(None, DEFER), asked("loan", DEFER)]
    score = Understanding().score(Understanding().look(dialogs))
    assert (score.value, score.n, score.clusters) == (0.5, 4, 4)
    assert score.details["outcomes"] == {
        "rightly answered": 1,
        "rightly silent": 1,
        "silent, and an answer was due": 1,
        "taken for something else": 1,
    }
    notes = {finding.note for finding in Understanding().look(dialogs).worst}
    assert notes == {"recognised as 'pay'; the right intent is 'loan'", "no answer; the right intent is 'loan'"}


def test_a_bot_that_names_no_intents_is_not_measured_and_one_that_is_always_silent_is() -> None:
    nameless = Understanding().score(Understanding().look([asked("pay", intent=None), asked(None, "Fine.", None)]))
    assert (nameless.value, "bot.toml" in str(nameless.reason)) == (None, True)
    silent = Understanding().score(Understanding().look([asked("pay", DEFER, None), asked(None, DEFER, None)]))
    assert silent.value == 0.5
    now_and_then = [asked("pay"), asked("pay", intent=None), asked(None, "Hm.", None)]
    assert Understanding().score(Understanding().look(now_and_then)).value == pytest.approx(1 / 3)


def test_a_file_of_dialogs_can_hold_what_users_meant() -> None:
    def talk(truth: str | None) -> Dialog:
        user = Utterance(Role.USER, "a question", intent=truth)
        return Dialog("d", (user, Utterance(Role.BOT, "Here.", intent="pay")))

    assert [Understanding().look([talk(truth)]).measured("UN.error").n for truth in ("pay", "loan", None)] == [1, 1, 0]
    assert Understanding().score(Understanding().look([talk("loan")])).value == 1.0


def test_it_keeps_the_promises_of_a_checker() -> None:
    dialogs = [asked("pay"), asked("loan"), asked(None), asked(None, DEFER), asked("loan", "", None)]
    check_checker(Understanding(("ask ann",), 0.3), [replace(one, id=f"d{n}") for n, one in enumerate(dialogs)])


@pytest.mark.parametrize(
    "text",
    [
        "Sorry, I did not understand that.",
        "I'm sorry, I don't know the answer.",
        "I am afraid I cannot answer that.",
        "I’m not sure I understand.",
        "Could you please rephrase?",
        "I will forward your question to a colleague.",
        "One of our recruiters will get back to you soon.",
        "Somebody will reply tomorrow.",
        "I have no answer to that yet.",
        "That is beyond me, I am afraid.",
        "I can't help you with that.",
        "I don't know.",
        "Let me connect you with an agent.",
        "I'm sorry, I don't have information about that.",
        "I couldn't find anything about that.",
        "Sorry, I have no information on that.",
        "I do not have that information.",
        "I was not able to find any information.",
        "I'm unable to answer that.",
        "I am not able to help you with this.",
        "I'm not sure.",
        "I don't know anything about trains.",
        "I have no idea what that could be.",
        "That's outside my knowledge.",
        "This is beyond what I can do.",
        "Thank you for your message. Someone will get back to you.",
        "Connecting you to a human agent now.",
        "Hello Anna! I am connecting you with a colleague.",
        "Sorry, I can't find an answer.",
        "We do not know the answer to this.",
        "I really don't understand.",
    ],
)
def test_having_no_answer_is_recognised(text: str) -> None:
    assert no_answer(text)
    assert no_answer(text.upper())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "You can pay by card or by bank transfer.",
        "If you do not know your number, look at your card.",
        "Our people answer the phone from nine to five.",
        "I understand. The parcel comes on Monday.",
        "Please say when you want to begin.",
        "Your application was handed in on time.",
        "You can pay by card. If you have questions, our team can help you further.",
        "Our staff can help you from 9 to 5 on weekdays.",
        "Apply online; a recruiter will reply within two days.",
        "I can forward it to our team.",
        "Our recruiters will get back to you within a week after you apply.",
        "The shop opens at nine. A colleague will help you to your seat.",
        "Once you have sent the form, someone will answer within a day.",
        "I know that you are waiting: the train is ten minutes late.",
        "We do not have any information desks in the north wing.",
        "I could not find any open position in Paris; there are two in Lyon.",
        "We don't know your address yet: please type it.",
        "No, we do not answer the phone on Sundays.",
        "You are not sure which card? Look at its back.",
        "If you have no idea where to begin, read the first page.",
        "The doctor may refer you to a hospital.",
        "Yes. Put it with the other papers.",
        "Our agents work in Lisbon and Oslo.",
        "We can't find a parcel with this number: look at your receipt.",
    ],
)
def test_an_answer_is_not_taken_for_none(text: str) -> None:
    assert not no_answer(text)


@pytest.mark.parametrize(
    "text",
    [
        "Our recruiters will get back to you within a week after you apply.",
        "A recruiter will reply within two days.",
        "Our team can help you with your luggage.",
        "Somebody will take over your shift.",
        "Members of staff will look into each application by hand.",
        "We forward your request to our team, which reads it on Monday.",
    ],
)
def test_people_are_an_answer_where_an_intent_is_named_surely(text: str) -> None:
    """Whoever asks how it goes on hears of people; the bot is sure of what was asked, and answers it."""

    def guess(confidence: float | None, intent: str = "status") -> set[str]:
        dialog = asked("status", text, intent, confidence)
        return {name for name in Understanding().look([dialog]).labels if "named" not in name}

    assert guess(0.98) == guess(0.5) == {"rightly answered"}
    assert guess(0.98, "nlu_fallback") == {"silent, and an answer was due"}
    if text.startswith("A recruiter"):
        assert guess(0.49) == guess(None) == {"silent, and an answer was due"}


def test_a_bot_that_says_that_it_does_not_know_is_silent_however_sure() -> None:
    evidence = Understanding().look([asked("pay", "I don't know.", "pay", 0.99)])
    assert evidence.labels["silent, and an answer was due"] == 1


def test_own_phrases(tmp_path: Path) -> None:
    file = tmp_path / "own.txt"
    file.write_text("Keine Ahnung\n\n  Frag   Anna \nkeine ahnung\n")
    assert own_phrases(file) == ("keine ahnung", "frag anna")
    assert no_answer("Tut mir leid: KEINE Ahnung!", own_phrases(file))
    file.write_text("\n")
    with pytest.raises(InputError, match="the file has no phrases"):
        own_phrases(file)
    file.write_bytes(b"\xff\n")
    with pytest.raises(InputError, match=r"own\.txt:1: E111"):
        own_phrases(file)


def questions(tmp_path: Path, rows: str) -> LabelledQuestions:
    file = tmp_path / "questions.csv"
    file.write_text(f"text,intent\n{rows}")
    return LabelledQuestions.read(file, none_label="none" if ",none\n" in rows else None)


def test_the_prober_asks_each_question_once_in_its_own_conversation(tmp_path: Path) -> None:
    prober = questions(tmp_path, '"pay\n  it",pay\nwhen,hours\nrain,none\nwhen,hours\n')
    check_prober(prober)
    scripts = list(prober.scripts(3))
    assert sorted((script.lines, script.tags["intent"]) for script in scripts) == [
        (("pay it",), "pay"),
        (("rain",), ""),
        (("when",), "hours"),
        (("when",), "hours"),
    ]
    assert len({script.conversation for script in scripts}) == len({script.user for script in scripts}) == 4


@given(seed=st.integers(0, 2**53), n=st.integers(2, 40))
def test_every_question_is_asked_whatever_the_seed(tmp_path_factory: pytest.TempPathFactory, seed: int, n: int) -> None:
    rows = "".join(f"q{number},{'ab'[number % 2]}\n" for number in range(n))
    scripts = list(questions(tmp_path_factory.mktemp("q"), rows).scripts(seed))
    assert sorted(script.lines[0] for script in scripts) == sorted(f"q{number}" for number in range(n))
    assert len({script.id for script in scripts}) == n


TOPICS = {
    "pay": ["pay my bill", "how do I pay", "pay the invoice", "paying by card", "can I pay later"],
    "block": ["block my card", "my card is lost", "stolen card", "block it now", "lost my card"],
    "parcel": ["where is my parcel", "parcel late", "track the parcel", "my parcel", "no parcel yet"],
}


@pytest.fixture
def evaluation(botassay: Run, tmp_path: Path) -> Path:
    """Evaluate a set of phrases."""
    rows = "".join(f"{text},{intent}\n" for intent, texts in TOPICS.items() for text in texts)
    (tmp_path / "phrases.csv").write_text(f"text,intent\n{rows}")
    assert botassay("intents", "evaluate", "phrases.csv", "--repeats", "3", "-o", "evaluation.json").code == 0
    return tmp_path / "evaluation.json"


def test_an_evaluation_that_was_made_already(evaluation: Path) -> None:
    assert is_evaluation(evaluation)
    checker = StoredEvaluation.read(evaluation)
    score = checker.measured()
    settings = msgspec.json.decode(evaluation.read_bytes())["settings"]
    worst = max(round(1 - one["accuracy"]["value"], 9) for one in settings if one["accuracy"])
    assert score.value == worst
    assert score.interval is not None
    assert score.interval[0] <= worst <= score.interval[1]
    assert score.n > 0
    check_checker(checker)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"schema": "botassay/intents/evaluate/1"}', "E136 the file is not an evaluation"),
        ('{"schema": ', "E120 invalid JSON"),
    ],
)
def test_what_is_no_evaluation_is_refused(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "evaluation.json"
    file.write_text(text)
    with pytest.raises(InputError, match=said):
        StoredEvaluation.read(file)


@pytest.mark.parametrize(
    ("value", "interval"), [(5, [0, 1]), (-0.1, [0, 1]), (0.5, [0.8, 0.2]), (0.5, [-1, 1]), (0.5, [0, 1.5])]
)
def test_an_accuracy_that_is_no_share_is_refused(evaluation: Path, value: float, interval: list[float]) -> None:
    document = msgspec.json.decode(evaluation.read_bytes())
    document["settings"][0]["accuracy"] = {"value": value, "interval": interval}
    evaluation.write_bytes(msgspec.json.encode(document))
    with pytest.raises(InputError, match="E136 the accuracy in 0,0 has invalid values"):
        StoredEvaluation.read(evaluation)


def test_an_interrupted_evaluation_is_named(evaluation: Path) -> None:
    assert "interrupted" not in StoredEvaluation.read(evaluation).measured().method
    document = msgspec.json.decode(evaluation.read_bytes())
    evaluation.write_bytes(msgspec.json.encode({**document, "finished": False}))
    score = StoredEvaluation.read(evaluation).measured()
    assert "interrupted; finished tests only" in score.method
    assert score.details["finished"] is False


def test_a_fallback_of_ones_own_is_no_answer(botassay: Run, tmp_path: Path) -> None:
    assert Understanding(fallbacks=("Dunno",)).look([asked(None, intent="dunno")]).labels == {"rightly silent": 1}
    talk = {"id": "d", "utterances": [
        {"role": "user", "text": "sing", "intent": "pay"}, {"role": "bot", "text": "La.", "intent": "dunno"},
        {"role": "user", "text": "how", "intent": "pay"}, {"role": "bot", "text": "So.", "intent": "pay"},
    ]}  # fmt: skip
    (tmp_path / "talk.jsonl").write_bytes(msgspec.json.encode(talk) + b"\n")
    said = botassay("intents", "traffic", "talk.jsonl", "--fallback", "Dunno", "--json").out
    assert msgspec.json.decode(said)["recognised"]["count"] == 1
    rated = ("rate", "talk.jsonl", "--issues", "UN", "--order", "UN", "--fallback", "Dunno", "-o", "r.json")
    ended = botassay(*rated)
    assert "silent, and an answer was due" in (tmp_path / "r.json").read_text(), ended.err


@pytest.mark.parametrize(("fallbacks", "value"), [((), 0), (("None",), 1_000_000_000)])
def test_a_live_bot_is_right_to_answer_a_topic_called_none(fallbacks: tuple[str, ...], value: int) -> None:
    asked = Utterance(Role.USER, "hm")
    said = Utterance(Role.BOT, "Small talk.", intent="None", confidence=0.9)
    dialog = Dialog("d", (asked, said), tags={"part": LABELLED, "intent": "None"})
    found = Understanding(fallbacks=fallbacks).look([dialog])
    assert found.peak == value
