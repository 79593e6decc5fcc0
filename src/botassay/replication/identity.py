"""Tables 1 and 2 of paper 004 beside ours, and the examples of its labelling guide."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from botassay.core.published_figure import ABSENT, Figure
from botassay.identity.examples import read_examples, read_guide
from botassay.identity.measures import Figures
from botassay.identity.measures import figures as measure
from botassay.identity.recognisers.default import default
from botassay.identity.recognisers.fast_text import MISSING
from botassay.identity.recognisers.grammar_recogniser import membership
from botassay.identity.recognisers.named import kind
from botassay.identity.recognisers.recogniser import Example, Recogniser
from botassay.identity.replies.answers import FILE, SYSTEMS, agreement, counted, read_answers
from botassay.identity.replies.responses import Category, Subcategory

SPLITS: Final = ("train", "val", "test", "additional")
MEASURES: Final = ("Pw", "R", "Acc", "M")
MeasureRow = tuple[float, float, float, float]

TABLE_1: Final[Mapping[str, Sequence[MeasureRow]]] = {
    "Random guess": (
        (41.8, 39.2, 41.6, 40.9), (39.5, 37.5, 40.2, 39.0), (41.9, 36.3, 41.9, 39.9), (41.3, 39.9, 42.2, 41.1),
    ),
    "BOW LR": ((92.9, 97.9, 92.2, 94.3), (88.3, 85.5, 83.8, 85.9), (90.4, 93.4, 88.3, 90.7), (84.7, 80.4, 79.2, 81.4)),
    "IR": ((100, 100, 100, 100), (81.3, 78.9, 77.4, 79.2), (81.3, 76.7, 78.4, 78.8), (78.5, 80.4, 74.6, 77.8)),
    "FastText": ((98.6, 100, 98.4, 99.0), (92.4, 90.9, 89.2, 90.8), (94.6, 93.9, 92.1, 93.5), (87.9, 64.3, 74.6, 75.0)),
    "BERT": ((99.9, 100, 99.8, 99.9), (97.5, 91.7, 93.7, 94.3), (98.5, 94.6, 95.5, 96.2), (96.4, 93.7, 89.5, 93.2)),
    "Grammar": ((100, 100, 100, 100), (100, 100, 100, 100), (100, 100, 100, 100), (100, 47.6, 70.0, 69.3)),
}  # fmt: skip
"""Pw, R, Acc and M in percent, for each of `SPLITS`."""


class _Ours(NamedTuple):
    """What stands beside a published recogniser."""

    make: Callable[[Sequence[Example]], Recogniser]
    detail: str
    note: str


NEARLY: Final = "version 1.0.0 of the data is public, the paper used 0.9.5, and libraries have changed"
OURS: Final[Mapping[str, _Ours]] = {
    "Random guess": _Ours(lambda train: kind("random").make().fit(train), "random", "guesses differ"),
    "BOW LR": _Ours(lambda train: kind("bow-lr").make().fit(train), "bow-lr, trained on train", NEARLY),
    "IR": _Ours(lambda train: kind("ir").make().fit(train), "ir, trained on train", NEARLY),
    "FastText": _Ours(lambda train: kind("fasttext").make().fit(train), "fasttext, trained on train", NEARLY),
    "BERT": _Ours(lambda _: default(), "default, as shipped", "ours is no BERT: it is here to be compared"),
    "Grammar": _Ours(lambda _: membership(), "grammar, our own", "the data came from their grammar; ours is another"),
}

_LINEAR: Final = ("sklearn", "identity", 'pip install "botassay[identity]"')
NEEDED: Final = {"BOW LR": _LINEAR, "IR": _LINEAR, "FastText": ("fasttext", "fasttext", MISSING)}
"""The module that a system needs, the extra that installs it, and how."""


def figures(folder: Path | None) -> Iterator[Figure]:
    """Give Table 1 row by row, four measures in one figure.

    Args:
        folder: the published CSV files; without it ours are missing.

    Raises: InputError for a file that is not as published.
    """
    examples = {split: _examples(folder, split) for split in SPLITS[:3]} if folder else {}
    for system, rows in TABLE_1.items():
        ours = OURS[system]
        judge = ours.make(examples["train"]) if examples and _installed(system) else None
        for split, row in zip(SPLITS, rows, strict=True):
            name, published = f"Table 1, {system}, {split}: {' '.join(MEASURES)}", _shown(row)
            if judge and split in examples:
                found = _shown(_percent(_measured(judge, examples[split])))
                yield Figure(name, published, found, ours.note, ours.detail)
            else:
                yield Figure(name, published, ABSENT, _why_not(system, split))


def _installed(system: str) -> bool:
    return system not in NEEDED or find_spec(NEEDED[system][0]) is not None


def _why_not(system: str, split: str) -> str:
    if split == "additional":
        return "this split is not in the published CSV files that --data takes"
    if not _installed(system):
        _, extra, hint = NEEDED[system]
        return f"not measured here: needs the extra {extra} ({hint})"
    return "give a copy: --data FOLDER"


def _examples(folder: Path, split: str) -> list[Example]:
    return read_examples(*(folder / f"{name}.{split}.csv" for name in ("pos", "amb", "neg")))


def _measured(judge: Recogniser, examples: Sequence[Example]) -> Figures:
    found = judge.recognise([one.text for one in examples])
    return measure([one.label for one in examples], [one.label for one in found])


def _percent(found: Figures) -> MeasureRow:
    return 100 * found.precision_w, 100 * found.recall, 100 * found.accuracy, 100 * found.m


def _shown(row: MeasureRow) -> str:
    return " ".join(f"{one:.1f}" for one in row)


# ── Table 2, and the labelling guide ─────────────────────────────────────────────────────────────────────────────────

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
BY_RULES: Final = "theirs were labelled by people, ours by rules"
WANTED: Final = f"give a copy: --data FOLDER, with {FILE} in it or in aux beside it"


def answer_figures(folder: Path | None) -> Iterator[Figure]:
    """Give Table 2, four systems in one figure, how far the labels agree, and the guide's examples.

    Args:
        folder: the published CSV files, or the folder beside which `aux` lies; without it ours are missing.

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
            published = _counts([sum(TABLE_2[one][place] for one in rows) for place in range(len(SYSTEMS))])
            found = _counts([sum(count[one] for one in rows) for count in ours]) if ours else ABSENT
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
        return Figure(name, str(GUIDE_EXAMPLES), ABSENT, f"give a copy: --data FOLDER, with {GUIDE} in it or in aux")
    examples = read_guide(file)
    found = default().recognise([one.text for one in examples])
    alike = sum(one.label is guess.label for one, guess in zip(examples, found, strict=True))
    return Figure(name, str(GUIDE_EXAMPLES), str(alike), "a recogniser makes mistakes", "default, as shipped")


def _counts(counts: Sequence[int]) -> str:
    return " ".join(map(str, counts))
