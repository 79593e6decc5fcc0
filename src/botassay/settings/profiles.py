"""The settings of the profile commands."""

from dataclasses import dataclass
from typing import Annotated

from botassay.core.errors import UsageError
from botassay.settings.option import Checked, Option, check


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteSettings(Checked):
    """Voting."""

    rule: Annotated[
        str,
        Option(
            help="plurality, borda, approval, approval(k=3), copeland, kemeny, schulze or irv (instant run-off).",
            metavar="RULE",
        ),
    ] = "borda"
    by: Annotated[str | None, Option(help="Vote for each group that this column names.", metavar="COLUMN")] = None
    groups: Annotated[
        str | None, Option(help="Find K groups of people who think alike, and vote for each.", metavar="K|auto")
    ] = None

    def __post_init__(self) -> None:
        """Check every field, and what they say together."""
        check(self)
        groups = self.groups
        if self.by and groups:
            raise UsageError("--by and --groups exclude each other", hint="groups are given, or they are found")
        if groups and groups != "auto" and not (groups.isascii() and groups.isdecimal() and int(groups[:9]) > 0):
            raise UsageError(f"--groups {groups} will not do", hint="how many, or auto")


@dataclass(frozen=True, slots=True, kw_only=True)
class ElicitSettings(Checked):
    """Your own order of importance."""

    issues: Annotated[
        tuple[str, ...],
        Option(
            help="Issues to put in order.",
            metavar="AL,B,IL,CC",
            default="AL,B,IL,CC",
            separator=",",
            example="issues like AL,CC",
            exclusive="question",
        ),
    ] = ()
    order: Annotated[
        str | None,
        Option(help="The order, if you know it: nothing is asked.", metavar="IL,AL,B=CC", exclusive="question"),
    ] = None
    name: Annotated[str | None, Option(help="Name of the profile.", default="mine, or as FILE")] = None

    @property
    def asked(self) -> tuple[str, ...]:
        """The codes of the issues to put in order, each once."""
        return tuple(dict.fromkeys(code.upper() for code in self.issues)) or ("AL", "B", "IL", "CC")
