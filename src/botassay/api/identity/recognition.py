"""Recognise the question: `detect`, `evaluate`, `generate` and `uncovered`."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from logging import getLogger
from pathlib import Path
from typing import Any, Final

from botassay.core.errors import UsageError
from botassay.core.progress import OnProgress, tracked
from botassay.corpora import open_corpus
from botassay.corpora.ids import alike
from botassay.corpora.texts import read_texts
from botassay.identity.coverage import coverage_gaps
from botassay.identity.dataset import IdentityDataset, data_set, sampled
from botassay.identity.documents import DetectedText, IdentityUncovered, RecogniserComparison
from botassay.identity.labels import Labelled, labelled_texts
from botassay.identity.measures import evaluated
from botassay.identity.recognisers.named import BUILT_IN, recogniser_named, trained, training_of
from botassay.plugins.protocols import AskLabel, LabelledText, Recogniser
from botassay.settings.identity import DatasetSettings, DetectSettings, RecogniserSettings

LOG = getLogger("botassay")

_CHUNK: Final = 1024
"""Texts per batch."""


def detect(
    texts: str | Path | Iterable[str],
    settings: DetectSettings | None = None,
    *,
    recogniser: str | Recogniser | None = None,
    train: Labelled = (),
    on_progress: OnProgress | None = None,
) -> Iterator[DetectedText]:
    """Return for each text whether it asks if a machine is answering.

    Args:
        texts: texts, or a file with one text per line.
        settings: all settings; `recogniser` and `train` override them.
        recogniser: a name or an object with `recognise`.
        train: labelled utterances to train the recogniser on.
        on_progress: called after each chunk of texts.

    Returns: a row for each text, in order, with the probability of each label; a file is read lazily.

    Raises: UsageError for an unknown or untrained recogniser, or for training data that it cannot use; InputError for a
        file that is missing (E174), empty (E100) or not UTF-8 (E111).

    >>> [(row.label, round(row.p["positive"], 2)) for row in detect(["are you a robot?", "where is my train?"])]
    [('positive', 1.0), ('negative', 0.0)]
    """
    settings = settings or DetectSettings()
    (ready,) = _ready([recogniser or settings.recogniser], _training(train or settings.train))
    return _detected(texts, ready[1], on_progress)


def _detected(
    texts: str | Path | Iterable[str], recogniser: Recogniser, on_progress: OnProgress | None
) -> Iterator[DetectedText]:
    lines = read_texts(Path(texts)) if isinstance(texts, str | Path) else texts
    following = tracked(lines, on_progress, "recognising", None, "texts")
    while chunk := list(islice(following, _CHUNK)):
        for text, (label, p) in zip(chunk, recogniser.recognise(chunk), strict=True):
            yield DetectedText(text=text, label=label.value, p=dict(zip(map(str, AskLabel), p, strict=True)))


def evaluate(
    data: Labelled,
    recognisers: str | Recogniser | Iterable[str | Recogniser] = (),
    settings: RecogniserSettings | None = None,
    *,
    train: Labelled = (),
) -> RecogniserComparison:
    """Return Pw, R, Acc and M of recognisers on labelled utterances.

    Source: paper 004, section 4.

    Args:
        data: CSV files, or pairs of a text and its label: positive, ambiguous, negative, or p, a, n.
        recognisers: names, `"all"` for those that need no extra, or objects with `recognise`; by default `default`.
        settings: all settings; `recognisers` and `train` override them.
        train: labelled utterances to train recognisers on.

    Raises: UsageError for an unknown or untrained recogniser, or for training data that none can use; InputError with
        file and line for a row without text (E136) or with an unknown label (E150).

    >>> evaluate([("are you a robot?", "p"), ("nice weather", "n")], "grammar")["grammar"].m
    100.0
    """
    settings = settings or RecogniserSettings()
    given = [recognisers] if isinstance(recognisers, str | Recogniser) else list(recognisers)
    training = _training(train or settings.train)
    ready = _ready(_each_once(given or settings.recognisers or ["default"]), training)
    examples = labelled_texts(data)
    twice = _also_in(training, examples)
    if twice:
        LOG.warning(
            "E152 %s of %s utterances are also in --train, which overstates the results of trained recognisers "
            "(remove them from one of the files)",
            f"{twice:,}",
            f"{len(examples):,}",
        )
    results = tuple(evaluated(name, recogniser, examples) for name, recogniser in ready)
    return RecogniserComparison(evaluations=results, also_in_training=twice)


def _training(train: Labelled) -> list[LabelledText]:
    """Return the training examples, if any."""
    if isinstance(train, str | Path):
        return labelled_texts(train)
    sources: list[Any] = list(train)
    return labelled_texts(sources) if sources else []


def _each_once(recognisers: Iterable[str | Recogniser]) -> list[str | Recogniser]:
    """Return each recogniser once, with `all` expanded to those that need no extra."""
    spelled = (each for given in recognisers for each in (BUILT_IN if given == "all" else (given,)))
    return list(dict.fromkeys(spelled))


def _ready(recognisers: Sequence[str | Recogniser], examples: Sequence[LabelledText]) -> list[tuple[str, Recogniser]]:
    """Return trained recognisers with their names. Raises UsageError for examples that none of them can use."""
    named = [
        (each, recogniser_named(each)) if isinstance(each, str) else (type(each).__name__, each) for each in recognisers
    ]
    if examples and all(training_of(recogniser) == "none" for _, recogniser in named):
        names = [name for name, _ in named]
        hint = "leave out --train, or use a trainable one: --recogniser bow-lr"
        raise UsageError(f"--train has no effect on {' and '.join(names)}", hint=hint)
    return [(name, trained(recogniser, name, examples)) for name, recogniser in named]


def _also_in(training: Sequence[LabelledText], examples: Sequence[LabelledText]) -> int:
    """Return how many utterances are also in training, ignoring case and Unicode form."""
    learned = {alike(example.text).casefold().strip() for example in training}
    return sum(alike(example.text).casefold().strip() in learned for example in examples)


def uncovered(data: Labelled) -> IdentityUncovered:
    """Return phrasings that the bundled grammar misses or labels otherwise, those most similar to a rule first.

    Args:
        data: CSV files, or pairs of a text and its label.

    Raises: InputError with file and line.

    >>> uncovered([("are you a frobnicating robot?", "p")]).gaps[0].by_grammar is None
    True
    """
    return coverage_gaps(labelled_texts(data))


def generate(
    settings: DatasetSettings | None = None,
    *,
    dialogs: Iterable[str | Path] | None = None,
    size: int | None = None,
    seed: int | None = None,
    on_progress: OnProgress | None = None,
) -> IdentityDataset:
    """Return a data set of utterances that ask, or do not ask, whether a machine is answering.

    Source: paper 004, section 3. With dialogs, 40 % are positive, 10 % ambiguous and 50 % negative; without them, all
    rows come from the grammar. The split is 70/15/15 for training, validation and test, without common sentences.

    Args:
        settings: all settings; the arguments below override them.
        dialogs: files or folders to sample negatives from.
        size: number of rows, from 40 to 10,000,000.
        seed: random seed.
        on_progress: called after each dialog.

    Raises: UsageError if the dialogs (E151) or the grammar have too few different sentences; InputError for unreadable
        dialogs.

    >>> sorted(generate(size=40).counts.items())[:2]
    [('test', 6), ('train', 28)]
    """
    settings = settings or DatasetSettings()
    paths = settings.dialogs if dialogs is None else tuple(map(Path, dialogs))
    settings = replace(
        settings,
        dialogs=paths,
        size=settings.size if size is None else size,
        seed=settings.seed if seed is None else seed,
    )
    texts = sampled(_utterances(settings.dialogs, on_progress), settings.seed)
    return data_set(settings.size, settings.seed, texts)


def _utterances(paths: Iterable[Path], on_progress: OnProgress | None) -> Iterator[str]:
    for path in paths:
        for dialog in tracked(open_corpus(path).read(), on_progress, "reading", None, "dialogs"):
            yield from (utterance.text for utterance in dialog.utterances if utterance.text.strip())
