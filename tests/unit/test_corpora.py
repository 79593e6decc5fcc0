"""Reading dialogs: what is found, in which order, under which ids, and what is counted."""

import gzip
import json
import os
from pathlib import Path

import pytest

from botassay.core.dialog import Dialog, Role
from botassay.core.errors import InputError, UnknownNameError
from botassay.corpora import Corpus, open_corpus
from botassay.plugins.protocols import FolderReader, Reader
from botassay.plugins.registry import READERS
from botassay.testing import ScriptReader, check_folder_reader, check_reader
from tests.formats import FOLDERS, GATHERED, SAMPLES


@pytest.mark.parametrize("name", sorted(set(SAMPLES) - GATHERED))
def test_every_reader_of_the_house_keeps_its_promises(name: str) -> None:
    reader = READERS.get(name)
    assert isinstance(reader, Reader)
    check_reader(reader, SAMPLES[name])


@pytest.mark.parametrize("name", sorted(FOLDERS))
def test_every_reader_of_folders_keeps_its_promises(name: str) -> None:
    reader = READERS.get(name)
    assert isinstance(reader, FolderReader)
    check_folder_reader(reader, FOLDERS[name])


def test_each_format_of_the_house_has_a_sample() -> None:
    ours = [name for name in READERS.names() if READERS.origin(name).startswith("botassay ")]
    assert ours == sorted([*SAMPLES, *FOLDERS])


def test_the_fake_reader_keeps_its_promises() -> None:
    check_reader(ScriptReader(), "user: hi\nbot: ho\n\nuser: a\nbot: b\n")


