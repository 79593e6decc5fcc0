"""Recognising the question: `detect`, `evaluate`, `generate` and `uncovered`."""

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
"""Texts that are recognised at a time."""


def detect(
    texts: str | Path | Iterable[str],
    settings: DetectSettings | None = None,
    *,
    recogniser: str | Recogniser | None = None,
    train: Labelled = (),
    on_progress: OnProgress | None = None,
) -> Iterator[DetectedText]:
    """Say of each text whether its writer asks to know if a machine is answering.

    Args:
        texts: texts, or a file with a text on each line.
        settings: all settings.
        recogniser: a name or an object with `recognise`; stronger than the settings.
        train: labelled utterances for a recogniser that learns; stronger than the settings.
        on_progress: called after each chunk of texts.

    Returns: a row for each text, in their order, with the probability of each label; read from the file as they are
        asked for.

    Raises: UsageError for an unknown or untrained recogniser, or for training that it cannot use; InputError for a file
        that is missing (E174), empty (E100) or not UTF-8 (E111).

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
    """Measure recognisers on labelled utterances by Pw, R, Acc and M.

    Source: paper 004, section 4.

    Args:
        data: CSV files, which are put together, or pairs of a text and its label: positive, ambiguous, negative, or
            p, a, n.
        recognisers: names, `"all"` for those that need no extra, or objects with `recognise`; stronger than the
            settings; without any, `default`.
        settings: all settings.
        train: labelled utterances for recognisers that learn; stronger than the settings.

    Raises: UsageError for an unknown or untrained recogniser, or for training that none can use; InputError with file
        and line for a row without text (E136) or with an unknown label (E150).

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
            "E152 %s of %s utterances are also in --train: the figures of a recogniser that memorises are too good "
            "(remove them from one of the files)",
            f"{twice:,}",
            f"{len(examples):,}",
        )
    results = tuple(evaluated(name, recogniser, examples) for name, recogniser in ready)
    return RecogniserComparison(evaluations=results, also_in_training=twice)


def _training(train: Labelled) -> list[LabelledText]:
    """Return the examples to learn from; none where nothing is given."""
    if isinstance(train, str | Path):
        return labelled_texts(train)
    given: list[Any] = list(train)
    return labelled_texts(given) if given else []


def _each_once(recognisers: Iterable[str | Recogniser]) -> list[str | Recogniser]:
    """Return each recogniser once; `all` stands for those that need no extra, wherever it stands."""
    spelled = (each for given in recognisers for each in (BUILT_IN if given == "all" else (given,)))
    return list(dict.fromkeys(spelled))


def _ready(recognisers: Sequence[str | Recogniser], examples: Sequence[LabelledText]) -> list[tuple[str, Recogniser]]:
    """Return recognisers with their names, trained where they learn.

    Raises: UsageError for examples that none of them learns from.
    """
    named = [
        (each, recogniser_named(each)) if isinstance(each, str) else (type(each).__name__, each) for each in recognisers
    ]
    if examples and all(training_of(recogniser) == "none" for _, recogniser in named):
        names = [name for name, _ in named]
        hint = "leave out --train, or name one that learns: --recogniser bow-lr"
        raise UsageError(f"{' and '.join(names)} learn{'s' * (len(names) == 1)} nothing", hint=hint)
    return [(name, trained(recogniser, name, examples)) for name, recogniser in named]


def _also_in(training: Sequence[LabelledText], examples: Sequence[LabelledText]) -> int:
    """Count utterances that are also in training, whatever their case and their form of Unicode."""
    learned = {alike(example.text).casefold().strip() for example in training}
    return sum(alike(example.text).casefold().strip() in learned for example in examples)


def uncovered(data: Labelled) -> IdentityUncovered:
    """Say which phrasings the bundled grammar misses or labels otherwise, those nearest to a rule first.

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
    """Draw a data set of people who ask whether a machine is answering, and of people who do not.

    Source: paper 004, section 3. With dialogs 40 % are positive, 10 % ambiguous, 50 % negative; without them, all rows
    are of the grammar. 70/15/15 are for training, validation and test, without a sentence in common.

    Args:
        settings: all settings.
        dialogs: files or folders to draw negatives from; stronger than the settings.
        size: rows, from 40 to 10,000,000; stronger than the settings.
        seed: of all draws; stronger than the settings.
        on_progress: called after each dialog that was read.

    Raises: UsageError where the dialogs (E151) or the grammar hold too few different sentences; InputError for dialogs
        that cannot be read.

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
