"""`botassay intents`, as a user meets it: each command once, exit codes, and Ctrl-C."""

import csv
import io
import json
import os
import sys
from pathlib import Path
from typing import Any

import pexpect
import pytest

from tests.conftest import Ended, Run
from tests.intents_pages import QUESTIONS
from tests.unit.test_intents_api import ROWS

LONG = ("--repeats", "10", "--test-fraction", "0.4")
CSV = "text,intent\n" + "".join(f"{text},{intent}\n" for text, intent in ROWS)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    file = tmp_path / "data.csv"
    file.write_text(CSV)
    return file


def rows_of(file: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(file.read_text())))


def test_an_evaluation_is_printed_and_written(botassay: Run, table: Path, tmp_path: Path) -> None:
    ended = botassay("intents", "evaluate", table, "--json", *LONG)
    assert (ended.code, ended.err) == (0, "")
    document = json.loads(ended.out)
    assert (document["phrases"], document["intents"], document["data"]) == (22, 4, "data.csv")
    papers = [word for ending in ("html", "md", "csv", "json", "txt") for word in ("-o", f"a.{ending}")]
    ended = botassay("intents", "evaluate", table, *LONG, "--acceptable", "0", *papers, "--curves", "c.csv")
    written = [f"botassay: wrote a.{ending}" for ending in ("html", "md", "csv", "json", "txt")]
    assert ended.err.splitlines() == [*written, "botassay: wrote c.csv"]
    assert "Confused topics in data.csv" in ended.out
    assert ended.out.index("What to change first") < ended.out.index("Figures")
    assert "What to change first" in (tmp_path / "a.html").read_text()
    assert json.loads((tmp_path / "a.json").read_text())["acceptable"] == 0
    assert rows_of(tmp_path / "a.csv")[0]["rank"] == "1"
    assert len(rows_of(tmp_path / "c.csv")) == 63


def test_a_comparison_is_printed_and_written(botassay: Run, tmp_path: Path) -> None:
    names = ("--classifier", "tfidf-lr", "--classifier", "majority")
    ended = botassay("intents", "compare", QUESTIONS, *names, "--repeats", "2", "-o", "c.csv", "-o", "c.html")
    assert ended.code == 0
    assert "tfidf-lr has the highest accuracy: " in ended.out
    assert "majority minus tfidf-lr" in ended.out
    drawn = [line for line in ended.out.splitlines() if "tfidf-lr" in line and "●" in line]
    assert len(drawn) == 2  # accuracy and carefulness
    assert [(row["classifier"], row["less"]) for row in rows_of(tmp_path / "c.csv")] == [
        *[("tfidf-lr", "")] * 3, *[("majority", "")] * 3, *[("majority", "tfidf-lr")] * 3,
    ]  # fmt: skip
    assert "Side by side" in (tmp_path / "c.html").read_text()


def test_a_history_is_printed_and_written(botassay: Run, tmp_path: Path) -> None:
    days = tmp_path / "days"
    days.mkdir()
    (days / "2026-03-02.csv").write_text(CSV)
    (days / "2026-03-03.csv").write_text(CSV.replace(",block", ",lost"))
    (days / "readme.txt").write_text("x")
    ended = botassay("intents", "history", days, "--repeats", "2", "-o", "h.csv", "-o", "h.html")
    assert ended.code == 0
    assert "botassay: skipped readme.txt: unknown file extension" in ended.err
    assert "'block' renamed to 'lost'" in " ".join(ended.out.split())
    assert [row["day"] for row in rows_of(tmp_path / "h.csv")] == ["2026-03-02", "2026-03-03"]


