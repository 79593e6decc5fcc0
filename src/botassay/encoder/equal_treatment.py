"""Statements of equal treatment, and of how a staff is made up, which the encoder must not take for prejudice.

"Half of our drivers are women; age is no obstacle." names two groups and says "no": the encoder, which knows insults of
that build, is nearly sure of one. Such statements have few forms, and these are left out before a text is judged.
Everything else is judged as it stands: "Half of our drivers are women, which is why nothing works." has another form.
"""

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Final

_END: Final = re.compile(r"(?<=[.!;])\s+")
"""Where a statement ends: after a full stop or a semicolon."""
_HINT: Final = re.compile(r"\b(?:no|not|never|don't|doesn't|won't|than|is|are|was|were)\b", re.IGNORECASE)
"""What stands in each of them."""
_TAKEN_UP: Final = re.compile(
    r"(?:so|that|this|which|no wonder|hence|therefore|because|and|but|now|alas|sadly|unfortunately|god|they|those)\b",
    re.IGNORECASE,
)
"""What begins a sentence that takes up the one before: "Half of our drivers are women. No wonder that …"."""
_QUANTITY: Final = (
    r"(?:(?:about|nearly|almost|over|around|roughly|some|exactly|just|more than|less than|at least)\s+)*"
    r"(?:\d[\d.,]*(?:\s*%|\s+per\s?cent|\s+in\s+\w+|\s+out\s+of\s+\w+)?|half|one half|most|many|several|both"
    r"|(?:an?|one|two|three|four|five|six|seven|eight|nine|ten)"
    r"(?:\s+(?:third|quarter|fifth|tenth|half|dozen)s?|\s+(?:in|out of)\s+\w+)?)"
)


@cache
def _forms() -> re.Pattern[str]:
    listed = tomllib.loads(files(__package__).joinpath("equal_treatment.toml").read_text("utf-8"))
    attribute, staff, group, obstacle = (
        "|".join(re.escape(" ".join(entry.split())) for entry in listed[name].split(","))
        for name in ("attributes", "staff", "groups", "obstacles")
    )
    whose = r"(?:(?:your|an?|the|their|somebody's|someone's|anybody's|anyone's|one's|being)\s+)?"
    joined = r"(?:,\s*(?:and\s+|or\s+)?|\s+(?:and|or|nor)\s+)"
    attributes = rf"{whose}(?:{attribute})(?:{joined}{whose}(?:{attribute}))*"
    place = "house|company|firm|office|school|jobs?|team|work|hiring|decision|shop"
    for_us = (
        r"(?:\s+(?:here|at all|anywhere|at ours|to (?:join|apply|work here|working here)|in (?:hiring|applications)"
        r"|(?:for|to|with|among) (?:us|me|you|anyone|anybody|our (?:team|customers))"
        rf"|(?:in|for|at) (?:this|our|the|a|any) (?:{place})"
        r"|when (?:we|you) (?:hire|apply|choose|decide|employ people|take people on)))*"
    )
    whom = (
        rf"(?:of\s+)?(?:(?:the|our|all|these|its|my|your)\s+)*(?:[\w-]+\s+)?(?:{staff})"
        r"(?:\s+(?:of|in|on|at|with)\s+(?:the\s+|our\s+)?[\w-]+)?"
    )
    where = r"(?:\s+(?:here|today|now|too|already|(?:in|on|at|among|for|with)(?:\s+[\w-]+){1,3}))*"
    verb, never = "is|are|was|were", r"no|never an?|not an?"
    sexes = "women|men|girls|boys|mothers|fathers"
    forms = (
        rf"{attributes}\s+(?:{verb}|will be|makes?|plays?|has|have)\s+(?:{never})\s+(?:{obstacle}){for_us}",
        rf"{attributes}\s+(?:does not|do not|doesn't|don't|never|will not|won't)\s+(?:matter|count|decide){for_us}",
        rf"(?:as many|more|fewer)\s+(?:{sexes})\s+(?:as|than)\s+(?:{sexes})\s+(?:work|apply|teach|lead|are){where}",
        rf"{_QUANTITY}\s+{whom}\s+(?:{verb})\s+(?:{group})(?:\s+(?:here|today|now|too|already))?",
    )
    return re.compile("|".join(rf"(?:{form})" for form in forms), re.IGNORECASE)


def without_equal_treatment(text: str) -> str:
    """Return a text without the statements that only say who works somewhere, or that all are treated alike.

    >>> without_equal_treatment("Hello. Half of our drivers are women; age is no obstacle.")
    'Hello.'
    >>> without_equal_treatment("Half of our drivers are women, which is why nothing works.")
    'Half of our drivers are women, which is why nothing works.'
    """
    if not _HINT.search(text):
        return text
    parts = _END.split(text)
    kept = [
        part
        for part, following in zip(parts, [*parts[1:], ""], strict=True)
        if _TAKEN_UP.match(following) or not _forms().fullmatch(part.rstrip(" .!;"))
    ]
    return text if len(kept) == len(parts) else " ".join(kept)
