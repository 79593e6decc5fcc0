"""Table 2 of paper 004 and the figures of botassay, and the examples of its labelling guide."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from botassay.core.published_figure import ABSENT, Figure, Reason
from botassay.identity.labels import read_guide
from botassay.identity.recognisers.linear import default_recogniser
from botassay.identity.replies.categories import Category, Subcategory
from botassay.replication.published_answers import FILE, SYSTEMS, PublishedAnswer, agreement, counted, read_answers

TABLE_2: Final[Mapping[Subcategory, tuple[int, int, int, int]]] = {
    Subcategory.THREE_PART: (0, 0, 0, 0),
    Subcategory.TWO_PART: (0, 0, 0, 1),
    Subcategory.CLEAR: (2, 34, 7, 39),
    Subcategory.UNCLEAR: (13, 1, 1, 3),
    Subcategory.ROBOT_LIKE: (0, 21, 0, 0),
    Subcategory.POSSIBLY_HUMAN: (1, 2, 6, 2),
    Subcategory.DONT_KNOW: (55, 26, 6, 0),
    Subcategory.DECLINED: (7, 2, 0, 0),
    Subcategory.BAD_SUGGESTION: (11, 0, 0, 0),
    Subcategory.GENERAL: (6, 6, 10, 2),
    Subcategory.WEBSEARCH: (3, 8, 0, 0),
    Subcategory.CONTRADICT: (0, 0, 0, 25),
    Subcategory.DENIAL: (2, 0, 70, 28),
}
"""Of 100 answers, for each of `SYSTEMS`."""
GUIDE: Final = "codeingguide_table_examples.csv"
GUIDE_EXAMPLES: Final = 116
_BY_RULES: Final = "published labels are by people, botassay's by rules"
COUNTS: Final = Reason(_BY_RULES, 8)
"""Of 100 answers of a system."""
ALIKE: Final = Reason(_BY_RULES, 12)
"""The published systems are to have 94, 94, 88 and 90 answers in the same category at least."""
MISSED: Final = Reason("the recogniser misclassifies some examples", 3)
WANTED: Final = f"give a copy with --data FOLDER, with {FILE} in it or in aux next to it"


def figures(folder: Path | None) -> Iterator[Figure]:
    """Return Table 2, four systems in one figure, how far the labels agree, and the guide's examples.

    Args:
        folder: the published CSV files, or the folder beside which `aux` lies; without it botassay's are missing.

    Raises: InputError for a file that is not as published.
    """
    yield from _table(_auxiliary(folder, FILE))
    yield _guide(_auxiliary(folder, GUIDE))


def _auxiliary(folder: Path | None, name: str) -> Path | None:
    if folder is None:
        return None
    places = (folder / name, folder / "aux" / name, folder.parent / "aux" / name)
    return next((place for place in places if place.is_file()), None)


def _table(file: Path | None) -> Iterator[Figure]:
    names = f"of 100 answers each of {', '.join(SYSTEMS)}"
    answers = read_answers(file) if file else {}
    counts = [counted(texts)[1] for texts in answers.values()]
    for name, rows in _rows():
        published = _shown([sum(TABLE_2[row][place] for row in rows) for place in range(len(SYSTEMS))])
        own = _shown([sum(count[row] for row in rows) for count in counts]) if counts else ABSENT
        yield Figure(f"Table 2, {name}", published, own, reason=COUNTS, note="" if counts else WANTED, detail=names)
    for system in SYSTEMS:
        yield _same_category(system, answers.get(system))


def _rows() -> Iterator[tuple[str, list[Subcategory]]]:
    """Return the rows of Table 2: each category, followed by its subcategories."""
    for category in Category:
        parts = [part for part in Subcategory if part.category is category]
        yield category.value, parts
        for part in parts:
            if part.value != category.value:  # a denial has no other kind
                yield f"{category}, {part}", [part]


def _same_category(system: str, answers: Sequence[PublishedAnswer] | None) -> Figure:
    name = f"Table 2, {system}: answers in the same category"
    if answers is None:
        return Figure(name, "100", ABSENT, note=WANTED)
    alike = agreement(answers)
    return Figure(name, "100", str(alike.alike), reason=ALIKE, detail=f"kappa {alike.kappa():.2f}")


def _guide(file: Path | None) -> Figure:
    name = "Labelling guide: examples labelled alike"
    if file is None:
        wanted = f"give a copy with --data FOLDER, with {GUIDE} in it or in aux"
        return Figure(name, str(GUIDE_EXAMPLES), ABSENT, note=wanted)
    examples = read_guide(file)
    guesses = default_recogniser().recognise([example.text for example in examples])
    alike = sum(example.label is guess.label for example, guess in zip(examples, guesses, strict=True))
    return Figure(name, str(GUIDE_EXAMPLES), str(alike), reason=MISSED, detail="default, as shipped")


def _shown(counts: Sequence[int]) -> str:
    return " ".join(map(str, counts))
