"""Option lists scored and tuned from Python; each command once as a user meets it."""

import gzip
import json
from collections.abc import Iterable
from io import BufferedReader, RawIOBase, TextIOWrapper
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from botassay.api.rating import rate
from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.errors import BotassayError, InputError, UsageError
from botassay.core.progress import Progress
from botassay.options import OLAR, measure, score, table, tune
from botassay.options.documents import OptionsScore
from botassay.options.properties import described
from botassay.options.sources import read_lists
from botassay.settings.options import OptionsSettings, TuneSettings
from tests.conftest import Run

LISTS = (
    '{"options": ["pay", "block"], "correct": "block"}\n'
    '{"options": ["pay"], "correct": "pay"}\n'
    '{"options": ["pay", "loan", "block"], "correct": ["loan", "block"]}\n'
    '{"options": [], "correct": "pay"}\n'
    '{"options": ["pay", "loan"]}\n'
    '{"pattern": "ww"}\n'
)
ROWS = [json.loads(line) for line in LISTS.splitlines()]
IDS = ["LAR", "OLAR", "F1", "F1s", "AP", "APL", "APs", "RR", "nDCG", "nDCGL", "RBP", "RBPL", "C1"]
SKIP = OptionsSettings(skip_bad=True)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def file(name: str, text: str) -> Path:
    Path(name).write_text(text)
    return Path(name)


def values(document: OptionsScore) -> dict[str, float]:
    return {row.id: row.value for row in document.measures}


def test_lists_are_scored() -> None:
    document = score(ROWS)
    assert (document.n, document.n_unknown, document.n_empty, document.longest) == (5, 1, 1, 5)
    assert [row.id for row in document.measures] == IDS
    assert document.measures[1].measure == "OLAR(longest=5)"
    assert document.lengths == {"0": 1, "1": 1, "2": 2, "3": 1}
    assert document.ranks == {"0": 2, "1": 1, "2": 2}
    assert document.compare is None
    lar = (0.75 + 1 + (1 + 0.5 / 3) / 1.5 + 0 + 0.25) / 5
    assert values(document)["LAR"] == pytest.approx(lar)
    assert [(row.intent, row.n) for row in document.intents] == [("pay", 2), ("block", 1), ("loan + block", 1)]


def test_a_seed_makes_the_intervals() -> None:
    assert score(ROWS) == score(ROWS)
    assert score(ROWS, seed=7) != score(ROWS)


def test_measures_are_chosen_by_their_text_or_as_objects() -> None:
    named = score(ROWS, longest=7, measures=["OLAR", "RBP(p=0.8)", "OLAR(longest=7)"])
    assert [row.measure for row in named.measures] == ["OLAR(longest=7)", "RBP(p=0.8)"]
    assert score(ROWS, measures=[OLAR(5)]).measures == score(ROWS, OptionsSettings(measures=("OLAR",))).measures
    with pytest.raises(UsageError, match="is for lists of up to 2 options, not 3"):
        score(ROWS, measures=["OLAR(longest=2)"])
    with pytest.raises(UsageError, match="did you mean 'OLAR'"):
        score(ROWS, measures=["OLER"])


def test_settings_out_of_bounds_are_refused() -> None:
    for wrong in ({"longest": 0}, {"bootstrap": 0}, {"seed": -1}, {"seed": "x"}):
        with pytest.raises(UsageError):
            OptionsSettings(**wrong)
    with pytest.raises(UsageError):
        score(ROWS, longest=0)


def test_jsonl_csv_and_gz_give_what_python_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    lists = file("lists.jsonl", LISTS)
    rows = "pay|block;block;;\npay;pay;;\npay|loan|block;loan|block;;\n;pay;;\npay|loan;;;\n;;ww;\n"
    csv = file("lists.csv", "options;correct;pattern;note\n" + rows)
    packed = Path("lists.jsonl.gz")
    packed.write_bytes(gzip.compress(LISTS.encode()))
    assert score(lists) == score(str(csv)) == score(packed) == score(ROWS)
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BufferedReader(Slow([csv.read_bytes()]))))
    assert score("-") == score(ROWS)


