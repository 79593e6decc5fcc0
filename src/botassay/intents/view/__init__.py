"""How the documents of the room are laid out: `view(document)` returns the page."""

from botassay.intents.documents import (
    IntentsComparison,
    IntentsDocument,
    IntentsEvaluation,
    IntentsHistory,
    IntentsMerge,
    IntentsReview,
    IntentsTraffic,
)
from botassay.intents.view.comparison import comparison_page
from botassay.intents.view.evaluation import evaluation_page
from botassay.intents.view.history import history_page
from botassay.intents.view.merge import merge_page
from botassay.intents.view.review import review_page
from botassay.intents.view.traffic import traffic_page
from botassay.view import Page

__all__ = ["view"]


def view(document: IntentsDocument) -> Page:
    """Return the page of a document of this room.

    Raises: TypeError for any other object.
    """
    match document:
        case IntentsEvaluation():
            return evaluation_page(document)
        case IntentsComparison():
            return comparison_page(document)
        case IntentsHistory():
            return history_page(document)
        case IntentsTraffic():
            return traffic_page(document)
        case IntentsReview():
            return review_page(document)
        case IntentsMerge():
            return merge_page(document)
    message = f"{type(document).__name__} is no document of botassay.intents"
    raise TypeError(message)
