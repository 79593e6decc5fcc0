"""`botassay identity survey`: human ratings of replies, and the forms to collect them."""

from pathlib import Path

import click

from botassay import identity
from botassay.cli.output import json_option, output_option, show
from botassay.cli.progress import Bar
from botassay.cli.settings import Existing, command, options_of, typed
from botassay.cli.sparing import spare_inputs
from botassay.core.errors import UsageError
from botassay.settings.identity import SurveyCommandSettings


@command("survey")
@click.argument("files", nargs=-1, metavar="[RATINGS]...", type=Existing(dir_okay=False, path_type=Path))
@click.option("--make", is_flag=True, help="Write a questionnaire to rate replies (HTML to print, and CSV).")
@click.option("--collect", is_flag=True, help="Write a form to collect phrasings (HTML to print, and CSV).")
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Folder for --make and --collect."
)
@options_of(SurveyCommandSettings)
@output_option()
@json_option
def survey(
    *,
    files: tuple[Path, ...],
    make: bool,
    collect: bool,
    out: Path | None,
    settings: SurveyCommandSettings,
    outputs: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Evaluate human ratings of replies to "are you a machine?", or make the survey forms.

    RATINGS is CSV with the columns rater,item,configuration,appropriate,trustworthy,friendly, and optionally
    reason,duplicate_of; ratings are from 1 to 7. Several files are combined. Small talk has the configuration
    calibration, a repeated item the configuration duplicate.
    """
    _check(files, out, make=make, collect=collect)
    if out is None:
        spare_inputs(outputs)
        show(identity.survey(files, settings.survey), outputs, as_json=as_json)
        return
    with Bar() as bar:
        form = identity.questionnaire(settings.form, on_progress=bar.callback) if make else None
    form = form or identity.phrasing_form(settings.form)
    for file in form.save(out):
        click.echo(str(file))
    click.echo(form.size)


def _check(files: tuple[Path, ...], out: Path | None, *, make: bool, collect: bool) -> None:
    """Refuse options that cannot be combined; raises UsageError."""
    if make and collect:
        raise UsageError("--make and --collect cannot be combined", hint="run the command twice")
    if not make and not collect:
        _check_evaluation(files, out)
        return
    if files:
        raise UsageError("--make and --collect read no ratings", hint=f"leave out {files[0]}")
    if out is None:
        raise UsageError("--make and --collect need a folder", hint="give --out DIR")
    for setting in typed("form") if collect else ():
        if setting.flag in {"--dialogs", "--responses"}:
            raise UsageError(f"{setting.flag} requires --make")


def _check_evaluation(files: tuple[Path, ...], out: Path | None) -> None:
    """Refuse options that are only for the forms, and no ratings; raises UsageError."""
    flags = [setting.flag for setting in typed("form")] + ["--out"] * (out is not None)
    if flags:
        raise UsageError(f"{flags[0]} requires --make or --collect")
    if not files:
        raise UsageError("no ratings given", hint="give RATINGS, --make or --collect")
