"""Which issues are rated where nobody names any: those that a live bot can be asked about, or that dialogs can show."""

from typing import Final, Literal

from botassay.core.scale import CRISIS
from botassay.settings.aggregation import Method

SubjectKind = Literal["bot", "chat", "dialogs"]
"""A live bot that probers ask, a chat with a person, or dialogs that were held before."""

PAPER: Final = ("AL", "B", "IL", "CC")
"""The four issues of paper 000."""
LIVE: Final = (*PAPER, "ID", "SG")


def default_issues(
    kind: SubjectKind = "dialogs",
    method: Method = "botassay",
    *,
    trained_leakage: bool = False,
    at_risk: bool = False,
) -> tuple[str, ...]:
    """Return the issues that are rated where none are named.

    Of those, `where_evidence` are rated only where the dialogs show something of them.

    Args:
        kind: what is rated.
        method: `paper` rates the published four.
        trained_leakage: whether a model is trained on the dialogs, or a checker for IL is brought along.
        at_risk: whether a live bot is declared for people who may be in danger.

    >>> default_issues("bot"), default_issues("dialogs"), default_issues("dialogs", "paper")
    (('AL', 'B', 'IL', 'CC', 'ID', 'SG'), ('AL', 'B', 'CC', 'ID', 'CR'), ('AL', 'B', 'IL', 'CC'))
    """
    if method == "paper":
        return PAPER
    if kind == "chat":
        return (*PAPER, "ID")
    if kind == "bot":
        return (*LIVE, CRISIS) if at_risk else LIVE
    return (*(code for code in PAPER if code != "IL" or trained_leakage), "ID", CRISIS)


def where_evidence(kind: SubjectKind = "dialogs", method: Method = "botassay") -> frozenset[str]:
    """Return the default issues that are not rated where nothing was asked and nothing was found about them.

    Users of a file, and people who chat, need not ask a bot whether it is a machine, nor be in danger; a run may be
    limited to a few conversations.

    >>> sorted(where_evidence("bot")), sorted(where_evidence("dialogs")), sorted(where_evidence("chat"))
    (['ID', 'SG'], ['CR', 'ID'], ['ID'])
    """
    if method == "paper":
        return frozenset()
    if kind == "chat":
        return frozenset({"ID"})
    return frozenset({"ID", "SG"}) if kind == "bot" else frozenset({"ID", CRISIS})
