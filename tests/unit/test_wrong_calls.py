"""What somebody reads who calls a command wrongly: one form, what is wrong, and what to do next."""

import errno
import os
import socket
from pathlib import Path

import pytest

from botassay.cli.main import botassay
from botassay.cli.usage import with_help
from botassay.core.errors import OutputError, UsageError
from botassay.io.files import unwritten
from tests.live.conftest import Cli, cli

__all__ = ["cli"]

TALK = '{"id": "d1", "utterances": [{"role": "user", "text": "hi"}, {"role": "bot", "text": "Hello there."}]}\n'


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("rate", "SUBJECT is missing (usage: botassay rate [OPTIONS] SUBJECT...; botassay rate --help explains"),
        ("compare one", "AFTER is missing (usage: botassay compare [OPTIONS] BEFORE AFTER; "),
        ("redact talk.jsonl", "-o is missing (usage: botassay redact [OPTIONS] SOURCE -o FILE; "),
        ("rate eliza --profil abuse", "there is no option '--profil' (did you mean '--profile'? botassay rate --help"),
        ("rate eliza --seed -1", "--seed -1 is out of range: 0 ≤ x (botassay rate --help"),
        ("rate eliza --limit few", "--limit 'few' is not a whole number (botassay rate --help"),
        ("rate eliza --rate fast", "--rate 'fast' is not a number (botassay rate --help"),
        ("rate eliza --workers 65", "--workers 65 is out of range: 1 ≤ x ≤ 64 (botassay rate --help"),
        (
            "rate eliza --depth deep",
            "--depth 'deep' is not one of 'quick', 'standard', 'thorough' (botassay rate --help",
        ),
        ("rate eliza -o", "option '-o' requires an argument (botassay rate --help"),
        ("report talk.jsonl -o folder.html", "-o: file 'folder.html' is a directory (botassay report --help"),
        ("bots check eliza twice", "too many arguments: twice (usage: botassay bots check [OPTIONS] SUBJECT; "),
        ("bots chek eliza", "there is no command 'chek' (did you mean 'check'? known: check, init, list, serve)"),
        ("key show", "there is no command 'show' (known: list, new, revoke, trust)"),
        ("rate eliza+gaurd", "there is no bot 'eliza+gaurd' (did you mean 'eliza+guard'? Nothing else may follow"),
        ("frob", "there is no command 'frob' (known: aggregate, "),
        ("rate eliza --issues", "option '--issues' requires an argument (botassay rate --help"),
    ],
)
def test_every_wrong_call_looks_alike_and_says_what_to_do(cli: Cli, tmp_path: Path, call: str, said: str) -> None:
    (tmp_path / "talk.jsonl").write_text(TALK)
    (tmp_path / "folder.html").mkdir()
    ended = cli(*call.split())
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f"botassay: {said}"), ended.err
    assert ended.err.count("\n") == 1


def test_a_group_alone_shows_its_help(cli: Cli) -> None:
    ended = cli("bots")
    assert ended.code == 2
    assert "Usage: botassay bots [OPTIONS] COMMAND" in ended.out + ended.err


