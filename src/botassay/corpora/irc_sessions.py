"""Helping sessions in the raw log of a channel, found by a rule: who is addressed, and who speaks on."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple

from wordfreq import top_n_list

from botassay.core.dialog import Dialog, Rejected, Remark
from botassay.corpora.utterance_builder import make_utterance
from botassay.io.flaws import FlawError
from botassay.io.lines import undecodable

HEARD: Final = 60
"""Minutes within which a nick that spoke can be addressed."""
ON: Final = 10
"""Minutes within which a speaker goes on with what they said before."""
BARE: Final = 4
"""Letters that a nick needs to be addressed without a mark."""
COMMON: Final = 10_000
"""The commonest English words: as a first word none of them is a nick without a mark."""
MESSAGES: Final = 3
"""Messages that a session has at least."""
MEASURED: Final = "by rule; on ten annotated logs one-to-one overlap 67.9 %, VI 80.2, exact matches F 21.7"
_MESSAGE: Final = re.compile(r"\[(\d\d):(\d\d)\] (?:<([^>\s]+)> ?| \* (\S+) ?)(.*)", re.DOTALL)
_RENAMED: Final = re.compile(r"=== (\S+) is now known as (\S+)")
_DAY: Final = 24 * 60


class LogMessage(NamedTuple):
    """One message of a channel."""

    line: int
    minute: int
    """Since the midnight before the log."""
    at: str
    who: str
    """The first nick of the speaker, whatever they are called by now."""
    text: str


@dataclass(slots=True)
class ChannelSessionRule:
    """Links each message to an earlier one, or to none."""

    last: dict[str, LogMessage] = field(default_factory=dict)
    """Speaker -> their last message."""
    names: dict[str, str] = field(default_factory=dict)
    """Nick, case folded -> the first nick of the same person, case folded."""

    def rename(self, old: str, new: str) -> None:
        """Follow a person to another nick."""
        self.names[new.casefold()] = self.known(old)

    def known(self, nick: str) -> str:
        """Return the first nick of a person."""
        return self.names.get(nick.casefold(), nick.casefold())

    def link(self, message: LogMessage) -> LogMessage | None:
        """Return the message that this one follows: the addressee's last, else the speaker's own recent one."""
        addressee = self._addressee(message)
        own = self.last.get(message.who)
        earlier = self.last[addressee] if addressee else own
        self.last[message.who] = message
        if earlier is None or (not addressee and message.minute - earlier.minute > ON):
            return None
        return earlier

    def _addressee(self, message: LogMessage) -> str | None:
        first = next(iter(message.text.split()), "")
        bare = first.strip("@,:")
        nick = self.known(bare)
        earlier = self.last.get(nick)
        if not bare or nick == message.who or earlier is None or message.minute - earlier.minute > HEARD:
            return None
        marked = bare != first
        letters = sum(map(str.isalpha, bare))
        return nick if marked or (letters >= BARE and bare.casefold() not in _common()) else None


@cache
def _common() -> frozenset[str]:
    return frozenset(top_n_list("en", COMMON))


def linked(lines: Iterable[str]) -> Iterator[tuple[LogMessage, LogMessage | None] | Rejected]:
    """Yield each message of a log with the one that it follows, and the lines that are no messages."""
    rule, minute = ChannelSessionRule(), 0
    for number, line in enumerate(lines):
        match = _MESSAGE.match(line.removeprefix("\ufeff").rstrip("\r\n"))
        if renamed := _RENAMED.match(line):
            rule.rename(renamed[1], renamed[2])
        if line.startswith("===") or not line.strip("\ufeff \t\r\n"):
            continue
        if undecodable(line):
            yield Rejected(number + 1, "E111", "the line is not UTF-8", "save the file as UTF-8")
        elif match is None:
            yield Rejected(number + 1, "E146", "the line is not a message", "messages look like `[03:10] <name> text`")
        else:
            clock = 60 * int(match[1]) + int(match[2])
            minute += (clock - minute) % _DAY if (clock - minute) % _DAY < _DAY // 2 else 0
            nick = match[3] or match[4]
            message = LogMessage(number, minute, f"{match[1]}:{match[2]}", rule.known(nick), match[5].strip())
            yield message, rule.link(message)


@dataclass(frozen=True, slots=True)
class IrcLog:
    """The raw log of a channel, a file a day: `[HH:MM] <nick> text`.

    Whoever begins a session is the user, everyone else in it a helper, who counts as the bot, as in paper 000. A
    session has two speakers and three messages at least.
    """

    def sniff(self, first_line: str) -> bool:
        """Recognise a message of a channel, or a notice before the first."""
        return first_line.startswith("=== ") or _MESSAGE.match(first_line) is not None

    def read(self, lines: Iterable[str], name: str) -> Iterator[Dialog | Rejected | Remark]:
        """Return the sessions in the order in which they began, and count what is part of none."""
        root: dict[int, int] = {}
        sessions: dict[int, list[LogMessage]] = {}
        for step in linked(lines):
            if isinstance(step, Rejected):
                yield step
                continue
            message, earlier = step
            root[message.line] = root[earlier.line] if earlier else message.line
            sessions.setdefault(root[message.line], []).append(message)
        kept = [each for each in sessions.values() if len(each) >= MESSAGES and len({m.who for m in each}) > 1]
        for messages in kept:
            yield _session(f"{name.removesuffix('.ascii')}:{messages[0].line}", messages)
        if kept:
            yield Remark(len(kept), f"help sessions were found {MEASURED}")
        if rest := len(root) - sum(map(len, kept)):
            yield Remark(rest, "messages of the channel belong to no help session")


def _session(name: str, messages: Sequence[LogMessage]) -> Dialog | Rejected:
    asker = messages[0].who
    try:
        said = [make_utterance("user" if m.who == asker else "bot", m.text, speaker=m.who, at=m.at) for m in messages]
    except FlawError as flaw:
        return Rejected(messages[0].line + 1, flaw.code, flaw.text, flaw.hint, name)
    return Dialog(name, tuple(utterance for utterance in said if utterance is not None), line=messages[0].line + 1)
