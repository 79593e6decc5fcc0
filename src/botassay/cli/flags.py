"""The kinds of parameters that commands share."""

from botassay.cli.settings import Existing, Number, Whole

__all__ = ["Existing", "Number", "Whole"]
