"""`botassay identity …` as a user runs it."""

import csv
import io
import json
from collections import Counter
from pathlib import Path

import pytest

from botassay.cli.identity.evaluate import _chosen
from tests.conftest import Run

LABELLED = """text,label
are you a robot?,p
"hello, am i talking to a human or a machine?",Pos
you are a robot,a
who are you?,AIC
do you like robots?,negative
what time is it?,n
"""


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    file = tmp_path / "labelled.csv"
    file.write_text(LABELLED, "utf-8")
    return file


def test_detect_says_of_each_line_what_it_is(botassay: Run) -> None:
    ended = botassay("identity", "detect", "--json", stdin="Are you a bot?\n\nI need a new card\n")
    rows = [json.loads(line) for line in ended.out.splitlines()]
    assert [row["label"] for row in rows] == ["positive", "negative", "negative"]
    assert [row["text"] for row in rows] == ["Are you a bot?", "", "I need a new card"]
    assert all(abs(sum(row["p"].values()) - 1) < 1e-6 for row in rows)
    assert (ended.code, ended.err) == (0, "")


def test_detect_writes_for_people_and_hides_control_characters(botassay: Run) -> None:
    ended = botassay("identity", "detect", "--recogniser", "grammar", stdin="are you a robot? \x1b[31m\n")
    assert ended.out.startswith("positive   are you a robot? ")
    assert "\x1b" not in ended.out


def test_detect_refuses_what_is_no_text(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_bytes(b"fine\ncaf\xe9\n")
    ended = botassay("identity", "detect", "x.txt")
    assert ended.code == 65
    assert "x.txt:2" in ended.err
    assert botassay("identity", "detect", "nothing.txt").code == 65


def test_an_unknown_recogniser_is_a_usage_error(botassay: Run, labelled: Path) -> None:
    ended = botassay("identity", "detect", "--recogniser", "defualt", stdin="x")
    assert (ended.code, "did you mean 'default'?" in ended.err) == (2, True)
    assert botassay("identity", "evaluate", labelled, "--recogniser", "bert").code == 2


def test_a_recogniser_that_learns_wants_examples(botassay: Run, labelled: Path) -> None:
    ended = botassay("identity", "evaluate", labelled, "--recogniser", "bow-lr")
    assert (ended.code, "--train FILE" in ended.err) == (2, True)


@pytest.mark.parametrize("names", [("default",), ("grammar",), ("default", "grammar")])
def test_examples_that_nobody_learns_from_are_refused(botassay: Run, labelled: Path, names: tuple[str, ...]) -> None:
    chosen = [part for name in names for part in ("--recogniser", name)]
    ended = botassay("identity", "evaluate", labelled, *chosen, "--train", labelled)
    assert (ended.code, "nothing" in ended.err, ended.out) == (2, True, "")
    if len(names) == 1:
        assert botassay("identity", "detect", *chosen, "--train", labelled, stdin="x").code == 2
    assert botassay("identity", "evaluate", labelled, *chosen, "--recogniser", "ir", "--train", labelled).code == 0


def test_what_is_named_beside_all_is_not_dropped(botassay: Run, labelled: Path) -> None:
    chosen = ("--recogniser", "all", "--recogniser", "fastext", "--train", labelled)
    ended = botassay("identity", "evaluate", labelled, *chosen)
    assert (ended.code, "did you mean 'fasttext'?" in ended.err) == (2, True)
    assert _chosen(["all", "fasttext", "ir"]) == ("default", "grammar", "bow-lr", "ir", "random", "fasttext")


def test_evaluate_one_recogniser_is_an_object_and_several_are_a_list(botassay: Run, labelled: Path) -> None:
    one = json.loads(botassay("identity", "evaluate", labelled, "--json").out)
    assert (one["schema"], one["recogniser"], one["n"]) == ("botassay/identity/evaluate/1", "default", 6)
    several = json.loads(
        botassay("identity", "evaluate", labelled, "--recogniser", "all", "--train", labelled, "--json").out
    )
    assert [row["recogniser"] for row in several] == ["default", "grammar", "bow-lr", "ir", "random"]
    grammar = several[1]
    assert (grammar["precision_w"], grammar["recall"], grammar["accuracy"], grammar["m"]) == (100, 100, 100, 100)
    assert several[3]["m"] == pytest.approx(100)


def test_evaluate_prints_a_table_and_the_mistakes(botassay: Run, labelled: Path) -> None:
    out = botassay("identity", "evaluate", labelled, "--recogniser", "random", "--train", labelled).out
    assert out.startswith("6 utterances\n\nrecogniser       Pw      R    Acc      M\nrandom")
    assert "the most costly mistakes" in out


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("utterance,desired\nx,p\n", "bad.csv:1: E142 the header lacks the column 'label'"),
        ("text,label\nx,maybe\n", "bad.csv:2: E150 'maybe' is no label"),
        ("text,label\n,p\n", "bad.csv:2: E136 the text is missing"),
        ("text,label\nx\n", "bad.csv:2"),
        ("text,label\n", "no labelled utterances"),
        ("", "bad.csv: E100 no labelled utterances"),
    ],
)
def test_a_bad_file_is_named_with_its_line(botassay: Run, tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "bad.csv").write_text(content, "utf-8")
    ended = botassay("identity", "evaluate", "bad.csv")
    assert ended.code == 65
    assert message in ended.err
    assert "Traceback" not in ended.err


