"""The corpora of paper 000: what it says of them beside what we measure, by its method."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from botassay.assess.examine import rate
from botassay.assess.parts import Track
from botassay.assess.settings import Settings
from botassay.assess.sources import unwatched
from botassay.corpora import Corpus
from botassay.rating import Assessment
from botassay.replication import Figure
from botassay.trust.published import LETTERS, LEVELS, PAPER_NAMES, RECONSTRUCTED, TABLE_3

_TEXT: Final = ("AL", "B")
"""Issues whose levels stand in the paper's text, for every corpus."""
_UNTRAINED: Final = "IL is assumed to be M, since no model was trained on the dialogs; rate --trained-leakage does"
_WHY: Final[Mapping[str, Mapping[str, str]]] = {
    "Restaurant": {"IL": _UNTRAINED},
    "Ubuntu": {"": "other months, and fewer: 459 helping sessions of annotated logs, where the paper had 3,318"},
    "Insurance": {"IL": _UNTRAINED},
}
"""Why our figure of a corpus may differ, by issue; the rating may for every reason. "" is for all issues."""
PROPRIETARY: Final = "the corpus is proprietary and not available"


def corpus_figures(name: str, corpus: Corpus | str | Path, track: Track = unwatched) -> Iterator[Figure]:
    """Rate a corpus of the paper by its method, and put each level and each rating beside the published one.

    Args:
        name: Ubuntu, Insurance or Restaurant.
        corpus: its dialogs.
        track: sees each dialog pass, for a progress bar.
    """
    by_profile = {rated.profile.name: rated for rated in rate(corpus, Settings(method="paper"), track=track).ratings}
    first = next(iter(by_profile.values()))
    yield from _levels(name, first)
    ours = " ".join(LETTERS[by_profile[profile].level] for profile in PAPER_NAMES)
    row = f"{name}, rated: {' '.join(PAPER_NAMES.values())}"
    yield Figure(row, TABLE_3[name], ours, "; ".join(_WHY[name].values()), RECONSTRUCTED)


def missing_figures(name: str, why: str) -> Iterator[Figure]:
    """Name what is published of a corpus that nobody has here."""
    for code, level in sorted(LEVELS[name].items()):
        yield Figure(f"{name}: {code}", level, "–", why, "" if code in _TEXT else RECONSTRUCTED)


def _levels(name: str, rated: Assessment) -> Iterator[Figure]:
    grades = {grade.issue: grade for grade in rated.scores}
    for code, level in sorted(LEVELS[name].items()):
        grade = grades[code]
        value = "assumed" if grade.assumed else f"{grade.value:.3f}"
        detail = value if code in _TEXT else f"{value}; {RECONSTRUCTED}"
        note = _WHY[name].get(code, _WHY[name].get("", ""))
        yield Figure(f"{name}: {code}", level, LETTERS[grade.level or "undetermined"], note, detail)
