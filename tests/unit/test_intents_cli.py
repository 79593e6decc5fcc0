"""`botassay intents`, as a user meets it, and the files that it reads."""

import csv
import gzip
import io
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pexpect
import pytest

from botassay.cli.intents.compare import compare
from botassay.cli.intents.evaluate import evaluate
from botassay.core.errors import InputError
from botassay.intents.classifiers.baselines import Majority
from botassay.intents.classifiers.linear import TfIdfLr
from botassay.intents.phrases import Phrase
from botassay.intents.reading import Columns, read_phrases, read_sound
from tests.conftest import Ended, Run

TOPICS = {
    "pay": ["pay my bill", "how do I pay", "pay the invoice", "paying by card", "can I pay later", "pay in cash"],
    "block": ["block my card", "my card is lost", "stolen card", "block it now", "lost my card", "card stolen"],
    "parcel": ["where is my parcel", "parcel late", "track the parcel", "my parcel", "parcel lost", "no parcel yet"],
    "hours": ["opening hours", "when are you open", "open on sunday", "hours please"],
}
ROWS = [(text, intent) for intent, texts in TOPICS.items() for text in texts]
LONG = ("--repeats", "10", "--test-fraction", "0.4")
CSV = "text,intent\n" + "".join(f"{text},{intent}\n" for text, intent in ROWS)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    file = tmp_path / "data.csv"
    file.write_text(CSV)
    return file


def test_an_evaluation_as_json(botassay: Run, table: Path) -> None:
    ended = botassay("intents", "evaluate", table, "--json", *LONG)
    document = json.loads(ended.out)
    assert (ended.code, ended.err) == (0, "")
    assert (document["phrases"], document["intents"], document["repeats"], document["finished"]) == (22, 4, 10, True)
    assert [(one["k"], one["p"]) for one in document["settings"]] == [(0, 0), (0, 0.15), (5, 0)]
    for one in document["settings"]:
        assert one["accuracy"].keys() == {"value", "interval"}
        assert one["repeats"] == 10
        assert [point["threshold"] for point in one["curve"]][:3] == [0, 0.05, 0.1]
    assert {"a", "b", "score", "count", "examples"} <= document["pairs"][0].keys()


def test_the_same_seed_gives_the_same_figures(botassay: Run, table: Path) -> None:
    def document(seed: str) -> Any:
        found = json.loads(botassay("intents", "evaluate", table, "--json", "--repeats", "2", "--seed", seed).out)
        for one in found["settings"]:
            assert one.pop("seconds").keys() == {"fit", "answer"}
        return found

    assert document("1") == document("1")
    assert document("1")["settings"] != document("2")["settings"]


def test_a_person_reads_the_problems_first(botassay: Run, table: Path) -> None:
    ended = botassay("intents", "evaluate", table, *LONG, "--acceptable", "0")
    lines = ended.out.splitlines()
    assert lines[0].endswith("22 phrases, 4 topics; tfidf-lr, 10 repeats")
    stand_in = (
        "1 of 4 topics is the rarest and stands in for unknown questions in the test 0,0.15; "
        "the test 0,0, where the bot knows all topics, judges it: hours"
    )
    assert lines[2] == stand_in
    assert lines[4] == "THE BIGGEST PROBLEMS"
    assert lines[6].startswith("1. ")
    assert lines[7].startswith("   TOO FEW EXAMPLES: ")
    assert "(line " in lines[8]
    assert "K,P     accuracy" in ended.out


def test_when_nothing_is_above_what_is_acceptable_it_says_done(botassay: Run, table: Path) -> None:
    ended = botassay("intents", "evaluate", table, *LONG, "--acceptable", "1")
    assert "Done: of the 4 that could be judged, no two topics are confused in more than\n100% of" in ended.out


