"""Ubuntu IRC with reply annotation (Kummerfeld et al. 2019): helping sessions in a channel."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from botassay.core.dialog import Dialog, Rejected, Remark
from botassay.core.errors import InputError
from botassay.corpora.utterance_builder import make_utterance
from botassay.io.flaws import FlawError
from botassay.io.lines import undecodable
from botassay.plugins.protocols import Bundle

LINKS: Final = 1_000_000
"""Links in one annotation: they are held while its log is read."""
_LOG: Final = ".ascii.txt"
_ANNOTATION: Final = ".annotation.txt"
_MESSAGE: Final = re.compile(r"\[(\d\d:\d\d)\] (?:<([^>\s]+)> ?| \* (\S+) ?)(.*)", re.DOTALL)
_NOTICE: Final = "=== "
_RENAMED: Final = re.compile(r"=== (\S+) is now known as (\S+)")
_MOVED: Final = re.compile(r"=== (\S+) \S* ?has (?:joined|left|quit)\b")
_LINK: Final = re.compile(r"(\d{1,9}) (\d{1,9}) -\s*")


@dataclass(frozen=True, slots=True)
class UbuntuIrc:
    """Pairs of files: `X.ascii.txt` is the log, `X.annotation.txt` says which message answers which.

    A dialog is what hangs together by the annotation, where two people speak at least. Whoever began it is the user;
    everyone else in it is a helper and counts as the bot, as in paper 000. All names are kept as speakers.
    """

    def bundles(self, names: Sequence[str]) -> Sequence[Bundle]:
        """Put each log together with its annotation; other files of the data set are let alone."""
        bundles = []
        for log in names:
            stem, ending, packed = log.partition(_LOG)
            if ending and packed in ("", ".gz"):
                both = [name for name in (stem + _ANNOTATION + packed, stem + _ANNOTATION) if name in names]
                both = both or [name for name in names if name == f"{stem}{_ANNOTATION}.gz"]
                bundles += [Bundle({"log": log, "annotation": name}) for name in both[:1]]
        return bundles

    def sniff(self, first_line: str) -> bool:
        """Recognise a message or a notice of the channel."""
        return first_line.startswith("=== ") or _MESSAGE.match(first_line) is not None

    def read_parts(self, parts: Mapping[str, Iterable[str]], name: str) -> Iterator[Dialog | Rejected | Remark]:
        """Return the helping sessions in the order in which they began, and count what is part of none.

        Messages that no link names cannot be assigned: they are counted separately.

        Raises: InputError for an annotation beyond the limit.
        """
        threads = _Threads()
        yield from threads.take(parts["annotation"])
        log = _Log(threads.line)
        log.take(parts["log"])
        chatter = 0
        for thread in threads.groups():
            dialog = f"{name.removesuffix('.ascii')}:{thread[0]}"
            flaws = list(log.flaws(thread, dialog))
            messages = [log.messages[number] for number in thread if number in log.messages]
            if flaws:
                yield from flaws
            elif len({message.who for message in messages}) > 1:
                yield _session(dialog, messages, ignored=len(thread) - len(messages))
            else:
                chatter += len(messages)
        if chatter:
            yield Remark(chatter, "messages of the channel belong to no help session")
        if log.outside:
            yield Remark(log.outside, "messages of the channel lie outside the annotated part")


class _Message(NamedTuple):
    at: str
    who: str
    text: str


def _session(name: str, lines: Sequence[_Message], ignored: int) -> Dialog:
    asker = lines[0].who
    utterances = (
        make_utterance("user" if line.who == asker else "bot", line.text, speaker=line.who, at=line.at)
        for line in lines
    )
    return Dialog(name, tuple(filter(None, utterances)), ignored=ignored)


class _Threads:
    """Which messages hang together."""

    def __init__(self) -> None:
        self.line: dict[int, int] = {}
        """Message -> the line of the annotation that first speaks of it."""
        self._parent: dict[int, int] = {}

    def take(self, lines: Iterable[str]) -> Iterator[Rejected]:
        """Read the annotation; return the lines that are not links."""
        for number, line in enumerate(lines, 1):
            link = _LINK.fullmatch(line)
            if number > LINKS:
                raise InputError(
                    f"E126 the annotation has more than {LINKS:,} links", hint="split the log into smaller files"
                )
            if link:
                self._join(int(link[1]), int(link[2]), number)
            elif not line.isspace():
                hint = "a line is two numbers of messages and a dash: `1002 1003 -`"
                yield Rejected(number, "E144", "the line is not a link", hint, part="annotation")

    def _join(self, left: int, other: int, line: int) -> None:
        for message in (left, other):
            self._parent.setdefault(message, message)
            self.line.setdefault(message, line)
        first, second = sorted((self._root(left), self._root(other)))
        self._parent[second] = first

    def _root(self, message: int) -> int:
        while self._parent[message] != message:
            self._parent[message] = message = self._parent[self._parent[message]]
        return message

    def groups(self) -> Iterator[list[int]]:
        """Return the messages that hang together, in the order of the first of them."""
        groups: dict[int, list[int]] = {}
        for message in sorted(self._parent):
            groups.setdefault(self._root(message), []).append(message)
        yield from groups.values()


class _Log:
    """The messages that the annotation links; others are counted, not kept."""

    def __init__(self, linked: Mapping[int, int]) -> None:
        self.messages: dict[int, _Message] = {}
        self.outside = 0
        """Messages that the annotation does not link."""
        self._linked = linked
        self._notices: set[int] = set()
        self._bad: dict[int, FlawError] = {}
        self._people: dict[str, str] = {}
        """Present nickname -> the first one of the same person."""

    def take(self, lines: Iterable[str]) -> None:
        """Read the log."""
        for number, line in enumerate(lines):
            if line.startswith(_NOTICE):
                self._notice(line)
            if number in self._linked:
                try:
                    self._hear(number, line.rstrip("\r\n"))
                except FlawError as flaw:
                    self._bad[number] = flaw
            elif _MESSAGE.match(line):
                self.outside += 1

    def _notice(self, line: str) -> None:
        """Follow people who change their name."""
        renamed, moved = _RENAMED.match(line), _MOVED.match(line)
        if renamed:
            self._people[renamed[2]] = self._people.pop(renamed[1], renamed[1])
        elif moved:
            self._people.pop(moved[1], None)

    def _hear(self, number: int, line: str) -> None:
        message = _MESSAGE.match(line)
        if undecodable(line):
            raise FlawError("E111", "the line is not UTF-8", "save the file as UTF-8")
        if "\0" in line:
            raise FlawError("E112", "the text contains a NUL byte", "export the file again as text")
        if message:
            nick = message[2] or message[3]
            self.messages[number] = _Message(message[1], self._people.get(nick, nick), message[4].strip())
        elif line.startswith(_NOTICE):
            self._notices.add(number)
        else:
            raise FlawError("E146", "the line is not a message", "messages look like `[03:10] <name> text`")

    def flaws(self, thread: Sequence[int], dialog: str) -> Iterator[Rejected]:
        """Return the errors in the messages of a thread."""
        for number in thread:
            if number in self._bad:
                flaw = self._bad[number]
                yield Rejected(number + 1, flaw.code, flaw.text, flaw.hint, dialog, "log")
            elif number not in self.messages and number not in self._notices:
                hint = "log and annotation belong together; messages count from 0"
                yield Rejected(
                    self._linked[number], "E145", f"the log has no message {number}", hint, dialog, "annotation"
                )
