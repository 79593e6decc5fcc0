"""`botassay redact`: a run or a file without personal data, and back."""

from pathlib import Path

import click

from botassay.cli.output import json_option, print_json
from botassay.cli.settings import Existing
from botassay.core.errors import UsageError
from botassay.view.escape import visible


@click.command("redact")
@click.argument("source", type=Existing(path_type=Path))
@click.option(
    "-o", "output", type=click.Path(path_type=Path), required=True, metavar="FILE", help="File or folder to write."
)
@click.option(
    "--kinds", default="all", metavar="KINDS", show_default=True, help="Kinds of personal data, such as email,phone."
)
@click.option(
    "--mapping",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="What the marks stand for. [default: RUN/redaction.json, or FILE.redaction.json]",
)
@click.option("--undo", is_flag=True, help="Put the values back, by the file that --mapping names.")
@json_option
def command(source: Path, *, output: Path, kinds: str, mapping: Path | None, undo: bool, as_json: bool) -> None:
    """Take personal data out of SOURCE, the folder of a run or a file of text, and write what can be shared.

    \b
    botassay redact runs/… -o shared
    botassay redact dialogs.jsonl -o dialogs-shared.jsonl
    botassay redact --undo dialogs-back.jsonl --mapping dialogs.jsonl.redaction.json -o dialogs.jsonl

    Each value gets a mark, such as [email-1], and the same value the same mark. What the marks stand for is kept beside
    SOURCE, readable by you alone; do not share it. It works by rules: names in free text can remain, so look before you
    share. Of a run, pictures, translations and decisions are left out; its journal can still be verified.

    Kinds: email, phone, card, iban, address, name, secret, canary, url, token_link, ssn, passport, national_id,
    tax_id, health_id, date_of_birth, username, handle, ip, licence_plate, vehicle_id, device_id, account_number,
    customer_id, postcode, geo; id for the ids, all for all.
    """  # noqa: D301 - click leaves the lines after a backspace as they are
    from botassay.api.redaction import mapping_of, redact, restore

    if undo:
        if kinds != "all":
            raise UsageError("--kinds does not go with --undo", hint="leave it out: every known mark is put back")
        restore(source, output, mapping or mapping_of(source))
        if as_json:
            print_json({"output": str(output)})
        else:
            click.echo(f"botassay: wrote {visible(str(output))}", err=True)
        return
    done = redact(source, output, kinds, mapping=mapping)
    if as_json:
        print_json(done)
        return
    click.echo(f"botassay: wrote {visible(done.output)}", err=True)
    click.echo(f"botassay: what the marks stand for is in {visible(done.mapping)}; do not share it", err=True)
    click.echo(f"botassay: {done.notice}", err=True)
