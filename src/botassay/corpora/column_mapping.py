"""Names of columns and roles in tables of other programs: as mapped by the user, or recognised."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from shlex import quote
from typing import Final

from botassay.core.dialog import Role
from botassay.core.errors import InputError, UsageError
from botassay.io.table import match_columns

NEEDED: Final = ("dialog", "role", "text")
TAGS: Final = ("gender", "race", "group", "topic")
"""Columns about a whole dialog: who its user is, and what it is about; some rows may leave them empty."""
READ: Final = (*NEEDED, "speaker", "at", "intent", "confidence", *TAGS)
IGNORED_ROLES: Final = frozenset({"system", "tool"})
"""Roles of messages that are not utterances."""
_USUAL: Final[Mapping[str, frozenset[str]]] = {
    "dialog": frozenset(
        "dialog_id dialogue dialogue_id dialogid conversation conversation_id conversationid conv_id session session_id"
        " sessionid thread thread_id threadid chat chat_id chatid".split()
    ),
    "role": frozenset("sender sender_type author author_type author_role speaker speaker_role from".split()),
    "text": frozenset("message message_text content body utterance msg".split()),
    "at": frozenset("timestamp time datetime date_time created_at sent_at ts".split()),
}
"""Column -> what other programs call it."""
_USUAL_ROLES: Final[Mapping[str, str]] = {
    **dict.fromkeys("customer client human visitor caller patient guest person".split(), "user"),
    **dict.fromkeys("assistant chatbot ai gpt model".split(), "bot"),
}
"""What other programs call a role -> the role."""
_SERVICE: Final = frozenset(
    "adviser advisor agent consultant employee helper operator rep representative staff support".split()
)
"""Roles of a service: the bot, unless a table has a bot beside them."""


_CUSTOMERS: Final = frozenset(
    "benutzer client cliente gebruiker klant klient kunde kundin nutzer utente utilisateur usuario użytkownik".split()
)
"""Words for a user in other languages: a guess in a hint, no more."""
_NAMED: Final = 6
"""Unknown roles that a hint names at most."""


def usual_meaning(role: str) -> str | None:
    """Return the role that other programs mean by a word, user or bot; None where nobody says so.

    >>> usual_meaning("assistant"), usual_meaning("Agent"), usual_meaning("customer"), usual_meaning("robot")
    ('bot', 'bot', 'user', None)
    """
    plain = role.strip().lower()
    return Role.BOT.value if plain in _SERVICE else _USUAL_ROLES.get(plain)


@dataclass(frozen=True, slots=True)
class ColumnMapping:
    """The names of columns and roles in a table."""

    columns: Mapping[str, str] = field(default_factory=dict)
    """Column of dialogs -> column of the table, as mapped by the user."""
    roles: Mapping[str, str] = field(default_factory=dict)
    """Role in the table, in small letters -> user, bot, system or tool; as mapped by the user."""
    inferred: Mapping[str, str] = field(default_factory=dict)
    """The same, as the other roles of the table show."""
    unknown: tuple[str, ...] = ()
    """The roles of the table that are still unknown, as they are written."""

    @classmethod
    def of(cls, columns: Mapping[str, str], roles: Mapping[str, str]) -> "ColumnMapping":
        """Return the mapping that the user gives.

        Raises: UsageError for a column that is not read, or an unknown role.
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

    def with_inferred(self, roles: Iterable[str]) -> "ColumnMapping":
        """Return a mapping that also knows a role of a table by the others: of two, the counterpart of a known one.

        >>> ColumnMapping().with_inferred(["Customer", "Jane"]).role("Jane")
        'bot'
        >>> mapping = ColumnMapping().with_inferred(["Ann", "Bob", "agent"])
        >>> mapping.role("agent"), mapping.role("Bob")
        ('bot', None)
        >>> ColumnMapping().with_inferred(["customer", "agent", "bot"]).role("agent") is None
        True
        """
        written = {role.lower(): role for text in roles if (role := text.strip())}
        known = {role: self.role(role) for role in written}
        speakers = {role: meaning for role, meaning in known.items() if meaning not in IGNORED_ROLES}
        services = {role: Role.BOT.value for role, meaning in speakers.items() if role in _SERVICE and meaning is None}
        if len(services) > 1 or Role.BOT in speakers.values():
            services = {}
        inferred = services | _counterpart(speakers | services)
        unknown = (role for plain, role in written.items() if known[plain] is None and plain not in inferred)
        return replace(self, inferred=inferred, unknown=tuple(unknown))

    def names(self, columns: Sequence[str]) -> dict[str, str] | None:
        """Return column of the table -> column of dialogs; None where a needed column is not found.

        The user's mapping comes first, then columns of the same name; for one that is still missing, the only column
        with a usual name for it.

        >>> ColumnMapping().names(["session_id", "sender", "message", "time"])
        {'session_id': 'dialog', 'sender': 'role', 'message': 'text', 'time': 'at'}
        >>> ColumnMapping().names(["session_id", "sender", "author", "text"]) is None
        True
        """
        names, usual = self._found(columns)
        return None if usual or not set(self.columns.values()) <= {*columns} else names

    def _found(self, columns: Sequence[str]) -> tuple[dict[str, str], dict[str, list[str]]]:
        """Return the names of columns, and each missing needed column with those that it could be."""
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
        """Return the role that a text in the table names; None where it is unknown.

        >>> ColumnMapping(roles={"agent": "bot"}).role(" Agent"), ColumnMapping().role("Customer")
        ('bot', 'user')
        """
        plain = text.strip().lower()
        if plain in self.roles:
            return self.roles[plain]
        return plain if plain in _KNOWN else _USUAL_ROLES.get(plain) or self.inferred.get(plain)

    def flags_for(self, role: str) -> str:
        """Return the options that map all unknown roles of the table, `ROLE` where it cannot be guessed.

        >>> ColumnMapping().with_inferred(["Kunde", "PizzaBot", "Tom"]).flags_for("Kunde")
        '--role Kunde=user --role PizzaBot=bot --role Tom=ROLE'
        """
        names = dict.fromkeys(" ".join(name.split())[:40] or "NAME" for name in (role, *self.unknown))
        return " ".join(f"--role {quote(f'{name}={_guessed(name)}')}" for name in [*names][:_NAMED])

    def is_near(self, columns: Sequence[str]) -> bool:
        """Whether a table has at least one column that suggests dialogs."""
        return any(name in columns or _USUAL[name] & {*columns} for name in NEEDED)

    def lacking(self, columns: Sequence[str]) -> tuple[str, str] | None:
        """Return the error and the hint for a header that lacks columns; None where it is complete."""
        there = f"it has {', '.join(columns)[:200]}"
        wrong = {ours: theirs for ours, theirs in self.columns.items() if theirs not in columns}
        _, missing = self._found(columns)
        flags = " ".join(
            f"--column {ours}={'|'.join(missing.get(ours, ())) or 'NAME'}" for ours in dict.fromkeys((*wrong, *missing))
        )
        if wrong:
            mapped = ", ".join(f"{theirs} ({ours}={theirs})" for ours, theirs in wrong.items())
            return f"the header lacks the mapped column{_s(wrong)} {mapped}; {there}", f"correct the mapping: {flags}"
        if missing:
            return (
                f"the header lacks the column{_s(missing)} {', '.join(missing)}; {there}",
                f"map {'it' if len(missing) == 1 else 'them'}: {flags}",
            )
        return None

    def assumed(self, columns: Sequence[str], roles: Iterable[str]) -> str | None:
        """Return one line on the columns and roles that were recognised, not mapped; None where there are none."""
        names = self.names(columns) or {}
        guesses = [(theirs, ours) for theirs, ours in names.items() if theirs != ours and ours not in self.columns]
        guessed = [f"{theirs} as {ours}" for theirs, ours in guesses]
        meant = {role: self.role(role) for role in roles if role.strip().lower() not in {*_KNOWN, *self.roles}}
        guessed += [f"{role} as {known}" for role, known in meant.items() if known]
        return f"read {', '.join(guessed)}" if guessed else None


def _guessed(role: str) -> str:
    words = role.lower().split()
    if any("bot" in word for word in words):
        return Role.BOT.value
    if not _CUSTOMERS.isdisjoint(words):
        return Role.USER.value
    return next(filter(None, map(usual_meaning, words)), "ROLE")


def _counterpart(speakers: Mapping[str, str | None]) -> dict[str, str]:
    """Return the role of the unknown one of two speakers; `robot` is a variant of `bot`, not its counterpart."""
    match sorted(speakers.items(), key=lambda speaker: speaker[1] is None):
        case [(_, str(known)), (unknown, None)] if known not in unknown:
            return {unknown: (Role.USER if known == Role.BOT else Role.BOT).value}
    return {}


def _s(names: Collection[str]) -> str:
    return "" if len(names) == 1 else "s"


_KNOWN: Final = frozenset({*Role, *IGNORED_ROLES})


def pairs(option: str, texts: Collection[str]) -> dict[str, str]:
    """Return the values of a repeated option, each written NAME=VALUE.

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
    """Return the error for a header that lacks a column."""
    what, hint = mapping.lacking(columns) or ("the header lacks a column", f"needed are {', '.join(NEEDED)}")
    return InputError(f"E142 {what}", place, hint)
