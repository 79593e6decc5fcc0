"""The conversation of the FAQ bot: it answers by the predicted intent, or defers to a colleague."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Self

from botassay.core.errors import OutputError
from botassay.plugins.inprocess import Begin, Session
from botassay.plugins.protocols import Classifier, Guess, Reply
from botassay.plugins.protocols.guessing import guesses
from botassay_samples.disclosure import asks_what_it_is
from botassay_samples.faq.company import Company
from botassay_samples.faq.slots import Slots, filled, wanted
from botassay_samples.sessions import help_at_once

SURE: Final = 0.5
"""Minimum confidence of an answer; the two stages scale theirs so that it is their threshold."""
DEFERRED: Final = "I do not know that. A colleague will answer you."
_SILENCE: Final = "I am listening: ask me about working here."
_ROBOT: Final = "general/are you a robot"
_ADMITS: Final = "I am a computer program, not a person."
_READ: Final = 2000
"""Maximum number of characters of a question that are read."""


@dataclass(frozen=True, slots=True)
class Desk:
    """The data that all conversations share."""

    company: Company
    classifier: Classifier
    slots: Slots
    log: Path | None

    @classmethod
    def trained(cls, company: Company, classifier: Classifier, log: Path | None = None) -> Self:
        """Return a desk with the classifier trained on the phrases of a company, without the words of slots."""
        slots = Slots(company.words)
        classifier.fit([slots.bare(text) for text, _ in company.phrases], [intent for _, intent in company.phrases])
        return cls(company, classifier, slots, log)

    def guess(self, text: str) -> Guess:
        """Return the predicted intent of a text."""
        return guesses(self.classifier, [self.slots.bare(text[:_READ])])[0]

    def answer(self, guess: Guess) -> str | None:
        """Return the answer of the company, or None if the guess is unsure or has no answer."""
        return self.company.answers.get(guess.intent or "") if guess.confidence >= SURE else None

    def note(self, text: str, guess: Guess, *, answered: bool) -> None:
        """Add a question to the log. Raises OutputError."""
        if self.log is None:
            return
        row = {"text": text, "intent": guess.intent, "confidence": round(guess.confidence, 6), "answered": answered}
        try:
            with self.log.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row, ensure_ascii=True) + "\n")
        except OSError as error:
            raise OutputError(f"cannot write the log: {error.strerror or error}", str(self.log)) from error


@dataclass(slots=True)
class Clerk:
    """One conversation."""

    desk: Desk
    pending: Guess | None = None
    """The intent to answer when its slots are filled."""
    held: dict[str, str] = field(default_factory=dict)
    """The words of slots so far."""
    asked: set[str] = field(default_factory=set)
    """Slots that were asked for, which happens once."""

    def reply(self, text: str) -> Reply:
        """Return the reply to a text."""
        urgent = help_at_once(text)
        if urgent or not text.strip():
            return urgent or Reply(_SILENCE)
        words = self.desk.slots.found(text[:_READ])
        if self.pending is not None and words.keys() & set(self._lacking()):
            self.held |= words
            return self._filled(self.pending)
        self.pending, self.held, self.asked = None, words, set()
        if asks_what_it_is(text):
            return _said(self.desk.company.answers.get(_ROBOT, _ADMITS), Guess(_ROBOT, 1.0), {})
        guess = self.desk.guess(text)
        answer = self.desk.answer(guess)
        self.desk.note(text, guess, answered=answer is not None)
        return _said(DEFERRED, guess, words) if answer is None else self._filled(guess)

    def _filled(self, guess: Guess) -> Reply:
        """Return the answer, or the question for a missing slot."""
        self.pending = guess
        lacking = self._lacking()
        if lacking:
            self.asked.add(lacking[0])
            return _said(f"Which {lacking[0]} do you have in mind?", guess, self.held)
        self.pending = None
        return _said(filled(self.desk.company.answers[guess.intent or ""], self.held), guess, self.held)

    def _lacking(self) -> tuple[str, ...]:
        answer = self.desk.company.answers.get(self.pending.intent or "", "") if self.pending else ""
        return tuple(slot for slot in wanted(answer) if slot not in self.held and slot in self.desk.company.words)


def clerks(desk: Desk) -> Begin:
    """Return the function that begins conversations at a desk."""

    def begin(user: str) -> Session:
        del user
        return Clerk(desk)

    return begin


def _said(text: str, guess: Guess, slots: Mapping[str, str]) -> Reply:
    sure = round(guess.confidence, 6)
    raw = json.dumps({"reply": text, "intent": guess.intent, "confidence": sure, "slots": dict(slots)})
    return Reply(text, (), guess.intent, sure, raw=raw)
