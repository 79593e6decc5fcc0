"""The inputs of the intents use cases: labelled phrases and classifiers, in all accepted forms."""

from collections.abc import Iterable, Iterator, Sequence, Sized
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

from botassay.api.intents.stopped import LOG
from botassay.api.intents.trained import is_trained_engine, trained_engine
from botassay.core.errors import InputError, UsageError
from botassay.core.progress import OnProgress, Progress, tracked
from botassay.intents.classifiers.encoders import EmbeddingLr
from botassay.intents.classifiers.features import words
from botassay.intents.classifiers.sif import SifLr
from botassay.intents.classifiers.skipgrams import load
from botassay.intents.classifiers.staged import GENERAL_FOLDER, as_general, general_languages
from botassay.intents.classifiers.vectors import Vectors, read_vectors
from botassay.intents.phrases import NoSuchLabelError, Phrase, SoundPhrases, sound, unspaced
from botassay.intents.reading import Columns, read_phrases, read_sound
from botassay.intents.tracking import Track
from botassay.plugins.protocols import Classifier
from botassay.plugins.registry import CLASSIFIERS
from botassay.settings.intents import EngineSettings, PhraseSettings, TrainingSettings, VectorSettings

LabelledData: TypeAlias = (
    str | Path | Iterable[tuple[str, str | None]] | tuple[Sequence[str], Sequence[str | None]] | Iterable[Phrase]
)
"""A file of phrases, pairs of text and intent, or a tuple of all texts and all intents."""
ClassifierLike: TypeAlias = str | Classifier | Any
"""A registered name, the address of an engine, or an object with `fit` and `predict` (any scikit-learn estimator)."""
NO_ENGINE: Final = EngineSettings()
_MODELS: Final = (".bin", ".ftz")
_OWNERS: Final = {"vectors": "sif-lr", "model": "embedding-lr"}
_BY_WORDS: Final = frozenset({"tfidf-lr", "linear-svc", "sif-lr"})
_PAIR: Final = 2
"""A text and its intent, or all texts and all intents."""
_FORMS: Final = "a path, pairs of text and intent, or a tuple of texts and intents"


# ── phrases ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def name_of(data: LabelledData) -> str:
    """Return the name of a file of phrases, or "phrases" for those in memory."""
    return Path(data).name if isinstance(data, str | Path) else "phrases"


def read_data(data: LabelledData, settings: PhraseSettings, training: TrainingSettings | None = None) -> SoundPhrases:
    """Return the checked phrases, and log how many rows were skipped.

    Args:
        data: in any accepted form.
        settings: the columns, and the label of out-of-scope phrases.
        training: whether to skip invalid rows, and additional phrases; None: neither.

    Raises: InputError with the place of an invalid row; TypeError for data of an unsupported type.
    """
    skip_bad = training.skip_bad if training else None
    if isinstance(data, str | Path):
        columns = Columns(settings.text_column, settings.intent_column)
        checked = read_sound(existing(data), columns, settings.none_label, skip_bad=skip_bad, sheet=settings.sheet_name)
    else:
        checked = sound(_in_memory(data), name_of(data), settings.none_label, skip_bad=skip_bad)
    if checked.rejected:
        bad = len(checked.rejected)
        total = bad + len(checked.phrases)
        LOG.warning(f"skipped {bad:,} of {total:,} rows; the first: {checked.rejected[0]}")
    if training is None or training.general is None:
        return checked
    more = read_phrases(_general(training.general))
    return checked._replace(phrases=sound([*checked.phrases, *map(as_general, more)], name_of(data)).phrases)


def _general(typed: str) -> Path:
    """Return the file of general phrases that a text means: a language, or a file. Raises InputError."""
    if typed in general_languages():
        return GENERAL_FOLDER / f"{typed}.csv"
    if not Path(typed).exists():
        hint = f"give a file with text and intent, or a bundled language: {', '.join(general_languages())}"
        raise InputError("E174 no such file or folder", typed, hint)
    return Path(typed)


