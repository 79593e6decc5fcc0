"""Reads candidates with confidences from JSON lines, the output of a classifier."""

import json
from typing import NamedTuple

import msgspec
import numpy as np

from botassay.core.errors import InputError
from botassay.io.flaws import FlawError
from botassay.io.lines import FileLines
from botassay.options.lists import Match, check_once, fold
from botassay.options.policies import Confidences
from botassay.options.reading import BLOCK, Track, decoded_line
from botassay.options.tuning import Queries


class _Candidate(msgspec.Struct, gc=False):
    intent: str
    confidence: float


class ScoredLine(msgspec.Struct, gc=False):
    """A row of a file."""

    candidates: dict[str, float] | tuple[_Candidate, ...]
    correct: str | tuple[str, ...] | None = None


class _Written(msgspec.Struct, gc=False):
    """The undecoded candidates of a row."""

    candidates: msgspec.Raw


class Scored(NamedTuple):
    """The contents of a file of scored candidates."""

    queries: Queries
    unknown: int
    """Number of queries without a known correct answer, which are left out."""
    bad: int
    """Number of skipped rows."""
    folded: int = 0
    """Number of queries with a correct answer that differs from a candidate in case, white space or marks."""


class _Row(NamedTuple):
    confidences: list[float]
    """The highest in descending order, padded with -1."""
    hits: list[bool]
    total: float
    relevant: int
    folded: bool


_decode = msgspec.json.Decoder(ScoredLine).decode
_decode_written = msgspec.json.Decoder(_Written).decode
_SHAPE = '{"candidates": {"pay": 0.7, "block": 0.2}, "correct": "pay"}'


def collect_scored(
    lines: FileLines, longest: int, *, match: Match = "folded", skip_bad: bool = False, track: Track = iter
) -> Scored:
    """Return the queries of a file.

    Args:
        lines: JSON lines: `{"candidates": {"pay": 0.7, "block": 0.2}, "correct": "pay"}`, or with candidates as
            `[{"intent": "pay", "confidence": 0.7}, …]`.
        longest: maximum number of shown options; further candidates only count for the sum of confidences.
        match: how candidates are compared with the correct answers.
        skip_bad: skip and count invalid rows instead of stopping.
        track: passes the blocks on and reports the progress.

    Raises: InputError with the line of an invalid row, and for a file without a known correct answer or a candidate.
    """
    rows: list[_Row] = []
    unknown = bad = 0
    for block in track(lines.blocks(BLOCK)):
        for number, line in enumerate(block.data.split(b"\n"), block.before + 1):
            if not line or line.isspace():
                continue
            try:
                read = decoded_line(_decode, line, _SHAPE)
                _check_names(read, line)
                row = _row(read, longest, match)
            except FlawError as flaw:
                if not skip_bad:
                    raise flaw.at(lines.place(number), skippable=True) from flaw
                bad += 1
                continue
            if row is None:
                unknown += 1
            else:
                rows.append(row)
    if not rows:
        raise InputError("E100 no query has a known correct answer", lines.name, f"use lines like {_SHAPE}")
    if all(row.confidences[0] < 0 for row in rows):
        raise InputError("E100 no query has a candidate", lines.name, f"use lines like {_SHAPE}")
    return Scored(_queries(rows), unknown, bad, sum(row.folded for row in rows))


def _check_names(read: ScoredLine, line: bytes) -> None:
    """Refuse an object with a repeated candidate, as decoding drops the first. Raises FlawError."""
    if not isinstance(read.candidates, dict):
        return
    needed = 1 + (read.correct is not None) + len(read.candidates)
    if line.count(b":") == needed:  # each name has a colon, so none is repeated
        return
    written = bytes(_decode_written(line).candidates)
    names: list[tuple[str, str]] = json.loads(written, object_pairs_hook=list, parse_int=str, parse_float=str)
    check_once("candidate", tuple(name for name, _ in names))


def _row(line: ScoredLine, longest: int, match: Match) -> _Row | None:
    candidates = _pairs(line)
    answers = (line.correct,) if isinstance(line.correct, str) else line.correct or ()
    check_once("correct answer", answers, match)
    if not answers:
        return None
    if match == "folded":
        check_once("candidate", tuple(intent for intent, _ in candidates), match)
    compared = fold if match == "folded" else str
    wanted = set(map(compared, answers))
    ranked = sorted(candidates, key=lambda pair: -pair[1])[:longest]
    hits = [compared(intent) in wanted for intent, _ in ranked]
    spare = longest - len(ranked)
    return _Row(
        [confidence for _, confidence in ranked] + [-1.0] * spare,
        hits + [False] * spare,
        sum(confidence for _, confidence in candidates),
        len(answers),
        any(hit and intent not in answers for hit, (intent, _) in zip(hits, ranked, strict=True)),
    )


def _pairs(line: ScoredLine) -> list[tuple[str, float]]:
    if isinstance(line.candidates, dict):
        pairs = list(line.candidates.items())
    else:
        pairs = [(candidate.intent, candidate.confidence) for candidate in line.candidates]
        check_once("candidate", tuple(intent for intent, _ in pairs))
    strange = next((pair for pair in pairs if not 0 <= pair[1] <= 1), None)
    if strange:
        what = f"the confidence {strange[1]:g} of {strange[0][:80]!r} is outside 0 to 1"
        raise FlawError("E136", what, "give confidences from 0 to 1")
    return pairs


def _queries(rows: list[_Row]) -> Queries:
    best = np.array([row.confidences for row in rows])
    total = np.array([row.total for row in rows])
    hits = np.array([row.hits for row in rows])
    return Queries(Confidences(best, total), hits, np.array([row.relevant for row in rows]))
