"""Comparison of two ratings, conversation by conversation where those are at hand."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from logging import getLogger
from pathlib import Path
from typing import Final

from botassay.api.checkers import checkers_of
from botassay.api.held import opened
from botassay.api.rating import load, rate
from botassay.api.rating_request import decisions_of, tracking, with_decisions_of
from botassay.api.report import RatingReport
from botassay.api.run_settings import RunInputs, settings_of_run
from botassay.api.subjects import Kind, kind_of, place_of
from botassay.core.errors import UsageError
from botassay.core.progress import OnProgress
from botassay.core.results import Report
from botassay.rating import Settings
from botassay.rating.comparison import compare as compared
from botassay.rating.comparison_document import Comparison
from botassay.rating.conversation_counts import RunCounts, count_conversations
from botassay.rating.decisions import decision_files
from botassay.rating.formats import STORED, is_stored
from botassay.runs.journal import FILE
from botassay.settings.rating import RateSettings

LOG = getLogger("botassay")

_NO_SHARE: Final = frozenset({"SG"})
"""Issues whose value is no share over conversations: their intervals are compared."""


@dataclass(frozen=True, slots=True)
class ComparedSide:
    """One of two ratings, with its conversations where they are at hand."""

    report: Report
    run: Path | None = None
    """The folder of a run."""
    files: Path | None = None
    """A file or folder of dialogs."""

    @classmethod
    def of(cls, side: str | Path | Report, on_progress: OnProgress | None) -> "ComparedSide":
        """Return the rating of a side; dialogs are rated by the default settings."""
        if isinstance(side, Report):
            run = side.run if isinstance(side, RatingReport) else None
            return cls(side, run if run and (run / FILE).is_file() else None)
        place = place_of(str(side))
        if (place / FILE).is_file():
            _warn_of_later_decisions(place)
            return cls(load(place, on_progress=on_progress), place)
        if is_stored(place) or not place.exists():
            return cls(load(side))
        if kind_of(str(side)) is Kind.BOT:
            hint = f"rate it first: botassay rate {side} --out runs/new, and compare that run"
            raise UsageError(f"{side} describes a bot, and comparing sends nothing", hint=hint)
        return cls(rate(place, on_progress=on_progress), files=place)

    @property
    def measures(self) -> dict[str, str]:
        """The measures of the issues that were measured."""
        scores = self.report.ratings[0].scores
        return {each.issue: each.measure for each in scores if each.value is not None and not each.assumed}

    def counts(self, measures: Mapping[str, str], on_progress: OnProgress | None) -> RunCounts:
        """Return what each conversation contributes to the measures, by the settings of the rating."""
        chosen, inputs = settings_of_run(self.run) if self.run else (RateSettings(), RunInputs())
        rated = replace(Settings.of(chosen.rating, inputs.profiles), issues=tuple(measures))
        untranslated = replace(chosen.checkers, translator=None, via=())
        return count_conversations(
            self.run or opened(self.files or "", chosen.read),
            rated,
            measures,
            checkers=checkers_of(untranslated, rated),
            decisions=decisions_of(with_decisions_of(self.run, chosen).rating) if self.run else (),
            track=tracking(on_progress, "dialogs"),
        )


def _warn_of_later_decisions(run: Path) -> None:
    """Warn where decisions on findings are newer than the stored rating: its levels do not know of them."""
    stored = run / STORED
    if stored.is_file() and any(file.stat().st_mtime > stored.stat().st_mtime for file in decision_files(run)):
        LOG.warning("%s: decisions are newer than the rating; first rate again with: botassay rate %s", run, run)


def compare(
    before: str | Path | Report, after: str | Path | Report, *, on_progress: OnProgress | None = None
) -> Comparison:
    """Return the change from one rating to another: what got worse or better beyond chance; nothing is sent.

    Of two runs, or files of dialogs, the conversations are compared: pair by pair where seed and plan agree, otherwise
    as independent. Of ratings that are stored without them, the intervals are.

    Args:
        before: a report, the folder of a run, a file or folder of dialogs, a folder with a `rating.json`, or such a
            file.
        after: the same, later.
        on_progress: is told how far the work is.

    Raises: InputError when there is no rating, or one of several subjects.
    """
    was, now = (ComparedSide.of(side, on_progress) for side in (before, after))
    counts = None
    if all(side.run or side.files for side in (was, now)):
        shared = {
            code: measure
            for code, measure in was.measures.items()
            if now.measures.get(code) == measure and code not in _NO_SHARE
        }
        counts = (was.counts(shared, on_progress), now.counts(shared, on_progress))
    return compared(was.report, now.report, counts)
