"""A notebook about your own phrases: look, write changes into a table, apply them to a copy, look again."""

import json
import os
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any, Final

from botassay.api.intents.evaluation import evaluate
from botassay.api.intents.inputs import check_classifiers, existing, is_engine, read_data
from botassay.api.intents.sets import history
from botassay.core.errors import OutputError, UsageError
from botassay.core.text.plural import many
from botassay.intents.documents import IntentsEvaluation, IntentsHistory
from botassay.intents.phrase_changes import applied, empty_table, read_changes
from botassay.intents.phrases import Phrase
from botassay.intents.snapshots import day_of
from botassay.intents.writing import written
from botassay.io.files import save
from botassay.settings.intents import HistorySettings, IntentsSettings, NotebookSettings, PhraseSettings, VectorSettings
from botassay.view import percent

DAYS: Final = "days"
CHANGES: Final = "changes.xlsx"
NOTEBOOK: Final = "round.ipynb"


class PhraseRound:
    """The phrases in DATA, which is only read, and their copies in a folder, one for each day.

    Args:
        data: the file of phrases; it counts until there is a copy.
        folder: with `days` and `changes.xlsx`.
        classifier: as for `evaluate`.
        phrases: the columns, and the label of out-of-scope phrases.
        today: the day of the copies; None: the present one.
    """

    def __init__(
        self,
        data: str | Path,
        folder: str | Path = ".",
        *,
        classifier: str = "tfidf-lr",
        phrases: PhraseSettings | None = None,
        today: date | None = None,
    ) -> None:
        self.data = existing(data)
        self.folder = Path(folder)
        self._classifier = classifier
        self._phrases = phrases or PhraseSettings()
        self._today = today or date.today()  # noqa: DTZ011 - the day of the user

    @property
    def copy(self) -> Path:
        """The copy of today, which may not exist yet."""
        return self.folder / DAYS / f"{self._today.isoformat()}.csv"

    def evaluate(self) -> IntentsEvaluation:
        """Return which topics are confused in the phrases as they are now, in the copy of today if there is one."""
        return self._evaluated(self.now)

    def _evaluated(self, file: Path) -> IntentsEvaluation:
        return evaluate(file, None, IntentsSettings(classifier=self._classifier, phrases=self._settings(file)))

    def progress(self) -> str:
        """Return accuracy and confused pairs before today's changes, and after them."""
        if not self.copy.is_file():
            return "no changes applied today"
        return "\n".join(
            f"{when} ({file.name}): {_figures(self._evaluated(file))}"
            for when, file in (("before", self.base), ("after", self.copy))
        )

    @property
    def now(self) -> Path:
        """The file with the phrases as they are now."""
        return self.copy if self.copy.is_file() else self.base

    @property
    def base(self) -> Path:
        """The file that the changes are applied to: the copy of the last day before today, or else DATA."""
        earlier = [file for day, file in self._copies() if day < self._today]
        return earlier[-1] if earlier else self.data

    def changes(self) -> str:
        """Return what the changes in `changes.xlsx` would do, a line for each.

        Raises: InputError with the row of a change that does not fit the phrases.
        """
        _, lines = self._changed()
        return "\n".join(lines) if lines else f"no changes: write some into {self.folder / CHANGES}"

    def apply(self) -> Path:
        """Write the changed phrases to the copy of today, and return it; DATA stays as it is.

        Applied again on the same day, the changes are made to the same phrases as before, not twice.

        Raises: InputError with the row of a wrong change; OutputError.
        """
        phrases, _ = self._changed()
        save(self.copy, written(phrases, ".csv", self._phrases.none_label))
        return self.copy

    def history(self) -> IntentsHistory:
        """Return the figures of all copies, day by day. Raises InputError if there is none."""
        settings = HistorySettings(classifier=self._classifier, phrases=self._settings(self.copy))
        return history(self.folder / DAYS, None, settings)

    def _copies(self) -> list[tuple[date, Path]]:
        files = (self.folder / DAYS).glob("*.csv") if (self.folder / DAYS).is_dir() else ()
        return sorted((day, file) for file in files if (day := day_of(file)) is not None)

    def _changed(self) -> tuple[list[Phrase], Sequence[str]]:
        phrases = read_data(self.base, self._settings(self.base)).phrases
        return applied(phrases, read_changes(existing(self.folder / CHANGES)))

    def _settings(self, file: Path) -> PhraseSettings:
        """Return how a file is read: the copies have the usual columns."""
        return self._phrases if file == self.data else PhraseSettings(none_label=self._phrases.none_label)


