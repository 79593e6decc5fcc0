"""What somebody said, as every reader makes it from the cells of a file: one rule for roles, texts and confidences."""

from typing import Final

from botassay.core.dialog import Role, Utterance

IGNORED_ROLES: Final = frozenset({"system", "tool"})
"""Roles of messages that are no utterances."""


class FlawError(ValueError):
    """What is wrong with a row: its code, a sentence, and what to do."""

    def __init__(self, code: str, text: str, hint: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.hint = hint


def not_utf8(text: str, what: str) -> FlawError:
    r"""Say where the first byte stands that is no UTF-8.

    >>> not_utf8("caf\udce9", "line").text
    'the line is not UTF-8: byte 4 of it is 0xe9'
    """
    at = next((n for n, letter in enumerate(text) if "\ud800" <= letter <= "\udfff"), 0)
    byte = len(text[:at].encode("utf-8")) + 1
    shown = f"byte {byte} of it is 0x{ord(text[at]) & 0xFF:02x}" if text else "it is cut off"
    return FlawError("E111", f"the {what} is not UTF-8: {shown}", "save the file as UTF-8")


def is_role(text: str) -> bool:
    """Whether a cell names a role, in any case.

    >>> is_role(" Bot "), is_role("robot")
    (True, False)
    """
    return text.strip().lower() in {*Role, *IGNORED_ROLES}


def said(
    role: str,
    text: str,
    *,
    speaker: str | None = None,
    at: str | None = None,
    options: tuple[str, ...] = (),
    intent: str | None = None,
    confidence: float | None = None,
) -> Utterance | None:
    """Make an utterance; None for a system or tool message.

    Raises: FlawError for an unknown role, a NUL byte, or a confidence outside [0, 1].
    """
    if not is_role(role):
        hint = "roles are user and bot; system and tool are ignored"
        raise FlawError("E132", f"the role {role!r} is unknown", hint)
    if "\0" in text:
        raise FlawError("E112", "the text holds a NUL byte", "export the file again as text")
    if confidence is not None and not 0 <= confidence <= 1:
        raise FlawError("E136", f"the confidence {confidence} is not in [0, 1]", "leave it out where it is unknown")
    kind = role.strip().lower()
    if kind in IGNORED_ROLES:
        return None
    return Utterance(Role(kind), text.replace("\r\n", "\n"), speaker, at, options, intent, confidence)
