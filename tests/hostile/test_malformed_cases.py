"""Malformed files, each as a file: what `check` says of one, and the command that would take it, to the letter.

`tests/malformed/NAME.in` holds the bytes, `NAME.expect` what is printed. What is too large for that is made here.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec
import pytest

from botassay.core.errors import InputError
from botassay.corpora import open_corpus
from botassay.corpora.checking import Checking
from tests.live.conftest import Cli, cli

__all__ = ["cli"]

FOLDER: Final = Path(__file__).parents[1] / "malformed"
GOOD: Final = b'{"id": "g", "utterances": [{"role": "bot", "text": "ho"}]}\n'


def dialog_of(text: str, name: str = "d") -> bytes:
    """Give a line with a dialog of one utterance."""
    return msgspec.json.encode({"id": name, "utterances": [{"role": "bot", "text": text}]}) + b"\n"


LARGE: Final[Mapping[str, Callable[[], bytes]]] = {
    "M16-deep-nesting.jsonl": lambda: GOOD + b'{"utterances":' + b"[" * 100_000 + b"\n",
    "M16-deep-and-ignored.jsonl": lambda: GOOD + b'{"x":' + b"[" * 100_000 + b"\n",
    "M17-line-too-long.jsonl": lambda: GOOD + b'{"x": "' + b"x" * (9 << 20),
    "M31-field-too-large.csv": lambda: b"dialog,role,text\na,bot," + b"x" * (2 << 20) + b"\n",
    "M31-utterance-too-large.jsonl": lambda: GOOD + dialog_of("é" * 2**19) + dialog_of("é" * 2**19 + "e", "f"),
    "M31-utterance-too-large.babi.txt": lambda: b"1 hello\tho\n\n1 hi\t" + b"x" * (2**20 + 1) + b"\n",
    "M42-too-large.grammar": lambda: b"root:\n    hello\n" + b"#" * 2**20,
    "M42-too-many.grammar": lambda: b"".join(b"r%d:\n    x\n" % n for n in range(2100)),
}
COMMANDS: Final[Mapping[str, tuple[str, ...]]] = {
    ".phrases.csv": ("intents", "evaluate"),
    ".yml": ("intents", "evaluate"),
    ".lists.jsonl": ("options", "score"),
    ".replies.csv": ("identity", "categorise"),
    ".replies.jsonl": ("identity", "categorise"),
    ".labelled.csv": ("identity", "evaluate"),
    ".bot.toml": ("bots", "check", "http://127.0.0.1:1/", "--bot"),
    ".toml": ("profiles", "show"),
    ".grammar": (),
    "": ("rate",),
}
"""Who takes such a file, by the end of its name."""
UNCHECKED: Final = (".labelled.csv", ".replies.csv", ".replies.jsonl")
"""What `check` does not know."""
CASES: Final = sorted({*LARGE, *(file.stem for file in FOLDER.glob("*.in"))})
DIALOGS: Final = [case for case in CASES if not any(case.endswith(end) for end in COMMANDS if end)]


def named(folder: Path, case: str) -> Path:
    """Put the file of a case into a folder."""
    file = folder / case
    file.write_bytes(LARGE[case]() if case in LARGE else (FOLDER / f"{case}.in").read_bytes())
    return file


def taker(case: str) -> tuple[str, ...]:
    """Give the command that would take a file."""
    return next(command for end, command in COMMANDS.items() if case.endswith(end))


@pytest.mark.parametrize("case", CASES)
@pytest.mark.case("P21")
def test_a_malformed_file_says_what_where_and_what_to_do(
    case: str, golden: Callable[[Path, str], bool], cli: Cli, tmp_path: Path
) -> None:
    named(tmp_path, case)
    shown, sound = "", False
    if not case.endswith(UNCHECKED):
        checked = cli("check", case)
        shown, sound = f"$ botassay check {case}\n{checked.out}{checked.err}exit {checked.code}\n", not checked.code
    if not sound and (command := taker(case)):
        taken = cli(*command, case)
        assert not (taken.code and taken.out)
        assert taken.err.count("\n") == (taken.code != 0), taken
        shown += f"$ botassay {' '.join(command)} {case}\n{taken.err}exit {taken.code}\n"
    assert golden(FOLDER / f"{case}.expect", shown)


def test_nothing_is_expected_of_files_that_are_gone() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.expect")) == CASES


@pytest.mark.parametrize("case", DIALOGS)
@pytest.mark.case("P21")
def test_every_line_is_accepted_or_rejected_once(case: str, tmp_path: Path) -> None:
    file = named(tmp_path, case)
    with suppress(InputError):  # nothing in it is a dialog
        checked = Checking(open_corpus(file)).run()
        content = file.read_bytes()
        assert checked.accepted + checked.rejected == checked.lines
        assert checked.rejected == len({(one.file, one.line) for one in checked.problems if one.line})
        if checked.formats == {"jsonl", "csv", "babi"} and not checked.remarks:
            assert checked.lines == content.count(b"\n") + (not content.endswith(b"\n"))


def skippable(case: str) -> bool:
    """Whether it is said that the bad row can be left out."""
    expected = FOLDER / f"{case}.expect"
    return expected.is_file() and "or use --skip-bad" in expected.read_text("utf-8")


@pytest.mark.parametrize("case", [case for case in DIALOGS if skippable(case)])
@pytest.mark.case("P21")
def test_skipping_gets_past_a_bad_row_and_counts_it(case: str, tmp_path: Path) -> None:
    reading = open_corpus(named(tmp_path, case), skip_bad=True).read()
    good = len(list(reading))
    assert reading.tally.bad_rows >= 1
    assert reading.tally.bad_dialogs >= 1
    assert good == reading.tally.dialogs
