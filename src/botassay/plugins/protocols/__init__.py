"""Protocols of plugins; each can be implemented without importing more than types from here.

`botassay.testing` has a conformance check for each.
"""

from botassay.plugins.protocols.factory import Factory
from botassay.plugins.protocols.judging import (
    AggregationRule,
    Checker,
    Unvalued,
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
    IssueView,
    ListedFindings,
    ReportFormat,
)
from botassay.plugins.protocols.rooms import (
    Ballot,
    Classifier,
    Count,
    Guess,
    Round,
    SentimentOptions,
    SentimentSystem,
    SentimentText,
    Translator,
    VotingRule,
)
from botassay.plugins.protocols.talking import (
    ASIDE,
    Aside,
    Bot,
    BotOptions,
    Conversation,
    Depth,
    Prober,
    Reply,
    Session,
    Usage,
)

__all__ = [
    "ASIDE",
    "AggregationRule",
    "Aside",
    "AskLabel",
    "Ballot",
    "Bot",
    "BotOptions",
    "Bundle",
    "Checker",
    "Classifier",
    "Conversation",
    "Count",
    "Depth",
    "Factory",
    "FolderReader",
    "Gate",
    "Guess",
    "IssueView",
    "LabelledText",
    "ListedFindings",
    "Prober",
    "Reader",
    "Recognised",
    "Recogniser",
    "RecogniserFactory",
    "Reply",
    "ReportFormat",
    "Round",
    "SentimentOptions",
    "SentimentSystem",
    "SentimentText",
    "Session",
    "Translator",
    "Unvalued",
    "Usage",
    "Valued",
    "VotingRule",
]
