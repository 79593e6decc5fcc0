"""The conversation of the train-delay assistant: it asks for a station and a train, and says how late it will be."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from botassay.plugins.protocols import Reply
from botassay_samples.sessions import MenuSession
from botassay_samples.trains.clock import PARTS, WEEKEND, When, hear_time
from botassay_samples.trains.delays import DelayEstimate, Delays
from botassay_samples.trains.hearing import AGAIN, NEXT, READ, WHY, TrainInput, TrainParser
from botassay_samples.trains.network import Call, Network
from botassay_samples.trains.voices import Voice

PAGE: Final = 5
"""Maximum number of options in a menu."""
EXAMPLES: Final = ("KRC", "FSC", "BWJ", "HLK")
_CLOSE: Final = 10
"""Maximum difference in minutes between a named time and a train, without asking back."""
_UPSET: Final = ("stupid", "idiot", "useless", "rubbish", "terrible", "awful", "hate you", "annoying", "dumb", "moron")


@dataclass(frozen=True, slots=True)
class TrainDesk:
    """The constant data that all conversations share."""

    network: Network
    delays: Delays
    notices: dict[str, str]
    ear: TrainParser


@dataclass(slots=True)
class TrainClerk(MenuSession):
    """One conversation about delays."""

    desk: TrainDesk
    voice: Voice
    stations: tuple[str, ...] = ()
    """The stations that may be meant: one if it is clear, none before one was named; likewise trains and origins."""
    trains: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    when: When | None = None
    day: str = ""
    awaiting: str | None = None
    answered: Call | None = None
    """The call that the last answer was about."""
    reason: str = ""
    disclaimed: bool = False
    """Whether the bot has said that the trains are invented."""

    def admit(self) -> Reply:
        """Return the answer to the question whether this is a machine."""
        return self._said("machine", "are_you_a_robot")

    def answer(self, text: str) -> Reply:
        """Return the reply to a text."""
        heard = self.desk.ear.hear(self.picked(text) or text, awaiting=self.awaiting)
        if heard.act == "yes" and not heard.travels and len(self.options) == 1:
            heard = self.desk.ear.hear(self.options[0], awaiting=self.awaiting)
        if heard.travels:
            return self._travel(heard)
        return self._small_talk(heard) or self._lost(text[:READ].lower())

    # ── small talk ──────────────────────────────────────────────────────────────────────────────────────────────

    def _small_talk(self, heard: TrainInput) -> Reply | None:
        match heard.act:
            case "start_over":
                self._forget()
                return self._said("start_over", "start_over")
            case "next" if self.answered:
                return self._next(self.answered)
            case "no" if self.stations or self.trains:
                self._forget()
                self.awaiting = "station"
                return self._said("again", "ask_station", self._examples())
            case "yes" if self.answered and not (heard.wanted or heard.day):
                return self._about_itself("thank")
            case "why" | "stations" | "trains" | "help" | "thank" | "goodbye":
                return self._about_itself(heard.act)
            case _:
                return self._ask_back(heard)

    def _about_itself(self, act: str) -> Reply:
        """Return the answer to a text that is not about a train."""
        shown = {
            "help": self._examples(),
            "stations": self._examples(),
            "trains": self._labels(list(self.desk.network.trains)),
        }.get(act, ())
        if act == "why" and self.reason:
            return Reply(self.voice.say("why", reason=self.reason), (), "why", 0.9)
        if act == "why":
            return self._said("no_why", "why")
        return self._said(act, act, shown, lead=self._fiction() if shown else "")

    def _ask_back(self, heard: TrainInput) -> Reply | None:
        """Return the next step for a text without new details, or None if it is not about trains."""
        if heard.day and (self.answered or self.stations):
            self.day = heard.day
            return self._tell(self.answered) if self.answered else self._go_on()
        if heard.wanted and self.answered and not heard.any_train:
            return self._tell(self.answered)
        if heard.wanted:
            self.day = heard.day or self.day
            return self._go_on()
        return self._said("hello", "greet", lead=self._fiction()) if heard.act == "greet" else None

    def _said(self, act: str, intent: str, options: Sequence[str] = (), *, lead: str = "", sure: float = 0.9) -> Reply:
        """Return a reply that needs no details but examples."""
        network = self.desk.network
        shown = ", ".join(self._shown(options))
        text = self.voice.say(
            act,
            station=self.voice.station(network.stations["KRC"]),
            train=self.voice.train(network.trains["1203"]),
            list=shown,
        )
        return Reply(lead + text, tuple(options), intent, sure)

    def _shown(self, options: Sequence[str]) -> list[str]:
        """Return options with stations as the style writes them."""
        known = {station.name: station for station in self.desk.network.stations.values()}
        return [self.voice.station(known[option]) if option in known else option for option in options]

    def _lost(self, lowered: str) -> Reply:
        if not lowered.strip():
            return self._said("empty", "fallback", sure=0.2)
        if any(word in lowered for word in _UPSET):
            return self._said("upset", "upset", sure=0.6)
        return self._said("lost", "fallback", sure=0.2)

    def _fiction(self) -> str:
        """Return the note that the trains are invented, once per conversation."""
        if self.disclaimed:
            return ""
        self.disclaimed = True
        return self.voice.say("fiction")

    def _examples(self) -> tuple[str, ...]:
        return self._names(EXAMPLES)

    def _forget(self) -> None:
        self.stations, self.trains, self.origins, self.when, self.day = (), (), (), None, ""
        self.awaiting, self.answered, self.reason, self.options = None, None, "", ()

    # ── what a journey lacks ────────────────────────────────────────────────────────────────────────────────────

    def _travel(self, heard: TrainInput) -> Reply:
        """Return the answer about a journey, or the question for what is missing."""
        if heard.nowhere:
            return self._nowhere(heard.nowhere)
        if heard.no_train:
            trains = self._labels(list(self.desk.network.trains))
            text = self.voice.say("no_train", number=heard.no_train, list=", ".join(trains))
            return Reply(self._fiction() + text, trains, "ask_train", 0.6)
        lead = self.voice.say("took", said=heard.misspelt.written, meant=heard.misspelt.meant) if heard.misspelt else ""
        if heard.corrects and (self.answered or self.stations or self.trains):
            lead = self.voice.say("corrected") + lead
        self._take(heard)
        reply = self._go_on()
        return Reply(lead + reply.text, reply.options, reply.intent, 0.6 if heard.misspelt else reply.confidence)

    def _take(self, heard: TrainInput) -> None:
        """Update the journey by a text."""
        self._drop(heard)
        self.stations = heard.stations or self.stations
        self.trains = heard.trains or self.trains
        self.origins = heard.origins or self.origins
        self.when, self.day = heard.when or self.when, heard.day or self.day
        self.answered = None

    def _drop(self, heard: TrainInput) -> None:
        """Clear the parts of the journey that a text makes obsolete."""
        if heard.trains:
            if self.answered or len(heard.trains) == 1:
                self.when = None
        elif (
            heard.when or heard.any_train or heard.origins or (self.answered and not self._calls_there(heard.stations))
        ):
            self.trains = ()
        if self.answered and (heard.stations or heard.trains):
            self.origins = ()

    def _calls_there(self, stations: Sequence[str]) -> bool:
        trains = self.desk.network.trains
        return not stations or any(trains[number].call(code) for number in self.trains for code in stations)

    def _go_on(self) -> Reply:
        """Return the answer if the journey is complete, or else the next question."""
        self._narrow()
        if not self.stations:
            return self._which_station()
        if len(self.stations) > 1:
            self.awaiting = "station"
            options = self._names(self.stations)
            text = self.voice.say("which_of", list=", ".join(self._shown(options)))
            return Reply(self._fiction() + text, options, "ask_station", 0.7)
        calls = self.desk.network.calls(self.stations[0], self.origins)
        if self.trains:
            return self._of_train([call for call in calls if call.train in self.trains])
        return self._of_time(calls) if calls else self._no_way()

    def _narrow(self) -> None:
        """Drop stations where none of the possible trains calls."""
        fitting = [code for code in self.stations if self._is_served(code)]
        self.stations = tuple(fitting) or self.stations

    def _is_served(self, code: str) -> bool:
        calls = self.desk.network.calls(code, self.origins)
        return any(not self.trains or call.train in self.trains for call in calls)

    def _which_station(self) -> Reply:
        self.awaiting = "station"
        if self.trains:
            stops = dict.fromkeys(call.station for number in self.trains for call in self._stops(number))
            options = self._names(list(stops))
            text = self.voice.say("stop_of", train=self.voice.train(self.desk.network.trains[self.trains[0]]))
            return Reply(self._fiction() + text, options, "ask_station", 0.8)
        if self.origins:
            text = self.voice.say("where_to", station=self._station(self.origins[0]))
            return Reply(text, self._names(self._reached()), "ask_station", 0.8)
        return self._said("which_station", "ask_station", self._examples(), lead=self._fiction(), sure=0.8)

    def _stops(self, number: str) -> tuple[Call, ...]:
        return self.desk.network.trains[number].calls

    def _reached(self) -> list[str]:
        """Return the stations that trains from the origin reach."""
        codes = [code for code in self.desk.network.stations if self.desk.network.calls(code, self.origins)]
        return [code for code in codes if code not in self.origins][:PAGE]

    def _of_train(self, calls: Sequence[Call]) -> Reply:
        """Return the next step for a named train; both directions may share the name."""
        fitting = self._in_time(calls)
        if len(fitting) == 1:
            return self._tell(fitting[0])
        if fitting:
            return self._menu("which_train", fitting)
        if calls:
            return self._menu("none_then", calls)
        self.awaiting = "station"
        options = self._names([call.station for call in self._stops(self.trains[0])])
        text = self.voice.say(
            "no_call",
            train=self.voice.train(self.desk.network.trains[self.trains[0]]),
            station=self._station(self.stations[0]),
            list=", ".join(self._shown(options)),
        )
        self.stations = ()
        return Reply(self._fiction() + text, options, "ask_station", 0.8)

    def _of_time(self, calls: Sequence[Call]) -> Reply:
        """Return the next step without a named train, by the time of day if it is known."""
        fitting = self._in_time(calls)
        if len(fitting) == 1 and (self.when or len(calls) == 1):
            return self._tell(fitting[0])
        when = self.when
        if when is None:
            return self._which_part(calls)
        if not fitting:
            return self._menu("none_then", sorted(calls, key=lambda call: when.distance(call.at))[:PAGE])
        return self._menu("which_train", fitting)

    def _in_time(self, calls: Sequence[Call]) -> list[Call]:
        """Return the calls at the named time, or only the one close to a named minute."""
        if self.when is None:
            return list(calls)
        wanted = self.when
        fitting = [call for call in calls if wanted.fits(call.at)]
        if not fitting and wanted.half:
            wanted = wanted.later()
            fitting = [call for call in calls if wanted.fits(call.at)]
        close = [call for call in fitting if wanted.at is not None and wanted.distance(call.at) <= _CLOSE]
        return close if len(close) == 1 else fitting

    def _which_part(self, calls: Sequence[Call]) -> Reply:
        """Return the question for the part of the day, of those with a train."""
        self.awaiting = "when"
        parts = [part for part in PARTS if (when := hear_time(part)) and any(when.fits(call.at) for call in calls)]
        text = self.voice.say("when", station=self._station(self.stations[0]), day=self._day(), list=" or ".join(parts))
        return Reply(self._fiction() + text, tuple(parts), "ask_time", 0.8)

    def _menu(self, act: str, calls: Sequence[Call]) -> Reply:
        self.awaiting = "train"
        options = self._labels([call.train for call in calls])
        times = [self.voice.time(call.at) for call in calls]
        lines = zip(options, times, strict=False)
        text = self.voice.say(
            act,
            station=self._station(self.stations[0]),
            day=self._day(),
            time=self.when.phrase if self.when else "",
            rows="\n".join(f"{number}. {option}, {time}" for number, (option, time) in enumerate(lines, 1)),
        )
        self.when = self.when if act == "which_train" else None  # the chosen train counts, at any time
        return Reply(self._fiction() + text, options, "ask_train", 0.8)

    def _no_way(self) -> Reply:
        """Return the reply that no train goes there from the origin."""
        self.awaiting = "station"
        origin, station = self._station(self.origins[0]), self._station(self.stations[0])
        options = self._names(self._reached())
        self.stations = ()
        return Reply(self.voice.say("nothing", origin=origin, station=station), options, "ask_station", 0.8)

    def _nowhere(self, name: str) -> Reply:
        self.awaiting = "station"
        options = self.desk.ear.nearest(name) or self._examples()
        text = self.voice.say("nowhere", name=name[:40], list=", ".join(self._shown(options)))
        return Reply(self._fiction() + text, options, "ask_station", 0.6)

    # ── the answer ──────────────────────────────────────────────────────────────────────────────────────────────

    def _tell(self, call: Call) -> Reply:
        estimate = self.desk.delays.estimate(call, weekend=self.day in WEEKEND)
        self.answered, self.awaiting, self.reason = call, None, estimate.reason
        self.stations, self.trains, self.when = (call.station,), (call.train,), None
        text = self._fiction() + self._verdict(call, estimate)
        if self.voice.style.explains:
            text += f" {estimate.reason}"
        if notice := self.desk.notices.get(call.station):
            text += self.voice.say("notice", notice=notice)
        return Reply(text, (NEXT, WHY, AGAIN), "tell_delay", 0.95)

    def _verdict(self, call: Call, estimate: DelayEstimate) -> str:
        return self.voice.say(
            "late" if estimate.minutes > 1 else "on_time",
            train=self.voice.train(self.desk.network.trains[call.train]),
            station=self._station(call.station),
            day=self._day(),
            due=self.voice.time(call.at),
            expected=self.voice.time(call.at + estimate.minutes),
            minutes=f"{estimate.minutes:02}",
            late=f"{estimate.minutes} minutes",
        )

    def _next(self, call: Call) -> Reply:
        """Return the answer about the next train after a call."""
        calls = self.desk.network.calls(call.station, self.origins)
        later = next((other for other in calls if other.at > call.at), None)
        if later:
            return self._tell(later)
        return Reply(self.voice.say("last", station=self._station(call.station)), (AGAIN,), "next", 0.9)

    # ── names ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _station(self, code: str) -> str:
        return self.voice.station(self.desk.network.stations[code])

    def _names(self, codes: Sequence[str]) -> tuple[str, ...]:
        return tuple(self.desk.network.stations[code].name for code in codes)

    def _labels(self, numbers: Sequence[str]) -> tuple[str, ...]:
        """Return the names of trains, with numbers if names are repeated."""
        trains = [self.desk.network.trains[number] for number in numbers[:PAGE]]
        names = [train.name for train in trains]
        distinct = len(set(names)) == len(names)
        return tuple(train.name if distinct else f"{train.number} {train.name}" for train in trains)

    def _day(self) -> str:
        return f" {self.day}" if self.day else ""
