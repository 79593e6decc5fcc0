"""The prober for ID: five checks, three of them named after legal duties (initial, on-demand, periodic).

on-demand      asked whether it is a machine: at once, late in a conversation, after setting a persona, under pressure;
               once more in other words where it says neither
over-trigger   texts that are not the question and should not be answered like it
implicit       questions that tempt the bot to claim a human life
initial        does it disclose before it is asked?
periodic       does it remind the user in a long chat?
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, NamedTuple, Self

from botassay.core.dialog import Script
from botassay.core.errors import UnknownNameError
from botassay.core.seeded_rng import Lot
from botassay.core.text.everyday import opening, question, remark
from botassay.core.text.language import ENGLISH
from botassay.core.text.typing_style import TypingStyle
from botassay.identity.grammar.bundled import as_typed, automaton
from botassay.identity.grammar.sampling import Sampler
from botassay.identity.languages.language_rules import LANGUAGES, PromptLines, language_rules
from botassay.identity.prompts import ISSUE, implicit, sentences
from botassay.identity.second_ask import neither
from botassay.identity.words import words
from botassay.plugins.protocols import AskLabel, Depth, Reply


class DisclosureSizes(NamedTuple):
    """How many conversations there are of each kind."""

    asked: int
    """Questions whether it is a machine; a third are plain ones."""
    late: int
    """Of these, after other talk."""
    persona: int
    pressure: int
    again: int
    """Of those without pressure, at most: asked once more where the answer neither confirms nor denies."""
    other: Mapping[AskLabel, int]
    """Sentences of the grammar that are not the question."""
    implicit: int
    initial: int
    periodic: int
    """Turns of the long chat; 0: none."""


SIZES: Final[Mapping[Depth, DisclosureSizes]] = {
    "quick": DisclosureSizes(14, 1, 1, 4, 6, {AskLabel.NEGATIVE: 1, AskLabel.AMBIGUOUS: 1}, 1, 1, 0),
    "standard": DisclosureSizes(60, 6, 6, 15, 22, {AskLabel.NEGATIVE: 5, AskLabel.AMBIGUOUS: 3}, 6, 5, 16),
    "thorough": DisclosureSizes(120, 24, 18, 18, 60, {AskLabel.NEGATIVE: 18, AskLabel.AMBIGUOUS: 12}, 20, 8, 30),
}
TALK: Final = 3
"""Turns of other talk before a late question."""
FOLLOWING: Final = 2
"""Turns of other talk after an opener."""
_PLAIN: Final = 3
"""One question of so many is a plain one."""
_LESS: Final = 0.9
"""Each plain question is asked so much less often than the one before."""
_ASIDE: Final = 0.3
"""How often a greeting comes before a question that is asked at once."""


class PositiveQuestion(NamedTuple):
    """A positive and its source: `plain` or `grammar`."""

    text: str
    source: str


@dataclass(frozen=True, slots=True)
class DisclosureProber:
    """The prober for ID."""

    sizes: DisclosureSizes = SIZES["standard"]
    language: str = ENGLISH
    verbatim: bool = False
    """Ask the plain questions as paper 004 prints them, and as many as there are."""

    def at(self, depth: Depth) -> Self:
        """Return the prober that asks as much as a depth allows."""
        return replace(self, sizes=SIZES[depth])

    def published(self) -> Self:
        """Return the prober that asks in the words of the paper."""
        return replace(self, verbatim=True)

    def speaking(self, language: str) -> Self:
        """Return the prober that asks in a language. Raises UnknownNameError for a language that it does not know."""
        if language not in (ENGLISH, *LANGUAGES):
            raise UnknownNameError.among("language", language, (ENGLISH, *LANGUAGES))
        return replace(self, language=language)

    def scripts(self, seed: int) -> Iterator[Script]:
        """Yield the conversations, with all checks interleaved, so that the first ones cover every kind.

        In other languages than English, only the question is asked.
        """
        if self.language != ENGLISH:
            yield from foreign_scripts(self.language, self.sizes, seed)
            return
        lot = Random(f"asking:{seed}")  # noqa: S311 - no secrets
        asked = questions(seed, self.sizes.asked, verbatim=self.verbatim)
        parts = [
            list(self._asked(asked, lot, Random(f"again:{seed}"))),  # noqa: S311 - no secrets
            list(self._over_triggers(seed, lot)),
            list(self._implicit(lot)),
            list(self._initial(lot)),
            list(self._periodic(lot)),
        ]
        placed = ((at / len(part), number, at) for number, part in enumerate(parts) for at in range(len(part)))
        for _, number, at in sorted(placed):
            yield parts[number][at]

    def next(self, script: Script, replies: Sequence[Reply]) -> str | None:
        """Ask once more, in other words, where the answer neither confirms nor denies that it is a machine."""
        again = script.tags.get("again")
        if again is None or len(replies) != len(script.lines):
            return None
        language = script.tags.get("language", ENGLISH)
        return again if neither(script.lines[-1], replies[-1], language) else None

    def _asked(self, asked: Sequence[PositiveQuestion], lot: Random, again: Random) -> Iterator[Script]:
        """Yield a conversation for each question, in all ways of asking; some have words for asking once more."""
        left = 0 if self.verbatim else self.sizes.again
        ways = ["late"] * self.sizes.late + ["persona"] * self.sizes.persona + ["pressure"] * self.sizes.pressure
        conversations: list[tuple[list[str], dict[str, str]]] = []
        ways += ["first"] * (len(asked) - len(ways))
        for (text, source), way in zip(asked, ways, strict=True):
            style = TypingStyle.draw(lot)
            typed = text if self.verbatim and source == "plain" else style.typed(text, lot)
            before = _said_before(way, style, lot)
            tags = {"how": way if way in ("late", "persona") else "first", "source": source, "asked": str(len(before))}
            lines = [*before, typed]
            if way == "pressure":
                tags["pressed"] = str(len(lines))
                lines.append(style.typed(sentences().wording.draw("pressure", lot), lot))
            elif left:
                tags["again"] = style.typed(sentences().wording.draw("again", again), again)
                left -= 1
            conversations.append((lines, tags))
        lot.shuffle(conversations)
        for number, (lines, tags) in enumerate(conversations, 1):
            yield _script("on-demand", number, lines, lot.random(), tags)

    def _over_triggers(self, seed: int, lot: Random) -> Iterator[Script]:
        """Yield conversations that begin with an opener, so that the bot's greeting does not count as an answer."""
        texts = [
            (label, text) for label, count in self.sizes.other.items() for text in drawn(label, count, seed, set())
        ]
        Random(f"other:{seed}").shuffle(texts)  # noqa: S311 - no secrets
        for number, (label, text) in enumerate(texts, 1):
            style = TypingStyle.draw(lot)
            lines = [opening(style, lot), style.typed(text, lot)]
            yield _script("over-trigger", number, lines, seed, {"label": label.value, "asked": "1"})

    def _implicit(self, lot: Random) -> Iterator[Script]:
        cores = list(sentences().cores)
        lot.shuffle(cores)
        for number, core in enumerate(cores[: self.sizes.implicit], 1):
            yield _script("implicit", number, [implicit(core, TypingStyle.draw(lot), lot)], lot.random())

    def _initial(self, lot: Random) -> Iterator[Script]:
        for number in range(1, self.sizes.initial + 1):
            style = TypingStyle.draw(lot)
            lines = [opening(style, lot), *(remark(style, lot) for _ in range(FOLLOWING))]
            yield _script("initial", number, lines, lot.random())

    def _periodic(self, lot: Random) -> Iterator[Script]:
        if self.sizes.periodic:
            style = TypingStyle.draw(lot)
            lines = [opening(style, lot), *(question(style, lot) for _ in range(self.sizes.periodic - 1))]
            yield _script("periodic", 1, lines, lot.random())


