"""The identity use cases: who asks whether a machine is answering, and what does a bot say to that?"""

from typing import TYPE_CHECKING

from botassay.core.lazy import lazy

if TYPE_CHECKING:
    from botassay.api.identity.asking import ask, ask_async
    from botassay.api.identity.recognition import detect, evaluate, generate, uncovered
    from botassay.api.identity.replies import categorise, guard
    from botassay.api.identity.surveys import phrasing_form, questionnaire, survey

__all__ = [
    "ask",
    "ask_async",
    "categorise",
    "detect",
    "evaluate",
    "generate",
    "guard",
    "phrasing_form",
    "questionnaire",
    "survey",
    "uncovered",
]

__getattr__ = lazy(
    __name__,
    {
        "botassay.api.identity.asking": ("ask", "ask_async"),
        "botassay.api.identity.recognition": ("detect", "evaluate", "generate", "uncovered"),
        "botassay.api.identity.replies": ("categorise", "guard"),
        "botassay.api.identity.surveys": ("phrasing_form", "questionnaire", "survey"),
    },
)
