"""`botassay verify`: whether a run, its rating and its certificate are as they were."""

from pathlib import Path

import click

from botassay.cli.beginning import asking
from botassay.cli.output import json_option, output_option, show
from botassay.cli.progress import Bar
from botassay.cli.settings import SettingsCommand, existing_run, options_of
from botassay.core import exit_codes
from botassay.settings.signing import VerifySettings


@click.command("verify", cls=SettingsCommand)
@click.argument("run", type=existing_run(), metavar="PATH")
@options_of(VerifySettings)
@click.option("--yes", is_flag=True, help="Do not ask before the first run with a bot on another machine.")
@output_option()
@json_option
def command(run: Path, *, settings: VerifySettings, yes: bool, outputs: tuple[Path, ...], as_json: bool) -> int:
    """Check PATH, the folder of a live run or a certificate: that nothing was changed, and who signed it.

    Every row of the journal is checked against the digests that were written with it, the rating against the journal
    that it names, and rating.json and report.html against the same rating worked out again. Of a certificate
    (certificate.json, certificate.html, or a folder with either) also the signature, the dates, what was signed, and
    the page. Nothing is sent without --against.

    --against SUBJECT: if the certificate is sound, hold conversations with a bot, half with the certified scripts, half
    with fresh ones, and tell whether it changed. The folder of the certified run must be at hand.

    Exit codes: 0 sound, 1 not sound, not sealed, expired, signed by a key that is not trusted, or the bot changed,
    2 usage, 65 neither a run nor a certificate that can be read.
    """
    from botassay.api.verification import verify

    with Bar() as bar:
        verification = verify(run, settings, on_progress=bar.callback, confirm=asking(None, yes=yes))
    show(verification, outputs, as_json=as_json)
    return 0 if verification.sound else exit_codes.FAILED_GATE
