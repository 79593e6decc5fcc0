"""Reference figures of nex-cv: what the authors' code gives on public data, beside ours.

The paper's own data sets are private and its figures have no readable numbers. So the authors' published code was run
on public corpora with TF-IDF on words and logistic regression (C = 10), five retries, threshold 0.5; ours runs the same
classifier on splits of its own, ten repeats.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean
from typing import Final

from botassay.intents.evaluation import Trial, plan, trials
from botassay.intents.linear import TfIdfLr
from botassay.intents.outcomes import figures as figures_of
from botassay.intents.phrases import Phrase
from botassay.intents.reading import Columns, read_phrases
from botassay.intents.splits import Setting
from botassay.intents.summary import Estimate, SettingFigures, summary
from botassay.replication import ABSENT, Figure
from botassay.stats import CONFIDENCE, t_quantile

Track = Callable[[str, Iterable[Trial], int], Iterable[Trial]]
"""Passes the trials of a corpus on, of which there are so many, while somebody watches."""

REPEATS: Final = 10
RETRIES: Final = 5
"""Repeats behind a reference figure."""
SHOWN: Final = ("accuracy", "f1_weighted", "f1_macro", "over_caution")
CRASH: Final = "crash"
_NONE_SMALL: Final = (
    "no intent is small here, so this is 0,0 again: what the reference has for both differs by chance alone"
)

Row = tuple[float, float, float, float]
REFERENCE: Final[Mapping[str, Mapping[Setting, Row | None]]] = {
    "AskUbuntu": {
        Setting(): (0.867, 0.900, 0.611, 0.483),
        Setting(p=0.15): (0.832, 0.822, 0.845, 0.000),
        Setting(k=5): (0.893, 0.910, 0.629, 0.140),
    },
    "Chatbot": {
        Setting(): (0.975, 0.975, 0.973, 0.000),
        Setting(p=0.15): None,
        Setting(k=5): (0.985, 0.985, 0.984, 0.000),
    },
    "banking77": {
        Setting(): (0.584, 0.700, 0.691, 0.616),
        Setting(p=0.15): (0.616, 0.662, 0.687, 0.489),
        Setting(k=5): (0.596, 0.715, 0.706, 0.630),
    },
}
"""Accuracy, F1 weighted and macro, and what the authors' code calls good carefulness; None: their code crashes."""

FILES: Final = {
    "AskUbuntu": ("nlu", "AskUbuntuCorpus.json", Columns()),
    "Chatbot": ("nlu", "ChatbotCorpus.json", Columns()),
    "banking77": ("banking", "test.csv", Columns("text", "category")),
}


def figures(folders: Mapping[str, Path | None], track: Track = lambda name, each, total: each) -> Iterator[Figure]:  # noqa: ARG005
    """Put each reference figure beside ours.

    Args:
        folders: where the corpora are, by the name of the option that says so; None: not there.
        track: passes trials on while somebody watches.

    Raises: InputError for a corpus that cannot be read.
    """
    for corpus, rows in REFERENCE.items():
        option, file, columns = FILES[corpus]
        folder = folders.get(option)
        if folder is None:
            yield from _missing(corpus, rows, option)
        else:
            yield from _measured(corpus, rows, read_phrases(folder / file, columns), track)


def _missing(corpus: str, rows: Mapping[Setting, Row | None], option: str) -> Iterator[Figure]:
    for setting, row in rows.items():
        for name, value in _named(row):
            yield Figure(f"{corpus} ({setting}) {name}", value, ABSENT, f"give a copy: --{option} FOLDER")


def _named(row: Row | None) -> list[tuple[str, str]]:
    return [("accuracy", CRASH)] if row is None else [(n, f"{v:.3f}") for n, v in zip(SHOWN, row, strict=True)]


def _measured(
    corpus: str, rows: Mapping[Setting, Row | None], phrases: Sequence[Phrase], track: Track
) -> Iterator[Figure]:
    planned = plan(phrases, tuple(rows), REPEATS)
    done = list(track(corpus, trials(TfIdfLr(), phrases, planned), planned.total))
    for setting, row in rows.items():
        name = f"{corpus} ({setting})"
        if setting in planned.impossible:
            note = f"the authors' code crashes; ours leaves the setting out: {planned.impossible[setting]}"
            yield Figure(f"{name} accuracy", _named(row)[0][1], "not possible", note)
        elif row is not None:
            yield from _beside(name, row, [one for one in done if one.setting == setting])


def _beside(name: str, row: Row, done: Sequence[Trial]) -> Iterator[Figure]:
    found: SettingFigures = summary(done[0].setting, done)
    for figure, published in zip(SHOWN, row, strict=True):
        ours: Estimate | None = getattr(found, figure)
        value = f"{ours.value:.3f}" if ours else "n/a"
        note = _why(figure, published, ours, done)
        yield Figure(f"{name} {figure}", f"{published:.3f}", value, note, _detail(ours))


def _detail(ours: Estimate | None) -> str:
    return f"95 % interval {ours.interval[0]:.3f} to {ours.interval[1]:.3f}" if ours else "nothing was kept back"


def _why(figure: str, published: float, ours: Estimate | None, done: Sequence[Trial]) -> str:
    """Say why two figures may differ; empty where there is no reason."""
    if ours is not None and abs(ours.value - published) <= 2 * _standard_error(ours, done):
        return "other random splits: within two standard errors"
    if figure == "over_caution":
        return f"the authors' code counts 1, and nothing kept back, as 0: by that rule ours is {_authors(done):.3f}"
    if done[0].setting != Setting() and not any(trial.negatives for trial in done):
        return _NONE_SMALL
    return ""


def _standard_error(ours: Estimate, done: Sequence[Trial]) -> float:
    """Give the standard error of the difference: theirs comes from fewer repeats, with the same spread."""
    low, high = ours.interval
    half = max(high - ours.value, ours.value - low)  # the other end may be clipped
    own = half / t_quantile((1 + CONFIDENCE) / 2, max(1, len(done) - 1))
    share = fmean(len(trial.judged) / trial.n_train for trial in done)
    return own * sqrt(1 + (1 / RETRIES + share) / (1 / len(done) + share))


def _authors(done: Sequence[Trial]) -> float:
    shares = (figures_of(trial.judged).over_caution for trial in done)
    return fmean(0.0 if share in (None, 1.0) else float(share or 0) for share in shares)
