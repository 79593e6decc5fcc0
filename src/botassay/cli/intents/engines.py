"""Engines that are asked where they stand: Rasa's `/model/parse`, whatever a `bot.toml` describes, and other bots."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import click

from botassay.cli.flags import Existing, Number
from botassay.core.errors import BotError, ConfigurationError, UsageError
from botassay.core.text.plural import many

if TYPE_CHECKING:
    from botassay.intents.evaluation import Trial
    from botassay.intents.phrases import Phrase
    from botassay.plugins.protocols import Bot, Guess, Reply

Command = TypeVar("Command", bound=Callable[..., Any])

INTERRUPTED: Final = 130
ENOUGH: Final = 20
"""Answers without any intent after which nobody believes that there will be one."""

_OPTIONS = (
    click.option(
        "--bot",
        "description",
        type=Existing(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="With an engine at http://…: how it is spoken to, a bot.toml.",
    ),
    click.option(
        "--rate",
        type=Number(0, 10_000, min_open=True),
        metavar="N",
        help="With an engine: requests a second.  [default: 2; to this machine as many as can be]",
    ),
    click.option(
        "--fallback",
        "fallbacks",
        multiple=True,
        metavar="NAME",
        help="What an engine calls its having no answer, beside nlu_fallback and the like. Repeatable.",
    ),
)


def asking(command: Command) -> Command:
    """Add the options."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def is_engine(name: str) -> bool:
    """Whether a classifier, as it is typed, is an engine: an address, a bot.toml, or a bot."""
    from botassay.bots import is_bot
    from botassay.plugins.registry import CLASSIFIERS

    return name.partition("(")[0] not in CLASSIFIERS and is_bot(name)


class Asked(NamedTuple):
    """What came of asking an engine."""

    guesses: "dict[str, Guess]"
    code: int
    """0, or the exit code for what stopped it."""


class Answered(NamedTuple):
    """What an engine is called in reports, its trial, and the exit code for what stopped it."""

    name: str
    done: "list[Trial]"
    code: int


def tried(typed_name: str, phrases: "Sequence[Phrase]", typed: Mapping[str, Any]) -> Answered:
    """Put all phrases to an engine, once each, under a bar.

    Raises: UsageError, ConfigurationError, and BotError where nothing was answered.
    """
    from botassay.intents.recorded import recorded, silent_names
    from botassay.report.inert import visible

    if typed["settings"]:
        raise UsageError("--setting does not go with an engine", hint="it is not trained: all of DATA is put to it")
    engine = _engine(typed_name, typed)
    name = typed_name if typed_name.endswith(".toml") else engine.name  # an address without passwords and the like
    said = "is not trained here: every phrase is put to it once, as it is; what it was trained on shows its memory only"
    click.echo(f"botassay: {visible(name)} {said}", err=True)
    topics = [phrase.intent for phrase in phrases]
    remark_contested(name, topics, typed["fallbacks"])
    asked = _ask(engine, phrases, silent_names(typed["fallbacks"], topics))
    _warn_of_strangers(name, phrases, asked.guesses)
    return Answered(name, [recorded(phrases, asked.guesses, name, partly=asked.code != 0)], asked.code)


def remark_contested(who: str, topics: "Iterable[str | None]", fallbacks: Sequence[str]) -> None:
    """Say what an answer is taken for that names a topic of the data, and is what engines call having no answer."""
    from botassay.intents.phrases import folded
    from botassay.intents.recorded import contested
    from botassay.report.inert import visible

    given = {folded(name) for name in fallbacks}
    for name in contested(topics, fallbacks):
        if folded(name) in given:
            told = f"{name!r} is a topic, and by --fallback no answer of {who}: its phrases are never answered rightly"
            more = f"; if they belong to no topic, give --none-label {name!r}"
        else:
            told = f"{name!r} is a topic, and what engines call having no answer: where {who} says it, it is the topic"
            more = f"; if it means no answer, give --none-label {name!r}"
        click.echo(f"botassay: {visible(told + more)}", err=True)


def _engine(name: str, typed: Mapping[str, Any]) -> "Bot":
    from botassay.bots import find_bot
    from botassay.bots.rasa import understanding
    from botassay.plugins.protocols import BotOptions

    options = BotOptions(description=typed["description"], rate=typed["rate"])
    scheme, _, address = name.partition(":")
    if scheme == "rasa":
        return understanding(address, options)
    described = Path(name) if name.endswith(".toml") else typed["description"]
    if described:
        _check_names_intents(described)
    return find_bot(name, options)


