"""Numbers and lists in words."""

from collections.abc import Sequence


def many(n: int, singular: str, plural: str) -> str:
    """Return a number with its noun.

    >>> many(1, "pair", "pairs"), many(1200, "pair", "pairs")
    ('1 pair', '1,200 pairs')
    """
    return f"{n:,} {singular if n == 1 else plural}"


def listed(names: Sequence[str], last: str = "and") -> str:
    """Return names as an enumeration in words.

    >>> listed(["low", "medium", "high"], "or")
    'low, medium or high'
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


def some(names: Sequence[str], n: int) -> str:
    """Return the first of many names.

    >>> some(["a", "b", "c"], 2)
    'a, b …'
    """
    return ", ".join(names[:n]) + (" …" if len(names) > n else "")
