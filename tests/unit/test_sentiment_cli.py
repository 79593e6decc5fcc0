"""`botassay sentiment`, as a user meets it."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Run

ROWS = [("a", "male", "-0.5"), ("b", "male", "-0.4"), ("c", "female", "0.5"), ("d", "female", "0.6")]
DATA = "group,dataset,id,text,emotion,gender,score:mine\n" + "".join(
    f"1,E1,{name},They are fine.,pos,{gender},{score}\n" for name, gender, score in ROWS
)


def test_a_rating_as_json(botassay: Run) -> None:
    ended = botassay("sentiment", "rate", "--json")
    document = json.loads(ended.out)
    assert (ended.code, ended.err) == (0, "")
    assert list(document["groups"]) == ["1", "2", "3_R", "3_G", "3_RG", "4"]
    for name, group in document["groups"].items():
        assert group["measure"] == ("DIE" if name in "24" else "WRS")
        assert set(group["raw"]) == set(group["rating"]) == {"vader", "biased", "random"}
        assert [system for system, _ in group["order"]][-1] == "biased"
        row = group["detail"]["vader"][0]
        wanted = {"dataset", "pair", "t", "df", "p", "p_holm", "rejected"}
        assert row.keys() >= ({"dataset", "neg", "pos", "difference", "gaps"} if name in "24" else wanted)
    assert document["groups"]["1"]["raw"]["biased"] == 24
    assert document["overall"]["biased"] == {"worst": 3, "mean": 3.0}
    infinite = next(row for row in document["groups"]["1"]["detail"]["biased"] if row["p"] == 0)
    assert infinite["t"] is None


def test_the_same_seed_gives_the_same_bytes(botassay: Run) -> None:
    first, second, other = (botassay("sentiment", "rate", "--json", "--seed", seed).out for seed in ("7", "7", "8"))
    assert first == second != other


def test_a_rating_to_read(botassay: Run) -> None:
    out = botassay("sentiment", "rate", "--mode", "reference").out
    assert "mode reference: confidence 97.5, 85, 80 %, weights 1, 0.7, 0.6, degrees of freedom n-2" in out
    assert re.search(r"\{vader\} 0 < \{random\} [\d.]+ < \{biased\} 23\n", out)
    assert "rating  vader 1, random 2, biased 3  (1 to 3)" in out
    assert re.search(r"biased +3 +3\.00\n", out)


def test_the_tables_of_the_supplement(botassay: Run) -> None:
    out = botassay("sentiment", "rate", "--tables", "--system", "biased", "--group", "1", "--group", "2").out
    assert re.search(r"E1 +male / female +-inf +14\.0 +0\.0000 +0\.0000 +-2\.000  xxx", out)
    assert "never meet" in out
    assert re.search(r"E1 +male / female +8/8  -2\.000 \[-2\.000, -2\.000\] +nothing varies", out)
    random = botassay("sentiment", "rate", "--tables", "--system", "random", "--group", "1").out
    sized = r"[-+]\d\.\d{3} \[[-+]\d\.\d{3}, [-+]\d\.\d{3}\]"
    assert re.search(rf"E5 +female / NA +24/24  {sized} +{sized}\n", random)


def test_a_file_with_scores_is_rated_by_them(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text(DATA)
    document = json.loads(botassay("sentiment", "rate", "--data", "d.csv", "--json").out)
    assert document["groups"]["1"]["raw"] == {"mine": 2.4}
    row = document["groups"]["1"]["detail"]["mine"][0]
    assert (row["pair"], row["df"]) == (["male", "female"], pytest.approx(2))
    assert row["t"] == pytest.approx(-14.142135623730951)
    assert row["difference"] == pytest.approx(-1.0)
    both = json.loads(botassay("sentiment", "rate", "--data", "d.csv", "--system", "biased", "--json").out)
    assert list(both["groups"]["1"]["raw"]) == ["mine", "biased"]
    n_1 = json.loads(botassay("sentiment", "rate", "--data", "d.csv", "--df", "n-1", "--json").out)
    assert n_1["groups"]["1"]["detail"]["mine"][0]["df"] == 3


def test_an_expectation_of_0_is_the_worst(botassay: Run, tmp_path: Path) -> None:
    rows = [("pos", "male", 1), ("pos", "male", 1), ("pos", "female", -2), ("neg", "male", -1), ("neg", "female", -1)]
    text = "group,dataset,id,text,emotion,gender,score:flat,score:even\n" + "".join(
        f"2,E3,{at},text,{emotion},{gender},{score / 2},{1 if emotion == 'pos' else -1}\n"
        for at, (emotion, gender, score) in enumerate(rows)
    )
    (tmp_path / "d.csv").write_text(text)
    group = json.loads(botassay("sentiment", "rate", "--data", "d.csv", "--json").out)["groups"]["2"]
    assert (group["raw"], group["rating"]) == ({"flat": None, "even": 0.0}, {"flat": 3, "even": 1})
    (row,) = group["detail"]["flat"]
    assert (row["pos"], row["undefined"]) == (None, ["pos"])
    assert row["difference"] == pytest.approx(0.1)
    assert "{flat} X" in botassay("sentiment", "rate", "--data", "d.csv").out


def test_people_are_rated_with_how_far_they_agree(botassay: Run, tmp_path: Path) -> None:
    botassay("sentiment", "generate", "--group", "1", "-o", "s.csv")
    names = [line.split(",")[2] for line in (tmp_path / "s.csv").read_text().splitlines()[1:]]
    (tmp_path / "h.csv").write_text(
        "id,ann,ben\n" + "".join(f"{name},1,1\n" for name in names[:-1]) + f"{names[-1]},1,0\n"
    )
    arguments = ("sentiment", "rate", "--data", "s.csv", "--system", "human:h.csv")
    agreement = json.loads(botassay(*arguments, "--json").out)["agreement"]["human:h.csv"]
    assert (agreement["annotators"], agreement["sentences"], agreement["conflicts"]) == (2, 240, 1)
    assert agreement["percent"] == pytest.approx(100 * 239 / 240)
    assert "agreement 99.6 %" in botassay(*arguments).out


def test_textblob_is_rated_beside_vader_over_all_groups(botassay: Run, tmp_path: Path) -> None:
    pytest.importorskip("textblob", reason="needs TextBlob: the extra `sentiment`")
    systems = ("--system", "textblob", "--system", "vader", "--system", "biased")
    document = json.loads(botassay("sentiment", "rate", *systems, "--json", "-o", "r.html").out)
    assert list(document["groups"]) == ["1", "2", "3_R", "3_G", "3_RG", "4"]
    for group in document["groups"].values():
        assert (group["rating"]["textblob"], group["rating"]["biased"]) != (3, 1)
    assert all(document["groups"][name]["raw"]["textblob"] == 0 for name in ("1", "3_R", "3_G", "3_RG"))
    assert "textblob" in (tmp_path / "r.html").read_text()


def test_the_biased_system_favours_a_class_that_there_is(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text(
        "group,dataset,id,text,emotion,age\n1,E1,a,Old and fine.,pos,old\n1,E1,b,Old and well.,pos,old\n"
        "1,E1,c,Young and fine.,pos,young\n1,E1,d,Young and well.,pos,young\n"
    )
    document = json.loads(botassay("sentiment", "rate", "--data", "d.csv", "--json").out)
    assert set(document["groups"]["1"]["raw"]) == {"vader", "biased:age=old", "random"}


def test_reports_are_written(botassay: Run, tmp_path: Path) -> None:
    ended = botassay("sentiment", "rate", "-o", "r.html", "-o", "r.json", "--json")
    assert (tmp_path / "r.json").read_text() == ended.out
    page = (tmp_path / "r.html").read_text()
    assert "Least biased of 3 systems: vader. Most: biased." in page
    assert "<script" not in page
    assert "http://" not in page.replace("http://www.w3.org", "")


def test_what_a_file_says_is_inert_on_the_page(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text(DATA.replace("score:mine", "score:<b>x</b>\x1b[31m"))
    out = botassay("sentiment", "rate", "--data", "d.csv", "-o", "r.html").out
    page = (tmp_path / "r.html").read_text()
    assert "\x1b" not in out + page
    assert "<b>x" not in page


def test_sentences_are_written(botassay: Run, tmp_path: Path) -> None:
    ended = botassay("sentiment", "generate", "--group", "1")
    lines = ended.out.splitlines()
    assert (lines[0], len(lines)) == ("group,dataset,id,text,emotion,gender,race", 241)
    assert botassay("sentiment", "generate", "--group", "1", "-o", "s.csv").out == ""
    assert (tmp_path / "s.csv").read_text() == ended.out
    rated = json.loads(botassay("sentiment", "rate", "--data", "s.csv", "--system", "vader", "--json").out)
    assert list(rated["groups"]) == ["1"]


def test_an_order_out_of_raw_scores(botassay: Run) -> None:
    ended = botassay("sentiment", "order", "-", "--levels", "3", stdin='{"a": 0, "b": null, "c": 3.5, "d": 0}')
    document = json.loads(ended.out)
    assert document["order"] == [["a", 0.0], ["d", 0.0], ["c", 3.5], ["b", None]]
    assert (document["levels"], document["rating"]) == (3, {"a": 1, "d": 1, "c": 2, "b": 3})
    assert document["ties"] == [["a", "d"]]


def outcome(botassay: Run, *arguments: str, stdin: str = "") -> tuple[int, str]:
    ended = botassay("sentiment", *arguments, stdin=stdin)
    assert "Traceback" not in ended.err
    assert ended.out == ""
    return ended.code, ended.err


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("rate", "--system", "vadr"), 2, "did you mean 'vader'"),
        (("rate", "--group", "5"), 2, "there is no group '5'"),
        (("rate", "--mode", "reference", "--df", "n-1"), 2, "does not go with --mode reference"),
        (("rate", "-o", "r.txt"), 2, "endings are .html, .md, .csv, .json"),
        (("rate", "--levels", "1"), 2, "--levels"),
        (("rate", "--data", "missing.csv"), 65, "there is no such file"),
        (("rate", "--data", "one.csv"), 65, "no protected attribute has two classes; there are only: gender male"),
        (("rate", "--data", "few.csv", "--system", "vader"), 65, "nothing can be tested"),
        (("rate", "--data", "empty.csv"), 65, "there are no sentences"),
        (("rate", "--data", "lack.csv"), 65, "lack.csv:1: E142 the header lacks the column 'emotion'"),
        (("rate", "--data", "nan.csv"), 65, "nan.csv:2: score:mine: E136 'nan' is no polarity"),
        (("rate", "--data", "word.csv"), 65, "word.csv:2: score:mine: E136 'warm' is no polarity"),
        (("generate", "--recipe", "flat.toml"), 65, "lacks {emotion} or a person"),
        (("rate", "--data", "d.csv", "--recipe", "d.csv"), 2, "--data excludes"),
        (("rate", "--data", "d.csv", "--group", "3"), 2, "the sentences have 1"),
        (("rate", "--system", "predictions:d.csv"), 65, "lacks the column 'score'"),
        (("rate", "--system", "human:nothing.csv"), 65, "is no file"),
        (("rate", "--system", "biased:age=old"), 78, "needs the attribute 'age'"),
        (("rate", "--system", "biased:gender=Female"), 2, "have no gender 'Female' (name one of NA, female, male)"),
        (("rate", "--data", "d.csv", "--translator", "recorded:d.csv", "--via", "es"), 2, "cannot be translated"),
        (("generate", "--group", "7"), 2, "--group"),
        (("generate", "--recipe", "d.csv"), 65, "is no TOML"),
        (("generate", "--recipe", "d.csv", "--eec", "d.csv"), 2, "exclude each other"),
        (("generate", "-o", "one.csv/x"), 73, "cannot write"),
        (("order", "d.csv"), 65, "no raw scores"),
    ],
)
def test_what_goes_wrong_is_said(
    botassay: Run, tmp_path: Path, arguments: tuple[str, ...], code: int, said: str
) -> None:
    (tmp_path / "d.csv").write_text(DATA)
    rows = DATA.splitlines()
    files = {
        "one.csv": "\n".join(rows[:3]),
        "few.csv": "\n".join([rows[0], rows[1], rows[3]]),
        "empty.csv": "",
        "lack.csv": "group,dataset,id,text,gender\n",
        "nan.csv": DATA.replace("-0.5", "nan"),
        "word.csv": DATA.replace("-0.5", "warm"),
        "flat.toml": 'templates = ["Fine."]\nemotions = {neg = ["a"], pos = ["b"]}\nsets = {S = ["a"]}\npeople = []\n'
        '[groups.1]\nattributes = ["x"]\nsets = ["S"]\n',
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    ended, message = outcome(botassay, *arguments)
    assert (ended, said in message) == (code, True), message


@pytest.mark.parametrize("scores", ["{}", '{"a": -1}', '{"a": "x"}', "[1]", "", '{"a": 1e999}', '{"a": 1, "a": 2}'])
def test_what_are_no_raw_scores(botassay: Run, scores: str) -> None:
    assert outcome(botassay, "order", "-", stdin=scores)[0] == 65


def test_a_column_and_a_system_of_one_name(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text(DATA.replace("score:mine", "score:vader"))
    code, said = outcome(botassay, "rate", "--data", "d.csv", "--system", "vader")
    assert (code, "has a column of scores, too" in said) == (2, True)


def test_the_help_names_all_commands(botassay: Run) -> None:
    out: Any = botassay("sentiment", "--help").out
    assert all(name in out for name in ("rate", "generate", "order"))


def test_pairs_that_could_not_be_tested_are_counted_and_named(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "d.csv").write_text(f"{DATA}1,E1,e,They are here.,pos,NA,0.1\n")
    ended = botassay("sentiment", "rate", "--data", "d.csv", "-o", "r.html")
    assert "2 pairs of classes have too few sentences in a data set to be tested" in ended.out
    page = (tmp_path / "r.html").read_text()
    assert "fewer than two sentences there: E1, male / NA; E1, female / NA." in page
