"""The network in whole numbers: exact sums, no sight past the edge of a text, the greatest of each part."""

import pickle

import numpy as np
import pytest
from numpy.typing import NDArray

from botassay.trust.abuse import _model
from botassay.trust.convolution import TOP, Convolution, greatest


def network() -> Convolution:
    found = _model("abuse").network
    assert found is not None
    return found


def by_hand(net: Convolution, words: list[int]) -> tuple[list[int], list[int]]:
    """One text, in Python's own whole numbers: the greatest near and far activations."""
    places = [0, *words, 0]
    vectors = net.vectors.astype(int)
    near_weights = net.near.astype(int).reshape(vectors.shape[1], 3, -1)
    shares = [np.rint((vectors[places] @ near_weights[:, tap]) * net.units[0]).astype(int) for tap in range(3)]
    near = [np.zeros(near_weights.shape[2], int)]
    for at in range(1, len(places) - 1):
        sums = shares[0][at - 1] + shares[1][at] + shares[2][at + 1] + net.near_bias
        near.append(sums.clip(0, TOP))
    near.append(near[0])
    far_weights = net.far.astype(int).reshape(len(near[0]), 3, -1)
    far = []
    for at in range(1, len(places) - 1):
        sums = sum(near[at + tap - 1] @ far_weights[:, tap] for tap in range(3)) + net.far_bias.astype(int)
        far.append(np.rint(sums.astype(np.float32) * np.float32(net.units[1])).clip(0, TOP))
    return np.max(near, axis=0).tolist(), np.max([np.zeros(len(far[0])), *far], axis=0).tolist()


@pytest.mark.parametrize("length", [1, 2, 5, 19])
def test_it_adds_up_as_whole_numbers_do(length: int) -> None:
    net, draw = network(), np.random.default_rng(length)
    words = draw.integers(1, len(net.vectors), size=length).tolist()
    near, far = by_hand(net, words)
    (peaks,) = net.peaks(np.array([0, *words, 0]), np.array([0])).tolist()
    assert peaks == [*near, *far]


def test_no_sum_leaves_what_single_precision_holds_exactly() -> None:
    net = network()
    sides = (net.far.reshape(len(net.far), 3, -1).__abs__().sum(axis=(0, 1)), net.far_bias)
    assert (sides[0] * TOP + abs(sides[1])).max() < 2**24
    assert (abs(net.hidden).sum(axis=0) * TOP + abs(net.hidden_bias)).max() < 2**24
    assert abs(net.output).sum(axis=0).max() * TOP < 2**24
    assert np.abs(net.vectors.astype(np.float64)).sum(axis=1).max() * abs(net.near).max() < 2**24


def test_a_filter_does_not_see_the_next_text() -> None:
    net = network()
    alone = net.peaks(np.array([0, 5, 9, 0]), np.array([0]))
    together = net.peaks(np.array([0, 5, 9, 0, 700, 800, 0]), np.array([0, 4]))
    assert (together[0] == alone[0]).all()


@pytest.mark.parametrize("parts", [1, 3, 4, 5, 60])
def test_the_greatest_of_each_part_is_found(parts: int) -> None:
    draw = np.random.default_rng(parts)
    lengths = draw.integers(1, 9, size=parts)
    values: NDArray[np.uint8] = draw.integers(0, 256, size=(lengths.sum(), 7)).astype(np.uint8)
    pieces = np.split(values, np.cumsum(lengths)[:-1])
    found = greatest(values, np.cumsum(lengths) - lengths)
    assert found.tolist() == [piece.max(axis=0).tolist() for piece in pieces]


def test_it_travels_to_another_process() -> None:
    net = network()
    places = np.array([0, 5, 9, 12, 0])
    other = pickle.loads(pickle.dumps(net))  # noqa: S301 - our own bytes
    assert (other.peaks(places, np.array([0])) == net.peaks(places, np.array([0]))).all()


def test_a_model_without_a_network_has_none() -> None:
    assert _model("abuse-tweets").network is None
