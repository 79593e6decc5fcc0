"""Logs of a bot: the share of each topic, and new training phrases from questions without a good answer."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from functools import reduce
from pathlib import Path
from typing import Final

from botassay.api.intents.inputs import (
    ClassifierLike,
    LabelledData,
    check_classifiers,
    counted,
    existing,
    make_classifier,
    notice_unspaced,
    read_data,
    title_of,
)
from botassay.api.intents.stopped import LOG
from botassay.core.errors import InputError, UsageError
from botassay.core.progress import OnProgress
from botassay.core.text.plural import many
from botassay.intents.documents import IntentsReview, IntentsTraffic
from botassay.intents.log import LoggedQuestion, read_log
from botassay.intents.phrases import Phrase, folded
from botassay.intents.question_review import review as proposed
from botassay.intents.question_review import with_accepted
from botassay.intents.review_decisions import (
    ANSWERS,
    ReviewDecision,
    accepted,
    append_journal,
    confirmed,
    journal_of,
    read_decision_rows,
    read_sheet,
    sheet_of,
    standing,
)
from botassay.intents.snapshots import dated_files
from botassay.intents.topic_shares import recognise
from botassay.intents.topic_shares import traffic as shares
from botassay.intents.writing import check_free, written
from botassay.io.files import save
from botassay.plugins.protocols import Classifier
from botassay.settings.intents import ReviewSettings, TrafficSettings, VectorSettings
from botassay.settings.option import settings_in
from botassay.view.escape import visible

_DOUBTFUL: Final = "none"
"""A common fallback name that may also be a topic."""
_OF_DATA: Final = ("classifier", "vectors", "model", "none_label", "text_column", "intent_column")
"""Settings without effect if there are no training phrases."""


def traffic(
    log: str | Path,
    data: LabelledData | None = None,
    settings: TrafficSettings | None = None,
    *,
    classifier: ClassifierLike | None = None,
    threshold: float | None = None,
    on_progress: OnProgress | None = None,
) -> IntentsTraffic:
    """Return the share of each topic among the questions of a log, and what was not recognised.

    Args:
        log: JSON lines with text, intent and confidence, a table with these columns, or dialogs.
        data: labelled phrases, as `evaluate` takes them: a classifier trained on them assigns the questions to topics.
            Without them, the log must name topics.
        settings: all settings; the arguments below override them.
        classifier: as for `evaluate`, but no engine.
        threshold: minimum confidence of a recognised question, in [0, 1].
        on_progress: called while questions are grouped.

    Raises: InputError, UsageError, ConfigurationError as at the command line.
    """
    chosen = settings or TrafficSettings()
    if threshold is not None:
        chosen = replace(chosen, threshold=threshold)
    subject = chosen.classifier if classifier is None else classifier
    if data is None:
        _refuse_unused(chosen, classifier)
    else:
        check_classifiers([subject], chosen.vectors)
    sheet = chosen.phrases.sheet_name if data is None else None
    asked = read_log(existing(log), chosen.fallbacks, sheet=sheet)
    background: list[str] = []
    if data is None:
        _notice_fallbacks(asked, chosen.fallbacks)
    else:
        phrases = read_data(data, chosen.phrases).phrases
        asked = recognise(_trained_on(subject, chosen.vectors, phrases, asked, on_progress), phrases, asked)
        background = [phrase.text for phrase in phrases]
    document = shares(
        asked,
        chosen.threshold,
        None if data is None else title_of(subject),
        background,
        counted(on_progress, "grouping questions", "parts"),
        chosen.by,
    )
    return replace(document, data=Path(log).name)


def _trained_on(
    subject: ClassifierLike,
    vectors: VectorSettings,
    phrases: Sequence[Phrase],
    asked: Sequence[LoggedQuestion],
    on_progress: OnProgress | None,
) -> Classifier:
    notice_unspaced([subject], phrases)
    return make_classifier(subject, vectors, [*phrases, *(Phrase(each.text, None, "") for each in asked)], on_progress)


def _refuse_unused(settings: TrafficSettings, classifier: ClassifierLike | None) -> None:
    """Refuse settings without effect if nothing is trained; raises UsageError."""
    changed = [
        each.flag
        for each in settings_in(TrafficSettings)
        if each.path[-1] in _OF_DATA and reduce(getattr, each.path, settings) != each.default
    ]
    if classifier is not None or changed:
        hint = "without --data, the topics in the log are counted"
        raise UsageError(f"{next(iter(changed), '--classifier')} requires --data", hint=hint)


def _notice_fallbacks(asked: Sequence[LoggedQuestion], given: Sequence[str]) -> None:
    """Warn of questions that count as unanswered by their logged name alone: it may be the name of a topic."""
    known = {folded(name) for name in given}
    counts = Counter(question.fallback for question in asked if question.fallback)
    for name in sorted(name for name in counts if folded(name) == _DOUBTFUL and folded(name) not in known):
        what = f"{many(counts[name], 'question is', 'questions are')} logged as {name!r}, which counts as no answer"
        LOG.warning(f"{what}; if it is one of your topics, rename it in the log, or give --data")


# ── review ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def review(
    log: str | Path,
    data: LabelledData,
    settings: ReviewSettings | None = None,
    *,
    classifier: ClassifierLike | None = None,
    below: float | None = None,
    on_progress: OnProgress | None = None,
) -> IntentsReview:
    """Return the questions of a log without a good answer, in groups, with a proposed topic for each.

    Args:
        log: as for `traffic`.
        data: the training phrases of the bot, as for `evaluate`.
        settings: all settings; the arguments below override them.
        classifier: as for `evaluate`, but no engine.
        below: answers below this confidence, in [0, 1], are also reviewed.
        on_progress: called while questions are grouped.

    Raises: InputError, UsageError, ConfigurationError as at the command line.
    """
    chosen = settings or ReviewSettings()
    if below is not None:
        chosen = replace(chosen, below=below)
    return begin_review(log, data, chosen, classifier=classifier, on_progress=on_progress).document


@dataclass(frozen=True, slots=True)
class ReviewSession:
    """Proposals to review, and the files for the decisions.

    Args:
        document: the proposals.
        phrases: the training phrases of the bot.
        none_label: the label of out-of-scope phrases in a table.
        out: the new file, `.csv`, `.xlsx` or `.jsonl`; None: nothing is written.
        journal: the file that keeps the decisions; None for phrases in memory.
        earlier: the decisions of earlier reviews.
        in_files: what was written by earlier reviews, for phrases with a date in their names.
    """

    document: IntentsReview
    phrases: list[Phrase]
    none_label: str | None
    out: Path | None
    journal: Path | None = None
    earlier: tuple[ReviewDecision, ...] = ()
    in_files: frozenset[tuple[str, str]] = frozenset()
    """Folded questions with their folded topics that a dated file has: accepted then, whatever became of them since."""

    def pending(self, decisions: Sequence[ReviewDecision] = ()) -> dict[str, str]:
        """Return the accepted questions, also of earlier reviews, that no file has with their topics yet."""
        return {
            text: topic
            for text, topic in accepted((*self.earlier, *decisions)).items()
            if self.in_files.isdisjoint({(folded(text), folded(topic)), (folded(visible(text)), folded(topic))})
        }

    def save(self, accepted: Mapping[str, str]) -> int:
        """Write the phrases and the accepted questions, given with their topics, and return how many were added.

        Raises: OutputError, also for a file that exists.
        """
        assert self.out is not None  # noqa: S101 - a session without a file cannot save
        check_free(self.out)  # it may have been created in the meantime
        safe = {visible(text): topic for text, topic in accepted.items()} if self.out.suffix == ".csv" else accepted
        whole = with_accepted(self.phrases, safe)
        save(self.out, written(whole, self.out.suffix, self.none_label))
        return len(whole) - len(self.phrases)

    def finish(self, decisions: Sequence[ReviewDecision]) -> int | None:
        """Write the phrases with all accepted questions, also of earlier reviews, and keep the decisions.

        Returns: how many phrases were added; None if nothing was accepted, and no file of phrases written.

        Raises: OutputError.
        """
        added = None
        if accepted(decisions):
            added = self.save(self.pending(decisions))
        if decisions and self.journal is not None:
            append_journal(self.journal, decisions)
        return added

    def confirmed(self, decisions: Sequence[ReviewDecision]) -> str:
        """Return, in words, the share of the answered questions whose answer was confirmed, in all reviews."""
        return confirmed((*self.earlier, *decisions))


def begin_review(
    log: str | Path,
    data: LabelledData,
    settings: ReviewSettings,
    *,
    classifier: ClassifierLike | None = None,
    out: Path | None = None,
    since: date | None = None,
    on_progress: OnProgress | None = None,
) -> ReviewSession:
    """Return the proposals and what is needed to write the accepted ones to the file `out`.

    With `since`, questions that were decided on that day (UTC) or later are among the proposals: groups and sample stay
    as they are while somebody works on them.

    Raises: as `review`; OutputError for a file that cannot be written, before any work.
    """
    subject = settings.classifier if classifier is None else classifier
    check_classifiers([subject], settings.vectors)
    session, asked = _session(log, data, settings, out)
    document = proposed(
        asked,
        session.phrases,
        _trained_on(subject, settings.vectors, session.phrases, asked, on_progress),
        settings.below,
        counted(on_progress, "grouping questions", "parts"),
        which=settings.which,
        sample=settings.sample,
        seed=settings.seed,
        decided={
            folded(decision.question)
            for decision in session.earlier
            if since is None or decision.at is None or decision.at[:10] < since.isoformat()
        },
    )
    return replace(session, document=replace(document, data=Path(log).name))


def _session(
    log: str | Path, data: LabelledData, settings: ReviewSettings, out: Path | None
) -> tuple[ReviewSession, list[LoggedQuestion]]:
    """Return a session without proposals, and the questions of the log."""
    if out is not None:
        check_free(out)
    phrases = read_data(data, settings.phrases).phrases
    if out is not None:
        written(phrases, out.suffix, settings.phrases.none_label)
    journal = journal_of(Path(data)) if isinstance(data, str | Path) else None
    earlier = tuple(standing(read_decision_rows(journal)).values()) if journal else ()
    asked = read_log(existing(log), topics=[phrase.intent for phrase in phrases])
    empty = IntentsReview(questions=len(asked), below=settings.below, unsure=0, known=0, proposals=())
    in_files = frozenset[tuple[str, str]]()
    if journal is not None and journal.name == ANSWERS:
        in_files = labels_in([snapshot.file for snapshot in dated_files(journal.parent)], settings)
    return ReviewSession(empty, phrases, settings.phrases.none_label, out, journal, earlier, in_files), asked


def labels_in(files: Iterable[Path], settings: ReviewSettings) -> frozenset[tuple[str, str]]:
    """Return the folded texts and topics of all phrases in some files; what does not hold phrases is passed over."""
    labels: set[tuple[str, str]] = set()
    for file in files:
        with suppress(InputError):
            phrases = read_data(file, replace(settings.phrases, none_label=None)).phrases
            labels |= {(folded(each.text), folded(each.intent)) for each in phrases if each.intent is not None}
    return frozenset(labels)


def write_sheet(document: IntentsReview, file: str | Path) -> None:
    """Write the questions of a review as a new sheet, `.xlsx` or `.csv`, in which decisions are filled in.

    Raises: UsageError, OutputError, also for a file that exists.
    """
    place = Path(file)
    if place.suffix not in (".xlsx", ".csv"):
        raise UsageError(f"cannot write {place.name!r}", hint="a sheet is FILE.xlsx or FILE.csv")
    check_free(place)
    save(place, sheet_of(document, place.suffix))


def begin_application(
    log: str | Path, data: LabelledData, sheet: str | Path, settings: ReviewSettings, out: Path | None = None
) -> tuple[ReviewSession, list[ReviewDecision]]:
    """Return a session for the decisions on a filled-in sheet, and the decisions.

    Raises: InputError with the row of an invalid decision; as `begin_review` otherwise.
    """
    session, asked = _session(log, data, settings, out)
    decisions = read_sheet(existing(sheet), [question for question in asked if not question.probe], settings.below)
    return session, decisions
