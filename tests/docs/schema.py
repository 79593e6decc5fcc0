"""Writes docs/schema anew from the types: `make schema`."""

import json
from inspect import cleandoc
from pathlib import Path
from typing import Any, Final

import msgspec

from botassay.api.aggregation import Aggregate
from botassay.bots import Trial
from botassay.cli.checking import Check
from botassay.cli.doctor.diagnosis import Diagnosis
from botassay.cli.replicate import Replication
from botassay.cli.sentiment.order import SentimentOrder
from botassay.core.results import Rating, Report
from botassay.identity.documents import DisclosureReport, IdentityEvaluation, IdentitySurvey, IdentityUncovered
from botassay.intents.documents import IntentsComparison, IntentsEvaluation
from botassay.intents.history import IntentsHistory
from botassay.intents.merging import IntentsMerge
from botassay.intents.review import IntentsReview
from botassay.intents.traffic import IntentsTraffic
from botassay.options.documents import OptionsScore, OptionsTuned
from botassay.profiles.documents import Vote, Votes
from botassay.rating import Interim
from botassay.rating.comparison import Comparison
from botassay.runs import Outlook
from botassay.sentiment.conversation_tests import SentimentDialogs
from botassay.sentiment.results import SentimentRating

FOLDER: Final = Path(__file__).parents[2] / "docs" / "schema"
DOCUMENTS: Final[dict[str, Any]] = {
    "rating-1": Rating,
    "ratings-1": Report,
    "comparison-1": Comparison,
    "aggregate-1": Aggregate,
    "trial-1": Trial,
    "plan-1": Outlook,
    "vote-1": Vote,
    "votes-1": Votes,
    "turn-1": Interim,
    "options-score-1": OptionsScore,
    "options-tune-1": OptionsTuned,
    "intents-evaluate-1": IntentsEvaluation,
    "intents-compare-1": IntentsComparison,
    "intents-history-1": IntentsHistory,
    "intents-review-1": IntentsReview,
    "intents-traffic-1": IntentsTraffic,
    "intents-merge-1": IntentsMerge,
    "identity-ask-1": DisclosureReport,
    "identity-evaluate-1": IdentityEvaluation,
    "identity-survey-1": IdentitySurvey,
    "identity-uncovered-1": IdentityUncovered,
    "sentiment-rate-1": SentimentRating,
    "sentiment-order-1": SentimentOrder,
    "sentiment-dialogs-1": SentimentDialogs,
    "replication-1": Replication,
    "check-1": Check,
    "doctor-1": Diagnosis,
}


def schema(name: str) -> str:
    """Make the JSON schema of a document."""
    made = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **_described(msgspec.json.schema(DOCUMENTS[name])),
    }
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


def _described(part: Any) -> Any:
    """Take the indent off the docstrings: Python does so itself only from 3.13 on."""
    if isinstance(part, dict):
        return {key: cleandoc(item) if key == "description" else _described(item) for key, item in part.items()}
    return [_described(item) for item in part] if isinstance(part, list) else part


if __name__ == "__main__":
    for document in DOCUMENTS:
        (FOLDER / f"{document}.json").write_text(schema(document), "utf-8")
