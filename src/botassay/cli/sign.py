"""`botassay sign`: a certificate of a run."""

from pathlib import Path

import click

from botassay.cli.output import json_option, print_json
from botassay.cli.progress import Bar
from botassay.cli.settings import SettingsCommand, existing_run, options_of
from botassay.cli.terminal import asked_secretly
from botassay.settings.signing import SignSettings
from botassay.view.escape import visible


@click.command("sign", cls=SettingsCommand)
@click.argument("run", type=existing_run())
@options_of(SignSettings)
@json_option
def command(run: Path, *, settings: SignSettings, as_json: bool) -> None:
    """Sign RUN, the folder of a live run: write certificate.json, and certificate.html to print and pass on.

    A certificate says what the rating says, how it was made and what was not tested, and who vouches for it. The run is
    verified first, and its rating worked out again. The same run, key and --at give the same bytes. Signing with
    another key adds a signature. Nothing is sent.

    A command as --key reads the bytes to sign from its standard input and writes a signature of 64 bytes.
    """
    from botassay.api.certificates import sign

    with Bar() as bar:
        signed = sign(run, settings, ask=asked_secretly, on_progress=bar.callback)
    if as_json:
        print_json(signed)
        return
    click.echo(f"wrote  {visible(signed.certificate)}\n       {visible(signed.page)}")
    click.echo(f"code   {signed.code}\nkey    {', '.join(signed.keyids)}\nvalid  until {signed.valid_until}")
