"""A network cut in two, as an ONNX file is: what reads its lower layers alone needs not run the upper ones.

An ONNX file is a message of Protocol Buffers. Only the lists of nodes, numbers, inputs and outputs are read here; what
is in them stays as it is, byte for byte.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

_GRAPH: Final = 7
"""The field of a model in which its graph stands."""
_NODE: Final = 1
"""The field of a graph in which each node stands; the others below are in the same message."""
_NUMBERS: Final = 5
_INPUT: Final = 11
_OUTPUT: Final = 12
_SHAPE: Final = 13
_NAMES: Final = {_NUMBERS: 8, _INPUT: 1, _OUTPUT: 1, _SHAPE: 1}
"""The field of each of those in which its name stands."""
_CONSUMED, _PRODUCED = 1, 2
"""The fields of a node that name what goes in and what comes out."""
_BYTES: Final = 2
"""The kind of a field with a length."""


_Part: TypeAlias = tuple[int, memoryview, memoryview]
"""A field of a message: its number, the whole of it as it is written, and its contents."""


class _Node(NamedTuple):
    consumed: frozenset[str]
    produced: frozenset[str]


def lower_half(model: bytes, states: tuple[str, ...]) -> bytes:
    """Return the part of a network that works out some states, which become its outputs.

    Args:
        model: the contents of an ONNX file.
        states: the names of values inside the network whose type and shape it says.
    """
    parts, shapes = _parts(model)
    return _network(model, [*_cut(parts, states, ""), *(_part(_OUTPUT, shapes[state]) for state in states)])


def upper_half(model: bytes, state: str) -> bytes:
    """Return the part of a network that goes on from a state, which becomes an input, and has the outputs of the whole.

    The few nodes that the lower half needs, too, stand in both. The arguments are as for `lower_half`.
    """
    parts, shapes = _parts(model)
    outputs = {_name(part, field): written for field, written, part in parts if field == _OUTPUT}
    return _network(model, [*_cut(parts, outputs, state), _part(_INPUT, shapes[state]), *outputs.values()])


def _parts(model: bytes) -> tuple[list[_Part], dict[str, memoryview]]:
    """Return the parts of a graph, and the type and shape of each value in it by its name."""
    graph = next(contents for field, _, contents in _fields(memoryview(model)) if field == _GRAPH)
    parts = list(_fields(graph))
    return parts, {_name(part, field): part for field, _, part in parts if field == _SHAPE}


def _network(model: bytes, graph: list[bytes | memoryview]) -> bytes:
    """Return a model with another graph, whose parts are given."""
    around = [written for field, written, _ in _fields(memoryview(model)) if field != _GRAPH]
    head = _head(_GRAPH, sum(map(len, graph)))
    return b"".join([*around, head, *graph])  # at once: there are millions of bytes


def _cut(parts: Sequence[_Part], wanted: Iterable[str], given: str) -> Iterator[memoryview]:
    """Return the nodes, numbers and inputs of a graph that some values need, where others are given."""
    nodes = {at: _node(part) for at, (field, _, part) in enumerate(parts) if field == _NODE}
    needed = set(wanted)
    kept = set()
    for at in reversed(nodes):  # a node stands behind all that it needs
        if nodes[at].produced & needed - {given}:
            kept.add(at)
            needed |= nodes[at].consumed | nodes[at].produced
    named = {_NUMBERS, _INPUT, _SHAPE}
    return (
        written
        for at, (field, written, part) in enumerate(parts)
        if at in kept
        or (field in named and _name(part, field) in needed - {given})
        or field not in {_NODE, _OUTPUT, *named}
    )


def _node(part: memoryview) -> _Node:
    names = [(field, str(contents, "utf-8")) for field, _, contents in _fields(part) if field in (_CONSUMED, _PRODUCED)]
    consumed, produced = (frozenset(name for at, name in names if at == field) for field in (_CONSUMED, _PRODUCED))
    return _Node(consumed, produced)


def _name(part: memoryview, field: int) -> str:
    return str(next(contents for at, _, contents in _fields(part) if at == _NAMES[field]), "utf-8")


def _fields(message: memoryview) -> Iterator[_Part]:
    """Yield for each field of a message its number, the field as it is written, and its contents if it has a length."""
    at = 0
    while at < len(message):
        begin = at
        key, at = _number(message, at)
        contents = message[:0]
        if key & 7 == _BYTES:
            length, at = _number(message, at)
            contents, at = message[at : at + length], at + length
        elif key & 7 == 0:
            _, at = _number(message, at)
        else:
            at += 8 if key & 7 == 1 else 4
        yield key >> 3, message[begin:at], contents


def _number(message: memoryview, at: int) -> tuple[int, int]:
    """Return a number that stands in a message, 7 bits in a byte, and where it ends."""
    found = shift = 0
    while True:
        found |= (message[at] & 127) << shift
        shift, at = shift + 7, at + 1
        if message[at - 1] < 128:  # noqa: PLR2004 - the highest bit says that more follow
            return found, at


def _part(field: int, contents: memoryview) -> bytes:
    """Return a field of a message with its contents."""
    return _head(field, len(contents)) + contents


def _head(field: int, length: int) -> bytes:
    """Return what stands before the contents of a field."""
    return _varint(field << 3 | _BYTES) + _varint(length)


def _varint(number: int) -> bytes:
    written = bytearray()
    while number > 127:  # noqa: PLR2004 - what fits in 7 bits
        written.append(number & 127 | 128)
        number >>= 7
    return bytes([*written, number])
