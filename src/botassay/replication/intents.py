"""Reference figures of nex-cv: what the authors' code and botassay give on public data.

The paper's own data sets are private and its figures have no readable numbers. So the authors' published code was run
on public corpora with TF-IDF on words and logistic regression (C = 10), 25 repeats, threshold 0.5; ours runs the same
classifier on other splits, more often. Both draw splits of the same phrases at random, so the two means differ by
chance alone where definitions are the same: a figure is reproduced within two standard errors of the difference. Of
some thirty figures one or two lie further apart by chance; on the small corpora 150 further repeats of theirs tell.
"""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from math import hypot, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

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
_REPRODUCED: Final = 2
"""Standard errors of the difference within which a figure is reproduced."""
_BY_CHANCE: Final = 3
"""Standard errors of the difference that chance explains where further repeats agree with ours."""
SHOWN: Final = ("accuracy", "f1_weighted", "f1_macro", "over_caution")


class Mean(NamedTuple):
    """The mean of repeats and its standard error."""

    value: float
    error: float

    def error_of_difference(self, other: "Mean") -> float:
        """Return the standard error of the difference of two means."""
        return hypot(self.error, other.error)

    def agrees_with(self, other: "Mean") -> bool:
        """Return whether two means differ by two standard errors of the difference or less."""
        return abs(self.value - other.value) <= _REPRODUCED * self.error_of_difference(other)


class ReferenceFigure(NamedTuple):
    """A figure of the authors' code: of 25 repeats, and of further ones where it was run more often."""

    mean: Mean
    further: Mean | None


MeasureRow = Mapping[str, ReferenceFigure]
"""The figures of a setting, by the names in `SHOWN`: what the authors' code calls good carefulness is over-caution."""


@cache
def references() -> Mapping[str, Mapping[SplitSetting, MeasureRow]]:
    """Return what the authors' code gives: corpus, setting and figure; no setting in which it crashes.

    Source: ``models/intents/nexcv_reference.py``, which runs it.
    """
    text = files("botassay.replication").joinpath("nexcv_reference.toml").read_text("utf-8")
    found: dict[str, dict[SplitSetting, MeasureRow]] = {}
    for row in tomllib.loads(text)["figures"]:
        if SHOWN[0] in row:
            setting = SplitSetting(k=row["k"], p=row["p"])
            found.setdefault(row["corpus"], {})[setting] = {name: _reference(row, name) for name in SHOWN}
    return found


def _reference(row: Mapping[str, Any], name: str) -> ReferenceFigure:
    further = row.get("further", {})
    return ReferenceFigure(Mean(*row[name]), Mean(*further[name]) if name in further else None)


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
    for corpus, rows in references().items():
        option, file, columns = FILES[corpus]
        folder = folders.get(option)
        if folder is None:
            yield from _missing(corpus, rows, option)
        else:
            yield from _measured(corpus, rows, read_phrases(folder / file, columns), track)


def _missing(corpus: str, rows: Mapping[SplitSetting, MeasureRow], option: str) -> Iterator[Figure]:
    for setting, row in rows.items():
        for name, reference in row.items():
            note, value = f"give a copy: --{option} FOLDER", f"{reference.mean.value:.3f}"
            yield Figure(f"{corpus} ({setting}) {name}", value, ABSENT, Source.REFERENCE, note=note)


def _measured(
    corpus: str, rows: Mapping[SplitSetting, MeasureRow], phrases: Sequence[Phrase], track: Track
) -> Iterator[Figure]:
    theirs = _tied_as_theirs(phrases)
    planned = plan(theirs, tuple(rows), REPEATS)
    done = list(track(corpus, trials(TfIdfLr(), theirs, planned), planned.total))
    for setting, row in rows.items():
        yield from _beside(f"{corpus} ({setting})", row, [trial for trial in done if trial.setting == setting])


def _tied_as_theirs(phrases: Sequence[Phrase]) -> list[Phrase]:
    """Name intents so that those of equal size are taken as the authors' code takes them: the last one first.

    botassay orders ties by name. It matters where P is, and all intents are of one size: other intents are then small.
    """
    last_first = list(dict.fromkeys(str(phrase.intent) for phrase in phrases))[::-1]
    names = {name: f"{number:03} {name}" for number, name in enumerate(last_first)}
    return [phrase._replace(intent=names[str(phrase.intent)]) for phrase in phrases]


def _beside(name: str, row: MeasureRow, done: Sequence[SplitTrial]) -> Iterator[Figure]:
    """Return the figures of a setting, named by corpus and setting, with those of botassay's trials."""
    for figure, (theirs, further) in row.items():
        values = [_as_theirs(figure, trial) for trial in done]
        ours = Mean(fmean(values), stdev(values) / sqrt(len(values)))
        error = ours.error_of_difference(theirs)
        chance = further is not None and ours.agrees_with(further) and not ours.agrees_with(theirs)
        reason = f"chance: {further.value:.3f} in 150 further repeats of theirs" if further and chance else ""
        yield Figure(
            f"{name} {figure}", f"{theirs.value:.3f}", f"{ours.value:.3f}", Source.REFERENCE,
            Reason(reason, round(_BY_CHANCE * error, 3)) if reason else None,
            detail=f"standard errors {theirs.error:.4f} and {ours.error:.4f}", tolerance=round(_REPRODUCED * error, 3),
        )  # fmt: skip


def _as_theirs(figure: str, trial: SplitTrial) -> float:
    """Return a figure as the authors' code counts it: an over-caution of 1, or of nothing kept back, is 0."""
    value = getattr(figures_of(trial.judged), figure)
    return 0.0 if figure == "over_caution" and value in (None, 1.0) else float(value)
