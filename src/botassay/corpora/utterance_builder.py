"""Utterances from the cells of a file: one rule for roles, texts and confidences in all readers."""

from collections.abc import Mapping
from typing import Final

from botassay.core.dialog import Role, Utterance
from botassay.corpora.column_mapping import IGNORED_ROLES, usual_meaning
from botassay.io.flaws import FlawError

TEXT_LIMIT: Final = 2**20
"""Bytes of an utterance in UTF-8; nobody writes that much, and it bounds what one of them can cost."""
_MOST_BYTES: Final = 4
"""Bytes of a character in UTF-8."""
_ROLES: Final[Mapping[str, Role | None]] = {**dict.fromkeys(IGNORED_ROLES), **{role.value: role for role in Role}}
"""Who speaks by the name of the role; nobody whose words count for those that are ignored."""


def is_role(text: str) -> bool:
    """Whether a cell names a role, in any case.

    >>> is_role(" Bot "), is_role("robot")
    (True, False)
    """
    return text in _ROLES or text.strip().lower() in _ROLES


def is_too_large(text: str) -> bool:
    """Whether a text is larger than an utterance may be."""
    return len(text) * _MOST_BYTES > TEXT_LIMIT and len(text.encode("utf-8", "surrogatepass")) > TEXT_LIMIT


def too_large() -> FlawError:
    """Return the error for such a text."""
    return FlawError("E127", "an utterance is larger than 1 MiB", "shorten it, or leave out its dialog")


def make_utterance(
    role: str,
    text: str,
    *,
    speaker: str | None = None,
    at: str | None = None,
    options: tuple[str, ...] = (),
    intent: str | None = None,
    confidence: float | None = None,
) -> Utterance | None:
    """Return an utterance; None for a system or tool message.

    Raises: FlawError for an unknown role, a NUL byte, a text beyond the limit, or a confidence outside [0, 1].
    """
    if not is_role(role):
        meant = usual_meaning(role)
        hint = f"{f'write {meant}; ' if meant else ''}roles are user and bot; system and tool are ignored"
        raise FlawError("E132", f"the role {role!r} is unknown", hint)
    if "\0" in text:
        raise FlawError("E112", "the text contains a NUL byte", "export the file again as text")
    if is_too_large(text):
        raise too_large()
    if confidence is not None and not 0 <= confidence <= 1:
        raise FlawError("E136", f"the confidence {confidence} is not in [0, 1]", "omit it if unknown")
    speaks = _ROLES[role] if role in _ROLES else _ROLES[role.strip().lower()]
    if speaks is None:
        return None
    return Utterance(speaks, text.replace("\r\n", "\n"), speaker, at, options, intent, confidence)
