"""`botassay identity survey`: ratings in, figures out; and the forms that it writes."""

import csv
import io
import json
import logging
import re
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay import identity
from botassay.core.errors import InputError, OutputError, UsageError
from botassay.corpora import open_corpus
from botassay.identity.grammar.bundled import automaton
from botassay.identity.surveys.documents import SurveyRatings
from botassay.identity.surveys.items import CONFIGURATIONS, SMALL_TALK, SmallTalk, exchanges
from botassay.identity.surveys.phrasing_form import form_pages
from botassay.identity.surveys.questionnaire import APART, questionnaire_items
from botassay.identity.surveys.ratings import SurveyRating
from botassay.identity.surveys.summary import summary
from botassay.identity.words import words
from botassay.settings.identity import SurveyFormSettings
from botassay.view import Intervals
from tests.conftest import Run
from tests.docs.schema import schema

FAR_APART = [(1, 1, 1), (7, 7, 7)]
HEADER = "rater,item,configuration,appropriate,trustworthy,friendly,reason,duplicate_of\n"
GOOD = HEADER + "a,1,CC,7,6,5,clear,\na,2,calibration,1,2,2,,\na,3,duplicate,3,2,1,,2\n"


def rows(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def written(folder: Path, content: str | bytes, name: str = "r.csv") -> Path:
    file = folder / name
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    return file


def test_a_survey_is_counted_and_its_schema_holds(tmp_path: Path) -> None:
    import jsonschema

    document = json.loads(identity.survey(written(tmp_path, GOOD)).json())
    jsonschema.validate(document, json.loads(schema("identity-survey-1")))
    assert document["raters"] == {
        "collected": 1, "failed_duplicate": 0, "rated_alike": 0, "kept": 1, "duplicate_checked": True,
    }  # fmt: skip
    assert document["ratings"] == {"configurations": 1, "calibration": 1}
    assert document["configurations"][1]["appropriate"] == {"mean": 7, "interval": None}
    assert document["reasons"] == [{"configuration": "CC", "reason": "clear"}]


def test_who_contradicts_themselves_is_left_out_by_the_tolerance(tmp_path: Path) -> None:
    strict = identity.survey(written(tmp_path, GOOD), duplicate_tolerance=1)
    assert (strict.raters.failed_duplicate, strict.raters.kept, strict.configurations) == (1, 0, ())
    assert "0 of 1 rater kept" in strict.text()
    with pytest.raises(UsageError, match="--duplicate-tolerance"):
        identity.survey(written(tmp_path, GOOD), duplicate_tolerance=7)


def test_several_files_are_put_together_and_other_delimiters_are_read(tmp_path: Path) -> None:
    first = written(tmp_path, GOOD)
    second = written(tmp_path, "\ufeff" + GOOD.replace("a,", "b,").replace(",", ";"), "b.csv")
    document = identity.survey([first, str(second)])
    assert document.raters.collected == 2
    assert document.configurations[0].n == 2


def test_without_a_duplicate_that_is_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger("botassay"), "propagate", True)
    document = identity.survey(written(tmp_path, HEADER + "a,1,CC,7,7,7,,\na,2,CC+P,1,1,1,,\n"))
    assert document.raters.duplicate_checked is False
    assert "no item is marked as duplicate" in caplog.text
    assert "no item was repeated" in document.text()


