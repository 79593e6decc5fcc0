"""Exact membership in a grammar: an automaton whose states are made when a text first leads to them.

A place is what is left of an alternative, and the place to go on at after it; a state is the set of places where a text
may stand. What a word does to a state is remembered, so that a text costs one look-up a word. The grammar is finite,
and so is the automaton.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from botassay.identity.grammar import Alternative, Grammar, Reference
from botassay.identity.words import words

LIMIT: Final = 100_000
"""States remembered at most; when there are more, all are forgotten, and made again as they are needed."""

_Symbols = tuple[str | Reference, ...]


class _Place(NamedTuple):
    """What is left of an alternative, the number of the place after it (-1: the text ends), and the root."""

    left: _Symbols
    after: int
    root: str


class _State:
    """The places where a text may stand, and the states that words lead to; None: it leads nowhere."""

    __slots__ = ("accepts", "places", "steps")

    def __init__(self, places: frozenset[int], accepts: frozenset[str]) -> None:
        self.places = places
        self.accepts = accepts
        self.steps: dict[str, _State | None] = {}


class _Opened(NamedTuple):
    """What a place comes to: the roots that may end there, and the places that each word leads to."""

    ends: frozenset[str]
    moves: dict[str, list[int]]


class Automaton:
    """Tells which roots of a checked grammar a text can come from."""

    def __init__(self, grammar: Grammar, roots: Sequence[str]) -> None:
        self._rules: dict[str, tuple[_Symbols, ...]] = {
            name: tuple({_symbols(alternative): None for alternative in rule.alternatives})
            for name, rule in grammar.rules.items()
        }
        self._vocabulary = {s for rule in self._rules.values() for one in rule for s in one if isinstance(s, str)}
        self._places: list[_Place] = []
        self._numbers: dict[_Place, int] = {}
        self._opened: dict[int, _Opened] = {}
        self._states: dict[frozenset[int], _State] = {}
        self._first = self._state(frozenset(self._number(_Place((Reference(root),), -1, root)) for root in roots))

    def roots(self, text: Sequence[str]) -> frozenset[str]:
        """Name the roots that can be put into these words.

        Args:
            text: as `words.words` gives it.
        """
        state: _State | None = self._first
        for word in text:
            if state is None:
                return _NOTHING
            steps = state.steps
            state = steps[word] if word in steps else self._step(state, word)
        return state.accepts if state is not None else _NOTHING

    def _step(self, state: _State, word: str) -> _State | None:
        if word not in self._vocabulary:
            return None  # not remembered: texts hold any number of other words
        found: set[int] = set()
        for place in state.places:
            found.update(self._open(place).moves.get(word, ()))
        target = self._state(frozenset(found)) if found else None
        state.steps[word] = target
        return target

    def _state(self, places: frozenset[int]) -> _State:
        if places not in self._states:
            if len(self._states) >= LIMIT:
                self._forget()
            accepts = frozenset[str]().union(*(self._open(place).ends for place in places))
            self._states[places] = _State(places, accepts)
        return self._states[places]

    def _forget(self) -> None:
        for state in self._states.values():
            state.steps.clear()
        self._states.clear()
        self._states[self._first.places] = self._first

    def _open(self, place: int) -> _Opened:
        if place not in self._opened:
            self._opened[place] = self._explored(place)
        return self._opened[place]

    def _explored(self, start: int) -> _Opened:
        ends: set[str] = set()
        moves: dict[str, list[int]] = {}
        waiting, seen = [start], {start}
        while waiting:
            here = self._places[waiting.pop()]
            onward: list[int] = []
            if not here.left:
                if here.after < 0:
                    ends.add(here.root)
                else:
                    onward = [here.after]
            elif isinstance(symbol := here.left[0], Reference):
                onward = self._within(here, symbol.rule)
            else:
                moves.setdefault(symbol, []).append(self._rest(here))
            waiting += [place for place in onward if place not in seen]
            seen.update(onward)
        return _Opened(frozenset(ends), moves)

    def _within(self, here: _Place, rule: str) -> list[int]:
        after = self._rest(here)
        return [self._number(_Place(symbols, after, here.root)) for symbols in self._rules[rule]]

    def _rest(self, here: _Place) -> int:
        """Number the place after the first symbol; where nothing is left, it is the place after that."""
        rest = here.left[1:]
        return self._number(_Place(rest, here.after, here.root)) if rest or here.after < 0 else here.after

    def _number(self, place: _Place) -> int:
        if place not in self._numbers:
            self._numbers[place] = len(self._places)
            self._places.append(place)
        return self._numbers[place]


_NOTHING: Final[frozenset[str]] = frozenset()


def _symbols(alternative: Alternative) -> _Symbols:
    symbols: list[str | Reference] = []
    for part in alternative.parts:
        if isinstance(part, Reference):
            symbols.append(part)
        else:
            symbols += words(part)
    return tuple(symbols)
