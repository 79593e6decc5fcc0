"""What every checker promises."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from multiprocessing.reduction import ForkingPickler
from typing import Any

from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.errors import UsageError
from botassay.core.evidence import Evidence
from botassay.core.scale import TRUST_RISK, Issue, Score
from botassay.plugins.optional import LineValues, fitted, line_values, prepared, studies, studies_parts, study_part
from botassay.plugins.protocols import Checker, Valued
from botassay.testing.fakes import sample_dialogs
from botassay.testing.hostile import TEXTS
from botassay.testing.promise import BrokenPromiseError, promise

_TRIED = 6
"""Dialogs whose payloads are added in every order."""


def check_checker(checker: Checker, dialogs: Sequence[Dialog] | None = None) -> None:
    """Check that a checker keeps the promises of its protocol.

    Args:
        checker: the one to check.
        dialogs: something to look at, better with findings than without.

    Raises: BrokenPromiseError at the first promise that it does not keep.
    """
    seen = tuple(dialogs or sample_dialogs())
    promise(isinstance(checker, Checker), "a checker has an issue, look and score")
    _names_its_issue(checker.issue)
    if studies_parts(checker):
        _learns_in_parts(checker, seen)
    if studies(checker):
        checker = prepared(checker, seen)
        promise(isinstance(checker, Checker), "prepare gives a checker")
    _scores_nothing_as_none(checker)
    _payloads_add_up([checker.look([dialog]).payload for dialog in seen])
    _adds_up(checker, seen)
    _scores_a_risk(checker, checker.look(seen))
    _quotes_what_was_said(checker.look(seen), seen)
    _is_not_diluted_by_silence(checker, seen)
    _stands_hostile_texts(checker)
    _travels(checker, seen)
    values_of = line_values(checker)
    if values_of:
        _values_lines(values_of)


def _learns_in_parts(checker: Checker, dialogs: Sequence[Dialog]) -> None:
    half = len(dialogs) // 2
    parts = study_part(checker, dialogs[half:]) + study_part(checker, dialogs[:half])
    whole = fitted(checker, study_part(checker, dialogs))
    promise(fitted(checker, parts) == whole, "what a checker learns from parts of a corpus adds up")


def _names_its_issue(issue: Issue) -> None:
    promise(issue.code and issue.code == issue.code.upper() and issue.code.isalnum(), "an issue's code is like AL")
    promise(issue.title and issue.question, "an issue has a title and a question, for the report")
    promise(issue.measures, "an issue lists its measures")
    for measure in issue.measures:
        try:
            TRUST_RISK.check_cuts(measure.name, measure.cuts)
        except UsageError as error:
            raise BrokenPromiseError(str(error)) from error


def _scores_nothing_as_none(checker: Checker) -> None:
    nothing = checker.look([])
    promise(nothing == Evidence(checker.issue.code), "looking at nothing gives empty evidence of its issue")
    score = checker.score(nothing)
    promise(score.value is None and score.reason, "no evidence scores None, with a reason, and never 0")


def _adds_up(checker: Checker, dialogs: Sequence[Dialog]) -> None:
    whole = checker.look(dialogs)
    promise(checker.look(dialogs) == whole, "the same dialogs give the same evidence")
    promise(checker.look(tuple(reversed(dialogs))) == whole, "the order of dialogs does not matter")
    for cut in range(len(dialogs) + 1):
        parts = checker.look(dialogs[:cut]) + checker.look(dialogs[cut:])
        promise(parts == whole, "the evidence of two batches adds up to that of both at once")


def _payloads_add_up(payloads: Iterable[Any]) -> None:
    """Check what a checker counts of its own, on a few dialogs."""
    counted = [payload for payload in payloads if payload is not None][:_TRIED]
    for left, right in combinations(counted, 2):
        try:
            same = left + right == right + left
        except TypeError as error:
            raise BrokenPromiseError(f"payloads add up with +: {error}") from error
        promise(same, "the order in which payloads are added does not matter")
    for first, second, third in combinations(counted, 3):
        together = (first + second) + third
        promise(together == first + (second + third), "which payloads are added first does not matter")


def _scores_a_risk(checker: Checker, evidence: Evidence) -> None:
    score = checker.score(evidence)
    promise(score.issue == checker.issue.code, "a score names its issue")
    promise(score.measure in [m.name for m in checker.issue.measures], "a score goes by a measure of its issue")
    promise(score == checker.score(evidence), "the same evidence gives the same score")
    if score.value is not None and not score.assumed:
        _is_measured(score)


def _is_measured(score: Score) -> None:
    promise(score.n > 0 and score.clusters > 0, "a value says out of how many things and dialogs it comes")
    promise({score.floor, score.highest_floor} <= {None, *TRUST_RISK.names}, "a floor is the name of a level")
    promise(not score.floor or score.reason, "a floor has a reason")
    if score.interval is not None and score.value is not None:
        low, high = score.interval
        promise(0 <= low <= score.value <= high <= 1, "an interval lies in [0, 1] and holds the value")


def _quotes_what_was_said(evidence: Evidence, dialogs: Iterable[Dialog]) -> None:
    texts = {(d.id, place): utterance.text for d in dialogs for place, utterance in enumerate(d.utterances)}
    for finding in evidence.worst:
        place = (finding.dialog, finding.utterance)
        promise(place in texts, "a finding points at an utterance of a dialog")
        promise(texts[place] == finding.text, "a finding quotes the utterance that it points at")
        promise(0 <= finding.value <= 1, "a finding's value is a risk in [0, 1]")
    promise(list(evidence.worst) == sorted(evidence.worst, key=lambda f: f.rank), "the worst finding comes first")


def _is_not_diluted_by_silence(checker: Checker, dialogs: Sequence[Dialog]) -> None:
    silence = Utterance(Role.BOT, " ")
    padded = [replace(dialog, utterances=(*dialog.utterances, silence)) for dialog in dialogs]
    before, after = checker.score(checker.look(dialogs)), checker.score(checker.look(padded))
    promise(before.value == after.value and before.n == after.n, "empty utterances count in no measure")


def _stands_hostile_texts(checker: Checker) -> None:
    evidence = checker.look([Dialog(f"h{n}", (Utterance(Role.BOT, text),)) for n, text in enumerate(TEXTS)])
    promise(evidence.issue == checker.issue.code, "hostile texts do not break a checker")


def _travels(checker: Checker, dialogs: Sequence[Dialog]) -> None:
    try:
        there: Checker = ForkingPickler.loads(ForkingPickler.dumps(checker))
        evidence = ForkingPickler.loads(ForkingPickler.dumps(there.look(dialogs)))
    except Exception as error:
        raise BrokenPromiseError(f"a checker and its evidence can be sent between processes: {error}") from error
    promise(evidence == checker.look(dialogs), "a checker that was sent to a worker sees the same")


def _values_lines(values_of: LineValues) -> None:
    texts = [text for text in TEXTS if text.isprintable()]
    values = values_of(texts)
    promise(len(values) == len(texts), "each line has a value")
    sound = all(0 <= valued.value <= 1 for valued in values if isinstance(valued, Valued))
    promise(sound, "a line's value is a risk in [0, 1]")
    alone = [values_of([text])[0] for text in texts]
    promise(alone == list(values), "a line's value does not depend on the other lines")
