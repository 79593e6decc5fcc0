"""Exceptions; each leaf is also the builtin exception that a caller would expect.

BotassayError                        exit
├── UsageError (ValueError)            2   an invalid call or command
│   └── UnknownNameError (LookupError) 2   nothing is registered under this name
├── InputError (ValueError)           65   a file has invalid content
├── BotError (ConnectionError)        69   the bot is unreachable or its reply is unusable
├── InternalError (RuntimeError)      70   internal error in botassay or a plugin
├── OutputError (OSError)             73   a file cannot be written
└── ConfigurationError (ValueError)   78   access denied, or unsafe or impossible settings
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import ClassVar, Final

from botassay.core import exit_codes
from botassay.core.error_codes import CODES

_LISTED: Final = 20
"""Known names that an error lists beside the nearest one; more would hide it."""


class BotassayError(Exception):
    """An expected failure: what is wrong, where (file:line), and what to do about it.

    What is wrong with a file begins with its code, one of `CODES`.

    >>> error = InputError("E136 the text is missing", "talk.csv:7", "fill the column 'text'")
    >>> print(error)
    talk.csv:7: E136 the text is missing (fill the column 'text')
    >>> error.code, error.said
    ('E136', 'the text is missing')
    """

    exit_code: int = exit_codes.INTERNAL

    def __init__(self, what: str, where: str | None = None, hint: str | None = None) -> None:
        super().__init__(what, where, hint)  # all of it in `args`, so that it survives the way back from a worker
        self.what = what
        self.where = where
        self.hint = hint

    @property
    def code(self) -> str | None:
        """The code of what is wrong, if it has one."""
        first = self.what.partition(" ")[0]
        return first if first in CODES else None

    @property
    def said(self) -> str:
        """What is wrong, without its code."""
        return self.what.removeprefix(f"{self.code} ")

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        advice = f" ({self.hint})" if self.hint else ""
        return f"{place}{self.what}{advice}"


class UsageError(BotassayError, ValueError):
    """An invalid call or command."""

    exit_code = exit_codes.USAGE


class UnknownNameError(UsageError, LookupError):
    """Nothing is registered under this name."""

    @classmethod
    def among(cls, noun: str, name: str, known: Iterable[str]) -> "UnknownNameError":
        """Name the nearest known name, and all of them unless they are many.

        >>> print(UnknownNameError.among("rule", "medain", ["linear", "median"]))
        there is no rule 'medain' (did you mean 'median'? known: linear, median)
        >>> print(UnknownNameError.among("rule", "medain", ["median", *map(str, range(30))]))
        there is no rule 'medain' (did you mean 'median'?)
        """
        from difflib import get_close_matches  # only errors need it

        names = sorted(known)
        near = get_close_matches(name, names, n=1, cutoff=0.5)
        guess = f"did you mean {near[0]!r}? " if near else ""
        known_are = "" if near and len(names) > _LISTED else f"known: {', '.join(names) or 'none'}"
        return cls(f"there is no {noun} {name!r}", hint=f"{guess}{known_are}".rstrip())


class InputError(BotassayError, ValueError):
    """A file has invalid content."""

    exit_code = exit_codes.INPUT


class BotError(BotassayError, ConnectionError):
    """A turn without a usable reply of the bot.

    Args:
        kind: one of `KINDS`.
        what: what happened, for people.
        evidence: the beginning of the response, without secrets.
        again: the bot surely did not act on the message, so that the turn may be retried; otherwise the conversation
            has to start over.
        wait: seconds after which the bot asks to be retried.
    """

    exit_code = exit_codes.UNREACHABLE
    KINDS: ClassVar[Mapping[str, str]] = {
        "dns": "the host name cannot be resolved",
        "connect": "no connection to the bot",
        "tls": "no secure connection",
        "timeout": "no complete reply in time",
        "reset": "the connection broke",
        "truncated": "the reply ended too early",
        "protocol": "the reply is not valid HTTP",
        "too_large": "the reply is too long",
        "encoded": "the reply is compressed, which was not requested",
        "redirect": "the bot redirects to another address",
        "unauthorised": "access denied",
        "rejected": "the request was rejected",
        "too_long_for_bot": "the message was too long for the bot",
        "rate_limited": "the bot limits the request rate",
        "server": "the server reports an internal error",
        "bot_error": "the bot reports an error",
        "not_chat": "the reply does not come from a bot",
        "bad_json": "the reply is not valid JSON",
        "bad_shape": "the reply has no text at the configured path",
        "budget": "the request budget is used up",
        "session_lost": "the bot lost the conversation",
        "program": "the program ended with an error",
    }

    def __init__(
        self,
        kind: str,
        what: str,
        *,
        hint: str | None = None,
        evidence: str = "",
        again: bool = False,
        wait: float | None = None,
    ) -> None:
        super().__init__(what, None, hint)
        self.kind = kind
        self.evidence = evidence
        self.again = again
        self.wait = wait


class InternalError(BotassayError, RuntimeError):
    """An internal error in botassay or a plugin."""

    exit_code = exit_codes.INTERNAL


@contextmanager
def blame(part: str) -> Iterator[None]:
    """Turn exceptions of a plugin into an InternalError that names it; botassay's own errors pass.

    Raises: InternalError.
    """
    try:
        yield
    except BotassayError:
        raise
    except Exception as error:
        raise InternalError(
            f"{part} failed: {type(error).__name__}: {error}", hint="report this to its author"
        ) from error


class OutputError(BotassayError, OSError):
    """A file cannot be written."""

    exit_code = exit_codes.OUTPUT


class ConfigurationError(BotassayError, ValueError):
    """Settings that are unsafe or impossible."""

    exit_code = exit_codes.CONFIGURATION
