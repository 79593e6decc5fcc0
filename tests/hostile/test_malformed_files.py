"""Files that are large, odd, packed or strangely named: each is read within limits, or refused."""

import gzip
import json
import os
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from botassay.core.dialog import Dialog
from botassay.core.errors import InputError
from botassay.corpora import open_corpus
from botassay.corpora.checking import Checking
from tests.conftest import Run
from tests.effort import calls
from tests.live.conftest import Cli, cli

__all__ = ["cli"]

NEXT = '{"id": "h", "utterances": [{"role": "bot", "text": "ho"}]}\n'
GOOD = '{"id": "g", "utterances": [{"role": "bot", "text": "ho"}]}\n'
CSV = "dialog,role,text\n"


@pytest.mark.case("M30")
def test_after_a_quote_that_is_never_closed_the_rest_of_the_file_is_read(tmp_path: Path) -> None:
    rows = "".join(f"d{n},bot,{chr(34) if n == 5 else ''}ho\n" for n in range(3000))
    (tmp_path / "a.csv").write_text(CSV + rows)
    reading = open_corpus(tmp_path / "a.csv", skip_bad=True).read()
    assert [dialog.id for dialog in reading] == [f"d{n}" for n in range(3000) if n != 5]
    assert (reading.tally.bad_rows, reading.tally.bad_dialogs) == (1, 1)


