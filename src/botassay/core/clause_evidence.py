"""A clause of a law or a standard, and what was found for or against it."""

from dataclasses import dataclass
from typing import Literal

State = Literal["supported", "contradicted", "inconclusive", "not tested", "manual"]


@dataclass(frozen=True, slots=True)
class ClauseEvidence:
    """What was found for or against a clause of a law or a standard; it is no legal advice."""

    id: str
    jurisdiction: str
    instrument: str
    clause: str
    applies_from: str
    """A date, or what is known of it."""
    applies_to: str
    asks: str
    """What the clause asks for, in our words."""
    state: State
    evidence: tuple[str, ...]
    """What was tested, check by check, and what came of it."""
    manual: tuple[str, ...]
    """What a person has to check, since no conversation shows it."""
    source_url: str
    last_verified: str
    """When the text of the rule was last compared with a secondary source: a month or a day."""
    only: str = ""
    """What alone it is for, in short, where most bots are something else; else empty."""