def test_the_rarest_topics_are_judged_where_the_bot_knows_all(botassay: Run, tmp_path: Path) -> None:
    """The small intents of (0,0.15) are never tested under their own name there, however often it is repeated."""
    file = tmp_path / "rare.csv"
    file.write_text(CSV + "where is my parcel now,rare\nparcel late again,rare\ntrack the parcel please,rare\n")
    document = json.loads(botassay("intents", "evaluate", file, "--json", *LONG).out)
    assert (document["stand_ins"], document["unjudged"]) == (["hours", "rare"], [])
    assert document["pairs_from"] == {"k": 0, "p": 0.15}
    assert document["advice_from"] == {"k": 0, "p": 0}
    both = {"hours", "rare"}
    assert any(pair["from_all"] for pair in document["pairs"])
    assert all(pair["from_all"] == bool(both & {pair["a"], pair["b"]}) for pair in document["pairs"])
    whole = json.loads(botassay("intents", "evaluate", file, "--json", *LONG, "--setting", "0,0").out)
    assert whole["mislabelled"] == document["mislabelled"] != []
    assert whole["stand_ins"] == []
    marked = [{**pair, "from_all": False} for pair in document["pairs"] if pair["from_all"]]
    assert marked == [pair for pair in whole["pairs"] if both & {pair["a"], pair["b"]}]
    alone = json.loads(botassay("intents", "evaluate", file, "--json", *LONG, "--setting", "0,0.15").out)
    assert alone["unjudged"] == alone["stand_ins"] == ["hours", "rare"]
    assert alone["pairs"] == [pair for pair in document["pairs"] if not pair["from_all"]]
    said = botassay("intents", "evaluate", file, *LONG, "-o", "work.csv").out
    assert "the test 0,0, where the bot knows all topics, judges them: hours, rare" in said
    assert "too rarely" not in said
    rows = list(csv.DictReader(io.StringIO((tmp_path / "work.csv").read_text())))
    assert {row["setting"] for row in rows if {row["a"], row["b"]} & both} == {"0,0"}
    assert "add --setting 0,0" in botassay("intents", "evaluate", file, *LONG, "--setting", "0,0.15").out


def test_too_little_data_is_never_called_done(botassay: Run, tmp_path: Path) -> None:
    few, single = tmp_path / "few.csv", tmp_path / "single.csv"
    few.write_text("text,intent\none,a\ntwo,a\nthree,b\nfour,b\nfive,c\nsix,c\n")
    ended = botassay("intents", "evaluate", few, "--repeats", "1")
    assert "3 of 3 topics were tested too rarely" in ended.out
    assert "There is too little data to say which topics are confused" in ended.out
    assert not json.loads(botassay("intents", "evaluate", few, "--repeats", "1", "--json").out)["done"]
    single.write_text("text,intent\none,a\ntwo,b\nthree,c\n")
    ended = botassay("intents", "evaluate", single, "--setting", "0,0")
    assert (ended.code, ended.out) == (65, "")
    assert "single.csv: E151 no setting can be run: 0,0: no topic has two phrases" in ended.err
    assert botassay("intents", "evaluate", single).code == 0


def test_how_long_it_took_is_told(botassay: Run, table: Path) -> None:
    ended = botassay("intents", "evaluate", table, "--repeats", "2", "-o", "a.md")
    assert "Training took up to " in ended.out
    assert "training took up to " in (table.parent / "a.md").read_text()


def test_topics_of_one_phrase_are_named(botassay: Run, table: Path) -> None:
    for more, said in (("dogs,pets\n", "1 topic has one"), ("dogs,pets\nbikes,bikes\n", "2 topics have one")):
        table.write_text(CSV + more)
        ended = botassay("intents", "evaluate", table, "--repeats", "1", "--json")
        assert f"{said} phrase, which is trained on and never tested in 0,0: " in ended.err
        assert set(json.loads(ended.out)["single"]) == set(more.replace("dogs,", "").replace("bikes,", "").split())


@pytest.mark.parametrize(("share", "said"), [("0.004", "0.4%"), ("0.07", "7%")])
def test_small_shares_are_told_as_they_were_given(table: Path, botassay: Run, share: str, said: str) -> None:
    ended = botassay("intents", "evaluate", table, *LONG, "--acceptable", share, "-o", "a.md")
    assert "more than 0%" not in ended.out
    assert f"mixed up in {said} of their tests or less" in (table.parent / "a.md").read_text()


