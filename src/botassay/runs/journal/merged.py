"""Several runs read as one: conversations and whatever ties them together are keyed by the seed of their run."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from itertools import chain
from typing import Any, Final, TypeAlias

import msgspec

from botassay.core.dialog import Dialog, Script
from botassay.runs.journal.record import ConversationProgress, Latency, Record, RecordedReply, latency_of

_TIES: Final = ("canary", "pair")
"""Tags by which conversations of one run belong together."""


@dataclass(frozen=True, slots=True)
class MergedRecord:
    """What several runs with the same bot recorded, in the order of their seeds; it is read like that of one run."""

    runs: tuple[Record, ...]

    @classmethod
    def of(cls, runs: Iterable[Record]) -> "MergedRecord":
        """Put records in the order of their seeds."""
        return cls(tuple(sorted(runs, key=lambda run: int(run.facts["seed"]))))

    @property
    def facts(self) -> Mapping[str, Any]:
        """What all runs have in common; the seed is that of none."""
        return {**self.runs[0].facts, "seed": None}

    @property
    def seeds(self) -> tuple[int, ...]:
        """The seeds, in order."""
        return tuple(int(run.facts["seed"]) for run in self.runs)

    @property
    def root(self) -> str | None:
        """The digest over the journals of all runs; None where one of them has none."""
        roots = [run.root for run in self.runs]
        return None if None in roots else f"sha256:{sha256(msgspec.json.encode(roots)).hexdigest()}"

    def scripts(self) -> list[Script]:
        """The planned scripts of all runs."""
        return [
            replace(
                script,
                id=f"{seed}/{script.id}",
                conversation=f"{seed}/{script.conversation}",
                user=f"{seed}/{script.user}",
                after=tuple(f"{seed}/{name}" for name in script.after),
                tags=_tied(script.tags, seed),
            )
            for seed, run in self._by_seed()
            for script in run.scripts()
        ]

    def progress(self) -> Mapping[str, ConversationProgress]:
        """How far each conversation is."""
        return {f"{seed}/{name}": each for seed, run in self._by_seed() for name, each in run.progress().items()}

    def dialogs(self) -> Iterator[Dialog]:
        """Return the dialogs of all runs that were held to their end."""
        for seed, run in self._by_seed():
            for dialog in run.dialogs():
                yield replace(dialog, id=f"{seed}/{dialog.id}", tags=_tied(dialog.tags, seed))

    def given_away(self) -> Iterator[tuple[str, str]]:
        """Return the conversation and the name of each secret of bot.toml that the bot repeated."""
        for seed, run in self._by_seed():
            yield from ((f"{seed}/{conversation}", name) for conversation, name in run.given_away())

    def replies(self) -> Iterator[RecordedReply]:
        """Return every reply of all runs, also of attempts that failed later."""
        for seed, run in self._by_seed():
            yield from (replace(reply, conversation=f"{seed}/{reply.conversation}") for reply in run.replies())

    def late(self) -> tuple[int, int]:
        """Count the replies that came unasked: new ones, and repeated ones."""
        counts = [run.late() for run in self.runs]
        return sum(new for new, _ in counts), sum(twice for _, twice in counts)

    def failures(self) -> dict[str, int]:
        """Count the attempts that failed, by kind of failure."""
        return dict(sum((Counter(run.failures()) for run in self.runs), Counter[str]()))

    def heard(self) -> tuple[datetime, datetime] | None:
        """When the first and the last answer came in conversations that were held, in UTC; None where none did."""
        spans = [span for run in self.runs if (span := run.heard())]
        return (min(first for first, _ in spans), max(last for _, last in spans)) if spans else None

    def request_times(self) -> tuple[int, list[float]]:
        """Count the messages that were sent, and return the seconds to each reply, the fastest first."""
        times = [run.request_times() for run in self.runs]
        return sum(sent for sent, _ in times), sorted(chain.from_iterable(seconds for _, seconds in times))

    def latency(self) -> Latency:
        """Return how fast, and how often, the bot answered in all runs."""
        return latency_of(*self.request_times())

    def _by_seed(self) -> Iterator[tuple[int, Record]]:
        return zip(self.seeds, self.runs, strict=True)


RunRecord: TypeAlias = Record | MergedRecord
"""The record of one run, or of several that are read as one."""


def _tied(tags: Mapping[str, str], seed: int) -> dict[str, str]:
    return {name: f"{seed}/{value}" if name in _TIES else value for name, value in tags.items()}
