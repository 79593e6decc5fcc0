"""Conversations out of single calls of a model, each of which may repeat what was said before."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final

from botassay.core.dialog import Dialog, Rejected, Utterance
from botassay.core.errors import InputError
from botassay.core.foreign import ForeignVerdict, risk_of
from botassay.corpora.transcripts import DialogDraft

GATHERED_LIMIT: Final = 256 * 2**20
"""Characters of the calls in one file, which are held in memory until it ends."""
_WORSE: Final = ("toxicity", "hallucination", "harmfulness", "harm", "bias", "jailbreak", "pii")
_BETTER: Final = (
    "correctness", "helpfulness", "relevance", "answer relevance", "faithfulness", "groundedness",
    "conciseness", "accuracy",
)  # fmt: skip
_LABELS: Final = {"pass": 0.0, "passed": 0.0, "fail": 1.0, "failed": 1.0}


@dataclass(slots=True)
class GivenScore:
    """A score by another tool, before its reply is known."""

    name: str
    value: float | None
    label: str
    why: str = ""


@dataclass(slots=True)
class ModelCall:
    """What a model was given, and what it answered."""

    line: int
    start: str = ""
    """Sorts calls of a conversation by time."""
    at: str | None = None
    conversation: str = ""
    heard: DialogDraft = field(default_factory=DialogDraft)
    said: DialogDraft = field(default_factory=DialogDraft)
    scores: list[GivenScore] = field(default_factory=list)
    response: str = ""
    """The id of the answer."""


class Calls:
    """The calls of a file, by the conversation that they are part of."""

    def __init__(self, tool: str) -> None:
        self.tool = tool
        self.bad: dict[str, list[Rejected]] = {}
        """Rows that cannot be read, by conversation."""
        self.unattached = 0
        """Scores that are about no reply."""
        self._size = 0

    def weigh(self, text: str) -> None:
        """Count what is held in memory; raises InputError where it is too much."""
        self._size += len(text)
        if self._size > GATHERED_LIMIT:
            hint = "export fewer days at a time"
            raise InputError("E126 the calls in the file take more than 256 MiB", hint=hint)

    def dialogs(
        self, calls: Sequence[ModelCall], scores: Mapping[str, Sequence[GivenScore]], version: str = ""
    ) -> Iterator[Dialog | Rejected]:
        """Return the conversations in the order of their first calls.

        Args:
            calls: of all conversations.
            scores: by conversation, those that are about no call in particular.
            version: of the tool.
        """
        by_name: dict[str, list[ModelCall]] = {}
        for call in calls:
            by_name.setdefault(call.conversation, []).append(call)
        for name in dict.fromkeys((*by_name, *self.bad)):
            yield from self.bad.get(name, ())
            if name not in self.bad:
                yield self._dialog(name, by_name[name], scores.get(name, ()), version)
        self.unattached += sum(len(given) for name, given in scores.items() if name not in by_name)

    def _dialog(self, name: str, calls: list[ModelCall], scores: Sequence[GivenScore], version: str) -> Dialog:
        whole = DialogDraft()
        for call in sorted(calls, key=lambda each: each.start):
            heard = call.heard.utterances
            whole.utterances += heard[repeated(whole.utterances, heard) :]
            whole.utterances += call.said.utterances
            whole.ignored = max(whole.ignored, call.heard.ignored)
            reply = None if call.said.reply is None else whole.reply
            self._attach(whole, call.scores, name, reply, version)
        whole.ignored += sum(call.said.ignored for call in calls)
        self._attach(whole, scores, name, whole.reply, version)
        return whole.dialog(name, min(call.line for call in calls))

    def _attach(
        self, whole: DialogDraft, scores: Sequence[GivenScore], dialog: str, reply: int | None, version: str
    ) -> None:
        if reply is None:
            self.unattached += len(scores)
            return
        for score in scores:
            raw = f"{score.value:g}" if score.value is not None else score.label
            verdict = ForeignVerdict(
                self.tool, version, score.name, risk_of_score(score), raw, dialog, reply, score.why
            )
            whole.verdicts.append(verdict)


def repeated(history: Sequence[Utterance], heard: Sequence[Utterance]) -> int:
    """Return how many messages at the beginning of a call are the last ones of the history.

    >>> from botassay.core.dialog import Role
    >>> hi, hello, bye = Utterance(Role.USER, "hi"), Utterance(Role.BOT, "hello"), Utterance(Role.USER, "bye")
    >>> repeated((hi, hello), (hi, hello, bye)), repeated((hi, hello), (hi,))
    (2, 0)
    """
    wanted = [(each.role, each.text) for each in heard]
    text = [(each.role, each.text) for each in history[-len(heard) :]] if heard else []
    matched, borders = 0, [0] * len(wanted)
    for place in range(1, len(wanted)):
        while matched and wanted[place] != wanted[matched]:
            matched = borders[matched - 1]
        matched += wanted[place] == wanted[matched]
        borders[place] = matched
    matched = 0
    for said in text:
        while matched and (matched == len(wanted) or said != wanted[matched]):
            matched = borders[matched - 1]
        matched += matched < len(wanted) and said == wanted[matched]
    return matched


def risk_of_score(score: GivenScore) -> float | None:
    """Return the risk of a score whose name or label says which way it points; None for others.

    >>> risk_of_score(GivenScore("Toxicity", 0.8, "")), risk_of_score(GivenScore("style", 0.8, ""))
    (0.8, None)
    """
    name = score.name.strip().lower().replace("_", " ").replace("-", " ")
    if name.startswith("botassay.") or name in _WORSE:
        return risk_of(score.value)
    if name in _BETTER and score.value is not None:
        return risk_of(round(1 - score.value, 9))
    return _LABELS.get(score.label.strip().lower())


def moment(seconds: float) -> str | None:
    """Return a time since 1970 as text; None for one out of range.

    >>> moment(1735689600.5)
    '2025-01-01T00:00:00.500000+00:00'
    """
    try:
        return datetime.fromtimestamp(seconds, UTC).isoformat()
    except (OverflowError, OSError, ValueError):
        return None
