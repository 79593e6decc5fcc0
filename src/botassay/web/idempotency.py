"""Keys by which a program can send a request again without doing it twice, also after the server was started anew."""

import asyncio
import os
import time
from base64 import b64decode, b64encode
from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from botassay.core.errors import OutputError
from botassay.io.files import save
from botassay.web.messages import WebAnswer, WebRequest
from botassay.web.problems import WebProblem
from botassay.web.workspace import Workspace

LASTS: Final = 24 * 3600
"""Seconds that a key is known."""
FILE: Final = "keys.jsonl"
_LONGEST: Final = 200


class KeptKey(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A key that was used, and what was answered.

    Args:
        visitor: who sent it.
        key: the key.
        digest: SHA-256 of the path and the body, as hexadecimal digits.
        at: when, in seconds since 1970.
        status: of the answer; None while there is none.
        kind: media type of the answer.
        headers: of the answer.
        body: of the answer, in Base64.
    """

    visitor: str
    key: str
    digest: str
    at: float
    status: int | None = None
    kind: str = ""
    headers: dict[str, str] = {}
    body: str = ""

    @property
    def answer(self) -> WebAnswer | None:
        """What was answered; None while nothing is."""
        if self.status is None:
            return None
        return WebAnswer(body=b64decode(self.body), status=self.status, kind=self.kind, headers=self.headers)

    def answered(self, answer: WebAnswer) -> "KeptKey":
        """Return it with its answer."""
        assert isinstance(answer.body, bytes)  # noqa: S101 - nothing that is created is a stream
        body = b64encode(answer.body).decode()
        return msgspec.structs.replace(
            self, status=answer.status, kind=answer.kind, headers=dict(answer.headers), body=body
        )


class Idempotency:
    """Remembers for a day what was answered to each key; each is on disk before anything is done for it."""

    def __init__(self, workspace: Workspace) -> None:
        self._file = workspace.state / FILE
        self._known = {(row.visitor, row.key): row for row in _read(self._file)}
        self._pending: set[tuple[str, str]] = set()
        self._forget()
        save(self._file, b"".join(map(_line, self._known.values())))

    async def once(
        self, request: WebRequest, act: Callable[[], Awaitable[WebAnswer]], *, required: bool = False
    ) -> WebAnswer:
        """Return the answer to a request, that of before where it was sent before.

        Args:
            request: with its `Idempotency-Key`.
            act: does it.
            required: whether it must have a key.

        Raises: WebProblem 422 for a key with another body; 409 while the first one is being answered, and where the
            server ended meanwhile; OutputError when the key cannot be written.
        """
        key = request.headers.get("idempotency-key", "")[:_LONGEST]
        if not key:
            if required:
                raise WebProblem(
                    422, "The header Idempotency-Key is missing.", "Send any text that is new for each run."
                )
            return await act()
        self._forget()
        place = (request.visitor.name, key)
        digest = sha256("/".join(request.segments).encode("utf-8", "replace") + b"\0" + request.body).hexdigest()
        known = self._known.get(place)
        if known is not None:
            return _again(known, digest, pending=place in self._pending)
        row = self._known[place] = KeptKey(visitor=place[0], key=key, digest=digest, at=time.time())
        self._pending.add(place)
        try:
            await asyncio.to_thread(self._write, row)
            answer = await act()
        except BaseException:
            del self._known[place]
            await asyncio.to_thread(self._write, msgspec.structs.replace(row, at=0.0))
            raise
        finally:
            self._pending.discard(place)
        self._known[place] = row.answered(answer)
        await asyncio.to_thread(self._write, self._known[place])
        return answer

    def _forget(self) -> None:
        late = time.time() - LASTS
        for place in [place for place, row in self._known.items() if row.at < late and place not in self._pending]:
            del self._known[place]

    def _write(self, row: KeptKey) -> None:
        """Add a row to the file; the last one for a key counts.

        Raises: OutputError.
        """
        try:
            with os.fdopen(os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), "ab") as opened:
                opened.write(_line(row))
                opened.flush()
                os.fsync(opened.fileno())
        except OSError as error:
            raise OutputError(f"cannot be written: {error.strerror or error}", str(self._file)) from error


def _line(row: KeptKey) -> bytes:
    return msgspec.json.encode(row) + b"\n"


def _read(file: Path) -> list[KeptKey]:
    """Return the rows of a file of keys; what is not a row, as after a loss of power, is left out."""
    rows = []
    try:
        lines = file.read_bytes().splitlines()
    except OSError:
        return []
    for line in lines:
        try:
            rows.append(msgspec.json.decode(line, type=KeptKey))
        except (msgspec.MsgspecError, UnicodeDecodeError):
            continue
    return rows


def _again(known: KeptKey, digest: str, *, pending: bool) -> WebAnswer:
    if known.digest != digest:
        raise WebProblem(422, "This Idempotency-Key was used for another request.")
    answer = known.answer
    if answer is None and pending:
        raise WebProblem(409, "The first request with this Idempotency-Key is still being answered.")
    if answer is None:
        hint = "Look whether what it asked for is there, then send a new key."
        raise WebProblem(409, "The server ended while it answered the first request with this Idempotency-Key.", hint)
    return answer
