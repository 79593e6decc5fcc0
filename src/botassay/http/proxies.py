"""The proxy through which requests go, if one is named."""

from typing import Final
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from botassay.core.errors import ConfigurationError

ENVIRONMENT: Final = "env"
"""In the place of an address: as HTTPS_PROXY, HTTP_PROXY and NO_PROXY say."""


def check_proxy(typed: str | None, where: str | None = None) -> None:
    """Refuse what is not the address of a proxy.

    Raises: ConfigurationError.
    """
    if typed is None or typed == ENVIRONMENT:
        return
    parts = urlsplit(typed)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        hint = "write --proxy http://HOST:PORT, or --proxy env; SOCKS is not supported"
        raise ConfigurationError(f"{parts.scheme or typed}: is not an HTTP proxy", where, hint)


def proxy_for(typed: str | None, url: str) -> str | None:
    """Return the address of the proxy for a request; None where it goes out directly.

    Args:
        typed: the address of a proxy, `env`, or None for none.
        url: of the request.
    """
    if typed != ENVIRONMENT:
        return typed
    parts = urlsplit(url)
    return None if proxy_bypass(parts.hostname or "") else getproxies().get(parts.scheme)
