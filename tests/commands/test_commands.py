"""Whole commands as processes: each once, with what it reads, what it prints, where, and how it ends."""

import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from tests.conftest import Run
from tests.effort import until

DIALOG: Final = '{"id": "%s", "utterances": [{"role": "user", "text": "hi"}, {"role": "bot", "text": "%s"}]}\n'
FILES: Final = {
    "talk.jsonl": "".join(DIALOG % (f"d{n}", "Your table for two is booked.") for n in range(40)),
    "rude.jsonl": "".join(DIALOG % (f"d{n}", "You are a stupid idiot.") for n in range(8)),
    "broken.csv": "dialog,role,text\nd1,user,hi\nd1,bot,Hello!\nd1,expert,Hi.\nd2,bot\n",
    "bot.py": "def reply(text):\n    return 'I am a bot.' if 'you' in text else 'Your table is booked.'\n",
    "slow.py": (
        "import asyncio\nasync def reply(text):\n    with open('log', 'a') as log:\n        log.write('.')\n"
        "    await asyncio.sleep(0.01)\n    return 'hi'\n"
    ),
    "phrases.csv": (
        "text,intent\npay my bill,pay\nhow do I pay,pay\npay the invoice,pay\nblock my card,block\n"
        "my card is lost,block\nstolen card,block\nwhere is my parcel,parcel\nmy parcel is late,parcel\n"
        "lost parcel,parcel\n"
    ),
    "more.csv": "text,intent\nhow high is the bill,pay\ndogs welcome,pets\n",
    "log.jsonl": (
        '{"text": "how do I pay", "intent": "pay", "confidence": 0.9}\n'
        '{"text": "may I bring my dog", "intent": null}\n{"text": "can I bring my dog", "answered": false}\n'
    ),
    "lists.jsonl": '{"options": ["pay", "block"], "correct": "block"}\n{"options": ["pay"], "correct": "pay"}\n',
    "scored.jsonl": (
        '{"candidates": {"pay": 0.9, "block": 0.1}, "correct": "pay"}\n'
        '{"candidates": {"pay": 0.45, "block": 0.44, "loan": 0.11}, "correct": "block"}\n'
    )
    * 20,
    "ballots.csv": "voter,order,count\nann,CC>AL>B>IL,7\nbob,B>CC>AL>IL,5\neve,IL>AL>B>CC,6\n",
    "asked.csv": "text,label\nare you a robot?,p\nyou are a robot,a\ndo you like robots?,n\n",
    "ratings.csv": (
        "rater,item,configuration,appropriate,trustworthy,friendly,duplicate_of\n"
        "a,1,CC,7,6,5,\na,2,calibration,3,3,5,\na,3,duplicate,3,4,5,2\n"
        "b,1,CC,6,6,4,\nb,2,calibration,4,2,4,\nb,3,duplicate,1,7,4,2\n"
    ),
    "raw.json": '{"Sd": 0, "St": 0, "Sg": 0.6, "Sr": 1.9, "Sb": 23}',
    "assigned.csv": "Original,UB,C_num\n" + "".join(f"hello there,1,{n}\nGood morning!,0,{n}\n" for n in range(1, 7)),
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a file of each kind, two days of phrases, and a run."""
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "days").mkdir()
    for day, phrases in (("2026-03-02", FILES["phrases.csv"]), ("2026-03-09", FILES["phrases.csv"] + "buy it,pay\n")):
        (tmp_path / "days" / f"{day}.csv").write_text(phrases, "utf-8")
    return tmp_path


EACH: Final = [
    ("rate talk.jsonl --profile abuse", "", "abuse"),
    ("rate rude.jsonl --order AL -o r.html -o r.md -o r.json -o f.csv", "", "AL"),
    ("rate eliza --limit 2 --seed 1 --out run", "", "eliza"),
    ("rate hospital --dry-run", "", "conversations"),
    ("rate python:bot:reply --issues AL,ID --limit 3 --seed 1", "", "Abusive language"),
    ("chat eliza --profile privacy --out run", "Hello\nYou are a stupid machine.\n", "risk"),
    ("aggregate AL=high B=low --order AL,B", "", "high"),
    ("score AL", "You are a stupid idiot.\nhello there\n", '"label"'),
    ("score CC -", "run grub again\n", '"value"'),
    ("profiles list", "", "conversation  CC > AL > B=SG > IL=ID"),
    ("profiles show privacy", "", "IL"),
    ("profiles elicit -o mine.toml", "1\n2\n=\n1\n", ""),
    ("profiles vote ballots.csv --rule schulze", "", "AL"),
    ("bots list", "", "eliza"),
    ("bots check python:bot:reply", "", "booked"),
    ('bots init --curl \'curl https://bot.example/chat --json "{\\"message\\": \\"hi\\"}"\' -o bot.toml', "", ""),
    ("check talk.jsonl", "", "40"),
    ("doctor", "", "python"),
    ("options score lists.jsonl --measure LAR --measure OLAR", "", "LAR"),
    ("options tune scored.jsonl -o curve.svg", "", ""),
    ("options table --measure LAR --longest 2", "", "cw"),
    ("intents evaluate phrases.csv --test-fraction 0.4 -o e.html", "", "tfidf-lr"),
    ("intents compare phrases.csv --classifier tfidf-lr --classifier char-lr --test-fraction 0.4", "", "tfidf-lr"),
    ("intents history days -o history.html", "", ""),
    ("intents merge phrases.csv more.csv", "", "pets"),
    ("intents review log.jsonl --data phrases.csv", "dogs\n", ""),
    ("intents traffic log.jsonl", "", "dog"),
    ("identity ask hospital --limit 3 --seed 1", "", ""),
    ("identity ask hospital --dry-run --seed 1", "", "conversations"),
    ("identity detect", "Are you a robot?\nDo you like robots?\n", "positive"),
    ("identity categorise", "I'm a bot made by Example Ltd.\n", "confirm"),
    ("identity evaluate asked.csv --recogniser grammar", "", "3 utterances"),
    ("identity generate --out made", "", ""),
    ("identity survey ratings.csv", "", "CC"),
    ("identity survey --make --raters 3 --out asked", "", ""),
    ("identity uncovered asked.csv", "", ""),
    ("sentiment rate --system vader --group 1", "", "vader"),
    ("sentiment generate --group 1", "", "emotion"),
    ("sentiment order raw.json --levels 3", "", "Sb"),
    ("sentiment dialogs assigned.csv --assign --system vader", "", "vader"),
    ("replicate rating", "", ""),
    ("replicate options", "", ""),
]


def quick_first(typed: list[tuple[str, str, str]]) -> list[Any]:
    """Return what is typed; in `make test` the first of each group of commands runs, as `identity` and `intents`."""
    firsts = {line.split()[0]: line for line, _, _ in reversed(typed)}.values()
    return [pytest.param(*one, id=one[0], marks=[pytest.mark.process] * (one[0] not in firsts)) for one in typed]


@pytest.mark.parametrize(("typed", "entered", "printed"), quick_first(EACH))
def test_each_command_does_what_it_is_there_for(
    botassay: Run, folder: Path, typed: str, entered: str, printed: str
) -> None:
    ended = botassay(*shlex.split(typed), stdin=entered, cwd=folder)
    assert ended.code == 0, ended.err
    assert printed in ended.out
    assert "Traceback" not in ended.err


DOCUMENTS: Final = {
    "rate talk.jsonl --profile abuse": "botassay/rating/2",
    "rate talk.jsonl": "botassay/ratings/2",
    "aggregate AL=high B=low --order AL,B": "botassay/aggregate/1",
    "profiles vote ballots.csv": "botassay/vote/1",
    "bots check eliza": "botassay/trial/1",
    "check talk.jsonl": "botassay/check/1",
    "doctor": "botassay/doctor/1",
    "options score lists.jsonl": "botassay/options/score/1",
    "options tune scored.jsonl": "botassay/options/tune/1",
    "intents evaluate phrases.csv --test-fraction 0.4": "botassay/intents/evaluate/1",
    "intents compare phrases.csv --classifier tfidf-lr --classifier majority": "botassay/intents/compare/1",
    "intents history days": "botassay/intents/history/1",
    "intents merge phrases.csv more.csv": "botassay/intents/merge/1",
    "intents traffic log.jsonl": "botassay/intents/traffic/1",
    "intents review log.jsonl --data phrases.csv": "botassay/intents/review/1",
    "identity evaluate asked.csv --recogniser grammar": "botassay/identity/evaluate/1",
    "identity survey ratings.csv": "botassay/identity/survey/1",
    "identity uncovered asked.csv": "botassay/identity/uncovered/1",
    "sentiment rate --system vader --group 1": "botassay/sentiment/rate/1",
    "sentiment order raw.json --levels 3": "botassay/sentiment/order/1",
    "sentiment dialogs assigned.csv --assign --system vader": "botassay/sentiment/dialogs/1",
    "replicate options": "botassay/replication/2",
}


@pytest.mark.parametrize("typed", DOCUMENTS)
def test_with_json_standard_output_holds_one_document_and_nothing_else(botassay: Run, folder: Path, typed: str) -> None:
    ended = botassay(*shlex.split(typed), "--json", cwd=folder)
    assert (ended.code, ended.err) == (0, "")
    assert json.loads(ended.out)["schema"] == DOCUMENTS[typed]


def test_a_run_is_rated_resumed_drawn_and_compared(botassay: Run, folder: Path) -> None:
    first = botassay("rate", "eliza", "--limit", "2", "--seed", "1", "--out", "run", "--json")
    again = botassay("resume", "run", "--json")
    assert (first.code, again.code, again.out) == (0, 0, first.out)
    assert (folder / "run" / "rating.json").is_file()
    assert "eliza" in botassay("report", "run").out
    assert botassay("report", "run", "-o", "page.html", "-o", "run.sarif").code == 0
    assert "<!doctype html>" in (folder / "page.html").read_text("utf-8").lower()
    compared = json.loads(botassay("compare", "run", "run", "--json").out)
    assert compared["schema"] == "botassay/comparison/2"


ENDS: Final = [
    ("rate rude.jsonl --order AL --fail-on medium", 1, "the gate failed"),
    ("rate talk.jsonl --nonsense", 2, "there is no option '--nonsense'"),
    ("nonsense", 2, "there is no command 'nonsense'"),
    ("rate talk.jsonl --profile nobody", 2, "there is no profile 'nobody'"),
    ("rate eliza --limit 0", 2, "is out of range"),
    ("bots check nobody:nowhere", 2, "known:"),
    ("rate python:nowhere:reply", 2, "cannot be imported"),
    ("intents evaluate phrases.csv --classifier nobody", 2, "known:"),
    ("rate nowhere.jsonl", 65, "E174 nowhere.jsonl does not exist"),
    ("rate broken.csv", 65, "broken.csv:4: E132"),
    ("report nowhere", 65, "E174"),
    ("rate off.toml --limit 1 --seed 1 --retries 0", 69, ""),
    ("rate talk.jsonl -o talk.jsonl/r.html", 73, ""),
    ("rate wrong.toml", 78, "wrong.toml"),
]


@pytest.mark.parametrize(("typed", "code", "said"), ENDS, ids=[typed for typed, _, _ in ENDS])
def test_exit_codes(botassay: Run, folder: Path, typed: str, code: int, said: str) -> None:
    (folder / "off.toml").write_text(
        "url = 'http://127.0.0.1:9/'\nbody = '{\"m\": {{message}}}'\n[reply]\ntext = '$.r'\n"
    )
    (folder / "wrong.toml").write_text("url = 'http://127.0.0.1:9/'\nnonsense = 1\n")
    ended = botassay(*shlex.split(typed), cwd=folder)
    assert ended.code == code, ended.err
    assert said in ended.err
    assert "Traceback" not in ended.err


@contextmanager
def running(folder: Path, *typed: str) -> Iterator["subprocess.Popen[str]"]:
    """Start a command, with pipes for what it reads and prints; whatever happens, it ends."""
    command = [sys.executable, "-m", "botassay", *typed]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=folder, stdin=pipe, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def test_a_pipe_is_read_and_written_line_by_line_until_ctrl_c(folder: Path) -> None:
    with running(folder, "score", "AL") as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write("You are a stupid idiot.\n" * 5000)
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["text"] == "You are a stupid idiot."
        process.send_signal(signal.SIGINT)
        assert (process.wait(), process.stderr.read().strip()) == (130, "botassay: interrupted")


def test_a_reader_that_hangs_up_is_no_fault(folder: Path) -> None:
    command = f'"{sys.executable}" -m botassay rate talk.jsonl --json | head -c 1'
    ended = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, text=True, check=True)
    assert (ended.stdout, ended.stderr) == ("{", "")


@pytest.mark.slow
def test_a_run_that_is_terminated_can_be_gone_on_with(botassay: Run, folder: Path) -> None:
    log = folder / "log"
    with running(folder, "rate", "python:slow:reply", "--limit", "40", "--seed", "1", "--out", "run") as process:
        until(lambda: log.exists() and log.stat().st_size > 4)
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate()
    assert process.returncode == 143
    assert "botassay resume run" in said
    assert botassay("resume", "run", cwd=folder).code == 0


def test_a_server_serves_until_it_is_stopped(folder: Path) -> None:
    with running(folder, "bots", "serve", "eliza", "--port", "0") as process:
        assert process.stdout
        assert process.stdout.readline().startswith("eliza listens at ")
        os.kill(process.pid, signal.SIGTERM)
        assert process.wait() == 0
