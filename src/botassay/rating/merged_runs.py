"""Live runs that were held apart, as one: which belong together, and what each must hold."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from botassay.core.errors import InputError, UsageError
from botassay.core.text.plural import many
from botassay.runs.journal import AttemptState, MergedRecord, Record

_ALIKE: Final = "make all runs with the same bot.toml, the same settings and the same version, and other seeds"
_OF_ONE_RUN: Final = frozenset({"seed", "concurrency", "max_minutes", "price"})
"""Settings of a run that change neither its plan nor what the bot answers."""
_OF_THE_BOT: Final = ("params", "timeout", "retries")
"""Settings of the connection that may change what the bot answers."""


def merged_record(folders: Sequence[Path]) -> MergedRecord:
    """Return the record of several runs as one.

    Args:
        folders: of runs with the same bot, by the same settings and version, each from another seed.

    Raises:
        UsageError: the folder of a chat, which has no plan.
        InputError: E175 a run that is not finished, or a damaged journal, E176 a journal that was changed, E177 runs
            that do not belong together, E178 two runs from the same seed.
    """
    records = [Record.of(folder) for folder in folders]
    first = dict(_described(records[0]))
    by_seed: dict[int, Path] = {}
    for folder, record in zip(folders, records, strict=True):
        if record.facts.get("chat"):
            raise UsageError(f"{folder} is a chat and cannot be merged", hint="merge runs of botassay rate")
        _check_alike(folder, dict(_described(record)), first, folders[0])
        seed = int(record.facts["seed"])
        if seed in by_seed:
            what = f"E178 the run has the seed {seed}, like {by_seed[seed]}"
            raise InputError(what, str(folder), "give each run once; a run with --seed and another number adds to it")
        by_seed[seed] = folder
        _check_finished(folder, record)
    return MergedRecord.of(records)


def _described(record: Record) -> Iterator[tuple[str, Any]]:
    """Yield what runs must have in common, by what errors call it."""
    facts = record.facts
    bot, choices = facts.get("bot", {}), facts["choices"]
    yield "the version of botassay", facts.get("version", "one before 0.1.0")
    yield "the bot", facts["subject"]
    yield "the digest of the bot's description", facts["digest"]
    yield "the identification of the requests", bot.get("user_agent")
    yield from ((f"the setting {name}", bot.get(name)) for name in ("covert", "insecure"))
    yield "the list of issues", sorted({script.tags.get("issue", "") for script in record.scripts()})
    yield "the method", choices.get("rating", choices).get("method")
    yield from _settings(choices.get("checkers", {}))
    yield from _settings({name: choices.get("bot", {}).get(name) for name in _OF_THE_BOT})
    yield from _settings({name: value for name, value in choices.get("run", {}).items() if name not in _OF_ONE_RUN})


def _settings(values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    return ((f"the setting {name}", _without_folder(value)) for name, value in values.items())


def _without_folder(value: Any) -> Any:
    """Return a setting as it is on any machine: files by their names."""
    if isinstance(value, list | tuple):
        return [_without_folder(item) for item in value]
    return Path(value).name if isinstance(value, str) and value.startswith("/") else value


def _check_alike(folder: Path, mine: Mapping[str, Any], other: Mapping[str, Any], others: Path) -> None:
    for name in sorted({*mine, *other}):
        if mine.get(name) != other.get(name):
            values = f"{mine.get(name)} here, {other.get(name)} there"
            raise InputError(f"E177 {name} differs from that of {others}: {values}", str(folder), _ALIKE)


def _check_finished(folder: Path, record: Record) -> None:
    """Refuse a run that still has conversations to hold; raises InputError E175."""
    states = [each.state for each in record.progress().values()]
    left = sum(state in (None, AttemptState.OPEN) for state in states)
    if left:
        what = f"E175 the run is not finished: {left} of {many(len(states), 'conversation', 'conversations')} are left"
        raise InputError(what, str(folder), f"continue it with botassay resume {folder}")
