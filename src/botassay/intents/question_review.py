"""Groups the questions that a bot did not answer confidently, and proposes an existing or new intent for each group."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b
from random import Random
from typing import Final, Literal

from botassay.intents.documents import AnsweredQuestion, AskedQuestion, IntentsReview, Proposal
from botassay.intents.evaluation import train
from botassay.intents.grouping import ALIKE, Likeness, QuestionGroup, groups
from botassay.intents.log import LoggedQuestion
from botassay.intents.phrases import Phrase, distinct, folded
from botassay.intents.tracking import Track
from botassay.plugins.protocols import Classifier, Guess
from botassay.plugins.protocols.guessing import guesses

Which = Literal["unsure", "answered", "all"]
SAMPLE: Final = 50
"""Answered questions to review."""
LIKELY: Final = 0.3
"""Minimum mean confidence, over a group, of a proposed existing intent; one of its phrases must also be similar."""


def review(  # noqa: PLR0913 - settings of a review
    asked: Sequence[LoggedQuestion],
    phrases: Sequence[Phrase],
    classifier: Classifier,
    below: float,
    track: Track = iter,
    *,
    which: Which = "all",
    sample: int = SAMPLE,
    seed: int = 1,
    decided: Collection[str] = (),
) -> IntentsReview:
    """Return the uncertain questions in groups, with a proposed intent for each, and a sample of the answered ones.

    Args:
        asked: the log.
        phrases: the training phrases of the bot.
        classifier: will be trained on them, if there are uncertain questions to review.
        below: answers below this confidence are included.
        track: wraps the parts of the work to report progress.
        which: the uncertain questions, the answered ones, or both.
        sample: maximum number of answered questions.
        seed: random seed of the sample.
        decided: folded texts that were decided before and are left out, as are questions of probes.
    """
    asked = [question for question in asked if not question.probe]
    unsure = [question for question in asked if not question.recognised(below)]
    times = distinct([_spaced(question) for question in unsure])
    in_data = {folded(phrase.text) for phrase in phrases}
    new = [text for text in times if folded(text) not in in_data]
    left = [text for text in new if folded(text) not in decided] if which != "answered" else []
    return IntentsReview(
        questions=len(asked),
        below=below,
        unsure=len(unsure),
        known=len(unsure) - sum(times[text] for text in new),
        proposals=tuple(_proposals(left, times, phrases, classifier, ids_of(asked), _answers(unsure), track)),
        answered=() if which == "unsure" else _sampled(asked, phrases, below, sample, seed, decided),
        sample=0 if which == "unsure" else sample,
        seed=seed,
        decided=len({folded(question.text) for question in asked}.intersection(decided)),
    )


def _spaced(question: LoggedQuestion) -> str:
    return " ".join(question.text.split())


def _answers(asked: Iterable[LoggedQuestion]) -> dict[str, str | None]:
    """Return the answer to each folded text, the first that is logged."""
    answers: dict[str, str | None] = {}
    for question in asked:
        key = folded(question.text)
        answers[key] = answers.get(key) or question.answer
    return answers


def ids_of(asked: Iterable[LoggedQuestion]) -> dict[str, str]:
    """Return an id for each folded text: the first one in the log, or else a digest of the text."""
    ids: dict[str, str] = {}
    taken: set[str] = set()
    for question in asked:
        key = folded(question.text)
        if key not in ids:
            name = question.id if question.id and question.id not in taken else None
            ids[key] = name or blake2b(key.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
            taken.add(ids[key])
    return ids


def _proposals(
    left: Sequence[str],
    times: Mapping[str, int],
    phrases: Sequence[Phrase],
    classifier: Classifier,
    ids: Mapping[str, str],
    answers: Mapping[str, str | None],
    track: Track,
) -> list[Proposal]:
    if not left:
        return []
    known = train(classifier, phrases)
    guessed = guesses(classifier, left)
    proposer = _Proposer(known, left)

    def of_group(group: QuestionGroup) -> Proposal:
        questions = tuple(AskedQuestion(text=left[at], times=times[left[at]]) for at in group.places)
        proposal = proposer.proposal(group.words, questions, [guessed[at] for at in group.places])
        detailed = []
        for at, question in zip(group.places, questions, strict=True):
            topic, sure = proposer.topic(question.text, guessed[at], proposal)
            key = folded(question.text)
            detailed.append(replace(question, id=ids[key], topic=topic, confidence=sure, answer=answers.get(key)))
        return replace(proposal, questions=tuple(detailed))

    found = map(of_group, groups(left, [phrase.text for phrase in phrases], track=track))
    return sorted(found, key=lambda proposal: (-proposal.times, proposal.intent))


def _sampled(
    asked: Sequence[LoggedQuestion],
    phrases: Sequence[Phrase],
    below: float,
    sample: int,
    seed: int,
    decided: Collection[str],
) -> tuple[AnsweredQuestion, ...]:
    """Return a sample of the different answered questions, in which each topic has its share.

    Questions that are training phrases of the recognised topic are left out: they are known to be right. The sample is
    systematic: every nth question, in the order of the topics and at random within a topic.
    """
    labels = {(folded(phrase.text), phrase.intent) for phrase in phrases}
    answered: dict[str, LoggedQuestion] = {}
    for question in asked:
        key = folded(question.text)
        if question.recognised(below) and (key, question.intent) not in labels and key not in decided:
            answered.setdefault(key, question)
    times, ids = Counter(folded(question.text) for question in asked), ids_of(asked)
    chance = Random(seed)  # noqa: S311 - reproducible, not secret
    rows = sorted((str(question.intent), chance.random(), key) for key, question in sorted(answered.items()))
    if len(rows) > sample:
        step = len(rows) / sample if sample else 0
        begin = chance.random() * step
        rows = [rows[int(begin + number * step)] for number in range(sample)]
    return tuple(
        AnsweredQuestion(
            id=ids[key],
            text=_spaced(answered[key]),
            times=times[key],
            topic=topic,
            confidence=answered[key].confidence,
            answer=answered[key].answer,
        )
        for topic, _, key in rows
    )


class _Proposer:
    """Creates proposals; new intents get unique names."""

    def __init__(self, known: Sequence[Phrase], asked: Sequence[str]) -> None:
        self._phrases: dict[str, list[str]] = {}
        for phrase in known:
            self._phrases.setdefault(str(phrase.intent), []).append(phrase.text)
        self._likeness = Likeness([*asked, *(phrase.text for phrase in known)])
        self._taken = {folded(name) for name in self._phrases}

    def proposal(
        self, words: tuple[str, ...], questions: tuple[AskedQuestion, ...], guessed: Sequence[Guess]
    ) -> Proposal:
        sums: dict[str, float] = {}
        for guess in guessed:
            if guess.intent is not None:
                sums[guess.intent] = sums.get(guess.intent, 0.0) + guess.confidence
        best = min(sums, key=lambda name: (-sums[name], name), default=None)
        sure = round(sums[best] / len(guessed), 6) if best is not None else 0.0
        texts = [question.text for question in questions]
        if best is not None and sure >= LIKELY and self._likeness.greatest(texts, self._phrases[best]) >= ALIKE:
            return Proposal(intent=best, new=False, confidence=sure, words=words, questions=questions)
        name = self._unused(" ".join(words[:2]) or "new")
        return Proposal(intent=name, new=True, confidence=None, words=words, questions=questions)

    def topic(self, text: str, guess: Guess, proposal: Proposal) -> tuple[str, float | None]:
        """Return the topic proposed for one question: a likely one with similar phrases, or else that of its group."""
        likely = guess.intent is not None and guess.confidence >= LIKELY
        if likely and self._likeness.greatest([text], self._phrases[str(guess.intent)]) >= ALIKE:
            return str(guess.intent), round(guess.confidence, 6)
        return proposal.intent, None

    def _unused(self, name: str) -> str:
        free, number = name, 2
        while folded(free) in self._taken:
            free, number = f"{name} {number}", number + 1
        self._taken.add(folded(free))
        return free


def with_accepted(phrases: Sequence[Phrase], accepted: Mapping[str, str]) -> list[Phrase]:
    """Return the phrases with the accepted questions (intents by text) added, each text once.

    A phrase with the text of an accepted question gets its intent.
    """
    intents = {folded(text): intent for text, intent in accepted.items()}
    in_data = {folded(phrase.text) for phrase in phrases}
    more = [Phrase(text, intent, "review") for text, intent in accepted.items() if folded(text) not in in_data]
    return [*(phrase._replace(intent=intents.get(folded(phrase.text), phrase.intent)) for phrase in phrases), *more]
