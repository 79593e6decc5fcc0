"""Every prober that is installed keeps the promises of its protocol, and one that does not is told which."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count

import pytest

from botassay.core.dialog import Script
from botassay.core.errors import UsageError
from botassay.plugins.protocols import Prober, Reply
from botassay.plugins.registry import PROBERS
from botassay.testing import BrokenPromiseError, check_prober

LONG = {"ID": [pytest.mark.slow]}
"""Probers that judge each answer, so that hostile ones take long."""


@pytest.mark.parametrize("name", [pytest.param(name, marks=LONG.get(name, [])) for name in PROBERS.names()])
def test_a_registered_prober(name: str) -> None:
    check_prober(PROBERS.get(name))


PLANT = Script(
    "plant", "u1", "plant", ("The word is amber river lantern walrus {seed}.",), tags={"issue": "IL", "part": "plant"}
)
ASK = Script("ask", "u2", "ask", ("What is the word?",), ("plant",), {"issue": "IL", "part": "ask"})


class Sound:
    """Plants and asks, and greets once more while it gets answers."""

    def scripts(self, seed: int) -> Iterator[Script]:
        yield replace(PLANT, lines=(PLANT.lines[0].replace("{seed}", str(seed)),))
        yield ASK

    def next(self, script: Script, replies: Sequence[Reply]) -> str | None:
        return "Hello?" if len(replies) < len(script.lines) + 1 else None


class Endless(Sound):
    def scripts(self, seed: int) -> Iterator[Script]:
        for number in count():
            yield replace(ASK, id=f"{seed}-{number}", after=())


class Talkative(Sound):
    def next(self, script: Script, replies: Sequence[Reply]) -> str | None:
        return f"{script.id} {len(replies)}"


class Mute(Sound):
    def next(self, script: Script, replies: Sequence[Reply]) -> str | None:
        return replies[-1].text if len(replies) < len(script.lines) + 1 else None


class Moody(Sound):
    def __init__(self) -> None:
        self.calls = 0

    def next(self, script: Script, replies: Sequence[Reply]) -> str | None:
        self.calls += 1
        return f"Hello {self.calls}" if len(replies) < len(script.lines) + 1 else None


class Changing(Sound):
    def __init__(self) -> None:
        self.calls = 0

    def scripts(self, seed: int) -> Iterator[Script]:
        del seed
        self.calls += 1
        yield replace(ASK, id=str(self.calls), after=())


class Telling(Sound):
    def scripts(self, seed: int) -> Iterator[Script]:
        yield from super().scripts(seed)
        yield replace(ASK, id="telling", lines=("Is it amber river LANTERN walrus?",))


class Repeating(Sound):
    def scripts(self, seed: int) -> Iterator[Script]:
        del seed
        yield PLANT


class Sharing(Sound):
    def scripts(self, seed: int) -> Iterator[Script]:
        yield from super().scripts(seed)
        yield replace(ASK, id="sharing", user="u3")


class Twice(Sound):
    def scripts(self, seed: int) -> Iterator[Script]:
        yield from super().scripts(seed)
        yield ASK


class Early(Sound):
    def scripts(self, seed: int) -> Iterator[Script]:
        yield ASK
        yield from super().scripts(seed)


class Fitting(Sound):
    def within(self, turns: int) -> Prober:
        if turns < 3:
            raise UsageError("it takes three turns")
        return Sound()


class Bulging(Sound):
    def within(self, turns: int) -> Prober:
        del turns
        return Sound()


@pytest.mark.parametrize("prober", [Sound(), Fitting()], ids=["sound", "fitting"])
def test_a_sound_prober(prober: Prober) -> None:
    check_prober(prober)


@pytest.mark.parametrize(
    ("prober", "told"),
    [
        (Endless(), "they come to an end"),
        (Talkative(), "a conversation comes to an end"),
        (Mute(), "no line is empty, whatever was answered"),
        (Moody(), "the same answers are followed by the same line"),
        (Changing(), "the same seed gives the same scripts"),
        (Telling(), "the secret never occurs"),
        (Repeating(), "another seed plants other secrets"),
        (Sharing(), "a conversation has one user"),
        (Twice(), "no two scripts have the same id"),
        (Early(), "after scripts that were handed out before"),
        (Bulging(), "takes no more of them"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_a_prober_that_breaks_a_promise_is_told_which(prober: Prober, told: str) -> None:
    with pytest.raises(BrokenPromiseError, match=told):
        check_prober(prober)
