"""Each adapter against a real server, function or program."""

import asyncio
import io
import json
import os
import socket
import sys
import threading
import traceback
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from botassay.api.bots import try_bot, try_bot_async
from botassay.bots import Bundled, InProcessBot, find_bot, is_bot, try_out
from botassay.bots.conversations import RestBot
from botassay.bots.kinds import kinds
from botassay.bots.websocket import WebSocketBot
from botassay.core.errors import BotError, InputError, UnknownNameError, UsageError
from botassay.plugins import registry
from botassay.plugins.protocols import Bot, BotOptions, Reply
from botassay.testing import BrokenPromiseError, check_bot
from tests.clock import VirtualClock
from tests.conftest import Run
from tests.effort import until
from tests.servers import rest_routes, served

ECHO = """
body = '{"message": {{message}}, "session": {{session}}, "user": "{{user}}", "history": {{history}}}'
[reply]
text = "$.reply"
"""


@pytest.fixture(scope="module")
def host() -> Iterator[str]:
    with served(*rest_routes()) as address:
        yield address


@pytest.fixture
def described(tmp_path: Path) -> Path:
    return tmp_path / "bot.toml"


def write(file: Path, text: str) -> Path:
    file.write_text(text)
    return file


def talk(bot: Bot, *lines: str, user: str = "ann") -> list[Reply]:
    async def hold() -> list[Reply]:
        async with bot.open(user=user) as conversation:
            return [await conversation.say(line) for line in lines]

    return asyncio.run(hold())


def failing(bot: Bot, *lines: str) -> BotError:
    with pytest.raises(BotError) as caught:
        talk(bot, *lines)
    return caught.value


# ── finding ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("subject", "live"),
    [
        ("http://bot.example/chat", True),
        ("openai:llama3@http://localhost:11434", True),
        ("command:./bot --flag", True),
        ("bot.toml", True),
        ("some/where/else.toml", True),
        ("dialogs.jsonl", False),
        ("demo", False),
        ("runs/2026-01-01T10:00-eliza", False),
        ("http", False),
        ("", False),
    ],
)
def test_a_subject_is_a_bot_or_a_file(subject: str, *, live: bool) -> None:
    assert is_bot(subject) is live


def test_what_is_no_bot_is_told_from_what_lacks_something(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="there is no bot 'nobody'"):
        find_bot("nobody")
    with pytest.raises(UnknownNameError, match="did you mean 'https'"):
        find_bot("htps://bot.example")
    with pytest.raises(UsageError, match="botassay bots init"):
        find_bot("https://bot.example")
    with pytest.raises(UsageError, match="has no address"):
        find_bot("rasa:")
    with pytest.raises(InputError, match="there is no such file"):
        find_bot(str(tmp_path / "bot.toml"))


# ── REST ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_rest_bot_keeps_its_promises(host: str, described: Path) -> None:
    options = BotOptions(description=write(described, ECHO))
    check_bot(lambda: find_bot(f"http://{host}/echo", options), echoes=True)


def test_a_rest_bot_is_sent_what_the_template_says(host: str, described: Path) -> None:
    file = write(described, f'url = "http://{host}/echo"\n' + ECHO)
    first, second = (json.loads(reply.raw)["got"] for reply in talk(find_bot(str(file)), "one", 'a "b"\n'))
    assert (first["message"], first["user"], first["history"]) == ("one", "ann", [])
    assert second["message"] == 'a "b"\n'
    assert second["session"] == first["session"] != ""
    assert second["history"] == [
        {"role": "user", "content": "one"},
        {"role": "assistant", "content": "you said one"},
    ]


def test_the_address_on_the_command_line_beats_the_file(host: str, described: Path) -> None:
    options = BotOptions(description=write(described, 'url = "http://nowhere.invalid/"\n' + ECHO))
    assert talk(find_bot(f"http://{host}/echo", options), "hi")[0].text == "you said hi"


NAMING = 'url = "http://%s/naming"\n' + ECHO + '[session]\nfrom = "reply"\npath = "$.session_id"\n'


@pytest.mark.case("H43")
def test_a_bot_that_names_the_conversation_and_then_forgets_it(host: str, described: Path) -> None:
    bot = find_bot(str(write(described, NAMING % host)))
    assert [reply.text for reply in talk(bot, "a", "b")] == ["you said a", "you said b"]
    assert failing(bot, "a", "forget me").kind == "session_lost"


