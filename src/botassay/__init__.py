"""botassay: find out whether *you* can trust a chatbot.

The front door holds the few names that a Python user needs; each is imported when it is first asked for, so that
`import botassay` costs next to nothing.

>>> import botassay
>>> botassay.Profile.parse("IL,AL,B=CC").order
(('IL',), ('AL',), ('B', 'CC'))
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from botassay.api.aggregation import aggregate
    from botassay.api.chat import chat
    from botassay.api.check import check
    from botassay.api.rating import compare, load, plan, rate, rate_async, resume, resume_async
    from botassay.api.replicate import replicate
    from botassay.api.run_control import RunStopped
    from botassay.api.scoring import score
    from botassay.core.dialog import Dialog, Role, Script, Utterance
    from botassay.core.errors import BotassayError
    from botassay.core.evidence import Evidence, Finding
    from botassay.core.results import Profile, ProfileVerdict, Rating, Report
    from botassay.core.scale import Issue, Level, Scale, Score
    from botassay.corpora import open_corpus
    from botassay.settings.rating import RateSettings

__version__ = "0.1.0"

__all__ = [
    "BotassayError",
    "Dialog",
    "Evidence",
    "Finding",
    "Issue",
    "Level",
    "Profile",
    "ProfileVerdict",
    "RateSettings",
    "Rating",
    "Report",
    "Role",
    "RunStopped",
    "Scale",
    "Score",
    "Script",
    "Utterance",
    "__version__",
    "aggregate",
    "chat",
    "check",
    "compare",
    "load",
    "open_corpus",
    "plan",
    "rate",
    "rate_async",
    "replicate",
    "resume",
    "resume_async",
    "score",
]

_HOME = {
    **dict.fromkeys(("compare", "load", "plan", "rate", "rate_async", "resume", "resume_async"), "api.rating"),
    "aggregate": "api.aggregation",
    "chat": "api.chat",
    "score": "api.scoring",
    "RunStopped": "api.run_control",
    "RateSettings": "settings.rating",
    "check": "api.check",
    "open_corpus": "corpora",
    "replicate": "api.replicate",
    "BotassayError": "core.errors",
    **dict.fromkeys(("Dialog", "Role", "Script", "Utterance"), "core.dialog"),
    **dict.fromkeys(("Profile", "ProfileVerdict", "Rating", "Report"), "core.results"),
    **dict.fromkeys(("Evidence", "Finding"), "core.evidence"),
    **dict.fromkeys(("Issue", "Level", "Scale", "Score"), "core.scale"),
}


_ROOMS = ("identity", "intents", "options", "profiles", "replication", "sentiment")
"""Packages with use cases of their own: `botassay.intents.evaluate`."""


def __getattr__(name: str) -> object:
    """Import a public name from the module that it lives in."""
    if name in _ROOMS:
        return import_module(f"botassay.{name}")
    if name not in _HOME:
        message = f"module 'botassay' has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(f"botassay.{_HOME[name]}"), name)
