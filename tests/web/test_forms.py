"""One definition of each setting: the struct, `--help`, the form and the OpenAPI document say the same."""

import html
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from botassay.cli.rate import command
from botassay.settings.option import settings_in
from botassay.settings.rating import RateSettings
from botassay.web.forms import SETTABLE, properties
from botassay.web.openapi import openapi
from botassay.web.pages.bots import DEPTHS
from botassay.web.routes import ROUTES
from tests.web.serving import Client, Elements

WITHHELD = {
    "checkers": "they name files, models and programs, which pages may not",
    "bot": "how a bot is reached stands in its description",
    "read": "files of dialogs are read on the command line",
    "crisis": "crisis response takes consent, which a page does not ask for",
    "gate": "a gate ends a command; a page ends nothing",
    "judge": "which model gives a second opinion, and at whose cost, is said on the command line",
    "rating": "the method stays that of the workspace, so that runs can be compared",
    "run": "pace and doubts are those of the bot's file; a language or own questions come with files",
}
"""Why other settings cannot be set from here, by struct."""
WORDED_ON_THE_PAGE = {"depth"}
"""Settings for which the page has its own words: what each choice costs."""


def test_each_setting_is_on_the_page_or_withheld_for_a_reason() -> None:
    every = {setting.path for setting in settings_in(RateSettings)}
    settable = {(part, name) for part, names in SETTABLE.items() for name in names}
    assert settable <= every
    assert {part for part, _ in every - settable} <= WITHHELD.keys()


def test_struct_help_form_and_openapi_say_the_same(web: Client) -> None:
    page = web.page("/bots/eliza")
    fields = {
        str(given["name"]): given
        for tag, given in Elements(page).found
        if tag in ("input", "select") and "name" in given
    }
    text = " ".join(CliRunner().invoke(command, ["--help"]).output.split())
    wanted = openapi(ROUTES)["components"]["schemas"]["RunWanted"]["properties"]["settings"]
    assert wanted["additionalProperties"] is False
    assert wanted["properties"].keys() == properties().keys()
    for setting in settings_in(RateSettings):
        name = setting.path[-1]
        if name not in SETTABLE.get(setting.path[0], ()):
            assert name not in fields or name in properties(), name
            continue
        described = wanted["properties"][name]
        assert described["description"] == setting.option.help
        assert setting.flag in text
        assert setting.option.help.rstrip(".") in re.sub(r"- ", "-", text)
        assert name in fields, name
        if name not in WORDED_ON_THE_PAGE:
            assert html.escape(setting.option.help) in page or setting.option.help in page
        if setting.option.le is not None:
            assert fields[name]["max"] == str(setting.option.le)
        if setting.option.ge is not None and setting.kind is int:
            assert fields[name]["min"] == str(setting.option.ge)
    assert [*DEPTHS] == wanted["properties"]["depth"]["enum"]


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"issues": "AL, CC", "limit": "4", "seed": "1"}, 200),
        ({"limit": "many"}, 422),
        ({"seed": "-1"}, 422),
        ({"limit": "0"}, 422),
        ({"issues": "XX"}, 422),
        ({"profiles": "/etc/passwd.toml"}, 403),
        ({"depth": "endless"}, 422),
    ],
)
def test_a_form_asks_for_what_was_typed(own: Client, workspace: Path, fields: dict[str, str], status: int) -> None:
    answer = own.form("/bots/eliza", action="plan", **fields)
    assert answer.status == status, answer.text
    if status == 200:
        assert "4 conversations" in answer.text
        assert 'value="AL, CC"' in answer.text
    assert len([*(workspace / "runs").iterdir()]) == 3


def test_a_plan_is_that_of_the_issues_that_were_asked_for(own: Client) -> None:
    body = {"bot": "eliza", "settings": {"issues": ["AL"], "limit": 4, "seed": 1}, "dry_run": True}
    first = own.post("/api/v1/runs", body).json()
    second = own.post("/api/v1/runs", {**body, "settings": {**body["settings"], "issues": ["CC"]}}).json()  # type: ignore[dict-item]
    assert (first["issues"].keys(), second["issues"].keys()) == ({"AL"}, {"CC"})
