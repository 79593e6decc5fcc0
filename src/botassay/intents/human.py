"""Human ratings of a bot's answers, to compare with the tests, as in Fig. 5 of the paper."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Final, Literal, NamedTuple, cast

from botassay.core.errors import InputError
from botassay.core.stats import ratio_interval, wilson
from botassay.intents.documents import Estimate, HumanRating
from botassay.intents.reading import decoded_lines, table_or_lines
from botassay.io.lines import FileLines
from botassay.io.table import read_table

Says = Literal["yes", "no", "can't tell"]
COLUMNS: Final = ("question", "answer", "rating")
_MEANT: Final[Mapping[str, Says]] = {
    "yes": "yes", "no": "no", "can't tell": "can't tell", "cant tell": "can't tell", "cannot tell": "can't tell",
}  # fmt: skip
_HINT: Final = "give CSV or JSON lines with question, answer and rating (yes, no or can't tell)"


class Opinion(NamedTuple):
    """One person's rating of an answer: is it reasonable?"""

    question: str
    answer: str
    says: Says


def read_opinions(file: Path) -> list[Opinion]:
    """Return the ratings in a file. Raises InputError with the line of an invalid rating, or if there are none."""
    lines, tabular = table_or_lines(file, "ratings", _HINT)
    opinions = [_opinion(*row) for row in (_in_table(lines) if tabular else _in_lines(lines))]
    if not opinions:
        raise InputError("E100 the file has no ratings", lines.name, _HINT)
    return opinions


Row = tuple[str, str, str, str]
"""Question, answer, rating, place."""


def _in_table(lines: FileLines) -> Iterator[Row]:
    for cells, where in read_table(lines, COLUMNS).sound:
        yield cells["question"], cells["answer"], cells["rating"], where


def _in_lines(lines: FileLines) -> Iterator[Row]:
    for row, where in decoded_lines(lines, lines.place):
        values = [row.get(name) for name in COLUMNS] if isinstance(row, dict) else []
        if not values or not all(isinstance(value, str) for value in values):
            raise InputError("E136 the line is not a rating", where, _HINT)
        question, answer, says = cast("list[str]", values)
        yield question, answer, says, where


def _opinion(question: str, answer: str, says: str, where: str) -> Opinion:
    if not question.strip():
        raise InputError("E136 the question is empty", where, "fill in the question, or remove the row")
    meant = _MEANT.get(" ".join(says.replace("\u2019", "'").split()).casefold())
    if meant is None:
        raise InputError(f"E136 {says!r} is not a rating", where, "use yes, no or can't tell")
    return Opinion(question, answer, meant)


def human_rating(opinions: Sequence[Opinion]) -> HumanRating:
    """Return the share of reasonable answers, leaving out "can't tell".

    If each pair of question and answer was rated once, the interval is Wilson's. If several people rated the same
    pair, their ratings are not independent: the ratio estimator over the pairs allows for it.

    >>> human_rating([Opinion("q1", "a", "yes"), Opinion("q2", "a", "no"), Opinion("q3", "a", "can't tell")]).could_be
    (0.333333333, 0.666666667)
    """
    count = {says: sum(opinion.says == says for opinion in opinions) for says in ("yes", "no", "can't tell")}
    low, high = count["yes"] / len(opinions), (count["yes"] + count["can't tell"]) / len(opinions)
    return HumanRating(
        accuracy=_accuracy(opinions),
        could_be=(round(low, 9), round(high, 9)),
        answers=len({(opinion.question, opinion.answer) for opinion in opinions}),
        yes=count["yes"],
        no=count["no"],
        cannot_tell=count["can't tell"],
    )


def _accuracy(opinions: Sequence[Opinion]) -> Estimate | None:
    by_answer: dict[tuple[str, str], list[bool]] = {}
    for opinion in opinions:
        if opinion.says != "can't tell":
            by_answer.setdefault((opinion.question, opinion.answer), []).append(opinion.says == "yes")
    n = sum(map(len, by_answer.values()))
    if not n:
        return None
    right = [(len(says), sum(says)) for says in by_answer.values()]
    yes = sum(s for _, s in right)
    if n == len(right):
        return Estimate(round(yes / n, 9), wilson(yes / n, n))
    sums = Fraction(yes), Fraction(sum(s * s for _, s in right)), Fraction(sum(s * k for k, s in right))
    ends = ratio_interval(len(right), n, *sums, sum(k * k for k, _ in right))
    return Estimate(round(yes / n, 9), ends or (0.0, 1.0))
