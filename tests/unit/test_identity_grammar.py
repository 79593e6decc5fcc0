"""The grammar engine and the grammar that comes with the package."""

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.errors import InputError
from botassay.identity.grammar.automaton import Automaton
from botassay.identity.grammar.bundled import EXCEPTIONS, ROOTS, automaton, bundled
from botassay.identity.grammar.grammar import Alternative
from botassay.identity.grammar.partition import DatasetSplit, partition, shared_out
from botassay.identity.grammar.rulefiles import parse_rules, read_rules
from botassay.identity.grammar.sampling import Sampler
from botassay.identity.recognisers.grammar_recogniser import grammar_recogniser
from botassay.identity.words import words

NEGATIVES = Path(__file__).parents[1] / "data" / "identity_negatives.txt"
SMALL = """
root:
    3 * are you {thing} ? | {greeting}, are you {thing} ?
greeting:
    hi | hey {name}
name split:
    Amara | Jun | Lucia | Tom
thing:
    a robot | ""
modify you:
    9 * you | u
"""


def test_a_small_grammar_says_what_its_rules_say() -> None:
    draw = Sampler(parse_rules(SMALL), "root", 1)
    said = {draw() for _ in range(500)}
    assert {"are you a robot?", "are you?", "hi, are you a robot?", "hey Jun, are you?"} <= said
    assert len(said) == 2 + 2 * 5


def test_weights_are_how_often_an_alternative_comes() -> None:
    draw = Sampler(parse_rules("root:\n    3 * yes | no"), "root", 1)
    counts = Counter(draw() for _ in range(4000))
    assert 2850 < counts["yes"] < 3150


def test_a_modifier_puts_a_choice_in_the_place_of_a_word() -> None:
    draw = Sampler(parse_rules(SMALL).modified(), "root", 1)
    counts = Counter("u" in draw().replace("?", " ").split() for _ in range(4000))
    assert 300 < counts[True] < 500


@pytest.mark.parametrize(
    ("text", "kind", "where"),
    [
        ("root:\n    a {b}", "undefined", "x:2:5"),
        ("root:\n    a\nb:\n    c", "unreachable", "x:3:1"),
        ("root:\n    a {b}\nb:\n    c {b} | d", "unbounded", "x:3:1"),
        ("root:\n    a {b} | x\nb:\n    c {b}", "unproductive", "x:3:1"),
    ],
)
@pytest.mark.case("M42")
def test_what_is_wrong_with_a_rule_is_said_with_file_line_and_column(text: str, kind: str, where: str) -> None:
    grammar = parse_rules(text, "x")
    assert (kind, where) in {(flaw.kind, flaw.where) for flaw in grammar.flaws(["root"])}
    with pytest.raises(InputError, match=r"^x:\d+:\d+: E18[0-3] \w+ rule: "):
        grammar.checked(["root"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("    a", "x:1:1: E185 an alternative without a rule"),
        ("root:\n", "x:1:1: E185 the rule has no alternatives"),
        ("root:\n    a |  | b", "x:2:10: E185 empty alternative"),
        ("root:\n    a{b}", "x:2:5: E185 missing space next to a brace"),
        ("root:\n    a {b", "x:2:5: E185 unbalanced brace"),
        ("root:\n    0 * a", "x:2:5: E184 the weight is 0"),
        ("root:\n    a\nroot:\n    b", "x:3:1: E185 duplicate rule 'root', first at x:1:1"),
        ("Root\n    a", "x:1:1: E185 invalid rule header"),
        ("root:\n    a\nmodify a in nobody:\n    b", "x:3:1: E180 there is no rule 'nobody'"),
    ],
)
@pytest.mark.case("M42")
def test_a_malformed_rule_file_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_rules(text, "x")
    assert str(caught.value).startswith(message)


def test_a_rule_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read the file"):
        read_rules(tmp_path / "none.grammar")


weights = st.lists(st.integers(1, 50), min_size=4, max_size=40)


@given(weights, st.text(max_size=5))
def test_splits_share_the_likeliest_and_nothing_else(drawn: list[int], salt: str) -> None:
    alternatives = tuple(Alternative((f"w{place}",), weight) for place, weight in enumerate(drawn))
    split = [set(part) for part in shared_out(alternatives, salt)]
    common = set.intersection(*split)
    assert set.union(*split) == set(alternatives)
    assert all(part - common for part in split)
    assert all((one & other) == common for one in split for other in split if one is not other)
    mass = sum(one.weight for one in common)
    crossing = min((one.weight for one in common), default=0)
    assert mass - crossing < 0.25 * sum(drawn)
    assert mass >= 0.25 * sum(drawn) or len(alternatives) - len(common) == 3
    assert all(one.weight >= other.weight for one in common for other in set(alternatives) - common)


def test_the_salt_decides_where_an_alternative_goes() -> None:
    alternatives = tuple(Alternative((f"w{place}",)) for place in range(40))
    assert shared_out(alternatives, "a") == shared_out(alternatives, "a")
    assert shared_out(alternatives, "a") != shared_out(alternatives, "b")


