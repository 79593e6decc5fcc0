"""The use case of `report --asides`: what a bot wrote beside its replies in a live run."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from botassay import __version__
from botassay.core.errors import UsageError
from botassay.core.facts import Fact
from botassay.core.text.plural import many
from botassay.runs.journal import FILE, Record
from botassay.view import Headline, Page, Quote, Quotes, Section
from botassay.view.document import Viewable


@dataclass(frozen=True, slots=True)
class AsideOfTurn:
    """One aside: reasoning, or a tool call."""

    conversation: str
    turn: int
    kind: Literal["reasoning", "tool"]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AsideList(Viewable):
    """All asides of a run: what `report --asides --json` prints, `botassay/asides/1`."""

    schema: Literal["botassay/asides/1"] = "botassay/asides/1"
    subject: str
    asides: tuple[AsideOfTurn, ...]

    def view(self) -> Page:
        """Return the page: a section for each conversation."""
        names = dict.fromkeys(aside.conversation for aside in self.asides)
        return Page(
            kicker="Beside the replies of",
            title=self.subject,
            headline=Headline(f"{many(len(self.asides), 'aside', 'asides')}."),
            lead="Reasoning and tool calls, which users do not see. They are never rated.",
            facts=(Fact("conversations", f"{len(names):,}"),),
            sections=tuple(
                Section(
                    f"conversation-{number}",
                    name,
                    "",
                    tuple(
                        Quotes(f"{aside.kind}, turn {aside.turn}", (Quote(aside.text),))
                        for aside in self.asides
                        if aside.conversation == name
                    ),
                )
                for number, name in enumerate(names, 1)
            ),
            version=__version__,
        )


def asides_of(run: str | Path) -> AsideList:
    """Return what a bot wrote beside its replies in a live run.

    Raises: UsageError for what is not the folder of a live run; InputError for a damaged one.
    """
    folder = Path(run)
    if not (folder / FILE).is_file():
        raise UsageError(f"{folder} is not the folder of a live run", hint="only a live run stores asides")
    record = Record.of(folder)
    asides = tuple(
        AsideOfTurn(reply.conversation, reply.turn, aside.kind, aside.text)
        for reply in record.replies()
        for aside in reply.asides
    )
    return AsideList(subject=str(record.facts["subject"]), asides=asides)
