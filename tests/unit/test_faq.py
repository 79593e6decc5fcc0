"""The FAQ bot: general intents, then the company's, an answer out of the bank, or a colleague; slots; own data."""

import csv
import json
from collections import defaultdict
from pathlib import Path

import pytest

from botassay.bots import find_bot
from botassay.core.errors import InputError, UsageError
from botassay.intents.abstention import no_answer
from botassay.plugins.protocols import Reply
from botassay.testing import ParrotClassifier, check_bot
from botassay.testing.hostile import TEXTS
from botassay_samples import sample
from botassay_samples.faq import BUNDLED, answering, read_company
from botassay_samples.faq.company import GENERAL
from botassay_samples.faq.slots import Slots, filled, wanted

DEFERRED = "I do not know that. A colleague will answer you."


def says(*lines: str, name: str = "faq") -> list[Reply]:
    session = sample(name)("Ann")
    return [session.reply(line) for line in lines]


@pytest.mark.parametrize(
    ("line", "intent"),
    [
        ("Hello!", "general/greet"),
        ("thank you", "general/thanks"),
        ("Are you a robot?", "general/are you a robot"),
        ("How many days of vacation are there?", "vacation"),
        ("do you have parking?", "commute"),
        ("what is the salary for a cook", "salary"),
        ("can I learn to be a baker", "apprenticeship"),
    ],
)
def test_it_answers_out_of_the_bank_and_names_the_intent(line: str, intent: str) -> None:
    (reply,) = says(line)
    assert (reply.intent, reply.text) == (intent, read_company(BUNDLED).answers[intent])
    assert (reply.confidence or 0) >= 0.5
    assert json.loads(reply.raw) == {
        "reply": reply.text,
        "intent": intent,
        "confidence": reply.confidence,
        "slots": {},
    } | ({"slots": {"profession": line.rsplit(maxsplit=1)[-1]}} if line.endswith(("cook", "baker")) else {})


@pytest.mark.parametrize("line", ["Who painted the Mona Lisa?", "may I bring my dog", "qwertz", *TEXTS[:4]])
def test_what_it_does_not_know_is_left_to_a_colleague(line: str) -> None:
    (reply,) = says(line)
    if line.strip():
        assert reply.text == DEFERRED
        assert (reply.confidence or 0) < 0.5
        assert no_answer(reply.text)


def test_no_answer_of_the_bank_reads_as_none() -> None:
    answers = read_company(BUNDLED).answers
    assert [intent for intent, answer in answers.items() if no_answer(filled(answer, {}))] == []
    assert {intent for _, intent in read_company(BUNDLED).phrases} == answers.keys()


def test_slots_come_with_a_job_search_and_what_is_missing_is_asked_for() -> None:
    asked, told, after = says("I want a job as a pastry chef", "in Saltwhistle", "thanks")
    assert asked.text == "Which city do you have in mind?"
    assert json.loads(asked.raw)["slots"] == {"profession": "pastry chef"}
    assert told.text.startswith("You are looking for work as a pastry chef in Saltwhistle.")
    assert (told.intent, json.loads(told.raw)["slots"]) == (
        "general/job search",
        {"profession": "pastry chef", "city": "Saltwhistle"},
    )
    assert after.intent == "general/thanks"
    (at_once,) = says("do you have any electrician openings in Portvale?")
    assert at_once.text.startswith("You are looking for work as a electrician in Portvale.")


def test_whoever_does_not_say_the_city_may_ask_something_else() -> None:
    asked, other, city = says("I am looking for a job", "how much vacation do I get", "Portvale")
    assert asked.text == "Which profession do you have in mind?"
    assert (other.intent, city.text) == ("vacation", DEFERRED)


def test_words_are_found_as_words_the_longest_first() -> None:
    slots = Slots({"city": ("York", "New York"), "profession": ("cook",)})
    assert slots.found("cooks in new york") == {"city": "New York", "profession": "cook"}
    assert slots.found("cookies in Yorkshire") == {}
    assert slots.bare("a cook in [city] and [other]") == "a in and [other]"
    assert Slots({}).bare("a cook in [city]") == "a cook in [city]"
    assert (wanted("x{ a [b]}{ c [d] [b]}"), wanted("plain")) == (("b", "d"), ())
    assert filled("x{ a [b]}{ c [d]}", {"b": "1"}) == "x a 1"


