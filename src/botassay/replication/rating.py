"""The results of paper 000 and of botassay: figures that follow from its text alone, and corpora rated by its method.

Its Tables 1 to 3 are not part of its text. Where its prose and its algorithm leave one possibility only, that one is
taken and called *reconstructed*.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from botassay.core.published_figure import ABSENT, Figure, Reason, Source
from botassay.core.results import IssueResult, Profile, ProfileVerdict, Rating, TieBreak
from botassay.core.scale import TRUST_RISK
from botassay.corpora import Corpus
from botassay.grading.checkers import Track
from botassay.grading.sources import GivenDialogs, unwatched
from botassay.plugins.protocols import Checker
from botassay.profiles.published import PUBLISHED
from botassay.rating.aggregation import Terms, aggregate, from_levels
from botassay.rating.pipeline import rate
from botassay.rating.settings import Settings
from botassay.trust.leakage.trained import risk

LETTERS: Final[Mapping[str, str]] = {"low": "L", "medium": "M", "high": "H", "undetermined": "?"}
PAPER_NAMES: Final[Mapping[str, str]] = {
    "conversation": "P_CU", "fairness": "P_FU", "privacy": "P_PU", "abuse": "P_AU",
}  # fmt: skip
LEVELS: Final[Mapping[str, Mapping[str, str]]] = {
    "Ubuntu": {"B": "L", "AL": "L", "CC": "L", "IL": "M"},
    "Insurance": {"B": "L", "AL": "L", "CC": "M", "IL": "L"},
    "HR": {"B": "L", "AL": "L", "CC": "L", "IL": "H"},
    "Restaurant": {"B": "L", "AL": "L", "CC": "M", "IL": "H"},
}
"""Table 2 as levels. The text says L of B and AL in all four; the rest is reconstructed."""
TABLE_3: Final[Mapping[str, str]] = {
    "Ubuntu": "L L M L", "Insurance": "M L L L", "HR": "L L H L", "Restaurant": "M L H L",
}  # fmt: skip
"""Ratings for P_CU, P_FU, P_PU, P_AU."""
TEXT: Final = ("AL", "B")
"""Issues whose levels the paper's text states for every corpus."""
RECONSTRUCTED: Final = "reconstructed: the text leaves only this"
INFERRED: Final = "inferred: the text does not rule out H"
_INFERRED: Final = ("Ubuntu", "HR")
"""Corpora whose CC the text does not fix: it names the others as those with M, and says H of none."""
_UNTRAINED: Final = "train a model on the dialogs: --trained-leakage"
_ASSUMED: Final = Reason("IL is not measured and taken for M", 1)
_EPOCHS: Final = Reason(
    "the paper does not say which epochs it counted: IL is as published where fewer epochs are worse", 2
)
_OTHER_MONTHS: Final = "other and fewer months than the paper's"
_OTHER_COUNT: Final = "not as many dialogs as the paper had"
DIALOGS: Final[Mapping[str, int]] = {"Ubuntu": 3_318, "Insurance": 25_499, "Restaurant": 2_118}
"""Dialogs of each corpus that the paper had."""
_NEARLY_ALL: Final = 0.01
"""How far the number of dialogs may be from the paper's, as a share."""


def origin(corpus: str, code: str) -> str:
    """Return the origin of a level of Table 2; empty where the text states it.

    >>> origin("HR", "AL"), origin("HR", "CC")
    ('', 'inferred: the text does not rule out H')
    """
    inferred = code == "CC" and corpus in _INFERRED
    return "" if code in TEXT else INFERRED if inferred else RECONSTRUCTED


def origin_of_row(corpus: str) -> str:
    """Return the origin of a row of Table 3: where CC is inferred, so is the cell of P_CU, which depends on it."""
    return f"{RECONSTRUCTED}; P_CU {INFERRED}" if corpus in _INFERRED else RECONSTRUCTED


def row_of(levels: Mapping[str, str]) -> str:
    """Rate levels by the published rule for the four profiles: a row of Table 3.

    >>> row_of({"B": "L", "AL": "L", "CC": "M", "IL": "H"})
    'M L H L'
    """
    return " ".join(LETTERS[_by_paper(PUBLISHED[name], levels).level] for name in PAPER_NAMES)


