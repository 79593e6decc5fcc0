"""`botassay identity survey`: what do people think of the bot's answer, and how do they ask?"""

from pathlib import Path

import click

from botassay.cli.output import json_option, output_option, show
from botassay.cli.progress import Bar
from botassay.cli.settings import Existing, command, options_of, typed
from botassay.cli.sparing import spare_inputs
from botassay.core.errors import UsageError
from botassay.settings.identity import SurveyCommandSettings


@command("survey")
@click.argument("files", nargs=-1, metavar="[RATINGS]...", type=Existing(dir_okay=False, path_type=Path))
@click.option("--make", is_flag=True, help="Write a questionnaire about replies: a page to print, and CSV.")
@click.option("--collect", is_flag=True, help="Write the form that collects ways to ask: a page to print, and CSV.")
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
    """Ask people what they think of replies to "are you a machine?", and how they would ask.

    RATINGS is CSV with the columns rater,item,configuration,appropriate,trustworthy,friendly, and reason,duplicate_of
    where there are some; ratings go from 1 to 7. Several files are put together. Small talk has the configuration
    calibration, the item that is shown again the configuration duplicate.
    """
    from botassay import identity

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
    """Refuse options that do not go together.

    Raises: UsageError.
    """
    flags = [setting.flag for setting in typed("form")] + ["--out"] * (out is not None)
    if make and collect:
        raise UsageError("--make and --collect exclude each other")
    if make or collect:
        if files:
            raise UsageError("--make and --collect read no ratings", hint=f"leave out {files[0]}")
        if out is None:
            raise UsageError("--make and --collect need a folder", hint="name one: --out DIR")
        for flag in flags if collect else ():
            if flag in {"--dialogs", "--responses"}:
                raise UsageError(f"{flag} belongs to --make")
    elif flags:
        raise UsageError(f"{flags[0]} belongs to --make or --collect")
    elif not files:
        raise UsageError("nothing to do", hint="give ratings, or --make, or --collect")
