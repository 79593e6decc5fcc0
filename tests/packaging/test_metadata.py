"""Files about the project: what they claim is so."""

import re
import tomllib
from pathlib import Path

from ruamel.yaml import YAML

import botassay

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_the_citation_names_this_version_and_five_papers() -> None:
    citation = YAML(typ="safe").load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["cff-version"] == "1.2.0"
    assert citation["version"] == botassay.__version__
    assert citation["license"] == PROJECT["license"]
    assert len(citation["references"]) == 5
    for paper in citation["references"]:
        assert paper["authors"]
        assert paper["title"]
        assert 2019 <= paper["year"] <= 2024


def test_the_changes_begin_with_this_version() -> None:
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert newest is not None
    assert newest[1].rstrip(",") == botassay.__version__


def test_the_page_on_installing_lists_every_extra() -> None:
    page = (ROOT / "docs/how-to/install.md").read_text("utf-8")
    listed = set(re.findall(r'`pip install "botassay\[([\w,]+)\]"`', page))
    assert listed == PROJECT["optional-dependencies"].keys() - {"dev", "docs"}


def test_the_container_installs_what_is_locked_and_runs_as_nobody_special() -> None:
    lines = (ROOT / "Containerfile").read_text("utf-8").splitlines()
    copied = [word for line in lines if line.startswith("COPY") for word in line.split()[1:-1]]
    assert all((ROOT / name).exists() for name in copied)
    assert any("--require-hashes -r /botassay/requirements.lock" in line for line in lines)
    assert [line for line in lines if line.startswith("USER")] == ["USER assayer"]