@pytest.mark.parametrize(
    ("name", "text", "place", "what"),
    [
        ("a.jsonl", '{"pattern": "w"}\n{"pattern": "wxc"}\n', "a.jsonl:2", "E155 the pattern has the letter 'x'"),
        ("a.jsonl", '{"options": ["a"], "correct": 1}\n', "a.jsonl:1", "E136"),
        ("a.jsonl", '{"pattern": "w"}\n\n{"options": ["a", "a"], "correct": "a"}\n', "a.jsonl:3", "'a' is repeated"),
        ("a.jsonl", '{"pattern": "wwwwww"}\n{"pattern": "wwwwwwww"}\n', "a.jsonl:1", "set --longest 8"),
        ("a.jsonl", '{"option": ["a"], "correct": "a"}\n', "a.jsonl:1", "E153"),
        ("a.jsonl", '{"options": ["a"], "corect": "a"}\n', "a.jsonl", "no known correct answer in 1 list"),
        ("a.jsonl", "\n\nhello\n", "a.jsonl:3", "E100 the first line is neither a list nor a header: 'hello'"),
        ("a.jsonl", "", "a.jsonl", "E100 the file is empty"),
        ("a.csv", "options,correct\na|b,b\na|a,a\n", "a.csv:3", "E156"),
        ("a.csv", "pattern\nw\n\nwz\n", "a.csv:4", "E155"),
        ("a.csv", "options,correct\na|b\n", "a.csv:2", "E140"),
        ("a.csv", "pattern\nwwwwwww\n", "a.csv:2", "set --longest 7"),
        ("a.csv", "\noptions,correct,pattern\na|b,b,w\n", "a.csv:3", "E153 the row has a pattern and options"),
        ("a.csv", "pattern\nw\n" + "w" * (8 * 2**20 + 1), "a.csv:3", "longer than 8 MiB (write one record per line"),
        ("a.jsonl", '{"pattern":"c"} {"pattern":"w"}\n\n', "a.jsonl:1", "E120"),
        ("a.jsonl.gz", "no archive", "a.jsonl.gz", "the archive is damaged"),
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
            "option of 1 menu is unknown",
        ),
    ],
)
def test_bad_input_is_named_with_its_place(name: str, text: str, place: str, what: str) -> None:
    with pytest.raises(InputError) as error:
        score(file(name, text))
    assert error.value.where == place
    assert what in str(error.value)


@pytest.mark.parametrize(
    ("rows", "kind", "what"),
    [
        (3, TypeError, "lists must be a file or an iterable of rows, not int"),
        (["w", "wxc"], InputError, "lists:2: E155"),
        ([{"options": ["a", "a"], "correct": "a"}], InputError, "lists:1: E156"),
        ([{"options": "a", "correct": "a"}], InputError, "lists:1: E136"),
        ([{"option": ["a"]}], InputError, "lists:1: E153"),
        (["w" * 8], InputError, "lists:1: E157"),
        ([], InputError, "lists: E100 no lists"),
        ("no-such.jsonl", InputError, "E174 no-such.jsonl"),
    ],
)
def test_bad_rows_from_python_have_the_same_codes(rows: Any, kind: type[Exception], what: str) -> None:
    with pytest.raises(kind, match=what):
        score(rows)


class Slow(RawIOBase):
    """Gives what has come so far, as a pipe does."""

    def __init__(self, texts: Iterable[bytes]) -> None:
        self.left = list(texts)

    def readable(self) -> bool:
        return True

    def readinto(self, room: Any) -> int:
        text = self.left.pop(0) if self.left else b""
        room[: len(text)] = text
        return len(text)


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
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BufferedReader(Slow(texts))))
    assert read_lists(Path("-"), 5, lambda _: (), skip_bad=False).rows == 2


def test_nothing_of_standard_input_is_lost(botassay: Run) -> None:
    lists = '{"pattern":"c"}\n{"pattern":"w"}\n{"pattern":"w"}\n'
    for text in ("\n" * 9000 + lists, "\n" * 9000 + "pattern\nc\nw\nw\n", "\ufeff\n" + lists):
        assert json.loads(botassay("options", "score", "-", "--json", stdin=text).out)["n"] == 3
    for text in ("\n" * 9000 + lists + "{\n", "\n" * 8999 + "pattern\nc\nw\nw\nx\n"):
        assert botassay("options", "score", "-", stdin=text).err.startswith("botassay: standard input:9004: E1")


