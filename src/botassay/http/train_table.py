"""The table `[train]` of a `bot.toml`: how an engine is trained over HTTP, and cleared again."""

from typing import Final, Literal

import msgspec

from botassay.http.session_tables import SideRequest

TRAIN_SLOTS: Final = ("split", "phrases", "intents", "rasa_yaml")
"""The placeholders of every request of a training."""
INTENT_SLOTS: Final = ("intent", "intent_phrases")
"""Those of a request that is repeated for each intent."""


class TrainStep(SideRequest, frozen=True, forbid_unknown_fields=True):
    """A request of a training."""

    for_each: Literal["intent"] | None = None
    """Whether it is repeated for each intent."""


class ReadyRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How to find out that the training is over."""

    request: str
    """Method and path; polled."""
    path: str
    """The place of the status in the answer."""
    equals: str | bool | int
    """The status of a trained engine."""
    failed: tuple[str, ...] = ()
    """The statuses of a training that failed."""
    every: float = 1.0
    """Maximum seconds between two requests."""


class TrainRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an engine is trained for each split."""

    step: tuple[TrainStep, ...] = ()
    """Sent in order; at least one is needed."""
    may_overwrite: bool = False
    """The owner's consent that trainings may replace what the engine has learned."""
    timeout: float = 900.0
    """Seconds for a training."""
    ready: ReadyRule | None = None
    clear: SideRequest | None = None
    """Sent after each split, after an error, and after Ctrl-C."""


def texts_of_training(rule: TrainRule | None) -> list[str]:
    """Return all texts of the requests of a training: names of secrets may stand in them."""
    if rule is None:
        return []
    steps = [step for step in (*rule.step, rule.clear) if step is not None]
    texts = [text for step in steps for text in (step.request, step.body or "", *step.headers.values())]
    return [*texts, rule.ready.request if rule.ready else ""]
