"""The address that commands know."""

from botassay.io.json_text import row
from botassay.rating.formats.document import read

__all__ = ["read", "row"]
