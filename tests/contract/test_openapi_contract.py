"""The HTTP API of `botassay serve` does what its OpenAPI document says, for each role and whatever it is sent."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from botassay.settings.serve import ServeSettings
from botassay.web.tokens import ROLES, new_token
from tests.web.conftest import make_workspace
from tests.web.serving import Client, served_workspace

schemathesis = pytest.importorskip("schemathesis", reason="no schemathesis")
pytestmark = [pytest.mark.slow, pytest.mark.hypothesis]

ENDLESS = "/events"
"""A stream: it has no end, and tests of its own."""
EXAMPLES = 12


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("contract")
    make_workspace(folder)
    return folder


@pytest.fixture(params=[*ROLES, "nobody"])
def visitor(request: pytest.FixtureRequest, made: Path, tmp_path: Path) -> Iterator[Client]:
    """A client with the token of a role, of a server over a workspace of its own."""
    folder, file = tmp_path / "workspace", tmp_path / "tokens"
    shutil.copytree(made, folder)
    tokens = {role: new_token(f"Ann:{role}", file) for role in ROLES}
    with served_workspace(folder, ServeSettings(port=0, token_file=file), tokens["owner"]) as owner:
        yield Client(owner.url, tokens.get(request.param))


def test_every_operation_answers_as_it_is_described(visitor: Client) -> None:
    address = "http://127.0.0.1:" + visitor.origin.rpartition(":")[2] + "/api/v1"
    headers = {"Authorization": f"Bearer {visitor.token}"} if visitor.token else {}
    schema = schemathesis.openapi.from_dict(described())
    operations = [each.ok() for each in schema.get_all_operations()]
    assert len(operations) > 20
    for operation in operations:
        checked(operation.as_strategy(), address, headers)
        if operation.body:
            wrong = schemathesis.GenerationMode.NEGATIVE
            checked(operation.as_strategy(generation_mode=wrong), address, headers)


def described() -> dict[str, Any]:
    """The document without what has no end."""
    from botassay.web.openapi import openapi
    from botassay.web.routes import ROUTES

    document = openapi(ROUTES)
    del document["paths"][ENDLESS]
    return document


def checked(cases: Any, address: str, headers: dict[str, str]) -> None:
    """Send some requests of an operation, and compare the answers with what the document says."""

    @given(case=cases)
    @settings(
        max_examples=EXAMPLES, deadline=None, database=None, phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    def send(case: Any) -> None:
        case.call_and_validate(base_url=address, headers=headers, excluded_checks=[beyond_a_schema()])

    send()


def beyond_a_schema() -> Any:
    """The check that what fits the schema is accepted: a schema does not say which runs there are, or that an order
    names each issue once."""
    from schemathesis.specs.openapi.checks import positive_data_acceptance

    return positive_data_acceptance
