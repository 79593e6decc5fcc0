"""What the commands of the room write beside what they say: curves, traffic, times; and topics that are called None."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from botassay.cli.intents.history import history
from botassay.cli.progress import Bar, State
from botassay.core.dialog import Dialog, Role, Utterance
from botassay.intents.classifiers import encoders
from botassay.intents.recorded import contested, silent_names
from botassay.intents.understanding import LABELLED, Understanding
from tests.conftest import Run

PHRASES = "text,intent\n" + "".join(
    f"{text},{topic}\n"
    for topic, texts in {
        "pay": ["pay my bill", "how do I pay", "pay the invoice", "paying by card", "pay in cash"],
        "block": ["block my card", "my card is lost", "stolen card", "block it now", "lost my card"],
        "hours": ["opening hours", "when are you open", "open on sunday", "hours please", "open today"],
    }.items()
    for text in texts
)


def rows_of(file: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(file.read_text())))


@pytest.fixture
def table(tmp_path: Path) -> Path:
    file = tmp_path / "data.csv"
    file.write_text(PHRASES)
    return file


# ── curves and times ────────────────────────────────────────────────────────────────────────────────────────────────


def test_every_figure_is_written_against_the_threshold(botassay: Run, table: Path, tmp_path: Path) -> None:
    call = ("intents", "evaluate", table, "--repeats", "2", "--curves", "c.csv", "--json")
    settings = json.loads(botassay(*call).out)["settings"]
    rows = rows_of(tmp_path / "c.csv")
    assert len(rows) == sum(len(one["curve"]) for one in settings) == 63
    figures = ("accuracy", "f1_weighted", "f1_macro", "carefulness", "over_caution", "automation_rate", "wrong")
    for row, point in zip(rows, [point for one in settings for point in one["curve"]], strict=True):
        assert float(row["threshold"]) == point["threshold"]
        assert [row[name] for name in figures] == ["" if point[name] is None else str(point[name]) for name in figures]
    at = next(point for point in settings[0]["curve"] if point["threshold"] == 0.5)
    for name in ("accuracy", "f1_weighted", "f1_macro", "automation_rate"):
        assert at[name] == pytest.approx(settings[0][name]["value"])
    assert botassay("intents", "evaluate", table, "--curves", "c.doc").code == 2


def test_a_comparison_has_times_and_curves_of_each_classifier(botassay: Run, table: Path, tmp_path: Path) -> None:
    names = ("--classifier", "tfidf-lr", "--classifier", "char-lr")
    papers = ("--curves", "curves.csv", "-o", "c.csv", "-o", "c.html", "-o", "c.json")
    ended = botassay("intents", "compare", table, *names, "--repeats", "2", *papers)
    assert ended.code == 0
    assert ended.out.count("Training took up to ") == 2
    assert "0,0.15: some of the rarest topics kept from the bot" in ended.out
    assert {row["classifier"] for row in rows_of(tmp_path / "curves.csv")} == {"tfidf-lr", "char-lr"}
    rows = rows_of(tmp_path / "c.csv")
    timed = json.loads((tmp_path / "c.json").read_text())["classifiers"][0]["settings"][0]["seconds"]
    assert (rows[0]["fit_seconds"], rows[0]["answer_seconds"]) == (str(timed["fit"]), str(timed["answer"]))
    assert rows[-1]["fit_seconds"] == ""
    page = (tmp_path / "c.html").read_text()
    assert "tfidf-lr: training took up to " in page
    assert "What another threshold would bring with char-lr" in page


def test_a_history_has_times(botassay: Run, tmp_path: Path) -> None:
    days = tmp_path / "days"
    days.mkdir()
    (days / "2026-03-02.csv").write_text(PHRASES)
    (days / "2026-03-03.csv").write_text(PHRASES + "closing time,hours\n")
    ended = botassay("intents", "history", days, "--repeats", "2", "-o", "h.csv", "-o", "h.md", "-o", "h.json")
    assert "Training took up to " in ended.out
    assert "5,0: no topic has fewer than 5 phrases, so this is 0,0 again" in ended.out
    assert "training took up to " in (tmp_path / "h.md").read_text()
    seconds = json.loads((tmp_path / "h.json").read_text())["days"][1]["settings"][1]["seconds"]
    assert rows_of(tmp_path / "h.csv")[1]["fit_seconds (0,0.15)"] == str(seconds["fit"])


def test_a_history_of_word_vectors_reads_them_once_for_all_days(botassay: Run, tmp_path: Path) -> None:
    days = tmp_path / "days"
    days.mkdir()
    (days / "2026-03-02.csv").write_text(PHRASES)
    (days / "2026-03-03.csv").write_text(PHRASES + "closing time,hours\n")
    words = sorted(
        {word for line in [*PHRASES.splitlines()[1:], "closing time,"] for word in line.split(",")[0].split()}
    )
    vectors = tmp_path / "words.vec"
    vectors.write_text("".join(f"{word.lower()} {at % 3} {at % 5} {at % 7 + 1}\n" for at, word in enumerate(words)))
    call = ("intents", "history", days, "--repeats", "2", "--vectors", vectors, "--json")
    ended = botassay(*call, "--classifier", "sif-lr")
    assert ended.code == 0
    assert ended.err.count("different words have a vector") == 1
    assert [day["settings"][0]["accuracy"] is not None for day in json.loads(ended.out)["days"]] == [True, True]
    wrong = botassay(*call)
    assert (wrong.code, "--vectors belongs to sif-lr" in wrong.err) == (2, True)


def test_word_vectors_are_for_whoever_looks_at_a_log_too(botassay: Run, tmp_path: Path, table: Path) -> None:
    (tmp_path / "log.jsonl").write_text('{"text": "settle the bill"}\n')
    (tmp_path / "words.vec").write_text("pay 1 0\nbill 1 0\nsettle 1 0\nblock 0 1\ncard 0 1\nopen 1 1\nhours 1 1\n")
    made = ("--data", table, "--classifier", "sif-lr", "--vectors", "words.vec", "--json")
    for command in ("traffic", "review"):
        ended = botassay("intents", command, "log.jsonl", *made)
        assert ended.code == 0
        assert "7 of " in ended.err  # settle stands in no phrase, and has a vector nevertheless
        wrong = botassay("intents", command, "log.jsonl", "--data", table, "--vectors", "words.vec")
        assert (wrong.code, "--vectors belongs to sif-lr" in wrong.err) == (2, True)


class Encoder:
    """Gives vectors without a network, and counts what it was asked for."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder
        self.asked: list[str] = []
        ENCODERS.append(self)

    def encode(self, texts: Sequence[str], track: encoders.Track = iter) -> Any:
        for batch in track([texts[at : at + 4] for at in range(0, len(texts), 4)]):
            self.asked += batch
        return np.array([[len(text), text.count("a"), text.count("o")] for text in texts], np.float32)


