"""What every redacted file says."""

from collections.abc import Iterable, Mapping
from typing import Final

from botassay.redaction.kinds import KINDS
from botassay.redaction.mark import MARK

NOTICE: Final = "Redacted by rules; names in free text can remain. Look before you share."


def notice(counts: Mapping[str, int]) -> str:
    """Return the line that a redacted file shows, with how many values of each kind were taken out.

    >>> notice({"email": 2})
    'Redacted by rules; names in free text can remain. Look before you share. Values taken out: e-mail addresses 2.'
    """
    listed = ", ".join(f"{KINDS[kind]} {counts[kind]:,}" for kind in KINDS if counts.get(kind))
    return f"{NOTICE} Values taken out: {listed or 'none'}."


def counted(texts: Iterable[str]) -> dict[str, int]:
    """Return how many values of each kind have marks in some texts."""
    marks = {match[0]: match["kind"] for text in texts for match in MARK.finditer(text)}
    return {kind: list(marks.values()).count(kind) for kind in KINDS if kind in marks.values()}
