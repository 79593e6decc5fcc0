"""The grammar that comes with the package: our own wording, one file of rules for each label and what they share."""

from functools import cache
from importlib.resources import as_file, files
from typing import Final

from botassay.identity.grammar.automaton import Automaton
from botassay.identity.grammar.grammar import Grammar
from botassay.identity.grammar.rulefiles import read_rules
from botassay.plugins.protocols import AskLabel

ROOTS: Final = tuple(label.value for label in AskLabel)
"""The rules that sentences start from."""
EXCEPTIONS: Final = ("answer", "leave")
"""The rules for what the guard answers, or leaves to the bot, whatever its label."""
RULE_FILES: Final = ("people", "shared", "positive", "ambiguous", "negative", "everyday", "guard", "modifiers")


@cache
def bundled() -> Grammar:
    """Read the bundled grammar, modifiers beside it."""
    with as_file(files("botassay.identity.grammar").joinpath("rules")) as folder:
        return read_rules(*(folder / f"{name}.grammar" for name in RULE_FILES)).checked((*ROOTS, *EXCEPTIONS))


@cache
def as_typed() -> Grammar:
    """Return the bundled grammar with typing habits put in: every modifier is a choice."""
    return bundled().modified()


@cache
def automaton() -> Automaton:
    """Make what tells which labels a text can have by the bundled grammar, modifiers put in."""
    return Automaton(as_typed(), ROOTS)


@cache
def exceptions() -> Automaton:
    """Make what tells the guard's exceptions."""
    return Automaton(as_typed().below(*EXCEPTIONS), EXCEPTIONS)
