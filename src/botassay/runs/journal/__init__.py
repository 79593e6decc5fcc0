"""The journal of a live run: the plan, every message and every reply, on disk before anything else happens.

A run is one SQLite file, `run.sqlite`. `Journal` writes it, `Record` reads it; nothing else looks inside.
"""

from botassay.runs.journal.merged import MergedRecord, RunRecord
from botassay.runs.journal.record import ConversationProgress, Latency, Record
from botassay.runs.journal.store import FILE, AttemptState, check_free, without_journal
from botassay.runs.journal.writing import Attempt, Journal, RunFacts

__all__ = [
    "FILE",
    "Attempt",
    "AttemptState",
    "ConversationProgress",
    "Journal",
    "Latency",
    "MergedRecord",
    "Record",
    "RunFacts",
    "RunRecord",
    "check_free",
    "without_journal",
]
