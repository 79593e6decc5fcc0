"""A program that scores texts, `command:PROGRAM`: reads `{"text": …}` lines, writes a number for each."""

import json
import shlex
import subprocess
from collections.abc import Sequence
from typing import Final

from botassay.core.errors import BotError, UsageError
from botassay.io.processes import kill_tree
from botassay.plugins.protocols import SentimentOptions
from botassay.sentiment.systems.returned import polarity_of
from botassay.sentiment.systems.text import TextSystem

PATIENCE: Final = 60.0
"""Seconds to start."""
EACH: Final = 5.0
"""Seconds for a text."""
_SHOWN: Final = 200


def make(address: str, options: SentimentOptions) -> TextSystem:
    """Return a system of a program; it is started for each batch of texts, ends with its input, and no shell runs.

    Raises: UsageError.
    """
    try:
        words = shlex.split(address)
    except ValueError as error:
        raise UsageError(f"{address!r} cannot be split into words: {error}", hint="close the quotation mark") from error
    if not words:
        raise UsageError("the program is missing", hint="write command:./score.py")
    name = f"command:{address}"

    def values(texts: Sequence[str]) -> list[float]:
        lines = _run(words, texts, name)
        return [polarity_of(_read(line), text, name, options) for line, text in zip(lines, texts, strict=True)]

    return TextSystem(name, values)


def _read(line: str) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return line.strip()


def _run(words: Sequence[str], texts: Sequence[str], name: str) -> list[str]:
    """Return the program's line for each text. Raises BotError where it fails, or writes another number of lines."""
    pipe = subprocess.PIPE
    try:
        process = subprocess.Popen(  # noqa: S603 - the program that the user names; texts go through a pipe
            words, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True
        )
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        hint = "check that it exists and is executable"
        raise BotError("program", f"{words[0]} does not start: {why}", hint=hint) from error
    lines = "".join(json.dumps({"text": text}) + "\n" for text in texts).encode()
    limit = PATIENCE + EACH * len(texts)
    try:
        output, complaint = process.communicate(lines, limit)
    except subprocess.TimeoutExpired as error:
        hint = "check that it ends when its input does"
        raise BotError("timeout", f"{name} did not end within {limit:g} s", hint=hint) from error
    finally:
        if process.poll() is None:
            kill_tree(process)
            process.communicate()
    last = " ".join(complaint.decode("utf-8", "replace").splitlines()[-1:])[:_SHOWN]
    if process.returncode:
        raise BotError("program", f"{name} ended with {process.returncode}" + (f": {last}" if last else ""))
    answers = output.decode("utf-8", "replace").splitlines()
    if len(answers) != len(texts):
        what = f"{name} wrote {len(answers)} lines for {len(texts)} texts"
        raise BotError("bad_shape", what, hint='write a number, or {"polarity": number}, for each line read')
    return answers
