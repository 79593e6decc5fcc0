"""Leaflets that are hard to draw, for all who look at pages."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from functools import cache
from pathlib import Path

from botassay.cli.intents import comparison_page, evaluation_page, history_page, traffic_page
from botassay.intents.classifiers.baselines import Majority
from botassay.intents.classifiers.linear import TfIdfLr
from botassay.intents.documents import (
    IntentsComparison,
    IntentsEvaluation,
    Settled,
    compared,
    differences,
    evaluation,
)
from botassay.intents.evaluation import Plan, Trial, plan, trials
from botassay.intents.history import IntentsHistory, Snapshot, days
from botassay.intents.human import Opinion, human_rating
from botassay.intents.log import Question
from botassay.intents.phrases import Phrase
from botassay.intents.reading import read_phrases
from botassay.intents.traffic import IntentsTraffic, traffic
from botassay.plugins.protocols import Classifier
from botassay.view import Page
from tests.pages import PAYLOADS

QUESTIONS = Path(__file__).parents[1] / "docs" / "notebooks" / "questions.csv"
REPEATS = 10
OPINIONS = [
    *(Opinion(f"q{n}", "a", "yes") for n in range(40)),
    *(Opinion(f"q{n}", "b", "no") for n in range(9)),
    Opinion("q", "c", "can't tell"),
]


@cache
def sampled() -> tuple[Phrase, ...]:
    """The questions of the notebook."""
    return tuple(read_phrases(QUESTIONS))


def hostile_phrases() -> tuple[Phrase, ...]:
    """The same, with a stranger's text in every place."""
    names = dict(zip(sorted({str(one.intent) for one in sampled()}), PAYLOADS, strict=False))
    return tuple(
        Phrase(f"{one.text} {PAYLOADS[at % len(PAYLOADS)]}", names.get(str(one.intent), one.intent), one.where)
        for at, one in enumerate(sampled())
    )


def evaluated(phrases: Sequence[Phrase], name: str = "tfidf-lr", acceptable: float = 0.05) -> IntentsEvaluation:
    planned = plan(phrases, repeats=REPEATS)
    settled = Settled(
        classifier=name, acceptable=acceptable, human=human_rating(OPINIONS), threshold=0.5, test_fraction=0.2
    )
    return evaluation(settled, phrases, planned, [*trials(TfIdfLr(), phrases, planned)], finished=True)


def compares(phrases: Sequence[Phrase], names: Iterable[str] = ("tfidf-lr", "majority")) -> IntentsComparison:
    planned = plan(phrases, repeats=REPEATS)
    classifiers: list[Classifier] = [TfIdfLr(), Majority()]
    done = {name: [*trials(one, phrases, planned)] for name, one in zip(names, classifiers, strict=True)}
    return IntentsComparison(
        phrases=len(phrases),
        repeats=REPEATS,
        seed=1,
        finished=True,
        classifiers=tuple(compared(name, planned, ran, 0.5) for name, ran in done.items()),
        differences=differences(done, 0.5),
        threshold=0.5,
        test_fraction=0.2,
    )


def passed(states: Sequence[Sequence[Phrase]], left_out: tuple[str, ...] = ()) -> IntentsHistory:
    """A history of states of the data, one every other day."""
    begin = date(2026, 2, 27)
    snapshots = [Snapshot(begin + timedelta(days=2 * n), Path(str(n))) for n in range(len(states))]

    def attempt(_: Snapshot, phrases: list[Phrase]) -> tuple[Plan, list[Trial]]:
        planned = plan(phrases, repeats=REPEATS)
        return planned, [*trials(Majority(), phrases, planned)]

    return IntentsHistory(
        classifier="majority",
        repeats=REPEATS,
        seed=1,
        finished=True,
        left_out=left_out,
        days=tuple(days(snapshots, lambda file: [*states[int(file.name)]], attempt, 0.5)),
        threshold=0.5,
        test_fraction=0.2,
    )


def renamed(phrases: Sequence[Phrase]) -> list[Phrase]:
    """Rename one topic, move a phrase, take ten out, bring one in."""
    called = [one._replace(intent="pay =") if one.intent == "salary" else one for one in phrases]
    return [called[0]._replace(intent=called[-1].intent), *called[1:-10], Phrase("new", called[0].intent, "x")]


def asked(phrases: Sequence[Phrase], classifier: str | None = None) -> IntentsTraffic:
    """The phrases as questions of a log, every fourth of them not recognised."""
    log = [Question(one.text, one.intent if at % 4 else None, None, None, one.where) for at, one in enumerate(phrases)]
    return traffic(log, 0.5, classifier)


@cache
def leaflets() -> dict[str, Page]:
    evil = hostile_phrases()
    stranger = " ".join(PAYLOADS[:7])
    return {
        "evaluation": evaluation_page.page(evaluated(sampled()), "questions.csv"),
        "done": evaluation_page.page(evaluated(sampled(), acceptable=1.0), "questions.csv"),
        "evil": evaluation_page.page(evaluated(evil, stranger), stranger),
        "comparison": comparison_page.page(compares(sampled()), "questions.csv"),
        "evil comparison": comparison_page.page(compares(evil, (stranger, PAYLOADS[7])), stranger),
        "history": history_page.page(passed([sampled(), renamed(sampled()), renamed(sampled())]), "days"),
        "evil history": history_page.page(passed([sampled(), evil, sampled()], (f"{stranger}: why",)), stranger),
        "one day": history_page.page(passed([sampled()]), "days"),
        "traffic": traffic_page.page(asked(sampled()), "log.jsonl"),
        "evil traffic": traffic_page.page(asked(evil, stranger), stranger),
    }
