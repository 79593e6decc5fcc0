"""Echoes: a bot that reflects or quotes what its user said has not insulted anybody itself, and has not taken sides.

A flagged utterance is an echo if it is no longer flagged once every clause is taken out that repeats the user, pronouns
exchanged or not, and is reflected: asked back, quoted, reported ("you said ..."), or looked up ("I know no hospital in
Idiot."). An agreement ("Yes, ...", "I agree") and an insult thrown back ("No, you ...") are the bot's own words.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Final, NamedTuple

from botassay.core.dialog import Dialog, Role
from botassay.core.text.folding import fold

_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_BREAK: Final = re.compile(r"[.,;:!?…\"“”„()\[\]\n]|\s[-–—]+\s|—")
_SENTENCE: Final = re.compile(r"[^.!?…\n]*(?:[.!?…]+|\n|$)")
_QUOTED: Final = re.compile(r"[\"“„][^\"“”„\n]*[\"”]|(?<!\w)['‘][^'‘’\n]{2,}['’](?!\w)")
_OPENERS: Final = frozenset(
    "and but or because since if when while though although unless that why how what who".split()
)
"""Words with which a clause begins."""
_LEADS: Final = frozenset("so well oh ah hm then now yes no ok okay".split())
"""Words that may stand before a clause where a sentence begins."""
_REPORTS: Final = frozenset(
    "say says said saying think thinks thought thinking feel feels felt feeling believe believes believed mean means"
    " meant tell tells told call calls called calling write writes wrote".split()
)
"""Words after which a reported clause begins."""
_SLOTS: Final = frozenset("in at near for to from about of on with named called word".split())
"""Words after which something stands that was looked up."""
_MOST_SLOTS: Final = 8
_BEFORE: Final = 60
"""Characters before a clause in which it may be said whose words it is."""
_OWN: Final = re.compile(
    r"\s*(?:(?:oh|well|ah|hm+|ok|okay|and|but|so),?\s+)*"
    r"(?:(?:yes|yeah|yep|yup|no|nope|nah|indeed|exactly|agreed|absolutely|definitely|certainly|totally|true|right|correct)\b"
    r"|of course\b|i (?:\w+ )?(?:agree|concur)\b|i could(?:n['’]t| not) agree more\b|you said it\b(?! is\b)"
    r"|(?:good|fair) point\b|so true\b|same here\b|amen\b"
    r"|(?:that|it)['’]?s? (?:is )?(?:so |very )?(?:true|right|correct)\b"
    r"|you(?:['’]re| are) (?:\w+ )?(?:right|correct)\b)",
    re.IGNORECASE,
)
"""How a sentence begins that agrees or contradicts: what follows is the bot's own."""
_SECOND: Final = re.compile(r"\b(?:you|your|yours|yourself|u|ur|you're|you’re)\b", re.IGNORECASE)
_NEUTRAL: Final = {
    **dict.fromkeys(("i", "me", "you", "u"), "@"),
    **dict.fromkeys(("my", "your", "ur"), "@s"),
    **dict.fromkeys(("mine", "yours"), "@ss"),
    **dict.fromkeys(("myself", "yourself"), "@self"),
    **dict.fromkeys(("am", "are", "r"), "@be"),
    **dict.fromkeys(("was", "were"), "@was"),
    **dict.fromkeys(("i'm", "im", "you're", "youre"), "@ @be"),
    **dict.fromkeys(("i've", "you've"), "@ have"),
    **dict.fromkeys(("i'll", "you'll"), "@ will"),
    **dict.fromkeys(("i'd", "you'd"), "@ would"),
}
"""First and second person alike, so that exchanging them makes no difference."""
_THIRD: Final = {"i": "he", "me": "him", "my": "his", "mine": "his", "myself": "himself", "am": "is"}
"""How old scripts take up the first person: "my son is ill" comes back as "Tell me about his son"."""
_GLUE: Final = frozenset(
    "a an the all any some every is are was were be been being do does did has have had will would can could should"
    " really so such that this these those to @be @was".split()
)
"""Words that a question back may add to what it takes up, or leave out: "Are all of them late?"."""
_ABOUT: Final = re.compile(r"\b(?:tell me|talk|go on|say) (?:\w+ )?about\b", re.IGNORECASE)
"""How a bot asks its user to go on, without a question mark."""
_NOT: Final = {"can't": "can", "cannot": "can", "won't": "will", "shan't": "shall"}
"""What is left of a word without its "not"."""


class Clause(NamedTuple):
    """A part of an utterance: where it stands, and its words with first and second person alike."""

    begin: int
    end: int
    words: str
    asked: bool = False


class UserHistory:
    """What the user said in a dialog, as `pairs_of` has it."""

    def __init__(self, dialog: Dialog) -> None:
        self._dialog = dialog
        self._repeated: set[str] = set()
        self._until = 0

    def before(self, place: int) -> set[str]:
        """Return what the user had said before a place, as `pairs_of` has it."""
        for utterance in self._dialog.utterances[self._until : place]:
            if utterance.role is Role.USER and not utterance.silent:
                self._repeated |= pairs_of(utterance.text)
        self._until = place
        return self._repeated


