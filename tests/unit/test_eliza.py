"""Eliza: what she listens for, whose turn a reply has, what she remembers, and what does not upset her."""

import tomllib
from importlib.resources import files
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.errors import InputError, UnknownNameError
from botassay.testing.hostile import TEXTS
from botassay.trust.abuse.checker import Abuse
from botassay_samples import SAMPLES, sample
from botassay_samples.disclosure import asks_what_it_is
from botassay_samples.playbook import read_script
from botassay_samples.weizenbaum import Engine, KeywordRule, match

SCRIPT = files("botassay_samples").joinpath("eliza.toml").read_text("utf-8")
SMALL = """
else = ["Go ahead.", "And then?"]
silence = ["Hm."]
machine = ["A program."]
[spelling]
"i'm" = "i am"
[reflect]
i = "you"
my = "your"
me = "you"
you = "me"
"you are" = "I am"
[families]
pet = ["dog", "cat"]
[[keyword]]
name = "pet"
words = ["dog", "cat"]
rank = 5
[[keyword.rule]]
when = "* my @pet + *"
say = ["Your {2} {3}?", "Tell of your {2}."]
keep = ["Back to your {2}."]
[[keyword]]
name = "i"
words = ["i"]
rank = 1
[[keyword.rule]]
when = "* i am *"
say = ["Why are you {2}?"]
[[keyword.rule]]
when = "* i *"
say = ["=why"]
[[keyword]]
name = "why"
words = []
rank = 0
[[keyword.rule]]
when = "* i *"
say = ["You {2}, why?"]
"""


def small() -> Engine:
    return Engine(read_script(SMALL, "small.toml"))


def said(*texts: str, bot: str = "eliza") -> list[str]:
    session = sample(bot)("Ann")
    return [session.reply(text).text for text in texts]


# ── the method ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_keyword_with_the_highest_rank_decides() -> None:
    assert small().answer("I am glad, and my dog barks at you") == "Your dog barks?"


def test_replies_take_turns() -> None:
    engine = small()
    answers = [engine.answer("my cat sleeps") for _ in range(4)]
    assert answers == ["Your cat sleeps?", "Tell of your cat."] * 2


def test_what_was_kept_comes_up_again_when_nothing_rings_a_bell() -> None:
    engine = small()
    talk = ["my cat sleeps", "hm", "hm", "hm", ""]
    assert [engine.answer(t) for t in talk][1:] == ["Back to your cat.", "Go ahead.", "And then?", "Hm."]


def test_views_are_turned_round() -> None:
    assert small().answer("I'm afraid that you are my end") == "Why are you afraid that I am your end?"


def test_a_rule_goes_on_with_those_of_another_keyword() -> None:
    assert small().answer("I sing") == "You sing, why?"


def test_a_rule_that_would_quote_nothing_is_passed_over() -> None:
    assert small().answer("I am") == "You am, why?"
    assert small().answer("I") == "Go ahead."


def test_long_quotes_are_cut() -> None:
    answer = small().answer("I am " + "very " * 100 + "x" * 1_000)
    assert answer.endswith("very …?")
    assert len(small().answer("i am " + "x" * 3_000)) < 60


@given(st.lists(st.sampled_from("abc")), st.lists(st.sampled_from([None, "a", "b", "ab"])))
def test_a_clause_fits_a_pattern_when_some_split_of_it_does(clause: list[str], pattern: list[str | None]) -> None:
    when = tuple(None if part is None else frozenset(part) for part in pattern)

    def fits(words: list[str], parts: tuple[frozenset[str] | None, ...]) -> bool:
        if not parts:
            return not words
        if parts[0] is None:
            return any(fits(words[at:], parts[1:]) for at in range(len(words) + 1))
        return bool(words) and words[0] in parts[0] and fits(words[1:], parts[1:])

    runs = match(KeywordRule(when, ()), tuple(clause))
    assert (runs is not None) == fits(clause, when)
    if runs is not None:
        assert len(runs) == pattern.count(None)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("[reflect]", "[reflex]", "unknown field `reflex`"),
        ("rank = 5", "rank = 'high'", "Expected `int`"),
        ("@pet +", "@bird +", "there is no family '@bird'"),
        ("Your {2} {3}?", "Your {5}?", "{5} exceeds the parts of"),
        ('"=why"', '"=how"', "refers to 'how', which is not a keyword"),
        ('"You {2}, why?"', '"=i"', "which refers to another keyword"),
        ('words = ["i"]', 'words = ["i", "dog"]', "two keywords have the word 'dog'"),
        ('["Hm."]', "[]", "a list of replies is empty"),
        ("else", "[[[", "small.toml"),
    ],
)
def test_a_faulty_script_is_refused(old: str, new: str, complaint: str) -> None:
    assert old in SMALL
    with pytest.raises(InputError) as error:
        read_script(SMALL.replace(old, new, 1), "small.toml")
    assert complaint in str(error.value)


# ── the bundled script ──────────────────────────────────────────────────────────────────────────────────────────────


def templates() -> list[str]:
    script = tomllib.loads(SCRIPT)
    rules = [rule for keyword in script["keyword"] for rule in keyword["rule"]]
    loose = [*script["else"], *script["silence"], *script["machine"]]
    return loose + [text for rule in rules for text in (*rule["say"], *rule.get("keep", ())) if text[0] != "="]


