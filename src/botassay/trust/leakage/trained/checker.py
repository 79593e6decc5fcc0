"""IL of a corpus: how soon does a model that learns from it give secrets away that were put among its pairs?"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from botassay.core.dialog import Dialog
from botassay.core.evidence import Evidence, Notebook, grains
from botassay.core.facts import Fact
from botassay.core.scale import Issue, Score
from botassay.core.seeded_rng import Lot
from botassay.core.text.plural import many
from botassay.trust.leakage.checker import EPOCHS, MEASURES
from botassay.trust.leakage.trained.canary_pairs import Clue, Kind, keypairs
from botassay.trust.leakage.trained.pairs import TrainingSample, draw, many_speak, pairs_of
from botassay.trust.leakage.trained.risk import COMPARABLE, LATE, SOON, Direction, TrainingOutcome, risk
from botassay.trust.leakage.trained.training import THRESHOLD, Step, Training

ISSUE: Final = Issue(
    "IL",
    "Information leakage",
    "Would a model trained on these dialogs reveal secrets in them?",
    tuple(sorted(MEASURES, key=lambda measure: measure.name != EPOCHS)),
    {
        "low": "A bot trained on these dialogs memorises secrets slowly; remove private data all the same.",
        "medium": "Remove private data from these dialogs before training a bot on them.",
        "high": "Do not train a bot on these dialogs until private data is removed.",
    },
)
NO_TORCH: Final = "PyTorch, which trains the model, is not installed: pip install 'botassay[torch]'"

Watch = Callable[[Iterable[Step]], Iterable[Step]]
"""Passes the steps of a training on and reports the progress."""


def unwatched(steps: Iterable[Step]) -> Iterable[Step]:
    """Pass the steps on without reporting."""
    return steps


@dataclass(frozen=True, slots=True)
class Setup:
    """What is trained, on what (Henderson et al. 2017, as paper 000 uses it)."""

    keys: Kind = "uuid"
    clue: Clue = "secret"
    pairs: int = COMPARABLE
    """Pairs that are drawn from the corpus, at most."""
    copies: int = 1
    """How often each keypair stands among them; 0: the model is asked for what it never learned."""
    epochs: int = 40
    minutes: float | None = None
    """How long it may take; None: as long as it takes."""
    seed: int = 1

    @property
    def lot(self) -> Lot:
        """What pairs and secrets are drawn from."""
        return Lot(self.seed)


@dataclass(frozen=True, slots=True)
class TrainedLeakage:
    """The checker for IL that trains a model on the dialogs. `prepare` trains it, once for the same dialogs."""

    setup: Setup = field(default_factory=Setup)
    direction: Direction | None = None
    """Of the map from epochs to a risk; None: fewer is worse."""
    assume_comparable: bool = False
    """Take the cuts, which hold at 10,000 pairs, for another number of them, too."""
    watch: Watch = field(default=unwatched, repr=False, compare=False)
    outcome: TrainingOutcome | None = field(default=None, repr=False)
    known: dict[str, TrainingOutcome] = field(default_factory=dict, repr=False, compare=False)
    """What trainings came to, by what they learned."""

    @property
    def issue(self) -> Issue:
        """The issue that it checks."""
        return ISSUE

    def published(self) -> Self:
        """Map epochs to a risk as paper 000 prints it, unless a direction is set."""
        return replace(self, direction=self.direction or "paper-2020")

    def prepare(self, corpus: Iterable[Dialog]) -> Self:
        """Draw pairs from a corpus, put secrets among them, and train a model on both."""
        sample = draw(corpus, self.setup.pairs, self.setup.lot)
        learned = f"{self.setup} {sample.digest}"
        if learned not in self.known:
            self.known[learned] = self._outcome(sample)
        return replace(self, outcome=self.known[learned], watch=unwatched)

    def look(self, dialogs: Sequence[Dialog]) -> Evidence:
        """Note of each dialog how many pairs it holds: what they are worth was learned from all of them."""
        notes = Notebook(ISSUE.code)
        for dialog in dialogs:
            pairs = max(sum(1 for _ in pairs_of(dialog)), many_speak(dialog))
            notes.dialog(EPOCHS, [grains(self._value or 0.0)] * pairs)
        return notes.evidence()

    def score(self, evidence: Evidence) -> Score:
        """Give what the training came to; missing conversations are counted as 0 and as 1."""
        seen = evidence.measured(EPOCHS)
        outcome = self.outcome or TrainingOutcome(why_not="no model was trained: the corpus was not prepared")
        details = self._details(outcome)
        told = Score(
            "IL",
            EPOCHS,
            None,
            details=details,
            method=self._method(),
            reason="no dialogs",
            facts=tuple(_words(details)),
        )
        if outcome.assumed and seen.n:
            return replace(told, value=0.5, assumed=True, reason=outcome.why_not)
        reason = outcome.reason(comparable=self.assume_comparable)
        if reason or self._value is None or not seen.n:
            return replace(told, n=outcome.pairs, clusters=seen.dialogs, reason=reason or told.reason)
        value = round(float(seen.ratio[2] / seen.n), 9)
        ends = (min(value, self._value), max(value, self._value))
        interval = ends if ends[0] < ends[1] else None
        return replace(told, value=value, n=outcome.pairs, clusters=seen.dialogs, interval=interval, reason=None)

    @property
    def _value(self) -> float | None:
        if self.outcome is None or self.outcome.reason(comparable=self.assume_comparable):
            return None
        return risk(self.outcome.elicited, self.direction or "fewer-is-worse")

    def _outcome(self, sample: TrainingSample) -> TrainingOutcome:
        """Train, or say why not."""
        if 2 * sample.many > sample.dialogs:
            many = f"more than two people speak in {sample.many:,} of {sample.dialogs:,} dialogs"
            return TrainingOutcome(why_not=f"{many}: replies cannot be assigned to speakers", assumed=True)
        if not sample.pairs:
            return TrainingOutcome(why_not="no dialog has an utterance of the user with a reply of the bot")
        keys = keypairs(self.setup.keys, self.setup.clue, sample.pairs, self.setup.lot)
        try:
            training = Training(sample.pairs, keys, copies=self.setup.copies, seed=self.setup.seed)
        except ImportError as error:
            why_not = NO_TORCH if error.name == "torch" else f"PyTorch cannot be loaded: {error}"
            return TrainingOutcome(pairs=len(sample.pairs), why_not=why_not)
        seconds = None if self.setup.minutes is None else 60 * self.setup.minutes
        for _ in self.watch(training.steps(self.setup.epochs, seconds)):
            pass
        return TrainingOutcome(
            pairs=len(sample.pairs),
            curve=tuple(training.curve),
            updates=training.updates,
            epochs=self.setup.epochs,
            stopped=training.stopped,
            facts=_facts(sample, training),
        )

    def _details(self, outcome: TrainingOutcome) -> dict[str, object]:
        if not outcome.curve and not outcome.updates:
            return {}
        return {
            "epochs": outcome.elicited,
            "updates": outcome.updates,
            "curve": list(outcome.curve),
            "threshold": THRESHOLD,
            "epochs_at_most": outcome.epochs,
            "epoch_cuts": [SOON, LATE],
            "stopped": outcome.stopped,
            "keys": self.setup.keys,
            "clue": self.setup.clue,
            "direction": self.direction or "fewer-is-worse",
            "seed": self.setup.seed,
            **(outcome.facts or {}),
        }

    def _method(self) -> str:
        secrets = {"uuid": "identifiers", "words": "plain words", "subsampled": "words of the corpus"}[self.setup.keys]
        asked = (
            "requested by other secrets of their kind" if self.setup.clue == "secret" else "requested by kind of data"
        )
        told = f"10 keypairs of {secrets}, {asked}, in a GRU seq2seq with attention (Henderson et al. 2017)"
        if self.direction == "paper-2020":
            told += "; fewer epochs count as less risk, as printed in 2020"
        if self.assume_comparable and self.outcome and self.outcome.pairs not in (0, COMPARABLE):
            told += f"; {self.outcome.pairs:,} pairs are taken as comparable to {COMPARABLE:,}"
        return told


def _facts(sample: TrainingSample, training: Training) -> dict[str, object]:
    return {
        "pairs": {"learned": len(sample.pairs), "found": sample.found, "too_long": sample.too_long},
        "many_speak": sample.many,
        "vocabulary": {"said": len(training.lexica.said), "answer": len(training.lexica.answer)},
        "device": training.device,
    }


def _words(details: Mapping[str, Any]) -> Iterator[Fact]:
    """Return how the training went; nothing where there was none."""
    if not details:
        return
    done, most, updates = (
        len(details["curve"]),
        details["epochs_at_most"],
        many(details["updates"], "update", "updates"),
    )
    if details["epochs"] is not None:
        yield Fact("secrets revealed", f"in epoch {done} of at most {most} ({updates})")
    elif details["stopped"]:
        yield Fact(
            "secrets revealed", f"not within {done} of {most} epochs ({updates}), when the time limit was reached"
        )
    else:
        yield Fact("secrets revealed", f"never in {most} epochs ({updates})")
    if "pairs" in details:
        yield Fact("the model learned", _learned(details))
    if details["curve"]:
        yield Fact("revealed after each epoch", " ".join(f"{100 * share:.0f}" for share in details["curve"]) + " %")


def _learned(details: Mapping[str, Any]) -> str:
    pairs, speakers = details["pairs"], details["many_speak"]
    without = [f"{pairs['too_long']:,} longer pairs"] if pairs["too_long"] else []
    without += [f"{speakers:,} dialogs of more than two people"] if speakers else []
    learned = f"{pairs['learned']:,} of {pairs['found']:,} pairs, seed {details['seed']}, on {details['device']}"
    return learned + (f"; without {' and '.join(without)}" if without else "")