@pytest.mark.case("P23")
def test_each_user_has_a_cookie_jar_for_all_conversations(host: str, described: Path) -> None:
    bot = find_bot(str(write(described, f'url = "http://{host}/counting"\n' + ECHO + '[session]\nfrom = "cookie"\n')))

    async def hold() -> list[str]:
        said = []
        for user in ("ann", "bob", "ann"):
            async with bot.open(user=user) as conversation:
                said += [(await conversation.say("hi")).text for _ in range(2)]
        return said

    assert asyncio.run(hold()) == ["1", "2", "1", "2", "3", "4"]


@pytest.mark.case("P23")
def test_a_hundred_users_at_once_do_not_get_into_each_others_sessions(host: str, described: Path) -> None:
    bot = find_bot(str(write(described, f'url = "http://{host}/counting"\n' + ECHO + '[session]\nfrom = "cookie"\n')))

    async def one(user: str) -> list[str]:
        async with bot.open(user=user) as conversation:
            return [(await conversation.say("hi")).text for _ in range(3)]

    async def all_of_them() -> list[list[str]]:
        return await asyncio.gather(*(one(f"user {number}") for number in range(100)))

    assert asyncio.run(all_of_them()) == [["1", "2", "3"]] * 100


def test_a_question_in_the_address_and_an_answer_in_plain_text(host: str, described: Path) -> None:
    file = write(described, f'url = "http://{host}/plain?q={{{{message}}}}"\nmethod = "GET"\n')
    check_bot(lambda: find_bot(str(file)))
    assert talk(find_bot(str(file)), "a & b?")[0].text == "you said a & b?"


@pytest.mark.parametrize(("reset", "counted"), [("/restart", "2"), ("POST /counting", "2"), (None, "1")])
def test_a_conversation_begins_with_what_resets_the_bot(
    host: str, described: Path, reset: str | None, counted: str
) -> None:
    session = f'[session]\nreset = "{reset}"\n' if reset else ""
    file = write(described, f'url = "http://{host}/counting"\n' + ECHO + session)
    assert talk(find_bot(str(file)), "hi")[0].text == counted


