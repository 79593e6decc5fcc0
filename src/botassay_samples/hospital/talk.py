"""The conversation of the hospital bot: it asks for a service and a place, shows a menu, and describes a hospital."""

import re
from dataclasses import dataclass
from typing import Final

from botassay.plugins.protocols import Reply
from botassay_samples.hospital.hearing import HospitalInput, HospitalParser, likeliest
from botassay_samples.hospital.table import Hospital, HospitalTable, Place
from botassay_samples.hospital.words import WORDS
from botassay_samples.sessions import MenuSession

PAGE: Final = 5
"""Maximum number of hospitals in a menu."""
ANY: Final = "any service"
MORE: Final = "More hospitals"
AGAIN: Final = "Start over"
_FICTION: Final = "All hospitals that I know are made up, for demonstration. "
_URGENT: Final = "If this is an emergency, please call your local emergency number now. "
_LOST: Final = (
    "Sorry, I did not understand that. I can find a hospital for a medical service and a place.",
    "I am not sure what you mean. Please name a medical service and a city, such as “heart care in {city}”.",
    "That is beyond me, I am afraid. I only know hospitals: what do you need, and where?",
)
_WHAT_I_AM: Final = "I am a computer program, not a person. I can help you to find a hospital."
_THAT_ONE: Final = re.compile(r"^\W*the [\w' ’-]{1,60} one\b")
_LONGEST_NAME: Final = 3
"""Maximum number of words in the name of a place."""


