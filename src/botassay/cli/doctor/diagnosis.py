"""What the doctor finds, as it is printed."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Look:
    """One thing that was looked at."""

    what: str
    found: str
    state: Literal["ok", "note", "bad"] = "ok"
    hint: str | None = None


@dataclass(frozen=True, slots=True)
class Trial:
    """What became of one misbehaviour."""

    case: str
    """Its number in docs/reliability.md."""
    behaviour: str
    wanted: str
    came: str
    seconds: float
    """From the first request to the closed journal."""
    memory: int
    """Bytes at the most, beyond what was there before."""
    requests: int
    flaws: tuple[str, ...]
    """What is not as it has to be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """What `doctor --json` prints, `botassay/doctor/1`."""

    schema: Literal["botassay/doctor/1"] = "botassay/doctor/1"
    well: bool
    """Nothing is bad, and every misbehaviour is endured."""
    looks: tuple[Look, ...]
    lab: tuple[Trial, ...] | None = None
    """By misbehaviour; null without `--lab`."""
