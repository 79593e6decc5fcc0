"""What a reply is worth: the encoder's judgement of its units and the opinion of a fast screen, weighed together.

The screen is the linear model and the small network of `linear`, which learned from people and from the encoder. What
it passes is encoded; a unit below its cut is worth the screen's score times `t_w`, and never flagged. The two err in
different places, so that together they are wrong less often than the encoder alone (docs/decisions/0139).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO
from math import exp, log
from typing import Final, NamedTuple

import numpy as np

from botassay.core.shipped import shipped
from botassay.core.text.folding import fold_all
from botassay.core.text.language import ENGLISH, language_of, unsupported
from botassay.encoder import Unit, UnitKind, abuse, load, operating_point, units
from botassay.encoder.operating_point import OpinionWeights
from botassay.trust.abuse.direct_insults import insults_directly, may_insult
from botassay.trust.abuse.linear import LinearText

PACKAGE: Final = "botassay.trust.abuse"
MOST_UNITS: Final = 64
"""Units of a reply that are encoded, those with the highest score of the screen."""
DIGITS: Final = 3
DIRECT: Final = 0.99
"""What an insult to the user's face is worth, whatever stands beside it."""
_EDGE: Final = 10.0**-DIGITS
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
    fold_all([reply.text for reply in replies])  # fills the cache of `fold`
    found = [_units(reply) for reply in replies]
    texts = list({unit.text: None for parts in found if not isinstance(parts, str) for unit in parts})
    screened = dict(zip(texts, screen().scores(texts), strict=True))
    return [ReplyScore(None, reason=parts) if isinstance(parts, str) else _decided(parts, screened) for parts in found]


def _units(reply: ReplyText) -> list[Unit] | str:
    """Return the units of a reply, or why it is not scored."""
    return _remembered_units(reply) if len(reply.text) < _LANGUAGE_READ else _read_units(reply)


def _read_units(reply: ReplyText) -> list[Unit] | str:
    parts = units(*reply)
    if not parts:
        return "no words"
    language = language_of(unit.text[:_LANGUAGE_READ] for unit in parts if unit.kind is not UnitKind.SENTENCE)
    return parts if language == ENGLISH else unsupported(language)


_remembered_units: Final = lru_cache(_REMEMBERED)(_read_units)


def _decided(parts: Sequence[Unit], screened: dict[str, float]) -> ReplyScore:
    highest = max([screened[unit.text] for unit in parts])
    if highest < screen().cut and not _insults(parts):
        return ReplyScore(_below(highest), "neither")  # as for most replies
    return _judged(parts, screened)


def _insults(parts: Sequence[Unit]) -> bool:
    """Return whether a unit is a direct insult; whole replies hold the words of all sentences and are tested first."""
    if not any(may_insult(unit.text) for unit in parts if unit.kind is not UnitKind.SENTENCE):
        return False
    return any(insults_directly(unit.text) for unit in parts)


def _judged(parts: Sequence[Unit], screened: dict[str, float]) -> ReplyScore:
    ranked = sorted(dict.fromkeys(parts), key=lambda unit: -screened[unit.text])  # stable: the whole before a sentence
    judged = [
        _encoded(unit, screened[unit.text])
        if rank < MOST_UNITS and screened[unit.text] >= screen().cut
        else _passed_over(unit, screened)
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


def _encoded(unit: Unit, screened: float) -> _Worth:
    judged, point = abuse(unit.text), operating_point().abuse
    value = weighed(judged.abuse, screened, point.weights)
    if unit.kind is UnitKind.SENTENCE:
        value = round(moved(value, point.t_s, point.t_w), DIGITS)
    hate = round(value * judged.hate / judged.abuse, DIGITS) if judged.abuse else 0.0
    return _Worth(value, hate, judged.kind, unit)


def weighed(encoded: float, screened: float, weights: OpinionWeights) -> float:
    """Return how likely a unit is to be abusive, in [0, 1], to three digits.

    Args:
        encoded: what the encoder says, in [0, 1]; 0 where it read nothing.
        screened: what the screen says, in [0, 1].
        weights: what each of them counts.
    """
    if not encoded:
        return 0.0
    opinions = weights.encoder * _logit(_inside(encoded)) + weights.screen * _logit(_inside(screened))
    return round(1 / (1 + exp(-(opinions + weights.shift))), DIGITS)


def _inside(share: float) -> float:
    """Return a share with three digits, kept from 0 and 1: processors differ in the later ones."""
    return min(max(round(share, DIGITS), _EDGE), 1 - _EDGE)


def _passed_over(unit: Unit, screened: dict[str, float]) -> _Worth:
    below = min(screened[unit.text], screen().cut)  # a unit beyond the 64th may have passed
    return _Worth(_below(below), 0.0, "neither", unit)


def _below(screened: float) -> float:
    """Return the value of a unit that the screen does not pass on."""
    return round(screened * operating_point().abuse.t_w, DIGITS)


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
