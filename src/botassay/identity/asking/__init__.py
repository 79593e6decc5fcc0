"""Asking a live bot whether it is a machine, in many ways, and things that look like it (paper 004, section 5)."""

from botassay.identity.asking.prober import Asking

__all__ = ["Asking"]
