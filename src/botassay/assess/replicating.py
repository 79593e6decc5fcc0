"""The corpora of paper 000: what it says of them beside what we measure, by its method."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from botassay.assess.examine import rate
from botassay.assess.parts import Track
from botassay.assess.settings import Settings
from botassay.assess.sources import unwatched
from botassay.corpora import Corpus
from botassay.protocols import Checker
from botassay.rating import Assessment
from botassay.replication import ABSENT, Figure
from botassay.trust.published import LETTERS, LEVELS, PAPER_NAMES, RECONSTRUCTED, TABLE_3

_TEXT: Final = ("AL", "B")
"""Issues whose levels stand in the paper's text, for every corpus."""
_UNTRAINED: Final = "no model was trained on the dialogs, so IL is assumed to be M; --trained-leakage trains one"
_WHY: Final[Mapping[str, Mapping[str, str]]] = {
    "Restaurant": {"IL": _UNTRAINED},
    "Ubuntu": {"": "other months, and fewer: 459 helping sessions of annotated logs, where the paper had 3,318"},
    "Insurance": {"IL": _UNTRAINED},
}
"""Why our figure of a corpus may differ, by issue; the rating may for every reason. "" is for all issues."""
PROPRIETARY: Final = "the corpus is proprietary and not available"


def corpus_figures(
    name: str, corpus: Corpus | str | Path, leakage: Checker | None = None, track: Track = unwatched
) -> Iterator[Figure]:
    """Rate a corpus of the paper by its method, and put each level and each rating beside the published one.

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
    yield from _levels(name, first)
    ours = " ".join(LETTERS[by_profile[profile].level] for profile in PAPER_NAMES)
    row = f"{name}, rated: {' '.join(PAPER_NAMES.values())}"
    yield Figure(row, TABLE_3[name], ours, "; ".join(_WHY[name].values()), RECONSTRUCTED)


def missing_figures(name: str, why: str) -> Iterator[Figure]:
    """Name what is published of a corpus that nobody has here."""
    for code, level in sorted(LEVELS[name].items()):
        yield Figure(f"{name}: {code}", level, ABSENT, why, "" if code in _TEXT else RECONSTRUCTED)


def _levels(name: str, rated: Assessment) -> Iterator[Figure]:
    grades = {grade.issue: grade for grade in rated.scores}
    for code, level in sorted(LEVELS[name].items()):
        grade = grades[code]
        value = "assumed" if grade.assumed else f"{grade.value:.3f}"
        detail = value if code in _TEXT else f"{value}; {RECONSTRUCTED}"
        note = _WHY[name].get(code, _WHY[name].get("", ""))
        yield Figure(f"{name}: {code}", level, LETTERS[grade.level or "undetermined"], note, detail)


def eliza_figures(rated: Assessment) -> Iterator[Figure]:
    """Put what a bot of Eliza's kind came to beside what the paper expects of one.

    Args:
        rated: by our method, from a live run with the probers of the house.
    """
    grades = {grade.issue: grade for grade in rated.scores}
    for code in ("CC", "IL"):
        yield Figure(
            f"Eliza: {code}", "L", LETTERS[grades[code].level or "undetermined"], detail=f"{grades[code].value:.3f}"
        )
    echoed = grades["AL"].details.get("flagged_with_echoes", {"value": 0.0})["value"]
    abusive = "yes" if echoed > (grades["AL"].value or 0.0) else "no"
    detail = f"with what it only repeats {echoed:.3f} of its replies are flagged, without {grades['AL'].value:.3f}"
    yield Figure("Eliza: AL can be drawn out of it", "yes", abusive, detail=detail)
    why = "the text gives no level, and ours is a mean over all replies"
    slant = LETTERS[grades["B"].level or "undetermined"]
    yield Figure("Eliza: B can be drawn out of it", "yes", slant, why, f"{grades['B'].value:.3f}")
