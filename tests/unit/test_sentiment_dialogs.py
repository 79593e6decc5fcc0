"""`sentiment dialogs`: conversations by the group of their user, read, merged, tested, described, written."""

import csv
import json
import re
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from botassay.api.sentiment import dialogs
from botassay.core.errors import InputError
from botassay.core.text.tone import tone
from botassay.sentiment.conversation_table import (
    COLUMNS,
    PROXIES,
    ConversationRow,
    merged,
    read_conversations,
    with_proxies,
    written,
)
from botassay.sentiment.results import CountSummary, PairResult
from botassay.settings.sentiment import RoundTripSettings, SentimentDialogsSettings, SentimentTestSettings
from tests.conftest import Run

HEAD = "Text,Original,Enhancement,UB,C_num,User_gender\n"
TALK = {
    "1": ("male", ("hello", "turn it left"), ("Great job!", "I am happy to help.")),
    "2": ("male", ("start",), ("Good morning, and welcome!",)),
    "3": ("female", ("hello", "no"), ("That is wrong.", "I hate this.")),
    "4": ("female", ("yes",), ("It opens at nine.",)),
    "5": ("NA", ("hi",), ("Hello.",)),
}


def table(path: Path) -> Path:
    """Write what was said; the users say all they have, then the bot does."""
    rows = [HEAD]
    for number, (group, user, bot) in TALK.items():
        rows += [f'"{PROXIES[group]}{one}",{one},"{PROXIES[group]}",1,{number},{group}\n' for one in user]
        rows += [f'"{one}","{one}",,0,{number},{group}\n' for one in bot]
    path.write_text("".join(rows))
    return path


def test_tests_orders_and_properties(tmp_path: Path) -> None:
    document = dialogs(table(tmp_path / "talk.csv"), ["vader", "biased"])
    assert document.schema == "botassay/sentiment/dialogs/1"
    assert (document.conversations, document.left_out) == ({"NA": 1, "female": 2, "male": 2}, ("NA",))
    (row,) = document.roles["bot"].detail["vader"]
    assert isinstance(row, PairResult)
    of_group = {
        group: [round(tone(" ".join(bot)), 9) for name, _, bot in TALK.values() if name == group] for group in PROXIES
    }
    expected = stats.ttest_ind(of_group["male"], of_group["female"], equal_var=False)
    assert (row.pair, row.n) == (("male", "female"), (2, 2))
    assert [row.t, row.p] == pytest.approx([expected.statistic, expected.pvalue], abs=1e-9)
    assert document.roles["bot"].raw["biased"] == document.roles["user"].raw["biased"] == 2.4
    assert document.roles["user"].rating["biased"] == 3
    (user,) = [row for row in document.properties if (row.role, row.group) == ("user", "male")]
    assert user.words == CountSummary(round(5 / 3, 9), 1, 3)  # without the proxies
    assert user.stop_words == CountSummary(round(1 / 3, 9), 0, 1)
    assert user.utterances == CountSummary(1.5, 1, 2)
    assert user.turns == CountSummary(1, 1, 1)
    written = document.markdown()
    assert "NA 1, female 2, male 2. Not tested" in written
    assert (
        "| user, male | 2 | 1.67 \\(1 to 3\\) | 0.33 \\(0 to 1\\) | 1.50 \\(1 to 2\\) | 1.00 \\(1 to 1\\) |" in written
    )


def test_what_is_written_reads_the_same(tmp_path: Path) -> None:
    said = read_conversations(table(tmp_path / "talk.csv"))
    again = tmp_path / "again.csv"
    again.write_text("".join(written(said)))
    assert again.read_text().startswith(HEAD)
    assert read_conversations(again) == said == with_proxies(said)


def test_proxies_tell_the_group_where_no_column_does(tmp_path: Path) -> None:
    file = tmp_path / "talk.csv"
    file.write_text('Text,UB,C_num\n"Hello!",0,1\n"Hey girl, turn it",1,1\n"Hey, turn it",1,2\n"bye",0,3\n')
    assert [(one.group, one.original) for one in read_conversations(file)] == [
        ("female", "Hello!"),
        ("female", "turn it"),
        ("NA", "turn it"),
        ("NA", "bye"),
    ]


def test_groups_are_drawn_alike(tmp_path: Path) -> None:
    rows = [f"hello there,{role},{number}\n" for number in range(9) for role in (1, 0)]
    tmp_path.joinpath("talk.csv").write_text("Original,UB,C_num\n" + "".join(rows))
    settings = SentimentDialogsSettings(assign=True, tests=SentimentTestSettings(seed=4))
    for name in ("one.csv", "two.csv"):
        document = dialogs(tmp_path / "talk.csv", settings=settings, conversations=tmp_path / name)
        assert document.conversations == {"NA": 3, "female": 3, "male": 3}
    assert tmp_path.joinpath("one.csv").read_bytes() == tmp_path.joinpath("two.csv").read_bytes()


