"""Schema-Guided Dialogue (Rastogi et al. 2020): one JSON array a file, a dialog an item."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import msgspec

from botassay.core.dialog import Dialog, Rejected, Utterance
from botassay.corpora.objects import each_object
from botassay.corpora.utterance_builder import make_utterance
from botassay.io.flaws import FlawError
from botassay.io.jsonl import keys_of

_SPEAKERS: Final = {"USER": "user", "SYSTEM": "bot"}
_KEYS: Final = frozenset({"dialogue_id", "turns"})


class _Turn(msgspec.Struct):
    speaker: str
    utterance: str


class _Item(msgspec.Struct):
    dialogue_id: str
    turns: list[_Turn]


@dataclass(frozen=True, slots=True)
class Sgd:
    """`{"dialogue_id": "1_00000", "turns": [{"speaker": "USER", "utterance": "…"}, {"speaker": "SYSTEM", …}]}`.

    The system is the bot. The same ids come again in train, dev and test: a dialog is called `<file>:<dialogue_id>`.
    """

    def sniff(self, first_line: str) -> bool:
        """Recognise a dialogue with its turns."""
        return keys_of(first_line) >= _KEYS

    def read(self, lines: Iterable[str], name: str) -> Iterator[Dialog | Rejected]:
        """Return a dialog for each item."""

        def dialog(item: _Item, fallback: str) -> Dialog:
            del fallback
            return Dialog(f"{name}:{item.dialogue_id}", tuple(map(_utterance, item.turns)))

        return each_object(lines, name, _Item, dialog)


def _utterance(turn: _Turn) -> Utterance:
    utterance = make_utterance(_SPEAKERS.get(turn.speaker, "system"), turn.utterance)
    if utterance is None:
        raise FlawError("E132", f"the speaker {turn.speaker!r} is unknown", "speakers are USER and SYSTEM")
    return utterance
