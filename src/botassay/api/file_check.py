"""The result of `check`: the problems of a file, and how many of its lines are accepted."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from botassay import __version__
from botassay.core.text.plural import many
from botassay.view import Fact, Headline, Page, Section, Table
from botassay.view.document import Viewable
from botassay.view.escape import visible

_LISTED: Final = 20
"""Problems that a terminal shows."""


@dataclass(frozen=True, slots=True)
class FileProblem:
    """One problem."""

    file: str
    line: int | None
    """From 1; of an item of a JSON array, its ordinal; null where it is no line's fault."""
    code: str | None
    """One of docs/how-to/codes.md."""
    text: str
    hint: str | None
    column: int | None = None
    """From 1; null where the line says enough."""

    @property
    def place(self) -> str:
        """File, line and column, as far as they are known."""
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileCheck(Viewable):
    """What `check --json` prints, `botassay/check/1`: accepted + rejected = lines."""

    schema: Literal["botassay/check/1"] = "botassay/check/1"
    subject: str
    format: str
    """Several, joined by commas, where a folder holds several."""
    dialogs: int | None
    """Null for a file that holds something else."""
    utterances: int | None
    ignored: int | None
    """System and tool messages."""
    lines: int
    accepted: int
    rejected: int
    blank: int
    """Among the accepted lines."""
    found: int
    """How many problems there are; the first thousand are listed."""
    problems: tuple[FileProblem, ...]
    remarks: Mapping[str, int]
    skipped_files: tuple[str, ...]

    def view(self) -> Page:
        """Return the page."""
        rows = tuple((problem.place, problem.code or "", problem.text, problem.hint or "") for problem in self.problems)
        table = Table("", ("place", "code", "problem", "advice"), rows)
        problems = many(self.found, "problem", "problems")
        return Page(
            kicker="Check of",
            title=self.subject,
            headline=Headline(f"{problems}.", "last") if self.found else Headline("No problems.", "first"),
            lead=" ".join(f"{line}." for line in self._summary()),
            facts=(Fact("format", self.format or "none"), Fact("lines", f"{self.lines:,}")),
            sections=(Section("problems", "Problems", "", (table,)),) if rows else (),
            version=__version__,
        )

    def text(self, width: int = 100, *, colour: bool = False) -> str:
        """Return a line for each problem, `file:line: problem`, as editors and other tools read it.

        Args:
            width: not used: a problem stays on its line.
            colour: not used.
        """
        del width, colour
        lines = []
        for problem in self.problems[:_LISTED]:
            code = f"{problem.code} " if problem.code else ""
            hint = f" ({problem.hint})" if problem.hint else ""
            lines.append(f"{problem.place}: {code}{problem.text}{hint}")
        if self.found > _LISTED:
            lines.append(f"… {self.found - _LISTED:,} more problems: --json lists {len(self.problems):,} of them")
        return "".join(f"{visible(line)}\n" for line in (*lines, *self._summary()))

    def _summary(self) -> Iterator[str]:
        yield from (f"{what}: {count:,}" for what, count in self.remarks.items())
        if self.skipped_files:
            names = ", ".join(self.skipped_files[:5])
            yield f"{many(len(self.skipped_files), 'file holds', 'files hold')} no dialogs: {names}"
        if self.dialogs is not None:
            counts = (
                many(self.dialogs, "dialog", "dialogs"),
                many(self.utterances or 0, "utterance", "utterances"),
                many(self.ignored or 0, "system message", "system messages"),
            )
            yield ", ".join(counts)
        blank = f", {self.blank:,} of them blank" if self.blank else ""
        counted = (
            f"{many(self.lines, 'line', 'lines')} = {self.accepted:,} accepted{blank} + {self.rejected:,} rejected"
        )
        yield f"{self.format or 'no format'}: {counted}"
