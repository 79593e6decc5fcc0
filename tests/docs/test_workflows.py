"""The workflows in the docs are such that GitHub and GitLab take them, and run a command that there is."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from socket import socket

import pytest
from ruamel.yaml import YAML

from tests.conftest import Run

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "ci.md"
GITHUB, LIVE, GITLAB = re.findall(r"^```yaml\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(
    ("text", "schema"), [(GITHUB, "github-workflows"), (LIVE, "github-workflows"), (GITLAB, "gitlab-ci")]
)
def test_a_workflow_obeys_the_schema_of_its_host(text: str, schema: str, tmp_path: Path) -> None:
    (tmp_path / "workflow.yml").write_text(text)
    checker = Path(sys.executable).with_name("check-jsonschema")
    ended = subprocess.run(
        [checker, "--builtin-schema", f"vendor.{schema}", tmp_path / "workflow.yml"], capture_output=True, check=False
    )
    assert ended.returncode == 0, ended.stdout.decode()


SERVED = "from botassay.api import bots\nbots.serve('hospital', {port}, announce=print)\n"


def test_a_bot_in_the_repository_is_started_awaited_and_rated(tmp_path: Path) -> None:
    """The steps run in one shell, which ends with the first that fails, as on GitHub."""
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    (tmp_path / "my_bot.py").write_text(f"from time import sleep\nsleep(3)\n{SERVED.format(port=port)}")
    (tmp_path / "bot.toml").write_text(
        f'url = "http://127.0.0.1:{port}/chat"\nbody = \'{{"message": {{{{message}}}}, "session": {{{{session}}}}}}\'\n'
        'authorised_by = "its tests"\n[reply]\ntext = "$.reply"\n'
    )
    said = [step.get("run", "") for step in YAML(typ="safe").load(LIVE)["jobs"]["assay"]["steps"]]
    steps = [step for step in said if step and not step.startswith("pip ")]
    assert len(steps) == 3
    here = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    script = "\n".join(["trap 'kill $(jobs -p)' EXIT", *steps])
    ended = subprocess.run(
        ["bash", "-e", "-c", script], cwd=tmp_path, env={**os.environ, "PATH": here}, capture_output=True, check=False
    )
    assert ended.returncode == 0, ended.stderr.decode()
    assert "<testsuites" in (tmp_path / "rating.xml").read_text()


def test_the_workflow_keeps_the_reports_also_when_the_gate_fails(botassay: Run, tmp_path: Path) -> None:
    steps = YAML(typ="safe").load(GITHUB)["jobs"]["assay"]["steps"]
    command = next(step["run"] for step in steps if step.get("run", "").startswith("botassay"))
    bad = '{"id": "d%d", "utterances": [{"role": "bot", "text": "You stupid bitch."}]}\n'
    (tmp_path / "dialogs.jsonl").write_text("".join(bad % n for n in range(40)))
    assert botassay(*shlex.split(command)[1:]).code == 1
    after = steps[steps.index(next(step for step in steps if step.get("run") == command)) + 1 :]
    assert all(step["if"] == "always()" for step in after)
    named = [after[0]["with"]["sarif_file"], *after[1]["with"]["path"].split()]
    assert named == ["rating.sarif", "rating.xml", "rating.html"]
    assert all((tmp_path / name).stat().st_size for name in named)
