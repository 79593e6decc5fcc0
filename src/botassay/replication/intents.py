"""Reference figures of nex-cv: what the authors' code and botassay give on public data.

The paper's own data sets are private and its figures have no readable numbers. So the authors' published code was run
on public corpora with TF-IDF on words and logistic regression (C = 10), five retries, threshold 0.5; ours runs the same
classifier on other splits, more often. Both draw splits of the same phrases at random, so the two means differ by
chance alone where definitions are the same: the standard error of their difference is s · √(1/R + 1/5).
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean, variance
from typing import Final, NamedTuple

from botassay.core.published_figure import ABSENT, Figure, Reason, Source
from botassay.intents.classifiers.linear import TfIdfLr
from botassay.intents.evaluation import SplitTrial, plan, trials
from botassay.intents.outcomes import figures as figures_of
from botassay.intents.phrases import Phrase
from botassay.intents.reading import Columns, read_phrases
from botassay.intents.splits import SplitSetting

Track = Callable[[str, Iterable[SplitTrial], int], Iterable[SplitTrial]]
"""Passes the trials of a corpus on, given their number, and reports the progress."""

REPEATS: Final = 60
RETRIES: Final = 5
"""Repeats behind a reference figure."""
_SURE: Final = 2
"""Standard errors of the difference within which a figure is reproduced."""
_AT_MOST: Final = 3
"""Standard errors that chance explains where the pooled figure is reproduced."""
SHOWN: Final = ("accuracy", "f1_weighted", "f1_macro", "over_caution")
MeasureRow = tuple[float, float, float, float]
REFERENCE: Final[Mapping[str, Mapping[SplitSetting, MeasureRow | None]]] = {
    "AskUbuntu": {
        SplitSetting(): (0.867, 0.900, 0.611, 0.483),
        SplitSetting(p=0.15): (0.832, 0.822, 0.845, 0.000),
        SplitSetting(k=5): (0.893, 0.910, 0.629, 0.140),
    },
    "Chatbot": {
        SplitSetting(): (0.975, 0.975, 0.973, 0.000),
        SplitSetting(p=0.15): None,
        SplitSetting(k=5): (0.985, 0.985, 0.984, 0.000),
    },
    "banking77": {
        SplitSetting(): (0.584, 0.700, 0.691, 0.616),
        SplitSetting(p=0.15): (0.616, 0.662, 0.687, 0.489),
        SplitSetting(k=5): (0.596, 0.715, 0.706, 0.630),
    },
}
"""Accuracy, F1 weighted and macro, and what the authors' code calls good carefulness; None: their code crashes."""

DRAWN: Final[Mapping[tuple[str, SplitSetting], Mapping[str, int]]] = {
    ("AskUbuntu", SplitSetting(p=0.15)): {"None": 4, "Setup Printer": 1},
}
"""Which negative examples the reference drew, where that decides the figure: of two small intents it draws one, and
they differ in size. The accuracies of its retries (0.848 0.848 0.879 0.879 0.708) are 28, 28, 29 and 29 of 33 tests,
and 34 of 48: 25 tests of large intents, with the 8 phrases of the one, or the 23 of the other."""

FILES: Final = {
    "AskUbuntu": ("nlu", "AskUbuntuCorpus.json", Columns()),
    "Chatbot": ("nlu", "ChatbotCorpus.json", Columns()),
    "banking77": ("banking", "test.csv", Columns("text", "category")),
}


def figures(folders: Mapping[str, Path | None], track: Track = lambda name, each, total: each) -> Iterator[Figure]:  # noqa: ARG005
    """Return each reference figure with that of botassay; none of a setting in which the authors' code crashes.

    Args:
        folders: where the corpora are, by the name of the option that says so; None: not there.
        track: passes trials on and reports the progress.

    Raises: InputError for a corpus that cannot be read.
    """
    for corpus, rows in REFERENCE.items():
        option, file, columns = FILES[corpus]
        folder = folders.get(option)
        if folder is None:
            yield from _missing(corpus, rows, option)
        else:
            yield from _measured(corpus, rows, read_phrases(folder / file, columns), track)


def _missing(corpus: str, rows: Mapping[SplitSetting, MeasureRow | None], option: str) -> Iterator[Figure]:
    for setting, row in rows.items():
        for name, value in zip(SHOWN, row or (), strict=bool(row)):
            note = f"give a copy: --{option} FOLDER"
            yield Figure(f"{corpus} ({setting}) {name}", f"{value:.3f}", ABSENT, Source.REFERENCE, note=note)


