"""Advice is withheld, with the reason, where the classifier cannot support it."""

from dataclasses import replace

import pytest

from botassay.intents import evaluate
from botassay.intents.advice import ConfusionMatrix, pairs
from botassay.intents.evaluation import SplitTrial
from botassay.intents.outcomes import Judged
from botassay.intents.phrases import Phrase
from botassay.intents.reliability import Reliability, top1
from botassay.intents.splits import SplitSetting

SIZE = 20
PHRASES = [Phrase(f"{name} {n}", name, f"x:{n}") for name in ("pay", "card") for n in range(SIZE)]


def matrix(pay: int, card: int, repeats: int = 2) -> ConfusionMatrix:
    """So many phrases of each topic are taken for the other."""
    wrong = {*range(pay), *range(SIZE, SIZE + card)}
    other = {"pay": "card", "card": "pay"}
    judged = tuple(
        Judged(at, phrase.intent, other[str(phrase.intent)] if at in wrong else phrase.intent, 0.8)
        for at, phrase in enumerate(PHRASES)
    )
    return ConfusionMatrix(PHRASES, [SplitTrial(SplitSetting(), n, 40, judged, (), 0, 0) for n in range(repeats)])


def checked(of: ConfusionMatrix, second: ConfusionMatrix | None, share: float = 0.9) -> tuple[str, str]:
    (pair,) = pairs(of)
    judged = Reliability("tfidf-lr", trained=True, top1=share, second=second).checked(pair)
    assert judged == replace(pair, verdict=judged.verdict, advice=judged.advice)
    return judged.verdict, judged.advice


@pytest.mark.parametrize(("pay", "card"), [(8, 8), (2, 0), (15, 0)])
def test_a_weak_classifier_gives_no_advice(pay: int, card: int) -> None:
    verdict, advice = checked(matrix(pay, card), matrix(pay, card), 0.45)
    assert verdict == "withheld"
    assert advice == (
        "The best guess of tfidf-lr is right for 45 % of new phrases (advice needs 70 %); write more, or take "
        "--classifier embedding-lr, which needs the extra embeddings."
    )


def test_a_merge_needs_the_second_classifier_both_ways() -> None:
    assert checked(matrix(8, 8), matrix(5, 5))[0] == "merge"
    for second in (matrix(5, 3), matrix(0, 9)):
        verdict, advice = checked(matrix(8, 8), second)
        assert verdict == "withheld"
        assert advice.startswith("A second classifier, char-lr, tells the two apart; compare it with ")
    assert checked(matrix(8, 8), None)[0] == "withheld"


def test_a_merge_needs_enough_tests() -> None:
    assert checked(matrix(4, 4, repeats=3), matrix(8, 8))[0] == "merge"
    assert "Too few tests" in checked(matrix(4, 4, repeats=1), matrix(8, 8))[1]


def test_only_phrases_that_the_second_classifier_moves_are_moved() -> None:
    assert checked(matrix(2, 0), matrix(2, 0))[1].startswith("Move these 2 phrases")
    assert "Move only 1 phrase to the other topic, or reword it: 'pay 0' (" in checked(matrix(2, 0), matrix(1, 0))[1]
    assert checked(matrix(2, 0), matrix(0, 3))[0] == "withheld"


def test_top1_ignores_the_confidence() -> None:
    assert top1(matrix(5, 5)) == pytest.approx(0.75)


WORDS = "loan card phone garden bread train school music doctor window".split()
SHAPES = [
    "where is the {}", "{} please", "what about a {} here", "my {} was lost", "show me any {}", "tell more on {}",
    "who sells the {}", "is {} cheap", "old {} to swap", "need {} now", "a {} for two", "{} at night",
]  # fmt: skip


def test_one_topic_under_two_names_is_merged() -> None:
    rows = [(shape.format(word), word) for word in WORDS for shape in SHAPES]
    rows += [(f"{shape.format('loan')} {end}", "credit") for shape in SHAPES for end in ("today", "soon")]
    rows += [(f"{shape.format('loan')} {end}", "loan") for shape in SHAPES for end in ("today", "soon")]
    document = evaluate([*dict.fromkeys(rows)], repeats=5, splits=["0,0"])
    assert document.top1 is not None
    assert document.top1 >= 0.7
    assert [(pair.a, pair.b) for pair in document.problems if pair.verdict == "merge"] == [("credit", "loan")]


def test_clear_topics_of_a_few_phrases_get_no_advice_and_the_reason() -> None:
    unlike = "abcdefghijkl"
    rows = [(f"{word[:3]}{mark}x {mark}q{at} the", word) for at, word in enumerate(WORDS) for mark in unlike]
    document = evaluate(rows, repeats=3)
    assert not {pair.verdict for pair in document.pairs} & {"merge", "move", "rename"}
    if document.problems:
        assert "is right for" in document.problems[0].advice
