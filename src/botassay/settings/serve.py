"""The settings of the local web application."""

from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated

from botassay.core.errors import ConfigurationError, UsageError
from botassay.settings.option import Checked, Option

LOOPBACK = ("127.0.0.1", "::1", "localhost")
"""Hosts that nobody reaches from another machine."""
CODE = ("python", "command")
"""Kinds of bots that are run on this machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ServeSettings(Checked):
    """Web application."""

    port: Annotated[int, Option(help="Port to listen on; 0 takes a free one.", metavar="N", ge=0, le=65535)] = 8765
    open: Annotated[bool, Option(help="Open the address in a browser.")] = False
    read_only: Annotated[bool, Option(help="Let everybody read, and nobody change anything.")] = False
    max_runs: Annotated[int, Option(help="Runs that go on at a time.", metavar="N", ge=1, le=20)] = 2
    env: Annotated[
        tuple[str, ...],
        Option(
            help="Variable that new bots at an origin may send, beside those of bots/*.toml. Repeatable.",
            metavar="NAME=ORIGIN",
        ),
    ] = ()
    allow_code: Annotated[
        tuple[str, ...],
        Option(
            help="Function or program that may be tested: python:MODULE:NAME, command:PROGRAM. Repeatable.",
            metavar="SUBJECT",
        ),
    ] = ()
    host: Annotated[
        str | None,
        Option(help="Address to listen on, behind a server with TLS.", metavar="ADDR", default="this machine alone"),
    ] = None
    public_url: Annotated[
        str | None, Option(help="With --host: the address by which others reach it.", metavar="https://NAME")
    ] = None
    token_file: Annotated[
        Path | None, Option(help="Tokens of those who may enter, made with --new-token.", metavar="FILE", path="new")
    ] = None

    allow_net: Annotated[
        tuple[str, ...],
        Option(help="With --host: private network in which bots may be. Repeatable.", metavar="CIDR"),
    ] = ()

    @property
    def nets(self) -> tuple[IPv4Network | IPv6Network, ...] | None:
        """The private networks in which bots may be; None: all, as nobody else reaches the server."""
        alone = self.host is None or self.host in LOOPBACK
        return None if alone else tuple(map(_network, self.allow_net))

    def __post_init__(self) -> None:
        """Check the settings; raises UsageError, and ConfigurationError for an address that is open to others."""
        Checked.__post_init__(self)
        _check_code(self.allow_code)
        if self.public_url is not None and self.host is None:
            raise UsageError("--public-url requires --host", hint="add it, or leave this out")
        if self.host is None or self.host in LOOPBACK:
            if self.allow_net:
                hint = "leave it out; while only this machine can reach the server, all networks are allowed"
                raise UsageError("--allow-net requires --host with an address that other machines reach", hint=hint)
            return
        for text in self.allow_net:
            _network(text)
        if self.token_file is None or not (self.public_url or "").startswith("https://"):
            hint = "add --token-file FILE and --public-url https://NAME; a server with TLS passes requests on"
            raise ConfigurationError(f"--host {self.host} lets other machines in without protection", hint=hint)


def _check_code(subjects: tuple[str, ...]) -> None:
    """Refuse subjects that are neither functions nor programs; raises UsageError."""
    for subject in subjects:
        scheme, _, place = subject.partition(":")
        if scheme not in CODE or not place.strip():
            raise UsageError(f"--allow-code {subject!r} names no code", hint="write python:MODULE:NAME")


def _network(text: str) -> IPv4Network | IPv6Network:
    """Return the network that a text names; raises UsageError."""
    try:
        return ip_network(text)
    except ValueError as error:
        raise UsageError(f"--allow-net {text}: {error}", hint="write it like 10.1.0.0/16") from error
