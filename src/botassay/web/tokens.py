"""Tokens and sessions: who a visitor is.

A token has 256 bits. The file of tokens holds only their SHA-256; the cookie of a session is signed with a key that
stays in the workspace, and names no token.
"""

import hmac
import os
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import deque
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from botassay.core.errors import ConfigurationError, InputError, UsageError
from botassay.io.files import unwritten
from botassay.io.missing import unread
from botassay.web.messages import Visitor, WebRole
from botassay.web.problems import WebProblem

ROLES: Final = {role.name.lower(): role for role in WebRole if role}
SESSION: Final = 12 * 3600
"""Seconds that a session lasts."""
WRONG: Final = 10
"""Wrong tokens in a minute that are looked at."""
_BITS: Final = 256


class TokenRow(msgspec.Struct, forbid_unknown_fields=True):
    """A row of the file of tokens."""

    name: str
    role: str
    sha256: str


class _Session(msgspec.Struct, array_like=True):
    name: str
    role: str
    fingerprint: str
    ends: int


def digest(token: str) -> str:
    """Return the SHA-256 of a token."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def new_token(named: str, file: Path) -> str:
    """Return a new token, and add its SHA-256 to a file of tokens.

    Args:
        named: who has it, and as what: `NAME:viewer`, `NAME:reviewer` or `NAME:owner`.
        file: is made where it is missing, for its owner alone.

    Raises: UsageError for another spelling; OutputError when the file cannot be written.
    """
    name, _, role = named.rpartition(":")
    if not name.strip() or role not in ROLES:
        raise UsageError(f"{named!r} is not a name and a role", hint=f"write NAME:ROLE; roles are {', '.join(ROLES)}")
    token = secrets.token_urlsafe(_BITS // 8)
    line = msgspec.json.encode(TokenRow(name.strip(), role, digest(token))) + b"\n"
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab") as opened:
            opened.write(line)
    except OSError as error:
        raise unwritten(error, file) from error
    return token


def read_tokens(file: Path) -> tuple[TokenRow, ...]:
    """Return the rows of a file of tokens.

    Raises: InputError for a missing file or an invalid row; ConfigurationError for a file without any.
    """
    try:
        lines = file.read_bytes().splitlines()
    except OSError as error:
        raise InputError(unread(error), str(file), "make it with --new-token") from error
    rows = []
    for number, line in enumerate(lines, 1):
        try:
            row = msgspec.json.decode(line, type=TokenRow)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise InputError("E136 not a token", f"{file}:{number}", "make it with --new-token") from error
        if row.role not in ROLES:
            raise InputError(f"E136 the role {row.role!r} is unknown", f"{file}:{number}", f"one of {', '.join(ROLES)}")
        rows.append(row)
    if not rows:
        raise ConfigurationError("the file has no tokens", str(file), "add one with --new-token NAME:owner")
    return tuple(rows)


@dataclass(slots=True)
class WebSessions:
    """Knows visitors by their tokens, and by the cookies that they got for them.

    Args:
        rows: the tokens.
        key: signs cookies.
        read_only: whether everybody may only look.
    """

    rows: tuple[TokenRow, ...]
    key: bytes
    read_only: bool = False
    _wrong: "deque[float]" = field(default_factory=deque)

    def by_token(self, token: str) -> Visitor:
        """Return the visitor with a token.

        Raises: WebProblem 401 for a wrong one; 429 after too many.
        """
        now = time.monotonic()
        while self._wrong and self._wrong[0] < now - 60:
            self._wrong.popleft()
        if len(self._wrong) >= WRONG:
            raise WebProblem(429, "Too many wrong tokens.", "Wait a minute.", headers={"Retry-After": "60"})
        row = self._row(digest(token))
        if row is None:
            self._wrong.append(now)
            raise WebProblem(401, "The token is not valid.", "Use the address that botassay serve printed.")
        return self._visitor(row)

    def cookie(self, token: str) -> str:
        """Return the value of the cookie for a token.

        Raises: as `by_token`.
        """
        self.by_token(token)
        row = self._row(digest(token))
        assert row is not None  # noqa: S101 - or there is no visitor
        ends = int(time.time()) + SESSION
        body = urlsafe_b64encode(msgspec.json.encode(_Session(row.name, row.role, row.sha256[:16], ends)))
        return f"{body.decode()}.{self._signed(body)}"

    def by_cookie(self, value: str) -> Visitor | None:
        """Return the visitor with a cookie; None for one that is not ours, too old, or of a token that is gone."""
        body, _, signature = value.partition(".")
        if not hmac.compare_digest(
            self._signed(body.encode("utf-8", "replace")).encode(), signature.encode("utf-8", "replace")
        ):
            return None
        session = msgspec.json.decode(urlsafe_b64decode(body), type=_Session)
        row = next((row for row in self.rows if row.sha256.startswith(session.fingerprint)), None)
        return self._visitor(row) if row is not None and session.ends > time.time() else None

    def _row(self, digested: str) -> TokenRow | None:
        return next((row for row in self.rows if hmac.compare_digest(row.sha256, digested)), None)

    def _visitor(self, row: TokenRow) -> Visitor:
        return Visitor(row.name, WebRole.VIEWER if self.read_only else ROLES[row.role])

    def _signed(self, body: bytes) -> str:
        return hmac.new(self.key, body, sha256).hexdigest()
