"""The bots of the workspace: those described in its files, and the bundled ones."""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from botassay.api.bots import BotTrial
from botassay.bots.kinds import kinds
from botassay.bots.resolve import SCHEMES
from botassay.core.declared import for_people_at_risk
from botassay.core.errors import BotassayError, ConfigurationError, UsageError
from botassay.http.description import Description
from botassay.http.literal_secrets import hidden_in
from botassay.http.pace import is_loopback
from botassay.io.files import save
from botassay.plugins.about import facts_of
from botassay.web.problems import WebProblem, missing
from botassay.web.toml_text import has_comments
from botassay.web.workspace import Workspace

_VARIABLE: Final = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
_STARS: Final = "***"


@dataclass(frozen=True, slots=True)
class ShelvedBot:
    """A bot of the workspace.

    Args:
        id: by which addresses name it.
        subject: as it is typed on the command line, for use cases.
        what: in a few words.
        file: its description; None for a bundled bot.
        url: where it is; empty for a bundled bot.
        text: the description, without secrets.
        authorised: whether it may be tested: it is on this machine, or the description says who allowed it.
        at_risk: whether it is declared for people who may be in danger.
        problem: why the description cannot be used; empty where it can.
    """

    id: str
    subject: str
    what: str
    file: Path | None = None
    url: str = ""
    text: str = ""
    authorised: bool = True
    at_risk: bool = False
    problem: str = ""

    @property
    def content(self) -> bytes:
        """Its description as it is on disk; empty for a bundled bot."""
        return self.file.read_bytes() if self.file else b""

    @property
    def changeable(self) -> bool:
        """Whether a page may write its description anew: it holds no comments that would be lost."""
        return self.file is not None and not has_comments(_read(self.file))


def origin_of(url: str) -> str:
    """Return scheme, host and port of an address.

    >>> origin_of("https://Bot.example/chat?x=1")
    'https://bot.example:443'
    """
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme in ("https", "wss") else 80)
    except ValueError:
        return ""
    return f"{parts.scheme}://{(parts.hostname or '').lower()}:{port}"


class BotShelf:
    """Finds bots, and keeps new ones.

    Which variables of the environment go to which origin is settled when the server starts: by the descriptions that
    are there then, and by what was typed.
    """

    def __init__(self, workspace: Workspace) -> None:
        self._folder = workspace.folder
        self._code = {bot.id: bot for bot in map(_code, workspace.allow_code)}
        self.trials: dict[str, BotTrial] = {}
        """The last round trip with each bot, while the server runs."""
        self._bound = {(name, origin_of(url)) for name, url in map(_binding, workspace.env)}
        for file in self._files():
            text = _read(file)
            self._bound |= {(name, origin_of(_url_of(text))) for name in _VARIABLE.findall(text)}

    def bots(self) -> dict[str, ShelvedBot]:
        """Return all bots by their ids: described ones first."""
        described = [_described(file) for file in self._files()]
        samples = [
            ShelvedBot(kind.name, kind.name, kind.what.partition("; also ")[0])  # variants are typed, and not chosen
            for kind in kinds()
            if kind.name not in (*SCHEMES, "toml")
        ]
        return {bot.id: bot for bot in (*described, *self._code.values(), *samples)}

    def variables(self) -> list[tuple[str, str]]:
        """Return the variables of the environment that bots may be sent, each with its origin."""
        return sorted(self._bound)

    def bot(self, name: str) -> ShelvedBot:
        """Return a bot by its id, which is looked up and never made a path.

        Raises: WebProblem 404.
        """
        known = self.bots().get(name)
        if known is None:
            raise missing("bot")
        return known

    def usable(self, name: str) -> ShelvedBot:
        """Return a bot that messages may be sent to.

        Raises: WebProblem 404; 422 for a description that is not sound, or that does not say who allowed a test.
        """
        bot = self.bot(name)
        if bot.problem:
            raise WebProblem(422, bot.problem)
        if not bot.authorised:
            hint = 'Add a line authorised_by = "name and office" to its file.'
            raise WebProblem(422, "The description of this bot does not say who allowed to test it.", hint)
        return bot

    def keep(self, name: str, text: str) -> ShelvedBot:
        """Save the description of a new bot.

        Raises: WebProblem 403 for a variable that is not bound to its origin, and for keys that name files; 409 for a
            name that is taken; 422 for a description that is not sound, or holds a secret.
        """
        if not _NAME.fullmatch(name):
            raise WebProblem(422, "The name must be letters, digits, - and _, 40 at most.")
        if name in self.bots():
            raise WebProblem(409, f"There is a bot {name} already.", "Choose another name, or change its file.")
        self.check(text, f"bots/{name}.toml")
        file = self._folder / "bots" / f"{name}.toml"
        save(file, text.encode("utf-8", "replace"))
        return self.bot(name)

    def replace(self, name: str, text: str, seen: str | None) -> ShelvedBot:
        """Write the description of a bot anew.

        Args:
            name: of the bot.
            text: the new description.
            seen: the ETag of the description that whoever asks saw.

        Raises: WebProblem 404; 409 for a bot without a file, for one with comments, and for one that names files or
            programs; 412 for a file that was changed meanwhile; 428 without an ETag; and as `keep`.
        """
        bot = self.bot(name)
        if bot.file is None:
            raise WebProblem(409, f"{name} has no description that could be changed.", "Describe another bot.")
        if seen is None:
            raise WebProblem(428, "There is such a bot already.", "Send its ETag as If-Match to replace it.")
        if seen != etag(bot.content):
            raise WebProblem(
                412, "The description was changed meanwhile.", "Load it again, and make your change there.",
                headers={"ETag": etag(bot.content)},
            )  # fmt: skip
        if not bot.changeable:
            raise WebProblem(409, "The file holds comments, which would be lost.", "Copy the change into it by hand.")
        with suppress(BotassayError):  # one that is not sound names nothing
            _check_keys(Description.parse(bot.content, f"bots/{name}.toml"))
        self.check(text, f"bots/{name}.toml")
        save(bot.file, text.encode("utf-8", "replace"))
        self.trials.pop(name, None)
        return self.bot(name)

    def check(self, text: str, where: str, *, to_be_sent: bool = False) -> None:
        """Refuse a description that may not come from a page.

        Args:
            text: the description.
            where: what errors call it.
            to_be_sent: whether messages are sent by it at once, so that somebody must have allowed that.

        Raises: WebProblem 403, 422; ConfigurationError.
        """
        described = Description.parse(text.encode("utf-8", "replace"), where)
        _check_keys(described)
        host = urlsplit(described.url or "").hostname or ""
        if to_be_sent and not described.authorised_by and not is_loopback(host):
            raise WebProblem(
                422, f"{host} is another machine: name who allowed to test the bot.", "Fill in “Who allowed this test”."
            )
        url = described.url or ""
        if urlsplit(url).scheme not in ("http", "https", "ws", "wss"):
            raise WebProblem(422, "The address must begin with http://, https://, ws:// or wss://.")
        shown = [place for place, value in hidden_in(url, described.headers).items() if not value.startswith("${")]
        if shown:
            raise WebProblem(422, f"{shown[0]} holds a secret.", "Write ${NAME} in its place, and export NAME.")
        for variable in _VARIABLE.findall(text):
            if (variable, origin_of(url)) not in self._bound:
                hint = f"Start the server with --env {variable}={origin_of(url)}."
                raise WebProblem(403, f"The variable {variable} may not be sent to {origin_of(url)}.", hint)

    def _files(self) -> Iterator[Path]:
        whole = self._folder.resolve()
        for pattern in ("bots/*.toml", "bot.toml"):
            for file in sorted(self._folder.glob(pattern)):
                if file.is_file() and file.resolve().is_relative_to(whole):
                    yield file


