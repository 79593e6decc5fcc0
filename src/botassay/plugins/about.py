"""What the owner of a bot says about it, in `bot.toml` or in `about.toml`."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from botassay.core.declared import Audience, Purpose
from botassay.core.errors import ConfigurationError

FILE: Final = "about.toml"
"""Its name in the folder of a bundled bot's data."""
KEYS: Final = ("name", "maker", "version", "language", "purpose", "audience")


class AboutBot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is known about a bot."""

    name: str | None = None
    """What reports call the bot; without it its host and path."""
    maker: str | None = None
    version: str | None = None
    language: str | None = None
    """Its language, as a tag such as `en` or `de-AT`."""
    purpose: Purpose | None = None
    audience: Audience | None = None


def facts_of(about: AboutBot) -> dict[str, str]:
    """Return what a description says about its bot, by key."""
    return {key: value for key in KEYS if (value := getattr(about, key)) is not None}


def read_about(folder: Path) -> dict[str, str]:
    """Return what `about.toml` in a folder says about a bot, by key; nothing where there is no such file.

    Raises: ConfigurationError with the key that is wrong.
    """
    file = folder / FILE
    if not file.is_file():
        return {}
    hint = f"known keys are {', '.join(KEYS)}"
    try:
        tables = tomllib.loads(file.read_text("utf-8-sig"))
        tables.pop("handover", None)  # read by the bot itself
        return facts_of(msgspec.convert(tables, AboutBot))
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(
            f"E174 cannot be read: {error}", str(file), "save it as a text file in UTF-8"
        ) from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError(f"E120 the file is not valid TOML: {error}", str(file), hint) from None
    except msgspec.ValidationError as error:
        raise ConfigurationError(f"E196 {str(error)[:1].lower()}{str(error)[1:]}", str(file), hint) from None


def about_of(bot: Any) -> Mapping[str, str]:
    """Return what the owner of a bot says about it, by key."""
    inner = getattr(bot, "bot", bot)
    about: Mapping[str, str] | None = getattr(getattr(inner, "exchange", inner), "about", None)
    return dict(about) if isinstance(about, Mapping) else {}
