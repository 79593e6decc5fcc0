"""A cache for a function that costs less for many arguments at a time."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Remembered(Generic[Key, Value]):
    """A cached function of many things at a time; the value of each has to depend on that thing alone.

    Like `functools.lru_cache` for a function of one thing, but where too many values are cached, all are dropped.

    Args:
        work: returns the values of some different things, in their order.
        most: how many values are kept from one call to the next; a call may add more.

    >>> squares = Remembered(lambda numbers: [number * number for number in numbers], most=100)
    >>> squares([3, 4, 3]), squares([3])
    ([9, 16, 9], [9])
    """

    def __init__(self, work: Callable[[Sequence[Key]], Iterable[Value]], most: int) -> None:
        self._work = work
        self._most = most
        self._known: dict[Key, Value] = {}

    def __call__(self, things: Sequence[Key]) -> list[Value]:
        """Return the value of each thing, in their order."""
        known = self._known
        if len(known) > self._most:
            known = self._known = {}  # another thread may still read the old ones
        missing = [thing for thing in dict.fromkeys(things) if thing not in known]
        if missing:
            known.update(zip(missing, self._work(missing), strict=True))
        return list(map(known.__getitem__, things))

    def of(self, thing: Key) -> Value:
        """Return the value of one thing."""
        known = self._known
        if thing in known:
            return known[thing]
        return self([thing])[0]

    def cache_clear(self) -> None:
        """Forget all, as with `functools.lru_cache`."""
        self._known = {}

    def cache_parameters(self) -> dict[str, int]:
        """Return how many are remembered at most, as with `functools.lru_cache`."""
        return {"maxsize": self._most}
