"""The share of each intent among logged questions, and groups of those that were not recognised."""

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from botassay.core.errors import InputError, UsageError
from botassay.intents.automation import By, deferred, periods, share
from botassay.intents.documents import IntentShare, IntentsTraffic, UnrecognisedGroup
from botassay.intents.evaluation import train
from botassay.intents.grouping import groups
from botassay.intents.log import LoggedQuestion
from botassay.intents.phrases import Phrase, distinct, folded
from botassay.intents.tracking import Track
from botassay.plugins.protocols import Classifier
from botassay.plugins.protocols.guessing import guesses

EXAMPLES: Final = 3


def recognise(
    classifier: Classifier, phrases: Sequence[Phrase], asked: Sequence[LoggedQuestion]
) -> list[LoggedQuestion]:
    """Train a classifier, and return the questions with the intents that it predicts."""
    train(classifier, phrases)
    guessed = guesses(classifier, [question.text for question in asked])
    return [
        question._replace(intent=guess.intent, confidence=guess.confidence, answered=None)
        for question, guess in zip(asked, guessed, strict=True)
    ]


def traffic(
    asked: Sequence[LoggedQuestion],
    threshold: float,
    classifier: str | None = None,
    background: Sequence[str] = (),
    track: Track = iter,
    by: By | None = None,
) -> IntentsTraffic:
    """Return the shares of the intents among questions, and the unrecognised ones in groups.

    Args:
        asked: the questions, with their recognised intents.
        threshold: minimum confidence of a recognised question.
        classifier: the name of the classifier that assigned the intents; None: the bot.
        background: phrases of the bot, which show which words are common.
        track: wraps the parts of the work to report progress.
        by: the period of the automation rate; None: all questions together only.

    Questions of probes are counted apart and left out.

    Raises: UsageError if the log has no intents and there is no classifier; InputError if it has no users' questions,
        or with the line of a question without a time.
    """
    every, asked = asked, [question for question in asked if not question.probe]
    if not asked:
        hint = "the questions of a tool are left out: they are marked as origin probe"
        raise InputError("E100 the log has no questions of users", every[0].where.rpartition(":")[0], hint)
    if classifier is None and all(question.intent is None for question in asked):
        raise UsageError("the log has no topics (intents)", hint="give --data DATA to assign topics by a classifier")
    known = [question for question in asked if question.recognised(threshold)]
    unknown = [question for question in asked if not question.recognised(threshold)]
    return IntentsTraffic(
        questions=len(asked),
        distinct=len({folded(question.text) for question in asked}),
        classifier=classifier,
        threshold=threshold,
        recognised=share(len(known), len(asked)),
        intents=_intents(known, len(asked)),
        unrecognised=_unrecognised(unknown, len(asked), background, track),
        probes=len(every) - len(asked),
        deferred=deferred(asked, threshold),
        by=by,
        periods=periods(asked, by, threshold) if by else (),
    )


def _intents(known: Sequence[LoggedQuestion], total: int) -> tuple[IntentShare, ...]:
    counts = Counter(str(question.intent) for question in known)
    ranked = sorted(counts, key=lambda name: (-counts[name], name))
    so_far = accumulate(counts[name] for name in ranked)
    return tuple(
        IntentShare(
            intent=name,
            share=share(counts[name], total),
            up_to_here=round(count / total, 9),
            examples=_examples([question.text for question in known if question.intent == name]),
        )
        for name, count in zip(ranked, so_far, strict=True)
    )


def _unrecognised(
    unknown: Sequence[LoggedQuestion], total: int, background: Sequence[str], track: Track
) -> tuple[UnrecognisedGroup, ...]:
    times = distinct([question.text for question in unknown])
    texts = list(times)
    unrecognised = [
        UnrecognisedGroup(
            words=group.words,
            share=share(sum(times[texts[place]] for place in group.places), total),
            examples=tuple(texts[place] for place in group.places[:EXAMPLES]),
        )
        for group in groups(texts, background, track=track)
    ]
    return tuple(sorted(unrecognised, key=lambda group: (-group.share.count, group.examples)))


def _examples(texts: Sequence[str]) -> tuple[str, ...]:
    counts = Counter(texts)
    return tuple(sorted(counts, key=lambda text: (-counts[text], text))[:EXAMPLES])
