"""`botassay options` and `botassay replicate options`, as a user meets them."""

import gzip
import json
from io import BufferedReader, RawIOBase, TextIOWrapper
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from botassay.cli.options.sources import read_lists
from botassay.cli.progress import Bar
from tests.conftest import Run

LISTS = (
    '{"options": ["pay", "block"], "correct": "block"}\n'
    '{"options": ["pay"], "correct": "pay"}\n'
    '{"options": ["pay", "loan", "block"], "correct": ["loan", "block"]}\n'
    '{"options": [], "correct": "pay"}\n'
    '{"options": ["pay", "loan"]}\n'
    '{"pattern": "ww"}\n'
)
IDS = ["LAR", "OLAR", "F1", "F1s", "AP", "APL", "APs", "RR", "nDCG", "nDCGL", "RBP", "RBPL", "C1"]


@pytest.fixture
def lists(tmp_path: Path) -> Path:
    file = tmp_path / "lists.jsonl"
    file.write_text(LISTS)
    return file


def test_a_file_of_lists_is_scored(botassay: Run, lists: Path) -> None:
    ended = botassay("options", "score", lists, "--json")
    document = json.loads(ended.out)
    assert ended.err == "botassay: 1 empty lists score 0; if a default answer was given there, write it as an option\n"
    assert (document["n"], document["n_unknown"], document["n_empty"], document["longest"]) == (5, 1, 1, 5)
    assert [row["id"] for row in document["measures"]] == IDS
    assert document["measures"][1]["measure"] == "OLAR(longest=5)"
    assert document["lengths"] == {"0": 1, "1": 1, "2": 2, "3": 1}
    assert document["ranks"] == {"0": 2, "1": 1, "2": 2}
    assert document["compare"] is None
    lar = (0.75 + 1 + (1 + 0.5 / 3) / 1.5 + 0 + 0.25) / 5
    assert document["measures"][0]["value"] == pytest.approx(lar)
    assert [(row["intent"], row["n"]) for row in document["intents"]] == [
        ("pay", 2), ("block", 1), ("loan + block", 1),
    ]  # fmt: skip


def test_the_same_lists_give_the_same_bytes(botassay: Run, lists: Path) -> None:
    assert botassay("options", "score", lists, "--json").out == botassay("options", "score", lists, "--json").out
    other = botassay("options", "score", lists, "--json", "--seed", "7").out
    assert json.loads(other)["measures"][0]["interval"]


def test_a_person_reads_a_table(botassay: Run, lists: Path) -> None:
    ended = botassay("options", "score", lists)
    for said in (
        "5 lists of up to 5 options; of 1 more nobody knows",
        "OLAR(longest=5)",
        "options shown",
        "intents, the",
    ):
        assert said in ended.out


def test_measures_are_chosen_by_their_text(botassay: Run, lists: Path) -> None:
    ended = botassay(
        "options", "score", lists, "--measure", "OLAR", "--measure", "RBP(p=0.8)", "--longest", "7", "--json"
    )
    assert [row["measure"] for row in json.loads(ended.out)["measures"]] == ["OLAR(longest=7)", "RBP(p=0.8)"]
    short = botassay("options", "score", lists, "--measure", "OLAR(longest=2)")
    assert (short.code, "is for lists of up to 2 options, not 3" in short.err) == (2, True)
    wrong = botassay("options", "score", lists, "--measure", "OLER")
    assert (wrong.code, "did you mean 'OLAR'" in wrong.err) == (2, True)


def test_csv_gz_and_standard_input_hold_lists_too(botassay: Run, lists: Path, tmp_path: Path) -> None:
    table = tmp_path / "lists.csv"
    rows = "pay|block;block;;\npay;pay;;\npay|loan|block;loan|block;;\n;pay;;\npay|loan;;;\n;;ww;\n"
    table.write_text("options;correct;pattern;note\n" + rows)
    packed = tmp_path / "lists.jsonl.gz"
    packed.write_bytes(gzip.compress(LISTS.encode()))
    expected = botassay("options", "score", lists, "--json").out
    assert botassay("options", "score", table, "--json").out == expected
    assert botassay("options", "score", packed, "--json").out == expected
    assert botassay("options", "score", "-", "--json", stdin=LISTS).out == expected
    assert botassay("options", "score", "-", "--json", stdin=table.read_text()).out == expected


