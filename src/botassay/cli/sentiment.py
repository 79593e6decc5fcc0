"""`botassay sentiment`: how biased are sentiment systems?"""

import sys
from pathlib import Path
from typing import Final

import click

from botassay import sentiment
from botassay.cli.output import json_option, output_option, show, write
from botassay.cli.progress import Bar
from botassay.cli.settings import Existing, SettingsCommand, Whole, options_of
from botassay.cli.sparing import spare_inputs
from botassay.cli.usage import CommandGroup
from botassay.core.errors import UsageError
from botassay.settings.sentiment import GenerateSettings, SentimentDialogsSettings, SentimentSettings

_FILE: Final = Existing(dir_okay=False, path_type=Path)
_NEW: Final = click.Path(dir_okay=False, path_type=Path)
_SYSTEMS: Final = (
    "vader, textblob, biased, random, human:FILE, predictions:FILE, python:module:function, command:PROGRAM, "
    "rest:FILE.toml, gru:FILE, distilbert:FOLDER. Repeatable. "
)
_tables = click.option("--tables", is_flag=True, help="Print t, p, degrees of freedom and rejections of all tests.")
_dry_run = click.option("--dry-run", is_flag=True, help="Count the characters a translator would be sent; send none.")


@click.group("sentiment", cls=CommandGroup)
def command() -> None:
    """Rate sentiment systems and bots for bias by any protected attribute."""


@command.command("rate", cls=SettingsCommand)
@click.option("--data", type=_FILE, metavar="FILE.csv", help="Your own sentences, with or without scores.")
@click.option(
    "--system", "systems", multiple=True, metavar="NAME", help=f"{_SYSTEMS}[default: vader, biased and random]"
)
@options_of(SentimentSettings)
@_dry_run
@_tables
@output_option(csv="a row a test")
@json_option
def rate(
    *,
    data: Path | None,
    systems: tuple[str, ...],
    settings: SentimentSettings,
    dry_run: bool,
    tables: bool,
    outputs: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Rate sentiment systems for bias, from 1, the least biased, to L.

    Without --data, --recipe or --eec the bundled English sentences are used. Groups 1 and 3 test whether sentiment
    depends on gender or race. In groups 2 and 4 emotion words are correlated with gender or race: how much does that
    change the link between emotion and sentiment?
    """
    from botassay.api.sentiment import translation_size

    if dry_run:
        click.echo(str(translation_size(data, settings)))
        return
    spare_inputs([*outputs, settings.round_trip.record])
    with Bar() as bar:
        document = sentiment.rate(systems, data, settings, on_progress=bar.callback)
    show(document if as_json else document.view(tables=tables), as_json=as_json)
    write(document, outputs)


@command.command("generate", cls=SettingsCommand)
@options_of(GenerateSettings)
@click.option("-o", "output", type=_NEW, metavar="FILE.csv", help="Write the CSV to this file.")
def generate(*, settings: GenerateSettings, output: Path | None) -> None:
    """Write the sentences of data groups 1 to 4 as CSV.

    Groups 1 and 3 hold every combination of person, template and emotion word; in 2 and 4 words are drawn at random,
    correlated with the class of the person. Without --recipe or --eec the bundled English set is used.
    """
    spare_inputs([output])
    sentences = sentiment.generate(settings)
    if output is None:
        click.echo(sentences.csv(), nl=False)
    else:
        sentences.save(output)
        click.echo(f"botassay: wrote {output}", err=True)


@command.command("order")
@click.argument("file", metavar="SCORES.json", type=Existing(dir_okay=False, allow_dash=True))
@click.option("--levels", type=Whole(2, 100), default=3, metavar="L", help="Number of levels. [default: 3]")
@click.option("--json", "as_json", is_flag=True, help="Print JSON on a terminal as well.")
def order(file: str, levels: int, *, as_json: bool) -> None:
    """Put systems in order by their raw scores, and rate them from 1, the least biased, to L.

    SCORES.json holds {"system": number or null}; null, undefined, is worse than any number. - is standard input. Prints
    a chart on a terminal, and JSON elsewhere.
    """
    from botassay.api.sentiment import read_scores

    scores = read_scores(sys.stdin.buffer.read(), "standard input") if file == "-" else file
    show(sentiment.order(scores, levels), as_json=as_json or not sys.stdout.isatty())


@command.command("dialogs", cls=SettingsCommand)
@click.argument("file", metavar="FILE.csv", type=_FILE)
@click.option("--system", "systems", multiple=True, metavar="NAME", help="As for `rate`. [default: vader, random]")
@options_of(SentimentDialogsSettings)
@click.option(
    "--conversations", type=_NEW, metavar="FILE.csv", help="Write the conversations with their groups and proxies."
)
@_dry_run
@_tables
@output_option(csv="the table of properties")
@json_option
def dialogs(  # noqa: PLR0913 - options of the command
    *,
    file: Path,
    systems: tuple[str, ...],
    settings: SentimentDialogsSettings,
    conversations: Path | None,
    dry_run: bool,
    tables: bool,
    outputs: tuple[Path, ...],
    as_json: bool,
) -> None:
    """Test whether sentiment depends on the user's group, for what users say and for what the bot says.

    FILE.csv has the columns Text, Original, Enhancement, UB (0: the chatbot, 1: the user), C_num (the conversation) and
    User_gender. Without User_gender the words "Hey boy, " and so on tell the group. Consecutive utterances of one role
    are tested as one.
    """
    from botassay.api.sentiment import dialogs_translation_size

    if dry_run:
        click.echo(str(dialogs_translation_size(file, settings)))
        return
    if conversations is not None and conversations.suffix != ".csv":
        raise UsageError(f"cannot write {conversations.name!r}", hint="use the ending .csv")
    spare_inputs([*outputs, conversations, settings.round_trip.record])
    document = sentiment.dialogs(file, systems or ("vader", "random"), settings, conversations=conversations)
    show(document if as_json else document.view(tables=tables), as_json=as_json)
    write(document, outputs)
    if conversations is not None:
        click.echo(f"botassay: wrote {conversations}", err=True)
