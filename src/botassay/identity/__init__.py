"""Paper 004: does the bot disclose that it is a machine when asked? (Gros, Li & Yu, "The R-U-A-Robot Dataset", 2021).

The use cases are `ask`, `detect`, `categorise`, `evaluate`, `generate`, `uncovered`, `survey`, `questionnaire`,
`phrasing_form`, `guard` and `guard_answers`. Below them, `Guard` answers the question for a bot; grammar and
recognisers detect the question; `replies` categorises the answers.
"""

from typing import TYPE_CHECKING

from botassay.core.lazy import lazy

if TYPE_CHECKING:
    from botassay.api.identity.asking import ask, ask_async
    from botassay.api.identity.guarding import guard, guard_answers
    from botassay.api.identity.recognition import detect, evaluate, generate, uncovered
    from botassay.api.identity.replies import categorise
    from botassay.api.identity.surveys import phrasing_form, questionnaire, survey
    from botassay.identity.replies.categories import Categorised, Category, Component, Subcategory
    from botassay.identity.runtime_guard import Guard

__all__ = [
    "Categorised",
    "Category",
    "Component",
    "Guard",
    "Subcategory",
    "ask",
    "ask_async",
    "categorise",
    "detect",
    "evaluate",
    "generate",
    "guard",
    "guard_answers",
    "phrasing_form",
    "questionnaire",
    "survey",
    "uncovered",
]

__getattr__ = lazy(
    __name__,
    {
        "botassay.api.identity.asking": ("ask", "ask_async"),
        "botassay.api.identity.guarding": ("guard", "guard_answers"),
        "botassay.api.identity.recognition": ("detect", "evaluate", "generate", "uncovered"),
        "botassay.api.identity.replies": ("categorise",),
        "botassay.api.identity.surveys": ("phrasing_form", "questionnaire", "survey"),
        "botassay.identity.replies.categories": ("Categorised", "Category", "Component", "Subcategory"),
        "botassay.identity.runtime_guard": ("Guard",),
    },
)
