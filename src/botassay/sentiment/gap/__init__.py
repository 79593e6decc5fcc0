"""SG: does a bot's tone change with the user's gender or race, all else equal?

`membership` says to which groups a user belongs, `figures` works the gaps between groups out of evidence, `checker`
rates, and `prober` holds the same conversation as members of each group.
"""

from botassay.sentiment.gap.checker import SentimentGap
from botassay.sentiment.gap.prober import Counterfactuals

__all__ = ["Counterfactuals", "SentimentGap"]
