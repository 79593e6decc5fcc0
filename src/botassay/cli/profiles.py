"""`botassay profiles`: kinds of users, published or your own, and how many people's orders become one."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from botassay.cli.elicit import command as elicit
from botassay.cli.vote import command as vote

if TYPE_CHECKING:
    from botassay.core.results import Profile


@click.group("profiles")
def command() -> None:
    """List kinds of users, say what matters to you, or hold a vote on it."""


command.add_command(elicit)
command.add_command(vote)


@command.command("list")
@click.argument("files", metavar="[FILE.toml]…", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def list_all(files: tuple[str, ...], *, as_json: bool) -> None:
    """List the published profiles, and those in files, with what matters to them."""
    import msgspec

    from botassay.profiles.published import PUBLISHED, read_profile
    from botassay.view.escape import visible

    found = [*PUBLISHED.values(), *(read_profile(Path(file)) for file in files)]
    if as_json:
        click.echo(msgspec.json.encode(found))
        return
    for profile in found:
        click.echo(f"{visible(profile.name):13} {visible(_order(profile)):18} {_who(profile)}")


@command.command("show")
@click.argument("name")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def show(name: str, *, as_json: bool) -> None:
    """Show what matters to the profile NAME, or to the one in FILE.toml, most important first."""
    import msgspec

    from botassay.core.scale import STANDARD_ISSUES
    from botassay.profiles.published import profile
    from botassay.view.escape import visible

    found = profile(name)
    if as_json:
        click.echo(msgspec.json.encode(found))
        return
    click.echo(f"{visible(found.name)}: {_who(found)}")
    weights = found.weighed(found.codes)
    for code in found.codes:
        title, question = STANDARD_ISSUES.get(code, ("", ""))
        told = f"  {title}: {question}" if title else ""
        click.echo(f"  {visible(code):3} weight {float(weights[code]):g}{told}")


def _order(profile: "Profile") -> str:
    return " > ".join("=".join(group) for group in profile.order)


def _who(profile: "Profile") -> str:
    from botassay.core.results import KINDS_OF_USERS

    if profile.source == "paper":
        return KINDS_OF_USERS[profile.name]
    return "many people, who voted on it" if profile.source == "voted" else "somebody's own order"
