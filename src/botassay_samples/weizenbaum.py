"""The method of ELIZA: ranked keywords, decomposition and reassembly, memory.

Source: J. Weizenbaum, ELIZA, Communications of the ACM 9(1), 1966. A text is cut into clauses. The keyword with the
highest rank among all their words decides; its rules decompose the clause, and their replies reassemble it, each reply
in its turn. What some rules keep is used later if a text has no keyword. The time is linear in the length of the text.
"""

import re
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

Words = tuple[str, ...]

READ: Final = 4_000
"""Maximum number of characters of a text that are read."""
_CLAUSE: Final = re.compile(r"[^\w\s'’-]+|\bbut\b|[\n\r\x00-\x08]+", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_PLACE: Final = re.compile(r"\{(\d)\}")
_LONGEST_WORD: Final = 40
_LONGEST_QUOTE: Final = 25
_KEPT: Final = 6


class _AnyWord(frozenset[str]):
    """The family of all words."""

    __slots__ = ()

    def __contains__(self, word: object) -> bool:
        """Return True for any word."""
        return True


ANY_WORD: Final = _AnyWord()


@dataclass(frozen=True, slots=True)
class KeywordRule:
    """A decomposition of a clause, with replies.

    Args:
        when: the pattern: None for any run of words, or the possible words in one place.
        say: replies; `{n}` is the nth run or captured word, `=name` refers to another keyword.
        keep: replies for later.
    """

    when: tuple[frozenset[str] | None, ...]
    say: tuple[str, ...]
    keep: tuple[str, ...] = ()
    caught: frozenset[int] = frozenset()
    """The places of the pattern whose words are captured: those of families of words."""

    def quoted(self) -> frozenset[int]:
        """Return the indices of the parts that its replies quote, from 0."""
        return frozenset(int(number) - 1 for text in (*self.say, *self.keep) for number in _PLACE.findall(text))


@dataclass(frozen=True, slots=True)
class Keyword:
    """A keyword."""

    name: str
    rank: int
    rules: tuple[KeywordRule, ...]


@dataclass(frozen=True, slots=True)
class ElizaScript:
    """The script of a bot; the data file explains each part."""

    keywords: Mapping[str, Keyword]
    named: Mapping[str, Keyword]
    spelling: Mapping[str, Words]
    reflect: Mapping[str, str]
    machine: tuple[str, ...]
    silence: tuple[str, ...]
    otherwise: tuple[str, ...]


class _Heard(NamedTuple):
    keyword: Keyword
    clause: Words


@dataclass(slots=True)
class Engine:
    """One conversation after a script: which replies were used, and what is remembered for later."""

    script: ElizaScript
    turns: Counter[tuple[str, ...]] = field(default_factory=Counter)
    memory: deque[str] = field(default_factory=lambda: deque(maxlen=_KEPT))

    def answer(self, text: str) -> str:
        """Return the answer to a text."""
        clauses = list(_clauses(text, self.script.spelling))
        if not clauses:
            return self._next(self.script.silence)
        heard = _heard(clauses, self.script.keywords)
        reply = next(filter(None, (self._apply(keyword, clause) for keyword, clause in heard)), None)
        if reply is None:
            return self.memory.popleft() if self.memory else self._next(self.script.otherwise)
        return reply

    def admit(self) -> str:
        """Return the answer to the question whether this is a machine."""
        return self._next(self.script.machine)

    def _apply(self, keyword: Keyword, clause: Words) -> str | None:
        for rule in keyword.rules:
            runs = match(rule, clause)
            if runs is None or any(not runs[number] for number in rule.quoted()):
                continue
            quotes = [reflect(run, self.script.reflect) for run in runs]
            if rule.keep:
                self._keep(_filled(self._next(rule.keep), quotes))
            chosen = self._next(rule.say)
            if not chosen.startswith("="):
                return _filled(chosen, quotes)
            return self._apply(self.script.named[chosen[1:]], clause)
        return None

    def _keep(self, text: str) -> None:
        if text not in self.memory:
            self.memory.append(text)

    def _next(self, replies: tuple[str, ...]) -> str:
        """Return the reply whose turn it is."""
        turn = self.turns[replies]
        self.turns[replies] += 1
        return replies[turn % len(replies)]


def match(rule: KeywordRule, clause: Words) -> tuple[Words, ...] | None:
    """Return the parts of a clause by the earliest match of a rule, found in one pass, or None.

    >>> anything, dream = None, frozenset({"dream", "nightmare"})
    >>> rule = KeywordRule((anything, frozenset({"a"}), dream, anything), ("{2}",), caught=frozenset({2}))
    >>> match(rule, ("a", "dream"))
    ((), ('dream',), ())
    """
    folded = [word.lower() for word in clause]
    blocks = list(_blocks(rule.when))
    runs: list[Words] = []
    place = 0
    for number, (start, block) in enumerate(blocks):
        last = number == len(blocks) - 1
        begin = _find(block, folded, place, first=number == 0, last=last)
        if begin is None:
            return None
        if number:
            runs.append(clause[place:begin])
        runs += [(clause[begin + at],) for at in range(len(block)) if start + at in rule.caught]
        place = begin + len(block)
    return tuple(runs)


def _blocks(when: Sequence[frozenset[str] | None]) -> Iterator[tuple[int, list[frozenset[str]]]]:
    """Yield the blocks between the runs of a pattern, with their starts."""
    start, block = 0, list[frozenset[str]]()
    for place, words in enumerate(when):
        if words is None:
            yield start, block
            start, block = place + 1, []
        else:
            block.append(words)
    yield start, block


def _find(block: list[frozenset[str]], words: list[str], place: int, *, first: bool, last: bool) -> int | None:
    """Return the first place where a block matches; the first block is at the beginning, the last one at the end."""
    end = len(words) - len(block)
    if first and last and end:
        return None
    places = range(end, end + 1) if last and not first else range(place, 1 if first else end + 1)
    for at in places:
        if at >= place and at <= end and all(words[at + offset] in fit for offset, fit in enumerate(block)):
            return at
    return None


def reflect(words: Words, table: Mapping[str, str]) -> str:
    """Return words from the listener's point of view; pairs take precedence, and long texts are cut.

    >>> reflect(("my", "dog", "loves", "me"), {"my": "your", "me": "you"})
    'your dog loves you'
    """
    turned: list[str] = []
    rest = deque(words[:_LONGEST_QUOTE])
    while rest:
        word = rest.popleft()
        pair = f"{word} {rest[0]}".lower() if rest else ""
        if pair in table:
            rest.popleft()
            turned.append(table[pair])
        else:
            turned.append(table.get(word.lower(), word)[:_LONGEST_WORD])
    return " ".join(turned) + (" …" if len(words) > _LONGEST_QUOTE else "")


def _filled(reply: str, quotes: Sequence[str]) -> str:
    filled = _PLACE.sub(lambda place: quotes[int(place[1]) - 1], reply)
    return filled[:1].upper() + filled[1:]


def _clauses(text: str, spelling: Mapping[str, Words]) -> Iterator[Words]:
    """Yield the clauses of a text, as words in the spelling of the script."""
    for clause in _CLAUSE.split(text[:READ]):
        words = [word.replace("’", "'") for word in _WORD.findall(clause)]
        if len(words) > 1 and clause.isupper():
            words = [word.lower() for word in words]
        spelled = tuple(part for word in words for part in spelling.get(word.lower(), (word,)))
        if spelled:
            yield (spelled[0].lower(), *spelled[1:])


def _heard(clauses: Sequence[Words], keywords: Mapping[str, Keyword]) -> list[_Heard]:
    """Return the keywords of a text, each once per clause, the highest rank first."""
    heard = {
        (number, keywords[word.lower()].name): _Heard(keywords[word.lower()], clause)
        for number, clause in enumerate(clauses)
        for word in clause
        if word.lower() in keywords
    }
    return sorted(heard.values(), key=lambda hit: -hit.keyword.rank)
