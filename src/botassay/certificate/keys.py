"""Ed25519 keys: made, read, and used; the library comes with the extra `sign`."""

import os
import shlex
import stat
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from botassay.core.errors import ConfigurationError, InputError, OutputError, UsageError
from botassay.core.extras import library
from botassay.io.files import unwritten
from botassay.io.missing import unread

PASSPHRASE: Final = "BOTASSAY_KEY_PASSPHRASE"  # noqa: S105 - the name of a variable
"""The environment variable with the passphrase of a private key."""
COMMAND: Final = "command:"
SIGNATURE: Final = 64
"""Bytes of a signature."""
_PATIENCE: Final = 120
"""Seconds that a command may take; a person may have to touch a device."""
_SMALL: Final = 16_384
"""Bytes of a key file at most."""
_ED25519: Final = "cryptography.hazmat.primitives.asymmetric.ed25519"
_SERIALIZATION: Final = "cryptography.hazmat.primitives.serialization"
_HINT: Final = "make a key with: botassay key new NAME"
Ask = Callable[[Path], str | None]
"""Asks for the passphrase of a key file; None where nobody can answer."""


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A public key."""

    der: bytes
    """The SubjectPublicKeyInfo."""

    @property
    def keyid(self) -> str:
        """SHA-256 of the key, in hexadecimal digits."""
        return sha256(self.der).hexdigest()

    def pem(self) -> bytes:
        """Return the file that holds it."""
        serialization = _part(_SERIALIZATION)
        return _public_bytes(_loaded(self.der), serialization.Encoding.PEM)

    def verifies(self, signature: bytes, message: bytes) -> bool:
        """Return whether this key signed a message."""
        invalid = _part("cryptography.exceptions").InvalidSignature
        try:
            _loaded(self.der).verify(signature, message)
        except invalid:
            return False
        return True


@dataclass(frozen=True, slots=True)
class SigningKey:
    """What signs: a private key, or a command that has access to one."""

    name: str
    public: PublicKey
    sign: Callable[[bytes], bytes]


def _part(module: str) -> Any:
    """Import a module of the library.

    Raises: UsageError, with the extra that installs it.
    """
    try:
        return library(module, "sign")
    except ConfigurationError as error:
        raise UsageError(f"{error.what}, and certificates need it", hint=error.hint) from error


def _loaded(der: bytes) -> Any:
    return _part(_SERIALIZATION).load_der_public_key(der)


def _public_bytes(key: Any, encoding: Any) -> bytes:
    form = _part(_SERIALIZATION).PublicFormat.SubjectPublicKeyInfo
    written: bytes = key.public_bytes(encoding, form)
    return written


def public_key(der: bytes, where: str) -> PublicKey:
    """Return a public key from its DER SubjectPublicKeyInfo.

    Raises: InputError for anything but an Ed25519 key.
    """
    kind, refused = _part(_ED25519).Ed25519PublicKey, _refused()
    try:
        key = _loaded(der)
    except refused as error:
        raise InputError("E188 not a public key", where, _HINT) from error
    if not isinstance(key, kind):
        raise InputError("E188 not an Ed25519 key", where, _HINT)
    return PublicKey(_public_bytes(key, _part(_SERIALIZATION).Encoding.DER))


def read_public(path: Path) -> PublicKey:
    """Return the public key in a file.

    Raises: InputError.
    """
    serialization = _part(_SERIALIZATION)
    try:
        key = serialization.load_pem_public_key(_contents(path))
        der = _public_bytes(key, serialization.Encoding.DER)
    except _refused() as error:
        raise InputError("E188 not a public key", str(path), "give the file NAME.pub") from error
    return public_key(der, str(path))


def make(passphrase: str | None) -> tuple[bytes, PublicKey]:
    """Return a new private key as PKCS 8 PEM, and its public key.

    Args:
        passphrase: protects the private key; None: nothing does.
    """
    serialization = _part(_SERIALIZATION)
    key = _part(_ED25519).Ed25519PrivateKey.generate()
    protected = (
        serialization.BestAvailableEncryption(passphrase.encode()) if passphrase else serialization.NoEncryption()
    )
    pem: bytes = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, protected)
    return pem, PublicKey(_public_bytes(key.public_key(), serialization.Encoding.DER))


def read_private(path: Path, ask: Ask) -> SigningKey:
    """Return the private key in a file.

    Args:
        path: the file, which nobody but its owner may read.
        ask: asks for the passphrase, if there is one and the environment does not hold it.

    Raises: ConfigurationError for a file that others can read, or a wrong or missing passphrase; InputError for
        another file.
    """
    serialization = _part(_SERIALIZATION)
    pem = _contents(path)
    if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
        raise ConfigurationError("other users can read this private key", str(path), f"chmod 600 {path}")
    passphrase: str | None = None
    if b"ENCRYPTED" in pem:
        passphrase = os.environ.get(PASSPHRASE) or ask(path)
        if not passphrase:
            raise ConfigurationError("the private key has a passphrase", str(path), f"set {PASSPHRASE}")
    try:
        key = serialization.load_pem_private_key(pem, passphrase.encode() if passphrase else None)
    except _refused() as error:
        if passphrase:
            raise ConfigurationError("the passphrase does not open this key", str(path), "check it") from error
        raise InputError("E188 not a private key", str(path), _HINT) from error
    if not isinstance(key, _part(_ED25519).Ed25519PrivateKey):
        raise InputError("E188 not an Ed25519 key", str(path), _HINT)
    public = PublicKey(_public_bytes(key.public_key(), serialization.Encoding.DER))
    return SigningKey(path.stem, public, key.sign)


def signing_command(typed: str, public: Path) -> SigningKey:
    """Return a command that signs, such as the tool of a hardware token; it reads the bytes, and writes a signature.

    Args:
        typed: `command: PROGRAM ARGUMENT …`; no shell reads it.
        public: the public key to which its signatures belong.

    Raises: UsageError for no command; from `sign`, ConfigurationError for a command that fails.
    """
    try:
        words = shlex.split(typed.removeprefix(COMMAND))
    except ValueError as error:
        raise UsageError(f"the command of --key cannot be read: {error}", hint="close its quotation marks") from error
    if not words:
        raise UsageError("--key names no command", hint="write --key 'command: PROGRAM …'")
    return SigningKey(public.stem, read_public(public), lambda message: _answer(words, message))


def _answer(words: list[str], message: bytes) -> bytes:
    hint = f"it has to read the bytes and write a signature of {SIGNATURE} bytes"
    try:
        done = subprocess.run(words, input=message, capture_output=True, timeout=_PATIENCE, check=False)  # noqa: S603 - the user names it
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ConfigurationError(f"the command that signs failed: {error}", words[0], hint) from error
    if done.returncode or len(done.stdout) != SIGNATURE:
        what = f"it ended with {done.returncode}" if done.returncode else f"it wrote {len(done.stdout)} bytes"
        raise ConfigurationError(f"the command that signs failed: {what}", words[0], hint)
    return done.stdout


def write_private(path: Path, pem: bytes) -> None:
    """Write a private key into a new file that nobody but its owner can read.

    Raises: OutputError where there is a file already, or it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(pem)
            file.flush()
            os.fsync(file.fileno())
    except FileExistsError as error:
        raise OutputError("there is a key already", str(path), "use another name") from error
    except OSError as error:
        raise unwritten(error, path) from error


def _contents(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_SMALL)
    except OSError as error:
        raise InputError(unread(error), str(path), _HINT) from error


def _refused() -> tuple[type[Exception], ...]:
    """Return what the library raises for bytes that are no key."""
    unsupported: type[Exception] = _part("cryptography.exceptions").UnsupportedAlgorithm
    return (ValueError, TypeError, unsupported)
