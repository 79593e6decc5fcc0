"""What somebody who is not of the house might bring."""

from botassay.testing import PlainReport, ScriptReader, WordChecker, by_mean_rank, worst_of_all

__all__ = ["SCRIPTS", "PlainReport", "PunChecker", "by_mean_rank", "worst_of_all"]

SCRIPTS = ScriptReader()


class PunChecker(WordChecker):
    """Finds ducks."""

    def __init__(self) -> None:
        super().__init__("PUN", ("duck",))


nothing_of_the_kind = 42
