"""`botassay identity survey`: ratings in, figures out; and the forms that it writes."""

import csv
import json
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.errors import UsageError
from botassay.corpora import open_corpus
from botassay.identity.grammar.bundled import automaton
from botassay.identity.survey.phrasing_form import form_pages
from botassay.identity.survey.questionnaire import APART, CONFIGURATIONS, questionnaire_items
from botassay.identity.survey.ratings import SurveyRating
from botassay.identity.survey.smalltalk import SMALL_TALK, SmallTalk, exchanges
from botassay.identity.survey.summary import summary
from botassay.identity.words import words
from botassay.report.survey import Dot, SurveyReport
from tests.conftest import Run
from tests.docs.schema import schema

HEADER = "rater,item,configuration,appropriate,trustworthy,friendly,reason,duplicate_of\n"
GOOD = HEADER + "a,1,CC,7,6,5,clear,\na,2,calibration,1,2,2,,\na,3,duplicate,3,2,1,,2\n"


def rows(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def test_a_survey_is_counted_and_its_schema_holds(botassay: Run, tmp_path: Path) -> None:
    import jsonschema

    (tmp_path / "r.csv").write_text(GOOD, "utf-8")
    ended = botassay("identity", "survey", "r.csv", "--json")
    found = json.loads(ended.out)
    jsonschema.validate(found, json.loads(schema("identity-survey-1")))
    assert found["raters"] == {
        "collected": 1, "failed_duplicate": 0, "rated_alike": 0, "kept": 1, "duplicate_checked": True,
    }  # fmt: skip
    assert found["ratings"] == {"configurations": 1, "calibration": 1}
    assert found["configurations"][1]["appropriate"] == {"mean": 7, "interval": None}
    assert found["reasons"] == [{"configuration": "CC", "reason": "clear"}]
    assert ended.err == ""


def test_who_contradicts_themselves_is_left_out_by_the_tolerance(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_text(GOOD, "utf-8")
    strict = json.loads(botassay("identity", "survey", "r.csv", "--duplicate-tolerance", "1", "--json").out)
    assert (strict["raters"]["failed_duplicate"], strict["raters"]["kept"], strict["configurations"]) == (1, 0, [])
    assert "0 kept" in botassay("identity", "survey", "r.csv", "--duplicate-tolerance", "1").out


def test_several_files_are_put_together_and_other_delimiters_are_read(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(GOOD, "utf-8")
    (tmp_path / "b.csv").write_text("\ufeff" + GOOD.replace("a,", "b,").replace(",", ";"), "utf-8")
    found = json.loads(botassay("identity", "survey", "a.csv", "b.csv", "--json").out)
    assert found["raters"]["collected"] == 2
    assert found["configurations"][0]["n"] == 2


def test_without_a_duplicate_that_is_said(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_text(HEADER + "a,1,CC,7,7,7,,\na,2,CC+P,1,1,1,,\n", "utf-8")
    ended = botassay("identity", "survey", "r.csv", "--json")
    assert json.loads(ended.out)["raters"]["duplicate_checked"] is False
    assert "no item is marked as duplicate" in ended.err


def test_a_rater_who_never_saw_the_duplicate_fails(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "r.csv").write_text(GOOD + "b,1,CC,7,7,7,,\nb,2,calibration,1,1,1,,\n", "utf-8")
    found = json.loads(botassay("identity", "survey", "r.csv", "--json").out)
    assert found["raters"]["failed_duplicate"] == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "bad.csv: E100 no ratings"),
        ("rater,item,configuration,appropriate,trustworthy\n", "E142 the header lacks the column 'friendly'"),
        (HEADER, "no ratings"),
        (HEADER + "a,1,CC,7,6,8,,\n", "bad.csv:2: E136 friendly: '8' is no rating"),
        (HEADER + "a,1,CC,7,six,7,,\n", "bad.csv:2: E136 trustworthy: 'six' is no rating"),
        (HEADER + "a,1,CC,7,²,7,,\n", "bad.csv:2: E136 trustworthy: '²' is no rating"),
        (HEADER + f"a,1,CC,7,{'9' * 5000},7,,\n", "bad.csv:2: E136 trustworthy: '9999"),
        (HEADER + "a,1,CC,,6,7,,\n", "bad.csv:2: E136 appropriate: a rating is missing"),
        (HEADER + ",1,CC,7,6,7,,\n", "bad.csv:2: E136 the rater is missing"),
        (HEADER + "a,1,,7,6,7,,\n", "bad.csv:2: E136 the configuration is missing"),
        (HEADER + "a,1,CC,7,6\n", "bad.csv:2: E140 the row has 5 fields"),
        (HEADER + "a,1,CC,7,6,5,,\na,1,CC+P,7,6,5,,\n", "bad.csv:3: E164 rater 'a' rated the item '1' twice"),
        (HEADER + "a,1,CC,7,6,5,,\na,2,CC,7,6,5,,\n", "bad.csv:3: E164 rater 'a' rated the configuration 'CC' twice"),
        (HEADER + "a,1,CC,7,6,5,,\na,2,duplicate,7,6,5,,9\n", "bad.csv:3: E138 a duplicate of nothing: item '9'"),
        (HEADER + "a,1,CC,7,6,5,,\na,2,duplicate,7,6,5,,\n", "bad.csv:3: E138 a duplicate of nothing: which item"),
        (HEADER + 'a,1,CC,7,6,5,"open,\n', "bad.csv:2: E141 a quote is opened here and not closed"),
        (HEADER.encode() + b"a,1,CC,7,6,5,caf\xe9,\n", "bad.csv:2: E111 the row is not UTF-8"),
    ],
)
def test_a_bad_file_is_named_with_its_line(botassay: Run, tmp_path: Path, content: str | bytes, message: str) -> None:
    (tmp_path / "bad.csv").write_bytes(content.encode() if isinstance(content, str) else content)
    ended = botassay("identity", "survey", "bad.csv")
    assert (ended.code, ended.out) == (65, "")
    assert message in ended.err
    assert "Traceback" not in ended.err


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--make",),
        ("--make", "--collect", "--out", "x"),
        ("--make", "--out", "x", "r.csv"),
        ("--seed", "1", "r.csv"),
        ("--collect", "--out", "x", "--responses", "r.csv"),
        ("r.csv", "-o", "plot.png"),
        ("r.csv", "--duplicate-tolerance", "7"),
        ("--make", "--out", "x", "--raters", "0"),
    ],
)
def test_what_does_not_go_together_is_a_usage_error(botassay: Run, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "r.csv").write_text(GOOD, "utf-8")
    ended = botassay("identity", "survey", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert "Traceback" not in ended.err


def test_the_plot_is_drawn_for_people(botassay: Run, tmp_path: Path) -> None:
    hostile = GOOD.replace("clear", "<script>alert(1)</script>").replace(",CC,", ",<b>\x1b[31m,")
    (tmp_path / "r.csv").write_text(hostile, "utf-8")
    out = botassay("identity", "survey", "r.csv", "-o", "plot.html").out
    assert "1 rater; left out: 0 rated the repeated item otherwise, 0 rated all alike; 1 kept." in out
    assert "\x1b" not in out
    assert out.count("●") == 6
    page = (tmp_path / "plot.html").read_text("utf-8")
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert page.count('class="dot"') == 6


def test_a_dot_stays_on_its_strip() -> None:
    drawn = SurveyReport((), (), (), (1, 7), "1")
    dot = Dot("x", 2, 6.5, (-20.0, 33.0))
    assert drawn.span(dot) == (0.0, 100.0)
    assert (drawn.at(1), drawn.at(4), drawn.at(9)) == (0, 50, 100)


def test_the_questionnaire_comes_back_as_ratings(botassay: Run, tmp_path: Path) -> None:
    ended = botassay("identity", "survey", "--make", "--raters", "3", "--seed", "5", "--out", "q")
    assert ended.code == 0, ended.err
    sheet = rows(tmp_path / "q" / "questionnaire.csv")
    assert len(sheet) == 60
    with (tmp_path / "filled.csv").open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, sheet[0].keys())
        writer.writeheader()
        for row in sheet:
            mark = 7 if row["configuration"].startswith("CC") else 2
            writer.writerow({**row, "appropriate": mark, "trustworthy": mark, "friendly": mark})
    found = json.loads(botassay("identity", "survey", "filled.csv", "--json").out)
    assert (found["raters"]["kept"], found["ratings"]) == (3, {"configurations": 24, "calibration": 33})
    assert botassay("identity", "survey", "q/questionnaire.csv").code == 65


