"""Why a file holds no dialogs, guessed from its beginning, for somebody who thought that it did."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from botassay.corpora.files import Source
from botassay.corpora.rows import DELIMITERS, cut
from botassay.corpora.table import NEEDED
from botassay.errors import InputError

_LOOKED_AT: Final = 4096
"""Bytes of the file's beginning."""


def why_none(path: Path, files: Sequence[Source], format: str | None, known: Sequence[str]) -> InputError:  # noqa: A002 - the option's name
    """Make the error for a corpus without dialogs; where there is one file, say what may be wrong with it."""
    asked = f"in the format {format}" if format else "in any known format"
    hint = _alone(files[0]) or _guess(files[0].path) if len(files) == 1 else None
    formats = f"formats are {', '.join(known)}; see docs/how-to/files.md"
    return InputError(f"E100 {path} holds no dialogs {asked}", hint=f"{hint}; {formats}" if hint else formats)


def _alone(file: Source) -> str | None:
    """Say what is missing beside a file that makes a corpus only with others."""
    stem, log, _ = file.bare.partition(".ascii.txt")
    if log:
        return f"a log of IRC is read together with {stem}.annotation.txt, which is not there"
    if file.bare.lower().startswith("insuranceqa."):
        return "InsuranceQA is read with its questions, its answers and its vocabulary in one folder"
    return None


def _guess(file: Path) -> str | None:
    with file.open("rb") as stream:
        beginning = stream.read(_LOOKED_AT)
    if not beginning.strip(b"\xef\xbb\xbf \t\r\n"):
        return "the file is empty"
    if beginning.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "the file is UTF-16: save it as UTF-8"
    if b"\r" in beginning and b"\n" not in beginning:
        return "its lines end with CR alone: save it with LF or CRLF"
    return _columns(beginning.splitlines()[0].decode("utf-8", "replace"))


def _columns(header: str) -> str | None:
    """Say which columns a CSV file lacks, if it looks like one."""
    cuts = [[name.strip().lower() for name in cut(header, delimiter)] for delimiter in DELIMITERS]
    columns = max(cuts, key=len)
    lacking = [name for name in NEEDED if name not in columns]
    if len(columns) == 1:
        return None
    if not lacking:
        return "there is a header and nothing below it"
    return f"as a CSV file it lacks the columns {', '.join(lacking)}; it has {', '.join(columns)[:200]}"
