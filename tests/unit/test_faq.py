"""The FAQ bot: general intents, then the company's, an answer out of the bank, or a colleague; slots; own data."""

import asyncio
import csv
import json
from collections import defaultdict
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from botassay.bots import find_bot
from botassay.core.errors import ConfigurationError, InputError, OutputError, UsageError
from botassay.http import RunContext
from botassay.intents.abstention import no_answer
from botassay.plugins.optional import open_in_run
from botassay.plugins.protocols import Reply
from botassay.testing import ParrotClassifier, check_bot
from botassay.testing.hostile import TEXTS
from botassay_samples import sample
from botassay_samples.faq import BUNDLED, answering, read_company
from botassay_samples.faq.company import GENERAL
from botassay_samples.faq.slots import Slots, filled, wanted
from tests.conftest import Run
from tests.servers import served

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
        ("Bern", True),
        ("hello", True),
        ("who won?", False),
    ]
    assert [row.get("reason") for row in rows] == [None, None, None, "not_understood"]
    assert len({row["id"] for row in rows}) == len({row["at"] and row["id"] for row in rows}) == 4
    assert len({row["conversation"] for row in rows}) == 1
    assert {row["origin"] for row in rows} == {"user"}
    assert [row["answer"] for row in rows] == [pay.text, where.text, greet.text, lost.text]


def test_an_intent_without_an_answer_is_left_to_a_colleague(tmp_path: Path) -> None:
    company(tmp_path, faq_csv=FAQ)
    (reply,) = says("how do I pay", name=f"faq:{tmp_path}")
    assert (reply.text, reply.intent) == (DEFERRED, "pay")
    assert json.loads((tmp_path / "questions.jsonl").read_text())["answered"] is False


ABOUT = """
name = "Lina"
maker = "Lake Ferries"
purpose = "customer-service"

[handover]
text = "I pass this on to the harbour office."
to = "TO"
"""
BUNDLED_NAMES = ("Northlight", "Portvale", "Saltwhistle", "baker", "bakery", "harbour mill", "oven", "dough", "shift")
THIRTY = (
    "hello", "hi there", "good morning", "who are you", "what is your name", "are you a robot?", "is this a human",
    "how are you", "help", "what can you do", "thank you", "you are great", "tell me a joke", "what time is it",
    "what is the weather like", "do you speak German", "say that again", "start over", "stop", "yes", "no",
    "that is wrong", "I am looking for a job", "send me new jobs by mail", "I want to speak to a person",
    "how do I pay", "where is my parcel", "who painted the Mona Lisa?", "I want to kill myself", "bye",
)  # fmt: skip


def owned(folder: Path, to: str = "file:office/events.jsonl") -> Path:
    return company(folder, faq_csv=FAQ, answers_csv="intent,answer\npay,By card.\n", about_toml=ABOUT.replace("TO", to))