def _measured(
    corpus: str, rows: Mapping[SplitSetting, MeasureRow | None], phrases: Sequence[Phrase], track: Track
) -> Iterator[Figure]:
    theirs = _tied_as_theirs(phrases)
    planned = plan(theirs, tuple(rows), REPEATS)
    done = list(track(corpus, trials(TfIdfLr(), theirs, planned), planned.total))
    alike = [row for setting, row in rows.items() if row and not planned.dividers[setting].small]
    for setting, row in rows.items():
        if row is not None:
            drawn = DRAWN.get((corpus, setting), {"": RETRIES})
            tried = [trial for trial in done if trial.setting == setting]
            yield from _beside(f"{corpus} ({setting})", row, tried, drawn, alike if row in alike else [row])


def _tied_as_theirs(phrases: Sequence[Phrase]) -> list[Phrase]:
    """Name intents so that those of equal size are taken as the authors' code takes them: the last one first.

    botassay orders ties by name. It matters where P is, and all intents are of one size: other intents are then small.
    """
    last_first = list(dict.fromkeys(str(phrase.intent) for phrase in phrases))[::-1]
    names = {name: f"{number:03} {name}" for number, name in enumerate(last_first)}
    return [phrase._replace(intent=names[str(phrase.intent)]) for phrase in phrases]


def _beside(
    name: str, row: MeasureRow, done: Sequence[SplitTrial], drawn: Mapping[str, int], alike: Sequence[MeasureRow]
) -> Iterator[Figure]:
    """Return the figures of a setting with those of botassay.

    Args:
        name: corpus and setting.
        row: what the reference has.
        done: botassay's trials.
        drawn: which negative examples the reference drew, and how often.
        alike: the rows of all settings that divide the phrases in the same way, this one among them.
    """
    for place, (figure, published) in enumerate(zip(SHOWN, row, strict=True)):
        ours = _expected(figure, done, drawn)
        pooled = None if ours.allows(published) else _together(place, figure, done, drawn, alike)
        reason = Reason(pooled, round(_AT_MOST * ours.error, 3)) if pooled else None
        detail = f"standard error of the difference {ours.error:.3f}"
        yield Figure(
            f"{name} {figure}", f"{published:.3f}", f"{ours.value:.3f}", Source.REFERENCE, reason, detail=detail,
            tolerance=round(_SURE * ours.error, 3),
        )  # fmt: skip


def _together(
    place: int, figure: str, done: Sequence[SplitTrial], drawn: Mapping[str, int], alike: Sequence[MeasureRow]
) -> str:
    """Return the reason where the pooled retries of settings that divide alike are within two standard errors."""
    both = fmean(row[place] for row in alike)
    many = {group: retries * len(alike) for group, retries in drawn.items()}
    if len(alike) == 1 or not _expected(figure, done, many).allows(both):
        return ""
    return f"no intent is small, so (0,0) and (5,0) are the same; pooled, {both:.3f}, within two standard errors"


class _Expected(NamedTuple):
    """The expected reference, with the standard error of the difference."""

    value: float
    error: float

    def allows(self, published: float) -> bool:
        return abs(self.value - published) <= _SURE * self.error


def _expected(figure: str, done: Sequence[SplitTrial], drawn: Mapping[str, int]) -> _Expected:
    """Return the mean of botassay's repeats, in the mix of negative examples that the reference drew."""
    values: dict[str, list[float]] = defaultdict(list)
    for trial in done:
        values[_group(trial, drawn)].append(_as_theirs(figure, trial))
    value = error = 0.0
    for group, retries in drawn.items():
        share = retries / sum(drawn.values())
        value += share * fmean(values[group])
        error += share * share * variance(values[group]) * (1 / len(values[group]) + 1 / retries)
    return _Expected(value, sqrt(error))


def _group(trial: SplitTrial, drawn: Mapping[str, int]) -> str:
    """Name what a trial drew, where it matters."""
    return next((name for name in drawn if name and trial.negatives[0].endswith(f" {name}")), "")


def _as_theirs(figure: str, trial: SplitTrial) -> float:
    """Return a figure as the authors' code counts it: an over-caution of 1, or of nothing kept back, is 0."""
    value = getattr(figures_of(trial.judged), figure)
    return 0.0 if figure == "over_caution" and value in (None, 1.0) else float(value)