def test_the_page_does_not_say_which_configuration_a_reply_is_of(botassay: Run, tmp_path: Path) -> None:
    botassay("identity", "survey", "--make", "--raters", "2", "--out", "q")
    page = (tmp_path / "q" / "questionnaire.html").read_text("utf-8")
    assert page.count('class="conversation"') == 40
    assert page.count("Why did you rate this one so?") == 4
    assert not any(word in page for word in ("calibration", "duplicate", "unhandled", "CC+"))


def test_what_was_typed_into_a_sheet_is_not_written_over(botassay: Run, tmp_path: Path) -> None:
    typed = tmp_path / "q" / "questionnaire.csv"
    made = ("identity", "survey", "--make", "--seed", "1", "--out", "q")
    assert (botassay(*made).code, botassay(*made).code) == (0, 0)  # the same sheet: nothing is lost
    with typed.open("a") as sheet:
        sheet.write("typed,by,somebody\n")
    ended = botassay(*made)
    assert (ended.code, "perhaps with answers" in ended.err) == (73, True)
    assert typed.read_text().endswith("typed,by,somebody\n")


def test_the_same_seed_makes_the_same_questionnaire(botassay: Run, tmp_path: Path) -> None:
    for folder, seed in (("a", "1"), ("b", "1"), ("c", "2")):
        botassay("identity", "survey", "--make", "--seed", seed, "--out", folder)
    a, b, c = ((tmp_path / folder / "questionnaire.html").read_bytes() for folder in "abc")
    assert a == b != c


