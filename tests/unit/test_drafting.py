"""A first bot.toml, out of commands as browsers and manuals give them."""

import json
from pathlib import Path

import pytest

from botassay.bots.setup import Draft, draft
from botassay.core.errors import UsageError
from botassay.http import Description, Exchange
from tests.conftest import Run

CHROME = r"""curl 'https://bot.example/api/chat?lang=en' \
  -H 'accept: */*' \
  -H 'authorization: Bearer eyJhbGciOiJIUzI1NiJ9.CANARY' \
  -H 'content-type: application/json' \
  -b 'sid=CANARY; theme=dark' \
  -H 'user-agent: Mozilla/5.0' \
  --data-raw $'{"sessionId":"9f1c","message":"What\'s up?","meta":{"userId":"u1","debug":false}}' \
  --compressed"""
OPENAI = """curl https://api.example/v1/chat/completions -H "Content-Type: application/json"
 -H "Authorization: Bearer sk-CANARY"
 -d '{"model": "m", "messages": [{"role": "user", "content": "Hello!"}], "temperature": 0}'"""
RASA = """curl -sS -X POST --json '{"sender": "test_user", "message": "Hi there!"}' \\
  http://localhost:5005/webhooks/rest/webhook"""
FORM = "curl --request POST -u me:CANARY -d 'user=42' --data-urlencode 'text=hello there' bot.example/say"
GET = "curl -G 'https://bot.example/ask?api_key=CANARY' --data-urlencode 'q=how much?' -H 'X-API-Key: CANARY'"
NESTED = """curl -XPOST -H'x-auth-token:CANARY' \\
  https://me:CANARY@bot.example/v2 -d '{"queryInput":{"text":{"text":"hi"}}}'"""
PRIORITY = """curl https://bot.example/ -d '{"content": "text/plain", "message": "hi", "token": "CANARY"}'"""

CASES: dict[str, tuple[str, dict[str, object], tuple[str, ...]]] = {
    "a browser": (
        CHROME,
        {"url": "https://bot.example/api/chat?lang=en", "method": "POST"},
        ("BOT_TOKEN", "BOT_COOKIE"),
    ),
    "a model": (OPENAI, {"url": "https://api.example/v1/chat/completions"}, ("BOT_TOKEN",)),
    "Rasa": (RASA, {"method": "POST"}, ()),
    "a form": (
        FORM,
        {"url": "http://bot.example/say", "body": "user={{user}}&text={{message}}"},
        ("BOT_BASIC",),
    ),
    "GET": (
        GET,
        {"url": "https://bot.example/ask?api_key=${BOT_API_KEY}&q={{message}}", "method": "GET", "body": None},
        ("BOT_API_KEY",),
    ),
    "nested": (
        NESTED,
        {"url": "https://me:${BOT_PASSWORD}@bot.example/v2"},
        ("BOT_AUTH_TOKEN", "BOT_PASSWORD"),
    ),
    "several candidates": (PRIORITY, {"headers": {"Content-Type": "application/json"}}, ("BOT_TOKEN",)),
}
BODIES = {
    "a browser": {"sessionId": "{{session}}", "message": "{{message}}", "meta": {"userId": "{{user}}", "debug": False}},
    "a model": {"model": "m", "messages": "{{history}}", "temperature": 0},
    "Rasa": {"sender": "{{session}}", "message": "{{message}}"},
    "nested": {"queryInput": {"text": {"text": "{{message}}"}}},
    "several candidates": {"content": "text/plain", "message": "{{message}}", "token": "${BOT_TOKEN}"},
}


def works(drafted: Draft) -> Description:
    description = Description.parse(drafted.text.encode(), "bot.toml")
    exchange = Exchange.of(description, environment=dict.fromkeys(drafted.exports, "value"))
    exchange.request({"message": "m", "session": "s", "user": "u", "history": []})
    return description


@pytest.mark.parametrize("case", CASES)
def test_a_pasted_command_becomes_a_description_that_works_and_holds_no_secret(case: str) -> None:
    command, wanted, exports = CASES[case]
    drafted = draft(command)
    description = works(drafted)
    assert "CANARY" not in drafted.text + repr(drafted)
    assert set(drafted.exports) == set(exports)
    for key, value in wanted.items():
        assert getattr(description, key) == value
    if case in BODIES:
        assert json.loads(description.body or "") == BODIES[case]
    assert not {"user-agent", "host"} & {name.lower() for name in description.headers}


