"""ConvoKit corpora (Chang et al. 2020): a folder of JSON files, of which two are read; pickles never are."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from botassay.core.dialog import Dialog, Rejected, Remark
from botassay.corpora.external_sort import Gathering, StoredUtterance
from botassay.corpora.utterance_builder import is_too_large, too_large
from botassay.io.flaws import FlawError
from botassay.io.jsonl import BROKEN, flaw_of, keys_of
from botassay.plugins.protocols import Bundle

_UTTERANCES: Final = ("utterances.jsonl", "utterances.json")
_SPEAKERS: Final = ("speakers.json", "users.json")
_OTHERS: Final = ("conversations.json", "corpus.json", "index.json")
_NEVER: Final = (".bin", ".p", ".pkl", ".pickle")
_ROLES: Final = ("role", "speaker_type", "type")
_FLAGS: Final = ("is_bot", "bot")
_BOTS: Final = frozenset("agent ai assistant bot chatbot gpt machine model system".split())
_PEOPLE: Final = frozenset("caller client customer human patient person seeker user visitor".split())


class _Utterance(msgspec.Struct):
    """An utterance as in the file; a value of the wrong type is reported together with its conversation."""

    id: Any = None
    conversation_id: Any = None
    root: Any = None
    text: Any = None
    speaker: Any = None
    user: Any = None
    meta: Any = None
    reply_dashed: Any = msgspec.field(name="reply-to", default=None)
    reply_to: Any = None
    timestamp: Any = None


@dataclass(frozen=True, slots=True)
class ConvoKit:
    """A folder with `utterances.jsonl` (or an older `utterances.json`) and `speakers.json`.

    The bot is named by the metadata of utterances and speakers (`role`, `type`, `is_bot`), or is a speaker called
    `bot`, `assistant`, `system` and the like. Where no speaker of the corpus is a bot, the one who began a conversation
    is the user, and all others count as the bot. Utterances of a conversation may be anywhere in the file.
    """

    def bundles(self, names: Sequence[str]) -> Sequence[Bundle]:
        """Take utterances and speakers; name the rest of the corpus."""
        bare = {name.removesuffix(".gz"): name for name in reversed(names)}
        utterances = next((bare[name] for name in _UTTERANCES if name in bare), None)
        if utterances is None:
            return []
        speakers = next((bare[name] for name in _SPEAKERS if name in bare), None)
        unread = [name for name in names if name.removesuffix(".gz") in _OTHERS or name.endswith(_NEVER)]
        parts = {"utterances": utterances} | ({"speakers": speakers} if speakers else {})
        return [Bundle(parts, tuple(unread))]

    def sniff(self, first_line: str) -> bool:
        """Recognise an utterance that names its conversation and its speaker."""
        keys = keys_of(first_line)
        return "text" in keys and bool(keys & {"speaker", "user"}) and bool(keys & {"conversation_id", "root"})

    def read_parts(self, parts: Mapping[str, Iterable[str]], name: str) -> Iterator[Dialog | Rejected | Remark]:
        """Return the conversations in the order in which the file first speaks of them.

        They are gathered in a temporary file, as large as the corpus: memory holds one conversation at a time.
        """
        del name  # every utterance names its conversation
        with Gathering() as gathering:
            yield from _speakers(parts.get("speakers", ()), gathering)
            yield from _utterances(parts["utterances"], gathering)
            yield from gathering.conversations()
            if not gathering.has_bot and gathering.count:
                yield Remark(
                    gathering.count,
                    "dialogs do not say who the bot is: the speaker who did not begin counts as the bot",
                )


def _speakers(lines: Iterable[str], gathering: Gathering) -> Iterator[Rejected]:
    decoder = msgspec.json.Decoder(dict[str, Any])
    for number, line in enumerate(lines, 1):
        try:
            members = decoder.decode(line if line.lstrip().startswith("{") else f"{{{line}}}")
        except BROKEN as error:
            flaw = flaw_of(error, line)
            yield Rejected(number, flaw.code, flaw.text, flaw.hint, part="speakers")
            continue
        for who, details in members.items():
            meta = details.get("meta", details) if isinstance(details, dict) else None
            if (bot := _is_bot(meta)) is not None:
                gathering.know(who, bot=bot)


def _utterances(lines: Iterable[str], gathering: Gathering) -> Iterator[Rejected]:
    decoder = msgspec.json.Decoder(_Utterance)
    for number, line in enumerate(lines, 1):
        if line.isspace():
            continue
        try:
            row = decoder.decode(line)
        except BROKEN as error:
            flaw = flaw_of(error, line)
            yield Rejected(number, flaw.code, flaw.text, flaw.hint)
            continue
        talk = row.conversation_id if row.conversation_id is not None else row.root
        if not isinstance(talk, str | int) or talk == "":
            yield Rejected(number, "E130", "the utterance has no conversation id", "fill conversation_id")
            continue
        try:
            gathering.add(str(talk), _told(number, row))
        except FlawError as flaw:
            gathering.spoil(str(talk), number, flaw)


def _told(number: int, row: _Utterance) -> StoredUtterance:
    who = row.speaker if row.speaker is not None else row.user
    if not isinstance(row.text, str):
        raise FlawError("E136", "the text of the utterance is not a string", "give its text, which may be empty")
    if not isinstance(who, str | int):
        raise FlawError("E136", "the utterance has no speaker", "fill speaker")
    if "\0" in row.text:
        raise FlawError("E112", "the text contains a NUL byte", "export the file again as text")
    if is_too_large(row.text):
        raise too_large()
    answers = row.reply_dashed if row.reply_dashed is not None else row.reply_to
    bot = _is_bot(row.meta)
    if bot is None:
        bot = _called(who)
    return StoredUtterance(number, _plain(row.id), _plain(answers), _plain(row.timestamp), str(who), bot, row.text)


def _plain(value: Any) -> str | None:
    return str(value) if isinstance(value, str | int | float) else None


def _is_bot(meta: Any) -> bool | None:
    """Return whether metadata describe a bot; None where they do not say."""
    if not isinstance(meta, dict):
        return None
    flags = [meta[key] for key in _FLAGS if isinstance(meta.get(key), bool)]
    roles = (_called(meta[key]) for key in _ROLES if key in meta)
    return flags[0] if flags else next((role for role in roles if role is not None), None)


def _called(name: Any) -> bool | None:
    """Whether a name is a bot's or a person's by itself.

    >>> _called("Assistant"), _called("customer"), _called("lev")
    (True, False, None)
    """
    word = str(name).strip().lower()
    return True if word in _BOTS else False if word in _PEOPLE else None
