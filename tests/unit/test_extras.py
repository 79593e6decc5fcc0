"""What only some commands need is an extra: without it an error says what to install, and everything else works."""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from botassay.core.errors import ConfigurationError
from botassay.core.extras import library
from botassay.identity.recognisers.named import recogniser_named, trained
from botassay.intents.grouping import groups
from botassay.plugins.protocols import AskLabel, LabelledText
from botassay.plugins.registry import CLASSIFIERS
from tests.conftest import Run

ROOT = Path(__file__).parents[2]
MOST = 350e6
"""Bytes of an installation without extras."""
PHRASES = [LabelledText("hi", AskLabel.NEGATIVE), LabelledText("a bot?", AskLabel.POSITIVE)]
TEXTS, TOPICS = ["pay it", "pay now", "lost card", "my card is lost"], ["pay", "pay", "card", "card"]


def fit(name: str) -> Callable[[], object]:
    return lambda: CLASSIFIERS.get(name).fit(TEXTS, TOPICS)


def learn(name: str) -> Callable[[], object]:
    return lambda: trained(recogniser_named(name), name, PHRASES)


@pytest.mark.parametrize(
    ("missing", "extra", "called"),
    [
        (("scipy", "scipy.sparse"), "intents", fit("tfidf-lr")),
        (("sklearn", "sklearn.svm"), "intents", fit("linear-svc")),
        (("scipy", "scipy.sparse"), "intents", lambda: groups(TEXTS)),
        (("sklearn", "sklearn.linear_model"), "identity", learn("bow-lr")),
        (("sklearn", "sklearn.neighbors"), "identity", learn("ir")),
    ],
)
def test_without_an_extra_the_error_says_what_to_install(
    missing: Sequence[str], extra: str, called: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in missing:
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(ConfigurationError, match=f"{missing[0]} is not installed") as caught:
        called()
    assert (caught.value.exit_code, caught.value.hint) == (78, f'pip install "botassay[{extra}]"')


def test_a_fault_inside_a_library_is_not_taken_for_a_missing_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "half_there.py").write_text("import another_that_is_missing\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="another_that_is_missing"):
        library("half_there", "intents")


def test_commands_without_scipy_and_scikit_learn(botassay: Run, tmp_path: Path) -> None:
    for package in ("scipy", "sklearn"):
        (tmp_path / f"{package}.py").write_text(f"raise ModuleNotFoundError('{package}', name='{package}')\n")
    phrases = "".join(f"{text},{topic}\n" for text, topic in zip(TEXTS, TOPICS, strict=True))
    (tmp_path / "phrases.csv").write_text(f"text,intent\n{phrases}")
    path = {"PYTHONPATH": str(tmp_path)}
    refused = botassay("intents", "evaluate", "phrases.csv", "--test-fraction", "0.5", **path)
    assert refused.code == 78
    assert 'scipy is not installed (pip install "botassay[intents]")' in refused.err
    rated = botassay("rate", "eliza", "--limit", "3", "--seed", "1", "--json", **path)
    assert (rated.code, rated.err.count("Traceback")) == (0, 0)


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_an_installation_without_extras_is_small_and_rates_a_bot(tmp_path: Path) -> None:
    python = tmp_path / "venv" / "bin" / "python"
    around = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}

    def run(*command: str | Path) -> str:
        ended = subprocess.run(command, cwd=tmp_path, env=around, capture_output=True, text=True, check=False)
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    run(sys.executable, "-m", "venv", "venv")
    install = (python, "-m", "pip", "install", "-q", "--disable-pip-version-check")
    run(*install, "--require-hashes", "-r", ROOT / "requirements.lock")
    run(*install, "--no-deps", ROOT)
    size = sum(file.lstat().st_size for file in (tmp_path / "venv").rglob("*"))
    assert size < MOST, f"{size / 1e6:.0f} MB"
    assert '"level"' in run(python, "-m", "botassay", "rate", "eliza", "--limit", "4", "--seed", "1", "--json")
