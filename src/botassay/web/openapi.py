"""The OpenAPI document, out of the routes and their types."""

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from botassay import __version__
from botassay.web.messages import JSON, WebRole
from botassay.web.problems import PROBLEM, ProblemDocument
from botassay.web.routing import API, Route

_REF: Final = "#/components/schemas/{name}"
_NUMBERS: Final = {
    "limit": {"type": "integer", "minimum": 1, "maximum": 200, "default": 50},
    "cursor": {"type": "string", "pattern": "^[0-9]{1,9}$"},
}
"""What stands in a query and is no text."""
_PROBLEMS: Final = {
    "400": "not valid JSON",
    "401": "no token, or a wrong one",
    "403": "not allowed",
    "404": "not there",
    "405": "another method",
    "409": "does not fit the state",
    "412": "changed meanwhile",
    "413": "too large",
    "415": "another media type",
    "421": "another host",
    "422": "a value does not fit",
    "428": "If-Match is missing",
    "429": "too many",
    "502": "the bot does not answer",
    "507": "the disk is full",
    "500": "an internal error",
}


def openapi(routes: Iterable[Route]) -> dict[str, Any]:
    """Return the OpenAPI 3.1 document of the routes of the API."""
    described = [route for route in routes if route.path.startswith(API)]
    types = dict.fromkeys(kind for route in described for kind in _types(route))
    kinds = [*types, ProblemDocument]
    found, components = msgspec.json.schema_components(kinds, ref_template=_REF)
    schemas = dict(zip(kinds, found, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route in described:
        place = route.path.removeprefix(API)
        paths.setdefault(place, {})[route.method.lower()] = _operation(route, schemas)
    return {
        "openapi": "3.1.0",
        "info": {"title": "botassay serve", "version": __version__, "license": {"name": "Apache-2.0"}},
        "servers": [{"url": API}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"token": []}],
    }


def _types(route: Route) -> list[Any]:
    return [kind for kind in (route.takes, route.gives, *route.also.values()) if kind is not None]


def _operation(route: Route, schemas: dict[Any, Any]) -> dict[str, Any]:
    places = [
        {"name": part[1:-1], "in": "path", "required": True, "schema": {"type": "string"}}
        for part in route.parts
        if part.startswith("{")
    ]
    query = [
        {
            "name": name,
            "in": "query",
            "description": what,
            "required": name in route.required,
            "schema": _NUMBERS.get(name, {"type": "string"}),
        }
        for name, what in (route.query or {}).items()
    ]
    content = {JSON: {"schema": schemas[route.gives]}} if route.gives is not None else {"*/*": {"schema": {}}}
    others = {str(status): {JSON: {"schema": schemas[kind]}} for status, kind in route.also.items()}
    problem = {PROBLEM: {"schema": schemas[ProblemDocument]}}
    answers = {str(route.status): {"description": "done", "content": content}}
    answers |= {status: {"description": "done", "content": part} for status, part in others.items()}
    answers |= {status: {"description": what, "content": problem} for status, what in _PROBLEMS.items()}
    operation: dict[str, Any] = {
        "summary": route.summary,
        "operationId": f"{route.method.lower()}{route.path.removeprefix(API)}".translate(str.maketrans("/{}", "___")),
        "parameters": [*places, *query],
        "responses": answers,
        "x-role": WebRole(route.role).name.lower(),
    }
    if route.takes is not None:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": schemas[route.takes]}}}
    return operation
