"""Labelled phrases into files; nothing that is there is overwritten."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from botassay.core.errors import OutputError, UsageError
from botassay.intents.phrases import Phrase
from botassay.io.csv_safe import csv_table, guarded_row

ENDINGS: Final = (".csv", ".jsonl")


def check_free(file: Path) -> None:
    """Refuse a file that is there already, a folder that nobody may write into, or an ending that tells no format.

    Raises: OutputError, UsageError.
    """
    if file.suffix not in ENDINGS:
        raise UsageError(f"nothing writes {file.name!r}", hint=f"endings are {', '.join(ENDINGS)}")
    if file.exists() or file.is_symlink():
        raise OutputError(f"{file} is there already", hint="nothing is overwritten: take another name with -o")
    folder = next(parent for parent in file.resolve().parents if parent.exists())
    if not (folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)):
        raise OutputError(f"cannot write into {folder}", str(file), "take a folder of yours with -o")


def written(phrases: Sequence[Phrase], ending: str, none_label: str | None = None) -> bytes:
    r"""Write phrases as a table or as JSON lines.

    Args:
        phrases: what is written.
        ending: `.csv` or `.jsonl`.
        none_label: what phrases of no intent are labelled with in a table.

    Raises: UsageError for phrases of no intent without a label.

    >>> written([Phrase("pay my bill", "pay", "")], ".csv")
    b'text,intent\npay my bill,pay\n'
    """
    if ending == ".jsonl":
        return b"".join(
            msgspec.json.encode({"text": phrase.text, "intent": phrase.intent}) + b"\n" for phrase in phrases
        )
    if none_label is None and any(phrase.intent is None for phrase in phrases):
        raise UsageError("a table needs a label for phrases of no topic", hint="give --none-label, or write FILE.jsonl")
    rows = ((phrase.text, none_label if phrase.intent is None else phrase.intent) for phrase in phrases)
    return csv_table(map(guarded_row, (("text", "intent"), *rows))).encode()
