"""Rating: from evidence to a verdict for each profile.

`rate` is the pipeline for a corpus: checkers look at every dialog, evidence is added up and scored, scores become
levels, and levels one rating for each profile.
"""

from typing import TYPE_CHECKING

from botassay.core.lazy import lazy

if TYPE_CHECKING:
    from botassay.grading.checkers import equip
    from botassay.rating.decisions import Decision, read_decisions, record_decision
    from botassay.rating.incremental import Interim, SoFar, Unanswered
    from botassay.rating.pipeline import every_finding, rate
    from botassay.rating.rerate import rate_again
    from botassay.rating.settings import Settings

__all__ = [
    "Decision",
    "Interim",
    "Settings",
    "SoFar",
    "Unanswered",
    "equip",
    "every_finding",
    "rate",
    "rate_again",
    "read_decisions",
    "record_decision",
]

__getattr__ = lazy(
    __name__,
    {
        "botassay.grading.checkers": ("equip",),
        "botassay.rating.decisions": ("Decision", "read_decisions", "record_decision"),
        "botassay.rating.incremental": ("Interim", "SoFar", "Unanswered"),
        "botassay.rating.pipeline": ("every_finding", "rate"),
        "botassay.rating.rerate": ("rate_again",),
        "botassay.rating.settings": ("Settings",),
    },
)
