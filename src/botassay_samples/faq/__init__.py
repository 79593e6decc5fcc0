"""A bot that answers frequent questions, or says that a colleague will (paper 001, Figs. 1 and 2).

General intents come first, then the company's own; below both thresholds, people take over. The company is invented.
`faq:FOLDER` uses the data in a folder, logs each question there, and hands over to the people that about.toml names.

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
from botassay_samples.faq.talk import Desk, Reception

CLASSIFIER = "two-stage(general=30, faq=30, characters=1)"
"""The name of the classifier; its thresholds suit the small number of bundled phrases."""


def begin(user: str) -> Session:
    """Return a new conversation about the invented company, the same for all users."""
    return _bundled()(user)


def variant(address: str) -> tuple[str, Begin]:
    """Return the name of a bot with its own data, and the function that begins conversations with it.

    Args:
        address: a folder with any of faq.csv, general.csv, answers.csv, about.toml and word lists.

    Raises: InputError for an invalid file; ConfigurationError for an invalid about.toml.
    """
    folder = Path(address)
    return f"faq:{address}", answering(read_company(folder), folder=folder)


def answering(company: Company, classifier: Classifier | None = None, folder: Path | None = None) -> Begin:
    """Return the function that begins conversations about a company.

    Args:
        company: its phrases, answers and words.
        classifier: will be trained on the company's phrases; None: the two stages.
        folder: where questions and hand-overs are written; None: nowhere.
    """
    return Reception(Desk.trained(company, classifier or CLASSIFIERS.make(CLASSIFIER), folder))


@cache
def _bundled() -> Begin:
    return answering(read_company(BUNDLED))


BOT = Bundled("faq", SAMPLES["faq"], begin, variant, in_folder=True)
"""The bot for the registry."""

__all__ = ["BOT", "BUNDLED", "Company", "answering", "begin", "read_company", "variant"]
