"""What people say of answers: read, counted, with an interval that fits."""

from pathlib import Path

import pytest

from botassay.core.errors import InputError
from botassay.core.stats import wilson
from botassay.intents import evaluate
from botassay.intents.documents import Estimate
from botassay.intents.human import Opinion, Says, human_rating, read_opinions
from botassay.settings.intents import IntentsSettings
from tests.intents_pages import QUESTIONS


def opinions(yes: int, no: int, unsure: int = 0) -> list[Opinion]:
    says: list[Says] = [*["yes"] * yes, *["no"] * no, *["can't tell"] * unsure]  # type: ignore[list-item]
    return [Opinion(f"q{n}", "a", one) for n, one in enumerate(says)]


def test_who_cannot_tell_is_left_out_and_counted() -> None:
    found = human_rating(opinions(8, 2, 10))
    assert found.accuracy == Estimate(0.8, wilson(0.8, 10))
    assert found.could_be == (0.4, 0.9)
    assert (found.answers, found.yes, found.no, found.cannot_tell) == (20, 8, 2, 10)


def test_nobody_could_tell() -> None:
    found = human_rating(opinions(0, 0, 3))
    assert found.accuracy is None
    assert found.could_be == (0.0, 1.0)


def test_several_raters_of_the_same_answer_are_no_more_answers() -> None:
    """Ten raters who say the same of the same ten answers know no more than one."""
    once = opinions(8, 2)
    found = human_rating(once * 10)
    assert found.accuracy is not None
    assert (found.accuracy.value, found.answers) == (0.8, 10)
    low, high = found.accuracy.interval
    narrow = wilson(0.8, 100)
    assert low < narrow[0] - 0.1
    assert high > narrow[1] + 0.05


def test_an_answer_is_another_where_the_bot_said_something_else() -> None:
    assert human_rating([Opinion("q", "a", "yes"), Opinion("q", "b", "no")]).answers == 2


def test_files_that_hold_ratings(tmp_path: Path) -> None:
    table, lines = tmp_path / "a.csv", tmp_path / "a.jsonl"
    table.write_text("rater;question;answer;rating\n1;q;a;Yes\n2;q;a;can’t  tell\n")
    lines.write_text('{"question": "q", "answer": "a", "rating": "NO"}\n\n')
    assert read_opinions(table) == [Opinion("q", "a", "yes"), Opinion("q", "a", "can't tell")]
    assert read_opinions(lines) == [Opinion("q", "a", "no")]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.csv", "question,answer,rating\nq,a,maybe\n", "a.csv:2: E136 'maybe' is not a rating"),
        ("a.csv", "question,answer,rating\nq,a,yes\n ,a,yes\n", "a.csv:3: E136 the question is empty"),
        ("a.csv", "question,rating\nq,yes\n", "a.csv:1: E142 the header lacks the column 'answer'"),
        ("a.csv", "question,answer,rating\n", "a.csv: E100 the file has no ratings"),
        ("a.csv", "question,answer,rating\nq,a\n", "a.csv:2: E140"),
        ("a.jsonl", '{"question": "q", "answer": "a", "rating": true}\n', "a.jsonl:1: E136"),
        ("a.jsonl", "[]\n", "a.jsonl:1: E136"),
        ("a.json", "{}", "ratings must be a table or JSON lines"),
    ],
)
def test_a_bad_file_is_refused_with_its_line(tmp_path: Path, name: str, text: str, said: str) -> None:
    file = tmp_path / name
    file.write_text(text)
    with pytest.raises(InputError) as found:
        read_opinions(file)
    assert said in str(found.value)


def test_people_stand_beside_the_settings(tmp_path: Path) -> None:
    said = tmp_path / "said.csv"
    said.write_text("question,answer,rating\nq1,a,yes\nq2,a,yes\nq3,a,no\nq4,a,can't tell\n")
    chosen = IntentsSettings(human_ratings=said)
    document = evaluate(QUESTIONS, "majority", chosen, repeats=2)
    assert document.human is not None
    assert (document.human.yes, document.human.no, document.human.cannot_tell) == (2, 1, 1)
    told = " ".join(document.text(200).split())
    assert "human ratings 67 % (21 to 94)" in told
    assert "4 ratings of 4 answers: 2 yes, 1 no, 1 can't tell (left out" in told
    said.write_text("question,answer,rating\nq1,a,perhaps\n")
    with pytest.raises(InputError, match="E136 'perhaps' is not a rating"):
        evaluate(QUESTIONS, "majority", chosen)