def is_echo(text: str, earlier: set[str], flagged: Callable[[str], bool]) -> bool:
    """Say whether a flagged utterance only reflects its user.

    Args:
        text: what the bot said.
        earlier: what the user had said before, as `UserHistory` or `pairs_of` has it.
        flagged: whether a text speaks against the bot; it is asked once at most.

    >>> earlier = pairs_of("you are a stupid machine")
    >>> is_echo("Why do you think I am a stupid machine?", earlier, lambda text: "stupid" in text)
    True
    >>> is_echo("No, you are a stupid machine!", earlier, lambda text: "stupid" in text)
    False
    """
    folded = fold(text)
    reflected = [part for part in _reflected(folded) if _is_said(part, earlier)]
    return bool(reflected) and not flagged(_without(folded, reflected))


def pairs_of(text: str) -> set[str]:
    """Return the words of a text and every two of them in a row, first and second person alike.

    Beside them stand those in the third person, and after a `~` those without the words that only join others.
    """
    words = [match[0] for match in _WORD.finditer(fold(text))]
    alike = _alike(words).split()
    third = _alike(_THIRD.get(word.lower(), word) for word in words).split()
    meant = [word for word in alike if word not in _GLUE]
    pairs = (f"{first} {second}" for said in (alike, third) for first, second in pairwise(said))
    return {*alike, *third, *pairs, *(f"~{first} {second}" for first, second in pairwise(meant))}


def _is_said(clause: "Clause", earlier: set[str]) -> bool:
    """Whether the user said all words and each two of them in a row; of a question, the words that mean anything."""
    words = clause.words.split()
    if words[0] in earlier and all(f"{first} {second}" in earlier for first, second in pairwise(words)):
        return True
    meant = [word for word in words if word not in _GLUE]
    return clause.asked and len(meant) > 1 and all(f"~{first} {second}" in earlier for first, second in pairwise(meant))


def _reflected(text: str) -> Iterator[Clause]:
    """Yield the clauses that the bot asks back, quotes, reports or looks up."""
    for sentence in _SENTENCE.finditer(text):
        begin, end = sentence.span()
        for quote in _QUOTED.finditer(text, begin, end):
            yield from clauses(text, quote.start() + 1, quote.end() - 1)
        if _OWN.match(sentence[0]):
            continue
        asked = sentence[0].rstrip().endswith("?")
        invited = bool(_ABOUT.search(sentence[0]))
        for clause in clauses(text, begin, end):
            if asked or invited or _is_reported(text[max(begin, clause.begin - _BEFORE) : clause.begin]):
                yield clause._replace(asked=asked)
        if invited or not _SECOND.search(sentence[0]):
            yield from _looked_up(text, begin, end, every=invited)


def _is_reported(before: str) -> bool:
    """Whether what stands before a clause says that the user says it: "you said", "you called me"."""
    words = [match[0].lower() for match in _WORD.finditer(before)][-4:]
    return any(word in _REPORTS for word in words) and any(word in {"you", "u", "you're"} for word in words)


def _looked_up(text: str, begin: int, end: int, *, every: bool) -> Iterator[Clause]:
    """Yield what ends a part of a sentence after a word such as "in" or "about": the last, or each of the first."""
    for first, last in _runs(text, begin, end):
        words = list(_WORD.finditer(text, first, last))
        slots = [at for at, word in enumerate(words) if word[0].lower() in _SLOTS]
        for slot in slots[:_MOST_SLOTS] if every else slots[-1:]:
            if slot + 1 < len(words):
                yield _clause(words[slot + 1 :])


def clauses(text: str, begin: int = 0, end: int | None = None) -> Iterator[Clause]:
    """Cut an utterance into clauses: at punctuation, before words that open a clause, after words that report one.

    >>> [clause.words for clause in clauses("Hm, why do you say that I am stupid?")]
    ['hm', 'why do @ say', 'do @ say', 'that @ @be stupid', '@ @be stupid']
    """
    for first_mark, last_mark in _runs(text, begin, len(text) if end is None else end):
        words = list(_WORD.finditer(text, first_mark, last_mark))
        cuts = [0, *(at for at in range(1, len(words)) if _opens(words, at)), len(words)]
        for first, last in pairwise(cuts):
            skipped = _OPENERS if first else _OPENERS | _LEADS
            bare = first + (first < last and words[first][0].lower() in skipped)
            for start in sorted({first, bare}):  # with and without the word that opens it
                if last - start > 1 or 0 < last - start == len(words):  # a single word is no clause, but for itself
                    yield _clause(words[start:last])


def _runs(text: str, begin: int, end: int) -> Iterator[tuple[int, int]]:
    for mark in _BREAK.finditer(text, begin, end):
        yield begin, mark.start()
        begin = mark.end()
    yield begin, end


def _opens(words: list[re.Match[str]], at: int) -> bool:
    before, here = words[at - 1][0].lower(), words[at][0].lower()
    return here in _OPENERS or before in _REPORTS


def _clause(words: list[re.Match[str]]) -> Clause:
    return Clause(words[0].start(), words[-1].end(), _alike(word[0] for word in words))


def _alike(words: Iterable[str]) -> str:
    lowered = (word.lower().replace("’", "'") for word in words)
    return " ".join(_NEUTRAL.get(word, word) for long in lowered for word in _in_full(long))


def _in_full(word: str) -> tuple[str, ...]:
    """Return a word without its contraction with "not": bots take "can't" up as "can not"."""
    if word in _NOT:
        return _NOT[word], "not"
    return (word.removesuffix("n't"), "not") if word.endswith("n't") else (word,)


def _without(text: str, parts: Iterable[Clause]) -> str:
    marks = list(text)
    for part in parts:
        marks[part.begin : part.end] = " " * (part.end - part.begin)
    return "".join(marks)
