"""What the tokens of a bot cost its tester: the table `[prices]` of a `bot.toml`, or `--price`."""

import re
from typing import Annotated, Final

import msgspec

from botassay.core.errors import UsageError

_TYPED: Final = re.compile(r"(?P<input>\d+(?:\.\d+)?)/(?P<output>\d+(?:\.\d+)?)(?: +(?P<currency>\S{1,8}))?")
_MILLION: Final = 1_000_000
Price = Annotated[float, msgspec.Meta(ge=0)]


class Prices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a million tokens cost."""

    input: Price
    """Of the tokens that the bot reads."""
    output: Price
    """Of the tokens that it writes."""
    currency: str = ""

    def cost(self, read: int, written: int) -> float:
        """Return what some tokens cost.

        >>> Prices(2.5, 10, "EUR").cost(400_000, 100_000)
        2.0
        """
        return round((read * self.input + written * self.output) / _MILLION, 6)


def typed_prices(text: str) -> Prices:
    """Return prices as `--price` takes them.

    Raises: UsageError.

    >>> typed_prices("2.50/10 EUR")
    Prices(input=2.5, output=10.0, currency='EUR')
    """
    match = _TYPED.fullmatch(text.strip())
    if match is None:
        hint = 'write what a million tokens cost, sent and received: --price "2.50/10 EUR"'
        raise UsageError(f"--price {text!r} is not two prices", hint=hint)
    return Prices(float(match["input"]), float(match["output"]), match["currency"] or "")


def spelled_cost(cost: float, currency: str) -> str:
    """Return a cost as a sentence shows it.

    >>> spelled_cost(12.5, "EUR"), spelled_cost(0.0042, "")
    ('12.50 EUR', 'less than 0.01')
    """
    shown = f"{cost:,.2f}" if cost >= 0.01 or cost == 0 else "less than 0.01"  # noqa: PLR2004 - the smallest coin
    return f"{shown} {currency}".strip()
