"""The OpenAPI document says what there is."""

import json
import re
from typing import Any

import pytest

from botassay.web.openapi import openapi
from botassay.web.routes import ROUTES
from botassay.web.routing import API
from tests.web.serving import Client

DOCUMENT = json.loads(json.dumps(openapi(ROUTES)))


def test_every_route_of_the_api_is_described_once() -> None:
    routes = [(route.method.lower(), route.path.removeprefix(API)) for route in ROUTES if route.path.startswith(API)]
    described = [(method, path) for path, methods in DOCUMENT["paths"].items() for method in methods]
    assert sorted(routes) == sorted(described)
    operations = [each for methods in DOCUMENT["paths"].values() for each in methods.values()]
    assert len({each["operationId"] for each in operations}) == len(operations)
    assert all(each["summary"] for each in operations)


def test_every_reference_leads_somewhere() -> None:
    referenced = set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(DOCUMENT)))
    assert referenced <= DOCUMENT["components"]["schemas"].keys()


@pytest.mark.parametrize(
    ("path", "address"),
    [
        ("/runs", "runs?limit=2"), ("/runs/{run}", "runs/rude"), ("/bots", "bots"), ("/bots/{bot}", "bots/eliza"),
        ("/runs/{run}/conversations", "runs/rude/conversations"), ("/runs/{run}/findings", "runs/rude/findings"),
        ("/decisions", "decisions"), ("/intents", "intents"), ("/comparisons", "comparisons?a=polite&b=rude"),
    ],
)  # fmt: skip
def test_answers_fit_their_schemas(web: Client, path: str, address: str) -> None:
    import jsonschema

    schema: Any = DOCUMENT["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    whole = {**schema, "components": DOCUMENT["components"]}
    answer = web.get(f"{API}/{address}").json()
    assert [error.message for error in jsonschema.Draft202012Validator(whole).iter_errors(answer)] == []


def test_the_document_is_served(web: Client) -> None:
    assert web.get(f"{API}/openapi.json").json() == DOCUMENT
