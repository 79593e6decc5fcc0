"""Paper 001: which topics of a bot are confused, and does it stay silent on unknown questions?

After Kuksenok and Martyniv (2019), *Evaluation and Improvement of Chatbot Text Classification Data Quality Using
Plausible Negative Examples* (nex-cv).

The use cases are `evaluate`, `compare`, `check_engine`, `history`, `merge`, `notebook`, `outlook`, `review`, `split`
and `traffic`. Below them, `splits` divides phrases into training and test, and `outcomes` computes the figures of
predictions.

>>> from botassay.intents import SplitSetting, small_intents
>>> small_intents({"pay": 40, "loan": 30, "parking": 3}, SplitSetting(k=5))
('parking',)
"""

from typing import TYPE_CHECKING

from botassay.core.lazy import lazy

if TYPE_CHECKING:
    from botassay.api.intents import (
        PhraseRound,
        check_engine,
        compare,
        compare_async,
        evaluate,
        evaluate_async,
        history,
        merge,
        notebook,
        outlook,
        review,
        split,
        traffic,
    )
    from botassay.intents.outcomes import GuessOutcome, Judged, OutcomeFigures, figures, outcome
    from botassay.intents.splits import PAPER_SETTINGS, Divider, Split, SplitSetting, small_intents

__all__ = [
    "PAPER_SETTINGS",
    "Divider",
    "GuessOutcome",
    "Judged",
    "OutcomeFigures",
    "PhraseRound",
    "Split",
    "SplitSetting",
    "check_engine",
    "compare",
    "compare_async",
    "evaluate",
    "evaluate_async",
    "figures",
    "history",
    "merge",
    "notebook",
    "outcome",
    "outlook",
    "review",
    "small_intents",
    "split",
    "traffic",
]

__getattr__ = lazy(
    __name__,
    {
        "botassay.api.intents": (
            "PhraseRound", "check_engine", "compare", "compare_async", "evaluate", "evaluate_async", "history", "merge",
            "notebook", "outlook", "review", "split", "traffic",
        ),
        "botassay.intents.outcomes": ("OutcomeFigures", "Judged", "GuessOutcome", "figures", "outcome"),
        "botassay.intents.splits": ("PAPER_SETTINGS", "Divider", "SplitSetting", "Split", "small_intents"),
    },
)  # fmt: skip
