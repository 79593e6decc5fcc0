"""Engines that are trained over HTTP for each split: those of a description with `[train]`, and Rasa."""

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Self
from uuid import uuid4

import msgspec

from botassay.api.asynchronous import run_to_end
from botassay.api.intents.stopped import LOG
from botassay.bots.client_factory import client_for
from botassay.bots.steps import CompiledStep, check_made, compiled, secrets_among
from botassay.core.errors import BotError, ConfigurationError
from botassay.http import Answer, Client, ConversationClient, Description, Exchange, JsonPath, ask_all
from botassay.http.decoding import decoded, parsed
from botassay.http.session_tables import SessionSteps, SideRequest
from botassay.http.template import SLOTS
from botassay.http.train_table import INTENT_SLOTS, TRAIN_SLOTS, ReadyRule, TrainRule, TrainStep
from botassay.intents.split_files import rasa_yaml
from botassay.io.files import save
from botassay.plugins.protocols import BotOptions, Guess

GRACE: Final = 10.0
"""Seconds after Ctrl-C in which the answer to a request under way is still heard, so that the engine can be cleared."""
UNDER_WAY: Final = "under-way.json"
"""What the present training made, in the folder of its predictions."""
_FIRST_WAIT: Final = 0.1
_GONE: Final = ("(HTTP 404", "(HTTP 410")


def answering_client(exchange: Exchange, rate: float | None) -> Client:
    """Return the client that asks an engine."""
    return client_for(exchange, BotOptions(rate=rate))


def training_client(exchange: Exchange, rate: float | None, seconds: float) -> Client:
    """Return the client that trains an engine; a request may take as long as a training."""
    return client_for(exchange, BotOptions(rate=rate, turn=seconds))


def guess_in(exchange: Exchange, answer: Answer) -> Guess:
    """Return the guess in an answer. Raises BotError for an answer without one."""
    reply = exchange.hear(answer).reply
    confidence = 1.0 if reply.confidence is None else reply.confidence
    if not 0 <= confidence <= 1:
        hint = "use a fraction, not a percentage; check confidence under [reply]"
        raise BotError("bad_shape", f"the confidence {confidence:g} is not between 0 and 1", hint=hint)
    return Guess(reply.intent or None, confidence if reply.intent else 0.0)


@dataclass(frozen=True, slots=True)
class TrainPlan:
    """The requests of a training, checked."""

    steps: tuple[CompiledStep, ...]
    repeated: tuple[bool, ...]
    """Whether each step is repeated for each intent."""
    ready: CompiledStep | None
    status: JsonPath | None
    rule: ReadyRule | None
    clear: CompiledStep | None
    timeout: float

    @classmethod
    def of(cls, description: Description, exchange: Exchange, where: str) -> "TrainPlan":
        """Read `[train]`. Raises ConfigurationError with the key that is wrong, or without the owner's consent."""
        train = _allowed(description, where)
        origins, known = description.origins, (*SLOTS, *TRAIN_SLOTS)

        def step(each: SideRequest, key: str, more: Sequence[str] = ()) -> CompiledStep:
            return compiled(each, exchange, origins, f"{where}:train.{key}", (*known, *more))

        steps = tuple(step(_side(each), "step", INTENT_SLOTS if each.for_each else ()) for each in train.step)
        clear = step(train.clear, "clear") if train.clear else None
        ready = step(SideRequest(train.ready.request), "ready") if train.ready else None
        made = frozenset[str]()
        for each in steps:
            check_made(each.slots, made, each.where)
            made |= {taking.name for taking in each.take}
        for last in filter(None, (ready, clear)):
            check_made(last.slots, made, last.where)
        check_made(exchange.slots, made, where)
        status = JsonPath.parse(train.ready.path, f"{where}:train.ready.path") if train.ready else None
        repeated = tuple(each.for_each is not None for each in train.step)
        return cls(steps, repeated, ready, status, train.ready, clear, train.timeout)

    def requests(self, intents: int) -> int:
        """Return how many requests a training takes, polling counted once."""
        steps = sum(intents if each else 1 for each in self.repeated)
        return steps + (self.ready is not None) + (self.clear is not None)


def _side(step: TrainStep) -> SideRequest:
    return SideRequest(step.request, step.body, step.headers, step.take)