@pytest.mark.parametrize(
    ("name", "text", "place", "told"),
    [
        ("a.jsonl", '{"pattern": "w"}\n{"pattern": "wxc"}\n', "a.jsonl:2", "E155 the pattern has the letter 'x'"),
        ("a.jsonl", '{"options": ["a"], "correct": 1}\n', "a.jsonl:1", "E136"),
        ("a.jsonl", '{"pattern": "w"}\n\n{"options": ["a", "a"], "correct": "a"}\n', "a.jsonl:3", "'a' stands twice"),
        ("a.jsonl", '{"pattern": "wwwwww"}\n{"pattern": "wwwwwwww"}\n', "a.jsonl:1", "give --longest 8"),
        ("a.jsonl", '{"option": ["a"], "correct": "a"}\n', "a.jsonl:1", "E153"),
        ("a.jsonl", '{"options": ["a"], "corect": "a"}\n', "a.jsonl", "no known correct answer in 1 list"),
        ("a.jsonl", "\n\nhello\n", "a.jsonl:3", "E100 the first line is neither a list nor a header: 'hello'"),
        ("a.jsonl", "", "a.jsonl", "E100 no lists"),
        ("a.csv", "options,correct\na|b,b\na|a,a\n", "a.csv:3", "E156"),
        ("a.csv", "pattern\nw\n\nwz\n", "a.csv:4", "E155"),
        ("a.csv", "options,correct\na|b\n", "a.csv:2", "E140"),
        ("a.csv", "pattern\nwwwwwww\n", "a.csv:2", "give --longest 7"),
        ("a.csv", "\noptions,correct,pattern\na|b,b,w\n", "a.csv:3", "E153 the row has a pattern and options"),
        ("a.csv", "pattern\nw\n" + "w" * (8 * 2**20 + 1), "a.csv:3", "longer than 8 MiB (one record a line"),
        ("a.jsonl", '{"pattern":"c"} {"pattern":"w"}\n\n', "a.jsonl:1", "E120"),
        ("a.jsonl.gz", "no archive", "a.jsonl.gz", "the archive is broken"),
        (
            "a.jsonl",
            '{"utterances": [{"role": "user", "text": "hi"}, {"role": "bot", "text": "Hello."}]}\n',
            "a.jsonl",
            "the bot showed no menus",
        ),
        (
            "a.jsonl",
            '{"utterances": [{"role": "bot", "text": "?", "options": ["a"]}]}\n',
            "a.jsonl",
            "of 1 menus nobody knows",
        ),
    ],
)
def test_bad_input_is_named_with_its_place(
    botassay: Run, tmp_path: Path, name: str, text: str, place: str, told: str
) -> None:
    (tmp_path / name).write_text(text)
    ended = botassay("options", "score", name)
    assert (ended.code, ended.out) == (65, "")
    assert ended.err.startswith(f"botassay: {place}: ")
    assert told in ended.err


def test_nothing_of_standard_input_is_lost(botassay: Run) -> None:
    lists = '{"pattern":"c"}\n{"pattern":"w"}\n{"pattern":"w"}\n'
    for text in ("\n" * 9000 + lists, "\n" * 9000 + "pattern\nc\nw\nw\n", "\ufeff\n" + lists):
        assert json.loads(botassay("options", "score", "-", "--json", stdin=text).out)["n"] == 3
    for text in ("\n" * 9000 + lists + "{\n", "\n" * 8999 + "pattern\nc\nw\nw\nx\n"):
        assert botassay("options", "score", "-", stdin=text).err.startswith("botassay: standard input:9004: E1")


