"""The checkers that a rating needs: found, validated, configured and prepared."""

from collections.abc import Callable, Iterable, Mapping

from botassay.core.dialog import Dialog
from botassay.core.errors import ConfigurationError, blame
from botassay.core.text.language import ENGLISH
from botassay.grading.corpus_stats import Scope, spoken
from botassay.grading.settings import GradingSettings
from botassay.grading.sources import DialogReading, Source
from botassay.plugins.optional import any_language, as_published, languages_of, looks_everywhere, prepared, studies
from botassay.plugins.protocols import Checker
from botassay.plugins.registry import CHECKERS

Track = Callable[[str, DialogReading], Iterable[Dialog]]
"""Passes dialogs on and reports progress: the name of the step, and the reading."""


def equip(settings: GradingSettings, brought: Mapping[str, Checker]) -> dict[str, Checker]:
    """Return a checker for each rated issue that has one; those given by the caller come first.

    Raises:
        UnknownNameError: an unknown issue or measure.
        ConfigurationError: a checker looks for another issue than the one that it is registered under.
    """
    settings.check(brought)
    checkers = {
        code: brought.get(code) or CHECKERS.get(code)
        for code in settings.rated
        if code in {*brought, *CHECKERS.names()}
    }
    for code, checker in checkers.items():
        if checker.issue.code != code:
            raise ConfigurationError(f"the checker for {code} looks for {checker.issue.code}")
    settings.check_measures({code: checker.issue for code, checker in checkers.items()})
    return {code: _as_asked(checker, settings) for code, checker in checkers.items()}


def _as_asked(checker: Checker, settings: GradingSettings) -> Checker:
    return as_published(checker) if settings.published else checker


def prepare(code: str, checker: Checker, source: Source, track: Track) -> Checker:
    """Return the checker, prepared with the corpus where it has `prepare`."""
    if not studies(checker):
        return checker
    return studied(code, checker, track(f"{code}: learning from the corpus", source.read()))


def studied(code: str, checker: Checker, dialogs: Iterable[Dialog]) -> Checker:
    """Return the checker, prepared with the dialogs for its issue where it has `prepare`."""
    if not studies(checker):
        return checker
    with blame(f"the checker for {code}"):
        own = (dialog for dialog in dialogs if dialog.concerns(code) and spoken(dialog) == ENGLISH)
        return prepared(checker, own)


def scope_of(checkers: Iterable[Checker]) -> Scope:
    """Return which issues are looked for in which dialogs."""
    listed = list(checkers)
    return Scope(
        polyglot=frozenset(checker.issue.code for checker in listed if any_language(checker)),
        everywhere=frozenset(checker.issue.code for checker in listed if looks_everywhere(checker)),
        languages={checker.issue.code: languages_of(checker) for checker in listed if languages_of(checker)},
    )


def spelled(checker: Checker, origin: str) -> str:
    """Write a checker as the text that creates it, with what it comes from."""
    kind = type(checker)
    text = f"{kind.__module__}.{kind.__qualname__}" if kind.__repr__ is object.__repr__ else repr(checker)
    return f"{text} of {origin}"
