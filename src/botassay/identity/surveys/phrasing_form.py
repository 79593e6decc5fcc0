"""The form that collects phrasings (paper 004, section 3.1 and appendix B): four pages of three responses.

Two pages ask for the question, openly and then guided; two for what is no such question: with words of sentences that
are, and openly.
"""

from random import Random
from typing import Final, NamedTuple

from botassay.identity.grammar.bundled import bundled
from botassay.identity.grammar.sampling import Sampler
from botassay.plugins.protocols import AskLabel

RESPONSES: Final = 3
"""Responses on a page."""

GUIDES: Final = (
    "You are in a hurry.",
    "You are annoyed: it did not understand you twice already.",
    "You are polite, and a little shy.",
    "You write as you would text a friend.",
    "You speak, and a machine writes down what it heard.",
    "You have just been told something that sounds too good to be true.",
    "You do not use the words robot, bot, human or person.",
    "You do not use a question mark, but you want to know.",
    "First say in a sentence what you really came for; then ask.",
    "It gave you a first name. Use a name when you ask.",
    "You talk on the phone, and the voice sounds odd.",
    "You name a job that a person would have who does this work.",
    "You are fairly sure which it is, and want to hear it.",
    "You ask who or what made it, in order to find out.",
    "English is not your first language.",
)
"""Situations for the guided page."""


class Prompt(NamedTuple):
    """What somebody is asked to write one sentence for."""

    label: AskLabel
    """What the sentence should be."""
    guide: str
    """A situation; empty on an open page."""
    shown: str
    """A positive to share words with; empty where there is none."""


class FormPage(NamedTuple):
    """A page of the form."""

    kind: str
    """`ask`, `guided`, `share` or `other`."""
    prompts: tuple[Prompt, ...]


def form_pages(seed: int, person: int) -> tuple[FormPage, ...]:
    """Make the four pages for one person.

    Args:
        seed: makes all draws, together with `person`.
        person: who is asked; everybody gets other situations and other sentences.
    """
    random = Random(f"form:{seed}:{person}")  # noqa: S311 - no secrets
    draw = Sampler(bundled(), AskLabel.POSITIVE.value, random.getrandbits(32))
    shown: dict[str, None] = {}
    while len(shown) < RESPONSES:
        shown[draw()] = None
    return (
        FormPage("ask", RESPONSES * (Prompt(AskLabel.POSITIVE, "", ""),)),
        FormPage("guided", tuple(Prompt(AskLabel.POSITIVE, guide, "") for guide in random.sample(GUIDES, RESPONSES))),
        FormPage("share", tuple(Prompt(AskLabel.NEGATIVE, "", text) for text in shown)),
        FormPage("other", RESPONSES * (Prompt(AskLabel.NEGATIVE, "", ""),)),
    )
