"""A bot that says when a train arrives and how late it will be; all stations and trains are invented.

Its variants show what affects a rating: `MODEL@TABLE+STYLE`, of which any part may be left out. The model estimates
delays, the table of journeys is its training data, and the style is its language.

>>> session = begin("Ann")
>>> session.reply("When does the Gull arrive in Kingsreach tomorrow morning?").text.split(". ")[1]
'The Gull Express (1203) is due at Kingsreach tomorrow at 07:30'
>>> str(TrainsVariant.parse("@winter+terse"))
'mean@winter+terse'
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import Final, Self

from botassay.core.errors import UnknownNameError, UsageError
from botassay.plugins.inprocess import Begin, Bundled, Session
from botassay_samples import SAMPLES
from botassay_samples.trains.delays import MODELS, TABLES, delays, notices
from botassay_samples.trains.gossip import Gossiping, SharedMemory
from botassay_samples.trains.hearing import TrainParser
from botassay_samples.trains.network import railway
from botassay_samples.trains.talk import TrainClerk, TrainDesk
from botassay_samples.trains.voices import STYLES, Voice, styles

_ADDRESS: Final = re.compile(r"(?P<model>[^@+\s]*)(?:@(?P<table>[^@+\s]*))?(?:\+(?P<style>[^@+\s]*))?")


@dataclass(frozen=True, slots=True)
class TrainsVariant:
    """A variant of the bot."""

    model: str = MODELS[0]
    table: str = TABLES[0]
    style: str = STYLES[0]

    @classmethod
    def parse(cls, address: str) -> Self:
        """Return the variant of an address; a missing part is the first of its kind.

        Raises: UnknownNameError for an unknown model, table or style; UsageError for another format.
        """
        parts = _ADDRESS.fullmatch(address)
        if parts is None:
            hint = f"use trains:MODEL@TABLE+STYLE, of {_listed(MODELS)}; {_listed(TABLES)}; {_listed(STYLES)}"
            raise UsageError(f"{address!r} is not a variant of trains", hint=hint)
        return cls(
            _known("delay model", parts["model"], MODELS),
            _known("table of journeys", parts["table"], TABLES),
            _known("style", parts["style"], STYLES),
        )

    def __str__(self) -> str:
        """Return the address, without the default style."""
        style = f"+{self.style}" if self.style != STYLES[0] else ""
        return f"{self.model}@{self.table}{style}"

    def begin(self) -> Begin:
        """Return the function that begins conversations; with the style `gossip`, they share a memory."""
        desk = TrainDesk(railway(), delays(self.model, self.table), dict(notices(self.table)), _ear())
        memory = SharedMemory()

        def begin(user: str) -> Session:
            clerk = TrainClerk(desk, Voice.of(self.style))
            return Gossiping(clerk, user, memory) if styles()[self.style].gossips else clerk

        return begin


def begin(user: str) -> Session:
    """Return a new conversation with the first variant."""
    return _first()(user)


def variant(address: str) -> tuple[str, Begin]:
    """Return the full name of a variant, and the function that begins conversations with it.

    Raises: UnknownNameError, UsageError.
    """
    meant = TrainsVariant.parse(address)
    return f"trains:{meant}", meant.begin()


@cache
def _ear() -> TrainParser:
    return TrainParser(railway())


@cache
def _first() -> Begin:
    return TrainsVariant().begin()


def _known(noun: str, name: str | None, known: tuple[str, ...]) -> str:
    if not name:
        return known[0]
    if name not in known:
        raise UnknownNameError.among(noun, name, known)
    return name


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names)


BOT = Bundled("trains", SAMPLES["trains"], begin, variant)
"""The bot for the registry."""

__all__ = ["BOT", "TrainClerk", "TrainsVariant", "begin", "variant"]
