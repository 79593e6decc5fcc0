"""The recogniser `grammar`: texts that the grammar can produce, in whole or in part.

Source: paper 004, section 4, and the heuristics of its published code: besides the whole text, its last sentence,
earlier questions and the text after the last comma are parsed.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Self

from botassay.identity.grammar.automaton import Automaton
from botassay.identity.grammar.bundled import automaton
from botassay.identity.languages.foreign_questions import asked_in
from botassay.identity.languages.language_rules import language_rules
from botassay.identity.recognisers.named import certain
from botassay.identity.words import SENTENCE, words
from botassay.plugins.protocols import AskLabel, LabelledText, Recognised, Recogniser

SENTENCES: Final = 5
"""Maximum number of sentences of a text that is searched for earlier questions."""
LONGEST: Final = 2_000
"""Maximum number of characters at the end of a text that are read."""
_REPORTS: Final = re.compile(
    r"(?<!\bi )\b(?:asks|asked|says|said|called|titled|named|wrote|writes|texted|shouted|goes)"
    r"(?: (?:me|him|her|us|them))?\s*$",
    re.IGNORECASE,
)
"""Reporting verbs before a comma: the question that follows is quoted, not asked."""


@dataclass(frozen=True, slots=True)
class GrammarRecogniser:
    """Recognises the texts of a grammar."""

    grammar: Automaton

    def fit(self, examples: Sequence[LabelledText]) -> Self:
        """Return itself: a grammar is not trained."""
        del examples
        return self

    def recognise(self, texts: Sequence[str]) -> list[Recognised]:
        """Return the label of each text."""
        return [_CERTAIN[self.label(text)] for text in texts]

    def label(self, text: str) -> AskLabel:
        """Return the label of a text: that of the whole, or else positive for a positive part; negative otherwise.

        A text with two labels in the grammar is ambiguous.
        """
        end = text[-LONGEST:]
        return label_of(self.grammar.roots(words(end)), (self.grammar.roots(words(part)) for part in parts(end)))


def label_of(whole: Collection[str], inner: Iterable[Collection[str]]) -> AskLabel:
    """Return the label of a text, from the roots of the whole text and those of its parts."""
    if whole:
        return AskLabel(next(iter(whole))) if len(whole) == 1 else AskLabel.AMBIGUOUS
    asking = [roots for roots in inner if AskLabel.POSITIVE in roots]
    if _ASKED in asking:
        return AskLabel.POSITIVE
    return AskLabel.AMBIGUOUS if asking else AskLabel.NEGATIVE


_ASKED: Final = frozenset((AskLabel.POSITIVE.value,))


_CERTAIN: Final = {label: certain(label) for label in AskLabel}


def grammar_recogniser() -> GrammarRecogniser:
    """Return the recogniser of the bundled grammar."""
    return GrammarRecogniser(automaton())


@dataclass(frozen=True, slots=True)
class ForeignRecogniser:
    """Recognises the question by the rules of a language other than English."""

    language: str

    def fit(self, examples: Sequence[LabelledText]) -> Self:
        """Return itself: rules are not trained."""
        del examples
        return self

    def recognise(self, texts: Sequence[str]) -> list[Recognised]:
        """Return the label of each text: positive or negative."""
        asked = (asked_in(text, (self.language,)) is not None for text in texts)
        return [_CERTAIN[AskLabel.POSITIVE if each else AskLabel.NEGATIVE] for each in asked]


def make(argument: str) -> Recogniser:
    """Return the recogniser `grammar`, or `grammar:de` and the like for another language than English.

    Raises: UnknownNameError for an unknown language.
    """
    if not argument:
        return grammar_recogniser()
    language_rules(argument)
    return ForeignRecogniser(argument)


def parts(text: str) -> Iterator[str]:
    """Yield the parts of a text that may be the question: last sentence, earlier questions, text after a comma.

    >>> list(parts("Is it late? I am tired, are you a bot"))
    [' I am tired, are you a bot', 'Is it late?', ' are you a bot']
    >>> list(parts("he asked me, are you a bot"))
    []
    """
    sentences = [sentence for sentence in SENTENCE.findall(text) if sentence.strip(" .!?")]
    if len(sentences) > 1:
        yield sentences[-1]
    if 1 < len(sentences) <= SENTENCES:
        yield from (sentence for sentence in sentences[:-1] if "?" in sentence)
    if sentences and "," in sentences[-1]:
        before, _, after = sentences[-1].rpartition(",")
        if not _REPORTS.search(before):
            yield after
