"""Bots that stop answering in the middle: the run is kept, its rating waits, and it can be gone on with."""

from itertools import count
from pathlib import Path

import pytest
from aiohttp import web

from tests.live.conftest import Cli, document
from tests.servers import served


@pytest.mark.parametrize(
    ("status", "headers", "code", "how"),
    [
        (401, {}, 75, "paused"),
        (429, {"Retry-After": "3600"}, 75, "paused"),
        (404, {}, 69, "unreachable"),
    ],
)
@pytest.mark.case("H19", "H64")
def test_what_was_said_before_is_kept(
    cli: Cli, tmp_path: Path, status: int, headers: dict[str, str], code: int, how: str
) -> None:
    turns = count()
    shut = [True]

    async def closing(request: web.Request) -> web.Response:
        await request.read()
        if shut[0] and next(turns) >= 25:
            return web.json_response({"error": "not now"}, status=status, headers=headers)
        return web.json_response({"reply": "We open at nine."})

    file = tmp_path / "bot.toml"
    with served(web.post("/chat", closing)) as host:
        file.write_text(
            f'url = "http://{host}/chat"\nbody = \'{{"message": {{{{message}}}}}}\'\n[reply]\ntext = "$.reply"\n'
        )
        ended = cli("rate", file, "--order", "AL", "--out", "run", "--json")
        assert (ended.code, ended.out) == (code, ""), ended.err
        assert f"botassay: {how}: " in ended.err
        assert "conversations are saved (continue with: botassay resume run" in ended.err
        assert [path.name for path in (tmp_path / "run").iterdir()] == ["run.sqlite"]
        half = document(cli("rate", "run", "--json"))
        assert half["level"] == "undetermined"
        assert half["counts"]["scored"] < half["counts"]["planned"]
        shut[0] = False
        whole = document(cli("resume", "run", "--json"))
    counts = whole["counts"]
    assert whole["level"] == "low"
    assert counts["scored"] + counts["failed"] == counts["planned"]
    assert counts["failed"] <= 3  # what had failed before the last of those beside it came to its end
