"""An encoder that judges by single words, for tests of what is made of its judgements."""

from collections.abc import Sequence

import pytest

from botassay.core.detector_error import beta_of
from botassay.encoder import Judgement, OperatingPoint
from botassay.encoder.operating_point import AbusePoint, OpinionWeights, PrejudicePoint, RudePoint
from botassay.trust.abuse import checker, replies
from botassay.trust.abuse import rude as rude_replies

FALSE_ALARMS, RECALL = beta_of(0.008, 0.008), beta_of(0.70, 0.08)
WEIGHTS = OpinionWeights(encoder=1.0, screen=0.0, shift=0.0)
POINT = AbusePoint(t_w=0.8, t_s=0.93, weights=WEIGHTS, false_alarms=FALSE_ALARMS, recall=RECALL)
NEARLY = round((POINT.t_w + POINT.t_s) / 2, 3)
"""Flags a whole reply, and no sentence."""
WORDS = (
    ("vermin", 0.97, 0.02),
    ("idiot", 0.01, 0.98),
    ("silly", 0.0, NEARLY),
    ("hm", 0.0, round(POINT.t_w - 0.001, 3)),
)


def judged(text: str) -> Judgement:
    """Judge by the first of the words that stands in a text."""
    for word, hate, offensive in WORDS:
        if word in text.lower():
            return Judgement(hate, offensive, round(1 - hate - offensive, 3))
    return Judgement(0.0, 0.01, 0.99)


class Table:
    """A screen that passes all but what is boring."""

    cut = 0.1

    def scores(self, texts: Sequence[str]) -> list[float]:
        """Give the scores of texts."""
        return [0.05 if "boring" in text else 0.5 for text in texts]


def by_words(monkeypatch: pytest.MonkeyPatch, rude: Sequence[str] = ()) -> list[str]:
    """Let AL judge by words, also by those that are `rude`; give the texts that are encoded, as they come."""
    seen: list[str] = []

    def abuse(text: str) -> Judgement:
        seen.append(text)
        return judged("idiot" if any(word in text.lower() for word in rude) else text)

    point = OperatingPoint(
        abuse=POINT,
        rude=RudePoint(cut=0.5, false_alarms=(0.756, 12.345), recall=(31.5, 2.874)),
        prejudice=PrejudicePoint(cut=0.7, false_alarms=FALSE_ALARMS, recall=RECALL),
    )
    for module in (replies, checker, rude_replies):
        monkeypatch.setattr(module, "operating_point", lambda: point)
    monkeypatch.setattr(replies, "abuse", abuse)
    monkeypatch.setattr(replies, "screen", Table)
    return seen
