"""Malformed files: each gives its code, the line where it is wrong, and a hint; none gives a traceback."""

import gzip
import json
import os
import re
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from botassay.corpora import open_corpus
from botassay.corpora.checking import Checking
from botassay.errors import InputError
from botassay.report.inert import visible
from tests.conftest import Run
from tests.live.conftest import Cli, cli

__all__ = ["cli"]

NEXT = '{"id": "h", "utterances": [{"role": "bot", "text": "ho"}]}\n'
GOOD = '{"id": "g", "utterances": [{"role": "bot", "text": "ho"}]}\n'
CSV = "dialog,role,text\n"


def text_of(value: object) -> str:
    return json.dumps({"utterances": [{"role": "bot", "text": value}]}) + "\n"


CASES: dict[str, tuple[str, bytes, str]] = {
    "M01 empty": ("a.jsonl", b"", "E100"),
    "M02 byte order mark alone": ("a.jsonl", b"\xef\xbb\xbf\n", "E100"),
    "M02 white space alone": ("a.jsonl", b" \n\t\n", "E100"),
    "M02 header alone": ("a.csv", CSV.encode(), "E100"),
    "M04 UTF-16": ("a.jsonl", GOOD.encode("utf-16"), "E110"),
    "M04 UTF-16 without a mark": ("a.jsonl", GOOD.encode("utf-16-le"), "E110"),
    "M04 UTF-32": ("a.csv", (CSV + "a,bot,ho\n").encode("utf-32-be"), "E110"),
    "M05 Latin-1 in JSON": (
        "a.jsonl",
        GOOD.encode() + GOOD.replace("ho", "café").encode("latin-1"),
        "a.jsonl:2: E111 the line is not UTF-8: byte 56 of it is 0xe9",
    ),
    "M05 Latin-1 in CSV": ("a.csv", (CSV + "a,bot,café\n").encode("latin-1"), "a.csv:2: E111"),
    "M05 Latin-1 in bAbI": ("a.txt", "1 hi\tho\n2 café\tho\n".encode("latin-1"), "a.txt:2: E111"),
    "M06 an overlong character": ("a.jsonl", (GOOD * 2).encode().replace(b"ho", b"\xc0\xaf"), "a.jsonl:1: E111"),
    "M06 bytes of a surrogate": ("a.csv", CSV.encode() + b"a,bot,\xed\xa0\x80\n", "a.csv:2: E111"),
    "M07 NUL in CSV": ("a.csv", (CSV + "a,bot,h\0o\n").encode(), "a.csv:2: E112"),
    "M07 NUL in JSON": ("a.jsonl", (GOOD + GOOD.replace("ho", "h\0o")).encode(), "a.jsonl:2: E112"),
    "M07 NUL in JSON, escaped": ("a.jsonl", (GOOD + GOOD.replace("ho", r"h\u0000o")).encode(), "a.jsonl:2: E112"),
    "M07 NUL in bAbI": ("a.txt", b"1 hi\tho\n2 h\0i\tho\n", "a.txt:2: E112"),
    "M08 CR in a row": ("a.csv", (CSV + "a,bot,ho\ra,bot,ho\n").encode(), "a.csv:2: E140"),
    "M10 no JSON": ("a.jsonl", (GOOD + "{nonsense}\n").encode(), "a.jsonl:2: E120"),
    "M10 last line cut off": ("a.jsonl", (GOOD + GOOD[:30]).encode(), "a.jsonl:2: E120"),
    "M11 an array that is not closed": ("a.jsonl", b"[" + GOOD.encode(), "E121"),
    "M12 two objects on a line": ("a.jsonl", (GOOD + GOOD.strip() * 2).encode(), "a.jsonl:2: E121"),
    "M14 NaN": ("a.jsonl", (GOOD + text_of(0).replace("0", "NaN")).encode(), "a.jsonl:2: E122"),
    "M14 Infinity": ("a.jsonl", (GOOD + text_of(0).replace("0", "-Infinity")).encode(), "a.jsonl:2: E122"),
    "M16 deep nesting": ("a.jsonl", (GOOD + '{"utterances":' + "[" * 100_000 + "\n").encode(), "a.jsonl:2: E1"),
    "M16 deep and ignored": ("a.jsonl", (GOOD + '{"x":' + "[" * 100_000 + "\n").encode(), "a.jsonl:2: E124"),
    "M17 line too long": ("a.jsonl", GOOD.encode() + b'{"x": "' + b"x" * (9 << 20), "a.jsonl:2: E125"),
    "M20 an id twice": ("a.jsonl", (GOOD + NEXT + GOOD).encode(), "a.jsonl:3: E131 the id 'g' stands twice (it stood"),
    "M20 an id as number and text": (
        "a.jsonl",
        (GOOD.replace('"g"', "1") + GOOD.replace("g", "1")).encode(),
        "a.jsonl:2: E131",
    ),
    "M20 an empty id": ("a.jsonl", (GOOD + GOOD.replace('"g"', '""')).encode(), "a.jsonl:2: E130"),
    "M20 empty dialog": ("a.csv", (CSV + ",bot,ho\n").encode(), "a.csv:2: E130"),
    "M21 no role": ("a.jsonl", (GOOD + '{"utterances": [{"text": "ho"}]}\n').encode(), "a.jsonl:2: E136"),
    "M21 unknown role": ("a.jsonl", (GOOD + GOOD.replace("bot", "robot")).encode(), "a.jsonl:2: E132"),
    "M21 unknown CSV role": ("a.csv", (CSV + "a,Robot,ho\n").encode(), "a.csv:2: E132"),
    "M22 no number": ("a.txt", b"1 hi\tho\nhi\tho\n", "a.txt:2: E133"),
    "M22 a number left out": ("a.txt", b"1 hi\tho\n3 hi\tho\n", "a.txt:2: E133 line 3 stands behind line 1"),
    "M22 a number twice": ("a.txt", b"1 hi\tho\n2 hi\tho\n2 hi\tho\n", "a.txt:3: E133"),
    "M23 rows of a dialog apart": ("a.csv", (CSV + "a,bot,1\nb,bot,2\na,bot,3\n").encode(), "E131"),
    "M26 text null": ("a.jsonl", (GOOD + text_of(None)).encode(), "a.jsonl:2: E136"),
    "M26 text number": ("a.jsonl", (GOOD + text_of(5)).encode(), "a.jsonl:2: E136"),
    "M26 text list": ("a.jsonl", (GOOD + text_of(["a"])).encode(), "a.jsonl:2: E136"),
    "M26 text object": ("a.jsonl", (GOOD + text_of({"a": 1})).encode(), "a.jsonl:2: E136"),
    "M26 no utterances": ("a.jsonl", (GOOD + '{"id": "x"}\n').encode(), "a.jsonl:2: E136"),
    "M26 confidence": ("a.csv", b"dialog,role,text,confidence\na,bot,ho,often\n", "a.csv:2: E136"),
    "M28 half a character": ("a.jsonl", (GOOD + GOOD.replace("ho", r"\ud800")).encode(), "a.jsonl:2: E113"),
    "M28 the other half": ("a.jsonl", (GOOD + GOOD.replace("ho", r"\ude00x")).encode(), "a.jsonl:2: E113"),
    "M29 too few fields": ("a.csv", (CSV + "a,bot,ho\na,bot\n").encode(), "a.csv:3: E140"),
    "M29 too many fields": ("a.csv", (CSV + "a,bot,ho,ho\n").encode(), "a.csv:2: E140"),
    "M29 text after a quote": ("a.csv", (CSV + 'a,bot,"ho" ho\n').encode(), "a.csv:2: E140"),
    "M30 quote never closed": (
        "a.csv",
        (CSV + 'a,bot,ho\na,bot,"ho\n' + "a,bot,ho\n" * 999).encode(),
        "a.csv:3: E141",
    ),
    "M30 quote closed too late": ("a.csv", (CSV + 'a,bot,"ho\na,bot,"ho"\n').encode(), "a.csv:2: E141"),
    "M31 field too large": ("a.csv", (CSV + f"a,bot,{'x' * (2 << 20)}\n").encode(), "a.csv:2: E125"),
    "M32 another delimiter": ("a.csv", b"dialog|role|text\na|bot|ho\n", "E100"),
    "M32 a column that is lacking": ("a.csv", b"dialog,role,words\na,bot,ho\n", "lacks the columns text"),
    "M32 a column twice": ("a.csv", b"dialog,role,text,text\na,bot,ho,ho\n", "a.csv:1: E143"),
    "M32 a column lacking below sep=": ("a.csv", b"sep=;\ndialog;role\na;bot\n", "a.csv:2: E142"),
    "M38 Parquet": ("a.parquet", b"PAR1\x15\x04\0\0PAR1", "E170"),
    "M39 an archive cut off": (
        "a.jsonl.gz",
        gzip.compress(GOOD.replace('"id": "g",', "").encode() * 99)[:-20],
        "the archive is broken",
    ),
    "M39 no archive": ("a.jsonl.gz", GOOD.encode(), "the archive is broken"),
    "M39 ZIP": ("a.zip", b"PK\x03\x04\x14\0../../x", "E170"),
    "M39 Zstandard": ("a.jsonl.zst", b"\x28\xb5\x2f\xfd\0", "E170"),
    "M39 gzip not called so": ("a.jsonl", gzip.compress(GOOD.encode()), "E170"),
}