def _allowed(description: Description, where: str) -> TrainRule:
    train = description.train
    if train is None or not train.step:
        hint = 'write [[train.step]] with request = "POST /…"'
        raise ConfigurationError("[train] has no request", f"{where}:train.step", hint)
    if not train.may_overwrite:
        hint = "write may_overwrite = true if its owner allows that, and use an engine that nobody needs"
        raise ConfigurationError(
            "trainings may replace what the engine has learned", f"{where}:train.may_overwrite", hint
        )
    if train.timeout <= 0 or (train.ready and train.ready.every <= 0):
        raise ConfigurationError("the seconds are not positive", f"{where}:train", "write timeout = 900, every = 1")
    session = description.session
    around = SessionSteps(session.create, session.refresh, session.end, session.greeting) != SessionSteps()
    for key, given in (("session", around), ("poll", description.poll), ("token", description.token)):
        if given:
            hint = "leave it out; the requests of [train] and the one that asks are all that is sent"
            raise ConfigurationError(f"{key} cannot be combined with [train]", f"{where}:{key}", hint)
    if description.reply.intent is None:
        hint = 'add intent = "$.intent.name" and confidence = "$.intent.confidence"'
        raise ConfigurationError("the path to the intent is missing", f"{where}:reply.intent", hint)
    return train