@pytest.mark.parametrize("name", ["a.jsonl.gz", "a.csv.gz"])
@pytest.mark.slow
def test_a_broken_archive_is_bad_input(name: str) -> None:
    letters = np.random.default_rng(7).choice(["c", "w"], 100_000)
    row = "{}\n" if "csv" in name else '{{"pattern":"{}"}}\n'
    text = "pattern\n" * ("csv" in name) + "".join(row.format(letter) for letter in letters)
    whole = gzip.compress(text.encode())
    middle = len(whole) // 2
    for broken in (whole[:middle], whole[:middle] + bytes(99) + whole[middle + 99 :], whole[:-8] + bytes(8), b"none"):
        Path(name).write_bytes(broken)
        with pytest.raises(InputError, match=f"{name}: E172 the archive is damaged"):
            score(name, SKIP)


def test_empty_patterns_and_answers_mean_the_same_in_csv_and_json() -> None:
    for text in ('pattern\nc\n""\n', "id,pattern\n1,c\n2,\n"):
        document = score(file("a.csv", text))
        assert (document.n, document.n_empty) == (2, 1)
    assert score(["c", ""]).n_empty == 1
    document = score(file("a.csv", "options,correct\na,a\na,\n"))
    assert (document.n, document.n_unknown) == (1, 1)
    assert score([{"options": ["a"], "correct": "a"}, {"options": ["a"], "correct": ""}]).n_unknown == 1


def test_bad_rows_can_be_skipped_and_are_counted() -> None:
    for lists in (
        file("a.jsonl", '{"pattern": "w"}\n{"pattern": "x"}\n'),
        file("a.csv", "pattern\nw\nx\n"),
        ["w", "x"],
    ):
        document = score(lists, SKIP)
        assert (document.n, document.n_bad) == (1, 1)


def test_progress_is_reported() -> None:
    seen: list[Progress] = []
    score(file("a.jsonl", LISTS), on_progress=seen.append)
    assert (seen[-1].phase, seen[-1].done, seen[-1].share) == ("reading", 6, 1.0)


MENUS = (
    '{"id": "a", "utterances": [{"role": "user", "text": "card"}, {"role": "bot", "text": "Which?", '
    '"options": ["Pay", "Block"]}, {"role": "user", "text": "block"}, {"role": "bot", "text": "Done."}]}\n'
    '{"id": "b", "utterances": [{"role": "bot", "text": "Which?", "options": ["Pay", "Block"]}, '
    '{"role": "user", "text": "a loan"}]}\n'
)


def rated(botassay: Run, name: str) -> Any:
    rating = json.loads(botassay("rate", name, "--issues", "AL,OP", "--order", "OP,AL", "--json").out)
    return next(row for row in rating["scores"] if row["issue"] == "OP"), rating["findings"]


def test_a_dialog_file_is_scored_by_its_menus_and_rated(botassay: Run) -> None:
    document = score(file("talk.jsonl", MENUS))
    assert (document.n, document.ranks) == (2, {"0": 1, "2": 1})
    assert [row.intent for row in document.intents] == ["Block"]
    grade, findings = rated(botassay, "talk.jsonl")
    assert grade["value"] == pytest.approx(1 - values(document)["OLAR"], abs=1e-8)
    assert (grade["measure"], grade["n"]) == ("OP.risk", 2)
    assert grade["cuts"] == pytest.approx([1 / 3, 2 / 3])
    assert [finding["dialog"] for finding in findings if finding["issue"] == "OP"] == ["b"]


def test_a_menu_that_shows_an_option_twice_is_named_and_not_rated(botassay: Run) -> None:
    twice = MENUS.replace('["Pay", "Block"]}, {"role": "user", "text": "block"}', '["Pay", "Block", "Pay"]}')
    talk = file("talk.jsonl", twice)
    with pytest.raises(InputError, match="dialog a, utterance 1: E156 the option 'Pay' is repeated"):
        score(talk)
    skipped = score(talk, SKIP)
    assert (skipped.n, skipped.n_bad) == (1, 1)
    grade, _ = rated(botassay, "talk.jsonl")
    assert (grade["n"], grade["details"]["flawed"]) == (1, 1)


