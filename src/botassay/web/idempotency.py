"""Keys by which a program can send a request again without doing it twice."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from botassay.web.messages import WebAnswer, WebRequest
from botassay.web.problems import WebProblem
from botassay.web.workspace import Workspace

LASTS: Final = 24 * 3600
"""Seconds that a key is known."""
_LONGEST: Final = 200


@dataclass(slots=True)
class _Done:
    digest: bytes
    at: float
    answer: WebAnswer | None = None


class Idempotency:
    """Remembers what was answered to each key, while the server runs."""

    def __init__(self, workspace: Workspace) -> None:
        del workspace
        self._done: dict[tuple[str, str], _Done] = {}

    async def once(
        self, request: WebRequest, act: Callable[[], Awaitable[WebAnswer]], *, required: bool = False
    ) -> WebAnswer:
        """Return the answer to a request, that of before where it was sent before.

        Args:
            request: with its `Idempotency-Key`.
            act: does it.
            required: whether it must have a key.

        Raises: WebProblem 422 for a key with another body; 409 while the first one is being answered.
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
        digest = sha256("/".join(request.segments).encode("utf-8", "replace") + b"\0" + request.body).digest()
        known = self._done.get(place)
        if known is not None:
            return _again(known, digest)
        done = self._done[place] = _Done(digest, time.monotonic())
        try:
            done.answer = await act()
        except BaseException:
            del self._done[place]
            raise
        return done.answer

    def _forget(self) -> None:
        late = time.monotonic() - LASTS
        for place in [place for place, done in self._done.items() if done.at < late]:
            del self._done[place]


def _again(known: _Done, digest: bytes) -> WebAnswer:
    if known.digest != digest:
        raise WebProblem(422, "This Idempotency-Key was used for another request.")
    if known.answer is None:
        raise WebProblem(409, "The first request with this Idempotency-Key is still being answered.")
    return known.answer
