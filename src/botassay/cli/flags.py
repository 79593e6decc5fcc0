"""Options that several commands share, and how what was typed becomes settings."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

import click
from click.core import ParameterSource

from botassay.cli.settings import Existing, Number, Whole
from botassay.core.errors import UsageError

if TYPE_CHECKING:
    from botassay.core.results import Profile, TieBreak
    from botassay.core.scale import Scale
    from botassay.plugins.protocols import Checker

__all__ = ["Existing", "Number", "Whole"]  # others take them from here

Command = TypeVar("Command", bound=Callable[..., Any])

TIES: Final = click.Choice(["pessimistic", "optimistic"])
METHODS: Final = click.Choice(["botassay", "paper"])
WAYS: Final = ("profiles", "order", "weights")
"""The ways to say for whom a rating is made; they exclude each other."""


def for_whom(command: Command) -> Command:
    """Add the options that say for whom a rating is made."""
    for option in (
        click.option(
            "--weights",
            metavar="IL=5,AL=2",
            help="Weights of the issues, instead of those that follow from their ranks.",
        ),
        click.option("--order", metavar="IL,AL,B=CC", help="An order of importance of your own, ties with =."),
        click.option(
            "--profile",
            "profiles",
            multiple=True,
            metavar="NAME",
            help="conversation, fairness, privacy, abuse, or your own FILE.toml. Repeatable; without it, all four.",
        ),
    ):
        command = option(command)
    return command


def of_issues(command: Command) -> Command:
    """Add the option that names the issues."""
    return click.option(
        "--issues",
        metavar="AL,B,IL,CC",
        help="Which issues are rated, of AL, B, IL, CC, ID, SG, UN and OP."
        " [default: those of --order or --weights, else AL,B,IL,CC]",
    )(command)


def by_rule(command: Command) -> Command:
    """Add the options that say how levels become a rating."""
    for option in (
        click.option(
            "--levels",
            metavar="N|NAMES",
            help="Levels of risk: how many, 2 to 5, or their names, least risk first. [default: low,medium,high]",
        ),
        click.option("--veto", metavar="ISSUE,…", help="The rating is never better than the level of these issues."),
        click.option("--ties", type=TIES, help="Which of two equally supported levels wins. [default: pessimistic]"),
        click.option("--rule", metavar="NAME", help="median, paper or linear. [default: median]"),
    ):
        command = option(command)
    return command


def with_glossary(command: Command) -> Command:
    """Add the option that names the domain's terms."""
    file = Existing(dir_okay=False, path_type=Path)
    return click.option("--glossary", type=file, help="Terms of the domain for CC, one a line.")(command)


def with_sentiment(command: Command) -> Command:
    """Add the option that names the sentiment system behind SG."""
    return click.option(
        "--sentiment",
        metavar="NAME",
        help="What tells the tone for SG: a system as of `sentiment rate --system`. [default: vader]",
    )(command)


def with_round_trips(command: Command) -> Command:
    """Add the options that have what the bot said judged after a round trip, too."""
    for option in (
        click.option(
            "--record",
            type=click.Path(dir_okay=False, path_type=Path),
            metavar="FILE.jsonl",
            help="Write the translations, for recorded:FILE.jsonl.",
        ),
        click.option(
            "--via", multiple=True, metavar="LANGUAGE", help="The language in between, like es or da. Repeatable."
        ),
        click.option(
            "--translator",
            metavar="NAME",
            help="For SG: say what changes when the bot's replies go into another language and back; a translator as of"
            " `sentiment rate`, like apertium.",
        ),
    ):
        command = option(command)
    return command


def reaching(command: Command) -> Command:
    """Add the options that say how a live bot is reached."""
    for option in (
        click.option(
            "--follow",
            type=click.Choice(["same-origin"]),
            help="Go where an answer sends us, within the same scheme, host and port. [default: nowhere]",
        ),
        click.option("--insecure", is_flag=True, help="Check no certificate; the report says so."),
        click.option(
            "--ca",
            type=Existing(dir_okay=False, path_type=Path),
            metavar="FILE",
            help="Certificates (PEM) that are believed, beside those that this machine believes.",
        ),
        click.option(
            "--retries",
            type=Whole(0, 2),
            metavar="N",
            default=2,
            show_default=True,
            help="How often a turn that failed is said again, at most; 0: nothing is ever said twice.",
        ),
        click.option(
            "--timeout",
            type=Number(0, 3600, min_open=True),
            metavar="S",
            default=60.0,
            show_default=True,
            help="Seconds for an answer, all in all.",
        ),
    ):
        command = option(command)
    return command


REACHING: Final = ("timeout", "retries", "ca", "insecure", "follow")
"""The names of these options."""


