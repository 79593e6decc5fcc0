"""Dialogs in archives and in Parquet: the same dialogs as in plain files, or an error that says what is wrong."""

import gzip
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import botassay
from botassay.core.errors import ConfigurationError, InputError
from botassay.corpora import open_corpus
from botassay.corpora.jsonl import line_of
from botassay.io.lines import LINE_LIMIT
from botassay.testing import sample_dialogs

zstd = pytest.importorskip("backports.zstd")
pq = pytest.importorskip("pyarrow.parquet")
pa = pytest.importorskip("pyarrow")

DIALOGS = sample_dialogs()
LINES = b"".join(map(line_of, DIALOGS))


def said(dialogs: Any) -> list[tuple[str, list[tuple[str, str]]]]:
    return [(dialog.id, [(str(u.role), u.text) for u in dialog.utterances]) for dialog in dialogs]


def parquet(path: Path, table: dict[str, Any], **settings: Any) -> Path:
    pq.write_table(pa.table(table), path, **settings)
    return path


def objects(role: str, text: str, names: dict[str, str]) -> list[list[dict[str, str]]]:
    return [[{role: names[str(u.role)], text: u.text} for u in dialog.utterances] for dialog in DIALOGS]


OURS = {"user": "user", "bot": "bot"}
MODELS = {"user": "user", "bot": "assistant"}
SHARED = {"user": "human", "bot": "gpt"}
IDS = [dialog.id for dialog in DIALOGS]


