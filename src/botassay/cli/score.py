"""`botassay score`: a value for each line of text."""

import sys
from itertools import islice
from pathlib import Path

import click

from botassay.cli.output import redact_option
from botassay.cli.progress import Bar
from botassay.cli.settings import SettingsCommand, options_of
from botassay.core.progress import tracked
from botassay.settings.scoring import ScoreSettings


@click.command("score", cls=SettingsCommand)
@click.argument("issue")
@click.argument("file", default="-", type=click.Path(allow_dash=True, path_type=Path))
@options_of(ScoreSettings)
@redact_option
def command(issue: str, file: Path, settings: ScoreSettings, redact: str | None) -> None:
    """Score each line of FILE: {"text", "value", "label"}, a risk in [0, 1].

    AL adds "flagged": whether the text counts as abusive. A text that is not scored has the value null and a "reason".

    ISSUE is AL, B, or CC, which studies the whole input first. FILE is standard input where it is - or left out.
    """
    import msgspec

    from botassay.api.redaction import ReportRedactor
    from botassay.api.scoring import CHUNK, score
    from botassay.corpora.texts import read_texts

    encoder = msgspec.json.Encoder()
    redacting = None if redact is None else ReportRedactor(redact)
    with Bar() as bar:
        scores = score(issue, tracked(read_texts(file), bar.callback, "scoring", None, "texts"), settings)
        while chunk := list(islice(scores, CHUNK)):
            if redacting:
                chunk = [redacting.score(value) for value in chunk]
            sys.stdout.buffer.write(encoder.encode_lines(chunk))
            sys.stdout.buffer.flush()
    if redacting:
        click.echo(f"botassay: {redacting.notice}", err=True)
