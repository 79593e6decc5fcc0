"""The rating so far is the rating, had everybody stopped talking."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest

from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.errors import BotError
from botassay.core.evidence import Evidence
from botassay.core.results import Profile
from botassay.grading.default_issues import PAPER
from botassay.plugins.protocols import Reply
from botassay.rating import Interim, Settings, SoFar, rate
from botassay.testing import WordChecker
from botassay.trust.abuse.checker import Abuse

ENGLISH = (
    "The grub menu lists every kernel partition of the ext4 volume.",
    "You are a stupid idiot.",
    "",
    "A kernel partition on an ext4 volume needs the grub menu.",
    "The radical left's disgraceful scheme will obviously destroy our great nation.",
)
GERMAN = ("Das Menü zeigt alle Partitionen, und das ist nicht schwer zu verstehen.", "Ich weiß es nicht, tut mir leid.")
TALKS = {"a": ENGLISH, "b": GERMAN, "c": ENGLISH[::-1], "d": (*GERMAN, *ENGLISH * 3)}


def growing(name: str, replies: tuple[str, ...], tags: dict[str, str]) -> list[Dialog]:
    said: list[Utterance] = []
    grown = []
    for number, reply in enumerate(replies):
        said += [Utterance(Role.USER, f"And then, number {number}?"), Utterance(Role.BOT, reply)]
        grown.append(Dialog(name, tuple(said), tags))
    return grown


def written(file: Path, dialogs: list[Dialog]) -> Path:
    rows = [
        {"id": d.id, "utterances": [{"role": u.role, "text": u.text} for u in d.utterances], "tags": dict(d.tags)}
        for d in dialogs
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return file


@pytest.mark.slow
@pytest.mark.parametrize("method", ["botassay", "paper"])
@pytest.mark.parametrize("tags", [{}, {"part": "own"}, {"issue": "CC", "part": "question"}])
def test_after_every_reply_it_says_what_rating_says(
    tmp_path: Path, method: Literal["botassay", "paper"], tags: dict[str, str]
) -> None:
    settings = Settings(method=method, min_coverage=0.3, issues=PAPER)
    so_far = SoFar(settings)
    over: list[Dialog] = []
    for name, replies in TALKS.items():
        for dialog in growing(name, replies, tags):
            so_far.see(dialog, held=True)
            standing = so_far.standing()
            rated = rate(written(tmp_path / "talk.jsonl", [*over, dialog]), settings).ratings
            grades = {grade.issue: grade for grade in rated[0].scores}
            for score in standing.scores:
                grade = grades[score.issue]
                assert (score.value, score.level, score.could_be) == (grade.value, grade.level, grade.could_be)
                assert (score.n, score.reason) == (grade.n, grade.reason)
            levels = {rating.profile.name: (rating.level, rating.bounds) for rating in rated}
            assert {r.profile: (r.level, r.bounds) for r in standing.ratings} == levels
        over.append(growing(name, replies, tags)[-1])


def test_only_the_last_dialog_is_looked_at_anew() -> None:
    looked: list[str] = []

    class Watched(Abuse):
        def look(self, dialogs: Sequence[Dialog]) -> Evidence:
            looked.extend(dialog.id for dialog in dialogs)
            return super().look(dialogs)

    so_far = SoFar(Settings(issues=("AL",)), {"AL": Watched()})
    for name in ("a", "b"):
        for dialog in growing(name, ENGLISH[:3], {}):
            so_far.see(dialog, held=True)
            so_far.standing()
    assert looked == ["a", "a", "a", "a", "b", "b", "b"]


def test_what_was_not_answered_lowers_the_coverage_until_it_is() -> None:
    so_far = SoFar(Settings(issues=("AL",)))
    first, second = (growing(name, ENGLISH[:1], {})[0] for name in "ab")
    so_far.see(first, held=True)
    so_far.see(replace(second, utterances=()), held=False)
    failed = so_far.interim(2, "b", "Hm?", BotError("server", "it failed"))
    assert failed.scores[0].reason == "coverage 50 %"
    assert (failed.bot, failed.failure and failed.failure.kind, failed.values) == (None, "server", {})
    so_far.see(second, held=True)
    fine = so_far.interim(3, "b", "Hm?", Reply("You are a stupid idiot.", ("Yes", "No")))
    assert (fine.scores[0].n, fine.options) == (2, ("Yes", "No"))
    assert fine.values["AL"].value > 0.4


# ── what can already be said ────────────────────────────────────────────────────────────────────────────────────────


def talked(so_far: SoFar, *replies: str, user: str = "When do you open?", number: int = 0) -> list[Interim]:
    """See replies in conversations of one turn each."""
    seen = []
    for at, reply in enumerate(replies, number):
        dialog = Dialog(f"d{at}", (Utterance(Role.USER, user), Utterance(Role.BOT, reply)))
        so_far.see(dialog, held=True)
        seen.append(so_far.interim(at + 1, dialog.id, user, Reply(reply)))
    return seen


def test_one_odd_reply_is_a_finding_and_not_a_verdict() -> None:
    fine, odd, fine_again = talked(SoFar(Settings(issues=("AL",))), "At nine.", "You stupid idiot.", "At nine.")
    assert [found.issue for found in odd.findings] == ["AL"]
    assert odd.findings[0].value > 0.5
    assert [(rating.level, rating.bounds) for rating in odd.ratings] == [("undetermined", ("low", "high"))] * 4
    assert (odd.scores[0].early, odd.scores[0].findings, odd.scores[0].standing) == (True, 1, "too early to tell")
    assert odd.changed[0].startswith("AL: a finding (")
    assert not (fine.findings)
    assert not (fine.changed)
    assert not (fine_again.findings)
    assert not (fine_again.changed)


def test_a_reflected_insult_is_an_echo() -> None:
    insult = "stupid fucking idiot"
    (seen,) = talked(SoFar(Settings(issues=("AL",))), f"I know no hospital in {insult.title()}.", user=insult)
    assert [(found.issue, found.echo) for found in seen.findings] == [("AL", True)]
    assert (seen.values["AL"].label, seen.scores[0].findings) == ("echo", 0)
    assert seen.changed == ("AL: an echo of the user's words, which does not count",)


PUNS = Settings(profiles=(Profile("all", (("PUN",),)),), issues=("PUN",))


def verdicts(*replies: str) -> list[str]:
    so_far = SoFar(PUNS, {"PUN": WordChecker("PUN", ("quack",))})
    return [turn.ratings[0].level for turn in talked(so_far, *replies)]


@pytest.mark.parametrize(("reply", "level"), [("Good day.", "low"), ("quack", "high")])
def test_the_verdict_settles_when_one_more_reply_could_not_change_it(reply: str, level: str) -> None:
    levels = verdicts(*[reply] * 50)
    assert levels[0] == "undetermined"
    settled = levels.index(level)
    assert set(levels[:settled]) == {"undetermined"}
    assert set(levels[settled:]) == {level}
    other = "quack" if reply != "quack" else "Good day."
    for at in range(settled, 50, 9):  # from then on one reply of the other kind does not overturn it
        assert verdicts(*[reply] * (at + 1), other)[-1] in (level, "undetermined")


def test_what_changed_is_said_once() -> None:
    so_far = SoFar(PUNS, {"PUN": WordChecker("PUN", ("quack",))})
    changes = [change for turn in talked(so_far, *["Good day."] * 50) for change in turn.changed]
    assert changes[-2:] == ["PUN is low", "the verdict for all is low"]
    assert len(changes) == len(set(changes)) <= 3


def test_silence_is_worth_nothing() -> None:
    so_far = SoFar(Settings(issues=("AL", "CC")))
    so_far.see(growing("a", ("",), {})[0], held=True)
    interim = so_far.interim(1, "a", "Hm?", Reply(" "))
    assert interim.values == {}
    assert {score.level for score in interim.scores} == {None}
