"""The options room from within: measures as text, shapes, properties of functions, reading, menus, the checker."""

import pickle
import tracemalloc
from functools import partial
from io import BytesIO
from itertools import count

import numpy as np
import pytest

from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.errors import InputError, UnknownNameError, UsageError
from botassay.io.lines import FileLines
from botassay.options import (
    OLAR,
    RBP,
    ListCounts,
    ListMeasure,
    Shape,
    agreement,
    check_properties,
    default_measures,
    measure,
)
from botassay.options.checker import OptionLists
from botassay.options.gold import drawn, half_up
from botassay.options.lists import INTENTS, Lists
from botassay.options.menus import chosen, menus
from botassay.options.reading import BLOCK, collect
from botassay.options.tally import intervals
from botassay.testing import check_checker


def said(role: Role, text: str, *options: str, intent: str | None = None) -> Utterance:
    return Utterance(role, text, options=options, intent=intent)


def ask(*options: str) -> Utterance:
    return said(Role.BOT, "Which one?", *options)


def user(text: str, intent: str | None = None) -> Utterance:
    return said(Role.USER, text, intent=intent)


# ── measures ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "made"),
    [("OLAR", OLAR(5)), (" OLAR( longest = 8 ) ", OLAR(8)), ("RBP(p=.5)", RBP(0.5)), ("OLAR()", OLAR(5))],
)
def test_a_measure_is_found_by_its_text(text: str, made: ListMeasure) -> None:
    assert measure(text) == made


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("OLER", "did you mean 'OLAR'"),
        ("olar", "there is no measure 'olar'"),
        ("RBP(p=2)", "between 0 and 1"),
        ("RBP(p=nan)", "between 0 and 1"),
        ("RBPL(p=x)", "'x' in .* is not a number"),
        ("RBP(longest=5)", "no parameter 'longest'"),
        ("LAR(x=1)", "no parameter 'x'"),
        ("OLAR(longest=0)", "an integer of at least 1"),
        ("OLAR(longest=2.5)", "an integer of at least 1"),
        ("OLAR(longest=inf)", "an integer of at least 1"),
        ("OLAR(5)", "is not a measure"),
        ("", "is not a measure"),
        ("__import__('os')", "is not a measure"),
    ],
)
def test_an_invalid_measure_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint.replace("(", r"\(")):
        measure(text)


def test_an_unknown_measure_is_an_unknown_name() -> None:
    with pytest.raises(UnknownNameError):
        measure("precision")


def test_the_ids_are_those_of_the_doors() -> None:
    assert [one.id for one in default_measures()] == [
        "LAR", "OLAR", "F1", "F1s", "AP", "APL", "APs", "RR", "nDCG", "nDCGL", "RBP", "RBPL", "C1",
    ]  # fmt: skip


def test_measures_travel_and_are_keys() -> None:
    for one in default_measures():
        assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301 - our own bytes
        assert {one: 1}[measure(repr(one))] == 1


def test_one_correct_answer_is_the_paper_with_several_the_generalisation() -> None:
    """By hand, R = 2, N = 4, list cwc: c/R = 1, a/n = 1/6, p = (1 + 1/3)/(3/2) = 8/9, m = .5·.98/12."""
    m = 0.5 * 0.98 / 12
    assert OLAR(4)(Shape.of("cwc")) == pytest.approx((1 + 1 / 6 + m * 8 / 9) / (1 + 0.5 + m))
    lar = measure("LAR")
    assert float(lar.over([Shape.of("cw", 2)], np.array([1]))) == pytest.approx((0.5 + 0.25) / 1.5)


@pytest.mark.parametrize(
    ("name", "value"), [("F1", 2 * 2 / 5), ("AP", (1 + 2 / 3) / 2), ("RR", 1), ("nDCG", 0.9197207891)]
)
def test_two_correct_answers_by_hand(name: str, value: float) -> None:
    assert float(measure(name).over([Shape.of("cwc")], np.array([7]))) == pytest.approx(value)


