"""Orders of importance that a person changes step by step."""

from collections.abc import Iterable
from dataclasses import dataclass

from botassay.core.errors import UsageError
from botassay.core.results import Profile

Groups = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class OrderSteps:
    """The orders that one step at an issue leads to; None where it is not possible."""

    up: str | None
    down: str | None
    beside: str | None
    """As important as the one above."""
    alone: str | None
    """No longer as important as the others in its group."""


def spelled(groups: Iterable[Iterable[str]]) -> str:
    """Return an order as people type it.

    >>> spelled((("IL",), ("B", "CC")))
    'IL,B=CC'
    """
    return ",".join("=".join(group) for group in groups if group)


def read_order(text: str, issues: Iterable[str]) -> Groups:
    """Return a typed order over some issues; those that it lacks follow.

    Raises: UsageError for an issue that is not among them, and another spelling.

    >>> read_order("AL", ["IL", "AL"])
    (('AL',), ('IL',))
    """
    profile, known = Profile.parse(text), tuple(issues)
    strange = next((code for code in profile.codes if code not in known), None)
    if strange is not None:
        raise UsageError(f"{strange[:40]} was not rated in this run", hint=f"rated are {', '.join(known)}")
    return profile.over(known)


def steps(groups: Groups, code: str) -> OrderSteps:
    """Return where one step at an issue leads.

    >>> steps((("IL",), ("AL",), ("B",)), "AL")
    OrderSteps(up='AL,IL,B', down='IL,B,AL', beside='IL=AL,B', alone=None)
    >>> steps((("IL", "AL"),), "AL")
    OrderSteps(up='AL,IL', down='IL,AL', beside=None, alone='IL,AL')
    """
    at = next(number for number, group in enumerate(groups) if code in group)
    rest = tuple(other for other in groups[at] if other != code)
    before, after = groups[:at], groups[at + 1 :]
    if rest:
        return OrderSteps(
            up=spelled((*before, (code,), rest, *after)),
            down=spelled((*before, rest, (code,), *after)),
            beside=None,
            alone=spelled((*before, rest, (code,), *after)),
        )
    return OrderSteps(
        up=spelled((*before[:-1], (code,), before[-1], *after)) if before else None,
        down=spelled((*before, after[0], (code,), *after[1:])) if after else None,
        beside=spelled((*before[:-1], (*before[-1], code), *after)) if before else None,
        alone=None,
    )
