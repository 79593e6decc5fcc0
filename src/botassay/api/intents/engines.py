"""Live engines: Rasa's `/model/parse`, whatever a `bot.toml` describes, and bots that name intents in their replies."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from botassay.api.intents.stopped import INTERRUPTED, LOG
from botassay.bots import find_bot
from botassay.bots.rasa import understanding
from botassay.core.errors import BotError, ConfigurationError, UsageError
from botassay.core.progress import OnProgress, tracked
from botassay.core.text.plural import many
from botassay.http import Description
from botassay.intents.evaluation import SplitTrial, Tested
from botassay.intents.phrases import Phrase, SoundPhrases, folded
from botassay.intents.predictions import answered, contested, plan_of_recorded, recorded, silent_names
from botassay.intents.view.wording import some
from botassay.plugins.protocols import Bot, BotOptions, Guess, Reply
from botassay.settings.intents import EngineSettings, SplitSettings

ENOUGH: Final = 20
"""Replies without any intent after which an engine is taken to name none."""


@dataclass
class EngineRun:
    """Puts all phrases to engines, one engine after the other, each phrase once; what was answered is kept.

    Args:
        names: the engines, as on the command line.
        data: the phrases.
        settings: how to connect to them, and their names for having no answer.
        tests: of them the seed is reported; splits make no sense.
        on_progress: called after each phrase.
    """

    names: Sequence[str]
    data: SoundPhrases
    settings: EngineSettings
    tests: SplitSettings
    on_progress: OnProgress | None = None
    trials: dict[str, list[SplitTrial]] = field(default_factory=dict)
    why: str = ""
    """What stopped it early."""
    code: int = 0
    """The exit code for that."""
    _current: "_Asking | None" = None

    async def run(self) -> None:
        """Ask all engines; one that fails after some answers is the last.

        Raises: UsageError, ConfigurationError, and BotError where nothing was answered.
        """
        for typed in self.names:
            if self.tests.splits:
                hint = "it is not trained: all of DATA is put to it"
                raise UsageError("--setting does not go with an engine", hint=hint)
            engine = _engine(typed, self.settings)
            self._current = _Asking(typed, engine, self.data.phrases, self.settings.fallbacks, self.on_progress)
            error = await self._current.ask()
            self._keep(self._current, "" if error is None else str(error), 0 if error is None else error.exit_code)
            if error is not None:
                return

    def interrupt(self) -> None:
        """Keep what was answered until Ctrl-C.

        Raises: KeyboardInterrupt where that is nothing.
        """
        if self._current is not None and self._current.guesses:
            self._keep(self._current, "interrupted", INTERRUPTED)
        elif self._current is not None and self.trials:
            self.why, self.code = notice_interrupted(self._current.typed, self.trials), INTERRUPTED
        else:
            raise KeyboardInterrupt

    def _keep(self, asking: "_Asking", why: str, code: int) -> None:
        if code:
            self.why, self.code = f"{why}; what follows comes from {asking.share}", code
            LOG.warning(self.why)
        asking.notice_unknown_topics()
        again = f" ({len(self.trials) + 1})" if asking.name in self.trials else ""
        self.trials[asking.name + again] = [recorded(self.data.phrases, asking.guesses, asking.name, partly=code != 0)]

    @property
    def tested(self) -> Tested:
        """What came out."""
        return Tested(self.data, plan_of_recorded(self.tests.seed), self.trials, self.why)


def notice_interrupted(name: str, trials: Mapping[str, object]) -> str:
    """Say which classifier was not tested any more."""
    text = f"interrupted before {name} had answered anything; what follows comes from {', '.join(trials)}"
    LOG.warning(text)
    return text


class _Asking:
    """Asks one engine, and notices one that names no intents."""

    def __init__(
        self,
        typed: str,
        engine: Bot,
        phrases: Sequence[Phrase],
        fallbacks: Sequence[str],
        on_progress: OnProgress | None,
    ) -> None:
        self.typed = typed
        self.name = typed if typed.endswith(".toml") else engine.name  # an address without passwords and the like
        self.guesses: dict[str, Guess] = {}
        self._engine = engine
        self._topics = {phrase.intent for phrase in phrases}
        self._texts = list(dict.fromkeys(phrase.text for phrase in phrases))
        self._silent = silent_names(fallbacks, self._topics)
        self._on_progress = on_progress
        self._without_confidence = 0
        self._deaf = True
        LOG.info(
            f"{self.name} is not trained here: every phrase is put to it once, as it is; what it was trained on shows "
            "its memory only"
        )
        notice_contested(self.name, self._topics, fallbacks)

    @property
    def share(self) -> str:
        """How much of it was answered."""
        return f"{len(self.guesses):,} of {many(len(self._texts), 'phrase', 'phrases')}"

    async def ask(self) -> BotError | None:
        """Ask for each text, in a conversation of its own; return what stopped it after some answers.

        Raises: ConfigurationError for access denied; BotError where there is no answer at all, or none with an intent.
        """
        try:
            phase = f"asking {self._engine.name}"
            texts = tracked(self._texts, self._on_progress, phase, len(self._texts), "phrases")
            for number, text in enumerate(texts, 1):
                async with self._engine.open(user="botassay") as conversation:
                    reply = await conversation.say(text)
                self.guesses[text] = self._guess(reply, number)
        except BotError as error:
            if error.kind == "unauthorised":
                raise ConfigurationError(error.what, self._engine.name, error.hint) from error
            if not self.guesses or self._deaf:
                raise
            return error
        if self._without_confidence:
            n = f"{self._without_confidence:,}"
            LOG.warning(f"{n} answers came without a confidence, and count as certain")
        return None

    def _guess(self, reply: Reply, number: int) -> Guess:
        """Return the guess in a reply; without a confidence it is certain.

        Raises: BotError for an invalid confidence, or where no reply so far names an intent.
        """
        self._deaf &= reply.intent is None
        if self._deaf and number >= min(ENOUGH, len(self._texts)):
            hint = "look at intent under [reply] in bot.toml; `botassay bots check` shows what came back"
            raise BotError("bad_shape", f"none of the first {number} answers names an intent", hint=hint)
        confidence = reply.confidence
        if confidence is not None and not 0 <= confidence <= 1:
            hint = "a share of 1 is needed, not percent; look at confidence under [reply] in bot.toml"
            raise BotError("bad_shape", f"the confidence {confidence:g} is no number from 0 to 1", hint=hint)
        self._without_confidence += confidence is None and reply.intent is not None
        return Guess(answered(reply.intent, self._silent), 1.0 if confidence is None else confidence)

    def notice_unknown_topics(self) -> None:
        """Name intents that the engine knows and the data does not: perhaps they are only spelled differently."""
        unknown = sorted({guess.intent for guess in self.guesses.values() if guess.intent is not None} - self._topics)
        if unknown:
            n = many(len(unknown), "topic", "topics")
            text = f"{self.name} answers with {n} that DATA does not have; they count as wrong: {some(unknown)}"
            LOG.warning(text)


def notice_contested(who: str, topics: Iterable[str | None], fallbacks: Sequence[str]) -> None:
    """Say how an answer counts that names a topic of the data, and is what engines call having no answer."""
    given = {folded(name) for name in fallbacks}
    for name in contested(topics, fallbacks):
        if folded(name) in given:
            text = f"{name!r} is a topic, and by --fallback no answer of {who}: its phrases are never answered rightly"
            LOG.warning(f"{text}; if they belong to no topic, give --none-label {name!r}")
        else:
            text = f"{name!r} is a topic, and what engines call having no answer: where {who} says it, it is the topic"
            LOG.warning(f"{text}; if it means no answer, give --none-label {name!r}")


def _engine(name: str, settings: EngineSettings) -> Bot:
    options = BotOptions(description=settings.bot, rate=settings.rate)
    scheme, _, address = name.partition(":")
    if scheme == "rasa":
        return understanding(address, options)
    described = Path(name) if name.endswith(".toml") else settings.bot
    if described and Description.read(described).reply.intent is None:
        hint = 'write intent = "$.intent.name", and confidence = "$.intent.confidence"'
        raise ConfigurationError("the path of the intent is missing", f"{described}:reply.intent", hint)
    return find_bot(name, options)
