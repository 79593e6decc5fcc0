"""Recognises the question whether a machine is answering in languages other than English, by rules and weights."""

import re
from typing import Final

from botassay.identity.languages.folded_text import LONGEST, FoldedSentence, folded
from botassay.identity.languages.language_rules import LANGUAGES, LanguageRules, language_rules
from botassay.identity.languages.likelihood import question_score

_ENDED: Final = re.compile(r"[.!…;:]\W*$")
_FEWEST: Final = 3
"""Words from which on a sentence without a mark at its end can be a question."""
MOST: Final = 40
"""Sentences that are read, from the end of a text."""
RULED: Final = 1.0
"""What the rules add to the log odds that the weights give, if they find the question, or take from them if not."""
LIKELY: Final = 0.5
"""The log odds at which a text asks; chosen on an author of whom neither had seen anything."""


def asked_in(text: str, languages: tuple[str, ...] = LANGUAGES) -> str | None:
    """Return the language in which a text asks whether a machine is answering, or None.

    Args:
        text: the text; its last 5,000 characters are read.
        languages: codes of `LANGUAGES` to look for, in this order.

    >>> asked_in("Sag mal, bist du ein Roboter?", ("nl", "de")), asked_in("are you a bot?", ("nl", "de"))
    ('de', None)
    """
    sentences = folded(text[-LONGEST:])[-MOST:]
    unmarked = not _ENDED.search(text)
    return next((code for code in languages if _asked(sentences, language_rules(code), unmarked=unmarked)), None)


def _asked(typed: tuple[FoldedSentence, ...], rules: LanguageRules, *, unmarked: bool) -> bool:
    sentences = rules.spelled(typed)
    ruled = by_rule(sentences, rules, unmarked=unmarked)
    return question_score(sentences, rules, ruled=ruled) + (RULED if ruled else -RULED) > LIKELY


def by_rule(sentences: tuple[FoldedSentence, ...], rules: LanguageRules, *, unmarked: bool) -> bool:
    """Return whether the rules alone find the question.

    Args:
        sentences: the text, in the spelling of the rules.
        rules: the rules of a language.
        unmarked: whether the text has no mark at its end, so that its last sentence can be a question.
    """
    kinds = rules.questions["kinds"]
    if not any(kinds.search(each.text) for each in sentences):
        return False
    last = sentences[-1]
    unmarked = unmarked and last.text.count(" ") >= _FEWEST - 1  # many type no question mark
    if any(_asks(each, rules, unmarked=unmarked and each is last) for each in sentences):
        return True
    return _asks_after(sentences, rules)


def _asks(sentence: FoldedSentence, rules: LanguageRules, *, unmarked: bool) -> bool:
    if rules.questions["surely"].search(sentence.text):
        return True
    if rules.questions["unless"].search(sentence.text):
        return False
    if rules.questions["asks"].search(sentence.text):
        return True
    likely = ("with_mark", "near") if sentence.asks else ("with_mark",) if unmarked else ()
    return any(rules.questions[name].search(sentence.text) for name in likely)


def _asks_after(sentences: tuple[FoldedSentence, ...], rules: LanguageRules) -> bool:
    """Return whether a suspicion is followed by a short question that asks for an answer: "Is it so?"."""
    text = " , ".join(sentence.text for sentence in sentences)
    last = rules.questions["follow_up"].search(text)
    return (
        last is not None
        and rules.questions["kinds"].search(text[: last.start()]) is not None
        and not (rules.questions["unless"].search(text))
    )
