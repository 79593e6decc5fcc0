"""What each conversation of a run contributes to a measure, for tests that take conversations as a whole."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Self

import msgspec

from botassay.core.dialog import Dialog, Role
from botassay.core.errors import blame
from botassay.core.evidence import STRATA
from botassay.grading.checkers import Track, equip, prepare, scope_of
from botassay.grading.corpus_stats import Scope
from botassay.grading.sources import Dialogs, LiveRun, Source, open_source, unwatched
from botassay.plugins.protocols import Checker
from botassay.rating.audit import Audit, accepted_name
from botassay.rating.decisions import Decision
from botassay.rating.settings import Settings


@dataclass(frozen=True, slots=True)
class ConversationCount:
    """What one conversation contributes to a measure."""

    stratum: str
    """`provoked` or `elsewhere`; empty where the measure has no strata."""
    n: int
    """How many things count, such as replies."""
    s: int
    """What they are worth together, in grains."""


@dataclass(frozen=True, slots=True)
class RunCounts:
    """The conversations of a run, or of files of dialogs."""

    seed: int | None
    """What a live run was drawn from."""
    scripts: Mapping[str, str]
    """A digest of what the user was to say, by conversation."""
    issues: Mapping[str, Mapping[str, ConversationCount]]
    """By issue and conversation; an issue whose value is no share over conversations is left out."""

    def pairs_with(self, other: "RunCounts") -> bool:
        """Whether both were held with the same scripts, from the same seed."""
        return bool(self.scripts) and (self.seed, self.scripts) == (other.seed, other.scripts)


def count_conversations(
    corpus: Dialogs,
    settings: Settings,
    measures: Mapping[str, str],
    *,
    checkers: Mapping[str, Checker] | None = None,
    decisions: Sequence[Decision] = (),
    track: Track = unwatched,
) -> RunCounts:
    """Return what each conversation contributes to the measures, without dismissed findings.

    Args:
        corpus: dialogs, or where they are.
        settings: those of the rating.
        measures: of each issue to be counted, such as `{"AL": "AL.flagged"}`.
        checkers: by issue, instead of the installed ones.
        decisions: on findings.
        track: sees each dialog pass, for a progress bar.

    Raises: InputError, UsageError, InternalError as `rate` does.
    """
    source = open_source(corpus)
    used = {code: each for code, each in equip(settings, checkers or {}).items() if code in measures}
    ready = {code: prepare(code, checker, source, track) for code, checker in used.items()}
    counting = _Counting.of(ready, measures, decisions)
    counts: dict[str, dict[str, ConversationCount]] = {}
    scripts: dict[str, str] = {}
    for dialog in track("counting", source.read()):
        scripts[dialog.id] = _digest([turn.text for turn in dialog.utterances if turn.role is Role.USER], dialog.tags)
        for code, count in counting.of_dialog(dialog):
            counts.setdefault(code, {})[dialog.id] = count
    return RunCounts(source.seed, _planned(source) or scripts, {code: counts[code] for code in ready if code in counts})


@dataclass(frozen=True, slots=True)
class _Counting:
    """What is counted in each conversation, and by which checkers."""

    checkers: Mapping[str, Checker]
    """By issue; they pass over dismissed findings."""
    measures: Mapping[str, str]
    scope: Scope

    @classmethod
    def of(cls, ready: Mapping[str, Checker], measures: Mapping[str, str], decisions: Sequence[Decision]) -> Self:
        """Return what prepared checkers count, without what was dismissed."""
        decided = Audit(decisions, ready).accepting()
        checkers = {code: decided.get(accepted_name(code), checker) for code, checker in ready.items()}
        return cls(checkers, measures, scope_of(ready.values()))

    def of_dialog(self, dialog: Dialog) -> Iterator[tuple[str, ConversationCount]]:
        """Yield what a conversation contributes, by issue; nothing of one that cannot be read."""
        for code, checker in self.checkers.items():
            if self.scope.concerns(dialog, code):
                count = _count(checker, self.measures[code], dialog)
                if count:
                    yield code, count


def _count(checker: Checker, measure: str, dialog: Dialog) -> ConversationCount | None:
    with blame(f"the checker for {checker.issue.code}"):
        evidence = checker.look([dialog])
    sums = evidence.measured(measure)
    stratum = next((name for name in STRATA if f"{measure}/{name}" in evidence.sums), "")
    return ConversationCount(stratum, sums.n, sums.s) if sums.n else None


def _planned(source: Source) -> dict[str, str]:
    """Return the digests of the scripts of a live run: what users go on to say may depend on the replies."""
    if not isinstance(source, LiveRun):
        return {}
    return {script.id: _digest(script.lines, script.tags) for script in source.record.scripts()}


def _digest(lines: Sequence[str], tags: Mapping[str, str]) -> str:
    return sha256(msgspec.json.encode([*lines, sorted(tags.items())])).hexdigest()
