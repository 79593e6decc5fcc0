"""Explicit denials: replies in which a bot claims, about itself, to be a person or not to be a machine.

Narrower than the category `denial`, which also holds what is implied: here precision comes before recall, since a false
accusation is worse than a miss. An affirmative opener ("Sure, how can I help?"), a form of address ("man, you ask a
lot"), what somebody else is, a quotation and a joke that is marked as one deny nothing. The expressions are in
`denials.toml`.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from botassay.core.correction import DetectorErrors
from botassay.core.text.folding import fold
from botassay.identity.replies.assertions import (
    GENDERED,
    AskedKinds,
    SpeakerClaim,
    SpeakerKind,
    answered,
    asked,
    claims,
    stance,
)
from botassay.identity.replies.categories import Category, Subcategory
from botassay.identity.replies.categoriser import categorise_reply
from botassay.identity.replies.rule_lexicon import reply_lexicon
from botassay.identity.replies.sentences import BREAK, LONGEST, Sentence, sentences

_FIRST: Final = 2
"""Sentences at the beginning of a reply in which a yes, or a noun by itself, answers the question."""
_WINK: Final = re.compile(r"[;][-']?[)DPp](?![A-Za-z0-9])|[\U0001f609\U0001f61c\U0001f61d\U0001f92a\U0001f643]")
_NAMED: Final = re.compile(r"\b(?:[Ii]['’]?m|[Ii] am|[Tt]his is|[Ii]t['’]s|[Ii]t is) ([A-Z][a-z]+)\b")
"""A name that a speaker gives."""
_TO_USER: Final = re.compile(
    r"(?:(?:so|and so|then)[ ,]+your?|you (?:say|said|tell|told|feel|think|believe|want|need|only))(?![^ ,?])"
)
_RUN: Final = 5
"""Words in a row that a reflection has from the question."""
_ROLE: Final = re.compile(r"^\W*(?:human|person|bot|robot|user)\s*:\s*\w", re.IGNORECASE)
"""The label of a speaker, in a transcript."""


def explicit_denial(reply: str, question: str | None = None) -> str | None:
    """Return the words by which a reply explicitly denies that a machine is speaking, or None.

    Args:
        reply: a text or a button; the first 20,000 characters are read.
        question: what it answers; without it, a mere "yes" or "no" denies nothing.

    >>> explicit_denial("No, I'm a real person."), explicit_denial("Yes, I can help you with that.", "are you human?")
    ('i am a real person', None)
    >>> explicit_denial("Yes, I am!", "are you human?"), explicit_denial("Man, you ask a lot.", "are you human?")
    ('yes , i am', None)
    """
    text = fold(reply[:LONGEST])
    spoken = sentences(text, quotes=False)
    if (
        _WINK.search(reply[:LONGEST])
        or _ROLE.match(text)
        or any(_patterns()["joking"].search(sentence.text) for sentence in spoken)
    ):
        return None
    made = claims(text, irony=False)
    if any(claim.denied == (claim.side is SpeakerKind.HUMAN) for claim in made) or _says_machine(spoken):
        return None
    own = [sentence for sentence in spoken if not _reflects(sentence.text, _words(question))]
    claimed = (c.words for c in made if spoken[c.place[0]] in own and _counts(c, spoken, _words(question)))
    return next(claimed, None) or next(_clear(own), None) or _answer(spoken, question, _names(text))


def denial(reply: str, question: str | None = None) -> str | None:
    """Return the words of an explicit denial, or None, also where the reply contradicts itself."""
    words = explicit_denial(reply, question)
    if words is None:
        return None
    subcategory = categorise_reply(reply, question).subcategory
    undone = subcategory is Subcategory.CONTRADICT or subcategory.category is Category.CONFIRM
    return None if undone else words


@cache
def error_rates(*, foreign: bool = False) -> DetectorErrors:
    """Return how often denials are missed or mistaken, as measured on the sources in `denial_errors.toml`.

    Args:
        foreign: in other languages than English, each of which is a source.
    """
    package = "botassay.identity.languages" if foreign else "botassay.identity.replies"
    text = files(package).joinpath("denial_errors.toml").read_text("utf-8")
    raw = tomllib.loads(text)
    return DetectorErrors(tuple(raw["false_alarms"]), tuple(raw["recall"]), "a denial", "answers")


def _words(question: str | None) -> str:
    return " ".join(sentence.text for sentence in sentences(question or "", quotes=True))


def _last_asked(question: str | None) -> str:
    """Return the words of the last question, to which a yes or no answers; of everything where nothing asks."""
    asking = [sentence.text for sentence in sentences(question or "", quotes=True) if sentence.asks]
    return asking[-1] if asking else _words(question)


def _says_machine(spoken: Sequence[Sentence]) -> bool:
    """Return whether a whole expression says that a machine is speaking."""
    return any(
        stance(sentence.text, match.start()) is True
        for sentence in spoken
        if not sentence.asks
        for pattern in (reply_lexicon().signs[SpeakerKind.MACHINE], _patterns()["machine"])
        for match in pattern.finditer(sentence.text)
    )


def _reflects(sentence: str, question: str) -> bool:
    """Return whether a sentence says to the user what the user said: "So you need to know there is a person here"."""
    if not _TO_USER.match(sentence):
        return False
    words = sentence.split()
    runs = (" ".join(words[at : at + _RUN]) for at in range(len(words) - _RUN + 1))
    return any(f" {run} " in f" {question} " for run in runs)


def _counts(claim: SpeakerClaim, spoken: Sequence[Sentence], question: str) -> bool:
    """Return whether a claim is about the speaker, of a real person, and not hedged."""
    sentence = spoken[claim.place[0]].text
    start = claim.place[1]
    rest = sentence[start + len(claim.noun) :]
    begin = sentence.rfind(claim.words, 0, start + len(claim.noun))
    before = sentence[sentence.rfind(BREAK, 0, max(begin, 0)) + 1 : start]
    gendered = claim.noun in GENDERED
    if not _patterns()["end"].match(rest) or _patterns()["hedged"].search(before):
        return False
    if claim.side is SpeakerKind.HUMAN and _patterns()["unreal"].search(claim.words):
        return False
    if claim.outright:
        return _is_about_itself(claim.words, rest, gendered=gendered)
    if gendered or not asked(question):
        return False
    if _patterns()["this"].match(claim.words):
        return not claim.words.startswith("it ") or _patterns()["asks_who"].search(question) is not None
    return claim.place[0] < _FIRST and _answers_alone(claim, sentence)


def _is_about_itself(words: str, rest: str, *, gendered: bool) -> bool:
    """Return whether a claim with a verb is one of the speaker: "I am your man for taxes" is none."""
    if _patterns()["as_one"].match(words):
        return rest.startswith(" , i ") and not gendered
    return _patterns()["itself"].match(words) is not None and not (gendered and rest.strip(" ,").startswith("for"))


def _answers_alone(claim: SpeakerClaim, sentence: str) -> bool:
    """Return whether a noun without a verb answers by itself: "Human here!", "Not a bot, sorry"."""
    begin = sentence.rfind(claim.words, 0, claim.place[1] + len(claim.noun))
    before = sentence[:begin].split(BREAK)
    rest, *after = sentence[claim.place[1] + len(claim.noun) :].split(BREAK)
    if _patterns()["greeting"].search(" ".join(before)):
        return False
    led = all(_is_aside(clause) or _agrees(clause.strip()) is not None for clause in before)
    return led and (claim.denied or (_patterns()["here"].fullmatch(rest) is not None and all(map(_goes_along, after))))


def _goes_along(clause: str) -> bool:
    """Return whether a clause beside a noun or a yes only underlines it."""
    return bool(
        _is_aside(clause)
        or _agrees(clause) is not None
        or _patterns()["about"].match(clause)
        or _patterns()["here"].fullmatch(f" {clause}")
    )


def _is_aside(clause: str) -> bool:
    plain = clause.strip(" ,?")
    return not plain or bool(_patterns()["aside"].fullmatch(plain) or _patterns()["beside"].fullmatch(plain))


def _clear(spoken: Sequence[Sentence]) -> Iterator[str]:
    """Yield whole expressions that are as clear as a claim."""
    for sentence in spoken:
        for match in () if sentence.asks else _patterns()["clear"].finditer(sentence.text):
            clause = sentence.text[sentence.text.rfind(BREAK, 0, match.start()) + 1 : match.end()]
            if not _patterns()["hedged"].search(clause) and stance(sentence.text, match.start()) is True:
                yield match.group().strip(" ,")


def _names(text: str) -> frozenset[str]:
    """Return the names in a reply that a speaker gives: "I'm Susan"."""
    return frozenset(match[1].lower() for match in _NAMED.finditer(text))


def _answer(spoken: Sequence[Sentence], question: str | None, names: frozenset[str]) -> str | None:
    """Return a yes or no that means a human, if it stands alone or goes on about the speaker."""
    what, question_words = asked(question), _last_asked(question)
    if what is None or not _takes_an_answer(what, question_words):
        return None
    for number, sentence in enumerate(spoken[:_FIRST]):
        clauses = list(filter(_answers, sentence.clauses()))
        if sentence.asks or not clauses:
            continue
        if len(what.sides) > 1:
            chosen = answered(sentence.text, question)
            return clauses[0] if chosen and chosen[0] is SpeakerKind.HUMAN and len(clauses) == 1 else None
        human = _means_human(clauses[0], what, question_words)
        meant = human and _is_meant(clauses, spoken[number + 1 :], question_words, names)
        return BREAK.join(clauses) if meant else None
    return None


def _answers(clause: str) -> bool:
    """Return whether a clause is a yes or no, or more than an aside."""
    return _agrees(clause) is not None or not _is_aside(clause)


def _takes_an_answer(what: AskedKinds, question: str) -> bool:
    """Return whether a yes or no to a question says what the speaker is."""
    patterns = _patterns()
    if not patterns["kinds"].search(question) or patterns["authors"].search(question):
        return False
    return len(what.sides) > 1 or not patterns["choice"].search(question)


def _means_human(clause: str, what: AskedKinds, question: str) -> bool:
    """Return whether a yes or no means a human; a yes to a negated question may mean either."""
    agrees = _agrees(clause)
    if agrees is None or (what.sides[0] is SpeakerKind.HUMAN) != agrees:
        return False
    return not (agrees and (what.negated or _patterns()["negated"].search(question)))


def _agrees(clause: str) -> bool | None:
    """Return whether a clause is a yes, without more; "you sure are" is one, too."""
    book = reply_lexicon()
    plain = _patterns()["address"].sub("", clause)
    for variant in (clause, plain, _patterns()["led"].sub("", plain)):
        if variant in book.no or (variant in book.foreign and not book.foreign[variant]):
            return False
        if variant in book.yes or variant in book.foreign:
            return True
    return not clause.endswith(" not") if _patterns()["about_us"].fullmatch(clause) else None


def _is_meant(clauses: Sequence[str], after: Sequence[Sentence], question: str, names: frozenset[str]) -> bool:
    """Return whether a yes or no cannot be meant for anything else, stands alone, or goes on about the speaker."""
    patterns = _patterns()
    others = [clause for clause in clauses if _agrees(clause) is None]
    if any(_is_strong(clause, question) for clause in clauses):
        return not (others and patterns["not_alone"].match(others[0]))
    if patterns["weak"].fullmatch(clauses[0]) or patterns["indirect"].search(question):
        return False
    if _about_itself(next(iter(others), None) or _next_clause(after), names):
        return True
    return not others and all(_goes_on(sentence) for sentence in after)


def _is_strong(clause: str, question: str) -> bool:
    """Return whether a clause is a yes or no that can only be about the speaker: "I am!"."""
    patterns = _patterns()
    if patterns["strong"].fullmatch(clause):
        return True
    return bool(patterns["about_us"].fullmatch(clause) and patterns["asks_us"].search(question))


def _next_clause(after: Sequence[Sentence]) -> str | None:
    """Return the first clause of the next sentence, unless it asks."""
    return after[0].clauses()[0] if after and not after[0].asks else None


def _about_itself(clause: str | None, names: frozenset[str]) -> bool:
    return clause is not None and bool(_patterns()["about"].match(clause) or _gives_name(clause, names))


def _gives_name(clause: str, names: frozenset[str]) -> bool:
    match = re.match(r"(?:i am|this is|it is) (\S+)", clause)
    return match is not None and match[1] in names


def _goes_on(sentence: Sentence) -> bool:
    return all(map(_goes_along, sentence.clauses()))


@cache
def _patterns() -> Mapping[str, re.Pattern[str]]:
    """Return the expressions of `denials.toml`, by name."""
    raw: dict[str, list[str]] = tomllib.loads(
        files("botassay.identity.replies").joinpath("denials.toml").read_text("utf-8")
    )
    return {name: _either(listed) for name, listed in raw.items()}


def _either(listed: Iterable[str]) -> re.Pattern[str]:
    """Return the expression that matches any of some, as whole words."""
    book = reply_lexicon()
    starts = ((each, "" if each[0] in "^( " else r"(?<![^ ])") for each in listed)
    return re.compile("|".join(rf"{start}(?:{book.expand(each)})(?![^ ,?])" for each, start in starts))
