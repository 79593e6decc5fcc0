"""All routes, and the pages that the bar at the top names."""

from typing import Any, Final

from botassay.web.drawing import templates
from botassay.web.endpoints import decisions, profiles, work
from botassay.web.endpoints import intents as intent_endpoints
from botassay.web.endpoints import runs as run_endpoints
from botassay.web.messages import WebRequest
from botassay.web.openapi import openapi
from botassay.web.pages import bots, compare, conversations, entry, intents, live, me, runs, trend, triage, watch
from botassay.web.routing import API, Route
from botassay.web.workspace import Workspace


async def _openapi(request: WebRequest, workspace: Workspace) -> dict[str, Any]:
    del request, workspace
    return openapi(ROUTES)


ROUTES: Final[tuple[Route, ...]] = (
    *entry.ROUTES,
    *runs.ROUTES,
    *watch.ROUTES,
    *trend.ROUTES,
    *conversations.ROUTES,
    *me.ROUTES,
    *triage.ROUTES,
    *compare.ROUTES,
    *bots.ROUTES,
    *live.ROUTES,
    *intents.ROUTES,
    *run_endpoints.ROUTES,
    *work.ROUTES,
    *decisions.ROUTES,
    *profiles.ROUTES,
    *intent_endpoints.ROUTES,
    Route(method="GET", path=f"{API}/openapi.json", handler=_openapi, summary="Show this document"),
)

PAGES: Final = (("runs", "Runs"), ("bots", "Bots"), ("live", "Live"), ("compare", "Compare"), ("intents", "Questions"))
"""Places and names of the pages that the bar names."""
templates().globals["PAGES"] = PAGES
