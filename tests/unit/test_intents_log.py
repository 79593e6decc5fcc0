"""The log of a bot: what people asked, what it falls into, and what becomes of what was deferred."""

import csv
import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay import intents
from botassay.api.intents import ReviewSession
from botassay.cli.intents.asking import finish
from botassay.core.errors import InputError, OutputError, UsageError
from botassay.intents.documents import IntentsReview
from botassay.intents.grouping import groups
from botassay.intents.log import LoggedQuestion, read_log
from botassay.intents.phrases import Phrase, folded
from botassay.intents.question_review import review, with_accepted
from botassay.intents.reading import read_phrases
from botassay.intents.review_decisions import ReviewDecision
from botassay.intents.topic_shares import traffic
from botassay.intents.writing import written
from botassay.settings.intents import PhraseSettings, ReviewSettings, TrafficSettings, VectorSettings
from botassay.testing import ParrotClassifier
from botassay_samples import sample
from botassay_samples.faq import BUNDLED
from tests.conftest import Ended, Run

ROWS = (
    '{"text": "pay it", "intent": "pay", "confidence": 0.9}\n'
    '{"text": "  "}\n\n'
    '{"text": "rain?", "intent": "nlu_fallback", "confidence": 0.8}\n'
    '{"text": "how", "intent": "pay", "confidence": 0.2, "answered": false}\n'
)


def log_in(folder: Path, text: str, name: str = "log.jsonl") -> Path:
    file = folder / name
    file.write_text(text)
    return file


def test_questions_are_read_from_json_lines_and_tables(tmp_path: Path) -> None:
    found = read_log(log_in(tmp_path, ROWS))
    assert [one[:4] for one in found] == [
        ("pay it", "pay", 0.9, None),
        ("rain?", None, 0.8, None),
        ("how", "pay", 0.2, False),
    ]
    assert [one.recognised(0.5) for one in found] == [True, False, False]
    assert found[2].where.endswith("log.jsonl:5")
    table = "text;intent;confidence;answered\npay it;pay;0.9;\nrain?;;;no\n"
    assert [one[:4] for one in read_log(log_in(tmp_path, table, "log.csv"))] == [
        ("pay it", "pay", 0.9, None),
        ("rain?", None, None, False),
    ]


def test_questions_are_read_from_dialogs(tmp_path: Path) -> None:
    def said(role: str, text: str, **more: object) -> dict[str, object]:
        return {"role": role, "text": text, **more}

    dialog = {
        "id": "d",
        "utterances": [
            said("bot", "Hello!"),
            said("user", "pay it"),
            said("bot", "Here.", intent="pay", confidence=0.9),
            said("user", "sing"),
            said("bot", "A colleague will answer you.", intent="pay", confidence=0.4),
            said("user", "when do I hear of you"),
            said("bot", "A recruiter will reply within two days.", intent="status", confidence=0.9),
            said("user", "bye"),
        ],
    }
    found = read_log(log_in(tmp_path, json.dumps(dialog) + "\n"))
    assert [one[:4] for one in found] == [
        ("pay it", "pay", 0.9, True),
        ("sing", "pay", 0.4, False),
        ("when do I hear of you", "status", 0.9, True),
        ("bye", None, None, None),
    ]


