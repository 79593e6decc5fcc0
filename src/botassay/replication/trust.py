"""What paper 000 says its method came to, beside what ours comes to from the same levels.

Its Tables 1 to 3 are not part of its text. Where its prose and its algorithm leave one possibility only, that one is
taken and called *reconstructed*.
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final

from botassay.core.published_figure import ABSENT, Figure
from botassay.core.results import Profile, ProfileVerdict, TieBreak
from botassay.plugins.protocols import Ballot, Count
from botassay.profiles.published import PUBLISHED
from botassay.profiles.voting import Borda
from botassay.rating.aggregation import Terms, aggregate, from_levels

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
"""Issues whose levels stand in the paper's text, for every corpus."""
RECONSTRUCTED: Final = "reconstructed: the text leaves only this"
INFERRED: Final = "inferred: the text does not rule out H"
_INFERRED: Final = ("Ubuntu", "HR")
"""Corpora whose CC the text does not fix: it names the others as those with M, and says H of none."""
VOTERS: Final = 20
"""People whom the paper asked."""


def origin(corpus: str, code: str) -> str:
    """Say where a level of Table 2 comes from; nothing where it stands in the text.

    >>> origin("HR", "AL"), origin("HR", "CC")
    ('', 'inferred: the text does not rule out H')
    """
    inferred = code == "CC" and corpus in _INFERRED
    return "" if code in TEXT else INFERRED if inferred else RECONSTRUCTED


def origin_of_row(corpus: str) -> str:
    """Say where a row of Table 3 comes from: where CC is inferred, so is what depends on it, the cell of P_CU."""
    return f"{RECONSTRUCTED}; P_CU {INFERRED}" if corpus in _INFERRED else RECONSTRUCTED


def row_of(levels: Mapping[str, str]) -> str:
    """Rate levels by the published rule for the four profiles: a row of Table 3.

    >>> row_of({"B": "L", "AL": "L", "CC": "M", "IL": "H"})
    'M L H L'
    """
    return " ".join(LETTERS[_by_paper(PUBLISHED[name], levels).level] for name in PAPER_NAMES)


def figures() -> Iterator[Figure]:
    """Give all figures that follow from the paper's text alone."""
    yield from _worked_example()
    yield from _table_3()
    yield from _survey()


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
        yield Figure(name, TABLE_3[corpus], row_of(levels), detail=origin_of_row(corpus))


def _survey() -> Iterator[Figure]:
    """Name what the survey came to: without its ballots nobody can count again, but how many settle it is known."""
    for name, paper_name in PAPER_NAMES.items():
        order = PUBLISHED[name].codes
        note = f"the {VOTERS} ballots are not published; {confirming(order)} who confirm it would settle it"
        yield Figure(f"survey, Borda: {paper_name}", ">".join(order), ABSENT, f"{note}, whatever the others say")


def confirming(order: tuple[str, ...]) -> int:
    """How many of the paper's 20 people have to confirm an order until Borda gives it, whatever the others say.

    >>> confirming(("CC", "AL", "B", "IL"))
    16
    """
    return next(sure for sure in range(VOTERS + 1) if all(_holds(order, sure, pair) for pair in pairwise(order)))


def _holds(order: tuple[str, ...], sure: int, pair: tuple[str, str]) -> bool:
    scores = _count(order, sure, pair).scores or {}
    return scores[pair[0]] > scores[pair[1]]


def _count(order: tuple[str, ...], sure: int, pair: tuple[str, ...]) -> Count:
    """Let so many confirm an order, and the others do the most against two neighbours in it."""
    better, worse = pair
    against = (worse, *(code for code in order if code not in pair), better)
    cast = [(order, sure), (against, VOTERS - sure)]
    return Borda().count([Ballot(tuple((code,) for code in said), count) for said, count in cast if count])
