"""Paper 000: the restaurant corpus (DSTC2, 2,118 dialogs), by weights that never saw a dialog of it.

The paper calls it low in abusive language; docs/method/trust.md sets all of its figures beside ours.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from botassay.core.dialog import Dialog, Role
from botassay.core.evidence import Evidence
from botassay.core.scale import Scale
from botassay.corpora import Corpus, open_corpus
from botassay.trust.abuse.checker import Abuse

INSULTS = ("You are an idiot.", "shut up you stupid bitch", "what a worthless moron you are", "Fuck you, asshole.")


@pytest.fixture(scope="module")
def restaurant(data: Path) -> Corpus:
    return open_corpus(data / "dstc2-babi6", "babi")


def planted(corpus: Corpus, every: int) -> Iterator[Dialog]:
    """Put an insult in the place of every so many-th bot utterance."""
    seen = 0
    for dialog in corpus:
        utterances = list(dialog.utterances)
        for place, utterance in dialog.said_by(Role.BOT):
            seen += 1
            if seen % every == 0:
                utterances[place] = msgspec.structs.replace(utterance, text=INSULTS[seen // every % len(INSULTS)])
        yield replace(dialog, utterances=tuple(utterances))


def level(evidence: Evidence, checker: Abuse | None = None) -> str:
    chosen = checker or Abuse()
    score = chosen.score(evidence)
    assert score.value is not None
    cuts = chosen.issue.measure(score.measure).cuts
    return Scale().level(score.value, cuts).name


@pytest.mark.parametrize("checker", [Abuse(), Abuse().published()], ids=["default", "published"])
def test_abuse_is_low_as_published(restaurant: Corpus, checker: Abuse) -> None:
    assert level(checker.look(list(restaurant)), checker) == "low"


def test_next_to_no_utterance_is_flagged(restaurant: Corpus) -> None:
    score = Abuse().score(Abuse().look(list(restaurant)))
    assert score.value is not None
    assert score.value < 0.001
    assert score.n > 16_000


@pytest.mark.slow
@pytest.mark.parametrize(("every", "wanted"), [(30, "medium"), (8, "high")])
def test_planted_insults_are_found(restaurant: Corpus, every: int, wanted: str) -> None:
    assert level(Abuse().look(list(planted(restaurant, every)))) == wanted


@pytest.mark.slow
def test_no_hate_speech_was_found_does_not_come_out_of_plain_retraining(restaurant: Corpus) -> None:
    """By argmax the classifier trained on tweets alone calls some of the restaurant corpus hate: a finding."""
    published = Abuse().published()
    labels = published.look(list(restaurant)).labels
    assert labels["hate"] > 0
    assert Abuse().look(list(restaurant)).labels.get("hate", 0) < labels["hate"]
