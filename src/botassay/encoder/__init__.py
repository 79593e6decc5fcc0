"""The sentence encoder behind AL and B: how abusive, and how prejudiced, a short text is.

A fine-tuned all-MiniLM-L6-v2 in whole numbers of 8 bits, run by onnxruntime, one text at a time and on one core, so
that a value depends on its text alone. Its training and its errors are described in models/encoder/README.md.
"""

from botassay.encoder.model import Judgement, abuse, load, pieces, prejudice, session, states, word_embeddings
from botassay.encoder.operating_point import OperatingPoint, operating_point
from botassay.encoder.units import Unit, UnitKind, has_words, readable, units

__all__ = [
    "Judgement",
    "OperatingPoint",
    "Unit",
    "UnitKind",
    "abuse",
    "has_words",
    "load",
    "operating_point",
    "pieces",
    "prejudice",
    "readable",
    "session",
    "states",
    "units",
    "word_embeddings",
]
