"""Reads labelled utterances from CSV files: those of paper 004, and any with the columns text and label."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from botassay.core.errors import InputError
from botassay.io.sources import lines_of
from botassay.io.table import read_table
from botassay.plugins.protocols import AskLabel, LabelledText

Labelled: TypeAlias = str | Path | Iterable[str | Path | tuple[str, str]]
"""CSV files with the columns text (or utterance) and label (or pos_amb_neg), or pairs of a text and its label."""
LABELS: Final = {
    **{label.value: label for label in AskLabel},
    **dict.fromkeys(("p", "pos"), AskLabel.POSITIVE),
    **dict.fromkeys(("a", "aic", "amb"), AskLabel.AMBIGUOUS),
    **dict.fromkeys(("n", "neg"), AskLabel.NEGATIVE),
}
"""Accepted spellings of labels, in lower case."""
TEXTS: Final = ("text", "utterance")
LABEL_COLUMNS: Final = ("pos_amb_neg", "label")
"""Names of the column of the label; the first one present counts. The former is that of the additional split."""
HINT: Final = "give CSV with the columns text and label; labels are positive, ambiguous, negative, or p, a, n"


def labelled_texts(data: Labelled) -> list[LabelledText]:
    """Return labelled utterances in order, from files or pairs.

    Raises: InputError with file and line, or with the number of the pair, for a missing text (E136) or an unknown label
        (E150), and if there are none (E100).
    """
    items = [data] if isinstance(data, str | Path) else list(data)
    examples: list[LabelledText] = []
    for number, item in enumerate(items, 1):
        if isinstance(item, str | Path):
            rows = read_table(lines_of(Path(item)), (TEXTS, LABEL_COLUMNS), HINT, folded=True).sound
            examples += (_by_column(by_column, where) for by_column, where in rows)
        else:
            examples.append(_labelled(item[0], item[1], f"pair {number}", "text"))
    if not examples:
        where = ", ".join(str(item) for item in items if isinstance(item, str | Path))
        raise InputError("E100 no labelled utterances", where or None, HINT)
    return examples


def _by_column(by_column: Mapping[str, str], where: str) -> LabelledText:
    column = next(name for name in TEXTS if name in by_column)
    label = next(name for name in LABEL_COLUMNS if name in by_column)
    return _labelled(by_column[column], by_column[label], where, column)


def _labelled(text: str, label: str, where: str, column: str) -> LabelledText:
    if not text.strip():
        raise InputError("E136 the text is missing", where, f"fill in the column {column!r}")
    spelled = label.strip().lower()
    if spelled not in LABELS:
        raise InputError(f"E150 unknown label {spelled[:40]!r}", where, "use positive, ambiguous, negative, or p, a, n")
    return LabelledText(text, LABELS[spelled])


def read_guide(file: Path) -> list[LabelledText]:
    """Return the examples of the paper's labelling guide, in which an empty label repeats the previous one.

    Raises: InputError with file and line.
    """
    examples: list[LabelledText] = []
    label = ""
    for by_column, where in read_table(lines_of(file), ("examples", "label"), HINT, folded=True).sound:
        label = by_column["label"].strip() or label
        examples.append(_by_column({"text": by_column["examples"].strip(), "label": label}, where))
    return examples
