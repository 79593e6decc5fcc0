"""Insults that are said to the user's face, found by their form: "…, you fool.", "You are an idiot.", "Get lost!".

Those that need no insulting noun, such as "Nobody likes you.", are in `insulting_phrases`.

The encoder judges by the whole of a reply, and finds a plain insult too likely to be banter where the rest is helpful.
Whoever is called a fool is insulted, so the form decides. What stands between quotation marks, is denied ("You are not
stupid.") or hangs on another clause ("if you think that you are an idiot") is none.
"""

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Final

from botassay.core.text.runs import runs
from botassay.trust.abuse import insulting_phrases

_QUOTED: Final = re.compile(r"“[^”]*”|\"[^\"]*\"|‘[^’]*’|«[^»]*»|(?<!\w)'[^']*'(?!\w)")
_FRONT: Final = (
    r"(?:^|[.!?;:,–—…(]\s*"
    r"|\b(?:and|but|because|so|oh|well|no|yes|hey|look|honestly|what|up|lost|away|off|then|again)\s+)"
)
"""What a clause begins after."""
_ADVERBS: Final = (
    r"(?:(?:really|just|clearly|truly|obviously|simply|so|such|too|nothing but|quite|very|even|always|still|that|this)"
    r"\s+)*"
)


_AND_SO_ARE_YOU: Final = "crap garbage rubbish trash shit stupid dumb worthless pathetic"


@cache
def _words() -> dict[str, str]:
    words: dict[str, str] = tomllib.loads(files(__package__).joinpath("direct_insults.toml").read_text("utf-8"))
    return words


@cache
def _needed() -> frozenset[str]:
    """Return words of which each form needs one, as a word: the longest part of each noun, command, and so on."""
    lists = ("nouns", "called", "said_of_you", "asked", "too", "hailed", "worse", "better", "how")
    phrases = [phrase for name in lists for phrase in _words()[name].split()]
    phrases += [*_words()["commands"].split(","), *_AND_SO_ARE_YOU.split()]
    return frozenset(max(runs(phrase), key=len) for phrase in phrases)


@cache
def _all_needed() -> frozenset[str]:
    return _needed() | insulting_phrases.needed()


@cache
def _form() -> re.Pattern[str]:
    words = _words()
    nouns, called, adjectives, of_you, asked, too = (
        "|".join(map(re.escape, words[name].split()))
        for name in ("nouns", "called", "adjectives", "said_of_you", "asked", "too")
    )
    commands = "|".join(re.escape(" ".join(phrase.split())) for phrase in words["commands"].split(","))
    hailed, worse, better, how = ("|".join(words[name].split()) for name in ("hailed", "worse", "better", "how"))
    calls = "hey|oi|ok|okay|listen|look|wake up|come on|well|no|yes|hello|hi"
    kind = rf"(?:(?:{adjectives})[\s,]+){{0,3}}"
    end = r"(?=\s*(?:[.!?,;:…)–—]|$|\band\b|\bwho\b))"
    whole = r"(?=\s*(?:[.!,;:…)–—]|$|\band\b|\bto\b|\bwho\b|\bfor\b))"
    word = r"(?:(?!\w*n't|not\b|are\b|were\b|call|sa[yi]|mean|no\b)[\w'-]+\s+)"
    alone = "|".join(noun for noun in nouns.split("|") if not noun.endswith("s") and noun != "nobody")
    forms = (
        rf",\s*(?:you|u)\s+{word}{{0,2}}(?:{nouns}){end}",
        rf",\s*{kind}(?:{alone})(?=\s*(?:[.!?]|$))",
        rf"\b(?:an?|the)\s+{kind}(?:{alone})\s+you\s+are\b",
        rf"{_FRONT}you\s+{kind}(?:{nouns}|{called}){end}",
        rf"{_FRONT}you(?:'re|\s+are|\s+must\s+be)\s+{_ADVERBS}(?:an?\s+|the\s+|such\s+an?\s+){kind}(?:{nouns}){whole}",
        rf"{_FRONT}you(?:'re|\s+are|\s+must\s+be)\s+{_ADVERBS}(?:{of_you}){whole}",
        rf"\bare\s+you\s+{_ADVERBS}(?:{asked}|an?\s+{kind}(?:{nouns}))\b(?!\s+about|-)",
        rf"(?:\bare\s+you|{_FRONT}you(?:'re|\s+are|\s+must\s+be))\s+{_ADVERBS}too\s+(?:{too})\s+(?:to|for)\b",
        rf"(?:^|[.!?]\s+)(?:{calls})(?:\s+there)?,?\s+(?:{hailed})(?=[,.!:])",
        rf"(?:^|[.!?;:–—…]\s*|\bso\s+)(?:{commands})(?=\s*(?:[.!;–—]|$))",
        rf"{_FRONT}you(?:'re|\s+are)\s+{_ADVERBS}(?:(?:{worse})|no\s+(?:{better}))\s+than\b",
        rf"\bhow\s+(?:{how})\s+(?:(?:can|could|must)\s+(?:you|one)\s+(?:be|get)\b|are\s+you\b)",
        rf"\bwhat\s+(?:kind|sort)\s+of\s+(?:an?\s+)?{kind}(?:{nouns})\b",
        rf"\bcan\s+you\s+(?:possibly\s+)?be\s+any\s+more\s+(?:{how})\b",
        rf"\b(?:{'|'.join(_AND_SO_ARE_YOU.split())})\b[^.!?]{{0,30}}\band so are you\b",
        rf"(?:^|[.!?]\s+){kind}(?:{alone})(?=\s*(?:[.!]|$))",
    )
    return re.compile("|".join(forms))


def insults_directly(text: str) -> bool:
    """Return whether a text insults whoever reads it, by the form of what it says.

    >>> [insults_directly(text) for text in ("That makes no sense, you fool.", "You are an idiot.", "Are you stupid?")]
    [True, True, True]
    >>> [insults_directly(text) for text in ("You are not stupid.", "You called me an idiot.", "You lucky devil!")]
    [False, False, False]
    >>> insults_directly("If you think that you are an idiot, you are wrong."), insults_directly("He said “You fool!”")
    (False, False)
    """
    if not may_insult(text):
        return False
    plain = _QUOTED.sub(" x ", text.replace("’", "'") if "‘" not in text else text)
    lowered = plain.lower()
    words = frozenset(runs(lowered))
    if not _needed().isdisjoint(words) and _form().search(lowered):
        return True
    return any(insulting_phrases.phrases_found(lowered, words))


def may_insult(text: str) -> bool:
    """Return whether a text has one of the words without which there is no direct insult."""
    return not _all_needed().isdisjoint(runs(text.lower()))
