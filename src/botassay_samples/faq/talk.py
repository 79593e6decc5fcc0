"""The conversation of the FAQ bot: it answers by the predicted intent, or defers to a colleague."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal, Self
from uuid import uuid4

from botassay.plugins.inprocess import Session
from botassay.plugins.protocols import Classifier, Guess, Reply
from botassay.plugins.protocols.guessing import guesses
from botassay_samples.disclosure import asks_what_it_is
from botassay_samples.faq.company import Company
from botassay_samples.faq.handover import Handover, Reason, Switchboard, append, now
from botassay_samples.faq.slots import Slots, filled, wanted
from botassay_samples.sessions import help_at_once

SURE: Final = 0.5
"""Minimum confidence of an answer; the two stages scale theirs so that it is their threshold."""
DEFERRED: Final = "I do not know that. A colleague will answer you."
_SILENCE: Final = "I am listening: ask me about working here."
_LISTENS: Final = "I am listening: what would you like to know?"
LOG: Final = "questions.jsonl"
_HUMAN: Final = "general/human"
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
    folder: Path | None
    """Where questions and hand-overs are written."""

    @classmethod
    def trained(cls, company: Company, classifier: Classifier, folder: Path | None = None) -> Self:
        """Return a desk with the classifier trained on the phrases of a company, without the words of slots."""
        slots = Slots(company.words)
        classifier.fit([slots.bare(text) for text, _ in company.phrases], [intent for _, intent in company.phrases])
        return cls(company, classifier, slots, folder)

    def guess(self, text: str) -> Guess:
        """Return the predicted intent of a text."""
        return guesses(self.classifier, [self.slots.bare(text[:_READ])])[0]

    def answer(self, guess: Guess) -> str | None:
        """Return the answer of the company, or None if the guess is unsure or has no answer."""
        return self.company.answers.get(guess.intent or "") if guess.confidence >= SURE else None

    def note(self, row: Mapping[str, Any]) -> None:
        """Add a question to the log. Raises OutputError."""
        if self.folder is not None:
            append(self.folder / LOG, json.dumps(row, ensure_ascii=True) + "\n")

    @property
    def deferred(self) -> str:
        """What is said when a person takes over."""
        return self.company.about.handover.text if self.company.about else DEFERRED

    @property
    def silence(self) -> str:
        """What is said to an empty message."""
        return _LISTENS if self.company.about else _SILENCE


@dataclass(slots=True)
class Clerk:
    """One conversation."""

    desk: Desk
    origin: Literal["user", "probe"] = "user"
    """Who asks: a user, or a tool that tests the bot."""
    id: str = field(default_factory=lambda: uuid4().hex)
    pending: Guess | None = None
    """The intent to answer when its slots are filled."""
    held: dict[str, str] = field(default_factory=dict)
    """The words of slots so far."""
    asked: set[str] = field(default_factory=set)
    """Slots that were asked for, which happens once."""
    transcript: list[dict[str, str]] = field(default_factory=list)
    """What was said so far, without the texts of a crisis."""

    def reply(self, text: str) -> Reply:
        """Return the reply to a text; it is logged, and a hand-over on disk, before. Raises OutputError."""
        if not text.strip():
            return Reply(self.desk.silence)
        urgent = help_at_once(text)
        if urgent:
            self._log("", urgent, None)
            return urgent
        self.transcript.append({"role": "user", "text": text[:_READ].encode("utf-8", "replace").decode()})
        reply, reason = self._answer(text)
        if reason is not None:
            reply = self._handed_over(text, reply, reason)
        self._log(text, reply, reason)
        return reply

    def _answer(self, text: str) -> tuple[Reply, Reason | None]:
        """Return the reply, and why a person is to take over; None if no person is."""
        words = self.desk.slots.found(text[:_READ])
        if self.pending is not None and words.keys() & set(self._lacking()):
            self.held |= words
            return self._filled(self.pending), None
        self.pending, self.held, self.asked = None, words, set()
        if asks_what_it_is(text):
            return _said(self.desk.company.answers.get(_ROBOT, _ADMITS), Guess(_ROBOT, 1.0), {}), None
        guess = self.desk.guess(text)
        answer = self.desk.answer(guess)
        if answer is None:
            sure = guess.intent is not None and guess.confidence >= SURE
            reason: Reason = "asked" if sure and guess.intent == _HUMAN else "no_answer" if sure else "not_understood"
            return _said(self.desk.deferred, guess, words), reason
        return self._filled(guess), "asked" if guess.intent == _HUMAN else None

    def _handed_over(self, text: str, reply: Reply, reason: Reason) -> Reply:
        """Pass a question on before the bot says so; questions of tools are not passed on."""
        company, folder = self.desk.company, self.desk.folder
        if company.about is not None and folder is not None and self.origin == "user":
            event = Handover.of(self.id, reason, text[:_READ], self.transcript)
            Switchboard(folder, company.about.handover.to).pass_on(event)
        return reply

    def _log(self, text: str, reply: Reply, reason: Reason | None) -> None:
        """Add a question to the log; the text of a crisis is left out."""
        answered = reason is None or (reason == "asked" and reply.text != self.desk.deferred)
        row = {
            "id": uuid4().hex,
            "at": now(),
            "conversation": self.id,
            "text": text,
            "intent": reply.intent,
            "confidence": reply.confidence,
            "answered": answered,
            "answer": reply.text,
            "origin": self.origin,
        }
        self.desk.note(row if reason is None else {**row, "reason": reason})
        self.transcript.append({"role": "bot", "text": reply.text})

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


@dataclass(frozen=True, slots=True)
class Reception:
    """Begins conversations at a desk: with users, and within a run with a tool that tests the bot."""

    desk: Desk

    def __call__(self, user: str) -> Session:
        """Begin a conversation with a user."""
        del user
        return Clerk(self.desk)

    def in_run(self, user: str) -> Session:
        """Begin a conversation with a tool, whose questions are marked in the log."""
        del user
        return Clerk(self.desk, "probe")


def _said(text: str, guess: Guess, slots: Mapping[str, str]) -> Reply:
    sure = round(guess.confidence, 6)
    raw = json.dumps({"reply": text, "intent": guess.intent, "confidence": sure, "slots": dict(slots)})
    return Reply(text, (), guess.intent, sure, raw=raw)
