"""A table is checked in blocks, or row by row: the same is found, whatever the table holds and wherever it is cut."""

from contextlib import suppress
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from botassay.core.dialog import Dialog
from botassay.core.errors import InputError
from botassay.corpora import open_corpus, sound_rows
from botassay.corpora.checking import Checking, CheckTally
from botassay.io import table
from botassay.io.cells import take_apart
from tests.hostile.mutation import damaged

PLAIN = "dialog,role,text"
MORE = "dialog,role,text,at,gender,confidence"
CELLS = {
    "dialog": ["a", "a", "b", "c", " a ", '"a"', "", "é", "e\u0301", "d" * 70, '"x\ny"', "'="],
    "role": ["user", "bot", "bot", " Bot", "USER", "system", "tool", "robot", "", '"bot"', "bot\u3000"],
    "text": ["hi", "", " ", "\u3000", '"ho, ho"', '"say ""ho"""', '"two\nlines"', '" "', '""', 'h"o', '"ho" ho', "é"],
    "at": ["", "5", "10:00"],
    "gender": ["", "", "f", "m", " f"],
    "confidence": ["", "0.5", "1", "2", "often", "nan"],
}


@st.composite
def tables(draw: st.DrawFn) -> str:
    """Give a table, most rows of which are sound."""
    columns = draw(st.sampled_from([PLAIN, MORE])).split(",")
    sound = draw(st.booleans())
    rows = [",".join(columns)]
    for number in range(draw(st.integers(1, 12))):
        cells = [f"d{number // 3}", "bot" if number % 3 else "user", "hi", "5", "f", "0.5"][: len(columns)]
        if not sound:
            for place, column in enumerate(columns):
                if draw(st.integers(0, 5)) == 0:
                    cells[place] = draw(st.sampled_from(CELLS[column]))
        rows.append(",".join(cells))
    text = "\n".join(rows) + draw(st.sampled_from(["\n", "", "\n\n", "\n,,\n"]))
    return text.replace("\n", "\r\n") if draw(st.booleans()) else text


Found = tuple[CheckTally | str, list[tuple[Dialog, int | None]], int]


def found(file: Path) -> Found:
    """Check a file, and read it, bad dialogs left out."""
    checked: CheckTally | str
    try:
        checked = Checking(open_corpus(file)).run()
    except InputError as error:
        checked = str(error)
    reading = open_corpus(file, skip_bad=True).read()
    dialogs: list[tuple[Dialog, int | None]] = []
    with suppress(InputError):  # an id that stands twice
        dialogs.extend((dialog, dialog.line) for dialog in reading)
    return checked, dialogs, reading.tally.bad_rows


def both(file: Path, size: int) -> tuple[Found, Found]:
    """Read a file in blocks of some size, and row by row."""
    with patch.object(sound_rows, "sound_cells", lambda *_: None):
        careful = found(file)
    with patch.object(table, "_BLOCK", size):
        swift = found(file)
    return swift, careful


@given(tables(), st.sampled_from([1, 20, 60, 2**19]))
@example('dialog,role,text\r\n"x\r\ny",bot,hi\r\n', 1)  # CRLF inside an id
def test_in_blocks_or_row_by_row_the_same_is_found(
    tmp_path_factory: pytest.TempPathFactory, text: str, size: int
) -> None:
    file = tmp_path_factory.getbasetemp() / "table.csv"
    file.write_bytes(text.encode())
    swift, careful = both(file, size)
    assert swift == careful


@pytest.mark.parametrize("seed", range(2))
def test_of_damaged_tables_the_same_is_found(seed: int, tmp_path: Path) -> None:
    random = Random(seed)  # noqa: S311 - no secrets
    rows = [f'd{n // 4},{"bot" if n % 2 else "user"},"hi, {n}",10:00,f,0.5\n' for n in range(40)]
    for _ in range(50):
        (tmp_path / "a.csv").write_bytes(damaged(f"{MORE}\n{''.join(rows)}".encode(), random))
        swift, careful = both(tmp_path / "a.csv", random.choice([1, 100, 500, 2**19]))
        assert swift == careful


def test_sound_blocks_are_taken_apart_at_once() -> None:
    """Quotes, line breaks within them and CRLF are no reason to take the slow way."""
    names = ["dialog", "role", "text"]
    data = b'd1,bot,"ho, ""ho""\nho"\r\nd1,user,\r\n'
    apart = take_apart(data, names, ",")
    assert apart is not None
    assert [column.cells() for column in apart[0].values()] == [["d1", "d1"], ["bot", "user"], ['ho, "ho"\nho', ""]]
    assert apart[1] == len(data)
    assert take_apart(b"d1,bot\n", names, ",") is None
    assert take_apart(b'd1,bot,"ho\n', names, ",") is None


def test_a_row_that_goes_on_is_left_for_the_next_block() -> None:
    names = ["dialog", "role", "text"]
    row = b'd1,bot,"ho\n'
    for before in (b"d1,user,hi\n", b"d1,user,hi\r\n"):
        apart = take_apart(before + row, names, ",", final=False)
        assert apart is not None
        assert apart[1] == len(before)
        assert apart[0]["text"].cells() == ["hi"]
