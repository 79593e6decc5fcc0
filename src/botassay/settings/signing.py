"""The settings of certificates and of the keys that sign them."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal

from botassay.core.errors import UsageError
from botassay.settings.option import LARGEST_SEED, Checked, Option, check

SAMPLE: Final = 60
"""Conversations that are held to compare a bot with its certificate."""
Role = Literal["maker", "buyer", "third-party"]


@dataclass(frozen=True, slots=True, kw_only=True)
class KeySettings(Checked):
    """Keys."""

    no_passphrase: Annotated[bool, Option(help="Store the private key without a passphrase.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SignSettings(Checked):
    """Certificate."""

    key: Annotated[
        str | None, Option(help="Private key: FILE, name, or 'command: PROGRAM …' that signs.", metavar="KEY")
    ] = None
    public: Annotated[
        Path | None, Option(help="Public key that belongs to a command.", metavar="FILE.pub", path="file")
    ] = None
    out: Annotated[
        Path | None,
        Option(
            help="Certificate to write; its page stands beside it.",
            metavar="FILE.json",
            default="RUN/certificate.json",
            path="new",
        ),
    ] = None
    signer: Annotated[
        str | None, Option(help="Who signs, as the certificate names them.", metavar="TEXT", default="name of the key")
    ] = None
    role: Annotated[Role | None, Option(help="Relation of the signer to the bot.", default="not stated")] = None
    valid_days: Annotated[int, Option(help="Days until the certificate expires.", metavar="N", ge=1, le=3650)] = 90
    at: Annotated[
        str | None, Option(help="Time of signing, RFC 3339 in UTC.", metavar="TIME", default="now, by this clock")
    ] = None

    def __post_init__(self) -> None:
        """Check every field, and what they say together."""
        check(self)
        if not self.key:
            raise UsageError("--key is missing", hint="make one with: botassay key new NAME")
        by_command = self.key.startswith("command:")
        if by_command and self.public is None:
            raise UsageError(
                "a command that signs requires --public", hint="give its public key with --public FILE.pub"
            )
        if self.public is not None and not by_command:
            raise UsageError("--public requires a command as --key", hint="leave it out: the key file holds both")
        if self.out is not None and self.out.suffix.lower() != ".json":
            raise UsageError(f"cannot write {self.out.name!r}", hint="the name of a certificate ends in .json")


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifySettings(Checked):
    """Certificates."""

    trust: Annotated[
        tuple[Path, ...],
        Option(help="Public key to trust this once. Repeatable.", metavar="FILE.pub", path="file"),
    ] = ()
    allow_expired: Annotated[bool, Option(help="Accept a certificate that has expired.")] = False
    code: Annotated[
        str | None, Option(help="Code printed on a certificate; compare it.", metavar="XXXX-XXXX-XXXX-XXXX-XXXX")
    ] = None
    against: Annotated[
        str | None,
        Option(help="Talk to this bot now; compare it with the certified answers.", metavar="SUBJECT"),
    ] = None
    sample: Annotated[int, Option(help="--against: number of conversations.", metavar="N", ge=4, le=600)] = SAMPLE
    seed: Annotated[
        int | None,
        Option(
            help="--against: random seed of the fresh scripts.", metavar="N", default="random", ge=0, le=LARGEST_SEED
        ),
    ] = None
    out: Annotated[
        Path | None,
        Option(
            help="--against: folder of the new conversations.",
            metavar="DIR",
            default="a new one in runs",
            path="new-folder",
        ),
    ] = None

    def check_use(self, *, talks: bool) -> None:
        """Refuse what says how to talk to a bot where there is none; raises UsageError.

        Args:
            talks: whether a bot is given beside these settings.
        """
        if talks or self.against is not None:
            return
        given = {"--sample": self.sample != SAMPLE, "--seed": self.seed is not None, "--out": self.out}
        if flag := next((flag for flag, typed in given.items() if typed), None):
            raise UsageError(f"{flag} requires --against", hint="name the bot with --against SUBJECT")
