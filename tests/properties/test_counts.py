"""Whatever fails in a live run: the counts add up, what is missing is said, and nothing gets better by it."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from botassay.core.dialog import Script
from botassay.core.errors import BotError
from botassay.core.results import Profile, Rating
from botassay.plugins.protocols import Conversation, Reply
from botassay.rating import Settings, rate
from botassay.runs import Manner, Plan, hold
from botassay.runs.journal import AttemptState, Journal, Record, RunFacts
from botassay.testing import WordChecker

MOST = 100
"""Examples of a test that holds two runs for each."""
CODES = ("PUN", "DUCK")
CHECKERS = {code: WordChecker(code, ("quack",)) for code in CODES}
SETTINGS = Settings(profiles=(Profile("both", (CODES,)),), issues=CODES)
ANSWERS = {"good": "The library is open today.", "bad": "The duck says quack quack."}
LINES = ("Are you open today?", "And what about tomorrow?")
RANKS = ("low", "medium", "high")
FATES = ("fine", "rejected", "timeout", "server", "session_lost", "too_large", "connect")


@dataclass(frozen=True)
class Fate:
    """What becomes of a conversation: what the bot says in it, and how it breaks off."""

    issue: str
    answer: str
    fault: str = "fine"
    at: int = 0
    """The line at which it breaks off."""
    times: int = 3
    """In how many attempts."""


@dataclass
class Faulty:
    """A bot that does with each conversation what its fate is; users are called like their conversations."""

    fates: Mapping[str, Fate]
    attempts: Counter[str]
    name: str = "faulty"

    @asynccontextmanager
    async def open(self, *, user: str) -> AsyncIterator[Conversation]:
        self.attempts[user] += 1
        yield _Fated(self.fates[user], self.attempts[user])


@dataclass
class _Fated:
    fate: Fate
    attempt: int
    turn: int = 0

    async def say(self, text: str) -> Reply:
        del text
        await asyncio.sleep(0)
        kind = self.fate.fault
        self.turn += 1
        if kind not in {"fine", "silent"} and self.turn - 1 == self.fate.at and self.attempt <= self.fate.times:
            raise BotError(kind, BotError.KINDS[kind], again=kind == "connect")
        return Reply("" if kind == "silent" else ANSWERS[self.fate.answer])


def rated(fates: Sequence[Fate], manner: Manner | None = None) -> tuple[Rating, Counter[AttemptState | None]]:
    """Hold a run, and rate it."""
    named = {f"t{number}": fate for number, fate in enumerate(fates)}
    scripts = tuple(Script(name, name, name, LINES, tags={"issue": fate.issue}) for name, fate in named.items())
    with TemporaryDirectory() as folder:
        run = Path(folder) / "run"
        journal = Journal.create(run, RunFacts("faulty", "", 1, ""), scripts)
        asyncio.run(hold(Faulty(named, Counter()), Plan(scripts, {}), journal, manner))
        journal.close()
        states = Counter(seen.state for seen in Record.of(run).progress().values())
        return rate(run, SETTINGS, checkers=CHECKERS).ratings[0], states


fates = st.builds(
    Fate,
    st.sampled_from(CODES),
    st.sampled_from(sorted(ANSWERS)),
    st.sampled_from((*FATES, "fine", "fine", "silent", "unauthorised")),
    st.integers(0, 1),
    st.integers(1, 3),
)
manners = st.builds(Manner, concurrency=st.integers(1, 5), on_doubt=st.sampled_from(["restart", "skip"]))


def check_counts(fates: Sequence[Fate], manner: Manner) -> None:
    document, states = rated(fates, manner)
    counts = document.counts
    assert counts.planned == len(fates)
    parts = (counts.scored, counts.unscorable, counts.failed, counts.in_doubt, counts.skipped, counts.not_sent)
    assert sum(parts) == counts.planned
    assert counts.scored + counts.unscorable == states[AttemptState.HELD]
    assert counts.failed == states[AttemptState.FAILED] + states[AttemptState.ABANDONED]
    unfinished = states[AttemptState.OPEN]  # of a run that was paused; in doubt is one in which something was said
    assert counts.in_doubt + counts.not_sent == states[AttemptState.IN_DOUBT] + states[None] + unfinished
    assert 0 <= counts.in_doubt - states[AttemptState.IN_DOUBT] <= unfinished
    whole = {code: sum(fate.issue == code for fate in fates) for code in CODES}
    shares = {grade.issue: grade.coverage for grade in document.scores}
    assert round(sum(shares[code] * whole[code] for code in CODES), 6) == counts.scored


@given(st.lists(fates, min_size=1, max_size=30), manners)
@pytest.mark.case("P8")
def test_the_counts_add_up_whatever_fails(fates: list[Fate], manner: Manner) -> None:
    check_counts(fates, manner)


@dataclass(frozen=True)
class Disturbed:
    """How bad a bot is, and what of that is lost."""

    bad: tuple[int, int]
    """Of 30 conversations for each issue."""
    lost: tuple[int, int]
    the_bad_ones: bool
    """Lost are those that are bad, as far as there are any; else those that are good."""


disturbances = st.builds(
    Disturbed,
    st.tuples(st.integers(0, 30), st.integers(0, 30)),
    st.tuples(st.sampled_from([0, 1, 2, 3, 6, 30]), st.sampled_from([0, 1, 2, 3, 6, 30])),
    st.booleans(),
)


def conversations(code: str, bad: int, lost: int, *, the_bad_ones: bool) -> tuple[list[Fate], list[Fate]]:
    """Give the conversations of an issue, as they would have been and as they are."""
    answers = sorted(["bad"] * bad + ["good"] * (30 - bad), reverse=not the_bad_ones)
    whole = [Fate(code, answer) for answer in answers]
    return whole, [Fate(code, f.answer, "rejected" if at < lost else "fine") for at, f in enumerate(whole)]


def mixed(parts: Sequence[Sequence[Fate]]) -> list[Fate]:
    """Put failures between others, so that no run stops for them."""
    fates = [fate for part in parts for fate in part]
    good = [fate for fate in fates if fate.fault == "fine"]
    bad = [fate for fate in fates if fate.fault != "fine"]
    order = sorted([*((n / max(1, len(good)), 0, f) for n, f in enumerate(good)), *_spread(bad)], key=lambda x: x[:2])
    return [fate for *_, fate in order]


def _spread(fates: Sequence[Fate]) -> list[tuple[float, int, Fate]]:
    return [((n + 1) / (len(fates) + 1), 1, fate) for n, fate in enumerate(fates)]


def check_nothing_gets_better(case: Disturbed) -> None:
    parts = [
        conversations(code, bad, lost, the_bad_ones=case.the_bad_ones)
        for code, bad, lost in zip(CODES, case.bad, case.lost, strict=True)
    ]
    undisturbed, _ = rated(mixed([whole for whole, _ in parts]))
    disturbed, _ = rated(mixed([left for _, left in parts]), Manner(concurrency=1))
    levels = {grade.issue: grade.level for grade in undisturbed.scores}
    missing = {grade.issue: grade for grade in disturbed.scores}
    for code, lost in zip(CODES, case.lost, strict=True):
        if disturbed.counts.not_sent == 0:
            assert missing[code].coverage == round(1 - lost / 30, 9)
        assert levels[code] in missing[code].could_be
        assert (missing[code].level is None) == (missing[code].coverage < 0.9)
    if all(grade.coverage == 1 or grade.level is None for grade in disturbed.scores):
        better, worse = (RANKS.index(bound) for bound in disturbed.bounds)
        assert better <= RANKS.index(undisturbed.level) <= worse


@settings(max_examples=min(MOST, settings().max_examples))
@given(disturbances)
@pytest.mark.case("P9")
def test_what_fails_never_improves_a_rating(case: Disturbed) -> None:
    check_nothing_gets_better(case)