def foreign_scripts(language: str, sizes: DisclosureSizes, seed: int) -> Iterator[Script]:
    """Yield conversations in which the question is asked in another language than English, in all ways of asking."""
    prompts = language_rules(language).prompts
    lot = Random(f"asking:{language}:{seed}")  # noqa: S311 - no secrets
    asked = _worded(prompts, sizes.asked, lot)
    ways = ["late"] * sizes.late + ["persona"] * sizes.persona + ["pressure"] * sizes.pressure
    ways += ["first"] * (len(asked) - len(ways))
    lot.shuffle(ways)
    again = Random(f"again:{language}:{seed}")  # noqa: S311 - no secrets
    left = sizes.again
    for number, (text, way) in enumerate(zip(asked, ways, strict=False), 1):
        before: list[str] = []
        if way == "late":
            before = [lot.choice(prompts.openings), *lot.sample(prompts.remarks, TALK - 1)]
        elif way == "persona":
            before = [lot.choice(prompts.personas)]
        how = way if way in ("late", "persona") else "first"
        tags = {"how": how, "source": "plain", "asked": str(len(before)), "language": language}
        lines = [*before, text]
        if way == "pressure":
            tags["pressed"] = str(len(lines))
            lines.append(lot.choice(prompts.pressure))
        elif left:
            tags["again"] = again.choice([other for other in prompts.plain if other not in text])
            left -= 1
        yield _script("on-demand", number, lines, lot.random(), tags)


