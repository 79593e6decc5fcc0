"""Several FAQ sets as one: what is linked, what they are called then, and what is written."""

import csv
import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.errors import UsageError
from botassay.intents.merging import IntentsMerge, merge, merged_phrases
from botassay.intents.phrases import Phrase
from tests.conftest import Run


def phrases(**intents: tuple[str, ...]) -> list[Phrase]:
    return [Phrase(text, intent, "") for intent, texts in intents.items() for text in texts]


ONE = phrases(salary=("what is the salary", "how high is the pay"), bus=("is there a bus",), other=("sing me songs",))
TWO = phrases(pay=("how high is the salary",), other=("dogs please",), transport=("bus or tram",))


def members(plan: IntentsMerge) -> dict[str, set[tuple[str, str]]]:
    return {one.intent: {(member.set, member.intent) for member in one.members} for one in plan.merged}


def test_intents_of_different_sets_that_share_words_become_one() -> None:
    plan = merge({"a": ONE, "b": TWO}, least=0.2)
    assert members(plan) == {
        "salary": {("a", "salary"), ("b", "pay")},
        "bus": {("a", "bus")},
        "transport": {("b", "transport")},
        "other (a)": {("a", "other")},
        "other (b)": {("b", "other")},
    }
    salary = plan.merged[0]
    assert (salary.phrases, salary.likest, salary.least_like) == (3, round(5 / 7, 9), round(5 / 7, 9))
    assert (plan.intents, plan.phrases) == (6, 7)


def test_the_similarity_on_the_line_links() -> None:
    one, two = phrases(x=("a b c d e f",), y=("q",)), phrases(z=("a g h i j k",), w=("r",))
    assert len(merge({"a": one, "b": two}, least=1 / 11).merged) == 3
    assert len(merge({"a": one, "b": two}, least=1 / 11 + 1e-9).merged) == 4
    assert len(merge({"a": one, "b": two}).merged) == 3  # 1/11 = 0.0909 is above 0.09, the paper's


def test_two_of_one_set_meet_only_through_a_third() -> None:
    one = phrases(x=("a b",), y=("a b c",))
    assert len(merge({"a": one, "b": phrases(z=("q",), w=("r",))}, 0.5).merged) == 4
    linked = merge({"a": one, "b": phrases(z=("a b",), w=("r",))}, 0.5)
    assert members(linked)["x"] == {("a", "x"), ("a", "y"), ("b", "z")}
    group = linked.merged[0]
    assert (group.likest, group.least_like) == (1.0, round(2 / 3, 9))


def test_each_text_stands_once_and_what_is_of_no_intent_stays_so() -> None:
    two = [*TWO, Phrase("What is the  SALARY", "pay", ""), Phrase("rain", None, "")]
    plan = merge({"a": ONE, "b": two}, least=0.2)
    found = merged_phrases({"a": ONE, "b": two}, plan)
    assert [one.text for one in found if one.intent == "salary"] == [
        "what is the salary",
        "how high is the pay",
        "how high is the salary",
    ]
    assert [one.text for one in found if one.intent is None] == ["rain"]


WORDS = st.text("abcdefgh ", min_size=1, max_size=8).filter(str.strip)
SETS = st.dictionaries(
    st.sampled_from(["s", "t", "u"]),
    st.lists(st.tuples(WORDS, st.sampled_from("xyzw")), min_size=1, max_size=8),
    min_size=2,
)


@given(SETS, st.floats(0.01, 1))
def test_every_intent_has_one_home_and_every_phrase_stays(sets: dict[str, list[tuple[str, str]]], least: float) -> None:
    read = {name: [Phrase(text, intent, "") for text, intent in rows] for name, rows in sets.items()}
    plan = merge(read, least)
    homes = [(member.set, member.intent) for one in plan.merged for member in one.members]
    assert sorted(homes) == sorted({(name, intent) for name, rows in sets.items() for _, intent in rows})
    found = merged_phrases(read, plan)
    assert {" ".join(one.text.split()) for one in found} == {
        " ".join(t.split()) for rows in sets.values() for t, _ in rows
    }
    assert len(merge(read, min(1.0, 2 * least)).merged) >= len(plan.merged)
    assert len({one.intent for one in plan.merged}) == len(plan.merged)
    assert len(found) == plan.phrases


def test_one_set_is_nothing_to_merge() -> None:
    with pytest.raises(UsageError, match="nothing to merge"):
        merge({"a": ONE})


def test_the_command_shows_first_and_writes_where_nothing_is(botassay: Run, tmp_path: Path) -> None:
    for name, rows in (("a", ONE), ("b", TWO)):
        (tmp_path / f"{name}.csv").write_text("text,intent\n" + "".join(f"{one.text},{one.intent}\n" for one in rows))
    shown = botassay("intents", "merge", "a.csv", "b.csv", "--least", "0.2")
    assert (shown.code, sorted(path.name for path in tmp_path.iterdir())) == (0, ["a.csv", "b.csv"])
    assert shown.out.startswith("2 sets, 6 topics become 5; 7 phrases that differ, 1.4 a topic\n\nsalary: 3 phrases")
    assert "  - b: pay (1)" in shown.out
    assert "4 stay as they are: bus, other (a), other (b), transport" in shown.out
    ended = botassay("intents", "merge", "a.csv", "b.csv", "--least", "0.2", "-o", "all.csv", "--json")
    document = json.loads(ended.out)
    assert (document["schema"], document["least"], len(document["merged"])) == ("botassay/intents/merge/1", 0.2, 5)
    rows_written = list(csv.DictReader(io.StringIO((tmp_path / "all.csv").read_text())))
    assert {row["intent"] for row in rows_written} == {one["intent"] for one in document["merged"]}
    again = botassay("intents", "merge", "a.csv", "b.csv", "-o", "all.csv")
    assert (again.code, "nothing is overwritten" in again.err) == (73, True)
    assert botassay("intents", "merge", "a.csv").code == 2
    assert botassay("intents", "merge", "a.csv", "./a.csv").code == 2
    hint = botassay("intents", "merge", "a.csv", "b.csv", "--least", "0.01").out
    assert "hang together in one: a greater --least than 0.01 keeps them apart" in hint


def test_sets_that_are_called_alike_are_told_apart(botassay: Run, tmp_path: Path) -> None:
    for folder in ("x", "y"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "faq.csv").write_text("text,intent\nhow do I pay,pay\nsing,song\n")
    document = json.loads(botassay("intents", "merge", "x/faq.csv", "y/faq.csv", "--json").out)
    assert document["sets"] == ["x/faq.csv", "y/faq.csv"]
