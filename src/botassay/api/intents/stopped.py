"""What stops a use case of the intents room early."""

from logging import getLogger
from typing import Final

from botassay.core.errors import BotassayError
from botassay.intents.documents import IntentsComparison, IntentsEvaluation, IntentsHistory

LOG = getLogger("botassay")
INTERRUPTED: Final = 130
"""The exit code after Ctrl-C."""


class EvaluationStopped(BotassayError):  # noqa: N818 - who stops it makes no error
    """Ctrl-C, or an engine that failed, stopped a use case after a part of its work.

    Attributes:
        exit_code: of the command: 130 after Ctrl-C, otherwise that of the engine's failure.
        document: what came out until then; its `finished` is False.
    """

    def __init__(
        self, why: str, exit_code: int, document: IntentsEvaluation | IntentsComparison | IntentsHistory
    ) -> None:
        super().__init__(why)
        self.exit_code = exit_code
        self.document = document
