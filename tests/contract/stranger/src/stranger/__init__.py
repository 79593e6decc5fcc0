"""What somebody who is not of the house might bring."""

from collections.abc import Sequence
from dataclasses import replace

from botassay.core.evidence import Evidence
from botassay.core.facts import Fact, FactTable
from botassay.core.results import IssueResult
from botassay.core.scale import Score
from botassay.testing import PlainReport, ScriptReader, WordChecker, by_mean_rank, worst_of_all
from botassay.view import Paragraph, Section

__all__ = ["SCRIPTS", "PlainReport", "PunChecker", "by_mean_rank", "pond", "worst_of_all"]

SCRIPTS = ScriptReader()


class PunChecker(WordChecker):
    """Finds ducks."""

    def __init__(self) -> None:
        super().__init__("PUN", ("duck",))

    def score(self, evidence: Evidence) -> Score:
        """Count, and say what was counted."""
        score = super().score(evidence)
        birds = FactTable("Birds that were met", ("bird", "utterances"), (("duck", str(score.n)),))
        return replace(score, facts=(Fact("ducks per hundred utterances", f"{100 * (score.value or 0):.1f}"), birds))


def pond(result: IssueResult) -> Sequence[Section]:
    """Lay out more than the facts."""
    return [Section("pond", "The pond", "Where the ducks are.", (Paragraph(f"It holds {result.n} utterances."),))]


nothing_of_the_kind = 42
