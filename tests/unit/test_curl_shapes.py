"""Ten common shapes of curl commands: the drafted file works unchanged, and keeps conversations apart."""

import asyncio
from pathlib import Path

import pytest

from botassay.api.bots import draft_bot
from botassay.bots import find_bot
from botassay.bots.sharing import check_sessions
from tests.fakes.shapes import JWT, SHAPES, Memory
from tests.servers import served


@pytest.mark.parametrize("name", SHAPES)
def test_a_drafted_file_works_and_keeps_conversations_apart(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shape, memory = SHAPES[name], Memory()
    for file, content in shape.files.items():
        Path(file).write_text(content)
    with served(shape.route(memory)) as host:
        drafted = draft_bot(shape.curl.replace("HOST", host), send=lambda _: True)
        for secret, value in drafted.secrets.items():
            monkeypatch.setenv(secret, value)
        Path("bot.toml").write_text(drafted.text)
        bot = find_bot("bot.toml")
        assert check_sessions(bot) is None

        async def talk() -> list[str]:
            async with bot.open(user="ann") as one, bot.open(user="ben") as other:
                await one.say("first")
                return [(await talking.say("second")).text for talking in (one, other)]

        within, across = asyncio.run(talk())
    assert "before: first." in within
    assert "before: nothing." in across
    assert len(set(memory.fresh)) == len(memory.fresh)
    assert JWT not in drafted.text
