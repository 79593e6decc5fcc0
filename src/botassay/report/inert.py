"""The functions of `botassay.view.escape`, for the reports."""

from botassay.view.escape import abridged, cell, json_escaped, markdown, shortened, visible, visible_lines

__all__ = ["abridged", "cell", "json_escaped", "markdown", "shortened", "visible", "visible_lines"]