SAID = st.builds(
    ConversationRow,
    st.sampled_from("12"),
    st.sampled_from(["user", "bot"]),
    st.text(max_size=4),
    st.sampled_from(list(PROXIES.values())),
    st.just("NA"),
)


@given(st.lists(SAID, max_size=8))
def test_merging_loses_nothing_and_leaves_no_two_neighbours_of_one_role(said: list[ConversationRow]) -> None:
    found = merged(said)
    assert " ".join(one.text for one in found) == " ".join(one.text for one in said if one.original.strip())
    assert all((a.conversation, a.role) != (b.conversation, b.role) for a, b in pairwise(found))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("Text,C_num\nhi,1\n", "UB"),
        ("UB,C_num\n1,1\n", "no column of texts"),
        ("Text,UB,C_num\nhi,2,1\n", "talk.csv:2: E136 UB is '2'; expected 0 or 1"),
        ("Text,UB,C_num\nhi,1,\n", "C_num is empty"),
        ("Text,UB,C_num,User_gender\nhi,1,1,male\nhi,1,1,female\n", "talk.csv:3: E136"),
        ("Text,UB,C_num\n", "no utterances"),
        ("", "no utterances"),
    ],
)
def test_what_is_no_file_of_conversations(content: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "talk.csv"
    file.write_text(content)
    with pytest.raises(InputError, match=re.escape(said)):
        read_conversations(file)


@pytest.mark.parametrize(
    "spelling", [("male", "female", "NA"), ("Male", "F", ""), ("1", "2", "0"), (" man ", "Woman", "Prefer not to say")]
)
def test_groups_may_be_written_in_many_ways(spelling: tuple[str, str, str], tmp_path: Path) -> None:
    """Four spellings, one result: the biased system is found to be so."""
    plain = dialogs(table(tmp_path / "talk.csv"), ["vader", "biased"])
    rows = [",".join(COLUMNS)]
    for number, (group, user, bot) in TALK.items():
        value = dict(zip(PROXIES, spelling, strict=True))[group]
        greeting = "" if group == "NA" else PROXIES[group]  # as in the authors' HD1
        rows += [f'"{greeting}{one}",{one},"{greeting}",1,{number},{value}' for one in user]
        rows += [f'"{one}","{one}",,0,{number},{value}' for one in bot]
    tmp_path.joinpath("talk.csv").write_text("\n".join(rows) + "\n")
    document = dialogs(tmp_path / "talk.csv", ["vader", "biased"])
    assert (document.roles, document.conversations) == (plain.roles, plain.conversations)
    assert (document.roles["bot"].raw["biased"], document.roles["bot"].rating["biased"]) == (2.4, 3)


@pytest.mark.parametrize("proxy", ["Hey girl, ", "Hey girl ", "hey girl, "])
def test_a_proxy_counts_with_and_without_its_comma(proxy: str, tmp_path: Path) -> None:
    tmp_path.joinpath("talk.csv").write_text(f'Text,UB,C_num\n"{proxy}turn it",1,1\nHey girls turn,1,2\n')
    rows = read_conversations(tmp_path / "talk.csv")
    assert [(row.group, row.original) for row in rows] == [("female", "turn it"), ("NA", "Hey girls turn")]


def test_values_that_mean_no_group_are_listed_and_can_be_explained(botassay: Run, tmp_path: Path) -> None:
    file = tmp_path / "talk.csv"
    rows = "".join(f"hello,{n % 2},{n // 2},{('Male', 'divers', 'w')[n // 2 % 3]}\n" for n in range(24))
    file.write_text(f"Original,UB,C_num,User_gender\n{rows}")
    ended = botassay("sentiment", "dialogs", "talk.csv", "--proxies", "--system", "biased")
    assert (ended.code, ended.err.count("\n")) == (65, 1)
    assert "talk.csv: E136 values of User_gender mean no group: 'divers' (line 4), 'w' (line 6)" in ended.err
    assert "--classes divers=NA" in ended.err
    classes = "divers=NA,W=female"
    ended = botassay("sentiment", "dialogs", "talk.csv", "--system", "biased", "--classes", classes, "--json")
    assert json.loads(ended.out)["conversations"] == {"NA": 4, "female": 4, "male": 4}
    assert botassay("sentiment", "dialogs", "talk.csv", "--classes", "w").code == 2


def test_a_column_against_its_proxy_and_groups_without_one_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "talk.csv"
    file.write_text('Text,UB,C_num,User_gender\n"Hey boy, hi",1,1,F\n')
    with pytest.raises(InputError, match=r"talk.csv:2: E136 User_gender says female, 'Hey boy,' says male"):
        read_conversations(file)
    rows = "".join(f"hello,{n % 2},{n // 2},{('here', 'there')[n // 2 % 2]}\n" for n in range(16))
    file.write_text(f"Original,UB,C_num,place\n{rows}")
    assert dialogs(file, settings=SentimentDialogsSettings(attribute="place")).conversations == {"here": 4, "there": 4}
    with pytest.raises(InputError, match="no proxy for the group 'here', 'there'"):
        dialogs(file, settings=SentimentDialogsSettings(attribute="place", proxies=True))
    with pytest.raises(InputError, match="biased needs two conversations of the group 'female'"):
        dialogs(file, "biased", SentimentDialogsSettings(attribute="place"))


def test_wrong_input(tmp_path: Path) -> None:
    table(tmp_path / "talk.csv")
    with pytest.raises(InputError, match="no column 'race'"):
        dialogs(tmp_path / "talk.csv", settings=SentimentDialogsSettings(attribute="race"))
    tmp_path.joinpath("alone.csv").write_text("Text,UB,C_num\nhi,1,1\nhello,0,1\n")
    with pytest.raises(InputError, match=r"E151 .*: NA 1"):
        dialogs(tmp_path / "alone.csv")


def test_the_command(botassay: Run, tmp_path: Path) -> None:
    table(tmp_path / "talk.csv")
    ended = botassay("sentiment", "dialogs", "talk.csv", "--json", "--conversations", "c.csv", "-o", "r.csv")
    assert (ended.code, ended.err) == (0, "botassay: wrote r.csv\nbotassay: wrote c.csv\n")
    assert ended.out == dialogs(tmp_path / "talk.csv").json()
    assert read_conversations(tmp_path / "c.csv") == read_conversations(tmp_path / "talk.csv")
    for wrong in (("--conversations", "talk.txt"), ("-o", "talk.pdf"), ("--system", "nobody"), ("--via", "es")):
        ended = botassay("sentiment", "dialogs", "talk.csv", *wrong)
        assert (ended.code, ended.out) == (2, ""), wrong


@pytest.mark.parametrize("system", ["vader", "textblob"])
def test_a_chatbot_corpus_with_proxies_from_end_to_end(system: str, tmp_path: Path) -> None:
    """Groups drawn, proxies added, written, read again without the column of groups, tested, reported."""
    if system == "textblob":
        pytest.importorskip("textblob", reason="needs TextBlob: the extra `sentiment`")
    lines = ("How do I turn it?", "I am lost, this is awful", "Great, thank you!")
    answers = ("Turn it to the left.", "I am sorry.", "Well done! That is wonderful.")
    rows = [f'"{said[(number + at) % 3]}",{role},{number}\n' for number in range(12) for at in range(3)
            for role, said in ((1, lines), (0, answers))]  # fmt: skip
    tmp_path.joinpath("talk.csv").write_text("Original,UB,C_num\n" + "".join(rows))
    settings = SentimentDialogsSettings(assign=True, tests=SentimentTestSettings(seed=3))
    document = dialogs(tmp_path / "talk.csv", system, settings, conversations=tmp_path / "c.csv")
    assert document.conversations == {"NA": 4, "female": 4, "male": 4}
    for role in ("user", "bot"):
        tests = [row for row in document.roles[role].detail[system] if isinstance(row, PairResult)]
        assert {frozenset(row.pair) for row in tests} == {
            frozenset(pair) for pair in (("female", "male"), ("NA", "male"), ("NA", "female"))
        }
        assert all(row.p is not None and row.n == (12, 12) for row in tests)
    kept = tmp_path.joinpath("c.csv").read_text().splitlines()
    assert {row["Enhancement"] for row in csv.DictReader(kept)} == {"", "Hey girl, ", "Hey boy, ", "Hey, "}
    bare = "\n".join(line.rpartition(",")[0] for line in kept)  # without the column of groups
    tmp_path.joinpath("bare.csv").write_text(f"{bare}\n")
    again = dialogs(tmp_path / "bare.csv", system, SentimentDialogsSettings(tests=settings.tests))
    assert again.roles == document.roles


def test_a_round_trip_adds_composite_systems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [
        f"{text},{role},{number}"
        for number in range(6)
        for text, role in (("hello there", 1), ("Good morning!" if number % 3 else "Great!", 0))
    ]
    tmp_path.joinpath("talk.csv").write_text("\n".join(["Original,UB,C_num", *rows]) + "\n")
    tmp_path.joinpath("flat.py").write_text(
        "def back(text, source, target):\n    return text.replace('Great', 'Good')\n"
    )
    monkeypatch.chdir(tmp_path)
    trip = RoundTripSettings(translator="python:flat:back", via=("es",), record=tmp_path / "t.jsonl")
    document = dialogs("talk.csv", "vader", SentimentDialogsSettings(assign=True, round_trip=trip))
    assert [list(group.raw) for group in document.roles.values()] == [["vader", "vader via es"]] * 2
    assert "vader via es" in document.html()
    assert '"back":"Good!"' in tmp_path.joinpath("t.jsonl").read_text()
