"""Sets of phrases with a log, for tests of the questions' pages."""

import csv
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.pages import PAYLOADS

PHRASES = {
    "pay": (
        "how do I pay", "pay my bill", "may I pay by card", "paying the invoice", "which cards do you take",
        "can I pay later", "pay the bill with cash", "how to pay an invoice", "payment by card", "pay in advance",
    ),
    "parcel": (
        "where is my parcel", "my parcel is late", "track my parcel", "the parcel has not come", "parcel lost",
        "when does my parcel come", "has my parcel been sent", "parcel is broken", "a parcel for my neighbour",
        "where do I pick up the parcel",
    ),
    "hours": (
        "when are you open", "opening hours", "are you open on sunday", "how long are you open today",
        "do you open on holidays", "when does the shop close", "closing time", "open in the evening",
        "hours on saturday", "is the shop open now",
    ),
    "return": (
        "how do I return a parcel", "send the parcel back", "return my order", "can I give it back",
        "where do I return it", "return without the box", "money back for a return", "the return takes long",
        "return a broken parcel", "I want to send it back",
    ),
}  # fmt: skip
DEFERRED = (
    "may I bring my dog", "can I bring my dog along", "is my dog allowed", "who painted the mona lisa",
    "do you have vouchers", "can I buy a voucher",
)  # fmt: skip
ANSWERED = (
    ("can I pay with a card here", "pay", "Yes, we take all cards."), ("track the parcel please", "parcel", "Here: …"),
    ("money back please", "pay", "You can pay by card."), ("is it open at night", "hours", "From 9 to 18."),
)  # fmt: skip


def log_rows() -> list[dict[str, Any]]:
    """Return the questions of three days."""
    rows: list[dict[str, Any]] = [
        {"id": f"d{n}", "text": text, "intent": None, "answered": False, "reason": "not_understood"}
        for n, text in enumerate(DEFERRED)
    ]
    rows += [
        {"id": f"a{n}", "text": text, "intent": topic, "confidence": 0.9, "answered": True, "answer": answer}
        for n, (text, topic, answer) in enumerate(ANSWERED)
    ]
    rows += [{"id": f"k{n}", "text": "pay my bill", "intent": "pay", "confidence": 1.0} for n in range(9)]
    return [{**row, "at": f"2026-03-{2 + n % 3:02}T09:30:00"} for n, row in enumerate(rows)]


def write_set(folder: Path, phrases: Mapping[str, tuple[str, ...]], rows: list[dict[str, Any]]) -> Path:
    """Write a set to a new folder, and return it."""
    folder.mkdir(parents=True)
    with (folder / "2026-03-02.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("text", "intent"))
        writer.writerows((text, topic) for topic, texts in phrases.items() for text in texts)
    (folder / "log.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


def make_sets(workspace: Path) -> Path:
    """Make a set with questions, and one in which every text is hostile; return the first."""
    hostile = {
        f"{payload[:80]} {n}": tuple(f"{payload[:80]} {word} {n}" for word in ("one", "two", "three"))
        for n, payload in enumerate(PAYLOADS[:9])  # what a table can hold
    }
    sayable = [payload for payload in PAYLOADS if payload.encode("utf-8", "ignore").decode() == payload]
    rows: list[dict[str, Any]] = [
        {"id": f"{payload} {n}", "text": f"{payload} question {n}", "intent": None, "answer": payload}
        for n, payload in enumerate(sayable)
    ]
    topics = list(hostile)
    rows += [
        {"id": f"a{n}", "text": f"{payload} asked {n}", "intent": topics[n % 9], "confidence": 0.9, "answer": payload}
        for n, payload in enumerate(sayable)
    ]
    write_set(workspace / "intents" / "x&y, <b>", hostile, rows)
    return write_set(workspace / "intents" / "shop", PHRASES, log_rows())