def test_traffic_is_printed_and_written(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_text('{"text": "how do I pay", "intent": "pay"}\n{"text": "\\u001b[31mdog"}\n')
    ended = botassay("intents", "traffic", "log.jsonl", "-o", "t.csv")
    assert ended.code == 0
    assert "50 % of the questions are recognised." in ended.out
    assert "\x1b" not in ended.out
    assert [(row["kind"], row["questions"]) for row in rows_of(tmp_path / "t.csv")] == [
        ("topic", "1"), ("unrecognised", "1"),
    ]  # fmt: skip
    ended = botassay("intents", "traffic", "log.jsonl", "--classifier", "tfidf-lr")
    assert (ended.code, "--classifier requires --data" in ended.err) == (2, True)


def test_sets_are_merged_into_a_new_file(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("text,intent\nwhat is the salary,salary\nany bus,commute\n")
    (tmp_path / "b.csv").write_text("text,intent\nhow high is the salary,pay\ndogs welcome,pets\n")
    shown = botassay("intents", "merge", "a.csv", "b.csv")
    assert (shown.code, sorted(path.name for path in tmp_path.iterdir())) == (0, ["a.csv", "b.csv"])
    assert "4 topics merged into 3." in shown.out
    ended = botassay("intents", "merge", "a.csv", "b.csv", "-o", "all.csv", "--json")
    assert (ended.err, len(json.loads(ended.out)["merged"])) == ("botassay: wrote all.csv\n", 3)
    assert {row["intent"] for row in rows_of(tmp_path / "all.csv")} == {"salary", "commute", "pets"}
    again = botassay("intents", "merge", "a.csv", "b.csv", "-o", "all.csv")
    assert (again.code, "already exists" in again.err) == (73, True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--setting", "five"), "invalid setting 'five'"),
        (("--test-fraction", "0"), "--test-fraction"),
        (("-o", "x.doc"), "cannot write 'x.doc'"),
        (("--curves", "x.doc"), "cannot write curves to 'x.doc'"),
        (("--rate", "5"), "require a live engine"),
        (("--predictions", "data.csv", "--classifier", "tfidf-lr"), "--classifier cannot be combined with"),
        (("--predictions", "data.csv", "--repeats", "10"), "--repeats cannot be combined with --predictions"),
    ],
)
def test_a_call_that_makes_no_sense(botassay: Run, table: Path, arguments: tuple[str, ...], said: str) -> None:
    ended = botassay("intents", "evaluate", table, *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err


def test_bad_input_ends_with_65(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "twins.csv").write_text("text,intent\nhi,Yes\nho,yes \n")
    ended: Ended = botassay("intents", "evaluate", "twins.csv")
    assert (ended.code, ended.out) == (65, "")
    assert ended.err.startswith("botassay: twins.csv:3: E150 'yes ' and 'Yes' differ only in spelling")
    assert "Traceback" not in ended.err


ODD = ["🚗 auto", "a/b,c", "=SUM(A1)", '"quoted"', "42", "<script>alert(1)</script>", "x" * 200, "null", "سلام"]


def test_odd_labels_go_through_every_command(botassay: Run, tmp_path: Path) -> None:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(("text", "intent"))
    writer.writerows((f"word{at} thing{n} of{at}", name) for at, name in enumerate(ODD) for n in range(4))
    (tmp_path / "2026-01-01.csv").write_text(out.getvalue())
    (tmp_path / "log.jsonl").write_text(
        "".join(json.dumps({"text": f"word{at} thing", "intent": name}) + "\n" for at, name in enumerate(ODD))
    )
    papers = ("-o", "a.html", "-o", "a.md", "-o", "a.csv")
    classifiers = ("--classifier", "tfidf-lr", "--classifier", "majority")
    for call in (
        ("evaluate", "2026-01-01.csv", "--repeats", "1", *papers),
        ("compare", "2026-01-01.csv", "--repeats", "1", *classifiers, *papers),
        ("history", ".", "--repeats", "1", *papers),
        ("traffic", "log.jsonl", *papers),
    ):
        ended = botassay("intents", *call)
        assert ended.code == 0, ended.err
        assert "<script>alert" not in (tmp_path / "a.html").read_text()
        cells = [cell for row in csv.reader(io.StringIO((tmp_path / "a.csv").read_text())) for cell in row]
        assert not any(cell.startswith("=") for cell in cells)
        for paper in ("a.html", "a.md", "a.csv"):
            (tmp_path / paper).unlink()
    assert botassay("intents", "review", "log.jsonl", "--data", "2026-01-01.csv", "--json").code == 0


@pytest.mark.process
def test_ctrl_c_on_a_terminal_leaves_what_was_finished(table: Path, tmp_path: Path) -> None:
    """The bar shows when something was finished; then somebody presses Ctrl-C."""
    more = ["--repeats", "10000", "-o", "part.json"]
    child = pexpect.spawn(
        sys.executable,
        ["-m", "botassay", "intents", "evaluate", str(table), *more],
        cwd=str(tmp_path),
        env={**os.environ, "TERM": "xterm"},
        encoding="utf-8",
        timeout=120,
        dimensions=(50, 200),
    )
    child.expect("testing tfidf-lr")
    child.sendintr()
    child.expect(r"interrupted after (\d+) of 30000 trainings")
    done = int(child.match[1])
    child.expect(pexpect.EOF)
    child.close()
    document: Any = json.loads((tmp_path / "part.json").read_text())
    assert child.exitstatus == 130
    assert sum(one["repeats"] for one in document["settings"]) == done > 0
    assert (document["finished"], document["phrases"]) == (False, 22)