def named(folder: Path, case: str) -> Path:
    name, content, _ = CASES[case]
    (folder / name).write_bytes(content)
    return folder / name


@pytest.mark.parametrize("case", CASES)
@pytest.mark.case("P21")
def test_a_malformed_file_says_what_where_and_what_to_do(case: str, tmp_path: Path) -> None:
    wanted = CASES[case][2]
    file = named(tmp_path, case)
    with pytest.raises(InputError) as caught:
        list(open_corpus(file))
    assert wanted in str(caught.value)
    assert str(file) in str(caught.value)
    assert caught.value.hint
    assert caught.value.exit_code == 65


def test_what_a_user_reads_of_each(golden: Callable[[str, str], bool], cli: Cli, tmp_path: Path) -> None:
    """What stands on standard error, to the letter, for each case."""
    said = []
    for case in CASES:
        ended = cli("rate", named(tmp_path, case).name)
        assert (ended.code, ended.out) == (65, ""), case
        said.append(f"{case}\n    {ended.err}")
    assert golden("malformed.txt", "".join(said))


@pytest.mark.parametrize("case", ["M05 Latin-1 in CSV", "M14 NaN", "M20 an id twice", "M39 ZIP"])
def test_the_command_says_it_and_exits_with_65(case: str, botassay: Run, tmp_path: Path) -> None:
    file = named(tmp_path, case)
    with pytest.raises(InputError) as caught:
        list(open_corpus(file))
    ended = botassay("rate", file)
    assert (ended.code, ended.out) == (65, "")
    assert ended.err == f"botassay: {visible(str(caught.value))}\n"


