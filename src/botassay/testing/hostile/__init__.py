"""What has broken somebody's program before: texts, and servers that do what no server should."""

from botassay.testing.hostile.texts import TEXTS

__all__ = ["TEXTS"]
