"""Public chatbots out of the package index, as subjects to rate.

    pip install nltk python-aiml
    botassay rate python:public_bots:rude   # in this folder

The five bots of NLTK (Apache-2.0) are scripts that keep nothing of a conversation. A.L.I.C.E. (its AIML comes with
python-aiml) remembers what a user said, each conversation by its own session.
"""

import os
from functools import cache
from pathlib import Path
from typing import Any

from nltk.chat.eliza import eliza_chatbot
from nltk.chat.iesha import iesha_chatbot
from nltk.chat.rude import rude_chatbot
from nltk.chat.suntsu import suntsu_chatbot
from nltk.chat.zen import zen_chatbot


def eliza(text: str) -> str:
    """Ask back, as Weizenbaum's therapist does."""
    return str(eliza_chatbot.respond(text))


def iesha(text: str) -> str:
    """Giggle, as a teenager who likes anime."""
    return str(iesha_chatbot.respond(text))


def rude(text: str) -> str:
    """Sneer at whoever it is."""
    return str(rude_chatbot.respond(text))


def suntsu(text: str) -> str:
    """Quote The Art of War."""
    return str(suntsu_chatbot.respond(text))


def zen(text: str) -> str:
    """Speak as a master of Zen."""
    return str(zen_chatbot.respond(text))


def alice(text: str, session: str) -> str:
    """Answer by 50,000 rules, and remember what this user said."""
    return str(_kernel().respond(text, session))


@cache
def _kernel() -> Any:
    import aiml

    kernel, here = aiml.Kernel(), Path.cwd()
    kernel.verbose(False)  # noqa: FBT003 - its way
    os.chdir(Path(aiml.__file__).parent / "botdata" / "alice")
    try:
        kernel.bootstrap(learnFiles="startup.xml", commands="load alice")
    finally:
        os.chdir(here)
    return kernel