@pytest.mark.parametrize(
    "option", [("--classifier", "tfidf-lr"), ("--repeats", "10"), ("--test-fraction", "0.2"), ("--rate", "2")]
)
def test_what_predictions_have_no_use_for_is_refused(botassay: Run, tmp_path: Path, option: tuple[str, str]) -> None:
    ended = predicted(botassay, tmp_path, "text,intent\npay it,pay\nblock it,block\nloan,pay\nhum,\n", *option)
    assert (ended.code, ended.out) == (2, "")
    assert f"{option[0]} does not go with --predictions" in ended.err


def test_the_work_list_is_a_file(botassay: Run, table: Path, tmp_path: Path) -> None:
    ended = botassay("intents", "evaluate", table, *LONG, "-o", "work.csv", "-o", "all.json")
    assert ended.err == "botassay: wrote work.csv\nbotassay: wrote all.json\n"
    rows = list(csv.DictReader(io.StringIO((tmp_path / "work.csv").read_text())))
    pairs = json.loads((tmp_path / "all.json").read_text())["pairs"]
    assert len(rows) == sum(len(pair["examples"]) for pair in pairs)
    assert (rows[0]["rank"], rows[0]["a"], rows[0]["b"]) == ("1", pairs[0]["a"], pairs[0]["b"])
    assert botassay("intents", "evaluate", table, "-o", "x.doc").code == 2


def test_a_setting_that_cannot_be_run_is_null_and_the_others_run(botassay: Run, tmp_path: Path) -> None:
    two = tmp_path / "two.csv"
    two.write_text("text,intent\n" + "".join(f"{text},{intent}\n" for text, intent in ROWS[:12]))
    ended = botassay("intents", "evaluate", two, "--json", "--repeats", "2")
    figures = json.loads(ended.out)["settings"]
    assert ended.code == 0
    assert "P = 0.15 takes 'block' (6 of 12 phrases)" in ended.err
    assert [(one["p"], one["accuracy"] is None) for one in figures] == [(0, False), (0.15, True), (0, False)]
    assert "'block'" in figures[1]["reason"]
    assert botassay("intents", "evaluate", two, "--setting", "0,0.15").code == 65


