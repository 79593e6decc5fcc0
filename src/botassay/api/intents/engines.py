"""Live engines: Rasa's `/model/parse`, APIs described by a `bot.toml`, and bots that return intents with replies."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from uuid import uuid4

from botassay.api.intents.stopped import INTERRUPTED, LOG
from botassay.core.errors import BotError, ConfigurationError, UsageError
from botassay.core.progress import OnProgress, tracked
from botassay.core.text.plural import many
from botassay.http import RunContext
from botassay.intents.evaluation import SplitTrial, Tested
from botassay.intents.phrases import Phrase, SoundPhrases, folded
from botassay.intents.predictions import answered, contested, plan_of_recorded, recorded, silent_names
from botassay.intents.view.wording import some
from botassay.plugins.optional import open_in_run
from botassay.plugins.protocols import Bot, BotOptions, Guess, Reply
from botassay.settings.intents import EngineSettings, SplitSettings

ENOUGH: Final = 20
"""Number of replies without an intent after which the engine is considered to return none."""


@dataclass
class EngineRun:
    """Sends each phrase once to each engine, one engine after the other, and keeps the answers received.

    Args:
        names: the engines, as on the command line.
        data: the phrases.
        settings: how to connect to the engines, and their fallback intents.
        tests: the seed is reported; splits are refused.
        on_progress: called after each phrase.
    """

    names: Sequence[str]
    data: SoundPhrases
    settings: EngineSettings
    tests: SplitSettings
    on_progress: OnProgress | None = None
    trials: dict[str, list[SplitTrial]] = field(default_factory=dict)
    why: str = ""
    """The reason for an early stop."""
    code: int = 0
    """The exit code of an early stop."""
    _current: "_Asking | None" = None

    async def run(self) -> None:
        """Query all engines; stop at one that fails after some answers.

        Raises: UsageError, ConfigurationError, and BotError if there was no answer at all.
        """
        for typed in self.names:
            if self.tests.splits:
                hint = "engines are not trained here, so DATA is not split"
                raise UsageError("--setting cannot be combined with a live engine", hint=hint)
            engine = _engine(typed, self.settings)
            self._current = _Asking(typed, engine, self.data.phrases, self.settings.fallbacks, self.on_progress)
            error = await self._current.ask()
            self._keep(self._current, "" if error is None else str(error), 0 if error is None else error.exit_code)
            if error is not None:
                return

    def interrupt(self) -> None:
        """Keep the answers received before Ctrl-C; raises KeyboardInterrupt if there are none."""
        if self._current is not None and self._current.guesses:
            self._keep(self._current, "interrupted", INTERRUPTED)
        elif self._current is not None and self.trials:
            self.why, self.code = notice_interrupted(self._current.typed, self.trials), INTERRUPTED
        else:
            raise KeyboardInterrupt

    def _keep(self, asking: "_Asking", why: str, code: int) -> None:
        if code:
            self.why, self.code = f"{why}; the results are based on {asking.share}", code
            LOG.warning(self.why)
        asking.notice_unknown_topics()
        again = f" ({len(self.trials) + 1})" if asking.name in self.trials else ""
        self.trials[asking.name + again] = [recorded(self.data.phrases, asking.guesses, asking.name, partly=code != 0)]

    @property
    def tested(self) -> Tested:
        """The answers to all phrases, as trials."""
        return Tested(self.data, plan_of_recorded(self.tests.seed), self.trials, self.why)


def notice_interrupted(name: str, trials: Mapping[str, object]) -> str:
    """Log, and return, which classifier could not be tested."""
    text = f"interrupted before the first answer of {name}; the results are based on {', '.join(trials)}"
    LOG.warning(text)
    return text


class _Asking:
    """Queries one engine, and detects one that returns no intents."""

    def __init__(
        self,
        typed: str,
        engine: Bot,
        phrases: Sequence[Phrase],
        fallbacks: Sequence[str],
        on_progress: OnProgress | None,
    ) -> None:
        self.typed = typed
        self.name = typed if typed.endswith(".toml") else engine.name  # an address without passwords
        self.guesses: dict[str, Guess] = {}
        self._engine = engine
        self._topics = {phrase.intent for phrase in phrases}
        self._texts = list(dict.fromkeys(phrase.text for phrase in phrases))
        self._silent = silent_names(fallbacks, self._topics)
        self._on_progress = on_progress
        self._secret = uuid4().hex
        self._without_confidence = 0
        self._deaf = True
        LOG.info(
            f"{self.name} is not trained here; each phrase is sent once. Phrases from its own training data only test "
            "its memory"
        )
        notice_contested(self.name, self._topics, fallbacks)

    @property
    def share(self) -> str:
        """The number of phrases answered, in words."""
        return f"{len(self.guesses):,} of {many(len(self._texts), 'phrase', 'phrases')}"

    async def ask(self) -> BotError | None:
        """Send each text in a separate conversation, and return the error that stopped it after some answers.

        Raises: ConfigurationError for access denied; BotError if there is no answer at all, or none with an intent.
        """
        try:
            phase = f"asking {self._engine.name}"
            texts = tracked(self._texts, self._on_progress, phase, len(self._texts), "phrases")
            for number, text in enumerate(texts, 1):
                context = RunContext(self._secret, str(number), 1)
                async with open_in_run(self._engine, str(uuid4()), context) as conversation:
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
            LOG.warning(f"{n} answers have no confidence; a confidence of 1 is assumed")
        return None

    def _guess(self, reply: Reply, number: int) -> Guess:
        """Return the prediction in a reply. Raises BotError for an invalid confidence, or if no reply has an intent."""
        self._deaf &= reply.intent is None
        if self._deaf and number >= min(ENOUGH, len(self._texts)):
            hint = "check intent under [reply] in bot.toml; `botassay bots check` shows the response"
            raise BotError("bad_shape", f"none of the first {number} answers contains an intent", hint=hint)
        confidence = reply.confidence
        if confidence is not None and not 0 <= confidence <= 1:
            hint = "use a fraction, not a percentage; check confidence under [reply] in bot.toml"
            raise BotError("bad_shape", f"the confidence {confidence:g} is not between 0 and 1", hint=hint)
        self._without_confidence += confidence is None and reply.intent is not None
        return Guess(answered(reply.intent, self._silent), 1.0 if confidence is None else confidence)

    def notice_unknown_topics(self) -> None:
        """Warn of intents of the engine that the data lacks: they may only be spelled differently."""
        unknown = sorted({guess.intent for guess in self.guesses.values() if guess.intent is not None} - self._topics)
        if unknown:
            n = many(len(unknown), "topic", "topics")
            text = f"{self.name} answers with {n} missing from DATA, which count as wrong: {some(unknown)}"
            LOG.warning(text)


def notice_contested(who: str, topics: Iterable[str | None], fallbacks: Sequence[str]) -> None:
    """Warn of topics of the data that have the name of a fallback intent, and say how they are counted."""
    given = {folded(name) for name in fallbacks}
    for name in contested(topics, fallbacks):
        if folded(name) in given:
            text = f"{name!r} is a topic in the data and, by --fallback, no answer of {who}: its phrases always fail"
            LOG.warning(f"{text}; if they belong to no topic, give --none-label {name!r}")
        else:
            text = f"{name!r} is a topic in the data and a common fallback name: from {who} it counts as the topic"
            LOG.warning(f"{text}; if it means no answer, give --none-label {name!r}")


def _engine(name: str, settings: EngineSettings) -> Bot:
    from botassay.bots import find_bot  # by way of aiohttp, which classifiers that are trained here do without
    from botassay.bots.rasa import understanding
    from botassay.http import Description

    options = BotOptions(description=settings.bot, rate=settings.rate)
    scheme, _, address = name.partition(":")
    if scheme == "rasa":
        return understanding(address, options)
    described = Path(name) if name.endswith(".toml") else settings.bot
    if described and Description.read(described).reply.intent is None:
        hint = 'add intent = "$.intent.name" and confidence = "$.intent.confidence"'
        raise ConfigurationError("the path to the intent is missing", f"{described}:reply.intent", hint)
    return find_bot(name, options)
