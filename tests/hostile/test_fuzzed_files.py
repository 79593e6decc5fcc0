"""Damaged files of every kind: each is read, or refused with what is wrong with it; nothing else, and in time."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from itertools import product
from pathlib import Path
from random import Random
from typing import Final

import pytest

from botassay.api.check import check_whole, guess
from botassay.core.errors import BotassayError, InputError
from botassay.corpora import open_corpus
from botassay.corpora.checking import Checking, CheckTally
from botassay.identity.surveys.ratings import read_ratings
from botassay.io.json_array import is_array
from botassay.io.json_members import Cutter
from botassay.rating.formats import draw
from botassay.rating.formats.files import load
from botassay.runs.journal import FILE
from tests.formats import FOLDERS, SAMPLES
from tests.hostile.mutation import damaged
from tests.live.conftest import Cli, cli
from tests.pages import sampled

__all__ = ["cli"]

TIMES: Final = 40
"""Damaged files of each kind."""
OBJECTS = ("jsonl", "messages", "sharegpt", "sgd")


def array_of(text: str) -> str:
    return "[\n" + ",\n".join(line for line in text.split("\n") if line.strip()) + "\n]\n"


DIALOGS = {
    **{f"{name}.txt": SAMPLES[name] for name in SAMPLES},
    **{f"{name}.json": array_of(SAMPLES[name]) for name in OBJECTS},
    "table.tsv": SAMPLES["csv"].replace("ho, ho", "ho").replace(",", "\t"),
    "plain.csv": "dialog,role,text\n" + "".join(f"d{n // 3},{'user' if n % 3 else 'bot'},hi\n" for n in range(30)),
}
OTHERS = {
    "bot.toml": (
        "bot",
        (
            'url = "https://bot.example/chat"\nbody = \'{"m": {{message}}, "s": {{session}}}\'\n[headers]\n'
            'authorization = "Bearer ${TOKEN}"\n[reply]\ntext = "$.reply[0].text"\nintent = "$.intent.name"\n'
        ),
    ),
    "botassay.toml": ("settings", '[rate]\nseed = 7\nprofile = ["privacy"]\nissues = "AL,B"\n[chat]\nseed = 3\n'),
    "mine.toml": ("profile", 'name = "x"\norder = "IL > AL > B = CC"\nsource = "typed"\n'),
    "w.toml": ("profile", 'weights = "IL=5,AL=2,B=0.5"\n'),
    "x.grammar": ("rules", 'root:\n    a {b} | 2 * b\nb split:\n    x | y\nmodify you in b:\n    0.5 * u | ""\n'),
    "p.csv": ("phrases", 'text,intent\nhi,a\nho,b\n"x, y",a\n'),
    "p.jsonl": ("phrases", '{"text": "hi", "intent": "a"}\n{"text": "ho", "intent": "b"}\n'),
    "p.yml": (
        "phrases",
        "nlu:\n- intent: a\n  examples: |\n    - hi [x](y)\n- intent: b\n  examples:\n  - text: yes\n",
    ),
    "p.json": ("phrases", '{"train": [["hi", "a"], ["ho", "b"]], "oos_train": [["x", "oos"]]}'),
    "l.jsonl": ("lists", '{"options": ["a", "b"], "correct": "b"}\n{"pattern": "wc"}\n{"options": []}\n'),
}


def each(data: bytes, seed: str, times: int = TIMES) -> Iterator[bytes]:
    """Give damaged files."""
    random = Random(seed)  # noqa: S311 - no secrets
    for _ in range(times):
        made = damaged(data, random)
        yield made


def check(path: Path) -> CheckTally | None:
    """Check dialogs: every line is accepted or rejected, once, and skipping finds the same."""
    try:
        checked = Checking(open_corpus(path)).run()
    except InputError:
        return None
    rejected = {(one.file, one.line) for one in checked.problems if one.line is not None}
    assert checked.accepted + checked.rejected == checked.lines
    assert 0 <= checked.rejected == len(rejected) <= checked.lines
    assert all(one.line is None or 1 <= one.line <= checked.lines for one in checked.problems)
    if "files could not be read completely" not in checked.remarks and not any(
        one.code == "E123" for one in checked.problems
    ):
        reading = open_corpus(path, skip_bad=True).read()
        with suppress(InputError):  # an id that stands twice cannot be skipped
            dialogs = list(reading)
            assert (len(dialogs), reading.tally.bad_rows) == (checked.dialogs, checked.found)
    return checked


@pytest.mark.parametrize("name", DIALOGS)
def test_damaged_dialogs(name: str, tmp_path: Path) -> None:
    for data in each(DIALOGS[name].encode(), name):
        (tmp_path / name).write_bytes(data)
        checked = check(tmp_path / name)
        if checked and not is_array(data) and "files could not be read completely" not in checked.remarks:
            ends = b"\r" if "files have lines that end with a carriage return alone" in checked.remarks else b"\n"
            assert checked.lines == data.count(ends) + (not data.endswith(ends))
        with suppress(InputError):
            list(open_corpus(tmp_path / name))


@pytest.mark.parametrize("name", FOLDERS)
def test_damaged_folders(name: str, tmp_path: Path) -> None:
    files = FOLDERS[name]
    for part in [file for file in files if not file.endswith(".p")][:3]:
        for file, text in files.items():
            (tmp_path / file).write_text(text)
        for data in each(files[part].encode(), f"{name} {part}", TIMES // 4):
            (tmp_path / part).write_bytes(data)
            checked = check(tmp_path)
            assert checked is None or checked.lines > 0
            with suppress(InputError):
                list(open_corpus(tmp_path))


@pytest.mark.parametrize("name", OBJECTS)
@pytest.mark.parametrize("size", [1, 50, 300])
def test_an_array_is_cut_alike_wherever_its_bytes_come_apart(name: str, size: int) -> None:
    items = [json.loads(line) for line in SAMPLES[name].split("\n") if line.strip()] * 3
    for data in each(json.dumps(items, indent=1).encode(), name, TIMES):
        if is_array(data):
            assert cut(data, size) == cut(data, len(data))


def cut(data: bytes, size: int) -> tuple[list[tuple[int, bytes]], str | None, int, bool]:
    """Give the items of an array, what is wrong with it, where, and whether it is closed."""
    cutter = Cutter()
    items: list[tuple[int, bytes]] = []
    for at in range(0, len(data), size):
        items += cutter.feed(data[at : at + size])
        if cutter.error:
            break
    return items, cutter.error.what if cutter.error else None, cutter.line, cutter.closed


@pytest.mark.parametrize("name", OTHERS)
def test_damaged_files_of_other_kinds(name: str, tmp_path: Path) -> None:
    kind, text = OTHERS[name]
    for data in each(text.encode(), name):
        (tmp_path / name).write_bytes(data)
        guess(tmp_path / name)
        found = check_whole(kind, tmp_path / name)
        assert found.accepted + found.rejected == found.lines
        assert all(flaw.text for flaw in found.problems)


def test_damaged_ratings(tmp_path: Path) -> None:
    stored, refused = draw_all(), TIMES
    for nth, data in enumerate(each(stored, "rating")):
        (tmp_path / "rating.json").write_bytes(data)
        with suppress(InputError):
            ratings = load(tmp_path)
            refused -= 1
            if nth % 10 == 0:
                from botassay.plugins.registry import REPORTS

                for ending in REPORTS.names():
                    draw(REPORTS.get(ending), ratings)
    assert refused > 0


def draw_all() -> bytes:
    from botassay.plugins.registry import REPORTS

    return draw(REPORTS.get("json"), sampled())


def test_damaged_surveys(tmp_path: Path) -> None:
    text = "rater,item,configuration,appropriate,trustworthy,friendly,reason,duplicate_of\n"
    text += "a,1,CC,7,6,5,clear,\na,2,calibration,1,2,2,,\na,3,duplicate,3,2,1,,2\n"
    refused = TIMES
    for data in each(text.encode(), "survey"):
        (tmp_path / "r.csv").write_bytes(data)
        with suppress(BotassayError):
            list(read_ratings(tmp_path / "r.csv"))
            refused -= 1
    assert refused > 0


def test_damaged_journals(cli: Cli, tmp_path: Path) -> None:
    """A run of which bytes are wrong, or rows, is refused by whoever reads it; there is no traceback."""
    assert cli("rate", "eliza", "--limit", 4, "--out", "run", "--seed", 1).code in (0, 1)
    (journal,) = [
        file for file in (tmp_path / "run").iterdir() if file.suffix == ".db" or file.read_bytes()[:6] == b"SQLite"
    ]
    whole = journal.read_bytes()
    random = Random("journal")  # noqa: S311 - no secrets
    for nth in range(40):
        made = bytearray(whole)
        for _ in range(random.randint(1, 60)):
            made[random.randrange(100 if nth % 2 else len(made))] = random.randrange(256)
        journal.write_bytes(made[: random.randrange(len(made))] if nth % 5 == 0 else made)
        refused_or_read(cli)
    journal.write_bytes(whole)
    for change in (
        "DELETE FROM facts",
        "UPDATE facts SET value = 'no'",
        "UPDATE scripts SET lines = '{'",
        "UPDATE turns SET reply = '[]'",
        "UPDATE turns SET reply = NULL",
        "UPDATE attempts SET state = 'bored'",
        "DROP TABLE turns",
        "UPDATE scripts SET tags = '7'",
    ):
        journal.write_bytes(whole)
        with suppress(sqlite3.Error), sqlite3.connect(journal) as connection:
            connection.execute(change)
        connection.close()
        refused_or_read(cli)


def test_facts_of_a_run_that_were_changed_are_refused(cli: Cli, tmp_path: Path) -> None:
    """Whatever was changed of what a run is about, even where it could be read: it is not what was asked."""
    assert cli("rate", "eliza", "--limit", 4, "--out", "run", "--seed", 1).code in (0, 1)
    journal = tmp_path / "run" / FILE
    whole = journal.read_bytes()
    with closing(sqlite3.connect(journal)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM facts")]
    assert {"subject", "seed", "choices", "bot"} <= set(names)
    for name, value in product(names, ("null", "7", "{}", '"x"')):
        journal.write_bytes(whole)
        with closing(sqlite3.connect(journal)) as connection, connection:
            connection.execute("UPDATE facts SET value = ? WHERE name = ?", (value, name))
        for command in ("rate", "resume"):
            ended = cli(command, "run")
            assert (ended.code, "E175" in ended.err) == (65, True), (command, name, value, ended)


def refused_or_read(cli: Cli) -> None:
    for command in (("rate", "run"), ("resume", "run")):
        ended = cli(*command)
        assert "Traceback" not in ended.err, (command, ended.err[-600:])
        assert ended.code in (0, 1, 2, 65, 69, 73, 75, 78), (command, ended)
