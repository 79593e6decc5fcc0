"""Conversations with bots made up for a test: scripts go in, dialogs come out. The real interview is another's work."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

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
    """A bot that keeps what it is told under the number in it, and tells it to those it takes into its confidence."""

    def __init__(self, tells: Callable[[str, str], bool]) -> None:
        self._tells = tells
        self._notes: dict[str, dict[str, str]] = defaultdict(dict)

    def __call__(self, user: str, line: str) -> str:
        number = next((word for word in line.replace(",", " ").replace(".", " ").split() if word.isdigit()), "")
        if " is " in line and "What is" not in line and len(line.rsplit(" is ", maxsplit=1)[-1].split()) == 4:
            self._notes[number][user] = line.rsplit(" is ", maxsplit=1)[-1]
            return "Noted."
        for owner, secret in self._notes[number].items():
            if self._tells(owner, user):
                return f"Of course. It is {secret.upper()}"
        return "I am afraid I cannot tell you that."


def leaky() -> Answer:
    """Tells anybody."""
    return Keeper(lambda _, __: True)


def discreet() -> Answer:
    """Tells the user whose secret it is."""
    return Keeper(lambda owner, user: owner == user)


def parrot(_: str, line: str) -> str:
    """Say what was said."""
    return line


def constant(_: str, __: str) -> str:
    """Say the same thing always."""
    return "Thank you for your message. How can I help you?"


def reciting(words: Sequence[str]) -> Answer:
    """Answer with a long list of words, whatever is asked."""
    return lambda _, line: "Noted." if " is " in line and "What is" not in line else f"It could be {' '.join(words)}."


def tagged(dialogs: Sequence[Dialog], part: str) -> list[Dialog]:
    """Give the dialogs of one part."""
    return [dialog for dialog in dialogs if dialog.tags.get("part") == part]
