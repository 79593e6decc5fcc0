"""The groups of a dialog's user: by the tags of the dialog, else by the user's words."""

import re
from collections.abc import Mapping
from typing import Final

from botassay.core.dialog import Dialog, Role
from botassay.core.text.word_memory import WordMemory

ATTRIBUTES: Final = ("gender", "race", "group")
"""The tags that name a class of the user."""
TOPIC: Final = "topic"
"""The tag that names what a dialog is about: the declared covariate."""
PAIR: Final = "pair"
"""The tag that conversations share which differ only in the user's group."""
_CLASSES: Final = {"girl": "female", "woman": "female", "boy": "male", "man": "male"}
_PROXY: Final = re.compile(
    r"^\s*hey (?P<hey>girl|boy)\b|\bas a (?P<as>woman|man)\b|\b(?:i am|i'm|i’m) a (?P<am>woman|man|girl|boy)\b",
    re.IGNORECASE,
)
_CLASS: Final = re.compile("|".join(_CLASSES), re.IGNORECASE)
_may_name_class: Final = WordMemory(lambda word: _CLASS.search(word) is not None)
"""Whether a word holds one of those that every statement of a user's group has."""


def groups_of(dialog: Dialog) -> Mapping[str, str]:
    """Return the classes of a dialog's user, by attribute.

    Without a tag the gender is taken from "Hey girl, …" and "Hey boy, …" at the beginning of what the user says
    (the proxies of paper 002, section V), "as a woman", and "I am a man"; a user who says both is of no group.

    >>> from botassay.core.dialog import Utterance
    >>> dict(groups_of(Dialog("d", (Utterance(Role.USER, "Hey girl, how do I turn it?"),))))
    {'gender': 'female'}
    """
    tagged = {name: dialog.tags[name].strip() for name in ATTRIBUTES if dialog.tags.get(name, "").strip()}
    if tagged:
        return tagged
    said = (said.text for said in dialog.utterances if said.role is Role.USER)
    likely = (text for text in said if any(map(_may_name_class.__getitem__, text.split())))
    matches = (match for text in likely for match in _PROXY.finditer(text))
    genders = {_CLASSES[match[match.lastgroup or 0].lower()] for match in matches}
    return {"gender": genders.pop()} if len(genders) == 1 else {}
