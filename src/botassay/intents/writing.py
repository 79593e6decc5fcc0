"""Writes labelled phrases to new files; nothing is overwritten."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from botassay.core.errors import OutputError, UsageError
from botassay.intents.phrases import Phrase
from botassay.io.csv_safe import csv_table, guarded_row
from botassay.io.spreadsheet import workbook

ENDINGS: Final = (".csv", ".jsonl", ".xlsx")


def check_free(file: Path) -> None:
    """Check that a file can be written: new, in a writable folder, with a known extension.

    Raises: OutputError, UsageError.
    """
    if file.suffix not in ENDINGS:
        hint = f"use the extension {', '.join(ENDINGS[:-1])} or {ENDINGS[-1]}"
        raise UsageError(f"cannot write {file.name!r}", hint=hint)
    if file.exists() or file.is_symlink():
        raise OutputError(f"{file} already exists", hint="give another name with -o")
    folder = next(parent for parent in file.resolve().parents if parent.exists())
    if not (folder.is_dir() and os.access(folder, os.W_OK | os.X_OK)):
        raise OutputError(f"cannot write to {folder}", str(file), "give a writable folder with -o")


def written(phrases: Sequence[Phrase], ending: str, none_label: str | None = None) -> bytes:
    r"""Return phrases as a table (`.csv`, `.xlsx`) or as JSON lines (`.jsonl`).

    Raises: UsageError for a table of out-of-scope phrases without a label for them.

    >>> written([Phrase("pay my bill", "pay", "")], ".csv")
    b'text,intent\npay my bill,pay\n'
    """
    if ending == ".jsonl":
        return b"".join(
            msgspec.json.encode({"text": phrase.text, "intent": phrase.intent}) + b"\n" for phrase in phrases
        )
    if none_label is None and any(phrase.intent is None for phrase in phrases):
        hint = "give --none-label, or write FILE.jsonl"
        raise UsageError("a table needs a label for out-of-scope phrases", hint=hint)
    rows = ((phrase.text, none_label if phrase.intent is None else phrase.intent) for phrase in phrases)
    table = ("text", "intent"), *rows
    return workbook(table, "Phrases") if ending == ".xlsx" else csv_table(map(guarded_row, table)).encode()
