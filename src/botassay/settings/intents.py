"""The settings of `botassay intents`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from botassay.settings.option import LARGEST_SEED, Checked, Option

Classifier = Annotated[
    str,
    Option(
        help="Classifier: tfidf-lr, char-lr, linear-svc, two-stage, sif-lr, embedding-lr, random, majority.",
        metavar="NAME",
    ),
]
TrainedFolder = Annotated[
    Path | None,
    Option(
        help="Folder for the predictions of trained engines; the same command resumes.",
        metavar="DIR",
        default="DATA.trained, until all are there",
        path="new-folder",
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class PhraseSettings(Checked):
    """Columns and labels."""

    text_column: Annotated[str, Option(help="Column with the phrases.", metavar="NAME")] = "text"
    intent_column: Annotated[str, Option(help="Column with the topics (intents).", metavar="NAME")] = "intent"
    sheet_name: Annotated[
        str | None, Option(help="Sheet of a spreadsheet (.xlsx).", metavar="NAME", default="the first")
    ] = None
    none_label: Annotated[
        str | None, Option(help="Label of out-of-scope phrases, which belong to no topic.", metavar="NAME")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingSettings(Checked):
    """Training and test phrases."""

    general: Annotated[
        str | None,
        Option(help="General phrases for two-stage: a file, or bundled ones: en, de, fr, zh.", metavar="FILE|LANG"),
    ] = None
    skip_bad: Annotated[bool, Option(help="Skip and count invalid rows instead of stopping.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitSettings(Checked):
    """Cross-validation."""

    splits: Annotated[
        tuple[str, ...],
        Option(
            help="Treat as small: topics below K phrases, or the rarest share P. Repeatable.",
            flags=("--setting",),
            metavar="K,P",
            default="0,0 and 0,0.15 and 5,0",
        ),
    ] = ()
    repeats: Annotated[int, Option(help="Number of splits for each setting.", metavar="N", ge=1, le=10_000)] = 10
    threshold: Annotated[
        float, Option(help="Minimum confidence for a prediction to count as an answer.", metavar="X", ge=0, le=1)
    ] = 0.5
    test_fraction: Annotated[float, Option(help="Share of the phrases used for testing.", metavar="T", gt=0, le=1)] = (
        0.2
    )
    seed: Annotated[int, Option(help="Random seed of the splits.", metavar="N", ge=0, le=LARGEST_SEED)] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorSettings(Checked):
    """Word vectors and sentence encoders."""

    vectors: Annotated[
        Path | None,
        Option(help="For sif-lr: word vectors as text (also .gz), or a fastText model (.bin).", metavar="FILE"),
    ] = None
    model: Annotated[
        Path | None,
        Option(help="For embedding-lr: local folder of a sentence encoder.", metavar="FOLDER", path="folder"),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineSettings(Checked):
    """Engines: --classifier rasa:http://…, a bot.toml, or http://… with --bot."""

    bot: Annotated[Path | None, Option(help="Description of the engine's API (bot.toml).", metavar="FILE")] = None
    rate: Annotated[
        float | None,
        Option(
            help="Maximum requests per second.", metavar="N", default="2; unlimited on this machine", gt=0, le=10_000
        ),
    ] = None
    fallbacks: Annotated[
        tuple[str, ...],
        Option(
            help="Additional name of the engine's fallback intent. Repeatable.",
            flags=("--fallback",),
            metavar="NAME",
        ),
    ] = ()
    rasa_config: Annotated[
        Path | None,
        Option(help="Train the Rasa server with this config.yml; its model is replaced meanwhile.", metavar="FILE"),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialSettings(Checked):
    """Settings shared by all commands that train and test classifiers."""

    phrases: PhraseSettings = PhraseSettings()
    training: TrainingSettings = TrainingSettings()
    tests: SplitSettings = SplitSettings()
    vectors: VectorSettings = VectorSettings()


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentsSettings(TrialSettings):
    """Settings of `intents evaluate`."""

    classifier: Classifier = "tfidf-lr"
    predictions: Annotated[
        Path | None,
        Option(help="Evaluate your engine's stored predictions for DATA instead of a classifier.", metavar="FILE"),
    ] = None
    folder: Annotated[
        Path | None,
        Option(
            help="Evaluate the predictions.csv of each split in DIR, as written by intents split.",
            flags=("--splits",),
            metavar="DIR",
            path="folder",
        ),
    ] = None
    acceptable: Annotated[
        float, Option(help="Maximum acceptable share of confused tests per topic pair.", metavar="X", ge=0, le=1)
    ] = 0.05
    human_ratings: Annotated[
        Path | None,
        Option(help="Human ratings of answers: question, answer, rating (yes, no, can't tell).", metavar="FILE"),
    ] = None
    out: TrainedFolder = None
    engine: EngineSettings = EngineSettings()


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentsCompareSettings(TrialSettings):
    """Settings of `intents compare`."""

    classifiers: Annotated[
        tuple[str, ...],
        Option(
            help="Two or more classifiers, as in intents evaluate; the first is the baseline.",
            flags=("--classifier",),
            metavar="NAME",
        ),
    ] = ()
    out: TrainedFolder = None
    engine: EngineSettings = EngineSettings()


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineCheckSettings(Checked):
    """Settings of `intents check`."""

    classifier: Classifier = "tfidf-lr"
    engine: EngineSettings = EngineSettings()
    vectors: VectorSettings = VectorSettings()


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitFileSettings(Checked):
    """Settings of `intents split`."""

    form: Annotated[
        Literal["csv", "rasa"],
        Option(help="Format of the training phrases: a table, or Rasa NLU YAML.", flags=("--format",)),
    ] = "csv"
    phrases: PhraseSettings = PhraseSettings()
    training: TrainingSettings = TrainingSettings()
    tests: SplitSettings = SplitSettings()


@dataclass(frozen=True, slots=True, kw_only=True)
class NotebookSettings(Checked):
    """Settings of `intents notebook`."""

    classifier: Classifier = "tfidf-lr"
    phrases: PhraseSettings = PhraseSettings()


@dataclass(frozen=True, slots=True, kw_only=True)
class HistorySettings(TrialSettings):
    """Settings of `intents history`."""

    classifier: Classifier = "tfidf-lr"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewSettings(Checked):
    """Settings of `intents review`."""

    below: Annotated[
        float,
        Option(help="Review questions that are unanswered or below this confidence.", metavar="X", ge=0, le=1),
    ] = 0.5
    which: Annotated[
        Literal["unsure", "answered", "all"],
        Option(help="Review the questions without a good answer, a sample of the answered ones, or both."),
    ] = "all"
    sample: Annotated[
        int, Option(help="Maximum number of answered questions to review.", metavar="N", ge=0, le=100_000)
    ] = 50
    seed: Annotated[int, Option(help="Random seed of that sample.", metavar="N", ge=0, le=LARGEST_SEED)] = 1
    classifier: Classifier = "tfidf-lr"
    phrases: PhraseSettings = PhraseSettings()
    vectors: VectorSettings = VectorSettings()


@dataclass(frozen=True, slots=True, kw_only=True)
class TrafficSettings(Checked):
    """Settings of `intents traffic`."""

    by: Annotated[
        Literal["day", "week"] | None,
        Option(help="Show the automation rate over time; the log needs `at`.", default="all questions together"),
    ] = None
    threshold: Annotated[
        float, Option(help="Minimum confidence for a question to count as recognised.", metavar="X", ge=0, le=1)
    ] = 0.5
    fallbacks: Annotated[
        tuple[str, ...],
        Option(
            help="Additional name of the bot's fallback intent. Repeatable.",
            flags=("--fallback",),
            metavar="NAME",
        ),
    ] = ()
    classifier: Classifier = "tfidf-lr"
    phrases: PhraseSettings = PhraseSettings()
    vectors: VectorSettings = VectorSettings()


@dataclass(frozen=True, slots=True, kw_only=True)
class MergeSettings(Checked):
    """Settings of `intents merge`."""

    least: Annotated[
        float, Option(help="Minimum word overlap (Jaccard) that links two topics.", metavar="X", gt=0, le=1)
    ] = 0.09
    phrases: PhraseSettings = PhraseSettings()