@dataclass
class RestTrainer:
    """An engine that is trained, asked and cleared as its description says.

    Make it with `RestTrainer.of`.
    """

    name: str
    exchange: Exchange
    plan: TrainPlan
    asking: Client
    training: Client
    _made: dict[str, str] = field(default_factory=dict, repr=False)
    _label: str = "split"
    _split: str = ""
    """The name of the present training; no other has it."""
    _note: Path | None = None
    """Notes what was made until it is cleared."""
    _sent: bool = False
    """Whether a request of the present training was sent, and the engine not cleared since."""

    @classmethod
    def of(cls, name: str, description: Description, where: str, *, url: str | None, rate: float | None) -> Self:
        """Return the engine of a description. Raises ConfigurationError with the key that is wrong."""
        exchange = Exchange.of(description, url, where=where)
        plan = TrainPlan.of(description, exchange, where)
        clients = answering_client(exchange, rate), training_client(exchange, rate, plan.timeout)
        return cls(exchange.shown_url if url else name, exchange, plan, *clients)

    @property
    def polled(self) -> bool:
        """Whether the status of a training is polled."""
        return self.plan.ready is not None

    def requests(self, intents: int) -> int:
        """Return how many requests a training takes, polling counted once."""
        return self.plan.requests(intents)

    def clear_after_crash(self, folder: Path) -> None:
        """Note each model in a folder until it is cleared, and clear the one that a crash has left."""
        self._note = folder / UNDER_WAY
        try:
            left = msgspec.json.decode(self._note.read_bytes(), type=dict[str, str])
        except (OSError, msgspec.DecodeError):
            return
        self._split, self._made, self._sent = left.pop("split", ""), left, True
        self.clear()

    def name_split(self, name: str) -> None:
        """Name the split of the next training."""
        self._label = name

    def fit(self, texts: Sequence[str], intents: Sequence[str]) -> Self:
        """Train the engine. Raises BotError if it fails; it is then cleared, as after Ctrl-C."""
        self._made = {}
        pairs = list(zip(texts, intents, strict=True))
        try:
            run_to_end(self._train(pairs))
        except BaseException:
            self.clear()
            raise
        return self

    def predict(self, texts: Sequence[str]) -> list[Guess]:
        """Return the guesses for some texts, and clear the engine. Raises BotError."""
        try:
            requests = [self.exchange.request(self._values(text)) for text in texts]
            return ask_all(self.asking, requests, lambda answer: guess_in(self.exchange, answer))
        finally:
            self.clear()

    def clear(self) -> None:
        """Send the request that clears the engine, once after each training; its failure is a warning."""
        step, sent, self._sent = self.plan.clear, self._sent, False
        if step is None or not sent:
            return
        self._clear(step)
        if self._note is not None:
            self._note.unlink(missing_ok=True)

    def _clear(self, step: CompiledStep) -> None:
        lacking = sorted(slot for slot in step.slots if slot.startswith("made.") and slot[5:] not in self._made)
        if lacking:
            LOG.warning(f"{self.name}: nothing to clear, since no answer gave {{{{{lacking[0]}}}}}")
            return
        try:
            run_to_end(self._cleared(step))
        except BotError as error:
            if not any(gone in error.what for gone in _GONE):
                LOG.warning(f"{self.name} could not be cleared after a training: {error}")

    # ── requests ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _values(self, text: str = "", **more: Any) -> dict[str, Any]:
        made = {f"made.{name}": value for name, value in self._made.items()}
        plain = {"message": text, "session": uuid4().hex, "user": uuid4().hex, "history": [], "turn": "1"}
        return {**plain, "split": self._split, **made, **more}

    async def _train(self, pairs: Sequence[tuple[str, str]]) -> None:
        by_intent: dict[str, list[str]] = {}
        for text, intent in pairs:
            by_intent.setdefault(intent, []).append(text)
        data = {
            "phrases": [{"text": text, "intent": intent} for text, intent in pairs],
            "intents": list(by_intent),
            "rasa_yaml": rasa_yaml(pairs),
        }
        self._split = f"botassay-{self._label}-{uuid4().hex[:8]}"
        try:
            async with asyncio.timeout(self.plan.timeout), self.training.line("training") as line:
                for step, repeated in zip(self.plan.steps, self.plan.repeated, strict=True):
                    for intent, phrases in by_intent.items() if repeated else [("", [])]:
                        await self._take(line, step, {**data, "intent": intent, "intent_phrases": phrases})
                if self.plan.ready is not None:
                    await self._until_ready(line, self.plan.ready, data)
        except TimeoutError as error:
            if isinstance(error, BotError):
                raise
            what = f"{self.name} is not trained within {self.plan.timeout:g} s"
            raise BotError("timeout", what, hint="raise timeout under [train]") from None

    async def _take(self, line: ConversationClient, step: CompiledStep, data: Mapping[str, Any]) -> None:
        """Send a request of the training, and take from its answer what the next ones need."""
        self._sent = True
        under_way = asyncio.ensure_future(self._send(line, step, data))
        try:
            answer = await asyncio.shield(under_way)
        except asyncio.CancelledError:
            with suppress(BotError, TimeoutError):
                async with asyncio.timeout(GRACE):
                    self._made |= step.taken(await under_way)
            raise
        self._made |= step.taken(answer)
        secret = dict(secrets_among(self._made))
        self._hide(secret)
        if self._note is not None and self.plan.clear is not None:
            made = {name: value for name, value in self._made.items() if name not in secret}
            save(self._note, msgspec.json.encode({**made, "split": self._split}))

    async def _send(self, line: ConversationClient, step: CompiledStep, data: Mapping[str, Any]) -> Answer:
        request = step.request(self._values(**data))
        if not step.elsewhere:
            return await line.ask(request, lambda answer: answer)
        async with replace(line.client, headers={}).line("training elsewhere") as other:
            return await other.ask(request, lambda answer: answer)

    async def _until_ready(self, line: ConversationClient, step: CompiledStep, data: Mapping[str, Any]) -> None:
        """Poll until the engine is trained. Raises BotError, also if it says that the training failed."""
        rule, path = self.plan.rule, self.plan.status
        assert rule is not None and path is not None  # noqa: PT018, S101 - they come with the step
        wait = min(_FIRST_WAIT, rule.every)
        while True:
            answer = await self._send(line, step, data)
            kind = answer.headers.get("Content-Type", "")
            status = next(iter(path.find(parsed(decoded(answer.body, kind), kind))), None)
            if _equal(status, rule.equals):
                return
            if any(_equal(status, failed) for failed in rule.failed):
                raise BotError("bot_error", f"{self.name} reports that the training failed: {status}")
            await asyncio.sleep(wait)
            wait = min(2 * wait, rule.every)

    async def _cleared(self, step: CompiledStep) -> None:
        async with self.asking.line("clearing") as line:
            await self._send(line, step, {})

    def _hide(self, values: Mapping[str, str]) -> None:
        """Keep values that the engine gave and that nobody may read out of everything that is written."""
        if not set(values.values()) - set(self.exchange.secrets.values.values()):
            return
        secrets = self.exchange.secrets.also(values)
        self.exchange = replace(self.exchange, secrets=secrets)
        self.asking = replace(self.asking, secrets=secrets)
        self.training = replace(self.training, secrets=secrets)


def _equal(value: object, wanted: object) -> bool:
    """Whether a value of JSON is the wanted one; 1 and true differ.

    >>> _equal("ready", "ready"), _equal(True, 1), _equal(None, "ready")
    (True, False, False)
    """
    return type(value) is type(wanted) and value == wanted