@pytest.mark.parametrize(
    "texts",
    [
        (b"\n", b'{"pattern":"c"}\n{"pattern":"w"}\n'),
        (b'{"patt', b'ern":"c"}\n{"pattern":"w"}\n'),
        (b"optio", b"ns,correct\na|b,b\na,a\n"),
        (b"pattern\nc", b"\nw\n"),
    ],
)
def test_a_slow_writer_is_waited_for(monkeypatch: pytest.MonkeyPatch, texts: tuple[bytes, ...]) -> None:
    class Slow(RawIOBase):
        """Gives what has come so far, as a pipe does."""

        def __init__(self) -> None:
            self.left = list(texts)

        def readable(self) -> bool:
            return True

        def readinto(self, room: Any) -> int:
            text = self.left.pop(0) if self.left else b""
            room[: len(text)] = text
            return len(text)

    monkeypatch.setattr("sys.stdin", TextIOWrapper(BufferedReader(Slow())))
    with Bar() as bar:
        assert read_lists(Path("-"), 5, skip_bad=False, bar=bar).rows == 2


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.csv.gz"])
def test_a_broken_archive_is_bad_input(botassay: Run, tmp_path: Path, name: str) -> None:
    letters = np.random.default_rng(7).choice(["c", "w"], 100_000)
    row = "{}\n" if "csv" in name else '{{"pattern":"{}"}}\n'
    text = "pattern\n" * ("csv" in name) + "".join(row.format(letter) for letter in letters)
    whole = gzip.compress(text.encode())
    middle = len(whole) // 2
    for broken in (whole[:middle], whole[:middle] + bytes(99) + whole[middle + 99 :], whole[:-8] + bytes(8), b"none"):
        (tmp_path / name).write_bytes(broken)
        ended = botassay("options", "score", name, "--skip-bad")
        assert (ended.code, ended.out) == (65, "")
        assert ended.err.startswith(f"botassay: {name}: E172 the archive is broken")


def test_an_empty_pattern_is_an_empty_list_in_csv_as_in_json(botassay: Run, tmp_path: Path) -> None:
    for name, text in (
        ("a.csv", 'pattern\nc\n""\n'),
        ("b.csv", "id,pattern\n1,c\n2,\n"),
        ("a.jsonl", '{"pattern":"c"}\n{"pattern":""}'),
    ):
        (tmp_path / name).write_text(text)
        document = json.loads(botassay("options", "score", name, "--json").out)
        assert (document["n"], document["n_empty"]) == (2, 1)


def test_an_empty_correct_answer_is_none_known(botassay: Run, tmp_path: Path) -> None:
    for name, text in (
        ("a.csv", "options,correct\na,a\na,\n"),
        ("a.jsonl", '{"options":["a"],"correct":"a"}\n{"options":["a"],"correct":""}'),
    ):
        (tmp_path / name).write_text(text)
        document = json.loads(botassay("options", "score", name, "--json").out)
        assert (document["n"], document["n_unknown"]) == (1, 1)


def test_bad_rows_can_be_skipped_and_are_counted(botassay: Run, tmp_path: Path) -> None:
    for name, text in (("a.jsonl", '{"pattern": "w"}\n{"pattern": "x"}\n'), ("a.csv", "pattern\nw\nx\n")):
        (tmp_path / name).write_text(text)
        ended = botassay("options", "score", name, "--skip-bad", "--json")
        document = json.loads(ended.out)
        assert (document["n"], document["n_bad"]) == (1, 1)
        assert "left out: 1 row without a sound list" in ended.err


def test_what_a_file_holds_is_inert_on_a_terminal(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"options": ["\\u001b[31mred", "b"], "correct": "\\u001b[31mred"}\n')
    ended = botassay("options", "score", "a.jsonl")
    assert ended.code == 0
    assert "\x1b" not in ended.out
    assert "\\u{1b}[31mred" in ended.out
    (tmp_path / "b.jsonl").write_text('{"options": ["\\u001b[31m", "\\u001b[31m"]}\n')
    assert "\x1b" not in botassay("options", "score", "b.jsonl").err


