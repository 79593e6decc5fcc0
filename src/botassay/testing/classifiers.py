"""What every intent classifier promises: the integration test of paper 001, section 3.2, and more."""

from collections.abc import Callable, Sequence
from typing import Final, Self

from botassay.plugins.protocols import Classifier, Guess
from botassay.plugins.protocols.guessing import guesses
from botassay.testing.promise import promise

_LESSONS: Final = {
    "greeting": ("hello there", "good morning", "hi and hello", "good evening to you", "hello my friend"),
    "paying": ("pay my bill", "how do I pay the invoice", "paying by card", "pay the invoice now", "bill to pay"),
}
_ODD: Final = (
    "", " ", "\n\t", "?!", "x", "\x00", "🤖🤖", "مرحبا", "我要付款", "a" * 10_000, "hello " * 3_000, "<b>hello</b>",
)  # fmt: skip


class ParrotClassifier:
    """A classifier that knows the texts that it was trained on, and no others."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def fit(self, texts: Sequence[str], intents: Sequence[str]) -> Self:
        """Learn the texts by heart; of several intents the first by name stays."""
        self._known = dict(sorted(zip(texts, intents, strict=True), reverse=True))
        return self

    def predict(self, texts: Sequence[str]) -> list[Guess]:
        """Return the intent of each text, certainly, or none."""
        return [Guess(self._known.get(text), float(text in self._known)) for text in texts]


def check_classifier(make: Callable[[], Classifier], *, learns: bool = True) -> None:
    """Check that a classifier keeps the promises of its protocol, on two toy intents.

    Args:
        make: gives an untrained classifier, as often as it is called.
        learns: whether it is to get the phrases right that it was trained on; not so for a baseline.

    Raises: BrokenPromiseError at the first promise that it does not keep.
    """
    texts = [text for phrases in _LESSONS.values() for text in phrases]
    intents = [intent for intent, phrases in _LESSONS.items() for _ in phrases]
    classifier = make()
    trained = classifier.fit(texts, intents)
    promise(trained is classifier, "fit gives the classifier itself")
    first = guesses(classifier, texts)
    promise({guess.intent for guess in first} <= {*_LESSONS, None}, "a guess is an intent that was trained, or None")
    promise(guesses(classifier, texts) == first, "the same texts get the same guesses")
    promise(guesses(classifier, texts[::-1]) == first[::-1], "the order of the questions makes no difference")
    alone = [guesses(classifier, [text])[0] for text in texts]
    promise(_alike(alone, first), "a text gets the same guess alone and among others")
    turned = make().fit(texts[::-1], intents[::-1])
    promise(_intents(guesses(turned, texts)) == _intents(first), "the order of the training phrases decides nothing")
    _takes_odd_texts(classifier)
    _forgets(classifier, texts, intents, first)
    if learns:
        _learns(make, texts, intents)


def _takes_odd_texts(classifier: Classifier) -> None:
    answers = guesses(classifier, _ODD)
    promise(len(answers) == len(_ODD), "every text gets a guess, the empty and the odd ones too")
    promise(guesses(classifier, _ODD) == answers, "the same odd texts get the same guesses")


def _forgets(classifier: Classifier, texts: Sequence[str], intents: Sequence[str], first: Sequence[Guess]) -> None:
    classifier.fit(texts, [f"other {intent}" for intent in intents])
    renamed = _intents(guesses(classifier, texts))
    promise(not set(renamed) & {*_LESSONS}, "what was learned before is forgotten when it is trained again")
    classifier.fit(texts, intents)
    promise(_alike(guesses(classifier, texts), first), "trained again on the same, it guesses the same")


def _learns(make: Callable[[], Classifier], texts: Sequence[str], intents: Sequence[str]) -> None:
    classifier = make().fit(list(texts) * 3, list(intents) * 3)
    promise(_intents(guesses(classifier, texts)) == list(intents), "it gets the phrases right that it was trained on")
    first, other = _LESSONS
    switched = [other if intent == first else first for intent in intents]
    classifier.fit(list(texts) * 3, switched * 3)
    promise(_intents(guesses(classifier, texts)) == switched, "with switched labels it switches its guesses")


def _intents(answers: Sequence[Guess]) -> list[str | None]:
    return [guess.intent for guess in answers]


def _alike(first: Sequence[Guess], other: Sequence[Guess]) -> bool:
    near = all(abs(a.confidence - b.confidence) <= 1e-3 for a, b in zip(first, other, strict=True))  # noqa: PLR2004
    return near and _intents(first) == _intents(other)
