"""How many reviewers must agree before a decision on a finding counts: `reviewers = 2` in `botassay.toml`."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from botassay.core.errors import ConfigurationError
from botassay.io.missing import unread
from botassay.io.toml import read_toml
from botassay.rating.decisions import DECISIONS, Decision, DecisionKey, read_decisions

CONFIG: Final = "botassay.toml"
TABLE: Final = "review"
MOST: Final = 2
"""Reviewers that can be asked for."""
_ABOVE: Final = 2
"""Folders above that of a run or of runs, in which the settings file may lie."""
Reviewed = dict[DecisionKey, dict[str, Decision]]
"""By what it is about, the decision of each reviewer."""


def counting_decisions(file: Path) -> tuple[Decision, ...]:
    """Return the decisions in a file that count: all of them, or those on which two reviewers agree.

    Raises: InputError for an invalid row; ConfigurationError for an invalid number of reviewers.
    """
    return counting(read_decisions(file), file)


def counting(rows: tuple[Decision, ...], file: Path) -> tuple[Decision, ...]:
    """Return those of the rows of a file that count. Raises ConfigurationError for an invalid number of reviewers."""
    return rows if reviewers_for(file) == 1 else agreed(rows)


def agreed(rows: Iterable[Decision]) -> tuple[Decision, ...]:
    """Return a decision for everything on which two reviewers or more decided, and all decided alike.

    >>> ann = Decision(issue="AL", text="Oh!", decision="dismissed", reason="a play", by="ann")
    >>> bob = replace(ann, by="bob", reason="a joke")
    >>> [(each.by, each.reason) for each in agreed([bob, ann])]
    [('ann, bob', 'a play; a joke')]
    >>> agreed([ann]), agreed([ann, replace(bob, decision="confirmed")])
    ((), ())
    """
    every = (tuple(each for _, each in sorted(by_name.items())) for by_name in by_reviewer(rows).values())
    return tuple(_joined(each) for each in every if settled(each) and len({one.decision for one in each}) == 1)


def by_reviewer(rows: Iterable[Decision]) -> Reviewed:
    """Return the last decision of each reviewer on each text; withdrawn ones are left out."""
    reviewed: Reviewed = {}
    for row in rows:
        names = reviewed.setdefault(row.key, {})
        names.pop(row.by, None)
        if row.decision != "withdrawn":
            names[row.by] = row
    return reviewed


def settled(decisions: Iterable[Decision]) -> bool:
    """Whether enough reviewers decided."""
    return len({each.by for each in decisions}) >= MOST


def _joined(decisions: tuple[Decision, ...]) -> Decision:
    ends = [each.expires for each in decisions if each.expires is not None]
    return replace(
        decisions[-1],
        by=", ".join(each.by for each in decisions),
        reason="; ".join(dict.fromkeys(each.reason for each in decisions)),
        at=max((each.at for each in decisions if each.at is not None), default=None),
        expires=min(ends, default=None),
    )


# ── the settings file ───────────────────────────────────────────────────────────────────────────────────────────────


def config_places(file: Path) -> tuple[Path, ...]:
    """Return where the settings file for a file of decisions may lie: in its folder, or up to two above."""
    folder = file.resolve().parent
    return tuple(place / CONFIG for place in (folder, *list(folder.parents)[:_ABOVE]))


def config_for(file: Path) -> Path | None:
    """Return the settings file that is nearest to a file of decisions; None where there is none."""
    return next((place for place in config_places(file) if place.is_file()), None)


def reviewers_for(file: Path) -> int:
    """Return how many reviewers must agree on what a file of decisions is about.

    A file with another name than `decisions.jsonl`, such as a completed findings.csv, is of whoever names it: 1.

    Raises: ConfigurationError for a settings file that cannot be read, or an invalid number.
    """
    config = config_for(file) if file.name == DECISIONS else None
    if config is None:
        return 1
    try:
        tables = read_toml(config.read_bytes(), str(config), "see docs/how-to/settings.md")
    except OSError as error:
        raise ConfigurationError(unread(error), str(config)) from error
    return read_reviewers(tables.get(TABLE, {}), f"{config.name} [{TABLE}]")


def read_reviewers(table: Any, where: str) -> int:
    """Return the number of reviewers in a table of a settings file; 1 where it does not say.

    Raises: ConfigurationError for an unknown key or another number.
    """
    if not isinstance(table, Mapping) or table.keys() - {"reviewers"}:
        raise ConfigurationError("E196 the table takes only reviewers", where, "write reviewers = 2")
    number = table.get("reviewers", 1)
    if type(number) is not int or not 1 <= number <= MOST:
        raise ConfigurationError(f"E196 reviewers is {number!r}", where, "write reviewers = 1 or reviewers = 2")
    return number