def write(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(gzip.compress(text.encode()) if name.endswith(".gz") else text.encode())
    return file


def line(name: str | None = None, text: str = "ho") -> str:
    dialog = {"utterances": [{"role": "bot", "text": text}]}
    return json.dumps(dialog if name is None else {"id": name, **dialog}) + "\n"


def ids(corpus: Corpus) -> list[str]:
    return [dialog.id for dialog in corpus]


def said(dialog: Dialog) -> list[tuple[str, str]]:
    return [(str(utterance.role), utterance.text) for utterance in dialog.utterances]


def test_a_folder_is_read_recursively_in_the_bytewise_order_of_paths(tmp_path: Path) -> None:
    for name in ("b.jsonl", "a/z.jsonl", "a.jsonl", "Ä.jsonl", "a/B.jsonl.gz"):
        write(tmp_path, name, line() * 2)
    places = (0, len(line().encode()))
    assert ids(open_corpus(tmp_path)) == [f"{stem}@{at}" for stem in ("a", "a/B", "a/z", "b", "Ä") for at in places]


def test_files_of_no_format_are_skipped_counted_and_named(tmp_path: Path) -> None:
    write(tmp_path, "a.jsonl", line("x"))
    write(tmp_path, "LICENSE", "\nPermission is granted\n")
    write(tmp_path, "empty.jsonl", " \n\n")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    reading = open_corpus(tmp_path).read()
    assert len(list(reading)) == 1
    assert reading.tally.skipped_files == ["LICENSE", "empty.jsonl", "picture.png"]


def test_babi_silence_is_an_empty_utterance_and_system_messages_are_ignored(tmp_path: Path) -> None:
    first, second = open_corpus(write(tmp_path, "task.txt", SAMPLES["babi"]))
    assert said(first) == [("user", "hi"), ("bot", "ho"), ("user", ""), ("user", ""), ("bot", "here")]
    assert first.ignored == 2
    assert len(list(first.turns())) == 2
    assert (first.id, second.id) == ("task@0", "task@63")


def test_csv_rows_make_dialogs(tmp_path: Path) -> None:
    first, second = open_corpus(write(tmp_path, "t.csv", SAMPLES["csv"]))
    assert said(first) == [("user", "hi"), ("bot", "ho, ho")]
    assert said(second) == [("user", "two\nlines"), ("bot", "")]
    assert second.ignored == 1


@pytest.mark.parametrize("mark", [";", "\t"])
def test_csv_comes_with_other_delimiters_too(tmp_path: Path, mark: str) -> None:
    text = f"Text{mark}DIALOG{mark}role{mark}confidence\nho{mark}d{mark}Bot{mark}0.5\n"
    (dialog,) = open_corpus(write(tmp_path, "t.csv", text))
    assert said(dialog) == [("bot", "ho")]
    assert dialog.utterances[0].confidence == 0.5


def test_json_lines_hold_everything_that_an_utterance_has(tmp_path: Path) -> None:
    told = {"role": "bot", "text": "ho", "speaker": "Bo", "at": 5, "options": ["x"], "intent": "i", "confidence": 0.5}
    text = json.dumps({"id": 7, "utterances": [told], "tags": {"issue": "AL"}})
    (dialog,) = open_corpus(write(tmp_path, "t.jsonl", "\ufeff" + text))
    assert (dialog.id, dialog.tags) == ("7", {"issue": "AL"})
    utterance = dialog.utterances[0]
    assert (utterance.role, utterance.speaker, utterance.at, utterance.options) == (Role.BOT, "Bo", "5", ("x",))
    assert (utterance.intent, utterance.confidence) == ("i", 0.5)


@pytest.mark.case("M20")
def test_the_same_id_twice_is_an_error(tmp_path: Path) -> None:
    write(tmp_path, "a.jsonl", line("x") + line("y"))
    write(tmp_path, "b.jsonl", line("z") + line("x"))
    with pytest.raises(InputError, match=r"b\.jsonl:2: E131 the id 'x' is used twice"):
        ids(open_corpus(tmp_path, skip_bad=True))


@pytest.mark.case("M23")
def test_the_rows_of_one_dialog_stand_together(tmp_path: Path) -> None:
    file = write(tmp_path, "t.csv", "dialog,role,text\na,bot,1\nb,bot,2\na,bot,3\n")
    with pytest.raises(InputError, match="is used twice"):
        ids(open_corpus(file))


def test_a_corpus_can_be_read_again_with_the_same_digest(tmp_path: Path) -> None:
    file = write(tmp_path, "a.jsonl", line("x") + line("y"))
    corpus = open_corpus(file)
    digests = []
    for _ in range(2):
        reading = corpus.read()
        assert len(list(reading)) == 2
        digests.append(reading.digest)
    assert digests[0] == digests[1]
    write(tmp_path, "a.jsonl", line("x") + line("z"))
    reading = open_corpus(file).read()
    list(reading)
    assert reading.digest != digests[0]


def test_a_packed_corpus_is_the_same_corpus(tmp_path: Path) -> None:
    plain = write(tmp_path / "plain", "a.jsonl", line() * 3)
    packed = write(tmp_path / "packed", "a.jsonl.gz", line() * 3)
    assert list(open_corpus(plain)) == list(open_corpus(packed))


def test_a_given_format_skips_what_is_not_of_it(tmp_path: Path) -> None:
    write(tmp_path, "a.jsonl", line("x"))
    write(tmp_path, "b.csv", SAMPLES["csv"])
    assert ids(open_corpus(tmp_path, "csv")) == ["id1", "id2"]
    with pytest.raises(UnknownNameError, match="did you mean 'csv'"):
        open_corpus(tmp_path, "cvs")


def test_nothing_to_read_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not exist"):
        open_corpus(tmp_path / "nowhere")
    with pytest.raises(InputError, match=r"E100 .* holds no dialogs"):
        ids(open_corpus(tmp_path))


def test_skipping_leaves_out_the_whole_dialog_and_counts_rows_and_dialogs(tmp_path: Path) -> None:
    rows = "a,bot,1\na,robot,2\na,bot,3\nb,bot,1\nc,bot\nc,bot,x,y\nd,bot,4\n"
    corpus = open_corpus(write(tmp_path, "t.csv", f"dialog,role,text\n{rows}"), skip_bad=True)
    reading = corpus.read()
    assert [dialog.id for dialog in reading] == ["b", "d"]
    assert (reading.tally.bad_rows, reading.tally.bad_dialogs) == (3, 2)


def test_what_an_unquoted_line_break_leaves_spoils_the_dialog_that_it_stood_in(tmp_path: Path) -> None:
    rows = "d1,bot,first part\nsecond part, yes\nd1,bot,last part\nd2,bot,whole\n"
    reading = open_corpus(write(tmp_path, "t.csv", f"dialog,role,text\n{rows}"), skip_bad=True).read()
    assert [dialog.id for dialog in reading] == ["d2"]
    assert (reading.tally.bad_rows, reading.tally.bad_dialogs) == (1, 1)


def test_a_dialog_that_was_spoiled_does_not_come_back_whole(tmp_path: Path) -> None:
    rows = "d1,robot,hi\nd2,bot,hi\nd1,bot,hello\n"
    with pytest.raises(InputError, match="'d1' is used twice"):
        ids(open_corpus(write(tmp_path, "t.csv", f"dialog,role,text\n{rows}"), skip_bad=True))


def test_what_a_spreadsheet_leaves_is_understood(tmp_path: Path) -> None:
    file = write(tmp_path, "t.csv", "sep=;\r\nDialog;Role;Text;\r\nd1;Bot;hello;\r\n;;;\r\n;;;\r\n")
    (dialog,) = open_corpus(file)
    assert said(dialog) == [("bot", "hello")]
    bad = write(tmp_path, "bad.csv", "sep=;\ndialog;role;text\nd1;Bot;hello\nd1;robot;x\n")
    with pytest.raises(InputError, match=r"bad\.csv:4: E132"):
        ids(open_corpus(bad))


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("t.csv", b"id,role,text\nd1,bot,hi\n", "E142 the header lacks the column dialog; it has id, role, text"),
        ("t.csv", "dialog\trole\ttext\n".encode("utf-16"), "the file is UTF-16 or UTF-32 .save it as UTF-8."),
        ("t.csv", "dialog\trole\ttext\n".encode("utf-16-be"), "the file is UTF-16 or UTF-32 .save it as UTF-8."),
        (
            "program",
            b"\x7fELF\2\1\1" + bytes(9) + b"\3\0\x3e\0\1" + bytes(40),
            "no dialogs in any known format .docs.how-to.files.md shows the",
        ),
        ("t.jsonl", b'{"conversation_id": 1, "turns": []}\n{}', "first object has the keys conversation_id, turns; "),
        ("t.json", b'[\n{"turns": []}]', "its first object has the keys turns; docs.how-to.files.md shows the"),
        ("t.json", b'{"turns": ["and so on', "no dialogs in any known format .docs.how-to.files.md shows the"),
        ("t.csv", b"dialog,role,text\n", "the file has a header but no rows"),
        ("t.csv", b"\xef\xbb\xbf\n", "the file is empty"),
    ],
)
def test_a_file_without_dialogs_says_what_may_be_wrong(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=said):
        ids(open_corpus(tmp_path / name))