LISTED = [case for case, (name, _, wanted) in CASES.items() if re.match(rf"{re.escape(name)}:\d+: E1", wanted)]
FATAL = re.compile("jsonl:2: E125|E131|E142|E143")


@pytest.mark.parametrize("case", [case for case in LISTED if not FATAL.search(CASES[case][2])])
@pytest.mark.case("P21")
def test_skipping_gets_past_a_bad_row_and_counts_it(case: str, tmp_path: Path) -> None:
    reading = open_corpus(named(tmp_path, case), skip_bad=True).read()
    good = len(list(reading))
    assert reading.tally.bad_rows >= 1
    assert reading.tally.bad_dialogs >= 1
    assert good == reading.tally.dialogs


@pytest.mark.parametrize("case", LISTED)
def test_a_check_finds_the_same_on_the_same_line(case: str, tmp_path: Path) -> None:
    file = named(tmp_path, case)
    with pytest.raises(InputError) as caught:
        list(open_corpus(file))
    checked = Checking(open_corpus(file)).run()
    first = checked.problems[0]
    assert f"{first.file}:{first.line}: {first.code} {first.text}" in str(caught.value)
    assert first.hint
    content = file.read_bytes()
    if "files could not be read to their end" not in checked.remarks or "E125" in CASES[case][2]:
        assert checked.lines == content.count(b"\n") + (not content.endswith(b"\n"))
    assert checked.accepted + checked.rejected == checked.lines
    assert checked.rejected == len({(one.file, one.line) for one in checked.problems})


