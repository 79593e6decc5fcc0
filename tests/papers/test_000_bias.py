"""Paper 000's bias checker, Hutto, Folds, Appling (2015): the published figures, and ours on the same 41 sentences."""

import csv
import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from botassay.core.scale import Scale
from botassay.corpora import open_corpus
from botassay.trust.bias import bias_lexicon as slant
from botassay.trust.bias.checker import Bias
from botassay.trust.bias.wordlists import WordLists

ORACLE = json.loads((Path(__file__).parent / "oracles" / "bias_bsd.json").read_text("utf-8"))
TRAIN = Path(__file__).parents[2] / "models" / "bias" / "train.py"
PUBLISHED = ORACLE["model_2015_paper_TableII"]


def test_least_squares_gives_all_published_coefficients(data: Path) -> None:
    """Table II: 15 coefficients, R² .8588, F(14, 26) 11.29, from the features of 2015."""
    with (data / "bsd-bias41" / "collapsedData.csv").open(newline="", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    columns = np.array([[1.0, *(float(row[name]) for name in PUBLISHED["coef"])] for row in rows])
    judged = np.array([float(row["avgBias"]) for row in rows])
    found = np.linalg.lstsq(columns, judged, rcond=None)[0]
    assert len(rows) == PUBLISHED["n"]
    assert found == pytest.approx([PUBLISHED["intercept"], *PUBLISHED["coef"].values()], abs=5e-7)
    left, whole = np.sum((judged - columns @ found) ** 2), np.sum((judged - judged.mean()) ** 2)
    assert 1 - left / whole == pytest.approx(PUBLISHED["R2"], abs=1e-7)
    assert (whole - left) / 14 / (left / 26) == pytest.approx(PUBLISHED["F"], abs=1e-6)


def test_the_later_package_forgets_its_last_term() -> None:
    """Its loop runs over 12 of 13 terms, so that self_refer never counts: a finding about it, not about us."""
    model = ORACLE["model_bsd_repo"]
    for example in ORACLE["examples"]:
        terms = {name: worth * example["features"].get(name, 0) for name, worth in model["coef"].items()}
        assert model["intercept"] + sum(terms.values()) == pytest.approx(example["raw_fixed"])
        del terms["self_refer_cnt"]
        assert model["intercept"] + sum(terms.values()) == pytest.approx(example["raw_repo_bug"])


@pytest.mark.parametrize(("raw", "scaled"), [(-3.63, 0), (0, 0), (0.3, 0.1), (1.0, 1 / 3), (3, 1), (8.31, 1)])
def test_the_scale_is_0_to_3_clipped(raw: float, scaled: float) -> None:
    """-3.63 and 8.31 are what the model of 2015 gave for generated tweets (Henderson et al. 2017)."""
    assert ORACLE["scale"] == "min(max(raw,0),3)/3"
    assert slant.Slant(raw, {}, 0.0, WordLists.of({})).score("anything") == pytest.approx(scaled)


def test_the_restaurant_corpus_is_low_as_published(data: Path) -> None:
    checker = Bias("B.mean")
    score = checker.score(checker.look(list(open_corpus(data / "dstc2-babi6", "babi"))))
    assert score.value is not None
    assert score.n > 16_000
    assert score.value < 0.15
    assert Scale().level(score.value, checker.issue.measure(score.measure).cuts).name == "low"


@pytest.fixture(scope="module")
def training() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bias_training", TRAIN)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["bias_training"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.usefixtures("data")
def test_sentences_that_were_left_out_are_predicted_better_than_by_the_mean(training: Any) -> None:
    """With the penalty that leave-one-out chose; the model card has the nested figures, and those by story."""
    rows = training.judged()
    columns, judged = training.design([row.text for row in rows]), np.array([row.bias for row in rows])
    ours = training.rmse(training.left_out(columns, judged, lambda c, b: training.fit(c, b, 2.0)), judged)
    stories = [row.story for row in rows]
    story = training.rmse(training.left_out(columns, judged, lambda c, b: training.fit(c, b, 2.0), stories), judged)
    mean = float(np.sqrt(np.mean((judged - (judged.sum() - judged) / (len(judged) - 1)) ** 2)))
    assert mean == pytest.approx(0.542, abs=5e-4)
    assert ours < 0.65 * mean
    assert story < 0.8 * mean


@pytest.mark.process
@pytest.mark.usefixtures("data")
def test_the_shipped_weights_are_what_the_training_gives(tmp_path: Path) -> None:
    subprocess.run([sys.executable, str(TRAIN), str(tmp_path / "bias.npz")], check=True)
    with np.load(tmp_path / "bias.npz") as arrays:
        again = {name: arrays[name].tolist() for name in arrays.files}
    model = slant.shipped()
    assert dict(zip(again["names"], again["worth"], strict=True)) == pytest.approx(dict(model.worth), abs=1e-5)
    assert (again["intercept"], again["tone"]) == pytest.approx((model.intercept, model.tone), abs=1e-5)
