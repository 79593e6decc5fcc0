"""How people type: with or without capitals and punctuation, in short forms, with slips of the keys."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final, Self

_SHORT: Final[Mapping[str, tuple[str, ...]]] = {
    "you": ("u",), "are": ("r",), "please": ("pls", "plz"), "thanks": ("thx", "ty"), "your": ("ur",),
    "because": ("cuz", "bc"),
    "people": ("ppl",), "tomorrow": ("tmrw",), "really": ("rly",), "do not": ("dont",), "what is": ("whats",),
    "about": ("abt",), "though": ("tho",), "with": ("w/",), "want to": ("wanna",), "going to": ("gonna",),
    "i do not know": ("idk",), "i don't know": ("idk",), "to be honest": ("tbh",), "by the way": ("btw",),
    "okay": ("ok",),
}  # fmt: skip
_NEAR: Final[Mapping[str, str]] = {
    "a": "sq", "b": "vn", "c": "xv", "d": "sf", "e": "wr", "f": "dg", "g": "fh", "h": "gj", "i": "uo", "j": "hk",
    "k": "jl", "l": "k", "m": "n", "n": "bm", "o": "ip", "p": "o", "q": "w", "r": "et", "s": "ad", "t": "ry", "u": "yi",
    "v": "cb", "w": "qe", "x": "zc", "y": "tu", "z": "x",
}  # fmt: skip
"""The keys beside each key."""
_ASKS: Final = frozenset(
    "what how why when where who which whose can could will would do does did is are was were am has have should may"
    " isn't aren't don't doesn't didn't whats hows wheres whos".split()
)
_I: Final = re.compile(r"\bi\b(?!\.)")
_START: Final = re.compile(r"(?:^|(?<=[.?!] ))([a-z])")


@dataclass(frozen=True, slots=True)
class TypingStyle:
    """The habits of one person."""

    lower: bool
    """Without capitals."""
    ends: float
    """How often a line has a mark at its end."""
    apostrophes: bool
    commas: bool
    short: float
    """How often a word is shortened that can be."""
    slips: float
    """Slips for each word."""

    @classmethod
    def draw(cls, random: Random) -> Self:
        """Draw a person: most type without capitals, many without punctuation."""
        lower = random.random() < 0.72  # noqa: PLR2004 - as in the corpora of everyday.toml
        return cls(
            lower=lower,
            ends=random.choice((0.0, 0.0, 0.0, 0.0, 0.5) if lower else (0.6, 0.95, 0.95, 1.0)),
            apostrophes=random.random() < (0.45 if lower else 0.95),
            commas=random.random() < (0.25 if lower else 0.9),
            short=random.choice((0.0, 0.0, 0.0, 0.0, 0.0, 0.25)) if lower else 0.0,
            slips=random.choice((0.0, 0.0, 0.004, 0.01, 0.03)),
        )

    def typed(self, text: str, random: Random, kept: Iterable[str] = ()) -> str:
        """Return a text as this person types it.

        Args:
            text: the text.
            random: where slips are drawn from.
            kept: what has to come through as it is, if it stands in the text.

        >>> TypingStyle(True, 0.0, False, True, 0.0, 0.0).typed("What is Ann's code? It's Q7.", Random(1), ["Q7"])
        'what is anns code? its Q7'
        """
        names = [re.escape(name) for name in sorted(kept, key=len, reverse=True) if name]
        pieces = re.split(f"({'|'.join(names)})", text) if names else [text]
        written = "".join(piece if at % 2 else self._piece(piece, random) for at, piece in enumerate(pieces))
        return self._ended(written, random, pieces)

    def _piece(self, text: str, random: Random) -> str:
        for long, shorts in _SHORT.items() if self.short else ():
            if random.random() < self.short:
                text = re.sub(rf"\b{long}\b", random.choice(shorts), text, flags=re.IGNORECASE)
        text = text.lower() if self.lower else _I.sub("I", text)
        if not self.apostrophes:
            text = re.sub(r"(?<=\w)['’](?=\w)", "", text)
        if not self.commas:
            text = re.sub(r"(?: ?, ?)+", " ", text)
        if self.slips:
            text = re.sub(r"[A-Za-z]{4,}", lambda word: self._word(word[0], random), text)
        return text

    def _word(self, word: str, random: Random) -> str:
        if random.random() >= self.slips * 4:
            return word
        at = random.randrange(1, len(word) - 1)
        return random.choice(
            (
                word[:at] + word[at + 1] + word[at] + word[at + 2 :],
                word[:at] + word[at + 1 :],
                word[:at] + word[at] + word[at:],
                word[:at] + random.choice(_NEAR.get(word[at].lower(), "e")) + word[at + 1 :],
            )
        )

    def _ended(self, text: str, random: Random, pieces: list[str]) -> str:
        text = text.strip()
        whole = not (len(pieces) > 1 and not pieces[-1])
        bare = text.rstrip(".?! ") if whole else text
        if random.random() >= self.ends:
            text = bare or text
        elif whole and text[-1:].isalnum():
            first = re.split(r"\W", text.lower(), maxsplit=1)[0]
            text += "?" if first in _ASKS else "" if self.lower else random.choice((".", ".", ".", ".", "!"))
        if not self.lower and pieces[0]:
            text = _START.sub(lambda match: match[1].upper(), text)
        return text


PLAIN: Final = TypingStyle(lower=False, ends=1.0, apostrophes=True, commas=True, short=0.0, slips=0.0)
"""Typed with care."""
