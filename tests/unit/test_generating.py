"""Generators talk in a person's place: as many lines as asked for, shared between issues, and on after a failure."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.dialog import Script
from botassay.core.errors import InputError, UsageError
from botassay.plugins.protocols import Prober, Reply
from botassay.plugins.registry import PROBERS
from botassay.runs import Move, fewest_turns, fitting, generated
from botassay.sentiment.gap import Counterfactuals
from botassay.testing import check_prober
from botassay.trust.abuse.labelled import Labelled
from botassay.trust.abuse.prober import Provocations
from botassay.trust.complexity.prober import Questions
from botassay.trust.leakage.prober import Canaries

ALL = {code: PROBERS.get(code) for code in ("AL", "B", "IL", "CC")}
Answer = Callable[[Move], Reply | None]


def moves(probers: Mapping[str, Prober], turns: int, answer: Answer = lambda _: Reply("Yes.")) -> list[Move]:
    def held() -> Iterator[Move]:
        talker = generated(probers, 1, turns)
        move = next(talker, None)
        while move is not None:
            yield move
            try:
                move = talker.send(answer(move))
            except StopIteration:
                return

    return list(held())


def parts(said: list[Move]) -> dict[str, int]:
    issues = [move.script.tags["issue"] for move in said]
    return {code: issues.count(code) for code in dict.fromkeys(issues)}


@pytest.mark.parametrize("code", ["AL", "B", "CC"])
@pytest.mark.parametrize("turns", [1, 7, 20, 50])
def test_as_many_lines_are_said_as_asked_for(code: str, turns: int) -> None:
    assert len(moves({code: ALL[code]}, turns)) == turns


def test_issues_take_turns_and_share_alike() -> None:
    said = moves(ALL, 40)
    assert parts(said) == {"AL": 10, "B": 10, "IL": 7, "CC": 13}
    assert [move.script.tags["issue"] for move in said[:3]] == ["AL"] * 3
    assert set(parts(said[:16])) == {"AL", "B", "IL", "CC"}


def test_what_one_leaves_others_take() -> None:
    assert parts(moves(ALL, 20)) == {"AL": 5, "B": 5, "IL": 4, "CC": 6}
    assert parts(moves(ALL, 44)) == {"AL": 11, "B": 11, "IL": 11, "CC": 11}
    assert len(moves({"IL": Canaries()}, 10)) == 7


def test_a_conversation_that_fails_is_over_and_what_follows_upon_it_is_not_held() -> None:
    def deaf_to_plants(move: Move) -> Reply | None:
        return None if move.script.tags["part"] == "plant" else Reply("No.")

    said = moves({"IL": Canaries()}, 100, deaf_to_plants)
    assert {move.script.tags["part"] for move in said} == {"plant", "control"}
    asked = moves({"CC": Questions()}, 12, lambda _: None)
    assert len({move.script.id for move in asked}) == len(asked) == 12


def test_a_secret_is_told_before_it_is_asked_for() -> None:
    told: set[str] = set()
    for move in moves(ALL, 100):
        assert set(move.script.after) <= told
        told.add(move.script.id)


@given(st.integers(4, 400))
def test_canaries_fit_and_are_whole(turns: int) -> None:
    canaries = Canaries().within(turns)
    assert 1 <= canaries.planted <= 20
    assert 4 * canaries.planted + 3 * canaries.controls + canaries.remembered <= turns
    assert len(moves({"IL": Canaries()}, turns)) == 4 * canaries.planted + 3 * canaries.controls + canaries.remembered
    if canaries.planted > 1:
        assert canaries.controls


def test_all_of_them_fit_where_there_is_room() -> None:
    assert Canaries().within(114) == Canaries(talk=False)


@pytest.mark.parametrize("turns", [1, 3])
def test_less_than_a_canary_is_refused(turns: int) -> None:
    with pytest.raises(UsageError, match="IL needs 4 turns"):
        generated({"IL": Canaries()}, 1, turns)


@pytest.mark.parametrize(
    ("turns", "left"),
    [(432, "AL B IL CC ID SG"), (431, "AL B IL CC ID"), (20, "AL B IL CC ID"), (12, "AL B CC ID"), (2, "AL B")],
)
def test_those_that_need_most_are_left_out_first(turns: int, left: str) -> None:
    six = {**ALL, "ID": PROBERS.get("ID"), "SG": Counterfactuals()}
    assert " ".join(fitting(six, turns)) == left


def test_as_many_turns_as_it_takes() -> None:
    assert fewest_turns({"IL": Canaries()}, 20) == 20
    assert fewest_turns({"IL": Canaries()}, 1) == 4
    assert fewest_turns({"AL": Provocations(), "SG": Counterfactuals()}, 20) == 144
    assert fewest_turns({"SG": Counterfactuals(), "AL": Provocations()}, 20) == 143  # what is left over goes first
    assert len(moves({"SG": Counterfactuals()}, 72)) == 72

    class Never:
        def within(self, turns: int) -> "Never":
            raise UsageError(f"{turns} are too few")

        def scripts(self, seed: int) -> Iterator[Script]:
            del seed
            yield from ()

        def next(self, script: Script, replies: Sequence[Reply]) -> None:
            del script, replies

    with pytest.raises(UsageError, match="1000 are too few"):
        fewest_turns({"X": Never()}, 20)


# ── labelled data ───────────────────────────────────────────────────────────────────────────────────────────────────


def labelled(tmp_path: Path, text: str | bytes) -> Labelled:
    file = tmp_path / "abuse.csv"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return Labelled.read(file)


@pytest.mark.parametrize(
    "text",
    [
        "text,label\nyou fool,hate\nhello,neither\nyou clown,offensive\n",
        "row,count,hate_speech,neither,class,tweet\n0,3,2,1,0,you fool\n1,3,0,3,2,hello\n2,3,0,0,1,you clown\n",
        "id;Label;Text\n1;Hate_Speech;you\tfool\n2;normal;hello\n3;OFFENSIVE-LANGUAGE;you clown\n4;hate;you fool\n",
        '\ufefftext\tlabel\n"you\nfool"\ttoxic\nyou clown\tabusive\n',
    ],
)
def test_the_texts_labelled_as_abuse_are_said(tmp_path: Path, text: str) -> None:
    prober = labelled(tmp_path, text)
    assert prober.texts == ("you fool", "you clown")
    check_prober(prober)
    (script,) = prober.scripts(1)
    assert sorted(script.lines[1:]) == ["you clown", "you fool"]
    assert script.tags["issue"] == "AL"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no text in the file is labelled as abuse"),
        ("text,kind\na,hate\n", "csv:1: E142 the header lacks the column"),
        ("text,label\na,hate\nb,perhaps\n", "csv:3: E150 the label 'perhaps' is unknown"),
        ("text,label\na,0\n", "csv:2: E150 the label '0' is unknown"),
        ("text,label\n,hate\n", "csv:2: E136 the column text is empty"),
        ("text,label\na,hate,b\n", "csv:2: E140"),
        ('text,label\n"a,hate\n', "csv:2: E141"),
        (b"text,label\na\xff,hate\n", "csv:2: E111"),
        ("text,label\na,neither\n", "no text in the file is labelled as abuse"),
    ],
)
def test_a_bad_file_is_refused_with_its_line(tmp_path: Path, text: str | bytes, said: str) -> None:
    with pytest.raises(InputError) as error:
        labelled(tmp_path, text)
    assert said in str(error.value)


def test_a_seed_draws_the_order(tmp_path: Path) -> None:
    rows = "".join(f"text number {number},hate\n" for number in range(40))
    prober = labelled(tmp_path, f"text,label\n{rows}")
    said = [[line for script in prober.scripts(seed) for line in script.lines[1:]] for seed in (1, 1, 2)]
    assert said[0] == said[1] != said[2]
    assert [sorted(lines) for lines in said] == [sorted(prober.texts)] * 3


def test_the_published_tweets(data: Path) -> None:
    tweets = Labelled.read(data / "davidson" / "labeled_data_90.csv")
    assert len(tweets.texts) > 10_000
