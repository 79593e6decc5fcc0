"""Splits as files, for engines that are trained by hand: training and test phrases out, predictions in."""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal

import msgspec

from botassay.core.errors import InputError, OutputError
from botassay.intents.evaluation import SplitTrial, TrialPlan, plan
from botassay.intents.outcomes import Judged
from botassay.intents.phrases import Phrase
from botassay.intents.predictions import read_guesses
from botassay.intents.reading import NAMES
from botassay.intents.splits import Split, SplitSetting
from botassay.io.csv_safe import csv_table, guarded_row
from botassay.io.files import save
from botassay.plugins.protocols import Guess

SplitFormat = Literal["csv", "rasa"]
INDEX: Final = "splits.json"
PREDICTIONS: Final = "predictions.csv"
_HINT: Final = "give the DIR of botassay intents split DATA -o DIR"


class SplitIndex(msgspec.Struct, kw_only=True):
    """What `splits.json` holds: from which phrases and settings the splits can be made again."""

    schema: Literal["botassay/intents/splits/1"] = "botassay/intents/splits/1"
    phrases: str
    """SHA-256 of all texts with their intents."""
    settings: list[str]
    repeats: int
    test_fraction: float
    seed: int


def folder_of(setting: SplitSetting, repeat: int) -> str:
    """Return the name of the folder of a split; repeats count from 1.

    >>> folder_of(SplitSetting(p=0.15), 0)
    '0_0.15_1'
    """
    return f"{setting.k}_{setting.p:g}_{repeat + 1}"


def digest(phrases: Sequence[Phrase]) -> str:
    """Return the SHA-256 of all texts with their intents, in their order."""
    return sha256(json.dumps([(phrase.text, phrase.intent) for phrase in phrases]).encode()).hexdigest()


def write_splits(
    folder: Path, phrases: Sequence[Phrase], planned: TrialPlan, fraction: float, kind: SplitFormat = "csv"
) -> int:
    """Write the training and test phrases of all splits, and return their number.

    Args:
        folder: new or empty.
        phrases: the labelled phrases.
        planned: the settings, repeats and seed.
        fraction: the share of tested phrases of the plan.
        kind: the format of the training phrases, a table or Rasa NLU YAML; test phrases are a table.

    Raises: OutputError, also for a folder that is not empty.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise OutputError(f"{folder} already exists", hint="give a new folder with -o")
    count = 0
    for setting, divider in planned.dividers.items():
        for repeat in range(planned.repeats):
            split = divider.divide(planned.seed, repeat)
            place = folder / folder_of(setting, repeat)
            training = [phrases[at] for at in split.train if phrases[at].intent is not None]
            if kind == "rasa":
                save(place / "train.yml", rasa_text(training).encode())
            else:
                save(place / "train.csv", _table([(phrase.text, phrase.intent) for phrase in training]))
            tests = zip(split.test, split.truth, strict=True)
            save(place / "test.csv", _table([(phrases[at].text, truth or "") for at, truth in tests]))
            count += 1
    index = SplitIndex(
        phrases=digest(phrases),
        settings=[str(setting) for setting in planned.dividers],
        repeats=planned.repeats,
        test_fraction=fraction,
        seed=planned.seed,
    )
    save(folder / INDEX, msgspec.json.format(msgspec.json.encode(index)) + b"\n")
    return count


def _table(rows: Sequence[tuple[str, str | None]]) -> bytes:
    return csv_table(map(guarded_row, (("text", "intent"), *rows))).encode("utf-8", "surrogatepass")


def rasa_text(phrases: Sequence[Phrase]) -> str:
    """Return Rasa NLU training data. Texts are one line each, and a name is quoted as JSON, which is YAML, too."""
    lines = ['version: "3.1"', "nlu:"]
    for intent in dict.fromkeys(phrase.intent for phrase in phrases):
        lines += [f"- intent: {json.dumps(intent, ensure_ascii=False)}", "  examples: |"]
        lines += [f"    - {' '.join(phrase.text.split())}" for phrase in phrases if phrase.intent == intent]
    return "\n".join(lines) + "\n"


def read_splits(folder: Path, phrases: Sequence[Phrase]) -> tuple[TrialPlan, float]:
    """Return the plan of the splits in a folder, and the share of tested phrases.

    Raises: InputError for a folder without splits, or with those of other phrases.
    """
    file = folder / INDEX
    if not file.is_file():
        raise InputError(f"E174 there is no {INDEX}", str(folder), _HINT)
    try:
        index = msgspec.json.decode(file.read_bytes(), type=SplitIndex)
    except msgspec.DecodeError as error:
        raise InputError(f"E136 the file does not describe splits: {error}", str(file), _HINT) from error
    if index.phrases != digest(phrases):
        hint = "give the DATA that was split, unchanged, with the same --none-label, or split it again"
        raise InputError("E165 the splits are those of other phrases", str(file), hint)
    settings = [SplitSetting.parse(text) for text in index.settings]
    return plan(phrases, settings, index.repeats, index.test_fraction, index.seed), index.test_fraction


def predicted_trials(
    folder: Path, phrases: Sequence[Phrase], planned: TrialPlan, fallbacks: Sequence[str] = ()
) -> tuple[list[SplitTrial], list[str]]:
    """Return the trials with predictions, and the names of the splits without.

    Raises: InputError for an invalid prediction, a test phrase without one, or if no split has any.
    """
    done: list[SplitTrial] = []
    missing: list[str] = []
    topics = [phrase.intent for phrase in phrases]
    for repeat in range(planned.repeats):
        for setting, divider in planned.dividers.items():
            file = folder / folder_of(setting, repeat) / PREDICTIONS
            if not file.is_file():
                missing.append(file.parent.name)
                continue
            split = divider.divide(planned.seed, repeat)
            guesses = read_guesses(file, NAMES, fallbacks, topics)
            lacking = next((phrases[at].text for at in split.test if phrases[at].text not in guesses), None)
            if lacking is not None:
                hint = "include every text of test.csv exactly as written there"
                raise InputError(f"E165 there is no prediction for {lacking!r}", str(file), hint)
            done.append(_trial(setting, repeat, split, phrases, guesses))
    if not done:
        hint = "write text,intent,confidence for the phrases of each test.csv"
        raise InputError(f"E174 no split has a {PREDICTIONS}", str(folder), hint)
    return done, missing


def _trial(
    setting: SplitSetting, repeat: int, split: Split, phrases: Sequence[Phrase], guesses: Mapping[str, Guess]
) -> SplitTrial:
    judged = tuple(
        Judged(at, truth, guesses[phrases[at].text].intent, guesses[phrases[at].text].confidence)
        for at, truth in zip(split.test, split.truth, strict=True)
    )
    return SplitTrial(setting, repeat, len(split.train), judged, split.negatives, 0.0, 0.0)
