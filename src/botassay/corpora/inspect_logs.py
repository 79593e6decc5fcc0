"""Logs of Inspect: the `.eval` archive, or the same as one `.json` document."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from botassay.core.dialog import Dialog, Rejected
from botassay.core.foreign import ForeignVerdict
from botassay.corpora.json_documents import decoded, json_texts, rejected, rows_in
from botassay.corpora.transcripts import DialogDraft
from botassay.io.flaws import FlawError
from botassay.io.jsonl import BROKEN, keys_of

_RISKS: Final = {"C": 0.0, "P": 0.5, "I": 1.0}
"""Grades of scorers -> risk: correct, partial, incorrect."""
_ATTACHED: Final = "attachment://"
_PACKAGE: Final = "inspect_ai"


class _Score(msgspec.Struct):
    value: Any = None
    explanation: str | None = None


class _Sample(msgspec.Struct):
    id: str | int
    epoch: int = 1
    messages: list[Any] = []
    scores: Mapping[str, _Score] | None = None
    attachments: Mapping[str, str] = {}


class _Eval(msgspec.Struct):
    packages: Mapping[str, str] = {}


class _Log(msgspec.Struct):
    eval: _Eval
    samples: list[msgspec.Raw] | None = None


@dataclass(frozen=True, slots=True)
class InspectLog:
    """`{"version": 2, "status": "success", "eval": {…}, "samples": [{"id": …, "epoch": 1, "messages": […]}]}`.

    A sample is a dialog, `<file>:<id>_epoch_<n>`. Grades C, P and I are risks of 0, .5 and 1; of other values
    nobody knows which way they point.
    """

    carries_verdicts = True
    documents = True
    """It can be one JSON document over many lines."""

    def sniff(self, first_line: str) -> bool:
        """Recognise the head of a log."""
        keys = keys_of(first_line)
        return keys >= {"version", "eval"} and bool(keys & {"status", "plan"})

    def read(self, lines: Iterable[str], name: str) -> Iterator[Dialog | Rejected]:
        """Return a dialog for each sample."""
        version = ""
        for text in json_texts(lines):
            rows: Iterable[tuple[int, str | bytes]] = [text]
            if self.sniff(text.text):
                log = decoded(text, msgspec.json.Decoder(_Log))
                if isinstance(log, Rejected):
                    yield log
                    continue
                version = log.eval.packages.get(_PACKAGE, "")
                rows = rows_in(text, log.samples or ())
            for line, row in rows:
                yield _dialog(line, row, name, version)


def _dialog(line: int, row: str | bytes, file: str, version: str) -> Dialog | Rejected:
    try:
        sample = msgspec.json.decode(row, type=_Sample)
        name = f"{file}:{sample.id}_epoch_{sample.epoch}"
        transcript = DialogDraft()
        transcript.take_all(_resolved(message, sample.attachments) for message in sample.messages)
        reply = transcript.reply
        for scorer, score in (sample.scores or {}).items():
            if reply is not None:
                transcript.verdicts += _verdicts(scorer, score, version, name, reply)
        return transcript.dialog(name, line)
    except (FlawError, *BROKEN) as error:
        return rejected(error, line, row)


def _resolved(message: Any, attachments: Mapping[str, str]) -> Any:
    """Return a message with the text that its content points to."""
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, str) and content.startswith(_ATTACHED):
        return {**message, "content": attachments.get(content.removeprefix(_ATTACHED), "")}
    return message


def _verdicts(scorer: str, score: _Score, version: str, dialog: str, place: int) -> Iterator[ForeignVerdict]:
    values = score.value.items() if isinstance(score.value, dict) else [("", score.value)]
    for part, value in values:
        name = f"{scorer}/{part}" if part else scorer
        yield ForeignVerdict(
            "inspect", version, name, _risk(value), _raw(value), dialog, place, score.explanation or ""
        )


def _risk(value: Any) -> float | None:
    if isinstance(value, bool):
        return float(not value)
    return _RISKS.get(value) if isinstance(value, str) else None


def _raw(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()[:200]
