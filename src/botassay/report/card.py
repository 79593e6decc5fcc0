"""The address that commands know."""

from botassay.rating.formats.pages import CardReport

__all__ = ["CardReport"]
