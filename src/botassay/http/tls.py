"""Safe connections: whose certificates are believed, and why one was not."""

import ssl
from pathlib import Path
from typing import Final

import aiohttp

from botassay.core.errors import BotError, ConfigurationError

_CERTIFICATE: Final = {
    9: "the certificate of the host is not valid yet",
    10: "the certificate of the host has expired",
    18: "the certificate of the host is self-signed",
    19: "the certificate of the host is signed by somebody who is not known here",
    20: "the certificate of the host is signed by somebody who is not known here",
    21: "the certificate of the host is signed by somebody who is not known here",
    23: "the certificate of the host was revoked",
    62: "the certificate is that of another host",
    64: "the certificate is that of another host",
}
"""What the codes of OpenSSL mean, `X509_V_ERR_…` in its x509_vfy.h."""
_OURS: Final = "is it your own? then name the file of its issuer with --ca"
_HINTS: Final = {
    9: "is the clock of this machine right?",
    10: "it has to be renewed; --insecure talks to it all the same, and the report says so",
    18: _OURS,
    19: _OURS,
    20: _OURS,
    21: _OURS,
    62: "is the address right?",
    64: "is the address right? give the name of the host, not its number",
}
_OLD: Final = ("the host speaks no TLS from 1.2 on", "older versions are not safe: it has to be renewed")
_HANDSHAKE: Final = {
    "WRONG_VERSION_NUMBER": ("what answers speaks no TLS", "write http:// if that is meant"),
    "HTTP_REQUEST": ("what answers speaks no TLS", "write http:// if that is meant"),
    "PACKET_LENGTH_TOO_LONG": ("what answers speaks no TLS", "write http:// if that is meant"),
    "RECORD_LAYER_FAILURE": ("what answers speaks no TLS", "write http:// if that is meant"),
    "UNSUPPORTED_PROTOCOL": _OLD,
    "TLSV1_ALERT_PROTOCOL_VERSION": _OLD,
    "TLSV13_ALERT_CERTIFICATE_REQUIRED": ("the host wants a certificate from us", "that is not supported"),
    "UNEXPECTED_EOF_WHILE_READING": ("the host broke off before the connection was safe", "does it speak TLS there?"),
}  # fmt: skip


def context(ca: Path | None = None, *, insecure: bool = False) -> ssl.SSLContext:
    """Make what judges certificates: by those of this machine, and by a file, unless nothing is to be judged.

    Args:
        ca: certificates in PEM that are believed, too.
        insecure: believe every certificate.

    Raises: ConfigurationError for a file that holds no certificate.
    """
    made = ssl.create_default_context()
    made.set_alpn_protocols(("http/1.1",))
    if insecure:
        made.check_hostname = False
        made.verify_mode = ssl.CERT_NONE
    if ca is not None:
        try:
            made.load_verify_locations(ca)
        except ssl.SSLError as error:
            hint = "write -----BEGIN CERTIFICATE----- and what follows into it"
            raise ConfigurationError("holds no certificate in PEM", str(ca), hint) from error
        except OSError as error:
            raise ConfigurationError(f"cannot be read: {error.strerror or error}", str(ca)) from error
    return made


def failure(error: Exception) -> BotError:
    """Say why there is no safe connection."""
    cause = error.certificate_error if isinstance(error, aiohttp.ClientConnectorCertificateError) else error
    inner = getattr(cause, "os_error", cause)
    if isinstance(inner, ssl.SSLCertVerificationError):
        code = inner.verify_code
        what = _CERTIFICATE.get(code, "the certificate of the host is not accepted")
        return BotError("tls", f"{what} ({inner.verify_message})", hint=_HINTS.get(code))
    reason = getattr(inner, "reason", None) or ""
    what, hint = _HANDSHAKE.get(reason, ("no safe connection", "does it speak TLS 1.2 or 1.3 there?"))
    said = reason.replace("_", " ").lower() or " ".join(str(inner).split())[:200]
    return BotError("tls", f"{what} ({said})", hint=hint)


def broken_off() -> BotError:
    """Say that a host took the connection, and closed it before it was safe."""
    what, hint = "the host broke off before the connection was safe", "does it speak TLS 1.2 or 1.3 there?"
    return BotError("tls", what, hint=hint)


def took_too_long() -> BotError:
    """Say that a host took the connection, and then never made it safe."""
    return BotError(
        "tls", "the host takes connections, but its TLS handshake never ends", hint="does it speak TLS there?"
    )
