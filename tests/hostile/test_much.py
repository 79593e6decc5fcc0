"""Much: memory stays flat however large a file is, measured as the resident set of a process of its own."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

MEASURED = """
import sys
from botassay.cli.main import _run
from tests.memory import peak
sys.argv = ["botassay", *sys.argv[1:]]
code = _run()
print(code, peak() // 2**20, file=sys.stderr)
"""
MIB = 2**20
TURN = '"utterances":[{"role":"user","text":"a table for two"},{"role":"bot","text":"it is booked"}]'


def peak(*arguments: object, code: int = 0) -> tuple[int, str]:
    """Run a command; give its peak in MiB, and what it printed."""
    command = [sys.executable, "-c", MEASURED, *map(str, arguments)]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    ended_with, resident = map(int, ended.stderr.splitlines()[-1].split())
    assert ended_with == code, ended.stderr
    return resident, ended.stdout


def write(file: Path, count: int) -> None:
    with file.open("w") as out:
        out.writelines(f'{{"id":"d{n}",{TURN}}}\n' for n in range(count))


LONG = {
    "jsonl": (f'{{"id":"d0",{TURN}}}\n', '{"x": "'),
    "csv": ("dialog,role,text\nd0,user,hi\nd0,bot,ho\n", "d1,user,"),
    "quoted.csv": ("dialog,role,text\nd0,user,hi\nd0,bot,ho\n", 'd1,user,"'),
    "tsv": ("dialog\trole\ttext\nd0\tuser\thi\nd0\tbot\tho\n", 'd1\tuser\t"'),
}


@pytest.mark.case("M17")
@pytest.mark.parametrize("ending", LONG)
@pytest.mark.parametrize("command", ["check", pytest.param("rate", marks=pytest.mark.slow)])
def test_a_line_of_100_mb_takes_16_mb_at_most(command: str, ending: str, tmp_path: Path) -> None:
    sound, long = LONG[ending]
    (tmp_path / f"small.{ending}").write_text(sound)
    with (tmp_path / f"large.{ending}").open("wb") as out:
        out.write(f"{sound}{long}".encode())
        out.writelines([b"x" * MIB] * 100)
    before, _ = peak(command, tmp_path / f"small.{ending}")
    after, _ = peak(command, tmp_path / f"large.{ending}", code=65)
    assert after - before <= 16


@pytest.mark.case("M30")
def test_a_quote_that_is_never_closed_takes_little_memory(tmp_path: Path) -> None:
    row = f"user,{'a word ' * 5_000}\n"
    sound = "dialog,role,text\n" + "".join(f"d{n},{row}" for n in range(40))
    (tmp_path / "small.csv").write_text(sound)
    with (tmp_path / "large.csv").open("w") as out:
        out.write(f'{sound}e,user,"open\n')
        out.writelines(f"e{n},{row}" for n in range(3_000))
    before, _ = peak("check", tmp_path / "small.csv")
    after, said = peak("check", tmp_path / "large.csv", code=65)
    assert "large.csv:42: E141" in said
    assert after - before <= 16


@pytest.mark.case("M18")
@pytest.mark.slow
def test_ten_million_lines_are_checked_in_400_mb(tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    with file.open("w") as out:
        out.writelines(f'{{"id":"{n}","utterances":[]}}\n' for n in range(10_000_000))
    resident, said = peak("check", file, "--json")
    found = json.loads(said)
    assert (found["lines"], found["accepted"], found["dialogs"]) == (10_000_000, 10_000_000, 10_000_000)
    assert resident <= 400


@pytest.mark.case("M18")
@pytest.mark.slow
@pytest.mark.parametrize("command", ["check", "rate"])
def test_from_a_hundred_thousand_to_a_million_dialogs_memory_grows_by_the_ids_alone(
    command: str, tmp_path: Path
) -> None:
    peaks = {}
    for count in (100_000, 1_000_000):
        write(tmp_path / "a.jsonl", count)
        peaks[count], _ = peak(command, tmp_path / "a.jsonl", "--json")
        (tmp_path / "a.jsonl").unlink()
    assert peaks[1_000_000] <= 400
    assert peaks[1_000_000] - peaks[100_000] <= max(0.1 * peaks[100_000], 16)


@pytest.mark.case("M17")
@pytest.mark.slow
@pytest.mark.parametrize(("issues", "most"), [("CC", 300), ("ID,IL", 300), ("AL,B", 500)])
def test_seven_utterances_of_1_mib_on_a_line_take_little_memory(issues: str, most: int, tmp_path: Path) -> None:
    text = "The trains to Leeds run every hour, and women drive them; ring 555-1234 or write to a@b.org! " * 12_000
    said = [{"role": "bot" if n else "user", "text": f"{n}{text}"[:MIB]} for n in range(7)]
    (tmp_path / "long.jsonl").write_text(json.dumps({"id": "d", "utterances": said}) + "\n")
    resident, _ = peak("rate", tmp_path / "long.jsonl", "--issues", issues)
    assert resident <= most, "500 MiB with the runtime of the encoder"
