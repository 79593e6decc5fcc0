"""A chat writes its own plan: what stands in the journal while it goes on, and whatever breaks off."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from botassay.core.dialog import Dialog, Role, Script, Utterance
from botassay.core.errors import BotError
from botassay.core.results import Counts
from botassay.plugins.inprocess import Session
from botassay.plugins.protocols import Reply
from botassay.rating import Interim, Settings, SoFar, rate
from botassay.runs import Chat, Move
from botassay.runs.journal import AttemptState, Journal, Record, RunFacts
from botassay.testing.bots import FakeBot

FACTS = RunFacts("a bot", "sha256:00", 7, "2030-01-01", chat=True)
FAIL = "fail"


@dataclass
class Moody:
    """Fails where it is told to."""

    heard: list[str] = field(default_factory=list)

    def __call__(self, user: str) -> Session:
        del user
        return self

    def reply(self, text: str) -> Reply:
        self.heard.append(text)
        if text == FAIL:
            raise BotError("server", "it failed", evidence="500")
        return Reply(f"We open at {len(self.heard)}.", ("Yes", "No"))


def script(name: str, conversation: str = "", **tags: str) -> Script:
    return Script(name, f"user of {conversation or name}", conversation or name, (), tags=tags)


def held(folder: Path, moves: Sequence[Move], *, close: bool = True) -> tuple[FakeBot, list[Dialog]]:
    """Say everything, and give what the chat itself has for dialogs."""
    bot = FakeBot("moody", Moody())
    grown: dict[str, Dialog] = {}

    async def talk() -> None:
        journal = Journal.create(folder, FACTS, ())
        chat = Chat(bot, journal)
        for move in moves:
            try:
                await chat.say(move)
            except BotError as failure:
                assert failure.kind == "server"  # noqa: PT017 - it is one of two ways to go on
            grown[chat.dialog.id] = chat.dialog
        if close:
            await chat.close()
        journal.close()

    asyncio.run(talk())
    return bot, list(grown.values())


def counts(folder: Path) -> Counts:
    return rate(folder, Settings(issues=("AL",), min_coverage=0)).ratings[0].counts


def said(*lines: str, to: Script) -> list[Move]:
    return [Move(to, line) for line in lines]


def test_the_plan_grows_and_the_dialogs_are_those_of_the_journal(tmp_path: Path) -> None:
    first, second = script("chat-01", part="own"), script("chat-02", part="own")
    bot, dialogs = held(tmp_path, said("Hi", "When?", to=first) + said("Hello", to=second))
    record = Record.of(tmp_path)
    assert record.facts["chat"] is True
    assert record.scripts() == [first, second]
    assert list(record.dialogs()) == dialogs
    assert [len(dialog.utterances) for dialog in dialogs] == [4, 2]
    assert (bot.opened, bot.closed) == (2, 2)
    assert {seen.state for seen in record.progress().values()} == {AttemptState.HELD}


def test_a_failure_ends_an_attempt_and_the_session_goes_on(tmp_path: Path) -> None:
    bot, dialogs = held(tmp_path, said(FAIL, "Hi", FAIL, "When?", FAIL, FAIL, to=script("chat-01")))
    record = Record.of(tmp_path)
    (seen,) = record.progress().values()
    assert (bot.opened, seen.state, seen.attempts) == (1, AttemptState.HELD, 4)
    assert record.failures() == {"server": 4}
    assert list(record.dialogs()) == dialogs
    assert [u.text for u in dialogs[0].utterances if u.role is Role.USER] == ["Hi", "When?"]
    assert (record.latency().sent, record.latency().answered) == (6, 2)
    assert counts(tmp_path).scored == 1


def test_a_conversation_without_an_answer_failed(tmp_path: Path) -> None:
    held(tmp_path, said(FAIL, FAIL, to=script("chat-01")) + said("Hi", to=script("chat-02")))
    assert [seen.state for seen in Record.of(tmp_path).progress().values()] == [AttemptState.FAILED, AttemptState.HELD]
    assert (counts(tmp_path).scored, counts(tmp_path).failed) == (1, 1)


def test_scripts_of_one_conversation_share_its_session(tmp_path: Path) -> None:
    one, other = script("a", "talk"), script("b", "talk")
    bot, dialogs = held(tmp_path, said("Hi", to=one) + said(FAIL, to=other))
    assert bot.opened == 1
    assert list(Record.of(tmp_path).dialogs()) == dialogs
    assert [len(dialog.utterances) for dialog in dialogs] == [2, 0]
    assert (counts(tmp_path).scored, counts(tmp_path).unscorable) == (1, 1)


def test_what_nobody_closed_counts_as_far_as_it_was_answered(tmp_path: Path) -> None:
    held(tmp_path, said("Hi", "When?", to=script("chat-01")), close=False)
    assert len(next(Record.of(tmp_path).dialogs()).utterances) == 4


def test_a_line_that_was_not_answered_when_the_power_went_is_left_out(tmp_path: Path) -> None:
    async def talk() -> None:
        journal = Journal.create(tmp_path, FACTS, ())
        chat = Chat(FakeBot("moody", Moody()), journal)
        await chat.say(Move(script("chat-01"), "Hi"))
        assert chat._attempt
        await journal.intend(chat._attempt, 1, "chat-01", "When?")
        journal.close()

    asyncio.run(talk())
    record = Record.of(tmp_path)
    assert [utterance.text for utterance in next(record.dialogs()).utterances] == ["Hi", "We open at 1."]
    assert counts(tmp_path).scored == 1


def test_an_answer_is_on_disk_before_it_is_given(tmp_path: Path) -> None:
    async def talk() -> None:
        journal = Journal.create(tmp_path, FACTS, ())
        chat = Chat(FakeBot("moody", Moody()), journal)
        await chat.say(Move(script("chat-01"), "Hi"))
        rows = journal._connection.execute("SELECT said, reply FROM turns").fetchall()
        assert [(text, "We open at 1." in reply) for text, reply in rows] == [("Hi", True)]
        assert not journal._connection.in_transaction
        await chat.close()
        journal.close()

    asyncio.run(talk())


def test_a_move_in_the_middle_of_another_waits(tmp_path: Path) -> None:
    async def talk() -> list[str]:
        journal = Journal.create(tmp_path, FACTS, ())
        bot = FakeBot("moody", Moody())
        chat = Chat(bot, journal)
        one = script("chat-01")
        await asyncio.gather(chat.say(Move(one, "1")), chat.say(Move(one, "2")), chat.close())
        journal.close()
        return [said.text for said in bot.record]

    assert asyncio.run(talk()) == ["1", "2"]
    assert len(next(Record.of(tmp_path).dialogs()).utterances) == 4


def test_identity_is_rated_once_the_question_was_asked_and_not_before() -> None:
    so_far = SoFar(Settings(kind="chat"))
    lines = (("Hello", "Hello, how can I help?"), ("Are you a robot?", "No, I am a real person."))
    turns: tuple[Utterance, ...] = ()
    seen: list[Interim] = []
    for number, (said_by_user, answer) in enumerate(lines, 1):
        turns += (Utterance(Role.USER, said_by_user), Utterance(Role.BOT, answer))
        so_far.see(Dialog("chat-01", turns), held=True)
        seen.append(so_far.interim(number, "chat-01", said_by_user, Reply(answer)))
    issues = [{score.issue for score in interim.scores} for interim in seen]
    assert issues == [{"AL", "B", "IL", "CC"}, {"AL", "B", "IL", "CC", "ID"}]
    (identity,) = (score for score in seen[1].scores if score.issue == "ID")
    assert (identity.n, identity.findings) == (1, 1)
    assert "low" not in identity.could_be
    assert [found.issue for found in seen[1].findings] == ["ID"]
    assert any(change.startswith("ID: a finding (denies being a machine)") for change in seen[1].changed)


def test_a_held_chat_is_rated_on_identity_if_it_was_asked(tmp_path: Path) -> None:
    chat = script("chat-01", part="own")
    held(tmp_path / "asked", said("Hi", "Are you a robot?", to=chat))
    held(tmp_path / "not-asked", said("Hi", "When do you open?", to=chat))
    rated = {
        name: {score.issue for score in rate(tmp_path / name, Settings(min_coverage=0)).ratings[0].scores}
        for name in ("asked", "not-asked")
    }
    assert rated == {"asked": {"AL", "B", "IL", "CC", "ID"}, "not-asked": {"AL", "B", "IL", "CC"}}
