"""Understands texts for the hospital bot: a service, a place, a hospital, a question about it, or small talk."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from botassay_samples.hospital.table import Hospital, HospitalTable, Place
from botassay_samples.hospital.words import WORDS
from botassay_samples.phrases import WORD, PhraseHit, Phrases, split

READ: Final = 2_000
"""Maximum number of characters of a text that are read."""
_BEFORE_A_PLACE: Final = frozenset("in near around at to from of by close for county".split())
_NO_PLACE: Final = frozenset(
    "a an the me my here this that it case need pain general labor labour trouble help you your any some there "
    "least all once work home night today tomorrow fact particular addition order short vain".split()
)
_ACTS: Final[Mapping[str, tuple[str, ...]]] = {
    "start_over": ("start over", "restart", "reset", "begin again", "new search", "from the beginning", "forget it"),
    "more_hospitals": ("more", "other hospitals", "another one", "others", "show more", "next", "other options"),
    "help": (
        "help", "what can you do", "what can you help with", "what can you help me with", "how does this work",
        "what do you do", "how can you help", "which services", "what services", "options", "menu", "instructions",
    ),
    "thank": ("thanks", "thank you", "thx", "cheers", "great", "perfect", "much appreciated"),
    "goodbye": ("bye", "goodbye", "good bye", "see you", "farewell"),
    "greet": ("hello", "hi", "hey", "good morning", "good afternoon", "good evening", "good day", "greetings"),
}  # fmt: skip
_DETAILS: Final[Mapping[str, tuple[str, ...]]] = {
    "phone": ("phone", "telephone", "call", "phone number", "telephone number", "number"),
    "address": ("address", "where", "where is it", "directions", "located", "location", "street"),
    "rating": ("rating", "stars", "rated", "how good", "quality", "is it good"),
    "emergency": ("emergency room", "emergency department", "emergency services", "er", "emergency", "open at night"),
    "services": ("services", "offer", "treat", "departments", "what do they do", "which services", "what services"),
}
_FILLER: Final = frozenset(
    "i i'm am a an the is are there any hospital hospitals clinic clinics need want looking look for find me my in at "
    "near around to of with and or please can could you do does would like some one good best show tell which what "
    "where who how about go have has get got it that this closest nearest recommend what's hi hello hey any "
    "thanks".split()
)
_WANTED: Final = frozenset("need want looking hospital hospitals clinic clinics doctor doctors search find".split())
_INDIFFERENT: Final = ("any", "anything", "all", "no preference", "does not matter", "doesn't matter", "don't care")


@dataclass(frozen=True, slots=True)
class HospitalInput:
    """The meaning of a text; None or empty for what it does not contain."""

    service: str | None = None
    place: Place | None = None
    hospital: Hospital | None = None
    act: str | None = None
    detail: str | None = None
    nowhere: str = ""
    """A place that is not in the table."""
    unknown: tuple[str, ...] = ()
    """Other content words."""
    indifferent: bool = False
    wanted: bool = False
    """Whether the user is looking for a hospital."""
    here: bool = False
    """Whether the place is the user's own, which the bot does not know."""