def test_a_column_that_stands_twice_is_an_error(tmp_path: Path) -> None:
    file = write(tmp_path, "t.csv", "dialog,role,text,text\nd1,bot,you stupid bitch,hello\n")
    with pytest.raises(InputError, match=r"t\.csv:1: E143 the header names the column 'text' twice"):
        ids(open_corpus(file))


def test_what_is_no_file_of_text_is_passed_over_and_named(tmp_path: Path) -> None:
    write(tmp_path, "a.jsonl", line("x"))
    (tmp_path / "huge.bin").write_bytes(b"x" * (9 << 20))
    (tmp_path / "not.gz").write_bytes(b"no archive")
    (tmp_path / "gone").symlink_to(tmp_path / "nowhere")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "linked").symlink_to(tmp_path, target_is_directory=True)
    reading = open_corpus(tmp_path).read()
    assert [dialog.id for dialog in reading] == ["x"]
    assert sorted(reading.tally.skipped_files) == ["gone", "huge.bin", "linked", "not.gz", "pipe"]


@pytest.mark.parametrize("name", ["t.jsonl", "t.csv"])
@pytest.mark.parametrize(
    ("role", "text", "confidence", "code"),
    [("robot", "hi", 0.5, "E132"), ("Bot", "hi", 0.5, None), ("bot", "h\0i", 0.5, "E112"), ("bot", "hi", 7, "E136")],
)
def test_one_rule_for_every_format(
    tmp_path: Path, name: str, role: str, text: str, confidence: float, code: str | None
) -> None:
    row = {"role": role, "text": text, "confidence": confidence}
    jsonl = line("good") + json.dumps({"id": "d", "utterances": [row]}) + "\n"
    table = f"dialog,role,text,confidence\ngood,bot,hi,\nd,{role},{text},{confidence}\n"
    corpus = open_corpus(write(tmp_path, name, jsonl if name == "t.jsonl" else table))
    if code is None:
        assert ids(corpus) == ["good", "d"]
    else:
        with pytest.raises(InputError, match=code):
            ids(corpus)


def test_ids_do_not_change_when_a_dialog_is_skipped(tmp_path: Path) -> None:
    jsonl = write(tmp_path, "t.jsonl", line() + "{broken\n" + line())
    assert ids(open_corpus(jsonl, "jsonl", skip_bad=True)) == ["t@0", f"t@{len(line() + '{broken') + 1}"]
    babi = write(tmp_path, "t.txt", "1 a\tb\n\n1 a\tb\nbroken\n\n1 c\td\n")
    assert ids(open_corpus(babi, skip_bad=True)) == ["t@0", "t@21"]


def test_dstc2_is_the_papers_restaurant_corpus(data: Path) -> None:
    """2,118 dialogs, as paper 000 says; the files beside them hold no dialogs."""
    reading = open_corpus(data / "dstc2-babi6").read()
    dialogs = list(reading)
    assert len(dialogs) == 2118
    assert reading.tally.skipped_files == ["LICENSE.txt", "README.txt", "SOURCE.md"]
    assert dialogs[0].id == "dialog-babi-task6-dstc2-dev@0"
    assert all(any(True for _ in dialog.said_by(Role.BOT)) for dialog in dialogs)


def test_columns_of_csv_about_a_dialog_are_its_tags(tmp_path: Path) -> None:
    (tmp_path / "talk.csv").write_text(
        "dialog,role,text,Gender,topic,shoe size\nd1,user,hi,female,,38\nd1,bot,hello,,bills,\nd2,user,hi,,,\n"
        "d3,user,hi,male,,\nd3,bot,hi,female,,\nd4,user,hi,,gifts,\n"
    )
    corpus = open_corpus(tmp_path / "talk.csv", skip_bad=True)
    assert [(one.id, dict(one.tags)) for one in corpus] == [
        ("d1", {"gender": "female", "topic": "bills"}),
        ("d2", {}),
        ("d4", {"topic": "gifts"}),
    ]
    with pytest.raises(InputError, match=r"talk\.csv:6: E136 the column gender says 'female' here and 'male' before"):
        list(open_corpus(tmp_path / "talk.csv"))
