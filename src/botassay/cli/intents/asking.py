"""The interactive review: shows each proposal and asks whether to accept it."""

import re
import signal
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import click

from botassay.cli.output import print_json
from botassay.cli.person import Interrupts, answer
from botassay.core.errors import OutputError
from botassay.core.text.plural import many
from botassay.intents.phrases import folded
from botassay.intents.review_decisions import ReviewDecision, accepted
from botassay.view.escape import shortened, visible

if TYPE_CHECKING:
    from botassay.api.intents import ReviewSession
    from botassay.intents.documents import AnsweredQuestion, AskedQuestion, Proposal

    _Question: TypeAlias = AskedQuestion | AnsweredQuestion

_SHOWN: Final = 12
_WIDE: Final = 90
_KEYS: Final = (
    "y accept, n delete for good, s skip, -2 leave out the second question, 2 4 >NAME use a topic for these, NAME use "
    "that topic, q quit"
)
_SPLIT: Final = re.compile(r"([\d ,]+)>\s*(\S.*)")


def go_through(session: "ReviewSession", log: Path, *, everything: bool) -> None:
    """Review the proposals and write the decisions.

    Args:
        session: the proposals.
        log: the source of the questions.
        everything: whether to accept all without asking.

    Raises: OutputError for a file that cannot be written; the accepted questions are then printed.
    """
    document = session.document
    known = f"; {document.known:,} of them are already in the data" if document.known else ""
    _say(
        f"{visible(str(log))}: {document.unsure:,} of {document.questions:,} questions had no answer "
        f"or a confidence below {document.below:g}{known}"
    )
    if document.decided:
        _say(f"{many(document.decided, 'question', 'questions')} decided in earlier reviews left out")
    person = _Reviewer({phrase.intent for phrase in session.phrases if phrase.intent is not None})
    with Interrupts(signal.SIGINT):
        person.go_through(document.proposals, document.answered, everything=everything)
    finish(session, person.decisions)


def finish(session: "ReviewSession", decisions: "Sequence[ReviewDecision]") -> None:
    """Write the decisions and the accepted questions, or print these if that fails; raises OutputError."""
    try:
        more = session.finish(decisions)
    except OutputError:
        _say("cannot write the file; the accepted questions as JSON lines:")
        for text, topic in accepted(decisions).items():
            print_json({"text": text, "intent": topic})
        raise
    deleted = sum(decision.decision == "delete" for decision in decisions)
    if deleted:
        _say(f"{many(deleted, 'question', 'questions')} deleted; not shown again")
    if share := session.confirmed(decisions):
        _say(share)
    if more is None:
        _say("no questions accepted; no file written")
    else:
        _say(f"wrote {session.out} with {many(more, 'new phrase', 'new phrases')}; retrain the bot with it")


