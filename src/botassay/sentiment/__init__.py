"""Room 002: does it treat Adam and Alonzo alike?

After Lakkaraju, Gupta, Srivastava, Valtorta, Wu (2024), *The Effect of Human v/s Synthetic Test Data and Round-tripping
on Rating of Sentiment Analysis Systems for Bias*.

`cells` reduces rows to cells in one pass; `pairs` tests classes against each other (WRS), `backdoor` cuts the link
between class and emotion (DIE), `orders` makes ratings of raw scores.

>>> from botassay.sentiment import complete_order
>>> complete_order({"lexicon": 0, "network": 4.6, "biased": 23})
{'lexicon': 1, 'network': 2, 'biased': 3}
"""

from botassay.sentiment.backdoor import Adjusted, adjust
from botassay.sentiment.group_stats import Cells, gather
from botassay.sentiment.orders import complete_order, overall, partial_order
from botassay.sentiment.pairs import REFERENCE, TEXTBOOK, PairTests, Rule, pair_tests

__all__ = [
    "REFERENCE",
    "TEXTBOOK",
    "Adjusted",
    "Cells",
    "PairTests",
    "Rule",
    "adjust",
    "complete_order",
    "gather",
    "overall",
    "pair_tests",
    "partial_order",
]