def etag(content: bytes) -> str:
    """Return what changes when a file does, as the header ETag has it."""
    return f'"{sha256(content).hexdigest()[:16]}"'


def _check_keys(described: Description) -> None:
    """Refuse keys that name files or programs.

    Raises: WebProblem 403.
    """
    token = described.token
    named = {
        "ca": described.ca is not None,
        "token": isinstance(token, str) and token.lstrip().startswith("command"),
        "browser.executable": described.browser is not None and described.browser.executable is not None,
    }
    for key in (key for key, is_there in named.items() if is_there):
        raise WebProblem(
            403, f"The key {key} names a file or a program, which cannot be set from here.", "Write the file by hand."
        )


def _code(subject: str) -> ShelvedBot:
    """Return the bot that a function or a program is; the page shows what runs."""
    name = re.sub(r"[^A-Za-z0-9]+", "-", subject).strip("-")[:40].strip("-")
    return ShelvedBot(name, subject, subject)


def _binding(typed: str) -> tuple[str, str]:
    name, equals, origin = typed.partition("=")
    if not equals or not re.fullmatch(r"[A-Za-z_]\w*", name) or "://" not in origin:
        raise UsageError(f"--env {typed!r} is not NAME=ORIGIN", hint="write --env BOT_TOKEN=https://bot.example")
    return name, origin


def _described(file: Path) -> ShelvedBot:
    name, text = file.stem, _read(file)
    try:
        described = Description.parse(text.encode("utf-8", "replace"), str(file.name))
    except (BotassayError, ConfigurationError) as error:
        return ShelvedBot(name, str(file), "a description that is not sound", file, problem=str(error))
    host = urlsplit(described.url or "").hostname or ""
    allowed = bool(described.authorised_by) or is_loopback(host)
    what = described.name or described.url or "a bot"
    return ShelvedBot(
        name, str(file), what, file, described.url or "", starred(text, described), authorised=allowed,
        at_risk=for_people_at_risk(facts_of(described)),
    )  # fmt: skip


def starred(text: str, described: Description | None = None) -> str:
    """Return a description without the secrets that it holds."""
    read = described or Description.parse(text.encode("utf-8", "replace"), "bot.toml")
    for secret in hidden_in(read.url or "", read.headers).values():
        text = text if secret.startswith("${") else text.replace(secret, _STARS)
    return text


def _url_of(text: str) -> str:
    try:
        return Description.parse(text.encode("utf-8", "replace"), "bot.toml").url or ""
    except BotassayError:
        return ""


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace")[: 2**20]
    except OSError:
        return ""