def existing(file: str | Path) -> Path:
    """Return the path of an existing file. Raises InputError if it does not exist."""
    path = Path(file)
    if not path.exists():
        raise InputError("E174 no such file or folder", str(path))
    return path


def _in_memory(data: Any) -> Iterator[Phrase]:
    """Yield phrases with their number as place. Raises TypeError."""
    rows = _rows(*data) if isinstance(data, tuple) and not isinstance(data, Phrase) and len(data) == _PAIR else data
    if not isinstance(rows, Iterable):
        message = f"phrases must be {_FORMS}, not {type(data).__name__}"
        raise TypeError(message)
    for number, row in enumerate(rows, 1):
        yield row if isinstance(row, Phrase) else _phrase(row, number)


def _rows(texts: Iterable[Any], intents: Iterable[Any]) -> list[tuple[Any, Any]]:
    """Return pairs of text and intent. Raises UsageError if there are more of the one than of the other."""
    texts, intents = list(texts), list(intents)
    if len(texts) != len(intents):
        raise UsageError(f"there are {len(texts):,} texts and {len(intents):,} intents")
    return list(zip(texts, intents, strict=True))


def _phrase(row: Any, number: int) -> Phrase:
    """Return the phrase of a pair of text and intent. Raises TypeError."""
    text, intent = row if isinstance(row, tuple | list) and len(row) == _PAIR else (None, None)
    if not isinstance(text, str) or not (intent is None or isinstance(intent, str)):
        message = f"phrases must be {_FORMS}; item {number} is {row!r:.60}"
        raise TypeError(message)
    return Phrase(str(text), None if intent is None else str(intent), f"phrases: item {number}")  # plain, not numpy's


def read_sets(
    files: Iterable[Path], settings: PhraseSettings, training: TrainingSettings | None = None
) -> dict[Path, list[Phrase]]:
    """Return the phrases of each file. Raises InputError, also if no file has the label of out-of-scope phrases."""
    by_file: dict[Path, list[Phrase]] = {}
    lacking: list[NoSuchLabelError] = []
    columns = replace(settings, none_label=None)
    for file in files:
        try:
            by_file[file] = read_data(file, settings, training).phrases
        except NoSuchLabelError as error:
            lacking.append(error)
            by_file[file] = read_data(file, columns, training).phrases
    if lacking and len(lacking) == len(by_file):
        raise lacking[0]
    return by_file


# ── classifiers ─────────────────────────────────────────────────────────────────────────────────────────────────────


def is_engine(classifier: ClassifierLike, engine: EngineSettings = NO_ENGINE) -> bool:
    """Return whether a classifier is a live engine that is only asked: an address, a bot.toml, or a bot."""
    if not isinstance(classifier, str) or is_trained_engine(classifier, engine):
        return False
    if classifier.partition("(")[0] in CLASSIFIERS:
        return False
    from botassay.bots import is_bot  # by way of aiohttp, which classifiers that are trained here do without

    return is_bot(classifier)


def title_of(classifier: ClassifierLike) -> str:
    """Return the title of a classifier: its name, its class, or the classes of the steps of a pipeline."""
    if isinstance(classifier, str):
        return classifier
    steps = getattr(classifier, "steps", None)
    parts = [part for _, part in steps] if isinstance(steps, list) else [classifier]
    return " + ".join(type(part).__name__ for part in parts)


