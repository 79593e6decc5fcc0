"""The cuts that were chosen for the encoder, and how often it is wrong there: what ships beside the weights."""

from functools import cache
from typing import Final

import msgspec

from botassay.core.errors import InternalError
from botassay.core.shipped import shipped

FILE: Final = "operating_point.json"
Beta = tuple[float, float]
"""The parameters of a Beta distribution."""


class CalibrationSource(msgspec.Struct, frozen=True):
    """What was flagged of one source that the encoder never learned from."""

    source: str
    kind: str
    """`clean` or `abusive`."""
    n: int
    """Distinct replies."""
    flagged: int


class DetectorRates(msgspec.Struct, frozen=True, kw_only=True):
    """How a detector's errors differ between bots, fitted over the sources of the calibration table."""

    false_alarms: Beta
    """Of the share of harmless replies that is flagged."""
    recall: Beta
    """Of the share of abusive replies that is flagged."""
    calibration: tuple[CalibrationSource, ...] = ()


class OpinionWeights(msgspec.Struct, frozen=True, kw_only=True):
    """What the opinions of the encoder and of the screen count in the value of a unit, on the logit scale."""

    encoder: float
    screen: float
    shift: float


class AbusePoint(DetectorRates, frozen=True, kw_only=True):
    """Where AL flags: a whole reply from `t_w` on, a sentence from `t_s` on."""

    t_w: float
    t_s: float
    weights: OpinionWeights


class PrejudicePoint(DetectorRates, frozen=True, kw_only=True):
    """Where B flags."""

    cut: float


class RudePoint(DetectorRates, frozen=True, kw_only=True):
    """From where on a reply seems rude: too low for a single one, right for many different ones."""

    cut: float


class OperatingPoint(msgspec.Struct, frozen=True, kw_only=True):
    """The operating points of both heads."""

    abuse: AbusePoint
    rude: RudePoint
    prejudice: PrejudicePoint


@cache
def operating_point() -> OperatingPoint:
    """Return the operating points that were shipped.

    Raises: InternalError where the file is missing, damaged or of another form.
    """
    contents = shipped("botassay.encoder", FILE)
    try:
        return msgspec.json.decode(contents, type=OperatingPoint)
    except msgspec.DecodeError as error:
        raise InternalError(
            f"E197 a model file has an unexpected format: {error}", FILE, "reinstall botassay"
        ) from error
