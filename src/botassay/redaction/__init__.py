"""Personal data in what is passed on: found by rules, marked, and put back by whoever has the mapping."""

from botassay.redaction.finder import Span, spans
from botassay.redaction.kinds import ALL, GROUPS, KINDS, kinds_of
from botassay.redaction.redactor import Redactor, restored

__all__ = ["ALL", "GROUPS", "KINDS", "Redactor", "Span", "kinds_of", "restored", "spans"]
