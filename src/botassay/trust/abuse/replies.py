"""What a reply is worth: the encoder's judgement of its units, behind a fast screen.

The screen is the linear model and the small network of `linear`, which learned from the encoder's judgements. What it
passes is encoded; a unit below its cut is worth the screen's score times `t_w`, and never flagged.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO
from math import exp, log
from typing import Final, NamedTuple

import numpy as np

from botassay.core.shipped import shipped
from botassay.core.text.language import ENGLISH, language_of
from botassay.encoder import Unit, UnitKind, abuse, load, operating_point, units
from botassay.trust.abuse.direct_insults import insults_directly
from botassay.trust.abuse.linear import LinearText

PACKAGE: Final = "botassay.trust.abuse"
MOST_UNITS: Final = 64
"""Units of a reply that are encoded, those with the highest score of the screen."""
DIGITS: Final = 3
DIRECT: Final = 0.99
"""What an insult to the user's face is worth, whatever stands beside it."""
_REMEMBERED: Final = 1 << 15
_LANGUAGE_READ: Final = 2_000
"""Characters of a reply by which its language is told."""


class ReplyText(NamedTuple):
    """What a user sees of a reply: the text, and the buttons below it."""

    text: str
    buttons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplyScore:
    """What a reply is worth; without a `value` it is not scored, and `reason` says why."""

    value: float | None
    """In [0, 1], to three digits."""
    label: str | None = None
    """`hate`, `offensive` or `neither`."""
    flagged: bool = False
    """Whether the label is `hate` or `offensive`."""
    hate: float = 0.0
    """How likely the flagged unit is to be hate."""
    button: str | None = None
    """The button that is flagged, where it is not the text."""
    reason: str | None = None
    unit: str = ""
    """The part of the reply that is flagged, as it was read."""


class _Worth(NamedTuple):
    """What a unit is worth; the highest decides."""

    value: float
    hate: float
    label: str
    unit: Unit


def score_replies(replies: Sequence[ReplyText]) -> list[ReplyScore]:
    """Return what each reply is worth, whatever else is scored beside it.

    Raises:
        ConfigurationError: onnxruntime cannot be imported.
        InternalError: a model file is missing or damaged.
    """
    load()  # also where nothing passes the screen
    found = [_units(reply) for reply in replies]
    texts = list(dict.fromkeys(unit.text for parts in found if not isinstance(parts, str) for unit in parts))
    screened = dict(zip(texts, screen().scores(texts), strict=True))
    return [ReplyScore(None, reason=parts) if isinstance(parts, str) else _decided(parts, screened) for parts in found]


def _units(reply: ReplyText) -> list[Unit] | str:
    """Return the units of a reply, or why it is not scored."""
    parts = _remembered_units(reply) if len(reply.text) < _LANGUAGE_READ else units(*reply)
    if not parts:
        return "no words"
    language = language_of(unit.text[:_LANGUAGE_READ] for unit in parts if unit.kind is not UnitKind.SENTENCE)
    return parts if language == ENGLISH else f"language {language} not supported"


@lru_cache(_REMEMBERED)
def _remembered_units(reply: ReplyText) -> list[Unit]:
    return units(*reply)


def _decided(parts: Sequence[Unit], screened: dict[str, float]) -> ReplyScore:
    first = max(parts, key=lambda unit: screened[unit.text])
    if screened[first.text] < screen().cut and not any(insults_directly(unit.text) for unit in parts):
        return ReplyScore(_passed_over(first, screened).value, "neither")  # as for most replies
    return _judged(parts, screened)


def _judged(parts: Sequence[Unit], screened: dict[str, float]) -> ReplyScore:
    ranked = sorted(dict.fromkeys(parts), key=lambda unit: -screened[unit.text])  # stable: the whole before a sentence
    judged = [
        _encoded(unit) if rank < MOST_UNITS and screened[unit.text] >= screen().cut else _passed_over(unit, screened)
        for rank, unit in enumerate(ranked)
    ]
    plain = [_Worth(DIRECT, 0.0, "offensive", unit) for unit in ranked[:MOST_UNITS] if insults_directly(unit.text)]
    top = max([*judged, *plain], key=lambda worth: worth.value)
    flagged = top.value >= operating_point().abuse.t_w
    return ReplyScore(
        top.value,
        top.label if flagged else "neither",
        flagged,
        top.hate if flagged else 0.0,
        top.unit.text if flagged and top.unit.kind is UnitKind.BUTTON else None,
        unit=top.unit.text if flagged else "",
    )


def _encoded(unit: Unit) -> _Worth:
    judged, point = abuse(unit.text), operating_point().abuse
    value = judged.abuse
    if unit.kind is UnitKind.SENTENCE:
        value = round(moved(value, point.t_s, point.t_w), DIGITS)
    return _Worth(value, judged.hate, judged.kind, unit)


def _passed_over(unit: Unit, screened: dict[str, float]) -> _Worth:
    point = operating_point().abuse
    below = min(screened[unit.text], screen().cut)  # a unit beyond the 64th may have passed
    return _Worth(round(below * point.t_w, DIGITS), 0.0, "neither", unit)


def moved(value: float, start: float, end: float) -> float:
    """Return a probability moved on the logit, such that `start` becomes `end`."""
    if not 0 < value < 1:
        return value
    return 1 / (1 + exp(_logit(start) - _logit(end) - _logit(value)))


def _logit(share: float) -> float:
    return log(share / (1 - share))


# ── the screen ──────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class FastScreen:
    """The fast scorer, and the score from which on a text is encoded."""

    model: LinearText
    cut: float

    def scores(self, texts: Sequence[str]) -> list[float]:
        """Return how likely each text is to be hate or offensive, as far as this model can tell."""
        chances = self.model.probabilities(texts)
        scores: list[float] = (chances[:, 0] + chances[:, 1]).tolist()
        return scores


@cache
def screen() -> FastScreen:
    """Return the screen that was shipped.

    Raises: InternalError where its file is missing or damaged.
    """
    contents = shipped(PACKAGE, "screen.npz")
    with np.load(BytesIO(contents), allow_pickle=False) as stored:
        cut = float(stored["cut"].item())
    return FastScreen(LinearText.load(BytesIO(contents)), cut)