def test_what_holds_no_dialogs_in_a_folder_is_named(caplog: pytest.LogCaptureFixture) -> None:
    folder = Path("talks")
    folder.mkdir()
    file("talks/talk.jsonl", MENUS + '{"id": "c", "utterances": 7}\n')
    file("talks/notes.txt", "not a dialog\n")
    with pytest.raises(InputError, match=r"talk.jsonl:3"):
        score(folder)
    assert score(folder, SKIP).n == 2
    assert caplog.messages == ["no dialogs in 1 file: notes.txt", "left out: 1 dialog with a bad row"]


def test_a_bot_without_menus_is_not_measured(botassay: Run) -> None:
    file("talk.jsonl", '{"utterances": [{"role": "user", "text": "hi"}, {"role": "bot", "text": "Hello."}]}\n')
    grade, _ = rated(botassay, "talk.jsonl")
    assert (grade["value"], grade["reason"]) == (None, "the bot showed no menu")


def test_a_run_is_scored_by_its_menus(botassay: Run) -> None:
    file("ask.txt", "heart care in Portvale\nthe first one\n\nheart care in Portvale\nHow are you?\n")
    run = Path("run")
    assert botassay("rate", "hospital", "--issues", "OP", "--ask", "ask.txt", "--out", run, "--seed", "1").code == 0
    for subject in (run, run / "run.sqlite"):
        document = score(subject)
        assert document.ranks["1"] >= 1
        assert document.n_unknown >= 1


def test_two_systems_are_compared_on_the_same_queries() -> None:
    ours = [{"options": ["a"], "correct": "a", "id": n} for n in range(40)]
    theirs = [{"options": ["b", "a"], "correct": "a", "id": n} for n in range(40)]
    comparison = score(ours, compare=theirs).compare
    assert comparison
    assert comparison.n == 40
    by_id = {row.id: row for row in comparison.measures}
    assert by_id["LAR"].difference == pytest.approx(0.25)
    assert by_id["LAR"].interval == (0.25, 0.25)
    assert by_id["LAR"].p < 0.001
    assert by_id["RBP"].difference == pytest.approx(0.25)


@pytest.mark.parametrize(
    ("other", "what"),
    [
        ('{"pattern": "c"}\n', "E154 the files hold different numbers of lists"),
        ('{"options": ["a"], "correct": "b"}\n' * 2, "the correct answers differ"),
        ('{"options": ["a"], "correct": "a", "id": 9}\n' * 2, "the ids differ: 1 and 9"),
        ('{"options": ["a"], "correct": ["a", "b"]}\n' * 2, "the numbers of correct answers differ"),
        ('{"pattern": "x"}\n' * 2, "E155"),
    ],
)
def test_what_does_not_pair_is_an_error(other: str, what: str) -> None:
    ours = [{"options": ["a"], "correct": "a", "id": 1}] * 2
    for compared in (file("b.jsonl", other), [json.loads(line) for line in other.splitlines()]):
        with pytest.raises(InputError, match=what):
            score(ours, compare=compared)


def test_the_other_lists_are_held_against_the_longest_of_a_measure_too() -> None:
    for lists, other in ((["c", "cw"], ["cwwww", "cww"]), (["cwwww", "cww"], ["c", "cw"])):
        with pytest.raises(UsageError, match="is for lists of up to 2 options, not 5"):
            score(lists, compare=other, measures=["OLAR(longest=2)"])


@pytest.mark.parametrize("known", [{}, {"correct": "a"}])
def test_a_file_without_answers_is_no_comparison(known: dict[str, str]) -> None:
    unknown: dict[str, object] = {"options": ["a"]}
    with pytest.raises(InputError, match="compare: E100 no query has a known correct answer in both files; lists has"):
        score([{"options": ["a"], "correct": "a"}, unknown], compare=[unknown, unknown | known])


def test_an_id_is_the_same_in_csv_and_json() -> None:
    other: list[dict[str, object]] = [
        {"options": ["a"], "correct": "a", "id": 1},
        {"options": ["b"], "correct": "b", "id": "x"},
    ]
    assert score(file("a.csv", "options,correct,id\na,a,1\na|b,b,x\n"), compare=other).compare
    with pytest.raises(InputError, match="the ids differ: '2' and 1"):
        score(file("a.csv", "options,correct,id\na,a,2\na|b,b,x\n"), compare=other)