SOUND: dict[str, tuple[str, bytes, int]] = {
    "M03 a byte order mark": ("a.jsonl", b"\xef\xbb\xbf" + GOOD.encode(), 1),
    "M08 CRLF": ("a.csv", (CSV + "a,bot,ho\nb,bot,ho\n").replace("\n", "\r\n").encode(), 2),
    "M08 CR alone": ("a.csv", (CSV + "a,bot,ho\nb,bot,ho\n").replace("\n", "\r").encode(), 2),
    "M08 line separators of Unicode": ("a.jsonl", (GOOD.replace("ho", "h\u2028o\x85\\f") + NEXT).encode(), 2),
    "M09 no newline at the end": ("a.jsonl", (GOOD + NEXT).strip().encode(), 2),
    "M11 a JSON array": ("a.jsonl", b"[" + GOOD.strip().encode() + b",\n" + NEXT.encode() + b"]", 2),
    "M13 blank lines": ("a.jsonl", ("\n" + GOOD + " \n" + NEXT + "\n").encode(), 2),
    "M19 a number beyond 64 bits for an id": ("a.jsonl", GOOD.replace('"g"', "9" * 30).encode(), 1),
    "M21 three speakers": ("a.csv", b"dialog,role,text,speaker\na,user,1,x\na,user,2,y\na,bot,3,z\n", 1),
    "M24 no utterances": ("a.jsonl", GOOD.encode() + b'{"utterances": []}\n', 2),
    "M24 the bot alone, the user alone": ("a.jsonl", (GOOD + NEXT.replace("bot", "user")).encode(), 2),
    "M27 an empty text": ("a.jsonl", (GOOD.replace("ho", "") + NEXT.replace("ho", " ")).encode(), 2),
    "M32 a header in capitals": ("a.csv", b"Dialog;ROLE;Text\na;bot;ho\n", 1),
    "M33 formulas": ("a.csv", (CSV + "a,bot,=HYPERLINK(1)\n").encode(), 1),
    "M33 sep=": ("a.csv", b"sep=;\ndialog;role;text\na;bot;ho\n", 1),
    "M37 one id in two forms of Unicode": (
        "a.jsonl",
        (GOOD.replace("g", "é") + GOOD.replace("g", "e\u0301")).encode(),
        2,
    ),
}


@pytest.mark.parametrize("case", SOUND)
def test_what_is_odd_and_sound_is_read(case: str, tmp_path: Path) -> None:
    name, content, dialogs = SOUND[case]
    (tmp_path / name).write_bytes(content)
    assert len(list(open_corpus(tmp_path / name))) == dialogs
    checked = Checking(open_corpus(tmp_path / name)).run()
    assert (checked.dialogs, checked.found, checked.rejected) == (dialogs, 0, 0)


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
    begun = time.process_time()
    with pytest.raises(InputError):
        list(open_corpus(tmp_path / "a.jsonl"))
    assert time.process_time() - begun < 0.1


@pytest.mark.case("M25")
def test_a_dialog_of_100_000_turns_takes_no_more_than_its_length(tmp_path: Path) -> None:
    times = {}
    for turns in (10_000, 100_000):
        said = ",".join(['{"role":"bot","text":"ho"}'] * turns)
        (tmp_path / "a.jsonl").write_text(f'{{"utterances":[{said}]}}\n')
        begun = time.process_time()
        (dialog,) = open_corpus(tmp_path / "a.jsonl")
        times[turns] = time.process_time() - begun
        assert len(dialog.utterances) == turns
    assert times[100_000] < 40 * max(times[10_000], 0.005)


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
        with pytest.raises(InputError, match="is no regular file"):
            open_corpus(path)
    (tmp_path / "a.jsonl").write_text(GOOD)
    reading = open_corpus(tmp_path).read()
    assert len(list(reading)) == 1
    assert reading.tally.skipped_files == ["pipe"]


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
    assert found["remarks"]["files have lines that end with CR alone"] == 1
    rated = json.loads(cli("rate", "a.csv", "--skip-bad", "--json").out)
    assert "1 files have lines that end with CR alone" in json.dumps(rated)


@pytest.mark.case("M37")
@pytest.mark.parametrize("twin", ["e\u0301", "\u00e9\u200b", "\u202e\u00e9"])
def test_ids_that_look_alike_are_told(twin: str, cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text(GOOD.replace("g", "\u00e9") + GOOD.replace("g", twin))
    (tmp_path / "b.csv").write_text(f"{CSV}\u00e9,bot,ho\nx,bot,ho\n{twin},bot,ho\n")
    for name in ("a.jsonl", "b.csv"):
        ended = cli("check", name, "--json")
        told = json.loads(ended.out)["remarks"]
        assert (ended.code, told) == (0, {"ids look like another, and are written in other characters": 1})
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
