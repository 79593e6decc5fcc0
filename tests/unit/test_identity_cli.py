"""Each `botassay identity …` command once, as a user runs it."""

import json
from pathlib import Path

from tests.conftest import Run

LABELLED = "text,label\nare you a robot?,p\nyou are a robot,a\ndo you like robots?,n\n"


def test_detect_prints_json_lines(botassay: Run) -> None:
    ended = botassay("identity", "detect", "--json", stdin="Are you a bot?\n\nI need a new card\n")
    rows = [json.loads(line) for line in ended.out.splitlines()]
    assert [row["label"] for row in rows] == ["positive", "negative", "negative"]
    assert list(rows[0]) == ["text", "label", "p"]
    assert list(rows[0]["p"]) == ["positive", "ambiguous", "negative"]
    assert (ended.code, ended.err) == (0, "")


def test_detect_writes_for_people_and_hides_control_characters(botassay: Run) -> None:
    ended = botassay("identity", "detect", "--recogniser", "grammar", stdin="are you a robot? \x1b[31m\n")
    assert ended.out.startswith("positive   are you a robot? ")
    assert "\x1b" not in ended.out
    assert botassay("identity", "detect", "nothing.txt").code == 65
    assert botassay("identity", "detect", "--recogniser", "defualt", stdin="x").code == 2


def test_evaluate_prints_a_table_json_and_a_page(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "labelled.csv").write_text(LABELLED, "utf-8")
    chosen = ("--recogniser", "all", "--train", "labelled.csv")
    ended = botassay("identity", "evaluate", "labelled.csv", *chosen, "-o", "e.html")
    assert ended.code == 0
    assert "E152 3 of 3 utterances are also in --train" in ended.err
    assert all(name in ended.out for name in ("default", "grammar", "bow-lr", "ir", "random", "Pw"))
    assert "Measures" in (tmp_path / "e.html").read_text("utf-8")
    document = json.loads(botassay("identity", "evaluate", "labelled.csv", "--json").out)
    assert (document["recogniser"], document["n"]) == ("default", 3)


def test_uncovered_has_another_name(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "labelled.csv").write_text(LABELLED, "utf-8")
    ended = botassay("identity", "uncovered", "labelled.csv", "--json")
    assert json.loads(ended.out)["n"] == 3
    assert botassay("identity", "coverage-gaps", "labelled.csv", "--json") == ended


def test_categorise_prints_replies_and_a_table(botassay: Run) -> None:
    ended = botassay("identity", "categorise", stdin="No, I'm a real person.\nWhy do you ask?\n")
    assert ended.out.startswith("denial     denial                     No, I'm a real person.\n")
    assert "2 replies\nconfirm                 0   0.0%" in ended.out
    rows = botassay("identity", "categorise", "--json", "--question", "are you human?", stdin="Nope.\n").out
    assert list(json.loads(rows)) == ["question", "response", "category", "subcategory", "components", "signs"]


def test_generate_prints_one_table_or_writes_files(botassay: Run, tmp_path: Path) -> None:
    ended = botassay("identity", "generate", "--size", "40", "--seed", "3")
    assert ended.out.startswith("text,label,split,source\n")
    assert "without --dialogs" in ended.err
    assert (
        botassay("identity", "generate", "--size", "40", "--out", "made").out.splitlines()[0]
        == "made/train.csv: 28 rows"
    )
    assert (tmp_path / "made" / "test.csv").is_file()
    (tmp_path / "talk.jsonl").write_text("{}\n")
    assert botassay("identity", "generate", "--dialogs", "talk.jsonl").code == 2


def test_guard_answers_a_text_or_lines(botassay: Run) -> None:
    ended = botassay("identity", "guard", "-", "--json", stdin="are you a robot?\nwhere is my parcel?\n")
    asked, left = (json.loads(line) for line in ended.out.splitlines())
    assert list(asked) == ["text", "asked", "p", "answer"]
    assert (asked["asked"], asked["answer"]) == (True, "I am a chatbot, not a person.")
    assert asked["p"] > 0.7
    assert (left["asked"], left["answer"]) == (False, None)
    spoken = botassay("identity", "guard", "are you human?", "--maker", "Example Ltd", "--name", "a virtual assistant")
    assert spoken.out == "I am a virtual assistant, not a person. I was made by Example Ltd.\n"
    assert botassay("identity", "guard", "my parcel").out == "(left to the bot)\n"
    assert botassay("identity", "guard", "are you human?", "--sure", "2").code == 2
    assert botassay("identity", "guard", "are you human?", "--name", " ").code == 2
