"""What to do about issues that were not measured because of the language, in one sentence and one step."""

from collections.abc import Iterator, Sequence
from typing import Final

from botassay.core.results import IssueResult, Rating
from botassay.core.text.language import unsupported_in
from botassay.core.text.plural import listed
from botassay.identity.languages.language_rules import LANGUAGES, language_rules

ASKED_IN_IT: Final = "ID"
"""The issue that is asked about and rated in other languages than English, too."""


def because_of_language(rating: Rating, missing: Sequence[tuple[IssueResult, str]]) -> Iterator[str]:
    """Yield for each language which issues were not measured because of it, and what would help.

    Args:
        rating: the rating.
        missing: issues without a value, each with its name within a sentence.
    """
    spoken = [(unsupported_in(result.reason), name) for result, name in missing]
    for code in dict.fromkeys(language for language, _ in spoken if language is not None):
        names = [name for language, name in spoken if language == code]
        verb, they = ("was", "it is") if len(names) == 1 else ("were", "they are")
        speaks = "the bot speaks" if rating.subject.kind == "bot" else "the dialogs are in"
        why = f"{speaks} {_language(code)}, and {they} rated in English only"
        yield f"{_capital(listed(names))} {verb} not measured: {why}. {_step(rating, code)}"


def _step(rating: Rating, code: str) -> str:
    language = _language(code)
    titles = (result.title for result in rating.scores if result.issue == ASKED_IN_IT)
    asked = next((f"{title[:1].lower()}{title[1:]}" for title in titles), "") if code in LANGUAGES else ""
    if rating.subject.kind != "bot":
        only = f"Of dialogs in {language} only {asked} is rated. " if asked else ""
        return f"{only}For the rest, rate dialogs in English."
    english = "if the bot has an English version, test that"
    if not asked:
        return f"{_capital(english)}."
    if rating.subject.about.get("language", "").lower().partition("-")[0] == code:
        return f"{_capital(asked)} is rated in {language}; for the others, {english}."
    return (
        f'Write language = "{code}" in bot.toml: {asked} is then asked about and rated in {language}, and nothing is '
        f"asked that is not rated in it. For the others, {english}."
    )


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _language(code: str) -> str:
    return language_rules(code).name if code in LANGUAGES else f"the language {code!r}"
