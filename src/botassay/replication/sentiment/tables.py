"""Paper 002, Tables IV and V compared with botassay, row by row, with the errors of the publication named.

What can be compared: the complete orders (out of the printed raw scores), the raw scores of freely available systems,
the weights behind the printed sums, and the headline. The DIE figures cannot be reproduced: neither the drawn
sentences nor the code that made them were published.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final, NamedTuple

from botassay.core.errors import ConfigurationError
from botassay.core.published_figure import ABSENT, Figure
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
_NOT_AGAIN: Final = "not reproducible: the sentences were drawn without a seed, and no code for DIE was published"
_ONE_PAIR: Final = "in the authors' data only female and male were compared, elsewhere all three pairs"
_COPIED: Final = "the Danish figures are printed again; the authors' Spanish data give"
_SPANISH: Final = {
    "SDSR G3_R": "Sg 7.2, St 2.6, Sr 0",
    "SDSR G3_G": "Sg 13.4, St 0, Sr 3.2",
    "SDSR G3_RG": "Sg 10.4, St 0, Sr 21.2",
}


def figures() -> Iterator[Figure]:
    """Return the published figures with those of botassay."""
    yield from _orders()
    yield from _without_data()
    yield from _weights()
    yield from _headline()
    yield from _not_reproducible()


def _orders() -> Iterator[Figure]:
    """The complete orders out of the printed raw scores."""
    for name, printed in PRINTED.items():
        ours = complete_order(printed.raw)
        note = _NOTES[_SWAPPED] if name == _SWAPPED else ""
        yield Figure(f"{name}: order", _listed(printed.rating), _listed(ours), note, f"raw {_raw(printed.raw)}")


def _listed(rating: Mapping[str, int]) -> str:
    return " ".join(f"{name} {rating[name]}" for name in SYSTEMS)


def _raw(raw: Mapping[str, Raw]) -> str:
    return ", ".join(f"{name} {'X' if raw[name] is None else f'{raw[name]:g}'}" for name in SYSTEMS)


# ── raw scores that can be measured again ───────────────────────────────────────────────────────────────────────────


def _without_data() -> Iterator[Figure]:
    """The freely available systems, on bundled sentences of the same shape."""
    samples = list(generate_sentences(bundled(), 1))
    lexicon = _textblob(samples)
    scores = {"Sb": scored(find_system("biased"), samples)} | ({"St": lexicon} if lexicon else {})
    by_reference = rate_scores(samples, scores, SentimentRules(rule=REFERENCE)).groups
    by_text = rate_scores(samples, scores, SentimentRules(rule=TEXTBOOK)).groups
    printed_weights = "the paper prints 1/0.8/0.6, its tables follow from 1/0.7/0.6"
    for group in ("1", "3_R", "3_G", "3_RG"):
        published = PRINTED[f"SD G{group}"].raw
        name, where = f"SD G{group}: WRS", "on the bundled sentences"
        for system in ("Sb", "St"):
            ours = by_reference[group].raw.get(system)
            note = "" if system in scores else "TextBlob is not installed: pip install 'botassay[sentiment]'"
            yield Figure(f"{name} {system}", _shown(published[system]), _shown(ours), note, f"{where}, mode reference")
        ours = by_text[group].raw["Sb"]
        shown = f"{name} Sb, printed weights"
        yield Figure(shown, _shown(published["Sb"]), _shown(ours), printed_weights, f"{where}, mode textbook")


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
    note = f"no rejections add up to {', '.join(impossible)} with 0.8" if impossible else ""
    for rule in (TEXTBOOK, REFERENCE):
        counts = {raw: makings(raw, rule.weights, tests) for raw in rounded}
        if all(counts.values()):
            examples = ", ".join(f"{raw:g} = {'+'.join(map(str, count or ()))}" for raw, count in counts.items())
            alone = f"; {_ONE_PAIR}" if name.startswith("HD") and not impossible else ""
            detail = f"for example {examples}{misprinted}{alone}"
            return Figure(f"{name}: weights", _slashed(TEXTBOOK), _slashed(rule), note, detail)
    return Figure(f"{name}: weights", _slashed(TEXTBOOK), ABSENT, "neither set of weights gives these sums")


def _slashed(rule: RejectionRule) -> str:
    return "/".join(f"{weight:g}" for weight in rule.weights)


# ── the headline, and what cannot be measured again ─────────────────────────────────────────────────────────────────


def _headline() -> Iterator[Figure]:
    """By how much round trips reduce bias at most."""
    for language, letter in (("Danish", "DR"), ("Spanish", "SR")):
        fall, system, where = max(_falls(letter))
        note = "" if letter == "DR" else f"the paper omits {system}, {where}: {_NOTES['HD2SR chatbot']}"
        yield Figure(
            f"greatest reduction, chatbots via {language}", "67.8 %", f"{fall:.1f} %", note, f"{system}, {where}"
        )


def _falls(letter: str) -> Iterator[tuple[float, str, str]]:
    for part in ("HD1", "HD2"):
        for who in ("chatbot", "user"):
            before, after = PRINTED[f"{part} {who}"].raw, PRINTED[f"{part}{letter} {who}"].raw
            for system in ("Sg", "St", "Sd"):
                earlier, later = before[system], after[system]
                if earlier and later is not None:
                    yield 100 * (earlier - later) / earlier, system, f"{part} {who}"


def _not_reproducible() -> Iterator[Figure]:
    for name, printed in PRINTED.items():
        if name.endswith(("G2", "G4")):
            yield Figure(f"{name}: DIE %", _raw(printed.raw), ABSENT, _NOT_AGAIN)
    user = PRINTED["HD2SR user"].raw
    yield Figure(
        "HD2SR user: WRS", _raw(user), ABSENT, "the Danish row is printed again; the authors' data give Sr 1.9, Sg 5.9"
    )
    for name, given in _SPANISH.items():
        danish = PRINTED[name.replace("SDSR", "SDDR")]
        yield Figure(f"{name}: WRS", _raw(danish.raw), ABSENT, f"{_COPIED} {given}")
