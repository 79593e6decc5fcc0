"""Numbers and lists in words."""

from collections.abc import Sequence


def many(n: int, one: str, more: str) -> str:
    """Say how many.

    >>> many(1, "pair", "pairs"), many(1200, "pair", "pairs")
    ('1 pair', '1,200 pairs')
    """
    return f"{n:,} {one if n == 1 else more}"


def listed(names: Sequence[str], last: str = "and") -> str:
    """Write names one after the other, as people do.

    >>> listed(["low", "medium", "high"], "or")
    'low, medium or high'
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


def some(names: Sequence[str], n: int) -> str:
    """Name the first of many.

    >>> some(["a", "b", "c"], 2)
    'a, b …'
    """
    return ", ".join(names[:n]) + (" …" if len(names) > n else "")