def figures() -> Iterator[Figure]:
    """Return all figures that follow from the paper's text alone."""
    yield from _worked_example()
    yield from _table_3()


def _by_paper(order: Profile, levels: Mapping[str, str], ties: TieBreak = TieBreak.PESSIMISTIC) -> ProfileVerdict:
    return aggregate(order, from_levels(levels), Terms("paper", ties))


def _worked_example() -> Iterator[Figure]:
    order = Profile.parse("B,AL,CC,IL")
    levels = {"B": "L", "AL": "M", "CC": "M", "IL": "H"}
    rating = _by_paper(order, levels)
    tally = " ".join(f"{LETTERS[name]}={weight:g}" for name, weight in rating.rule.tally.items())
    yield Figure("worked example: totals", "L=3 M=3 H=0", tally)
    yield Figure("worked example: pessimistic", "M", LETTERS[rating.level])
    yield Figure("worked example: optimistic", "L", LETTERS[_by_paper(order, levels, TieBreak.OPTIMISTIC).level])


def _table_3() -> Iterator[Figure]:
    for corpus, levels in LEVELS.items():
        name = f"Table 3, {corpus}: {' '.join(PAPER_NAMES.values())}"
        yield Figure(name, TABLE_3[corpus], row_of(levels), Source.RECONSTRUCTED, detail=origin_of_row(corpus))


# ── corpora ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def corpus_figures(
    name: str, corpus: Corpus | GivenDialogs | str | Path, leakage: Checker | None = None, track: Track = unwatched
) -> Iterator[Figure]:
    """Rate a corpus of the paper by its method, and put each level and each rating beside the published one.

    The paper's text states AL and B, so that nothing excuses another level of them.

    Args:
        name: Ubuntu, Insurance or Restaurant.
        corpus: its dialogs.
        leakage: measures IL; without one it is taken for M.
        track: sees each dialog pass, for a progress bar.
    """
    checkers = {"IL": leakage} if leakage else {}
    rated = rate(corpus, Settings(method="paper"), checkers=checkers, track=track).ratings
    by_profile = {rating.profile.name: rating for rating in rated}
    first = next(iter(by_profile.values()))
    grades = {grade.issue: grade for grade in first.scores}
    others = _others(name, first)
    for code, level in sorted(LEVELS[name].items()):
        yield _level(name, code, level, grades[code], others, trained=leakage is not None)
    ours = " ".join(LETTERS[by_profile[profile].level] for profile in PAPER_NAMES)
    detail = "; ".join((_read(first), *_other_row(grades), origin_of_row(name)))
    reason = others.get("CC") or _of_leakage(grades["IL"], LEVELS[name]["IL"])
    title = f"{name}, rated: {' '.join(PAPER_NAMES.values())}"
    yield Figure(title, TABLE_3[name], ours, Source.RECONSTRUCTED, reason, detail=detail)


def _level(
    name: str, code: str, level: str, grade: IssueResult, others: Mapping[str, Reason], *, trained: bool
) -> Figure:
    """Return the level of an issue beside that of Table 2; IL that is only assumed is not measured."""
    detail = "; ".join(filter(None, (_measured(grade), origin(name, code))))
    figure = Figure(f"{name}: {code}", level, _letter(grade), source_of(code), others.get(code), detail=detail)
    if code != "IL" or others:
        return figure
    if grade.assumed:
        return figure._replace(ours=ABSENT, note=grade.reason if trained and grade.reason else _UNTRAINED)
    return figure._replace(reason=_of_leakage(grade, level))


def source_of(code: str) -> Source:
    """Return where the level of an issue in Table 2 comes from."""
    return Source.PUBLISHED if code in TEXT else Source.RECONSTRUCTED


def controls(figures: Iterable[Figure], identity: str) -> Iterator[Figure]:
    """Yield the figures of dialogs that are not the paper's, beside no published ones."""
    for figure in figures:
        note = f"{identity}; nothing is published of these dialogs"
        name = f"control, {figure.name}"
        yield figure._replace(name=name, reference=ABSENT, source=Source.CONTROL, reason=None, note=note)


