"""The settings of the identity commands."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from botassay.settings.live import BotSettings, RunSettings
from botassay.settings.option import LARGEST_SEED, Checked, Option

_RECOGNISERS = (
    "default, grammar, bow-lr, ir, random, fasttext or transformer:FOLDER; all but the first two learn from --train."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskSettings:
    """How a live bot is asked whether it is a machine."""

    bot: BotSettings = field(default_factory=BotSettings)
    run: RunSettings = field(default_factory=RunSettings)


@dataclass(frozen=True, slots=True, kw_only=True)
class _TrainSettings(Checked):
    """What recognisers learn from."""

    train: Annotated[
        tuple[Path, ...], Option(help="Labelled utterances for a recogniser that learns. Repeatable.", metavar="FILE")
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DetectSettings(_TrainSettings):
    """Which recogniser labels utterances."""

    recogniser: Annotated[str, Option(help=_RECOGNISERS, metavar="NAME")] = "default"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecogniserSettings(_TrainSettings):
    """Which recognisers are compared."""

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
    """How files of replies are read."""

    response_column: Annotated[
        str | None, Option(help="CSV column of the replies.", metavar="NAME", default="response")
    ] = None
    question: Annotated[str | None, Option(help="The question, where the file does not give it.", metavar="TEXT")] = (
        None
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DatasetSettings(Checked):
    """What a data set is drawn from."""

    dialogs: Annotated[
        tuple[Path, ...],
        Option(help="Dialogs to draw negatives from, in any known format. Repeatable.", metavar="PATH", path="any"),
    ] = ()
    size: Annotated[int, Option(help="Number of rows.", metavar="N", ge=40, le=10_000_000)] = 6800
    seed: Annotated[int, Option(help="Random seed of all draws.", metavar="N", default="0", ge=0, le=LARGEST_SEED)] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveySettings(Checked):
    """Ratings of replies."""

    duplicate_tolerance: Annotated[
        int, Option(help="Largest accepted difference between ratings of the repeated item.", metavar="X", ge=0, le=6)
    ] = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyFormSettings(Checked):
    """Questionnaires and forms."""

    raters: Annotated[int, Option(help="Number of sheets, one for each person.", metavar="N", ge=1, le=10_000)] = 1
    responses: Annotated[
        Path | None,
        Option(help="--make: your own replies, columns configuration,response.", metavar="FILE"),
    ] = None
    dialogs: Annotated[
        tuple[Path, ...],
        Option(help="--make: dialogs to take small talk from. Repeatable.", metavar="PATH", path="any"),
    ] = ()
    seed: Annotated[int, Option(help="Random seed of all draws.", metavar="N", default="0", ge=0, le=LARGEST_SEED)] = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyCommandSettings:
    """Everything that `identity survey` takes."""

    survey: SurveySettings = field(default_factory=SurveySettings)
    form: SurveyFormSettings = field(default_factory=SurveyFormSettings)
