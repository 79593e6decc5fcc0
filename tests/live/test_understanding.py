"""UN on live bots over HTTP: one that understands, one that does not, and what stands in the way of measuring it."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from botassay.plugins.protocols import Reply
from botassay_samples import Begin, sample
from tests.live.conftest import Cli, document, issue
from tests.live.served import at_home

TOPICS = {
    "pay": ("pay my bill", "how do I pay", "pay the invoice", "paying by card"),
    "block": ("block my card", "my card is lost", "stolen card", "lost my card"),
    "parcel": ("where is my parcel", "parcel late", "track the parcel", "my parcel"),
    "none": ("who won the match", "sing me a song", "what is the meaning of life", "buy me a dog"),
}
KNOWN = {text: intent for intent, texts in TOPICS.items() for text in texts}
LOST = "Sorry, I didn't get that."


@dataclass
class Clerk:
    """Answers by a rule: text, intent and confidence."""

    rule: Callable[[str], Reply]

    def reply(self, text: str) -> Reply:
        return self.rule(text)


def by(rule: Callable[[str], Reply]) -> Begin:
    return lambda _: Clerk(rule)


def knowing(text: str) -> Reply:
    intent = KNOWN.get(text, "none")
    return Reply(LOST, (), "pay", 0.2) if intent == "none" else Reply(f"About {intent}.", (), intent, 0.9)


def eager(text: str) -> Reply:
    del text
    return Reply("You can pay by card.", (), "pay", 0.99)


def nameless(text: str) -> Reply:
    return Reply(f"You said {text}.")


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    file = tmp_path / "questions.csv"
    file.write_text("text,intent\n" + "".join(f"{text},{intent}\n" for text, intent in KNOWN.items()))
    return file


OPTIONS = ("--issues", "UN", "--order", "UN", "--none-label", "none", "--seed", "1", "--out", "run", "--json")


@pytest.mark.parametrize(("rule", "value", "level"), [(knowing, 0.0, "low"), (eager, 0.75, "high")])
@pytest.mark.parametrize("form", ["rest", "rasa"])
def test_a_bot_is_rated_by_what_it_takes_questions_for(
    cli: Cli, tmp_path: Path, questions: Path, rule: Callable[[str], Reply], value: float, level: str, form: str
) -> None:
    with at_home(by(rule)) as place:
        rating = document(cli("rate", *place.subject(form, tmp_path), *OPTIONS, "--labelled", questions))
        assert set(KNOWN) <= set(place.ear.said)
    score = issue(rating, "UN")
    if form == "rasa":  # its channel names no intent
        assert (score["value"], "contains an intent" in score["reason"]) == (None, True)
        return
    assert (score["measure"], score["value"], score["level"], score["n"]) == ("UN.error", value, level, 16)
    assert rating["level"] == level
    assert len(rating["findings"]) == 16 * value


def test_a_run_is_rated_again_to_the_same_byte_without_the_questions(cli: Cli, tmp_path: Path, questions: Path) -> None:
    with at_home(by(eager)) as place:
        document(cli("rate", *place.subject("rest", tmp_path), *OPTIONS, "--labelled", questions))
    before = (tmp_path / "run" / "rating.json").read_bytes()
    questions.unlink()
    (tmp_path / "run" / "rating.json").unlink()
    assert cli("rate", "run").code == 0
    assert (tmp_path / "run" / "rating.json").read_bytes() == before


def test_what_a_bot_says_when_it_has_no_answer_can_be_told(cli: Cli, tmp_path: Path, questions: Path) -> None:
    def german(text: str) -> Reply:
        reply = knowing(text)
        return Reply("Frag lieber Anna.", (), "pay", 0.7) if reply.text == LOST else reply

    (tmp_path / "own.txt").write_text("frag lieber anna\n")
    with at_home(by(german)) as place:
        asked = ("rate", *place.subject("rest", tmp_path), *OPTIONS, "--labelled", questions)
        assert issue(document(cli(*asked)), "UN")["value"] == 0.25
        again = ("rate", "run", "--issues", "UN", "--order", "UN", "--json")
        assert issue(document(cli(*again, "--no-answer", "own.txt")), "UN")["value"] == 0.0
        assert issue(document(cli(*again, "--answer-from", "0.8")), "UN")["value"] == 0.0
        assert issue(document(cli(*again, "--answer-from", "0.95")), "UN")["value"] == 0.75


def test_a_bot_that_names_no_intent_is_not_measured(cli: Cli, tmp_path: Path, questions: Path) -> None:
    with at_home(by(nameless)) as place:
        ended = cli("rate", *place.subject("rest", tmp_path), *OPTIONS, "--labelled", questions)
    score = issue(document(ended), "UN")
    assert (score["value"], score["level"], score["could_be"]) == (None, None, ["low", "medium", "high"])
    assert score["reason"] == "no reply contains an intent: set intent under [reply] in bot.toml"


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (("--issues", "UN"), 2, "UN cannot be measured without labelled questions"),
        (("--issues", "CC", "--labelled", "questions.csv"), 2, "--labelled requires UN, which is not rated"),
        (("--issues", "UN", "--none-label", "none"), 2, "--none-label requires questions"),
        (("--issues", "UN", "--labelled", "questions.csv", "--none-label", "oos"), 65, "no phrase is labelled 'oos'"),
        (("--issues", "UN", "--labelled", "gone.csv"), 65, "there is no such file"),
        (("--issues", "UN", "--labelled", "ragged.csv"), 65, "ragged.csv:3: E140"),
    ],
)
def test_what_makes_no_sense_is_said_before_anything_is_sent(
    cli: Cli, tmp_path: Path, questions: Path, options: tuple[str, ...], code: int, said: str
) -> None:
    (tmp_path / "ragged.csv").write_text("text,intent\na,b\nc\n")
    assert questions.is_file()
    ended = cli("rate", "eliza", *options)
    assert (ended.code, said in ended.err) == (code, True), ended.err
    assert not (tmp_path / "runs").exists()


def test_questions_are_for_live_bots_and_an_evaluation_is_for_all(cli: Cli, tmp_path: Path, questions: Path) -> None:
    talk = tmp_path / "talk.jsonl"
    talk.write_text('{"id": "d", "utterances": [{"role": "user", "text": "hi"}, {"role": "bot", "text": "Hello!"}]}\n')
    ended = cli("rate", talk, "--issues", "UN", "--labelled", questions)
    assert (ended.code, "--labelled requires a live bot" in ended.err) == (2, True)
    many = questions.read_text().replace(",none\n", ",song\n")
    (tmp_path / "phrases.csv").write_text(many)
    assert cli("intents", "evaluate", "phrases.csv", "--repeats", "2", "-o", "evaluation.json").code == 0
    given = ("--issues", "UN,CC", "--order", "UN,CC", "--labelled", "evaluation.json", "--json")
    of_file = issue(document(cli("rate", talk, *given)), "UN")
    of_bot = issue(document(cli("rate", "eliza", *given, "--limit", "2", "--out", "run")), "UN")
    assert of_file == of_bot
    assert (of_file["measure"], of_file["coverage"], of_file["value"] is not None) == ("UN.error", 1, True)
    assert issue(document(cli("rate", "run", "--json")), "UN") == of_bot
    alone = cli("rate", "eliza", "--issues", "UN", "--labelled", "evaluation.json")
    assert (alone.code, "rate another issue as well" in alone.err) == (2, True)


def test_the_language_of_questions_makes_no_difference_to_it(cli: Cli, tmp_path: Path) -> None:
    asked = {
        "Was kostet mich der Vertrag für das Telefon im Monat?": "preis",
        "Ich möchte gerne wissen, wie lange der Vertrag noch läuft": "laufzeit",
        "Wann kommt endlich der Techniker zu uns nach Hause?": "termin",
    }
    (tmp_path / "fragen.csv").write_text("text;intent\n" + "".join(f"{t};{i}\n" for t, i in asked.items()))

    def german(text: str) -> Reply:
        return Reply("Das sage ich Ihnen gerne, einen Augenblick bitte.", (), asked.get(text), 0.9)

    with at_home(by(german)) as place:
        given = (*place.subject("rest", tmp_path), "--issues", "UN", "--order", "UN", "--seed", "1", "--out", "run")
        rating = document(cli("rate", *given, "--labelled", "fragen.csv", "--json"))
    score = issue(rating, "UN")
    assert (score["value"], score["n"], score["coverage"], rating["counts"]["scored"]) == (0.0, 3, 1, 3)
    assert cli("report", "run", "-o", "findings.csv").code == 0


def test_the_bundled_faq_bot_over_http_gets_right_what_it_knows_and_leaves_the_rest(cli: Cli, tmp_path: Path) -> None:
    asked = {
        "how many days of vacation would I get": "vacation",
        "do you have a parking space for my car": "commute",
        "good morning to you": "general/greet",
        "are you looking for a baker in Portvale?": "general/job search",
        "which documents do you need from me": "application documents",
        "who painted the Mona Lisa": "",
        "how far away is the moon": "",
        "may I bring my dog": "",
    }
    lines = (json.dumps({"text": text, "intent": intent or None}) + "\n" for text, intent in asked.items())
    (tmp_path / "asked.jsonl").write_text("".join(lines))
    with at_home(sample("faq")) as place:
        given = (*place.subject("rest", tmp_path), "--labelled", "asked.jsonl")
        rating = document(
            cli("rate", *given, "--issues", "UN", "--order", "UN", "--seed", "1", "--out", "run", "--json")
        )
    score = issue(rating, "UN")
    outcomes = score["details"]["outcomes"]
    assert (score["n"], outcomes["rightly silent"]) == (8, 3)
    assert score["level"] == "low", [finding["note"] for finding in rating["findings"]]
