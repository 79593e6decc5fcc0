"""The network in whole numbers: exact sums, no sight past the edge of a text, the greatest of each part."""

import pickle

import numpy as np
import pytest

from botassay.trust.abuse import convolution, published
from botassay.trust.abuse.convolution import TOP, Convolution
from botassay.trust.abuse.replies import screen


def network() -> Convolution:
    found = screen().model.network
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
    return np.max(near, axis=0).tolist(), np.max([np.zeros(len(net.far_bias)), *far], axis=0).tolist()


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


@pytest.mark.parametrize("texts", [1, 2, 3, 5, 60])
def test_long_texts_are_seen_across_the_borders_of_their_parts(texts: int) -> None:
    net, draw = network(), np.random.default_rng(texts)
    words = [draw.integers(1, len(net.vectors), size=size).tolist() for size in draw.integers(0, 13, size=texts)]
    lengths = [len(text) for text in words]
    begins = np.cumsum([1, *(length + 1 for length in lengths[:-1])])
    cuts = [[0, *range(4, length, 4)] for length in lengths]
    starts = np.array([begin + cut for begin, some in zip(begins, cuts, strict=True) for cut in some])
    starts[0] = 0
    places = np.array([0, *(place for text in words for place in [*text, 0])])
    found = iter(net.peaks(places, starts).tolist())
    for text, some in zip(words, cuts, strict=True):
        together = np.max([next(found) for _ in some], axis=0).tolist()
        near, far = by_hand(net, text)
        assert together == [*near, *far]


def test_few_parts_and_many_come_to_the_same() -> None:
    net, draw = network(), np.random.default_rng(1)
    places = draw.integers(1, len(net.vectors), size=200)
    places[[0, 9, 10, 50, -1]] = 0
    starts = np.array([0, 10, 11, 30, 51, 60])
    many = net.peaks(places, starts)
    few = [net.peaks(places[first:last], np.array([0])) for first, last in ((0, 10), (10, 11))]
    assert (many[:1] == few[0]).all()
    assert not many[1].any()
    ends = net.peaks(places[50:], np.array([0, 10]))
    assert (many[4:] == ends).all()
    middle = net.peaks(places[10:51], np.array([0, 1, 20]))
    assert (many[2:4] == middle[1:]).all()


def test_it_travels_to_another_process() -> None:
    net = network()
    places = np.array([0, 5, 9, 12, 0])
    other = pickle.loads(pickle.dumps(net))  # noqa: S301 - our own bytes
    assert (other.peaks(places, np.array([0])) == net.peaks(places, np.array([0]))).all()


def test_a_model_without_a_network_has_none() -> None:
    assert published._model().network is None


@pytest.mark.parametrize("parts", [1, 3, 7])
def test_many_parts_are_looked_at_a_few_at_a_time_with_equal_peaks(parts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    net, draw = network(), np.random.default_rng(parts)
    places = draw.integers(-1, 40, size=200)  # with unknown words, and separators anywhere
    places[[0, -1]] = 0
    ends = (places[1:-1] == 0) | (draw.random(198) < 0.3)  # a separator ends a part
    starts = np.concatenate([[0], 2 + np.flatnonzero(ends[:-1])])
    whole = net.peaks(places, starts)
    monkeypatch.setattr(convolution, "_PARTS", parts)
    assert (net.peaks(places, starts) == whole).all()
