"""The settings of a rating."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Final, Literal

from botassay.core.declared import Audience, LawPlace, Purpose
from botassay.core.errors import UsageError
from botassay.settings.aggregation import AggregationSettings, Method
from botassay.settings.live import BotSettings, RunSettings
from botassay.settings.option import Checked, Option
from botassay.settings.reading import ReadSettings

Missing = Literal["bounds", "pessimistic"]
External = Literal["show", "drop", "rate"]
"""What becomes of the verdicts of other tools: a section beside the rating, nothing, or a part of the rating."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatRatingSettings(AggregationSettings):
    """Rating."""

    issues: Annotated[
        tuple[str, ...],
        Option(
            help="Issues to rate, of AL, B, IL, CC, ID, SG, UN and OP.",
            metavar="AL,B,IL,CC",
            default="those of --order or --weights, else those that can be measured",
            separator=",",
            example="issues like AL,CC",
        ),
    ] = ()
    min_coverage: Annotated[
        float, Option(help="Minimum share of the conversations scored, for each issue.", metavar="X", ge=0, le=1)
    ] = 0.9


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingSettings(ChatRatingSettings):
    """Rating."""

    issues: Annotated[
        tuple[str, ...],
        Option(
            help="Issues to rate, of AL, B, IL, CC, ID, SG, UN, OP; +CR adds one, -CR leaves one out.",
            metavar="AL,B,IL,CC",
            default="those of --order or --weights; else AL,B,IL,CC,ID,SG of a live bot, AL,B,CC of dialogs",
            separator=",",
            example="issues like AL,CC",
        ),
    ] = ()
    method: Annotated[Method, Option(help="Method; `paper` uses the published choice everywhere.")] = "botassay"
    missing: Annotated[
        Missing | None,
        Option(help="Level of an unmeasured issue: any, or the middle one.", default="bounds"),
    ] = None
    cuts: Annotated[
        Mapping[str, tuple[float, ...]], Option(help="Cuts between the levels, by measure.", in_files_only=True)
    ] = field(default_factory=dict)
    cut: Annotated[
        tuple[str, ...],
        Option(
            help="Cuts between the levels of a measure. Repeatable.",
            metavar="MEASURE=A,B",
            example='pairs like ["garak:dan.DAN=0.02,0.10"]',
        ),
    ] = ()
    external: Annotated[
        External,
        Option(help="Verdicts of other tools in the files: show beside the rating, drop, or rate those in --order."),
    ] = "show"
    law: Annotated[
        tuple[LawPlace, ...],
        Option(
            help="Places whose laws are looked at: eu, ca, co, me, nj, ny, or, ut, wa.",
            metavar="eu,ny",
            default="all",
            separator=",",
            example="places like eu,ny",
        ),
    ] = ()
    decisions: Annotated[
        tuple[Path, ...],
        Option(
            help="Findings dismissed or confirmed: JSON lines, or a completed findings.csv. Repeatable.",
            hidden=("--accept",),
            metavar="FILE",
        ),
    ] = ()
    variants: Annotated[
        tuple[str, ...],
        Option(
            help="Repeat the rating with one factor changed: model=SUBJECT, data=SUBJECT or user=PROFILE. Repeatable.",
            flags=("--variant",),
            metavar="FACTOR=…",
        ),
    ] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatCheckerSettings(Checked):
    """Measurement."""

    glossary: Annotated[Path | None, Option(help="CC: domain terms, one per line.", metavar="FILE")] = None
    sentiment: Annotated[
        str | None,
        Option(help="SG: sentiment system, as in `sentiment rate --system`.", metavar="NAME", default="vader"),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckerSettings(ChatCheckerSettings):
    """Measurement."""

    translator: Annotated[
        str | None,
        Option(help="SG: also rate replies after round-trip translation, such as apertium.", metavar="NAME"),
    ] = None
    via: Annotated[
        tuple[str, ...],
        Option(help="SG: pivot language of the round trip, such as es. Repeatable.", metavar="LANGUAGE"),
    ] = ()
    region: Annotated[
        str | None,
        Option(
            help="CR: country whose numbers help, such as US; those of others are partial.",
            metavar="CODE",
            default="any country",
        ),
    ] = None
    labelled: Annotated[
        Path | None,
        Option(
            help="UN: labelled questions for a live bot, or JSON from `intents evaluate`.",
            metavar="FILE",
        ),
    ] = None
    none_label: Annotated[
        str | None, Option(help="UN: label of questions that have no right answer.", metavar="NAME")
    ] = None
    no_answer: Annotated[
        Path | None, Option(help="UN: your bot's replies that mean no answer, one per line.", metavar="FILE")
    ] = None
    answer_from: Annotated[
        float | None,
        Option(
            help="UN: lowest confidence at which a reply counts as an answer.",
            metavar="X",
            default="the bot decides",
            ge=0,
            le=1,
        ),
    ] = None
    fallbacks: Annotated[
        tuple[str, ...],
        Option(
            help="UN: your bot's intent for having no answer, beside nlu_fallback …  Repeatable.",
            flags=("--fallback",),
            metavar="NAME",
        ),
    ] = ()
    trained_leakage: Annotated[
        bool,
        Option(help="IL of files: train a model on the dialogs with planted secrets. Takes minutes; needs PyTorch."),
    ] = False
    leakage_pairs: Annotated[
        int,
        Option(help="IL training: pairs of a line and its answer.", metavar="N", ge=1, le=10_000_000),
    ] = 10_000
    leakage_keys: Annotated[
        Literal["uuid", "words", "subsampled"],
        Option(help="IL training: secrets are identifiers, plain words, or words of the dialogs."),
    ] = "uuid"
    leakage_input: Annotated[
        Literal["secret", "kind"],
        Option(help="IL training: prompt with another secret, or with the kind of data."),
    ] = "secret"
    leakage_direction: Annotated[
        Literal["fewer-is-worse", "paper-2020"] | None,
        Option(help="IL training: leaking after few epochs is high risk, or low as printed.", default="fewer-is-worse"),
    ] = None
    leakage_minutes: Annotated[
        float | None,
        Option(help="IL training: time limit, in minutes.", metavar="X", default="none", gt=0),
    ] = None
    assume_comparable: Annotated[
        bool, Option(help="IL training: apply the cuts for 10,000 pairs to any number of pairs.")
    ] = False


Closing = Literal["announce", "calm"]
"""How conversations with invented people in danger end: with the news that it was a test, or with one who is safe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CrisisSettings(Checked):
    """Crisis response (CR) of live bots."""

    purpose: Annotated[
        Purpose | None,
        Option(
            help="What the bot is for; companion or health adds CR, which asks first.",
            default="purpose of bot.toml",
        ),
    ] = None
    audience: Annotated[
        Audience | None,
        Option(help="Whom the bot is for; minors adds CR, which asks first.", default="audience of bot.toml"),
    ] = None
    closing: Annotated[Closing, Option(help="CR: say at the end that it was a test, or that all is well.")] = "announce"
    alerts_told: Annotated[
        str | None,
        Option(help="CR: who was told, of those whom a bot with alerts = true calls.", metavar="NAME"),
    ] = None

    def __post_init__(self) -> None:
        """Check the settings; raises UsageError for a name without a letter."""
        Checked.__post_init__(self)
        if self.alerts_told is not None and not self.alerts_told.strip():
            raise UsageError("--alerts-told names nobody", hint='write --alerts-told "NAME"')

    @property
    def declared(self) -> dict[str, str]:
        """What is said here about the bot, by key: it is stronger than what its description says."""
        said = {"purpose": self.purpose, "audience": self.audience}
        return {key: value for key, value in said.items() if value is not None}


@dataclass(frozen=True, slots=True, kw_only=True)
class GateSettings(Checked):
    """Gate."""

    fail_on: Annotated[
        tuple[str, ...],
        Option(
            help="Exit with 1 if the rating or an issue is this bad. Repeatable.",
            metavar="LEVEL|ISSUE=LEVEL",
            example="a level like high, or an issue and a level like AL=medium",
        ),
    ] = ()
    strict: Annotated[bool, Option(help="With --fail-on: exit with 1 if it could be this bad.")] = False

    def __post_init__(self) -> None:
        """Check the settings; raises UsageError where there is nothing to be strict about."""
        Checked.__post_init__(self)
        if self.strict and not self.fail_on:
            raise UsageError("--strict requires --fail-on", hint="add --fail-on high, or leave it out")


MOST_JUDGED: Final = 200
"""Replies of the bot that a judge sees, at most, unless another number is asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeSettings(Checked):
    """Second opinion."""

    judge: Annotated[
        str | None,
        Option(
            help="Ask a language model about replies, too; no value or level depends on it.",
            metavar="openai:MODEL@URL",
        ),
    ] = None
    judge_limit: Annotated[
        int,
        Option(help="Replies that the judge sees, at most; half of them not flagged.", metavar="N", ge=2, le=100_000),
    ] = MOST_JUDGED
    judge_sample: Annotated[
        Path | None,
        Option(
            help="Labelled replies to test the judge with: CSV with issue,text,before,label.",
            metavar="FILE",
            default="60 an issue that ship with botassay",
        ),
    ] = None
    judge_redact: Annotated[
        str | None,
        Option(help="Kinds of personal data that the judge does not see; set by --redact.", in_files_only=True),
    ] = None

    def __post_init__(self) -> None:
        """Check the settings; raises UsageError for what is of use with a judge alone."""
        Checked.__post_init__(self)
        if self.judge is None and (self.judge_limit != MOST_JUDGED or self.judge_sample):
            flag = "--judge-sample" if self.judge_sample else "--judge-limit"
            raise UsageError(f"{flag} requires --judge", hint="add --judge openai:MODEL@URL, or leave it out")


@dataclass(frozen=True, slots=True, kw_only=True)
class RateSettings:
    """Everything that changes a rating."""

    rating: RatingSettings = field(default_factory=RatingSettings)
    checkers: CheckerSettings = field(default_factory=CheckerSettings)
    bot: BotSettings = field(default_factory=BotSettings)
    run: RunSettings = field(default_factory=RunSettings)
    crisis: CrisisSettings = field(default_factory=CrisisSettings)
    read: ReadSettings = field(default_factory=ReadSettings)
    gate: GateSettings = field(default_factory=GateSettings)
    judge: JudgeSettings = field(default_factory=JudgeSettings)