def _figures(document: IntentsEvaluation) -> str:
    accuracy = next((each.accuracy for each in document.settings if each.accuracy), None)
    share = "n/a" if accuracy is None else percent(accuracy.value)
    pairs = many(len(document.problems), "pair of topics", "pairs of topics")
    return f"accuracy {share} with all topics known, {pairs} confused"


def notebook(data: str | Path, out: str | Path, settings: NotebookSettings | None = None) -> Path:
    """Write a folder with a notebook about a file of phrases, and return the notebook; the file is only read.

    Args:
        data: the file of phrases.
        out: a new folder: `round.ipynb`, and `changes.xlsx` for the changes.
        settings: the classifier and the columns, which the notebook keeps.

    Raises: InputError for phrases that cannot be read; OutputError for a folder that is not new; UsageError for a
        classifier that does not exist.
    """
    chosen, folder = settings or NotebookSettings(), Path(out)
    read_data(existing(data), chosen.phrases)
    if chosen.classifier and not is_engine(chosen.classifier):
        check_classifiers([chosen.classifier], VectorSettings())
    if folder.suffix == ".ipynb":
        raise UsageError(f"-o {folder} must be a folder", hint=f"the notebook is {NOTEBOOK} in it: -o {folder.stem}")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise OutputError(f"{folder} already exists", hint="open its notebook, or give a new folder with -o")
    save(folder / CHANGES, empty_table())
    file = folder / NOTEBOOK
    save(file, _notebook(Path(data), folder, chosen))
    return file


def _notebook(data: Path, folder: Path, settings: NotebookSettings) -> bytes:
    try:
        place = Path(os.path.relpath(data.resolve(), folder.resolve())).as_posix()
    except ValueError:  # another drive
        place = data.resolve().as_posix()
    cells = [_cell(number, kind, text) for number, (kind, text) in enumerate(_cells(place, settings))]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    document = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(document, ensure_ascii=False, indent=1).encode() + b"\n"


def _cell(number: int, kind: str, text: str) -> dict[str, Any]:
    cell = {"id": f"cell-{number}", "cell_type": kind, "metadata": {}, "source": text.splitlines(keepends=True)}
    return cell if kind == "markdown" else {**cell, "execution_count": None, "outputs": []}


def _cells(data: str, settings: NotebookSettings) -> list[tuple[str, str]]:
    given = [f"{data!r}", f"classifier={settings.classifier!r}"] if settings.classifier else [f"{data!r}"]
    columns = settings.phrases
    usual = PhraseSettings()
    named = {
        name: value
        for name in ("text_column", "intent_column", "sheet_name", "none_label")
        if (value := getattr(columns, name)) != getattr(usual, name)
    }
    if named:
        written_out = ", ".join(f"{name}={value!r}" for name, value in named.items())
        given.append(f"phrases=PhraseSettings({written_out})")
    more = "from botassay.settings.intents import PhraseSettings\n" if named else ""
    return [
        ("markdown", _INTRODUCTION),
        ("code", f"{more}from botassay.intents import PhraseRound\n\nphrases = PhraseRound({', '.join(given)})"),
        ("markdown", "## 1. Look\n\nWhich topics are confused, and by which phrases?"),
        ("code", "phrases.evaluate()"),
        ("markdown", _TABLE),
        ("code", "print(phrases.changes())"),
        ("markdown", "## 3. Apply\n\nAre these the changes that you want? Then write `True`, and run the cell."),
        ("code", 'APPLY = False  # ✎ True\n\nprint(phrases.apply() if APPLY else "nothing applied")'),
        ("markdown", "## 4. Look again"),
        ("code", "phrases.evaluate()"),
        ("markdown", _HELPED),
        ("code", "print(phrases.progress())"),
        ("code", "phrases.history() if phrases.copy.exists() else None"),
    ]


_INTRODUCTION: Final = """# One round with your phrases

Run the cells from top to bottom (Shift and Enter). There is nothing to program: you change a table, `changes.xlsx`, and
one word in the third part, marked with ✎. Your file of phrases is only read; changed copies go to the folder `days`."""
_TABLE: Final = """## 2. Write your changes into `changes.xlsx`

Open `changes.xlsx` beside this notebook in your spreadsheet, write a row for each change, save it, and run the next
cell. It shows what the changes would do, and changes nothing.

| action | phrase | from | to | |
|---|---|---|---|---|
| `merge` | | a topic | a topic | all its phrases go into the other topic |
| `rename` | | a topic | a new name | |
| `move` | a phrase | (its topic) | a topic | only this phrase |
| `add` | a new phrase | | a topic, perhaps a new one | |
| `delete` | a phrase | (its topic) | | |

Two or three changes are enough for a day. On the next day begin with an empty table: the changes are in the copy of
this day."""
_HELPED: Final = """## 5. Did it help?

First the figures before and after the changes of today, then all days with changes."""