def test_classifiers_are_compared_on_the_same_splits(botassay: Run, table: Path) -> None:
    names = ("--classifier", "tfidf-lr", "--classifier", "majority", "--classifier", "random(seed=3)")
    ended = botassay("intents", "compare", table, *names, "--repeats", "3", "--json")
    document = json.loads(ended.out)
    assert [one["classifier"] for one in document["classifiers"]] == ["tfidf-lr", "majority", "random(seed=3)"]
    first, second, _ = document["classifiers"]
    difference = document["differences"][0]
    assert (difference["classifier"], difference["other"], difference["k"]) == ("majority", "tfidf-lr", 0)
    expected = second["settings"][0]["accuracy"]["value"] - first["settings"][0]["accuracy"]["value"]
    assert difference["accuracy"]["value"] == pytest.approx(expected, abs=1e-8)
    values = [one["accuracy"]["value"] for one in first["settings"]]
    assert first["accuracy_range"] == [min(values), max(values)]
    text = botassay("intents", "compare", table, *names, "--repeats", "2").out
    assert "majority less tfidf-lr, 0,0.15: accuracy -" in text
    assert botassay("intents", "compare", table, "--classifier", "tfidf-lr").code == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--setting", "5,0.15"), "exclude each other"),
        (("--setting", "five"), "'five' is no setting"),
        (("--setting", "0,1"), "P is from 0 to below 1"),
        (("--classifier", "tfidf"), "did you mean 'tfidf-lr'"),
        (("--test-fraction", "0"), "--test-fraction"),
        (("--repeats", "0"), "--repeats"),
    ],
)
def test_a_call_that_makes_no_sense(botassay: Run, table: Path, arguments: tuple[str, ...], said: str) -> None:
    ended = botassay("intents", "evaluate", table, *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert said in ended.err


def interrupted(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Let somebody press Ctrl-C while the classifier is trained for the n-th time."""
    calls: list[int] = []
    fit = TfIdfLr.fit

    def fits(self: TfIdfLr, texts: Sequence[str], intents: Sequence[str]) -> TfIdfLr:
        calls.append(1)
        if len(calls) > after:
            raise KeyboardInterrupt
        return fit(self, texts, intents)

    monkeypatch.setattr(TfIdfLr, "fit", fits)


def test_ctrl_c_leaves_what_was_finished(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    interrupted(monkeypatch, after=4)
    out = tmp_path / "part.json"
    code = evaluate.main([str(table), "--json", "-o", str(out)], standalone_mode=False)
    printed = capsys.readouterr()
    document = json.loads(printed.out)
    assert code == 130
    assert "interrupted after 4 of 30 trainings" in printed.err
    assert json.loads(out.read_text()) == document
    assert not document["finished"]
    assert [one["repeats"] for one in document["settings"]] == [2, 1, 1]


@pytest.mark.parametrize("more", [[], ["--json"]])
def test_ctrl_c_before_the_second_classifier_keeps_the_first(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], more: list[str]
) -> None:
    def never(*_: object) -> Majority:
        raise KeyboardInterrupt

    monkeypatch.setattr(Majority, "fit", never)
    out = tmp_path / "part.json"
    names = ["--classifier", "tfidf-lr", "--classifier", "majority", "-o", str(out), "-o", str(tmp_path / "a.html")]
    code = compare.main([str(table), *names, "--repeats", "2", *more], standalone_mode=False)
    printed = capsys.readouterr()
    document = json.loads(out.read_text())
    assert code == 130
    assert "interrupted before majority had answered anything; what follows comes from tfidf-lr" in printed.err
    assert [one["classifier"] for one in document["classifiers"]] == ["tfidf-lr"]
    assert (document["finished"], document["differences"]) == (False, [])
    assert "Only tfidf-lr was tried" in (tmp_path / "a.html").read_text()
    assert "tfidf-lr" in printed.out


def test_ctrl_c_before_anything_was_finished(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from click import Abort

    interrupted(monkeypatch, after=0)
    with pytest.raises((KeyboardInterrupt, Abort)):
        evaluate.main([str(table)], standalone_mode=False)


def test_what_a_file_holds_is_inert_on_a_terminal(botassay: Run, tmp_path: Path) -> None:
    evil = tmp_path / "evil.csv"
    evil.write_text(CSV.replace("block", "\x1b[31mblock").replace("my card is lost", "=1+1"))
    ended = botassay("intents", "evaluate", evil, *LONG, "-o", "work.csv")
    assert "\x1b" not in ended.out
    assert ended.code == 0
    assert "=1+1" not in [row["text"] for row in csv.DictReader(io.StringIO((tmp_path / "work.csv").read_text()))]


# ── files ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def refused(botassay: Run, file: Path, *arguments: str) -> Ended:
    ended = botassay("intents", "evaluate", file, *arguments)
    assert (ended.code, ended.out) == (65, "")
    return ended


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.csv", "text,intent\nhi,a\nho,b,c\n", "a.csv:3: E140 the row has 3 fields"),
        ("a.csv", 'text,intent\nhi,a\n"ho,b\nhe,a\n', "a.csv:3: E141 a quote is opened here and not closed"),
        ("a.csv", "text,intent\nhi,a\n\n ,b\n", "a.csv:4: E136 the text is empty"),
        ("a.csv", "text,intent\nhi,Yes\nho,yes \n", "a.csv:3: E150 'yes ' and 'Yes' are twins"),
        ("a.csv", "text,intent\nhi,a\nho,a\n", "a.csv:2: E151 from here to the end there is one topic only, 'a'"),
        ("a.csv", "", "a.csv: E100 there are no phrases"),
        ("a.csv", "text,category\nhi,a\n", "a.csv:1: E142 the header lacks the column 'intent'"),
        ("a.csv", "pay my bill,pay\nhi,greet\n", "begin the file with a line text,intent"),
        ("a.xlsx", "PK", "from a spreadsheet, as CSV in UTF-8"),
        ("a.csv", "text,intent,text\nhi,a,b\n", "a.csv:1: E143 the column 'text' stands twice"),
        ("a.csv", "text,intent\nhi,a\nh\udce9,b\n", "a.csv:3: E111"),
        ("a.jsonl", '{"text": "hi", "intent": "a"}\n{"text": "hi"\n', "a.jsonl:2: E120"),
        ("a.jsonl", '{"text": "hi", "intent": 7}\n', "a.jsonl:1: E136"),
        ("a.jsonl", '{"text": "hi"}\n', "a.jsonl:1: E136 the line lacks 'text' or 'intent'"),
        ("a.json", "[]", "a.json: E136 the JSON is neither"),
        ("a.json", '{"train": [["hi", "a"], ["ho"]]}', "a.json: train 2: E136"),
        ("a.json", '{"sentences": [{"text": "hi"}]}', "a.json: sentence 1: E136"),
        ("a.json", "[" * 100_000, "a.json: E1"),
        ("a.yml", "nlu:\n- intent: a\n  examples: |\n    - hi\n    ho\n", "a.yml:5: E136 the example does not begin"),
        ("a.yml", "nlu:\n- intent: a\n  examples: [\n", "a.yml:4: E120"),
        ("a.yml", "rules: []\n", "a.yml: E136 there is no list 'nlu'"),
        ("a.yml", "nlu:\n- intent: a\n", "a.yml:2: E136 the intent has no name or no examples"),
        ("a.yml", "nlu: " + "[" * 5_000, "a.yml"),
        ("a.doc", "x", "the ending of 'a.doc' tells no format"),
    ],
)
@pytest.mark.case("M34", "M35", "M44")
def test_a_bad_file_is_refused_with_its_line(botassay: Run, tmp_path: Path, name: str, text: str, said: str) -> None:
    file = tmp_path / name
    file.write_text(text, errors="surrogateescape")
    ended = refused(botassay, file)
    assert said in ended.err
    assert "Traceback" not in ended.err


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


def test_a_label_that_looks_like_none_is_pointed_at(botassay: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text(CSV + "gibberish,oos\nhumbug,oos\n")
    assert "give --none-label 'oos'" in botassay("intents", "evaluate", file, "--repeats", "1").err
    ended = botassay("intents", "evaluate", file, "--repeats", "1", "--none-label", "oos", "--json")
    assert (ended.err, json.loads(ended.out)["outside"]) == ("", 2)


# ── predictions that an engine made elsewhere ───────────────────────────────────────────────────────────────────────

ASKED = "text,intent\npay it,pay\nblock it,block\nloan,pay\nhum,none\n"


def predicted(botassay: Run, tmp_path: Path, said: str, *more: str, name: str = "said.csv") -> Ended:
    (tmp_path / "asked.csv").write_text(ASKED)
    (tmp_path / name).write_text(said)
    return botassay("intents", "evaluate", "asked.csv", "--predictions", name, "--none-label", "none", "--json", *more)


def test_predictions_are_held_against_the_truth(botassay: Run, tmp_path: Path) -> None:
    """T, T, FCO, and TO, as the engine's own fallback is no answer."""
    said = "text,intent,confidence\npay it,pay,0.9\nblock it,block,\nloan,pay,0.3\nhum,nlu_fallback,0.9\n"
    ended = predicted(botassay, tmp_path, said)
    document = json.loads(ended.out)
    (figures,) = document["settings"]
    assert (document["classifier"], figures["repeats"], figures["n_test"]) == ("said.csv", 1, 4)
    assert figures["accuracy"]["value"] == 0.75
    assert figures["automation_rate"]["value"] == 0.5
    assert figures["carefulness"]["value"] == 0
    assert figures["over_caution"]["value"] == 0.5


def test_a_fallback_has_the_name_that_the_engine_gives_it(botassay: Run, tmp_path: Path) -> None:
    lines = [("pay it", "pay"), ("block it", "block"), ("loan", "pay"), ("hum", "Dunno")]
    said = "".join(json.dumps({"text": text, "intent": intent}) + "\n" for text, intent in lines)
    for more, accuracy in (((), 0.75), (("--fallback", "dunno"), 1.0)):
        (figures,) = json.loads(predicted(botassay, tmp_path, said, *more, name="said.jsonl").out)["settings"]
        assert figures["accuracy"]["value"] == accuracy


@pytest.mark.parametrize(
    ("said", "error"),
    [
        ("text,intent\npay it,pay\n", "asked.csv:3: E165 said.csv has no prediction for 'block it'"),
        ("text,intent\npay it,pay\npay it,block\n", "said.csv:3: E164"),
        ("text,intent,confidence\npay it,pay,high\n", "said.csv:2: E136 the confidence 'high'"),
        ("text,intent,confidence\npay it,pay,nan\n", "said.csv:2: E136 the confidence 'nan'"),
        ("text,guess\npay it,pay\n", "said.csv:1: E142"),
    ],
)
def test_bad_predictions_are_refused_with_their_line(botassay: Run, tmp_path: Path, said: str, error: str) -> None:
    ended = predicted(botassay, tmp_path, said)
    assert (ended.code, ended.out) == (65, "")
    assert error in ended.err


def test_predictions_go_with_no_setting(botassay: Run, tmp_path: Path, table: Path) -> None:
    assert predicted(botassay, tmp_path, "text,intent\n", "--setting", "0,0").code == 2
    assert botassay("intents", "evaluate", table, "--fallback", "x").code == 2


# ── rows that are left out ──────────────────────────────────────────────────────────────────────────────────────────

BAD_ROWS = ("  ,pay", "one,two,three", "no intent,", "late,Parcel", "caf\udce9,pay", '"open,pay')
"""Empty text, ragged, empty intent, twin, not UTF-8, unclosed quote."""


def test_bad_rows_are_left_out_and_counted(botassay: Run, tmp_path: Path) -> None:
    """Accepted and rejected are all rows; what is left is evaluated as if the others had never been there."""
    file, good = tmp_path / "bad.csv", tmp_path / "good.csv"
    file.write_text(CSV + "".join(f"{row}\n" for row in BAD_ROWS), errors="surrogateescape")
    good.write_text(CSV)
    assert botassay("intents", "evaluate", file).code == 65
    ended = botassay("intents", "evaluate", file, "--skip-bad", "--repeats", "1", "--json")
    document = json.loads(ended.out)
    assert (ended.code, document["phrases"], document["rejected"]) == (0, 22, 6)
    assert document["phrases"] + document["rejected"] == len(CSV.splitlines()) - 1 + len(BAD_ROWS)
    assert ended.err.startswith("botassay: 6 of 28 rows are left out, the first one for: ")
    assert "bad.csv:24: E136 the text is empty" in ended.err
    expected = json.loads(botassay("intents", "evaluate", good, "--repeats", "1", "--json").out)
    assert [one["accuracy"] for one in document["settings"]] == [one["accuracy"] for one in expected["settings"]]
    two = ("--classifier", "majority", "--classifier", "random")
    compared = json.loads(botassay("intents", "compare", file, "--skip-bad", *two, "--json").out)
    assert (compared["phrases"], compared["rejected"]) == (22, 6)


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


def test_what_cannot_be_left_out(botassay: Run, tmp_path: Path) -> None:
    """A header, and one topic only."""
    for text, said in (
        ("text;topic\nhi;a\n", "a.csv:1: E142"),
        ("text,intent\nhi,a\nho,\n", "a.csv:2: E151 from here to the end there is one topic only"),
    ):
        (tmp_path / "a.csv").write_text(text)
        ended = botassay("intents", "evaluate", "a.csv", "--skip-bad")
        assert (ended.code, ended.out) == (65, "")
        assert said in ended.err


# ── Ctrl-C in a process of its own ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.process
def test_ctrl_c_on_a_terminal_leaves_what_was_finished(table: Path, tmp_path: Path) -> None:
    """The bar shows when something was finished; then somebody presses Ctrl-C."""
    more = ["--repeats", "10000", "-o", "part.json"]
    child = pexpect.spawn(
        sys.executable,
        ["-m", "botassay", "intents", "evaluate", str(table), *more],
        cwd=str(tmp_path),
        env={**os.environ, "TERM": "xterm"},
        encoding="utf-8",
        timeout=120,
        dimensions=(50, 200),
    )
    child.expect("trying tfidf-lr")
    child.sendintr()
    child.expect(r"interrupted after (\d+) of 30000 trainings")
    done = int(child.match[1])
    child.expect(pexpect.EOF)
    child.close()
    document = json.loads((tmp_path / "part.json").read_text())
    assert child.exitstatus == 130
    assert sum(one["repeats"] for one in document["settings"]) == done > 0
    assert (document["finished"], document["phrases"]) == (False, 22)