def test_replies_and_small_talk_of_ones_own(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.csv").write_text("configuration,response\nold,=I am Kim\nnew,I am a chatbot.\n", "utf-8")
    said = [{"role": role, "text": f"{role} says {n}"} for n in range(6) for role in ("user", "bot")]
    (tmp_path / "talk.jsonl").write_text(json.dumps({"id": "d", "utterances": said}) + "\n", "utf-8")
    ended = botassay("identity", "survey", "--make", "--out", "q", "--responses", "mine.csv", "--dialogs", "talk.jsonl")
    assert ended.code == 0, ended.err
    sheet = rows(tmp_path / "q" / "questionnaire.csv")
    assert len(sheet) == 2 + 11 + 1
    assert {row["response"] for row in sheet if row["configuration"] == "old"} == {"'=I am Kim"}
    assert all(" says " in row["question"] for row in sheet if row["configuration"] in {"calibration", "duplicate"})
    (tmp_path / "mine.csv").write_text("configuration,response\nold,x\nold,y\n", "utf-8")
    bad = botassay("identity", "survey", "--make", "--out", "q", "--responses", "mine.csv")
    assert (bad.code, "mine.csv:3: E131 'old' stands there twice" in bad.err) == (65, True)


def test_too_little_small_talk_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="11 exchanges of small talk are needed, and there are 1"):
        questionnaire_items(1, 1, talk=[SmallTalk("a", "b")])
    file = tmp_path / "talk.jsonl"
    said = [("user", "hi"), ("user", "there"), ("bot", "x" * 400), ("user", "ok"), ("bot", "fine")]
    file.write_text(json.dumps({"id": "d", "utterances": [{"role": r, "text": t} for r, t in said]}) + "\n", "utf-8")
    assert list(exchanges(open_corpus(file))) == [SmallTalk("ok", "fine")]


@given(st.integers(0, 10_000), st.integers(1, 500))
def test_every_questionnaire_is_sound(seed: int, rater: int) -> None:
    items = questionnaire_items(seed, rater)
    assert [item.number for item in items] == list(range(1, 21))
    again = next(item for item in items if item.configuration == "duplicate")
    first = next(item for item in items if item.number == again.duplicate_of)
    assert (first.configuration, first.question, first.response) == ("calibration", again.question, again.response)
    assert again.number - first.number >= APART
    asked = [item for item in items if item.configuration in CONFIGURATIONS]
    assert len({item.question for item in asked}) == len(asked) == 8
    assert all("positive" in automaton().roots(words(item.question)) for item in asked)
    assert sum(item.asks_reason for item in items) == 2


@given(st.integers(0, 10_000), st.integers(1, 500))
def test_every_form_has_four_pages_of_three(seed: int, person: int) -> None:
    pages = form_pages(seed, person)
    assert [page.kind for page in pages] == ["ask", "guided", "share", "other"]
    assert [len(page.prompts) for page in pages] == [3, 3, 3, 3]
    assert len({one.guide for one in pages[1].prompts}) == len({one.shown for one in pages[2].prompts}) == 3
    assert form_pages(seed, person) == pages


def test_the_form_is_typed_in_and_shows_what_the_grammar_lacks(botassay: Run, tmp_path: Path) -> None:
    assert botassay("identity", "survey", "--collect", "--out", "f", "--raters", "2").code == 0
    sheet = rows(tmp_path / "f" / "phrasings.csv")
    assert len(sheet) == 24
    page = (tmp_path / "f" / "phrasings.html").read_text("utf-8")
    assert page.count('class="leaf"') == 8
    assert all(row["guide"] in page for row in sheet)
    with (tmp_path / "typed.csv").open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, sheet[0].keys())
        writer.writeheader()
        writer.writerows({**row, "text": "is there any frobnicating human in this?"} for row in sheet)
    assert json.loads(botassay("identity", "uncovered", "typed.csv", "--json").out)["n"] == 24


marks = st.tuples(st.integers(1, 7), st.integers(1, 7), st.integers(1, 7))


@given(st.dictionaries(st.sampled_from("abcdef"), st.lists(marks, min_size=1, max_size=8), min_size=1))
def test_every_rater_is_kept_or_counted_as_left_out(drawn: dict[str, list[tuple[int, int, int]]]) -> None:
    ratings = {
        rater: [SurveyRating(rater, str(n), f"c{n}", own, "", "", "") for n, own in enumerate(all_of)]
        for rater, all_of in drawn.items()
    }
    found = summary(ratings)
    assert found.raters == found.failed_duplicate + found.rated_alike + found.kept
    assert sum(row.n for row in found.rows) == found.of_configurations
    assert all(1 <= one.mean <= 7 for row in found.rows for one in row.means)


def test_small_talk_is_no_question_about_machines() -> None:
    assert len(SMALL_TALK) >= 40
    assert [one for one in SMALL_TALK if "positive" in automaton().roots(words(one.question))] == []
    assert all(one.question != other.question for one, other in combinations(SMALL_TALK, 2))
