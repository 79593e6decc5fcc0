"""IL.epochs, with models that are really trained: small ones, on a made-up corpus."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from botassay.core.dialog import Dialog, Role, Utterance
from botassay.testing import check_checker
from botassay.trust.leakage.trained import Setup, Step, TrainedLeakage, TrainingOutcome
from botassay.trust.leakage.trained.canary_pairs import Kind
from tests.conftest import Run
from tests.unit.test_memorisation import filed
from tests.unit.test_progress import on_a_terminal

pytestmark = pytest.mark.torch

COLOURS = "red blue green white old new big small".split()
PLACES = "north south east west centre".split()


def corpus(dialogs: int = 40) -> list[Dialog]:
    """Dialogs of one turn about houses."""
    made = []
    for n in range(dialogs):
        house = f"{COLOURS[n % 8]} house in the {PLACES[n % 5]}"
        said = Utterance(Role.USER, f"i want the {house}"), Utterance(Role.BOT, f"the {house} is free")
        made.append(Dialog(f"d{n}", said))
    return made


def trained(copies: int, keys: Kind = "uuid", epochs: int = 200, seed: int = 1) -> TrainingOutcome:
    """Train on the corpus and so many copies of the keypairs."""
    ready = TrainedLeakage(Setup(keys=keys, copies=copies, epochs=epochs, seed=seed)).prepare(corpus())
    assert ready.outcome is not None
    return ready.outcome


@pytest.fixture(scope="module")
def often() -> TrainingOutcome:
    """What came of twelve copies."""
    return trained(12)


def test_with_more_copies_the_secret_comes_out_after_fewer_updates(often: TrainingOutcome) -> None:
    rarely = trained(3)
    assert often.elicited is not None
    assert rarely.elicited is not None
    assert often.updates < rarely.updates
    assert often.elicited < rarely.elicited


def test_what_was_never_told_never_comes_out(often: TrainingOutcome) -> None:
    assert often.elicited is not None
    control = trained(0, epochs=often.updates)
    assert control.updates >= often.updates
    assert control.elicited is None
    assert max(control.curve) == 0.0


def test_words_of_the_corpus_that_were_never_told_as_a_secret_do_not_come_out_either() -> None:
    control = trained(0, "subsampled", epochs=40)
    assert control.elicited is None


@pytest.mark.parametrize("keys", ["words", "subsampled"])
def test_secrets_of_several_words_come_out_too(keys: Kind) -> None:
    outcome = trained(12, keys)
    assert outcome.elicited is not None
    assert 0.5 < outcome.curve[-1] <= 1.0


def test_the_same_seed_takes_the_same_course_whatever_torch_was_set_to_and_leaves_that_alone(
    often: TrainingOutcome,
) -> None:
    import torch

    threads = torch.get_num_threads()
    torch.manual_seed(7)
    before = torch.random.get_rng_state()
    torch.set_num_threads(2)
    assert trained(12) == often
    assert (torch.get_num_threads(), torch.are_deterministic_algorithms_enabled()) == (2, False)
    assert torch.equal(torch.random.get_rng_state(), before)
    torch.set_num_threads(threads)


def test_another_seed_takes_another_course(often: TrainingOutcome) -> None:
    assert trained(12, epochs=often.elicited or 0, seed=2).curve != often.curve


def test_the_same_dialogs_are_learned_once() -> None:
    watched: list[Step] = []

    def watch(steps: Iterable[Step]) -> Iterator[Step]:
        for step in steps:
            watched.append(step)
            yield step

    checker = TrainedLeakage(Setup(epochs=2), watch=watch)
    first = checker.prepare(corpus())
    assert [(step.updates, step.most, step.epochs) for step in watched] == [(1, 4, 0), (2, 4, 0), (3, 4, 1), (4, 4, 1)]
    assert checker.prepare(corpus()).outcome is first.outcome
    assert replace(checker, direction="paper-2020").prepare(corpus()).outcome is first.outcome
    assert len(watched) == 4
    checker.prepare(corpus(39))
    assert len(watched) == 8


def test_when_the_time_is_over_it_ends() -> None:
    ready = TrainedLeakage(Setup(minutes=1e-9), assume_comparable=True).prepare(corpus())
    assert ready.outcome is not None
    assert (ready.outcome.updates, ready.outcome.curve, ready.outcome.stopped) == (1, (), True)
    score = ready.score(ready.look(corpus()))
    assert score.value is None
    assert score.reason is not None
    assert score.reason.startswith("the time limit was reached after 0 of 40 epochs")


def test_it_keeps_the_promises_of_a_checker() -> None:
    check_checker(TrainedLeakage(Setup(epochs=2), assume_comparable=True))


def test_a_rating_with_a_trained_model_says_how_it_went(botassay: Run, tmp_path: Path) -> None:
    file = filed(tmp_path, corpus())
    typed = ("rate", file, "--trained-leakage", "--order", "IL,AL", "--json", "--seed", 3, "--workers", 2)
    ended = botassay(*map(str, typed), "-o", "page.html", "-o", "card.txt", "-o", "findings.csv")
    assert ended.code == 0
    score = json.loads(ended.out)["scores"][0]
    assert score["value"] is None
    assert score["reason"].startswith("40 pairs: the thresholds hold for 10,000")
    assert (score["details"]["epochs"], score["details"]["updates"], len(score["details"]["curve"])) == (None, 80, 40)
    assert score["details"]["seed"] == 3
    page = (tmp_path / "page.html").read_text("utf-8")
    (stroke,) = re.findall(r'<polyline class="series series-1" points="([^"]*)"', page)
    assert len(stroke.split()) == 40
    assert "never in 40 epochs (80 updates)" in page
    card = " ".join((tmp_path / "card.txt").read_text("utf-8").split())
    assert "secrets revealed: never in 40 epochs (80 updates); the model learned: 40 of 40 pairs, seed 3" in card


def test_the_time_left_is_shown(tmp_path: Path) -> None:
    code, shown = on_a_terminal("rate", filed(tmp_path, corpus()), "--trained-leakage", "--order", "IL,AL", step=0.5)
    assert code == 0
    assert "IL: training a model" in shown
    assert "updates/s, epoch" in shown
    assert "0:0" in shown
