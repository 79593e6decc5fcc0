"""Apertium: round trips on this machine. What needs the real one skips without; how it can fail is played by fakes."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from botassay.core.errors import ConfigurationError, InternalError, UsageError
from botassay.sentiment.translation import find_translator
from botassay.sentiment.translation.apertium import Apertium
from botassay.sentiment.translation.round_trip import RoundTrips, trips_of
from botassay.testing import check_translator
from tests.conftest import Run
from tests.effort import until

ODD = [
    "They look happy.", "This girl is grim", "", "  \n ", "Is it?", "Wait...", "5 * 3 @ #1 [a] {b} ^c$ </d> \\e", "[0]",
    "[1]x[]", "two\nlines", "nul\0inside", "🤖🤖", "我很高兴", "?!", "<b>awful</b>", "x.[]", "good " * 500, "\ud800",
]  # fmt: skip


def installed(direction: str) -> bool:
    program = shutil.which("apertium")
    if program is None:
        return False
    return direction in subprocess.run([program, "-l"], check=False, capture_output=True, text=True).stdout.split()


real = pytest.mark.skipif(not installed("eng-spa"), reason="needs Apertium: apt-get install apertium apertium-eng-spa")


@real
@pytest.mark.slow
def test_it_keeps_the_promises_of_a_translator() -> None:
    translator = find_translator("apertium")
    check_translator(translator)
    check_translator(translator, source="es", target="en")
    together = translator.translate(ODD, source="en", target="es")
    assert together == [translator.translate([text], source="en", target="es")[0] for text in ODD]
    assert translator.translate(ODD[::-1], source="en", target="es")[::-1] == together


@real
def test_what_it_says_and_what_it_leaves() -> None:
    translator = find_translator("apertium")
    found = dict(zip(ODD, translator.translate(ODD, source="en", target="es"), strict=True))
    assert "felices" in found["They look happy."]
    assert "chica" in found["This girl is grim"]
    assert (found[""], found["  \n "], found["🤖🤖"], found["[0]"]) == ("", "", "🤖🤖", "[0]")
    assert found["5 * 3 @ #1 [a] {b} ^c$ </d> \\e"].startswith("5 * 3 @ #1 [")
    (unknown,) = translator.translate(["The blorfty thing"], source="en", target="es")
    assert "blorfty" in unknown
    assert not set("*@#") & set(unknown)
    assert translator.translate(["They look happy."], source="eng", target="spa") == [found["They look happy."]]


@real
def test_a_pair_that_is_not_there_is_said_before_anything_else(botassay: Run) -> None:
    with pytest.raises(ConfigurationError, match=r"no pair from en to da installed .*installed: .*eng-spa"):
        trips_of("apertium", ["da"])
    ended = botassay("sentiment", "rate", "--translator", "apertium", "--via", "da")
    assert (ended.code, "no pair from en to da" in ended.err) == (78, True)


@real
def test_systems_are_rated_again_by_what_comes_back(botassay: Run) -> None:
    asked = ("sentiment", "rate", "--system", "vader", "--group", "1", "--json")
    by_apertium = botassay(*asked, "--translator", "apertium", "--via", "es", "--record", "es.jsonl")
    assert by_apertium.code == 0, by_apertium.err
    assert botassay(*asked, "--translator", "recorded:es.jsonl", "--via", "es").out == by_apertium.out


# ── how it can fail ─────────────────────────────────────────────────────────────────────────────────────────────────


def fake(folder: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    """Put a program on the path that calls itself apertium, and nothing else."""
    program = folder / "bin" / "apertium"
    program.parent.mkdir()
    listing = 'if "-l" in sys.argv: print("  eng-spa\\n  spa-eng"); sys.exit()'
    program.write_text(f"#!{sys.executable}\nimport os, subprocess, sys, time\n{listing}\n{body}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent))


ECHO = "sys.stdout.write(sys.stdin.read())"


def test_texts_go_there_and_back_through_a_pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path, monkeypatch, ECHO)
    translator = find_translator("apertium")
    expected = [" ".join(text.replace("\0", " ").replace("\ud800", "?").split()) for text in ODD]
    assert translator.translate(ODD, source="en", target="es") == expected
    assert RoundTrips(translator, "es").back(["fine", "grim"]) == ["fine", "grim"]
    many = [f"text {at}" for at in range(3000)]
    assert translator.translate(many, source="en", target="es") == many


def test_no_shell_reads_what_is_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path, monkeypatch, ECHO)
    monkeypatch.chdir(tmp_path)
    translator = find_translator("apertium")
    for language in ("es; touch x", "-h", "../es", ""):
        with pytest.raises(UsageError, match="is not a language code"):
            translator.translate(["hi"], source="en", target=language)
    assert translator.translate(["$(touch x)`touch x`;touch x"], source="en", target="es") == [
        "$(touch x)`touch x`;touch x"
    ]
    assert not tmp_path.joinpath("x").exists()


def test_without_the_command_the_error_says_how_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ConfigurationError, match=r"not installed .*apt-get install apertium apertium-eng-spa"):
        find_translator("apertium")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("print('no such file', file=sys.stderr); sys.exit(3)", "failed with exit code 3: no such file"),
        ("pass", "text 1 .*is not its translation: ''"),
        ("sys.stdout.write(sys.stdin.read().replace('[0]', ''))", "text 1 .*is not its translation: 'one"),
        ("sys.stdout.write('\\0'.join(sys.stdin.read().split('\\0')[1:]))", "text 1 .*'.1.two"),
        ("sys.stdout.write(sys.stdin.read().split('\\0')[0])", "text 2 "),
    ],
)
def test_what_is_no_translation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, said: str) -> None:
    fake(tmp_path, monkeypatch, body)
    with pytest.raises(InternalError, match=said):
        find_translator("apertium").translate(["one", "two"], source="en", target="es")


@pytest.mark.slow
def test_one_that_hangs_is_killed_with_all_that_it_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    child = tmp_path / "child"
    body = (
        f"child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(child)!r}, 'w').write(str(child.pid)); time.sleep(600)"
    )
    fake(tmp_path, monkeypatch, body)
    with pytest.raises(InternalError, match="timed out after"):
        Apertium(patience=2.0).translate(["one"], source="en", target="es")
    until(lambda: not alive(int(child.read_text())))  # the kernel takes the child away when it comes to it


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except (ProcessLookupError, FileNotFoundError):
        return False


def test_what_is_no_program_and_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path, monkeypatch, ECHO)
    with pytest.raises(UsageError, match="is not a folder"):
        find_translator("apertium:nowhere")
    (tmp_path / "bin" / "apertium").write_bytes(b"\x7fELF nonsense")
    with pytest.raises(ConfigurationError, match="cannot be started"):
        find_translator("apertium")


def test_a_folder_of_pairs_goes_to_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake(tmp_path, monkeypatch, f"assert sys.argv[1:3] == ['-d', {str(tmp_path)!r}], sys.argv\n{ECHO}")
    assert find_translator(f"apertium:{tmp_path}").translate(["hi"], source="en", target="es") == ["hi"]