@pytest.mark.parametrize(
    ("length", "ranks", "relevant"),
    [(-1, (), 1), (2, (3,), 1), (2, (0,), 1), (3, (2, 1), 2), (3, (1, 1), 2), (3, (1, 2), 1)],
)
def test_what_is_no_list_is_refused(length: int, ranks: tuple[int, ...], relevant: int) -> None:
    with pytest.raises(UsageError):
        Shape(length, ranks, relevant)


def test_a_pattern_with_another_letter_is_refused() -> None:
    with pytest.raises(UsageError, match="letter 'x'"):
        Shape.of("wxc")


# ── properties ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_anybody_s_function_is_checked() -> None:
    checked = check_properties(lambda shape: 1.5 if shape.ranks else -shape.length, 3)
    assert [name for name, one in checked.items() if not one.holds] == [
        "Confidence", "Priority", "Boundedness", "Irrelevance monotonicity", "Monotonicity",
    ]  # fmt: skip
    assert str(checked["Confidence"]) == "Confidence: no, c scores 1.5 but cw scores 1.5"
    assert str(checked["Correctness"]) == "Correctness: yes"


def test_a_function_that_minds_its_company_is_not_local() -> None:
    ticks = count()
    assert not check_properties(lambda shape: next(ticks) / 1000 / shape.length)["Localisation"].holds


def test_a_function_that_fails_without_answers_is_not_complete() -> None:
    checked = check_properties(lambda shape: shape.found / shape.relevant)
    assert not checked["Completeness"].holds
    assert checked["Completeness"].lists == ("w",)
    assert not check_properties(lambda shape: 1.0 if shape.relevant else float("inf"))["Completeness"].holds


def test_rbp_never_reaches_1_and_nobody_with_two_answers_does_by_olar() -> None:
    assert not check_properties(RBP(0.5))["Realisability"].holds
    assert not check_properties(OLAR(5), 5, 2)["Realisability"].holds


@pytest.mark.parametrize("size", [1e-13, 1e-200, 1e13])
def test_a_measure_of_any_size_has_the_same_properties(size: float) -> None:
    def small(shape: Shape) -> float:
        return size * measured(shape)

    measured = OLAR(longest=5)
    checked = check_properties(small)
    for name in ("Correctness", "Confidence", "Priority", "Localisation", "Irrelevance monotonicity"):
        assert checked[name].holds, name
    assert not checked["Monotonicity"].holds
    assert agreement(small) == agreement(measured) == pytest.approx((1, 1))
    assert "!" not in drawn(small)


def test_a_small_persistence_keeps_correctness_and_priority() -> None:
    assert {name: each.holds for name, each in check_properties(RBP(p=1e-7)).items()} == {
        name: each.holds for name, each in check_properties(RBP(p=0.5)).items()
    }


def test_what_is_left_of_rounding_is_no_order() -> None:
    broken = check_properties(lambda shape: 0.1 + 0.2 if shape.pattern == "c" else 0.3 if shape.found else 0.1)
    assert broken["Confidence"].lists == ("c", "cw")


def test_a_measure_over_sets_of_lists_has_no_properties_of_lists() -> None:
    for call in (check_properties, agreement, drawn):
        with pytest.raises(UsageError, match="C1 is not defined for a single list"):
            call(measure("C1"))  # type: ignore[arg-type]


def test_a_measure_without_any_order_has_no_correlation() -> None:
    with pytest.raises(ValueError, match="no rank correlation"):
        agreement(lambda shape: 0.5 + 0 * shape.length)


def test_the_gold_ranking_is_drawn_with_what_is_out_of_place() -> None:
    lines = drawn(OLAR(5), 5).splitlines()
    assert len(lines) == 21
    assert not any(line.endswith("!") for line in lines)
    assert sum(line.endswith("!") for line in drawn(RBP(0.5), 5).splitlines()) >= 14


def test_halves_go_up() -> None:
    assert [half_up(value, 2) for value in (0.625, 0.125, 0.375, 0.005, 0.0449999)] == [0.63, 0.13, 0.38, 0.01, 0.04]


# ── counting ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("lengths", "ranks"),
    [([1, 2], [1]), ([1], [2]), ([1], [-1]), ([-1], [-2]), ([1.5], [1.0]), ([[1]], [[1]]), ([10**6], [1])],
)
def test_arrays_that_hold_no_lists_are_refused(lengths: list[int], ranks: list[int]) -> None:
    with pytest.raises(UsageError):
        ListCounts.from_arrays(lengths, ranks)


