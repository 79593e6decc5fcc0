"""Personal data in what is passed on: found by rules, marked, and put back by whoever has the mapping."""

from typing import TYPE_CHECKING

from botassay.core.lazy import lazy

if TYPE_CHECKING:
    from botassay.redaction.finder import Span, spans
    from botassay.redaction.kinds import ALL, GROUPS, KINDS, kinds_of
    from botassay.redaction.redactor import Redactor, restored

__getattr__ = lazy(
    __name__,
    {
        "botassay.redaction.finder": ("Span", "spans"),
        "botassay.redaction.kinds": ("ALL", "GROUPS", "KINDS", "kinds_of"),
        "botassay.redaction.redactor": ("Redactor", "restored"),
    },
)

__all__ = ["ALL", "GROUPS", "KINDS", "Redactor", "Span", "kinds_of", "restored", "spans"]
