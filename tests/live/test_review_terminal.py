"""Going through deferred questions as a person does: on a real terminal, with Ctrl-C and Ctrl-D."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pexpect
import pytest

DATA = (
    "text,intent\npay my bill,pay\nhow do I pay,pay\npaying by card,pay\n"
    "hello there,greet\ngood morning,greet\nhi,greet\n"
)
LOG = (
    '{"text": "may I bring my dog", "answered": false}\n'
    '{"text": "can I bring my dog along", "answered": false}\n'
    '{"text": "can I bring my dog along", "answered": false}\n'
    '{"text": "gluten free bread", "intent": null}\n'
)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Any]:
    """Begin a review on a terminal of its own."""
    (tmp_path / "data.csv").write_text(DATA)
    (tmp_path / "log.jsonl").write_text(LOG)
    child = pexpect.spawn(
        sys.executable,
        ["-m", "botassay", "intents", "review", "log.jsonl", "--data", "data.csv"],
        cwd=str(tmp_path),
        env={**os.environ, "TERM": "dumb"},
        encoding="utf-8",
        timeout=60,
        dimensions=(50, 200),
    )
    child.expect_exact("> ")
    yield child
    child.close(force=True)


def ending(child: Any) -> tuple[int, str]:
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus, child.before


def added(folder: Path) -> list[str]:
    return (folder / "data-reviewed.csv").read_text().removeprefix(DATA).splitlines()


def test_a_person_goes_through_the_groups(terminal: Any, tmp_path: Path) -> None:
    assert "4 of 4 questions had no answer" in terminal.before
    assert "1 of 2" in terminal.before
    assert "can I bring my dog along (2 times)" in terminal.before
    assert "→ new topic: " in terminal.before
    terminal.sendline("dogs at work")
    terminal.expect_exact("added to dogs at work (new topic)")
    terminal.expect_exact("> ")
    assert "2 of 2" in terminal.before
    terminal.sendline("n")
    code, out = ending(terminal)
    assert (code, "wrote data-reviewed.csv with 2 new phrases" in out) == (0, True)
    assert sorted(added(tmp_path)) == ["can I bring my dog along,dogs at work", "may I bring my dog,dogs at work"]
    assert (tmp_path / "data.csv").read_text() == DATA


@pytest.mark.parametrize("end", ["ctrl-c", "ctrl-d", "q"])
def test_whoever_leaves_early_keeps_what_was_accepted(terminal: Any, tmp_path: Path, end: str) -> None:
    terminal.sendline("-1")
    terminal.expect_exact("> ")
    terminal.sendline("y")
    terminal.expect_exact("> ")
    {"ctrl-c": terminal.sendintr, "ctrl-d": terminal.sendeof, "q": lambda: terminal.sendline("q")}[end]()
    code, out = ending(terminal)
    assert (code, "wrote data-reviewed.csv with 1 new phrase" in out) == (0, True)
    assert len(added(tmp_path)) == 1


def test_whoever_leaves_at_once_writes_nothing(terminal: Any, tmp_path: Path) -> None:
    terminal.sendintr()
    code, out = ending(terminal)
    assert (code, "no questions accepted; no file written" in out) == (0, True)
    assert not (tmp_path / "data-reviewed.csv").exists()
