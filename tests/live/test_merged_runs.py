"""Live runs that were held apart, from seeds of their own, and rated as one."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import botassay
from botassay.api.run_control import RunControl
from botassay.core.errors import InputError
from botassay.grading.checkers import prepare
from botassay.grading.parallel import look
from botassay.grading.sources import open_source
from botassay.rating import Settings, equip
from botassay.rating.merged_runs import merged_record
from botassay.runs.journal import FILE, MergedRecord
from tests.live.conftest import Cli, document, issue, observed
from tests.live.served import Place, at_home
from tests.live.test_runs import grumpy

ASKED = ("--issues", "AL,IL,CC", "--profile", "abuse", "--limit", 12)


@pytest.fixture(scope="module")
def bot() -> Iterator[Place]:
    with at_home(grumpy) as place:
        yield place


@pytest.fixture
def runs(cli: Cli, bot: Place, tmp_path: Path) -> list[Path]:
    described = bot.described(tmp_path)
    for seed in (1, 2, 10):
        ended = cli("rate", described, *ASKED, "--seed", seed, "--out", f"run{seed}")
        assert ended.code == 0, ended.err
    return [tmp_path / f"run{seed}" for seed in (1, 2, 10)]


def _evidence(runs: Path | MergedRecord) -> dict[str, Any]:
    """Look at one run by itself, or at several as one."""
    source = open_source(runs)
    chosen = Settings(issues=("AL", "IL", "CC"), kind="bot")
    ready = {code: prepare(code, each, source, lambda _, dialogs: dialogs) for code, each in equip(chosen, {}).items()}
    return look(ready, list(source.read()))


@pytest.mark.slow
def test_merged_runs_equal_their_added_evidence(cli: Cli, runs: list[Path], tmp_path: Path) -> None:
    ended = cli("merge", *runs, "-o", "report.html", "-o", "findings.csv", "--json")
    rating = document(ended)
    assert (tmp_path / "report.html").read_text().count("rated from 3 runs") == 1
    again = cli("merge", *reversed(runs), "--json")
    assert again.out == ended.out
    whole, parts = _evidence(merged_record(runs)), [_evidence(run) for run in runs]
    assert whole["AL"].sums
    assert whole["AL"].sums == (parts[0]["AL"] + parts[1]["AL"] + parts[2]["AL"]).sums
    assert whole["IL"].labels == (parts[0]["IL"] + parts[1]["IL"] + parts[2]["IL"]).labels
    keyed = zip((1, 2, 10), parts, strict=True)
    assert whole["IL"].payload.worst == {
        f"{seed}/{name}": worst for seed, part in keyed for name, worst in part["IL"].payload.worst.items()
    }
    stored = [json.loads((run / "rating.json").read_text()) for run in runs]
    for count in ("planned", "scored"):
        assert rating["counts"][count] == sum(each["counts"][count] for each in stored) == 36
    assert rating["provenance"]["seed"] is None
    assert observed(rating, "merged_runs") == ["rated from 3 runs, with the seeds 1, 2, 10"]
    assert {finding["dialog"].split("/")[0] for finding in rating["findings"]} <= {"1", "2", "10"}
    for code in ("AL", "IL"):
        assert issue(rating, code)["n"] == sum(issue(each, code)["n"] for each in stored)


@pytest.mark.slow
def test_what_is_asked_of_merged_runs_counts(cli: Cli, runs: list[Path]) -> None:
    assert document(cli("merge", *runs, "--json"))["profile"]["name"] == "abuse"
    ended = cli("merge", *runs, "--order", "IL,AL,CC", "--fail-on", "AL=medium", "--json")
    assert ended.code == 1, ended.err
    assert (ended.code, json.loads(ended.out)["profile"]["order"]) == (1, [["IL"], ["AL"], ["CC"]])
    report = botassay.merge(runs, profile="privacy")
    assert report.ratings[0].profile.name == "privacy"


@pytest.mark.slow
def test_runs_that_do_not_belong_together_are_refused(cli: Cli, bot: Place, runs: list[Path], tmp_path: Path) -> None:
    other = tmp_path / "other.toml"
    other.write_text(bot.described(tmp_path).read_text() + "\n# another bot\n")
    assert cli("rate", other, *ASKED, "--seed", 3, "--out", "other").code == 0
    with pytest.raises(InputError, match=r"E177 the (bot|digest of the bot's description) differs from that of"):
        merged_record([runs[0], tmp_path / "other"])
    assert cli("rate", bot.described(tmp_path), *ASKED[:-1], 8, "--seed", 3, "--out", "short").code == 0
    ended = cli("merge", runs[0], "short")
    assert (ended.code, "E177 the setting limit differs from that of" in ended.err) == (65, True)
    assert "8 here, 12 there" in ended.err
    ended = cli("merge", *runs, runs[1])
    assert (ended.code, "E178 the run has the seed 2" in ended.err) == (65, True)
    (tmp_path / "x.evidence").write_bytes(b"")
    assert cli("merge", runs[0], "x.evidence").code == 2
    with pytest.raises(InputError, match="E174"):
        botassay.merge([tmp_path / "missing", runs[0]])
    _changed(runs[1], "UPDATE turns SET reply = replace(reply, 'stupid', 'clever') WHERE reply LIKE '%stupid%'")
    ended = cli("merge", *runs)
    assert (ended.code, "E176 the journal was changed" in ended.err) == (65, True)


def _changed(run: Path, statement: str) -> None:
    with sqlite3.connect(run / FILE) as connection:
        connection.execute(statement)
    connection.close()


@pytest.mark.slow
def test_a_run_that_is_not_finished_is_refused(bot: Place, runs: list[Path], tmp_path: Path) -> None:
    described = bot.described(tmp_path)
    control = RunControl()

    def stop(progress: object) -> None:
        del progress
        control.stop()

    with pytest.raises(botassay.RunStopped):
        botassay.rate(
            described, issues="AL,IL,CC", limit=12, seed=5, out=tmp_path / "left", control=control, on_progress=stop
        )
    with pytest.raises(InputError, match=r"E175 the run is not finished: \d+ of 12 conversations are left") as caught:
        merged_record([runs[0], tmp_path / "left"])
    assert "botassay resume" in str(caught.value.hint)