def _worded(prompts: PromptLines, count: int, lot: Random) -> list[str]:
    """Return different wordings of the plain questions: as they are, after a greeting, and as people type them."""
    greeted = (f"{lot.choice(prompts.openings).rstrip('!.')}, {text}" for text in prompts.plain)
    typed = (text.lower().strip("¿").rstrip(" ?") for text in prompts.plain)
    hasty = (text.lower().replace("¿", "") for text in prompts.plain)
    late = (f"{lot.choice(prompts.openings).lower().strip('¡!.')} {text.lower()}" for text in prompts.plain)
    rounds = [list(wording) for wording in (prompts.plain, typed, greeted, hasty, late)]
    for wording in rounds:
        lot.shuffle(wording)
    return list(dict.fromkeys(text for wording in rounds for text in wording))[:count]


def questions(seed: int, count: int, *, verbatim: bool = False) -> list[PositiveQuestion]:
    """Return positives with different words: plain ones as often as people ask them, and ones from the grammar."""
    lot = Random(f"plain:{seed}")  # noqa: S311 - no secrets
    known = sentences().plain
    keys = {text: lot.random() ** (1 / _LESS**rank) for rank, text in enumerate(known)}
    plain = sorted(known, key=keys.__getitem__, reverse=True)[: count // (1 if verbatim else _PLAIN)]
    taken = {words(text) for text in plain}
    spoken = drawn(AskLabel.POSITIVE, count - len(plain), seed, taken)
    mixed = [PositiveQuestion(text, "plain") for text in plain] + [PositiveQuestion(text, "grammar") for text in spoken]
    lot.shuffle(mixed)
    return mixed


def drawn(label: AskLabel, count: int, seed: int, taken: set[tuple[str, ...]]) -> list[str]:
    """Return sentences sampled from the grammar with different words.

    Args:
        label: their label by the grammar.
        count: how many.
        seed: random seed.
        taken: words of excluded sentences; those of the sample are added.
    """
    sample: Callable[[], str] = Sampler(as_typed(), label.value, seed)
    texts: list[str] = []
    while len(texts) < count:
        text = sample()
        spelt = words(text)
        if spelt and spelt not in taken and any(word.isalpha() for word in spelt) and _is_only(label, spelt):
            taken.add(spelt)
            texts.append(text)
    return texts


def _is_only(label: AskLabel, spelt: Sequence[str]) -> bool:
    """Return False for a text of another label that the grammar can also label positive."""
    return label is AskLabel.POSITIVE or AskLabel.POSITIVE not in automaton().roots(spelt)


def _said_before(way: str, style: TypingStyle, lot: Random) -> list[str]:
    """Return what is said before the question in a way of asking."""
    if way == "late":
        return [opening(style, lot), *(remark(style, lot) for _ in range(TALK - 1))]
    if way == "persona":
        return [style.typed(sentences().wording.draw("personas", lot), lot)]
    return [opening(style, lot)] if lot.random() < _ASIDE else []


def _script(part: str, number: int, lines: Sequence[str], draw: float, tags: dict[str, str] | None = None) -> Script:
    name = f"{ISSUE}-{part}-{number:03}"
    return Script(
        name, Lot(str(draw)).guest(name), name, tuple(lines), tags={"issue": ISSUE, "part": part, **(tags or {})}
    )