MENUS = (
    '{"id": "a", "utterances": [{"role": "user", "text": "card"}, {"role": "bot", "text": "Which?", '
    '"options": ["Pay", "Block"]}, {"role": "user", "text": "block"}, {"role": "bot", "text": "Done."}]}\n'
    '{"id": "b", "utterances": [{"role": "bot", "text": "Which?", "options": ["Pay", "Block"]}, '
    '{"role": "user", "text": "a loan"}]}\n'
)


def test_a_dialog_file_is_scored_by_its_menus_and_rated(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "talk.jsonl").write_text(MENUS)
    document = json.loads(botassay("options", "score", "talk.jsonl", "--json").out)
    assert (document["n"], document["ranks"]) == (2, {"0": 1, "2": 1})
    assert [row["intent"] for row in document["intents"]] == ["Block"]
    rating = json.loads(botassay("rate", "talk.jsonl", "--issues", "AL,OP", "--order", "OP,AL", "--json").out)
    score = next(score for score in rating["scores"] if score["issue"] == "OP")
    olar = next(row for row in document["measures"] if row["id"] == "OLAR")
    assert score["value"] == pytest.approx(1 - olar["value"], abs=1e-8)
    assert (score["measure"], score["n"]) == ("OP.risk", 2)
    assert score["cuts"] == pytest.approx([1 / 3, 2 / 3])
    assert [finding["dialog"] for finding in rating["findings"] if finding["issue"] == "OP"] == ["b"]


def test_a_menu_that_shows_an_option_twice_is_named_and_not_rated(botassay: Run, tmp_path: Path) -> None:
    twice = MENUS.replace('["Pay", "Block"]}, {"role": "user", "text": "block"}', '["Pay", "Block", "Pay"]}')
    (tmp_path / "talk.jsonl").write_text(twice)
    ended = botassay("options", "score", "talk.jsonl")
    assert (ended.code, ended.out) == (65, "")
    assert "dialog a, utterance 1: E156 the option 'Pay' stands twice" in ended.err
    kept = json.loads(botassay("options", "score", "talk.jsonl", "--skip-bad", "--json").out)
    assert (kept["n"], kept["n_bad"]) == (1, 1)
    rating = json.loads(botassay("rate", "talk.jsonl", "--issues", "AL,OP", "--order", "OP,AL", "--json").out)
    score = next(score for score in rating["scores"] if score["issue"] == "OP")
    assert (score["n"], score["details"]["flawed"]) == (1, 1)


def test_what_holds_no_dialogs_in_a_folder_is_named(botassay: Run, tmp_path: Path) -> None:
    folder = tmp_path / "talks"
    folder.mkdir()
    (folder / "talk.jsonl").write_text(MENUS + '{"id": "c", "utterances": 7}\n')
    (folder / "notes.txt").write_text("not a dialog\n")
    stopped = botassay("options", "score", folder)
    assert (stopped.code, "talk.jsonl:3" in stopped.err) == (65, True)
    ended = botassay("options", "score", folder, "--skip-bad")
    assert ended.code == 0
    assert "no dialogs in 1 file: notes.txt" in ended.err
    assert "left out: 1 dialog with a bad row" in ended.err


def test_a_bot_without_menus_is_not_measured(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "talk.jsonl").write_text(
        '{"utterances": [{"role": "user", "text": "hi"}, {"role": "bot", "text": "Hello."}]}\n'
    )
    rating = json.loads(botassay("rate", "talk.jsonl", "--issues", "OP", "--profile", "abuse", "--json").out)
    assert rating["scores"][0]["value"] is None
    assert rating["scores"][0]["reason"] == "the bot showed no menu"
    assert rating["level"] == "undetermined"


def test_a_run_is_scored_by_its_menus(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "ask.txt").write_text("heart care in Portvale\nthe first one\n\nheart care in Portvale\nHow are you?\n")
    run = tmp_path / "run"
    assert botassay("rate", "hospital", "--issues", "OP", "--ask", "ask.txt", "--out", run, "--seed", "1").code == 0
    for subject in (run, run / "run.sqlite"):
        document = json.loads(botassay("options", "score", subject, "--json").out)
        assert document["ranks"] == {"1": 1}
        assert document["n_unknown"] >= 1