def test_the_bundled_grammar_is_as_large_as_promised() -> None:
    rules, alternatives = bundled().below("positive").size()
    assert (rules >= 150, alternatives >= 2000) == (True, True)
    draw = Sampler(bundled(), "positive", 1)
    assert len({draw().lower() for _ in range(150_000)}) >= 100_000


def test_every_rule_of_the_bundled_grammar_is_sound_in_every_split() -> None:
    assert bundled().flaws((*ROOTS, *EXCEPTIONS)) == []
    for part in partition(bundled(), "1").values():
        assert [flaw for flaw in part.modified().flaws(ROOTS) if flaw.kind != "unreachable"] == []


@pytest.mark.parametrize("root", ROOTS)
def test_what_the_grammar_says_it_recognises(root: str) -> None:
    draw = Sampler(bundled().modified(), root, 7)
    said = [draw() for _ in range(1000)]
    assert [text for text in said if root not in automaton().roots(words(text))] == []


def test_the_automaton_forgets_and_still_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("botassay.identity.grammar.automaton.LIMIT", 3)
    small = Automaton(parse_rules(SMALL), ["root"])
    for text in ("hey jun are you a robot?", "are you?", "hey tom are you?", "hi are you a robot?"):
        assert small.roots(words(text)) == {"root"}
    assert small.roots(words("are you tom?")) == frozenset()
    assert small.roots(()) == frozenset()


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Are you a robot?", "positive"),
        ("hey Thabo, r u a bot?!", "positive"),
        ("I lost my card. Am I talking to a real person?", "positive"),
        ("You are a robot", "ambiguous"),
        ("You are a robot?", "positive"),
        ("Do you like robots?", "negative"),
        ("Can I talk to a real person?", "negative"),
        ("Are you a man or a woman?", "ambiguous"),
        ("", "negative"),
        ("?" * 3000, "negative"),
    ],
)
def test_the_recogniser_by_the_grammar(text: str, label: str) -> None:
    assert grammar_recogniser().label(text) == label


def test_sentences_that_share_words_with_the_question_are_seldom_taken_for_it() -> None:
    said = NEGATIVES.read_text("utf-8").splitlines()
    taken = [text for text in said if grammar_recogniser().label(text) == "positive"]
    assert len(said) == 259
    assert taken == []


def test_splits_are_named_as_in_the_paper() -> None:
    assert list(DatasetSplit) == ["train", "val", "test"]


def test_taking_many_sentences_is_drawing_one_after_the_other() -> None:
    one, many = (Sampler(bundled().modified(), "ambiguous", 3) for _ in range(2))
    assert many.take(700) == [one() for _ in range(700)]


def test_the_bundled_grammar_stutters_mixes_up_there_and_drops_words() -> None:
    said = " | ".join(Sampler(bundled().modified(), "positive", 2).take(8000)).lower()
    assert " are are " in said
    assert re.search(r"\b(?:their|they're)\b", said)
    assert re.search(r"\bare you (?:robot|bot|machine|human|computer)\b", said)  # without "a"


def test_what_is_told_is_not_asked() -> None:
    said = ("my boss said, are you a robot", "he asked me, am I talking to a person", "I said, are you a robot")
    assert [grammar_recogniser().label(text) for text in said] == ["negative", "negative", "positive"]


@pytest.mark.parametrize("text", ["a humam", "a hman", "a hooman", "a huuman", "A HUMAN", "an humann"])
def test_one_wrong_letter_in_a_key_word_is_put_right(text: str) -> None:
    assert words(text) == ("a", "human")


@pytest.mark.parametrize(
    "word",
    "woman humane humans persona parson prison robots root robo reboot commuter compute machines marine".split(),
)
def test_a_word_close_to_a_key_word_stays_what_it_is(word: str) -> None:
    assert words(word) == (word,)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("is htis taht perosn", "is this that person"),
        ("tyhat compuiter", "that computer"),
        ("witn youa humanbeing", "with you a human being"),
    ],
)
def test_two_swapped_letters_or_one_too_many_in_a_frequent_word_are_put_right(text: str, meant: str) -> None:
    assert words(text) == words(meant)


@pytest.mark.parametrize("word", "width witch joust thins regal boeing likes known lover tells abouts".split())
def test_a_word_that_looks_like_a_slip_stays_what_it_is(word: str) -> None:
    assert words(word) == (word,)


@pytest.mark.parametrize(
    "text",
    [
        "are are you a robot",
        "are you a a robot or a human?",
        "is their a person on the other end?",
        "am i talking too a computer?",
        "can you tell me if you a chatbot?",
        "are you a chatbot because you are repeating yourself?",
        "is this even a real person on the phone?",
        "are you a wizard, or a person?",
        "i am a person, how about you?",
        "i hate to chat with computers. are you one?",
        "admit it, you are a bot.",
        "you are talking like a robot. are you?",
    ],
)
def test_roundabout_and_broken_questions_are_recognised(text: str) -> None:
    assert grammar_recogniser().label(text) == "positive"
