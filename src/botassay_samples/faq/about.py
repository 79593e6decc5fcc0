"""Whose bot it is: `about.toml` in the folder of a company, with its name, maker, purpose and hand-over."""

import tomllib
from pathlib import Path
from typing import Final, Literal
from urllib.parse import urlsplit

import msgspec

from botassay.core.errors import ConfigurationError

FILE: Final = "about.toml"
HANDOVERS: Final = "handovers.jsonl"
"""Every hand-over, in the folder of the company."""
_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
_HINT: Final = 'write to = "file:PATH", "https://…" or "mail:FOLDER"'


class HandoverRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the bot says when a person takes over, and where the event goes."""

    text: str = "I do not know that. A colleague will answer you."
    to: str = f"file:{HANDOVERS}"
    """`file:PATH`, `https://…` (a webhook) or `mail:FOLDER` (a file .eml for each event)."""


class About(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the owner of a bot says about it: the keys of `bot.toml`, and the hand-over."""

    name: str | None = None
    maker: str | None = None
    version: str | None = None
    language: str | None = None
    purpose: Literal["companion", "health", "customer-service", "sales", "other"] | None = None
    audience: Literal["adults", "minors", "all"] | None = None
    handover: HandoverRule = HandoverRule()

    @property
    def words(self) -> dict[str, str]:
        """The words that answers can name: `[name]` and `[maker]`."""
        return {key: value for key in ("name", "maker") if (value := getattr(self, key))}


def read_owner(folder: Path) -> About:
    """Return what `about.toml` in a folder says; nothing is known without it.

    Raises: ConfigurationError with the key that is wrong.
    """
    file = folder / FILE
    if not file.is_file():
        return About()
    try:
        about = msgspec.convert(tomllib.loads(file.read_text("utf-8-sig")), About)
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"E174 cannot be read: {error}", str(file), "save it as UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        hint = 'write name = "…", maker = "…", purpose = "…"'
        raise ConfigurationError(f"E120 the file is not valid TOML: {error}", str(file), hint) from error
    except msgspec.ValidationError as error:
        text = str(error)
        hint = f"known keys are {', '.join(field.name for field in msgspec.structs.fields(About))}"
        raise ConfigurationError(f"E196 {text[:1].lower()}{text[1:]}", str(file), hint) from error
    _check_target(about.handover.to, f"{file}:handover.to")
    return about


def _check_target(to: str, where: str) -> None:
    kind, _, rest = to.partition(":")
    if kind in ("file", "mail") and rest:
        return
    try:
        host = urlsplit(to).hostname
    except ValueError:
        host = None
    if kind == "https" and host:
        return
    if kind == "http" and host in _LOOPBACK:
        return
    if kind == "http":
        raise ConfigurationError("E196 what users wrote is not sent unencrypted", where, "write https://…")
    raise ConfigurationError(f"E196 {to!r} is no place for hand-overs", where, _HINT)
