"""Withholds advice that a weak classifier cannot support; a second classifier must see the same (paper 001, 4.1)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from botassay.core.errors import InputError
from botassay.core.stats import wilson
from botassay.core.text.plural import many
from botassay.intents.advice import ConfusionMatrix
from botassay.intents.classifiers.linear import CharLr
from botassay.intents.documents import ConfusedPair
from botassay.intents.evaluation import REPEATS, SplitTrial, Tested, TrialPlan, plan, trials
from botassay.intents.splits import SplitSetting

STRONG: Final = 0.7
"""Minimum share of new phrases whose right topic is the best guess, for any advice."""
SURE: Final = 0.1
"""Minimum lower end of the confusion in each direction, to merge."""
ALSO: Final = 0.2
"""Minimum confusion by the second classifier in each direction, to merge."""
SECOND: Final = "char-lr"
_BETTER: Final = "embedding-lr"
_QUOTED: Final = 5

SecondTrials = Callable[[TrialPlan], Sequence[SplitTrial]]
"""Runs the second classifier on the planned splits."""


def top1(matrix: ConfusionMatrix) -> float | None:
    """Return the share of tests whose best guess is the right topic, at any confidence; None without tests."""
    total = sum(matrix.tested.values())
    right = sum(n for (truth, guess), n in matrix.confused.items() if truth == guess)
    return round(right / total, 9) if total else None


def second_plan(tested: Tested, settings: Sequence[SplitSetting]) -> TrialPlan | None:
    """Return the splits for the second classifier: those of the first one, or (0,0) if that was not trained here."""
    dividers = {name: tested.plan.dividers[name] for name in settings if tested.plan.dividers[name].places}
    if dividers:
        return replace(tested.plan, dividers=dividers)
    try:
        return plan(tested.data.phrases, [SplitSetting()], REPEATS, seed=tested.plan.seed)
    except InputError:
        return None


def second_trials(tested: Tested) -> SecondTrials:
    """Return a function that runs the second classifier."""
    return lambda planned: list(trials(CharLr(), tested.data.phrases, planned))


@dataclass(frozen=True, slots=True)
class Reliability:
    """What is known about a classifier, to judge its advice.

    Args:
        classifier: its name.
        trained: whether it was trained here, so that another one can be chosen.
        top1: share of new phrases with the right topic as best guess.
        second: the predictions of the second classifier; None if it could not be trained.
    """

    classifier: str
    trained: bool
    top1: float | None
    second: ConfusionMatrix | None = None

    @property
    def strong(self) -> bool:
        """Whether the classifier is good enough for advice."""
        return self.top1 is not None and self.top1 >= STRONG

    def checked(self, pair: ConfusedPair) -> ConfusedPair:
        """Return a pair with its advice, or with the reason for which it is withheld."""
        if pair.verdict == "too few examples":
            return pair
        if not self.strong:
            return _withheld(pair, self._weak())
        if pair.verdict == "merge":
            return self._merge(pair)
        return self._move(pair) if pair.verdict == "move" else pair

    def _weak(self) -> str:
        share = "none" if self.top1 is None else f"{100 * self.top1:.0f} %"
        better = self.trained and not self.classifier.startswith(_BETTER)
        other = f", or take --classifier {_BETTER}, which needs the extra embeddings" if better else ""
        need = f"advice needs {100 * STRONG:.0f} %"
        return f"the best guess of {self.classifier} is right for {share} of new phrases ({need}); write more{other}"

    def _merge(self, pair: ConfusedPair) -> ConfusedPair:
        lows = [wilson(share, n)[0] for share, n in _directions(pair)]
        if min(lows) < SURE:
            return _withheld(pair, "too few tests show that the two are confused both ways; write more phrases of both")
        if self.second is None:
            return _withheld(pair, f"there are too few phrases for a second opinion by {SECOND}; write more")
        shares = [
            self.second.confused[truth, guess] / max(1, self.second.tested[truth])
            for truth, guess in ((pair.a, pair.b), (pair.b, pair.a))
        ]
        if min(shares) < ALSO:
            return _withheld(pair, f"a second classifier, {SECOND}, tells the two apart; {self._instead()}")
        return pair

    def _move(self, pair: ConfusedPair) -> ConfusedPair:
        if self.second is None:
            return _withheld(pair, f"there are too few phrases for a second opinion by {SECOND}; write more")
        also = {
            (example.text, example.truth, example.guess)
            for example in self.second.examples()
            if 2 * example.times >= example.tested
        }
        texts = [example.text for example in pair.examples if (example.text, example.truth, example.guess) in also]
        if not texts:
            what = f"a second classifier, {SECOND}, puts these phrases into their own topics; {self._instead()}"
            return _withheld(pair, what)
        if len(texts) == len(pair.examples):
            return pair
        quoted = ", ".join(f"'{text}'" for text in texts[:_QUOTED])
        them = "it" if len(texts) == 1 else "them"
        n = many(len(texts), "phrase", "phrases")
        advice = f"Move only {n} to the other topic, or reword {them}: {quoted} ({SECOND} confuses {them} as well)."
        return replace(pair, advice=advice)

    def _instead(self) -> str:
        return f"compare it with {self.classifier} before you change the topics"


def _directions(pair: ConfusedPair) -> list[tuple[float, int]]:
    """Return the confusion of a with b and of b with a, each with its number of tests."""
    directions = []
    for truth, tests in ((pair.a, pair.tested[0]), (pair.b, pair.tested[1])):
        times = sum(example.times for example in pair.examples if example.truth == truth)
        directions.append((times / tests, tests))
    return directions


def _withheld(pair: ConfusedPair, reason: str) -> ConfusedPair:
    return replace(pair, verdict="withheld", advice=f"{reason[:1].upper()}{reason[1:]}.")
