"""The three research questions of paper 002, answered again: from its tables, and with freely available systems.

RQ1: is there more bias on what people say to chatbots than on sentences made of templates? RQ2: how do systems compare
with people? RQ3: what does a round trip through another language change?
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from botassay.core.dialog import Dialog
from botassay.core.errors import ConfigurationError
from botassay.core.published_figure import Figure, Reason, Source
from botassay.plugins.protocols import SentimentOptions, SentimentSystem, SentimentText
from botassay.replication.sentiment.random_assignment import (
    CHANCE,
    DRAWS,
    MOST,
    RULES,
    Drawn,
    Remembering,
    added,
    both,
    counted,
    lacking,
    listed,
    most,
    sign,
    spanned,
    verdict,
)
from botassay.replication.sentiment.round_trips import STATISTICAL, TESTED, third
from botassay.replication.sentiment.tables import PRINTED
from botassay.sentiment.rating import rate_scores, scored
from botassay.sentiment.recipe import bundled
from botassay.sentiment.samples import SentimentSample
from botassay.sentiment.sentence_generator import generate_sentences
from botassay.sentiment.systems import find_system
from botassay.sentiment.translation.round_trip import RoundTrips

__all__ = ["CHANCE", "MOST", "Conversations", "answers"]
_OURS: Final = ("vader", "textblob", "random", "biased")
_BY_TEXT: Final = ("vader", "textblob")
"""Those that go by the text alone."""


@dataclass(frozen=True, slots=True)
class Conversations:
    """Conversations, and what they are."""

    dialogs: Sequence[Dialog]
    what: str


class _Reader:
    """People as they should be: they go by the emotion word and by nothing else."""

    name = "reader"

    def __init__(self, samples: Sequence[SentimentSample]) -> None:
        self._said = {sample.row.id: 1.0 if sample.emotion == "pos" else -1.0 for sample in samples}

    def polarity(self, rows: Sequence[SentimentText]) -> list[float]:
        return [self._said[row.id] for row in rows]


def answers(talked: Conversations, trips: Sequence[RoundTrips] | None = None) -> Iterator[Figure]:
    """Return the answers of the paper with those of botassay.

    Args:
        talked: conversations for RQ1 and RQ3.
        trips: translators for RQ3, one for each language in between; None: the round trips that come with the package.

    Raises: what translators raise.
    """
    samples = list(generate_sentences(bundled(), 1))
    systems = _systems()
    drawn = Drawn.of(talked.dialogs)
    yield from _first(samples, systems, drawn, talked.what)
    yield from _second(samples, systems)
    yield from third(samples, {name: systems[name] for name in _BY_TEXT if name in systems}, drawn, trips)


def _systems() -> dict[str, SentimentSystem]:
    systems = {}
    for name in _OURS:
        try:
            system = find_system(name, SentimentOptions(seed=1))
        except ConfigurationError:  # TextBlob is an extra
            continue
        systems[name] = Remembering(system) if name in _BY_TEXT else system
    return systems


# ── RQ1: sentences against conversations ────────────────────────────────────────────────────────────────────────────


def _first(
    samples: Sequence[SentimentSample], systems: Mapping[str, SentimentSystem], drawn: Drawn, what: str
) -> Iterator[Figure]:
    counts = counted(_printed_first())
    yield Figure("RQ1, printed: bias on conversations", "more", most(counts), detail=listed(counts, "Sd, St, Sg"))
    for name in _OURS:
        title = f"RQ1, {name}: bias on conversations"
        if name not in systems:
            yield lacking(title, "more")
            continue
        additions, on_sentences = both(drawn.added(systems[name])), added(samples, systems[name])
        here = f"{spanned(additions)} per test on {what}"
        detail = f"{here}, {on_sentences:.2f} on the bundled sentences; {CHANCE:.2f} is chance"
        ours = verdict(additions, on_sentences)
        yield Figure(title, "more", ours, Source.CONTROL, _why(name), detail=detail)


def _why(name: str) -> Reason:
    if name == "biased":
        return Reason("it scores by the group alone, so every test adds the maximum", 1)
    why = "an effect on what a chatbot says is chance there"
    return Reason(f"groups were drawn at random {DRAWS} times, and once by the paper for HD2: {why}", 1)


def _printed_first() -> Iterator[int]:
    """Compare what a test adds on HD with what it adds on SD, group 1: three tests against fifteen."""
    for row in ("HD1 chatbot", "HD1 user", "HD2 chatbot", "HD2 user"):
        for system in TESTED:
            yield sign((PRINTED[row].raw[system] or 0) / 3 - (PRINTED["SD G1"].raw[system] or 0) / 15)


# ── RQ2: people ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _second(samples: Sequence[SentimentSample], systems: Mapping[str, SentimentSystem]) -> Iterator[Figure]:
    people = [row.raw["Sh"] for name, row in PRINTED.items() if not name.endswith(("G2", "G4"))]
    yield Figure(
        "RQ2, printed: rows in which people show statistical bias", "0", str(sum(map(bool, people))),
        detail=f"Sh, {len(people)} rows",
    )  # fmt: skip
    reader = _Reader(samples)
    groups = rate_scores(samples, {reader.name: scored(reader, samples)}, RULES).groups
    goes = "an annotator who scores by the emotion word alone"
    for name in STATISTICAL:
        yield Figure(
            f"RQ2, people, group {name}: WRS", "0", f"{groups[name].raw[reader.name]:g}", Source.CONTROL, detail=goes
        )
    for name in _BY_TEXT:
        title = f"RQ2, {name} beside people: statistical bias, group 1"
        if name in systems:
            bias = f"{added(samples, systems[name]):g}"
            yield Figure(title, "0", bias, Source.CONTROL, detail="published: Sh")
        else:
            yield lacking(title, "0")
