"""Writes docs/schema anew from the types: `make schema`."""

import json
from dataclasses import is_dataclass
from inspect import cleandoc
from pathlib import Path
from typing import Any, Final, get_args, get_type_hints

import msgspec

from botassay.api.aggregation import Aggregate
from botassay.api.asides import AsideList
from botassay.api.bots import BotTrial
from botassay.api.certificates import KeyList, SignedRun
from botassay.api.diagnosis import Diagnosis
from botassay.api.file_check import FileCheck
from botassay.api.redaction import RedactionMapping
from botassay.api.run_folders import RunList
from botassay.api.verification import Verification
from botassay.certificate.statement import CertificatePredicate
from botassay.core.results import Rating, Report
from botassay.identity.documents import DisclosureReport, IdentityEvaluation, IdentityUncovered
from botassay.identity.surveys.documents import IdentitySurvey
from botassay.intents.documents import (
    IntentsComparison,
    IntentsEvaluation,
    IntentsHistory,
    IntentsMerge,
    IntentsReview,
    IntentsTraffic,
)
from botassay.options.documents import OptionsScore, OptionsTuned
from botassay.profiles.documents import Vote, Votes
from botassay.rating import Interim
from botassay.rating.comparison_document import Comparison
from botassay.replication.documents import Replication
from botassay.runs import RunPlan
from botassay.sentiment.documents import SentimentDialogs, SentimentOrder, SentimentRating
from botassay.web.routes import ROUTES

FOLDER: Final = Path(__file__).parents[2] / "docs" / "schema"
DOCUMENTS: Final[dict[str, Any]] = {
    "rating-2": Rating,
    "ratings-2": Report,
    "comparison-2": Comparison,
    "aggregate-1": Aggregate,
    "trial-1": BotTrial,
    "asides-1": AsideList,
    "plan-1": RunPlan,
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
    "replication-2": Replication,
    "check-1": FileCheck,
    "redaction-1": RedactionMapping,
    "doctor-1": Diagnosis,
    "runs-1": RunList,
    "verification-1": Verification,
    "certificate-1": CertificatePredicate,
    "signed-1": SignedRun,
    "keys-1": KeyList,
}


def of_the_web() -> dict[str, Any]:
    """The documents that only the HTTP API has, by the names that they state."""
    kinds = {kind for route in ROUTES for kind in (route.gives, *route.also.values()) if is_dataclass(kind)}
    stated = {get_args(get_type_hints(kind).get("schema"))[:1]: kind for kind in kinds}
    names = {name[0].removeprefix("botassay/").replace("/", "-"): kind for name, kind in stated.items() if name}
    return {name: names[name] for name in sorted(names) if name.startswith("web-")}


DOCUMENTS.update(of_the_web())


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
