"""Where dialogs come from: files, or the journal of a live run."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from botassay.core.dialog import OWN, Dialog, Role
from botassay.core.errors import InputError, UsageError
from botassay.core.results import Observation, Subject
from botassay.core.text.plural import many
from botassay.corpora import Corpus, CorpusPass, Tally, open_corpus
from botassay.grading.dates import DATES, came_between
from botassay.runs.journal import FILE, AttemptState, Record


@dataclass(frozen=True, slots=True)
class Files:
    """Dialogs in files."""

    corpus: Corpus
    seed: None = None

    def read(self) -> CorpusPass:
        """Begin a reading."""
        return self.corpus.read()

    def subject(self, reading: Any) -> Subject:
        """Return the file or folder, with a digest of its dialogs."""
        return Subject(self.corpus.name, "corpus", f"sha256:{reading.digest}")

    def observations(self) -> Iterator[Observation]:
        """Yield nothing: files have no history."""
        return iter(())


@dataclass(slots=True)
class Replay:
    """One pass over the dialogs of a run."""

    record: Record
    tally: Tally = field(default_factory=Tally)
    size: int = 0

    def __iter__(self) -> Iterator[Dialog]:
        """Read all dialogs that were held; the others are counted."""
        progress = self.record.progress()
        scripts = self.record.scripts()
        self.size = self.tally.planned = len(scripts)
        for script in scripts:
            seen = progress[script.conversation]
            outcome = _OUTCOMES[seen.state] if seen.sent or seen.state is not AttemptState.OPEN else "not_sent"
            if outcome is not None:
                self.tally.absent[outcome, script.tags.get("issue")] += 1
        for dialog in self.record.dialogs():
            self.tally.dialogs += 1
            self.tally.bytes_read += 1
            yield dialog


_OUTCOMES = {
    None: "not_sent",
    AttemptState.HELD: None,
    AttemptState.FAILED: "failed",
    AttemptState.IN_DOUBT: "in_doubt",
    AttemptState.OPEN: "in_doubt",
    AttemptState.ABANDONED: "failed",
}
"""The outcome of a conversation in the counts, by the state of its last attempt."""


@dataclass(frozen=True, slots=True)
class LiveRun:
    """The dialogs of a live run, out of its journal: nothing is sent."""

    record: Record

    @property
    def seed(self) -> int:
        """What the run was drawn from."""
        return int(self.record.facts["seed"])

    def read(self) -> Replay:
        """Begin a reading."""
        return Replay(self.record)

    def subject(self, reading: Any) -> Subject:
        """Return the bot, as it was when the run began."""
        del reading
        facts = self.record.facts
        return Subject(facts["subject"], "bot", facts["digest"], bool(facts.get("bot", {}).get("insecure")))

    def observations(self) -> Iterator[Observation]:
        """Yield how the bot answered: when, how fast, how often, what failed, and which secrets it repeated."""
        heard = self.record.heard()
        if heard:
            yield Observation(DATES, None, came_between(*heard))
        yield from _answering(self.record)
        yield from _failing(self.record)
        late, twice = self.record.late()
        if late or twice:
            text = f"{many(late, 'reply', 'replies')} came late and {twice:,} twice; they are recorded but not scored"
            yield Observation("late", None, text)
        yield from _agreeing(self.record)
        given = Counter(name for _, name in self.record.given_away())
        if given:
            named = ", ".join(f"{name} ({many(count, 'time', 'times')})" for name, count in sorted(given.items()))
            text = f"the bot repeated secrets that were sent to it: {named}; their values are removed here"
            yield Observation("secret_echoed", None, text)


def _answering(record: Record) -> Iterator[Observation]:
    seen = record.latency()
    if not seen.sent:
        return
    share = round(seen.answered / seen.sent, 9)
    yield Observation("availability", share, f"{seen.answered} of {seen.sent} requests were answered")
    if seen.median is not None and seen.p95 is not None:
        text = f"median reply time: {_seconds(seen.median)}, 95 % within {_seconds(seen.p95)}"
        yield Observation("latency", None, text)


def _failing(record: Record) -> Iterator[Observation]:
    failures = record.failures()
    lost = failures.pop("session_lost", 0)
    total = sum(seen.attempts for seen in record.progress().values())
    if failures:
        named = ", ".join(f"{kind} {count}" for kind, count in sorted(failures.items(), key=lambda f: (-f[1], f[0])))
        broken = sum(failures.values())
        text = f"{broken} of {total} attempts at a conversation failed: {named}"
        yield Observation("failing", round(broken / total, 9), text)
    if lost:
        text = f"in {lost} of {total} attempts the bot lost the session during the conversation"
        yield Observation("session_lost", round(lost / total, 9), text)


def _agreeing(record: Record) -> Iterator[Observation]:
    """Yield whether repeated questions of the user got the same replies each time."""
    answers: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for dialog in record.dialogs():
        if dialog.tags.get("part") == OWN:
            asked = tuple(utterance.text for utterance in dialog.utterances if utterance.role is Role.USER)
            answers.setdefault(asked, []).append(
                tuple(utterance.text for utterance in dialog.utterances if utterance.role is Role.BOT)
            )
    repeated = [replies for replies in answers.values() if len(replies) > 1]
    if repeated:
        alike = sum(len(set(replies)) == 1 for replies in repeated)
        text = f"{alike} of {len(repeated)} conversations of yours that were repeated gave the same replies each time"
        yield Observation("agreement", round(alike / len(repeated), 9), text)


def _seconds(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"


@dataclass(slots=True)
class GivenReading:
    """One pass over dialogs that were given as objects."""

    dialogs: Iterable[Dialog]
    tally: Tally = field(default_factory=Tally)
    size: int = 0
    _digest: Any = field(default_factory=sha256)

    @property
    def digest(self) -> str:
        """SHA-256 over the dialogs read so far, as hexadecimal digits."""
        return str(self._digest.hexdigest())

    def __iter__(self) -> Iterator[Dialog]:
        """Read all dialogs.

        Raises: InputError for an id that appears twice, or no dialogs; UsageError for another object.
        """
        ids = set[str]()
        for dialog in self.dialogs:
            if not isinstance(dialog, Dialog):
                raise UsageError(f"expected Dialog objects, not {type(dialog).__name__}")
            if dialog.id in ids:
                raise InputError(
                    f"E131 the dialog id {dialog.id!r} is used twice", "dialogs", "give each dialog its own id"
                )
            ids.add(dialog.id)
            self._digest.update(msgspec.json.encode(dialog))
            self.tally.dialogs += 1
            yield dialog
        if not ids:
            raise InputError("E100 there are no dialogs", "dialogs")


@dataclass(frozen=True, slots=True)
class GivenDialogs:
    """Dialogs that were given as objects; they can be iterated again."""

    dialogs: Iterable[Dialog]
    seed: None = None

    def read(self) -> GivenReading:
        """Begin a reading."""
        return GivenReading(self.dialogs)

    def subject(self, reading: Any) -> Subject:
        """Return a name for the dialogs, with their digest."""
        return Subject("dialogs", "corpus", f"sha256:{reading.digest}")

    def observations(self) -> Iterator[Observation]:
        """Yield nothing: the dialogs have no history."""
        return iter(())


Source: TypeAlias = Files | LiveRun | GivenDialogs
"""Dialogs that can be read as often as needed: each `read()` is one pass over them."""
Reading: TypeAlias = CorpusPass | Replay | GivenReading
"""One pass over the dialogs of a source: it is iterated once, and counts as it goes."""
Dialogs = Corpus | GivenDialogs | str | Path
"""Dialogs, or where they are: a file, a folder, or the folder of a live run."""


def open_source(subject: Dialogs) -> Source:
    """Open a folder with a journal as a live run, and anything else as files of dialogs.

    Raises: InputError when nothing is there.
    """
    if isinstance(subject, GivenDialogs):
        return subject
    if isinstance(subject, Corpus):
        return Files(subject)
    if (Path(subject) / FILE).is_file():
        return LiveRun(Record.of(Path(subject)))
    return Files(open_corpus(subject))


def unwatched(_stage: str, reading: Reading) -> Iterable[Dialog]:
    """Pass dialogs on without reporting progress."""
    return reading