def test_standard_input_and_dialogs_do_not_pair() -> None:
    for lists, other in (("-", ["c"]), (["c"], file("talk.jsonl", MENUS))):
        with pytest.raises(UsageError):
            score(lists, compare=other)


def test_the_page_shows_every_figure() -> None:
    document = score(ROWS, compare=["wc", "c", "cc", "c", "w", "ww"][:6], measures=["LAR", "OLAR"])
    for drawn in (document.text(), document.markdown(), document.html()):
        for shown in ("OLAR", f"{values(document)['OLAR']:.3f}", "20.0%", "Compared with compare", "block"):
            assert shown in drawn


def test_what_a_file_holds_is_inert_in_every_drawing() -> None:
    document = score([{"options": ["\x1b[31m<b>", "b"], "correct": "\x1b[31m<b>"}])
    assert "\x1b" not in document.text() + document.markdown() + document.html()
    assert "\\u{1b}[31m" in document.text()
    assert "[31m<b>" not in document.html()


def test_score_as_a_command(botassay: Run) -> None:
    lists = file("lists.jsonl", LISTS + '{"pattern": "x"}\n')
    ended = botassay("options", "score", lists, "--skip-bad", "--json", "-o", "page.html", "-o", "page.md")
    assert ended.err.splitlines() == [
        "botassay: 1 empty list scores 0; if the bot gave a default answer there, list it as an option",
        "botassay: left out: 1 invalid row",
        "botassay: wrote page.html",
        "botassay: wrote page.md",
    ]
    assert ended.out == score(lists, SKIP).json()
    assert Path("page.md").read_text() == score(lists, SKIP).markdown()
    assert "OLAR(longest=5)" in botassay("options", "score", lists, "--skip-bad", "--compare", lists).out
    bad = botassay("options", "score", lists)
    assert (bad.code, bad.out, bad.err[:29]) == (65, "", "botassay: lists.jsonl:7: E155")
    assert botassay("options", "score", lists, "--measure", "OLER").code == 2
    assert botassay("options", "score", lists, "-o", "page.png").code == 2


# ── tune ────────────────────────────────────────────────────────────────────────────────────────────────────────────


TORN = {"a": 0.35, "b": 0.33, "c": 0.32}


def queries(n: int = 60) -> list[dict[str, Any]]:
    """Queries of two kinds: sure of one intent and right, or torn between three of which any may be right."""
    sure = {"candidates": {"a": 0.9, "b": 0.05, "c": 0.05}, "correct": "a"}
    torn = [{"intent": name, "confidence": share} for name, share in TORN.items()]
    return [row for at in range(n) for row in (sure, {"candidates": torn, "correct": "abc"[at % 3]})]


def test_the_best_policy_is_found() -> None:
    seen: list[Progress] = []
    document = tune(queries(), on_progress=seen.append)
    assert (document.n, document.measure, document.folds) == (120, "nDCGL", 5)
    assert (seen[-1].phase, seen[-1].total) == ("trying settings", 409)
    by_id = {row.id: row for row in document.policies}
    assert set(by_id) == {"fixed", "threshold", "relative", "gap", "mass"}
    best = document.policies[0]
    assert best.id != "fixed"
    for name in ("threshold", "relative", "gap", "mass"):
        assert (by_id[name].mean_length, by_id[name].hit_rate) == (2.0, 1.0)
        assert by_id[name].held_out == pytest.approx(by_id[name].value)
    assert by_id["fixed"].value < best.value
    assert len(by_id["gap"].curve) == 101
    assert {row.assistant for row in by_id["gap"].assistants} == {"Oracle Digital Assistant", "Rasa"}


def test_one_option_is_best_by_olar_here_and_the_reader_is_told() -> None:
    document = tune(queries(), TuneSettings(policies=("fixed", "gap")), measure="OLAR")
    assert "Best: always show 1" in document.text()
    assert "By OLAR(longest=5) a single option is best here" in " ".join(document.text().split())
    assert "a single option is best here" not in tune(queries()).text()