@pytest.mark.parametrize(
    "pack", [gzip.compress, zstd.compress, lambda data: zstd.compress(data[:9]) + zstd.compress(data[9:])]
)
def test_dialogs_of_an_archive_are_those_of_the_file(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    ending = "gz" if pack is gzip.compress else "zst"
    file = tmp_path / f"talks.jsonl.{ending}"
    file.write_bytes(pack(LINES))
    assert said(open_corpus(file)) == said(DIALOGS)


def test_a_csv_file_in_an_archive_is_a_table(tmp_path: Path) -> None:
    file = tmp_path / "talks.csv.zst"
    file.write_bytes(zstd.compress(b"dialog,role,text\na,user,hi\na,bot,ho\n"))
    assert said(open_corpus(file)) == [("a", [("user", "hi"), ("bot", "ho")])]


def test_an_archive_that_is_cut_off_or_changed_is_damaged(tmp_path: Path) -> None:
    whole = zstd.compress(LINES * 50)
    file = tmp_path / "talks.jsonl.zst"
    for data in (
        whole[:-9],
        whole[: len(whole) // 2],
        whole[:60] + bytes([whole[60] ^ 255]) + whole[61:],
        whole + b"rest",
    ):
        file.write_bytes(data)
        with pytest.raises(InputError) as caught:
            list(open_corpus(file))
        assert caught.value.code in ("E172", "E120", "E121", "E131"), caught.value
    file.write_bytes(whole[:-9])
    with pytest.raises(InputError, match="E172 the archive is damaged"):
        list(open_corpus(file, skip_bad=True))


def test_an_archive_of_one_endless_line_is_refused_while_it_is_read(tmp_path: Path) -> None:
    file = tmp_path / "bomb.jsonl.zst"
    file.write_bytes(zstd.compress(b" " * (16 * LINE_LIMIT)))
    assert file.stat().st_size < 100_000
    with pytest.raises(InputError, match="E125"):
        list(open_corpus(file))


def test_an_archive_that_wants_too_much_memory_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "wide.jsonl.zst"
    options = {zstd.CompressionParameter.window_log: 30, zstd.CompressionParameter.content_size_flag: 0}
    packer = zstd.ZstdCompressor(options=options)
    file.write_bytes(packer.compress(LINES) + packer.flush())
    with pytest.raises(InputError, match="E172"):
        list(open_corpus(file))


def test_an_archive_without_its_ending_says_how_to_name_it(tmp_path: Path) -> None:
    for content, ending in ((zstd.compress(LINES), ".zst"), (b"PAR1" + bytes(8), ".parquet")):
        file = tmp_path / "talks"
        file.write_bytes(content)
        with pytest.raises(InputError) as caught:
            list(open_corpus(file))
        assert caught.value.hint == f"rename it to end with {ending}"


@pytest.mark.parametrize(
    ("column", "cells"),
    [
        ("utterances", objects("role", "text", OURS)),
        ("messages", objects("role", "content", MODELS)),
        ("conversation", objects("role", "content", MODELS)),
        ("conversations", objects("from", "value", SHARED)),
    ],
)
@pytest.mark.parametrize("rows", [1, 1000])
def test_a_row_of_parquet_is_a_dialog(tmp_path: Path, column: str, cells: list[Any], rows: int) -> None:
    table = {"id": IDS, "score": [0.5] * len(IDS), column: cells, "blob": [b"\xff"] * len(IDS)}
    file = parquet(tmp_path / "talks.parquet", table, row_group_size=rows)
    assert said(open_corpus(file)) == said(DIALOGS)


def test_texts_that_are_stored_in_two_ways_are_read(tmp_path: Path) -> None:
    many = [[{"role": "user", "content": f"{n} " * 50}, {"role": "assistant", "content": "ok"}] for n in range(3000)]
    file = parquet(tmp_path / "many.parquet", {"messages": many}, dictionary_pagesize_limit=1000, data_page_size=1000)
    texts = [dialog.utterances[0].text for dialog in open_corpus(file)]
    assert texts == [f"{n} " * 50 for n in range(3000)]


def test_a_row_of_parquet_is_an_utterance(tmp_path: Path) -> None:
    rows = [(dialog.id, str(u.role), u.text) for dialog in DIALOGS for u in dialog.utterances]
    names = ("conversation_id", "sender", "message")
    file = parquet(
        tmp_path / "talks.parquet",
        {name: list(column) for name, column in zip(names, zip(*rows, strict=True), strict=True)},
    )
    assert said(open_corpus(file)) == said(DIALOGS)
    text = '=1+1,\n"quoted"\''
    odd = parquet(tmp_path / "odd.parquet", {"dialog": [7, 7], "role": ["user", "bot"], "text": [text, None]})
    assert said(open_corpus(odd)) == [("7", [("user", text), ("bot", "")])]


def test_dialogs_without_ids_are_named_by_their_file(tmp_path: Path) -> None:
    file = parquet(tmp_path / "talks.parquet", {"messages": objects("role", "content", MODELS)})
    names = [dialog.id for dialog in open_corpus(file)]
    assert names[0] == "talks@0"
    assert len(set(names)) == len(DIALOGS)


def test_a_table_without_columns_of_dialogs_names_those_that_it_has(tmp_path: Path) -> None:
    file = parquet(tmp_path / "prices.parquet", {"prices": [[1.5]], "place": [{"city": "Ulm"}]})
    with pytest.raises(InputError, match="E160") as caught:
        list(open_corpus(file))
    assert "it has prices, place" in (caught.value.hint or "")
    file = parquet(tmp_path / "said.parquet", {"role": ["user"], "words": ["hi"]})
    with pytest.raises(InputError) as caught:
        list(open_corpus(file))
    assert caught.value.code == "E142"
    strange = parquet(tmp_path / "strange.parquet", {"messages": [[{"who": "user", "content": "hi"}]]})
    with pytest.raises(InputError, match="E136"):
        list(open_corpus(strange))


def test_a_damaged_parquet_file_is_an_error(tmp_path: Path) -> None:
    file = parquet(tmp_path / "talks.parquet", {"id": IDS, "messages": objects("role", "content", MODELS)})
    whole = file.read_bytes()
    for data in (b"", b"PAR1", whole[:100], whole[:-9], whole[:40] + bytes(60) + whole[100:]):
        file.write_bytes(data)
        with pytest.raises(InputError):
            list(open_corpus(file))


def test_few_bytes_of_parquet_do_not_become_very_many(tmp_path: Path) -> None:
    long = pa.DictionaryArray.from_arrays(pa.array([0] * 100, pa.int32()), ["no " * (LINE_LIMIT // 2)])
    table = {"dialog": [str(n) for n in range(100)], "role": ["bot"] * 100, "text": long}
    file = parquet(tmp_path / "bomb.parquet", table, dictionary_pagesize_limit=1 << 30)
    assert file.stat().st_size < 1_000_000
    with pytest.raises(InputError, match="E125"):
        list(open_corpus(file))


def test_the_rating_of_a_corpus_does_not_depend_on_how_it_is_packed(tmp_path: Path) -> None:
    plain, packed = tmp_path / "talks.jsonl", tmp_path / "talks.jsonl.zst"
    plain.write_bytes(LINES)
    packed.write_bytes(zstd.compress(LINES))
    rows = parquet(tmp_path / "talks.parquet", {"id": IDS, "utterances": objects("role", "text", OURS)})
    first, *others = (botassay.rate(file, issues=["CC", "IL"]) for file in (plain, packed, rows))
    assert [other.ratings[0].scores for other in others] == [first.ratings[0].scores] * 2


@pytest.mark.parametrize(
    ("module", "name", "extra"), [("backports", "a.jsonl.zst", "zstd"), ("pyarrow", "a.parquet", "parquet")]
)
def test_without_the_extra_the_error_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str, name: str, extra: str
) -> None:
    (tmp_path / name).write_bytes(b"")
    monkeypatch.setitem(sys.modules, module, None)
    for path in (tmp_path / name, tmp_path):
        with pytest.raises(ConfigurationError) as caught:
            list(open_corpus(path))
        assert caught.value.hint == f'pip install "botassay[{extra}]"'
