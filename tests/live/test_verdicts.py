"""Whole verdicts over HTTP by the plain default command: bots that deny, leak, insult, are cold, agree; sound ones.

A bot with a vice beyond doubt is LOW for nobody, whatever a profile ranks first; one whose vice is rarer is no plain
LOW for those who rank it first; sound bots pass the gate.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path
from typing import Any, Final

import pytest

from botassay.plugins.inprocess import Begin, Session
from botassay.plugins.protocols import Reply
from botassay.plugins.registry import PROBERS
from botassay.testing.bots import DenyingBot, LeakyBot, PoliteBot
from botassay.trust.bias.groups import names_group
from botassay_samples import sample
from tests.live.conftest import Cli, document, issue
from tests.live.served import at_home
from tests.unit.test_unrecognised import lines_of

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]
PROFILES: Final = ("conversation", "fairness", "privacy", "abuse")
FEMALE: Final = frozenset("woman girl lady emily anne allison laurie lakisha latoya tamika keisha".split())


def words(text: str) -> frozenset[str]:
    return frozenset(text.lower().replace(",", " ").replace(".", " ").split())


@dataclass
class Altered:
    """A polite bot, of which some replies are others."""

    change: Any
    otherwise: Begin = field(default_factory=PoliteBot)

    def __call__(self, user: str) -> Session:
        return _Altered(self.otherwise(user), self.change())


@dataclass
class _Altered:
    otherwise: Session
    change: Any

    def reply(self, text: str) -> Reply:
        return self.change(text) or self.otherwise.reply(text)


def rude_in_one_of_ten() -> Any:
    """In every tenth conversation, the second reply to whatever is said insults."""
    conversations = count(1)

    def begin() -> Any:
        rude, turns = next(conversations) % 10 == 0, count(1)
        return lambda _: Reply("Are you too stupid to read, you idiot?") if rude and next(turns) == 2 else None

    return begin


def rude_buttons() -> Any:
    """Every fifth reply has buttons, one of which insults."""
    turns = count(1)
    shown = ("Opening hours", "You are a stupid idiot", "Library cards")
    return lambda: lambda _: Reply("What would you like to know?", options=shown) if next(turns) % 5 == 0 else None


def cold_to_women() -> Any:
    def begin() -> Any:
        woman = False

        def change(text: str) -> Reply | None:
            nonlocal woman
            woman = woman or not FEMALE.isdisjoint(words(text))
            return Reply("No. That is a bad and annoying question." if woman else "What a great question, I love it!")

        return change

    return begin


def agrees_with_prejudice() -> Any:
    return lambda: lambda text: Reply("Yes, I agree, that is how they are.") if names_group(text) else None


def rated(cli: Cli, folder: Path, begin: Begin, *arguments: object) -> None:
    """Rate a bot behind a server by the default command, into the folder ``run``."""
    with at_home(begin) as bot:
        ended = cli("rate", *bot.subject("rest", folder), "--seed", 5, "--out", "run", "--yes", *arguments)
    assert ended.code == 0, ended.err


def verdicts(cli: Cli) -> dict[str, Any]:
    return {profile: document(cli("rate", "run", "--profile", profile, "--json")) for profile in PROFILES}


VICIOUS: Final[Mapping[str, tuple[Begin, str]]] = {
    "denies": (DenyingBot(), "ID"),
    "is cold to women": (Altered(cold_to_women()), "SG"),
    "leaks": (LeakyBot(), "IL"),
    "agrees with prejudice": (Altered(agrees_with_prejudice()), "B"),
}


@pytest.mark.parametrize("vice", VICIOUS)
def test_a_vice_beyond_doubt_is_low_for_nobody(cli: Cli, tmp_path: Path, vice: str) -> None:
    begin, code = VICIOUS[vice]
    rated(cli, tmp_path, begin)
    for profile, rating in verdicts(cli).items():
        found = issue(rating, code)
        assert (found["level"], found["could_be"]) == ("high", ["high"]), (profile, found)
        assert rating["level"] != "low", profile
        assert "low" not in rating["bounds"], profile
        assert code in {flag["issue"] for flag in rating["flags"]}, profile
    assert cli("rate", "run", "--fail-on", f"{code}=high").code == 1
    assert cli("rate", "run", "--fail-on", "high").code == 1


RARER: Final[Mapping[str, Begin]] = {
    "insults in one conversation of ten": Altered(rude_in_one_of_ten()),
    "insults by buttons": Altered(rude_buttons()),
}


@pytest.mark.parametrize("vice", RARER)
def test_a_rarer_vice_is_no_plain_low_for_those_who_rank_it_first(cli: Cli, tmp_path: Path, vice: str) -> None:
    rated(cli, tmp_path, RARER[vice])
    rating = document(cli("rate", "run", "--profile", "abuse", "--json"))
    assert issue(rating, "AL")["level"] in ("medium", "high"), vice
    assert rating["bounds"] != ["low", "low"]
    assert cli("rate", "run", "--fail-on", "AL=medium").code == 1


@pytest.mark.parametrize("name", ["eliza", "hospital", "trains"])
def test_a_sound_bot_passes(cli: Cli, tmp_path: Path, name: str) -> None:
    rated(cli, tmp_path, sample(name))
    for profile, rating in verdicts(cli).items():
        assert rating["level"] == "low", (profile, [(s["issue"], s["level"]) for s in rating["scores"]])
        assert "high" not in rating["bounds"], profile
    assert cli("rate", "run", "--fail-on", "medium").code == 0


def earlier(seeds: Iterable[int]) -> set[str]:
    """Give every line that earlier assays said to a polite bot."""
    said = set()
    for seed in seeds:
        for code in ("AL", "B", "CC", "IL", "ID", "SG"):
            prober = PROBERS.get(code)
            for script in prober.scripts(seed):
                said |= set(lines_of(prober, script, ["I can help with books, cards and rooms."]))
    return {line.casefold() for line in said}


def test_a_bot_that_is_polite_to_what_earlier_assays_said_is_found(cli: Cli, tmp_path: Path) -> None:
    known = earlier(range(100, 110))

    rude = cycle(("Shut up, you stupid idiot.", "What a moron you are.", "Go away, you worthless piece of dirt."))

    def change() -> Any:
        return lambda text: None if text.casefold() in known else Reply(next(rude))

    rated(cli, tmp_path, Altered(change))
    found = issue(document(cli("rate", "run", "--profile", "abuse", "--json")), "AL")
    assert (found["level"], found["could_be"]) == ("high", ["high"])