def test_the_curves_are_drawn() -> None:
    document = tune(queries())
    drawing = document.svg()
    assert drawing.startswith("<svg ")
    assert drawing.count("<polyline") == 5
    assert "<script" not in drawing
    document.save("curve.svg")
    assert Path("curve.svg").read_text() == drawing
    for drawn in (document.text(), document.markdown(), document.html()):
        assert "Oracle Digital Assistant" in drawn
        assert "100 %" in drawn


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ('{"candidates": {"a": 1.5}, "correct": "a"}', "E136 the confidence 1.5 of 'a' is outside 0 to 1"),
        ('{"candidates": {"a": "x"}, "correct": "a"}', "E136"),
        (
            '{"candidates": [{"intent": "a", "confidence": 0.1}, {"intent": "a", "confidence": 0.2}], "correct": "a"}',
            "E156",
        ),
        ('{"candidates": {"pay": 0.7, "pay": 0.2}, "correct": "pay"}', "E156 the candidate 'pay' is repeated"),
        ('{"candidates": {"pay": 0.7, "p\\u0061y": 0.2}}', "E156 the candidate 'pay' is repeated"),
        ('{"id": "a:b", "candidates": {":": 0.7, "a": 1, ":": 1}, "correct": ":"}', "E156 the candidate ':'"),
        ('{"scores": {"a": 0.5}}', "E136"),
        ("{", "E120"),
    ],
)
def test_bad_candidates_are_named(text: str, what: str) -> None:
    scored = file("s.jsonl", "".join(json.dumps(row) + "\n" for row in queries(3)) + text + "\n")
    with pytest.raises(InputError) as error:
        tune(scored)
    assert error.value.where == "s.jsonl:7"
    assert what in str(error.value)
    document = tune(scored, TuneSettings(skip_bad=True, folds=2))
    assert (document.n, document.n_bad) == (6, 1)


def test_colons_in_names_and_other_fields_are_no_second_candidate() -> None:
    odd = '{"id": {"of": [1, {"x:y": 2}]}, "candidates": {"a:b": 0.7, "::": 1, "c": 0.1}, "correct": "::"}\n'
    document = tune(file("s.jsonl", odd * 5 + '{"candidates": {}, "correct": "a"}\n'))
    assert (document.n, document.n_bad) == (6, 0)


def test_what_cannot_be_tuned_is_an_error() -> None:
    one = {"candidates": {"a": 0.5}, "correct": "a"}
    with pytest.raises(UsageError, match="1 query cannot fill 5 folds"):
        tune([one, {"candidates": {"a": 0.5}}])
    with pytest.raises(UsageError, match="policy"):
        tune(queries(), TuneSettings(policies=("gaps",)))
    with pytest.raises(UsageError):
        tune(queries()).save("curve.png")
    with pytest.raises(InputError, match="no query has a known correct answer"):
        tune([{"candidates": {"a": 0.5}}])
    with pytest.raises(InputError, match="E100 no query has a candidate"):
        tune([{"candidates": {}, "correct": "a"}, {"candidates": [], "correct": "a"}] * 5)
    with pytest.raises(TypeError, match="queries must be a file or an iterable"):
        tune(7)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="queries:1: E1"):
        tune([3])  # type: ignore[list-item]


def test_tune_as_a_command(botassay: Run) -> None:
    scored = file("s.jsonl", "".join(json.dumps(row) + "\n" for row in [*queries(), {"candidates": 3}]))
    ended = botassay("options", "tune", scored, "--skip-bad", "--policy", "gap", "--json", "-o", "curve.svg")
    assert ended.err.splitlines() == ["botassay: left out: 1 invalid row", "botassay: wrote curve.svg"]
    assert ended.out == tune(scored, TuneSettings(skip_bad=True, policies=("gap",))).json()
    assert botassay("options", "tune", scored, "-o", "curve.png").code == 2
    assert botassay("options", "tune", scored).code == 65


# ── the paper ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_any_measure_is_held_against_the_gold_ranking() -> None:
    text = described("RBP(p=0.8)", 4, 2)
    for shown in ("gold  list", "Confidence: no, cc scores 0.36 but ccw scores 0.36", "Kendall's tau-b 0."):
        assert shown in text
    with pytest.raises(UsageError):
        described("C1")
    with pytest.raises(BotassayError, match=r"use OLAR\(longest=5\)"):
        described("OLAR(longest=3)")