@dataclass
class _Reviewer:
    """Asks about each proposal and each answered question, and collects the decisions."""

    topics: set[str]
    decisions: "list[ReviewDecision]" = field(default_factory=list)

    def go_through(
        self, proposals: "Sequence[Proposal]", answered: "Sequence[AnsweredQuestion]", *, everything: bool
    ) -> None:
        """Ask about all, until the last or until the user quits; with `everything`, accept the proposals unasked."""
        items: list[_Item] = [_Item(list(proposal.questions), proposal) for proposal in proposals]
        if not everything:
            items += [_Item([each]) for each in answered]
        if not items:
            _say("nothing to review")
            return
        if not everything:
            _say(f"Answers: {_KEYS}.")
        try:
            for number, item in enumerate(items, 1):
                _say(f"\n{number} of {len(items)}")
                if not self._decide(item, everything=everything):
                    return
        except (KeyboardInterrupt, click.Abort):
            n = sum(decision.decision != "delete" for decision in self.decisions)
            _say(f"\nstopped; {many(n, 'question', 'questions')} accepted so far")

    def _decide(self, item: "_Item", *, everything: bool) -> bool:
        """Ask about one item, and return False if the user quits."""
        while item.left:
            item.show()
            typed = "y" if everything else answer()
            if typed is None or typed.lower() in ("q", "quit"):
                return False
            if typed.lower() in ("s", "skip"):
                return True
            if split := _SPLIT.fullmatch(typed):
                chosen = _numbered(item.left, split[1])
                self._take(item, chosen, split[2])
            elif typed.startswith("-"):
                gone = _numbered(item.left, typed.removeprefix("-").replace("-", " "))
                item.left = [question for question in item.left if question not in gone]
            else:
                self._take(item, list(item.left), typed)
        return True

    def _take(self, item: "_Item", chosen: "list[_Question]", typed: str) -> None:
        """Apply an answer to questions, and take these from the item; explain an unknown answer."""
        if not chosen:
            return
        word = typed.lower()
        if word in ("y", "yes"):
            for topic, texts in groupby(chosen, key=lambda question: question.topic):
                self._accept(list(texts), topic, item, "confirm")
        elif word in ("n", "no"):
            self.decisions += [
                ReviewDecision(question.id, question.text, "delete", None, item.answered) for question in chosen
            ]
            _say(f"{many(len(chosen), 'question', 'questions')} deleted")
        elif len(typed) > 1:
            self._accept(chosen, typed, item, "correct")
        else:
            _say(f"unknown answer {typed!r}: {_KEYS}" if typed else _KEYS)
            return
        item.left = [question for question in item.left if question not in chosen]

    def _accept(
        self, questions: "Sequence[_Question]", topic: str, item: "_Item", decision: "Literal['confirm', 'correct']"
    ) -> None:
        same = next((name for name in sorted(self.topics) if folded(name) == folded(topic)), None)
        right = same or topic
        _say(f"added to {visible(right)}{'' if same else ' (new topic)'}")
        self.topics.add(right)
        for question in questions:
            confirms = decision == "confirm" or folded(question.topic) == folded(right)
            verdict: Literal["confirm", "correct"] = "confirm" if confirms else "correct"
            self.decisions.append(ReviewDecision(question.id, question.text, verdict, right, item.answered))


@dataclass
class _Item:
    """A group of questions with a proposal, or one answered question."""

    left: "list[_Question]"
    proposal: "Proposal | None" = None

    @property
    def answered(self) -> bool:
        """Whether it is an answered question."""
        return self.proposal is None

    def show(self) -> None:
        """Show the questions, the bot's answer, and the proposed topic."""
        topics = {question.topic for question in self.left}
        for number, question in enumerate(self.left[:_SHOWN], 1):
            often = f" ({question.times} times)" if question.times > 1 else ""
            own = f" → {visible(question.topic)}" if len(topics) > 1 else ""
            _say(f"  {number:2} {shortened(question.text, _WIDE).text}{often}{own}")
            if self.answered and question.answer:
                _say(f"     the bot: {shortened(question.answer, _WIDE).text}")
        if len(self.left) > _SHOWN:
            _say(f"     and {len(self.left) - _SHOWN} more")
        if self.proposal is None:
            _say(f"  answered as {visible(self.left[0].topic)}{_sure(self.left[0].confidence)}: right?")
        elif len(topics) == 1:
            _say(f"  → {_proposed(self.proposal, *topics)}")


def _proposed(proposal: "Proposal", topic: str) -> str:
    """Return the topic of questions, with what the proposal says of it where it is the proposed one."""
    if topic != proposal.intent:
        return visible(topic)
    return f"{'new topic: ' if proposal.new else ''}{visible(topic)}{_sure(proposal.confidence)}"


def _sure(confidence: float | None) -> str:
    return "" if confidence is None else f" ({confidence:.2f})"


def _numbered(left: "list[_Question]", typed: str) -> "list[_Question]":
    """Return the questions with the typed numbers; none, with a hint, if a number is wrong."""
    numbers = typed.replace(",", " ").split()
    if not numbers or not all(number.isdecimal() and 1 <= int(number[:9]) <= len(left) for number in numbers):
        _say(f"enter -2, or -2 4, with numbers from 1 to {len(left)}")
        return []
    return [left[place] for place in sorted({int(number) - 1 for number in numbers})]


def _say(text: str) -> None:
    click.echo(text, err=True)