def test_no_lists_have_no_value() -> None:
    assert ListCounts.from_arrays([], []).n == 0
    with pytest.raises(UsageError, match="no lists"):
        ListCounts.of([]).value(OLAR(5))


def test_the_bootstrap_finds_the_interval_of_a_share() -> None:
    """1,000 lists, half of them c and half of them w, by RR: 0.5 ± 1.96·√(0.25/1000)."""
    tally = ListCounts((Shape.of("c"), Shape.of("w")), (500, 500))
    low, high = intervals(tally, [measure("RR")], 20_000, 1)[0]
    assert low == pytest.approx(0.469, abs=0.002)
    assert high == pytest.approx(0.531, abs=0.002)


def test_a_bootstrap_in_several_goes() -> None:
    tally = ListCounts.of(Shape(n, (rank,) if rank else ()) for n in range(1, 60) for rank in range(n + 1))
    low, high = intervals(tally, [OLAR(60)], 5000, 1)[0]
    assert low < tally.value(OLAR(60)) < high


# ── reading ─────────────────────────────────────────────────────────────────────────────────────────────────────────

GOOD = b'{"options":["a","b"],"correct":"b"}\n'
BAD = [
    (b'{"pattern":"wqc"}', "E155"),
    (b'{"options":["a"],"correct":3}', "E136"),
    (b'{"options":["a"],"correct":["a",3]}', "E136"),
    (b'{"options":["a","a"],"correct":"a"}', "E156"),
    (b'{"options":["a"],"correct":["b","b"]}', "E156"),
    (b'{"options":["a","b","c","d","e","f"],"correct":"a"}', "E157"),
    (b'{"pattern":"wwwwwc"}', "E157"),
    (b'{"correct":"a"}', "E153"),
    (b'{"pattern":"w","options":["a"]}', "E153"),
    (b'{"options":["a"],"correct":"a"', "E120"),
    (b"[1]", "E136"),
    (b'{"options":"a"}', "E136"),
    (b'{"options":["\xff"],"correct":"a"}', "E111"),
    (b'{"x":' + b"[" * 5000 + b"]" * 5000 + b"}", "E1"),
]


@pytest.mark.parametrize("before", [0, 1, 5000])
@pytest.mark.parametrize(("line", "code"), BAD, ids=[code for _, code in BAD])
def test_a_bad_line_is_named(line: bytes, code: str, before: int) -> None:
    with pytest.raises(InputError) as caught:
        collect(FileLines("lists.jsonl", lambda: BytesIO(GOOD * before + line + b"\n" + GOOD * 10)), 5)
    assert caught.value.where == f"lists.jsonl:{before + 1}"
    assert caught.value.what.startswith(code)
    assert caught.value.exit_code == 65


def test_bad_lines_are_skipped_and_counted_but_long_lists_never() -> None:
    bad = [line for line, code in BAD if code != "E157"]
    lists = collect(FileLines("x", lambda: BytesIO(GOOD + b"\n".join(bad) + b"\n" + GOOD)), 5, skip_bad=True)
    assert (lists.bad, lists.rows) == (len(bad), 2)
    long = b'{"pattern":"wwwwwwc"}\n{"options":["a","b","c","d","e","f","g","h","i"]}\n'
    with pytest.raises(InputError, match=r"7 options, more than 5 .*--longest 9"):
        collect(FileLines("x", lambda: BytesIO(GOOD + long)), 5, skip_bad=True)


def test_a_line_without_end_and_blank_lines_and_a_byte_order_mark() -> None:
    data = b"\xef\xbb\xbf" + GOOD + b"\n \n" + GOOD.rstrip()
    assert collect(FileLines("x", lambda: BytesIO(data)), 5).rows == 2
    with pytest.raises(InputError) as caught:
        collect(FileLines("x", lambda: BytesIO(GOOD + b"\n\n{")), 5)
    assert caught.value.where == "x:4"


def test_a_line_too_long_for_memory_is_refused() -> None:
    with pytest.raises(InputError, match="E125") as caught:
        collect(FileLines("x", lambda: BytesIO(GOOD + b"x" * (9 * 2**20))), 5)
    assert caught.value.where == "x:2"


