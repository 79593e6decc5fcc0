"""The files of phrases: formats, columns, and what is wrong in them, with its line."""

import gzip
import json
from pathlib import Path

import pytest

from botassay.core.errors import InputError
from botassay.intents.phrases import Phrase
from botassay.intents.reading import Columns, read_phrases, read_sound
from tests.conftest import Run
from tests.unit.test_intents_api import ROWS, TOPICS

CSV = "text,intent\n" + "".join(f"{text},{intent}\n" for text, intent in ROWS)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.csv", "text,intent\nhi,a\nho,b,c\n", "a.csv:3: E140 the row has 3 fields"),
        ("a.csv", 'text,intent\nhi,a\n"ho,b\nhe,a\n', "a.csv:3: E141 a quotation mark is opened here and not closed"),
        ("a.csv", "text,intent\nhi,a\n\n ,b\n", "a.csv:4: E136 the text is empty"),
        ("a.csv", "text,intent\nhi,Yes\nho,yes \n", "a.csv:3: E150 'yes ' and 'Yes' differ only in spelling"),
        ("a.csv", "text,intent\nhi,a\nho,a\n", "a.csv:2: E151 the data has only one topic, 'a'"),
        ("a.csv", "", "a.csv: E100 the data has no phrases"),
        ("a.csv", "text,colour\nhi,a\n", "a.csv:1: E142 the header lacks the column 'intent'"),
        ("a.csv", "pay my bill,pay\nhi,greet\n", "add the header text,intent"),
        ("a.xlsx", "PK", "E172 the file is not an Excel workbook"),
        ("a.csv", "text,intent,text\nhi,a,b\n", "a.csv:1: E143 the header names the column 'text' twice"),
        ("a.csv", "text,intent\nhi,a\nh\udce9,b\n", "a.csv:3: E111"),
        ("a.jsonl", '{"text": "hi", "intent": "a"}\n{"text": "hi"\n', "a.jsonl:2: E120"),
        ("a.jsonl", '{"text": "hi", "intent": 7}\n', "a.jsonl:1: E136"),
        ("a.jsonl", '{"text": "hi"}\n', "a.jsonl:1: E136 the line lacks 'text' or 'intent'"),
        ("a.json", "[]", "a.json: E136 the JSON is neither"),
        ("a.json", '{"train": [["hi", "a"], ["ho"]]}', "a.json: train 2: E136"),
        ("a.json", '{"sentences": [{"text": "hi"}]}', "a.json: sentence 1: E136"),
        ("a.json", "[" * 100_000, "a.json: E1"),
        ("a.yml", "nlu:\n- intent: a\n  examples: |\n    - hi\n    ho\n", "a.yml:5: E136 the example does not start"),
        ("a.yml", "nlu:\n- intent: a\n  examples: [\n", "a.yml:4: E120"),
        ("a.yml", "rules: []\n", "a.yml: E136 the list 'nlu' is missing"),
        ("a.yml", "nlu:\n- intent: a\n", "a.yml:2: E136 the intent has no name or no examples"),
        ("a.yml", "nlu: " + "[" * 5_000, "a.yml"),
        ("a.doc", "x", "unknown file extension in 'a.doc'"),
    ],
)
@pytest.mark.case("M34", "M35", "M44")
def test_a_bad_file_is_refused_with_its_line(tmp_path: Path, name: str, text: str, said: str) -> None:
    file = tmp_path / name
    file.write_text(text, errors="surrogateescape")
    with pytest.raises(InputError) as caught:
        read_phrases(file)
    assert said in str(caught.value)


