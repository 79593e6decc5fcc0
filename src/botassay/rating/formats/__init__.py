"""One result, many papers: every report is drawn from the stored document alone, whatever drew it before.

A report is found by the ending of the file that it makes: `html`, `json`, `md`, `txt`, and what others register.
"""

from botassay.rating.formats.files import STORED, draw, format_for, is_stored, load, render, save

__all__ = ["STORED", "draw", "format_for", "is_stored", "load", "render", "save"]