def _check_names_intents(described: Path) -> None:
    """Refuse a description that does not say where the intent is.

    Raises: ConfigurationError.
    """
    from botassay.http import Description

    if Description.read(described).reply.intent is None:
        hint = 'write intent = "$.intent.name", and confidence = "$.intent.confidence"'
        raise ConfigurationError("it is not said where the intent stands", f"{described}:reply.intent", hint)


def _ask(engine: "Bot", phrases: "Sequence[Phrase]", silent: frozenset[str]) -> Asked:
    from botassay.cli.progress import Bar, State

    texts = list(dict.fromkeys(phrase.text for phrase in phrases))
    guesses: dict[str, Guess] = {}
    hearing = _Hearing(len(texts))

    def state() -> State:
        return State(len(guesses), len(texts), len(guesses), "phrases/s")

    try:
        with Bar() as bar:
            for text, reply in bar.follow(f"asking {engine.name}", _replies(engine, texts), state):
                guesses[text] = hearing.guess(reply, silent)
    except KeyboardInterrupt:
        return _stopped(guesses, texts, "interrupted", INTERRUPTED)
    except BotError as error:
        if error.kind == "unauthorised":
            raise ConfigurationError(error.what, engine.name, error.hint) from error
        if not guesses or hearing.deaf:
            raise
        return _stopped(guesses, texts, str(error), error.exit_code)
    hearing.remark()
    return Asked(guesses, 0)


def _stopped(guesses: "dict[str, Guess]", texts: Sequence[str], why: str, code: int) -> Asked:
    """Keep what was answered until then.

    Raises: KeyboardInterrupt where that is nothing.
    """
    from botassay.report.inert import visible

    if not guesses:
        raise KeyboardInterrupt
    said = f"{visible(why)}; what follows comes from {len(guesses):,} of {many(len(texts), 'phrase', 'phrases')}"
    click.echo(f"botassay: {said}", err=True)
    return Asked(guesses, code)


def _replies(engine: "Bot", texts: Sequence[str]) -> "Iterator[tuple[str, Reply]]":
    """Ask for each text, in a conversation of its own: nothing that was said before has a say."""
    import asyncio

    async def said(text: str) -> "Reply":
        async with engine.open(user="botassay") as conversation:
            return await conversation.say(text)

    with asyncio.Runner() as runner:
        for text in texts:
            yield text, runner.run(said(text))


class _Hearing:
    """Makes guesses of replies, and notices an engine that names no intents."""

    def __init__(self, total: int) -> None:
        self._patience = min(ENOUGH, total)
        self._heard = 0
        self._certain = 0
        self.deaf = True
        """Whether no reply so far has named an intent."""

    def guess(self, reply: "Reply", silent: frozenset[str]) -> "Guess":
        """Make a guess of a reply; without a confidence it is certain.

        Raises: BotError for a confidence that is none, or where no reply so far names an intent.
        """
        from botassay.intents.recorded import answered
        from botassay.plugins.protocols import Guess

        self._heard += 1
        self.deaf &= reply.intent is None
        if self.deaf and self._heard >= self._patience:
            hint = "look at intent under [reply] in bot.toml; `botassay bots check` shows what came back"
            raise BotError("bad_shape", f"none of the first {self._heard} answers names an intent", hint=hint)
        confidence = reply.confidence
        if confidence is not None and not 0 <= confidence <= 1:
            hint = "a share of 1 is needed, not percent; look at confidence under [reply] in bot.toml"
            raise BotError("bad_shape", f"the confidence {confidence:g} is no number from 0 to 1", hint=hint)
        self._certain += confidence is None and reply.intent is not None
        return Guess(answered(reply.intent, silent), 1.0 if confidence is None else confidence)

    def remark(self) -> None:
        """Say how many answers had no confidence."""
        if self._certain:
            click.echo(f"botassay: {self._certain:,} answers came without a confidence, and count as certain", err=True)


def _warn_of_strangers(name: str, phrases: "Sequence[Phrase]", guesses: "Mapping[str, Guess]") -> None:
    """Name intents that the engine knows and the data does not: perhaps they are only spelled in another way."""
    from botassay.report.inert import visible

    known = {phrase.intent for phrase in phrases}
    strange = sorted({guess.intent for guess in guesses.values() if guess.intent is not None} - known)
    if strange:
        some = ", ".join(strange[:5]) + (", …" if len(strange) > 5 else "")  # noqa: PLR2004 - as many as are named
        said = f"answers with {len(strange)} topics that DATA does not have; they count as wrong: {some}"
        click.echo(f"botassay: {visible(f'{name} {said}')}", err=True)