@pytest.mark.case("P29")
def test_many_conversations_leave_nothing_open(host: str, described: Path) -> None:
    bot = find_bot(f"http://{host}/echo", BotOptions(description=write(described, ECHO)))

    async def hold(conversations: int) -> None:
        async def one() -> None:
            async with bot.open(user="ann") as conversation:
                await conversation.say("hi")

        for _ in range(conversations // 10):
            await asyncio.gather(*(one() for _ in range(10)))

    asyncio.run(hold(10))
    before = opened()
    asyncio.run(hold(300))

    def closed() -> bool:
        return all(now <= then + 2 for now, then in zip(opened(), before, strict=True))

    until(closed)  # the server lives in this process, and hears of each end a little later
    assert closed()


def opened() -> tuple[int, int]:
    """How many files and threads are open; where nobody tells, no files."""
    return len([*Path("/proc/self/fd").glob("*")]), threading.active_count()


def test_a_key_shows_up_nowhere_not_even_when_somebody_debugs(
    described: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("KEY", "sk-CANARY")
    caplog.set_level("DEBUG")
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{unused.getsockname()[1]}/${{KEY}}?k=${{KEY}}"
    body = 'body = \'{"m": {{message}}, "k": "${KEY}"}\'\n[headers]\nAuthorization = "Bearer ${KEY}"\n'
    file = write(described, f'url = "http://{address}"\n{body}[session]\nreset = "POST /${{KEY}}"\n')

    shown = io.StringIO()

    async def hold() -> None:
        bot = find_bot(str(file))
        assert isinstance(bot, RestBot)
        bot.client.pace.clock = VirtualClock()
        async with bot.open(user="ann") as conversation:
            shown.write(f"{bot} {bot!r} {conversation}")
            with pytest.raises(BotError) as caught:
                await conversation.say("hi")
            traceback.print_exception(caught.value, file=shown)
            shown.write(f"{caught.value!r} {caught.value.__context__} {caught.value.__cause__}")

    asyncio.run(hold(), debug=True)
    assert "CANARY" not in shown.getvalue() + caplog.text


# ── OpenAI, Rasa ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_model_gets_the_history_and_what_it_is_told(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    bot = find_bot(f"openai:m@http://{host}", BotOptions(system="be kind"))
    first, second = (reply.text for reply in talk(bot, "one", "two"))
    assert first == "m got 2, told ['be kind'], key None: one"
    assert second.startswith("m got 4")
    assert bot.name == f"openai:m@{host}"
    check_bot(lambda: find_bot(f"openai:m@http://{host}/v1"), echoes=True)


def test_the_key_of_a_model_is_sent_if_there_is_one_and_never_shown(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-CANARY")
    reply = talk(find_bot(f"openai:m@http://{host}"), "hi")[0]
    assert reply.text == "m got 1, told [], key Bearer ⟦secret:OPENAI_API_KEY⟧: hi"
    assert reply.secrets == ("OPENAI_API_KEY",)
    assert "CANARY" not in repr(reply)


@pytest.mark.parametrize("address", ["openai:m", "openai:m@localhost", "openai:@http://localhost", "rasa:localhost"])
def test_no_address_is_assumed(address: str) -> None:
    with pytest.raises(UsageError, match="http://"):
        find_bot(address)


def test_rasa_answers_in_bubbles_with_buttons(host: str) -> None:
    bot = find_bot(f"rasa:http://{host}")
    reply, silence = talk(bot, "hi", "nothing")
    assert reply.text == "you said hi\nwhat next?"
    assert reply.options == ("Yes", "No")
    assert silence.text == ""
    check_bot(lambda: find_bot(f"rasa:http://{host}/webhooks/rest/webhook"), echoes=True)


# ── WebSocket ───────────────────────────────────────────────────────────────────────────────────────────────────────


def quick(bot: Bot) -> Bot:
    assert isinstance(bot, WebSocketBot)
    return WebSocketBot(bot.name, bot.exchange, bot.client, bot.system, quiet=0.03)


FRAMES = ECHO.replace('"user": "{{user}}", ', "")


def test_a_socket_with_texts(host: str) -> None:
    check_bot(lambda: quick(find_bot(f"ws://{host}/socket")), echoes=True)
    assert failing(quick(find_bot(f"ws://{host}/socket")), "hi", "go away").kind == "reset"


@pytest.mark.case("H61")
def test_a_socket_with_json_notices_and_bubbles(host: str, described: Path) -> None:
    file = write(described, f'url = "ws://{host}/socket"\n' + FRAMES)
    bot = quick(find_bot(str(file), BotOptions(turn=0.5)))
    assert [reply.text for reply in talk(bot, "one", "more", "two")] == [
        "you said one",
        "you said more\nand more",
        "you said two",
    ]
    assert failing(bot, "silence").kind == "timeout"
    assert failing(bot, "long", "hi").kind == "too_large"


def test_an_address_that_is_no_socket(host: str) -> None:
    assert failing(find_bot(f"ws://{host}/nothing"), "hi").kind == "rejected"
    assert failing(find_bot(f"ws://{host}/plain?q=a"), "hi").kind == "not_chat"
    elsewhere = failing(find_bot(f"ws://{host}/elsewhere"), "hi")
    assert elsewhere.kind == "redirect"
    assert "/socket" in str(elsewhere)


@pytest.mark.parametrize(
    "scheme", ["openai:m@", "anthropic:m@", "a2a:", "directline:", "rasa:", "browser:", "http:", "ws:"]
)
def test_what_is_no_address_is_a_usage_error(botassay: Run, scheme: str) -> None:
    ended = botassay("rate", f"{scheme}notaurl")
    assert (ended.code, ended.out) == (2, "")


# ── functions and programs ──────────────────────────────────────────────────────────────────────────────────────────

FUNCTIONS = """
import time
import traceback
from botassay.plugins.protocols import Reply
from tests.effort import until
def plain(text): return f"you said {text}"
def named(text, session): return Reply(f"you said {text} in {session}", ("Yes",))
async def later(text, session="none"): return {"text": f"you said {text}", "intent": "echo", "confidence": 0.5}
def broken(text): raise KeyError("nothing")
def leaving(text): raise SystemExit(3)
def slow(text): time.sleep(5)
def number(text): return 5
def mapping(text): return {"answer": text}
def nothing(): return ""
class Talker:
    def say(self, text): return f"you said {text}"
talker = Talker()
word = "no function"
"""


@pytest.fixture
def functions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    (tmp_path / "mybot.py").write_text(FUNCTIONS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield "mybot"
    sys.modules.pop("mybot", None)


@pytest.mark.parametrize("name", ["plain", "named", "later", "talker.say"])
def test_a_function_is_a_bot(functions: str, name: str) -> None:
    check_bot(lambda: find_bot(f"python:{functions}:{name}"), echoes=True)


def test_a_function_may_give_more_than_a_text(functions: str) -> None:
    assert talk(find_bot(f"python:{functions}:later"), "hi")[0] == Reply("you said hi", (), "echo", 0.5)
    one, two = talk(find_bot(f"python:{functions}:named"), "hi", "hi")
    assert one == two
    assert one.options == ("Yes",)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("broken", "program"),
        ("leaving", "program"),
        ("number", "bad_shape"),
        ("mapping", "bad_shape"),
        ("slow", "timeout"),
    ],
)
def test_a_function_may_fail(functions: str, name: str, kind: str) -> None:
    assert failing(find_bot(f"python:{functions}:{name}", BotOptions(turn=0.2)), "hi").kind == kind


@pytest.mark.parametrize("address", ["mybot", "mybot:missing", "nowhere:f", "mybot:word", "mybot:nothing"])
def test_what_is_no_function_is_refused(functions: str, address: str) -> None:
    assert functions == "mybot"
    with pytest.raises(UsageError):
        find_bot(f"python:{address}")


PROGRAM = """
import sys, time, os
for line in sys.stdin:
    line = line.rstrip("\\n")
    if line == "die": sys.exit("I cannot go on")
    if line == "sleep": time.sleep(60)
    if line == "long": line = "a" * 100_000
    if line == "pid": line = str(os.getpid())
    sys.stdout.buffer.write(f"you said {line}\\n".encode("utf-8", "surrogateescape"))
    sys.stdout.flush()
"""


@pytest.fixture
def program(tmp_path: Path) -> str:
    (tmp_path / "bot.py").write_text(PROGRAM)
    return f"command:{sys.executable} -X utf8 -S -E '{tmp_path / 'bot.py'}'"


def test_a_program_is_a_bot(program: str) -> None:
    check_bot(lambda: find_bot(program), echoes=True)


def test_line_breaks_become_spaces_and_a_process_is_kept_for_a_conversation(program: str) -> None:
    replies = talk(find_bot(program), "a\nb\r\nc", "pid", "pid")
    assert replies[0].text == "you said a b c"
    assert replies[1] == replies[2]
    with pytest.raises(ProcessLookupError):
        os.kill(int(replies[1].text.split()[-1]), 0)


@pytest.mark.parametrize(
    ("line", "kind", "said"),
    [
        ("die", "program", "ended with 1: I cannot go on"),
        ("sleep", "timeout", "within"),
        ("long", "too_large", "65,536 bytes"),
    ],
)
def test_a_program_may_fail(program: str, line: str, kind: str, said: str) -> None:
    failure = failing(find_bot(program, BotOptions(turn=1.0)), "hi", line)
    assert failure.kind == kind
    assert said in str(failure)


def test_a_program_that_has_failed_says_nothing_more_in_a_conversation(program: str) -> None:
    async def hold() -> BotError:
        async with find_bot(program).open(user="u") as conversation:
            with pytest.raises(BotError):
                await conversation.say("die")
            with pytest.raises(BotError) as caught:
                await conversation.say("hi")
            return caught.value

    assert "has failed before" in str(asyncio.run(hold()))


def test_a_program_that_is_not_there() -> None:
    assert failing(find_bot("command:./nothing-of-the-sort"), "hi").kind == "program"
    with pytest.raises(UsageError, match="quotation"):
        find_bot("command:./bot 'open")


# ── a bot in this process, and the conformance check ────────────────────────────────────────────────────────────────


class Parrot:
    def reply(self, text: str) -> Reply:
        if text == "break":
            raise ZeroDivisionError
        return Reply(f"you said {text}")


def test_a_bot_in_this_process() -> None:
    bot = InProcessBot("parrot", lambda _: Parrot())
    check_bot(lambda: bot, echoes=True)
    assert failing(bot, "break").kind == "program"


def test_a_bundled_bot_needs_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    parrot = EntryPoint("parrot", f"{__name__}:BUNDLED", "botassay.bots")
    monkeypatch.setitem(registry._shelved("botassay.bots"), "parrot", [parrot])
    assert is_bot("parrot")
    assert is_bot("parrot+guard")
    assert talk(find_bot("parrot"), "hi")[0].text == "you said hi"
    assert ("parrot", "says it again") in [(kind.written, kind.what) for kind in kinds()]
    with pytest.raises(UsageError, match="takes no address"):
        find_bot("parrot:somewhere")


BUNDLED = Bundled("parrot", "says it again", lambda _: Parrot())


class Deaf(Parrot):
    def reply(self, text: str) -> Reply:
        return Reply("what?", confidence=None if text == "hello" else 1)


class Mute(Parrot):
    def reply(self, text: str) -> Reply:
        del text
        return Reply(None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("parrot", "said"), [(Deaf, "a confidence is a float"), (Mute, "the text of a reply is a str")]
)
def test_a_bot_that_breaks_a_promise_is_told_which(parrot: type[Parrot], said: str) -> None:
    with pytest.raises(BrokenPromiseError, match=said):
        check_bot(lambda: InProcessBot("parrot", lambda _: parrot()), echoes=True)


# ── trials ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_trial_shows_what_went_out_and_what_came_back(host: str, described: Path) -> None:
    os.environ["TRIAL_KEY"] = "sk-CANARY"
    text = f'url = "http://{host}/echo"\n' + ECHO.replace("{{message}}", '"${TRIAL_KEY} {{message}}"', 1)
    trial = asyncio.run(try_out(find_bot(str(write(described, text)))))
    assert trial.sound
    assert "CANARY" not in repr(trial)
    assert trial.sent.startswith(f"POST http://{host}/echo\n")
    assert "⟦secret:TRIAL_KEY⟧ Hello" in trial.sent
    assert "TRIAL_KEY" in str(trial.hint)


@pytest.mark.parametrize(
    ("path", "text", "kind", "code"),
    [("/missing", ECHO, "rejected", 69), ("/echo", ECHO.replace("$.reply", "$.answer"), "bad_shape", 69)],
)
def test_a_trial_says_what_to_do(host: str, described: Path, path: str, text: str, kind: str, code: int) -> None:
    bot = find_bot(f"http://{host}{path}", BotOptions(description=write(described, text)))
    assert isinstance(bot, RestBot)
    trial = asyncio.run(try_out(bot))
    assert (trial.kind, trial.exit_code, trial.reply) == (kind, code, None)
    assert trial.hint
    assert trial.came


@pytest.mark.parametrize(
    ("path", "code", "said"),
    [
        ("/echo", 0, "answers, after"),
        ("/guarded", 78, "the secrets sent are BOT_TOKEN"),
        ("/login", 69, "it looks like a login page"),
    ],
)
def test_check_on_the_command_line(botassay: Run, host: str, described: Path, path: str, code: int, said: str) -> None:
    file = write(described, ECHO + '[headers]\nAuthorization = "Bearer ${BOT_TOKEN}"\n')
    key = {"BOT_TOKEN": "sk-CANARY"}
    ended = botassay("bots", "check", f"http://{host}{path}", "--bot", file, **key)
    assert ended.code == code, ended.out + ended.err
    assert said in ended.out
    assert "Authorization: Bearer ⟦secret:BOT_TOKEN⟧" in ended.out
    printed = botassay("bots", "check", f"http://{host}{path}", "--bot", file, "--json", **key).out
    document = json.loads(printed)
    assert (document["kind"] is None) is (code == 0)
    assert "CANARY" not in ended.out + ended.err + json.dumps(document)


def test_one_message_to_a_bot_from_python(tmp_path: Path) -> None:
    trial = asyncio.run(try_bot_async("eliza", say="Hello"))
    assert (trial.sound, trial.exit_code, trial.said) == (True, 0, "Hello")
    assert trial.text().splitlines()[:2] == ["sent:", "  Hello"]
    assert trial.view().headline.tone == "first"
    trial.save(tmp_path / "trial.json")
    assert (tmp_path / "trial.json").read_text() == trial.json()
    assert try_bot(lambda text: text.upper(), say="hi").reply == Reply("HI")
    with pytest.raises(UnknownNameError):
        try_bot("elisa")
