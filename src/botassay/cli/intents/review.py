"""`botassay intents review`: what the bot could not answer becomes new training phrases, once somebody has looked."""

import signal
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from botassay.cli.flags import Number
from botassay.cli.intents.labelled import FILE, grouping, taught, with_classifier, with_columns
from botassay.cli.intents.materials import check
from botassay.cli.intents.trying import phrases_in
from botassay.cli.person import Interrupts, answer
from botassay.core.errors import OutputError, UsageError

if TYPE_CHECKING:
    from botassay.intents.phrases import Phrase
    from botassay.intents.review import IntentsReview, Proposal

SHOWN: Final = 12
_WIDE: Final = 90
_KEYS: Final = "y takes it, n leaves it, -2 leaves out the second question, a name puts it there, q ends"


@click.command("review")
@click.argument("log", metavar="LOG", type=FILE)
@click.option("--data", type=FILE, required=True, help="The phrases and topics that the bot is trained on.")
@with_classifier
@with_columns
@click.option(
    "--below", type=Number(0, 1), metavar="X", default=0.5, show_default=True,
    help="Questions are looked at that were deferred, or answered with less confidence.",
)  # fmt: skip
@click.option("--yes", is_flag=True, help="Take every proposal; nothing is asked.")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="The new data: FILE.csv or FILE.jsonl. Nothing is overwritten. [default: DATA-reviewed.csv]",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the proposals as JSON; nothing is asked or written.")
def review(log: Path, data: Path, *, below: float, yes: bool, output: Path | None, as_json: bool, **typed: Any) -> None:
    """Go through the questions in LOG that the bot deferred or was unsure of, and make training phrases of them.

    They are put in groups, and for each a topic is proposed, or a new one. What you accept is written, with all of
    DATA, as a new data file. LOG is as in intents traffic; faq:FOLDER writes one.
    """
    import msgspec

    from botassay.cli.progress import Bar
    from botassay.intents.log import read_log
    from botassay.intents.review import review as proposed
    from botassay.intents.writing import check_free, written

    if as_json and (yes or output):
        raise UsageError("--json writes nothing", hint="leave out --yes and -o")
    file = output or data.with_name(f"{data.name.partition('.')[0]}-reviewed.csv")
    if not as_json:
        check_free(file)
    check((typed["name"],), typed)
    phrases = phrases_in(data, typed)
    if not as_json:
        written(phrases, file.suffix, typed["none_label"])  # what cannot be written is told before anybody answers
    asked = read_log(log, topics=[one.intent for one in phrases])
    classifier = taught(phrases, asked, typed)
    with Bar() as bar:
        found = proposed(asked, phrases, classifier, below, grouping(bar))
    if as_json:
        click.echo(msgspec.json.encode(found))
        return
    _say(_head(found, log))
    session = _Session({str(phrase.intent) for phrase in phrases if phrase.intent is not None})
    with Interrupts(signal.SIGINT):
        session.hold(found, everything=yes)
    _write(file, phrases, session.accepted, typed["none_label"])


def _head(found: "IntentsReview", log: Path) -> str:
    from botassay.report.inert import visible

    there = f"; {found.known:,} of them stand in the data already" if found.known else ""
    return (
        f"{visible(str(log))}: {found.unsure:,} of {found.questions:,} questions were deferred, "
        f"or answered with less than {found.below:g}{there}"
    )


def _write(file: Path, phrases: "list[Phrase]", accepted: dict[str, str], none_label: str | None) -> None:
    import msgspec

    from botassay.intents.review import with_accepted
    from botassay.intents.writing import check_free, written
    from botassay.report import save
    from botassay.report.inert import visible

    if not accepted:
        _say("nothing was accepted, so nothing is written")
        return
    safe = {visible(text): intent for text, intent in accepted.items()} if file.suffix == ".csv" else accepted
    whole = with_accepted(phrases, safe)  # strangers wrote them
    try:
        check_free(file)  # somebody may have been quicker
        save(file, written(whole, file.suffix, none_label))
    except OutputError:
        _say("it cannot be written; this is what was accepted, as JSON lines:")
        for text, intent in accepted.items():
            click.echo(msgspec.json.encode({"text": text, "intent": intent}))
        raise
    more = len(whole) - len(phrases)
    _say(f"wrote {file}: {more} phrase{'' if more == 1 else 's'} more than before; train the bot with it")


@dataclass
class _Session:
    """Asks about one proposal after the other."""

    intents: set[str]
    accepted: dict[str, str] = field(default_factory=dict)
    """Intents by text."""

    def hold(self, found: "IntentsReview", *, everything: bool) -> None:
        """Go through the proposals until the last, or until somebody ends it; what was accepted stays."""
        if not found.proposals:
            _say("there is nothing to go through")
            return
        if not everything:
            _say(f"Answers: {_KEYS}.")
        try:
            for number, proposal in enumerate(found.proposals, 1):
                _say(f"\n{number} of {len(found.proposals)}")
                if not self._settled(proposal, everything=everything):
                    return
        except (KeyboardInterrupt, click.Abort):
            _say(f"\nstopped; {len(self.accepted)} accepted so far")

    def _settled(self, proposal: "Proposal", *, everything: bool) -> bool:
        """Settle one proposal; False: no more."""
        left = [one.text for one in proposal.questions]
        while left:
            self._show(proposal, left)
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
                _say(f"{typed!r} is no answer: {_KEYS}" if typed else _KEYS)
        return True

    def _accept(self, texts: list[str], intent: str) -> None:
        from botassay.intents.phrases import folded
        from botassay.report.inert import visible

        same = next((name for name in sorted(self.intents) if folded(name) == folded(intent)), None)
        _say(f"into {visible(same or intent)}{'' if same else ', a new topic'}")
        self.intents.add(same or intent)
        self.accepted.update(dict.fromkeys(texts, same or intent))

    def _show(self, proposal: "Proposal", left: list[str]) -> None:
        from botassay.report.inert import shortened, visible

        times = {one.text: one.times for one in proposal.questions}
        for number, text in enumerate(left[:SHOWN], 1):
            often = f" ({times[text]} times)" if times[text] > 1 else ""
            _say(f"  {number:2} {shortened(text, _WIDE).text}{often}")
        if len(left) > SHOWN:
            _say(f"     and {len(left) - SHOWN} more")
        sure = "" if proposal.confidence is None else f" ({proposal.confidence:.2f})"
        _say(f"  → {'a new topic ' if proposal.new else ''}{visible(proposal.intent)}{sure}")


def _without(left: list[str], answer: str) -> list[str]:
    numbers = answer.removeprefix("-").replace(",", " ").replace("-", " ").split()
    if not numbers or not all(number.isdecimal() and 1 <= int(number[:9]) <= len(left) for number in numbers):
        _say(f"write -2, or -2 4, with numbers from 1 to {len(left)}")
        return left
    gone = {int(number) - 1 for number in numbers}
    return [text for place, text in enumerate(left) if place not in gone]


def _say(text: str) -> None:
    click.echo(text, err=True)
