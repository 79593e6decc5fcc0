"""What goes wrong, as `application/problem+json` (RFC 9457)."""

import errno
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

import msgspec

from botassay.api.run_control import RunStopped
from botassay.core.error_codes import CODES
from botassay.core.errors import (
    BotassayError,
    BotError,
    ConfigurationError,
    InternalError,
    OutputError,
)

PROBLEM: Final = "application/problem+json"


class ProblemDocument(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What a request that failed is answered with."""

    type: str = "about:blank"
    """Where the kind of the problem is explained."""
    title: str
    status: int
    detail: str = ""
    """What is wrong here."""
    hint: str | None = None
    """What to do about it."""
    errors: list[dict[str, str]] = []
    """What is wrong with single fields: `pointer` and `detail`."""


class WebProblem(Exception):  # noqa: N818 - named as in RFC 9457
    """A request that cannot be answered.

    Args:
        status: of HTTP.
        detail: what is wrong, and where.
        hint: what to do about it.
        code: of `core.error_codes`, if it has one.
        errors: objects with `pointer` and `detail`.
        headers: that are sent along.
    """

    def __init__(
        self,
        status: int,
        detail: str,
        hint: str | None = None,
        *,
        code: str | None = None,
        errors: tuple[Any, ...] = (),
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail
        self.hint = hint
        self.code = code
        self.errors = errors
        self.headers = dict(headers or {})

    @property
    def title(self) -> str:
        """The kind of the problem, in a few words."""
        return CODES[self.code].capitalize() if self.code else HTTPStatus(self.status).phrase

    @property
    def document(self) -> ProblemDocument:
        """The document that is sent."""
        return ProblemDocument(
            type=f"/problems/{self.code}" if self.code else "about:blank",
            title=self.title,
            status=self.status,
            detail=self.detail,
            hint=self.hint,
            errors=[msgspec.to_builtins(flaw) for flaw in self.errors],
        )

    @classmethod
    def of(cls, error: BotassayError) -> "WebProblem":
        """Return the problem that an error of a use case is.

        >>> WebProblem.of(BotError("timeout", "no reply in 60 s")).status
        502
        """
        detail = f"{error.where}: {error.said}" if error.where else error.said
        return cls(int(_status(error)), detail[:1].upper() + detail[1:], error.hint, code=error.code)


def _status(error: BotassayError) -> int:
    if isinstance(error, BotError | RunStopped):
        return HTTPStatus.BAD_GATEWAY
    if isinstance(error, OutputError):
        full = getattr(error.__cause__, "errno", None) in (errno.ENOSPC, errno.EDQUOT) or "free" in error.what
        return HTTPStatus.INSUFFICIENT_STORAGE if full else HTTPStatus.CONFLICT
    if isinstance(error, InternalError):
        return HTTPStatus.INTERNAL_SERVER_ERROR
    if isinstance(error, ConfigurationError) and error.what.startswith("access"):
        return HTTPStatus.FORBIDDEN
    return HTTPStatus.UNPROCESSABLE_ENTITY


def missing(what: str = "page") -> WebProblem:
    """Return the problem of what is not there."""
    return WebProblem(404, f"There is no such {what}.")
