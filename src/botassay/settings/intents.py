"""The settings of `botassay intents`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from botassay.settings.option import LARGEST_SEED, Checked, Option

Classifier = Annotated[
    str,
    Option(
        help="tfidf-lr, char-lr (German, no spaces), linear-svc, two-stage, sif-lr, embedding-lr, random or majority.",
        metavar="NAME",
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class PhraseSettings(Checked):
    """Phrases."""

    text_column: Annotated[str, Option(help="Column of the phrases.", metavar="NAME")] = "text"
    intent_column: Annotated[str, Option(help="Column of their topics.", metavar="NAME")] = "intent"
    none_label: Annotated[str | None, Option(help="Label of phrases that belong to no topic.", metavar="NAME")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingSettings(Checked):
    """Phrases to train and test on."""

    general: Annotated[
        str | None,
        Option(help="Further phrases, of general topics, for two-stage; en: the bundled ones.", metavar="FILE|en"),
    ] = None
    skip_bad: Annotated[bool, Option(help="Leave out and count invalid rows, instead of stopping.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitSettings(Checked):
    """Repeated tests."""

    splits: Annotated[
        tuple[str, ...],
        Option(
            help="Small topics: those below K phrases, or the rarest with a share P. Repeatable.",
            flags=("--setting",),
            metavar="K,P",
            default="0,0 and 0,0.15 and 5,0",
        ),
    ] = ()
    repeats: Annotated[int, Option(help="Number of splits for each setting.", metavar="N", ge=1, le=10_000)] = 10
    threshold: Annotated[
        float, Option(help="Lowest confidence at which a guess is an answer.", metavar="X", ge=0, le=1)
    ] = 0.5
    test_fraction: Annotated[float, Option(help="Share of the phrases that is tested.", metavar="T", gt=0, le=1)] = 0.2
    seed: Annotated[int, Option(help="Random seed of the splits.", metavar="N", ge=0, le=LARGEST_SEED)] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorSettings(Checked):
    """Word vectors and sentence encoders."""

    vectors: Annotated[
        Path | None,
        Option(help="sif-lr: word vectors as text (.gz too), or a fastText model (.bin).", metavar="FILE"),
    ] = None
    model: Annotated[
        Path | None,
        Option(
            help="embedding-lr: folder of a sentence encoder; nothing is downloaded.", metavar="FOLDER", path="folder"
        ),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineSettings(Checked):
    """Live engines: --classifier rasa:http://…, a bot.toml, or http://… with --bot."""

    bot: Annotated[Path | None, Option(help="Description of the engine's interface: a bot.toml.", metavar="FILE")] = (
        None
    )
    rate: Annotated[
        float | None,
        Option(help="Maximum requests per second.", metavar="N", default="2; this machine: no limit", gt=0, le=10_000),
    ] = None
    fallbacks: Annotated[
        tuple[str, ...],
        Option(
            help="The engine's intent for having no answer, beside nlu_fallback …  Repeatable.",
            flags=("--fallback",),
            metavar="NAME",
        ),
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialSettings(Checked):
    """What everything shares that trains and tests classifiers."""

    phrases: PhraseSettings = PhraseSettings()
    training: TrainingSettings = TrainingSettings()
    tests: SplitSettings = SplitSettings()
    vectors: VectorSettings = VectorSettings()


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentsSettings(TrialSettings):
    """How a classifier is evaluated on labelled phrases."""

    classifier: Classifier = "tfidf-lr"
    predictions: Annotated[
        Path | None,
        Option(help="Your engine's predictions for the texts in DATA, instead of a classifier.", metavar="FILE"),
    ] = None
    acceptable: Annotated[
        float, Option(help="Largest acceptable share of confused tests of a pair.", metavar="X", ge=0, le=1)
    ] = 0.05
    human_ratings: Annotated[
        Path | None,
        Option(help="People's ratings of answers: question, answer, rating (yes, no, can't tell).", metavar="FILE"),
    ] = None
    engine: EngineSettings = EngineSettings()


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentsCompareSettings(TrialSettings):
    """How classifiers are compared on the same splits."""

    classifiers: Annotated[
        tuple[str, ...],
        Option(
            help="Two or more, as in intents evaluate; the others are compared with the first.",
            flags=("--classifier",),
            metavar="NAME",
        ),
    ] = ()
    engine: EngineSettings = EngineSettings()


@dataclass(frozen=True, slots=True, kw_only=True)
class HistorySettings(TrialSettings):
    """How the days of a folder are evaluated."""

    classifier: Classifier = "tfidf-lr"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewSettings(Checked):
    """Which questions of a log are reviewed."""

    below: Annotated[
        float,
        Option(help="Review questions without an answer, or with less confidence.", metavar="X", ge=0, le=1),
    ] = 0.5
    classifier: Classifier = "tfidf-lr"
    phrases: PhraseSettings = PhraseSettings()
    vectors: VectorSettings = VectorSettings()


@dataclass(frozen=True, slots=True, kw_only=True)
class TrafficSettings(Checked):
    """How the questions of a log are assigned to topics."""

    threshold: Annotated[
        float, Option(help="Lowest confidence at which a question is recognised.", metavar="X", ge=0, le=1)
    ] = 0.5
    fallbacks: Annotated[
        tuple[str, ...],
        Option(
            help="The bot's intent for having no answer, beside nlu_fallback …  Repeatable.",
            flags=("--fallback",),
            metavar="NAME",
        ),
    ] = ()
    classifier: Classifier = "tfidf-lr"
    phrases: PhraseSettings = PhraseSettings()
    vectors: VectorSettings = VectorSettings()


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeSettings(Checked):
    """Which topics of several sets are linked."""

    least: Annotated[
        float, Option(help="Smallest share of common words that links two topics.", metavar="X", gt=0, le=1)
    ] = 0.09
    phrases: PhraseSettings = PhraseSettings()
