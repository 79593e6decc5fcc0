"""The lab: each misbehaviour by way of the journal: its kind, time, memory, what is on disk, what is counted."""

import json
from collections.abc import Callable
from dataclasses import replace

import jsonschema
import pytest

from botassay.cli.doctor import lab, machine
from botassay.cli.doctor.lab import endure
from botassay.testing.hostile import behaviours
from botassay.testing.hostile.behaviours import BEHAVIOURS, FOUND
from tests.conftest import Ended
from tests.docs.schema import FOLDER
from tests.live.conftest import Cli, cli

__all__ = ["cli"]


@pytest.mark.parametrize("case", FOUND)
def test_a_misbehaviour_is_endured_and_noted(case: str) -> None:
    trial = endure(FOUND[case])
    assert trial.flaws == (), trial


def test_each_misbehaviour_has_a_name_of_its_own() -> None:
    assert len(FOUND) == len(BEHAVIOURS) > 100


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Let the lab know only some misbehaviours."""
    return lambda *some: monkeypatch.setattr(behaviours, "BEHAVIOURS", some)


def doctor(cli: Cli, *arguments: str) -> Ended:
    ended = cli("doctor", *arguments)
    assert ended.err == ""
    return ended


def test_the_doctor_shows_what_is_endured(cli: Cli, few: Callable[..., None]) -> None:
    few(FOUND["H48 JSON cut off"], FOUND["H53 escape sequences"])
    ended = doctor(cli, "--lab")
    assert ended.code == 0, ended.out
    assert "ok   H48 JSON cut off" in ended.out
    assert "2 of 2 misbehaviours are endured. All is well.\n" in ended.out
    assert "\x1b" not in ended.out


@pytest.mark.parametrize(
    ("case", "changed", "said"),
    [
        ("H48 JSON cut off", {"kind": "bad_shape"}, "not bad_shape"),
        ("H22 an empty reply", {"said": "something"}, "not the answer 'something'"),
        ("H39 HTTP/1.0 without a length", {"requests": 0}, "requests: 2, attempts: 1"),
    ],
)
def test_what_is_not_endured_is_told(
    cli: Cli, few: Callable[..., None], case: str, changed: dict[str, object], said: str
) -> None:
    few(replace(FOUND[case], **changed))  # type: ignore[arg-type]
    ended = doctor(cli, "--lab")
    assert ended.code == 1
    assert said in ended.out
    assert "0 of 1 misbehaviours are endured. 1 thing to look at" in ended.out


@pytest.mark.parametrize(("limit", "value"), [("MEMORY", 1000), ("SLACK", -2.0)])
def test_limits_of_the_lab_are_limits(monkeypatch: pytest.MonkeyPatch, limit: str, value: float) -> None:
    monkeypatch.setattr(lab, limit, value)
    (flaw,) = endure(FOUND["H48 JSON cut off"]).flaws
    assert flaw.startswith("it took ")


def test_the_lab_sees_a_key_that_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "KEY", "another-key-0123456789")  # so that what the server gives back is no secret
    trial = endure(FOUND["H66 gives our key back"])
    assert trial.flaws == ("not the answer '⟦secret:BOT_TOKEN⟧'",)


def test_the_doctor_in_json(cli: Cli, few: Callable[..., None]) -> None:
    few(FOUND["H48 JSON cut off"])
    document = json.loads(doctor(cli, "--lab", "--json").out)
    rules = json.loads((FOLDER / "doctor-1.json").read_text("utf-8"))
    jsonschema.Draft202012Validator(rules).validate(document)
    assert (document["schema"], document["well"]) == ("botassay/doctor/1", True)
    assert [trial["case"] for trial in document["lab"]] == ["H48"]
    assert json.loads(doctor(cli, "--json").out)["lab"] is None


def bad(ended: Ended) -> str:
    return next(line for line in ended.out.splitlines() if line.startswith("BAD"))


def test_the_doctor_sees_a_full_disk(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "LEAST_ROOM", 10**18)
    ended = doctor(cli)
    assert ended.code == 1
    assert bad(ended).startswith("BAD  here")


def test_the_doctor_sees_an_old_database(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sqlite3.sqlite_version_info", (3, 36, 0))
    assert "journal" in bad(doctor(cli))


def test_the_doctor_sees_a_folder_of_data_that_is_none(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOTASSAY_DATA", "nowhere")
    assert "nowhere is no folder" in bad(doctor(cli))


def test_the_doctor_sees_a_terminal_that_cannot_show_all(botassay: Callable[..., Ended]) -> None:
    ended = botassay("doctor", PYTHONIOENCODING="latin-1")
    assert ended.code == 1
    assert "its encoding is" in bad(ended)
