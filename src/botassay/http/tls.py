"""TLS: which certificates are trusted, and why a connection was refused."""

import ssl
from pathlib import Path
from typing import Final

import aiohttp

from botassay.core.errors import BotError, ConfigurationError

_CERTIFICATE: Final = {
    9: "the certificate of the host is not valid yet",
    10: "the certificate of the host has expired",
    18: "the certificate of the host is self-signed",
    19: "the certificate of the host is signed by an unknown authority",
    20: "the certificate of the host is signed by an unknown authority",
    21: "the certificate of the host is signed by an unknown authority",
    23: "the certificate of the host was revoked",
    62: "the certificate is that of another host",
    64: "the certificate is that of another host",
}
"""What the codes of OpenSSL mean, `X509_V_ERR_…` in its x509_vfy.h."""
_OURS: Final = "if it is your own, give the certificate of its issuer with --ca"
_HINTS: Final = {
    9: "check the clock of this machine",
    10: "renew it; --insecure connects anyway, and the report says so",
    18: _OURS,
    19: _OURS,
    20: _OURS,
    21: _OURS,
    62: "check the address",
    64: "check the address: use the host name, not its IP address",
}
_OLD: Final = ("the host does not support TLS 1.2 or later", "older versions are insecure; upgrade the server")
_HANDSHAKE: Final = {
    "WRONG_VERSION_NUMBER": ("the server does not speak TLS", "use http:// if the server has no TLS"),
    "HTTP_REQUEST": ("the server does not speak TLS", "use http:// if the server has no TLS"),
    "PACKET_LENGTH_TOO_LONG": ("the server does not speak TLS", "use http:// if the server has no TLS"),
    "RECORD_LAYER_FAILURE": ("the server does not speak TLS", "use http:// if the server has no TLS"),
    "UNSUPPORTED_PROTOCOL": _OLD,
    "TLSV1_ALERT_PROTOCOL_VERSION": _OLD,
    "TLSV13_ALERT_CERTIFICATE_REQUIRED": (
        "the host requires a client certificate", "client certificates are not supported"
    ),
    "UNEXPECTED_EOF_WHILE_READING": (
        "the host closed the connection during the TLS handshake", "check that it supports TLS on this port"
    ),
}  # fmt: skip


def context(ca: Path | None = None, *, insecure: bool = False) -> ssl.SSLContext:
    """Return the context that verifies certificates: against those of this machine, and against a file.

    Args:
        ca: a file of additional certificates to trust, in PEM.
        insecure: believe every certificate.

    Raises: ConfigurationError for a file that holds no certificate.
    """
    context_used = ssl.create_default_context()
    context_used.set_alpn_protocols(("http/1.1",))
    if insecure:
        context_used.check_hostname = False
        context_used.verify_mode = ssl.CERT_NONE
    if ca is not None:
        try:
            context_used.load_verify_locations(ca)
        except ssl.SSLError as error:
            hint = "it must contain -----BEGIN CERTIFICATE-----"
            raise ConfigurationError("contains no PEM certificate", str(ca), hint) from error
        except OSError as error:
            raise ConfigurationError(f"cannot be read: {error.strerror or error}", str(ca)) from error
    return context_used


def failure(error: Exception) -> BotError:
    """Return the error for a secure connection that could not be made."""
    cause = error.certificate_error if isinstance(error, aiohttp.ClientConnectorCertificateError) else error
    inner = getattr(cause, "os_error", cause)
    if isinstance(inner, ssl.SSLCertVerificationError):
        code = inner.verify_code
        what = _CERTIFICATE.get(code, "the certificate of the host is not accepted")
        return BotError("tls", f"{what}: {inner.verify_message}", hint=_HINTS.get(code))
    reason = getattr(inner, "reason", None) or ""
    if "legacy sigalg" in str(inner):  # what some builds of OpenSSL say where TLS 1.1 signs with SHA-1
        reason = "UNSUPPORTED_PROTOCOL"
    what, hint = _HANDSHAKE.get(reason, ("no secure connection", "check that it supports TLS 1.2 or 1.3"))
    reason_text = reason.replace("_", " ").lower() or " ".join(str(inner).split())[:200]
    return BotError("tls", f"{what}: {reason_text}", hint=hint)


def broken_off() -> BotError:
    """Return the error for a host that closed the connection during the TLS handshake."""
    what, hint = "the host closed the connection during the TLS handshake", "check that it supports TLS 1.2 or 1.3"
    return BotError("tls", what, hint=hint)


def took_too_long() -> BotError:
    """Return the error for a host that never completes the TLS handshake."""
    return BotError(
        "tls",
        "the host accepts connections but never completes the TLS handshake",
        hint="check that it supports TLS on this port",
    )
