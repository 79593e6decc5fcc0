"""Hand-overs to people: events that are on disk before the bot says that it passes a question on."""

import json
import os
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from logging import getLogger
from pathlib import Path
from typing import Final, Literal
from urllib.request import Request, urlopen
from uuid import uuid4

from botassay.core.errors import OutputError
from botassay_samples.faq.about import HANDOVERS

SCHEMA: Final = "botassay/handover/1"
QUEUE: Final = "handovers-queue.jsonl"
"""Events that a webhook did not take; they are sent again with the next one."""
Reason = Literal["asked", "not_understood", "no_answer"]
_CONTACT: Final = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}|\+?\d[\d /()-]{6,20}\d")
_SECONDS: Final = 5.0
_LOG: Final = getLogger("botassay")


@dataclass(frozen=True, slots=True)
class Handover:
    """A question that a person is to answer; `schema` is `botassay/handover/1`."""

    id: str
    at: str
    """When it was asked, with the time zone."""
    conversation: str
    reason: Reason
    """The user asked for a person; the question was not understood; or its topic has no answer."""
    question: str
    transcript: tuple[dict[str, str], ...]
    """The conversation so far: `role` (user or bot) and `text`; the text of a crisis is left out."""
    contact: str | None
    """The last address or number that the user named, if any."""
    schema: str = SCHEMA

    @classmethod
    def of(cls, conversation: str, reason: Reason, question: str, transcript: Sequence[dict[str, str]]) -> "Handover":
        """Return the event of a question that is asked now."""
        question = question.encode("utf-8", "replace").decode()
        typed = " \n ".join(turn["text"] for turn in transcript if turn["role"] == "user")
        contacts = _CONTACT.findall(typed)
        contact = contacts[-1].strip() if contacts else None
        return cls(uuid4().hex, now(), conversation, reason, question, tuple(transcript), contact)

    def line(self) -> str:
        """Return it as a line of JSON."""
        return json.dumps(asdict(self), ensure_ascii=True) + "\n"


def now() -> str:
    """Return the time with its zone, to the second."""
    return datetime.now(UTC).astimezone().isoformat(timespec="seconds")


@dataclass(frozen=True, slots=True)
class Switchboard:
    """Passes questions on to people.

    Args:
        folder: of the company; `handovers.jsonl` in it has every event.
        to: `file:PATH`, `https://…` or `mail:FOLDER`, relative to the folder.
    """

    folder: Path
    to: str

    def pass_on(self, event: Handover) -> None:
        """Write an event to disk, then send it. Raises OutputError if it cannot be written."""
        append(self.folder / HANDOVERS, event.line())
        kind, _, rest = self.to.partition(":")
        if kind == "file" and self.folder / rest != self.folder / HANDOVERS:
            append(self.folder / rest, event.line())
        elif kind == "mail":
            _save_mail(self.folder / rest, event)
        elif kind in ("http", "https"):
            self._send(event)

    def _send(self, event: Handover) -> None:
        """Send the queued events and this one, the oldest first; what the webhook does not take is queued."""
        queue = self.folder / QUEUE
        lines = queue.read_text("utf-8").splitlines(keepends=True) if queue.is_file() else []
        lines.append(event.line())
        left = list(lines)
        for line in lines:
            if not _posted(self.to, line):
                break
            left.pop(0)
        _replace(queue, "".join(left))
        if left:
            _LOG.warning(f"{self.to.partition('?')[0]} took no hand-over; {len(left)} queued in {queue}")


def append(file: Path, line: str) -> None:
    """Add a line to a file, on disk before this returns. Raises OutputError."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("a", encoding="utf-8") as opened:
            opened.write(line)
            opened.flush()
            os.fsync(opened.fileno())
    except OSError as error:
        raise OutputError(f"cannot be written: {error.strerror or error}", str(file)) from error


def _replace(file: Path, text: str) -> None:
    try:
        if not text:
            file.unlink(missing_ok=True)
            return
        draft = file.with_name(f".{file.name}.draft")
        draft.write_text(text, "utf-8")
        draft.replace(file)
    except OSError as error:
        raise OutputError(f"cannot be written: {error.strerror or error}", str(file)) from error


def _posted(url: str, line: str) -> bool:
    """Return whether a webhook took an event; it may get one twice, with the same key."""
    headers = {"Content-Type": "application/json", "Idempotency-Key": json.loads(line)["id"]}
    request = Request(url, line.encode(), headers, method="POST")  # noqa: S310 - about.toml allows https and loopback
    try:
        with urlopen(request, timeout=_SECONDS) as answer:  # noqa: S310
            return 200 <= int(answer.status) <= 299  # noqa: PLR2004 - HTTP
    except (OSError, ValueError):
        return False


def _save_mail(folder: Path, event: Handover) -> None:
    mail = EmailMessage()
    mail["Subject"] = f"A question for a person ({event.reason})"
    mail["Date"] = datetime.fromisoformat(event.at)
    mail["Message-ID"] = f"<{event.id}@botassay.invalid>"
    if event.contact and "@" in event.contact:
        mail["Reply-To"] = event.contact
    said = "\n".join(f"{turn['role']}: {turn['text']}" for turn in event.transcript)
    mail.set_content(f"Question: {event.question}\nContact: {event.contact or 'not known'}\n\n{said}\n")
    mail.add_attachment(event.line().encode(), maintype="application", subtype="json", filename=f"{event.id}.json")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        draft = folder / f".{event.id}.draft"
        draft.write_bytes(bytes(mail))
        draft.replace(folder / f"{event.id}.eml")
    except OSError as error:
        raise OutputError(f"cannot be written: {error.strerror or error}", str(folder)) from error
