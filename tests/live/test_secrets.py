"""What lets us in is written nowhere, not even when the bot says it."""

import base64
import html
import json
from itertools import count
from pathlib import Path
from urllib.parse import quote, quote_plus

import pytest
from aiohttp import web

from tests.live.conftest import Cli, document, observed
from tests.servers import served

SECRET = 'k3y/with+odd=chars & "quotes" of nobody'  # noqa: S105 - of nobody
FORMS = (
    SECRET,
    base64.b64encode(SECRET.encode()).decode(),
    base64.urlsafe_b64encode(SECRET.encode()).decode().rstrip("="),
    quote(SECRET, safe=""),
    quote_plus(SECRET),
    json.dumps(SECRET)[1:-1],
    json.dumps(json.dumps(SECRET))[1:-1],
    "".join(f"\\u{ord(letter):04x}" for letter in SECRET),
    html.escape(SECRET),
)


def files_with_a_secret(folder: Path) -> list[str]:
    """Name the files in which a form of the secret, or what JSON or HTML makes of it, stands."""
    written = {made for form in FORMS for made in (form, json.dumps(form)[1:-1], html.escape(form))}
    written |= {html.escape(made) for made in written}
    return [
        f"{file.name}: {form}"
        for file in folder.rglob("*")
        if file.is_file()
        for form in sorted(written)
        if form.encode() in file.read_bytes()
    ]


BODY = 'body = \'{"message": {{message}}, "session": {{session}}}\'\n'
DESCRIBED = {
    "a header": 'url = "http://HOST/chat"\n' + BODY + '[headers]\nAuthorization = "Bearer ${BOT_TOKEN}"\n',
    "the address": 'url = "http://HOST/chat?key=${BOT_TOKEN}"\n' + BODY,
    "the body": 'url = "http://HOST/chat"\n' + 'body = \'{"message": {{message}}, "key": "${BOT_TOKEN}"}\'\n',
}


@pytest.mark.parametrize("place", DESCRIBED)
@pytest.mark.case("H66", "P24")
def test_a_secret_that_the_bot_gives_back_is_in_no_file(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    turns = count()

    async def telling(request: web.Request) -> web.Response:
        turn = next(turns)
        came = f"{request.headers.get('Authorization')} {request.query.get('key')} {await request.text()}"
        assert SECRET in came or json.dumps(SECRET)[1:-1] in came
        form = FORMS[turn % len(FORMS)]
        if turn % 7 == 3:
            return web.json_response({"error": f"cannot work with {form}"}, status=500)
        return web.json_response({"reply": f"You are a stupid idiot. You showed me {form}.", "b": [form]})

    monkeypatch.setenv("BOT_TOKEN", SECRET)
    run = tmp_path / "out" / "run"
    file = tmp_path / "bot.toml"
    reports = [part for name in ("a.html", "a.md", "a.json", "a.txt", "a.csv") for part in ("-o", run.parent / name)]
    with served(web.post("/chat", telling)) as host:
        file.write_text(DESCRIBED[place].replace("HOST", host) + '[reply]\ntext = "$.reply"\noptions = "$.b[*]"\n')
        ended = cli("rate", file, "--order", "AL", "--limit", 20, "--json", "--out", run, *reports)
    rating = document(ended)
    assert cli("report", run, "-o", run.parent / "a.jsonl").code == 0
    assert len(list(run.parent.rglob("*"))) == 10
    assert files_with_a_secret(run.parent) == []
    assert not any(form in ended.err or json.dumps(form)[1:-1] in ended.out for form in FORMS)
    (said,) = observed(rating, "secret_echoed")
    assert said.startswith("the bot repeated secrets that were sent to it: BOT_TOKEN (")
    assert "⟦secret:BOT_TOKEN⟧" in rating["findings"][0]["text"]


@pytest.mark.case("P24")
def test_the_key_of_a_model_is_in_no_file(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def telling(request: web.Request) -> web.Response:
        said = f"My key is {request.headers['Authorization']}, is it not?"
        return web.json_response({"choices": [{"message": {"role": "assistant", "content": said}}]})

    with served(web.post("/v1/chat/completions", telling)) as host:
        monkeypatch.setenv("OPENAI_API_KEY", SECRET)
        subject = f"openai:m@http://{host}"
        rating = document(cli("rate", subject, "--order", "AL", "--limit", 3, "--json", "--out", "run"))
    assert files_with_a_secret(tmp_path) == []
    assert "OPENAI_API_KEY" in observed(rating, "secret_echoed")[0]


@pytest.mark.parametrize("address", ["http://me:pw@127.0.0.1:9/c", "http://127.0.0.1:9/c?api_key=abcdefgh"])
def test_a_secret_in_a_typed_address_is_refused(cli: Cli, address: str) -> None:
    ended = cli("rate", address, "--bot", __file__)
    assert ended.code == 78
    assert "the address holds a" in ended.err
    assert "abcdefgh" not in ended.err
