"""The journal of a live run: what was planned, what was sent and what came back, on disk before anything else happens.

A run is one SQLite file, `run.sqlite`. `Journal` writes it, `Record` reads it; nothing else looks inside.
"""

from botassay.runs.journal.record import Latency, Progress, Record
from botassay.runs.journal.store import FILE, State, check_free
from botassay.runs.journal.writing import Attempt, Facts, Journal

__all__ = ["FILE", "Attempt", "Facts", "Journal", "Latency", "Progress", "Record", "State", "check_free"]
