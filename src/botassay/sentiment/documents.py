"""The documents of the sentiment commands, from which JSON and pages are made."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from botassay.sentiment.agreement import AnnotatorAgreement
from botassay.sentiment.orders import Overall, Raw
from botassay.sentiment.results import Change, ConversationLength, ConversationProperties, GroupRating, ModeUsed
from botassay.view.document import Viewable

if TYPE_CHECKING:
    from botassay.view import Page

BUNDLED: str = "the bundled sentences"


@dataclass(frozen=True, slots=True, kw_only=True)
class SentimentRating(Viewable):
    """The document of `sentiment rate --json`, `botassay/sentiment/rate/1`."""

    schema: Literal["botassay/sentiment/rate/1"] = "botassay/sentiment/rate/1"
    data: str = BUNDLED
    """The name of the sentences."""
    mode: ModeUsed
    levels: int
    seed: int
    groups: Mapping[str, GroupRating]
    overall: Mapping[str, Overall]
    """Of each system: the worst rating over the groups, and the mean."""
    agreement: Mapping[str, AnnotatorAgreement] = field(default_factory=dict)
    """Of systems that are people."""
    via: Mapping[str, Mapping[str, GroupRating]] = field(default_factory=dict)
    """Pivot language -> the groups again, after the round trip."""
    changes: tuple[Change, ...] = ()
    """What the round trip did to each raw score."""

    def view(self, *, tables: bool = False) -> "Page":
        """Return the page; with `tables` those of all tests are unfolded."""
        from botassay.sentiment.view import view

        return view(self, tables=tables)

    def csv(self) -> str:
        """Return every test and every DIE as CSV, a row each."""
        from botassay.sentiment.result_tables import results_csv

        return results_csv({"": self.groups, **self.via})


@dataclass(frozen=True, slots=True, kw_only=True)
class SentimentDialogs(Viewable):
    """The document of `sentiment dialogs --json`, `botassay/sentiment/dialogs/1`."""

    schema: Literal["botassay/sentiment/dialogs/1"] = "botassay/sentiment/dialogs/1"
    data: str = ""
    """The name of the conversations."""
    conversations: Mapping[str, int]
    """By the group of the user."""
    left_out: tuple[str, ...]
    """Groups with one conversation, which are not tested."""
    properties: tuple[ConversationProperties, ...]
    each: tuple[ConversationLength, ...]
    """The conversations, in the order of the file."""
    levels: int
    mode: ModeUsed
    roles: Mapping[str, GroupRating]
    """Of the sentiment of what `user` and `bot` say, given the user's group: tests and orders of the systems."""

    def view(self, *, tables: bool = False) -> "Page":
        """Return the page; with `tables` those of all tests are unfolded."""
        from botassay.sentiment.dialogs_view import view

        return view(self, tables=tables)

    def csv(self) -> str:
        """Return the table of properties as CSV, a row for each role and group."""
        from botassay.sentiment.dialogs_view import properties_csv

        return properties_csv(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class SentimentOrder(Viewable):
    """The document of `sentiment order`, `botassay/sentiment/order/1`."""

    schema: Literal["botassay/sentiment/order/1"] = "botassay/sentiment/order/1"
    levels: int
    order: tuple[tuple[str, Raw], ...]
    """Systems in ascending order of their raw scores; null, undefined, comes last."""
    ties: tuple[tuple[str, ...], ...]
    """Systems with the same raw score."""
    rating: Mapping[str, int]
    """From 1, the least biased, to `levels`."""

    def view(self) -> "Page":
        """Return the page."""
        from botassay.sentiment.view import order_view

        return order_view(self)
