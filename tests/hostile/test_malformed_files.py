"""Malformed files: each gives its code, the line where it is wrong, and a hint; none gives a traceback."""

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from botassay.corpora import open_corpus
from botassay.errors import InputError

GOOD = '{"id": "g", "utterances": [{"role": "bot", "text": "ho"}]}\n'
CSV = "dialog,role,text\n"


def text_of(value: object) -> str:
    return json.dumps({"utterances": [{"role": "bot", "text": value}]}) + "\n"


CASES: dict[str, tuple[str, bytes, str]] = {
    "no JSON": ("a.jsonl", (GOOD + "{nonsense}\n").encode(), "a.jsonl:2: E120"),
    "last line cut off": ("a.jsonl", (GOOD + GOOD[:30]).encode(), "a.jsonl:2: E120"),
    "two objects on a line": ("a.jsonl", (GOOD + GOOD.strip() * 2).encode(), "a.jsonl:2: E120"),
    "NaN": ("a.jsonl", (GOOD + text_of(0).replace("0", "NaN")).encode(), "a.jsonl:2: E120"),
    "text null": ("a.jsonl", (GOOD + text_of(None)).encode(), "a.jsonl:2: E136"),
    "text number": ("a.jsonl", (GOOD + text_of(5)).encode(), "a.jsonl:2: E136"),
    "text list": ("a.jsonl", (GOOD + text_of(["a"])).encode(), "a.jsonl:2: E136"),
    "no utterances": ("a.jsonl", (GOOD + '{"id": "x"}\n').encode(), "a.jsonl:2: E136"),
    "unknown role": ("a.jsonl", (GOOD + GOOD.replace("bot", "robot")).encode(), "a.jsonl:2: E132"),
    "deep nesting": ("a.jsonl", (GOOD + '{"utterances":' + "[" * 100_000 + "\n").encode(), "a.jsonl:2: E1"),
    "deep and ignored": ("a.jsonl", (GOOD + '{"x":' + "[" * 100_000 + "\n").encode(), "a.jsonl:2: E124"),
    "Latin-1 in JSON": ("a.jsonl", GOOD.encode() + GOOD.replace("ho", "café").encode("latin-1"), "a.jsonl:2: E111"),
    "lone surrogate": ("a.jsonl", (GOOD + GOOD.replace("ho", r"\ud800")).encode(), "a.jsonl:2: E120"),
    "line too long": ("a.jsonl", GOOD.encode() + b'{"x": "' + b"x" * (9 << 20), "a.jsonl:2: E125"),
    "too few fields": ("a.csv", (CSV + "a,bot,ho\na,bot\n").encode(), "a.csv:3: E140"),
    "too many fields": ("a.csv", (CSV + "a,bot,ho,ho\n").encode(), "a.csv:2: E140"),
    "quote never closed": ("a.csv", (CSV + 'a,bot,ho\na,bot,"ho\n' + "a,bot,ho\n" * 2000).encode(), "a.csv:3: E141"),
    "quote closed too late": ("a.csv", (CSV + 'a,bot,"ho\na,bot,"ho"\n').encode(), "a.csv:2: E141"),
    "text after a quote": ("a.csv", (CSV + 'a,bot,"ho" ho\n').encode(), "a.csv:2: E140"),
    "field too large": ("a.csv", (CSV + f"a,bot,{'x' * (2 << 20)}\n").encode(), "a.csv:2: E140"),
    "empty dialog": ("a.csv", (CSV + ",bot,ho\n").encode(), "a.csv:2: E130"),
    "unknown CSV role": ("a.csv", (CSV + "a,Robot,ho\n").encode(), "a.csv:2: E132"),
    "Latin-1 in CSV": ("a.csv", (CSV + "a,bot,café\n").encode("latin-1"), "a.csv:2: E111"),
    "NUL in CSV": ("a.csv", (CSV + "a,bot,h\0o\n").encode(), "a.csv:2: E112"),
    "confidence": ("a.csv", b"dialog,role,text,confidence\na,bot,ho,often\n", "a.csv:2: E136"),
    "no number": ("a.txt", b"1 hi\tho\nhi\tho\n", "a.txt:2: E133"),
    "Latin-1 in bAbI": ("a.txt", "1 hi\tho\n2 café\tho\n".encode("latin-1"), "a.txt:2: E111"),
    "empty": ("a.jsonl", b"", "E100"),
    "byte order mark alone": ("a.jsonl", b"\xef\xbb\xbf\n", "E100"),
    "header alone": ("a.csv", CSV.encode(), "E100"),
    "UTF-16": ("a.jsonl", GOOD.encode("utf-16"), "E100"),
    "an archive cut off": (
        "a.jsonl.gz",
        gzip.compress(GOOD.replace('"id": "g", ', "").encode() * 999)[:-20],
        "the archive is broken",
    ),
    "no archive": ("a.jsonl.gz", GOOD.encode(), "the archive is broken"),
}


@pytest.mark.parametrize("case", CASES)
def test_a_malformed_file_says_what_where_and_what_to_do(case: str, tmp_path: Path) -> None:
    name, content, wanted = CASES[case]
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError) as caught:
        list(open_corpus(tmp_path / name))
    assert wanted in str(caught.value)
    assert str(tmp_path / name) in str(caught.value)
    assert caught.value.hint


@pytest.mark.parametrize(
    "case", [case for case, (_, _, wanted) in CASES.items() if ": E1" in wanted and "E125" not in wanted]
)
def test_skipping_gets_past_a_bad_row_and_counts_it(case: str, tmp_path: Path) -> None:
    name, content, _ = CASES[case]
    (tmp_path / name).write_bytes(content)
    reading = open_corpus(tmp_path / name, skip_bad=True).read()
    good = len(list(reading))
    assert reading.tally.bad_rows >= 1
    assert reading.tally.bad_dialogs >= 1
    assert good == reading.tally.dialogs


def test_after_a_quote_that_is_never_closed_the_rest_of_the_file_is_read(tmp_path: Path) -> None:
    rows = "".join(f"d{n},bot,{chr(34) if n == 5 else ''}ho\n" for n in range(3000))
    (tmp_path / "a.csv").write_text(CSV + rows)
    reading = open_corpus(tmp_path / "a.csv", skip_bad=True).read()
    assert [dialog.id for dialog in reading] == [f"d{n}" for n in range(3000) if n != 5]
    assert (reading.tally.bad_rows, reading.tally.bad_dialogs) == (1, 1)


COUNTING = """
import resource, sys
from botassay.corpora import open_corpus
print(sum(1 for _ in open_corpus(sys.argv[1])), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024)
"""


@pytest.mark.slow
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
