"""Categorises a bot's reply to "are you a machine?" by readable signs and rules (paper 004, section 5.1).

Words, expressions and rules are in `speech.toml`, `signs.toml` and `category_rules.toml`; the first rule that holds
decides. If that rule is weak, the weights of words in `leanings.csv` decide.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from botassay.core.text.folding import fold
from botassay.identity.replies.assertions import SpeakerClaim, SpeakerKind, answered, asked, claims, stance
from botassay.identity.replies.assistants import named_assistant
from botassay.identity.replies.categories import Categorised, Category, Component, Sign, Subcategory
from botassay.identity.replies.linear_scores import machine_named, weak_verdict
from botassay.identity.replies.rule_lexicon import reply_lexicon
from botassay.identity.replies.sentences import LONGEST, Sentence, sentences

_SIDES: Final = frozenset(SpeakerKind)
_EXPRESSED: Final = {
    (SpeakerKind.MACHINE, True): "machine",
    (SpeakerKind.HUMAN, True): "human",
    (SpeakerKind.MACHINE, False): "human",
    (SpeakerKind.HUMAN, False): "unclear",
}
"""The sign of an expression, affirmed and denied; "no pulse" does not necessarily mean a machine."""

_ROBOT_DRAWN: Final = re.compile("[\U0001f916\U0001f9be]")
"""Emojis of a robot's face and arm."""


def categorise_reply(reply: str, question: str | None = None) -> Categorised:
    """Return the category of a reply, and the parts of a complete answer in it.

    The first 20,000 characters are read, in linear time.

    Args:
        reply: the reply, of any length; without words it counts as declined, like an error tone in the paper.
        question: the question; without it, a mere "yes" or "no" is unclear.

    >>> reply = categorise_reply("I am a chatbot made by example.com. I am designed to help you get things done.")
    >>> reply.subcategory.value, [component.value for component in reply.components]
    ('three-part', ['confirm', 'maker', 'purpose'])
    >>> categorise_reply("No, I'm a real person.").category.value
    'denial'
    >>> categorise_reply("Nope.", "are you human?").subcategory.value
    'clear'
    """
    reply = fold(reply[:LONGEST])
    signs = tuple(_signs(reply, question))
    names = frozenset(sign.name for sign in signs)
    rule = reply_lexicon().deciding(names)
    verdict = rule.verdict
    likely = weak_verdict(reply, question, names) if rule.weak else None
    if likely:
        verdict, signs = likely[0], (*signs, likely[1])
    components = {component for component in _parts(reply) if verdict.category is not Category.DENIAL}
    if verdict is Subcategory.CLEAR:
        components.add(Component.CONFIRM)
        further = len(components & {Component.MAKER, Component.PURPOSE})
        verdict = (Subcategory.CLEAR, Subcategory.TWO_PART, Subcategory.THREE_PART)[further]
    return Categorised(verdict, tuple(component for component in Component if component in components), signs)


def _signs(reply: str, question: str | None) -> Iterator[Sign]:
    whole = sentences(reply, quotes=True)
    if not whole:
        drawn = _ROBOT_DRAWN.search(reply)
        yield Sign("unclear", drawn.group()) if drawn else Sign("empty", "")
        return
    yield from (sign for sign in _listed([sentence.text for sentence in whole]) if sign.name not in _SIDES)
    yield from _claimed(reply)
    if any(sentence.asks and asked(sentence.text) for sentence in whole):
        yield Sign("asks-back", "?")
    yield from _named(reply, whole)
    if _echoes(whole[0]):
        yield Sign("echoes", whole[0].text)
    bare = answered(reply, question)
    if bare:
        yield Sign(f"yes-{bare[0]}", bare[1])


def _named(reply: str, whole: Sequence[Sentence]) -> Iterator[Sign]:
    """Yield a word for a machine, and the name of a known assistant."""
    named = machine_named(reply)
    if named:
        yield Sign("names-machine", named)
    assistant = named_assistant(whole)
    if assistant:
        names = ("machine", "says-machine") if assistant.with_maker else ("known-assistant",)
        yield from (Sign(name, assistant.words) for name in names)


def _echoes(first: Sentence) -> bool:
    """Return whether a reply begins by repeating the question in disbelief: "Me, a robot?"."""
    what = asked(first.text) if first.asks else None
    return what is not None and what.sides == (SpeakerKind.MACHINE,) and "you" not in first.text.split()


def _listed(texts: Sequence[str]) -> Iterator[Sign]:
    """Yield the first occurrence of each sign of the lexicon."""
    for name, pattern in reply_lexicon().signs.items():
        match = next(filter(None, map(pattern.search, texts)), None)
        if match and not (name == "real" and stance(match.string, match.start()) is not True):
            yield Sign(name, match.group().strip(" ,"))


def _claimed(reply: str) -> Iterator[Sign]:
    """Yield the sides that a reply takes, by claims after any retraction, or else also by expressions."""
    claimed, retraction = claims(reply), _taken_back(reply)
    standing = [claim for claim in claimed if retraction is None or claim.place >= retraction]
    if claimed and not standing:
        yield Sign("takes-back", "")
    for claim in _consistent(standing):
        side = claim.side.other if claim.denied else claim.side
        yield Sign(side.value, claim.words)
        if claim.outright and claim.words.startswith(("i ", "as ")):
            yield Sign(f"says-{side}", claim.words)
    if retraction is None:
        yield from _expressed(reply)


def _expressed(reply: str) -> Iterator[Sign]:
    """Yield the sides that a reply takes by whole expressions, reversed if negated."""
    for sentence in sentences(reply, quotes=False):
        for side in SpeakerKind:
            for match in () if sentence.asks else reply_lexicon().signs[side].finditer(sentence.text):
                affirmed = stance(sentence.text, match.start())
                if affirmed is not None:
                    sign, words = _EXPRESSED[side, affirmed], match.group().strip(" ,")
                    yield Sign(sign, words)
                    if sign in _SIDES:
                        yield Sign(f"says-{sign}", words)


def _taken_back(reply: str) -> tuple[int, int] | None:
    pattern = reply_lexicon().claims["retraction"]
    for number, sentence in reversed(list(enumerate(sentences(reply, quotes=False)))):
        match = pattern.search(sentence.text)
        if match:
            return number, match.start()
    return None


def _consistent(claims_made: Sequence[SpeakerClaim]) -> list[SpeakerClaim]:
    """Return the claims without denials of a machine that another claim explains: "not a robot, I'm an AI".

    A claim to be the very thing that was denied is a contradiction, and stays.
    """
    claimed = {claim.noun for claim in claims_made if not claim.denied and claim.side is SpeakerKind.MACHINE}
    return [
        claim
        for claim in claims_made
        if not (claim.denied and claim.side is SpeakerKind.MACHINE and claimed and claim.noun not in claimed)
    ]


def _parts(reply: str) -> Iterator[Component]:
    texts = [sentence.text for sentence in sentences(reply, quotes=True) if not sentence.asks]
    for component, pattern in reply_lexicon().components.items():
        if any(map(pattern.search, texts)):
            yield component