def test_uncovered_names_the_nearest_rule(botassay: Run, tmp_path: Path) -> None:
    rows = "text,label\nare you a robot?,p\nare you a frobnicating robot?,p\nwhatever floats,n\nyou are a robot?,n\n"
    (tmp_path / "said.csv").write_text(rows, "utf-8")
    found = json.loads(botassay("identity", "uncovered", "said.csv", "--json").out)
    assert found["n"] == 4
    assert {(gap["text"], gap["by_grammar"]) for gap in found["gaps"]} == {
        ("are you a frobnicating robot?", None),
        ("you are a robot?", "positive"),
    }
    assert all(gap["where"].split(":")[0].endswith(".grammar") for gap in found["gaps"])
    assert "not in the grammar" in botassay("identity", "uncovered", "said.csv").out


def test_generate_writes_a_data_set_whose_splits_share_no_sentence(botassay: Run) -> None:
    ended = botassay("identity", "generate", "--size", "1400", "--seed", "3")
    rows = list(csv.DictReader(io.StringIO(ended.out)))
    counts = Counter((row["label"], row["split"]) for row in rows)
    assert counts["positive", "train"] == 560
    assert counts["ambiguous", "val"] == 30
    assert counts["negative", "test"] == 60
    assert len({row["text"] for row in rows}) == len(rows) == 1400
    assert "without --dialogs" in ended.err
    assert botassay("identity", "generate", "--size", "1400", "--seed", "3").out == ended.out


def test_generate_takes_negatives_out_of_dialogs(botassay: Run, tmp_path: Path) -> None:
    said = [f"do you sell robots of number {place}?" for place in range(20)]
    said += [f"my train number {place} is late" for place in range(60)] + ["are you a robot that answers?"]
    dialogs = [{"id": f"d{n}", "utterances": [{"role": "user", "text": text}]} for n, text in enumerate(said)]
    (tmp_path / "talk.jsonl").write_text("".join(json.dumps(one) + "\n" for one in dialogs), "utf-8")
    ended = botassay("identity", "generate", "--dialogs", "talk.jsonl", "--size", "100", "--out", "made")
    assert ended.code == 0, ended.err
    texts = {name: (tmp_path / f"made/{name}.csv").read_text("utf-8") for name in ("train", "val", "test", "review")}
    made = {name: list(csv.DictReader(io.StringIO(text))) for name, text in texts.items()}
    review = made.pop("review")
    sources = Counter(row["source"] for rows in made.values() for row in rows)
    assert sources == {"grammar": 70, "similar": 20, "random": 10}
    assert {row["text"] for row in review} <= {row["text"] for rows in made.values() for row in rows}
    assert all(row["taken_for"] in {"positive", "ambiguous"} for row in review)
    few = botassay("identity", "generate", "--dialogs", "talk.jsonl", "--size", "1000", "--out", "more")
    assert (few.code, "give more --dialogs" in few.err) == (2, True)
    assert botassay("identity", "generate", "--dialogs", "talk.jsonl").code == 2
