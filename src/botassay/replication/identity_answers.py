"""Table 2 of paper 004 and the figures of botassay, and the examples of its labelling guide."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from botassay.core.published_figure import ABSENT, Figure
from botassay.identity.labels import read_guide
from botassay.identity.recognisers.linear import default_recogniser
from botassay.identity.replies.categories import Category, Subcategory
from botassay.replication.published_answers import FILE, SYSTEMS, agreement, counted, read_answers

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
BY_RULES: Final = "published labels are by people, botassay's by rules"
WANTED: Final = f"give a copy with --data FOLDER, with {FILE} in it or in aux next to it"


def figures(folder: Path | None) -> Iterator[Figure]:
    """Give Table 2, four systems in one figure, how far the labels agree, and the guide's examples.

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
    answers = read_answers(file) if file else None
    ours = [counted(said)[1] for said in answers.values()] if answers else []
    for category in Category:
        parts = [one for one in Subcategory if one.category is category]
        for name, rows in ((category.value, parts), *((f"{category}, {one}", [one]) for one in parts)):
            if name == "denial, denial":
                continue
            published = _shown([sum(TABLE_2[one][place] for one in rows) for place in range(len(SYSTEMS))])
            found = _shown([sum(count[one] for one in rows) for count in ours]) if ours else ABSENT
            yield Figure(f"Table 2, {name}", published, found, BY_RULES if ours else WANTED, names)
    for system in SYSTEMS:
        name = f"Table 2, {system}: answers in the same category"
        if answers:
            alike = agreement(answers[system])
            yield Figure(name, "100", str(alike.alike), BY_RULES, f"kappa {alike.kappa():.2f}")
        else:
            yield Figure(name, "100", ABSENT, WANTED)


def _guide(file: Path | None) -> Figure:
    name = "Labelling guide: examples labelled alike"
    if file is None:
        return Figure(
            name, str(GUIDE_EXAMPLES), ABSENT, f"give a copy with --data FOLDER, with {GUIDE} in it or in aux"
        )
    examples = read_guide(file)
    found = default_recogniser().recognise([one.text for one in examples])
    alike = sum(one.label is guess.label for one, guess in zip(examples, found, strict=True))
    return Figure(name, str(GUIDE_EXAMPLES), str(alike), "the rules misclassify some answers", "default, as shipped")


def _shown(counts: Sequence[int]) -> str:
    return " ".join(map(str, counts))
