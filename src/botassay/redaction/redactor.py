"""One value, one mark: what is taken out of texts, and put back."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Final

from botassay.redaction.finder import More, Span, spans
from botassay.redaction.kinds import ALL, KINDS
from botassay.redaction.mark import MARK
from botassay.redaction.name_words import no_name
from botassay.redaction.spelling import spelling

_WORD: Final = re.compile(r"\w+")
_SHORTEST: Final = 4
"""Letters of a value that is looked for wherever else it stands."""
_SHORTEST_NAMED: Final = 3
"""Letters of a value that a field names."""
_ROLE: Final = re.compile(
    r"(?i)(?:the )?(?:"
    r"user|usr|bot|chatbot|human|ai|assistant|agent|system|customer|client|guest|visitor|speaker|person|participant|"
    r"caller|operator|support|staff|admin|tool|model|me|you|self|other|unknown|anonymous|none|null|n/?a|test|true|"
    r"false|moderator|gpt|llm|robot|patient|doctor|student|teacher|buyer|seller|left|right|wizard|worker|annotator"
    r")s?(?:[ _#-]?(?:\w|\d+))?"
    r"|\W+|\d{1,3}"
)
"""Words in the place of a name that name nobody."""
_REMEMBERED: Final = frozenset(KINDS) - {"postcode", "url", "token_link", "geo", "ip", "handle"}


class Redactor:
    """Puts marks such as `[email-1]` in the place of personal data.

    Args:
        kinds: what is taken out.
        marks: values by mark, of an earlier time; they keep their marks.
        canaries: secrets that were planted, wherever they stand.
        more: other ways to find personal data.
    """

    def __init__(
        self,
        kinds: Collection[str] = ALL,
        marks: Mapping[str, str] | None = None,
        canaries: Iterable[str] = (),
        more: Iterable[More] = (),
    ) -> None:
        self.kinds = frozenset(kinds)
        self.marks: dict[str, str] = dict(marks or {})
        self.counts: Counter[str] = Counter()
        self._more = tuple(more)
        self._by_value = {(_kind(mark), value): mark for mark, value in self.marks.items()}
        self._taken = set(self.marks)
        self._last: Counter[str] = Counter()
        self._known: dict[str, dict[str, str]] = {}
        for mark, value in self.marks.items():
            self._remember(_kind(mark), value)
        if "canary" in self.kinds:
            for canary in canaries:
                self._know(canary, "canary")

    def study(self, text: str) -> None:
        """Look at a text before any is changed: its values are found wherever else they stand."""
        self._taken.update(match[0] for match in MARK.finditer(text))
        for span in spans(text, self.kinds, self._more):
            self._remember(span.kind, text[span.start : span.end])

    def learn(self, kind: str, value: str) -> None:
        """Note a value that a field names, such as whoever speaks: it is taken out wherever it stands.

        Args:
            kind: of the value.
            value: as it is written; a mark, a role such as `user` and a single letter are no values.

        >>> redactor = Redactor()
        >>> redactor.learn("name", "Zib")
        >>> redactor.text("Is Zib there?")
        'Is [name-1] there?'
        """
        plain = spelling(value).text.strip()
        if (
            kind in self.kinds
            and len(plain) >= _SHORTEST_NAMED
            and not _ROLE.fullmatch(plain)
            and not MARK.search(plain)
        ):
            self._know(plain, kind)

    def text(self, text: str) -> str:
        """Return a text with a mark in the place of each value.

        >>> Redactor().text("jane@example.com, or call +1 202 555 0143; jane@example.com")
        '[email-1], or call [phone-1]; [email-1]'
        """
        parts, at = [], 0
        for span in self._all_spans(text):
            parts += [text[at : span.start], self.mark(span.kind, text[span.start : span.end])]
            at = span.end
        return "".join([*parts, text[at:]])

    def mark(self, kind: str, value: str) -> str:
        """Return the mark of a value, and count it."""
        self.counts[kind] += 1
        mark = self._by_value.get((kind, value))
        if mark is None:
            mark = self._fresh(kind)
            self._by_value[kind, value] = mark
            self.marks[mark] = value
            self._remember(kind, value)
        return mark

    def _fresh(self, kind: str) -> str:
        while True:
            self._last[kind] += 1
            mark = f"[{kind}-{self._last[kind]}]"
            if mark not in self._taken:
                self._taken.add(mark)
                return mark

    def _all_spans(self, text: str) -> list[Span]:
        found = spans(text, self.kinds, self._more)
        for span in found:
            self._remember(span.kind, text[span.start : span.end])
        known = self._known_spans(text)
        if not known:
            return found
        canaries = [span for span in known if span.kind == "canary"]
        chosen: list[Span] = []
        for span in (*canaries, *found, *known):
            if all(span.end <= other.start or other.end <= span.start for other in chosen):
                chosen.append(span)
        return sorted(chosen)

    def _known_spans(self, text: str) -> list[Span]:
        """Where values stand that were found elsewhere."""
        if not self._known:
            return []
        read = spelling(text)
        marks = [match.span() for match in MARK.finditer(read.text)]
        places = []
        for word in _WORD.finditer(read.text):
            for value, kind in self._known.get(word[0].casefold(), {}).items():
                span = _at(read.text, word.start(), value, kind)
                if span and not any(span.start < end and start < span.end for start, end in marks):
                    places.append(Span(*read.place(span.start, span.end), kind))
        return sorted(places, key=lambda span: (span.start, -span.end))

    def _remember(self, kind: str, value: str) -> None:
        if kind not in _REMEMBERED or kind not in self.kinds:
            return
        plain = spelling(value).text
        if len(plain) >= _SHORTEST:
            self._know(plain, kind)
        if kind == "name":
            for word in plain.split():
                if len(word) >= _SHORTEST and word[:1].isupper() and not no_name(word.strip(".")):
                    self._know(word, kind)

    def _know(self, value: str, kind: str) -> None:
        first = _WORD.search(value)
        if first:
            self._known.setdefault(first[0].casefold(), {}).setdefault(value, kind)


def _at(text: str, word: int, value: str, kind: str) -> Span | None:
    """Return where a value stands whose first word begins at a place, or None."""
    lead = _WORD.search(value)
    start = word - (lead.start() if lead else 0)
    end = start + len(value)
    if start < 0 or (text[end : end + 1].isalnum() and value[-1:].isalnum()):
        return None
    part = text[start:end]
    exact = kind in ("name", "username") and " " not in value
    return Span(start, end, kind) if part == value or (not exact and part.casefold() == value.casefold()) else None


def _kind(mark: str) -> str:
    match = MARK.fullmatch(mark)
    return match["kind"] if match else ""


def restored(text: str, marks: Mapping[str, str]) -> str:
    """Return a text with the values in the place of their marks; unknown marks stay.

    >>> restored("write to [email-1] or [email-2]", {"[email-1]": "jane@example.com"})
    'write to jane@example.com or [email-2]'
    """
    return MARK.sub(lambda match: marks.get(match[0], match[0]), text)
