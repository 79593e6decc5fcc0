"""What every reader promises."""

from collections.abc import Iterator

from botassay.dialog import Dialog, Rejected
from botassay.errors import InputError
from botassay.protocols import Reader
from botassay.testing.hostile import TEXTS
from botassay.testing.promise import promise


def check_reader(reader: Reader, sample: str) -> None:
    """Check that a reader keeps the promises of its protocol.

    Args:
        reader: the one to check.
        sample: a sound file of its format, with two dialogs at least.

    Raises: BrokenPromiseError at the first promise that it does not keep.
    """
    promise(isinstance(reader, Reader), "a reader has sniff and read")
    dialogs = _read(reader, sample)
    _knows_its_format(reader, sample)
    _reads_soundly(reader, sample, dialogs)
    promise(_read(reader, sample.replace("\n", "\r\n")) == dialogs, "line ends of other systems make no difference")
    promise(_read(reader, sample.rstrip("\n")) == dialogs, "a missing last line end makes no difference")
    _streams(reader, sample)
    _rejects_calmly(reader, sample)


def _lines(text: str) -> Iterator[str]:
    begin = 0
    while begin < len(text):
        end = text.find("\n", begin) + 1 or len(text)
        yield text[begin:end]
        begin = end


def _read(reader: Reader, text: str) -> list[Dialog | Rejected]:
    return list(reader.read(_lines(text), "name"))


def _knows_its_format(reader: Reader, sample: str) -> None:
    first = next(line for line in _lines(sample) if not line.isspace())
    promise(reader.sniff(first), "a reader recognises the first line of its format")
    for other in ("<!DOCTYPE html>\n", "%PDF-1.7\n", "Lorem ipsum dolor sit amet\n", "\x7fELF\x02\n"):
        promise(not reader.sniff(other), f"a reader does not take {other.strip()!r} for its format")


def _reads_soundly(reader: Reader, sample: str, dialogs: list[Dialog | Rejected]) -> None:
    promise(all(isinstance(dialog, Dialog) for dialog in dialogs), "nothing of a sound file is rejected")
    promise(len(dialogs) > 1, "the sample holds two dialogs at least")
    ids = [dialog.id for dialog in dialogs if isinstance(dialog, Dialog)]
    promise(len(set(ids)) == len(ids), "each dialog has an id of its own")
    promise(_read(reader, sample) == dialogs, "reading twice gives the same")


def _streams(reader: Reader, sample: str) -> None:
    taken = 0

    def counted() -> Iterator[str]:
        nonlocal taken
        for line in _lines(sample.rstrip("\n") + "\n\n"):
            taken += 1
            yield line

    next(iter(reader.read(counted(), "name")))
    promise(taken <= sample.count("\n"), "a reader gives a dialog as soon as it has read it")


def _rejects_calmly(reader: Reader, sample: str) -> None:
    length = sum(1 for _ in _lines(sample))
    for cut in range(0, len(sample), max(1, len(sample) // 20)):
        _sound(reader, sample[:cut], length)
    for text in TEXTS:
        _sound(reader, sample + text + "\n", length + text.count("\n") + 1)
    _sound(reader, sample + b"caf\xe9\n".decode("utf-8", "surrogateescape"), length + 1)


def _sound(reader: Reader, text: str, length: int) -> None:
    try:
        items = _read(reader, text)
    except InputError:  # nothing of the file can be read
        return
    rejected = [item for item in items if isinstance(item, Rejected)]
    for row in rejected:
        promise(1 <= row.line <= length, "a rejected row names its line")
        promise(row.code and row.text and row.hint, "a rejected row says what is wrong and what to do")
    given = {item.id for item in items if isinstance(item, Dialog)}
    promise(not given & {row.dialog for row in rejected}, "a dialog with a rejected row is held back")
