"""The page, and what every document of a result can do: be drawn as a page, as Markdown, as text, and be saved."""

from abc import abstractmethod
from dataclasses import dataclass
from html import escape
from pathlib import Path

from botassay.core.errors import UsageError
from botassay.core.facts import Fact
from botassay.io.files import save
from botassay.io.json_text import row
from botassay.view.blocks import Block, Headline, Paragraph, Section


class Viewable:
    """A document that can be drawn; a room's document inherits from it and says how it is laid out in `view`."""

    __slots__ = ()

    @abstractmethod
    def view(self) -> "Page":
        """Return the page of this document."""

    def html(self) -> str:
        """Return the page as one self-contained HTML file, without scripts and external resources."""
        from botassay.view.html import render

        return render(self.view())

    def markdown(self) -> str:
        """Return the page as GitHub-flavoured Markdown."""
        from botassay.view.markdown import render

        return render(self.view())

    def text(self, width: int = 100, *, colour: bool = False) -> str:
        """Return the page as text for a terminal.

        Args:
            width: columns of the terminal.
            colour: whether to add escape sequences for colours.
        """
        from botassay.view.text import render

        return render(self.view(), width, colour=colour)

    def json(self) -> str:
        """Return the document as JSON."""
        return row(self).decode()

    def save(self, path: str | Path) -> None:
        """Write the document to a file in the format of its ending: html, md, txt, json, and csv if it has one.

        Raises: UsageError for another ending; OutputError when it cannot be written.
        """
        place = Path(path)
        formats = {".html": self.html, ".md": self.markdown, ".txt": self.text, ".json": self.json}
        if csv := getattr(self, "csv", None):
            formats[".csv"] = csv
        draw = formats.get(place.suffix.lower())
        if draw is None:
            raise UsageError(f"cannot write {place.name!r}", hint=f"endings are {', '.join(formats)}")
        save(place, draw().encode("utf-8", "backslashreplace"))

    def _repr_html_(self) -> str:
        """Return the page for a notebook: in a frame of its own, so that its style stays there."""
        return (
            f'<iframe sandbox srcdoc="{escape(self.html())}" title="botassay" width="100%" height="640" '
            'style="border: 0"></iframe>'
        )


@dataclass(frozen=True, slots=True)
class Page(Viewable):
    """A whole page.

    Args:
        kicker: small words above the title (`Trust risk of`).
        title: the name of what the page is about.
        headline: the result.
        lead: what the result means.
        facts: what was looked at, and how much.
        sections: the rest.
        version: the version of botassay.
        notes: what else a reader must know before the details.
        alerts: what stands directly below the headline, such as a red flag.
        card: what a terminal shows in place of the sections, unless everything is asked for.
    """

    kicker: str
    title: str
    headline: Headline
    lead: str
    facts: tuple[Fact, ...]
    sections: tuple[Section, ...]
    version: str
    notes: tuple[Paragraph, ...] = ()
    alerts: tuple[Paragraph, ...] = ()
    card: tuple[Block, ...] = ()

    def view(self) -> "Page":
        """Return the page itself."""
        return self
