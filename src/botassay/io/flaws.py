"""Errors in a row or a line, before its place is known."""

from botassay.core.errors import InputError


class FlawError(ValueError):
    """An error in a row: its code, a sentence, and what to do."""

    def __init__(self, code: str, text: str, hint: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.hint = hint

    def at(self, place: str, *, skippable: bool = False) -> InputError:
        """Return the error with its place; `skippable` names the option that leaves such rows out."""
        hint = f"{self.hint}; or use --skip-bad" if skippable else self.hint
        return InputError(f"{self.code} {self.text}", place, hint)


def not_utf8(text: str, what: str) -> FlawError:
    r"""Return the error for the first byte that is not UTF-8.

    >>> not_utf8("caf\udce9", "line").text
    'the line is not UTF-8: byte 4 of it is 0xe9'
    """
    at = next((n for n, letter in enumerate(text) if "\ud800" <= letter <= "\udfff"), 0)
    byte = len(text[:at].encode("utf-8")) + 1
    shown = f"byte {byte} of it is 0x{ord(text[at]) & 0xFF:02x}" if text else "it is truncated"
    return FlawError("E111", f"the {what} is not UTF-8: {shown}", "save the file as UTF-8")
