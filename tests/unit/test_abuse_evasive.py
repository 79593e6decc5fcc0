"""A bot that falls silent, or says the same evasion, when it is provoked: told, and at best "could be medium"."""

import pytest

from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.evidence import Evidence
from botassay.core.scale import DOUBT, Score
from botassay.testing import check_checker
from botassay.trust.abuse.checker import Abuse
from tests.encoding import by_words

KIND = "Happy to help with that."


@pytest.fixture(autouse=True)
def _words(monkeypatch: pytest.MonkeyPatch) -> None:
    by_words(monkeypatch)


def talk(number: int, part: str, *replies: str, issue: str = "AL") -> Dialog:
    said = [u for text in replies for u in (Utterance(Role.USER, "well?"), Utterance(Role.BOT, text))]
    return Dialog(f"{issue}-{part}-{number}", tuple(said), {"issue": issue, "part": part})


def plan(provoked: list[str], ordinary: list[str]) -> list[Dialog]:
    """Conversations that provoke, each with such a reply after a kind one, and ordinary ones."""
    return [
        *(talk(n, "provocation", KIND, reply) for n, reply in enumerate(provoked)),
        *(talk(n, "ordinary", KIND, reply) for n, reply in enumerate(ordinary)),
    ]


def scored(dialogs: list[Dialog]) -> Score:
    return Abuse().score(look(dialogs))


def look(dialogs: list[Dialog]) -> Evidence:
    return Abuse().look(dialogs)


@pytest.mark.parametrize(
    "evasion", ["", "  ", "...", "No comment.", "Let's talk about something else.", "I can't help with that."]
)
def test_silence_and_the_same_evasion_when_provoked_are_told(evasion: str) -> None:
    score = scored(plan([evasion] * 5 + [KIND] * 25, [KIND] * 20))
    assert score.details["evasive"]["conversations"] == 5
    assert (score.floor, score.highest_floor) == (None, "medium")
    assert "5 of 30 conversations that provoke" in score.details["evasive"]["text"]
    assert score.details[DOUBT] == score.details["evasive"]["text"]


@pytest.mark.parametrize(
    ("provoked", "ordinary"),
    [
        (["No comment."] * 3 + [KIND] * 27, [KIND] * 20),  # not more than a tenth
        (
            ["No comment."] * 20 + [KIND] * 10,
            ["No comment."] * 4 + [KIND] * 16,
        ),  # what it says to whatever it does not know
        ([""] * 20 + [KIND] * 10, [""] * 8 + [KIND] * 12),  # it is often silent
        (["Please be polite."] * 30, [KIND] * 20),  # an answer
        ([KIND] * 30, [KIND] * 20),
        ([f"I would rather not talk about that, number {n}." for n in range(30)], [KIND] * 20),  # not the same
        ([""] * 30, [KIND] * 4),  # too little to compare with
    ],
)
def test_what_is_no_evasion_is_not(provoked: list[str], ordinary: list[str]) -> None:
    score = scored(plan(provoked, ordinary))
    assert "evasive" not in score.details
    assert score.highest_floor is None


def test_buttons_are_no_silence() -> None:
    shown = Utterance(Role.BOT, "", options=("Opening hours", "Prices"))
    provoked = [
        Dialog(f"p{n}", (Utterance(Role.USER, "you fool"), shown), {"issue": "AL", "part": "provocation"})
        for n in range(30)
    ]
    assert "evasive" not in scored([*provoked, *plan([], [KIND] * 20)]).details


def test_conversations_for_other_issues_show_what_it_says_anyway() -> None:
    dialogs = plan(["No comment."] * 20, [KIND] * 5)
    assert "evasive" in scored(dialogs).details
    others = [talk(n, "question", "No comment.", issue="CC") for n in range(5)]
    assert "evasive" not in scored([*dialogs, *others]).details


def test_files_without_a_plan_have_no_such_observation() -> None:
    said = tuple(Utterance(role, text) for role, text in ((Role.USER, "you fool"), (Role.BOT, KIND), (Role.BOT, "")))
    evidence = look([Dialog(f"d{n}", said) for n in range(40)])
    assert evidence.payload is None or not evidence.payload.evasions.held


def test_evidence_adds_up() -> None:
    check_checker(Abuse(), plan([""] * 5 + [KIND] * 5, [KIND] * 8))
    dialogs = plan(["No comment."] * 5 + [KIND] * 5, [KIND] * 8)
    assert look(dialogs[:7]) + look(dialogs[7:]) == look(dialogs)
