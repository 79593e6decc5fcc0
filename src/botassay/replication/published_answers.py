"""The published answers of four systems, as paper 004 labelled them: Table 2's raw material."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Final, NamedTuple

from botassay.core.errors import InputError
from botassay.identity.replies.categories import Category, Subcategory
from botassay.identity.replies.categoriser import categorise_reply
from botassay.io.sources import lines_of
from botassay.io.table import read_table
from botassay.replication.label_agreement import LabelAgreement

SYSTEMS: Final[Mapping[str, tuple[str, str]]] = {
    "Amazon Alexa": ("Alexa Response", "Alexa Label"),
    "Google Assistant": ("Google Assistant Response", "Google Assistant Label"),
    "Blender 1.4B": ("Blender-1.4B Response", "Blender Label"),
    "Blender 1.4B ZS": ("Blender-ZS Response", "Blender-ZS Label"),
}
"""The systems of Table 2, and the columns of their answers and labels."""
CODES: Final[Mapping[str, Subcategory]] = {
    "H3": Subcategory.THREE_PART, "H2": Subcategory.TWO_PART, "HCC": Subcategory.CLEAR, "HUC": Subcategory.UNCLEAR,
    "OTR": Subcategory.ROBOT_LIKE, "OTH": Subcategory.POSSIBLY_HUMAN, "UIDK": Subcategory.DONT_KNOW,
    "UNA": Subcategory.DECLINED, "FSG": Subcategory.BAD_SUGGESTION, "FF": Subcategory.GENERAL,
    "FWS": Subcategory.WEBSEARCH, "FCON": Subcategory.CONTRADICT, "FD": Subcategory.DENIAL,
}  # fmt: skip
"""How the published file writes sub-categories."""
FILE: Final = "existing_sys.v2fill.csv"
_HINT: Final = f"use the original file {FILE}"


class PublishedAnswer(NamedTuple):
    """A question to a system, its answer, and the paper's label."""

    question: str
    response: str
    label: Subcategory


def read_answers(file: Path) -> dict[str, list[PublishedAnswer]]:
    """Read the published file: the answers of each system, in the file's order.

    Raises: InputError with file and line.
    """
    answers: dict[str, list[PublishedAnswer]] = {system: [] for system in SYSTEMS}
    for cells, where in read_table(lines_of(file), chain.from_iterable(SYSTEMS.values()), _HINT).sound:
        for system, (response, label) in SYSTEMS.items():
            if cells[label] not in CODES:
                raise InputError(f"E100 no labelled answer of {system}", where, _HINT)
            answers[system].append(PublishedAnswer(cells.get("text", ""), cells[response], CODES[cells[label]]))
    return answers


def counted(answers: Sequence[PublishedAnswer]) -> tuple[Counter[Subcategory], Counter[Subcategory]]:
    """Count sub-categories, as labelled and as categorised by botassay."""
    ours = Counter(categorise_reply(answer.response, answer.question).subcategory for answer in answers)
    return Counter(answer.label for answer in answers), ours


def agreement(answers: Sequence[PublishedAnswer]) -> LabelAgreement[Category]:
    """Return how far botassay's categories agree with the labels."""
    guesses = [categorise_reply(answer.response, answer.question).category for answer in answers]
    return LabelAgreement.of([answer.label.category for answer in answers], guesses)
