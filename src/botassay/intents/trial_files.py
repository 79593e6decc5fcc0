"""Predictions of trained engines on disk, before they count: what was trained once is not trained again."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from botassay.intents.evaluation import SplitTrial, TrialPlan, judged_trial
from botassay.intents.phrases import Phrase
from botassay.intents.predictions import read_guesses
from botassay.intents.reading import NAMES
from botassay.intents.split_files import INDEX, PREDICTIONS, digest, index_of, table
from botassay.intents.splits import Split, SplitSetting, folder_of
from botassay.io.files import save

SECONDS: Final = "seconds.json"
_LETTERS: Final = 40
"""Maximum number of characters of an engine's name in the name of its folder."""


class SplitSeconds(msgspec.Struct, kw_only=True):
    """What `seconds.json` holds: how long the training and the answers took."""

    fit: float
    answer: float


@dataclass(frozen=True, slots=True)
class TrialFiles:
    """The predictions of one engine for the splits of some phrases: `K_P_r/predictions.csv`."""

    folder: Path
    phrases: Sequence[Phrase]
    fallbacks: Sequence[str] = ()

    def kept(self, setting: SplitSetting, repeat: int, split: Split) -> SplitTrial | None:
        """Return the trial on disk; None if it was not finished. Raises InputError for a damaged file."""
        place = self.folder / folder_of(setting, repeat)
        if not (place / PREDICTIONS).is_file():
            return None
        topics = [phrase.intent for phrase in self.phrases]
        guesses = read_guesses(place / PREDICTIONS, NAMES, self.fallbacks, topics)
        if any(self.phrases[at].text not in guesses for at in split.test):
            return None
        fit, answer = _seconds(place / SECONDS)
        trial = judged_trial(setting, repeat, split, self.phrases, guesses)
        return trial._replace(fit_seconds=fit, answer_seconds=answer)

    def keep(self, trial: SplitTrial, split: Split) -> SplitTrial:
        """Write a trial to disk, and return it as it can be read there. Raises OutputError."""
        place = self.folder / folder_of(trial.setting, trial.repeat)
        seconds = SplitSeconds(fit=round(trial.fit_seconds, 3), answer=round(trial.answer_seconds, 3))
        save(place / SECONDS, msgspec.json.encode(seconds) + b"\n")
        rows = {self.phrases[each.place].text: (each.guess or "", each.confidence) for each in trial.judged}
        lines = [(text, intent, confidence) for text, (intent, confidence) in rows.items()]
        save(place / PREDICTIONS, table([("text", "intent", "confidence"), *lines]))
        return self.kept(trial.setting, trial.repeat, split) or trial

    def finished(self, planned: TrialPlan) -> int:
        """Return how many of the planned trials are on disk."""
        return sum(
            (self.folder / folder_of(setting, repeat) / PREDICTIONS).is_file()
            for setting in planned.dividers
            for repeat in range(planned.repeats)
        )

    def describe(self, planned: TrialPlan, fraction: float) -> None:
        """Write which splits these are, so that `--splits` reads them, too. Raises OutputError."""
        save(self.folder / INDEX, index_of(self.phrases, planned, fraction))


def folder_name(engine: str, content: str, phrases: Sequence[Phrase], fraction: float, seed: int) -> str:
    """Return the name of the folder of an engine: another one if the engine, the phrases or the splits have changed.

    Args:
        engine: the name of the engine.
        content: what the engine is made of; the digest of its files.
        phrases: the labelled phrases.
        fraction: the share of tested phrases.
        seed: of the splits.
    """
    readable = "".join(letter if letter.isalnum() or letter in ".-" else "_" for letter in engine)[:_LETTERS].strip(
        "_."
    )
    known = "\n".join((engine, content, digest(phrases), f"{fraction:g}", str(seed)))
    return f"{readable}-{sha256(known.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"


def _seconds(file: Path) -> tuple[float, float]:
    try:
        seconds = msgspec.json.decode(file.read_bytes(), type=SplitSeconds)
    except (OSError, msgspec.DecodeError):
        return 0.0, 0.0
    return seconds.fit, seconds.answer
