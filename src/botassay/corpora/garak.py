"""garak's `.report.jsonl`: what its probes said to a model, what it answered, and what its detectors say of that."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from botassay.core.dialog import Dialog, Rejected, Remark
from botassay.core.foreign import ForeignVerdict, risk_of
from botassay.corpora.json_documents import json_texts, rejected
from botassay.corpora.transcripts import DialogDraft
from botassay.io.flaws import FlawError
from botassay.io.jsonl import BROKEN, keys_of

_EVALUATED: Final = 2
"""The status of an attempt that detectors have seen."""
_DIFFER: Final = "sums of garak that differ from its attempts"


class _Turn(msgspec.Struct):
    role: str
    content: Any = None


class _Conversation(msgspec.Struct):
    turns: list[_Turn] = []


class _Entry(msgspec.Struct):
    entry_type: str
    uuid: str = ""
    status: int | None = None
    prompt: Any = None
    outputs: list[Any] = []
    conversations: list[_Conversation] = []
    messages: list[list[_Turn]] = []
    detector_results: Mapping[str, list[float | None]] = {}
    garak_version: str | None = None
    probe_classname: str = ""
    probe: str = ""
    detector: str = ""
    passed: int | None = None
    total: int | None = None
    total_evaluated: int | None = None


class _Setup(msgspec.Struct):
    version: str = msgspec.field(default="", name="_config.version")


@dataclass(slots=True)
class _Report:
    """A report while it is read."""

    name: str
    version: str = ""
    waiting: dict[str, list[Dialog]] = field(default_factory=dict)
    """Attempts that no detector has seen so far, by their id."""
    done: set[str] = field(default_factory=set)
    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Scores of each probe and detector."""
    passes: Counter[tuple[str, str]] = field(default_factory=Counter)
    differ: int = 0

    def take(self, entry: _Entry, line: int) -> list[Dialog]:
        """Take an entry; return the dialogs that are complete with it."""
        self.version = entry.garak_version or self.version
        if entry.entry_type == "eval":
            self._compare(entry)
        if entry.entry_type != "attempt" or entry.status not in (1, _EVALUATED) or entry.uuid in self.done:
            return []
        if not entry.uuid:
            raise FlawError("E130", "an attempt has no uuid", "write the report again with garak")
        if entry.status != _EVALUATED:
            self.waiting[entry.uuid] = list(self._dialogs(entry, line))
            return []
        self.waiting.pop(entry.uuid, None)
        self.done.add(entry.uuid)
        for detector, scores in entry.detector_results.items():
            given = [score for score in scores if score is not None]
            self.counts[entry.probe_classname, detector] += len(given)
            self.passes[entry.probe_classname, detector] += sum(score < 0.5 for score in given)  # noqa: PLR2004 - garak's
        return list(self._dialogs(entry, line))

    def _compare(self, entry: _Entry) -> None:
        """Compare the sums of garak with what was read."""
        key = (entry.probe, entry.detector.removeprefix("detector."))
        total = entry.total if entry.total_evaluated is None else entry.total_evaluated
        if self.done and total is not None:
            self.differ += (self.counts[key], self.passes[key]) != (total, entry.passed)

    def _dialogs(self, entry: _Entry, line: int) -> Iterator[Dialog]:
        for nth, output in enumerate(entry.outputs):
            transcript = _transcript(entry, nth)
            if output is not None:
                transcript.take("assistant", _text(output))
            name = f"{entry.uuid}#{nth}"
            place = transcript.reply if output is not None else None
            for detector, scores in entry.detector_results.items():
                score = scores[nth] if nth < len(scores) else None
                if place is not None and score is not None:
                    verdict = ForeignVerdict(
                        "garak",
                        self.version,
                        detector,
                        risk_of(score),
                        f"{score:g}",
                        name,
                        place,
                        entry.probe_classname,
                    )
                    transcript.verdicts.append(verdict)
            yield transcript.dialog(name, line)


@dataclass(frozen=True, slots=True)
class Garak:
    """`{"entry_type": "attempt", "uuid": "…", "status": 2, "prompt": {"turns": […]}, "outputs": […], …}`, a line each.

    Each output is a dialog, `uuid#0` and so on. An attempt comes twice, before and after detectors saw it; the latter
    counts.
    """

    carries_verdicts = True

    def sniff(self, first_line: str) -> bool:
        """Recognise an entry."""
        return "entry_type" in keys_of(first_line)

    def read(self, lines: Iterable[str], name: str) -> Iterator[Dialog | Rejected | Remark]:
        """Return a dialog for each output; blank lines are skipped."""
        report = _Report(name)
        decoder, setup = msgspec.json.Decoder(_Entry), msgspec.json.Decoder(_Setup)
        for line, text in json_texts(lines):
            try:
                entry = decoder.decode(text)
                if entry.entry_type == "start_run setup":
                    report.version = setup.decode(text).version
                yield from report.take(entry, line)
            except (FlawError, *BROKEN) as error:
                yield rejected(error, line, text)
        for dialogs in report.waiting.values():
            yield from dialogs
        if report.waiting:
            yield Remark(len(report.waiting), "attempts that no detector of garak has seen")
        if report.differ:
            yield Remark(report.differ, _DIFFER)


def _transcript(entry: _Entry, nth: int) -> DialogDraft:
    """Return what was said before an output: the turns of its conversation, else the prompt."""
    transcript = DialogDraft()
    if nth < len(entry.conversations):
        turns = entry.conversations[nth].turns
    elif nth < len(entry.messages):
        turns = entry.messages[nth]
    else:
        turns = _prompt(entry.prompt)
    if turns and turns[-1].role == "assistant":
        turns = turns[:-1]
    for turn in turns:
        transcript.take(turn.role, _text(turn.content))
    return transcript


def _prompt(prompt: Any) -> list[_Turn]:
    if isinstance(prompt, Mapping) and "turns" in prompt:
        return msgspec.convert(prompt, _Conversation).turns
    return [_Turn("user", _text(prompt))]


def _text(content: Any) -> str:
    """Return the text of a message: a text itself, or an object with one.

    Raises: FlawError.
    """
    text = content.get("text") if isinstance(content, Mapping) else content
    if not isinstance(text, str | None):
        raise FlawError("E136", "a prompt or an output has no text", "write the report again with garak")
    return text or ""
