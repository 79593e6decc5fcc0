"""Plugins by name, from entry points; built-in parts are registered in the same way.

A distribution registers a part in its own `pyproject.toml`:

    [project.entry-points."botassay.checkers"]
    PUN = "my_package.puns:PunChecker"

The entry point names an object that implements the protocol, or a class that can be called without arguments.
"""

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from inspect import signature
from typing import Any, Final, Generic, TypeVar

from botassay.core.errors import ConfigurationError, UnknownNameError, UsageError
from botassay.core.scale import Issue
from botassay.plugins.protocols import (
    AggregationRule,
    Bot,
    BotOptions,
    Checker,
    Classifier,
    Factory,
    FolderReader,
    IssueView,
    Prober,
    Reader,
    Recogniser,
    RecogniserFactory,
    ReportFormat,
    SentimentOptions,
    SentimentSystem,
    Translator,
    VotingRule,
)

Part = TypeVar("Part")
_DIGITS: Final = 9
"""Digits of a whole number in the text of a part."""


@dataclass(frozen=True, slots=True)
class Shelf(Generic[Part]):
    """All registered parts of one kind."""

    group: str
    noun: str
    protocols: tuple[Any, ...]  # the type Part, or each of those that it may be

    def names(self) -> tuple[str, ...]:
        """All registered names, sorted."""
        return tuple(sorted(_shelved(self.group)))

    def __contains__(self, name: str) -> bool:
        """Whether something is registered under the name."""
        return name in _shelved(self.group)

    def get(self, name: str) -> Part:
        """Load the part with this name.

        Raises:
            UnknownNameError: nothing is registered under it.
            ConfigurationError: two distributions claim the name, or the part does not load or lacks a method.
        """
        return self._load(self._entry(name), {})

    def make(self, text: str) -> Part:
        """Make a part out of the text that it prints as: a name, or `name(k=3)` with whole numbers.

        Raises:
            UsageError: the text is neither, or the part does not take these numbers.
            UnknownNameError, ConfigurationError: as `get`.
        """
        name, bracket, inside = text.strip().partition("(")
        if not bracket:
            return self.get(name)
        given = [_setting(part, text) for part in inside.removesuffix(")").split(",")]
        if not inside.endswith(")") or len(dict(given)) < len(given):
            raise UsageError(f"{text!r} is not a {self.noun}", hint=f"write it like {name}(k=2)")
        return self._load(self._entry(name.strip()), dict(given))

    def origin(self, name: str) -> str:
        """Name the distribution that a part comes from."""
        return origin(_shelved(self.group)[name][0])

    def _entry(self, name: str) -> EntryPoint:
        entries = _shelved(self.group)
        if name not in entries:
            raise UnknownNameError.among(self.noun, name, entries)
        if len(entries[name]) > 1:
            owners = " and ".join(origin(entry) for entry in entries[name])
            raise ConfigurationError(
                f"two {self.noun}s are called {name!r}: from {owners}", hint="uninstall one of them"
            )
        return entries[name][0]

    def _load(self, entry: EntryPoint, settings: dict[str, int]) -> Part:
        try:
            loaded = entry.load()
            _check_settings(loaded, settings, entry.name)
            part: Part = loaded(**settings) if isinstance(loaded, type) else loaded
        except UsageError:
            raise
        except Exception as error:
            raise ConfigurationError(
                f"the {self.noun} {entry.name!r} of {origin(entry)} does not load: {error}"
            ) from error
        if not isinstance(part, self.protocols):
            lacks = [
                sorted(name for name in _members(protocol) if not hasattr(part, name)) for protocol in self.protocols
            ]
            fewest = min(lacks, key=len)
            raise ConfigurationError(f"the {self.noun} {entry.name!r} of {origin(entry)} lacks {', '.join(fewest)}")
        return part


