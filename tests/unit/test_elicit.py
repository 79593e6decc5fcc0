"""Elicitation: by a function, by an interview, and as a command before a real terminal."""

import os
import pty
import signal
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from botassay.core.errors import InputError, UsageError
from botassay.core.results import Profile
from botassay.profiles import elicit
from botassay.profiles.elicitation import PreferenceQuestion
from botassay.profiles.interview import Interview
from botassay.settings.profiles import ElicitSettings
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
    assert "At most 5 questions" in terminal.seen
    assert "CC  Difficult language. The bot's language is too complicated" in terminal.seen
    assert "'x' is not an answer: type 1, 2 or =" in terminal.seen
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
    assert "2 answers saved in ours.answers.toml: run the same command to continue" in first.seen
    assert "Traceback" not in first.seen
    assert not (tmp_path / "ours.toml").exists()
    second = sit("--name", "ours")
    second.type("2\n")
    second.type("1\n")
    second.type("=\n")
    assert second.end() == 0
    assert "Continuing after 2 answers" in second.seen
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
    assert "saved answers belong to other questions" in terminal.seen


@pytest.mark.process
def test_ctrl_c_before_the_first_answer_keeps_nothing_and_says_so(sit: Sit, tmp_path: Path) -> None:
    terminal = sit()
    terminal.type("\x03")
    assert terminal.end() == 130
    assert "no answer to save" in terminal.seen
    assert list(tmp_path.iterdir()) == []


@pytest.mark.process
def test_ctrl_d_is_taken_for_leaving(sit: Sit) -> None:
    terminal = sit()
    terminal.type("1\n")
    terminal.type("\x04")
    assert terminal.end() == 130
    assert "1 answer saved in mine.answers.toml" in terminal.seen


def test_a_function_answers() -> None:
    asked: list[PreferenceQuestion] = []

    def answer(question: PreferenceQuestion) -> str:
        asked.append(question)
        return "12=1"[len(asked) - 1]

    assert elicit(answer, name="bank") == Profile("bank", (("AL", "CC"), ("B",), ("IL",)))
    assert len(asked) == 4
    assert elicit(lambda _: "=", issues=["il", "al", "il"]).order == (("IL", "AL"),)
    assert elicit(settings=ElicitSettings(order="IL,AL=ID")) == Profile("mine", (("IL",), ("AL", "ID")))


@pytest.mark.parametrize(
    ("given", "what"),
    [
        ({"issues": ["XX"]}, "there is no issue 'XX'"),
        ({"settings": {"order": "IL>ALL"}}, "there is no issue 'ALL' .did you mean 'AL'"),
        ({"settings": {"order": "IL", "issues": ("IL",)}}, "cannot be combined"),
        ({"settings": {"issues": "IL,,AL"}}, "has an empty"),
        ({"settings": {"order": ""}}, "has an empty"),
        ({"settings": {"order": ">"}}, "has an empty"),
        ({"answer": lambda _: "3"}, "'3' is not an answer"),
        ({}, "None is not an answer"),
    ],
)
def test_what_cannot_be_elicited_is_an_error(given: dict[str, Any], what: str) -> None:
    with pytest.raises(UsageError, match=what):
        elicit(**given | ({"settings": ElicitSettings(**given["settings"])} if "settings" in given else {}))


def interviewed(typed: str, issues: tuple[str, ...] = ("AL", "B", "IL", "CC")) -> tuple[object, str]:
    lines = iter(typed.splitlines())
    shown: list[str] = []
    order = Interview(issues, lambda: next(lines, None), shown.append, None).hold()
    return order, "\n".join(shown)


def test_an_answer_can_be_taken_back() -> None:
    order, shown = interviewed("1\nu\n2\n?\n1\n", ("IL", "AL", "B"))
    assert order == (("IL",), ("B",), ("AL",))
    assert "taken back" in shown
    assert shown.count("reveals your private information") == 2


def test_a_whole_order_can_be_typed_instead() -> None:
    order, shown = interviewed("IL>AL\nIL>AL>B>XX>CC\nIL>>AL\nil > al > b = cc\n")
    assert order == (("IL",), ("AL",), ("B", "CC"))
    assert "invalid order: B is missing, CC is missing" in shown
    assert "XX is not one of the issues" in shown
    assert "has an empty" in shown


@pytest.mark.parametrize(("typed", "what"), [("1\n", "1 answer came"), ("", "0 answers came")])
def test_answers_that_end_too_early_are_an_error(typed: str, what: str) -> None:
    with pytest.raises(InputError, match=f"E100 the answers ended before the issues were in order .{what}"):
        interviewed(typed)


def test_elicit_as_a_command(botassay: Run, tmp_path: Path) -> None:
    piped = botassay("profiles", "elicit", "--issues", "il,al,b", "-o", "-", stdin="\x1b[31m\n1\nu\n2\n1\n")
    assert piped.code == 0, piped.err
    assert tomllib.loads(piped.out)["order"] == "IL > B > AL"
    assert r"'\\u{1b}[31m' is not an answer" in piped.err
    assert list(tmp_path.iterdir()) == []
    typed = botassay("profiles", "elicit", "--order", "IL,AL=ID", "-o", "kept/bank.toml")
    assert (typed.code, typed.out) == (0, "")
    assert tomllib.loads((tmp_path / "kept/bank.toml").read_text())["name"] == "bank"
    (tmp_path / "mine.toml").write_text("precious")
    refused = botassay("profiles", "elicit")
    assert (refused.code, (tmp_path / "mine.toml").read_text()) == (73, "precious")
    assert botassay("profiles", "elicit", "--force", "--order", "AL").code == 0


@pytest.mark.parametrize(
    ("arguments", "code", "what"),
    [
        ((), 65, "the answers ended"),
        (("--order", "IL", "--issues", "IL"), 2, "cannot be combined"),
        (("--order", ""), 2, "has an empty"),
        (("-o", "mine.json"), 2, "does not end in .toml"),
        (("--name", " "), 2, "a profile needs a name"),
        (("--order", "IL", "-o", "/dev/null/x.toml"), 73, "cannot write"),
    ],
)
def test_what_goes_wrong_is_said(botassay: Run, arguments: tuple[str, ...], code: int, what: str) -> None:
    ended = botassay("profiles", "elicit", *arguments)
    assert (ended.code, ended.out) == (code, "")
    assert what in ended.err
