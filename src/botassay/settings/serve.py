"""The settings of the local web application."""

from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

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
        str | None, Option(help="Address by which others reach it; needs --token-file.", metavar="https://NAME")
    ] = None
    token_file: Annotated[
        Path | None, Option(help="Tokens of those who may enter, made with --new-token.", metavar="FILE", path="new")
    ] = None

    allow_net: Annotated[
        tuple[str, ...],
        Option(help="Where others reach the server: private network in which bots may be. Repeatable.", metavar="CIDR"),
    ] = ()

    @property
    def alone(self) -> bool:
        """Whether only this machine reaches the server: it listens on loopback, and nothing passes requests on."""
        return (self.host is None or self.host in LOOPBACK) and self.public_url is None

    @property
    def nets(self) -> tuple[IPv4Network | IPv6Network, ...] | None:
        """The private networks in which bots may be; None: all, as nobody else reaches the server."""
        return None if self.alone else tuple(map(_network, self.allow_net))

    @property
    def public_origin(self) -> str | None:
        """The public address as browsers write it: in small letters, and without the port that https has anyway."""
        return None if self.public_url is None else _origin(self.public_url)

    def __post_init__(self) -> None:
        """Check the settings; raises UsageError, and ConfigurationError for an address that is open to others."""
        Checked.__post_init__(self)
        _check_code(self.allow_code)
        for text in self.allow_net:
            _network(text)
        if self.alone:
            if self.allow_net:
                hint = "leave it out; while only this machine can reach the server, all networks are allowed"
                what = "--allow-net requires --public-url, or --host with an address that other machines reach"
                raise UsageError(what, hint=hint)
            return
        protected = "add --token-file FILE and --public-url https://NAME; a server with TLS passes requests on"
        if self.public_url is None:
            what = f"--host {self.host} is not an address of this machine alone, so TLS and tokens are required"
            raise ConfigurationError(what, hint=protected)
        _origin(self.public_url)
        if self.token_file is None:
            raise ConfigurationError("other machines are let in only with tokens", hint=protected)


def _origin(address: str) -> str:
    """Return the origin of a public address; raises ConfigurationError for one without TLS, UsageError for none."""
    hint = "a server with TLS passes requests on: write it like https://assay.example"
    try:
        parts = urlsplit(address)
        name, port = parts.hostname or "", parts.port
    except ValueError:
        parts, name, port = urlsplit(""), "", None
    if parts.scheme == "http" and name:
        raise ConfigurationError(f"--public-url {address} would send tokens unencrypted", hint=hint)
    more = parts.path.strip("/") or parts.query or parts.fragment or parts.username is not None
    if parts.scheme != "https" or not name.isascii() or not name or more:
        raise UsageError(f"--public-url {address} is not https:// and a name", hint=hint)
    host = f"[{name}]" if ":" in name else name
    return f"https://{host}" + (f":{port}" if port not in (None, 443) else "")


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
