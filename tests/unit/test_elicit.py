"""`botassay profiles elicit`: a person at a real terminal, and answers that are piped in."""

import os
import pty
import signal
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.conftest import Run


class Terminal:
    """A person before a pseudo-terminal: waits for a text, then types."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self._ours, theirs = pty.openpty()
        self.program = subprocess.Popen(
            [sys.executable, "-m", "botassay", "profiles", "elicit", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=folder,
            start_new_session=True,
            preexec_fn=_take_terminal,  # noqa: PLW1509 - no threads here; Ctrl-C needs a controlling terminal
        )
        os.close(theirs)
        self.seen = ""

    def type(self, keys: str, *, after: str = "\n> ") -> None:
        """Wait until something new ends with a text, and type."""
        self.wait(after)
        os.write(self._ours, keys.encode())

    def wait(self, text: str) -> None:
        """Read until something is shown."""
        fresh = ""
        while text not in fresh:
            piece = self._read()
            assert piece, f"it ended before {text!r}: {self.seen}{fresh}"
            fresh += piece
        self.seen += fresh

    def end(self) -> int:
        """Read what is left, and give the exit code."""
        while piece := self._read():
            self.seen += piece
        os.close(self._ours)
        return self.program.wait(timeout=60)

    def _read(self) -> str:
        try:
            return os.read(self._ours, 4096).decode().replace("\r\n", "\n")
        except OSError:  # how Linux says that the other end was closed
            return ""


def _take_terminal() -> None:
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


Sit = Callable[..., Terminal]


@pytest.fixture
def sit(tmp_path: Path) -> Iterator[Sit]:
    """Let a person sit down before a terminal."""
    before: list[Terminal] = []

    def start(*arguments: str) -> Terminal:
        before.append(Terminal(tmp_path, *arguments))
        return before[-1]

    yield start
    for terminal in before:
        terminal.program.kill()
        terminal.program.wait()


@pytest.mark.process
def test_a_person_answers_at_a_terminal(sit: Sit, tmp_path: Path) -> None:
    terminal = sit()
    for key in ("1", "x", "2", "=", "1"):
        terminal.type(f"{key}\n")
    assert terminal.end() == 0
    assert "5 questions at most" in terminal.seen
    assert "CC  Conversation complexity. The bot talks in such a complicated way" in terminal.seen
    assert "'x' is no answer: type 1, 2 or =" in terminal.seen
    assert "mine: AL = CC > B > IL" in terminal.seen
    assert tomllib.loads((tmp_path / "mine.toml").read_text("utf-8")) == {
        "name": "mine",
        "order": "AL = CC > B > IL",
        "source": "typed",
    }
    assert [path.name for path in tmp_path.iterdir()] == ["mine.toml"]


@pytest.mark.process
def test_ctrl_c_keeps_the_answers_and_the_same_command_goes_on(sit: Sit, tmp_path: Path) -> None:
    first = sit("--name", "ours")
    first.type("1\n")
    first.type("2\n")
    first.type("\x03")
    assert first.end() == 130
    assert "2 answers kept in ours.answers.toml: the same command goes on from there" in first.seen
    assert "Traceback" not in first.seen
    assert not (tmp_path / "ours.toml").exists()
    second = sit("--name", "ours")
    second.type("2\n")
    second.type("1\n")
    second.type("=\n")
    assert second.end() == 0
    assert "You go on after 2 answers" in second.seen
    assert "ours: CC > AL > B = IL" in second.seen
    assert [path.name for path in tmp_path.iterdir()] == ["ours.toml"]


@pytest.mark.process
def test_even_a_killed_program_has_kept_the_answers(sit: Sit, tmp_path: Path) -> None:
    terminal = sit()
    terminal.type("1\n")
    terminal.wait("\n> ")
    terminal.program.send_signal(signal.SIGKILL)
    terminal.end()
    assert tomllib.loads((tmp_path / "mine.answers.toml").read_text())["answers"] == "1"
    terminal = sit("--issues", "AL,B")
    assert terminal.end() == 2
    assert "answers kept here are to other questions" in terminal.seen


@pytest.mark.process
def test_ctrl_c_before_the_first_answer_keeps_nothing_and_says_so(sit: Sit, tmp_path: Path) -> None:
    terminal = sit()
    terminal.type("\x03")
    assert terminal.end() == 130
    assert "nothing was answered, so nothing is kept" in terminal.seen
    assert list(tmp_path.iterdir()) == []


@pytest.mark.process
def test_ctrl_d_is_taken_for_leaving(sit: Sit) -> None:
    terminal = sit()
    terminal.type("1\n")
    terminal.type("\x04")
    assert terminal.end() == 130
    assert "1 answer kept in mine.answers.toml" in terminal.seen


def test_answers_can_be_piped(botassay: Run, tmp_path: Path) -> None:
    ended = botassay("profiles", "elicit", "--issues", "il,al,b", "-o", "-", stdin="1\nu\n2\n?\n1\n")
    assert ended.code == 0, ended.err
    assert tomllib.loads(ended.out)["order"] == "IL > B > AL"
    assert "taken back" in ended.err
    assert list(tmp_path.iterdir()) == []


def test_a_whole_order_can_be_typed_instead(botassay: Run, tmp_path: Path) -> None:
    ended = botassay("profiles", "elicit", stdin="IL>AL\nIL>AL>B>XX>CC\nIL>>AL\nil > al > b = cc\n")
    assert ended.code == 0, ended.err
    assert "that order will not do: B is not in it, CC is not in it" in ended.err
    assert "XX is not asked about" in ended.err
    assert "has an empty place" in ended.err
    assert tomllib.loads((tmp_path / "mine.toml").read_text())["order"] == "IL > AL > B = CC"


def test_an_order_on_the_command_line_asks_nothing(botassay: Run, tmp_path: Path) -> None:
    ended = botassay("profiles", "elicit", "--order", "IL,AL=ID", "-o", "kept/bank.toml")
    assert (ended.code, ended.out) == (0, "")
    assert tomllib.loads((tmp_path / "kept/bank.toml").read_text())["name"] == "bank"


@pytest.mark.parametrize(
    ("arguments", "stdin", "code", "said"),
    [
        ((), "1\n", 65, "the answers ended before the issues were in order (1 answer came"),
        ((), "", 65, "0 answers came"),
        ((), "\x1b[31m\n", 65, r"'\\u{1b}[31m' is no answer"),
        (("--order", "IL>ALL"), "", 2, "there is no issue 'ALL' (did you mean 'AL'"),
        (("--order", "IL", "--issues", "IL"), "", 2, "exclude each other"),
        (("--issues", "IL,,AL"), "", 2, "has an empty place"),
        (("--issues", "IL,XX"), "", 2, "there is no issue 'XX'"),
        (("-o", "mine.json"), "", 2, "does not end in .toml"),
        (("--name", " "), "", 2, "a profile needs a name"),
        (("--order", "IL", "-o", "/dev/null/x.toml"), "", 73, "cannot write"),
    ],
)
def test_what_goes_wrong_is_told(botassay: Run, arguments: tuple[str, ...], stdin: str, code: int, said: str) -> None:
    ended = botassay("profiles", "elicit", *arguments, stdin=stdin)
    assert ended.code == code, ended.err
    assert said in ended.err
    assert "Traceback" not in ended.err


def test_a_profile_that_is_there_is_not_overwritten(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("precious")
    ended = botassay("profiles", "elicit")
    assert (ended.code, (tmp_path / "mine.toml").read_text()) == (73, "precious")
    assert botassay("profiles", "elicit", "--force", "--order", "AL").code == 0


@pytest.mark.parametrize("order", ["", " ", "IL,,AL", ">"])
def test_an_order_that_is_none_asks_nothing(botassay: Run, order: str) -> None:
    ended = botassay("profiles", "elicit", "--order", order)
    assert (ended.code, "has an empty place" in ended.err, ended.out) == (2, True, "")
