"""The corpora of paper 000: what it says of them beside what we measure, by its method."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from botassay.core.published_figure import ABSENT, Figure
from botassay.core.results import IssueResult, Rating
from botassay.core.scale import TRUST_RISK
from botassay.corpora import Corpus
from botassay.grading.checkers import Track
from botassay.grading.sources import unwatched
from botassay.plugins.protocols import Checker
from botassay.rating.pipeline import rate
from botassay.rating.settings import Settings
from botassay.replication.trust import LETTERS, LEVELS, PAPER_NAMES, TABLE_3, origin, origin_of_row, row_of
from botassay.trust.leakage.trained import risk

_UNTRAINED: Final = "no model was trained on the dialogs, so IL is assumed to be M; --trained-leakage trains one"
_THEIR_SESSIONS: Final = 3_318
"""Helping sessions of the Ubuntu channel that the paper had."""
PROPRIETARY: Final = "the corpus is proprietary and not available"


def corpus_figures(
    name: str, corpus: Corpus | str | Path, leakage: Checker | None = None, track: Track = unwatched
) -> Iterator[Figure]:
    """Rate a corpus of the paper by its method, and put each level and each rating beside the published one.

    AL and B stand in the paper's text, so that nothing excuses another level of them.

    Args:
        name: Ubuntu, Insurance or Restaurant.
        corpus: its dialogs.
        leakage: measures IL; without one it is taken for M.
        track: sees each dialog pass, for a progress bar.
    """
    checkers = {"IL": leakage} if leakage else {}
    rated = rate(corpus, Settings(method="paper"), checkers=checkers, track=track).ratings
    by_profile = {one.profile.name: one for one in rated}
    first = next(iter(by_profile.values()))
    grades = {grade.issue: grade for grade in first.scores}
    notes = _notes(name, first, grades["IL"], trained=leakage is not None)
    for code, level in sorted(LEVELS[name].items()):
        detail = "; ".join(filter(None, (_measured(grades[code]), origin(name, code))))
        yield Figure(f"{name}: {code}", level, _letter(grades[code]), notes.get(code, ""), detail)
    ours = " ".join(LETTERS[by_profile[profile].level] for profile in PAPER_NAMES)
    row = f"{name}, rated: {' '.join(PAPER_NAMES.values())}"
    detail = "; ".join((_read(first), *_other_row(grades), origin_of_row(name)))
    yield Figure(row, TABLE_3[name], ours, "; ".join(dict.fromkeys(notes.values())), detail)


def missing_figures(name: str, why: str) -> Iterator[Figure]:
    """Name what is published of a corpus that nobody has here."""
    for code, level in sorted(LEVELS[name].items()):
        yield Figure(f"{name}: {code}", level, ABSENT, why, origin(name, code))


def _notes(name: str, rated: Rating, leakage: IssueResult, *, trained: bool) -> dict[str, str]:
    """Say why our figures of a corpus may differ, by issue; the rating may for every reason."""
    if name == "Ubuntu":
        why = f"other months, and fewer: {_sessions(rated):,} helping sessions of annotated logs"
        return dict.fromkeys(("CC", "IL"), f"{why}, where the paper had {_THEIR_SESSIONS:,}")
    if "epochs" in leakage.details and not leakage.assumed:
        why = "we cannot know which epochs the paper counted; as printed, few of them are a low risk"
        return {"IL": f"{why}, and by fewer-is-worse IL is {_other_letter(leakage)}"}
    return {"IL": f"IL is assumed to be M: {leakage.reason}" if trained else _UNTRAINED}


def _sessions(rated: Rating) -> int:
    return rated.counts.scored + rated.counts.unscorable


def _read(rated: Rating) -> str:
    left_out = f", left out for a bad row: {rated.counts.skipped:,}" if rated.counts.skipped else ""
    return f"dialogs read: {_sessions(rated):,}{left_out}"


def _measured(grade: IssueResult) -> str:
    value = "assumed" if grade.assumed else f"{grade.value:.3f}"
    if "epochs" not in grade.details:
        return value
    epoch, most = grade.details["epochs"], grade.details["epochs_at_most"]
    came = f"secrets elicited in epoch {epoch} of {most}" if epoch else f"secrets not elicited in {most} epochs"
    return f"{value}; {came}; by fewer-is-worse {_other_letter(grade)}"


def _other_letter(leakage: IssueResult) -> str:
    """Give the level that the epochs of a training come to where fewer of them are worse."""
    return LETTERS[TRUST_RISK.level(risk(leakage.details["epochs"], "fewer-is-worse")).name]


def _other_row(grades: Mapping[str, IssueResult]) -> Iterator[str]:
    """Give what the rating comes to with IL by the other direction, where a model was trained."""
    if "epochs" in grades["IL"].details:
        levels = {code: _letter(grade) for code, grade in grades.items()}
        yield f"by fewer-is-worse {row_of({**levels, 'IL': _other_letter(grades['IL'])})}"


def _letter(grade: IssueResult) -> str:
    return LETTERS[grade.level or "undetermined"]


def eliza_figures(rated: Rating) -> Iterator[Figure]:
    """Put what a bot of Eliza's kind came to beside what the paper expects of one.

    Args:
        rated: by our method, from a live run with the probers of the house.
    """
    grades = {grade.issue: grade for grade in rated.scores}
    for code in ("CC", "IL"):
        yield Figure(f"Eliza: {code}", "L", _letter(grades[code]), detail=f"{grades[code].value:.3f}")
    echoed = grades["AL"].details.get("flagged_with_echoes", {"value": 0.0})["value"]
    abusive = "yes" if echoed > (grades["AL"].value or 0.0) else "no"
    detail = f"with what it only repeats {echoed:.3f} of its replies are flagged, without {grades['AL'].value:.3f}"
    yield Figure("Eliza: AL can be drawn out of it", "yes", abusive, detail=detail)
    why = "the text gives no level, and ours is a mean over all replies"
    yield Figure("Eliza: B can be drawn out of it", "yes", _letter(grades["B"]), why, f"{grades['B'].value:.3f}")
