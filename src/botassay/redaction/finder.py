"""Where personal data stand in a text."""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Final, NamedTuple

from botassay.redaction.kinds import ALL
from botassay.redaction.mark import MARK
from botassay.redaction.pattern import Pattern
from botassay.redaction.spelling import spelling

_BEFORE: Final = 40
"""Letters before a number that say what it is."""


class Span(NamedTuple):
    """A part of a text."""

    start: int
    end: int
    kind: str


More = Callable[[str], Iterable[Span]]
"""Another way to find personal data."""


def spans(text: str, kinds: Collection[str] = ALL, more: Iterable[More] = ()) -> list[Span]:
    """Return where personal data stand in a text, in order; none overlap.

    Args:
        text: any text, also with escapes of JSON, HTML or URLs.
        kinds: what is looked for.
        more: other ways to find them, whose places hold where nothing else is.

    >>> spans("write to jane@example.com")
    [Span(start=9, end=25, kind='email')]
    """
    read = spelling(text)
    covered = bytearray(len(read.text))
    for match in MARK.finditer(read.text):
        covered[match.start() : match.end()] = b"\1" * len(match[0])
    taken: list[Span] = []
    for span in (*_shapes(read.text), *(each for way in more for each in way(read.text)), *_names(read.text)):
        if span.end > span.start and not any(covered[span.start : span.end]):
            covered[span.start : span.end] = b"\1" * (span.end - span.start)
            taken.append(span)
    found = sorted(span for span in taken if span.kind in kinds)
    return [Span(*read.place(span.start, span.end), span.kind) for span in found]


def _shapes(text: str) -> Iterator[Span]:
    # its hundreds of expressions take a third of a second to compile, and most commands redact nothing
    from botassay.redaction.patterns import PATTERNS

    for pattern in PATTERNS:
        if not pattern.needs or not set(pattern.needs).isdisjoint(text):
            yield from _of(pattern, text)


def _of(pattern: Pattern, text: str) -> Iterator[Span]:
    group = "v" if "v" in pattern.regex.groupindex else 0
    for match in pattern.regex.finditer(text):
        if pattern.check is not None and not pattern.check(match[group]):
            continue
        if pattern.unless is not None and pattern.unless.search(text, max(0, match.start() - _BEFORE), match.start()):
            continue
        yield Span(*match.span(group), pattern.kind)


def _names(text: str) -> Iterator[Span]:
    from botassay.redaction.names import name_spans

    return (Span(start, end, "name") for start, end in name_spans(text))
