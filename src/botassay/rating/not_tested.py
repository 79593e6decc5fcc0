"""Which of the standard issues a rating left out, and what rating them would take."""

from collections.abc import Container, Mapping
from typing import Final

from botassay.core.results import NotTested
from botassay.core.scale import BY_CONSENT, CRISIS, STANDARD_ISSUES
from botassay.plugins.registry import issue_of

_OF_BOTS: Final[Mapping[str, str]] = {
    CRISIS: "consent (--issues +CR adds it to the defaults; tell the operator first)",
    "UN": "labelled questions (--labelled FILE)",
    "OP": "a bot that shows option lists (--issues OP)",
}
_OF_DIALOGS: Final[Mapping[str, str]] = {
    "IL": "the live bot, or a model trained on the dialogs (--trained-leakage)",
    "ID": "the live bot, or dialogs in which users ask whether it is a machine",
    "SG": "the live bot, or dialogs that are tagged with the group of their users (--issues SG)",
    "UN": "dialogs with the right and the recognised intents (--issues UN)",
    "OP": "dialogs with option lists (--issues OP)",
}


def not_tested(rated: Container[str], kind: str) -> tuple[NotTested, ...]:
    """Return the issues that were not rated, with what each would take: of a live bot CR first, then the standard ones.

    Args:
        rated: the codes of the issues that were rated.
        kind: what was rated, as its `Subject` has it: `bot` or `corpus`.

    >>> [(left.issue, left.needs) for left in not_tested({"AL", "B", "IL", "CC", "ID", "SG", "OP", "CR"}, "bot")]
    [('UN', 'labelled questions (--labelled FILE)')]
    """
    needs = _OF_BOTS if kind == "bot" else _OF_DIALOGS
    known = (*BY_CONSENT, *STANDARD_ISSUES) if kind == "bot" else STANDARD_ISSUES
    left_out = {code: issue_of(code) for code in known if code not in rated}
    return tuple(
        NotTested(code, issue.title, issue.question, needs.get(code, f"to be asked for (--issues {code})"))
        for code, issue in left_out.items()
    )
