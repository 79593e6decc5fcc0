"""What others may bring: each protocol is small enough to fulfil without importing anything from here but types.

A conformance check for each lives in `botassay.testing`, made with the room that first needs it.
"""

from botassay.plugins.protocols.judging import (
    AggregationRule,
    Checker,
    Valued,
)
from botassay.plugins.protocols.reading import Bundle, FolderReader, Reader
from botassay.plugins.protocols.recognising import (
    AskLabel,
    LabelledText,
    Recognised,
    Recogniser,
    RecogniserFactory,
)
from botassay.plugins.protocols.reporting import (
    Gate,
    GatedReport,
    IssueView,
    ListReport,
    PluralListReport,
    PluralReport,
    ReportFormat,
)
from botassay.plugins.protocols.rooms import (
    Ballot,
    Classifier,
    Count,
    Guess,
    Round,
    SentimentMaker,
    SentimentOptions,
    SentimentSystem,
    SentimentText,
    Translator,
    TranslatorMaker,
    VotingRule,
)
from botassay.plugins.protocols.talking import Bot, BotMaker, BotOptions, Conversation, Prober, Reply

__all__ = [
    "AggregationRule",
    "AskLabel",
    "Ballot",
    "Bot",
    "BotMaker",
    "BotOptions",
    "Bundle",
    "Checker",
    "Classifier",
    "Conversation",
    "Count",
    "FolderReader",
    "Gate",
    "GatedReport",
    "Guess",
    "IssueView",
    "LabelledText",
    "ListReport",
    "PluralListReport",
    "PluralReport",
    "Prober",
    "Reader",
    "Recognised",
    "Recogniser",
    "RecogniserFactory",
    "Reply",
    "ReportFormat",
    "Round",
    "SentimentMaker",
    "SentimentOptions",
    "SentimentSystem",
    "SentimentText",
    "Translator",
    "TranslatorMaker",
    "Valued",
    "VotingRule",
]
