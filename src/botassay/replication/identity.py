"""Table 1 of paper 004 and the figures of botassay."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final, NamedTuple

from botassay.core.published_figure import ABSENT, Figure, Reason, Source
from botassay.identity.labels import labelled_texts
from botassay.identity.measures import RecognitionScores, recognition_scores
from botassay.identity.recognisers.fast_text import MISSING
from botassay.identity.recognisers.grammar_recogniser import grammar_recogniser
from botassay.identity.recognisers.linear import default_recogniser
from botassay.identity.recognisers.named import recogniser_named
from botassay.plugins.protocols import AskLabel, LabelledText, Recogniser

SPLITS: Final = ("train", "val", "test", "additional")
MEASURES: Final = ("Pw", "R", "Acc", "M")
Row = tuple[float, float, float, float]

TABLE_1: Final[Mapping[str, Sequence[Row]]] = {
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
    """The recogniser that is measured."""

    make: Callable[[Sequence[LabelledText]], Recogniser]
    detail: str
    reason: Reason | None = None


_VERSIONS: Final = "version 1.0.0 of the data is public, the paper used 0.9.5, and libraries have changed"
OURS: Final[Mapping[str, _Ours]] = {
    "Random guess": _Ours(
        lambda train: recogniser_named("random").fit(train), "random", Reason("guesses are drawn at random", 7)
    ),
    "BOW LR": _Ours(
        lambda train: recogniser_named("bow-lr").fit(train), "bow-lr, trained on train", Reason(_VERSIONS, 1)
    ),
    "IR": _Ours(lambda train: recogniser_named("ir").fit(train), "ir, trained on train", Reason(_VERSIONS, 1)),
    "FastText": _Ours(
        lambda train: recogniser_named("fasttext").fit(train), "fasttext, trained on train", Reason(_VERSIONS, 4)
    ),
}
"""Recognisers of the paper. Bounds are percentage points; of guesses, two standard errors of the difference."""

BEYOND: Final[Mapping[str, _Ours]] = {
    "fasttext-folded": _Ours(
        lambda train: recogniser_named("fasttext-folded").fit(train),
        "fastText on words without capitals and with punctuation apart, trained on train",
    ),
    "grammar": _Ours(lambda _: grammar_recogniser(), "botassay's grammar"),
    "default": _Ours(lambda _: default_recogniser(), "default, as shipped"),
}
"""Recognisers of botassay that the paper does not have."""
NO_SYSTEM: Final = "the paper has no such system"

_LINEAR: Final = ("sklearn", "identity", 'pip install "botassay[identity]"')
_FASTTEXT: Final = ("fasttext", "fasttext", MISSING)
TRAINED: Final = frozenset({"Random guess", "BOW LR", "IR", "FastText", "fasttext-folded"})
"""Systems that learn from the training split."""
NEEDED: Final = {"BOW LR": _LINEAR, "IR": _LINEAR, "FastText": _FASTTEXT, "fasttext-folded": _FASTTEXT}
"""The module that a system needs, the extra that installs it, and how."""


ADDITIONAL: Final = {AskLabel.POSITIVE: 143, AskLabel.AMBIGUOUS: 40, AskLabel.NEGATIVE: 187}
"""Utterances of each label in the paper's additional split."""


def figures(folder: Path | None, additional: Path | None = None) -> Iterator[Figure]:
    """Return Table 1 row by row, four measures in one figure.

    Args:
        folder: the published CSV files; without it botassay's are missing.
        additional: the additional split, or the survey that it was taken from.

    Raises: InputError for a file that is not as published.
    """
    examples = {split: _examples(folder, split) for split in SPLITS[:3]} if folder else {}
    survey = labelled_texts(additional) if additional else []
    examples |= {SPLITS[3]: survey} if survey else {}
    differs = _differs(survey) if survey else ""
    yield from _published(examples, differs)
    yield from _beyond(examples, differs)


_Examples = Mapping[str, Sequence[LabelledText]]


