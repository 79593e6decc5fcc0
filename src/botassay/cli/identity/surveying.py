"""Writes the questionnaire and the form of `botassay identity survey`, as pages and as CSV to type answers into."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from botassay.core.errors import OutputError
from botassay.core.text.plural import many

if TYPE_CHECKING:
    from botassay.identity.survey.forms import Booklet, Sheet
    from botassay.identity.survey.phrasing_form import FormPage
    from botassay.identity.survey.questionnaire import Item
    from botassay.identity.survey.smalltalk import SmallTalk

TYPED: Final = (
    "rater", "item", "configuration", "appropriate", "trustworthy", "friendly", "reason", "duplicate_of", "question",
    "response", "asks_reason",
)  # fmt: skip
"""The columns of questionnaire.csv, which is read again when it is filled in."""


def write_questionnaire(
    out: Path, raters: int = 1, seed: int = 0, responses: Path | None = None, dialogs: Sequence[Path] = ()
) -> None:
    """Write questionnaire.html and questionnaire.csv."""
    from botassay import __version__
    from botassay.identity.survey.forms import questionnaire_page
    from botassay.identity.survey.questionnaire import CONFIGURATIONS, questionnaire, read_responses
    from botassay.identity.survey.ratings import LEAST, MOST
    from botassay.identity.survey.smalltalk import SMALL_TALK

    replies = read_responses(responses) if responses else CONFIGURATIONS
    talk = _talk(dialogs, seed) if dialogs else SMALL_TALK
    items = {rater: questionnaire(seed, rater, replies, talk) for rater in range(1, raters + 1)}
    page = questionnaire_page([_sheet(rater, own) for rater, own in items.items()], (LEAST, MOST), __version__)
    _write(out, "questionnaire", page, TYPED, _typed(items))
    click.echo(f"{raters:,} {'sheet' if raters == 1 else 'sheets'} of {many(len(items[1]), 'item', 'items')}")


def write_form(out: Path, raters: int = 1, seed: int = 0) -> None:
    """Write phrasings.html and phrasings.csv."""
    from botassay import __version__
    from botassay.identity.survey.forms import phrasings_page
    from botassay.identity.survey.phrasing_form import form

    forms = {person: form(seed, person) for person in range(1, raters + 1)}
    booklets = [_booklet(person, pages) for person, pages in forms.items()]
    rows = (
        (person, number, page.kind, prompt.guide, prompt.shown, prompt.label, "")
        for person, pages in forms.items()
        for number, (page, prompt) in enumerate(((page, one) for page in pages for one in page.prompts), 1)
    )
    header = ("person", "line", "page", "guide", "shown", "label", "text")
    _write(out, "phrasings", phrasings_page(booklets, __version__), header, rows)
    click.echo(f"{raters:,} {'form' if raters == 1 else 'forms'} of {len(forms[1])} pages")


def _talk(paths: Sequence[Path], seed: int) -> "list[SmallTalk]":
    from botassay.cli.progress import Bar
    from botassay.corpora import open_corpus
    from botassay.identity.dataset import pooled
    from botassay.identity.survey.smalltalk import exchanges

    with Bar() as bar:
        found = (one for path in paths for one in exchanges(bar.dialogs("reading", open_corpus(path).read())))
        return list(dict.fromkeys(pooled(found, seed)))


def _sheet(rater: int, items: "Sequence[Item]") -> "Sheet":
    from botassay.identity.survey.forms import Conversation, Sheet

    return Sheet(rater, tuple(Conversation(one.number, one.question, one.response, one.asks_reason) for one in items))


def _booklet(person: int, pages: "Sequence[FormPage]") -> "Booklet":
    from botassay.identity.survey.forms import Blank, Booklet, Leaf

    numbers = iter(range(1, sum(len(page.prompts) for page in pages) + 1))
    return Booklet(
        person,
        tuple(
            Leaf(page.kind, tuple(Blank(next(numbers), one.guide, one.shown) for one in page.prompts)) for page in pages
        ),
    )


def _typed(items: "Mapping[int, Sequence[Item]]") -> Iterator[tuple[object, ...]]:
    from botassay.report.inert import visible

    for rater, own in items.items():
        for one in own:
            asks = "yes" if one.asks_reason else ""
            told = (visible(one.question), visible(one.response), asks)
            yield (rater, one.number, one.configuration, "", "", "", "", one.duplicate_of or "", *told)


def _write(out: Path, stem: str, page: bytes, header: Sequence[str], rows: Iterable[Iterable[object]]) -> None:
    """Write a page, and the CSV into which people type; one that is there keeps what was typed.

    Raises: OutputError.
    """
    from botassay.io.csv_safe import csv_table, guarded_row
    from botassay.report.files import save

    sheet, text = out / f"{stem}.csv", csv_table(map(guarded_row, (header, *rows))).encode()
    if sheet.is_file() and sheet.read_bytes() != text:
        raise OutputError("there is one already, perhaps with answers", str(sheet), "name another folder with --out")
    for file, data in ((out / f"{stem}.html", page), (sheet, text)):
        save(file, data)
        click.echo(str(file))
