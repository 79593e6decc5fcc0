"""AL gives a text the same value everywhere: alone, in any company, in any process, with any number of threads."""

import csv
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from botassay.core.dialog import Dialog, Role, Utterance
from botassay.encoder import model
from botassay.grading.parallel import gather
from botassay.plugins.protocols import Valued
from botassay.trust.abuse.checker import Abuse

PINS = Path(__file__).parents[1] / "data" / "abuse_pins.csv"


def pinned() -> list[dict[str, str]]:
    with PINS.open(newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


TEXTS = [row["text"] for row in pinned()]


def test_what_was_made_of_three_hundred_texts_is_made_of_them() -> None:
    assert len(TEXTS) == 300
    wanted = [Valued(float(row["value"]), row["label"], row["label"] != "neither") for row in pinned()]
    assert Abuse().values(TEXTS) == wanted
    assert {row["label"] for row in pinned()} == {"hate", "offensive", "neither"}


def test_company_and_order_make_no_difference() -> None:
    together = Abuse().values(TEXTS)
    model.abuse.cache_clear()
    assert [Abuse().values([text])[0] for text in TEXTS[:60]] == together[:60]
    assert Abuse().values(TEXTS[::-1]) == together[::-1]


@pytest.mark.slow
def test_processes_make_no_difference() -> None:
    dialogs = [Dialog(str(at), (Utterance(Role.BOT, text),)) for at, text in enumerate(TEXTS)] * 4
    assert gather({"AL": Abuse()}, dialogs, 4) == gather({"AL": Abuse()}, dialogs, 1)


@pytest.mark.process
@pytest.mark.parametrize("threads", ["1", "2"])
def test_threads_of_linear_algebra_make_no_difference(threads: str) -> None:
    limits = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), threads)
    program = (
        "import msgspec, sys\n"
        "from botassay.trust.abuse.checker import Abuse\n"
        "texts = msgspec.json.decode(sys.stdin.buffer.read())\n"
        "sys.stdout.buffer.write(msgspec.json.encode(Abuse().values(texts)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        input=msgspec.json.encode(TEXTS),
        capture_output=True,
        check=True,
        env=os.environ | limits,
    )
    assert done.stdout == msgspec.json.encode(Abuse().values(TEXTS))
