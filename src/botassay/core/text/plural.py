"""How many of something, in words."""


def many(n: int, one: str, more: str) -> str:
    """Say how many.

    >>> many(1, "pair", "pairs"), many(1200, "pair", "pairs")
    ('1 pair', '1,200 pairs')
    """
    return f"{n:,} {one if n == 1 else more}"
