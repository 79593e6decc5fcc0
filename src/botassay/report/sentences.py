"""The address that commands know."""

from botassay.core.text.plural import some
from botassay.rating.wording import altered

__all__ = ["altered", "some"]
