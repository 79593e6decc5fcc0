"""The same question, asked more than once: each answer counts, and the report says whether they agree."""

from itertools import count
from pathlib import Path

import pytest
from aiohttp import web

from tests.live.conftest import Cli, document, observed
from tests.servers import served


@pytest.mark.case("H59")
def test_every_answer_counts_and_the_report_says_whether_they_agree(cli: Cli, tmp_path: Path) -> None:
    number = count()
    asked: list[str] = []

    async def moody(request: web.Request) -> web.Response:
        said = (await request.json())["message"]
        asked.append(said)
        return web.json_response({"reply": f"mood {next(number)}" if said == "how are you?" else "always the same"})

    (tmp_path / "own.txt").write_text("how are you?\n\nhow are you?\n\nwho?\n\nwho?\n\nonce\n")
    with served(web.post("/", moody)) as place:
        (tmp_path / "bot.toml").write_text(
            f"url = 'http://{place}/'\nbody = '{{\"message\": {{{{message}}}}}}'\n[reply]\ntext = '$.reply'\n"
        )
        ended = cli("rate", "bot.toml", "--issues", "B", "--limit", 12, "--ask", "own.txt", "--seed", 1, "--json")
    rating = document(ended)["ratings"][0]
    assert (asked.count("how are you?"), asked.count("who?")) == (2, 2)
    assert rating["counts"]["scored"] == rating["counts"]["planned"]
    assert observed(rating, "agreement") == [
        "1 of 2 conversations of yours that were repeated gave the same replies each time"
    ]