def _published(examples: _Examples, differs: str) -> Iterator[Figure]:
    """Yield the rows of Table 1."""
    for system, rows in TABLE_1.items():
        judge = _ready(system, OURS.get(system), examples.get("train"))
        for split, row in zip(SPLITS, rows, strict=True):
            figure = Figure(_name("Table 1", system, split), _shown(row), ABSENT)
            if judge is None or split not in examples:
                yield figure._replace(note=_why_not(system, split))
                continue
            ours, shown = OURS[system], _shown(_percent(_measured(judge, examples[split])))
            if split == SPLITS[3] and differs:
                yield figure._replace(note=differs)
                yield _control(system, split, shown, f"{ours.detail}; {differs}")
            else:
                yield figure._replace(ours=shown, reason=ours.reason, detail=ours.detail)


def _beyond(examples: _Examples, differs: str) -> Iterator[Figure]:
    """Yield the rows of systems that the paper does not have."""
    for system, ours in BEYOND.items():
        judge = _ready(system, ours, examples.get("train"))
        for split in SPLITS:
            if judge and split in examples:
                shown = _shown(_percent(_measured(judge, examples[split])))
                detail = f"{ours.detail}; {differs}" if split == SPLITS[3] and differs else ours.detail
                yield _control(system, split, shown, detail)
            else:
                figure = _control(system, split, ABSENT, ours.detail)
                yield figure._replace(note=f"{NO_SYSTEM}; {_why_not(system, split)}")


def _name(where: str, system: str, split: str) -> str:
    return f"{where}, {system}, {split}: {' '.join(MEASURES)}"


def _control(system: str, split: str, ours: str, detail: str) -> Figure:
    """Return a figure that the paper does not have."""
    note = NO_SYSTEM if system in BEYOND else "nothing is published of these utterances"
    return Figure(_name("botassay", system, split), ABSENT, ours, Source.CONTROL, note=note, detail=detail)


def _ready(system: str, ours: _Ours | None, training: Sequence[LabelledText] | None) -> Recogniser | None:
    """Return what is measured beside a published system, or None if that cannot be done here."""
    if ours is None or not _installed(system) or (training is None and system in TRAINED):
        return None
    return ours.make(training or ())


def _differs(survey: Sequence[LabelledText]) -> str:
    """Return how an additional split differs from the paper's, by its counts; empty if it does not."""
    counts = Counter(example.label for example in survey)
    if counts == ADDITIONAL:
        return ""
    there, meant = ("/".join(str(each[label]) for label in AskLabel) for each in (counts, ADDITIONAL))
    return f"the file has {len(survey)} utterances ({there}), the paper's split {sum(ADDITIONAL.values())} ({meant})"


def _installed(system: str) -> bool:
    return system not in NEEDED or find_spec(NEEDED[system][0]) is not None


def _why_not(system: str, split: str) -> str:
    if system == "Grammar":
        return "it takes the authors' grammar; botassay has another"
    if system not in {**OURS, **BEYOND}:
        return "fine-tune it with identity evaluate --recogniser transformer:FOLDER --train FILE"
    if split == "additional":
        return "the published CSV files (--data) lack this split: give it with --additional FILE"
    if not _installed(system):
        _, extra, hint = NEEDED[system]
        return f"it takes the extra {extra} ({hint})"
    return "give a copy with --data FOLDER"


def _examples(folder: Path, split: str) -> list[LabelledText]:
    return labelled_texts([folder / f"{name}.{split}.csv" for name in ("pos", "amb", "neg")])


def _measured(judge: Recogniser, examples: Sequence[LabelledText]) -> RecognitionScores:
    guesses = judge.recognise([example.text for example in examples])
    return recognition_scores([example.label for example in examples], [guess.label for guess in guesses])


def _percent(scores: RecognitionScores) -> Row:
    return 100 * scores.precision_w, 100 * scores.recall, 100 * scores.accuracy, 100 * scores.m


def _shown(row: Row) -> str:
    return " ".join(f"{percent:.1f}" for percent in row)