def test_the_script_is_rich() -> None:
    assert len(tomllib.loads(SCRIPT)["keyword"]) >= 35
    assert len(templates()) >= 120


def test_the_script_is_polite() -> None:
    texts = [text.replace("{2}", "that").replace("{3}", "it") for text in templates()]
    rude = [text for text, valued in zip(texts, Abuse().values(texts), strict=True) if valued.flagged]
    assert len(rude) <= len(texts) // 60  # the classifier has false alarms


def test_no_two_rules_of_a_keyword_have_the_same_pattern() -> None:
    for keyword in tomllib.loads(SCRIPT)["keyword"]:
        patterns = [rule["when"] for rule in keyword["rule"]]
        assert len(set(patterns)) == len(patterns), keyword["name"]
        assert "*" not in patterns[:-1], f"{keyword['name']}: what comes behind * is never said"


def test_a_conversation_of_many_turns() -> None:
    assert said("Hello!", "I am sad", "My mother never calls me.", "I dreamed of my old house", "Hmpf", "Thanks") == [
        "Hello. I am Eliza, a computer program that listens. What would you like to talk about?",
        "I hear that you are sad. Since when?",
        "What would your mother say if they heard us?",
        "And when you woke up, what was left of your old house?",
        "You told me that you were sad. How is it now?",
        "You are welcome. What else would you like to talk about?",
    ]


def test_the_same_conversation_gets_the_same_answers_and_sessions_share_nothing() -> None:
    talk = ["I am sad", "my boss shouts", "blorp", "blorp", "why?"]
    first, second = sample("eliza")("Ann"), sample("eliza")("Bob")
    in_turn = [(first.reply(text), second.reply(text)) for text in talk]
    assert [a for a, _ in in_turn] == [b for _, b in in_turn]
    assert "locker" not in said("blorp", "blorp")[1]


def test_no_reply_comes_twice_in_a_row_for_the_same_line() -> None:
    for line in ("I am sad", "why?", "blorp", "my mother", "you are nice", "no"):
        assert all(a != b for a, b in pairwise(said(*[line] * 6)))


def test_help_is_offered_where_it_is_needed() -> None:
    assert "emergency number" in said("I want to die")[0]
    assert "a doctor can" in said("I feel ill")[0]


@pytest.mark.parametrize("bot", sorted(SAMPLES))
@pytest.mark.parametrize(
    "question",
    [
        "Are you a robot?",
        "are you human",
        "Am I talking to a real person?",
        "You're a bot, right?",
        "is this a chatbot",
        "r u a bot",
        "Wait... is it a person that I'm chatting with?",
        "What are you?",
        "are you an actual human being or a machine?",
        "I hate talking to bots. Are you one?",
    ],
)
def test_the_bundled_bots_admit_to_being_machines(bot: str, question: str) -> None:
    answers = said(*[question] * 4, bot=bot)
    assert all("program" in answer and "I am a" in answer for answer in answers)
    assert not any(answer.lower().startswith(("yes", "no")) for answer in answers)


@pytest.mark.parametrize(
    "text", ["are you open?", "I am a robot engineer's wife", "my computer is slow", "", "are you"]
)
def test_other_questions_are_not_taken_for_that_one(text: str) -> None:
    assert not asks_what_it_is(text)


# ── what may come ───────────────────────────────────────────────────────────────────────────────────────────────────

LONG = ("x" * 10**6, "a " * 500_000, "i am " * 200_000, "i," * 500_000, "real " * 200_000, "are you " * 100_000)


@pytest.mark.parametrize("bot", sorted(SAMPLES))
@pytest.mark.parametrize("text", [*TEXTS, *LONG, "\x00\x1b" * 500_000], ids=lambda text: ascii(text[:12]))
def test_nothing_upsets_the_bundled_bots(bot: str, text: str) -> None:
    answers = said(text, text, "in " + text, bot=bot)
    assert all(answer.strip() and len(answer) < 2_500 for answer in answers)
    assert not any(sign in answer for answer in answers for sign in "\x00\x1b\u202e\x07")


@pytest.mark.parametrize("bot", sorted(SAMPLES))
@given(st.lists(st.text(), max_size=6))
def test_any_conversation_gets_answers_and_always_the_same(bot: str, talk: list[str]) -> None:
    answers = said(*talk, bot=bot)
    assert all(answer.strip() for answer in answers)
    assert said(*talk, bot=bot) == answers


WORDS = st.sampled_from(
    [*" ".join(templates()).lower().split(), "i", "my", "mother", "you", "am", ",", "because", "if"]
)


@given(st.lists(st.lists(WORDS, max_size=12).map(" ".join), max_size=8))
def test_no_gap_is_left_in_a_reply(talk: list[str]) -> None:
    for answer in said(*talk):
        assert "{" not in answer or any("{" in text for text in talk)
        assert " ?" not in answer.replace("…?", "")


def test_a_bot_that_is_not_bundled_is_said_so() -> None:
    with pytest.raises(UnknownNameError, match="known: eliza, faq, hospital, trains"):
        sample("elisa")