@pytest.mark.parametrize(
    ("text", "name", "said"),
    [
        ("", "log.jsonl", "E100 the log has no questions"),
        ('{"text": 1}\n', "log.jsonl", "log.jsonl:1: E136 the line lacks the text of a question"),
        ('{"text": "a"}\n{"text": "a", "confidence": 1.5}\n', "log.jsonl", "log.jsonl:2: E136 the confidence 1.5"),
        ('{"text": "a", "answered": "x"}\n', "log.jsonl", "E136 intent must be a string or null"),
        ("text,answered\na,maybe\n", "log.csv", "log.csv:2: E136 answered must be true or false"),
        ("question\na\n", "log.csv", "E142 the header lacks the column 'text'"),
        ('{"utterances": [{"role": "cat", "text": "x"}]}\n', "log.jsonl", "log.jsonl:1: E13"),
        ("x", "log.yml", "a log must be a table or JSON lines"),
    ],
)
def test_what_is_no_log_is_refused_with_its_line(tmp_path: Path, text: str, name: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        read_log(log_in(tmp_path, text, name))
    assert said in str(caught.value)


# ── groups ──────────────────────────────────────────────────────────────────────────────────────────────────────────

DOGS = ["may I bring my dog", "can I bring my dog to work", "dogs at work", "is my dog welcome at work"]
BREAD = ["do you sell gluten free bread", "gluten free bread", "bread without gluten"]


def test_questions_about_the_same_are_grouped_and_named() -> None:
    found = groups([*DOGS, *BREAD, "xyz"])
    assert [set(group.places) for group in found[:2]] == [{0, 1, 2, 3}, {4, 5, 6}]
    assert found[0].words[0] == "dog"
    assert set(found[1].words) >= {"gluten", "bread"}
    assert (found[2].places, found[2].words) == ((7,), ("xyz",))
    assert groups([]) == []


@given(st.lists(st.text(max_size=20), max_size=12), st.floats(0.05, 1))
def test_every_text_is_in_one_group_whatever_it_is(texts: list[str], least: float) -> None:
    found = groups(texts, least=least)
    assert sorted(at for group in found for at in group.places) == list(range(len(texts)))
    assert groups(texts, least=least) == found
    assert [len(group.places) for group in found] == sorted((len(g.places) for g in found), reverse=True)


# ── traffic ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def question(text: str, intent: str | None = None, confidence: float | None = None) -> LoggedQuestion:
    return LoggedQuestion(text, intent, confidence, None, "")


def test_shares_of_all_questions() -> None:
    asked = [question("a", "pay", 0.9)] * 3 + [question("A ", "pay", 0.5), question("b", "loan", 0.7)]
    asked += [question("c", "loan", 0.49), question("c"), question("d")]
    found = traffic(asked, 0.5)
    assert (found.questions, found.distinct, found.recognised.count) == (8, 4, 5)
    assert found.recognised.value == 0.625
    low, high = found.recognised.interval
    assert 0.3 < low < 0.625 < high < 0.87
    assert [(one.intent, one.share.count, one.up_to_here) for one in found.intents] == [
        ("pay", 4, 0.5),
        ("loan", 1, 0.625),
    ]
    assert found.intents[0].examples == ("a", "A ")
    assert [(one.share.count, one.examples) for one in found.unrecognised] == [(2, ("c",)), (1, ("d",))]


@given(
    st.lists(
        st.tuples(st.sampled_from("abcdef"), st.sampled_from(["x", "y", None]), st.floats(0, 1)),
        min_size=1,
        max_size=30,
    )
)
def test_nothing_is_lost(rows: list[tuple[str, str | None, float]]) -> None:
    found = traffic([question(*row) for row in rows], 0.5, "somebody")
    counted = sum(one.share.count for one in found.intents), sum(one.share.count for one in found.unrecognised)
    assert sum(counted) == len(rows) == found.questions
    assert counted[0] == found.recognised.count


def test_a_log_without_intents_needs_data(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"the log has no topics \(intents\) \(give --data DATA"):
        intents.traffic(log_in(tmp_path, "text\npay my bill\n", "log.csv"))
    log = log_in(tmp_path, "text\npay my bill\nwho won\nhow much is the pay\n", "log.csv")
    document = intents.traffic(log, BUNDLED / "faq.csv", classifier="char-lr", threshold=0.2)
    assert (document.schema, document.classifier, document.data) == (
        "botassay/intents/traffic/1", "char-lr", "log.csv",
    )  # fmt: skip
    assert "salary" in [one.intent for one in document.intents]
    for change in ({"phrases": PhraseSettings(none_label="x")}, {"classifier": "char-lr"}):
        with pytest.raises(UsageError, match="requires --data"):
            intents.traffic(log, settings=TrafficSettings(**change))


def test_traffic_is_drawn_as_its_siblings_are(tmp_path: Path) -> None:
    rows = [
        {"text": "how do I pay", "intent": "pay", "confidence": 0.9},
        {"text": "pay\u202enow", "intent": "pay", "confidence": 0.8},
        {"text": "may I bring my dog", "intent": None},
        {"text": "=1+1 dog", "intent": "None", "confidence": 0.9},
    ]
    document = intents.traffic(log_in(tmp_path, "".join(json.dumps(row) + "\n" for row in rows)))
    page = document.html()
    assert "50 % of the questions are recognised." in page
    assert "\u202e" not in page + document.text()
    assert "| pay | 2 | 50.0 % \\(15.0 to 85.0\\) | 50 % |" in document.markdown()
    found = list(csv.DictReader(io.StringIO(document.csv())))
    counts = [(row["kind"], row["questions"]) for row in found]
    assert counts == [("topic", "2"), *(("unrecognised", str(one.share.count)) for one in document.unrecognised)]
    assert not any(value.startswith("=") for row in found for value in row.values())
    told = " ".join(document.text().split())
    assert "topics assigned by the bot, as logged" in told
    assert "share recognised 50.0 % (15.0 to 85.0)" in told


def test_a_log_that_calls_something_none_is_pointed_at(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    log = log_in(tmp_path, '{"text": "pay", "intent": "pay"}\n{"text": "dog", "intent": "None"}\n')
    intents.traffic(log)
    assert "1 question is logged as 'None', which counts as no answer" in caplog.text
    caplog.clear()
    intents.traffic(log, settings=TrafficSettings(fallbacks=("none",)))
    intents.traffic(log, BUNDLED / "faq.csv")
    assert caplog.text == ""


def test_words_that_nothing_separates_are_pointed_at(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    log = log_in(tmp_path, '{"text": "怎么付款"}\n')
    data: list[tuple[str, str | None]] = [("怎么付款", "支付"), ("我想付账单", "支付"), ("我要退货", "退货")]
    for use in (intents.traffic, intents.review):
        use(log, data)
        assert "try --classifier char-lr" in caplog.text
        caplog.clear()
        use(log, data, classifier="char-lr")
        assert caplog.text == ""


def test_word_vectors_are_for_whoever_looks_at_a_log_too(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "botassay")
    log = log_in(tmp_path, '{"text": "settle the bill"}\n')
    vectors = VectorSettings(vectors=log_in(tmp_path, "pay 1 0\nbill 1 0\nsettle 1 0\nhi 0 1\n", "words.vec"))
    data = [(phrase.text, phrase.intent) for phrase in PHRASES]
    assert intents.traffic(log, data, TrafficSettings(classifier="sif-lr", vectors=vectors)).classifier == "sif-lr"
    intents.review(log, data, ReviewSettings(classifier="sif-lr", vectors=vectors))
    assert caplog.text.count("4 of 8 different words have a vector") == 2  # settle stands in no phrase
    with pytest.raises(UsageError, match="--vectors requires sif-lr"):
        intents.review(log, data, ReviewSettings(vectors=vectors))


# ── review ──────────────────────────────────────────────────────────────────────────────────────────────────────────

PHRASES = [
    Phrase(text, intent, "") for text, intent in [("pay my bill", "pay"), ("how do I pay", "pay"), ("hi", "greet")]
]


class Half(ParrotClassifier):
    """Takes whatever speaks of paying for `pay`, half sure."""

    def predict(self, texts):  # type: ignore[no-untyped-def] # noqa: ANN001, ANN201
        guess = super().predict(["pay my bill"])[0]
        return [guess._replace(confidence=0.4 if "pay" in text else 0.1) for text in texts]


def test_unsure_questions_are_grouped_and_an_intent_is_proposed_or_a_new_one() -> None:
    asked = [question(text) for text in [*DOGS, *BREAD]]
    asked += [question("paying my bills"), question("  Paying my BILLS"), question("pay my bill", "pay", 0.3)]
    asked += [question("pay now", "pay", 0.9), question("pay later", "pay", 0.4)]
    found = review(asked, PHRASES, Half(), 0.5)
    assert (found.questions, found.unsure, found.known) == (12, 11, 1)
    assert sum(one.times for one in found.proposals) == 10
    by_name = {one.intent: one for one in found.proposals}
    assert by_name["pay"].new is False
    assert by_name["pay"].confidence == 0.4
    assert {one.text: one.times for p in found.proposals if p.intent == "pay" for one in p.questions}[
        "paying my bills"
    ] == 2
    dogs = next(one for one in found.proposals if "dog" in one.intent)
    assert (dogs.new, dogs.confidence, len(dogs.questions)) == (True, None, 4)
    assert found.proposals[0].times == max(one.times for one in found.proposals)
    assert len({folded(one.intent) for one in found.proposals if one.new}) == sum(one.new for one in found.proposals)


def test_what_is_accepted_is_added_once() -> None:
    more = with_accepted(PHRASES, {"Pay my  bill": "pay", "a dog": "dogs"})
    assert more == [*PHRASES, Phrase("a dog", "dogs", "review")]
    assert written(more[-2:], ".jsonl") == b'{"text":"hi","intent":"greet"}\n{"text":"a dog","intent":"dogs"}\n'
    outside = [*PHRASES, Phrase("rain", None, "")]
    assert written(outside, ".csv", "oos").endswith(b"rain,oos\n")
    with pytest.raises(UsageError, match="--none-label"):
        written(outside, ".csv")


@pytest.fixture
def company(tmp_path: Path) -> Path:
    """A company whose bot was asked about dogs."""
    folder = tmp_path / "company"
    folder.mkdir()
    for name in ("faq.csv", "answers.csv"):
        (folder / name).write_bytes((BUNDLED / name).read_bytes())
    session = sample(f"faq:{folder}")("Ann")
    for text in (*DOGS[:2], "hello", "=1+1"):
        session.reply(text)
    return folder


def reviewed(botassay: Run, company: Path, *options: object, stdin: str = "") -> Ended:
    given = (company / "questions.jsonl", "--data", company / "faq.csv", *map(str, options))
    return botassay("intents", "review", *given, stdin=stdin)


def rows_of(file: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(file.read_text())))


def test_the_whole_loop_deferred_reviewed_retrained_answered(botassay: Run, company: Path) -> None:
    before = sample(f"faq:{company}")("Ann").reply("can my dog come to work")
    assert before.text == "I do not know that. A colleague will answer you."
    ended = reviewed(botassay, company, "-o", company / "new.csv", stdin="bringing a dog\ns\n")
    assert ended.code == 0, ended.err
    assert "added to bringing a dog (new topic)" in ended.err
    added = rows_of(company / "new.csv")[len(rows_of(company / "faq.csv")) :]
    assert {row["intent"] for row in added} == {"bringing a dog"}
    assert {row["text"] for row in added} >= set(DOGS[:2])
    (company / "faq.csv").write_bytes((company / "new.csv").read_bytes())
    with (company / "answers.csv").open("a") as file:
        file.write('bringing a dog,"Dogs wait at the door, in a basket."\n')
    after = sample(f"faq:{company}")("Ann").reply("Can I bring my dog?")
    assert (after.text, after.intent) == ("Dogs wait at the door, in a basket.", "bringing a dog")


def test_nothing_is_overwritten_and_nothing_is_written_without_consent(botassay: Run, company: Path) -> None:
    data = (company / "faq.csv").read_bytes()
    taken = reviewed(botassay, company, "-o", company / "answers.csv", stdin="y\n")
    assert (taken.code, "already exists" in taken.err) == (73, True)
    assert reviewed(botassay, company, "-o", company / "x.txt").code == 2
    nothing = reviewed(botassay, company, stdin="s\nq\n")
    assert (nothing.code, "no questions accepted; no file written" in nothing.err) == (0, True)
    assert not (company / "faq-reviewed.csv").exists()
    assert reviewed(botassay, company, "--yes").code == 0
    assert (company / "faq-reviewed.csv").read_bytes().startswith(data)
    assert reviewed(botassay, company, "--yes").code == 73
    assert (company / "faq.csv").read_bytes() == data


def test_what_cannot_be_written_is_told_before_anybody_is_asked(botassay: Run, company: Path) -> None:
    null = company.with_name("null.jsonl")
    null.write_text(
        '{"text": "pay", "intent": "pay"}\n{"text": "hi", "intent": "greet"}\n{"text": "hm", "intent": null}\n'
    )
    log = log_in(company.parent, '{"text": "may I bring my dog", "answered": false}\n', "asked.jsonl")
    ended = botassay("intents", "review", log, "--data", null, stdin="dogs\n")
    assert ended.code == 2
    assert "--none-label" in ended.err
    assert "1 of 1" not in ended.err
    assert botassay("intents", "review", log, "--data", null, "-o", "out.jsonl", stdin="dogs\n").code == 0
    ended = botassay("intents", "review", log, "--data", null, "-o", log / "x.jsonl", stdin="dogs\n")
    assert (ended.code, "cannot write to" in ended.err, "1 of 1" in ended.err) == (73, True, False)


def test_where_writing_fails_what_was_accepted_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = log_in(tmp_path, "", "there.csv")
    proposals = IntentsReview(questions=1, below=0.5, unsure=1, known=0, proposals=())
    decision = ReviewDecision("1", "may I bring my dog", "confirm", "dogs", answered=False)
    with pytest.raises(OutputError, match="already exists"):
        finish(ReviewSession(proposals, [Phrase("pay", "pay", "")], None, there), [decision])
    assert json.loads(capsys.readouterr().out) == {"text": "may I bring my dog", "intent": "dogs"}


def test_a_confidence_of_400_digits_is_bad_input(tmp_path: Path) -> None:
    file = log_in(tmp_path, '{"text": "a", "intent": "b", "confidence": 1' + "0" * 400 + "}\n")
    with pytest.raises(InputError, match=r"log\.jsonl:1: E136 the confidence"):
        intents.traffic(file)


def test_strangers_questions_make_no_formulas_in_a_table(botassay: Run, company: Path) -> None:
    reviewed(botassay, company, "--yes")
    file = company / "faq-reviewed.csv"
    assert "'=1+1" in {row["text"] for row in rows_of(file)}
    assert "=1+1" in {phrase.text for phrase in read_phrases(file)}


def test_questions_can_be_left_out_and_answers_that_are_none_are_told(botassay: Run, company: Path) -> None:
    ended = reviewed(botassay, company, "-o", company / "new.jsonl", stdin="-9\n?\n-1\nSALARY\nq\n")
    assert "enter -2, or -2 4, with numbers from 1 to 2" in ended.err
    assert "unknown answer '?'" in ended.err
    assert "added to salary\n" in ended.err
    lines = (company / "new.jsonl").read_text().splitlines()
    assert len(lines) == len(rows_of(company / "faq.csv")) + 1
    assert json.loads(lines[-1])["intent"] == "salary"


def test_proposals_as_json_ask_and_write_nothing(botassay: Run, company: Path) -> None:
    ended = reviewed(botassay, company, "--json")
    document = intents.review(company / "questions.jsonl", company / "faq.csv")
    assert (ended.code, ended.err, ended.out) == (0, "", document.json())
    assert sum(len(one.questions) for one in document.proposals) == 3
    assert not (company / "faq-reviewed.csv").exists()
    assert reviewed(botassay, company, "--json", "--yes").code == 2
    page = document.markdown()
    assert "3 of 4 questions to review." in page
    assert "dog" in page
    with pytest.raises(UsageError, match=r"cannot write 'x\.csv'"):
        document.save("x.csv")


def test_dialogs_of_a_rated_run_are_a_log_too(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "q.csv").write_text("text,intent\nmay I bring my dog,dog\nhow much vacation do I get,vacation\n")
    assert botassay("rate", "faq", "--issues", "UN", "--labelled", "q.csv", "--seed", "1", "--out", "run").code == 0
    assert botassay("report", "run", "-o", "talk.jsonl").code == 0
    document = json.loads(botassay("intents", "traffic", "talk.jsonl", "--json").out)
    assert [one["intent"] for one in document["intents"]] == ["vacation"]
    assert document["unrecognised"][0]["examples"] == ["may I bring my dog"]
