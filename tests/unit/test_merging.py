"""Several FAQ sets as one: what is linked, what they are called then, and what is written."""

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.errors import OutputError, UsageError
from botassay.intents import merge as merge_files
from botassay.intents.documents import IntentsMerge
from botassay.intents.merging import merge, merged_phrases
from botassay.intents.phrases import Phrase
from botassay.settings.intents import MergeSettings, PhraseSettings


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
    with pytest.raises(UsageError, match="merge needs at least two sets"):
        merge({"a": ONE})


def test_files_are_merged_and_written_where_nothing_is(tmp_path: Path) -> None:
    for name, rows in (("a", ONE), ("b", TWO)):
        (tmp_path / f"{name}.csv").write_text("text,intent\n" + "".join(f"{one.text},{one.intent}\n" for one in rows))
    files, out = [tmp_path / "a.csv", tmp_path / "b.csv"], tmp_path / "all.csv"
    document = merge_files(files, MergeSettings(least=0.2), out=out)
    assert (document.schema, document.least, len(document.merged)) == ("botassay/intents/merge/1", 0.2, 5)
    told = " ".join(document.text().split())
    assert "6 topics merged into 5." in told
    assert "salary b pay 1 0.71" in told
    assert "bus, other (a), other (b), transport" in told
    written = list(csv.DictReader(io.StringIO(out.read_text())))
    assert {row["intent"] for row in written} == {one.intent for one in document.merged}
    with pytest.raises(OutputError, match="already exists"):
        merge_files(files, out=out)
    with pytest.raises(UsageError, match="merge needs at least two sets"):
        merge_files(files[:1])
    with pytest.raises(UsageError, match="given twice"):
        merge_files([files[0], tmp_path / "." / "a.csv"])
    with pytest.raises(UsageError, match=r"cannot write 'x\.csv'"):
        document.save("x.csv")
    hint = " ".join(merge_files(files, MergeSettings(least=0.01)).text().split())
    assert "topics are linked into one; use a --least above 0.01 to separate them" in hint


def test_sets_that_are_called_alike_are_told_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("x", "y"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "faq.csv").write_text("text,intent\nhow do I pay,pay\nsing,song\n")
    monkeypatch.chdir(tmp_path)
    assert merge_files(["x/faq.csv", "y/faq.csv"]).sets == ("x/faq.csv", "y/faq.csv")


def test_a_label_of_no_topic_need_not_be_in_every_set(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("text,intent\nhow do I pay,pay\nsing,song\nhm,oos\n")
    (tmp_path / "b.csv").write_text("text,intent\nhow can I pay,pay\ndance,song\n")
    files, labelled = [tmp_path / "a.csv", tmp_path / "b.csv"], PhraseSettings(none_label="oos")
    assert "oos" not in merge_files(files, MergeSettings(phrases=labelled)).json()
