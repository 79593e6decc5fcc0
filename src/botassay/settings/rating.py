"""The settings of a rating, and the parts that other commands share."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Final, Literal

from botassay.settings.option import Option, check, layered, to_builtins

LARGEST_SEED: Final = 2**53 - 1
"""JSON can write it."""

Method = Literal["botassay", "paper"]
Missing = Literal["bounds", "pessimistic"]
Ties = Literal["pessimistic", "optimistic"]
OnDoubt = Literal["restart", "skip"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AggregationSettings:
    """Rating."""

    profiles: Annotated[
        tuple[str, ...],
        Option(
            help="conversation, fairness, privacy, abuse, or your own FILE.toml. Repeatable.",
            flags=("--profile",),
            metavar="NAME",
            default="all four",
            exclusive="users",
        ),
    ] = ()
    order: Annotated[
        str | None, Option(help="Your own order of importance, ties with =.", metavar="IL,AL,B=CC", exclusive="users")
    ] = None
    weights: Annotated[
        str | None,
        Option(
            help="Weights of the issues, instead of those that follow from ranks.",
            metavar="IL=5,AL=2",
            exclusive="users",
        ),
    ] = None
    rule: Annotated[
        str | None, Option(help="Aggregation rule: median, paper or linear.", metavar="NAME", default="median")
    ] = None
    ties: Annotated[
        Ties | None, Option(help="Which of two equally supported levels applies.", default="pessimistic")
    ] = None
    veto: Annotated[
        tuple[str, ...],
        Option(
            help="Issues that cap the rating: it is never better than theirs.",
            metavar="ISSUE,…",
            separator=",",
            example="issues like AL,CC",
        ),
    ] = ()
    levels: Annotated[
        str | None,
        Option(
            help="Levels of risk: their number, 2 to 5, or names, least risk first.",
            metavar="N|NAMES",
            default="low,medium,high",
        ),
    ] = None

    def __post_init__(self) -> None:
        """Check every field."""
        check(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatRatingSettings(AggregationSettings):
    """Rating."""

    issues: Annotated[
        tuple[str, ...],
        Option(
            help="Issues to rate, of AL, B, IL, CC, ID, SG, UN and OP.",
            metavar="AL,B,IL,CC",
            default="those of --order or --weights, else AL,B,IL,CC",
            separator=",",
            example="issues like AL,CC",
        ),
    ] = ()
    min_coverage: Annotated[
        float, Option(help="Share of the conversations that must be scored for an issue.", metavar="X", ge=0, le=1)
    ] = 0.9


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingSettings(ChatRatingSettings):
    """Rating."""

    method: Annotated[Method, Option(help="`paper` switches every choice to the published one.")] = "botassay"
    missing: Annotated[
        Missing | None,
        Option(help="Value of an unmeasured issue: all its levels, or the middle one.", default="bounds"),
    ] = None
    cuts: Annotated[
        Mapping[str, tuple[float, ...]], Option(help="Cuts between the levels, by measure.", in_files_only=True)
    ] = field(default_factory=dict)
    decisions: Annotated[
        tuple[Path, ...],
        Option(
            help="Dismissed findings: JSON lines, or a findings.csv with reason and by. Repeatable.",
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
class ChatCheckerSettings:
    """Measurement."""

    glossary: Annotated[Path | None, Option(help="CC: domain terms, one per line.", metavar="FILE")] = None
    sentiment: Annotated[
        str | None,
        Option(help="SG: sentiment system, as in `sentiment rate --system`.", metavar="NAME", default="vader"),
    ] = None

    def __post_init__(self) -> None:
        """Check every field."""
        check(self)


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
    labelled: Annotated[
        Path | None,
        Option(
            help="UN: questions labelled with intents, for a live bot; or the JSON of an `intents evaluate`.",
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ConnectionSettings:
    """Live bots."""

    bot: Annotated[Path | None, Option(help="Description of the bot's interface: a bot.toml.", metavar="FILE")] = None
    system: Annotated[Path | None, Option(help="System prompt: a text file.", metavar="FILE")] = None
    timeout: Annotated[float, Option(help="Total time limit for a reply, in seconds.", metavar="S", gt=0, le=3600)] = (
        60.0
    )
    retries: Annotated[
        int, Option(help="Maximum retries per turn; 0 never sends a message twice.", metavar="N", ge=0, le=2)
    ] = 2
    ca: Annotated[Path | None, Option(help="Additional CA certificates to trust (PEM).", metavar="FILE")] = None
    insecure: Annotated[bool, Option(help="Do not verify certificates; the report says so.")] = False
    follow: Annotated[
        Literal["same-origin"] | None, Option(help="Follow redirects within the same origin.", default="never")
    ] = None

    def __post_init__(self) -> None:
        """Check every field."""
        check(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class BotSettings(ConnectionSettings):
    """Live bots."""

    rate: Annotated[
        float | None,
        Option(
            help="Maximum requests per second to a host.", metavar="X", default="2; a loopback address: no limit", gt=0
        ),
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSettings:
    """Conversations with live bots."""

    ask: Annotated[
        Path | None, Option(help="Your own questions, one per line; a blank line ends a conversation.", metavar="FILE")
    ] = None
    limit: Annotated[
        int | None, Option(help="Maximum number of conversations, in turn from every issue.", metavar="N", ge=1)
    ] = None
    seed: Annotated[
        int | None,
        Option(
            help="Random seed of a live run or of --trained-leakage.",
            metavar="N",
            default="drawn anew; --trained-leakage: 1",
            ge=0,
            le=LARGEST_SEED,
        ),
    ] = None
    concurrency: Annotated[int, Option(help="Conversations at the same time.", metavar="N", ge=1, le=1000)] = 4
    on_doubt: Annotated[
        OnDoubt,
        Option(help="Restart or skip a conversation that breaks off where the bot may have acted."),
    ] = "restart"

    def __post_init__(self) -> None:
        """Check every field."""
        check(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatSettings:
    """Files of dialogs."""

    format: Annotated[
        str | None,
        Option(
            help="jsonl, csv, babi, convokit, insuranceqa, messages, sgd, sharegpt or ubuntu-irc.",
            metavar="NAME",
            default="recognised in each file",
        ),
    ] = None
    columns: Annotated[
        tuple[str, ...],
        Option(
            help="What a table calls dialog, role, text, at … Repeatable.",
            flags=("--column",),
            metavar="dialog=NAME",
            default="by the header",
            example='pairs like ["dialog=conversation_id"]',
        ),
    ] = ()
    roles: Annotated[
        tuple[str, ...],
        Option(
            help="What a role in a table means: user, bot, system or tool. Repeatable.",
            flags=("--role",),
            metavar="NAME=bot",
            example='pairs like ["customer=user"]',
        ),
    ] = ()

    def __post_init__(self) -> None:
        """Check every field."""
        check(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadSettings(FormatSettings):
    """Files of dialogs."""

    skip_bad: Annotated[bool, Option(help="Leave out and count dialogs with an invalid row, instead of stopping.")] = (
        False
    )

    def __post_init__(self) -> None:
        """Check every field."""
        check(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class GateSettings:
    """Gate."""

    fail_on: Annotated[
        str | None,
        Option(help="Exit with 1 if the rating is, or could be, this level or worse.", metavar="LEVEL"),
    ] = None

    def __post_init__(self) -> None:
        """Check every field."""
        check(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class RateSettings:
    """Everything that changes a rating."""

    rating: RatingSettings = RatingSettings()
    checkers: CheckerSettings = CheckerSettings()
    bot: BotSettings = BotSettings()
    run: RunSettings = RunSettings()
    read: ReadSettings = ReadSettings()
    gate: GateSettings = GateSettings()


@dataclass(frozen=True, slots=True, kw_only=True)
class GeneratorSettings:
    """Data generators."""

    generate: Annotated[
        str | None, Option(help="Let a data generator talk: an issue, like AL or SG, or mixed.", metavar="ISSUE")
    ] = None
    data: Annotated[
        Path | None,
        Option(help="Texts of the generator for AL, labelled as abuse: CSV with text,label.", metavar="FILE"),
    ] = None
    turns: Annotated[
        int | None,
        Option(help="Lines that a generator says.", metavar="N", default="20, or as many as it takes", ge=1),
    ] = None
    seed: Annotated[
        int | None,
        Option(help="Random seed of a generator.", metavar="N", default="drawn anew", ge=0, le=LARGEST_SEED),
    ] = None

    def __post_init__(self) -> None:
        """Check every field."""
        check(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatSettings:
    """Everything that changes a chat and its rating."""

    rating: ChatRatingSettings = ChatRatingSettings()
    checkers: ChatCheckerSettings = ChatCheckerSettings()
    bot: ConnectionSettings = ConnectionSettings()
    generator: GeneratorSettings = GeneratorSettings()

    @property
    def as_rating(self) -> RateSettings:
        """The settings by which the chat is rated."""
        parts = {name: to_builtins(getattr(self, name)) for name in ("rating", "checkers", "bot")}
        return layered(RateSettings, {**parts, "run": {"concurrency": 1, "seed": self.generator.seed}})


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreSettings:
    """Everything that changes the values of single texts."""

    method: Annotated[Method, Option(help="`paper` takes the published checker.")] = "botassay"
    glossary: Annotated[Path | None, Option(help="CC: domain terms, one per line.", metavar="FILE")] = None

    def __post_init__(self) -> None:
        """Check every field."""
        check(self)