ENCODERS: list[Encoder] = []


def test_phrases_are_encoded_under_a_bar_each_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    stages: list[str] = []

    def follow(_: object, stage: str, items: Iterable[Any], state: Callable[[], State]) -> Iterator[Any]:
        stages.append(stage)
        for item in items:
            yield item
            assert 0 <= state().done <= (state().total or 0)

    monkeypatch.setattr(Bar, "follow", follow)
    monkeypatch.setattr(encoders, "Encoder", Encoder)
    ENCODERS.clear()
    for name, more in (("2026-03-02", ""), ("2026-03-03", "closing time,hours\n")):
        (tmp_path / f"{name}.csv").write_text(PHRASES + more)
    call = [str(tmp_path), "--classifier", "embedding-lr", "--model", str(tmp_path), "--repeats", "1", "--json"]
    assert history.main(call, standalone_mode=False) == 0
    assert [day["phrases"] for day in json.loads(capsys.readouterr().out)["days"]] == [15, 16]
    assert stages[0] == "encoding phrases"
    assert stages[1] == "trying embedding-lr on 2026-03-02"
    (encoder,) = ENCODERS
    assert encoder.folder == tmp_path
    assert len(encoder.asked) == len(set(encoder.asked)) == 16


# ── traffic ─────────────────────────────────────────────────────────────────────────────────────────────────────────

