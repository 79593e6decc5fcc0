"""The keys of this user: their own, those they trust, and those they no longer do; files in a folder, no key server."""

import os
import re
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Final

import msgspec

from botassay.certificate import keys
from botassay.certificate.keys import PublicKey
from botassay.core.errors import InputError, OutputError, UsageError
from botassay.io.files import save

FOLDER: Final = "BOTASSAY_CONFIG"
"""The environment variable that names another folder for keys."""
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}")
_KEYID: Final = re.compile("[0-9a-f]{8,64}")


@dataclass(frozen=True, slots=True)
class KnownKey:
    """A key that this user made or trusts."""

    name: str
    keyid: str
    own: bool
    """Whether its private half lies here; such a key is trusted, too."""
    revoked: str | None = None
    """The day from which on its signatures no longer count."""


class KeyStore:
    """The folder with the keys of a user.

    Args:
        folder: the folder; by default `botassay` in the user's configuration.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or _default()
        self._own, self._trusted = self.folder / "keys", self.folder / "trusted"
        self._revocations = self.folder / "revoked.json"

    def new(self, name: str, passphrase: str | None) -> KnownKey:
        """Make a key, and trust it.

        Args:
            name: of its files, NAME.key and NAME.pub.
            passphrase: protects the private key; None: nothing does.

        Raises: UsageError for a name that is not one of a file; OutputError where there is such a key already.
        """
        _check(name)
        pem, public = keys.make(passphrase)
        if (place := self._trusted / f"{name}.pub").exists():
            raise OutputError("a key is trusted under this name already", str(place), "use another name")
        keys.write_private(self._own / f"{name}.key", pem)
        save(self._own / f"{name}.pub", public.pem())
        return self._known(name, public, own=True)

    def trust(self, path: Path, name: str) -> KnownKey:
        """Trust a public key from now on.

        Raises: InputError for a file that holds none; UsageError for an unusable name; OutputError where the name
            stands for another key.
        """
        _check(name)
        public = keys.read_public(path)
        for place in (self._trusted / f"{name}.pub", self._own / f"{name}.pub"):
            if place.exists() and keys.read_public(place) != public:
                raise OutputError("this name stands for another key", str(place), "use another name")
        save(self._trusted / f"{name}.pub", public.pem())
        return self._known(name, public, own=False)

    def all(self) -> tuple[KnownKey, ...]:
        """Return every key, by name."""
        listed = [
            self._known(path.stem, public, own=folder == self._own)
            for folder in (self._own, self._trusted)
            for path, public in _publics(folder)
        ]
        return tuple(sorted(listed, key=lambda known: (known.name, not known.own)))

    def revoke(self, keyid: str, since: str) -> str:
        """No longer count what a key signed from a day on.

        Args:
            keyid: the id of the key, or its first eight digits or more if it is a known one.
            since: the day, as YYYY-MM-DD.

        Returns: the whole id.

        Raises: UsageError for an id or a day that is none.
        """
        try:
            day = date.fromisoformat(since).isoformat()
        except ValueError as error:
            raise UsageError(f"{since!r} is not a day", hint="write it like 2026-11-23") from error
        whole = self._whole(keyid.lower())
        before = self._revoked()
        save(self._revocations, msgspec.json.encode({**before, whole: min(day, before.get(whole, day))}) + b"\n")
        return whole

    def name_of(self, keyid: str) -> str | None:
        """Return the name of a trusted key; None for one that is not."""
        return next((known.name for known in self.all() if known.keyid == keyid), None)

    def revoked_at(self, keyid: str, at: datetime) -> str | None:
        """Return since when a key is revoked, if it was at a time; else None."""
        since = self._revoked().get(keyid)
        return since if since and at.astimezone(UTC).date().isoformat() >= since else None

    def private(self, typed: str) -> Path:
        """Return the file of a private key that is named, or given as a path."""
        own = self._own / f"{typed}.key"
        return own if _NAME.fullmatch(typed) and own.is_file() and not Path(typed).is_file() else Path(typed)

    def public(self, keyid: str) -> PublicKey | None:
        """Return a trusted key; None where there is none of this id."""
        known = (public for folder in (self._own, self._trusted) for _, public in _publics(folder))
        return next((public for public in known if public.keyid == keyid), None)

    def _known(self, name: str, public: PublicKey, *, own: bool) -> KnownKey:
        return KnownKey(name, public.keyid, own, self._revoked().get(public.keyid))

    def _whole(self, keyid: str) -> str:
        if not _KEYID.fullmatch(keyid):
            raise UsageError(f"{keyid[:80]!r} is not the id of a key", hint="botassay key list shows them")
        if len(keyid) == 64:  # noqa: PLR2004 - SHA-256 in hexadecimal digits
            return keyid
        matching = {known.keyid for known in self.all() if known.keyid.startswith(keyid)}
        if len(matching) != 1:
            what = "no known key begins" if not matching else f"{len(matching)} keys begin"
            raise UsageError(f"{what} with {keyid}", hint="give all 64 digits; botassay key list shows them")
        return matching.pop()

    def _revoked(self) -> dict[str, str]:
        try:
            return msgspec.json.decode(self._revocations.read_bytes(), type=dict[str, str])
        except FileNotFoundError:
            return {}
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise InputError(
                f"E188 the list of revoked keys is damaged: {error}", str(self._revocations), "restore it from a backup"
            ) from error


def _publics(folder: Path) -> list[tuple[Path, PublicKey]]:
    return [(path, keys.read_public(path)) for path in sorted(folder.glob("*.pub"))]


def _default() -> Path:
    if given := os.environ.get(FOLDER):
        return Path(given)
    base = os.environ.get("APPDATA") if os.name == "nt" else os.environ.get("XDG_CONFIG_HOME")
    return Path(base or Path.home() / ".config") / "botassay"


def _check(name: str) -> None:
    if not _NAME.fullmatch(name):
        hint = "use letters, digits and . _ @ + -, at most 64"
        raise UsageError(f"{name[:80]!r} cannot name a key", hint=hint)
