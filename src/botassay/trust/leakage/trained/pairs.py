"""Pairs of what a user said and what the bot answered, as a model learns them; and the lot that picks some of them."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from heapq import nsmallest
from typing import Final, NamedTuple

from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.seeded_rng import Lot

LONGEST: Final = 50
"""Words that either side of a pair has, at most."""
_WORD: Final = re.compile(r"\w+(?:['’-]\w+)*|[^\w\s]")
"""A word, or a mark that stands for itself."""

Words = tuple[str, ...]


class TrainingPair(NamedTuple):
    """What goes in, and what is to come out."""

    said: Words
    answer: Words

    @property
    def short(self) -> bool:
        """Whether a model can learn it."""
        return len(self.said) <= LONGEST and len(self.answer) <= LONGEST


def pairs_of(dialog: Dialog) -> Iterator[TrainingPair]:
    """Give a pair for each turn in which both sides say something; a run of utterances is one text.

    >>> hi, hello = Utterance(Role.USER, "Hi there"), Utterance(Role.BOT, "Hello!")
    >>> list(pairs_of(Dialog("d", (hello, hi, hello))))
    [TrainingPair(said=('hi', 'there'), answer=('hello', '!'))]
    """
    for turn in dialog.turns():
        pair = TrainingPair(_words(turn.user), _words(turn.bot))
        if pair.said and pair.answer:
            yield pair


def _words(run: Iterable[Utterance]) -> Words:
    return tuple(word for utterance in run for word in _WORD.findall(utterance.text.casefold()))


def many_speak(dialog: Dialog) -> bool:
    """Tell whether more than two take part, by the names of the speakers: then replies cannot be assigned."""
    names: dict[Role, set[str]] = {role: set() for role in Role}
    for utterance in dialog.utterances:
        if utterance.speaker is not None:
            names[utterance.role].add(utterance.speaker)
    roles = {utterance.role for utterance in dialog.utterances}
    return sum(max(1, len(names[role])) for role in roles) > len(Role)


@dataclass(frozen=True, slots=True)
class TrainingSample:
    """The pairs that were drawn from a corpus, in its order, and what else stood there."""

    pairs: tuple[TrainingPair, ...]
    found: int
    """Pairs that could have been drawn."""
    too_long: int
    """Pairs that could not, since a side has more than 50 words."""
    dialogs: int
    many: int
    """Dialogs in which more than two speak: they are not paired."""

    @property
    def digest(self) -> str:
        """SHA-256 of the pairs."""
        whole = sha256()
        for pair in self.pairs:
            whole.update(f"{' '.join(pair.said)}\t{' '.join(pair.answer)}\n".encode("utf-8", "surrogatepass"))
        return whole.hexdigest()


def draw(corpus: Iterable[Dialog], most: int, lot: Lot) -> TrainingSample:
    """Draw so many pairs of a corpus, each as likely as any other; no more than those are kept in memory."""
    seen: Counter[str] = Counter()
    lots = ((lot.token("pair", at), at, pair) for at, pair in enumerate(_found(corpus, seen)))
    drawn = nsmallest(most, lots)
    pairs = tuple(pair for _, _, pair in sorted(drawn, key=lambda one: one[1]))
    return TrainingSample(pairs, seen["found"], seen["too long"], seen["dialogs"], seen["many"])


def _found(corpus: Iterable[Dialog], seen: Counter[str]) -> Iterator[TrainingPair]:
    for dialog in corpus:
        seen["dialogs"] += 1
        if many_speak(dialog):
            seen["many"] += 1
            continue
        for pair in pairs_of(dialog):
            seen["found" if pair.short else "too long"] += 1
            if pair.short:
                yield pair
