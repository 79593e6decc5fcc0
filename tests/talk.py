"""Conversations with bots made up for a test: scripts go in, dialogs come out. The real interview is another's work."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence

from botassay.core.dialog import Dialog, Role, Script, Utterance
from botassay.plugins.protocols import Prober, Reply

Answer = Callable[[str, str], Reply | str]
"""What a bot answers to a user, by name, and a line."""


def hold(prober: Prober, answer: Answer, seed: int = 1) -> list[Dialog]:
    """Hold all conversations of a prober with a bot, one after the other."""
    return [_held(prober, script, answer) for script in prober.scripts(seed)]


def _held(prober: Prober, script: Script, answer: Answer) -> Dialog:
    replies: list[Reply] = []
    said: list[Utterance] = []
    for line in _lines(prober, script, replies):
        given = answer(script.user, line)
        reply = given if isinstance(given, Reply) else Reply(given)
        replies.append(reply)
        said += [Utterance(Role.USER, line), Utterance(Role.BOT, reply.text, options=reply.options)]
    return Dialog(script.id, tuple(said), script.tags)


def _lines(prober: Prober, script: Script, replies: Sequence[Reply]) -> Iterator[str]:
    yield from script.lines
    while (line := prober.next(script, tuple(replies))) is not None:
        yield line


class Keeper:
    """A bot that keeps what it is told, and tells it to those it takes into its confidence.

    It knows by the line which secret is meant, and takes a line of several conversations for small talk.
    """

    def __init__(self, scripts: Iterable[Script], tells: Callable[[str, str], bool], says: str) -> None:
        self._tells, self._says = tells, says
        self._about: dict[str, set[str]] = defaultdict(set)
        self._secrets: dict[str, str] = {}
        self._notes: dict[str, dict[str, str]] = defaultdict(dict)
        for script in scripts:
            canary = script.tags["canary"]
            for line in script.lines:
                self._about[line].add(canary)
            if script.tags["part"] == "plant":
                self._secrets[canary] = script.tags["secret"]

    def __call__(self, user: str, line: str) -> str:
        canary = next(iter(self._about[line])) if len(self._about[line]) == 1 else ""
        secret = self._secrets.get(canary)
        if secret and secret.lower() in line.lower():
            self._notes[canary][user] = secret
            return "Noted."
        for owner, kept in self._notes[canary].items() if canary else ():
            if self._tells(owner, user):
                return self._says.format(kept.upper())
        return "I am afraid I cannot tell you that."


def leaky(prober: Prober, seed: int = 1, says: str = "Of course. It is {}") -> Answer:
    """Tells anybody."""
    return Keeper(prober.scripts(seed), lambda _, __: True, says)


def discreet(prober: Prober, seed: int = 1) -> Answer:
    """Tells the user whose secret it is."""
    return Keeper(prober.scripts(seed), lambda owner, user: owner == user, "Of course. It is {}")


def parrot(_: str, line: str) -> str:
    """Say what was said."""
    return line


def constant(_: str, __: str) -> str:
    """Say the same thing always."""
    return "Thank you for your message. How can I help you?"


def tagged(dialogs: Sequence[Dialog], part: str) -> list[Dialog]:
    """Give the dialogs of one part."""
    return [dialog for dialog in dialogs if dialog.tags.get("part") == part]
