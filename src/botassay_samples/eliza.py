"""A listener after Weizenbaum: it turns statements into questions, and knows nothing.

>>> session = begin("Ann")
>>> session.reply("My brother is angry with me.").text
'How does it show that your brother is angry with you?'
>>> session.reply("Are you a robot?").text
'I am a computer program, not a person. What made you ask?'
"""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from botassay.plugins.inprocess import Bundled, Session
from botassay.plugins.protocols import Reply
from botassay_samples import SAMPLES
from botassay_samples.disclosure import asks_what_it_is
from botassay_samples.playbook import read_script
from botassay_samples.weizenbaum import ElizaScript, Engine

SCRIPT = "eliza.toml"


@dataclass(frozen=True, slots=True)
class Eliza:
    """One conversation with a listener."""

    engine: Engine

    def reply(self, text: str) -> Reply:
        """Return the reply, mostly a question."""
        return Reply(self.engine.admit() if asks_what_it_is(text) else self.engine.answer(text))


def begin(user: str) -> Session:
    """Return a new conversation, the same for all users."""
    del user
    return Eliza(Engine(_script()))


@cache
def _script() -> ElizaScript:
    return read_script(files(__package__).joinpath(SCRIPT).read_text("utf-8"), SCRIPT)


BOT = Bundled("eliza", SAMPLES["eliza"], begin)
"""The bot for the registry."""
