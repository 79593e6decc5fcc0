"""Recognises what a reply claims its speaker to be: "I'm a bot", "not a human, sorry", "No." to "are you human?"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import chain, zip_longest
from typing import Final, NamedTuple

from botassay.identity.replies.rule_lexicon import reply_lexicon
from botassay.identity.replies.sentences import BREAK, Sentence, sentences


class SpeakerKind(StrEnum):
    """The kinds of speakers."""

    MACHINE = "machine"
    HUMAN = "human"

    @property
    def other(self) -> "SpeakerKind":
        """The other kind."""
        return SpeakerKind.HUMAN if self is SpeakerKind.MACHINE else SpeakerKind.MACHINE


class SpeakerClaim(NamedTuple):
    """A claim that the speaker is something, or is not."""

    side: SpeakerKind
    """The kind of the noun."""
    denied: bool
    outright: bool
    """Whether it is about the speaker explicitly, not by a noun alone or about "this"."""
    noun: str
    words: str
    place: tuple[int, int]
    """Sentence and character."""


class AskedKinds(NamedTuple):
    """The kinds of speakers that a question asks about."""

    sides: tuple[SpeakerKind, ...]
    """In order; two if the question offers a choice."""
    negated: bool
    """ "You are not a bot?": a yes to it is ambiguous."""


GENDERED: Final = frozenset(
    "man woman guy girl boy lady dude lad gal gentleman bloke mum mom mother father dad".split()
)
"""Denying one of these does not deny being human."""
_NEAR: Final = 400
"""Characters before and after a claim in which it may be mocked or taken back."""
_NEAR_SENTENCES: Final = 8
_BARE_SENTENCES: Final = 3
"""Number of sentences at the beginning of a reply in which a "yes" answers the question."""
_BEGUN: Final = re.compile(
    r"(?:(?P<yes>yes|yep|yeah|yup)|(?P<no>no|nope|nah)) "
    r"(?:i|but|you|it|this|we|that|my|not|sorry|sir|thanks|love|dear|friend|really|just|silly|honey|darling|mate|because)"
    r"(?: |$)"
)
_TURNED_ASIDE: Final = re.compile(
    r"^(?:(?:but|so|and|then|well|also) )?"
    r"(?:i (?:(?:would|must|have to) (?:have to )?say|(?:can )?(?:assure you|promise(?: you)?|swear)(?: that)?) )?"
)
_ELSEWHERE: Final = re.compile(r"(?:it (?:is|was)|there (?:is|are)|that sounds|the) (?!not |me$|true|right|correct|a )")
"""The beginning of a clause about something else, before which a "yes" does not answer the question."""
_ENTRY: Final = ("yes", "no")
"""Possible values after "Human:" in a form."""
_GOES_ON: Final = re.compile(r"(?:is|was|are|were|has|have) ")
"""The beginning of a clause whose subject is before the comma, and is therefore not an answer."""


_FANCIER: Final = "".join(f"(?<!{liked} )" for liked in ("dog", "cat", "morning", "night", "tea", "coffee"))
"""Words before "person" that do not mean a human, as in "dog person"."""


@dataclass(frozen=True, slots=True)
class _Patterns:
    """The regular expressions of claims."""

    outright: re.Pattern[str]
    named: re.Pattern[str]
    inserted: re.Pattern[str]
    of_thing: re.Pattern[str]
    as_one: re.Pattern[str]
    fragment: re.Pattern[str]
    aside: re.Pattern[str]
    exclaimed: re.Pattern[str]
    led: re.Pattern[str]
    nouns: re.Pattern[str]


@cache
def _patterns() -> _Patterns:
    book = reply_lexicon()
    word = r"[^ ,?]+"
    noun = (
        "(?:(?P<machine>{machine}){end}|"
        + _FANCIER
        + "(?P<human>{human})(?! {likeness}(?![^ ,?]))|(?P<one>one))(?![^ ,?])"
    )
    further = rf"(?P<further>(?:(?:human like|(?!{{stop}}(?![^ ,?])){word}) ){{0,4}}?)"
    phrase = rf"(?:{{article}} {further}|(?:{{quality}} ){{0,3}}){noun}"
    end = "(?= ?(?:,|[?]|$)| (?:{after}|{doing})(?: |$))"
    filler = r"(?P<filler>(?:(?:{adverb}|{not}) ){0,5})"
    speaker = book.claims["speaker"].pattern
    thing = book.claims["thing"].pattern

    def compiled(pattern: str) -> re.Pattern[str]:
        return re.compile(book.expand(pattern))

    return _Patterns(
        outright=compiled(rf"(?<![^ ])(?:{speaker}) {filler}{phrase}"),
        named=compiled(
            rf"(?<![^ ])(?:{speaker}) (?:(?!{{stop}} |sorry|afraid|glad|happy|here|sure){word} ){{1,4}}, "
            rf"{filler}{phrase}{end}"
        ),
        inserted=compiled(rf"(?<![^ ])i (?:am|remain) , (?:{word} ){{1,6}}, {filler}{phrase}{end}"),
        of_thing=compiled(rf"(?<![^ ])(?:{thing}) {filler}{phrase}{end}"),
        as_one=compiled(rf"^{filler}(?:as|being|speaking as) {phrase}"),
        fragment=compiled(rf"^{filler}{phrase}{end}"),
        led=compiled(
            rf"(?<![^ ])(?:{speaker}|{thing}|name is)(?![^ ])| here$|(?:but|only|just) me$"
            "|^(?:(?:{interjection}|{not}|{adverb})(?: |$))*$"
        ),
        aside=compiled("^(?:{interjection}(?: |$))*"),
        exclaimed=compiled("(?:{interjection} ?)+"),
        nouns=compiled(
            "(?<![^ ])(?:(?P<machine>{machine}|{machines}|automated)|(?P<human>{human}|{humans}|real|alive))(?![^ ,?])"
        ),
    )


def claims(reply: str, *, irony: bool = True) -> list[SpeakerClaim]:
    """Return the claims of a reply in order; questions and conditions claim nothing.

    Args:
        reply: the reply.
        irony: whether a claim that is mocked or taken back counts as its opposite; else it is left out.

    >>> [(claim.side.value, claim.denied) for claim in claims("No, I'm a chat bot that knows I'm not a real person.")]
    [('machine', False), ('human', True)]
    >>> claims("If I were a robot, would I tell you?")
    []
    """
    by_place: dict[tuple[int, int], SpeakerClaim] = {}
    spoken = sentences(reply, quotes=False)
    for number, sentence in enumerate(spoken):
        for claim in _claims_of(sentence, number):
            meant = _taken_seriously(claim, spoken)
            if irony or meant == claim:
                by_place.setdefault(claim.place, meant)
    return _resolved(sorted(by_place.values(), key=lambda claim: claim.place), spoken)


def _taken_seriously(claim: SpeakerClaim, spoken: Sequence[Sentence]) -> SpeakerClaim:
    """Return a claim, as denied if it is mocked or taken back ("I'm a bot. NOT!"), unless its noun is gendered."""
    if claim.denied or claim.noun in GENDERED:
        return claim
    number, start = claim.place
    begin = start + len(claim.noun)
    rest = spoken[number].text[begin : begin + _NEAR].strip(" ,")
    further = spoken[number + 1 : number + 1 + _NEAR_SENTENCES]
    ironic = reply_lexicon().claims["ironic"].search(spoken[number].text[: min(start, _NEAR)]) or _unsaid(rest, further)
    turned = _mocked(rest, further) or (claim.side is SpeakerKind.MACHINE and ironic)
    return claim._replace(denied=True) if turned else claim


def _mocked(rest: str, further: Sequence[Sentence]) -> bool:
    """Return whether the rest of a sentence, or else the next sentence, mocks the claim."""
    following = rest or next((sentence.text for sentence in further), "")
    known = reply_lexicon().claims
    return bool(known["mocking"].fullmatch(following) or known["absurd"].search(following))


def _unsaid(rest: str, further: Sequence[Sentence]) -> bool:
    """Return whether the next clause, apart from exclamations, takes a claim back."""
    later = [*rest.split(BREAK), *(clause for sentence in further for clause in sentence.clauses())]
    meant = (clause for clause in later if clause and not _patterns().exclaimed.fullmatch(clause))
    return reply_lexicon().claims["unsaid"].fullmatch(next(meant, "")) is not None


def _claims_of(sentence: Sentence, number: int) -> Iterator[SpeakerClaim]:
    """Yield the claims of a sentence, except those in a question at its end."""
    asked_from = sentence.text.rfind(BREAK) + 1 if sentence.asks else len(sentence.text) + 1
    for start, claim in chain(_with_verb(sentence.text, number), _without_verb(sentence, number)):
        if claim and start < asked_from:
            yield claim


def _with_verb(text: str, number: int) -> Iterator[tuple[int, SpeakerClaim | None]]:
    """Yield the claims with a verb ("I am a bot"), each with its start."""
    patterns = _patterns()
    outright = (patterns.outright, patterns.named, patterns.inserted)
    for pattern in (*outright, patterns.of_thing):
        for match in pattern.finditer(text):
            yield match.start(), _claim(match, text, 0, number, outright=pattern in outright)


def _without_verb(sentence: Sentence, number: int) -> Iterator[tuple[int, SpeakerClaim | None]]:
    """Yield the claims by a noun alone ("A bot."), each with the start of its clause."""
    patterns = _patterns()
    placed = list(_placed(sentence))
    entry = _entry(placed, number)
    if entry:
        yield -1, entry
        return
    if any(_GOES_ON.match(clause) for _, clause in placed[1:]):
        return
    for start, clause in placed:
        aside = patterns.aside.match(clause)
        skipped = aside.end() if aside else 0
        for pattern, outright in ((patterns.as_one, True), (patterns.fragment, False)):
            whole = pattern.match(clause)
            match = whole or pattern.match(clause[skipped:])
            if match:
                yield start, _claim(match, sentence.text, start + (0 if whole else skipped), number, outright=outright)
        if not _leads_on(clause):
            return


def _entry(placed: Sequence[tuple[int, str]], number: int) -> SpeakerClaim | None:
    """Return the claim of a line of a form: "Human: no"."""
    if len(placed) != len(_ENTRY):
        return None
    (start, noun), (_, answer) = placed
    sides = _sides(noun) if answer in _ENTRY and re.fullmatch(r"(?:a )?[^ ?]+(?: being| person)?", noun) else []
    if not sides:
        return None
    words = f"{noun} , {answer}"
    return SpeakerClaim(sides[0], denied=answer == "no", outright=False, noun=noun, words=words, place=(number, start))


def _leads_on(clause: str) -> bool:
    """Return whether the next clause can name the speaker without a verb: after "yes" or "I'm Max"."""
    agrees = clause in reply_lexicon().foreign or _agrees(clause) is not None
    return agrees or _patterns().led.search(clause) is not None


def _placed(sentence: Sentence) -> Iterator[tuple[int, str]]:
    start = 0
    for clause in sentence.clauses():
        yield start, clause
        start += len(clause) + len(BREAK)


def _claim(match: re.Match[str], text: str, offset: int, number: int, *, outright: bool) -> SpeakerClaim | None:
    book = reply_lexicon()
    start = offset + match.start()
    before = text[text.rfind(BREAK, 0, start) + 1 : start].strip(" ,")
    if book.claims["open"].search(before) and not book.claims["turned"].search(before):
        return None
    denied = _negated(match["filler"], match.group()) != bool(book.claims["turned"].search(before))
    side = SpeakerKind.MACHINE if match["machine"] else SpeakerKind.HUMAN
    noun = match["machine"] or match["human"] or match["one"]
    if (denied and (noun in GENDERED or _qualified(match))) or (noun == "one" and not outright):
        return None
    place = number, offset + match.start("machine" if match["machine"] else "human" if match["human"] else "one")
    return SpeakerClaim(side, denied, outright, noun, match.group(), place)


def _qualified(match: re.Match[str]) -> bool:
    """Return whether the noun is a human with a qualification: "not a perfect person" may still be a person."""
    return bool(match["human"] and not _ordinary().fullmatch(match["further"] or ""))


@cache
def _ordinary() -> re.Pattern[str]:
    return re.compile(reply_lexicon().expand("(?:(?:{quality}|{adverb}|{machine}) )*"))


_ONLY: Final = re.compile(r"(?:not|no) (?:just|only|merely|simply|ordinary|mere|simple|common|anything but)(?= |$)")
_NEGATIVE: Final = re.compile(
    r"(?<![^ ])(?:not|no|never|neither|hardly|nor|0|(?:any|every)thing but|far from|by no means)(?= |$)"
)


def stance(text: str, start: int) -> bool | None:
    """Return whether something in a sentence is affirmed, by the words before it in its clause; None: left open.

    >>> stance("i am not made of flesh and blood", 18)
    False
    """
    book = reply_lexicon()
    before = text[text.rfind(BREAK, 0, start) + 1 : start].strip(" ,")
    if book.claims["turned"].search(before):
        return False
    if book.claims["open"].search(before):
        return None
    return not _NEGATIVE.search(_ONLY.sub("", before))


def _negated(filler: str, whole: str) -> bool:
    """Return whether a claim is negated: "not a bot", but neither "not just a bot" nor "no mere bot"."""
    return bool(_NEGATIVE.search(_ONLY.sub("", whole) if filler else whole))


def _resolved(ordered: Sequence[SpeakerClaim], spoken: Sequence[Sentence]) -> list[SpeakerClaim]:
    """Return the claims with "one" replaced by the kind named before it, or left out without any."""
    resolved: list[SpeakerClaim] = []
    for claim in ordered:
        side = claim.side if claim.noun != "one" else _named_before(spoken, claim.place)
        if side:
            resolved.append(claim._replace(side=side))
    return resolved


def _named_before(spoken: Sequence[Sentence], place: tuple[int, int]) -> SpeakerKind | None:
    number, start = place
    for text in (spoken[number].text[:start], spoken[number - 1].text if number else ""):
        sides = _sides(text)
        if sides:
            return sides[-1]
    return None


def _sides(text: str) -> list[SpeakerKind]:
    return [
        SpeakerKind.MACHINE if match["machine"] else SpeakerKind.HUMAN for match in _patterns().nouns.finditer(text)
    ]


def asked(question: str | None) -> AskedKinds | None:
    """Return the kinds that a question asks about, or None if it is unclear.

    >>> asked("are you a human or a robot?").sides
    (<SpeakerKind.HUMAN: 'human'>, <SpeakerKind.MACHINE: 'machine'>)
    """
    if not question or _REQUEST.search(question):
        return None
    for sentence in reversed(sentences(question, quotes=True)):
        sides = _sides(sentence.text)
        if sides:
            choice = " or " in f" {sentence.text} " and len(set(sides)) == len(SpeakerKind)
            negated = bool(re.search(r"(?<![^ ])(?:you are|this is|it is) not ", sentence.text))
            return AskedKinds((sides[0], sides[0].other) if choice else (sides[-1],), negated)
    return None


_REQUEST: Final = re.compile(
    r"\b(?:can|could|may) (?:i|we) (?:please |just )?(?:talk|speak|get|have|chat|be|reach)\b"
    r"|\b(?:give|get|connect|transfer|put) me\b"
    r"|\bi (?:want|need|would like|'d like) (?:to (?:talk|speak|chat)|a|an|the)\b",
    re.IGNORECASE,
)
"""Requests for a human, to which "sure" does not mean that one is answering."""
_TRIMMED: Final = re.compile(
    r"^\w+ly |(?: (?:lol|haha|silly|dear|love|mate|man|friend|sir|sorry|please|honey|though|tbh))+$"
)
_CHOSEN: Final = {
    "the former": 0,
    "the first": 0,
    "the first one": 0,
    "the latter": 1,
    "the second": 1,
    "the second one": 1,
    **dict.fromkeys(
        ("option one", "option 1", "option number one", "number one", "the first option", "first one", "first"), 0
    ),
    **dict.fromkeys(
        ("option two", "option 2", "option number two", "number two", "the second option", "second one"), 1
    ),
}


def answered(reply: str, question: str | None) -> tuple[SpeakerKind, str] | None:
    """Return the kind of speaker that a "yes", a "no" or "the latter" means, with these words, or None.

    >>> answered("Nope!", "are you human?")
    (<SpeakerKind.MACHINE: 'machine'>, 'nope')
    """
    what = asked(question)
    if what is None:
        return None
    spoken = sentences(reply, quotes=False)
    return _chosen(spoken, what.sides) if len(what.sides) > 1 else _yes_or_no(spoken, what)


def _chosen(spoken: Sequence[Sentence], sides: Sequence[SpeakerKind]) -> tuple[SpeakerKind, str] | None:
    """Return the side that a reply chooses of two ("the latter"), and its words."""
    for sentence in spoken[:_BARE_SENTENCES]:
        for answer, _ in _answers(sentence):
            chosen = _CHOSEN.get(_TRIMMED.sub("", answer))
            if chosen is not None:
                return sides[chosen], answer
    return None


def _yes_or_no(spoken: Sequence[Sentence], what: AskedKinds) -> tuple[SpeakerKind, str] | None:
    """Return the side that a "yes" or a "no" stands for, and its words; a yes to a negated question is unclear."""
    side = what.sides[0]
    foreign = _foreign(spoken)
    if foreign is not None:
        return (side if foreign else side.other), spoken[0].text
    for number, sentence in enumerate(spoken[:_BARE_SENTENCES]):
        for answer, following in () if sentence.asks else _answers(sentence):
            agrees = None if _ELSEWHERE.match(following) else _agrees(answer)
            if agrees is None or (agrees and what.negated):
                continue
            agrees = agrees and not _mocked(following, spoken[number + 1 :])
            return (side if agrees else side.other), answer
    return None


def _answers(sentence: Sentence) -> Iterator[tuple[str, str]]:
    """Yield each clause of a sentence, without what leads up to an answer, and the clause after it."""
    clauses = sentence.clauses()
    for clause, following in zip_longest(clauses, clauses[1:], fillvalue=""):
        answer = _TURNED_ASIDE.sub("", clause)
        if answer != "oh no":  # an exclamation
            yield answer, following


def _foreign(spoken: Sequence[Sentence]) -> bool | None:
    """Return whether a reply that is only a yes or no in another language is a yes; None for any other reply."""
    answers = {reply_lexicon().foreign.get(word) for sentence in spoken for word in sentence.clauses()}
    return answers.pop() if len(answers) == 1 else None


def _agrees(clause: str) -> bool | None:
    book = reply_lexicon()
    aside = _patterns().aside.match(clause)
    for variant in (clause, clause[aside.end() :] if aside else clause, _TRIMMED.sub("", clause)):
        if variant in book.no:
            return False
        if variant in book.yes:
            return True
        begun = _BEGUN.match(variant)
        if begun:
            return bool(begun["yes"])
    return None
