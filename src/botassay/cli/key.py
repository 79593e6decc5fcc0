"""`botassay key`: the keys that sign certificates, and those of others that are trusted."""

import os
from pathlib import Path

import click

from botassay.cli.output import json_option, print_json
from botassay.cli.settings import Existing, SettingsCommand, options_of
from botassay.cli.terminal import asked_secretly
from botassay.cli.usage import CommandGroup
from botassay.settings.signing import KeySettings
from botassay.view.escape import visible


@click.group("key", cls=CommandGroup)
def command() -> None:
    """Make keys that sign certificates; trust and revoke keys of others.

    Keys are files in the user's configuration folder, or in the folder that BOTASSAY_CONFIG names. There is no key
    server: get the public key of a signer from the signer.
    """


@command.command("new", cls=SettingsCommand)
@click.argument("name")
@options_of(KeySettings)
def new(name: str, *, settings: KeySettings) -> None:
    """Make the Ed25519 key NAME: NAME.key, which stays with you, and NAME.pub, to give away.

    The passphrase is asked for, or taken from BOTASSAY_KEY_PASSPHRASE.
    """
    from botassay.api.certificates import list_keys, new_key
    from botassay.certificate.keys import PASSPHRASE

    passphrase = None if settings.no_passphrase else os.environ.get(PASSPHRASE) or asked_secretly(None, twice=True)
    known = new_key(name, passphrase, settings)
    place = Path(list_keys().folder) / "keys" / f"{known.name}.pub"
    click.echo(
        f"key      {known.keyid}\npublic   {visible(str(place))}\nprivate  {visible(str(place.with_suffix('.key')))}"
    )


@command.command("trust")
@click.argument("file", type=Existing(dir_okay=False, path_type=Path), metavar="FILE.pub")
@click.option("--as", "name", required=True, metavar="NAME", help="Name of the signer.")
def trust(file: Path, *, name: str) -> None:
    """Trust the public key FILE.pub from now on.

    Compare its id with what the signer tells you, by telephone for example.
    """
    from botassay.api.certificates import trust_key

    known = trust_key(file, name)
    click.echo(f"trusted  {known.name}  {known.keyid}")


@command.command("list")
@json_option
def list_all(*, as_json: bool) -> None:
    """List the keys that you made or trust."""
    from botassay.api.certificates import list_keys

    listed = list_keys()
    if as_json:
        print_json(listed)
        return
    for known in listed.keys:
        kind = "own" if known.own else "trusted"
        revoked = f"  revoked from {known.revoked}" if known.revoked else ""
        click.echo(f"{visible(known.name):20} {kind:8} {known.keyid}{revoked}")
    if not listed.keys:
        click.echo(f"no keys in {visible(listed.folder)}; botassay key new NAME makes one", err=True)


@command.command("revoke")
@click.argument("keyid")
@click.option("--from", "since", required=True, metavar="DATE", help="First day on which its signatures do not count.")
def revoke(keyid: str, *, since: str) -> None:
    """Stop trusting what the key KEYID signed from a day on; earlier certificates stay valid.

    Signers set the time of signing themselves: where a key was stolen, revoke it from a day before its first use.
    """
    from botassay.api.certificates import revoke_key

    click.echo(f"revoked  {revoke_key(keyid, since)} from {since}")