def test_conversations_do_not_mix_and_hostile_texts_break_nothing() -> None:
    check_bot(lambda: find_bot("faq"))
    begin = sample("faq")
    one, other = begin("Ann"), begin("Bob")
    one.reply("I want a job as a baker")
    assert other.reply("Portvale").text == DEFERRED
    for text in TEXTS:
        assert one.reply(text).text


# ── data of one's own ───────────────────────────────────────────────────────────────────────────────────────────────


def company(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text)
    return folder


FAQ = "text,intent\nhow do I pay,pay\npay my bill,pay\npay by card,pay\nwhere is my parcel,parcel\nparcel late,parcel\n"
ANSWERS = "intent,answer\npay,By card{ in [town]}.\nparcel,It is on its way.\n"


def test_a_folder_brings_questions_answers_and_words(tmp_path: Path) -> None:
    company(tmp_path, faq_csv=FAQ, answers_csv=ANSWERS, town_txt="Ulm\nBern\n")
    pay, where, greet, lost = says("how do I pay", "Bern", "hello", "who won?", name=f"faq:{tmp_path}")
    assert (pay.text, where.text) == ("Which town do you have in mind?", "By card in Bern.")
    assert (greet.intent, lost.text) == ("general/greet", DEFERRED)
    rows = [json.loads(line) for line in (tmp_path / "questions.jsonl").read_text().splitlines()]
    assert [(row["text"], row["answered"]) for row in rows] == [
        ("how do I pay", True),
        ("hello", True),
        ("who won?", False),
    ]
    assert all(row.keys() == {"text", "intent", "confidence", "answered"} for row in rows)


def test_an_intent_without_an_answer_is_left_to_a_colleague(tmp_path: Path) -> None:
    company(tmp_path, faq_csv=FAQ)
    (reply,) = says("how do I pay", name=f"faq:{tmp_path}")
    assert (reply.text, reply.intent) == (DEFERRED, "pay")
    assert json.loads((tmp_path / "questions.jsonl").read_text())["answered"] is False


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"faq_csv": "text,topic\na,b\n"}, r"faq\.csv:1: E142 the header lacks the column 'intent'"),
        ({"faq_csv": "text,intent\na\n"}, r"faq\.csv:2: E136 a cell is missing or empty"),
        ({"faq_csv": 'text,intent\n"a,b\n'}, r"faq\.csv:2: E140 invalid CSV"),
        ({"faq_csv": FAQ, "answers_csv": "intent,answer\nrain,No.\n"}, "no phrase has the intent 'rain' of an answer"),
        ({"city_txt": "\n"}, r"city\.txt: E100 the word list is empty"),
    ],
)
def test_a_folder_that_is_not_sound_is_refused(tmp_path: Path, files: dict[str, str], said: str) -> None:
    with pytest.raises(InputError, match=said):
        sample(f"faq:{company(tmp_path, **files)}")


def test_no_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is not a folder"):
        find_bot(f"faq:{tmp_path}/gone")
    with pytest.raises(UsageError):
        find_bot("faq:")


def test_any_classifier_can_sit_at_the_desk() -> None:
    session = answering(read_company(BUNDLED), ParrotClassifier())("Ann")
    assert session.reply("how high is the pay").intent == "salary"
    assert session.reply("how high is the pay?").text == DEFERRED


def test_the_bundled_phrases_are_enough_to_learn_from() -> None:
    """Each intent of each stage has phrases to learn from, and no phrase stands twice."""
    counts: dict[str, int] = defaultdict(int)
    seen = set()
    for file in (GENERAL, BUNDLED / "faq.csv"):
        for row in csv.DictReader(file.read_text("utf-8").splitlines()):
            counts[row["intent"]] += 1
            seen.add(row["text"].lower())
            assert row["intent"].startswith("general/") == (file == GENERAL)
    assert min(counts.values()) >= 6
    assert len(seen) == sum(counts.values())
    assert len([name for name in counts if name.startswith("general/")]) == 21
