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
    from botassay.assess import rate
    from botassay.corpora import open_corpus
    from botassay.dialog import Dialog, Role, Script, Utterance
    from botassay.errors import BotassayError
    from botassay.evidence import Evidence, Finding
    from botassay.rating import Assessment, Profile, Rating
    from botassay.scale import Issue, Level, Scale, Score

__version__ = "0.1.0"

__all__ = [
    "Assessment",
    "BotassayError",
    "Dialog",
    "Evidence",
    "Finding",
    "Issue",
    "Level",
    "Profile",
    "Rating",
    "Role",
    "Scale",
    "Score",
    "Script",
    "Utterance",
    "__version__",
    "open_corpus",
    "rate",
]

_HOME = {
    "rate": "assess",
    "open_corpus": "corpora",
    "BotassayError": "errors",
    **dict.fromkeys(("Dialog", "Role", "Script", "Utterance"), "dialog"),
    **dict.fromkeys(("Assessment", "Profile", "Rating"), "rating"),
    **dict.fromkeys(("Evidence", "Finding"), "evidence"),
    **dict.fromkeys(("Issue", "Level", "Scale", "Score"), "scale"),
}


def __getattr__(name: str) -> object:
    """Import a public name from the module that it lives in."""
    if name not in _HOME:
        message = f"module 'botassay' has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(f"botassay.{_HOME[name]}"), name)
