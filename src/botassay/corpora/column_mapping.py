"""What the columns and roles of somebody else's table are called: as the user says, or as the header lets one guess."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from botassay.core.dialog import Role
from botassay.core.errors import InputError, UsageError
from botassay.io.table import match_columns

NEEDED: Final = ("dialog", "role", "text")
TAGS: Final = ("gender", "race", "group", "topic")
"""Columns about a whole dialog: who its user is, and what it is about; some rows may leave them empty."""
READ: Final = (*NEEDED, "speaker", "at", "intent", "confidence", *TAGS)
IGNORED_ROLES: Final = frozenset({"system", "tool"})
"""Roles of messages that are no utterances."""
_USUAL: Final[Mapping[str, frozenset[str]]] = {
    "dialog": frozenset(
        "dialog_id dialogue dialogue_id dialogid conversation conversation_id conversationid conv_id session session_id"
        " sessionid thread thread_id threadid chat chat_id chatid".split()
    ),
    "role": frozenset("sender sender_type author author_type author_role speaker speaker_role from".split()),
    "text": frozenset("message message_text content body utterance msg".split()),
    "at": frozenset("timestamp time datetime date_time created_at sent_at ts".split()),
}
"""What tables of other programs call the columns."""
_USUAL_ROLES: Final[Mapping[str, str]] = {
    **dict.fromkeys("customer client human visitor caller patient guest person".split(), "user"),
    **dict.fromkeys("assistant chatbot ai gpt model".split(), "bot"),
}
"""What tables of other programs call the roles; an agent may be a person."""


@dataclass(frozen=True, slots=True)
class ColumnMapping:
    """What columns and roles are called in a table."""

    columns: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Column of ours -> column of the table, as the user says."""
    roles: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Role in the table, in small letters -> user, bot, system or tool."""

    @classmethod
    def of(cls, columns: Mapping[str, str], roles: Mapping[str, str]) -> "ColumnMapping":
        """Check what the user says.

        Raises: UsageError for a column that is not read, or a role that is none of ours.
        """
        if unknown := next((name for name in columns if name not in READ), None):
            hint = f"columns are {', '.join(READ)}; write --column dialog=NAME"
            raise UsageError(f"--column: {unknown!r} is not a column of dialogs", hint=hint)
        allowed = (*Role, *sorted(IGNORED_ROLES))
        if wrong := next((role for role in roles.values() if role not in allowed), None):
            hint = f"roles are {', '.join(allowed)}; write --role NAME=bot"
            raise UsageError(f"--role: unknown role {wrong!r}", hint=hint)
        plain = {name.strip().lower(): role for name, role in roles.items()}
        return cls({ours: theirs.strip().lower() for ours, theirs in columns.items()}, plain)

    def names(self, columns: Sequence[str]) -> dict[str, str] | None:
        """Say which columns of a table are meant: column of the table -> column of ours.

        What the user says comes first, then the names of ours; where one that is needed is still lacking, and there is
        one column alone with a usual name for it, that one. None where a needed column is not found.

        >>> ColumnMapping().names(["session_id", "sender", "message", "time"])
        {'session_id': 'dialog', 'sender': 'role', 'message': 'text', 'time': 'at'}
        >>> ColumnMapping().names(["session_id", "sender", "author", "text"]) is None
        True
        """
        names, usual = self._found(columns)
        return None if usual or not set(self.columns.values()) <= {*columns} else names

    def _found(self, columns: Sequence[str]) -> tuple[dict[str, str], dict[str, list[str]]]:
        """Return the names of columns, and for each needed one that is not found the columns that it could be."""
        named = {theirs: ours for ours, theirs in self.columns.items() if theirs in columns}
        own = [name for name in READ if name in columns and name not in self.columns and name not in named]
        names = {**named, **dict(zip(own, own, strict=True))}
        lacking = [ours for ours in NEEDED if ours not in names.values()]
        if lacking and "at" not in names.values():
            lacking.append("at")
        free = [name for name in columns if names.get(name) in (None, "speaker") and name not in lacking]
        matched, unsure = match_columns(free, lacking, _USUAL)
        return {**names, **matched}, {ours: columns for ours, columns in unsure.items() if ours in NEEDED}

    def role(self, text: str) -> str | None:
        """Say what a role in the table means; None: nothing that is known.

        >>> ColumnMapping(roles={"agent": "bot"}).role(" Agent"), ColumnMapping().role("Customer")
        ('bot', 'user')
        """
        plain = text.strip().lower()
        if plain in self.roles:
            return self.roles[plain]
        return plain if plain in _KNOWN else _USUAL_ROLES.get(plain)

    def is_near(self, columns: Sequence[str]) -> bool:
        """Whether a table has a column at least that makes one think of dialogs."""
        return any(name in columns or _USUAL[name] & {*columns} for name in NEEDED)

    def lacking(self, columns: Sequence[str]) -> tuple[str, str] | None:
        """Say what keeps a table from being one of dialogs, and what to type; None where nothing does."""
        there = f"it has {', '.join(columns)[:200]}"
        if gone := [theirs for theirs in self.columns.values() if theirs not in columns]:
            return f"the header lacks the columns {', '.join(gone)}; {there}", "write --column dialog=NAME"
        _, usual = self._found(columns)
        if not usual:
            return None
        flags = " ".join(f"--column {ours}={'|'.join(names) or 'NAME'}" for ours, names in usual.items())
        return f"the header lacks the columns {', '.join(usual)}; {there}", f"say which they are: {flags}"

    def assumed(self, columns: Sequence[str], roles: Iterable[str]) -> str | None:
        """Say in one line what was taken for what without being told; None where nothing was."""
        names = self.names(columns) or {}
        guesses = [(theirs, ours) for theirs, ours in names.items() if theirs != ours and ours not in self.columns]
        guessed = [f"{theirs} as {ours}" for theirs, ours in guesses]
        meant = {role: self.role(role) for role in roles if role.strip().lower() not in {*_KNOWN, *self.roles}}
        guessed += [f"{role} as {known}" for role, known in meant.items() if known]
        return f"read {', '.join(guessed)}" if guessed else None


_KNOWN: Final = frozenset({*Role, *IGNORED_ROLES})


def pairs(option: str, texts: Collection[str]) -> dict[str, str]:
    """Read what was given with an option as NAME=VALUE.

    Raises: UsageError.

    >>> pairs("--role", ["customer=user"])
    {'customer': 'user'}
    """
    pairs: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not (name.strip() and equals and value.strip()):
            raise UsageError(f"{option} {text!r} is not a pair", hint=f"write {option} NAME=VALUE")
        pairs[name.strip()] = value.strip()
    return pairs


def not_mapped(columns: Sequence[str], mapping: ColumnMapping, place: str | None) -> InputError:
    """Make the error for a header that lacks a column."""
    what, hint = mapping.lacking(columns) or ("the header lacks a column", f"needed are {', '.join(NEEDED)}")
    return InputError(f"E142 {what}", place, hint)
