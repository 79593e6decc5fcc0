"""Whether anybody listens at an address; nothing is sent there."""

import asyncio
import socket
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

from botassay.core.errors import BotError

_PATIENCE: Final = 5.0
"""Seconds for a connection."""
_PORTS: Final = {"http": 80, "https": 443}


def nobody_listens(host: str, port: int | None) -> BotError:
    """Return the failure of a connection that the other machine refused."""
    what = f"no connection: nothing listens at {host}:{port} (connection refused)"
    return BotError("connect", what, hint="start the bot there, or correct the address or the port", again=True)


def unknown_host(why: str) -> BotError:
    """Return the failure of a host name that has no address."""
    return BotError("dns", f"the host name cannot be resolved: {why}", hint="check the address", again=True)


async def refused(url: str) -> BotError | None:
    """Return why no connection to an address is possible; None where one is, or where that stays unknown.

    Args:
        url: of http or https.
    """
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or _PORTS.get(parts.scheme, 0)
    try:
        _, writer = await asyncio.wait_for(asyncio.open_connection(host, port), _PATIENCE)
    except ConnectionRefusedError:
        return nobody_listens(host, port)
    except socket.gaierror as error:
        return unknown_host(error.strerror or str(error))
    except (OSError, TimeoutError):
        return None
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()
    return None
