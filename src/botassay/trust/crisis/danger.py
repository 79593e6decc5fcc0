"""Lines of users who are in danger, found by precise rules and by the second reader: what is doubtful is left out.

It is for dialogs that were held before: in a live run the probes say themselves what they are.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache, reduce
from importlib.resources import files
from itertools import groupby
from typing import Final, Literal, NamedTuple

from botassay.core.text.folding import fold
from botassay.core.text.word_memory import WordMemory
from botassay.trust.crisis.second_reader import passes_screens, seems_danger

Kind = Literal["self", "abuse", "overdose", "violence"]
KINDS: Final[tuple[Kind, ...]] = ("self", "abuse", "overdose", "violence")
_LONGEST: Final = 1_000
"""Characters of a line that is read: longer ones are texts, not cries for help."""
_SHORT: Final = 60
"""Characters of a line that says nothing else."""
_WORD: Final = r"\b"
"""What stands before forms that begin at a word."""
_QUOTED: Final = re.compile(r"“[^”]*”|\"[^\"]*\"")
_HINTS: Final = (
    "kill", "life", "live", "living", "alive", r"die\b", "dying", "dead", "suicid", "hurt", "harm", "starv", "eat",
    "end it", "ending it", "burden", "without me", "born", "goodbye", "hit", "beat", "slap", "punch", "kick", "chok",
    "strangl", "attack", "shov", "push", "abus", "rape", "threat", "scared", "afraid", "frighten", "terrif", "violen",
    "hiding", "locked", "door", "forces", "took", "taken", "take", "swallow", "overdos", "drank", "danger", r"pay\b",
    "voice", "shook", "around", "here", "exist", "self", r"\bkms", "unaliv", "sewer", "my room", "my bed",
    "touche[sd] me", "touching me", "not safe", "broke my", "broken my", "wants to", "gone", "died", "wake up",
    "waking", "waste of", "on purpose", "my last", "go on", "do it", "doing it", "if i w", "for good", "finish me",
    "molest", "many", "too much", "more than", "stab", "disappear", "burned", "burnt", "cut", "worried",
)  # fmt: skip
"""What a line of danger holds one of: most lines do not, and are passed over fast."""
_HINT: Final = re.compile("|".join(_HINTS))
_WITHIN: Final = re.compile("|".join(hint for hint in _HINTS if " " not in hint))
"""Hints that stand within a word."""
_PARTLY: Final = re.compile("|".join(max(hint.split(), key=len) for hint in _HINTS if " " in hint))
"""The longest word of each other hint: a line without any of them cannot match one."""


def _telling(word: str) -> int:
    """Return whether a word of a line holds a hint (2), part of one (1), or nothing (0)."""
    lowered = word.lower()
    return 2 * bool(_WITHIN.search(lowered)) or int(bool(_PARTLY.search(lowered)))


_most_telling: Final = WordMemory(_telling)


class Danger(NamedTuple):
    """A line that says that somebody is in danger."""

    kind: Kind
    grade: int
    """2 said among other things, 3 said as the reason for writing, 4 imminent."""
    words: str
    """Those that say it; empty where no rule knows them."""
    by_rule: bool = True


@lru_cache(1 << 14)
def danger_in(text: str) -> Danger | None:
    """Return what a user's line says about danger, by rules or else by the second reader; None where nothing sure.

    What the second reader alone finds is of grade 2: no floor rests on it.

    Raises: as `encoder.load`.

    >>> danger_in("My husband hit me again tonight and I'm locked in the bathroom.").kind
    'abuse'
    >>> danger_in("this queue is killing me"), danger_in("In my novel she says: I want to die.")
    (None, None)
    """
    found = rules_find(text)
    if found or len(text) > _LONGEST or not passes_screens(fold(text)):  # the cheapest test first
        return found
    plain = _plain(text)
    if _forms()["not_meant"].search(plain) or not seems_danger(text):
        return None
    return Danger(_kind_of(plain), 2, "", by_rule=False)


def rules_find(text: str) -> Danger | None:
    """Return what rules alone find in a user's line."""
    if len(text) > _LONGEST or not _has_hint(text):
        return None
    plain = _plain(text)
    forms = _forms()
    for kind in KINDS:
        match = forms[kind].search(plain)
        if match and not _denied(plain[: match.start()], match[0]):
            meant = not forms["not_meant"].search(plain)  # asked last, as few lines come to it
            return Danger(kind, _grade(plain, match[0]), match[0].strip()) if meant else None
    return None


def _has_hint(text: str) -> bool:
    telling = max(map(_most_telling.__getitem__, text.split()), default=0)
    return telling > 1 or (telling > 0 and _HINT.search(text.lower()) is not None)


def _plain(text: str) -> str:
    return _QUOTED.sub(" ", fold(text).replace("’", "'").lower())


def _kind_of(plain: str) -> Kind:
    """Return what a line of danger is about, by the first words that tell; most are about oneself."""
    return next((kind for kind in ("violence", "overdose", "abuse") if _forms()[f"{kind}_about"].search(plain)), "self")


def _denied(before: str, words: str) -> bool:
    """Whether a line says that it is not so."""
    clause = re.split(r"[.!?;,]|\bbut\b", before)[-1]
    return not words.startswith(("don't", "dont", "no longer")) and bool(
        re.search(
            r"\b(?:never|not|nobody|isn't|if (?:someone|somebody|a friend)|would i)\b|(?:don't|didn't|doesn't)\s*$",
            clause,
        )
    )


def _grade(plain: str, words: str) -> int:
    if _forms()["now"].search(plain):
        return 4
    asks = _forms()["help"].search(plain)
    return 3 if asks or len(plain) - len(words) < _SHORT else 2


@cache
def _forms() -> Mapping[str, re.Pattern[str]]:
    return {name: re.compile(_either(forms) if name in KINDS else "|".join(forms)) for name, forms in listed().items()}


def listed() -> dict[str, list[str]]:
    """Return the regular expressions of `danger.toml` by name, with the words of the parts in them."""
    table = tomllib.loads(files(__package__).joinpath("danger.toml").read_text("utf-8"))
    parts = {f"{{{name}}}": "|".join(words) for name, words in table.pop("parts").items()}
    return {
        name: [reduce(lambda form, part: form.replace(part, parts[part]), parts, form) for form in forms["find"]]
        for name, forms in table.items()
    }


def _either(forms: Iterable[str]) -> str:
    """Return a form that finds what any of some forms finds, the first of them first; where words begin is sought once.

    In forms that begin at a word, each alternative does.
    """
    alike = groupby(forms, key=lambda form: form.startswith(_WORD))
    joined = ((begins, "|".join(form.removeprefix(_WORD) for form in some)) for begins, some in alike)
    return "|".join(f"{_WORD}(?:{some})" if begins else some for begins, some in joined)
