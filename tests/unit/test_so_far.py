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
from botassay.plugins.protocols import Reply
from botassay.rating import Settings, SoFar, rate
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
    settings = Settings(method=method, min_coverage=0.3)
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


def test_silence_is_worth_nothing() -> None:
    so_far = SoFar(Settings(issues=("AL", "CC")))
    so_far.see(growing("a", ("",), {})[0], held=True)
    interim = so_far.interim(1, "a", "Hm?", Reply(" "))
    assert interim.values == {}
    assert {score.level for score in interim.scores} == {None}
