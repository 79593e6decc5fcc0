"""What an evaluation and a comparison come to, as one document: whatever is shown is drawn from it alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from botassay.intents.evaluation import Plan, Trial
from botassay.intents.human import HumanRating
from botassay.intents.near_duplicates import Twins, near_duplicates
from botassay.intents.phrases import Phrase
from botassay.intents.splits import Setting, sizes
from botassay.intents.summary import Estimate, SettingFigures, not_run, paired, summary
from botassay.intents.worklist import (
    SETTING,
    SUPPORT,
    Example,
    Matrix,
    Pair,
    Small,
    Swallower,
    mislabelled,
    pairs,
    swallowing,
    too_small,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class PairsFrom:
    """The setting whose trials something comes from."""

    k: int
    p: float


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentsEvaluation:
    """What `intents evaluate --json` prints, `botassay/intents/evaluate/1`."""

    schema: Literal["botassay/intents/evaluate/1"] = "botassay/intents/evaluate/1"
    classifier: str
    phrases: int
    rejected: int = 0
    """Rows of the file that are left out; the phrases and these are all of them."""
    intents: int
    outside: int
    """Phrases that the data set says belong to no intent."""
    repeats: int
    threshold: float
    test_fraction: float
    acceptable: float
    seed: int
    finished: bool
    """False: it was interrupted, and the figures come from what was done until then."""
    done: bool
    """Whether no pair is confused more than is acceptable, of the intents that could be judged."""
    unjudged: tuple[str, ...]
    """Intents that were tested too rarely to say whether they are confused with others."""
    stand_ins: tuple[str, ...] = ()
    """The rarest intents: they stood in for unknown questions where the pairs come from, and were not tested there."""
    settings: tuple[SettingFigures, ...]
    pairs_from: PairsFrom
    pairs: tuple[Pair, ...]
    """The most confused first."""
    single: tuple[str, ...] = ()
    """Intents of one phrase, which is trained on and never tested in (0,0)."""
    advice_from: PairsFrom | None = None
    """Where what is mislabelled, what swallows others, and the pairs of `stand_ins` come from: (0,0), if it ran."""
    mislabelled: tuple[Example, ...]
    duplicates: tuple[Twins, ...]
    too_small: tuple[Small, ...]
    swallowing: tuple[Swallower, ...]
    human: HumanRating | None = None
    """What people say of the bot's answers, where that was asked."""

    @property
    def judged(self) -> int:
        """How many intents were tested often enough."""
        return self.intents - len(self.unjudged)

    @property
    def problems(self) -> tuple[Pair, ...]:
        """The pairs that are confused more than is acceptable."""
        return tuple(pair for pair in self.pairs if pair.score > self.acceptable)


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """What one classifier is worth."""

    classifier: str
    settings: tuple[SettingFigures, ...]
    accuracy_range: tuple[float, float]
    """The least and the greatest over the settings, as in the paper's Fig. 6."""
    carefulness_range: tuple[float, float] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A classifier less the first one, in one setting, on the same splits; above 0: it has more of it."""

    classifier: str
    other: str
    k: int
    p: float
    accuracy: Estimate | None
    f1_weighted: Estimate | None
    f1_macro: Estimate | None
    carefulness: Estimate | None
    over_caution: Estimate | None
    automation_rate: Estimate | None


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentsComparison:
    """What `intents compare --json` prints, `botassay/intents/compare/1`."""

    schema: Literal["botassay/intents/compare/1"] = "botassay/intents/compare/1"
    phrases: int
    rejected: int = 0
    """Rows of the file that are left out; the phrases and these are all of them."""
    repeats: int
    threshold: float
    test_fraction: float
    seed: int
    finished: bool
    classifiers: tuple[Compared, ...]
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """What a user has chosen, beyond the trials."""

    classifier: str
    threshold: float
    test_fraction: float
    acceptable: float
    human: HumanRating | None = None
    rejected: int = 0
    """Rows of the file that were left out."""


def evaluation(
    settled: Settled, phrases: Sequence[Phrase], planned: Plan, done: Sequence[Trial], *, finished: bool
) -> IntentsEvaluation:
    """Make the document out of the trials."""
    source = _pairs_from(done)
    advice = Setting() if any(one.setting == Setting() for one in done) else source
    matrix = Matrix(phrases, (one for one in done if one.setting == source))
    whole = Matrix(phrases, (one for one in done if one.setting == advice))
    stand_ins = planned.dividers[source].small
    found = _with_stand_ins(pairs(matrix), pairs(whole), stand_ins)
    tested = {name: (whole if name in stand_ins else matrix).tested[name] for name in matrix.size}
    unjudged = tuple(sorted(name for name, n in tested.items() if n < SUPPORT))
    return IntentsEvaluation(
        classifier=settled.classifier,
        phrases=len(phrases),
        rejected=settled.rejected,
        intents=len(sizes([phrase.intent for phrase in phrases])),
        outside=sum(phrase.intent is None for phrase in phrases),
        repeats=planned.repeats,
        threshold=settled.threshold,
        test_fraction=settled.test_fraction,
        acceptable=settled.acceptable,
        seed=planned.seed,
        finished=finished,
        done=len(unjudged) + 1 < len(matrix.size) and all(pair.score <= settled.acceptable for pair in found),
        unjudged=unjudged,
        stand_ins=tuple(sorted(stand_ins)),
        settings=summaries(planned, done, settled.threshold),
        pairs_from=PairsFrom(k=source.k, p=source.p),
        pairs=found,
        single=tuple(sorted(name for name, n in matrix.size.items() if n == 1)),
        advice_from=PairsFrom(k=advice.k, p=advice.p),
        mislabelled=mislabelled(whole, settled.threshold),
        duplicates=near_duplicates(phrases),
        too_small=too_small(matrix),
        swallowing=swallowing(whole),
        human=settled.human,
    )


def _with_stand_ins(ranked: Sequence[Pair], whole: Sequence[Pair], stand_ins: Sequence[str]) -> tuple[Pair, ...]:
    """Put the pairs of the rarest intents, which others were ranked without, among the ranked ones."""
    more = [replace(one, from_all=True) for one in whole if one.a in stand_ins or one.b in stand_ins]
    return tuple(sorted([*ranked, *more], key=lambda one: (-one.score, -one.count, one.a, one.b)))


def summaries(planned: Plan, done: Sequence[Trial], threshold: float) -> tuple[SettingFigures, ...]:
    """Summarise the settings that ran, and say of the others why they did not."""
    return tuple(
        not_run(setting, threshold, planned.impossible[setting])
        if setting in planned.impossible
        else replace(
            summary(setting, [one for one in done if one.setting == setting], threshold),
            n_small=len(planned.dividers[setting].small),
        )
        for setting in planned.asked or planned.dividers
    )


def _pairs_from(done: Sequence[Trial]) -> Setting:
    """Take the paper's setting for pairs, where it ran, otherwise the first that did."""
    ran = [one.setting for one in done]
    return SETTING if SETTING in ran else ran[0]


def compared(name: str, planned: Plan, ran: Sequence[Trial], threshold: float) -> Compared:
    """Say what one classifier is worth."""
    settings = summaries(planned, ran, threshold)
    accuracies = [one.accuracy.value for one in settings if one.accuracy]
    careful = [one.carefulness.value for one in settings if one.carefulness]
    return Compared(
        classifier=name,
        settings=settings,
        accuracy_range=(min(accuracies), max(accuracies)),
        carefulness_range=(min(careful), max(careful)) if careful else None,
    )


def differences(done: Mapping[str, Sequence[Trial]], threshold: float) -> tuple[Difference, ...]:
    """Hold every classifier against the first."""
    first, *others = done
    return tuple(
        Difference(classifier=name, other=first, k=setting.k, p=setting.p, **found)
        for name in others
        for setting, found in paired(done[name], done[first], threshold).items()
    )
