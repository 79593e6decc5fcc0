"""The settings of the sentiment commands."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from botassay.core.errors import UsageError
from botassay.settings.option import LARGEST_SEED, Checked, Option, check

Mode = Literal["textbook", "reference"]
DegreesOfFreedom = Literal["welch", "n-1"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SentimentTestSettings(Checked):
    """Tests."""

    mode: Annotated[Mode, Option(help="Statistics as in the paper's text, or as in its tables.")] = "textbook"
    degrees: Annotated[
        DegreesOfFreedom | None,
        Option(help="Degrees of freedom.", flags=("--df",), default="welch; n-2 with --mode reference"),
    ] = None
    levels: Annotated[int, Option(help="Number of levels of the rating.", metavar="L", ge=2, le=100)] = 3
    seed: Annotated[int, Option(help="Random seed of all draws.", metavar="N", ge=0, le=LARGEST_SEED)] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnedSettings(Checked):
    """Values that systems return."""

    labels: Annotated[
        str | None,
        Option(help="Polarity of the labels that a system returns.", metavar="LABEL=N,…", example="positive=1"),
    ] = None
    scale: Annotated[
        str | None, Option(help="Range of a system's numbers.", metavar="LOW,HIGH", default="-1,1", example="0,10")
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundTripSettings(Checked):
    """Round-trip translation."""

    translator: Annotated[
        str | None,
        Option(
            help="apertium, recorded:FILE.jsonl, google, libretranslate:URL, marian:FOLDER, python:module:function.",
            metavar="NAME",
        ),
    ] = None
    via: Annotated[
        tuple[str, ...], Option(help="Pivot language, such as es. Repeatable.", metavar="LANGUAGE", example="es")
    ] = ()
    record: Annotated[
        Path | None,
        Option(help="Write the translations, for recorded:FILE.jsonl.", metavar="FILE.jsonl", path="new"),
    ] = None

    def __post_init__(self) -> None:
        """Check every field, and what they say together."""
        check(self)
        if bool(self.translator) != bool(self.via) or (self.record and not self.via):
            what = "--translator and --via need each other, and --record needs both"
            raise UsageError(what, hint="write for example --translator apertium --via es")


@dataclass(frozen=True, slots=True, kw_only=True)
class SentenceSettings(Checked):
    """Generated sentences."""

    recipe: Annotated[
        Path | None,
        Option(help="Your own templates, people and emotion words.", metavar="FILE.toml", exclusive="material"),
    ] = None
    eec: Annotated[
        Path | None,
        Option(help="Your copy of the Equity Evaluation Corpus.", metavar="FILE.csv", exclusive="material"),
    ] = None
    no_neutral: Annotated[bool, Option(help='With --eec: add no sentences about "they" and "we".')] = False
    attributes: Annotated[
        tuple[Literal["religion", "age"], ...],
        Option(help="Also test this attribute; others need a --recipe. Repeatable.", flags=("--attribute",)),
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GenerateSettings(Checked):
    """Sentences."""

    sentences: SentenceSettings = SentenceSettings()
    groups: Annotated[
        tuple[Literal["1", "2", "3", "4"], ...],
        Option(help="Data group. Repeatable.", flags=("--group",), default="all"),
    ] = ()
    seed: Annotated[int, Option(help="Random seed of all draws.", metavar="N", ge=0, le=LARGEST_SEED)] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SentimentSettings(Checked):
    """Rating of sentiment systems."""

    groups: Annotated[
        tuple[str, ...],
        Option(
            help="Data group: 1, 2, 3_R, 3_G, 3_RG or 4. Repeatable.", flags=("--group",), metavar="NAME", default="all"
        ),
    ] = ()
    language: Annotated[str, Option(help="Language of the texts.", metavar="LANGUAGE")] = "en"
    sentences: SentenceSettings = SentenceSettings()
    tests: SentimentTestSettings = SentimentTestSettings()
    returned: ReturnedSettings = ReturnedSettings()
    round_trip: RoundTripSettings = RoundTripSettings()


@dataclass(frozen=True, slots=True, kw_only=True)
class SentimentDialogsSettings(Checked):
    """Tests of conversations."""

    attribute: Annotated[str, Option(help="Column with the user's group.", metavar="COLUMN")] = "User_gender"
    classes: Annotated[
        str | None,
        Option(help="What the values of that column mean.", metavar="VALUE=CLASS,…", example="1=male,2=female"),
    ] = None
    proxies: Annotated[bool, Option(help='Put "Hey boy, ", "Hey girl, " or "Hey, " before what users say.')] = False
    assign: Annotated[bool, Option(help="Assign groups to users at random, a third each; implies --proxies.")] = False
    language: Annotated[str, Option(help="Language of the texts.", metavar="LANGUAGE")] = "en"
    tests: SentimentTestSettings = SentimentTestSettings()
    returned: ReturnedSettings = ReturnedSettings()
    round_trip: RoundTripSettings = RoundTripSettings()
