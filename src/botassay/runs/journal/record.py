"""Reads the journal: the plan, the outcomes, and the dialogs."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NoReturn

import msgspec

from botassay.core.dialog import NOTICES, Dialog, Role, Script, Utterance
from botassay.core.errors import BotassayError, InputError
from botassay.plugins.protocols import Aside, Usage
from botassay.runs.journal import chain, store
from botassay.runs.journal.screens import KEY, Screenshot
from botassay.runs.journal.store import FILE, SEAL, AttemptState

_LAST = """
SELECT scripts.conversation, attempts.attempt, CASE WHEN EXISTS (
  SELECT 1 FROM attempts AS a WHERE a.conversation = scripts.conversation AND a.state = 'held'
) THEN 'held' ELSE attempts.state END, attempts.kind, (
  SELECT COUNT(*) FROM turns
  WHERE turns.conversation = attempts.conversation AND turns.attempt = attempts.attempt AND turns.turn >= 0)
FROM (SELECT conversation, MIN(ordinal) AS ordinal FROM scripts GROUP BY conversation) AS scripts
LEFT JOIN attempts ON attempts.conversation = scripts.conversation
  AND attempts.attempt = (SELECT MAX(attempt) FROM attempts AS a WHERE a.conversation = scripts.conversation)
ORDER BY scripts.ordinal
"""
_SAID = """
SELECT scripts.id, scripts.tags, CASE WHEN turns.turn >= 0 THEN turns.said END, turns.reply
FROM scripts JOIN attempts ON attempts.conversation = scripts.conversation AND attempts.state = 'held'
LEFT JOIN turns ON turns.conversation = attempts.conversation AND turns.attempt = attempts.attempt
  AND turns.script = scripts.id AND turns.reply IS NOT NULL