def test_a_rater_who_never_saw_the_duplicate_fails(tmp_path: Path) -> None:
    document = identity.survey(written(tmp_path, GOOD + "b,1,CC,7,7,7,,\nb,2,calibration,1,1,1,,\n"))
    assert document.raters.failed_duplicate == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "bad.csv: E100 there are no ratings"),
        ("rater,item,configuration,appropriate,trustworthy\n", "E142 the header lacks the column 'friendly'"),
        (HEADER, "no ratings"),
        (HEADER + "a,1,CC,7,6,8,,\n", "bad.csv:2: E136 friendly: '8' is not a rating"),
        (HEADER + "a,1,CC,7,six,7,,\n", "bad.csv:2: E136 trustworthy: 'six' is not a rating"),
        (HEADER + "a,1,CC,7,²,7,,\n", "bad.csv:2: E136 trustworthy: '²' is not a rating"),
        (HEADER + f"a,1,CC,7,{'9' * 5000},7,,\n", "bad.csv:2: E136 trustworthy: '9999"),
        (HEADER + "a,1,CC,,6,7,,\n", "bad.csv:2: E136 appropriate: a rating is missing"),
        (HEADER + ",1,CC,7,6,7,,\n", "bad.csv:2: E136 the rater is missing"),
        (HEADER + "a,1,,7,6,7,,\n", "bad.csv:2: E136 the configuration is missing"),
        (HEADER + "a,1,CC,7,6\n", "bad.csv:2: E140 the row has 5 fields"),
        (HEADER + "a,1,CC,7,6,5,,\na,1,CC+P,7,6,5,,\n", "bad.csv:3: E164 rater 'a' rated the item '1' twice"),
        (HEADER + "a,1,CC,7,6,5,,\na,2,CC,7,6,5,,\n", "bad.csv:3: E164 rater 'a' rated the configuration 'CC' twice"),
        (
            HEADER + "a,1,CC,7,6,5,,\na,2,duplicate,7,6,5,,9\n",
            "bad.csv:3: E138 the original of a duplicate is missing: item",
        ),
        (
            HEADER + "a,1,CC,7,6,5,,\na,2,duplicate,7,6,5,,\n",
            "bad.csv:3: E138 the original of a duplicate is missing: not given",
        ),
        (HEADER + 'a,1,CC,7,6,5,"open,\n', "bad.csv:2: E141 a quotation mark is opened here and not closed"),
        (HEADER.encode() + b"a,1,CC,7,6,5,caf\xe9,\n", "bad.csv:2: E111 the row is not UTF-8"),
    ],
)
def test_a_bad_file_is_named_with_its_line(tmp_path: Path, content: str | bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        identity.survey(written(tmp_path, content, "bad.csv"))
    assert message in str(caught.value)


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


def test_the_page_is_drawn_for_people_and_hostile_text_is_inert(botassay: Run, tmp_path: Path) -> None:
    hostile = GOOD.replace("clear", "<script>alert(1)</script>").replace(",CC,", ",<b>\x1b[31m,")
    written(tmp_path, hostile)
    out = botassay("identity", "survey", "r.csv", "-o", "plot.html").out
    assert "1 of 1 rater kept" in out
    assert "0 rated the repeated item inconsistently, 0 rated everything alike" in out
    assert "\x1b" not in out
    assert out.count("●") == 6
    page = (tmp_path / "plot.html").read_text("utf-8")
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_an_interval_stays_on_the_scale() -> None:
    document = summary({"a": [SurveyRating("a", str(n), "CC", marks, "", "", "") for n, marks in enumerate(FAR_APART)]})
    (section,) = document.view().sections
    chart = section.blocks[0]
    assert isinstance(chart, Intervals)
    (row,) = chart.panels[0].intervals
    assert (row.ends, row.values) == ((0.0, 1.0), (0.5,))


def test_the_questionnaire_comes_back_as_ratings(botassay: Run, tmp_path: Path) -> None:
    ended = botassay("identity", "survey", "--make", "--raters", "3", "--seed", "5", "--out", "q")
    assert ended.out == "q/questionnaire.html\nq/questionnaire.csv\n3 sheets of 20 items\n", ended.err
    sheet = rows(tmp_path / "q" / "questionnaire.csv")
    assert len(sheet) == 60
    with (tmp_path / "filled.csv").open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, sheet[0].keys())
        writer.writeheader()
        for row in sheet:
            mark = 7 if row["configuration"].startswith("CC") else 2
            writer.writerow({**row, "appropriate": mark, "trustworthy": mark, "friendly": mark})
    document = identity.survey(tmp_path / "filled.csv")
    assert (document.raters.kept, document.ratings) == (3, SurveyRatings(configurations=24, calibration=33))
    with pytest.raises(InputError):
        identity.survey(tmp_path / "q" / "questionnaire.csv")


