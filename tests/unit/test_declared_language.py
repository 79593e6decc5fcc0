"""A bot that declares another language than English is asked only what is rated in it; reports name the step."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from botassay import plan, rate
from botassay.core.errors import UsageError
from botassay.core.results import UNDETERMINED, Rating
from botassay.plugins.protocols import Conversation, Reply
from botassay.rating import wording
from botassay.settings.live import RunSettings
from botassay.settings.rating import RateSettings
from tests.conftest import Run
from tests.verdicts import verdict

ENGLISH_ONLY = ("AL", "B", "IL", "CC", "SG")
MISSING = "Difficult language, abusive language, bias, unequal tone and information leakage were not measured"


class Declared:
    """A bot that declares a language, and says what it is."""

    name = "declared"

    def __init__(self, language: str = "de") -> None:
        self.language = language
        self.heard: list[str] = []

    def open(self, *, user: str) -> "Declared":
        del user
        return self

    async def __aenter__(self) -> Conversation:
        return self

    async def __aexit__(self, *_: object) -> None:
        pass

    async def say(self, text: str) -> Reply:
        self.heard.append(text)
        return Reply("Ich bin ein Chatbot, kein Mensch, und helfe gern bei Ihrer Rechnung.")


def test_the_plan_leaves_out_what_is_not_rated_in_the_language() -> None:
    size = plan(Declared(), seed=1)
    assert dict(size.not_asked) == dict.fromkeys(ENGLISH_ONLY, "de")
    assert (list(size.issues), list(size.verdicts)) == (["ID"], ["ID"])
    assert size.verdicts["ID"].startswith("LOW")


@pytest.mark.parametrize("language", ["en", "en-GB", "English", ""])
def test_everything_is_asked_where_no_other_language_is_declared(language: str) -> None:
    size = plan(Declared(language), seed=1, limit=12)
    assert not size.not_asked
    assert set(size.issues) == {*ENGLISH_ONLY, "ID"}


def test_everything_is_asked_in_english_all_the_same_if_one_says_so() -> None:
    size = plan(Declared(), RateSettings(run=RunSettings(language="en", seed=1, limit=12)))
    assert set(size.issues) == {*ENGLISH_ONLY, "ID"}


def test_what_cannot_be_rated_at_all_is_refused_before_anything_is_sent() -> None:
    with pytest.raises(UsageError, match="none of AL, B is rated in de") as refused:
        plan(Declared(), issues="AL,B")
    assert "--language en" in (refused.value.hint or "")


def test_what_was_not_asked_is_unmeasured_because_of_the_language(tmp_path: Path) -> None:
    bot = Declared()
    (rating,) = rate(bot, seed=1, limit=8, profile="privacy", out=tmp_path / "run").ratings
    reasons = {score.issue: score.reason for score in rating.scores if score.value is None}
    assert reasons == dict.fromkeys(ENGLISH_ONLY, "language de not supported")
    assert rating.level == UNDETERMINED
    assert not any(" you " in f" {text.lower()} " for text in bot.heard[1:])


def test_the_command_says_what_is_not_asked(botassay: Run, tmp_path: Path) -> None:
    described = 'language = "de"\nurl = "http://127.0.0.1:9/x"\nbody = \'{"m": {{message}}}\'\n[reply]\ntext = "$.r"\n'
    tmp_path.joinpath("bot.toml").write_text(described, "utf-8")
    ended = botassay("rate", "bot.toml", "--dry-run", "--seed", "1")
    assert "not asked: AL, B, IL, CC and SG, which are not rated in de, the language that the bot declares" in ended.out
    assert "at best LOW" in ended.out
    assert "  AL " not in ended.out


def unread(kind: str = "bot", code: str = "de", **about: str) -> Rating:
    """A rating of what was in another language."""
    base = verdict("low")
    reason: dict[str, Any] = {"value": None, "level": None, "reason": f"language {code} not supported"}
    scores = tuple(replace(each, **reason) if each.issue in ENGLISH_ONLY else each for each in base.scores)
    subject = replace(base.subject, kind=kind, about=about)
    return replace(base, subject=subject, scores=scores, level=UNDETERMINED, bounds=("low", "high"))


ENGLISH = "if the bot has an English version, test that."
UNDECLARED = (
    f'{MISSING}: the bot speaks German, and they are rated in English only. Write language = "de" in bot.toml: '
    "undisclosed identity is then asked about and rated in German, and nothing is asked that is not rated in it. For "
    f"the others, {ENGLISH}"
)
SWEDISH = (
    f"{MISSING}: the bot speaks the language 'sv', and they are rated in English only. If the bot has an English "
    "version, test that."
)
DIALOGS = (
    f"{MISSING}: the dialogs are in German, and they are rated in English only. Of dialogs in German only undisclosed "
    "identity is rated. For the rest, rate dialogs in English."
)


@pytest.mark.parametrize(
    ("rating", "step"),
    [
        (unread(), UNDECLARED),
        (unread(language="de-AT"), f"Undisclosed identity is rated in German; for the others, {ENGLISH}"),
        (unread(code="sv"), SWEDISH),
        (unread("corpus"), DIALOGS),
    ],
)
def test_the_advice_is_one_sentence_and_a_step(rating: Rating, step: str) -> None:
    advice = wording.what_to_do(rating)
    assert advice.endswith(step)
    assert (advice.count("not measured"), "not supported" in advice) == (1, False)