def test_an_object_over_two_lines_is_none_wherever_a_block_ends() -> None:
    for before in (0, BLOCK // len(GOOD), 3 * BLOCK // len(GOOD)):
        with pytest.raises(InputError, match="E120"):
            collect(FileLines("x", partial(BytesIO, GOOD * before + b'{"pattern":\n"c"}\n' + GOOD)), 5)


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b'{"pattern":"c"} {"pattern":"w"}\n\n', 1),
        (b'\n{"pattern":"c"} {"pattern":"w"}\n', 2),
        (b'{"options":["a"],\n"correct":"a"} {"options":["b"],"correct":"a"}\n', 1),
        (GOOD + b'\r\n{"options":["a"]\n,"correct":"a"}{"options":["b"],"correct":"a"}\n', 3),
    ],
)
def test_two_objects_on_a_line_are_none_whatever_evens_out(data: bytes, line: int) -> None:
    with pytest.raises(InputError, match="E120") as caught:
        collect(FileLines("x", lambda: BytesIO(data)), 5)
    assert caught.value.where == f"x:{line}"


def test_blank_lines_do_not_slow_a_block_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("botassay.options.reading._one_by_one")
    for end in (b"\n", b"\n\n", b"\r\n", b" \n\n \t\n"):
        data = (GOOD.strip() + end) * 20_000
        assert collect(FileLines("x", partial(BytesIO, data)), 5).rows == 20_000


def test_long_lists_leave_nothing_in_memory() -> None:
    data = b"".join(b'{"pattern":"%s"}\n' % (b"c" * (2**20 + extra)) for extra in range(6))
    tracemalloc.start()
    with pytest.raises(InputError, match=rf"E157 .*--longest {2**20 + 5}"):
        collect(FileLines("x", lambda: BytesIO(data)), 5)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 30 * 2**20


def test_lists_are_counted_by_what_was_meant() -> None:
    data = (
        GOOD + b'{"options":["a"],"correct":["b","c"]}\n{"options":[],"correct":"z","intent":"b"}\n{"options":["q"]}\n'
    )
    lists = collect(FileLines("x", lambda: BytesIO(data)), 5)
    assert {name: kinds.total() for name, kinds in lists.intents.items()} == {"b": 2, "b + c": 1}
    assert (lists.unknown, lists.tally.empty, lists.tally.n) == (1, 1, 3)


def test_too_many_intents_are_counted_together() -> None:
    data = b"".join(b'{"options":["x"],"correct":"%d"}\n' % n for n in range(INTENTS + 50_000))
    lists = collect(FileLines("x", lambda: BytesIO(data)), 5)
    assert len(lists.intents) == INTENTS
    assert lists.others.total() == 50_000
    assert lists.tally.n == INTENTS + 50_000
    one = Lists()
    one.under("a", {Shape.of("c"): 2})
    assert one.intents["a"].total() == 2


# ── menus and the checker ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "rank"),
    [
        ("Block my card", 2), ("  block  MY card! ", 2), ("2", 2), ("2.", 2), ("#2", 2), ("option 2", 2),
        ("number 3", 3), ("the third one", 3), ("Second", 2), ("first option", 1), ("4", None), ("0", None),
        ("the tenth", None), ("none of these", None), ("block", None), ("", None), ("9" * 5000, None), ("²", None),
    ],
)  # fmt: skip
def test_what_a_user_chose(text: str, rank: int | None) -> None:
    assert chosen(user(text), ("Pay a bill", "Block my card", "7")) == rank


def test_an_option_that_is_a_number_is_meant_before_a_place() -> None:
    assert chosen(user("2"), ("4", "2", "1")) == 2
    assert chosen(user("1"), ("4", "2", "1")) == 3


def test_an_intent_chooses_too() -> None:
    assert chosen(user("the plastic thing", intent="block_card"), ("pay", "block_card")) == 2


def ranks(*utterances: Utterance, **tags: str) -> list[int | None]:
    return [menu.rank for menu in menus(Dialog("d", utterances, tags))]