def test_the_page_does_not_say_which_configuration_a_reply_is_of() -> None:
    page = identity.questionnaire(SurveyFormSettings(raters=2)).html
    assert page.count('class="conversation"') == 40
    assert page.count("Why did you rate this one so?") == 4
    assert not any(word in page for word in ("calibration", "duplicate", "unhandled", "CC+"))


def test_what_was_typed_into_a_sheet_is_not_written_over(tmp_path: Path) -> None:
    form = identity.questionnaire(SurveyFormSettings(seed=1))
    _, answers = form.save(tmp_path / "q")
    form.save(tmp_path / "q")  # the same sheet: nothing is lost
    with answers.open("a") as sheet:
        sheet.write("typed,by,somebody\n")
    with pytest.raises(OutputError, match="may contain answers"):
        form.save(tmp_path / "q")
    assert answers.read_text().endswith("typed,by,somebody\n")


def test_the_same_seed_makes_the_same_questionnaire() -> None:
    a, b, c = (identity.questionnaire(SurveyFormSettings(seed=seed)) for seed in (1, 1, 2))
    assert a == b
    assert a.html != c.html


def test_replies_and_small_talk_of_ones_own(tmp_path: Path) -> None:
    mine = written(tmp_path, "configuration,response\nold,=I am Kim\nnew,I am a chatbot.\n", "mine.csv")
    said = [{"role": role, "text": f"{role} says {n}"} for n in range(6) for role in ("user", "bot")]
    talk = written(tmp_path, json.dumps({"id": "d", "utterances": said}) + "\n", "talk.jsonl")
    form = identity.questionnaire(SurveyFormSettings(responses=mine, dialogs=(talk,)))
    sheet = list(csv.DictReader(io.StringIO(form.csv)))
    assert len(sheet) == 2 + 11 + 1
    assert {row["response"] for row in sheet if row["configuration"] == "old"} == {"'=I am Kim"}
    assert all(" says " in row["question"] for row in sheet if row["configuration"] in {"calibration", "duplicate"})
    written(tmp_path, "configuration,response\nold,x\nold,y\n", "mine.csv")
    with pytest.raises(InputError, match=r"mine\.csv:3: E131 'old' is used twice"):
        identity.questionnaire(SurveyFormSettings(responses=mine))


def test_too_little_small_talk_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="11 exchanges of small talk are needed, but there are 1"):
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
    assert re.findall(r'<ol class="blanks" start="(\d+)">', page) == ["1", "4", "7", "10"] * 2
    with (tmp_path / "typed.csv").open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, sheet[0].keys())
        writer.writeheader()
        writer.writerows({**row, "text": "is there any frobnicating human in this?"} for row in sheet)
    assert identity.uncovered(tmp_path / "typed.csv").n == 24


marks = st.tuples(st.integers(1, 7), st.integers(1, 7), st.integers(1, 7))


@given(st.dictionaries(st.sampled_from("abcdef"), st.lists(marks, min_size=1, max_size=8), min_size=1))
def test_every_rater_is_kept_or_counted_as_left_out(drawn: dict[str, list[tuple[int, int, int]]]) -> None:
    ratings = {
        rater: [SurveyRating(rater, str(n), f"c{n}", own, "", "", "") for n, own in enumerate(all_of)]
        for rater, all_of in drawn.items()
    }
    document = summary(ratings)
    raters = document.raters
    assert raters.collected == raters.failed_duplicate + raters.rated_alike + raters.kept
    assert sum(row.n for row in document.configurations) == document.ratings.configurations
    means = [mean for row in document.configurations for mean in (row.appropriate, row.trustworthy, row.friendly)]
    assert all(1 <= mean.mean <= 7 for mean in means)


def test_small_talk_is_no_question_about_machines() -> None:
    assert len(SMALL_TALK) >= 40
    assert [one for one in SMALL_TALK if "positive" in automaton().roots(words(one.question))] == []
    assert all(one.question != other.question for one, other in combinations(SMALL_TALK, 2))
