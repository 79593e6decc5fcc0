"""Pages of the sentiment room that are hard to draw, for all who look at pages."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from botassay.cli.sentiment import dialogs_page, rating_page
from botassay.core.text.english import stop_words, words
from botassay.plugins.protocols import Row, SentimentSystem
from botassay.sentiment.conversation_table import Said
from botassay.sentiment.conversation_tests import SentimentDialogs, Words, study
from botassay.sentiment.generate import generate
from botassay.sentiment.rating import Settings, rate, scored
from botassay.sentiment.recipe import bundled
from botassay.sentiment.results import SentimentRating
from botassay.sentiment.samples import Sample
from botassay.sentiment.systems import find_system
from botassay.sentiment.systems.human import Agreement
from botassay.sentiment.translation.round_trip import RoundTrip, Trips, changes
from botassay.view import Page
from tests.pages import PAYLOADS

STRANGER = " ".join(PAYLOADS[:7])
SETTINGS = Settings(groups=("1", "2"))


class Fine:
    """Translates `happy` away."""

    def translate(self, texts: Sequence[str], *, source: str, target: str) -> list[str]:
        del source, target
        return [text.replace("happy", "fine") for text in texts]


class Renamed:
    """A system under another name."""

    def __init__(self, name: str, system: SentimentSystem) -> None:
        self.name, self._system = name, system

    def polarity(self, rows: Sequence[Row]) -> Sequence[float]:
        return self._system.polarity(rows)


def rated(samples: Sequence[Sample], systems: Sequence[SentimentSystem], via: str) -> SentimentRating:
    """Rate, and rate again by what comes back."""
    chosen = [sample for sample in samples if sample.group in SETTINGS.groups]
    document = rate(chosen, {one.name: scored(one, chosen) for one in systems}, SETTINGS)
    trips = Trips(Fine(), via)
    again = rate(chosen, {one.name: scored(RoundTrip(one, trips), chosen) for one in systems}, SETTINGS).groups
    agreement = Agreement(annotators=3, sentences=9, percent=90.0, alpha=0.5, alpha_nominal=None, conflicts=1)
    return replace(document, via={via: again}, changes=changes(document.groups, again, via), agreement={via: agreement})


def hostile_samples() -> list[Sample]:
    """The bundled sentences, of classes, data sets and an attribute that a stranger named."""
    classes = {"male": PAYLOADS[0], "female": STRANGER, "NA": PAYLOADS[7]}
    return [
        replace(
            sample,
            dataset=f"{PAYLOADS[1]} {sample.dataset}",
            row=replace(sample.row, groups={STRANGER: classes[sample.row.groups["gender"]]}),
        )
        for sample in generate(bundled(), 1)
        if sample.group in SETTINGS.groups
    ]


def talked(classes: Sequence[str], text: str, systems: Sequence[SentimentSystem]) -> SentimentDialogs:
    said = [
        Said(f"{text}{number}", role, f"{words} {number % 4}", "", classes[number % len(classes)])
        for number in range(12)
        for role, words in (("user", f"How do I {text}?"), ("user", "Now!"), ("bot", f"Great {text}" * (number % 3)))
    ]
    return study(said, systems, Settings(), Words(words, stop_words()))


@cache
def sentiment_leaflets() -> dict[str, Page]:
    systems = [find_system(name) for name in ("vader", "biased", "random")]
    evil = [Renamed(name, find_system("vader")) for name in (STRANGER, PAYLOADS[7])]
    return {
        "rating": rating_page.page(rated([*generate(bundled(), 1)], systems, "es"), "the bundled sentences"),
        "evil rating": rating_page.page(rated(hostile_samples(), evil, STRANGER), STRANGER),
        "dialogs": dialogs_page.page(talked(["male", "female"], "turn it", systems), "talk.csv"),
        "evil dialogs": dialogs_page.page(talked([STRANGER, PAYLOADS[0], PAYLOADS[8]], STRANGER, evil), STRANGER),
    }