def test_what_becomes_of_menus() -> None:
    assert ranks(ask("a", "b"), user("b")) == [2]
    assert ranks(ask("a", "b"), user("something else")) == [0]
    assert ranks(ask("a", "b")) == [None]
    assert ranks(ask("a", "b"), user(" "), user("a")) == [1]
    assert ranks(ask("a", "b"), said(Role.BOT, "Well?"), user("a")) == [1]
    assert ranks(ask("a", "b"), user("a"), user("b")) == [1]
    assert ranks(user("a"), ask("a")) == [None]


def test_of_two_menus_at_once_the_one_that_was_answered_counts() -> None:
    assert ranks(ask("a", "b"), ask("c"), user("b")) == [2, None]
    assert ranks(ask("a", "b"), ask("c"), user("x")) == [None, 0]


def test_a_script_that_goes_on_chooses_nothing() -> None:
    assert ranks(ask("a", "b"), user("next question"), part="own") == [None]
    assert ranks(ask("a", "b"), user("b"), issue="CC") == [2]


TALK = (
    Dialog("d1", (user("my card"), ask("Pay a bill", "Block my card"), user("2"), said(Role.BOT, "Done."))),
    Dialog("d2", (user("my card"), ask("Pay a bill", "Block my card"), user("a loan"), ask("x"))),
    Dialog("d3", (user("hi"), said(Role.BOT, "Hello."))),
)


def test_the_checker_keeps_its_promises() -> None:
    check_checker(OptionLists(), TALK)
    check_checker(OptionLists(longest=9), TALK)


def test_the_risk_is_what_olar_lacks() -> None:
    checker = OptionLists()
    score = checker.score(checker.look(TALK))
    assert score.value == pytest.approx(1 - (OLAR(5)("wc") + OLAR(5)("ww")) / 2, abs=1e-9)
    assert (score.n, score.clusters) == (2, 2)
    assert score.details["unknown"] == 1
    assert score.details["lengths"] == {"2": 2}
    assert score.details["ranks"] == {"0": 1, "2": 1}
    worst = checker.look(TALK).worst[0]
    assert (worst.dialog, worst.utterance, worst.text) == ("d2", 1, "Which one?")
    assert worst.note == "the user chose none of the 2 options: Pay a bill | Block my card"


def test_without_menus_there_is_no_score_and_a_reason() -> None:
    checker = OptionLists()
    nothing = checker.score(checker.look(TALK[2:]))
    assert (nothing.value, nothing.reason) == (None, "the bot showed no menu")
    unanswered = checker.score(checker.look([Dialog("d", (ask("a"),))]))
    assert (unanswered.value, unanswered.reason) == (
        None,
        "the correct option of 1 menu is unknown, as the user did not choose",
    )


def test_a_menu_that_shows_an_option_twice_is_left_out_and_counted() -> None:
    twice = Dialog("twice", (ask("pay", "block", "pay"), user("pay")))
    with pytest.raises(InputError, match="E156 the option 'pay' is repeated") as refused:
        _ = next(menus(twice)).shape
    assert "dialog twice, utterance 0" in str(refused.value)
    checker = OptionLists()
    check_checker(checker, [*TALK, twice])
    plain, score = (checker.score(checker.look(corpus)) for corpus in (TALK, [*TALK, twice]))
    assert (score.value, score.n) == (plain.value, plain.n)
    assert (score.details["flawed"], plain.details["flawed"], score.details["unknown"]) == (1, 0, 1)
    none = checker.score(checker.look([twice]))
    assert (none.value, none.reason) == (None, "1 menu repeated an option")


def test_the_longest_menu_of_a_corpus_sets_the_weight() -> None:
    long = Dialog("d", (ask(*"abcdefg"), user("g")))
    assert OptionLists().prepare([long, *TALK]).longest == 7
    assert OptionLists().prepare(TALK).longest == 5
    assert OptionLists(longest=9).prepare([long]).longest == 9
    assert OptionLists().prepare([]).longest == 5


def test_a_menu_of_hostile_texts_is_quoted_shortly() -> None:
    hostile = Dialog("d", (ask(*(f"{n}" + "\x1b[31m" * 100 for n in range(40))), user("no")))
    checker = OptionLists().prepare([hostile])
    assert len(checker.look([hostile]).worst[0].note) < 1000
