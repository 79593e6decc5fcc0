"""A run is rated out of its journal: no socket is opened, and the same journal gives the same bytes."""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from itertools import islice, product
from pathlib import Path

import pytest

from botassay.runs.journal import Record
from tests.conftest import Run
from tests.forks import nest
from tests.live.conftest import Cli, cli

__all__ = ["cli"]

WATCHED = """
import sys
seen = []
sys.addaudithook(lambda event, _: seen.append(event) if event.startswith("socket.") else None)
from botassay.cli import main
try:
    main()
except SystemExit as ended:
    code = ended.code
print("sockets:", len(seen), "code:", code, file=sys.stderr)
import socket
socket.socket().close()
assert seen, "nobody watched"
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Hold a short live run."""
    folder = tmp_path_factory.mktemp("live") / "run"
    command = [sys.executable, "-m", "botassay", "rate", "eliza", "--seed", "5", "--limit", "12", "--out", str(folder)]
    subprocess.run(command, check=True, capture_output=True)
    return folder


@pytest.mark.process
@pytest.mark.case("P7")
def test_rating_a_run_again_opens_no_socket_and_gives_the_same_bytes(run: Path) -> None:
    stored = run / "rating.json"
    before = stored.read_bytes()
    stored.unlink()
    command = [sys.executable, "-c", WATCHED, "rate", str(run), "--json"]
    ended = subprocess.run(command, check=True, capture_output=True, text=True)
    assert "sockets: 0 code: 0" in ended.stderr
    assert stored.read_bytes() == before
    assert sorted(path.name for path in run.iterdir()) == ["rating.json", "report.html", "run.sqlite"]


SURROUNDINGS = [("0", "C"), ("1", "C.UTF-8"), ("2", "POSIX")]
"""Seeds of hashes, and locales."""
ZONES = ["UTC", "Asia/Tokyo", "America/St_Johns", "Pacific/Apia"]


def scored_anew(run: Path, folder: Path, zones: Sequence[tuple[str, str]]) -> list[bytes]:
    """Rate a run in different surroundings: a seed of hashes, a locale, a time zone, a number of workers."""
    journal, seen = (run / "run.sqlite").read_bytes(), []
    for seed, locale in SURROUNDINGS:
        first = shutil.copytree(run, folder / seed)
        with nest("tests.command:watched", PYTHONHASHSEED=seed, LC_ALL=locale, PRIME=str(first)) as home:
            for zone, workers in zones:
                copy = folder / f"{seed}-{zone.replace('/', '-')}-{workers}"
                copy.mkdir()
                (copy / "run.sqlite").write_bytes(journal)
                said = folder / "said"
                assert home.fork(zone, "rate", str(copy), "--workers", workers, out=said).wait() == 0, said.read_text()
                seen.append((copy / "rating.json").read_bytes())
    return seen


@pytest.mark.process
@pytest.mark.case("P7")
def test_the_same_journal_gives_the_same_bytes_whatever_the_surroundings(run: Path, tmp_path: Path) -> None:
    seen = scored_anew(run, tmp_path, [("Asia/Tokyo", "1"), ("America/St_Johns", "2")])
    assert (len(seen), set(seen)) == (6, {(run / "rating.json").read_bytes()})


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.case("P7")
def test_the_same_journal_gives_the_same_bytes_in_24_surroundings(run: Path, tmp_path: Path) -> None:
    seen = scored_anew(run, tmp_path, list(product(ZONES, ("1", "3"))))
    assert (len(seen), set(seen)) == (24, {(run / "rating.json").read_bytes()})


@pytest.mark.process
@pytest.mark.case("P8")
def test_a_conversation_that_is_lost_on_the_way_is_a_fault_of_ours(
    cli: Cli, run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = shutil.copytree(run, tmp_path / "copy")
    monkeypatch.setattr(Record, "dialogs", lambda self, dialogs=Record.dialogs: islice(dialogs(self), 3, None))
    ended = cli("rate", copy)
    assert (ended.code, ended.out) == (70, "")
    assert "conversation counts do not add up" in ended.err
    assert "planned=12" in ended.err


@pytest.mark.process
@pytest.mark.parametrize("at", [1, 3])
@pytest.mark.case("P1")
def test_whoever_is_killed_while_rating_loses_nothing_and_asks_nothing(run: Path, tmp_path: Path, at: int) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    shutil.copy(run / "run.sqlite", copy)
    with nest("tests.command:dying") as home:
        assert home.fork(str(at), "rate", str(copy), "--workers", "1").wait() == -9
        assert [path.name for path in copy.iterdir()] == ["run.sqlite"]
        assert home.fork("1000000", "rate", str(copy), "--workers", "1").wait() == 0
    assert (copy / "run.sqlite").read_bytes() == (run / "run.sqlite").read_bytes()
    assert (copy / "rating.json").read_bytes() == (run / "rating.json").read_bytes()


@pytest.mark.process
@pytest.mark.case("P6")
def test_a_finished_run_is_gone_on_with_without_a_request(botassay: Run, run: Path, tmp_path: Path) -> None:
    copy = tmp_path / "finished"
    shutil.copytree(run, copy)
    ended = botassay("resume", copy, "--json")
    assert ended.code == 0, ended.err
    assert (copy / "run.sqlite").read_bytes() == (run / "run.sqlite").read_bytes()
    assert (copy / "rating.json").read_bytes() == (run / "rating.json").read_bytes()
