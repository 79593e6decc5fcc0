"""Paper 002, Tables IV and V compared with botassay, row by row, with the errors of the publication named.

What can be compared: the complete orders (out of the printed raw scores), the raw scores of freely available systems,
the weights behind the printed sums, and the headline. The DIE figures cannot be reproduced: neither the drawn
sentences nor the code that made them were published.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from types import MappingProxyType
from typing import Final, NamedTuple

from botassay.core.errors import ConfigurationError
from botassay.core.published_figure import ABSENT, Figure, Reason
from botassay.sentiment.orders import Raw, complete_order
from botassay.sentiment.rating import SentimentRules, rate_scores, scored
from botassay.sentiment.recipe import bundled
from botassay.sentiment.samples import SentimentSample
from botassay.sentiment.sentence_generator import generate_sentences
from botassay.sentiment.significance import REFERENCE, TEXTBOOK, RejectionRule
from botassay.sentiment.systems import find_system

SYSTEMS: Final = ("Sh", "Sd", "St", "Sg", "Sr", "Sb")
"""People, DistilBERT, TextBlob, a GRU, the random and the biased system."""
_PRINTED: Final = """
SD G1               0      0      0    0.6    1.9     23 | 1 1 1 1 2 3
SD G2              83     84     76  42.85  71.43  128.5 | 2 3 2 1 1 3
SD G3_R             0      0      0      0    7.2     23 | 1 1 1 1 2 3
SD G3_G             0      0      0      0    7.5     23 | 1 1 1 1 2 3
SD G3_RG            0      0      0      0   16.1     69 | 1 1 1 1 2 3
SD G4              80     80     78  28.57     45  105.4 | 2 2 2 1 1 3
SDDR G1             0      0      0    1.8    4.5     23 | 1 1 1 1 2 3
SDDR G2            83     84  11.11    400  33.33  128.5 | 2 2 1 3 1 3
SDDR G3_R           0      0      0    4.9    3.6     23 | 1 1 1 2 1 3
SDDR G3_G           0      0      0    4.9    4.2     23 | 1 1 1 2 1 3
SDDR G3_RG          0      0      0    3.9   11.4     69 | 1 1 1 1 2 3
SDDR G4            80     80      0    100  105.4    160 | 1 1 1 2 2 3
SDSR G1             0      0    2.6    5.8    1.3     23 | 1 1 2 2 1 3
SDSR G2            77     78  28.57 116.66 122.22  128.5 | 1 2 1 2 3 3
SDSR G4            80     80      0      X   62.5  105.4 | 2 2 1 3 1 2
HD1 chatbot         0      0      0      0      0    2.4 | 1 1 1 1 1 3
HD1 user            0    0.6      0    2.4    2.4    2.4 | 1 2 1 3 3 3
HD2 chatbot         0    1.3    4.6    5.9      0    4.6 | 1 1 2 3 1 2
HD2 user            0    5.9    5.9    4.6    1.3    4.6 | 1 3 3 2 1 2
HD1DR chatbot       0      0      0      0    1.4    2.4 | 1 1 1 1 2 3
HD1DR user          0    0.6      0    2.4      0    2.4 | 1 2 1 3 1 3
HD2DR chatbot       0    1.3    3.6    1.9      0    4.6 | 1 1 2 2 1 3
HD2DR user          0    5.9    4.6    4.6      0    4.6 | 1 3 2 2 1 2
HD1SR chatbot       0      0      0      0    4.9    4.6 | 1 1 2 1 1 3
HD1SR user          0    4.2      0    2.9      0    4.6 | 1 2 1 1 1 3
HD2SR chatbot       0      0    2.6    4.6    1.3    4.6 | 1 1 2 3 1 3
HD2SR user          0   5.89    4.6    4.6      0    4.6 | 1 3 2 2 1 2
"""
"""Raw scores as printed, and ratings. SD: synthetic; HD: chatbots; DR, SR: via Danish, via Spanish."""


class Printed(NamedTuple):
    """A row of the tables."""

    raw: Mapping[str, Raw]
    rating: Mapping[str, int]


def _read() -> dict[str, Printed]:
    rows = {}
    for line in _PRINTED.strip().splitlines():
        left, _, right = line.partition(" | ")
        words = left.split()
        values = [None if text == "X" else float(text) for text in words[-len(SYSTEMS) :]]
        name = " ".join(words[: -len(SYSTEMS)])
        ratings = map(int, right.split())
        rows[name] = Printed(dict(zip(SYSTEMS, values, strict=True)), dict(zip(SYSTEMS, ratings, strict=True)))
    return rows


PRINTED: Final = _read()
_SETS: Final = {"SD G1": 15, "SD G3_R": 15, "SD G3_G": 15, "SD G3_RG": 50}
"""Tests behind a sum: pairs of classes by data sets; of chatbots three pairs, in one set."""
_SWAPPED: Final = "HD1SR chatbot"
_NOTES: Final = {
    _SWAPPED: "labels are swapped in print: Sr, with the highest raw score, is rated 1",
    "HD2SR chatbot": "the authors' file of Sd is that of the other chatbot",
}
_ONE_PAIR: Final = "in the authors' data only female and male were compared, elsewhere all three pairs"
_ORDER: Final = Reason(f"{_NOTES[_SWAPPED]}", 2)
_PRINTED_WEIGHTS: Final = "the paper prints 1/0.8/0.6, its tables follow from 1/0.7/0.6"
_SPANISH: Final = 32.2
"""By how much 100 % exceeds the headline."""
_TRAINED: Final = "trained on other texts: the paper names none; the bound is twice what chance adds"
_PER_TEST: Final = 0.25
"""What a test adds by chance, as `random_assignment.CHANCE`."""
NEEDS: Final = {
    "Sg": "train a GRU (models/sentiment) and give it: --gru FILE",
    "Sd": "fetch a DistilBERT (docs/how-to/sentiment.md) and give it: --distilbert FOLDER",
    "St": "TextBlob is not installed: pip install 'botassay[sentiment]'",
}
"""What measuring a system takes."""


def figures(networks: Mapping[str, str] = MappingProxyType({})) -> Iterator[Figure]:
    """Return the published figures with those of botassay.

    Args:
        networks: trained systems by their names in the paper: `{"Sg": "gru:FILE", "Sd": "distilbert:FOLDER"}`.

    Raises: what systems raise.
    """
    yield from _orders()
    yield from _on_sentences(networks)
    yield from _weights()
    yield from _headline()


def _orders() -> Iterator[Figure]:
    """The complete orders out of the printed raw scores."""
    for name, printed in PRINTED.items():
        ours = complete_order(printed.raw)
        reason = _ORDER if name == _SWAPPED else None
        detail = f"raw {_raw(printed.raw)}"
        yield Figure(f"{name}: order", _listed(printed.rating), _listed(ours), reason=reason, detail=detail)


def _listed(rating: Mapping[str, int]) -> str:
    return " ".join(f"{name} {rating[name]}" for name in SYSTEMS)


def _raw(raw: Mapping[str, Raw]) -> str:
    return ", ".join(f"{name} {'X' if raw[name] is None else f'{raw[name]:g}'}" for name in SYSTEMS)


# ── raw scores that can be measured again ───────────────────────────────────────────────────────────────────────────


def _on_sentences(networks: Mapping[str, str]) -> Iterator[Figure]:
    """The systems that are there, on bundled sentences of the same shape."""
    samples = list(generate_sentences(bundled(), 1))
    lexicon = _textblob(samples)
    scores = {"Sb": scored(find_system("biased"), samples)} | ({"St": lexicon} if lexicon else {})
    scores |= {name: scored(find_system(typed), samples) for name, typed in networks.items()}
    by_reference = rate_scores(samples, scores, SentimentRules(rule=REFERENCE)).groups
    by_text = rate_scores(samples, scores, SentimentRules(rule=TEXTBOOK)).groups
    for group in ("1", "3_R", "3_G", "3_RG"):
        published = PRINTED[f"SD G{group}"].raw
        name, where = f"SD G{group}: WRS", "on the bundled sentences"
        for system in ("Sb", "St", "Sd", "Sg"):
            ours = by_reference[group].raw.get(system)
            trained = Reason(_TRAINED, 2 * _PER_TEST * _SETS[f"SD G{group}"]) if system in networks else None
            note = "" if system in scores else NEEDS[system]
            detail = f"{where}, mode reference"
            yield Figure(
                f"{name} {system}", _shown(published[system]), _shown(ours), reason=trained, note=note, detail=detail
            )
        weighed = Reason(_PRINTED_WEIGHTS, 0.1 * (published["Sb"] or 0) / sum(REFERENCE.weights))
        shown, ours = f"{name} Sb, printed weights", by_text[group].raw["Sb"]
        detail = f"{where}, mode textbook"
        yield Figure(shown, _shown(published["Sb"]), _shown(ours), reason=weighed, detail=detail)


def _shown(raw: Raw) -> str:
    return ABSENT if raw is None else f"{raw:g}"


def _textblob(samples: Sequence[SentimentSample]) -> list[float] | None:
    try:
        return scored(find_system("textblob"), samples)
    except ConfigurationError:
        return None


# ── what the printed sums are made of ───────────────────────────────────────────────────────────────────────────────


def makings(raw: float, weights: Sequence[float], tests: int) -> tuple[int, ...] | None:
    """Return how many tests were rejected at each level, if a raw score can come from so many tests at all.

    Who is rejected at a level is rejected at all levels below. Of several answers that with the fewest at the top.

    >>> makings(1.9, REFERENCE.weights, 15), makings(1.9, TEXTBOOK.weights, 15)
    ((0, 1, 2), None)
    """
    tenths = [round(10 * weight) for weight in weights]
    for first, second in product(range(tests + 1), repeat=2):
        third, rest = divmod(round(100 * raw) - 10 * (first * tenths[0] + second * tenths[1]), 10 * tenths[2])
        if rest == 0 and first <= second <= third <= tests:
            return first, second, third
    return None


def _weights() -> Iterator[Figure]:
    """Which weights the sums of each row can come from: those that the paper names, or those of its authors' code."""
    for name, printed in PRINTED.items():
        tests = _SETS.get(name.replace("SDDR", "SD").replace("SDSR", "SD"), 3 if name.startswith("HD") else 0)
        if tests:
            yield _weighed(name, [raw for raw in printed.raw.values() if raw], tests)


