"""The notebooks run, and show what they print."""

import re
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from tests.docs.notebooks import NOTEBOOKS, PLACE, executed, read

_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def printed(document: Any) -> list[str]:
    """Give what each cell printed or displayed; numbers are left out, whose last digits are a machine's own.

    What a cell prints comes in as many pieces as its kernel happens to send.
    """
    texts = []
    for cell in document.cells:
        for kind, outputs in groupby(cell.get("outputs", []), key=lambda output: output["output_type"]):
            if kind == "stream":
                texts.append("".join(output["text"] for output in outputs))
            else:
                texts += [output.get("data", {}).get("text/markdown", "") for output in outputs]
    return [" ".join(_NUMBER.sub("#", text).split()) for text in texts]


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Any, Path]]:
    """Each notebook as it ran just now, and where."""
    folders = {notebook: tmp_path_factory.mktemp(notebook.stem) for notebook in NOTEBOOKS}
    return {notebook.stem: (executed(notebook, folder), folder / PLACE) for notebook, folder in folders.items()}


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)
def test_a_notebook_runs_and_prints_what_it_shows(notebook: Path, ran: dict[str, tuple[Any, Path]]) -> None:
    shown = read(notebook)
    assert printed(ran[notebook.stem][0]) == printed(shown), "run make notebooks, and look at what changed"
    assert all(cell.execution_count for cell in shown.cells if cell.cell_type == "code"), "it is kept as it ran"


def test_the_rounds_lead_from_problems_to_fewer_and_to_done(ran: dict[str, tuple[Any, Path]]) -> None:
    """What the text around the cells says is so."""
    document, place = ran["one-round"]
    first, _, second, third, history = printed(document)
    assert first.index("#. pay / salary") < first.index("#. benefits / commute")
    assert "pay / salary" not in second
    assert "benefits / commute" not in second
    assert "#. clothes / working hours" in second
    assert "Done: no two of the # judged topics" not in second
    assert "Done: no two of the # judged topics are confused" in third
    assert "# phrases moved; removed topics: 'pay'" in history
    for page in ("first.html", "second.html", "third.html", "history.html"):
        assert (place / page).read_bytes().startswith(b"<!DOCTYPE html>")


def test_the_rating_notebook_rates_decides_and_saves(ran: dict[str, tuple[Any, Path]]) -> None:
    document, place = ran["rate"]
    assert any(text.startswith("failed for abuse the risk") for text in printed(document))
    assert (place / "report.html").read_bytes().startswith(b"<!DOCTYPE html>")
    assert (place / "eliza-run" / "rating.json").is_file()
