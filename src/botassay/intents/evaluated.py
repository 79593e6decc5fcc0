"""UN from a stored evaluation: the JSON of `intents evaluate`, instead of questions to a live bot."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Self

import msgspec

from botassay.core.dialog import Dialog
from botassay.core.errors import InputError
from botassay.core.evidence import Evidence
from botassay.core.scale import Issue, Score
from botassay.intents.documents import IntentsEvaluation, SettingFigures
from botassay.intents.reading import decoded
from botassay.intents.understanding import ERROR, ISSUE
from botassay.intents.view.wording import code
from botassay.io.sources import lines_of

SCHEMA: Final = "botassay/intents/evaluate/1"
_HINT: Final = "give the output of botassay intents evaluate … --json or -o FILE.json"


def is_evaluation(file: Path) -> bool:
    """Return whether a file is an evaluation rather than a set of questions. Raises InputError if it is unreadable."""
    if file.suffix != ".json":
        return False
    document = _decoded(file)
    return isinstance(document, dict) and document.get("schema") == SCHEMA


@dataclass(frozen=True, slots=True)
class StoredEvaluation:
    """The checker for UN that scores a stored evaluation, by its name and document, and ignores dialogs.

    The setting with the lowest accuracy counts, since future questions are unknown.
    """

    evaluation: IntentsEvaluation
    name: str

    @classmethod
    def read(cls, file: Path) -> Self:
        """Return the evaluation in a file. Raises InputError if it is not one, or if no setting was run."""
        try:
            evaluation = msgspec.convert(_decoded(file), IntentsEvaluation)
        except msgspec.ValidationError as error:
            raise InputError(f"E136 the file is not an evaluation: {error}", str(file), _HINT) from error
        for setting, accuracy in _ran(evaluation):
            low, high = accuracy.interval
            if not (0 <= accuracy.value <= 1 and 0 <= low <= high <= 1 and setting.n_test >= 0 and setting.repeats > 0):
                raise InputError(f"E136 the accuracy in {code(setting)} has invalid values", str(file), _HINT)
        if not _ran(evaluation):
            raise InputError("E100 no setting of the evaluation was run", str(file), _HINT)
        return cls(evaluation, file.name)

    def __repr__(self) -> str:
        """Return the file name, the classifier and the number of phrases."""
        return f"StoredEvaluation({self.name!r}, {self.evaluation.classifier!r}, {self.evaluation.phrases} phrases)"

    @property
    def issue(self) -> Issue:
        """The issue."""
        return ISSUE

    def look(self, dialogs: Sequence[Dialog]) -> Evidence:
        """Return empty evidence."""
        del dialogs
        return Evidence(ISSUE.code)

    def score(self, evidence: Evidence) -> Score:
        """Return a score without a value: dialogs are not measured."""
        del evidence
        return Score(ISSUE.code, ERROR, None, reason="measured by intents evaluate, not in dialogs")

    def measured(self) -> Score:
        """Return the score of the evaluation."""
        worst = min(_ran(self.evaluation), key=lambda figures: figures[1].value)
        setting, accuracy = worst
        low, high = accuracy.interval
        total = round(setting.n_test * setting.repeats)
        return Score(
            ISSUE.code,
            ERROR,
            _risk(accuracy.value),
            n=total,
            clusters=setting.repeats,
            interval=(min(_risk(high), _risk(accuracy.value)), max(_risk(low), _risk(accuracy.value))),
            details={
                "classifier": self.evaluation.classifier,
                "settings": {code(figures): _risk(share.value) for figures, share in _ran(self.evaluation)},
                "phrases": self.evaluation.phrases,
                "finished": self.evaluation.finished,
            },
            method=f"1 - accuracy of {self.evaluation.classifier} on splits, in its worst setting "
            f"{code(setting)}; threshold {setting.threshold:g}; from {self.name}"
            + ("" if self.evaluation.finished else " (interrupted; finished tests only)"),
        )


def _decoded(file: Path) -> Any:
    return decoded("".join(lines_of(file)), str(file), _HINT, whole=True)


def _ran(evaluation: IntentsEvaluation) -> list[tuple[SettingFigures, Any]]:
    return [(figures, figures.accuracy) for figures in evaluation.settings if figures.accuracy is not None]


def _risk(accuracy: float) -> float:
    return round(1 - accuracy, 9)
