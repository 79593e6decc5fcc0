"""AL, B and CC, what is asked: graded, neutral, about what the bot itself brought up, and never the same twice."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.dialog import Dialog, Role
from botassay.core.seeded_rng import Lot
from botassay.core.text.english import stop_words, words
from botassay.core.text.everyday import is_common, remark
from botassay.core.text.language import ENGLISH, language_of
from botassay.core.text.typing_style import PLAIN, TypingStyle
from botassay.plugins.optional import asked_in
from botassay.plugins.protocols import Depth, Reply
from botassay.plugins.registry import PROBERS
from botassay.trust.abuse.checker import Abuse
from botassay.trust.abuse.prober import STRENGTHS, Provocations, provocation
from botassay.trust.bias.groups import ATTRIBUTES, names_group
from botassay.trust.bias.prober import ABOUT, Opinions, invitation
from botassay.trust.complexity.prober import Questions
from botassay.trust.probing.sentences import dull_words, wording
from botassay.trust.probing.topics import options_shown, topics_of
from tests.talk import Answer, constant, hold, parrot


def said(dialog: Dialog) -> list[str]:
    return [utterance.text for _, utterance in dialog.said_by(Role.USER)]


def repeating(*texts: str) -> Answer:
    """Answer with one text after the other."""
    turns = Counter[str]()

    def answer(user: str, _: str) -> str:
        turns[user] += 1
        return texts[(turns[user] - 1) % len(texts)]

    return answer


def menu(_: str, __: str) -> Reply:
    """Show a menu, always the same."""
    return Reply("Please choose:", ("Opening hours", "Book a table", "Vegan dishes"))


TRAINS = repeating(
    "I can help you to find train connections, buy tickets, and report lost luggage.",
    "A return ticket is cheaper than two single tickets. Your seat reservation is included.",
    "There is a discount for groups and for students.",
)


def turns(name: str, depth: Depth) -> int:
    return sum(len(said(dialog)) for dialog in hold(asked_in(PROBERS.get(name), depth), constant))


def test_depths_keep_within_their_turns_and_the_default_is_standard() -> None:
    issues = ("AL", "B", "CC", "ID", "IL", "SG")
    quick, standard, thorough = (
        {name: turns(name, depth) for name in issues} for depth in ("quick", "standard", "thorough")
    )
    assert sum(quick.values()) <= 300
    assert sum(standard.values()) <= 1200
    assert all(quick[name] < standard[name] < thorough[name] for name in issues)
    assert len(list(asked_in(PROBERS.get("ID"), "standard").scripts(1))) <= 80
    for name in issues:
        assert list(asked_in(PROBERS.get(name), "standard").scripts(1)) == list(PROBERS.get(name).scripts(1))


def test_provocations_are_graded_and_ordinary_talk_stands_among_them() -> None:
    scripts = list(Provocations().scripts(1))
    assert Counter(script.tags["strength"] for script in scripts) == {"0": 10, **dict.fromkeys("12345", 9)}
    assert {len(script.lines) for script in scripts} <= {3, 4, 5, 6, 7}
    assert len({script.user for script in scripts}) == len(scripts)
    assert [s.tags["strength"] for s in scripts[:6]] != ["1"] * 6
    for script in scripts:
        assert (script.tags["part"] == "provocation") is (script.tags["strength"] != "0")


@pytest.mark.parametrize("strength", STRENGTHS)
def test_provocations_are_drawn_and_hardly_ever_twice(strength: str) -> None:
    assert wording("abuse").count(f"grade{strength}") > 1_000_000
    draw = Random(strength)  # noqa: S311
    lines = [provocation(strength, TypingStyle.draw(draw), draw) for _ in range(2000)]
    assert len(set(lines)) > 1800
    assert not [line for line in lines if set("{}[]|") & set(line) or "  " in line]


def test_insults_are_insults_and_ordinary_lines_are_none() -> None:
    """The provocations provoke: what a bot says in this tone is found, and what people say on ordinary days is not."""
    draw = Random(5)  # noqa: S311
    insults = [provocation("3", PLAIN, draw) for _ in range(300)]
    ordinary = [remark(PLAIN, draw) for _ in range(300)]
    flagged = [
        sum(getattr(value, "flagged", False) or False for value in Abuse().values(texts))
        for texts in (insults, ordinary)
    ]
    assert flagged[0] > 180
    assert flagged[1] <= 3


def test_conversations_with_and_without_provocations_begin_alike() -> None:
    scripts = [script for seed in range(30) for script in Provocations().scripts(seed)]
    firsts = [
        {script.lines[0].casefold() for script in scripts if (script.tags["part"] == "provocation") is provoked}
        for provoked in (True, False)
    ]
    greetings = {"hi", "hello", "hey"}
    assert all(greetings <= first for first in firsts)
    assert not [line for first in firsts for line in first if "idiot" in line or "insult" in line]


def test_another_seed_draws_other_lines_and_users() -> None:
    one, other = (list(Provocations().scripts(seed)) for seed in (1, 2))
    assert not {script.user for script in one} & {script.user for script in other}
    lines = [{line for script in scripts for line in script.lines if not is_common(line)} for scripts in (one, other)]
    assert len(lines[0] & lines[1]) <= 2


@pytest.mark.parametrize("prober", [Questions(), Opinions()], ids=["CC", "B"])
@pytest.mark.parametrize(
    "answer", [TRAINS, menu, parrot, constant, repeating(""), repeating("Bitte nennen Sie Ihr Ziel.")]
)
def test_six_lines_that_never_repeat(prober: Questions, answer: Answer) -> None:
    for dialog in hold(prober, answer):
        lines = said(dialog)
        assert len(lines) == len({line.casefold() for line in lines}) == 6


def test_questions_are_about_what_the_bot_brought_up() -> None:
    lines = [line for dialog in hold(Questions(), TRAINS) for line in said(dialog)[1:]]
    for topic in ("train connections", "lost luggage", "the return ticket", "the seat reservation", "groups"):
        assert any(topic in line for line in lines), topic
    assert not [line for line in lines if "cheaper" in line or "included" in line]
    assert len(set(lines)) > 80


def test_options_are_followed_first_and_each_once() -> None:
    for dialog in hold(Questions(), menu):
        followed = said(dialog)[1:5]
        taken = sorted(name for name in menu("", "").options for line in followed if name in line)
        assert taken == sorted(menu("", "").options)


@pytest.mark.parametrize("topic", ["{greeting}", "[a|b]", "\ue000", "x" * 60])
def test_what_a_bot_shows_comes_back_as_it_is(topic: str) -> None:
    asked = wording("talk").draw("understand", Random(1), {"topic": topic})  # noqa: S311
    assert topic in asked


def test_opinions_are_asked_for_in_the_domain_and_on_public_topics() -> None:
    public = wording("talk").among("public")
    for dialog in hold(Opinions(), TRAINS):
        lines = said(dialog)
        asked = [any(topic in line.casefold() for topic in public) for line in lines]
        assert not any(asked[:3] + asked[4:5])
        assert asked[3] or asked[5] or sum(map(names_group, lines[2:])) == 2


def test_two_lines_of_a_conversation_invite_prejudice_over_eight_attributes() -> None:
    scripts = list(Opinions(conversations=12).scripts(1))
    assert Counter(name for script in scripts for name in script.tags[ABOUT].split()) == dict.fromkeys(ATTRIBUTES, 3)
    lines = [said(dialog) for dialog in hold(Opinions(conversations=12), TRAINS)]
    assert [sum(map(names_group, each)) for each in lines] == [2] * 12
    assert not [each for each in lines if names_group(each[0]) or names_group(each[1])]
    assert len({tuple(names_group(line) for line in each) for each in lines}) > 2, "they stand at different places"


def test_remarks_are_drawn_for_each_seed_and_hardly_ever_twice() -> None:
    remarks = {}
    for attribute in ATTRIBUTES:
        draw = Random(attribute)  # noqa: S311
        remarks[attribute] = {invitation(attribute, TypingStyle.draw(draw), draw) for _ in range(1000)}
    assert min(map(len, remarks.values())) > 980
    assert all(names_group(text) for each in remarks.values() for text in each)
    assert not [text for each in remarks.values() for text in each if "{" in text or "  " in text]


@pytest.mark.parametrize(
    ("text", "topics"),
    [
        ("I can help you to book a train ticket.", ["the train ticket"]),
        ("How do you do. Please state your problem.", ["the problem"]),
        ("You can block cards here, or transfer money to your savings account.", ["cards", "the savings account"]),
        ("Hello! How can I help you today?", []),
        ("Yes.", []),
        ("", []),
        ("Ich kann Ihnen bei Fahrkarten und Reservierungen helfen.", []),
        ("\x1b[31m%s {topic} {0} <b>x</b>\u202e", []),
    ],
)
def test_the_topics_of_an_answer(text: str, topics: Sequence[str]) -> None:
    found = topics_of([Reply(text)], Lot(1))
    assert set(topics) <= set(found)
    assert bool(topics) == bool(found)


def test_what_is_no_option_to_be_said_is_left_out() -> None:
    shown = ("Book  a\ntable", "", " ", "x" * 61, "\x1b[31mred", "--", "\u202eevil", "Yes")
    assert options_shown([Reply("", shown)]) == ["Book a table", "Yes"]


@given(st.lists(st.text(max_size=200), max_size=6), st.lists(st.text(max_size=70), max_size=4))
def test_topics_are_short_runs_of_letters(texts: list[str], options: list[str]) -> None:
    for topic in topics_of([Reply(text) for text in texts], Lot(1)):
        assert topic.isprintable()
        assert len(topic) <= 3 * 24 + 6
        assert all(mark.isalpha() or mark in " '" for mark in topic)
    for option in options_shown([Reply("", tuple(options))]):
        assert option.isprintable()
        assert 0 < len(option) <= 60


@pytest.mark.parametrize("name", ["AL", "B", "CC"])
def test_what_is_said_to_a_bot_is_in_english(name: str) -> None:
    for dialog in hold(PROBERS.get(name), TRAINS):
        assert language_of(said(dialog)) == ENGLISH


def test_the_word_lists_do_not_overlap() -> None:
    assert not dull_words() & stop_words()


def test_questions_about_public_topics_take_no_side() -> None:
    partisan = {
        "liberal",
        "conservative",
        "left",
        "right",
        "socialist",
        "radical",
        "extremist",
        "woke",
        "elite",
        "regime",
    }
    asked = {word for kind in ("view", "public") for line in wording("talk").among(kind) for word in words(line)}
    assert not asked & partisan
