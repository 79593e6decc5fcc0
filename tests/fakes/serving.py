"""A server for each dialect: a bot in this process behind it, its answers cut at random places."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from aiohttp import web

from botassay.bots.sessions import Histories, HistoryMessage, Sessions
from botassay.plugins.inprocess import Begin
from tests.fakes.dialects import Dialect, Turn
from tests.servers import served


@contextmanager
def speaking(
    dialect: Dialect, begin: Begin, *, streamed: bool = True, reasoning: str = "", tool: str = ""
) -> Iterator[str]:
    """Serve a bot in a dialect; give the address.

    Args:
        dialect: of the interface.
        begin: begins conversations with the bot.
        streamed: whether answers come in pieces.
        reasoning: what the bot writes before each reply, unseen.
        tool: what it gives a tool.
    """
    sessions, random = Sessions(begin), Random(7)  # noqa: S311 - where bytes are cut
    histories = Histories(sessions)

    async def answer(request: web.Request) -> web.StreamResponse:
        body = await request.json()
        said = dialect.asked(body)
        if dialect.session is not None:
            text = sessions.of(dialect.session(body), "").reply(said[-1][1]).text
        else:
            text = histories.reply([HistoryMessage(role, text) for role, text in said], "").text
        turn = Turn(text, reasoning, tool)
        if not streamed:
            return web.json_response(dialect.whole(turn))
        response = web.StreamResponse(headers={"Content-Type": dialect.kind})
        await response.prepare(request)
        stream = b"".join(dialect.frames(turn))
        while stream:
            size = random.randint(1, 200)
            await response.write(stream[:size])
            stream = stream[size:]
            await asyncio.sleep(0)
        await response.write_eof()
        return response

    with served(web.post("/chat", answer)) as place:
        yield f"http://{place}/chat"


def described(dialect: Dialect, url: str, folder: Path, more: str = "") -> Path:
    """Write the bot.toml of a dialect."""
    file = folder / "bot.toml"
    file.write_text(f"preset = {json.dumps(dialect.preset)}\nurl = {json.dumps(url)}\nbody = '{dialect.body}'\n{more}")
    return file
