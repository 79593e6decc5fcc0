"""What `doctor` reports: the state of this installation, and of each robustness test."""

from dataclasses import dataclass
from typing import Final, Literal

from botassay import __version__
from botassay.api.robustness import LabTrial
from botassay.core.text.plural import many
from botassay.view import Badge, Fact, Headline, Page, Section, Table
from botassay.view.document import Viewable
from botassay.view.tone import Tone

_TONES: Final[dict[str, Tone]] = {"ok": "first", "note": "middle", "bad": "last"}


@dataclass(frozen=True, slots=True)
class InstallationCheck:
    """The state of one thing that a rating needs."""

    what: str
    found: str
    state: Literal["ok", "note", "bad"] = "ok"
    hint: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis(Viewable):
    """What `doctor --json` prints, `botassay/doctor/1`."""

    schema: Literal["botassay/doctor/1"] = "botassay/doctor/1"
    well: bool
    """Nothing is bad, and every robustness test passed."""
    looks: tuple[InstallationCheck, ...]
    lab: tuple[LabTrial, ...] | None = None
    """By misbehaviour; null without `--lab`."""

    def view(self) -> Page:
        """Return the page."""
        bad = sum(check.state == "bad" for check in self.looks)
        failed = sum(bool(trial.flaws) for trial in self.lab or ())
        tests = len(self.lab or ())
        problems = many(bad + failed, "problem", "problems")
        rows = tuple(
            (Badge("BAD" if check.state == "bad" else check.state, _TONES[check.state]), check.what, _explained(check))
            for check in self.looks
        )
        checks = Table("", ("", "what", "state"), rows, shown=len(rows))
        return Page(
            kicker="Installation of botassay",
            title=__version__,
            headline=Headline("No problems.", "first") if self.well else Headline(f"{problems}: see BAD.", "last"),
            lead="",
            facts=() if self.lab is None else (Fact("robustness tests passed", f"{tests - failed} of {tests}"),),
            sections=(Section("installation", "Installation", "", (checks,)), *self._lab()),
            version=__version__,
        )

    def _lab(self) -> tuple[Section, ...]:
        if self.lab is None:
            return ()
        rows = tuple(
            (
                Badge("BAD", "last") if trial.flaws else Badge("ok", "first"),
                f"{trial.case} {trial.behaviour}",
                "; ".join((trial.came, *trial.flaws)),
                f"{trial.seconds:.2f} s",
            )
            for trial in self.lab
        )
        lead = "Conversations with a misbehaving server on this machine; docs/reliability.md says how each must end."
        table = Table("", ("", "misbehaviour", "result", "time"), rows, shown=len(rows))
        return (Section("lab", "Robustness tests", lead, (table,)),)


def _explained(check: InstallationCheck) -> str:
    return f"{check.found} ({check.hint})" if check.hint else check.found