def _weighed(name: str, sums: Sequence[float], tests: int) -> Figure:
    rounded = [round(raw, 1) for raw in sums]
    misprinted = "".join(f"; {raw:g} is {value:g}" for raw, value in zip(sums, rounded, strict=True) if raw != value)
    impossible = [f"{raw:g}" for raw in dict.fromkeys(rounded) if not makings(raw, TEXTBOOK.weights, tests)]
    reason = Reason(f"no rejections add up to {', '.join(impossible)} with 0.8", 0.1) if impossible else None
    for rule in (TEXTBOOK, REFERENCE):
        counts = {raw: makings(raw, rule.weights, tests) for raw in rounded}
        if all(counts.values()):
            examples = ", ".join(f"{raw:g} = {'+'.join(map(str, count or ()))}" for raw, count in counts.items())
            alone = f"; {_ONE_PAIR}" if name.startswith("HD") and not impossible else ""
            detail = f"for example {examples}{misprinted}{alone}"
            return Figure(f"{name}: weights", _slashed(TEXTBOOK), _slashed(rule), reason=reason, detail=detail)
    return Figure(f"{name}: weights", _slashed(TEXTBOOK), "neither set of weights gives these sums")


def _slashed(rule: RejectionRule) -> str:
    return "/".join(f"{weight:g}" for weight in rule.weights)


# ── the headline ─────────────────────────────────────────────────────────────────


def _headline() -> Iterator[Figure]:
    """By how much round trips reduce bias at most."""
    for language, letter in (("Danish", "DR"), ("Spanish", "SR")):
        fall, system, where = max(_falls(letter))
        omitted = f"the paper omits {system}, {where}: {_NOTES['HD2SR chatbot']}"
        reason = None if letter == "DR" else Reason(omitted, _SPANISH)
        name, detail = f"greatest reduction, chatbots via {language}", f"{system}, {where}"
        yield Figure(name, "67.8 %", f"{fall:.1f} %", reason=reason, detail=detail)


def _falls(letter: str) -> Iterator[tuple[float, str, str]]:
    for part in ("HD1", "HD2"):
        for who in ("chatbot", "user"):
            before, after = PRINTED[f"{part} {who}"].raw, PRINTED[f"{part}{letter} {who}"].raw
            for system in ("Sg", "St", "Sd"):
                earlier, later = before[system], after[system]
                if earlier and later is not None:
                    yield 100 * (earlier - later) / earlier, system, f"{part} {who}"
