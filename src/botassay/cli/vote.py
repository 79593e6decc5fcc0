"""`botassay profiles vote`: many people's orders of importance become one, for all or for each group."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from botassay.cli.sparing import spare_inputs
from botassay.core.errors import OutputError, UsageError
from botassay.core.text.plural import many

if TYPE_CHECKING:
    from botassay.plugins.protocols import Ballot, VotingRule
    from botassay.profiles.voting.ballot_files import Cast
    from botassay.profiles.voting.election import Found, Vote, Votes

    Members = dict[str, list[Ballot]]
    """The ballots of each group."""

ENDINGS: Final = (".svg", ".html", ".json")
_PATH: Final = click.Path(dir_okay=False, path_type=Path)


@click.command("vote")
@click.argument("ballots", metavar="BALLOTS.csv", type=click.Path(allow_dash=True, path_type=Path))
@click.option(
    "--rule",
    metavar="RULE",
    default="borda",
    show_default=True,
    help="plurality, borda, approval, approval(k=3), copeland, kemeny, schulze or irv (instant run-off).",
)
@click.option("--by", metavar="COLUMN", help="Vote for each group that this column names.")
@click.option("--groups", metavar="K|auto", help="Find K groups of people who think alike, and vote for each.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option(
    "-o", "outputs", multiple=True, type=_PATH, help="Write the chart: FILE.svg, .html; or .json. Repeatable."
)
@click.option("--save", metavar="FILE.toml", type=_PATH, help="Save the order as a profile; of groups, one file each.")
@click.option("--force", is_flag=True, help="With --save: overwrite files that are there.")
def command(  # noqa: PLR0913 - one argument for each option
    ballots: Path,
    rule: str,
    by: str | None,
    groups: str | None,
    *,
    as_json: bool,
    outputs: tuple[Path, ...],
    save: Path | None,
    force: bool,
) -> None:
    """Make one order of importance out of many people's.

    BALLOTS.csv has the columns voter and order (AL>B=CC>IL, most important first; what is not listed comes last), and
    if you like group and count.
    """
    import msgspec

    from botassay.cli.tally import told
    from botassay.plugins.registry import VOTING
    from botassay.profiles.voting.ballot_files import read_ballots

    _check(by, groups, outputs, save)
    spare_inputs((*outputs, save))
    made = VOTING.make(rule)
    cast = read_ballots(ballots, by)
    _warn_of_strangers(cast)
    spelled = repr(made)
    election = _Election(made, rule if spelled.startswith("<") else spelled, cast)
    _check_approval(made, election.issues)
    held = election.for_each(by, groups) if by or groups else election.for_all()
    profiles = _profiles(held, save)
    _save(profiles, f"{many(held.voters, 'voter', 'voters')} of {ballots.name}, by {held.rule}.", force=force)
    _write(held, outputs)
    click.echo(msgspec.json.encode(held) if as_json else f"{told(held)}\n\n{_drawn(held)}")


def _check(by: str | None, groups: str | None, outputs: Sequence[Path], save: Path | None) -> None:
    """Say what makes no sense before the work, not after."""
    if by and groups:
        raise UsageError("--by and --groups exclude each other", hint="groups are given, or they are found")
    if groups and groups != "auto" and not (groups.isascii() and groups.isdecimal() and int(groups[:9]) > 0):
        raise UsageError(f"--groups {groups} will not do", hint="how many, or auto")
    for path in outputs:
        if path.suffix.lower() not in ENDINGS:
            raise UsageError(f"no chart is made as {path.name!r}", hint=f"endings are {', '.join(ENDINGS)}")
    if save and save.suffix != ".toml":
        raise UsageError(f"{save} does not end in .toml", hint="a profile file does")


def _check_approval(rule: "VotingRule", issues: Sequence[str]) -> None:
    """Refuse to let everybody approve of more than there is.

    Raises: UsageError.
    """
    from botassay.profiles.voting import Approval

    if isinstance(rule, Approval) and rule.k > len(issues):
        hint = f"k is how many issues a voter approves of, {len(issues)} at most"
        raise UsageError(f"{rule!r}: the ballots name {', '.join(issues)}, and no more", hint=hint)


def _warn_of_strangers(cast: "Iterable[Cast]") -> None:
    """Name issues that nobody looks for: perhaps they are misspelt."""
    from botassay.core.scale import STANDARD_ISSUES
    from botassay.plugins.registry import CHECKERS
    from botassay.report.inert import shortened

    lines: dict[str, int] = {}
    for one in cast:
        for place in one.ballot.order:
            for code in place:
                lines.setdefault(code, one.line)
    for code, line in lines.items():
        if code not in STANDARD_ISSUES and code not in CHECKERS:
            name = shortened(code, 40).text
            known = ", ".join(STANDARD_ISSUES)
            click.echo(f"botassay: {name} (line {line}) is no issue that can be rated; known are {known}", err=True)


@dataclass(frozen=True, slots=True)
class _Election:
    rule: "VotingRule"
    name: str
    cast: "tuple[Cast, ...]"

    @property
    def issues(self) -> tuple[str, ...]:
        """All that anybody lists: what a group leaves out altogether comes last there too."""
        return tuple(sorted({code for one in self.cast for place in one.ballot.order for code in place}))

    def for_all(self) -> "Vote":
        """Hold one vote."""
        from botassay.profiles.voting.election import vote

        return vote(self.rule, [one.ballot for one in self.cast], self.issues, self.name)

    def for_each(self, by: str | None, groups: str | None) -> "Votes":
        """Hold a vote in each group, given or found."""
        from botassay.profiles.voting.election import Votes, vote

        found, members = (None, self._given()) if by else self._found(groups or "auto")
        votes = {name: vote(self.rule, ballots, self.issues, self.name) for name, ballots in members.items()}
        voters = sum(one.voters for one in votes.values())
        return Votes(rule=self.name, voters=voters, by=by, found=found, groups=votes)

    def _given(self) -> "Members":
        members: Members = {}
        for one in sorted(self.cast, key=lambda one: one.group or ""):
            members.setdefault(one.group or "", []).append(one.ballot)
        return members

    def _found(self, groups: str) -> "tuple[Found, Members]":
        from botassay.profiles.voting.election import Found
        from botassay.profiles.voting.groups import group
        from botassay.profiles.voting.poll import Poll, written

        poll = Poll.of([one.ballot for one in self.cast], self.issues)
        made = group(poll.ballots, None if groups == "auto" else int(groups))
        names = [str(place) for place in range(1, len(made.groups) + 1)]
        found = Found(
            k=len(names),
            chosen="auto" if groups == "auto" else "asked",
            silhouettes={str(k): width for k, width in made.silhouettes.items()},
            chance=made.chance,
            reason=made.reason,
            typical=dict(zip(names, map(written, made.medoids), strict=True)),
        )
        return found, {name: list(ballots) for name, ballots in zip(names, made.groups, strict=True)}


# ── what is written ─────────────────────────────────────────────────────────────────────────────────────────────────


def _profiles(held: "Vote | Votes", save: Path | None) -> "dict[Path, Vote]":
    """Say which order goes into which file.

    Raises: UsageError when two groups would have the same file.
    """
    from botassay.profiles.published import file_name
    from botassay.profiles.voting.election import Vote

    if save is None:
        return {}
    if isinstance(held, Vote):
        return {save: held}
    files = {name: save.with_name(f"{save.stem}-{file_name(name)}") for name in held.groups}
    if len(set(files.values())) < len(files):
        raise UsageError("two groups would be saved in the same file", hint="name the groups with letters and digits")
    return {files[name]: vote for name, vote in held.groups.items()}


def _save(profiles: "Mapping[Path, Vote]", note: str, *, force: bool) -> None:
    from botassay.core.results import Profile
    from botassay.profiles.published import file_of
    from botassay.report import save

    for file in profiles:
        if file.exists() and not force:
            raise OutputError(f"{file} is there already", hint="take another name, or --force")
    for file, vote in profiles.items():
        save(file, file_of(Profile(file.stem, vote.profile, source="voted"), note).encode())
        click.echo(f"botassay: wrote {file}; use it with --profile {file}", err=True)


def _write(held: "Vote | Votes", outputs: Sequence[Path]) -> None:
    import msgspec

    from botassay.profiles.view import agreement, view
    from botassay.report import save
    from botassay.view import html, svg

    for file in outputs:
        ending = file.suffix.lower()
        if ending == ".json":
            save(file, msgspec.json.encode(held))
        else:
            save(file, (svg.render(agreement(held)) if ending == ".svg" else html.render(view(held))).encode())
        click.echo(f"botassay: wrote {file}", err=True)


def _drawn(held: "Vote | Votes") -> str:
    from botassay.profiles.view import agreement
    from botassay.view.text import render_blocks

    return render_blocks([agreement(held)]).rstrip("\n")
