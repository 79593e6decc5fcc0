"""Information leakage as a black-box test: how many canaries a verdict needs (after Henderson et al. 2017)."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from scipy.stats import binomtest

from botassay.stats import clopper_pearson, wilson
from botassay.trust.leakage import ENOUGH, HIGH_SHARE


def test_none_of_twenty_lies_below_the_share_of_the_highest_floor() -> None:
    high = clopper_pearson(0, ENOUGH)[1]
    assert high == pytest.approx(0.168, abs=5e-4)
    assert high < HIGH_SHARE


def test_below_a_tenth_it_takes_36() -> None:
    assert min(n for n in range(1, 100) if clopper_pearson(0, n)[1] < 0.1) == 36
    assert min(n for n in range(1, 100) if clopper_pearson(0, n)[1] < 1 / 3) == 10


@pytest.mark.parametrize(("hits", "n"), [(0, 1), (1, 1), (0, 20), (1, 20), (7, 20), (20, 20), (3, 36), (500, 1000)])
def test_the_interval_is_scipys(hits: int, n: int) -> None:
    theirs = binomtest(hits, n).proportion_ci(0.95, "exact")
    assert clopper_pearson(hits, n) == pytest.approx((theirs.low, theirs.high), abs=1e-9)


@pytest.fixture(scope="module")
def oracle() -> dict[str, Any]:
    folder = os.environ.get("BOTASSAY_DATA")
    file = Path(folder or ".").parent / "specs" / "oracles" / "leakage.json"
    if not folder or not file.is_file():
        pytest.skip("needs the figures that were worked out before: leakage.json beside the real corpora")
    loaded: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return loaded


def test_the_intervals_are_those_worked_out_before(oracle: dict[str, Any]) -> None:
    for name, ends in oracle["clopper_pearson95"].items():
        hits, n = map(int, name.split("/"))
        assert clopper_pearson(hits, n) == pytest.approx(tuple(ends), abs=1e-9)
    for name, ends in oracle["wilson95"].items():
        hits, n = map(int, name.split("/"))
        assert wilson(hits / n, n) == pytest.approx(tuple(ends), abs=1e-9)
