"""`botassay check`: every flaw, every line, for whatever the package reads."""

import json
from pathlib import Path
from unittest.mock import patch

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.api.check import check
from botassay.core.errors import InputError, UsageError
from botassay.corpora import open_corpus
from botassay.corpora.checking import Checking
from botassay.io import lines as io_lines
from botassay.settings.check import FileCheckSettings
from tests.conftest import Ended, Run
from tests.docs.schema import FOLDER
from tests.formats import SAMPLES
from tests.live.conftest import Cli, cli

__all__ = ["cli"]

GOOD = '{"id": "d%d", "utterances": [{"role": "user", "text": "hi"}, {"role": "bot", "text": "ho"}]}\n'
BAD = '{"id": "x", "utterances": [{"role": "robot", "text": "ho"}]}\n'
TWICE = '{"id": "t%d", "utterances": [{"role": "bot", "text": "a", "text": "b"}]}\n'
MORE = '{"id": "m%d", "tags": {"a": 1}, "utterances": [{"role": "bot", "text": "\\":", "at": 5, "new": {"x": 1}}]}\n'
BARE = '{"utterances": [{"role": "tool", "text": "ho"}]}\n'


def document(ended: Ended) -> dict[str, object]:
    made: dict[str, object] = json.loads(ended.out)
    jsonschema.Draft202012Validator(json.loads((FOLDER / "check-1.json").read_text("utf-8"))).validate(made)
    return made


