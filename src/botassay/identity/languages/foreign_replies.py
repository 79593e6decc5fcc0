"""Tells confirmations and denials apart in replies to the question in languages other than English.

Rules find claims, and learned weights what is claimed in other words. Precision comes before recall: a reply that
claims neither side, or both, is unclear, and so is one that could be either for the weights.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from botassay.identity.languages.folded_text import LONGEST, FoldedSentence, folded
from botassay.identity.languages.language_rules import LanguageRules, language_rules
from botassay.identity.languages.likelihood import reply_scores
from botassay.identity.replies.categories import Categorised, Component, Sign, Subcategory

MACHINE, HUMAN = "machine", "human"
MOST: Final = 40
"""Sentences that are read."""
_SHORT: Final = 3
"""Words of a question that a reply answers itself, at most, and of a claim before a question, at least."""
_CLAIMS = (("machine", MACHINE), ("not_human", MACHINE), ("human", HUMAN), ("not_machine", HUMAN), ("job", HUMAN))
RULED: Final = {MACHINE: 3.0, HUMAN: 3.0, "neither": 1.0}
"""Log odds that the rules add to their verdict."""
MARGIN: Final = {MACHINE: 3.0, HUMAN: 0.5}
"""Log odds by which a side has to lead the other: a confirmation by as much as a rule's verdict adds, so that no rule
makes one of what the weights find likelier a denial. Nobody who denies should be said to confirm."""
CLEAR_OF_NEITHER: Final = {MACHINE: 0.5, HUMAN: 1.0}
"""Log odds by which a side has to lead `neither`."""
_UNTRUE = (("untrue_machine", HUMAN), ("untrue_human", MACHINE))
"""Claims by what is called untrue: "it is not true that I am a robot"."""
_CLAIMED = {frozenset({MACHINE}): MACHINE, frozenset({HUMAN}): HUMAN}
_STANDING = {MACHINE: Subcategory.CLEAR, HUMAN: Subcategory.DENIAL}


def categorise_foreign(reply: str, question: str | None, language: str) -> Categorised:
    """Return the category of a reply: clear, denial, contradict, dont-know, declined, or general for anything else.

    Args:
        reply: the reply.
        question: the question; without it, a mere "yes" or "no" is unclear.
        language: a code of `LANGUAGES`.

    >>> categorise_foreign("Nein, ich bin ein Mensch.", None, "de").subcategory.value
    'denial'
    >>> categorise_foreign("No.", "¿Eres humano?", "es").subcategory.value
    'clear'
    """
    rules = language_rules(language)
    sentences = rules.spelled(folded(reply[:LONGEST]))[:MOST]
    untrue = tuple(_untrue(sentences, rules))
    if len({sign.name for sign in untrue}) == 1:
        return _decided(untrue[0].name, untrue)
    signs = tuple(_claims(sentences, rules))
    side = _side(question, rules)
    if not signs:
        signs = tuple(_bare_answer(sentences, side, rules))
        if signs:  # nothing else is said
            return _decided(signs[0].name, signs)
    claimed = frozenset(sign.name for sign in signs)
    decided = _weighed(sentences, side, claimed, rules)
    if decided in _STANDING:
        meant = tuple(sign for sign in signs if sign.name == decided)
        return _decided(decided, meant or (Sign(decided, _most_telling(sentences, side, decided, rules)),))
    return Categorised(Subcategory.CONTRADICT if claimed else _without_claim(sentences, rules), (), signs)


def _decided(name: str, signs: tuple[Sign, ...]) -> Categorised:
    return Categorised(_STANDING[name], (Component.CONFIRM,) if name == MACHINE else (), signs)


def _weighed(
    sentences: tuple[FoldedSentence, ...], side: str | None, claimed: frozenset[str], rules: LanguageRules
) -> str:
    """Return the side that rules and weights together favour, or `neither`."""
    scores = reply_scores(sentences, side, rules)
    ruled = _CLAIMED.get(claimed, "neither")
    scores[ruled] += RULED[ruled]
    barred = not claimed and any(rules.replies["unless"].search(each.text) for each in sentences)
    for name, other in ((MACHINE, HUMAN), (HUMAN, MACHINE)):
        ahead = scores[name] > max(scores[other] + MARGIN[name], scores["neither"] + CLEAR_OF_NEITHER[name])
        if ahead and not (name == MACHINE and barred):  # "if I am a robot, so are you"
            return name
    return "neither"


def _most_telling(sentences: tuple[FoldedSentence, ...], side: str | None, name: str, rules: LanguageRules) -> str:
    """Return the sentence that says most for a side."""
    return max(sentences, key=lambda each: reply_scores((each,), side, rules)[name]).text


def _untrue(sentences: tuple[FoldedSentence, ...], rules: LanguageRules) -> Iterator[Sign]:
    """Yield the sides of sentences that call it untrue to be the other."""
    for sentence in sentences:
        for name, side in _UNTRUE if not sentence.asks else ():
            if match := rules.replies[name].search(sentence.text):
                yield Sign(side, match[0])


def _claims(sentences: tuple[FoldedSentence, ...], rules: LanguageRules) -> list[Sign]:
    """Return the sides that are claimed; "no robot, I am a program" claims a machine, and no more."""
    signs = [*_own_questions(sentences, rules)]
    for sentence in map(_stated, sentences):
        for name, side in _CLAIMS if sentence.text else ():
            match = rules.replies[name].search(sentence.text) or _alone(sentence, name, rules)
            if match and not _taken_back(sentence.text, match.end(), rules):
                signs.append((name, Sign(side, match[0])))
    names = {name for name, _ in signs}
    explained = {"not_machine"} if "machine" in names and "human" not in names else set()
    explained |= {"job"} if names & {"machine", "not_human"} else set()  # "your virtual adviser"
    return [sign for name, sign in signs if name not in explained]


def _stated(sentence: FoldedSentence) -> FoldedSentence:
    """Return what comes before the last clause of a question: "I am a bot, how can I help?"."""
    if not sentence.asks:
        return sentence
    stated = sentence.text.rpartition(" , ")[0]
    return sentence._replace(text=stated if len(stated.split()) >= _SHORT else "")


def _taken_back(text: str, end: int, rules: LanguageRules) -> bool:
    """Return whether words that claim nothing begin before the end of a claim."""
    return any(match.start() < end for match in rules.replies["unless"].finditer(text))


def _own_questions(sentences: tuple[FoldedSentence, ...], rules: LanguageRules) -> Iterator[tuple[str, Sign]]:
    """Yield the sides of short questions that a reply answers itself: "A person? No, I am not." and the like."""
    for asked, answer in pairwise(sentences):
        if not asked.asks or len(asked.text.split()) > _SHORT:
            continue
        sides = [side for side in (MACHINE, HUMAN) if rules.sides[side].search(asked.text)]
        part = _part(answer.text.split(" , ")[0], rules)
        if len(sides) == 1 and part in {"yes", "no"}:
            name = sides[0] if part == "yes" else f"not_{sides[0]}"
            yield name, Sign(dict(_CLAIMS)[name], f"{asked.text} , {answer.text}")


def _alone(sentence: FoldedSentence, name: str, rules: LanguageRules) -> re.Match[str] | None:
    """Return the first clause that is a claim without a verb ("A real person."); of a machine, the only one."""
    pattern = rules.replies.get(f"{name}_alone")
    if pattern is None:
        return None
    clauses = sentence.text.split(" , ")
    if name == MACHINE and any(not _part(clause, rules) and not pattern.fullmatch(clause) for clause in clauses):
        return None  # "a robot, what nonsense"
    return next(filter(None, map(pattern.fullmatch, clauses)), None)


def _bare_answer(sentences: tuple[FoldedSentence, ...], side: str | None, rules: LanguageRules) -> list[Sign]:
    """Return the side of a reply that consists of a yes or a no, by what was asked; "maybe not" is neither."""
    answer = _yes_or_no(sentences, rules) if side else None
    if side is None or answer is None:
        return []
    other = HUMAN if side == MACHINE else MACHINE
    return [Sign(side if answer == "yes" else other, sentences[0].text)]


def _yes_or_no(sentences: tuple[FoldedSentence, ...], rules: LanguageRules) -> str | None:
    """Return `yes` or `no` where a reply consists of it; None where it says more, doubts or asks."""
    clauses = [clause for sentence in sentences for clause in sentence.text.split(" , ")]
    if any(sentence.asks for sentence in sentences) or any(_is_doubtful(clause, rules) for clause in clauses):
        return None
    parts = {_part(clause, rules) for clause in clauses} - {"aside"}
    return parts.pop() if parts in ({"yes"}, {"no"}) else None


def _is_doubtful(clause: str, rules: LanguageRules) -> bool:
    """Return whether a clause has a word such as "maybe"."""
    return any(rules.concepts.of(word) == "MAYBE" for word in clause.split())


def _part(clause: str, rules: LanguageRules) -> str:
    """Return what a clause is of a bare answer: `yes`, `no`, `aside`, or nothing."""
    return next((name for name in ("yes", "no", "aside") if rules.bare[name].fullmatch(clause)), "")


def _side(question: str | None, rules: LanguageRules) -> str | None:
    """Return what a question asks about, or None if it is neither, both, or negated."""
    text = " ".join(sentence.text for sentence in folded((question or "")[-LONGEST:])[-3:])
    sides = [side for side in (MACHINE, HUMAN) if rules.sides[side].search(text)]
    return sides[0] if len(sides) == 1 and not rules.bare["negated"].search(text) else None


def _without_claim(sentences: tuple[FoldedSentence, ...], rules: LanguageRules) -> Subcategory:
    text = " , ".join(sentence.text for sentence in sentences)
    if not text:
        return Subcategory.DECLINED
    for name, verdict in (("puzzled", Subcategory.DONT_KNOW), ("declined", Subcategory.DECLINED)):
        if rules.replies[name].search(text):
            return verdict
    return Subcategory.GENERAL
