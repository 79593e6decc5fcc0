"""For those who bring their own parts: fakes to stand in for a part, and checks that a part keeps its promises.

Each check raises `BrokenPromiseError` with the promise that is not kept:

>>> from botassay.testing import WordChecker, check_checker
>>> check_checker(WordChecker("PUN", ("duck",)))
"""

from botassay.testing.bots import (
    ConstantBot,
    DenyingBot,
    DiscreetBot,
    EchoBot,
    FakeBot,
    FlakyBot,
    ForgetfulBot,
    InsultingBot,
    LeakyBot,
    PoliteBot,
    SilentBot,
)
from botassay.testing.checkers import check_checker
from botassay.testing.classifiers import ParrotClassifier, check_classifier
from botassay.testing.conversations import check_bot
from botassay.testing.fakes import (
    PlainReport,
    ScriptReader,
    WordChecker,
    by_mean_rank,
    sample_assessment,
    sample_dialogs,
    worst_of_all,
)
from botassay.testing.probers import check_prober
from botassay.testing.promise import BrokenPromiseError
from botassay.testing.readers import check_folder_reader, check_reader
from botassay.testing.reports import check_report
from botassay.testing.rules import check_rule, worsening_that_helps
from botassay.testing.sentiment import WordSentiment, check_sentiment_system
from botassay.testing.translators import MirrorTranslator, check_translator
from botassay.testing.voting import check_voting_rule

__all__ = [
    "BrokenPromiseError",
    "ConstantBot",
    "DenyingBot",
    "DiscreetBot",
    "EchoBot",
    "FakeBot",
    "FlakyBot",
    "ForgetfulBot",
    "InsultingBot",
    "LeakyBot",
    "MirrorTranslator",
    "ParrotClassifier",
    "PlainReport",
    "PoliteBot",
    "ScriptReader",
    "SilentBot",
    "WordChecker",
    "WordSentiment",
    "by_mean_rank",
    "check_bot",
    "check_checker",
    "check_classifier",
    "check_folder_reader",
    "check_prober",
    "check_reader",
    "check_report",
    "check_rule",
    "check_sentiment_system",
    "check_translator",
    "check_voting_rule",
    "sample_assessment",
    "sample_dialogs",
    "worsening_that_helps",
    "worst_of_all",
]
