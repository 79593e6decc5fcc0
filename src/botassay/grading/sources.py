"""Where dialogs come from: files, or the journal of a live run."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias

import msgspec

from botassay.core.dialog import OWN, Dialog, Role
from botassay.core.errors import BotError, InputError, UsageError
from botassay.core.results import Identified, Observation, Subject
from botassay.core.text.plural import many
from botassay.corpora import Corpus, CorpusPass, Tally, open_corpus
from botassay.grading.beside import beside_replies
from botassay.grading.dates import DATES, came_between
from botassay.grading.default_issues import SubjectKind
from botassay.http.user_agent import is_announced
from botassay.runs.journal import FILE, AttemptState, MergedRecord, Record, RunRecord

ANNOUNCED: Final = (
    "the bot could have known that it was tested: its requests named botassay; a second run with --covert shows whether"
    " that makes a difference"
)


@dataclass(frozen=True, slots=True)
class Files:
    """Dialogs in files."""

    corpus: Corpus
    seed: None = None
    covert: None = None
    identified: None = None
    params: tuple[str, ...] = ()
    kind: SubjectKind = "dialogs"
    journal: None = None

    def read(self) -> CorpusPass:
        """Begin a reading."""
        return self.corpus.read()

    def subject(self, reading: Any) -> Subject:
        """Return the file or folder, with a digest of its dialogs."""
        return self.subject_of(reading.digest)

    def subject_of(self, digest: str) -> Subject:
        """Return the file or folder with a digest."""
        return Subject(self.corpus.name, "corpus", f"{self.corpus.digest_kind}:{digest}")

    def observations(self) -> Iterator[Observation]:
        """Yield nothing: files have no history."""
        return iter(())


@dataclass(slots=True)
class Replay:
    """One pass over the dialogs of a run."""

    record: RunRecord
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

    record: RunRecord

    @property
    def kind(self) -> SubjectKind:
        """Whether probers or a person talked to the bot."""
        return "chat" if self.record.facts.get("chat") else "bot"

    @property
    def seed(self) -> int | None:
        """What the run was drawn from; None for several runs."""
        seed = self.record.facts["seed"]
        return None if seed is None else int(seed)

    @property
    def covert(self) -> bool:
        """Whether its requests looked like those of a browser."""
        return bool(self.record.facts.get("bot", {}).get("covert"))

    @property
    def identified(self) -> Identified:
        """As what its requests identified the client; None for a bot that is not reached over HTTP."""
        user_agent = self.record.facts.get("bot", {}).get("user_agent")
        if user_agent is None:
            return None
        return "covert" if self.covert else "declared" if is_announced(user_agent) else "custom"

    @property
    def params(self) -> tuple[str, ...]:
        """Further keys of its requests to a model."""
        return tuple(self.record.facts.get("choices", {}).get("bot", {}).get("params", ()))

    @property
    def journal(self) -> str | None:
        """The digest over all conversations of the run; None for a run of an earlier version."""
        return self.record.root

    def read(self) -> Replay:
        """Begin a reading."""
        return Replay(self.record)

    def subject(self, reading: Any) -> Subject:
        """Return the bot, as it was when the run began."""
        del reading
        facts = self.record.facts
        bot = facts.get("bot", {})
        return Subject(
            facts["subject"], "bot", facts["digest"], bool(bot.get("insecure")), dict(bot.get("about") or {})
        )

    def observations(self) -> Iterator[Observation]:
        """Yield how the bot answered: when, how fast, how often, what failed, and which secrets it repeated."""
        if isinstance(self.record, MergedRecord):
            seeds = ", ".join(map(str, self.record.seeds))
            yield Observation("merged_runs", None, f"rated from {len(self.record.seeds)} runs, with the seeds {seeds}")
        if is_announced(self.record.facts.get("bot", {}).get("user_agent")):
            yield Observation("announced", None, ANNOUNCED)
        if self.record.facts.get("bot", {}).get("capabilities", {}).get("session") == "none":
            yield Observation("no_session", None, NO_SESSION)
        heard = self.record.heard()
        if heard:
            yield Observation(DATES, None, came_between(*heard))
        yield from _answering(self.record)
        yield from _failing(self.record)
        late, twice = self.record.late()
        if late or twice:
            text = f"{many(late, 'reply', 'replies')} came late and {twice:,} twice; they are recorded but not scored"
            if late > _OFTEN_LATE * self.record.latency().answered:
                text += "; raise quiet under [poll], so that they count"
            yield Observation("late", None, text)
        yield from beside_replies(self.record)
        yield from _agreeing(self.record)
        given = Counter(name for _, name in self.record.given_away())
        if given:
            named = ", ".join(f"{name} ({many(count, 'time', 'times')})" for name, count in sorted(given.items()))
            text = f"the bot repeated secrets that were sent to it: {named}; their values are removed here"
            yield Observation("secret_echoed", None, text)


def _answering(record: RunRecord) -> Iterator[Observation]:
    seen = record.latency()
    if not seen.sent:
        return
    share = round(seen.answered / seen.sent, 9)
    yield Observation("availability", share, f"{seen.answered} of {seen.sent} requests were answered")
    if seen.median is not None and seen.p95 is not None:
        text = f"median reply time: {_seconds(seen.median)}, 95 % within {_seconds(seen.p95)}"
        yield Observation("latency", None, text)


def _failing(record: RunRecord) -> Iterator[Observation]:
    failures = record.failures()
    lost = failures.pop("session_lost", 0)
    total = sum(seen.attempts for seen in record.progress().values())
    if failures:
        broken = sum(failures.values())
        parts = [f"{broken} of {total} attempts at a conversation failed", *causes_of(failures)]
        missing = sum(seen.state is AttemptState.FAILED for seen in record.progress().values())
        if missing and _is_resumed(record):
            held = f"{many(missing, 'conversation is', 'conversations are')} missing"
            parts.append(f"{held}: once the cause is removed, botassay resume RUN holds them again")
        yield Observation("failing", round(broken / total, 9), "; ".join(parts))
    if lost:
        text = f"in {lost} of {total} attempts the bot lost the session during the conversation"
        yield Observation("session_lost", round(lost / total, 9), text)


def _is_resumed(record: RunRecord) -> bool:
    """Return whether `resume` holds failed conversations of a run again."""
    choices = record.facts.get("choices", {})
    retries = choices.get("bot", {}).get("retries", 2)
    return not record.facts.get("chat") and retries > 0 and choices.get("run", {}).get("on_doubt") != "skip"


_OFTEN_LATE: Final = 0.05
"""The share of late replies from which advice is given."""
NO_SESSION: Final = (
    "no request said to which conversation it belongs: what one user said may have reached another, which says nothing"
    " about the bot"
)
_CAUSES: Final[Mapping[frozenset[str], tuple[str, str]]] = {
    frozenset({"server", "bot_error", "program"}): ("the bot's server failed", "see its log"),
    frozenset({"timeout"}): ("no reply came in time", "lower --concurrency, or raise --timeout"),
    frozenset({"rate_limited"}): ("the bot limited the request rate", "lower --rate"),
    frozenset({"dns", "connect", "tls", "reset", "truncated", "protocol"}): (
        "the connection failed",
        "see whether the bot is running and can be reached",
    ),
    frozenset({"bad_json", "bad_shape", "not_chat", "too_large", "encoded", "redirect"}): (
        "the reply could not be read",
        "compare bot.toml with what botassay bots check shows",
    ),
}
"""What went wrong, by kinds of failure, and where its cause is found."""


def causes_of(failures: Mapping[str, int]) -> Iterator[str]:
    """Yield what went wrong, how often, and where to look, the most frequent first.

    Args:
        failures: how often each kind of failure came.

    >>> list(causes_of({"server": 20, "program": 4, "timeout": 1}))[0]
    "the bot's server failed 24 times (see its log)"
    """
    counts = {cause: sum(failures.get(kind, 0) for kind in kinds) for kinds, cause in _CAUSES.items()}
    for (what, advice), count in sorted(counts.items(), key=lambda cause: -cause[1]):
        if count:
            yield f"{what} {many(count, 'time', 'times')} ({advice})"
    known = frozenset[str]().union(*_CAUSES)
    for kind, count in sorted(failures.items()):
        if kind not in known:
            yield f"{BotError.KINDS.get(kind, kind)} {many(count, 'time', 'times')}"


def _agreeing(record: RunRecord) -> Iterator[Observation]:
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
            said = {name: getattr(dialog, name) for name in ("id", "utterances", "tags", "ignored", "line")}
            self._digest.update(msgspec.json.encode(said))
            self.tally.dialogs += 1
            yield dialog
        if not ids:
            raise InputError("E100 there are no dialogs", "dialogs")


@dataclass(frozen=True, slots=True)
class GivenDialogs:
    """Dialogs that were given as objects; they can be iterated again."""

    dialogs: Iterable[Dialog]
    seed: None = None
    covert: None = None
    identified: None = None
    params: tuple[str, ...] = ()
    kind: SubjectKind = "dialogs"
    journal: None = None

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


class DialogReading(Protocol):
    """One pass over dialogs: it is iterated once, and counts as it goes."""

    @property
    def tally(self) -> Tally:
        """What it has come across."""
        ...

    @property
    def size(self) -> int:
        """Bytes, or conversations, in all; 0 where that is unknown."""
        ...

    def __iter__(self) -> Iterator[Dialog]:
        """Read the dialogs."""
        ...


Dialogs = Corpus | GivenDialogs | MergedRecord | str | Path
"""Dialogs, or where they are: a file, a folder, or the folder of a live run; or several runs as one."""


def open_source(subject: Dialogs) -> Source:
    """Open a folder with a journal as a live run, and anything else as files of dialogs.

    Raises: InputError when nothing is there.
    """
    if isinstance(subject, GivenDialogs):
        return subject
    if isinstance(subject, Corpus):
        return Files(subject)
    if isinstance(subject, MergedRecord):
        return LiveRun(subject)
    if (Path(subject) / FILE).is_file():
        return LiveRun(Record.of(Path(subject)))
    return Files(open_corpus(subject))


def unwatched(_stage: str, reading: DialogReading) -> Iterable[Dialog]:
    """Pass dialogs on without reporting progress."""
    return reading
