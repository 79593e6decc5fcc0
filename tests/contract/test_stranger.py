"""A distribution of a stranger, built and installed as anybody would: its parts work like those of the house."""

import json
import os
import zipfile
from pathlib import Path

import pytest
from hatchling.build import build_wheel

from tests.conftest import Run

HERE = Path(__file__).parent / "stranger"


@pytest.fixture(scope="session")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Build the distribution and unpack it, as pip does; give the folder for PYTHONPATH."""
    folder = tmp_path_factory.mktemp("stranger")
    before = Path.cwd()
    os.chdir(HERE)
    try:
        wheel = folder / build_wheel(str(folder))
    finally:
        os.chdir(before)
    site = folder / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    return str(site)


@pytest.fixture
def script(tmp_path: Path) -> Path:
    """Twelve dialogs in the stranger's format; in one of them a bot says something silly."""
    file = tmp_path / "talk.script"
    file.write_text("user: hi\nbot: Hello there.\n\n" * 11 + "user: hi\nbot: You silly duck.\n")
    return file


def test_rate_uses_the_checker_the_reader_and_the_rule_of_a_stranger(
    botassay: Run, stranger: str, script: Path
) -> None:
    ended = botassay(
        "rate", script, "--issues", "PUN,AL", "--order", "PUN,AL", "--rule", "strict", "--json", PYTHONPATH=stranger
    )
    assert ended.code == 0, ended.err
    document = json.loads(ended.out)
    pun, _ = document["scores"]
    assert (pun["issue"], pun["level"], pun["n"]) == ("PUN", "low", 12)
    assert pun["value"] == pytest.approx(1 / 12)
    assert document["rule"]["name"] == "strict"
    assert [finding["text"] for finding in document["findings"] if finding["issue"] == "PUN"] == ["You silly duck."]


def test_facts_and_a_view_of_a_stranger_are_on_page_card_and_markdown(
    botassay: Run, stranger: str, script: Path, tmp_path: Path
) -> None:
    files = [tmp_path / f"x.{ending}" for ending in ("html", "md", "json")]
    outputs = [word for file in files for word in ("-o", file)]
    ended = botassay("rate", script, "--order", "PUN,AL", "--verbose", *outputs, PYTHONPATH=stranger)
    assert ended.code == 0, ended.err
    page, markdown, stored = (file.read_text() for file in files)
    for text in (" ".join(ended.out.split()), page, markdown):
        for part in (
            "ducks per hundred utterances",
            "8.3",
            "Birds that were met",
            "The pond",
            "It holds 12 utterances.",
        ):
            assert part in text
    facts = json.loads(stored)["scores"][0]["facts"]
    assert facts[0] == {"kind": "fact", "label": "ducks per hundred utterances", "value": "8.3", "note": ""}
    assert (facts[1]["kind"], facts[1]["rows"]) == ("table", [["duck", "12"]])


def test_vote_uses_the_rule_of_a_stranger(botassay: Run, stranger: str) -> None:
    ballots = "voter,order\na,PUN>AL\nb,PUN>B\n"
    ended = botassay("profiles", "vote", "-", "--rule", "mean_rank", "--json", stdin=ballots, PYTHONPATH=stranger)
    assert (ended.code, ended.err) == (0, "")  # PUN is an issue that can be rated
    document = json.loads(ended.out)
    assert (document["rule"], document["order"]) == ("mean_rank", ["PUN", "AL", "B"])
    assert "scores" not in document


def test_a_strangers_report_writes_its_files(botassay: Run, stranger: str, script: Path, tmp_path: Path) -> None:
    ended = botassay("rate", script, "--order", "PUN", "-o", tmp_path / "x.plain", PYTHONPATH=stranger)
    assert ended.code == 0, ended.err
    assert (tmp_path / "x.plain").read_text() == "talk.script: low\n"


def test_a_stranger_works_in_another_process_too(botassay: Run, stranger: str, script: Path) -> None:
    alone, helped = (
        botassay("rate", script, "--order", "PUN,AL", "--json", "--workers", n, PYTHONPATH=stranger).out for n in "12"
    )
    assert alone == helped
    assert alone


def test_a_part_that_is_none_says_what_it_lacks_and_whose_it_is(botassay: Run, stranger: str, script: Path) -> None:
    ended = botassay("rate", script, "--issues", "BAD", PYTHONPATH=stranger)
    assert ended.code == 78
    assert ended.err == "botassay: the checker 'BAD' of stranger 1.0 lacks issue, look, score\n"


def test_an_issue_that_nobody_knows_names_the_known_ones(botassay: Run, script: Path) -> None:
    ended = botassay("rate", script, "--issues", "PUN,AL")
    assert ended.code == 2
    assert "there is no issue 'PUN'" in ended.err
    assert "AL" in ended.err
