"""botassay: find out whether *you* can trust a chatbot.

The front door holds the few names that a Python user needs; each is imported when it is first asked for, so that
`import botassay` costs next to nothing.

>>> import botassay
>>> botassay.Profile.parse("IL,AL,B=CC").order
(('IL',), ('AL',), ('B', 'CC'))
"""

from typing import TYPE_CHECKING

from botassay.core.lazy import lazy

if TYPE_CHECKING:
    from botassay.api.aggregation import aggregate
    from botassay.api.chat import chat
    from botassay.api.check import check
    from botassay.api.comparison import compare
    from botassay.api.rating import load, plan, rate, rate_async, resume, resume_async
    from botassay.api.replicate import replicate
    from botassay.api.run_control import RunStopped
    from botassay.api.run_folders import delete_runs, list_runs
    from botassay.api.scoring import score
    from botassay.api.sharding import merge, rate_shard
    from botassay.api.verification import verify
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
    "delete_runs",
    "list_runs",
    "load",
    "merge",
    "open_corpus",
    "plan",
    "rate",
    "rate_async",
    "rate_shard",
    "replicate",
    "resume",
    "resume_async",
    "score",
    "verify",
]

__getattr__ = lazy(
    __name__,
    {
        "botassay.api.aggregation": ("aggregate",),
        "botassay.api.chat": ("chat",),
        "botassay.api.check": ("check",),
        "botassay.api.comparison": ("compare",),
        "botassay.api.rating": ("load", "plan", "rate", "rate_async", "resume", "resume_async"),
        "botassay.api.replicate": ("replicate",),
        "botassay.api.run_control": ("RunStopped",),
        "botassay.api.run_folders": ("delete_runs", "list_runs"),
        "botassay.api.scoring": ("score",),
        "botassay.api.sharding": ("merge", "rate_shard"),
        "botassay.api.verification": ("verify",),
        "botassay.core.dialog": ("Dialog", "Role", "Script", "Utterance"),
        "botassay.core.errors": ("BotassayError",),
        "botassay.core.evidence": ("Evidence", "Finding"),
        "botassay.core.results": ("Profile", "ProfileVerdict", "Rating", "Report"),
        "botassay.core.scale": ("Issue", "Level", "Scale", "Score"),
        "botassay.corpora": ("open_corpus",),
        "botassay.settings.rating": ("RateSettings",),
    },
    packages=("identity", "intents", "options", "profiles", "replication", "sentiment"),
)
