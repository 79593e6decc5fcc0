"""The same questions in other words: rewrites that keep the meaning, by rule.

Paper 000 names the brittleness of models as a reason for its sensitivity test, and semantically equivalent adversarial
rules (Ribeiro, Singh, Guestrin 2018) as a way to find it: a bot that can be trusted says the same kind of thing to
a user who types badly, is polite, or puts the words in another order. The rules here were made for botassay.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from botassay.core.dialog import Script
from botassay.core.errors import UnknownNameError
from botassay.core.seeded_rng import Lot
from botassay.plugins.protocols import Prober, Reply

Rule = Callable[[str, Lot], str]
"""Gives the text in other words, or as it was where the rule has nothing to say."""

_SHORT: Final[Mapping[str, str]] = {
    "do not": "don't", "does not": "doesn't", "did not": "didn't", "is not": "isn't", "are not": "aren't",
    "was not": "wasn't", "would not": "wouldn't", "should not": "shouldn't", "could not": "couldn't",
    "have not": "haven't", "has not": "hasn't", "will not": "won't", "cannot": "can't", "what is": "what's",
    "where is": "where's", "who is": "who's", "I am": "I'm", "I will": "I'll", "I would": "I'd",
    "there is": "there's", "let us": "let's",
}  # fmt: skip
_LONG: Final[Mapping[str, str]] = {short: long for long, short in _SHORT.items() if short != "I'd"} | {
    "you're": "you are", "we're": "we are", "they're": "they are", "it's": "it is",
}  # fmt: skip
_HAS: Final = "(?:been|got|had)"
"""Words before which `it's` is short for `it has`."""
_WHEN: Final = (
    r"(?:right now|now|today|tomorrow|tonight|yesterday|at the moment|this (?:morning|afternoon|evening|week))"
)
_OPENS: Final = frozenset(
    "what how why when where who which can could will would do does did is are was were the a an my our we you it "
    "there this that please if because tell show give explain describe help say hello hi they he she".split()
)
"""Words that begin a sentence with a capital and need none within it."""
_OPEN: Final = rf"(?i:{'|'.join(sorted(_OPENS))})\b"
_ASKED_TO: Final = frozenset("tell show give explain describe help say list name".split())
_LEAST: Final = 6
"""Letters of a word in which a slip is made."""


def contractions(text: str, lot: Lot) -> str:
    """Write `do not` as `don't`, or the other way round.

    >>> contractions("I do not know what it is.", Lot(1))
    "I don't know what it is."
    """
    del lot
    for written, other in (*_SHORT.items(), *_LONG.items()):
        found = re.search(rf"\b{written}(?= (?!{_HAS}\b)\w)", text, re.IGNORECASE)
        if found:
            return text[: found.start()] + _like(found[0], other) + text[found.end() :]
    return text


def politeness(text: str, lot: Lot) -> str:
    """Ask politely.

    >>> politeness("What can you do?", Lot(1)), politeness("Tell me a story.", Lot(1))
    ('Please tell me: what can you do?', 'Please tell me a story.')
    """
    first = text.split(" ", 1)[0].lower()
    if "please" in text.lower() or re.search(r"[.!?] ", text):
        return text
    if first in _ASKED_TO:
        return f"Please {_inner(text)}"
    if text.endswith("?") and first in {"can", "could", "will", "would"}:
        return f"{text[:-1]}, please?"
    if text.endswith("?"):
        return lot.one(("Please tell me: {}", "May I ask: {}", "I would like to know: {}"), "polite", text).format(
            _inner(text)
        )
    return text


def word_order(text: str, lot: Lot) -> str:
    """Put the clauses in another order.

    >>> word_order("Are you open today?", Lot(1)), word_order("If I call, will you answer?", Lot(1))
    ('Today, are you open?', 'Will you answer if I call?')
    """
    del lot
    for form, other in _ORDERS:
        found = form.fullmatch(text)
        if found:
            return other(*found.groups())
    return text


_ORDERS: Final[tuple[tuple[re.Pattern[str], Callable[..., str]], ...]] = (
    (re.compile(r"If ([^,.?!]+), ([^.?!]+)([.?!])"), lambda a, b, end: f"{_outer(b)} if {a}{end}"),
    (
        re.compile(rf"(?={_OPEN})([^,.?!]+) because ([^.?!]+)([.?!])"),
        lambda a, b, end: f"Because {b}, {_inner(a)}{end}",
    ),
    (
        re.compile(rf"(?={_OPEN})([^,.?!]+) ({_WHEN})([.?!])", re.IGNORECASE),
        lambda a, b, end: f"{_outer(b)}, {_inner(a)}{end}",
    ),
    (re.compile(r"(Can|Could|Will|Would) you ([^.?!]+)\?"), lambda a, b: f"{_outer(b)}, {a.lower()} you?"),
    (
        re.compile(r"What do you think (?:of|about) ([^.?!]+)\?", re.IGNORECASE),
        lambda a: f"{_outer(a)}: what do you think about that?",
    ),
)


def typing(text: str, lot: Lot) -> str:
    """Slip on the keys: two letters within a long word change places.

    >>> typing("Please explain that again.", Lot(1)) in ("Please epxlain that again.", "Please exlpain that again.",
    ...     "Please expalin that again.", "Please explian that again.")
    True
    """
    long = [found for found in re.finditer(rf"(?<![\w'-])[a-z]{{{_LEAST},}}(?![\w'-])", text) if _uneven(found[0])]
    if not long:
        return text
    found = lot.one(long, "word", text)
    at = found.start() + lot.one(_uneven(found[0]), "letter", text)
    return text[:at] + text[at + 1] + text[at] + text[at + 2 :]


def casual(text: str, lot: Lot) -> str:
    """Write without capitals and stops, as people do on a phone.

    >>> casual("What can you do?", Lot(1))
    'what can you do'
    """
    del lot
    return _inner(text).removesuffix(".").removesuffix("?") if len(text) > 1 else text


def _uneven(word: str) -> list[int]:
    """Where two letters within a word differ: those can change places."""
    return [at for at in range(1, len(word) - 2) if word[at] != word[at + 1]]


def _like(model: str, text: str) -> str:
    return text[:1].upper() + text[1:] if model[:1].isupper() else text


def _inner(text: str) -> str:
    """Begin without a capital, unless the first word is a name."""
    first = re.split(r"[\s,'’]", text, maxsplit=1)[0]
    return text[:1].lower() + text[1:] if first.lower() in _OPENS else text


def _outer(text: str) -> str:
    return text[:1].upper() + text[1:]


REWRITES: Final[Mapping[str, Rule]] = {
    "contractions": contractions,
    "politeness": politeness,
    "word-order": word_order,
    "typos": typing,
    "casual": casual,
}
"""What can be done to a question, by name."""
_SLIPS: Final = ("typos",)
"""What may not be done where a word has to come through as it is."""


def rules_named(names: str) -> tuple[str, ...]:
    """Find rewrites as people type them, `typos,politeness`; nothing means all of them.

    Raises: UnknownNameError.
    """
    asked = tuple(name.strip() for name in names.split(",")) if names else tuple(REWRITES)
    for name in asked:
        if name not in REWRITES:
            raise UnknownNameError.among("way to rephrase", name, REWRITES)
    return asked


@dataclass(frozen=True, slots=True)
class Rephrased:
    """A prober that asks what another one asks, in other words.

    Who asks, in which conversation and after what stays as it is, and so does a secret.
    """

    prober: Prober
    rules: tuple[str, ...] = tuple(REWRITES)
    most: int = 2
    """Rewrites of one line."""

    def scripts(self, seed: int) -> Iterator[Script]:
        """Hand out the other prober's scripts, rephrased."""
        yield from (rephrased(script, self.rules, seed, self.most) for script in self.prober.scripts(seed))

    def next(self, script: Script, replies: Sequence[Reply]) -> str | None:
        """Go on as the other prober does, in other words."""
        line = self.prober.next(script, replies)
        return None if line is None else _said(line, script, self.rules, Lot(script.user), self.most)


def rephrased(script: Script, rules: Sequence[str], seed: int, most: int = 2) -> Script:
    """Give a script that says the same in other words; the same seed gives the same words."""
    lot = Lot(f"rephrased {seed} {script.id}")
    return replace(script, lines=tuple(_said(line, script, rules, lot, most) for line in script.lines))


def _said(line: str, script: Script, rules: Sequence[str], lot: Lot, most: int) -> str:
    kept = [name for name in rules if name not in _SLIPS or "canary" not in script.tags]
    changes = 0
    for name in lot.shuffled(kept, line):
        changed = REWRITES[name](line, lot)
        if changed != line and script.tags.get("secret", "") in changed:
            line, changes = changed, changes + 1
        if changes == most:
            break
    return line
