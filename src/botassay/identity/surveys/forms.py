"""Survey forms: an HTML page to print, and a CSV file for the answers."""

from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

from jinja2 import ChoiceLoader, PackageLoader
from markupsafe import Markup

from botassay import __version__
from botassay.core.errors import OutputError
from botassay.core.text.plural import many
from botassay.identity.surveys.phrasing_form import FormPage
from botassay.identity.surveys.questionnaire import Item
from botassay.identity.surveys.ratings import LEAST, MOST
from botassay.io.csv_safe import csv_table, guarded_row
from botassay.io.files import save
from botassay.view.escape import visible
from botassay.view.html import environment

if TYPE_CHECKING:
    from jinja2 import Environment

_STYLES: Final = ("page.css", "dark.css", "print.css", "forms.css")
_RATING_COLUMNS: Final = (
    "rater", "item", "configuration", "appropriate", "trustworthy", "friendly", "reason", "duplicate_of", "question",
    "response", "asks_reason",
)  # fmt: skip
"""The columns of questionnaire.csv, which `survey` reads once it is filled in."""
_PHRASING_COLUMNS: Final = ("person", "line", "page", "guide", "shown", "label", "text")


@dataclass(frozen=True, slots=True)
class SurveyForm:
    """A form: an HTML page, and a CSV file for the answers."""

    name: str
    """The name of both files, without extension."""
    html: str
    csv: str
    size: str
    """The number of sheets, in words."""

    def save(self, folder: str | Path) -> tuple[Path, Path]:
        """Write both files to a folder and return their paths.

        Raises: OutputError if a CSV file with other content, which may be answers, already exists.
        """
        page, sheet = (Path(folder) / f"{self.name}{ending}" for ending in (".html", ".csv"))
        answers = self.csv.encode()
        if sheet.is_file() and sheet.read_bytes() != answers:
            hint = "give another folder with --out"
            raise OutputError("the file already exists and may contain answers", str(sheet), hint)
        save(page, self.html.encode())
        save(sheet, answers)
        return page, sheet


def questionnaire_form(items: Mapping[int, Sequence[Item]]) -> SurveyForm:
    """Return the questionnaire, a sheet for each rater; the page does not show the configuration of a reply."""
    rows = (
        (
            rater, item.number, item.configuration, "", "", "", "", item.duplicate_of or "",
            visible(item.question), visible(item.response), "yes" if item.asks_reason else "",
        )
        for rater, own in items.items()
        for item in own
    )  # fmt: skip
    page = _page("questionnaire.html", sheets=items, scale=range(LEAST, MOST + 1))
    first = next(iter(items.values()))
    size = f"{many(len(items), 'sheet', 'sheets')} of {many(len(first), 'item', 'items')}"
    return SurveyForm("questionnaire", page, _table(_RATING_COLUMNS, rows), size)


def phrasings_form(forms: Mapping[int, Sequence[FormPage]]) -> SurveyForm:
    """Return the form that collects phrasings, one for each person."""
    rows = (
        (person, line, page.kind, prompt.guide, prompt.shown, prompt.label, "")
        for person, pages in forms.items()
        for line, (page, prompt) in enumerate(((page, prompt) for page in pages for prompt in page.prompts), 1)
    )
    page = _page("phrasings.html", forms=forms)
    size = f"{many(len(forms), 'form', 'forms')} of {len(next(iter(forms.values())))} pages"
    return SurveyForm("phrasings", page, _table(_PHRASING_COLUMNS, rows), size)


def _table(columns: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    return csv_table(map(guarded_row, (columns, *rows)))


def _page(template: str, **content: object) -> str:
    drawing, style = _drawing(), _style()
    digest = b64encode(sha256(style.encode()).digest()).decode()
    return drawing.get_template(template).render(
        **content,
        version=__version__,
        style=Markup(style),  # noqa: S704 - a file of this package; `<style>` knows no escapes
        style_hash=f"sha256-{digest}",
    )


@cache
def _drawing() -> "Environment":
    shared = environment()
    loaders = [PackageLoader("botassay.identity.surveys"), *([shared.loader] if shared.loader else [])]
    return shared.overlay(loader=ChoiceLoader(loaders))


@cache
def _style() -> str:
    drawing = _drawing()
    return "".join(drawing.loader.get_source(drawing, name)[0] for name in _STYLES) if drawing.loader else ""
