"""What is built: the same bytes twice, with what a user needs in it, and the shell completes its words."""

import os
import subprocess
import sys
import zipfile
from hashlib import sha256
from pathlib import Path

import pytest
from hatchling.build import build_sdist, build_wheel

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Two wheels, built one after the other in different folders."""
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        folders = [tmp_path_factory.mktemp(name) for name in ("first", "second")]
        return [folder / build_wheel(str(folder)) for folder in folders]
    finally:
        os.chdir(before)


@pytest.mark.slow
def test_a_wheel_is_the_same_byte_for_byte_when_it_is_built_again(wheels: list[Path]) -> None:
    first, second = (sha256(wheel.read_bytes()).hexdigest() for wheel in wheels)
    assert first == second


@pytest.mark.slow
def test_a_wheel_holds_weights_licences_and_types_and_no_tests(wheels: list[Path]) -> None:
    with zipfile.ZipFile(wheels[0]) as archive:
        names = archive.namelist()
    assert {"botassay/py.typed", "botassay/encoder/data/encoder.onnx", "botassay_samples/eliza.py"} <= {*names}
    assert "botassay/trust/crisis/data/reader.onnx" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert any(name.endswith("licenses/NOTICE") for name in names)
    assert not [name for name in names if name.startswith(("tests/", "docs/", "models/"))]
    assert wheels[0].stat().st_size < 45 * 2**20


@pytest.mark.slow
def test_the_source_distribution_can_be_built_and_tested(tmp_path: Path) -> None:
    import tarfile

    before = Path.cwd()
    os.chdir(ROOT)
    try:
        archive = tmp_path / build_sdist(str(tmp_path))
    finally:
        os.chdir(before)
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    assert {
        "Makefile",
        "CHANGELOG.md",
        "CITATION.cff",
        "Containerfile",
        "website/mkdocs.yml",
        "tests/conftest.py",
    } <= names
    assert {"requirements.lock", "requirements-dev.lock", "docs/index.md", "src/botassay/__init__.py"} <= names


@pytest.mark.parametrize(
    ("typed", "offered"),
    [("botassay ra", "rate"), ("botassay identity gu", "guard"), ("botassay rate --prof", "--profile")],
)
def test_the_shell_completes_commands_and_options(typed: str, offered: str) -> None:
    words = typed.split()
    environment = {"_BOTASSAY_COMPLETE": "bash_complete", "COMP_WORDS": typed, "COMP_CWORD": str(len(words) - 1)}
    command = [sys.executable, "-c", "from botassay.cli import main; main()"]
    ended = subprocess.run(command, capture_output=True, text=True, env={**os.environ, **environment}, check=False)
    assert f"plain,{offered}" in ended.stdout.splitlines()
