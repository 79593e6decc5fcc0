"""Understands texts for the train-delay assistant: stations, trains, a time, small talk.

A station has a code, a name and nicknames, a train a number, a name and nicknames; several may share one. Misspelt
names are corrected, and the bot says so.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import chain, pairwise, takewhile
from typing import Final, NamedTuple

from botassay_samples.phrases import PhraseHit, Phrases, split
from botassay_samples.trains.clock import When, hear_day, hear_time
from botassay_samples.trains.network import Network

READ: Final = 1_000
"""Maximum number of characters of a text that are read."""
NEXT: Final = "The next train"
WHY: Final = "How do you know?"
AGAIN: Final = "Start over"
_GUESSED: Final = 8
"""Maximum number of unknown words that are compared with known names."""
_NEARLY: Final = 0.8
_SHORTEST: Final = 4
_SIGNS: Final = re.compile(r"[-–—/→>]+")
_NUMBER: Final = re.compile(r"\d{4}")
"""A likely number of a train."""
_CODE: Final = re.compile(r"\W*([A-Z]{2,4})\W*")
_SOMEWHERE: Final = re.compile(r"\b(?:[Ii]n|[Aa]t|[Tt]o|[Ff]rom|[Ff]or|[Nn]ear)\s+((?:[^\W\d_][\w'’]{1,20}\s?){1,3})")
_NOWHERE: Final = frozenset(
    "a an the me my here this that it case all once work home night today tomorrow you your some there least which "
    "what learn know go see be get help do hear say ask tell wait catch take noon midnight first last monday tuesday "
    "wednesday thursday friday saturday sunday".split()
)
_FROM: Final = frozenset("from leaving departing leaves departs left boarding".split())
_MEANT: Final = frozenset("meant mean rather instead".split())
_ARTICLES: Final = frozenset("the a at in station".split())

_ACTS: Final[Mapping[str, tuple[str, ...]]] = {
    "start_over": ("start over", "restart", "reset", "begin again", "from the beginning", "forget it", "never mind"),
    "why": ("why", "how do you know", "how sure are you", "are you sure", "how come", "where does that come from"),
    "next": ("next train", "the next one", "next one", "next", "a later one", "later one", "the one after"),
    "stations": ("which stations", "what stations", "list stations", "all stations", "stations"),
    "trains": ("which trains", "what trains", "list trains", "all trains", "timetable", "schedule"),
    "help": (
        "help", "what can you do", "what can you help with", "what can you help me with", "how does this work",
        "what do you do", "how can you help", "options", "menu", "instructions", "how do i get started",
    ),
    "thank": ("thanks", "thank you", "thx", "cheers", "great", "perfect", "much appreciated"),
    "goodbye": ("bye", "goodbye", "good bye", "see you", "farewell", "good night"),
    "greet": ("hello", "hi", "hey", "good morning", "good afternoon", "good evening", "good day", "greetings"),
    "yes": ("yes", "yeah", "yep", "correct", "right", "exactly", "ok", "okay", "sure"),
    "no": ("no", "nope", "wrong"),
}  # fmt: skip
_ACT: Final = Phrases({phrase: act for act, phrases in _ACTS.items() for phrase in phrases})
_CORRECTS: Final = Phrases(
    dict.fromkeys(
        ("no", "nope", "sorry", "i meant", "i mean", "actually", "wrong", "not", "rather", "correction"), True
    )
)
_WANTED: Final = frozenset("train trains late delay delayed delays arrive arrives arrival due eta punctual".split())
_ANY_TRAIN: Final = Phrases(dict.fromkeys(("a train", "trains", "any train", "the train", "next train"), True))
_FILLER: Final = _WANTED | frozenset(
    "i i'm am a an the is are there any need want looking for find me my in at near to of with and or please can "
    "could you do does will would be like some one tell which what when where who how about go have has get got it "
    "its it's that this what's so but if on no not yes minutes o'clock am pm half past quarter after before around "
    "station from by come comes coming going long much many time today tomorrow see then next".split()
)


class _Named(NamedTuple):
    kind: str
    """`station` or `train`."""
    ids: tuple[str, ...]
    """All stations or trains that may be meant."""


class Misspelling(NamedTuple):
    """A misspelt name, and the name that it was taken for."""

    written: str
    meant: str


@dataclass(frozen=True, slots=True)
class TrainInput:
    """The meaning of a text, with all stations and trains that may be meant; empty for what it does not contain."""

    stations: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    trains: tuple[str, ...] = ()
    when: When | None = None
    day: str = ""
    act: str | None = None
    misspelt: Misspelling | None = None
    nowhere: str = ""
    """An unknown station."""
    no_train: str = ""
    """The number of an unknown train."""
    corrects: bool = False
    wanted: bool = False
    """Whether the user asks about trains."""
    any_train: bool = False

    @property
    def travels(self) -> bool:
        """Whether it is about a journey."""
        return bool(self.stations or self.origins or self.trains or self.when or self.nowhere or self.no_train)


class TrainParser:
    """Understands texts about a railway."""

    def __init__(self, network: Network) -> None:
        self._network = network
        known: dict[str, _Named] = {}
        for kind, things in (("station", network.stations), ("train", network.trains)):
            for key, thing in things.items():
                for phrase in (key, thing.name, *thing.nicknames):
                    known[phrase.lower()] = _Named(kind, (*known.get(phrase.lower(), _Named(kind, ())).ids, key))
        self._known = known
        self._phrases = Phrases(known)

    def hear(self, text: str, *, awaiting: str | None) -> TrainInput:
        """Return the meaning of a text, after the bot asked for `station`, `train`, `when` or nothing."""
        plain = _SIGNS.sub(" ", text[:READ])
        words = split(plain)
        hits = self._phrases.all(words)
        guessed, misspelt = self._guess(words, hits)
        hits = sorted(hits + guessed)
        roles = _roles(words, hits)
        when = hear_time(text[:READ].lower())
        return TrainInput(
            stations=_united(roles, "station"),
            origins=_united(roles, "origin"),
            trains=_together([hit.ids for role, hit in roles if role == "train"]),
            when=when,
            day=hear_day(list(words)),
            act=_ACT.first(words),
            misspelt=misspelt,
            nowhere="" if hits or when else self._nowhere(plain, words, awaiting),
            no_train="" if hits or when else _strange_number(words),
            corrects=_CORRECTS.first(words) is not None,
            wanted=not _WANTED.isdisjoint(words),
            any_train=_ANY_TRAIN.first(words) is not None,
        )

    def nearest(self, name: str) -> tuple[str, ...]:
        """Return the names of stations with a similar spelling."""
        names = {station.name.lower(): station.name for station in self._network.stations.values()}
        return tuple(names[near] for near in get_close_matches(name.lower(), names, n=3, cutoff=0.5))

    def _guess(
        self, words: Sequence[str], hits: Sequence[PhraseHit[_Named]]
    ) -> tuple[list[PhraseHit[_Named]], Misspelling | None]:
        """Return the known name that is most similar to unknown words, if any."""
        covered = {at for start, length, _ in hits for at in range(start, start + length)}
        named = {hit.kind for *_, hit in hits}
        unknown = [at for at, word in enumerate(words) if at not in covered and _may_name(word)][:_GUESSED]
        for length in (2, 1):
            for at in unknown:
                written = " ".join(words[at : at + length])[:40]
                if length > 1 and covered & {at + 1}:
                    continue
                near = get_close_matches(written, self._known, n=1, cutoff=_NEARLY)
                if near and self._known[near[0]].kind not in named:
                    return [PhraseHit(at, length, self._known[near[0]])], Misspelling(written, self._called(near[0]))
        return [], None

    def _called(self, phrase: str) -> str:
        """Return the name of the station or train that a phrase means."""
        kind, ids = self._known[phrase]
        return (self._network.stations if kind == "station" else self._network.trains)[ids[0]].name

    def _nowhere(self, text: str, words: Sequence[str], awaiting: str | None) -> str:
        """Return the words in the position of a station, or an empty text."""
        code = _CODE.fullmatch(text)
        if code and _ACT.first(words) is None:
            return code[1]
        sure = awaiting == "station" or not _WANTED.isdisjoint(words)
        for match in _SOMEWHERE.finditer(text):
            name = list(takewhile(lambda word: word.lower() not in _NOWHERE | _FILLER, match[1].split()))
            if name and (sure or name[0][:1].isupper()):
                return " ".join(name)
        left = [word for word in words if _may_name(word)]
        short = 0 < len(left) == len(words) <= 2  # noqa: PLR2004 - the longest name of a station
        return " ".join(left)[:40].title() if awaiting == "station" and short and _ACT.first(words) is None else ""


def _may_name(word: str) -> bool:
    return len(word) >= _SHORTEST and word.isalpha() and word not in _FILLER


def _strange_number(words: Sequence[str]) -> str:
    """Return a number of four digits, or after the word “train”; otherwise an empty text."""
    called = (word for before, word in pairwise(words) if before == "train" and word.isdecimal())
    alike = (word for word in words if _NUMBER.fullmatch(word))
    return next(chain(called, alike), "")[:10]


def _roles(words: Sequence[str], hits: Sequence[PhraseHit[_Named]]) -> list[tuple[str, _Named]]:
    """Return each thing with its role, `station` (the goal), `origin` or `train`, without dismissed ones."""
    roles: list[tuple[str, _Named]] = []
    for start, _, named in hits:
        before = next((word for word in reversed(words[max(0, start - 3) : start]) if word not in _ARTICLES), "")
        if before == "not":
            continue
        if before in _MEANT:
            roles = [(role, other) for role, other in roles if other.kind != named.kind]
        roles.append(("origin" if named.kind == "station" and before in _FROM else named.kind, named))
    return roles if "or" in words else _from_first_to_last(roles)


def _from_first_to_last(roles: list[tuple[str, _Named]]) -> list[tuple[str, _Named]]:
    """Return the roles with the first of several stations as the origin, without those in between.

    Examples are “Gullmouth to Kingsreach” and “I am in Gullmouth, off to …”. A named origin stays the only one.
    """
    stations = [at for at, (role, _) in enumerate(roles) if role == "station"]
    if len(stations) < 2 or any(role == "origin" for role, _ in roles):  # noqa: PLR2004 - both ends
        return roles
    first, *between, _ = stations
    return [("origin" if at == first else role, named) for at, (role, named) in enumerate(roles) if at not in between]


def _united(roles: Sequence[tuple[str, _Named]], wanted: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(key for role, hit in roles if role == wanted for key in hit.ids))


def _together(named: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the trains that all names may mean (“1203” and “Gull Express”), or else all of them."""
    common = [key for key in dict.fromkeys(key for ids in named for key in ids) if all(key in ids for ids in named)]
    return tuple(common or dict.fromkeys(key for ids in named for key in ids))
