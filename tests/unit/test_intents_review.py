"""The review of answered and unanswered questions: the sample, the decisions, the file that keeps them, the sheet."""

import csv
import json
from collections import Counter
from pathlib import Path

import pytest

from botassay import intents
from botassay.core.errors import InputError
from botassay.intents.log import read_log
from botassay.intents.reading import read_phrases
from botassay.intents.review_decisions import read_sheet
from botassay.settings.intents import ReviewSettings
from tests.conftest import Run

DATA = [("pay my bill", "pay"), ("how do I pay", "pay"), ("hello there", "greet"), ("good morning", "greet")]
LOG = [
    {"id": "d1", "text": "may I bring my dog", "answered": False, "answer": "A colleague will answer."},
    {"id": "d2", "text": "is my dog allowed", "intent": "pay", "confidence": 0.2},
    {"id": "d3", "text": "what is a cat worth", "intent": None},
    {"id": "a1", "text": "paying the bill", "intent": "pay", "confidence": 0.9, "answer": "Pay at the desk."},
    {"id": "a2", "text": "lost my bill", "intent": "greet", "confidence": 0.8, "answer": "Hello!"},
    {"id": "a3", "text": "morning", "intent": "greet", "confidence": 0.9, "answer": "Hello!"},
    {"id": "a4", "text": "pay my bill", "intent": "pay", "confidence": 0.9},
    {"id": "p1", "text": "are you a robot", "intent": "greet", "confidence": 0.9, "origin": "probe"},
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    with (tmp_path / "q.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("text", "intent"), *DATA])
    (tmp_path / "log.jsonl").write_text("".join(json.dumps(row) + "\n" for row in LOG))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def journal(folder: Path) -> list[tuple[str, str, str | None, bool]]:
    lines = map(json.loads, (folder / "q.csv.review.jsonl").read_text().splitlines())
    return [(row["id"], row["decision"], row["topic"], row["answered"]) for row in lines]


def phrases(file: Path) -> set[tuple[str, str | None]]:
    return {(phrase.text, phrase.intent) for phrase in read_phrases(file)}


def test_answered_questions_are_shown_with_the_answer_and_probes_are_not(folder: Path) -> None:
    document = intents.review(folder / "log.jsonl", folder / "q.csv")
    assert {each.id: (each.topic, each.answer) for each in document.answered} == {
        "a1": ("pay", "Pay at the desk."), "a2": ("greet", "Hello!"), "a3": ("greet", "Hello!"),
    }  # fmt: skip
    assert [each.topic for each in document.answered] == ["greet", "greet", "pay"]
    asked = {question.id: question for proposal in document.proposals for question in proposal.questions}
    assert set(asked) == {"d1", "d2", "d3"}
    assert asked["d1"].answer == "A colleague will answer."
    assert all(question.topic for question in asked.values())
    assert (document.questions, document.unsure) == (7, 3)
    assert "lost my bill" in document.markdown()


def test_one_kind_can_be_left_out(folder: Path) -> None:
    unsure = intents.review(folder / "log.jsonl", folder / "q.csv", ReviewSettings(which="unsure"))
    answered = intents.review(folder / "log.jsonl", folder / "q.csv", ReviewSettings(which="answered"))
    assert (bool(unsure.proposals), bool(unsure.answered)) == (True, False)
    assert (bool(answered.proposals), bool(answered.answered)) == (False, True)


def test_the_sample_has_each_topic_with_its_share_and_follows_the_seed(folder: Path) -> None:
    rows = [
        {"text": f"{topic} number {n}", "intent": topic} for topic, m in (("pay", 60), ("greet", 40)) for n in range(m)
    ]
    (folder / "log.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))

    def sampled(seed: int) -> list[tuple[str, str]]:
        settings = ReviewSettings(sample=20, seed=seed)
        document = intents.review(folder / "log.jsonl", folder / "q.csv", settings)
        return [(each.topic, each.text) for each in document.answered]

    assert Counter(topic for topic, _ in sampled(1)) == {"pay": 12, "greet": 8}
    assert sampled(1) == sampled(1) != sampled(2)
    assert len(set(sampled(1))) == 20


def test_a_group_is_split_questions_are_corrected_and_deleted(botassay: Run, folder: Path) -> None:
    settings = ["intents", "review", "log.jsonl", "--data", "q.csv", "-o", "new.csv"]
    document = intents.review("log.jsonl", "q.csv")
    sizes = [len(proposal.questions) for proposal in document.proposals]
    assert sizes == [2, 1]
    order = [each.id for each in document.answered]
    typed = {"a1": "y", "a2": "pay", "a3": "n"}
    stdin = "\n".join(["2 > Pets", "dogs", "n", *(typed[name] for name in order)]) + "\n"
    ended = botassay(*settings, stdin=stdin)
    assert ended.code == 0, ended.err
    assert "the bot: Pay at the desk." in ended.err
    assert "1 of 2 reviewed answers confirmed: 50.0 % (9.5 to 90.5); two thirds in the paper" in ended.err
    assert "2 questions deleted; not shown again" in ended.err
    decided = {name: (decision, topic, answered) for name, decision, topic, answered in journal(folder)}
    assert decided["a1"] == ("confirm", "pay", True)
    assert decided["a2"] == ("correct", "pay", True)
    assert decided["a3"] == ("delete", None, True)
    assert decided["d3"] == ("delete", None, False)
    assert {decided["d1"][1], decided["d2"][1]} == {"Pets", "dogs"}
    added = phrases(folder / "new.csv") - set(DATA)
    assert {intent for _, intent in added} == {"Pets", "dogs", "pay"}
    again = botassay("intents", "review", "log.jsonl", "--data", "q.csv", "-o", "newer.csv", stdin="")
    assert "nothing to review" in again.err
    assert not (folder / "newer.csv").exists()


def test_what_was_accepted_before_is_part_of_the_next_result(botassay: Run, folder: Path) -> None:
    review = ("intents", "review", "log.jsonl", "--data", "q.csv", "--which", "unsure")
    assert botassay(*review, "-o", "one.csv", stdin="dogs\nq\n").code == 0
    assert botassay(*review, "-o", "two.csv", stdin="cats\n").code == 0
    assert {intent for _, intent in phrases(folder / "two.csv")} == {"pay", "greet", "dogs", "cats"}


def test_yes_accepts_proposals_and_no_answers(botassay: Run, folder: Path) -> None:
    assert botassay("intents", "review", "log.jsonl", "--data", "q.csv", "--yes").code == 0
    assert {name for name, *_ in journal(folder)} == {"d1", "d2", "d3"}


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_a_sheet_is_written_filled_in_and_applied(botassay: Run, folder: Path, ending: str) -> None:
    if ending == "xlsx":
        pytest.importorskip("openpyxl")
    sheet = folder / f"r.{ending}"
    ended = botassay("intents", "review", "log.jsonl", "--data", "q.csv", "--sheet", sheet)
    assert ended.code == 0, ended.err
    assert not (folder / "q-reviewed.csv").exists()
    fill = {"a1": ("y", ""), "a2": ("", "pay"), "a3": ("n", ""), "d1": ("correct", "dogs"), "d2": ("", "")}
    if ending == "csv":
        rows = list(csv.DictReader(sheet.read_text().splitlines()))
        for row in rows:
            row["decision"], row["new_topic"] = fill.get(row["id"], ("", ""))
        with sheet.open("w", newline="") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)
    else:
        import openpyxl  # type: ignore[import-untyped]

        book = openpyxl.load_workbook(sheet)
        assert [cell.value for cell in book.active[1]] == [
            "id", "question", "topic", "confidence", "answer", "decision", "new_topic",
        ]  # fmt: skip
        for row in book.active.iter_rows(min_row=2):
            row[5].value, row[6].value = fill.get(row[0].value, (None, None))
        book.save(sheet)
    ended = botassay("intents", "review", "log.jsonl", "--data", "q.csv", "--apply", sheet)
    assert ended.code == 0, ended.err
    assert "1 of 2 reviewed answers confirmed" in ended.err
    assert sorted(journal(folder)) == [
        ("a1", "confirm", "pay", True), ("a2", "correct", "pay", True), ("a3", "delete", None, True),
        ("d1", "correct", "dogs", False),
    ]  # fmt: skip
    assert phrases(folder / "q-reviewed.csv") == {
        *DATA, ("paying the bill", "pay"), ("lost my bill", "pay"), ("may I bring my dog", "dogs"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("row", "text"),
    [
        ("a1,pay,maybe,", "E136 unknown decision 'maybe'"),
        ("a1,pay,y,greet", "E136 'y' does not go with a new_topic"),
        ("a1,pay,correct,", "E136 new_topic is empty"),
        ("a1,,y,", "E136 there is no topic to confirm"),
        ("zz,pay,y,", "E136 LOG has no question with the id 'zz'"),
        ("a1,pay,y,\na1,pay,n,", "E164 the id 'a1' has two decisions"),
    ],
)
def test_an_invalid_decision_is_refused_with_its_row(folder: Path, row: str, text: str) -> None:
    (folder / "r.csv").write_text(f"id,topic,decision,new_topic\n{row}\n")
    with pytest.raises(InputError, match=text) as caught:
        read_sheet(folder / "r.csv", read_log(folder / "log.jsonl"), 0.5)
    assert "r.csv:" in str(caught.value)


def test_ways_to_review_are_not_mixed(botassay: Run, folder: Path) -> None:
    (folder / "r.csv").write_text("id,topic,decision,new_topic\n")
    for more in (["--sheet", "x.csv", "--json"], ["--sheet", "x.csv", "-o", "y.csv"], ["--apply", "r.csv", "--yes"]):
        assert botassay("intents", "review", "log.jsonl", "--data", "q.csv", *more).code == 2
    assert botassay("intents", "review", "log.jsonl", "--data", "q.csv", "--sheet", "r.csv").code == 73


def test_a_damaged_file_of_decisions_is_refused_with_its_line(folder: Path) -> None:
    (folder / "q.csv.review.jsonl").write_text('{"id": "1", "question": "x", "decision": "perhaps"}\n')
    with pytest.raises(InputError, match=r"q\.csv\.review\.jsonl:1: E136 the line is not a decision"):
        intents.review(folder / "log.jsonl", folder / "q.csv")


def test_dated_files_share_the_decisions_of_their_folder(botassay: Run, folder: Path) -> None:
    (folder / "q.csv").rename(folder / "2026-03-02.csv")
    review = ("intents", "review", "log.jsonl", "--which", "unsure", "--data")
    assert botassay(*review, "2026-03-02.csv", "-o", "2026-03-09.csv", stdin="dogs\nn\n").code == 0
    rows = [json.loads(line) for line in (folder / "answers.jsonl").read_text().splitlines()]
    assert {row["decision"] for row in rows} == {"correct", "delete"}
    assert all(row["at"] for row in rows)
    again = botassay(*review, "2026-03-09.csv", "-o", "2026-03-10.csv", stdin="")
    assert "nothing to review" in again.err
    own = folder / "2026-03-09.csv.review.jsonl"  # of a version that kept one for each file
    own.write_bytes(b"")
    assert "nothing to review" not in botassay(*review, "2026-03-09.csv", "-o", "2026-03-10.csv", stdin="q\n").err


def test_a_topic_that_was_renamed_by_hand_does_not_come_back(botassay: Run, folder: Path) -> None:
    (folder / "q.csv").rename(folder / "2026-03-02.csv")
    review = ("intents", "review", "log.jsonl", "--which", "unsure", "--data")
    assert botassay(*review, "2026-03-02.csv", "-o", "2026-03-09.csv", stdin="dogs\nq\n").code == 0
    table = (folder / "2026-03-09.csv").read_text()
    (folder / "2026-03-10.csv").write_text(table.replace(",dogs", ",pets"))
    assert botassay(*review, "2026-03-10.csv", "-o", "2026-03-11.csv", stdin="cats\n").code == 0
    assert {intent for _, intent in phrases(folder / "2026-03-11.csv")} == {"pay", "greet", "pets", "cats"}


def test_a_withdrawn_decision_counts_no_more(folder: Path) -> None:
    row = {"id": "d3", "question": "what is a cat worth", "decision": "delete", "topic": None, "answered": False}
    file = folder / "q.csv.review.jsonl"
    file.write_text(json.dumps(row) + "\n")
    assert intents.review("log.jsonl", "q.csv").decided == 1
    with file.open("a") as opened:
        opened.write(json.dumps({**row, "decision": "withdraw"}) + "\n")
    assert intents.review("log.jsonl", "q.csv").decided == 0