LOG = "".join(
    json.dumps(row) + "\n"
    for row in (
        {"text": "how do I pay", "intent": "pay", "confidence": 0.9},
        {"text": "pay\u202enow", "intent": "pay", "confidence": 0.8},
        {"text": "may I bring my dog", "intent": None},
        {"text": "=1+1 dog", "intent": "None", "confidence": 0.9},
    )
)


def test_traffic_is_written_as_its_siblings_are(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_text(LOG)
    papers = [word for ending in ("html", "md", "csv", "json") for word in ("-o", f"t.{ending}")]
    ended = botassay("intents", "traffic", "log.jsonl", *papers)
    assert ended.code == 0
    document = json.loads((tmp_path / "t.json").read_text())
    assert document == json.loads(botassay("intents", "traffic", "log.jsonl", "--json").out)
    page = (tmp_path / "t.html").read_text()
    assert "50 % of the questions are recognised." in page
    assert "\u202e" not in page
    assert "| pay | 2 | 50.0 % \\(15.0 to 85.0\\) | 50 % |" in (tmp_path / "t.md").read_text()
    rows = rows_of(tmp_path / "t.csv")
    counts = [(row["kind"], row["questions"]) for row in rows]
    groups = document["unrecognised"]
    assert counts == [("topic", "2"), *(("unrecognised", str(one["share"]["count"])) for one in groups)]
    assert not any(value.startswith("=") for row in rows for value in row.values())
    assert botassay("intents", "traffic", "log.jsonl", "-o", "t.doc").code == 2


def test_a_log_that_calls_something_none_is_pointed_at(botassay: Run, tmp_path: Path, table: Path) -> None:
    (tmp_path / "log.jsonl").write_text(LOG)
    assert "1 question is logged as 'None', taken here for no answer" in botassay("intents", "traffic", "log.jsonl").err
    for more in (("--fallback", "none"), ("--data", str(table))):
        assert "'None'" not in botassay("intents", "traffic", "log.jsonl", *more).err


# ── a topic that is called None ─────────────────────────────────────────────────────────────────────────────────────


def test_a_name_of_having_no_answer_is_a_topic_where_the_data_have_it() -> None:
    assert "none" in silent_names()
    assert "none" not in silent_names(topics=["None", None])
    assert "none" in silent_names(["NONE"], ["None"])
    assert contested(["None", "pay", None]) == ("None",)
    assert contested(["Dunno"], ["dunno"]) == ("Dunno",)


NONES = "text,intent\nhm,None\nwhat,None\npay my bill,pay\nhow do I pay,pay\n"


@pytest.mark.parametrize(
    ("more", "accuracy", "told"),
    [
        ((), 1.0, "it is the topic"),
        (("--fallback", "None"), 0.5, "its phrases are never answered rightly"),
        (("--none-label", "None"), 1.0, None),
    ],
)
def test_predictions_of_none_are_never_mixed_up_in_silence(
    botassay: Run, tmp_path: Path, more: tuple[str, ...], accuracy: float, told: str | None
) -> None:
    (tmp_path / "data.csv").write_text(NONES)
    (tmp_path / "said.csv").write_text(NONES)
    extra = "" if "--none-label" not in more else "a,block\n"
    (tmp_path / "data.csv").write_text(NONES + extra)
    (tmp_path / "said.csv").write_text(NONES + extra)
    ended = botassay("intents", "evaluate", "data.csv", "--predictions", "said.csv", "--json", *more)
    (figures,) = json.loads(ended.out)["settings"]
    assert figures["accuracy"]["value"] == accuracy
    assert (told or "") in ended.err
    assert bool(ended.err) == bool(told)


def test_training_on_a_topic_called_none_is_pointed_at(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "data.csv").write_text(PHRASES + "hm,None\nwhat,None\n")
    ended = botassay("intents", "evaluate", "data.csv", "--repeats", "1", "--json")
    assert (
        "'None' is taken for a topic like others; if its phrases belong to none, give --none-label 'None'" in ended.err
    )
    assert (json.loads(ended.out)["intents"], json.loads(ended.out)["outside"]) == (4, 0)
    ended = botassay("intents", "evaluate", "data.csv", "--repeats", "1", "--json", "--none-label", "None")
    assert (ended.err, json.loads(ended.out)["intents"], json.loads(ended.out)["outside"]) == ("", 3, 2)


def test_null_and_a_topic_called_none_are_two_things(botassay: Run, tmp_path: Path) -> None:
    lines = [("hm", None), ("what", None), ("who", "None"), ("whom", "None"), ("pay it", "pay"), ("pay now", "pay")]
    text = "".join(json.dumps({"text": text, "intent": intent}) + "\n" for text, intent in lines)
    (tmp_path / "data.jsonl").write_text(text)
    document = json.loads(botassay("intents", "evaluate", "data.jsonl", "--repeats", "1", "--json").out)
    assert (document["intents"], document["outside"]) == (2, 2)


@pytest.mark.parametrize(("fallbacks", "value"), [((), 0), (("None",), 1_000_000_000)])
def test_a_live_bot_is_right_to_answer_a_topic_called_none(fallbacks: tuple[str, ...], value: int) -> None:
    asked = Utterance(Role.USER, "hm")
    said = Utterance(Role.BOT, "Small talk.", intent="None", confidence=0.9)
    dialog = Dialog("d", (asked, said), tags={"part": LABELLED, "intent": "None"})
    found = Understanding(fallbacks=fallbacks).look([dialog])
    assert found.peak == value


# ── bad files ───────────────────────────────────────────────────────────────────────────────────────────────────────


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
    ended = botassay("intents", "evaluate", "a.json")
    assert (ended.code, ended.out) == (65, "")
    assert f"a.json:{line}: E120 what stands here is no JSON" in ended.err
    ended = botassay("rate", "eliza", "--issues", "UN,CC", "--labelled", "a.json")
    assert (ended.code, f"a.json:{line}: E120" in ended.err) == (65, True)


def test_one_topic_beside_phrases_of_none_is_too_few(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("text,intent\nhm,oos\nhi,a\nho,a\n")
    ended = botassay("intents", "evaluate", "a.csv", "--none-label", "oos")
    assert (ended.code, ended.out) == (65, "")
    assert "a.csv:3: E151 from here to the end there is one topic only, 'a', beside 'oos'" in ended.err
    (tmp_path / "b.csv").write_text("text,intent\nhm,oos\n")
    ended = botassay("intents", "evaluate", "b.csv", "--none-label", "oos")
    assert (ended.code, "b.csv:2: E151 from here to the end there is no topic, beside 'oos'" in ended.err) == (65, True)


# ── corpora of others ───────────────────────────────────────────────────────────────────────────────────────────────

CHINESE = {
    "支付": ["怎么付款", "我想付账单", "付款方式有哪些", "我要付话费", "可以付现金吗"],
    "退货": ["我要退货", "怎么退货", "退货要多少钱", "可以退货吗", "退货多久到"],
    "营业时间": ["几点开门", "周日开门吗", "什么时候开门", "开门时间", "今天开门吗"],
}


def test_a_language_without_spaces_needs_characters_and_that_is_said(botassay: Run, tmp_path: Path) -> None:
    lines = [{"text": text, "intent": topic} for topic, texts in CHINESE.items() for text in texts]
    (tmp_path / "zh.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    call = ("intents", "evaluate", "zh.jsonl", "--setting", "0,0", "--repeats", "5", "--json")
    by_words, by_characters = botassay(*call), botassay(*call, "--classifier", "char-lr")
    assert "the phrases have no spaces between words" in by_words.err
    assert "try --classifier char-lr" in by_words.err
    assert by_characters.err == ""
    best = [json.loads(ended.out)["settings"][0]["f1_macro"]["value"] for ended in (by_words, by_characters)]
    assert best[0] < best[1]


def test_where_words_are_compared_a_language_without_spaces_is_told(botassay: Run, tmp_path: Path) -> None:
    for name in ("a", "b"):
        lines = [{"text": text, "intent": topic} for topic, texts in CHINESE.items() for text in texts]
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    (tmp_path / "en.csv").write_text(PHRASES)
    (tmp_path / "log.jsonl").write_text('{"text": "怎么付款"}\n')
    merged = botassay("intents", "merge", "a.jsonl", "b.jsonl", "en.csv")
    assert merged.err.startswith("botassay: a, b: the phrases have no spaces between words")
    for call in (("traffic", "log.jsonl"), ("review", "log.jsonl", "--json")):
        by_words = botassay("intents", *call, "--data", "a.jsonl")
        assert (by_words.code, "try --classifier char-lr" in by_words.err) == (0, True)
        assert botassay("intents", *call, "--data", "a.jsonl", "--classifier", "char-lr").err == ""
    assert botassay("intents", "merge", "en.csv", "a.jsonl", "--least", "1").code == 0


def test_a_cutoff_that_no_topic_is_below_is_told_as_0_0_again(botassay: Run, table: Path, tmp_path: Path) -> None:
    told, page = "no topic has fewer than 5 phrases, so this is 0,0 again", tmp_path / "p.md"
    ended = botassay("intents", "evaluate", table, "--repeats", "1", "-o", page)
    assert f"\n5,0: {told}\n" in ended.out
    assert told in page.read_text()
    found = json.loads(botassay("intents", "evaluate", table, "--repeats", "1", "--json").out)["settings"]
    assert [one["n_small"] for one in found] == [0, 1, 0]
    days = tmp_path / "days"
    days.mkdir()
    (days / "2026-03-02.csv").write_text(PHRASES)
    assert told in botassay("intents", "history", days, "--repeats", "1").out
    (days / "2026-03-03.csv").write_text(PHRASES + "parcel lost,parcel\nmy parcel,parcel\n")
    page = tmp_path / "h.md"
    ended = botassay("intents", "history", days, "--repeats", "1", "-o", page)
    assert "\n5,0: some topics with fewer than 5 phrases kept from the bot\n" in ended.out
    assert told not in ended.out + page.read_text()


def test_a_label_of_no_topic_need_not_be_in_every_file(botassay: Run, tmp_path: Path) -> None:
    days = tmp_path / "days"
    days.mkdir()
    (days / "2026-03-02.csv").write_text(PHRASES)
    (days / "2026-03-03.csv").write_text(PHRASES + "hm,oos\nwhat,oos\n")
    call = ("--none-label", "oos", "--json")
    ended = botassay("intents", "history", days, "--repeats", "1", *call)
    assert [day["intents"] for day in json.loads(ended.out)["days"]] == [3, 3]
    merged = botassay("intents", "merge", days / "2026-03-02.csv", days / "2026-03-03.csv", *call)
    assert (merged.code, "oos" in merged.out) == (0, False)
    (days / "2026-03-03.csv").unlink()
    ended = botassay("intents", "history", days, *call)
    assert (ended.code, "E150 no phrase is labelled 'oos'" in ended.err) == (65, True)


ODD = ["🚗 auto", "a/b,c", "=SUM(A1)", '"quoted"', "42", "<script>alert(1)</script>", "x" * 200, "null", "سلام"]


def test_odd_labels_go_through_every_command(botassay: Run, tmp_path: Path) -> None:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(("text", "intent"))
    writer.writerows((f"word{at} thing{n} of{at}", name) for at, name in enumerate(ODD) for n in range(4))
    (tmp_path / "2026-01-01.csv").write_text(out.getvalue())
    (tmp_path / "log.jsonl").write_text(
        "".join(json.dumps({"text": f"word{at} thing", "intent": name}) + "\n" for at, name in enumerate(ODD))
    )
    papers = ("-o", "a.html", "-o", "a.md", "-o", "a.csv")
    classifiers = ("--classifier", "tfidf-lr", "--classifier", "majority")
    for call in (
        ("evaluate", "2026-01-01.csv", "--repeats", "1", *papers),
        ("compare", "2026-01-01.csv", "--repeats", "1", *classifiers, *papers),
        ("history", ".", "--repeats", "1", *papers),
        ("traffic", "log.jsonl", *papers),
    ):
        ended = botassay("intents", *call)
        assert ended.code == 0, ended.err
        assert "<script>alert" not in (tmp_path / "a.html").read_text()
        cells = [cell for row in csv.reader(io.StringIO((tmp_path / "a.csv").read_text())) for cell in row]
        assert not any(cell.startswith("=") for cell in cells)
        for paper in ("a.html", "a.md", "a.csv"):
            (tmp_path / paper).unlink()
    assert botassay("intents", "review", "log.jsonl", "--data", "2026-01-01.csv", "--json").code == 0
