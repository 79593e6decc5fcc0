"""The three research questions of paper 002, answered again: out of its own tables, and with systems anybody can run.

RQ1: is there more bias on what people say to chatbots than on sentences made of templates? RQ2: how do systems compare
with people? RQ3: what does a round trip through another language change?
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from botassay.dialog import Dialog
from botassay.errors import ConfigurationError
from botassay.protocols import Row, SentimentOptions, SentimentSystem
from botassay.replication import ABSENT, Figure
from botassay.sentiment.generating import generate
from botassay.sentiment.pairs import REFERENCE
from botassay.sentiment.published import PRINTED
from botassay.sentiment.rating import Settings, rate, scored
from botassay.sentiment.recipe import bundled
from botassay.sentiment.samples import Sample
from botassay.sentiment.systems import find_system
from botassay.sentiment.talking import samples_of
from botassay.sentiment.talks import NONE, Said, merged, with_proxies
from botassay.sentiment.translating.round_trip import RoundTrip, Trips

DRAWS: Final = 10
"""How often users are given groups by lot."""
MOST: Final = 120
"""Conversations that are looked at."""
CHANCE: Final = sum(alpha * weight for alpha, weight in zip(REFERENCE.alphas, REFERENCE.weights, strict=True))
"""What a test adds to a raw score, on average, where nothing goes with the group."""
_OURS: Final = ("vader", "textblob", "random", "biased")
_STATISTICAL: Final = ("1", "3_R", "3_G", "3_RG")
_TESTED: Final = ("Sd", "St", "Sg")
_SAME: Final = 1e-9
_RULES: Final = Settings(rule=REFERENCE)


@dataclass(frozen=True, slots=True)
class Talked:
    """Conversations, and what they are."""

    dialogs: Sequence[Dialog]
    what: str


class _Reader:
    """People as they should be: they go by the emotion word and by nothing else."""

    name = "reader"

    def __init__(self, samples: Sequence[Sample]) -> None:
        self._said = {sample.row.id: 1.0 if sample.emotion == "pos" else -1.0 for sample in samples}

    def polarity(self, rows: Sequence[Row]) -> list[float]:
        return [self._said[row.id] for row in rows]


def answers(talked: Talked, trips: Sequence[Trips] = ()) -> Iterator[Figure]:
    """Put the answers of the paper beside ours.

    Args:
        talked: conversations for RQ1 and RQ3.
        trips: translators for RQ3, one for each language in between.
    """
    samples = list(generate(bundled(), 1))
    systems = _systems()
    sums = _sums(samples, systems.values())
    yield from _first(sums, systems, talked)
    yield from _second(samples, sums, systems)
    yield from _third(samples, sums, systems, talked, trips)


def _systems() -> dict[str, SentimentSystem]:
    found = {}
    for name in _OURS:
        try:
            found[name] = find_system(name, SentimentOptions(seed=1))
        except ConfigurationError:  # TextBlob is an extra
            continue
    return found


# ── RQ1: sentences against conversations ────────────────────────────────────────────────────────────────────────────


def _first(sums: Mapping[str, float], systems: Mapping[str, SentimentSystem], talked: Talked) -> Iterator[Figure]:
    counts = _counted(_printed_first())
    yield Figure("RQ1, printed: bias on conversations", "more", _most(counts), "", _listed(counts, "Sd, St, Sg"))
    for name in _OURS:
        title = f"RQ1, {name}: bias on conversations"
        if name not in systems:
            yield _lacking(title, "more")
            continue
        found = fmean(_by_lot(systems[name], talked.dialogs))
        yield Figure(title, "more", _compared(sums[name], found), _why(name), (
            f"{found:.2f} a test on {talked.what}, {sums[name]:.2f} on our sentences; {CHANCE:.2f} is chance"
        ))  # fmt: skip


def _why(name: str) -> str:
    if name == "biased":
        return "it goes by the group, and has all that a test can add wherever it looks"
    return "groups were drawn by lot, and the paper handed them out for HD2: what is found of a chatbot there is chance"


def _printed_first() -> Iterator[int]:
    """Compare what a test adds on HD with what it adds on SD, group 1: three tests against fifteen."""
    for row in ("HD1 chatbot", "HD1 user", "HD2 chatbot", "HD2 user"):
        for system in _TESTED:
            yield _sign((PRINTED[row].raw[system] or 0) / 3 - (PRINTED["SD G1"].raw[system] or 0) / 15)


def _by_lot(system: SentimentSystem, dialogs: Sequence[Dialog]) -> Iterator[float]:
    """Give what a test adds to the raw score, for each draw of groups and each role."""
    said = [
        Said(dialog.id, str(one.role), one.text, "", NONE) for dialog in dialogs[:MOST] for one in dialog.utterances
    ]
    for seed in range(1, DRAWS + 1):
        kept = merged(with_proxies(said, seed))
        for role in ("user", "bot"):
            yield _added(samples_of([one for one in kept if one.role == role]), system)


def _added(samples: Sequence[Sample], system: SentimentSystem) -> float:
    group = rate(samples, {system.name: scored(system, samples)}, _RULES).groups["1"]
    return (group.raw[system.name] or 0) / len(group.detail[system.name])


def _sums(samples: Sequence[Sample], systems: Iterable[SentimentSystem]) -> dict[str, float]:
    """Give what a test adds on our sentences of group 1, by system."""
    some = [sample for sample in samples if sample.group == "1"]
    return {one.name: _added(some, one) for one in systems}


# ── RQ2: people ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _second(
    samples: Sequence[Sample], sums: Mapping[str, float], systems: Mapping[str, SentimentSystem]
) -> Iterator[Figure]:
    people = [row.raw["Sh"] for name, row in PRINTED.items() if not name.endswith(("G2", "G4"))]
    yield Figure(
        "RQ2, printed: rows in which people show statistical bias", "0", str(sum(map(bool, people))), "",
        f"Sh, {len(people)} rows",
    )  # fmt: skip
    reader = _Reader(samples)
    groups = rate(samples, {reader.name: scored(reader, samples)}, _RULES).groups
    goes = "who goes by the emotion word alone, whomever it is about"
    for name in _STATISTICAL:
        yield Figure(f"RQ2, people, group {name}: WRS", "0", f"{groups[name].raw[reader.name]:g}", "", goes)
    note = "DIE of the paper is not reproducible; who goes by the word alone has none, however uneven the words are"
    for name in ("2", "4"):
        published = f"{PRINTED[f'SD G{name}'].raw['Sh']:g}"
        yield Figure(f"RQ2, people, group {name}: DIE %", published, f"{groups[name].raw[reader.name]:g}", note, goes)
    for name in ("vader", "textblob"):
        title = f"RQ2, {name} beside people: statistical bias, group 1"
        if name in systems:
            yield Figure(title, "0", f"{sums[name]:g}", "", "published: Sh")
        else:
            yield _lacking(title, "0")


# ── RQ3: there and back ─────────────────────────────────────────────────────────────────────────────────────────────


def _third(
    samples: Sequence[Sample],
    sums: Mapping[str, float],
    systems: Mapping[str, SentimentSystem],
    talked: Talked,
    trips: Sequence[Trips],
) -> Iterator[Figure]:
    for what, published, changes in (
        ("conversations", "less", _printed_third("HD")),
        ("sentences, statistical", "more", _printed_third("SD")),
    ):
        counts = _counted(changes)
        note = "most did not change, being 0 before and after; of those that did, most went the way that is published"
        yield Figure(f"RQ3, printed: bias on {what}", published, _most(counts), note, _listed(counts, "Sd, St, Sg"))
    if not trips:
        note = "name a translator: --translator NAME --via es --via da; none that comes with the package translates"
        yield Figure("RQ3, vader and textblob: bias on sentences", "more", ABSENT, note)
        yield Figure("RQ3, vader and textblob: bias on conversations", "less", ABSENT, note)
    some = [sample for sample in samples if sample.group == "1"]
    for trip in trips:
        for name in ("vader", "textblob"):
            if name not in systems:
                continue
            there = RoundTrip(systems[name], trip)
            on_sentences = _added(some, there)
            before, after = (fmean(_by_lot(one, talked.dialogs)) for one in (systems[name], there))
            for what, published, pair in (
                ("sentences", "more", (sums[name], on_sentences)),
                ("conversations", "less", (before, after)),
            ):
                detail = f"{pair[0]:.2f} a test before, {pair[1]:.2f} after; {CHANCE:.2f} is chance"
                note = "another translator and another system than the paper's"
                title = f"RQ3, {name} via {trip.via}: bias on {what}"
                yield Figure(title, published, _compared(*pair), note, detail)


def _printed_third(data: str) -> Iterator[int]:
    for name, row in PRINTED.items():
        home = name.replace("DR ", " ").replace("SR ", " ")
        if name.startswith(data) and name != home and not name.endswith(("G2", "G4")):
            yield from (_sign((row.raw[one] or 0) - (PRINTED[home].raw[one] or 0)) for one in _TESTED)


# ── words ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _sign(difference: float) -> int:
    return 0 if abs(difference) < _SAME else 1 if difference > 0 else -1


def _compared(before: float, after: float) -> str:
    return {1: "more", 0: "as much", -1: "less"}[_sign(after - before)]


def _counted(signs: Iterator[int]) -> Counter[str]:
    names = {1: "more", 0: "as much", -1: "less"}
    return Counter(names[sign] for sign in signs)


def _most(counts: Counter[str]) -> str:
    """Name what is most often the case; where more and less are as frequent, neither.

    >>> _most(Counter({"more": 3, "as much": 3, "less": 1}))
    'as much'
    """
    return max(("as much", "less", "more"), key=lambda name: counts[name])


def _listed(counts: Counter[str], who: str) -> str:
    return f"{who}: " + ", ".join(f"{name} in {counts[name]}" for name in ("more", "as much", "less"))


def _lacking(title: str, published: str) -> Figure:
    return Figure(title, published, ABSENT, "TextBlob is not installed: pip install 'botassay[sentiment]'")
