"""Pages of intents that are hard to draw, for all who look at pages."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from pathlib import Path

from botassay.intents.classifiers.baselines import Majority
from botassay.intents.classifiers.linear import TfIdfLr
from botassay.intents.documents import IntentsComparison, IntentsEvaluation, IntentsHistory, IntentsTraffic
from botassay.intents.evaluation import SplitTrial, Tested, TrialPlan, plan, trials
from botassay.intents.human import Opinion, human_rating
from botassay.intents.log import LoggedQuestion
from botassay.intents.phrases import Phrase, SoundPhrases
from botassay.intents.reading import read_phrases
from botassay.intents.results import comparison, evaluation
from botassay.intents.snapshots import Snapshot, days
from botassay.intents.topic_shares import traffic
from botassay.plugins.protocols import Classifier
from botassay.settings.intents import IntentsSettings, SplitSettings
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


def evaluated(
    phrases: Sequence[Phrase], name: str = "tfidf-lr", acceptable: float = 0.05, data: str = "questions.csv"
) -> IntentsEvaluation:
    planned = plan(phrases, repeats=REPEATS)
    tested = Tested(SoundPhrases([*phrases]), planned, {name: [*trials(TfIdfLr(), phrases, planned)]})
    return evaluation(tested, IntentsSettings(acceptable=acceptable), human_rating(OPINIONS), data)


def compares(
    phrases: Sequence[Phrase], names: Iterable[str] = ("tfidf-lr", "majority"), data: str = "questions.csv"
) -> IntentsComparison:
    planned = plan(phrases, repeats=REPEATS)
    classifiers: list[Classifier] = [TfIdfLr(), Majority()]
    done = {name: [*trials(one, phrases, planned)] for name, one in zip(names, classifiers, strict=True)}
    return comparison(Tested(SoundPhrases([*phrases]), planned, done), SplitSettings(), data)


def passed(states: Sequence[Sequence[Phrase]], left_out: tuple[str, ...] = (), data: str = "days") -> IntentsHistory:
    """A history of states of the data, one every other day."""
    begin = date(2026, 2, 27)
    snapshots = [Snapshot(begin + timedelta(days=2 * n), Path(str(n))) for n in range(len(states))]

    def attempt(_: Snapshot, phrases: list[Phrase]) -> tuple[TrialPlan, list[SplitTrial]]:
        planned = plan(phrases, repeats=REPEATS)
        return planned, [*trials(Majority(), phrases, planned)]

    return IntentsHistory(
        data=data,
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


def asked(phrases: Sequence[Phrase], classifier: str | None = None, data: str = "log.jsonl") -> IntentsTraffic:
    """The phrases as questions of a log, every fourth of them not recognised."""
    log = [
        LoggedQuestion(one.text, one.intent if at % 4 else None, None, None, one.where)
        for at, one in enumerate(phrases)
    ]
    return replace(traffic(log, 0.5, classifier), data=data)


@cache
def intents_pages() -> dict[str, Page]:
    evil = hostile_phrases()
    stranger = " ".join(PAYLOADS[:7])
    documents = {
        "evaluation": evaluated(sampled()),
        "done": evaluated(sampled(), acceptable=1.0),
        "evil": evaluated(evil, stranger, data=stranger),
        "comparison": compares(sampled()),
        "evil comparison": compares(evil, (stranger, PAYLOADS[7]), stranger),
        "history": passed([sampled(), renamed(sampled()), renamed(sampled())]),
        "evil history": passed([sampled(), evil, sampled()], (f"{stranger}: why",), stranger),
        "one day": passed([sampled()]),
        "traffic": asked(sampled()),
        "evil traffic": asked(evil, stranger, stranger),
    }
    return {name: document.view() for name, document in documents.items()}
