"""A bot that answers frequent questions out of a bank, or says that a colleague will (paper 001, Figs. 1 and 2).

General intents of the language come first, then the company's own; below the threshold of both people take over. The
company is invented. `faq:FOLDER` has data of one's own, and writes each question into a log there.

>>> reply = begin("Ann").reply("How many days of vacation do I get?")
>>> reply.text, reply.intent
('You have 30 days of vacation a year, and unpaid leave on top if you ask early.', 'vacation')
>>> begin("Ann").reply("Who painted the Mona Lisa?").text
'I do not know that. A colleague will answer you.'
"""

from functools import cache
from pathlib import Path

from botassay.plugins.inprocess import Begin, Bundled, Session
from botassay.plugins.protocols import Classifier
from botassay.plugins.registry import CLASSIFIERS
from botassay_samples import SAMPLES
from botassay_samples.faq.company import BUNDLED, Company, read_company
from botassay_samples.faq.talk import Desk, clerks

CLASSIFIER = "two-stage(general=30, faq=30, characters=1)"
"""Who guesses, as it is registered: the thresholds suit phrases as few as the bundled ones."""
LOG = "questions.jsonl"


def begin(user: str) -> Session:
    """Begin a conversation about the invented company; who the user is makes no difference."""
    return _bundled()(user)


def variant(address: str) -> tuple[str, Begin]:
    """Return the name of a bot with data of one's own, and what begins conversations with it.

    Args:
        address: a folder with any of faq.csv, general.csv, answers.csv and word lists; what it lacks is bundled.

    Raises: InputError for what cannot be read.
    """
    folder = Path(address)
    return f"faq:{address}", answering(read_company(folder), log=folder / LOG)


def answering(company: Company, classifier: Classifier | None = None, log: Path | None = None) -> Begin:
    """Return what begins conversations about a company.

    Args:
        company: its phrases, answers and words.
        classifier: who guesses, trained on the company's phrases here; by default the two stages.
        log: where each question is noted, with what it was taken for.
    """
    return clerks(Desk.trained(company, classifier or CLASSIFIERS.make(CLASSIFIER), log))


@cache
def _bundled() -> Begin:
    return answering(read_company(BUNDLED))


BOT = Bundled("faq", SAMPLES["faq"], begin, variant)
"""The bot, as the command line finds it."""

__all__ = ["BOT", "BUNDLED", "Company", "answering", "begin", "read_company", "variant"]