@pytest.mark.case("M16")
def test_depth_is_noticed_at_once(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(GOOD + '{"x":' + "[" * 10_000 + "\n")
    with pytest.raises(InputError):
        list(open_corpus(tmp_path / "a.jsonl"))


@pytest.mark.case("M25")
def test_a_dialog_of_100_000_turns_takes_no_more_than_its_length(tmp_path: Path) -> None:
    work, dialogs = {}, list[Dialog]()
    for turns in (10_000, 100_000):
        said = ",".join(['{"role":"bot","text":"ho"}'] * turns)
        (tmp_path / "a.jsonl").write_text(f'{{"utterances":[{said}]}}\n')
        work[turns] = calls(lambda: dialogs.extend(open_corpus(tmp_path / "a.jsonl")))
    assert [len(dialog.utterances) for dialog in dialogs] == [10_000, 100_000]
    assert work[100_000] < 12 * work[10_000]


@pytest.mark.case("M17", "P11")
def test_a_line_of_100_mb_takes_little_memory(tmp_path: Path) -> None:
    with (tmp_path / "a.jsonl").open("wb") as out:
        out.write(GOOD.encode() + b'{"x": "')
        out.writelines([b"x" * 2**20] * 100)
    tracemalloc.start()
    try:
        with pytest.raises(InputError, match="E125"):
            list(open_corpus(tmp_path / "a.jsonl"))
        assert tracemalloc.get_traced_memory()[1] < 40 * 2**20
    finally:
        tracemalloc.stop()


@pytest.mark.case("M39")
def test_an_archive_that_unpacks_to_a_gigabyte_takes_little_memory(tmp_path: Path) -> None:
    with gzip.open(tmp_path / "a.jsonl.gz", "wb", compresslevel=1) as out:
        out.write(GOOD.encode())
        out.writelines([b"\0" * 2**20] * 64)
    tracemalloc.start()
    try:
        with pytest.raises(InputError, match=r"a\.jsonl\.gz:2: E125"):
            list(open_corpus(tmp_path / "a.jsonl.gz"))
        assert tracemalloc.get_traced_memory()[1] < 40 * 2**20
    finally:
        tracemalloc.stop()


@pytest.mark.case("M40")
def test_what_is_no_regular_file_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero")):
        with pytest.raises(InputError, match=r"E173 .* is not a regular file"):
            open_corpus(path)
    (tmp_path / "a.jsonl").write_text(GOOD)
    reading = open_corpus(tmp_path).read()
    assert len(list(reading)) == 1
    assert reading.tally.skipped_files == ["pipe"]


@pytest.mark.case("M40")
def test_links_that_lead_to_each_other_are_not_there(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    for command in (
        ("rate", "loop"),
        ("check", "loop"),
        ("intents", "evaluate", "loop"),
        ("identity", "detect", "loop"),
    ):
        ended = cli(*command)
        assert ended.code in (2, 65)
        assert "Traceback" not in ended.err
    assert "E174 loop does not exist" in cli("rate", "loop").err


@pytest.mark.case("M41")
@pytest.mark.parametrize("name", ["a\nb.jsonl", "\x1b[31mred.jsonl", "CON.jsonl", "\udce9.jsonl", "=1+1.jsonl"])
@pytest.mark.case("P25")
def test_names_of_files_are_shown_inert(name: str, botassay: Run, tmp_path: Path) -> None:
    (tmp_path / name).write_text(GOOD + "x\n")
    ended = botassay("rate", tmp_path / name)
    assert ended.code == 65
    assert ended.err.count("\n") == 1
    assert "\x1b" not in ended.err
    assert botassay("check", tmp_path / name).code == 65


@pytest.mark.case("M41")
def test_a_name_that_no_file_can_have_is_said_to_be_none(botassay: Run) -> None:
    ended = botassay("rate", "x" * 300 + ".jsonl")
    assert (ended.code, ended.out) == (65, "")
    assert "Traceback" not in ended.err


@pytest.mark.case("M08")
def test_lines_that_end_with_cr_alone_are_read_and_said(cli: Cli, tmp_path: Path) -> None:
    text = CSV + "a,user,hi\na,bot,ho\nb,robot,ho\n"
    (tmp_path / "a.csv").write_bytes(text.replace("\n", "\r").encode())
    found = json.loads(cli("check", "a.csv", "--json").out)
    assert (found["lines"], found["accepted"], found["rejected"], found["dialogs"]) == (4, 3, 1, 1)
    assert found["problems"][0]["line"] == 4
    assert found["remarks"]["files have lines that end with a carriage return alone"] == 1
    rated = json.loads(cli("rate", "a.csv", "--skip-bad", "--json").out)
    assert "files have lines that end with a carriage return alone: 1" in json.dumps(rated)


@pytest.mark.case("M37")
@pytest.mark.parametrize("twin", ["e\u0301", "\u00e9\u200b", "\u202e\u00e9"])
def test_ids_that_look_alike_are_told(twin: str, cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(GOOD.replace("g", "\u00e9") + GOOD.replace("g", twin))
    (tmp_path / "b.csv").write_text(f"{CSV}\u00e9,bot,ho\nx,bot,ho\n{twin},bot,ho\n")
    for name in ("a.jsonl", "b.csv"):
        ended = cli("check", name, "--json")
        told = json.loads(ended.out)["remarks"]
        assert (ended.code, told) == (0, {"ids look alike but differ in their characters": 1})
        assert list(open_corpus(tmp_path / name).read())


@pytest.mark.case("M40")
@pytest.mark.parametrize("change", ["grows", "is replaced", "is gone"])
def test_a_file_that_changes_after_it_was_found_is_not_rated(change: str, tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(GOOD + NEXT)
    corpus = open_corpus(file)
    dialogs = iter(corpus)
    next(dialogs)
    if change == "grows":
        with file.open("a") as out:
            out.write(NEXT.replace('"h"', '"i"'))
    elif change == "is replaced":
        (tmp_path / "b").write_text(GOOD + NEXT)
        (tmp_path / "b").replace(file)
    else:
        file.unlink()
    for reading in (dialogs, iter(corpus)):
        with pytest.raises(InputError, match=r"a\.jsonl: E171 the file has changed since it was first looked at"):
            list(reading)
    assert Checking(corpus).run().problems[0].code == "E171"


COUNTING = """
import resource, sys
from botassay.corpora import open_corpus
from tests.effort import calls
from botassay.core.dialog import Dialog
print(sum(1 for _ in open_corpus(sys.argv[1])), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""


@pytest.mark.case("M18")
@pytest.mark.slow
@pytest.mark.case("P11")
def test_memory_grows_by_the_ids_alone(tmp_path: Path) -> None:
    """A million dialogs take no more than 16 bytes each beyond what a thousand take."""
    peaks = {}
    for count in (1_000, 1_000_000):
        file = tmp_path / f"{count}.jsonl"
        with file.open("w") as out:
            out.writelines(GOOD.replace('"g"', f'"dialog-{n}"') for n in range(count))
        ended = subprocess.run([sys.executable, "-c", COUNTING, str(file)], capture_output=True, text=True, check=True)
        dialogs, peaks[count] = map(int, ended.stdout.split())
        assert dialogs == count
    assert peaks[1_000_000] - peaks[1_000] < 16 * 1_000_000
