"""The lab: each misbehaviour by way of the journal: its kind, time, memory, what is on disk, what is counted."""

import json
from collections.abc import Callable
from dataclasses import replace

import jsonschema
import pytest

from botassay.api import robustness as lab
from botassay.api.diagnosis import Diagnosis
from botassay.api.doctor import doctor
from botassay.api.robustness import endure
from botassay.core.progress import Progress
from botassay.testing.hostile import behaviours
from botassay.testing.hostile.behaviours import BEHAVIOURS, FOUND
from tests.conftest import Ended
from tests.docs.schema import FOLDER


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a busy machine take its time."""
    monkeypatch.setattr(lab, "SLACK", 120.0)


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


def test_the_lab_shows_what_is_endured(few: Callable[..., None]) -> None:
    few(FOUND["H48 JSON cut off"], FOUND["H53 escape sequences"])
    seen: list[Progress] = []
    diagnosis = doctor(lab=True, on_progress=seen.append)
    assert [trial.case for trial in diagnosis.lab or ()] == ["H48", "H53"]
    assert [progress.done for progress in seen] == [1, 2]
    text = diagnosis.text()
    assert "H48 JSON cut off" in text
    assert "robustness tests passed: 2 of 2" in text
    assert "\x1b" not in text
    rules = json.loads((FOLDER / "doctor-1.json").read_text("utf-8"))
    jsonschema.Draft202012Validator(rules).validate(json.loads(diagnosis.json()))


@pytest.mark.parametrize(
    ("case", "changed", "flaw"),
    [
        ("H48 JSON cut off", {"kind": "bad_shape"}, "not bad_shape"),
        ("H22 an empty reply", {"said": "something"}, "not the answer 'something'"),
        ("H39 HTTP/1.0 without a length", {"requests": 0}, "requests: 2, attempts: 1"),
    ],
)
def test_what_is_not_endured_is_told(
    few: Callable[..., None], case: str, changed: dict[str, object], flaw: str
) -> None:
    few(replace(FOUND[case], **changed))  # type: ignore[arg-type]
    diagnosis = doctor(lab=True)
    ((trial,), page) = diagnosis.lab or (), diagnosis.view()
    assert not diagnosis.well
    assert flaw in trial.flaws
    assert page.facts[0].value == "0 of 1"


@pytest.mark.parametrize(("limit", "value"), [("MEMORY", 1000), ("SLACK", -2.0)])
def test_limits_of_the_lab_are_limits(monkeypatch: pytest.MonkeyPatch, limit: str, value: float) -> None:
    monkeypatch.setattr(lab, limit, value)
    (flaw,) = endure(FOUND["H48 JSON cut off"]).flaws
    assert flaw.startswith("it took ")


def test_the_lab_sees_a_key_that_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "KEY", "another-key-0123456789")  # so that what the server gives back is no secret
    trial = endure(FOUND["H66 gives our key back"])
    assert trial.flaws == ("not the answer '⟦secret:BOT_TOKEN⟧'",)


def bad(diagnosis: Diagnosis) -> list[str]:
    assert diagnosis.well == (not any(check.state == "bad" for check in diagnosis.looks))
    return [f"{check.what}: {check.found}" for check in diagnosis.looks if check.state == "bad"]


def test_the_doctor_sees_a_full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("botassay.api.doctor.LEAST_ROOM", 10**18)
    assert bad(doctor())[0].startswith("here: ")


def test_the_doctor_sees_an_old_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sqlite3.sqlite_version_info", (3, 36, 0))
    assert "journal: " in bad(doctor())[0]


def test_the_doctor_sees_a_folder_of_data_that_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOTASSAY_DATA", "nowhere")
    assert any("nowhere is not a folder" in problem for problem in bad(doctor()))


def test_the_command_sees_a_terminal_that_cannot_show_all(botassay: Callable[..., Ended]) -> None:
    assert json.loads(botassay("doctor", "--json").out)["lab"] is None
    ended = botassay("doctor", "--json", PYTHONIOENCODING="latin-1")
    assert (ended.code, json.loads(ended.out)["well"]) == (1, False)