ORDER BY scripts.ordinal, turns.turn
"""

_REPLIES = """
SELECT turns.conversation, turns.turn, turns.reply
FROM turns JOIN (SELECT conversation, MIN(ordinal) AS ordinal FROM scripts GROUP BY conversation) USING (conversation)
WHERE turns.reply IS NOT NULL ORDER BY ordinal, turns.attempt, turns.turn
"""
_HEARD = """
SELECT turns.sent_at, turns.seconds FROM turns JOIN attempts USING (conversation, attempt)
WHERE attempts.state = 'held' AND turns.reply IS NOT NULL
"""


_SECONDS = "SELECT seconds FROM turns WHERE reply IS NOT NULL AND turn >= 0 ORDER BY seconds"


@dataclass(frozen=True, slots=True)
class ConversationProgress:
    """How far a conversation is."""

    attempts: int
    """How often it was begun."""
    state: AttemptState | None
    """What became of the last attempt; held, if any was; None: it was never begun."""
    kind: str | None
    """The kind of failure."""
    sent: int
    """Turns of the last attempt that were sent, or about to be."""


@dataclass(frozen=True, slots=True)
class Latency:
    """How the bot answered, over all attempts."""

    sent: int
    answered: int
    median: float | None
    """Seconds."""
    p95: float | None


@dataclass(frozen=True, slots=True)
class RecordedReply:
    """What a reply holds beside its text."""

    conversation: str
    turn: int
    asides: tuple[Aside, ...]
    finish: str | None
    """Why the bot stopped, in its words."""
    usage: Usage | None = None
    """The tokens that it says it read and wrote."""


@dataclass(frozen=True, slots=True)
class Record:
    """A run, as its journal has it; each look opens the file anew."""

    path: Path
    facts: Mapping[str, Any]
    root: str | None = None
    """The digest over all conversations; None for a run of an earlier version, or where it was not asked for."""
    redacted: bool = False
    """Whether personal data were taken out."""

    @classmethod
    def of(cls, folder: Path, *, checked: bool = True) -> "Record":
        """Read what a run is about, and see that no row of it was changed since it was written.

        Args:
            folder: of the run.
            checked: whether its rows are checked; a list of many runs does without.

        Raises: InputError for a folder without a run, or with one that was changed; OutputError while it is going on.
        """
        path = folder / FILE
        with _looked_into(path) as connection:
            rows = dict(connection.execute("SELECT name, value FROM facts").fetchall())
            stated = rows.pop(SEAL, None)
            redacted, seal = chain.redacted(connection), store.seal(rows.items())
            if not redacted and stated != seal and (stated or chain.sealed(connection)):  # the first runs had none
                what = "E175 the journal is damaged: the description of the run was changed"
                raise InputError(what, str(path), chain.HINT)
            root = chain.root_of(connection, stated if redacted and stated else seal, str(path)) if checked else None
            facts = _Facts(path, {name: msgspec.json.decode(value) for name, value in rows.items()})
            return cls(path, facts, root, redacted)

    def planted(self) -> tuple[str, ...]:
        """Return the secrets that were told to the bot, to see whether they leak."""
        return tuple(sorted({secret for script in self.scripts() if (secret := script.tags.get("secret", ""))}))

    def scripts(self) -> list[Script]:
        """The planned scripts, in the order of the plan."""
        with _looked_into(self.path) as connection:
            rows = connection.execute("SELECT id, user, conversation, lines, after, tags FROM scripts ORDER BY ordinal")
            return [_script(row) for row in rows]

    def progress(self) -> Mapping[str, ConversationProgress]:
        """How far each conversation is, in the order of the plan."""
        with _looked_into(self.path) as connection:
            return progress(connection)

    def dialogs(self) -> Iterator[Dialog]:
        """Return the dialogs of scripts that were held to their end, in the order of the plan."""
        with _looked_into(self.path) as connection:
            for (name, tags), group in groupby(connection.execute(_SAID), key=lambda row: (row[0], row[1])):
                rows = list(group)
                noticed = _noticed(reply for *_, reply in rows[:1] if reply is not None)
                utterances = tuple(
                    utterance for *_, line, reply in rows if reply is not None for utterance in _turn(line, reply)
                )
                yield Dialog(name, utterances, {**_tags(tags), **noticed})

    def screens(self) -> Iterator[Screenshot]:
        """Return the pictures of replies, as they were when they were taken."""
        with _looked_into(self.path) as connection:
            rows = connection.execute("SELECT reply FROM turns WHERE reply IS NOT NULL ORDER BY 1")
            for (reply,) in rows:
                if KEY in (stored := _reply(reply)):
                    yield Screenshot(**stored[KEY])

    def given_away(self) -> Iterator[tuple[str, str]]:
        """Return the conversation and the name of each secret of bot.toml that the bot repeated."""
        with _looked_into(self.path) as connection:
            rows = connection.execute("SELECT conversation, reply FROM turns WHERE reply IS NOT NULL ORDER BY 1")
            for conversation, reply in rows:
                yield from ((conversation, name) for name in _reply(reply)["secrets"])

    def replies(self) -> Iterator[RecordedReply]:
        """Return every reply of the run, also of attempts that failed later, in the order of the plan."""
        with _looked_into(self.path) as connection:
            for conversation, turn, written in connection.execute(_REPLIES):
                reply = _reply(written)
                asides = tuple(Aside(aside["kind"], aside["text"]) for aside in reply.get("asides", ()))
                usage = Usage(**reply["usage"]) if reply.get("usage") else None
                yield RecordedReply(conversation, turn, asides, reply.get("finish"), usage)

    def late(self) -> tuple[int, int]:
        """Count the replies that came unasked: new ones, and repeated ones."""
        new, twice = 0, 0
        with closing(store.look_into(self.path)) as connection:
            rows = connection.execute(
                "SELECT conversation, attempt, reply FROM turns WHERE reply IS NOT NULL ORDER BY 1, 2, turn"
            )
            for _, turns in groupby(rows, key=lambda row: row[:2]):
                seen_texts: set[str] = set()
                for *_, written in turns:
                    reply = msgspec.json.decode(written)
                    for text in reply.get("late", ()):
                        twice, new = twice + (text in seen_texts), new + (text not in seen_texts)
                        seen_texts.add(text)
                    seen_texts.add(reply["text"])
        return new, twice

    def failures(self) -> dict[str, int]:
        """Count the attempts that failed, by kind of failure; unfinished ones are not among them."""
        with _looked_into(self.path) as connection:
            rows = connection.execute("SELECT kind, COUNT(*) FROM attempts WHERE kind IS NOT NULL GROUP BY kind")
            return dict(rows.fetchall())

    def heard(self) -> tuple[datetime, datetime] | None:
        """When the first and the last answer came in conversations that were held, in UTC; None where none did."""
        with _looked_into(self.path) as connection:
            rows = connection.execute(_HEARD).fetchall()
            came = [datetime.fromisoformat(sent) + timedelta(seconds=seconds) for sent, seconds in rows]
            return (min(came), max(came)) if came else None

    def request_times(self) -> tuple[int, list[float]]:
        """Count the messages that were sent, and return the seconds to each reply, the fastest first."""
        with _looked_into(self.path) as connection:
            (sent,) = connection.execute("SELECT COUNT(*) FROM turns WHERE turn >= 0").fetchone()
            rows = connection.execute(_SECONDS).fetchall()
        return sent, [second for (second,) in rows]

    def latency(self) -> Latency:
        """Return how fast, and how often, the bot answered."""
        return latency_of(*self.request_times())


def latency_of(sent: int, seconds: list[float]) -> Latency:
    """Return how fast, and how often, a bot answered so many messages; the seconds are in order."""
    return Latency(sent, len(seconds), _quantile(seconds, 0.5), _quantile(seconds, 0.95))


_tags: Final = msgspec.json.Decoder(dict[str, str]).decode
_lines: Final = msgspec.json.Decoder(tuple[str, ...]).decode
_reply: Final = msgspec.json.Decoder(dict[str, Any]).decode


class _Facts(dict[str, Any]):
    """The description of a run; a missing entry means a damaged journal."""

    def __init__(self, path: Path, facts: Mapping[str, Any]) -> None:
        super().__init__(facts)
        self._path = path

    def __missing__(self, name: str) -> NoReturn:
        raise InputError(f"E175 the journal is damaged: it lacks {name!r}", str(self._path), chain.HINT)


@contextmanager
def _looked_into(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a journal to read it.

    Raises: InputError for a missing or damaged journal; OutputError while a run is still going on.
    """
    try:
        with closing(store.look_into(path)) as connection:
            yield connection
    except (sqlite3.Error, msgspec.MsgspecError, ValueError, LookupError, TypeError) as error:
        if isinstance(error, BotassayError):
            raise
        raise InputError(f"E175 the journal is damaged: {str(error)[:200]}", str(path), chain.HINT) from error


