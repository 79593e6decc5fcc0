"""`botassay check`: what is wrong with a file, line by line, before anything is made of it."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from botassay.cli.checking import Check, Flaw, guess, one_by_one
from botassay.cli.flags import Existing
from botassay.cli.progress import Bar
from botassay.cli.settings import command as settings_command
from botassay.cli.settings import options_of
from botassay.core.errors import InputError
from botassay.settings.rating import FormatSettings

if TYPE_CHECKING:
    from botassay.corpora.checking import Checked, Checking

_LISTED: Final = 20
"""Problems that a person is shown."""


@settings_command("check")
@click.argument("file", type=Existing(path_type=Path))
@options_of(FormatSettings)
@click.option(
    "--as",
    "kind",
    type=click.Choice(["dialogs", "phrases", "lists", "bot", "profile", "settings", "rules", "rating"]),
    help="What the file is, instead of guessing it.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(file: Path, settings: FormatSettings, kind: str | None, *, as_json: bool) -> int:
    """Say what is wrong with FILE, and where: dialogs (also a folder), or any other file that botassay reads.

    That is: labelled phrases, option lists, a bot.toml, a profile, a botassay.toml, a grammar, a stored rating. Of
    dialogs every problem is listed, and each line counted: accepted + rejected = lines. Any other file is taken whole
    or not at all: its first problem is listed.
    Exit codes: 0 nothing is wrong, 65 something is.
    """
    import msgspec

    kind = "dialogs" if settings != FormatSettings() else kind or guess(file)
    check = _dialogs(file, settings) if kind == "dialogs" else one_by_one(kind, file)
    if as_json:
        click.echo(msgspec.json.encode(check))
    else:
        _show(check)
    return InputError.exit_code if check.found else 0


def _dialogs(file: Path, settings: FormatSettings) -> Check:
    from botassay.corpora import open_corpus
    from botassay.corpora.checking import Checking
    from botassay.corpora.column_mapping import pairs
    from botassay.report.inert import visible

    columns, roles = pairs("--column", settings.columns), pairs("--role", settings.roles)
    corpus = open_corpus(file, settings.format, columns=columns, roles=roles)
    for line in corpus.assumptions():
        click.echo(visible(f"botassay: {line}"), err=True)
    checking = Checking(corpus)
    with Bar() as bar:
        return document(file, checking.run(lambda steps: _watched(bar, checking, steps)))


def _watched(bar: Bar, checking: "Checking", steps: Iterable[int]) -> Iterable[int]:
    from botassay.cli.progress import State

    checked = checking.checked
    note = "dialogs/s"
    return bar.follow("check", steps, lambda: State(checked.bytes_read, checking.size, checked.dialogs, note))


def document(file: Path, checked: "Checked") -> Check:
    """Put what was found into a document."""
    flaws = tuple(Flaw(one.file, one.line, one.code, one.text, one.hint) for one in checked.problems)
    return Check(
        subject=str(file),
        format=", ".join(sorted(checked.formats)),
        dialogs=checked.dialogs,
        utterances=checked.utterances,
        ignored=checked.ignored,
        lines=checked.lines,
        accepted=checked.accepted,
        rejected=checked.rejected,
        blank=checked.blank,
        found=checked.found,
        problems=flaws,
        remarks=checked.remarks,
        skipped_files=tuple(checked.skipped_files),
    )


def _show(check: Check) -> None:
    from botassay.report.inert import visible

    for flaw in check.problems[:_LISTED]:
        place = ":".join(str(part) for part in (flaw.file, flaw.line, flaw.column) if part is not None)
        code = f"{flaw.code} " if flaw.code else ""
        hint = f" ({flaw.hint})" if flaw.hint else ""
        click.echo(visible(f"{place}: {code}{flaw.text}{hint}"))
    if check.found > _LISTED:
        click.echo(f"… {check.found - _LISTED:,} problems more: --json lists {len(check.problems):,} of them")
    for line in _summary(check):
        click.echo(visible(line))


def _summary(check: Check) -> Iterator[str]:
    yield from (f"{count:,} {what}" for what, count in check.remarks.items())
    if check.skipped_files:
        yield f"{len(check.skipped_files):,} files hold none of it: {', '.join(check.skipped_files[:5])}"
    if check.dialogs is not None:
        yield f"{check.dialogs:,} dialogs, {check.utterances:,} utterances, {check.ignored:,} system messages"
    blank = f", {check.blank:,} of them blank" if check.blank else ""
    counted = f"{check.lines:,} lines = {check.accepted:,} accepted{blank} + {check.rejected:,} rejected"
    yield f"{check.format or 'no format'}: {counted}"
