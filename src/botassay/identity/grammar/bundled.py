"""The bundled grammar, original to this project: a file of rules for each label, and shared ones."""

from functools import cache
from importlib.resources import as_file, files
from typing import Final

from botassay.identity.grammar.automaton import Automaton
from botassay.identity.grammar.grammar import Grammar
from botassay.identity.grammar.rulefiles import read_rules
from botassay.plugins.protocols import AskLabel

ROOTS: Final = tuple(label.value for label in AskLabel)
"""The start rules."""
EXCEPTIONS: Final = ("answer", "leave")
"""The rules for texts that the guard always answers, or always leaves to the bot."""
RULE_FILES: Final = tuple("people shared positive ambiguous negative everyday roundabout guard modifiers".split())


@cache
def bundled() -> Grammar:
    """Return the bundled grammar, with its modifiers not yet applied."""
    with as_file(files("botassay.identity.grammar").joinpath("rules")) as folder:
        return read_rules(*(folder / f"{name}.grammar" for name in RULE_FILES)).checked((*ROOTS, *EXCEPTIONS))


@cache
def as_typed() -> Grammar:
    """Return the bundled grammar with its modifiers, which are typing habits, applied."""
    return bundled().modified()


@cache
def automaton() -> Automaton:
    """Return the automaton of the labels in the bundled grammar, with modifiers."""
    return Automaton(as_typed(), ROOTS)


@cache
def exceptions() -> Automaton:
    """Return the automaton of the guard's exceptions."""
    return Automaton(as_typed().below(*EXCEPTIONS), EXCEPTIONS)