def with_coverage(command: Command) -> Command:
    """Add the option that says how much has to be scored."""
    return click.option(
        "--min-coverage",
        type=Number(0, 1),
        metavar="X",
        default=0.9,
        show_default=True,
        help="Share of the conversations an issue needs.",
    )(command)


def into_reports(command: Command) -> Command:
    """Add the option that names the files into which reports are written."""
    return click.option(
        "-o",
        "outputs",
        multiple=True,
        type=click.Path(dir_okay=False, path_type=Path),
        help="Write a report: FILE.html, .json, .md, .txt, .xml (JUnit), .sarif, or .csv for all findings. Repeatable.",
    )(command)


def chosen_profiles(ctx: click.Context, typed: dict[str, Any]) -> "tuple[Profile, ...]":
    """Give the profiles that somebody asked for; none, if nothing was asked for. What is typed beats a file.

    Raises: UsageError when the three ways to ask are mixed, or two profiles have the same name.
    """
    from botassay.core.results import Profile

    asked = [way for way in WAYS if typed[way] not in (None, ())]
    here = [way for way in asked if ctx.get_parameter_source(way) is ParameterSource.COMMANDLINE]
    ways = here or asked
    if len(ways) > 1:
        raise UsageError("--profile, --order and --weights exclude each other")
    if "order" in ways:
        return (Profile.parse(typed["order"]),)
    if "weights" in ways:
        return (Profile.weighted(typed["weights"]),)
    return _told_apart(typed["profiles"]) if ways else ()


def _told_apart(asked: Iterable[str | Mapping[str, str]]) -> "tuple[Profile, ...]":
    """Find profiles, each once: by name, in a file, or as a journal has kept one that stood in a file."""
    from botassay.profiles.published import from_table, profile

    found: dict[str, Profile] = {}
    for one in asked:
        made = profile(one) if isinstance(one, str) else from_table(one, "the journal")
        if found.setdefault(made.name, made) != made:
            raise UsageError(f"two profiles are called {made.name!r}", hint='give one of them another name = "…"')
    return tuple(found.values())


def kept_profiles(asked: Iterable[str | Mapping[str, str]]) -> list[str | Mapping[str, str]]:
    """Give profiles as a journal keeps them: what stands in a file is written out, so that the file may go."""
    from botassay.profiles.published import is_file, profile, to_table

    return [to_table(profile(one)) if isinstance(one, str) and is_file(one) else one for one in asked]


def profile_typed(user: str) -> "Profile":
    """Find a profile by its name, or read an order of importance.

    Raises: UnknownNameError, UsageError.

    >>> profile_typed("IL > AL").name
    'IL > AL'
    """
    from botassay.core.results import Profile
    from botassay.profiles.published import profile

    return Profile.parse(user, name=user) if {",", ">"} & set(user) else profile(user)


def tie_break(ties: Literal["pessimistic", "optimistic"] | None) -> "TieBreak | None":
    """Turn what was typed into a tie-break."""
    from botassay.core.results import TieBreak

    return TieBreak(ties) if ties else None


def scale_of(levels: Any) -> "Scale":
    """Turn the levels that were typed, or that stand in a file, into a scale.

    Raises: UsageError for what is none.
    """
    from botassay.core.scale import TRUST_RISK, Scale

    return TRUST_RISK if levels is None else Scale.parse(str(levels))


def codes(option: str, listed: str | None) -> tuple[str, ...] | None:
    """Cut a list of issues as people type it, `AL,B`; None if nothing was typed.

    Raises: UsageError for an empty list or an empty place in it.
    """
    if listed is None:
        return None
    named = tuple(code.strip().upper() for code in listed.split(","))
    if not all(named):
        raise UsageError(f"{option} {listed!r} has an empty place", hint="write issues like AL,CC")
    return named


def complexity(glossary: Path) -> "Checker":
    """Make the checker for CC that takes the domain's terms from a file."""
    from botassay.trust.complexity.checker import Complexity

    return Complexity.with_glossary(glossary)


def gap_in_tone(
    system: str | None, translator: str | None = None, via: Iterable[str] = (), before: Path | None = None
) -> "Checker":
    """Make the checker for SG that takes the tone from a sentiment system; one that cannot work is refused here.

    Args:
        system: as it is typed.
        translator: the same, for round trips.
        via: languages in between.
        before: a file of what was translated before, if it is there.

    Raises: UnknownNameError, UsageError, InputError, ConfigurationError.
    """
    from botassay.sentiment.gap import SentimentGap
    from botassay.sentiment.systems import find_system
    from botassay.sentiment.translation.round_trip import trips_of

    find_system(system or "vader")
    trips = trips_of(translator, via, before=before) if translator else ()
    return SentimentGap(system or "vader", trips=trips)
