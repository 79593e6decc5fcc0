"""Reads dialogs from files as a stream; one module for each format.

`open_corpus(path)` gives a `Corpus`, which can be read as often as needed and never holds more than one dialog.
"""

from botassay.corpora.corpus import Corpus, CorpusPass, Tally, open_corpus
from botassay.io.sources import lines_of

__all__ = ["Corpus", "CorpusPass", "Tally", "lines_of", "open_corpus"]