def check_classifiers(
    classifiers: Iterable[ClassifierLike], vectors: VectorSettings, engine: EngineSettings = NO_ENGINE
) -> None:
    """Check that names exist, objects are classifiers, and vectors and models are used by one of them.

    Raises: UsageError, ConfigurationError; TypeError for an object without `fit` and `predict`.
    """
    chosen = list(classifiers)
    for classifier in chosen:
        if isinstance(classifier, str):
            if is_trained_engine(classifier, engine):
                trained_engine(classifier, engine)
            else:
                _check_name(classifier)
        elif not (hasattr(classifier, "fit") and hasattr(classifier, "predict")):
            message = f"a classifier must be a name or have fit and predict, not {type(classifier).__name__}"
            raise TypeError(message)
    for option, owner in _OWNERS.items():
        if getattr(vectors, option) and owner not in chosen:
            raise UsageError(f"--{option} requires {owner}", hint=f"add --classifier {owner}, or leave it out")


def _check_name(classifier: str) -> None:
    """Check the name of a built-in classifier. Raises UsageError."""
    if classifier not in CLASSIFIERS and Path(classifier).exists():
        hint = "an engine is python:pkg.mod:Name, file.py:Name, command:./engine, a bot.toml, or rasa:http://HOST"
        what = "folder" if Path(classifier).is_dir() else "file"
        raise UsageError(f"--classifier {classifier} is a {what}, not a classifier", hint=hint)
    CLASSIFIERS.make(classifier)


def make_classifier(
    classifier: ClassifierLike,
    vectors: VectorSettings,
    phrases: Sequence[Phrase],
    on_progress: OnProgress | None,
    engine: EngineSettings = NO_ENGINE,
) -> Classifier:
    """Return a new classifier by name, or a copy of the given estimator.

    Args:
        classifier: a name, or an object.
        vectors: word vectors or sentence encoder, for the classifiers that use them.
        phrases: all phrases for training and testing.
        on_progress: called while files are read and phrases encoded.
        engine: how to connect to an engine that is trained over HTTP.

    Raises: InputError for vectors that cannot be read; UsageError.
    """
    if not isinstance(classifier, str):
        if hasattr(classifier, "get_params"):  # scikit-learn: leave the caller's estimator untouched
            from sklearn.base import clone

            return cast("Classifier", clone(classifier))
        return cast("Classifier", classifier)
    if is_trained_engine(classifier, engine):
        return trained_engine(classifier, engine)
    if classifier == _OWNERS["vectors"]:
        if vectors.vectors:
            return SifLr.of(_word_vectors(vectors.vectors, phrases, on_progress))
        LOG.warning("sif-lr trains word vectors before each training; --vectors FILE is faster")
    if classifier == _OWNERS["model"]:
        encoding = EmbeddingLr.of(vectors.model)
        encoding.prepare(
            sorted({phrase.text for phrase in phrases}), counted(on_progress, "encoding phrases", "batches")
        )
        return encoding
    return CLASSIFIERS.make(classifier)


def counted(on_progress: OnProgress | None, phase: str, unit: str) -> Track:
    """Return a function that passes items on and reports progress."""
    return lambda parts: tracked(parts, on_progress, phase, len(parts) if isinstance(parts, Sized) else None, unit)


def _word_vectors(file: Path, phrases: Sequence[Phrase], on_progress: OnProgress | None) -> Vectors:
    if existing(file).suffix in _MODELS:
        return load(file)
    wanted = {word for phrase in phrases for word in words(phrase.text)}

    def reading(lines: Any) -> Iterator[str]:
        for line in lines:
            yield line
            if on_progress is not None:
                on_progress(Progress(f"reading {file.name}", lines.position, lines.size, "bytes"))

    vectors = read_vectors(file, wanted, reading)
    LOG.info(f"{len(vectors.by_word):,} of {len(wanted):,} different words have a vector")
    return vectors


def notice_unspaced(classifiers: Iterable[ClassifierLike], phrases: Sequence[Phrase]) -> None:
    """Warn if a classifier of words gets phrases without spaces."""
    names = {classifier for classifier in classifiers if isinstance(classifier, str)}
    if not _BY_WORDS.isdisjoint(names) and unspaced(phrases):
        LOG.warning("the phrases have no spaces, but this classifier needs separate words: try --classifier char-lr")
