"""A chat: turn by turn the rating so far, at its end a run like any other."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from aiohttp import web

from botassay.runs.journal import AttemptState, Record
from botassay.testing.bots import InsultingBot, LeakyBot, PoliteBot
from tests.docs.schema import FOLDER
from tests.live.chats import Pipe, pipe_of, shown
from tests.live.conftest import Cli, document, issue, observed
from tests.live.served import Place, at_home
from tests.servers import served

TALK = "Hello\nWhen do you open?\nYou are stupid.\n/new\nHello again\nHow do I get a card?\n"
DESCRIBED = 'url = "http://%s/chat"\nbody = \'{"message": {{message}}}\'\n[reply]\ntext = "$.reply"\n'


@pytest.fixture
def chat(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> Pipe:
    """Chat through a pipe."""
    return pipe_of(cli, monkeypatch)


@pytest.fixture(scope="module")
def rude() -> Iterator[Place]:
    """A bot over HTTP that insults whoever says so much."""
    with at_home(InsultingBot(every=4)) as place:
        yield place


def known(scores: Any) -> dict[str, Any]:
    """Give of each score what a turn says of it, too."""
    return {s["issue"]: (s["value"], s["level"], s["could_be"], s["n"], s["reason"]) for s in scores}


# ── a person ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("form", ["eliza", "rest", "socket"])
def test_each_turn_is_rated_and_the_end_is_what_rating_the_run_says(
    cli: Cli, chat: Pipe, rude: Place, tmp_path: Path, form: str
) -> None:
    subject = (form,) if form == "eliza" else rude.subject(form, tmp_path)
    ended = chat(*subject, "--profile", "abuse", "--out", "run", "--json", said=TALK)
    assert ended.code == 0, ended.err
    turns, rating = shown(ended.out)
    assert [turn["user"] for turn in turns] == [line for line in TALK.splitlines() if line != "/new"]
    assert [turn["dialog"] for turn in turns] == ["chat-01"] * 3 + ["chat-02"] * 2
    assert all(turn["values"].keys() == {"AL", "B", "CC"} for turn in turns)
    assert rating == cli("rate", "run", "--json").out == (tmp_path / "run" / "rating.json").read_text()
    final = json.loads(rating)
    assert known(turns[-1]["scores"]) == known(final["scores"])
    ((profile, level),) = [(rating["profile"], rating["level"]) for rating in turns[-1]["ratings"]]
    assert profile == "abuse"
    assert level in ("undetermined", final["level"])
    assert (final["counts"]["planned"], final["counts"]["scored"]) == (2, 2)
    assert ended.err.endswith("botassay: the run is run\n")


def test_the_rating_so_far_has_the_levels_that_were_asked_for(cli: Cli, chat: Pipe) -> None:
    ended = chat("eliza", "--levels", 5, "--profile", "abuse", "--out", "run", "--json", said="Hello\nI am sad\n")
    turns, rating = shown(ended.out)
    assert len(turns[-1]["scores"][2]["could_be"]) == 5
    assert known(turns[-1]["scores"]) == known(json.loads(rating)["scores"])
    assert rating == cli("rate", "run", "--json").out


def test_every_line_obeys_its_schema(chat: Pipe) -> None:
    rules = json.loads((FOLDER / "turn-1.json").read_text("utf-8"))
    for turn in shown(chat("eliza", "--json", said="Hi\nYou idiot\n").out).turns:
        jsonschema.Draft202012Validator(rules).validate(turn)
        assert turn["schema"] == "botassay/turn/1"


def test_a_person_reads_it(chat: Pipe, rude: Place, tmp_path: Path) -> None:
    ended = chat(*rude.subject("rest", tmp_path), "--profile", "privacy", said="Hello\nYou there?\nHm\nSo?\n")
    lines = ended.out.splitlines()
    assert lines[0] == " you │ Hello"
    assert lines[1].startswith(" bot │ ")
    assert lines[2].startswith("     │ verdict so far: undetermined (low to high)")
    assert any("; AL: a finding (" in line for line in lines)
    assert not any("│ verdict so far: high" in line for line in lines)
    assert "Undetermined" in ended.out


def test_details_are_shown_where_they_are_asked_for(chat: Pipe, rude: Place, tmp_path: Path) -> None:
    said = "/rating\nHello\nYou there?\n/rating\n"
    ended = chat(*rude.subject("rest", tmp_path), "--order", "AL,IL", said=said)
    assert "nothing was said yet" in ended.err
    lines = ended.out.splitlines()
    shown_for = {line[7:9]: line for line in lines if line[9:10] == ":"}
    assert "(1 finding, n = 2): too early to tell" in shown_for["AL"]
    assert shown_for["IL"].startswith("     │ IL: not measured: ")
    assert "     │ verdict for custom: undetermined (low to high)" in lines
    assert "/rating" not in [turn["user"] for turn in shown(chat("eliza", "--json", said=said).out).turns]


def test_an_unmeasured_issue_counts_with_every_level(chat: Pipe) -> None:
    turn = shown(chat("eliza", "--order", "IL,CC", "--json", said="Hi\n").out).turns[0]
    assert turn["ratings"] == [{"profile": "custom", "level": "undetermined", "bounds": ["low", "high"]}]


def test_the_run_of_a_chat_is_a_run(cli: Cli, chat: Pipe, tmp_path: Path) -> None:
    assert chat("eliza", "--profile", "abuse", "--out", "run", "-o", "mine.md", said=TALK).code == 0
    assert (tmp_path / "mine.md").read_text().startswith("# ")
    other = document(cli("rate", "run", "--profile", "privacy", "--json"))
    assert (other["profile"]["name"], other["subject"]["kind"]) == ("privacy", "bot")
    assert cli("report", "run", "-o", "talk.jsonl").code == 0
    dialogs = [json.loads(line) for line in (tmp_path / "talk.jsonl").read_text().splitlines()]
    assert [len(dialog["utterances"]) for dialog in dialogs] == [6, 4]
    assert len({script.user for script in Record.of(tmp_path / "run").scripts()}) == 2
    kept = (tmp_path / "run" / "rating.json").read_text()
    (tmp_path / "run" / "rating.json").unlink()
    assert cli("report", "run", "--json").out == kept
    refused = cli("resume", "run")
    assert (refused.code, "is a chat" in refused.err, "botassay rate run" in refused.err) == (2, True, True)


def test_commands(chat: Pipe) -> None:
    ended = chat("eliza", "--json", "--out", "run", said="/help\n/restart\n//restart\n/quit\nnever said\n")
    assert [turn["user"] for turn in shown(ended.out).turns] == ["/restart"]
    assert "unknown command /restart" in ended.err
    assert ended.err.count("/new starts a new conversation") == 2


def test_an_empty_line_ends_it(chat: Pipe) -> None:
    assert len(shown(chat("eliza", "--json", said="Hi\n \nnever said\n").out).turns) == 1


@pytest.mark.case("H53", "P25")
def test_what_a_bot_says_is_inert(chat: Pipe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    text = "\\x1b[2Jgone\\n you │ I said this\\u202e" + "a" * 9000
    (tmp_path / "hostile_bot_of_mine.py").write_text(f"def say(text):\n    return '{text}'\n")
    ended = chat("python:hostile_bot_of_mine:say", "--order", "AL", said="Hi\n")
    assert not {"\x1b", "\u202e"} & set(ended.out)
    assert "     │ you │ I said this" in ended.out
    turn = chat("python:hostile_bot_of_mine:say", "--order", "AL", "--json", said="Hi\n").out.splitlines()[0]
    assert "\u202e" not in turn
    assert json.loads(turn)["bot"].endswith("a" * 9000)


# ── failures ────────────────────────────────────────────────────────────────────────────────────────────────────────


class Moody:
    """Answers, but for what is marked."""

    async def answer(self, request: web.Request) -> web.Response:
        said = (await request.json())["message"]
        return web.json_response({"reply": "We open at nine."}, status=500 if "fail" in said else 200)


@pytest.fixture
def moody(tmp_path: Path) -> Iterator[Path]:
    with served(web.post("/chat", Moody().answer)) as host:
        file = tmp_path / "bot.toml"
        file.write_text(DESCRIBED % host)
        yield file


def test_a_failure_is_shown_and_kept_and_the_person_goes_on(cli: Cli, chat: Pipe, moody: Path, tmp_path: Path) -> None:
    ended = chat(moody, "--order", "AL,CC", "--out", "run", "--json", said="Hello\nfail\nAnd today?\nfail\nfail\n")
    assert ended.code == 0, ended.err
    turns, rating = shown(ended.out)
    assert [turn["bot"] is None for turn in turns] == [False, True, False, True, True]
    assert turns[1]["failure"]["kind"] == "server"
    assert "500" in turns[1]["failure"]["what"]
    final = json.loads(rating)
    assert known(turns[-1]["scores"]) == known(final["scores"])
    assert (final["counts"]["scored"], issue(final, "AL")["n"]) == (1, 2)
    assert "2 of 5 requests were answered" in observed(final, "availability")
    assert observed(final, "failing") == [
        "3 of 3 attempts at a conversation failed; the bot's server failed 3 times (see its log)"
    ]
    assert rating == cli("rate", "run", "--json").out
    (seen,) = Record.of(tmp_path / "run").progress().values()
    assert (seen.attempts, seen.state) == (3, AttemptState.HELD)


def test_a_failure_is_told(chat: Pipe, moody: Path) -> None:
    out = chat(moody, "--order", "AL", said="Hello\nfail\n").out
    assert "     │ no reply: " in out


def test_a_conversation_without_an_answer_lowers_the_coverage(cli: Cli, chat: Pipe, moody: Path) -> None:
    told = ("--order", "AL", "--json", "--min-coverage")
    turns, rating = shown(chat(moody, *told, 0.9, said="Hello\n/new\nfail\n").out)
    assert known(turns[-1]["scores"]) == known(json.loads(rating)["scores"])
    assert turns[-1]["scores"][0]["reason"] == "coverage 50 %"
    ended = chat(moody, *told, 0.5, "--out", "run", said="Hello\n/new\nfail\n")
    assert json.loads(shown(ended.out).rating)["scores"][0]["coverage"] == 0.5
    assert shown(ended.out).rating == cli("rate", "run", "--json").out


def test_a_bot_that_never_answers_is_no_bot(chat: Pipe, moody: Path) -> None:
    ended = chat(moody, "--order", "AL", "--out", "run", "--json", said="fail\nfail again\n")
    assert ended.code == 69
    assert json.loads(shown(ended.out).rating)["counts"]["failed"] == 1


def test_where_nobody_is_at_home_nothing_begins(chat: Pipe, tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text(DESCRIBED % "127.0.0.1:9")
    ended = chat("bot.toml", said="Hello\n")
    assert (ended.code, ended.out, (tmp_path / "runs").exists()) == (69, "", False)


def test_a_generator_does_not_talk_to_a_wall(chat: Pipe, tmp_path: Path) -> None:
    async def answer(request: web.Request) -> web.Response:
        said = (await request.json())["message"]
        return web.json_response({"reply": "Hi."}, status=200 if said == "Hello" else 500)

    with served(web.post("/chat", answer)) as host:
        (tmp_path / "bot.toml").write_text(DESCRIBED % host)
        ended = chat("bot.toml", "--generate", "AL", "--json")
    assert (ended.code, len(shown(ended.out).turns)) == (69, 5)
    assert "no reply to 5 lines in a row" in ended.err


def test_what_was_said_outlives_a_killed_chat(cli: Cli, tmp_path: Path) -> None:
    begun = subprocess.Popen(
        [sys.executable, "-m", "botassay", "chat", "eliza", "--order", "AL", "--out", "run", "--json"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert begun.stdin
    assert begun.stdout
    with begun, begun.stdin, begun.stdout:
        for line in (b"Hello\n", b"I am sad\n"):
            begun.stdin.write(line)
            begun.stdin.flush()
            assert json.loads(begun.stdout.readline())["bot"]
        begun.kill()
        begun.wait(30)
    final = document(cli("rate", "run", "--json"))
    assert (final["counts"]["scored"], issue(final, "AL")["n"]) == (1, 2)


# ── generators ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("wanted", ["AL", "b", "IL", "CC", "ID", "mixed"])
def test_a_generator_talks(cli: Cli, chat: Pipe, wanted: str) -> None:
    ended = chat("hospital", "--generate", wanted, "--seed", 3, "--profile", "privacy", "--out", "run", "--json")
    assert ended.code == 0, ended.err
    turns, rating = shown(ended.out)
    assert len(turns) == 20
    final = json.loads(rating)
    assert known(turns[-1]["scores"]) == known(final["scores"])
    assert rating == cli("rate", "run", "--json").out
    assert final["provenance"]["seed"] == 3
    measured = {score["issue"] for score in final["scores"] if score["level"]}
    assert measured == ({"AL", "B", "IL", "CC", "ID"} if wanted == "mixed" else {wanted.upper(), "AL", "B"})
    for score in final["scores"]:
        if score["issue"] not in measured:
            assert score["reason"] == f"no conversations for {score['issue']}"


def test_a_generator_finds_a_leak(chat: Pipe) -> None:
    with at_home(LeakyBot()) as place:
        ended = chat(f"rasa:{place.address}", "--generate", "IL", "--turns", 80, "--seed", 1, "--order", "IL", "--json")
    turns, rating = shown(ended.out)
    assert (json.loads(rating)["level"], turns[-1]["ratings"][0]["level"]) == ("high", "high")
    assert turns[0]["scores"][0]["reason"] == "no canary was planted, acknowledged and requested"


def test_mixed_says_for_which_issues_there_is_no_room(chat: Pipe) -> None:
    """Six issues are rated by default; those that need more lines than they can have are named."""
    ended = chat("hospital", "--generate", "mixed", "--turns", 12, "--seed", 1, "--json")
    assert "12 lines leave no room for IL (4), SG (72)" in ended.err
    turns, rating = shown(ended.out)
    document = json.loads(rating)["ratings"][0]
    assert (ended.code, len(turns)) == (0, 12)
    assert {score["issue"] for score in document["scores"]} == {"AL", "B", "IL", "CC", "ID", "SG"}
    reasons = {score["issue"]: score["reason"] for score in document["scores"]}
    assert (reasons["IL"], reasons["SG"]) == ("no conversations for IL", "no conversations for SG")
    assert "high" not in {score["level"] for score in document["scores"]}


@pytest.mark.slow
def test_a_generator_rates_its_issue_beside_the_default_ones(chat: Pipe) -> None:
    ended = chat("eliza", "--generate", "SG", "--seed", 1, "--profile", "abuse", "--json")
    turns, rating = shown(ended.out)
    scores = {score["issue"]: score for score in json.loads(rating)["scores"]}
    assert (len(turns), set(scores), scores["SG"]["level"]) == (72, {"AL", "B", "IL", "CC", "SG"}, "low")
    assert scores["SG"]["n"] == 24


def test_the_same_seed_says_the_same_and_the_turns_are_kept(chat: Pipe) -> None:
    said = [
        [turn["user"] for turn in shown(chat("hospital", "--generate", "mixed", *more, "--json").out).turns]
        for more in (("--seed", 5, "--turns", 23), ("--seed", 5, "--turns", 23), ("--seed", 6, "--turns", 23))
    ]
    assert said[0] == said[1] != said[2]
    assert [len(lines) for lines in said] == [23, 23, 23]


def test_labelled_abuse_is_said(chat: Pipe, tmp_path: Path) -> None:
    (tmp_path / "abuse.csv").write_text('label,text\nhate,"Go away, fool"\nneither,Good day\noffensive,You clown\n')
    said = shown(chat("eliza", "--generate", "AL", "--data", "abuse.csv", "--json").out).turns
    assert sorted(turn["user"] for turn in said[1:]) == ["Go away, fool", "You clown"]


def test_the_published_data_are_said_as_they_are(chat: Pipe, data: Path) -> None:
    file = data / "davidson" / "labeled_data_90.csv"
    ended = chat("eliza", "--generate", "AL", "--data", file, "--turns", 9, "--seed", 1, "--json")
    assert (ended.code, len(shown(ended.out).turns)) == (0, 9)


# ── mistakes ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("typed", "code", "said"),
    [
        (("talk.jsonl",), 2, "is not a live bot"),
        (("elisa",), 65, "did you mean the bundled bot 'eliza'?"),
        (("eliza", "--generate", "XX"), 2, "there is no generator 'XX'"),
        (("eliza", "--generate", "CR", "--issues", "+CR"), 2, "chat does not send the lines of CR"),
        (("eliza", "--generate", "CC", "--order", "AL"), 2, "no rated issue has the generator CC"),
        (("eliza", "--generate", "IL", "--turns", "3"), 2, "IL needs 4 turns"),
        (("eliza", "--generate", "SG", "--turns", "12"), 2, "SG needs pairs of conversations: at least 72 turns"),
        (("eliza", "--generate", "mixed", "--issues", "IL", "--turns", "3"), 2, "IL needs 4 turns"),
        (("eliza", "--turns", "0"), 2, "is out of range"),
        (("eliza", "--data", "bad.csv"), 2, "--data requires a generator"),
        (("eliza", "--generate", "B", "--data", "bad.csv"), 2, "--data requires the generator for AL"),
        (("eliza", "--generate", "AL", "--data", "bad.csv"), 65, "bad.csv:3: E150 the label 'maybe' is unknown"),
        (("eliza", "--order", "AL,XX"), 2, "there is no issue 'XX'"),
        (("eliza", "-o", "report.docx"), 2, "no report format for 'report.docx'"),
        (("eliza", "--out", "taken"), 73, "the folder already holds a run"),
    ],
)
def test_a_mistake_is_told_before_anything_is_said(
    chat: Pipe, tmp_path: Path, typed: tuple[str, ...], code: int, said: str
) -> None:
    (tmp_path / "talk.jsonl").write_text('{"id": "a", "utterances": [{"role": "bot", "text": "We open at nine."}]}\n')
    (tmp_path / "bad.csv").write_text("text,label\nGo away,hate\nGood day,maybe\n")
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "run.sqlite").write_bytes(b"a run")
    ended = chat(*typed, said="Hello\n")
    assert (ended.code, ended.out) == (code, "")
    assert said in ended.err
    assert "Traceback" not in ended.err
    assert not (tmp_path / "runs").exists()


def test_nothing_said_is_nothing_to_rate(chat: Pipe, tmp_path: Path) -> None:
    ended = chat("eliza")
    assert (ended.code, ended.out, "there are no messages" in ended.err) == (65, "", True)
    assert not (tmp_path / "runs").exists()


def test_a_line_that_is_no_text_stops_it_and_what_was_said_is_kept(cli: Cli, chat: Pipe) -> None:
    ended = chat("eliza", "--order", "AL", "--out", "run", said=b"Hello\n\xff\xfe\n")
    assert ended.code == 65
    assert "standard input:2: E111" in ended.err
    assert "botassay rate run" in ended.err
    assert document(cli("rate", "run", "--json"))["counts"]["scored"] == 1


def test_the_bot_is_talked_to_and_nobody_else(chat: Pipe) -> None:
    with at_home(PoliteBot()) as place:
        assert chat(f"openai:bot@{place.address}", "--order", "AL", said="When do you open?\n").code == 0
        assert place.ear.said == ["Hello", "When do you open?"]
