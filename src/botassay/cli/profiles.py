"""`botassay profiles`: kinds of users, published or your own, and how many people's orders become one."""

import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from botassay import profiles
from botassay.cli.output import json_option, output_option, print_json, show
from botassay.cli.person import Interrupts, answer
from botassay.cli.settings import SettingsCommand, options_of
from botassay.cli.sparing import spare_inputs
from botassay.cli.usage import CommandGroup
from botassay.core.errors import OutputError, UsageError
from botassay.settings.profiles import ElicitSettings, VoteSettings
from botassay.view.escape import visible, visible_lines

if TYPE_CHECKING:
    from botassay.core.results import Profile


@click.group("profiles", cls=CommandGroup)
def command() -> None:
    """List user profiles, create your own, or vote on a common one."""


@command.command("list")
@click.argument("files", metavar="[FILE.toml]…", nargs=-1)
@json_option
def list_all(files: tuple[str, ...], *, as_json: bool) -> None:
    """List the published profiles and those in files."""
    listed = profiles.list_profiles(files)
    if as_json:
        print_json(listed)
        return
    for profile in listed:
        order = " > ".join("=".join(group) for group in profile.order)
        click.echo(f"{visible(profile.name):13} {visible(order):23} {_who(profile)}")


@command.command("show")
@click.argument("name")
@json_option
def show_one(name: str, *, as_json: bool) -> None:
    """Show the order of importance of the profile NAME, or of FILE.toml."""
    from botassay.plugins.registry import issue_of

    profile = profiles.show(name)
    if as_json:
        print_json(profile)
        return
    click.echo(f"{visible(profile.name)}: {_who(profile)}")
    weights = profile.weighed(profile.codes)
    for code in profile.codes:
        issue = issue_of(code)
        asks = f"  {issue.title}: {issue.question}" if issue.question else ""
        click.echo(f"  {visible(code):3} weight {float(weights[code]):g}{asks}")


def _who(profile: "Profile") -> str:
    from botassay.core.results import KINDS_OF_USERS

    if profile.source == "paper":
        return KINDS_OF_USERS[profile.name]
    return "a vote" if profile.source == "voted" else "an elicited order"


@command.command("vote", cls=SettingsCommand)
@click.argument("ballots", metavar="BALLOTS.csv", type=click.Path(allow_dash=True, path_type=Path))
@options_of(VoteSettings)
@output_option(svg="the chart")
@click.option(
    "--save", metavar="FILE.toml", type=click.Path(dir_okay=False, path_type=Path),
    help="Save the order as a profile; one file for each group.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="With --save: overwrite existing files.")
@json_option
def vote(
    *,
    ballots: Path,
    settings: VoteSettings,
    outputs: tuple[Path, ...],
    save: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    """Combine the orders of many voters into one.

    BALLOTS.csv has the columns voter and order (AL>B=CC>IL, most important first; what is not listed comes last), and
    optionally group and count.
    """
    if save and save.suffix != ".toml":
        raise UsageError(f"{save} does not end in .toml", hint="use the ending .toml")
    spare_inputs((*outputs, save))
    held = profiles.vote(ballots, settings)
    for file in profiles.save_vote(held, save, ballots.name, force=force) if save else ():
        click.echo(f"botassay: wrote {file}; use it with --profile {file}", err=True)
    show(held, outputs, as_json=as_json)


@command.command("elicit", cls=SettingsCommand)
@click.option("-o", "output", type=click.Path(path_type=Path), help="Profile file, or -. [default: NAME.toml]")
@options_of(ElicitSettings)
@click.option("--force", is_flag=True, help="Overwrite an existing file.")
def elicit(output: Path | None, settings: ElicitSettings, *, force: bool) -> None:
    """Compare the issues in pairs, and save your order as a profile.

    Then: botassay rate SUBJECT --profile mine.toml
    """
    from botassay.profiles.published import file_name, file_of, save_profile

    file, name = _destination(output, settings.name)
    if file and file.exists() and not force:
        raise OutputError(f"{file} already exists", hint="choose another name with -o, or add --force")
    answers = (file or Path(file_name(name))).with_suffix(".answers.toml")
    profile = _elicited(settings, name, answers)
    note = "Use it: botassay rate SUBJECT --profile FILE.toml"
    _say(f"\n{profile.name}: {' > '.join(' = '.join(group) for group in profile.order)}")
    if file is None:
        click.echo(file_of(profile, note), nl=False)
    else:
        save_profile({file: profile}, note, force=True)
        _say(f"wrote {file}\nthen: botassay rate SUBJECT --profile {file}")
    answers.unlink(missing_ok=True)


def _destination(output: Path | None, name: str | None) -> tuple[Path | None, str]:
    """Return the file to write, None for standard output, and the name of the profile. Raises UsageError."""
    from botassay.profiles.published import file_name

    piped = output is not None and str(output) == "-"
    if name is None:
        name = output.stem if output and not piped else "mine"
    if not name.strip():
        raise UsageError("a profile needs a name")
    if piped:
        return None, name
    file = output or Path(file_name(name))
    if file.suffix != ".toml":
        raise UsageError(f"{file} does not end in .toml", hint="use the ending .toml")
    return file, name


def _elicited(settings: ElicitSettings, name: str, answers: Path) -> "Profile":
    """Return the profile of a person: typed as a whole, or asked for; at a terminal their answers are saved."""
    from botassay.core.results import Profile
    from botassay.profiles.interview import Interview

    if settings.order is not None:
        return profiles.elicit(settings=settings, name=name)
    with Interrupts(signal.SIGINT):
        interview = Interview(settings.asked, answer, _say, answers if sys.stdin.isatty() else None)
        return Profile(name, interview.hold())


def _say(text: str) -> None:

    click.echo(visible_lines(text), err=True)
