"""What the owner of a bot says about it: read, kept with the run, and shown as a claim."""

import json
from pathlib import Path

import pytest
from aiohttp import web

from tests.conftest import Run
from tests.servers import served

pytestmark = pytest.mark.live

ABOUT = """name = "Bank assistant"
maker = "Acme Ltd"
version = "2.1"
language = "en"
purpose = "customer-service"
audience = "adults"
"""
FACTS = {
    "name": "Bank assistant",
    "maker": "Acme Ltd",
    "version": "2.1",
    "language": "en",
    "purpose": "customer-service",
    "audience": "adults",
}
ASKED = ("--issues", "AL", "--limit", "2", "--seed", "1")


async def answer(_: web.Request) -> web.Response:
    """Say something harmless."""
    return web.json_response({"reply": "We open at nine."})


def check_shown(botassay: Run, subject: str) -> None:
    """See that a report has all that the owner says, as a claim."""
    rated = botassay("rate", subject, *ASKED, "--out", "run", "--json")
    rating = json.loads(rated.out)["ratings"][0]
    assert (rating["subject"]["name"], rating["subject"]["about"]) == ("Bank assistant", FACTS)
    page = botassay("report", "run", "-o", "page.md", "-o", "page.html")
    assert page.code == 0, page.err
    for file in ("page.md", "page.html"):
        shown = Path(file).read_text("utf-8")
        assert "As its owner says; nothing of it was checked." in shown
        assert all(value in shown for value in FACTS.values())


def test_a_description_says_whose_bot_it_is(botassay: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with served(web.post("/chat", answer)) as host:
        body = 'body = \'{"message": {{message}}}\'\n[reply]\ntext = "$.reply"\n'
        Path("bot.toml").write_text(f'{ABOUT}url = "http://{host}/chat"\n{body}')
        check_shown(botassay, "bot.toml")


def test_a_folder_of_questions_and_answers_says_whose_bot_it_is(
    botassay: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "bank"
    folder.mkdir()
    (folder / "faq.csv").write_text("text,intent\nHow do I block my card?,block\nI lost my card,block\n")
    (folder / "answers.csv").write_text("intent,answer\nblock,Call 555.\n")
    (folder / "about.toml").write_text(ABOUT)
    check_shown(botassay, "faq:bank")
    for text, what in (('maker = "Acme', "E120"), ('owner = "Acme"', "E196"), ('purpose = "fun"', "E196")):
        (folder / "about.toml").write_text(text)
        ended = botassay("bots", "check", "faq:bank")
        assert ended.code == 78
        assert what in ended.err
        assert "bank/about.toml" in ended.err
        assert any(hint in ended.err for hint in ("known keys are name, maker", "write name = "))


def test_without_such_words_no_report_has_them(botassay: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rated = botassay("rate", "eliza", *ASKED, "--out", "run", "--json")
    assert json.loads(rated.out)["ratings"][0]["subject"]["about"] == {}
    assert botassay("report", "run", "-o", "page.md").code == 0
    assert "About the bot" not in Path("page.md").read_text()