def progress(connection: sqlite3.Connection) -> dict[str, ConversationProgress]:
    """Read how far each conversation is."""
    return {
        name: ConversationProgress(attempt or 0, AttemptState(state) if state else None, kind, sent)
        for name, attempt, state, kind, sent in connection.execute(_LAST)
    }


def secret(connection: sqlite3.Connection) -> str:
    """Read what the keys of a run's requests are made with; runs of earlier versions have only their beginning."""
    facts = dict(connection.execute("SELECT name, value FROM facts").fetchall())
    if "secret" in facts:
        return str(msgspec.json.decode(facts["secret"]))
    return sha256("".join(facts.get(name, "") for name in ("subject", "seed", "begun")).encode()).hexdigest()


def _script(row: tuple[str, ...]) -> Script:
    name, user, conversation, lines, after, tags = row
    parts = (_lines(lines), tuple(msgspec.json.decode(after)), _tags(tags))
    return Script(name, user, conversation, *parts)


def _noticed(replies: Iterable[str]) -> dict[str, str]:
    """Return the tag of what the page says beside a conversation, as JSON; nothing where it says nothing."""
    notices = [notice for reply in replies for notice in _reply(reply).get(NOTICES, ())]
    return {NOTICES: msgspec.json.encode(notices).decode()} if notices else {}


def _turn(line: str | None, reply: str) -> Iterator[Utterance]:
    """Yield a message and its reply; a greeting answers no message."""
    if line is not None:
        yield Utterance(Role.USER, line)
    answer = _reply(reply)
    options = tuple(answer["options"])
    yield Utterance(Role.BOT, answer["text"], options=options, intent=answer["intent"], confidence=answer["confidence"])


def _quantile(ordered: list[float], share: float) -> float | None:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else None
