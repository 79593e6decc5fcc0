"""Long numbers that no word announces, tried last: in a chat they nearly always belong to a person."""

import re
from typing import Final

from botassay.redaction.pattern import Pattern, pattern

_DIGITS: Final = "0123456789"
_FEWEST: Final = 8
"""Digits of such a number."""
_DIGIT: Final = r"(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|double|triple)"
_BEFORE_THINGS: Final = re.compile(
    r"(?i)(?:\b(?:order(?:ed)?|bestell\w*|commande|pedido|booking|reservation|confirmation|invoice|rechnung\w*|receipt|ticket|"
    r"case|ref(?:erence)?|claim|complaint|tracking|track|parcel|package|shipment|sendung\w*|consignment|return|rma|quote|"
    r"article|item|product|part|model|serial|sku|ean|upc|barcode|isbn|issn|doi|asin|gtin|code|lot|batch|version|build|"
    r"commit|revision|error|flight|train|voucher|coupon|promo|card|transaction|payment|transfer|job|posting|listing|"
    r"population|total|about|around|over|approximately|nearly|almost|roughly|exactly|pi|equals?|hotline|helpline|call|"
    r"ring|dial|room|meeting|zoom|port|timestamp|unix|hash|checksum|random|row|line|digits|factor\w*|sum|plus|minus|"
    r"times|divided by|what is|calculate|multiply)\b|[=+*/$€£¥#])[^\n\d]{0,14}$"
)
"""Words and signs before numbers of things, and in sums."""
_COUNTED: Final = (
    r"(?!"
    r"[ ]?(?:"
    r"people|inhabitants|views|users|subscribers|followers|euros?|eur|usd|gbp|inr|rs|dollars?|pounds?|yen|rupees|km|"
    r"miles|m|meters?|metres?|years?|tons?|tonnes|bytes?|kb|mb|gb|percent"
    r")(?!\w)"
    r"|[ ]?[-%+*/=]"
    r")"
)


def _is_long(text: str) -> bool:
    """Return whether a number has many digits, and is neither round nor a date, a range of years or a helpline."""
    digits = re.sub(r"\D", "", text)
    if len(digits) < _FEWEST or digits.endswith("0000") or len(set(digits)) < 3:  # noqa: PLR2004 - 11111111
        return False
    return not re.fullmatch(
        r"(?:19|20)\d\d[ -]?[01]\d[ -]?[0-3]\d|[0-3]?\d[ /-][01]?\d[ /-](?:19|20)\d\d|(?:19|20)\d\d[ -]+(?:19|20)\d\d"
        r"|\d{1,3}(?:[ ]\d{3})+|0800[\d -]*|1[ -]?8(?:00|88|77|66|55|44|33)[\d -]*|(?:0|9|1)?116[ -]?\d{3}",
        text,
    )


NUMBERS: Final[tuple[Pattern, ...]] = (
    pattern(
        "customer_id",
        rf"(?<![\w.,$€£#+/=:_-])(?P<v>(?:[A-Z]{{1,3}}[ -]?)?\d{{2,}}(?:[ -]?\d{{1,6}}){{0,7}}(?:[ -]?[A-Z]{{1,2}})?)"
        rf"(?![\w@€$£%_]|[.,:/]\d){_COUNTED}",
        _is_long,
        needs=_DIGITS,
        unless=_BEFORE_THINGS,
    ),
    pattern(
        "customer_id",
        rf"(?i)(?<!\w)(?P<v>{_DIGIT}(?:[ ,-]{{1,2}}{_DIGIT}){{6,}})(?!\w)",
        lambda text: re.match(r"(?i)(?:zero\W+)?one\W+two\W+three|nine\W+eight\W+seven", text) is None,  # who counts
    ),
)
"""Such numbers, in digits and dictated."""
