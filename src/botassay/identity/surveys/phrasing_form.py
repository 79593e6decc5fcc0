"""The form to collect phrasings (paper 004, section 3.1 and appendix B): four pages of three responses.

Two pages collect phrasings of the question, open and guided; two collect other sentences, first with words shared with
the question, then open.
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
    """The task for one sentence."""

    label: AskLabel
    """The intended label of the sentence."""
    guide: str
    """A situation; empty on an open page."""
    shown: str
    """A positive to share words with; empty without one."""


class FormPage(NamedTuple):
    """A page of the form."""

    kind: str
    """`ask`, `guided`, `share` or `other`."""
    prompts: tuple[Prompt, ...]


def form_pages(seed: int, person: int) -> tuple[FormPage, ...]:
    """Return the four pages for one person, with situations and sentences sampled by seed and person."""
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
