"""Old addresses of what is now in `botassay.rating.formats` and `botassay.io.files`."""

from botassay.io.files import save
from botassay.rating.formats import STORED, draw, is_stored, load, paper_for

__all__ = ["STORED", "draw", "is_stored", "load", "paper_for", "save"]
