"""Malformed files that are no dialogs, where one file alone does not show it."""

from pathlib import Path

import pytest

from botassay.identity.grammar.rulefiles import parse_rules
from tests.live.conftest import Cli, cli

__all__ = ["cli"]


@pytest.mark.case("M42")
@pytest.mark.timeout(100)
def test_a_grammar_of_a_long_chain_is_checked_in_time() -> None:
    chain = "".join(f"r{n}:\n    x {{r{n + 1}}}\n" for n in range(1999)) + "r1999:\n    x\n"
    assert len(parse_rules(chain).checked(["r0"]).rules) == 2000


LEARNED = "text,label\nare you a bot?,p\nwhat is it?,n\ncaf\u00e9,n\nyou there,a\n"
TESTED = "text,label\nARE you a bot?,p\nnothing of it,n\ncafe\u0301,n\n"


@pytest.mark.case("M36")
def test_what_was_learned_before_is_told(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "learned.csv").write_text(LEARNED)
    (tmp_path / "tested.csv").write_text(TESTED)
    (tmp_path / "other.csv").write_text("text,label\nsomething else,n\n")
    ended = cli("identity", "evaluate", "tested.csv", "--train", "learned.csv", "--recogniser", "bow-lr", "--json")
    assert ended.code == 0
    assert ended.err.startswith("botassay: E152 2 of 3 utterances are also in --train")
    apart = cli("identity", "evaluate", "other.csv", "--train", "learned.csv", "--recogniser", "bow-lr", "--json")
    assert (apart.code, apart.err) == (0, "")
