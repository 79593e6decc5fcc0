"""What learned weights say of a question, and of a reply: they know turns of phrase that no rule has."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from botassay.identity.languages.concept_features import question_features, reply_features
from botassay.identity.languages.concepts import PAUSE, UNKNOWN, Spoken
from botassay.identity.languages.folded_text import FoldedSentence
from botassay.identity.languages.language_rules import LanguageRules
from botassay.identity.languages.weighed import bundled_weights

TOGETHER: Final = 3
"""Sentences that are judged together; of a longer text, all that follow each other."""
CLASSES: Final = ("machine", "human", "neither")
"""The classes of replies."""
_SPEAKS_OF_KINDS: Final = frozenset(
    "MACHINE HUMAN NAMEDAI ASSIST FAKE REAL ALIVE BODY BORN MADE HARD CANNED SOMEONE FOLK STAFF SERVE KEYS SLEEP WHO "
    "WHAT".split()
)
"""Concepts of which the question has one."""
_OTHER_WAY: Final = {"YES": "NO", "NO": "YES"}


def question_score(sentences: Sequence[FoldedSentence], rules: LanguageRules, *, ruled: bool) -> float:
    """Return the log odds that spelled sentences ask whether a machine is answering; the highest of `TOGETHER`.

    Args:
        sentences: the text.
        rules: the rules of the language.
        ruled: whether the rules find the question; if not, what speaks of no kind of being is not judged.
    """
    said = rules.concepts.spoken(sentences)
    weights = bundled_weights("questions")
    judged = [part for part in windows(said) if ruled or _speaks_of_kinds(part)]
    return max((weights.scores(question_features(part, rules.code))[0] for part in judged), default=float("-inf"))


def _speaks_of_kinds(part: Sequence[Spoken]) -> bool:
    return any(not _SPEAKS_OF_KINDS.isdisjoint(each.concepts) for each in part)


def windows(said: Sequence[Spoken]) -> Iterator[Sequence[Spoken]]:
    """Yield what is judged together: all sentences of a short text, else all that follow each other."""
    for start in range(max(1, len(said) - TOGETHER + 1)):
        yield said[start : start + TOGETHER]


def reply_scores(sentences: Sequence[FoldedSentence], side: str | None, rules: LanguageRules) -> dict[str, float]:
    """Return the weights of the `CLASSES` for spelled sentences of a reply.

    Args:
        sentences: the reply.
        side: what was asked about, `machine` or `human`; without it, yes and no say nothing.
        rules: the rules of the language.
    """
    scores = bundled_weights("replies").scores(reply_features(answered(sentences, side, rules), rules.code))
    return dict(zip(CLASSES, scores, strict=True))


def answered(sentences: Iterable[FoldedSentence], side: str | None, rules: LanguageRules) -> tuple[Spoken, ...]:
    """Return sentences in which yes and no answer the question whether it is a machine."""
    return tuple(_meant(each, side, rules) for each in rules.concepts.spoken(sentences))


def _meant(each: Spoken, side: str | None, rules: LanguageRules) -> Spoken:
    words, named = list[str](), list[str]()
    for clause in " ".join(each.words).split(f" {PAUSE} "):
        if words:
            words.append(PAUSE)
            named.append(PAUSE)
        for word, concept in _answers(clause, rules):
            meant = _by_side(concept, side) if concept in _OTHER_WAY else concept
            words.append(meant or "_" if concept in _OTHER_WAY else word)
            named.append(meant)
    return Spoken(tuple(words), tuple(named), each.asks)


def _by_side(answer: str, side: str | None) -> str:
    """Return what a yes or a no would be, had it been asked whether it is a machine."""
    if side is None:
        return UNKNOWN
    return answer if side == "machine" else _OTHER_WAY[answer]


def _answers(clause: str, rules: LanguageRules) -> Iterator[tuple[str, str]]:
    """Yield words with their concepts; a clause that is a bare yes or no is one word."""
    for name in ("yes", "no"):
        if rules.bare[name].fullmatch(clause):
            yield name, name.upper()
            return
    for word in clause.split():
        yield word, rules.concepts.of(word)
