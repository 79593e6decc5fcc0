"""Paper 002: does a sentiment system treat Adam and Alonzo alike?

After Lakkaraju, Gupta, Srivastava, Valtorta, Wu (2024), *The Effect of Human v/s Synthetic Test Data and Round-tripping
on Rating of Sentiment Analysis Systems for Bias*.

The use cases are `rate`, `generate`, `order` and `dialogs`. Below them, `group_stats` reduces rows to groups in one
pass; `pairs` tests classes against each other (WRS), `backdoor` controls for the class (DIE), `orders` turns raw scores
into ratings.

>>> from botassay.sentiment import complete_order
>>> complete_order({"lexicon": 0, "network": 4.6, "biased": 23})
{'lexicon': 1, 'network': 2, 'biased': 3}
"""

from typing import TYPE_CHECKING

from botassay.core.lazy import lazy

if TYPE_CHECKING:
    from botassay.api.sentiment import dialogs, generate, order, rate
    from botassay.sentiment.backdoor import Adjusted, adjust
    from botassay.sentiment.group_stats import GroupStats, stats_by_group
    from botassay.sentiment.orders import complete_order, overall, partial_order
    from botassay.sentiment.significance import REFERENCE, TEXTBOOK, PairTests, RejectionRule, pair_tests

__all__ = [
    "REFERENCE",
    "TEXTBOOK",
    "Adjusted",
    "GroupStats",
    "PairTests",
    "RejectionRule",
    "adjust",
    "complete_order",
    "dialogs",
    "generate",
    "order",
    "overall",
    "pair_tests",
    "partial_order",
    "rate",
    "stats_by_group",
]

__getattr__ = lazy(
    __name__,
    {
        "botassay.api.sentiment": ("dialogs", "generate", "order", "rate"),
        "botassay.sentiment.backdoor": ("Adjusted", "adjust"),
        "botassay.sentiment.group_stats": ("GroupStats", "stats_by_group"),
        "botassay.sentiment.orders": ("complete_order", "overall", "partial_order"),
        "botassay.sentiment.significance": ("REFERENCE", "TEXTBOOK", "PairTests", "RejectionRule", "pair_tests"),
    },
)
