"""Replication of the papers: `replicate` returns their published figures and those of botassay."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from botassay.api.asynchronous import run_to_end
from botassay.bots import find_bot
from botassay.core.dialog import Dialog
from botassay.core.errors import ConfigurationError, InputError, UnknownNameError, UsageError
from botassay.core.progress import OnProgress, tracked
from botassay.core.published_figure import Figure
from botassay.corpora import Corpus, open_corpus
from botassay.grading.checkers import Track
from botassay.grading.default_issues import PAPER
from botassay.grading.sources import GivenDialogs
from botassay.io.files import existing, save
from botassay.plugins.registry import PROBERS
from botassay.rating.pipeline import rate
from botassay.rating.settings import Settings
from botassay.replication.documents import Replication
from botassay.runs import Manner, draw_up, hold
from botassay.runs.journal import Journal, Record, RunFacts
from botassay.runs.journal.writing import now
from botassay.settings.replication import (
    IdentityReplicationSettings,
    IntentsReplicationSettings,
    OptionsReplicationSettings,
    RatingReplicationSettings,
    ReplicationSettings,
    SentimentReplicationSettings,
)

_SEED: Final = 1
"""Of the conversations with Eliza."""


def replicate(
    paper: str, settings: ReplicationSettings | None = None, *, on_progress: OnProgress | None = None
) -> Replication:
    """Return the figures of a paper and those of botassay, by source and status.

    Args:
        paper: rating, intents, sentiment, options or identity; or its number, `000` to `004`.
        settings: copies of its data, and how to measure.
        on_progress: receives the progress of reading corpora and training models.

    Raises: UnknownNameError for another paper; UsageError for settings of another paper; InputError for a bad copy.

    >>> from botassay import replicate
    >>> print(replicate("options").counts[0])
    published 300: 299 reproduced, 1 explained, 0 differ, 0 not measured
    """
    name = next((name for name, entry in PAPERS.items() if paper in (name, entry.number)), None)
    if name is None:
        raise UnknownNameError.among("paper", paper, PAPERS)
    entry = PAPERS[name]
    settings = settings or entry.settings()
    if not isinstance(settings, entry.settings):
        raise UsageError(f"these settings do not belong to {name}", hint=f"give {entry.settings.__name__}")
    return Replication.of(entry.number, entry.figures(settings, on_progress))


def _rating(settings: RatingReplicationSettings, on_progress: OnProgress | None) -> Iterator[Figure]:
    from botassay.replication import rating

    if settings.trained_leakage:
        _check_torch()
    corpora = {"Restaurant": settings.restaurant, "Ubuntu": settings.ubuntu, "Insurance": settings.insurance}
    measured = [figure for name, path in corpora.items() for figure in _corpus(name, path, settings, on_progress)]
    yield from rating.figures()
    yield from measured
    with TemporaryDirectory() as folder:
        default = Settings(issues=PAPER)
        _talk_to_eliza(Path(folder), default.rated)
        by_both = (rate(Path(folder), settings).ratings[0] for settings in (default, replace(default, method="paper")))
        yield from rating.eliza_figures(*by_both)


def _check_torch() -> None:
    from botassay.trust.leakage.trained import NO_TORCH

    if find_spec("torch") is None:
        raise ConfigurationError(NO_TORCH, hint="or remove --trained-leakage: IL is then assumed to be M")


def _corpus(
    name: str, path: Path | None, settings: RatingReplicationSettings, on_progress: OnProgress | None
) -> Iterator[Figure]:
    from botassay.replication.rating import controls, corpus_figures, missing_figures
    from botassay.trust.leakage.trained import TrainedLeakage

    if path is None:
        yield from missing_figures(name, f"give a copy: --{name.lower()} FOLDER")
        return

    def watch(steps: Iterable[Any]) -> Iterator[Any]:
        return tracked(steps, on_progress, "training a model for IL", None, "updates")

    def track(stage: str, reading: Iterable[Dialog]) -> Iterator[Dialog]:
        return tracked(reading, on_progress, stage, None, "dialogs")

    corpus = open_corpus(existing(path), skip_bad=settings.skip_bad)
    leakage = TrainedLeakage(watch=watch) if settings.trained_leakage else None
    theirs, control = _identified(name, corpus, settings, track)
    figures = corpus_figures(name, theirs, leakage, track)
    yield from controls(figures, control) if control else figures
    if control:
        yield from missing_figures(name, f"these dialogs are others ({control}); give a copy: --{name.lower()} FOLDER")


def _identified(
    name: str, corpus: Corpus, settings: RatingReplicationSettings, track: Track
) -> tuple[Corpus | GivenDialogs, str]:
    """Return the dialogs of a corpus that are the paper's; with --as-is other ones too, and then what they are.

    Raises: InputError for another corpus without --as-is.
    """
    from botassay.replication.corpus_identity import KNOWN, CorpusIdentity, check_names, only_known

    where = str(corpus.path)
    if name in KNOWN:
        identity = CorpusIdentity.of(name, track("comparing with the paper's corpus", corpus.read()))
        if not identity.sure and settings.as_is:
            return corpus, str(identity)
        identity.check(where)
        surplus = identity.dialogs > identity.present
        return (GivenDialogs(list(only_known(name, corpus.read()))) if surplus else corpus), ""
    if name == "Insurance":
        try:
            check_names(corpus, where)
        except InputError:
            if not settings.as_is:
                raise
            return corpus, "no file has a name of InsuranceQA"
    return corpus, ""


def _intents(settings: IntentsReplicationSettings, on_progress: OnProgress | None) -> Iterator[Figure]:
    from botassay.replication.intents import figures

    def track(name: str, trials: Iterable[Any], total: int) -> Iterator[Any]:
        return tracked(trials, on_progress, f"evaluating {name}", total, "splits")

    return figures({"nlu": settings.nlu, "banking": settings.banking}, track)


def _sentiment(settings: SentimentReplicationSettings, _on_progress: OnProgress | None) -> Iterator[Figure]:
    from botassay.replication.sentiment.questions import MOST, Conversations, answers
    from botassay.replication.sentiment.tables import figures
    from botassay.sentiment.translation.round_trip import trips_of, written

    trip = settings.round_trip
    trips = trips_of(trip.translator, trip.via) if trip.translator else None
    if settings.corpus is None:
        conversations = Conversations(eliza_dialogs(), "conversations with Eliza")
    else:
        corpus = open_corpus(existing(settings.corpus))
        conversations = Conversations([*islice(corpus, MOST)], settings.corpus.name)
    networks = {"Sg": ("gru", settings.gru), "Sd": ("distilbert", settings.distilbert)}
    yield from figures({name: f"{kind}:{existing(path)}" for name, (kind, path) in networks.items() if path})
    yield from answers(conversations, trips)
    if trip.record and trips:
        save(trip.record, written(trips))


def _options(_settings: OptionsReplicationSettings, _on_progress: OnProgress | None) -> Iterator[Figure]:
    from botassay.options.published_table import figures

    return figures()


def _identity(settings: IdentityReplicationSettings, _on_progress: OnProgress | None) -> Iterator[Figure]:
    from botassay.replication import identity, identity_answers

    yield from identity.figures(settings.data, settings.additional)
    yield from identity_answers.figures(settings.data)


class _Paper(NamedTuple):
    number: str
    settings: type[Any]
    figures: Callable[[Any, OnProgress | None], Iterator[Figure]]


PAPERS: Final[Mapping[str, _Paper]] = {
    "rating": _Paper("000", RatingReplicationSettings, _rating),
    "intents": _Paper("001", IntentsReplicationSettings, _intents),
    "sentiment": _Paper("002", SentimentReplicationSettings, _sentiment),
    "options": _Paper("003", OptionsReplicationSettings, _options),
    "identity": _Paper("004", IdentityReplicationSettings, _identity),
}


def eliza_dialogs() -> list[Dialog]:
    """Return conversations with the bundled Eliza, about the issues of a default rating; they are always the same."""
    with TemporaryDirectory() as folder:
        _talk_to_eliza(Path(folder), PAPER)
        return list(Record.of(Path(folder)).dialogs())


def _talk_to_eliza(folder: Path, issues: Iterable[str]) -> None:
    """Write a run with the bundled Eliza to a folder."""
    bot = find_bot("eliza")
    plan = draw_up({code: PROBERS.get(code) for code in issues}, _SEED)
    journal = Journal.create(folder, RunFacts(bot.name, "", _SEED, now(), {}, {}), plan.scripts)
    try:
        run_to_end(hold(bot, plan, journal, Manner()))
    finally:
        journal.close()
