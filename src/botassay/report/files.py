"""The address that commands know."""

from botassay.io.files import save

__all__ = ["save"]
