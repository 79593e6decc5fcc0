"""A clause of a law or a standard, and what was found for or against it."""

from dataclasses import dataclass
from typing import Literal

State = Literal["supported", "contradicted", "inconclusive", "not tested", "manual"]
Status = Literal["confirmed", "secondary", "conflict", "not confirmed", "bill"]
"""How well the text of a clause is known: a page with its own words was seen, pages about it, pages that disagree, none
that says so; or it is no law yet."""


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
    status: Status = "secondary"
    """How well its text is known."""
    sources: tuple[str, ...] = ()
    """The pages by which it is known."""
    conflict: str = ""
    """Where pages disagree, or what none of them confirms: a sentence, or empty."""
