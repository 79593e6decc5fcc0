"""Several files of phrases: the history of a folder, and the merge of several sets."""

import os
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

from botassay.api.intents.evaluation import planned_for
from botassay.api.intents.inputs import (
    ClassifierLike,
    check_classifiers,
    existing,
    make_classifier,
    read_sets,
    title_of,
)
from botassay.api.intents.stopped import INTERRUPTED, LOG, EvaluationStopped
from botassay.core.errors import UsageError
from botassay.core.progress import OnProgress, tracked
from botassay.intents.documents import HistoryDay, IntentsHistory, IntentsMerge
from botassay.intents.evaluation import SplitTrial, TrialPlan, trials
from botassay.intents.merging import merge as merged
from botassay.intents.merging import merged_phrases
from botassay.intents.phrases import Phrase, unspaced
from botassay.intents.snapshots import Snapshot, days, find_snapshots
from botassay.intents.writing import check_free, written
from botassay.io.files import save
from botassay.settings.intents import HistorySettings, MergeSettings


def history(
    folder: str | Path,
    classifier: ClassifierLike | None = None,
    settings: HistorySettings | None = None,
    *,
    on_progress: OnProgress | None = None,
) -> IntentsHistory:
    """Return how the phrases in a folder and their accuracy changed over time, day by day.

    Args:
        folder: one copy of the phrases per day, with the date in its name: 2026-03-02.csv.
        classifier: as for `evaluate`, but no engine.
        settings: all settings.
        on_progress: called after each test.

    Raises: InputError, UsageError, ConfigurationError as at the command line; EvaluationStopped, with the finished
        days, after Ctrl-C.
    """
    chosen = settings or HistorySettings()
    subject = chosen.classifier if classifier is None else classifier
    check_classifiers([subject], chosen.vectors)
    place = existing(folder)
    contents = find_snapshots(place)
    for text in contents.left_out:
        LOG.warning(f"skipped {text}")
    done: list[HistoryDay] = []
    files = [snapshot.file for snapshot in contents.snapshots]
    phrases = read_sets(files, chosen.phrases, chosen.training)  # an invalid file is reported before the work

    def document(*, finished: bool) -> IntentsHistory:
        return IntentsHistory(
            data=place.resolve().name,
            classifier=title_of(subject),
            repeats=chosen.tests.repeats,
            threshold=chosen.tests.threshold,
            test_fraction=chosen.tests.test_fraction,
            seed=chosen.tests.seed,
            finished=finished,
            left_out=contents.left_out,
            days=tuple(done),
        )

    try:
        trainable = make_classifier(subject, chosen.vectors, list(chain.from_iterable(phrases.values())), on_progress)

        def attempt(snapshot: Snapshot, of_day: list[Phrase]) -> tuple[TrialPlan, list[SplitTrial]]:
            planned = planned_for(str(snapshot.file), of_day, chosen.tests)
            phase = f"testing {title_of(subject)} on {snapshot.day}"
            return planned, list(
                tracked(trials(trainable, of_day, planned), on_progress, phase, planned.total, "tests")
            )

        for day in days(contents.snapshots, phrases.__getitem__, attempt, chosen.tests.threshold):
            done.append(day)  # noqa: PERF402 - finished days are kept after an interruption
    except KeyboardInterrupt:
        if not done:
            raise
        why = f"interrupted after {len(done)} of {len(files)} days"
        LOG.warning(why)
        raise EvaluationStopped(why, INTERRUPTED, document(finished=False)) from None
    return document(finished=True)


def merge(
    files: Iterable[str | Path],
    settings: MergeSettings | None = None,
    *,
    out: str | Path | None = None,
) -> IntentsMerge:
    """Return which topics of several sets of phrases are equivalent.

    Args:
        files: the sets, two or more.
        settings: the similarity of linked topics, and the columns.
        out: a new file, `.csv` or `.jsonl`, for the merged set; nothing is overwritten.

    Raises: InputError, UsageError, OutputError as at the command line.
    """
    chosen = settings or MergeSettings()
    place = Path(out) if out is not None else None
    if place:
        check_free(place)
    named = _named([existing(file) for file in files])
    by_file = read_sets(named.values(), chosen.phrases)
    sets = {name: by_file[file] for name, file in named.items()}
    without_spaces = [name for name, phrases in sets.items() if unspaced(phrases)]
    if without_spaces:
        LOG.warning(
            f"{', '.join(without_spaces)}: the phrases have no spaces between words, so few topics or none can be "
            "linked (separate the words by spaces in a copy, or compare by hand)"
        )
    document = merged(sets, chosen.least)
    if place:
        save(place, written(merged_phrases(sets, document), place.suffix, chosen.phrases.none_label))
    return document


def _named(files: list[Path]) -> dict[str, Path]:
    """Name sets after their files, or their paths if names collide. Raises UsageError for a file given twice."""
    if len({os.path.realpath(file) for file in files}) < len(files):
        raise UsageError("a set is given twice", hint="name each file once")
    stems = [file.name.partition(".")[0] for file in files]
    return {stem if stems.count(stem) == 1 else str(file): file for stem, file in zip(stems, files, strict=True)}
