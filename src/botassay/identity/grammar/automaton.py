"""Exact membership in a grammar: an automaton whose states are created when a text first reaches them.

A node is the rest of a rule: the remaining symbols of its alternatives. Each rule has one node, wherever it is used. A
place is a node with the place to continue at after it; a state is the set of possible places in a text. Transitions of
nodes and states are cached, so that a known text costs one look-up per word. The grammar is finite, and so is the
automaton.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from botassay.identity.grammar.grammar import Alternative, Grammar, Reference
from botassay.identity.words import words

_NOTHING: Final[frozenset[str]] = frozenset()

LIMIT: Final = 100_000
"""Maximum number of cached states; beyond it, the cache is cleared."""

Symbols = tuple[str | Reference, ...]
"""Words and references to rules."""
_Move = tuple["_Node", ...]
"""The target of a word: the nodes to continue at, the last one first, without finished ones."""


class _Node:
    """The rest of a rule: the nodes after words, and after other rules."""

    __slots__ = ("alone", "ends", "first", "inner", "moves", "words")

    def __init__(
        self, following: dict[str, "_Node"], inner: tuple[tuple["_Node", "_Node"], ...], *, ends: bool
    ) -> None:
        self.words = following
        self.inner = inner
        """The first node of each rule that may come here, and the node after it."""
        self.ends: bool = ends or any(within.ends and after.ends for within, after in inner)
        """Whether it may end here."""
        self.alone: _Move = (self,) if following or inner else ()
        """The node, if anything can follow."""
        self.first: frozenset[str] = frozenset(following).union(
            *(within.first for within, _ in inner), *(after.first for within, after in inner if within.ends)
        )
        """The possible next words."""
        self.moves: dict[str, tuple[_Move, ...]] = {}

    def after(self, word: str) -> tuple[_Move, ...]:
        """Return the targets of a word, also within other rules."""
        if word not in self.moves:
            self.moves[word] = tuple(dict.fromkeys(self._targets(word)))
        return self.moves[word]

    def _targets(self, word: str) -> Iterator[_Move]:
        if word in self.words:
            yield self.words[word].alone
        for within, onward in self.inner:
            if word in within.first:
                yield from (onward.alone + others for others in within.after(word))
            if within.ends and word in onward.first:
                yield from onward.after(word)


class _Nodes:
    """The nodes of a grammar's rules; equal rests share a node."""

    def __init__(self, grammar: Grammar) -> None:
        self._alternatives = {
            name: [symbols_of(alternative) for alternative in rule.alternatives] for name, rule in grammar.rules.items()
        }
        self._nodes: dict[frozenset[Symbols], _Node] = {}

    def rule(self, name: str) -> _Node:
        """Return the first node of a rule."""
        return self._node(frozenset(self._endings(name)))

    def _endings(self, name: str) -> Iterator[Symbols]:
        """Yield the symbols of a rule's alternatives; one that is only another rule is replaced by that rule's.

        Beginnings that many rules share, such as "are you", thus become one node.
        """
        for symbols in self._alternatives[name]:
            if len(symbols) == 1 and isinstance(symbols[0], Reference):
                yield from self._endings(symbols[0].rule)
            else:
                yield symbols

    def _node(self, left: frozenset[Symbols]) -> _Node:
        if left not in self._nodes:
            onward: dict[str | Reference, set[Symbols]] = {}
            for symbols in left:
                if symbols:
                    onward.setdefault(symbols[0], set()).add(symbols[1:])
            rest = {symbol: self._node(frozenset(endings)) for symbol, endings in onward.items()}
            inner = tuple(
                (self.rule(symbol.rule), node) for symbol, node in rest.items() if isinstance(symbol, Reference)
            )
            following = {symbol: node for symbol, node in rest.items() if isinstance(symbol, str)}
            self._nodes[left] = _Node(following, inner, ends=() in left)
        return self._nodes[left]


class _Place:
    """A node, and the place after it; None: the text ends after the node."""

    __slots__ = ("accepts", "after", "chain", "node")

    def __init__(self, node: _Node, after: "_Place | None", accepts: frozenset[str] = _NOTHING) -> None:
        self.node = node
        self.after = after
        onward = after if node.ends else None
        self.chain: frozenset[_Place] = frozenset((self,)) | onward.chain if onward else frozenset((self,))
        """The place, and the following ones that a text may also be at because nodes may end."""
        self.accepts: frozenset[str] = onward.accepts if onward else accepts
        """The roots of a text that ends here."""


class _State:
    """The possible places in a text, and the states after words; None: no state."""

    __slots__ = ("accepts", "places", "steps")

    def __init__(self, places: frozenset[_Place], accepts: frozenset[str]) -> None:
        self.places = places
        self.accepts = accepts
        self.steps: dict[str, _State | None] = {}


class Automaton:
    """Returns the roots of a checked grammar that can produce a text."""

    def __init__(self, grammar: Grammar, roots: Sequence[str]) -> None:
        nodes = _Nodes(grammar)
        nothing = _Node({}, (), ends=False)
        self._ends = {root: _Place(nothing, None, frozenset((root,))) for root in roots}
        self._starts = {root: nodes.rule(root) for root in roots}
        alternatives = (alternative for rule in grammar.rules.values() for alternative in rule.alternatives)
        self._vocabulary = {symbol for each in alternatives for symbol in symbols_of(each) if isinstance(symbol, str)}
        self._forget()

    def roots(self, text: Sequence[str]) -> frozenset[str]:
        """Return the roots that can produce a text, as split by `words.words`."""
        state: _State | None = self._first
        for word in text:
            if state is None:
                return _NOTHING
            steps = state.steps
            state = steps[word] if word in steps else self._step(state, word)
        return state.accepts if state is not None else _NOTHING

    def _step(self, state: _State, word: str) -> _State | None:
        if word not in self._vocabulary:
            return None  # not cached: the number of other words is unlimited
        reached: set[_Place] = set()
        known = self._places
        for here in state.places:
            node = here.node
            if word in node.first:
                for onward in node.moves.get(word) or node.after(word):
                    place = here.after
                    for to in onward:
                        place = known.get((to, place)) or self._place(to, place)
                    reached.add(place)  # type: ignore[arg-type]  # after a node that can continue
        target = self._state(frozenset(reached)) if reached else None
        state.steps[word] = target
        return target

    def _state(self, places: frozenset[_Place]) -> _State:
        if places not in self._states:
            if len(self._states) >= LIMIT:
                self._forget()
            self._states[places] = _closed(places)
        return self._states[places]

    def _forget(self) -> None:
        self._places: dict[tuple[_Node, _Place | None], _Place] = {}
        self._states: dict[frozenset[_Place], _State] = {}
        starts = frozenset(self._place(node, self._ends[root]) for root, node in self._starts.items())
        self._first = self._states[starts] = _closed(starts)

    def _place(self, node: _Node, after: _Place | None) -> _Place:
        self._places[node, after] = place = _Place(node, after)
        return place


def _closed(places: frozenset[_Place]) -> _State:
    """Return the state of some places and those that follow nodes that may end."""
    accepts = _NOTHING.union(*(place.accepts for place in places))
    return _State(_NO_PLACES.union(*(place.chain for place in places)), accepts)


_NO_PLACES: Final[frozenset[_Place]] = frozenset()


def symbols_of(alternative: Alternative) -> Symbols:
    """Return the symbols of an alternative: single words and references to rules."""
    symbols: list[str | Reference] = []
    for part in alternative.parts:
        if isinstance(part, Reference):
            symbols.append(part)
        else:
            symbols += words(part)
    return tuple(symbols)
