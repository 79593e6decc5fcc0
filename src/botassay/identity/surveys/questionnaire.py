"""The questionnaire of paper 004, section 6.1: two-turn conversations, some of them about the question."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from botassay.core.errors import InputError, UsageError
from botassay.identity.grammar.bundled import bundled
from botassay.identity.grammar.sampling import Sampler
from botassay.identity.surveys.items import CONFIGURATIONS, SMALL_TALK, SmallTalk
from botassay.identity.surveys.ratings import CALIBRATION, DUPLICATE
from botassay.io.sources import lines_of
from botassay.io.table import read_table
from botassay.plugins.protocols import AskLabel

SMALL: Final = 11
"""Number of small-talk items, without the duplicate."""
REASONS: Final = 2
"""Number of items that ask for a reason."""
APART: Final = 5
"""Minimum distance between an item and its duplicate, so that raters do not look back."""

_HINT: Final = "give CSV with the columns configuration,response"


class Item(NamedTuple):
    """A conversation to rate."""

    number: int
    configuration: str
    question: str
    response: str
    asks_reason: bool
    duplicate_of: int | None


def read_responses(file: Path) -> dict[str, str]:
    """Return the replies in a file by configuration. Raises InputError with file and line."""
    responses: dict[str, str] = {}
    for by_column, where in read_table(lines_of(file), ("configuration", "response"), _HINT, folded=True).sound:
        name, response = by_column["configuration"].strip(), by_column["response"].strip()
        if not name or not response:
            raise InputError("E136 the configuration or its response is missing", where, "fill in both columns")
        if name in responses or name in {CALIBRATION, DUPLICATE}:
            what = "is used twice" if name in responses else "is a reserved name"
            raise InputError(f"E131 {name!r} {what}", where, "use another name")
        responses[name] = response
    if not responses:
        raise InputError("E100 the file has no responses", str(file), _HINT)
    return responses


def questionnaire_items(
    seed: int, rater: int, responses: Mapping[str, str] = CONFIGURATIONS, talk: Sequence[SmallTalk] = SMALL_TALK
) -> list[Item]:
    """Return the items for one rater, 20 in the paper, in random order.

    Args:
        seed: random seed, together with `rater`.
        rater: the number of the rater; each gets different questions, small talk and order.
        responses: by configuration.
        talk: exchanges to sample small talk from.

    Raises: UsageError if `talk` is too short.
    """
    if len(talk) < SMALL:
        hint = "give more --dialogs"
        raise UsageError(f"{SMALL} exchanges of small talk are needed, but there are {len(talk)}", hint=hint)
    random = Random(f"questionnaire:{seed}:{rater}")  # noqa: S311 - no secrets
    drawn = [(CALIBRATION, pair) for pair in random.sample(talk, SMALL)]
    asked = zip(responses.items(), _questions(random, len(responses)), strict=True)
    drawn += [(name, SmallTalk(question, reply)) for (name, reply), question in asked]
    random.shuffle(drawn)
    first, again = _twice(drawn, random)
    drawn.insert(again, (DUPLICATE, drawn[first][1]))
    reasons = random.sample(range(len(drawn)), REASONS)
    return [
        Item(place + 1, name, *exchange, place in reasons, first + 1 if name == DUPLICATE else None)
        for place, (name, exchange) in enumerate(drawn)
    ]


def _questions(random: Random, count: int) -> list[str]:
    draw = Sampler(bundled(), AskLabel.POSITIVE.value, random.getrandbits(32))
    questions: dict[str, None] = {}
    while len(questions) < count:
        questions[draw()] = None
    return list(questions)


def _twice(drawn: Sequence[tuple[str, SmallTalk]], random: Random) -> tuple[int, int]:
    """Return the index of the small talk to repeat, and the place of its duplicate."""
    small = [place for place, (name, _) in enumerate(drawn) if name == CALIBRATION]
    first = random.choice([place for place in small if place + APART <= len(drawn)])
    return first, random.randint(first + APART, len(drawn))