def test_two_systems_are_compared_on_the_same_queries(botassay: Run, tmp_path: Path) -> None:
    ours = "".join(f'{{"options": ["a"], "correct": "a", "id": {n}}}\n' for n in range(40))
    theirs = "".join(f'{{"options": ["b", "a"], "correct": "a", "id": {n}}}\n' for n in range(40))
    (tmp_path / "ours.jsonl").write_text(ours)
    (tmp_path / "theirs.jsonl").write_text(theirs)
    document = json.loads(botassay("options", "score", "ours.jsonl", "--compare", "theirs.jsonl", "--json").out)
    found = {row["id"]: row for row in document["compare"]["measures"]}
    assert document["compare"]["n"] == 40
    assert found["LAR"]["difference"] == pytest.approx(0.25)
    assert found["LAR"]["interval"] == [0.25, 0.25]
    assert found["LAR"]["p"] < 0.001
    assert found["RBP"]["difference"] == pytest.approx(0.25)
    assert (
        "compared with theirs.jsonl on 40 queries"
        in botassay("options", "score", "ours.jsonl", "--compare", "theirs.jsonl").out
    )


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ('{"pattern": "c"}\n', "E154 the files hold different numbers of lists"),
        ('{"options": ["a"], "correct": "b"}\n' * 2, "the correct answers differ"),
        ('{"options": ["a"], "correct": "a", "id": 9}\n' * 2, "the ids differ: 1 and 9"),
        ('{"options": ["a"], "correct": ["a", "b"]}\n' * 2, "the numbers of correct answers differ"),
        ('{"pattern": "x"}\n' * 2, "E155"),
    ],
)
def test_what_does_not_pair_is_said(botassay: Run, tmp_path: Path, other: str, told: str) -> None:
    (tmp_path / "a.jsonl").write_text('{"options": ["a"], "correct": "a", "id": 1}\n' * 2)
    (tmp_path / "b.jsonl").write_text(other)
    ended = botassay("options", "score", "a.jsonl", "--compare", "b.jsonl")
    assert (ended.code, ended.out) == (65, "")
    assert told in ended.err


def test_the_other_lists_are_held_against_the_longest_of_a_measure_too(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"pattern": "c"}\n{"pattern": "cw"}\n')
    (tmp_path / "b.jsonl").write_text('{"pattern": "cwwww"}\n{"pattern": "cww"}\n')
    for file, other in (("a.jsonl", "b.jsonl"), ("b.jsonl", "a.jsonl")):
        ended = botassay("options", "score", file, "--compare", other, "--measure", "OLAR(longest=2)")
        assert (ended.code, ended.out) == (2, "")
        assert "OLAR(longest=2) is for lists of up to 2 options, not 5" in ended.err


@pytest.mark.parametrize("known", ["", '{"options": ["a"], "correct": "a"}\n'])
def test_a_file_without_answers_is_no_comparison(botassay: Run, tmp_path: Path, known: str) -> None:
    unknown = '{"options": ["a"]}\n'
    (tmp_path / "a.jsonl").write_text('{"options": ["a"], "correct": "a"}\n' + unknown)
    (tmp_path / "b.jsonl").write_text(unknown + (known or unknown))
    ended = botassay("options", "score", "a.jsonl", "--compare", "b.jsonl")
    assert (ended.code, ended.out) == (65, "")
    assert ended.err.startswith(
        "botassay: b.jsonl: E100 no list has a known correct answer where that of a.jsonl has one"
    )


