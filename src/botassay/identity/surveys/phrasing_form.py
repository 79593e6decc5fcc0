"""The form that collects phrasings (paper 004, section 3.1 and appendix B): four pages of three responses.

Two pages ask for the question, openly and then guided; two for what is no such question: with words of sentences that
are, and openly.
"""

from random import Random
from typing import Final, NamedTuple

from botassay.identity.grammar.bundled import bundled
from botassay.identity.grammar.sampling import Sampler
from botassay.identity.surveys.items import SITUATIONS
from botassay.plugins.protocols import AskLabel

RESPONSES: Final = 3
"""Responses on a page."""


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
    guided = tuple(Prompt(AskLabel.POSITIVE, guide, "") for guide in random.sample(SITUATIONS, RESPONSES))
    return (
        FormPage("ask", RESPONSES * (Prompt(AskLabel.POSITIVE, "", ""),)),
        FormPage("guided", guided),
        FormPage("share", tuple(Prompt(AskLabel.NEGATIVE, "", text) for text in shown)),
        FormPage("other", RESPONSES * (Prompt(AskLabel.NEGATIVE, "", ""),)),
    )