def imported(address: str, example: str) -> Any:
    """Import `package.module:name`; modules of the working folder are found, too.

    Args:
        address: where it is.
        example: how it is written, for whoever wrote it otherwise.

    Raises: UsageError when there is no such thing.
    """
    module, colon, path = address.partition(":")
    if not colon or not module or not path:
        raise UsageError(f"{address!r} is not the address of a function", hint=f"write {example}")
    if os.getcwd() not in sys.path:  # noqa: PTH109 - a text is compared
        sys.path.append(os.getcwd())  # noqa: PTH109
    try:
        target: Any = import_module(module)
        for name in path.split("."):
            target = getattr(target, name)
    except Exception as error:
        what = f"{address} cannot be imported: {type(error).__name__}: {error}"
        raise UsageError(what, hint=f"write {example}") from error
    if not callable(target):
        raise UsageError(f"{example.partition(':')[0]}:{address} is a {type(target).__name__}, which cannot be called")
    return target


def origin(entry: EntryPoint) -> str:
    """Name the distribution that registered an entry point, with its version."""
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist else "an unknown distribution"


@cache
def _shelved(group: str) -> dict[str, list[EntryPoint]]:
    entries: dict[str, list[EntryPoint]] = {}
    for entry in entry_points(group=group):
        same = entries.setdefault(entry.name, [])
        if entry.value not in [other.value for other in same]:  # one distribution can be on the path twice
            same.append(entry)
    return entries


def _setting(part: str, text: str) -> tuple[str, int]:
    name, equals, value = (piece.strip() for piece in part.partition("="))
    if not name.isidentifier() or not equals or not value.isdecimal() or len(value) > _DIGITS:
        raise UsageError(
            f"{text!r} cannot be read", hint="write a name, or a name with whole numbers, like approval(k=2)"
        )
    return name, int(value)


def _check_settings(loaded: object, settings: dict[str, int], name: str) -> None:
    """Refuse settings that a part does not take.

    Raises: UsageError.
    """
    known = list(signature(loaded).parameters) if settings and isinstance(loaded, type) else []
    unknown = [setting for setting in settings if setting not in known]
    if unknown:
        takes = f"it takes {', '.join(known)}" if known else "it has no settings; write its name alone"
        raise UsageError(f"{name} has no setting {unknown[0]!r}", hint=takes)


def _members(protocol: Any) -> list[str]:
    return [name for name in vars(protocol) if name == "__call__" or not name.startswith("_")]


BOTS: Final[Shelf[Factory[BotOptions, Bot]]] = Shelf("botassay.bots", "kind of bot", (Callable,))
CHECKERS: Final[Shelf[Checker]] = Shelf("botassay.checkers", "checker", (Checker,))
CLASSIFIERS: Final[Shelf[Classifier]] = Shelf("botassay.classifiers", "classifier", (Classifier,))
PROBERS: Final[Shelf[Prober]] = Shelf("botassay.probers", "prober", (Prober,))
CONSENTED: Final = "CR"
"""The issue whose questions can set people in motion: asked with consent, gently, and after all others."""
READERS: Final[Shelf[Reader | FolderReader]] = Shelf("botassay.corpora", "format", (Reader, FolderReader))
RECOGNISERS: Final[Shelf[Recogniser | RecogniserFactory]] = Shelf(
    "botassay.recognisers", "recogniser", (Recogniser, Callable)
)
REPORTS: Final[Shelf[ReportFormat]] = Shelf("botassay.reports", "report", (ReportFormat,))
RULES: Final[Shelf[AggregationRule]] = Shelf("botassay.rules", "rule", (Callable,))
SENTIMENT: Final[Shelf[SentimentSystem | Factory[SentimentOptions, SentimentSystem]]] = Shelf(
    "botassay.sentiment", "sentiment system", (SentimentSystem, Callable)
)
TRANSLATORS: Final[Shelf[Translator | Factory[SentimentOptions, Translator]]] = Shelf(
    "botassay.translators", "translator", (Translator, Callable)
)
VIEWS: Final[Shelf[IssueView]] = Shelf("botassay.views", "view of an issue", (Callable,))
VOTING: Final[Shelf[VotingRule]] = Shelf("botassay.voting", "voting rule", (VotingRule,))


def issue_of(code: str) -> Issue:
    """Return the issue that a code names; an issue without a checker is named by its code."""
    return CHECKERS.get(code).issue if code in CHECKERS else Issue(code, code, "")


def freely_asking() -> tuple[str, ...]:
    """Return the names of the probers that may ask a bot without the consent of whoever runs it."""
    return tuple(name for name in PROBERS.names() if name != CONSENTED)
