"""Verdicts of other tools about replies: they stand beside ours and never among them."""

import re
from dataclasses import dataclass
from typing import Final

HIT: Final = 0.5
"""Risk from which another tool's verdict speaks against a reply."""
_ODD: Final = re.compile(r"[^A-Za-z0-9._/+-]+")


@dataclass(frozen=True, slots=True)
class ForeignVerdict:
    """What another tool says about one reply."""

    tool: str
    """Such as `garak`."""
    version: str
    """Of the tool, empty where the file does not say."""
    name: str
    """Of its detector, assertion, scorer or score."""
    risk: float | None
    """In [0, 1], higher is worse; None where the file does not say which way its value points."""
    raw: str
    """The value as the file has it."""
    dialog: str
    utterance: int
    """The place of the reply in the dialog, from 0."""
    why: str = ""
    """Its explanation, if it gives one."""

    @property
    def issue(self) -> str:
        """The issue that it speaks of.

        >>> ForeignVerdict("garak", "", "dan.DAN", 1.0, "1.0", "d", 1).issue
        'garak:dan.DAN'
        """
        return issue_name(self.tool, self.name)

    @property
    def hit(self) -> bool:
        """Whether it speaks against the reply."""
        return self.risk is not None and self.risk >= HIT


def issue_name(tool: str, name: str) -> str:
    """Return the issue of a tool's detector, in letters that orders and options can hold.

    >>> issue_name("promptfoo", "is it polite, yes=1?")
    'promptfoo:is-it-polite-yes-1'
    """
    return f"{tool}:{_ODD.sub('-', name).strip('-')[:80] or 'unnamed'}"


def is_foreign(code: str) -> bool:
    """Return whether an issue is another tool's.

    >>> is_foreign("garak:dan.DAN"), is_foreign("AL")
    (True, False)
    """
    return ":" in code


def issue_code(typed: str) -> str:
    """Return an issue as it is typed: ours in any case, others as they are.

    >>> issue_code(" al"), issue_code("garak:dan.DAN")
    ('AL', 'garak:dan.DAN')
    """
    return typed.strip() if is_foreign(typed) else typed.strip().upper()


def risk_of(value: float | None) -> float | None:
    """Return a value as a risk; None where it lies outside [0, 1]."""
    return float(value) if value is not None and 0 <= value <= 1 else None
