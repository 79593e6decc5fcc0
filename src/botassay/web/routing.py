"""Routes: which handler answers which path, who may ask, and what it takes and gives."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from botassay.web.messages import WebAnswer, WebRequest, WebRole
from botassay.web.problems import WebProblem, missing

if TYPE_CHECKING:
    from botassay.web.workspace import Workspace

Handler = Callable[[WebRequest, "Workspace"], Awaitable[WebAnswer | object]]
API: Final = "/api/v1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One route.

    Args:
        method: in capitals.
        path: with places in braces, `/runs/{run}`.
        handler: answers.
        summary: what it does, for the OpenAPI document.
        role: who may ask.
        takes: the type of the body, of JSON.
        gives: the type of the answer, of JSON.
        query: what the query may hold, with an explanation of each.
        required: what the query must hold.
        status: of the answer.
        also: types of answers with another status.
    """

    method: str
    path: str
    handler: Handler
    summary: str = ""
    role: WebRole = WebRole.VIEWER
    takes: Any = None
    gives: Any = None
    query: Mapping[str, str] | None = None
    required: frozenset[str] = frozenset()
    status: int = 200
    also: Mapping[int, Any] = field(default_factory=dict)

    @property
    def parts(self) -> tuple[str, ...]:
        """The segments of its path."""
        return tuple(self.path.strip("/").split("/")) if self.path != "/" else ()

    def matched(self, segments: tuple[str, ...]) -> dict[str, str] | None:
        """Return what stands in its places; None for another path.

        >>> Route(method="GET", path="/runs/{run}", handler=None).matched(("runs", "a%2Fb"))
        {'run': 'a%2Fb'}
        """
        parts = self.parts
        if len(parts) != len(segments):
            return None
        params: dict[str, str] = {}
        for part, segment in zip(parts, segments, strict=True):
            if part.startswith("{") and segment:
                params[part[1:-1]] = segment
            elif part != segment:
                return None
        return params


class Router:
    """Finds routes; one with a fixed segment goes before one with a place there."""

    def __init__(self, routes: Iterable[Route]) -> None:
        self.routes = sorted(routes, key=lambda route: [part.startswith("{") for part in route.parts])

    def route(self, method: str, segments: tuple[str, ...]) -> tuple[Route, dict[str, str]]:
        """Return the route of a request, and what stands in its places.

        Raises: WebProblem 404, 405.
        """
        asked = "GET" if method == "HEAD" else method
        allowed = []
        for route in self.routes:
            params = route.matched(segments)
            if params is not None and route.method == asked:
                return route, params
            allowed += [route.method] if params is not None else []
        if allowed:
            raise WebProblem(405, f"{method} is not possible here.", headers={"Allow": ", ".join(sorted({*allowed}))})
        raise missing()
