"""Pages of the sentiment room that are hard to draw, for all who look at pages."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from botassay.plugins.protocols import SentimentSystem, SentimentText
from botassay.sentiment.agreement import AnnotatorAgreement
from botassay.sentiment.conversation_table import ConversationRow
from botassay.sentiment.conversation_tests import study
from botassay.sentiment.documents import BUNDLED, SentimentDialogs, SentimentRating
from botassay.sentiment.rating import SentimentRules, rate_again, rate_scores, scored
from botassay.sentiment.recipe import bundled
from botassay.sentiment.samples import SentimentSample
from botassay.sentiment.sentence_generator import generate_sentences
from botassay.sentiment.systems import find_system
from botassay.sentiment.translation.round_trip import RoundTrips
from botassay.view import Page
from tests.pages import PAYLOADS

STRANGER = " ".join(PAYLOADS[:7])
SETTINGS = SentimentRules(groups=("1", "2"))


class Fine:
    """Translates `happy` away."""

    def translate(self, texts: Sequence[str], *, source: str, target: str) -> list[str]:
        del source, target
        return [text.replace("happy", "fine") for text in texts]


class Renamed:
    """A system under another name."""

    def __init__(self, name: str, system: SentimentSystem) -> None:
        self.name, self._system = name, system

    def polarity(self, rows: Sequence[SentimentText]) -> Sequence[float]:
        return self._system.polarity(rows)


def rated(
    samples: Sequence[SentimentSample], systems: Sequence[SentimentSystem], via: str, name: str
) -> SentimentRating:
    """Rate, and rate again by what comes back."""
    chosen = [sample for sample in samples if sample.group in SETTINGS.groups]
    document = rate_scores(chosen, {one.name: scored(one, chosen) for one in systems}, SETTINGS, name)
    agreement = AnnotatorAgreement(annotators=3, sentences=9, percent=90.0, alpha=0.5, alpha_nominal=None, conflicts=1)
    again = rate_again(document, RoundTrips(Fine(), via), systems, chosen, SETTINGS)
    return replace(again, agreement={via: agreement})


def hostile_samples() -> list[SentimentSample]:
    """The bundled sentences, of classes, data sets and an attribute that a stranger named."""
    classes = {"male": PAYLOADS[0], "female": STRANGER, "NA": PAYLOADS[7]}
    return [
        replace(
            sample,
            dataset=f"{PAYLOADS[1]} {sample.dataset}",
            row=replace(sample.row, groups={STRANGER: classes[sample.row.groups["gender"]]}),
        )
        for sample in generate_sentences(bundled(), 1)
        if sample.group in SETTINGS.groups
    ]


def talked(classes: Sequence[str], text: str, systems: Sequence[SentimentSystem], name: str) -> SentimentDialogs:
    said = [
        ConversationRow(f"{text}{number}", role, f"{words} {number % 4}", "", classes[number % len(classes)])
        for number in range(12)
        for role, words in (("user", f"How do I {text}?"), ("user", "Now!"), ("bot", f"Great {text}" * (number % 3)))
    ]
    return study(said, systems, SentimentRules(), name)


@cache
def sentiment_pages() -> dict[str, Page]:
    systems = [find_system(name) for name in ("vader", "biased", "random")]
    evil = [Renamed(name, find_system("vader")) for name in (STRANGER, PAYLOADS[7])]
    return {
        "rating": rated([*generate_sentences(bundled(), 1)], systems, "es", BUNDLED).view(),
        "evil rating": rated(hostile_samples(), evil, STRANGER, STRANGER).view(),
        "dialogs": talked(["male", "female"], "turn it", systems, "talk.csv").view(),
        "evil dialogs": talked([STRANGER, PAYLOADS[0], PAYLOADS[8]], STRANGER, evil, STRANGER).view(),
    }
