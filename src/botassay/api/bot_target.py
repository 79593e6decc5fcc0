"""The bot of a live run: how it is found, and how a later run finds the same one."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from botassay.api.guarded import bot_of
from botassay.bots.resolve import is_described
from botassay.core.errors import BotassayError, ConfigurationError, InputError
from botassay.plugins.protocols import Bot, BotOptions
from botassay.settings.live import BotSettings, ConnectionSettings
from botassay.settings.option import layered, to_builtins

_PASSWORD: Final = re.compile(r"://[^/?#\s]*:[^/?#\s]*@")


@dataclass(frozen=True, slots=True)
class BotTarget:
    """The bot of a run, so that a later run can talk to the same one; the journal stores it.

    Args:
        subject: as it is typed; the path of a description is absolute.
        description: the absolute path of its bot.toml.
        description_digest: SHA-256 of that file.
        system: the system prompt.
        insecure: whether its certificate is not verified.
        covert: whether requests look like those of a browser.
    """

    subject: str
    description: str | None = None
    description_digest: str | None = None
    system: str | None = None
    insecure: bool = False
    covert: bool = False

    @classmethod
    def of(cls, subject: str, settings: BotSettings) -> "BotTarget":
        """The target that a subject and settings mean.

        Raises: ConfigurationError for a password or a key that would come to stand in the journal; InputError.
        """
        check_address(subject)
        own = is_described(subject)
        description = Path(subject) if own else settings.bot
        return cls(
            subject=str(Path(subject).resolve()) if own else subject,  # a run is continued from any folder
            description=str(description.resolve()) if description else None,
            description_digest=_digest(description),
            system=system_prompt(settings.system),
            insecure=settings.insecure,
            covert=settings.covert,
        )

    @classmethod
    def stored(cls, facts: Mapping[str, Any]) -> "BotTarget":
        """The target that a journal has stored, of whatever version."""
        return cls(**{each.name: facts[each.name] for each in fields(cls) if each.name in facts})

    def towards(self, subject: str) -> "BotTarget":
        """Another bot, talked to in the same way.

        Raises: ConfigurationError for a password or a key in its address.
        """
        addressed = self.description is not None and "://" in subject  # the same bot.toml, another address
        description = Path(self.description) if addressed and self.description else None
        other = self.of(subject, BotSettings(bot=description, insecure=self.insecure, covert=self.covert))
        return other if is_described(subject) else replace(other, system=self.system)

    def check_unchanged(self) -> None:
        """Refuse to continue with another bot.

        Raises: ConfigurationError.
        """
        if self.description and _digest(Path(self.description)) != self.description_digest:
            hint = "restore it, or start a new run with botassay rate"
            raise ConfigurationError("has changed or is missing since the run started", self.description, hint)

    def options(self, settings: BotSettings) -> BotOptions:
        """What makers of bots take."""
        apart = self.description and not is_described(self.subject)
        description = Path(_as_seen_from_here(self.description)) if self.description and apart else None
        return BotOptions(
            description=description,
            system=self.system,
            turn=settings.timeout,
            rate=settings.rate,
            ca=settings.ca.resolve() if settings.ca else None,
            insecure=self.insecure,
            follow=settings.follow is not None,
            retries=settings.retries,
            params=settings.params,
            covert=self.covert,
            authorised_by=settings.authorised_by,
            proxy=settings.proxy,
            allow_command=settings.allow_command,
            listen=settings.listen,
        )

    def bot(self, settings: BotSettings) -> Bot:
        """The bot itself; nothing is sent yet.

        Raises: what `bot_of` raises.
        """
        subject = _as_seen_from_here(self.subject) if is_described(self.subject) else self.subject
        return bot_of(subject, self.options(settings))

    @property
    def digest(self) -> str:
        """SHA-256 of what describes the bot, wherever the description lies."""
        named = "" if is_described(self.subject) else self.subject
        parts = (named, self.description_digest or "", self.system or "")
        return f"sha256:{sha256(chr(0).join(parts).encode()).hexdigest()}"


def _as_seen_from_here(path: str) -> str:
    """The path as errors show it: relative where it is in the working folder."""
    return str(Path(path).relative_to(Path.cwd())) if Path(path).is_relative_to(Path.cwd()) else path


def check_address(subject: str) -> None:
    """Refuse an address with a secret that would come to stand in the journal.

    Raises: ConfigurationError.
    """
    from botassay.http.literal_secrets import hidden_in  # only for what has an address

    if _PASSWORD.search(subject):
        raise ConfigurationError(
            "the address holds a password", hint="put it into the headers of a bot.toml, as ${NAME}"
        )
    shown = [place for place, value in hidden_in(subject, {}).items() if not value.startswith("${")]
    if shown:
        key = shown[0].removeprefix("url.")
        raise ConfigurationError(f"the address holds a secret: {key}", hint=f"write {key}=${{NAME}}, and export NAME")


def _digest(path: Path | None) -> str | None:
    if path is None:
        return None
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def system_prompt(file: Path | None) -> str | None:
    """The system prompt in a file.

    Raises: InputError.
    """
    if file is None:
        return None
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"E174 cannot be read: {error}", str(file), "--system takes a text file in UTF-8") from error


def useless_settings(subjects: Sequence[str], settings: ConnectionSettings) -> dict[str, str]:
    """The settings that make no difference to any of some live bots, and why; what is wrong with a bot is said later.

    Args:
        subjects: live bots.
        settings: how they would be talked to.
    """
    from botassay.bots.uses import REASONS, unused  # with every kind of bot, and their libraries

    useless, chosen = frozenset(REASONS), layered(BotSettings, to_builtins(settings))
    for subject in subjects:
        own = frozenset[str]()
        with suppress(BotassayError):
            own = unused(subject, BotTarget.of(subject, chosen).options(chosen))
        useless &= own
    return {name: REASONS[name] for name in sorted(useless)} if subjects else {}
