"""What stands beside a conversation on its page: the greeting, the head of the chat window, accessible names."""

from typing import Final

import msgspec

from botassay.core.dialog import NOTICES, Dialog
from botassay.identity.disclosure.self_disclosure import first_disclosure

_SEEN: Final = frozenset({"greeting", "disclosure"})
"""Kinds that everybody sees; accessible names reach those alone who listen to the page."""
_decode: Final = msgspec.json.Decoder(tuple[tuple[str, str], ...]).decode


def notices(dialog: Dialog) -> tuple[tuple[str, str], ...]:
    """Return what stands beside a conversation, as pairs of kind and text; nothing where a tag holds something else.

    >>> notices(Dialog("d", (), {"notices": '[["greeting", "Hi!"]]'})), notices(Dialog("d", (), {"notices": "x"}))
    ((('greeting', 'Hi!'),), ())
    """
    try:
        return _decode(dialog.tags.get(NOTICES, "[]"))
    except msgspec.MsgspecError:
        return ()


def window_discloses(dialog: Dialog) -> bool:
    """Return whether a greeting or the head of the chat window says clearly that the user talks to a machine.

    >>> window_discloses(Dialog("d", (), {"notices": '[["greeting", "Hi, I am a chatbot."]]'}))
    True
    >>> window_discloses(Dialog("d", (), {"notices": '[["name", "I am a chatbot."]]'}))
    False
    """
    return any(kind in _SEEN and first_disclosure(text) is not None for kind, text in notices(dialog))
