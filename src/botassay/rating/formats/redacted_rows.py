"""The notice of a redacted list: what was taken out is known when all of its rows are written."""

from collections.abc import Callable, Iterable, Iterator

from botassay.redaction.mark import MARK
from botassay.redaction.notice import counted, notice


def with_notice(rows: Iterable[bytes], last: Callable[[str, bytes], bytes]) -> Iterator[bytes]:
    """Yield rows, and after them one that says how many values of each kind were taken out of them.

    Args:
        rows: the first holds the names of the columns, if there are any.
        last: makes the row out of the notice and the first row.
    """
    marks: set[str] = set()
    first = b""
    for row in rows:
        first = first or row
        marks.update(match[0] for match in MARK.finditer(row.decode("utf-8", "replace")))
        yield row
    yield last(notice(counted(marks)), first)