def test_an_error_without_advice_of_its_own_points_to_the_help_of_its_command() -> None:
    bare = with_help(UsageError("the systems have no query in common"), ["options", "score", "a.csv"], botassay)
    assert str(bare) == "the systems have no query in common (botassay options score --help explains the options)"
    advised = UsageError("the list is empty", hint="give one")
    assert with_help(advised, ["rate"], botassay) is advised


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("report gone", "gone: E174 there is no such file or folder (botassay rate SUBJECT --out FOLDER writes a"),
        (
            "report hollow",
            "hollow: E174 the folder holds no rating.json (the folder is empty; botassay rate SUBJECT --out",
        ),
        (
            "report notes",
            "notes: E174 the folder holds no rating.json (the folder holds a.txt, b.txt, c.txt and 1 more; ",
        ),
        (
            "report mondays",
            f"mondays: E174 the folder holds no rating.json (name a folder in it: mondays{os.sep}first; ",
        ),
        ("verify gone", "gone: E174 there is no such file or folder (botassay runs list shows the runs)"),
        (
            "verify notes",
            "notes: E174 the folder holds no journal of a run (the folder holds a.txt, b.txt, c.txt and 1 more; ",
        ),
        (
            "verify mondays/monday.json",
            "mondays/monday.json: E187 a rating alone cannot be checked ",
        ),
        ("merge gon.evidence", "gon.evidence: E174 there is no such file (did you mean gone.evidence?)"),
        ("resume gone", "gone: E174 there is no such folder (botassay runs list shows the runs)"),
        ("resume nots", "nots: E174 there is no such folder (did you mean notes?)"),
        (
            "resume hollow",
            "hollow: E174 the folder holds no journal of a run (the folder is empty; a run is a folder with",
        ),
        (
            "runs delete notes --yes",
            "notes: E174 the folder holds no journal of a run (the folder holds a.txt, b.txt, ",
        ),
        (
            "check eliza",
            "eliza: E174 there is no such file or folder (eliza is a live bot, but a file or folder is required",
        ),
        ("resume eliza", "eliza: E174 there is no such folder (eliza is a live bot, but a folder is required here)"),
        ("rate talks.jsonl", "E174 talks.jsonl does not exist (did you mean talk.jsonl?)"),
        ("rate far/away.jsonl", "E174 far/away.jsonl does not exist (the folder far does not exist; give a file or a"),
        ("rate lost", "E174 lost does not exist (it is a link to nowhere, which does not exist)"),
        ("rate mondays/second", "E100 mondays/second holds no dialogs in any known format (the folder holds x.txt; "),
        ("rate hollow", "E100 hollow holds no dialogs in any known format (the folder is empty; docs/how-to/files.md "),
        ("rate empty.jsonl", 'empty.jsonl: E100 the file is empty (a line is like {"id": "d1", "utterances": '),
        ("check empty.csv", 'empty.csv: E100 the file is empty (a line is like {"id": "d1", "utterances": '),
        ("report empty.json", "empty.json: E100 the file is empty (give the rating.json that"),
        (
            "rate words.json",
            "E100 words.json holds no dialogs in any known format (it is not JSON: it begins with 'no json'",
        ),
        ("rate a.pdf", "E100 a.pdf holds no dialogs in any known format (it is a PDF; export the conversations as"),
        (
            "rate talk.jsonl --profile gone.toml",
            "gone.toml: E174 there is no such file (botassay profiles list shows the published ones;",
        ),
        ("score AL tolk.jsonl", "E174 tolk.jsonl does not exist (did you mean talk.jsonl?)"),
    ],
)
def test_what_is_not_there_or_empty_is_said_with_a_next_step(cli: Cli, tmp_path: Path, call: str, said: str) -> None:
    (tmp_path / "talk.jsonl").write_text(TALK)
    (tmp_path / "empty.jsonl").write_text("\ufeff \n\n")
    (tmp_path / "empty.csv").touch()
    (tmp_path / "empty.json").touch()
    (tmp_path / "words.json").write_text("no json\n")
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7 \xff")
    (tmp_path / "lost").symlink_to("nowhere")
    for folder in ("hollow", "notes", "mondays/first", "mondays/second"):
        (tmp_path / folder).mkdir(parents=True)
    for name in "abcd":
        (tmp_path / "notes" / f"{name}.txt").write_text("words\n")
    (tmp_path / "mondays/first/rating.json").write_text("{}")
    (tmp_path / "mondays/monday.json").write_text('{"schema": "botassay/rating/2"}')
    (tmp_path / "gone.evidence").touch()
    (tmp_path / "mondays/second/x.txt").write_text("words\n")
    ended = cli(*call.split())
    assert ended.code == 65
    assert ended.err.startswith(f"botassay: {said}"), ended.err


def test_a_rating_is_read_whatever_its_file_is_called_and_with_a_byte_order_mark(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "talk.jsonl").write_text(TALK)
    assert cli("rate", "talk.jsonl", "--issues", "CC", "-o", "monday.json").code == 0
    plain = cli("rate", "monday.json", "--profile", "abuse", "--json")
    (tmp_path / "marked.json").write_bytes(b"\xef\xbb\xbf" + (tmp_path / "monday.json").read_bytes())
    assert plain.code == 0, plain.err
    assert cli("rate", "marked.json", "--profile", "abuse", "--json").out == plain.out
    assert cli("report", "marked.json", "-o", "page.html").code == 0


def test_a_check_of_an_address_at_which_nobody_listens_says_so(cli: Cli) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and does not listen
        port = taken.getsockname()[1]
        for subject in (f"http://127.0.0.1:{port}/chat", f"rasa:http://127.0.0.1:{port}"):
            ended = cli("bots", "check", subject)
            assert ended.code == 69
            refused = f"no connection: nothing listens at 127.0.0.1:{port} (connection refused)"
            assert f"{subject} gives no reply: {refused}\n" in ended.out
            assert ended.out.endswith("try this: start the bot there, or correct the address or the port\n")


def test_a_check_of_an_address_at_which_somebody_listens_asks_how_to_connect(cli: Cli) -> None:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        ended = cli("bots", "check", f"http://127.0.0.1:{listening.getsockname()[1]}/chat")
    assert ended.code == 2
    assert "how to talk to the bot at this address is not known (describe it: botassay bots init" in ended.err


def test_where_nothing_can_be_written_another_place_is_asked_for(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "talk.jsonl").write_text(TALK)
    ended = cli("rate", "talk.jsonl", "--issues", "CC", "-o", "talk.jsonl/page.html")
    assert ended.code == 73
    assert "a parent folder is a file: name another place, as with -o or --out)" in ended.err


@pytest.mark.parametrize(
    ("number", "advice"), [("EACCES", "no permission"), ("EROFS", "another place"), ("ENOSPC", "space")]
)
def test_what_the_system_refuses_has_a_next_step(number: str, advice: str) -> None:
    code = getattr(errno, number)
    error = unwritten(OSError(code, os.strerror(code)), Path("page.html"))
    assert isinstance(error, OutputError)
    assert advice in str(error.hint)
