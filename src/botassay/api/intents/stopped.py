"""The exception for an intents use case that stopped early."""

from logging import getLogger
from typing import Final

from botassay.core.errors import BotassayError
from botassay.intents.documents import IntentsComparison, IntentsEvaluation, IntentsHistory

LOG = getLogger("botassay")
INTERRUPTED: Final = 130
"""The exit code after Ctrl-C."""


class EvaluationStopped(BotassayError):  # noqa: N818 - Ctrl-C is not an error
    """A use case was stopped midway by Ctrl-C or a failing engine.

    Attributes:
        exit_code: 130 after Ctrl-C, otherwise that of the engine's failure.
        document: the partial results; its `finished` is False.
    """

    def __init__(
        self, why: str, exit_code: int, document: IntentsEvaluation | IntentsComparison | IntentsHistory
    ) -> None:
        super().__init__(why)
        self.exit_code = exit_code
        self.document = document
