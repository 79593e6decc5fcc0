"""Name resolution: each connection goes to the address that was checked."""

import ipaddress
import socket
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.resolver import ThreadedResolver

from botassay.core.errors import BotError

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

METADATA: Final = frozenset(
    ipaddress.ip_address(text)
    for text in (
        "169.254.169.254", "169.254.170.2", "169.254.170.23", "169.254.169.253", "100.100.100.200",
        "192.0.0.192", "168.63.129.16", "fd00:ec2::254", "fd00:ec2::23", "fd20:ce::254",
    )
)  # fmt: skip
"""Where clouds hand out keys to whoever asks from the inside: no bot is there."""
_NAT64: Final = ipaddress.ip_network("64:ff9b::/96")


def address_of(host: str) -> Address | None:
    """Read an address however it is written: also as one number, octal, mapped into IPv6, or through NAT64.

    >>> spellings = ("2852039166", "0251.0376.169.254", "[::ffff:a9fe:a9fe]", "64:ff9b::a9fe:a9fe")
    >>> {str(address_of(host)) for host in spellings}
    {'169.254.169.254'}
    >>> address_of("bot.example") is None
    True
    """
    bare = host.strip("[]").partition("%")[0].rstrip(".")
    try:
        return _inner(ipaddress.ip_address(bare))
    except ValueError:
        return _spelled_oddly(bare)


def _spelled_oddly(host: str) -> Address | None:
    """Read an address as sockets do: with fewer parts, octal, hexadecimal."""
    try:
        return ipaddress.IPv4Address(socket.inet_aton(host)) if host[:1].isdigit() else None
    except (OSError, ValueError):
        return None


def _inner(address: Address) -> Address:
    """Return the address of version 4 that one of version 6 stands for."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address.ipv4_mapped or address.sixtofour:
        return address.ipv4_mapped or address.sixtofour or address
    if address in _NAT64 or (
        int(address) >> 32 == 0 and int(address) > 1
    ):  # the second: IPv4-compatible, long out of use
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address


def is_metadata(address: Address) -> bool:
    """Whether a cloud hands out keys there."""
    return address in METADATA


@dataclass(slots=True)
class ReachableNets:
    """The private networks in which bots are talked to: all of them, unless others than their owner choose the bots.

    Args:
        allowed: None: all.
    """

    allowed: tuple[Network, ...] | None = None

    def refuses(self, address: Address) -> bool:
        """Whether an address is on this machine or in a private network, and in none of those that are allowed."""
        return self.allowed is not None and _depth(address) > 0 and not any(address in net for net in self.allowed)


NETS: Final = ReachableNets()
"""Those of this process."""
NETS_HINT: Final = "whoever starts the server can allow its network with --allow-net"

_REGIONS: Final = ("the internet", "the network of this machine", "this machine")
"""From the outside to the inside."""


def _depth(address: Address) -> int:
    if address.is_loopback or address.is_unspecified:
        return 2
    return 1 if address.is_link_local or address.is_private else 0


@dataclass(slots=True)
class AddressPolicy:
    """Judges the addresses of names: never one where clouds keep their keys, and never from the net to the inside.

    A name may change its address, as behind a balancer, but it may not lead further inside while a run goes on: that is
    how a stranger's name would be turned on this machine (DNS rebinding).
    """

    _depths: dict[str, int] = field(default_factory=dict, repr=False)

    def check(self, host: str, resolved: Sequence[str]) -> None:
        """Refuse a host by its addresses.

        Raises: BotError, `dns`.
        """
        addresses = [address for text in resolved if (address := address_of(text))]
        metadata = next((address for address in addresses if is_metadata(address)), None)
        if metadata:
            what = f"{host} resolves to a cloud metadata address ({metadata})"
            raise BotError("dns", what, hint="bots do not run there; nothing was sent")
        private = next(filter(NETS.refuses, addresses), None)
        if private:
            raise BotError("dns", f"{host} resolves to an address inside ({private})", hint=NETS_HINT)
        depth = max(map(_depth, addresses), default=0)
        before = self._depths.setdefault(host.lower(), depth)
        if depth > before:
            what = f"{host} pointed to {_REGIONS[before]} when the run began and now points to {_REGIONS[depth]}"
            raise BotError("dns", what, hint="nothing was sent; begin a new run if that is intended")


class Resolver(AbstractResolver):
    """Looks names up, and lets through what the gate does; the connection is made to no other address."""

    def __init__(self, gate: AddressPolicy, inner: AbstractResolver | None = None) -> None:
        self._gate = gate
        self._inner = inner or ThreadedResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """Return the addresses of a name.

        Raises: BotError, OSError.
        """
        addresses: list[Any] = await self._inner.resolve(host, port, family)
        self._gate.check(host, [result["host"] for result in addresses])
        return addresses

    async def close(self) -> None:
        """Have done with it."""
        await self._inner.close()
