"""The address that commands know."""

from botassay.rating.wording import bounded

__all__ = ["bounded"]
