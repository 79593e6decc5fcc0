"""The cellar of dialogs: reading them from files, one module a format, as a stream.

`open_corpus(path)` gives a `Corpus`, which can be read as often as needed and never holds more than one dialog.
"""

from botassay.corpora.corpus import Corpus, CorpusPass, Tally, open_corpus
from botassay.io.sources import lines_of

__all__ = ["Corpus", "CorpusPass", "Tally", "lines_of", "open_corpus"]