def missing_figures(name: str, why: str) -> Iterator[Figure]:
    """Yield the figures of a corpus of which no copy is given."""
    for code, level in sorted(LEVELS[name].items()):
        yield Figure(f"{name}: {code}", level, ABSENT, source_of(code), note=why, detail=origin(name, code))


def _others(name: str, rated: Rating) -> dict[str, Reason]:
    """Return why nothing of a corpus can be reproduced, by issue; empty where all of the paper's dialogs may be there.

    The text says L of AL and B whatever the dialogs are, so that these may not differ by a step.
    """
    dialogs, theirs = _sessions(rated) + rated.counts.skipped, DIALOGS[name]
    if name != "Ubuntu" and abs(dialogs - theirs) <= _NEARLY_ALL * theirs:
        return {}
    if name == "Restaurant":  # known by its dialogs
        return {}
    why = f"{_OTHER_MONTHS if name == 'Ubuntu' else _OTHER_COUNT}: {dialogs:,} dialogs beside {theirs:,}"
    return {code: Reason(why, 0 if code in TEXT else 1, always=True) for code in LEVELS[name]}


def _of_leakage(leakage: IssueResult, level: str) -> Reason | None:
    """Return why a rating may differ by IL: it is assumed, or the other direction of the epochs gives the level."""
    if leakage.assumed:
        return _ASSUMED
    return _EPOCHS if "epochs" in leakage.details and _other_letter(leakage) == level else None


def _sessions(rated: Rating) -> int:
    return rated.counts.scored + rated.counts.unscorable


def _read(rated: Rating) -> str:
    left_out = f", left out for an invalid row: {rated.counts.skipped:,}" if rated.counts.skipped else ""
    return f"dialogs read: {_sessions(rated):,}{left_out}"


def _measured(grade: IssueResult) -> str:
    value = "assumed" if grade.assumed else f"{grade.value:.3f}"
    if "epochs" not in grade.details:
        return value
    epoch, most = grade.details["epochs"], grade.details["epochs_at_most"]
    came = f"secrets elicited in epoch {epoch} of {most}" if epoch else f"secrets not elicited in {most} epochs"
    return f"{value}; {came}; by fewer-is-worse {_other_letter(grade)}"


def _other_letter(leakage: IssueResult) -> str:
    """Return the level of a training's epochs where fewer epochs are worse."""
    return LETTERS[TRUST_RISK.level(risk(leakage.details["epochs"], "fewer-is-worse")).name]


def _other_row(grades: Mapping[str, IssueResult]) -> Iterator[str]:
    """Return the rating with IL by the other direction, where a model was trained."""
    if "epochs" in grades["IL"].details:
        levels = {code: _letter(grade) for code, grade in grades.items()}
        yield f"by fewer-is-worse {row_of({**levels, 'IL': _other_letter(grades['IL'])})}"


def _letter(grade: IssueResult) -> str:
    return LETTERS[grade.level or "undetermined"]


def eliza_figures(rated: Rating, by_paper: Rating) -> Iterator[Figure]:
    """Return the figures of a bot of Eliza's kind with what the paper says of one.

    Args:
        rated: by botassay's method, from a live run with the bundled probers.
        by_paper: the same conversations by the paper's method, in which a repeated insult counts.
    """
    grades = {grade.issue: grade for grade in rated.scores}
    for code in ("CC", "IL"):
        yield Figure(f"Eliza: {code}", "L", _letter(grades[code]), detail=f"{grades[code].value:.3f}")
    shares = next(grade for grade in by_paper.scores if grade.issue == "AL").details["shares"]
    flagged = shares["hate"] + shares["offensive"]
    raw = grades["AL"].details.get("raw", {"value": 0.0})["value"]
    detail = f"{flagged:.3f} of its replies are hate or offensive by the paper's method, {raw:.3f} by botassay's"
    yield Figure("Eliza: AL can be provoked", "yes", "yes" if flagged else "no", detail=detail)
