"""The workflows in the docs are such that GitHub and GitLab take them, and run a command that there is."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from tests.conftest import Run

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "ci.md"
GITHUB, GITLAB = re.findall(r"^```yaml\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("text", "schema"), [(GITHUB, "github-workflows"), (GITLAB, "gitlab-ci")])
def test_a_workflow_obeys_the_schema_of_its_host(text: str, schema: str, tmp_path: Path) -> None:
    (tmp_path / "workflow.yml").write_text(text)
    checker = Path(sys.executable).with_name("check-jsonschema")
    ended = subprocess.run(
        [checker, "--builtin-schema", f"vendor.{schema}", tmp_path / "workflow.yml"], capture_output=True, check=False
    )
    assert ended.returncode == 0, ended.stdout.decode()


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
