"""`bot.toml`: how to connect to a bot, an engine or a sentiment service; checked strictly."""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Final, Literal, NoReturn, TypeVar

import msgspec

from botassay.core.errors import ConfigurationError, InputError
from botassay.http.browser_table import BrowserTable
from botassay.http.presets import PRESETS, HistoryForm
from botassay.http.prices import Prices
from botassay.http.reply_paths import ReplyPaths
from botassay.http.session_tables import Access, PollRule, SessionSteps, SideRequest
from botassay.http.stream_rules import StreamRule, StreamSign, TextRule, UsagePaths
from botassay.http.train_table import ReadyRule, TrainRule, TrainStep
from botassay.io.missing import instead_of, unread
from botassay.io.toml import read_toml

Struct = TypeVar("Struct", bound=msgspec.Struct)
IdShape = Literal["uuid", "hex", "digits", "ulid"]

_LONGEST_FILE: Final = 2**20
_AT: Final = re.compile(r"^(?P<what>.*?)(?: - at `\$\.?(?P<path>.*)`)?$", re.DOTALL)
_INDEX: Final = re.compile(r"\[[^\]]*\]")
_KEY: Final = re.compile(r"unknown field `(.*)`")


class SessionRule(SessionSteps, frozen=True, forbid_unknown_fields=True):
    """How a conversation is identified, and how one begins."""

    source: Literal["client", "reply", "cookie", "none"] = msgspec.field(default="client", name="from")
    path: str | None = None
    reset: str | None = None
    shape: IdShape = "uuid"
    """What the ids that botassay makes look like, of conversations and of users."""


class PolarityRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How to read the answer of a sentiment service."""

    scale: tuple[float, float] = (-1.0, 1.0)
    """Its most negative number, and its most positive one."""
    labels: Mapping[str, float] = msgspec.field(
        default_factory=lambda: {"positive": 1.0, "neutral": 0.0, "negative": -1.0}
    )
    """What its labels are worth; times the confidence, where one is named. Capital letters do not count."""


class Description(Access, frozen=True, forbid_unknown_fields=True):
    """The content of `bot.toml`; `Exchange` puts it to use."""

    url: str | None = None
    method: str = "POST"
    authorised_by: str | None = None
    ca: str | None = None
    """A file of additional certificates to trust; relative to this file."""
    body: str | None = None
    user_agent: str | None = None
    """The User-Agent of every request; without it `botassay/VERSION`, or with --covert that of a browser."""
    idempotency_key: bool = False
    """Whether each request has a key, by which the bot can tell one that it was sent before."""
    keep_alive: bool = False
    """Whether one connection serves all requests of a conversation, for bots that tie the session to it."""
    preset: str | None = None
    """A well-known interface: keys that are absent are those of `PRESETS`."""
    history: HistoryForm | None = None
    """What the entries of {{history}} look like; None: as the preset says, else role and content."""
    headers: Mapping[str, str] = {}
    reply: ReplyPaths = ReplyPaths()
    session: SessionRule = SessionRule()
    polarity: PolarityRule = PolarityRule()
    stream: StreamRule = StreamRule()
    usage: UsagePaths = UsagePaths()
    prices: Prices | None = None
    """What its tokens cost."""
    browser: BrowserTable | None = None
    """Where the chat window is, if the url is that of a web page with one."""
    train: TrainRule | None = None
    """How an engine is trained for each split of `botassay intents evaluate`."""

    @classmethod
    def read(cls, file: Path) -> "Description":
        """Read a file.

        Raises: InputError for a missing file, ConfigurationError with the key that is wrong.
        """
        try:
            with file.open("rb") as opened:
                content = opened.read(_LONGEST_FILE + 1)
        except OSError as error:
            hint = instead_of(file, "botassay bots init writes such a description of a bot")
            raise InputError(unread(error), str(file), hint) from error
        if len(content) > _LONGEST_FILE:
            raise ConfigurationError("E126 exceeds the size limit of a description", str(file))
        return cls.parse(content, str(file))

    @classmethod
    def parse(cls, content: bytes, where: str) -> "Description":
        """Read the content of a file.

        Raises: ConfigurationError with the key that is wrong.
        """
        tables = read_toml(content, where, "see docs/how-to/bots.md")
        try:
            description = msgspec.convert(tables, cls)
        except msgspec.ValidationError as error:
            _refuse(str(error), where)
        if any(name.lower() == "user-agent" for name in description.headers):
            hint = 'write user_agent = "…" above the tables'
            raise ConfigurationError("E196 [headers] cannot set User-Agent", f"{where}:headers.User-Agent", hint)
        return description

    def with_preset(self, where: str) -> "Description":
        """Return the description with the keys of its preset where it has none.

        Raises: ConfigurationError for an unknown preset.
        """
        piece = self.stream.piece if self.stream.piece is not None else self.reply.piece  # two names of one key
        stream = msgspec.structs.replace(self.stream, piece=piece)
        if self.preset is None:
            return msgspec.structs.replace(self, stream=stream)
        preset = PRESETS.get(self.preset)
        if preset is None:
            near = get_close_matches(self.preset, PRESETS, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(PRESETS)}"
            raise ConfigurationError(f"E196 the preset {self.preset!r} is unknown", f"{where}:preset", hint)
        return msgspec.structs.replace(
            self,
            reply=_over(self.reply, preset.reply),
            stream=_over(stream, preset.stream),
            usage=_over(self.usage, preset.usage),
            history=self.history or preset.history,
        )


def _refuse(message: str, where: str) -> NoReturn:
    match = _AT.match(message)
    what, path = (match["what"], match["path"] or "") if match else (message, "")
    unknown = _KEY.search(what)
    if unknown:
        known = [field.encode_name for field in msgspec.structs.fields(_TABLES.get(_INDEX.sub("", path), Description))]
        near = get_close_matches(unknown[1], known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(known)}"
        key = f"{path}.{unknown[1]}".lstrip(".")
        raise ConfigurationError(f"E196 the key {unknown[1]!r} is unknown", f"{where}:{key}", hint)
    raise ConfigurationError(f"E196 {what[:1].lower()}{what[1:]}", f"{where}:{path}" if path else where)


def _over(own: Struct, preset: Struct) -> Struct:
    """Return a table with the keys of another where it has none."""
    fields = msgspec.structs.fields(type(own))
    given = {field.name: value for field in fields if (value := getattr(own, field.name)) != field.default}
    return msgspec.structs.replace(preset, **given)


_TABLES: Final[Mapping[str, type[msgspec.Struct]]] = {
    "reply": ReplyPaths,
    "stream": StreamRule,
    **dict.fromkeys(("stream.done", "stream.failed"), StreamSign),
    **dict.fromkeys(("stream.replace", "stream.reasoning", "stream.tools"), TextRule),
    "usage": UsagePaths,
    "prices": Prices,
    "session": SessionRule,
    "session.create": SideRequest,
    "session.refresh": SideRequest,
    "session.end": SideRequest,
    "poll": PollRule,
    "polarity": PolarityRule,
    "train": TrainRule,
    "train.step": TrainStep,
    "train.ready": ReadyRule,
    "train.clear": SideRequest,
    "browser": BrowserTable,
}