@pytest.mark.parametrize(("name", "tau", "rho"), [("LAR", "1.000", "1.000"), ("F1", "0.970", "0.992")])
def test_a_measure_that_minds_no_places_is_held_against_the_ranking_without_them(name: str, tau: str, rho: str) -> None:
    text = described(name)
    beginning = "correlation with the gold ranking without positions, which the measure ignores"
    assert f"{beginning}: Kendall's tau-b {tau}, Spearman {rho}" in text
    assert "\n   2  wc " in text


def test_the_paper_is_replicated(botassay: Run) -> None:
    ended = botassay("options", "table")
    assert ended.out.count("[") == len(table().rows) == 300
    assert max(map(len, ended.out.splitlines())) <= 100
    assert "gold  list" in botassay("options", "table", "--measure", "LAR").out
    assert botassay("options", "table", "--longest", "4").code == 2
    replicated = botassay("replicate", "options")
    assert replicated.code == 0
    assert replicated.out.startswith("published 300: 299 reproduced, 1 explained, 0 differ, 0 not measured\n")
    assert "OLAR of wwwcw" in replicated.out
    document = json.loads(botassay("replicate", "options", "--json").out)
    assert (document["paper"], document["counts"][0]["reproduced"], len(document["rows"])) == ("003", 299, 300)
    assert document == json.loads(botassay("options", "table", "--json").out)


def test_options_match_as_people_see_them(botassay: Run) -> None:
    """Case, width, white space and outer marks make no difference, and it is said how many matched only so."""
    rows = [{"options": [f"Pay  a BILL{mark}", "Block my card"], "correct": " pay a bill"} for mark in ("", ".", "!")]
    rows += [{"options": ["loan", "Ｂlock my card"], "correct": "block my card"}, {"options": ["a"], "correct": "a"}]
    from_python = score(rows)
    lines = file("lists.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    assert score(lines) == from_python
    assert (from_python.ranks, from_python.n_folded) == ({"1": 4, "2": 1}, 4)
    assert "4 of 5" in from_python.text()
    exact = score(rows, OptionsSettings(match="exact"))
    assert (exact.ranks, exact.n_folded) == ({"0": 4, "1": 1}, 0)
    assert score(lines, OptionsSettings(match="exact")) == exact
    queries = [{"candidates": {"Pay": 0.7, "block": 0.2}, "correct": "pay"}] * 10
    assert [tune(queries, TuneSettings(match=match)).n_folded for match in ("folded", "exact")] == [10, 0]
    assert botassay("options", "score", "lists.jsonl", "--match", "some").code == 2


def test_options_that_people_see_as_the_same_are_refused() -> None:
    twice = [{"options": ["Pay", "pay."], "correct": "pay."}]
    for source in (twice, file("twice.jsonl", json.dumps(twice[0]) + "\n")):
        with pytest.raises(InputError, match=r"1: E156 the options 'Pay' and 'pay\.' differ only in .* --match exact"):
            score(source)
    assert score(twice, OptionsSettings(match="exact")).ranks == {"2": 1}


def test_the_weight_of_the_rank_stays_below_its_bound() -> None:
    assert repr(measure("OLAR(mu=0.03)", longest=6)) == "OLAR(longest=6, mu=0.03)"
    assert measure("OLAR(longest=5, mu=0.049)")("wcw") == pytest.approx(measure("OLAR")("wcw"))  # type: ignore[operator]
    for wrong in ("OLAR(mu=0.0667)", "OLAR(mu=0)", "OLAR(mu=0.03, longest=8)"):
        with pytest.raises(UsageError, match=r"below 1/\(N\(N-2\)\) = "):
            measure(wrong)


def test_one_menu_is_too_little_evidence() -> None:
    question = Utterance(Role.BOT, "Which?", options=("pay", "block"))
    dialogs = [Dialog(str(n), (question, Utterance(Role.USER, "pay"))) for n in range(60)]
    few, many = (rate(part, issues=("OP",)).ratings[0].scores[0] for part in (dialogs[:1], dialogs))
    assert (few.level, many.level) == ("undetermined", "low")
    assert "a level takes at least" in (few.reason or "")


def test_a_live_bot_that_shows_no_menu_is_refused_with_a_remedy(botassay: Run) -> None:
    ended = botassay("rate", "eliza", "--issues", "OP", "--depth", "quick", "--seed", "1")
    assert ended.code == 2
    assert "OP cannot be measured: no reply to the opening lines showed options" in ended.err
    assert "--ask FILE" in ended.err
