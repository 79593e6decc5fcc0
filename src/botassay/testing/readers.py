"""What every reader promises, of one file or of several."""

from collections.abc import Callable, Iterator, Mapping

from botassay.core.dialog import Dialog, Rejected, Remark
from botassay.core.errors import InputError
from botassay.plugins.protocols import Bundle, FolderReader, Reader
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
    _sniffs(reader.sniff, sample)
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
    items: Iterator[object] = reader.read(_lines(text), "name")
    return [item for item in items if isinstance(item, Dialog | Rejected)]  # a reader may remark on the file besides


def _sniffs(sniff: Callable[[str], bool], sample: str) -> None:
    first = next(line for line in _lines(sample) if not line.isspace())
    promise(sniff(first), "a reader recognises the first line of its format")
    for other in ("<!DOCTYPE html>\n", "%PDF-1.7\n", "Lorem ipsum dolor sit amet\n", "\x7fELF\x02\n"):
        promise(not sniff(other), f"a reader does not take {other.strip()!r} for its format")


def _reads_soundly(reader: Reader, sample: str, dialogs: list[Dialog | Rejected]) -> None:
    _sound_dialogs(dialogs)
    promise(_read(reader, sample) == dialogs, "reading twice gives the same")


def _sound_dialogs(dialogs: list[Dialog | Rejected]) -> None:
    promise(all(isinstance(dialog, Dialog) for dialog in dialogs), "nothing of a sound file is rejected")
    promise(len(dialogs) > 1, "the sample holds two dialogs at least")
    ids = [dialog.id for dialog in dialogs if isinstance(dialog, Dialog)]
    promise(len(set(ids)) == len(ids), "each dialog has an id of its own")


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


def check_folder_reader(reader: FolderReader, files: Mapping[str, str]) -> None:
    """Check that a reader of several files keeps the promises of its protocol.

    Args:
        reader: the one to check.
        files: the name and the text of every file of a sound folder of its format, with two dialogs at least, in one
            bundle.

    Raises: BrokenPromiseError at the first promise that it does not keep.
    """
    promise(isinstance(reader, FolderReader), "a reader of folders has bundles, sniff and read_parts")
    bundle = _bundled(reader, files)
    texts = {part: files[name] for part, name in bundle.parts.items()}
    main = next(iter(texts.values()))
    _sniffs(reader.sniff, main)
    given = _read_parts(reader, texts)
    dialogs = [item for item in given if isinstance(item, Dialog | Rejected)]
    _sound_dialogs(dialogs)
    promise(_read_parts(reader, texts) == given, "reading twice gives the same")
    other = {part: text.replace("\n", "\r\n") for part, text in texts.items()}
    promise(_read_parts(reader, other) == given, "line ends of other systems make no difference")
    for part in texts:
        _takes_anything(reader, texts, part)


def _bundled(reader: FolderReader, files: Mapping[str, str]) -> Bundle:
    names = sorted(files)
    bundles = list(reader.bundles(names))
    promise(len(bundles) == 1, "the files of a sound folder make one bundle")
    promise(not reader.bundles(["notes.txt", "README.md"]), "a reader of folders leaves other files alone")
    files_named = {*bundles[0].parts.values(), *bundles[0].unread}
    promise(files_named <= set(names) and bundles[0].parts, "a bundle is made of files that are there")
    promise(not set(bundles[0].parts.values()) & set(bundles[0].unread), "what is never opened is no part")
    return bundles[0]


def _takes_anything(reader: FolderReader, texts: Mapping[str, str], part: str) -> None:
    """Break one of the files in many ways."""
    text = texts[part]
    lengths = {name: sum(1 for _ in _lines(text)) for name, text in texts.items()}
    for cut in range(0, len(text), max(1, len(text) // 20)):
        _calm(reader, {**texts, part: text[:cut]}, lengths)
    for hostile in (*TEXTS, b"caf\xe9".decode("utf-8", "surrogateescape")):
        longer = {**lengths, part: lengths[part] + hostile.count("\n") + 1}
        _calm(reader, {**texts, part: text + hostile + "\n"}, longer)


def _calm(reader: FolderReader, texts: Mapping[str, str], lengths: Mapping[str, int]) -> None:
    try:
        items = _read_parts(reader, texts)
    except InputError:  # nothing of the files can be read
        return
    rejected = [item for item in items if isinstance(item, Rejected)]
    for row in rejected:
        part = next(iter(texts)) if row.part is None else row.part
        promise(part in texts, "a rejected row names a part of its bundle")
        promise(1 <= row.line <= lengths[part], "a rejected row names its line")
        promise(row.code and row.text and row.hint, "a rejected row says what is wrong and what to do")
    given = {item.id for item in items if isinstance(item, Dialog)}
    promise(not given & {row.dialog for row in rejected}, "a dialog with a rejected row is held back")


def _read_parts(reader: FolderReader, texts: Mapping[str, str]) -> list[Dialog | Rejected | Remark]:
    return list(reader.read_parts({part: _lines(text) for part, text in texts.items()}, "name"))