def test_an_id_is_the_same_in_csv_and_json(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("options,correct,id\na,a,1\na|b,b,x\n")
    (tmp_path / "b.jsonl").write_text(
        '{"options": ["a"], "correct": "a", "id": 1}\n{"options": ["b"], "correct": "b", "id": "x"}\n'
    )
    assert botassay("options", "score", "a.csv", "--compare", "b.jsonl").code == 0
    (tmp_path / "a.csv").write_text("options,correct,id\na,a,2\na|b,b,x\n")
    ended = botassay("options", "score", "a.csv", "--compare", "b.jsonl")
    assert (ended.code, "the ids differ: '2' and 1" in ended.err) == (65, True)


def test_a_measure_given_twice_is_said_once(botassay: Run, lists: Path) -> None:
    ended = botassay("options", "score", lists, "--measure", "OLAR", "--measure", "OLAR(longest=5)", "--json")
    assert [row["measure"] for row in json.loads(ended.out)["measures"]] == ["OLAR(longest=5)"]


def test_standard_input_and_dialogs_do_not_pair(botassay: Run, lists: Path, tmp_path: Path) -> None:
    (tmp_path / "talk.jsonl").write_text(MENUS)
    assert botassay("options", "score", "-", "--compare", lists, stdin=LISTS).code == 2
    assert botassay("options", "score", lists, "--compare", "talk.jsonl").code == 2


# ── tune ────────────────────────────────────────────────────────────────────────────────────────────────────────────


TORN = {"a": 0.35, "b": 0.33, "c": 0.32}


def scored(n: int = 60) -> str:
    """Queries of two kinds: sure of one intent and right, or torn between three of which any may be right."""
    sure = '{"candidates": {"a": 0.9, "b": 0.05, "c": 0.05}, "correct": "a"}\n'
    three = ", ".join(f'{{"intent": "{name}", "confidence": {share}}}' for name, share in TORN.items())
    torn = f'{{"candidates": [{three}], "correct": "%s"}}\n'
    return "".join(sure + torn % "abc"[number % 3] for number in range(n))


def test_the_best_policy_is_found(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "scored.jsonl").write_text(scored())
    ended = botassay("options", "tune", "scored.jsonl", "--json", "-o", "curve.svg")
    document = json.loads(ended.out)
    assert (document["n"], document["measure"], document["folds"]) == (120, "nDCGL", 5)
    found = {row["id"]: row for row in document["policies"]}
    assert set(found) == {"fixed", "threshold", "relative", "gap", "mass"}
    best = document["policies"][0]
    assert best["id"] != "fixed"
    for name in ("threshold", "relative", "gap", "mass"):
        assert (found[name]["mean_length"], found[name]["hit_rate"]) == (2.0, 1.0)
        assert found[name]["held_out"] == pytest.approx(found[name]["value"])
    assert found["fixed"]["value"] < best["value"]
    assert len(found["gap"]["curve"]) == 101
    assert {row["assistant"] for row in found["gap"]["assistants"]} == {"Oracle Digital Assistant", "Rasa"}
    drawing = (tmp_path / "curve.svg").read_text()
    assert drawing.startswith("<svg ")
    assert drawing.count("<polyline") == 5
    assert "<script" not in drawing


def test_one_option_is_best_by_olar_here_and_the_reader_is_told(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "scored.jsonl").write_text(scored())
    ended = botassay("options", "tune", "scored.jsonl", "--policy", "fixed", "--policy", "gap", "--measure", "OLAR")
    assert "best: fixed(1): always show 1" in ended.out
    assert "By OLAR(longest=5) one option is best here" in ended.out


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"candidates": {"a": 1.5}, "correct": "a"}', "E136 the confidence 1.5 of 'a' is not in [0, 1]"),
        ('{"candidates": {"a": "x"}, "correct": "a"}', "E136"),
        (
            '{"candidates": [{"intent": "a", "confidence": 0.1}, {"intent": "a", "confidence": 0.2}], "correct": "a"}',
            "E156",
        ),
        ('{"candidates": {"pay": 0.7, "pay": 0.2}, "correct": "pay"}', "E156 the candidate 'pay' stands twice"),
        ('{"candidates": {"pay": 0.7, "p\\u0061y": 0.2}}', "E156 the candidate 'pay' stands twice"),
        ('{"id": "a:b", "candidates": {":": 0.7, "a": 1, ":": 1}, "correct": ":"}', "E156 the candidate ':'"),
        ('{"scores": {"a": 0.5}}', "E136"),
        ("{", "E120"),
    ],
)
def test_bad_candidates_are_named(botassay: Run, tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "s.jsonl").write_text(scored(3) + text + "\n")
    ended = botassay("options", "tune", "s.jsonl")
    assert (ended.code, ended.out) == (65, "")
    assert ended.err.startswith("botassay: s.jsonl:7: ")
    assert told in ended.err
    document = json.loads(botassay("options", "tune", "s.jsonl", "--skip-bad", "--folds", "2", "--json").out)
    assert (document["n"], document["n_bad"]) == (6, 1)


