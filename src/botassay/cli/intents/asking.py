"""The interactive review: shows each proposal and asks whether to accept it."""

import signal
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from botassay.cli.output import print_json
from botassay.cli.person import Interrupts, answer
from botassay.core.errors import OutputError
from botassay.core.text.plural import many
from botassay.intents.phrases import folded
from botassay.view.escape import shortened, visible

if TYPE_CHECKING:
    from botassay.api.intents import ReviewSession
    from botassay.intents.documents import Proposal

_SHOWN: Final = 12
_WIDE: Final = 90
_KEYS: Final = "y accept, n skip, -2 leave out the second question, NAME use that topic, q quit"


def go_through(session: "ReviewSession", log: Path, *, everything: bool) -> None:
    """Review the proposals and write the accepted questions.

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
    person = _Reviewer({phrase.intent for phrase in session.phrases if phrase.intent is not None})
    with Interrupts(signal.SIGINT):
        person.go_through(document.proposals, everything=everything)
    save(session, person.accepted)


def save(session: "ReviewSession", accepted: dict[str, str]) -> None:
    """Write the accepted questions, or print them if that fails; raises OutputError."""
    if not accepted:
        _say("no questions accepted; no file written")
        return
    try:
        more = session.save(accepted)
    except OutputError:
        _say("cannot write the file; the accepted questions as JSON lines:")
        for text, topic in accepted.items():
            print_json({"text": text, "intent": topic})
        raise
    _say(f"wrote {session.out} with {many(more, 'new phrase', 'new phrases')}; retrain the bot with it")


@dataclass
class _Reviewer:
    """Asks about each proposal, and collects the accepted questions with their topics."""

    topics: set[str]
    accepted: dict[str, str] = field(default_factory=dict)

    def go_through(self, proposals: "Sequence[Proposal]", *, everything: bool) -> None:
        """Ask about the proposals, until the last or until the user quits."""
        if not proposals:
            _say("nothing to review")
            return
        if not everything:
            _say(f"Answers: {_KEYS}.")
        try:
            for number, proposal in enumerate(proposals, 1):
                _say(f"\n{number} of {len(proposals)}")
                if not self._decide(proposal, everything=everything):
                    return
        except (KeyboardInterrupt, click.Abort):
            _say(f"\nstopped; {many(len(self.accepted), 'question', 'questions')} accepted so far")

    def _decide(self, proposal: "Proposal", *, everything: bool) -> bool:
        """Ask about one proposal, and return False if the user quits."""
        left = [asked.text for asked in proposal.questions]
        while left:
            _show(proposal, left)
            typed = "y" if everything else answer()
            if typed is None or typed.lower() in ("q", "quit"):
                return False
            if typed.lower() in ("n", "no"):
                return True
            if typed.startswith("-"):
                left = _without(left, typed)
            elif typed.lower() in ("y", "yes"):
                self._accept(left, proposal.intent)
                return True
            elif len(typed) > 1:
                self._accept(left, typed)
                return True
            else:
                _say(f"unknown answer {typed!r}: {_KEYS}" if typed else _KEYS)
        return True

    def _accept(self, texts: list[str], topic: str) -> None:
        same = next((name for name in sorted(self.topics) if folded(name) == folded(topic)), None)
        _say(f"added to {visible(same or topic)}{'' if same else ' (new topic)'}")
        self.topics.add(same or topic)
        self.accepted.update(dict.fromkeys(texts, same or topic))


def _show(proposal: "Proposal", left: list[str]) -> None:
    times = {asked.text: asked.times for asked in proposal.questions}
    for number, text in enumerate(left[:_SHOWN], 1):
        often = f" ({times[text]} times)" if times[text] > 1 else ""
        _say(f"  {number:2} {shortened(text, _WIDE).text}{often}")
    if len(left) > _SHOWN:
        _say(f"     and {len(left) - _SHOWN} more")
    sure = "" if proposal.confidence is None else f" ({proposal.confidence:.2f})"
    _say(f"  → {'new topic: ' if proposal.new else ''}{visible(proposal.intent)}{sure}")


def _without(left: list[str], typed: str) -> list[str]:
    numbers = typed.removeprefix("-").replace(",", " ").replace("-", " ").split()
    if not numbers or not all(number.isdecimal() and 1 <= int(number[:9]) <= len(left) for number in numbers):
        _say(f"enter -2, or -2 4, with numbers from 1 to {len(left)}")
        return left
    gone = {int(number) - 1 for number in numbers}
    return [text for place, text in enumerate(left) if place not in gone]


def _say(text: str) -> None:
    click.echo(text, err=True)
