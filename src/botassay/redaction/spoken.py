"""Addresses and numbers as they are dictated: words for signs and digits."""

import re
from typing import Final

from botassay.redaction.pattern import Pattern, pattern

_AT: Final = (
    r"(?:at|\(at\)|\[at\]|\{at\}|<at>|_at_|ät|klammeraffe|arroba|arrobas|arobase|arobaze|chiocciola|"
    r"apenstaartje|małpa|@)"
)
_DOT: Final = r"(?:dot|\(dot\)|\[dot\]|\{dot\}|<dot>|punkt|point|punto|ponto|punt|kropka|\.)"
_SIGN: Final = (
    r"(?:dot|punkt|point|punto|ponto|underscore|under score|unterstrich|bindestrich|dash|hyphen|minus|plus|tiret)"
)
_PART: Final = r"[\w.+-]{1,40}"
_END: Final = (
    r"(?:"
    r"com|org|net|de|io|uk|fr|es|it|nl|edu|gov|info|example|test|invalid|eu|ch|at|us|ca|au|in|biz|co|pl|se|no|dk|fi|"
    r"be|pt|br|mx|ie|nz|jp|ru|me|app|dev"
    r")"
)
_DIGIT: Final = (
    r"(?:"
    r"zero|oh|o|nought|naught|nil|one|two|three|four|five|six|seven|eight|nine|null|eins|zwei|zwo|drei|vier|fünf|"
    r"fuenf|sechs|sieben|acht|neun|z[ée]ro|un|deux|trois|quatre|cinq|sept|huit|neuf|cero|uno|dos|tres|cuatro|cinco|"
    r"seis|siete|ocho|nueve|due|tre|quattro|cinque|sei|sette|otto|nove|twee|drie|vijf|zes|zeven|negen|een|nul"
    r")"
)
_NUMERAL: Final = (
    r"(?:(?:double|triple|treble|doppel|doble|doppio|dubbel)[ -])?(?:"
    rf"{_DIGIT}|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
    r"|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
    r"(?:[ -](?:one|two|three|four|five|six|seven|eight|nine))?"
    r"|hundred|thousand|\d{1,4}"
    r")"
)


_COUNTED: Final = re.compile(
    r"one\W+two\W+three\W+four\W+five|ten\W+nine\W+eight\W+seven|eins\W+zwei\W+drei\W+vier\W+fünf"
)
"""Counting is no number of a telephone."""


def _enough(text: str) -> bool:
    """Whether numerals are as many as a phone number has, most of them words."""
    words = re.findall(r"[^\W\d_]+", text)
    digits = sum(map(str.isdigit, text))
    doubled = sum(word.lower() in {"double", "doppel", "doble", "dubbel", "hundred"} for word in words)
    kinds = {word.lower() for word in words}
    if _COUNTED.match(text.lower()):
        return False
    return len(words) + digits + doubled >= 8 and len(words) > digits and len(kinds) > 2  # noqa: PLR2004 - fewer are counts


SPOKEN: Final[tuple[Pattern, ...]] = (
    pattern(
        "email",
        rf"(?i)(?<![\w.+-]){_PART}(?:[ ]{_SIGN}[ ]{_PART}){{1,5}}[ ]?{_AT}[ ]?[\w-]{{1,40}}(?:(?:[ ]{_DOT}[ ]|"
        rf"\.)[\w-]{{1,40}}){{1,3}}",
    ),
    pattern(
        "email",
        rf"(?i)(?<![\w.+-]){_PART}[ ]{_AT}[ ][\w-]{{1,40}}(?:(?:[ ]{_DOT}[ ]|\.)[\w-]{{1,20}}){{0,2}}(?:[ ]{_DOT}[ ])"
        rf"{_END}\b(?:[ ]{_DOT}[ ]{_END}\b)?",
        lambda text: not text.lower().startswith(("look ", "see ", "is ", "was ", "me ", "us ", "are ", "find ")),
    ),
    pattern(
        "phone",
        rf"(?i)(?<![\w.,])(?:plus[ ])?{_NUMERAL}(?:[ ,.-]{{1,2}}{_NUMERAL}){{5,19}}(?!\w)",
        _enough,
    ),
)
"""Where two meet, that which comes first holds."""
