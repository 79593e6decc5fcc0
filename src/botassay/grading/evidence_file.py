"""Evidence files: what was seen in units of a corpus, complete or not there at all.

A line that names the format, MessagePack, and the SHA-256 of all before. Integers beyond 64 bits, as sums of squares
become, are decimal text in an extension type.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from hashlib import sha256
from operator import is_not
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_type_hints

import msgspec

from botassay.core.errors import ConfigurationError, InputError
from botassay.core.evidence import Evidence, Finding
from botassay.corpora.units import CorpusUnit, SeenIds
from botassay.grading.corpus_stats import CensusState
from botassay.grading.unit_result import ReadingCounts, UnitResult
from botassay.io.files import save
from botassay.io.missing import unread
from botassay.plugins.optional import studies_parts
from botassay.plugins.protocols import Checker

MAGIC: Final = b"BOTASSAY-EVIDENCE-1\n"
SCHEMA: Final = "botassay/evidence/1"
LIMIT: Final = 256 * 2**20
"""Bytes of a file, at most."""
_LARGEST: Final = 2**63
_WHOLE_NUMBER: Final = 1
"""The extension type of integers beyond 64 bits."""
_OURS: Final = "give files that botassay rate --shard or --studied wrote"


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceHeader:
    """What a file of evidence was made from, and how."""

    version: str
    round: Literal[0, 1, 2]
    """0: what all checkers learned from the corpus, for the second round."""
    subject: str
    """The name of the files in reports."""
    digest_kind: str
    path: str
    """The files, as they were named."""
    files: tuple[tuple[str, int], ...]
    """Each with its bytes."""
    passed_over: tuple[str, ...]
    plan: tuple[CorpusUnit, ...]
    """All units of the corpus."""
    issues: tuple[str, ...]
    issues_named: bool
    """Whether they were named, and not those that are rated where none are."""
    method: str
    settings: Mapping[str, Any]
    """What changes evidence: how files are read, and how issues are measured."""
    checkers: Mapping[str, str]
    """By issue, as text that creates them."""
    studied: str = ""
    """Of the second round: the digest of what was learned."""
    shard: tuple[int, int] = (1, 1)
    decisions: str = ""
    """The digest of the decisions that were heeded."""
    numerics: str = ""
    """The numerics print of the machine, where the encoder took part."""
    written: tuple[int, ...] = ()
    """Of a single unit: what its files were when they were read."""

    def differing(self, other: "EvidenceHeader") -> tuple[str, Any, Any] | None:
        """Return the first field in which files do not belong together, with both values."""
        for name in ("version", "method", "issues", "settings", "checkers", "decisions", "subject", "files", "plan"):
            mine, theirs = getattr(self, name), getattr(other, name)
            if mine != theirs:
                return name, mine, theirs
        return None


@dataclass(frozen=True, slots=True)
class EvidenceFile:
    """The content of a file."""

    header: EvidenceHeader
    results: Mapping[CorpusUnit, UnitResult]
    studies: Mapping[str, Any] = field(default_factory=dict)


def write_evidence(path: Path, header: EvidenceHeader, results: Mapping[CorpusUnit, UnitResult]) -> None:
    """Write a file as a whole or not at all.

    Raises: OutputError.
    """
    save(path, encoded(header, results))


def write_studies(path: Path, header: EvidenceHeader, studies: Mapping[str, Any]) -> None:
    """Write what checkers learned from a corpus.

    Raises: OutputError.
    """
    save(path, _sealed({"schema": SCHEMA, "header": header, "studies": dict(studies)}))


def encoded(header: EvidenceHeader, results: Mapping[CorpusUnit, UnitResult]) -> bytes:
    """Return the bytes of a file."""
    rows = [[unit, _without_ids(result), _ids_as_bytes(result.ids)] for unit, result in results.items()]
    return _sealed({"schema": SCHEMA, "header": header, "results": rows})


def packed_result(result: UnitResult) -> bytes:
    """Return the result of a unit as the bytes of an evidence file without a header."""
    return _sealed({"schema": SCHEMA, "result": [_without_ids(result), _ids_as_bytes(result.ids)]})


def unpacked_result(data: bytes, checkers: Mapping[str, Checker]) -> UnitResult:
    """Return the result that `packed_result` packed."""
    tree, ids = _DECODER.decode(memoryview(data)[len(MAGIC) : -32])["result"]
    return _result(tree, ids, checkers)


def study_digest(studies: Mapping[str, Any]) -> str:
    """Return a digest of what was learned, which does not depend on the order in which it was learned."""
    return sha256(_packed(dict(studies))).hexdigest()


def read_evidence(path: Path, checkers: Mapping[str, Checker] | None = None) -> EvidenceFile:
    """Return the content of a file; without checkers its header alone.

    Args:
        path: the file.
        checkers: by the name of evidence; they say of what type it is.

    Raises: InputError E168 for a file that is damaged, too large, or another one; E174 for one that cannot be read.
    """
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size <= LIMIT else b""
    except OSError as error:
        raise InputError(unread(error), str(path)) from error
    if size > LIMIT:
        raise InputError(
            f"E168 the file is larger than {LIMIT // 2**20} MiB", str(path), "cut the corpus into more shards"
        )
    if not data.startswith(MAGIC):
        raise InputError("E168 this is not an evidence file", str(path), _OURS)
    if len(data) < len(MAGIC) + 32 or sha256(data[:-32]).digest() != data[-32:]:
        raise InputError("E168 the evidence file is damaged", str(path), "make it again")
    return _decoded(data, checkers, path)


def _decoded(data: bytes, checkers: Mapping[str, Checker] | None, path: Path) -> EvidenceFile:
    tree = _DECODER.decode(memoryview(data)[len(MAGIC) : -32])
    try:
        header = msgspec.convert(tree["header"], EvidenceHeader)
        if checkers is None or tree["schema"] != SCHEMA:
            return EvidenceFile(header, {})
        results = {}
        for unit, result, ids in tree.get("results", ()):
            results[CorpusUnit(*unit)] = _result(result, ids, checkers)
        learned = {
            code: msgspec.convert(part, study_type(checkers[code])) for code, part in tree.get("studies", {}).items()
        }
    except (msgspec.ValidationError, KeyError, TypeError, ValueError) as error:
        what = f"E168 the evidence file does not have the form of this version: {error}"
        raise InputError(what, str(path), "make it again") from error
    return EvidenceFile(header, results, learned)


def _result(tree: dict[str, Any], ids: Sequence[bytes], checkers: Mapping[str, Checker]) -> UnitResult:
    seen = SeenIds()
    for name, part in zip(_ID_LISTS, ids, strict=True):
        getattr(seen, name).frombytes(part)
    return UnitResult(
        evidence={
            name: msgspec.convert(part, evidence_type(checkers[name.partition(" ")[0]]))
            for name, part in tree["evidence"].items()
        },
        decided=msgspec.convert(tree["decided"], tuple[tuple[Finding, int], ...]),
        counts=msgspec.convert(tree["counts"], ReadingCounts),
        census=msgspec.convert(tree["census"], CensusState),
        ids=seen,
        digests=msgspec.convert(tree["digests"], tuple[tuple[str, bytes], ...]),
        studies={code: msgspec.convert(part, study_type(checkers[code])) for code, part in tree["studies"].items()},
    )


def evidence_type(checker: Checker) -> Any:
    """Return the type of a checker's evidence, as `look` declares it.

    Raises: ConfigurationError.
    """
    payload = get_args(_returned(checker, "look"))
    kind: Any = Evidence
    return kind[payload or None]


def study_type(checker: Checker) -> Any:
    """Return the type of what a checker learns, as `study` declares it.

    Raises: ConfigurationError.
    """
    return _returned(checker, "study") if studies_parts(checker) else Any


def _returned(checker: Checker, method: str) -> Any:
    try:
        return get_type_hints(getattr(type(checker), method))["return"]
    except (NameError, KeyError, TypeError) as error:
        what = f"the checker for {checker.issue.code} does not declare what `{method}` returns"
        raise ConfigurationError(what, hint="rate in one command, without evidence files") from error


_ID_LISTS: Final = ("every", "folded", "folded_to_ascii")


def _ids_as_bytes(ids: SeenIds) -> list[bytes]:
    return [getattr(ids, name).tobytes() for name in _ID_LISTS]


def _without_ids(result: UnitResult) -> dict[str, Any]:
    return {each.name: getattr(result, each.name) for each in fields(result) if each.name != "ids"}


def _sealed(content: Mapping[str, Any]) -> bytes:
    data = MAGIC + _packed(content)
    return data + sha256(data).digest()


def _packed(content: Mapping[str, Any]) -> bytes:
    plain = msgspec.to_builtins(content, builtin_types=(bytes,), order="deterministic")  # sets, too, in one order
    return msgspec.msgpack.encode(_packable(plain))


def _packable(value: Any) -> Any:
    """Return plain data with integers beyond 64 bits in the extension type; what holds none is not copied."""
    if isinstance(value, int) and not -_LARGEST <= value < _LARGEST:
        return msgspec.msgpack.Ext(_WHOLE_NUMBER, str(value).encode())
    if isinstance(value, dict):
        changed = {key: other for key, item in value.items() if (other := _packable(item)) is not item}
        return {**value, **changed} if changed else value
    if isinstance(value, list | tuple):
        items = type(value)(map(_packable, value))
        return items if any(map(is_not, items, value)) else value
    return value


def _whole_number(code: int, data: memoryview) -> Any:
    return int(bytes(data)) if code == _WHOLE_NUMBER else msgspec.msgpack.Ext(code, bytes(data))


_DECODER: Final = msgspec.msgpack.Decoder(ext_hook=_whole_number)