class HospitalParser:
    """Understands texts about the hospitals of a table."""

    def __init__(self, table: HospitalTable) -> None:
        self._places = Phrases(_places(table))
        self._names = {place.name.lower(): place.name for place in _places(table).values() if place.kind != "zip"}
        self._hospitals = Phrases({hospital.name: hospital for hospital in table.hospitals})
        self._services = Phrases({word: name for name, words in WORDS.services.items() for word in (name, *words)})
        self._states = {hospital.state for hospital in table.hospitals}

    def hear(self, text: str, *, awaiting: str | None) -> HospitalInput:
        """Return the meaning of a text, after the bot asked for `service`, `place` or nothing."""
        text = text[:READ]
        words = split(text)
        named = self._hospitals.all(words)
        if named:
            return HospitalInput(hospital=named[0].meaning, detail=_DETAIL.first(words))
        places = [hit for hit in self._places.all(words) if self._meant(hit, text, words, awaiting)]
        covered = {at for start, length, _ in places for at in range(start, start + length)}
        rest = [word for at, word in enumerate(words) if at not in covered]
        service = self._services.first(rest)
        place = self._place([place for *_, place in places], text)
        return HospitalInput(
            service=service,
            place=place,
            act=_ACT.first(words),
            detail=_DETAIL.first(words),
            nowhere="" if place else self._nowhere(text, sure=bool(service) or awaiting == "place"),
            unknown=tuple(word for word in rest if word not in _FILLER),
            indifferent=_ANY.first(words) is not None,
            wanted=not _WANTED.isdisjoint(words),
            here=_HERE.first(words) is not None,
        )

    def nearest(self, name: str) -> tuple[str, ...]:
        """Return the names of places with a similar spelling."""
        near = get_close_matches(name[:60].lower(), self._names, n=3, cutoff=0.6)
        return tuple(self._names[key] for key in near)

    def _meant(self, hit: PhraseHit[Place], text: str, words: Sequence[str], awaiting: str | None) -> bool:
        """Return whether a name is meant as a place, as many cities have the name of an everyday word."""
        start, length, place = hit
        if awaiting == "place" or length > 1 or len(words) <= _FEW or place.kind in ("zip", "state"):
            return True
        return place.name in text or (start > 0 and words[start - 1] in _BEFORE_A_PLACE)

    def _place(self, places: Sequence[Place], text: str) -> Place | None:
        states = [place for place in places if place.kind == "state"]
        smaller = [place for place in places if place.kind != "state"]
        code = next((word for word in WORD.findall(text) if word in self._states), None)
        words = split(text)
        if code is None and words and words[-1].upper() in self._states and len(words) <= _FEW:
            code = words[-1].upper()
        state = states[0].name if states else code
        if smaller:
            return smaller[0]._replace(state=state)
        return Place("state", state) if state else None

    def _nowhere(self, text: str, *, sure: bool) -> str:
        """Return the words in the position of a place, if it is not in the table."""
        for match in _SOMEWHERE.finditer(text):
            name = " ".join(match[1].split()[:3])
            first = name.split()[0]
            known = self._services.first(split(name)) is not None
            if first.lower() not in _NO_PLACE and not known and (sure or first[:1].isupper()):
                return name
        return ""


def _places(table: HospitalTable) -> dict[str, Place]:
    """Return all places by name; a city takes precedence over a county of the same name."""
    hospitals = table.hospitals
    states = {hospital.state for hospital in hospitals}
    return {
        **{WORDS.states[state]: Place("state", state) for state in states if state in WORDS.states},
        **{hospital.county: Place("county", hospital.county) for hospital in hospitals if hospital.county},
        **{f"{h.county} county": Place("county", h.county) for h in hospitals if h.county},
        **{hospital.zip: Place("zip", hospital.zip) for hospital in hospitals if hospital.zip},
        **{hospital.city: Place("city", hospital.city) for hospital in hospitals},
    }


def likeliest(text: str, hospitals: Iterable[Hospital]) -> Hospital | None:
    """Return the hospital whose name shares the most words with a text, or None for several."""
    words = set(split(text[:READ])) - _FILLER
    shared = [(len(words & (set(split(hospital.name)) - _FILLER)), hospital) for hospital in hospitals]
    most = max((count for count, _ in shared), default=0)
    best = [hospital for count, hospital in shared if count == most]
    return best[0] if most and len(best) == 1 else None


def _phrases(meant: Mapping[str, Iterable[str]]) -> Phrases[str]:
    return Phrases({phrase: meaning for meaning, phrases in meant.items() for phrase in phrases})


_ACT: Final = _phrases(_ACTS)
_DETAIL: Final = _phrases(_DETAILS)
_ANY: Final = _phrases({"any": _INDIFFERENT})
_HERE: Final = _phrases(
    {"here": ("near me", "near here", "nearby", "around here", "close to me", "around me", "my area")}
)
_SOMEWHERE: Final = re.compile(r"\b(?:[Ii]n|[Nn]ear|[Aa]round|[Aa]t|[Cc]lose to)\s+([^\W\d_][\w'’. -]{1,60})")
_FEW: Final = 3
