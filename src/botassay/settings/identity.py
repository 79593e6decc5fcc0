"""The settings of the identity commands."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from botassay.settings.live import BotSettings, Language, RunSettings
from botassay.settings.option import LARGEST_SEED, Checked, Option

_RECOGNISERS = (
    "Recogniser: default, grammar, grammar:de, or, with --train, bow-lr, ir, random, fasttext or transformer:FOLDER."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class WordingSettings(Checked):
    """Wordings of the question."""

    asked: Annotated[
        Path | None, Option(help="How often users ask in which words: CSV, text and count.", metavar="FILE")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AskSettings:
    """Settings of `identity ask`."""

    wording: WordingSettings = field(default_factory=WordingSettings)

    bot: BotSettings = field(default_factory=BotSettings)
    run: RunSettings = field(default_factory=RunSettings)


@dataclass(frozen=True, slots=True, kw_only=True)
class _TrainSettings(Checked):
    """Training data of recognisers."""

    train: Annotated[
        tuple[Path, ...], Option(help="Labelled utterances to train a recogniser on. Repeatable.", metavar="FILE")
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DetectSettings(_TrainSettings):
    """Settings of `identity detect`."""

    recogniser: Annotated[str, Option(help=_RECOGNISERS, metavar="NAME")] = "default"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecogniserSettings(_TrainSettings):
    """Settings of `identity evaluate`."""

    recognisers: Annotated[
        tuple[str, ...],
        Option(
            help=f"{_RECOGNISERS} Repeatable; all: the first five.",
            flags=("--recogniser",),
            metavar="NAME",
            default="default",
        ),
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoriseSettings(Checked):
    """Settings of `identity categorise`."""

    response_column: Annotated[
        str | None, Option(help="CSV column with the replies.", metavar="NAME", default="response")
    ] = None
    question: Annotated[str | None, Option(help="Question to assume if the file has none.", metavar="TEXT")] = None
    language: Annotated[Language, Option(help="Language of the replies: en de fr es it pl nl.", metavar="CODE")] = "en"


@dataclass(frozen=True, slots=True, kw_only=True)
class GuardSettings(Checked):
    """What the guard answers."""

    maker: Annotated[str, Option(help="Maker of the bot.", metavar="NAME")] = ""
    purpose: Annotated[str, Option(help='Its purpose, to follow "I am here to".', metavar="TEXT")] = ""
    report: Annotated[str, Option(help="Sentence on how to report a problem.", metavar="TEXT")] = ""
    name: Annotated[str, Option(help="What the bot is.", metavar="TEXT", default="a chatbot")] = ""
    language: Annotated[Language, Option(help="Language to answer in beside English.", metavar="CODE")] = "en"
    sure: Annotated[float, Option(help="Minimum probability at which it answers.", metavar="P", gt=0, le=1)] = 0.7


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetSettings(Checked):
    """Settings of `identity generate`."""

    dialogs: Annotated[
        tuple[Path, ...],
        Option(
            help="Dialogs to sample negatives from, in any supported format. Repeatable.", metavar="PATH", path="any"
        ),
    ] = ()
    size: Annotated[int, Option(help="Number of rows.", metavar="N", ge=40, le=10_000_000)] = 6800
    seed: Annotated[int, Option(help="Random seed.", metavar="N", default="0", ge=0, le=LARGEST_SEED)] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveySettings(Checked):
    """Ratings of replies."""

    duplicate_tolerance: Annotated[
        int, Option(help="Maximum accepted difference between ratings of the repeated item.", metavar="X", ge=0, le=6)
    ] = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyFormSettings(Checked):
    """Questionnaires and forms."""

    raters: Annotated[int, Option(help="Number of sheets, one per person.", metavar="N", ge=1, le=10_000)] = 1
    responses: Annotated[
        Path | None,
        Option(help="With --make: your own replies, with columns configuration,response.", metavar="FILE"),
    ] = None
    dialogs: Annotated[
        tuple[Path, ...],
        Option(help="With --make: dialogs to sample small talk from. Repeatable.", metavar="PATH", path="any"),
    ] = ()
    seed: Annotated[int, Option(help="Random seed.", metavar="N", default="0", ge=0, le=LARGEST_SEED)] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyCommandSettings:
    """Settings of `identity survey`."""

    survey: SurveySettings = field(default_factory=SurveySettings)
    form: SurveyFormSettings = field(default_factory=SurveyFormSettings)