@dataclass(slots=True)
class Adviser(MenuSession):
    """One conversation about hospitals."""

    table: HospitalTable
    ear: HospitalParser
    service: str | None = None
    place: Place | None = None
    awaiting: str | None = None
    results: tuple[Hospital, ...] = ()
    page: int = 0
    chosen: Hospital | None = None
    lost: int = 0
    disclaimed: bool = False
    """Whether the bot has said that the hospitals are invented."""

    def admit(self) -> Reply:
        """Return the answer to the question whether this is a machine."""
        return Reply(_WHAT_I_AM, (), "are_you_a_robot", 0.95)

    def answer(self, text: str) -> Reply:
        """Return the reply to a text."""
        picked = self.picked(text)
        heard = self.ear.hear(picked or text, awaiting=self.awaiting)
        hospital = heard.hospital or (likeliest(text, self.results) if _THAT_ONE.match(text) else None)
        if hospital:
            return self._tell(hospital, heard.detail, 1.0 if picked else 0.95)
        return self._move(heard) or self._small_talk(heard) or self._guess(heard, text)

    def _move(self, heard: HospitalInput) -> Reply | None:
        """Return the next step of the search, or None if the text is about something else."""
        if heard.act in ("start_over", "more_hospitals"):
            return self._start_over() if heard.act == "start_over" else self._more()
        asked = heard.detail and not heard.place and not heard.wanted and heard.service in (None, "emergency care")
        if self.chosen and asked:
            return self._tell(self.chosen, heard.detail, 0.8)
        if heard.service or heard.place or heard.nowhere or (self.awaiting == "service" and heard.indifferent):
            return self._search(heard)
        return None

    # ── small talk ──────────────────────────────────────────────────────────────────────────────────────────────

    def _small_talk(self, heard: HospitalInput) -> Reply | None:
        match heard.act:
            case "greet":
                lead = f"Hello. I am a computer program that finds hospitals. {self._fiction()}"
                return Reply(f"{lead}What do you need, and where?", (), "greet", 0.95)
            case "thank":
                return Reply("You are welcome. Is there anything else that you need?", (), "thank", 0.9)
            case "goodbye":
                return Reply("Goodbye, and take care.", (), "goodbye", 0.95)
            case "help":
                return self._help()
            case _:
                return self._ask(heard)

    def _ask(self, heard: HospitalInput) -> Reply | None:
        """Return a question to a user who only says that they need a hospital, or None."""
        if heard.here:
            return self._which_place(0.8, "I cannot see where you are. ")
        return self._which_service(heard) if heard.wanted and not heard.detail else None

    def _fiction(self) -> str:
        """Return the note that the hospitals are invented, once per conversation and only if they are."""
        if self.disclaimed or not self.table.fictional:
            return ""
        self.disclaimed = True
        return _FICTION

    def _help(self) -> Reply:
        city = self.table.hospitals[0].city
        return Reply(
            f"I find a hospital for a medical service and a place. {self._fiction()}Say, for example, “heart care in "
            f"{city}”. When I show a list, answer with a number or a name. After that you can ask for the address, "
            "the phone number or the rating. “Start over” begins a new search.",
            self._some_services(None),
            "help",
            0.9,
        )

    def _start_over(self) -> Reply:
        self.service = self.place = self.awaiting = self.chosen = None
        self.results, self.options, self.page = (), (), 0
        return Reply(
            "All right, we start afresh. Which medical service do you need, and where?", (), "start_over", 0.95
        )

    # ── service and place ───────────────────────────────────────────────────────────────────────────────────────

    def _search(self, heard: HospitalInput) -> Reply:
        """Return the results of the search, or the question for what is missing."""
        sure = 0.95 if heard.service and heard.place else 0.8
        self.chosen = None
        self.service = heard.service or (ANY if heard.indifferent and self.awaiting == "service" else self.service)
        self.place = heard.place or self.place
        if heard.nowhere:
            return self._nowhere(heard.nowhere)
        if self.service is None:
            return self._which_service(heard)
        if self.place is None:
            return self._which_place(sure)
        return self._show(sure)

    def _which_service(self, heard: HospitalInput) -> Reply:
        known = "I did not recognise a medical service in that. " if heard.unknown else ""
        self.awaiting = "service"
        where = f"in {self.place}" if self.place else "and where"
        options = self._some_services(self.place)
        question = f"{known}Which medical service do you need, {where}? I know, for example: {', '.join(options)}."
        return Reply(question.replace(", in ", " in "), options, "find_hospital", 0.6 if known else 0.8)

    def _some_services(self, place: Place | None) -> tuple[str, ...]:
        """Return the most common services."""
        hospitals = self.table.find(None, place)
        counts = {name: sum(name in hospital.services for hospital in hospitals) for name in WORDS.services}
        names = sorted((name for name in counts if counts[name]), key=lambda name: (-counts[name], name))
        return tuple(names[:PAGE])

    def _which_place(self, sure: float, lead: str = "") -> Reply:
        self.awaiting = "place"
        urgent = _URGENT if self.service == "emergency care" else ""
        need = self.service or "a hospital"
        return Reply(f"{urgent}{lead}In which city or county do you need {need}?", (), "find_hospital", sure)

    def _nowhere(self, name: str) -> Reply:
        """Return that a place is not known; its name is quoted, since it is the user's word and may be anything."""
        self.awaiting, self.place = "place", None
        near = self.ear.nearest(name)
        shown = name[:40]
        if near:
            return Reply(f"I do not know “{shown}”. Did you mean {' or '.join(near)}?", near, "find_hospital", 0.6)
        cities = self._cities()
        return Reply(f"I know no hospital in “{shown}”. I know {', '.join(cities)}.", cities, "find_hospital", 0.6)

    def _cities(self) -> tuple[str, ...]:
        """Return the cities with the most hospitals."""
        cities = [hospital.city for hospital in self.table.hospitals]
        return tuple(sorted(set(cities), key=lambda city: (-cities.count(city), city))[:PAGE])

    # ── the menu ────────────────────────────────────────────────────────────────────────────────────────────────

    def _show(self, sure: float) -> Reply:
        """Return the menu of the hospitals that fit, or else of those in a wider place."""
        wanted = None if self.service == ANY else self.service
        place = self.place
        self.awaiting, self.page = None, 0
        self.results = self.table.find(wanted, place)
        urgent = _URGENT if self.service == "emergency care" else ""
        if self.results:
            return self._listed(f"{urgent}{self._fiction()}", f"{self.service} in {place}", sure)
        for wider in self.table.around(place) if place else ():
            self.results = self.table.find(wanted, wider)
            if self.results:
                lead = f"{urgent}{self._fiction()}I know no hospital in {place} with {self.service}. "
                return self._listed(lead, f"{self.service} elsewhere in {wider}", sure)
        self.awaiting, options = "service", self._some_services(place)
        lead = f"I know no hospital with {self.service} in {place} or around it. "
        return Reply(f"{lead}There is, for example: {', '.join(options)}.", options, "find_hospital", sure)

    def _listed(self, lead: str, what: str, sure: float) -> Reply:
        if len(self.results) == 1:
            only = self._tell(self.results[0], None, sure)
            return Reply(f"{lead}I know one hospital for {what}. {only.text}", only.options, "find_hospital", sure)
        shown = self.results[self.page * PAGE : (self.page + 1) * PAGE]
        left = len(self.results) > (self.page + 1) * PAGE
        rows = "\n".join(f"{number}. {_line(hospital)}" for number, hospital in enumerate(shown, 1))
        count = f"{len(self.results)} hospitals" if self.page == 0 else "more hospitals"
        options = (*(hospital.name for hospital in shown), *((MORE,) if left else ()))
        question = "Which one would you like to know more about?"
        return Reply(f"{lead}I know {count} for {what}:\n{rows}\n{question}", options, "find_hospital", sure)

    def _more(self) -> Reply:
        """Return the next page of the menu; after the last, the first again."""
        if not self.results:
            return Reply("Which medical service do you need, and where?", (), "more_hospitals", 0.6)
        if len(self.results) == 1:
            return Reply(
                "That was the only one that fits. You can name another place or service.",
                (AGAIN,),
                "more_hospitals",
                0.9,
            )
        pages = -(-len(self.results) // PAGE)
        self.page = self.page if self.chosen else (self.page + 1) % pages
        self.chosen = None
        shown = self._listed("", f"{self.service}", 0.9)
        return Reply(shown.text, shown.options, "more_hospitals", 0.9)

    # ── one hospital ────────────────────────────────────────────────────────────────────────────────────────────

    def _tell(self, hospital: Hospital, detail: str | None, sure: float) -> Reply:
        first = self.chosen is not hospital
        self.chosen, self.awaiting = hospital, None
        intent = "hospital_details" if detail else "choose_hospital"
        text = _detail(hospital, detail) if detail else _portrait(hospital)
        options = (MORE, AGAIN) if len(self.results) > 1 else (AGAIN,)
        return Reply(self._fiction() + text, options if first else (), intent, sure)

    def _guess(self, heard: HospitalInput, text: str) -> Reply:
        """Return the hospital with a similar name, or the reply to a text that was not understood."""
        hospital = likeliest(text, self.results)
        if hospital:
            return self._tell(hospital, heard.detail, 0.7)
        if self.awaiting == "place" and 0 < len(heard.unknown) <= _LONGEST_NAME:
            return self._nowhere(" ".join(heard.unknown).title())
        if self.awaiting == "service" and heard.unknown:
            options = self._some_services(self.place)
            line = f"I do not know that service. I know, for example: {', '.join(options)}."
            return Reply(line, options, "find_hospital", 0.4)
        if not text.strip():
            return Reply("You wrote nothing. What do you need, and where?", (), "fallback", 0.2)
        self.lost += 1
        line = _LOST[(self.lost - 1) % len(_LOST)].format(city=self.table.hospitals[0].city)
        return Reply(line, (), "fallback", 0.2)


def _line(hospital: Hospital) -> str:
    stars = f", rated {hospital.rating} of 5" if hospital.rating else ""
    return f"{hospital.name} ({hospital.city}{stars})"


def _portrait(hospital: Hospital) -> str:
    return " ".join(
        (
            f"{hospital.name} is at {hospital.address}, {hospital.city}, {hospital.state} {hospital.zip}.",
            f"The phone number is {hospital.phone}.",
            _detail(hospital, "emergency"),
            _detail(hospital, "rating"),
        )
    )


def _detail(hospital: Hospital, detail: str) -> str:
    """Return a sentence about one detail of a hospital."""
    match detail:
        case "phone":
            return f"The phone number of {hospital.name} is {hospital.phone}."
        case "address":
            return f"{hospital.name} is at {hospital.address}, {hospital.city}, {hospital.state} {hospital.zip}."
        case "rating":
            return f"It is rated {hospital.rating} of 5." if hospital.rating else "It has no overall rating."
        case "emergency":
            return "It has an emergency room." if hospital.emergency else "It has no emergency room."
        case _:
            return f"{hospital.name} offers {', '.join(sorted(hospital.services)) or 'services that I do not know'}."
