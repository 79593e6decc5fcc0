"""Groups the questions that a bot did not answer confidently, and proposes an existing or new intent for each group."""

from collections.abc import Mapping, Sequence
from typing import Final

from botassay.intents.documents import AskedQuestion, IntentsReview, Proposal
from botassay.intents.evaluation import train
from botassay.intents.grouping import ALIKE, Likeness, groups
from botassay.intents.log import LoggedQuestion
from botassay.intents.phrases import Phrase, distinct, folded
from botassay.intents.tracking import Track
from botassay.plugins.protocols import Classifier, Guess
from botassay.plugins.protocols.guessing import guesses

LIKELY: Final = 0.3
"""Minimum mean confidence, over a group, of a proposed existing intent; one of its phrases must also be similar."""


def review(
    asked: Sequence[LoggedQuestion],
    phrases: Sequence[Phrase],
    classifier: Classifier,
    below: float,
    track: Track = iter,
) -> IntentsReview:
    """Return the uncertain questions in groups, with a proposed intent for each.

    Args:
        asked: the log.
        phrases: the training phrases of the bot.
        classifier: will be trained on them.
        below: answers below this confidence are included.
        track: wraps the parts of the work to report progress.
    """
    unsure = [question for question in asked if not question.recognised(below)]
    times = distinct([" ".join(question.text.split()) for question in unsure])
    in_data = {folded(phrase.text) for phrase in phrases}
    left = [text for text in times if folded(text) not in in_data]
    known = train(classifier, phrases)
    guessed = guesses(classifier, left)
    proposer = _Proposer(known, left)
    proposals = [
        proposer.proposal(
            group.words,
            tuple(AskedQuestion(text=left[at], times=times[left[at]]) for at in group.places),
            [guessed[at] for at in group.places],
        )
        for group in groups(left, [phrase.text for phrase in phrases], track=track)
    ]
    return IntentsReview(
        questions=len(asked),
        below=below,
        unsure=len(unsure),
        known=len(unsure) - sum(proposal.times for proposal in proposals),
        proposals=tuple(sorted(proposals, key=lambda proposal: (-proposal.times, proposal.intent))),
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

    def _unused(self, name: str) -> str:
        free, number = name, 2
        while folded(free) in self._taken:
            free, number = f"{name} {number}", number + 1
        self._taken.add(folded(free))
        return free


def with_accepted(phrases: Sequence[Phrase], accepted: Mapping[str, str]) -> list[Phrase]:
    """Return the phrases with the accepted questions (intents by text) added, each text once."""
    in_data = {folded(phrase.text) for phrase in phrases}
    more = [Phrase(text, intent, "review") for text, intent in accepted.items() if folded(text) not in in_data]
    return [*phrases, *more]
