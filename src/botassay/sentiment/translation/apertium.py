"""Apertium, a free translator that goes by rules and dictionaries and runs on this machine: `apertium`.

One process translates many texts. Each is sent with its number in what Apertium passes on untouched, and what comes
back has to bear the same number: no text can get the translation of another one.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Final

from botassay.core.errors import ConfigurationError, InternalError, UsageError
from botassay.io.processes import kill_tree
from botassay.plugins.protocols import SentimentOptions

PROGRAM: Final = "apertium"
PATIENCE: Final = 60.0
"""Seconds that Apertium may take, and for each text `EACH` more."""
EACH: Final = 0.5
_HINT: Final = "install it with a pair of languages: apt-get install apertium apertium-eng-spa"
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,3}(?:_[A-Za-z0-9_]+)?")
_THREE: Final = {
    "af": "afr", "ca": "cat", "cy": "cym", "da": "dan", "de": "deu", "en": "eng", "eo": "epo", "es": "spa",
    "eu": "eus", "fr": "fra", "gl": "glg", "is": "isl", "it": "ita", "mk": "mkd", "nl": "nld", "pt": "por",
    "ro": "ron", "sh": "hbs", "sv": "swe",
}  # fmt: skip
"""ISO 639-1 -> 639-3: the pairs of Apertium are named by either."""
_SPECIAL: Final = re.compile(r"([\\^$/@<>{}\[\]])")
"""Characters that mean something in Apertium's stream."""
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)
_END: Final = "[]"
"""Stands behind a text and the full stop that it gets, as in what Apertium's own reader of plain text writes."""


@dataclass(frozen=True, slots=True)
class Apertium:
    """Translates by the local command.

    Args:
        data: the folder of the pairs; None: where Apertium itself looks.
        patience: seconds that a call may take, beside those for each text.
    """

    data: Path | None = None
    patience: float = PATIENCE

    def check(self, *, source: str, target: str) -> None:
        """Refuse a direction that is not installed.

        Raises: UsageError for an invalid language code; ConfigurationError where the command or the pair is missing.
        """
        self._direction(source, target)

    def translate(self, texts: Sequence[str], *, source: str, target: str) -> list[str]:
        """Translate each text; line breaks in it become spaces, words that Apertium does not know stay.

        Raises: as `check`; InternalError where Apertium fails, takes too long, or mixes texts up.
        """
        direction = self._direction(source, target)
        sent = {at: " ".join(text.replace("\0", " ").split()) for at, text in enumerate(texts)}
        full = {at: text for at, text in sent.items() if text}  # nothing is translated as nothing
        if not full:
            return [""] * len(texts)
        stream = "".join(_written(text, at) for at, text in full.items())
        options = ("-z", "-u", "-f", "none", direction)
        output = self._run(options, stream, self.patience + EACH * len(full))
        pieces = dict(zip(full, output.split("\0"), strict=False))
        return [_read(pieces.get(at, ""), at, direction) if at in full else "" for at in sent]

    def _direction(self, source: str, target: str) -> str:
        """Name the direction as the installed pair does."""
        for language in (source, target):
            if not _LANGUAGE.fullmatch(language):
                raise UsageError(f"{language!r} is not a language code", hint="write a code like es or ca")
        there = self._run(("-l",), "", self.patience).split()
        spelled = product(
            dict.fromkeys((source, _THREE.get(source, source))), dict.fromkeys((target, _THREE.get(target, target)))
        )
        for direction in map("-".join, spelled):
            if direction in there:
                return direction
        known = ", ".join(sorted(pair for pair in there if pair.startswith(("en-", "eng-")))) or "none"
        hint = f"install the pair if it exists (apt-cache search apertium); installed: {known}"
        raise ConfigurationError(f"Apertium has no pair from {source} to {target} installed", hint=hint)

    def _run(self, options: Sequence[str], stream: str, seconds: float) -> str:
        """Run the command, no shell between; what takes too long is killed with all that it started."""
        program = shutil.which(PROGRAM)
        if program is None:
            raise ConfigurationError("Apertium is not installed", hint=_HINT)
        where = ("-d", str(self.data)) if self.data else ()
        try:
            process = subprocess.Popen(  # noqa: S603 - the arguments are fixed; texts go through a pipe
                (program, *where, *options), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                start_new_session=True, env={**os.environ, "LC_ALL": "C.UTF-8"},
            )  # fmt: skip
        except OSError as error:
            raise ConfigurationError(f"Apertium cannot be started: {error.strerror}", program, _HINT) from error
        try:
            output, complaint = process.communicate(stream.encode("utf-8", "replace"), seconds)
        except subprocess.TimeoutExpired as error:
            raise InternalError(f"Apertium timed out after {seconds:g} s", program, "translate fewer texts") from error
        finally:
            _end(process)
        if process.returncode:
            reason = " ".join(complaint.decode("utf-8", "replace").split())[:200]
            what = f"Apertium failed with exit code {process.returncode}: {reason or 'no message'}"
            raise InternalError(what, program, _HINT)
        return output.decode("utf-8", "replace")


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Kill what still runs: Apertium is a pipeline of many programs."""
    if process.poll() is None:
        kill_tree(process)
        process.communicate()


def _written(text: str, at: int) -> str:
    r"""Put a text into the stream, with its number.

    >>> _written("5 [or] so", 2)
    '[2]5 \\[or\\] so.[]\x00'
    """
    return f"[{at}]" + _SPECIAL.sub(r"\\\1", text) + f".{_END}\0"


def _read(output: str, at: int, direction: str) -> str:
    """Take a translation out of the stream.

    Raises: InternalError for what bears another number, or none.
    """
    number = f"[{at}]"
    if number not in output or _END not in output:
        what = f"the output for text {at + 1} ({direction}) is not its translation: {output[:60]!r}"
        raise InternalError(
            f"Apertium returned texts in the wrong order: {what}", hint="install another version of Apertium"
        )
    text, _, rest = output.replace(number, "", 1).rpartition(_END)
    return " ".join(_ESCAPED.sub(r"\1", text.removesuffix(".") + rest).split())


def make(address: str, options: SentimentOptions) -> Apertium:
    """Return the translator; a folder of pairs may follow the colon, as for `apertium -d`.

    Raises: ConfigurationError where the command is missing; UsageError for a path that is not a folder.
    """
    del options
    if address and not Path(address).is_dir():
        raise UsageError(f"{address} is not a folder", hint="write apertium, or apertium:FOLDER of installed pairs")
    translator = Apertium(Path(address) if address else None)
    translator._run(("-l",), "", PATIENCE)  # noqa: SLF001 - a missing command is reported before any work
    return translator