def lines_in(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_thirty_questions_are_thirty_rows_without_a_bundled_name(tmp_path: Path) -> None:
    assert len(THIRTY) == 30
    replies = says(*THIRTY, name=f"faq:{owned(tmp_path)}")
    rows = lines_in(tmp_path / "questions.jsonl")
    assert len(rows) == 30
    assert [row["answer"] for row in rows] == [reply.text for reply in replies]
    spoken = " ".join(reply.text for reply in replies).casefold()
    assert [name for name in BUNDLED_NAMES if name.casefold() in spoken] == []
    by_text = {row["text"]: row for row in rows}
    assert by_text["what is your name"]["answer"] == "I am Lina, a computer program of Lake Ferries."
    assert by_text["are you a robot?"]["answer"].startswith("I am a computer program, not a person. I was made by Lake")
    assert "I want to kill myself" not in by_text  # a crisis is counted, its text is not kept
    assert by_text[""]["intent"] == "crisis"
    assert by_text["where is my parcel"]["reason"] == "no_answer"
    assert by_text["who painted the Mona Lisa?"]["reason"] == "not_understood"
    assert by_text["I want to speak to a person"]["reason"] == "asked"
    assert not any("kill" in line for line in (tmp_path / "handovers.jsonl").read_text().splitlines())


def test_without_about_toml_nobody_is_named(tmp_path: Path) -> None:
    company(tmp_path, faq_csv=FAQ, answers_csv="intent,answer\npay,By card.\n")
    name, lost = says("what is your name", "who won?", name=f"faq:{tmp_path}")
    assert name.text == "I am a computer program."
    assert lost.text == DEFERRED
    assert lines_in(tmp_path / "handovers.jsonl")[0]["question"] == "who won?"


def test_a_hand_over_is_on_disk_with_the_transcript(tmp_path: Path) -> None:
    asked = ("hello", "my address is ann@lake.example, call me", "who painted the Mona Lisa?")
    *_, last = says(*asked, name=f"faq:{owned(tmp_path)}")
    assert last.text == "I pass this on to the harbour office."
    event = lines_in(tmp_path / "handovers.jsonl")[-1]
    assert event.keys() == {
        "schema", "id", "at", "conversation", "reason", "question", "transcript", "contact",
    }  # fmt: skip
    assert (event["schema"], event["reason"]) == ("botassay/handover/1", "not_understood")
    assert (event["question"], event["contact"]) == (asked[-1], "ann@lake.example")
    assert [turn["text"] for turn in event["transcript"] if turn["role"] == "user"] == list(asked)
    assert lines_in(tmp_path / "office" / "events.jsonl") == lines_in(tmp_path / "handovers.jsonl")
    (tmp_path / "handovers.jsonl").unlink()
    (tmp_path / "handovers.jsonl").mkdir()
    with pytest.raises(OutputError):  # nothing is promised that is not on disk
        says(asked[-1], name=f"faq:{tmp_path}")


def test_a_hand_over_is_a_mail(tmp_path: Path) -> None:
    says("who won? tell bob@sea.example", name=f"faq:{owned(tmp_path, 'mail:post')}")
    (file,) = (tmp_path / "post").glob("*.eml")
    mail = message_from_bytes(file.read_bytes(), policy=policy.default)
    assert mail["Reply-To"] == "bob@sea.example"
    body = mail.get_body(("plain",))
    assert body is not None
    assert "Question: who won? tell bob@sea.example" in body.get_content()


def test_a_webhook_that_fails_gets_the_event_with_the_next_one(tmp_path: Path) -> None:
    got: list[dict[str, Any]] = []
    status = [500]

    async def hook(request: web.Request) -> web.Response:
        if status[0] == 200:
            got.append(await request.json())
        return web.Response(status=status[0])

    with served(web.post("/hook", hook)) as address:
        name = f"faq:{owned(tmp_path, f'http://{address}/hook')}"
        says("who won?", name=name)
        assert (got, len(lines_in(tmp_path / "handovers-queue.jsonl"))) == ([], 1)
        status[0] = 200
        says("who lost?", name=name)
    assert [event["question"] for event in got] == ["who won?", "who lost?"]
    assert not (tmp_path / "handovers-queue.jsonl").exists()
    assert lines_in(tmp_path / "handovers.jsonl") == got


def test_questions_of_tools_are_marked_and_not_handed_over(tmp_path: Path) -> None:
    """By how the conversation is opened: the same text of a person is a question of a user."""
    bot = find_bot(f"faq:{owned(tmp_path)}")

    async def ask(run: RunContext | None) -> None:
        async with open_in_run(bot, "Ann", run) as conversation:
            await conversation.say("who won?")

    for run in (RunContext("s", "c", 1), RunContext("s", "c", 1, person=True), None):
        asyncio.run(ask(run))
    assert [row["origin"] for row in lines_in(tmp_path / "questions.jsonl")] == ["probe", "user", "user"]
    assert len(lines_in(tmp_path / "handovers.jsonl")) == 2


def test_a_person_who_chats_is_a_user_and_the_first_hello_is_not(botassay: Run, tmp_path: Path) -> None:
    owned(tmp_path)
    (tmp_path / "typed").write_text("how do I pay\nwho won?\n")
    ended = botassay("chat", f"faq:{tmp_path}", "--json", stdin=(tmp_path / "typed").read_text())
    assert ended.code == 0, ended.err
    rows = lines_in(tmp_path / "questions.jsonl")
    assert [row["text"] for row in rows if row["origin"] == "user"] == ["how do I pay", "who won?"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nam = 'Lina'", "E196 object contains unknown field `nam`"),
        ("name = ", "E120 the file is not valid TOML"),
        ("purpose = 'ferries'", "E196 invalid enum value 'ferries'"),
        ("[handover]\nto = 'fax:1'", "E196 'fax:1' is no place for hand-overs"),
        ("[handover]\nto = 'http://desk.example/hook'", "E196 what users wrote is not sent unencrypted"),
    ],
)
def test_an_about_toml_that_is_wrong_is_refused(tmp_path: Path, text: str, said: str) -> None:
    company(tmp_path, faq_csv=FAQ, about_toml=text)
    with pytest.raises(ConfigurationError) as caught:
        sample(f"faq:{tmp_path}")
    assert said in str(caught.value)
    assert str(tmp_path / "about.toml") in str(caught.value)


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
