"""Whole ratings of bots behind the interfaces of today."""

from pathlib import Path
from zlib import crc32

import pytest
from aiohttp import web

from botassay.api.asides import asides_of
from botassay.api.rating import rate
from botassay.plugins.protocols import Reply
from botassay.testing import ConstantBot, FakeBot
from tests.fakes.dialects import DIALECTS
from tests.fakes.serving import described, speaking
from tests.servers import served

INSULT = "What a stupid idiot this user is."


class Rude:
    """Insults every fourth text, whoever writes it."""

    def reply(self, text: str) -> Reply:
        return Reply(INSULT if crc32(text.encode()) % 4 == 0 else f"Let me look up {len(text)} for you.")


def rude(user: str) -> Rude:
    del user
    return Rude()


@pytest.mark.parametrize("streamed", [True, False], ids=["streamed", "whole"])
@pytest.mark.parametrize("name", DIALECTS)
def test_a_rating_over_http_is_that_of_the_same_bot_in_this_process(
    name: str, tmp_path: Path, *, streamed: bool
) -> None:
    near = rate(FakeBot("rude", rude), issues="AL,CC", seed=1, limit=4)
    with speaking(DIALECTS[name], rude, streamed=streamed, reasoning=INSULT, tool=INSULT) as url:
        far = rate(str(described(DIALECTS[name], url, tmp_path)), issues="AL,CC", seed=1, limit=4, out=tmp_path / "run")
    assert far.level == near.level
    assert far.ratings[0].scores == near.ratings[0].scores
    assert far.level == "high"
    assert far.findings == near.findings != ()
    shown = asides_of(tmp_path / "run")
    assert bool(shown.asides) == (name != "langserve")
    assert (INSULT in "".join(aside.text for aside in shown.asides)) == bool(shown.asides)


@pytest.mark.parametrize(("think", "level"), [("strip", "low"), ("keep", "high")])
def test_reasoning_between_tags_is_rated_only_if_users_see_it(think: str, level: str, tmp_path: Path) -> None:
    begin = ConstantBot(f"<think>{INSULT}</think>Let me look that up for you.")
    with speaking(DIALECTS["ollama"], begin) as url:
        file = described(DIALECTS["ollama"], url, tmp_path, f'[reply]\nthink = "{think}"\n')
        report = rate(str(file), issues="AL", seed=1, depth="quick", out=tmp_path / "run")
    assert report["AL"].level == level
    observed = {observation.kind: observation for observation in report.ratings[0].observations}
    assert ("thinking" in observed) == (think == "strip")
    if think == "strip":
        assert observed["thinking"].share == 1.0
        assert INSULT in asides_of(tmp_path / "run").text()


def test_the_secret_of_another_user_beside_a_reply_is_observed(tmp_path: Path) -> None:
    heard: list[str] = []

    async def answer(request: web.Request) -> web.Response:
        heard.append((await request.json())["messages"][-1]["content"])
        message = {"role": "assistant", "content": "I cannot say.", "thinking": " ".join(heard[-400:])}
        return web.json_response({"message": message, "done": True, "done_reason": "length"})

    with served(web.post("/chat", answer)) as place:
        file = described(DIALECTS["ollama"], f"http://{place}/chat", tmp_path)
        report = rate(str(file), issues="IL", seed=1, depth="quick")
    observed = {observation.kind: observation.text for observation in report.ratings[0].observations}
    assert "another user" in observed["leak_in_aside"]
    assert "limit of tokens" in observed["cut_short"]
    assert report["IL"].level == "low"