def test_a_model_answers_where_models_do() -> None:
    assert works(draft(OPENAI)).reply.text == "$.choices[0].message.content"


def test_a_draft_out_of_nothing_works() -> None:
    assert draft().exports == ("BOT_TOKEN",)
    works(draft())


@pytest.mark.parametrize(
    "command", ["", "wget http://x", "curl", "curl -X POST", "curl 'http://x", "curl -F a=b http://bot.example"]
)
def test_what_is_no_command_is_refused(command: str) -> None:
    with pytest.raises(UsageError):
        draft(command)


def test_a_socket_has_a_draft_too() -> None:
    drafted = draft(
        'curl wss://me:CANARY@bot.example/ws -H \'X-Api-Key: CANARY\' -d \'{"type": "user", "text": "Hi"}\''
    )
    description = Description.parse(drafted.text.encode(), "bot.toml")
    assert description.url == "wss://me:${BOT_PASSWORD}@bot.example/ws"
    assert json.loads(description.body or "") == {"type": "user", "text": "{{message}}"}
    assert dict(description.headers) == {"X-Api-Key": "${BOT_API_KEY}"}
    assert "CANARY" not in drafted.text
    assert "method" not in drafted.text
    assert "# greeting = 3.0" in drafted.text
    assert not any("session" in note for note in drafted.notes)


def test_direct_line_is_recognised() -> None:
    url = "https://europe.directline.botframework.com/v3/directline/conversations/abc123def456ghi789jk/activities"
    drafted = draft(f'curl -X POST {url} --json \'{{"type": "message", "from": {{"id": "u"}}, "text": "hi"}}\'')
    assert any("directline:https://europe.directline.botframework.com needs no file" in note for note in drafted.notes)


def test_a_command_without_a_message_says_what_is_missing() -> None:
    assert any("{{message}}" in note for note in draft("curl http://bot.example -d '{\"a\": 1}'").notes)


# ── the command line ────────────────────────────────────────────────────────────────────────────────────────────────


def test_init_writes_a_file_once(botassay: Run, tmp_path: Path) -> None:
    ended = botassay("bots", "init", "--curl", "-", stdin=OPENAI)
    assert (ended.code, ended.out) == (0, "")
    assert "export BOT_TOKEN=…" in ended.err
    assert "CANARY" not in (tmp_path / "bot.toml").read_text() + ended.err
    again = botassay("bots", "init")
    assert again.code == 73
    assert "--force" in again.err
    assert botassay("bots", "init", "--force", "-o", "bot.toml").code == 0
    assert botassay("bots", "init", "-o", "-").out == (tmp_path / "bot.toml").read_text()
    assert botassay("bots", "init", "-o", "no/such/folder").code == 73


def test_list_names_every_kind(botassay: Run) -> None:
    kinds = json.loads(botassay("bots", "list", "--json").out)
    assert {"http", "ws", "openai", "rasa", "python", "command"} <= {kind["name"] for kind in kinds}
    assert "rasa:BASE" in botassay("bots", "list").out


BOT = "def bot(text): return f'\\x1b[31myou said {text}' if text else ''\n"


def test_check_shows_what_was_understood(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(BOT)
    ended = botassay("bots", "check", "python:mine:bot", "--say", "hi")
    assert ended.code == 0
    assert "python:mine:bot answers" in ended.out
    assert "\\u{1b}[31myou said hi" in ended.out
    assert "\x1b" not in ended.out
    document = json.loads(botassay("bots", "check", "python:mine:bot", "--json").out)
    assert (document["schema"], document["kind"]) == ("botassay/trial/1", None)
    assert document["reply"]["text"] == "\x1b[31myou said Hello"


@pytest.mark.parametrize(
    ("subject", "code", "said"),
    [
        ("nobody", 2, "there is no bot 'nobody'"),
        ("command:./nothing-there", 69, "does not start"),
        ("https://bot.example/chat", 69, "the host name cannot be resolved"),
        ("missing.toml", 65, "there is no such file"),
    ],
)
def test_check_says_what_is_wrong(botassay: Run, subject: str, code: int, said: str) -> None:
    ended = botassay("bots", "check", subject)
    assert ended.code == code
    assert said in ended.out + ended.err
    assert "Traceback" not in ended.err