def test_all_formats_hold_the_same_phrases(tmp_path: Path) -> None:
    rasa = 'version: "3.1"\nnlu:\n' + "".join(
        f"- intent: {intent}\n  examples: |\n" + "".join(f"    - {text}\n" for text in texts)
        for intent, texts in TOPICS.items()
    )
    files = {
        "a.csv": CSV,
        "a.tsv": CSV.replace(",", "\t"),
        "b.csv": CSV.replace(",", ";"),
        "a.jsonl": "".join(json.dumps({"text": text, "intent": intent}) + "\n" for text, intent in ROWS),
        "a.json": json.dumps({"train": ROWS[:5], "val": ROWS[5:]}),
        "b.json": json.dumps({"sentences": [{"text": text, "intent": intent} for text, intent in ROWS]}),
        "a.yml": rasa,
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
        assert [(one.text, one.intent) for one in read_phrases(tmp_path / name)] == ROWS, name
    with gzip.open(tmp_path / "a.csv.gz", "wt") as out:
        out.write("\n" + CSV)
    assert read_phrases(tmp_path / "a.csv.gz")[0] == Phrase("pay my bill", "pay", f"{tmp_path}/a.csv.gz:3")


def test_what_rasa_marks_is_not_said(tmp_path: Path) -> None:
    file = tmp_path / "nlu.yml"
    file.write_text(
        "nlu:\n"
        '- intent: go\n  examples: |\n    - to [Bled](city)\n\n    - from [x]{"entity": "city"} now\n'
        "- synonym: x\n  examples: |\n    - ex\n"
        "- intent: faq/pay\n  examples:\n  - text: pay\n  - how to pay\n"
    )  # fmt: skip
    assert [(one.text, one.intent, one.where.rpartition(":")[2]) for one in read_phrases(file)] == [
        ("to Bled", "go", "4"), ("from x now", "go", "6"), ("pay", "faq/pay", "12"), ("how to pay", "faq/pay", "13"),
    ]  # fmt: skip


def test_columns_have_names_of_their_own_and_null_is_no_intent(tmp_path: Path) -> None:
    table, lines = tmp_path / "a.csv", tmp_path / "a.jsonl"
    table.write_text('q,x,topic\n"one\ntwo",1,a\nthree,2,b\n')
    assert [one[:2] for one in read_phrases(table, Columns("q", "topic"))] == [("one\ntwo", "a"), ("three", "b")]
    lines.write_text('{"text": "hi", "intent": null}\n{"text": "a", "intent": "a"}\n{"text": "b", "intent": "b"}\n')
    assert [one.intent for one in read_phrases(lines)] == [None, "a", "b"]


def test_real_files(data: Path) -> None:
    nlu = data / "nlu-evaluation-corpora"
    assert len(read_phrases(nlu / "AskUbuntuCorpus.json")) == 162
    assert len(read_phrases(nlu / "ChatbotCorpus.json")) == 206
    banking = read_phrases(data / "banking77" / "train.csv", Columns("text", "category"))
    assert len({one.intent for one in banking}) == 77
    clinc = read_phrases(data / "clinc150" / "data_full.json.gz", none_label="oos")
    assert (len(clinc), sum(one.intent is None for one in clinc)) == (23_700, 1_200)
    with pytest.raises(InputError, match="E150 no phrase is labelled 'none'"):
        read_phrases(nlu / "ChatbotCorpus.json", none_label="none")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.jsonl", '{"text": "hi", "intent": "a"}\n{"text": \n{"text": "ho", "intent": "b"}\n["x"]\n\n{"text": 7}\n'),
        ("a.json", '{"train": [["hi", "a"], ["x"], ["ho", "b"], [7, "a"], {}]}'),
        (
            "b.json",
            '{"sentences": [{"text": "hi", "intent": "a"}, {}, {"text": "ho", "intent": "b"}, 7, {"text": "x"}]}',
        ),
        ("a.yml", "nlu:\n- intent: a\n  examples: |\n    - hi\n    x\n- intent: b\n  examples:\n  - ho\n  - {}\n- 7\n"),
    ],
)
def test_bad_rows_of_all_formats(tmp_path: Path, name: str, text: str) -> None:
    file = tmp_path / name
    file.write_text(text)
    found = read_sound(file, skip_bad=True)
    assert [(one.text, one.intent) for one in found.phrases] == [("hi", "a"), ("ho", "b")]
    assert len(found.rejected) == 3
    assert all(name in str(flaw.where) for flaw in found.rejected)
    with pytest.raises(InputError) as first:
        read_phrases(file)
    assert str(first.value) == str(found.rejected[0])


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('{"train": [["hi", "a"],\n["ho", "b"]\n', 2),
        ('{"train": [["hi", "a"],\n["hö", "b"],,\n["he", "c"]]}', 2),
        ('{"train":\n\n[["hi", a]]}', 3),
        ('{"a": 1}\n}\n', 2),
    ],
)
def test_a_broken_json_file_is_refused_with_its_line(botassay: Run, tmp_path: Path, text: str, line: int) -> None:
    (tmp_path / "a.json").write_text(text)
    with pytest.raises(InputError, match=rf"a\.json:{line}: E120 invalid JSON"):
        read_phrases(tmp_path / "a.json")
    ended = botassay("rate", "eliza", "--issues", "UN,CC", "--labelled", "a.json")
    assert (ended.code, f"a.json:{line}: E120" in ended.err) == (65, True)