def test_every_flaw_is_listed_and_every_line_counted(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(GOOD % 1 + "\n" + BAD + TWICE % 1 + GOOD % 1 + "no\n" + MORE % 1 + BARE)
    ended = cli("check", "a.jsonl", "--json")
    assert (ended.code, ended.err) == (65, "")
    found = document(ended)
    assert [(one["line"], one["code"]) for one in found["problems"]] == [  # type: ignore[attr-defined]
        (3, "E132"), (4, "E123"), (5, "E131"), (6, "E120"),
    ]  # fmt: skip
    assert {name: found[name] for name in ("lines", "accepted", "rejected", "blank", "dialogs", "utterances")} == {
        "lines": 8, "accepted": 4, "rejected": 4, "blank": 1, "dialogs": 3, "utterances": 3,
    }  # fmt: skip
    assert found["remarks"] == {"dialogs in which the bot says nothing": 1}


def test_a_person_reads_it(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(GOOD % 1 + BAD * 30)
    found = check(tmp_path / "a.jsonl")
    lines = found.text().splitlines()
    assert lines[0].startswith(f"{tmp_path}/a.jsonl:2: E132 the role 'robot' is unknown (roles are user and bot")
    (tmp_path / "b.jsonl").write_text(BAD.replace("robot", "Assistant"))
    assert "the role 'Assistant' is unknown (write bot; roles are" in check(tmp_path / "b.jsonl").text()
    assert lines[20] == "… 10 more problems: --json lists 30 of them"
    assert lines[-1] == "jsonl: 31 lines = 1 accepted + 30 rejected"
    assert found.view().headline.text == "30 problems."
    assert "E132" in found.html()


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_sound_files_of_every_format_are_sound(name: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(SAMPLES[name])
    checked = Checking(open_corpus(tmp_path / "a.txt")).run()
    reading = open_corpus(tmp_path / "a.txt").read()
    assert sum(len(dialog.utterances) for dialog in reading) == checked.utterances
    assert (checked.dialogs, checked.ignored) == (reading.tally.dialogs, reading.tally.ignored)
    assert (checked.formats, checked.found) == ({name}, 0)
    assert checked.lines == SAMPLES[name].count("\n")


@pytest.mark.case("M15")
def test_a_key_that_stands_twice(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(GOOD % 1 + TWICE % 1)
    ended = cli("check", "a.jsonl")
    assert ended.code == 65
    assert "a.jsonl:2: E123 an object has the key 'text' twice (give each key once" in ended.out


@pytest.mark.parametrize(
    "line",
    [
        '{"id": "a", "id" : "b", "utterances": []}',
        '{"id": "a", "utterances": [{"role": "bot", "text": "x", "text"\t:"y"}]}',
        '{"id": "a", "tags": {"k\\\\": "v"}, "utterances": [{"role": "bot", "text": "x", "role": "bot"}]}',
    ],
)
@pytest.mark.case("M15")
def test_however_a_key_that_stands_twice_is_written(cli: Cli, tmp_path: Path, line: str) -> None:
    (tmp_path / "a.jsonl").write_text(f"{line}\n")
    ended = cli("check", "a.jsonl")
    assert (ended.code, "a.jsonl:1: E123" in ended.out) == (65, True), ended.out


@pytest.mark.case("M20")
def test_a_dialog_on_the_border_of_a_block_is_counted_once(cli: Cli, tmp_path: Path) -> None:
    """Dialogs of many rows, until the ids of the last one and of the first are the same: back to row by row."""
    rows = [f"d{n // 9},{'bot' if n % 2 else 'user'},{'ho ' * 300},{'f' if n // 9 % 2 else ''}" for n in range(1800)]
    (tmp_path / "a.csv").write_text("\n".join(["dialog,role,text,gender", *rows, "d0,user,again,m", ""]))
    ended = cli("check", "a.csv", "--json")
    found = json.loads(ended.out)
    assert (found["dialogs"], found["utterances"]) == (200, 1800)
    assert [(one["code"], one["line"]) for one in found["problems"]] == [("E131", 1802)]


LINES = st.lists(
    st.sampled_from([GOOD, BAD, TWICE, MORE, BARE, "\n", "no\n", GOOD.replace("ho", "caf\u00e9")]), max_size=9
)


@given(LINES, st.sampled_from([1, 100, 2**20]))
def test_in_blocks_or_line_by_line_the_same_is_found(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], size: int
) -> None:
    file = tmp_path_factory.mktemp("check") / "a.jsonl"
    text = "".join(line % number if "%d" in line else line for number, line in enumerate([GOOD, *lines]))
    file.write_text(text)
    with patch.object(io_lines, "BLOCK", size):
        checked = Checking(open_corpus(file)).run()
    corpus = open_corpus(file, skip_bad=True).read()
    dialogs = list(corpus)
    doubles = sum(problem.code == "E123" for problem in checked.problems)
    assert checked.dialogs == len(dialogs) - doubles
    assert checked.rejected == corpus.tally.bad_rows + doubles == checked.found
    assert checked.accepted == checked.dialogs + checked.blank == checked.lines - checked.rejected
    assert checked.lines == text.count("\n")


@pytest.mark.parametrize(
    ("name", "text", "kind", "code", "said"),
    [
        (
            "bot.toml",
            'url = "https://bot.example/chat"\nbody = \'{"m": {{message}}}\'\n',
            "bot",
            0,
            "description of a bot: 1",
        ),
        ("bot.toml", 'url = "https://bot.example/chat"\nbdy = "x"\n', "bot", 65, "bdy"),
        ("bot.toml", 'url = "bot.example/chat"\nbody = "{{message}}"\n', "bot", 65, "is not a URL"),
        ("bot.toml", 'url = "https://bot.example/chat"\nbody = "{{mesage}}"\n', "bot", 65, "not a known placeholder"),
        (
            "bot.toml",
            'url = "${NO_URL}"\nbody = "{{message}}"\n[headers]\nAuthorization = "Bearer ${NO_KEY}"\n',
            "bot",
            0,
            "description of a bot: 1",
        ),
        ("mine.toml", 'order = "IL > AL"\n', "profile", 0, "profile: 1"),
        ("mine.toml", 'order = "IL > > AL"\n', "profile", 65, "empty place"),
        ("botassay.toml", "[rate]\nseed = 7\n", "settings", 0, "file of settings: 1"),
        ("botassay.toml", "[rate]\nsed = 7\n", "settings", 65, "did you mean 'seed'"),
        ("p.csv", "text,intent\nhi,a\nho,b\n", "phrases", 0, "phrases: 2"),
        ("p.csv", "text,intent\nhi,a\nho\n", "phrases", 65, "p.csv:3: E140"),
        ("p.yml", "nlu:\n- intent: a\n", "phrases", 65, "p.yml:2: E136"),
        ("l.jsonl", '{"options": ["a"], "correct": "a"}\n', "lists", 0, "option lists: 1"),
        ("l.jsonl", '{"options": ["a"], "correct": "a"}\n{"options": 5}\n', "lists", 65, "l.jsonl:2: E136"),
        ("x.grammar", "root:\n    a | b\n", "rules", 0, "rules: 1"),
        ("x.grammar", "root:\n    a |  | b\n", "rules", 65, "x.grammar:2:10: E185 empty alternative"),
        ("r.json", '{"schema": "botassay/rating/9"}\n', "rating", 65, "is unknown"),
    ],
)
def test_any_other_file_is_taken_whole_or_not_at_all(
    cli: Cli, tmp_path: Path, name: str, text: str, kind: str, code: int, said: str
) -> None:
    (tmp_path / name).write_text(text)
    ended = cli("check", name)
    assert (ended.code, ended.err) == (code, ""), ended.out
    assert said in ended.out
    found = document(cli("check", name, "--json"))
    assert (found["format"], found["dialogs"]) == (kind, None)
    lines = text.count("\n")
    assert (found["accepted"], found["rejected"]) == ((0, lines) if code else (lines, 0))


def test_what_is_nothing_is_said(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("once upon a time\n")
    with pytest.raises(InputError, match=r"E100 .*holds no dialogs"):
        check(tmp_path / "a.txt")
    with pytest.raises(InputError, match="E174"):
        check(tmp_path / "nowhere")
    with pytest.raises(UsageError, match="is a folder"):
        check(tmp_path, FileCheckSettings(kind="bot"))
    with pytest.raises(UsageError, match="--as"):
        FileCheckSettings(kind="cat")  # type: ignore[arg-type]
    ended = botassay("check", "a.txt")
    assert (ended.code, ended.out) == (65, "")
    assert botassay("check", tmp_path, "--as", "bot").code == 2


def test_problems_in_a_folder_name_their_file(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(GOOD % 1)
    (tmp_path / "b.csv").write_text("dialog,role,text\nc,robot,ho\n")
    (tmp_path / "c.gz").write_text("no archive")
    (tmp_path / "README").write_text("words\n")
    checked = Checking(open_corpus(tmp_path)).run()
    assert [(Path(one.file).name, one.line, one.code) for one in checked.problems] == [("b.csv", 2, "E132")]
    assert sorted(checked.skipped_files) == ["README", "c.gz"]
    assert (checked.lines, checked.accepted, checked.rejected) == (3, 2, 1)


def test_nothing_to_check(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="E100"):
        Checking(open_corpus(tmp_path)).run()


def test_of_a_run_the_conversations_are_counted(cli: Cli) -> None:
    assert cli("rate", "eliza", "--limit", 4, "--out", "run", "--seed", 1).code == 0
    ended = cli("check", "run")
    assert ended.code == 0
    assert "conversations in the journal: 4" in ended.out
    found = document(cli("check", "run", "--json"))
    assert found["lines"] == found["accepted"] == len(Path("run/rating.json").read_bytes().splitlines())


def test_the_code_and_the_column_are_fields(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "x.grammar").write_text("root:\n    a | {lost}\n")
    (flaw,) = json.loads(cli("check", "x.grammar", "--json").out)["problems"]
    assert {name: flaw[name] for name in ("line", "column", "code")} == {"line": 2, "column": 9, "code": "E180"}