def test_colons_in_names_and_other_fields_are_no_second_candidate(botassay: Run, tmp_path: Path) -> None:
    odd = '{"id": {"of": [1, {"x:y": 2}]}, "candidates": {"a:b": 0.7, "::": 1, "c": 0.1}, "correct": "::"}\n'
    (tmp_path / "s.jsonl").write_text(odd * 5 + '{"candidates": {}, "correct": "a"}\n')
    document = json.loads(botassay("options", "tune", "s.jsonl", "--json").out)
    assert (document["n"], document["n_bad"]) == (6, 0)


def test_without_candidates_there_is_nothing_to_tune(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "s.jsonl").write_text('{"candidates": {}, "correct": "a"}\n{"candidates": [], "correct": "a"}\n' * 5)
    ended = botassay("options", "tune", "s.jsonl")
    assert (ended.code, ended.out) == (65, "")
    assert ended.err.startswith("botassay: s.jsonl: E100 no query has a candidate: there is nothing to tune")


def test_what_cannot_be_tuned_is_said(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "s.jsonl").write_text('{"candidates": {"a": 0.5}, "correct": "a"}\n{"candidates": {"a": 0.5}}\n')
    few = botassay("options", "tune", "s.jsonl")
    assert (few.code, "1 query for 5 folds: too few" in few.err) == (2, True)
    assert botassay("options", "tune", "s.jsonl", "--policy", "gaps").code == 2
    assert botassay("options", "tune", "s.jsonl", "-o", "curve.png").code == 2
    (tmp_path / "n.jsonl").write_text('{"candidates": {"a": 0.5}}\n')
    none = botassay("options", "tune", "n.jsonl")
    assert (none.code, "no query with a known correct answer" in none.err) == (65, True)


# ── the paper ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_table_1_is_printed(botassay: Run) -> None:
    ended = botassay("options", "table")
    assert ended.code == 0
    assert ended.out.count("[") == 300
    assert max(map(len, ended.out.splitlines())) <= 100


def test_any_measure_is_held_against_the_gold_ranking(botassay: Run) -> None:
    ended = botassay("options", "table", "--measure", "RBP(p=0.8)", "--longest", "4", "--relevant", "2")
    for told in ("gold  list", "Confidence: no, cc scores 0.36 but ccw scores 0.36", "Kendall's tau-b 0."):
        assert told in ended.out
    assert botassay("options", "table", "--measure", "C1").code == 2
    assert botassay("options", "table", "--longest", "4").code == 2
    short = botassay("options", "table", "--measure", "OLAR(longest=3)")
    assert (short.code, "write OLAR(longest=5)" in short.err) == (2, True)


@pytest.mark.parametrize(("name", "tau", "rho"), [("LAR", "1.000", "1.000"), ("F1", "0.970", "0.992")])
def test_a_measure_that_minds_no_places_is_held_against_the_ranking_without_them(
    botassay: Run, name: str, tau: str, rho: str
) -> None:
    ended = botassay("options", "table", "--measure", name)
    told = "with the gold ranking, places left out as by the measure"
    assert f"{told}: Kendall's tau-b {tau}, Spearman {rho}" in ended.out
    assert "\n   2  wc " in ended.out


def test_the_paper_is_replicated(botassay: Run) -> None:
    ended = botassay("replicate", "options")
    assert ended.code == 0
    assert "299 of 300 figures are as published" in ended.out
    assert "~ OLAR of wwwcw" in ended.out
    document = json.loads(botassay("replicate", "options", "--json").out)
    assert (document["paper"], document["as_expected"], len(document["rows"])) == ("003", True, 300)
    assert document == json.loads(botassay("options", "table", "--json").out)
