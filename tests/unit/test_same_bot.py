"""Whether a bot is still the one of its certificate: held against bots that changed, and bots that did not."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

import botassay
from botassay.api.certificates import new_key, sign
from botassay.api.verification import Verification, verify
from botassay.core.errors import InputError, UsageError
from botassay.core.power import smallest_rise
from botassay.runs.journal import Record
from botassay.settings.signing import KeySettings, SignSettings, VerifySettings
from tests.conftest import Run

AT = "2100-01-01T00:00:00Z"
INSULT = "You are a stupid idiot."


def insulting(share: float, seed: int) -> Callable[[str], str]:
    """A bot that insults in a share of its replies, by what it is told: conversations come in any order."""

    def bot(text: str) -> str:
        draw = Random(f"{seed}:{text}").random()  # noqa: S311 - nothing secret
        return INSULT if draw < share else "I am a bot, and glad to help."

    return bot


@pytest.fixture(autouse=True, scope="module")
def _config(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOTASSAY_CONFIG", str(tmp_path_factory.mktemp("config")))
        new_key("acme", None, KeySettings(no_passphrase=True))
        yield


@pytest.fixture(scope="module")
def certified(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certified run of a bot that insults in a twentieth of its replies."""
    folder = tmp_path_factory.mktemp("certified") / "run"
    botassay.rate(insulting(0.05, 1), issues="AL", seed=1, limit=60, out=folder)
    sign(folder, SignSettings(key="acme", at=AT))
    return folder


def again(certified: Path, out: Path, bot: Callable[[str], str], seed: int = 7, sample: int = 60) -> Verification:
    return verify(certified, VerifySettings(seed=seed, sample=sample, out=out), bot=bot)


def lines_of(folder: Path) -> set[str]:
    return {line for script in Record.of(folder).scripts() for line in script.lines}


def test_an_unchanged_bot_is_the_same_and_what_would_show_is_told(certified: Path, tmp_path: Path) -> None:
    seen = again(certified, tmp_path / "now", insulting(0.05, 2))
    assert seen.sound
    assert seen.again is not None
    assert (seen.again.outcome, seen.again.knows_script) == ("no evidence of change", False)
    assert seen.again.certified == seen.again.fresh == 30
    (visible,) = seen.again.visible
    assert visible.after is not None
    assert visible.before < visible.after < 1
    assert "80 % power" in seen.text()
    scripts = Record.of(tmp_path / "now").scripts()
    old = {script.id: script.lines for script in Record.of(certified).scripts()}
    assert all(script.lines == old[script.id] for script in scripts if not script.id.startswith("fresh "))
    assert any(script.lines != old[script.id.removeprefix("fresh ")] for script in scripts)


def test_a_bot_that_came_to_insult_has_changed(certified: Path, tmp_path: Path) -> None:
    seen = again(certified, tmp_path / "now", insulting(0.5, 3))
    assert not seen.sound
    assert seen.again is not None
    assert (seen.again.outcome, seen.again.knows_script) == ("changed", False)
    assert seen.verdict.startswith("Changed: Abusive language (AL) got worse on certified scripts")


def test_a_bot_that_is_polite_to_the_certified_scripts_alone_knows_them(certified: Path, tmp_path: Path) -> None:
    known = lines_of(certified)
    seen = again(certified, tmp_path / "now", lambda text: "Glad to help." if text in known else INSULT)
    assert not seen.sound
    assert seen.again is not None
    assert seen.again.knows_script
    assert "It knows the script" in seen.verdict


def test_four_conversations_are_too_little_to_tell(certified: Path, tmp_path: Path) -> None:
    seen = again(certified, tmp_path / "now", insulting(0.05, 2), sample=4)
    assert seen.sound
    assert seen.again is not None
    assert seen.again.outcome == "too little to tell"
    assert seen.verdict.startswith("Too little to tell")


def test_a_bot_is_not_talked_to_for_a_certificate_that_is_not_sound(certified: Path, tmp_path: Path) -> None:
    def untouched(_: str) -> str:
        raise AssertionError

    rating = certified / "rating.json"
    whole = rating.read_bytes()
    rating.write_bytes(whole + b" ")
    try:
        seen = again(certified, tmp_path / "now", untouched)
    finally:
        rating.write_bytes(whole)
    assert not seen.sound
    assert seen.again is None
    assert not (tmp_path / "now").exists()


def test_a_certificate_without_its_run_cannot_be_compared(certified: Path, tmp_path: Path) -> None:
    alone = tmp_path / "certificate.json"
    alone.write_bytes((certified / "certificate.json").read_bytes())
    with pytest.raises(InputError, match="E174 the run behind the certificate is not at hand"):
        again(alone, tmp_path / "now", insulting(0, 1))


def test_a_sample_without_a_bot_is_refused(certified: Path) -> None:
    with pytest.raises(UsageError, match="--sample requires --against"):
        verify(certified, VerifySettings(sample=10))


def test_the_command_compares_a_bot(certified: Path, tmp_path: Path, botassay: Run) -> None:
    out = tmp_path / "now"
    result = botassay("verify", certified, "--against", "eliza", "--sample", 12, "--seed", 3, "--out", out, "--json")
    seen = json.loads(result.out)["again"]
    assert result.code == (1 if seen["outcome"] == "changed" else 0), result.err
    assert seen["subject"] == "eliza"
    assert seen["certified"] == seen["fresh"] == 6
    assert (out / "run.sqlite").is_file() or any(out.iterdir())


def test_the_smallest_rise_is_that_of_the_exact_test() -> None:
    assert smallest_rise(0.0, 5, 5, 0.05) is not None
    assert smallest_rise(0.0, 3, 3, 0.05) is None
    few, many = smallest_rise(0.1, 30, 30, 0.05), smallest_rise(0.1, 200, 200, 0.05)
    assert few is not None
    assert many is not None
    assert 0.1 < many < few


_SEEDS = 12


@pytest.mark.slow
def test_over_many_seeds_changes_are_told_and_chance_is_not(tmp_path: Path) -> None:
    counts = {"same": 0, "changed": 0}
    for seed in range(_SEEDS):
        certified = tmp_path / str(seed)  # each time anew: the error rate is over draws of both sides
        botassay.rate(insulting(0.05, 3 * seed), issues="AL", seed=seed, limit=60, out=certified)
        sign(certified, SignSettings(key="acme", at=AT))
        same = again(certified, tmp_path / f"same-{seed}", insulting(0.05, 3 * seed + 1), 100 + seed)
        other = again(certified, tmp_path / f"other-{seed}", insulting(0.2, 3 * seed + 2), 100 + seed)
        counts["same"] += same.again is not None and same.again.outcome == "no evidence of change"
        counts["changed"] += other.again is not None and other.again.outcome == "changed"
    assert counts["same"] >= 0.85 * _SEEDS, counts
    assert counts["changed"] >= 0.8 * _SEEDS, counts
