"""The intents use cases: evaluate and compare classifiers, track data over time, merge sets, and analyse logs.

>>> from botassay.intents import evaluate
>>> phrases = [("pay my bill", "pay"), ("how do I pay", "pay"), ("my card is lost", "card"), ("lost card", "card")]
>>> evaluation = evaluate(phrases, repeats=2, splits=("0,0",))
>>> evaluation.phrases, evaluation.settings[0].repeats
(4, 2)
"""

from typing import TYPE_CHECKING

from botassay.core.lazy import lazy

if TYPE_CHECKING:
    from botassay.api.intents.engine_check import check_engine
    from botassay.api.intents.evaluation import compare, compare_async, evaluate, evaluate_async, outlook, split
    from botassay.api.intents.inputs import ClassifierLike, LabelledData
    from botassay.api.intents.logs import ReviewSession, begin_review, review, traffic
    from botassay.api.intents.phrase_round import PhraseRound, notebook
    from botassay.api.intents.sets import history, merge
    from botassay.api.intents.stopped import EvaluationStopped

__all__ = [
    "ClassifierLike",
    "EvaluationStopped",
    "LabelledData",
    "PhraseRound",
    "ReviewSession",
    "begin_review",
    "check_engine",
    "compare",
    "compare_async",
    "evaluate",
    "evaluate_async",
    "history",
    "merge",
    "notebook",
    "outlook",
    "review",
    "split",
    "traffic",
]

__getattr__ = lazy(
    __name__,
    {
        "botassay.api.intents.engine_check": ("check_engine",),
        "botassay.api.intents.evaluation": (
            "compare",
            "compare_async",
            "evaluate",
            "evaluate_async",
            "outlook",
            "split",
        ),
        "botassay.api.intents.inputs": ("ClassifierLike", "LabelledData"),
        "botassay.api.intents.logs": ("ReviewSession", "begin_review", "review", "traffic"),
        "botassay.api.intents.phrase_round": ("PhraseRound", "notebook"),
        "botassay.api.intents.sets": ("history", "merge"),
        "botassay.api.intents.stopped": ("EvaluationStopped",),
    },
)
