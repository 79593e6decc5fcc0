"""The settings of `replicate`, for each paper."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, TypeAlias

from botassay.settings.option import Checked, Option
from botassay.settings.sentiment import RoundTripSettings


def _copy(text: str) -> Option:
    return Option(help=text, metavar="FOLDER", path="any")


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingReplicationSettings(Checked):
    """Paper 000."""

    restaurant: Annotated[Path | None, _copy("Dialogs of DSTC2, in the form of dialog bAbI task 6.")] = None
    ubuntu: Annotated[Path | None, _copy("Logs of the Ubuntu channel, annotated or not.")] = None
    insurance: Annotated[Path | None, _copy("Copy of InsuranceQA V1 or V2.")] = None
    as_is: Annotated[bool, Option(help="Rate another restaurant or insurance corpus, as a control.")] = False
    trained_leakage: Annotated[bool, Option(help="Train a model for IL (minutes; needs PyTorch).")] = False
    skip_bad: Annotated[bool, Option(help="Skip and count dialogs with an invalid row.")] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentsReplicationSettings(Checked):
    """Paper 001."""

    nlu: Annotated[Path | None, _copy("Copy of the NLU-Evaluation-Corpora: AskUbuntu and Chatbot.")] = None
    banking: Annotated[Path | None, _copy("Copy of banking77, with its test.csv.")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SentimentReplicationSettings(Checked):
    """Paper 002."""

    corpus: Annotated[
        Path | None,
        Option(help="Conversations for RQ1 and RQ3.", path="any", metavar="FILE", default="with the bundled Eliza"),
    ] = None
    gru: Annotated[Path | None, Option(help="GRU trained by models/sentiment.", path="any", metavar="FILE")] = None
    distilbert: Annotated[
        Path | None, Option(help="DistilBERT of sentiment, as saved.", path="any", metavar="FOLDER")
    ] = None
    round_trip: RoundTripSettings = RoundTripSettings()  # noqa: RUF009 - it is frozen


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionsReplicationSettings:
    """Paper 003."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityReplicationSettings(Checked):
    """Paper 004."""

    data: Annotated[Path | None, _copy("Folder with the data set of paper 004 (pos.train.csv, …).")] = None
    additional: Annotated[
        Path | None, Option(help="Additional split: CSV with utterance and pos_amb_neg.", metavar="FILE")
    ] = None


ReplicationSettings: TypeAlias = (
    RatingReplicationSettings
    | IntentsReplicationSettings
    | SentimentReplicationSettings
    | OptionsReplicationSettings
    | IdentityReplicationSettings
)
