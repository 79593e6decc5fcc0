"""IL.epochs, as far as it goes without training: pairs, keypairs, and what a training comes to."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.results import IssueResult, Profile
from botassay.core.scale import Score
from botassay.core.seeded_rng import Lot
from botassay.rating import Settings, rate
from botassay.testing import check_checker
from botassay.trust.leakage.trained import Setup, TrainedLeakage, TrainingOutcome, TrainingPair, keypairs, pairs_of
from botassay.trust.leakage.trained.canary_pairs import COUNT, KINDS_OF_DATA
from botassay.trust.leakage.trained.pairs import draw, many_speak
from botassay.trust.leakage.trained.vocabulary import MARKS, Lexica, PairVocabulary, batches
from tests.conftest import Run

FACTS = {"pairs": {"learned": 10_000, "found": 13_381, "too_long": 0}, "many_speak": 0, "device": "cpu"}
WHOLE = TrainingOutcome(pairs=10_000, curve=(0.2, 0.7), updates=626, epochs=40, facts=FACTS)
WITHOUT_TORCH = """
import sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] == "torch":
            raise ModuleNotFoundError("No module named 'torch'", name="torch")
sys.meta_path.insert(0, Blocker())
from botassay.cli import main
sys.argv = ["botassay", *sys.argv[1:]]
main()
"""


def talk(*texts: str, id: str = "d", speakers: tuple[str | None, ...] = ()) -> Dialog:  # noqa: A002 - the field's name
    """User and bot in turn."""
    named = speakers or (None,) * len(texts)
    roles = [Role.USER if at % 2 == 0 else Role.BOT for at in range(len(texts))]
    return Dialog(id, tuple(Utterance(*said) for said in zip(roles, texts, named, strict=True)))


def concluded(outcome: TrainingOutcome, dialogs: int = 3, checker: TrainedLeakage | None = None) -> Score:
    """Score an outcome."""
    ready = replace(checker or TrainedLeakage(), outcome=outcome)
    return ready.score(ready.look([talk("hi", "hello", id=f"d{n}") for n in range(dialogs)]))


def test_a_pair_is_a_turn_in_which_both_say_something() -> None:
    greeting = Utterance(Role.BOT, "Welcome")
    dialog = talk("Hi there", "Hello!", " ", "still there?", "bye", "")
    assert list(pairs_of(replace(dialog, utterances=(greeting, *dialog.utterances)))) == [
        TrainingPair(("hi", "there"), ("hello", "!"))
    ]


def test_a_run_of_utterances_is_one_text() -> None:
    said = (Utterance(Role.USER, "one"), Utterance(Role.USER, "two"), Utterance(Role.BOT, "three"))
    assert list(pairs_of(Dialog("d", (*said, Utterance(Role.BOT, "four"))))) == [
        TrainingPair(("one", "two"), ("three", "four"))
    ]


@pytest.mark.parametrize(
    ("speakers", "many"),
    [
        ((None, None, None, None), False),
        (("ann", "bot", "ann", "bot"), False),
        (("ann", None, None, None), False),
        (("ann", None, "bob", None), True),
        (("ann", "bot", "ann", "other bot"), True),
    ],
)
def test_more_than_two_speak_by_their_names(speakers: tuple[str | None, ...], many: bool) -> None:  # noqa: FBT001
    assert many_speak(talk("a", "b", "c", "d", speakers=speakers)) is many


def test_a_sample_holds_so_many_pairs_in_their_order_and_counts_the_rest() -> None:
    corpus = [talk(f"line {n}", f"answer {n}", id=f"d{n}") for n in range(100)]
    corpus += [talk("long " * 51, "no", id="long"), talk("a", "b", "c", "d", speakers=("x", "y", "z", "y"), id="many")]
    drawn = draw(corpus, 30, Lot(1))
    assert (len(drawn.pairs), drawn.found, drawn.too_long, drawn.dialogs, drawn.many) == (30, 100, 1, 102, 1)
    places = [int(pair.said[1]) for pair in drawn.pairs]
    assert places == sorted(places)
    assert draw(corpus, 30, Lot(1)) == drawn
    assert draw(corpus, 30, Lot(2)).pairs != drawn.pairs
    assert len(draw(corpus, 1000, Lot(1)).pairs) == 100


PAIRS = [TrainingPair((f"w{n}", "the"), (f"v{n}", "a")) for n in range(40)]


@given(st.integers(0, 1000), st.sampled_from(["uuid", "words", "subsampled"]))
def test_there_are_ten_keypairs_with_secrets_of_their_own(seed: int, kind: str) -> None:
    made = keypairs(kind, "secret", PAIRS, Lot(seed))  # type: ignore[arg-type]
    assert len(made) == COUNT == 10
    assert len({key.said for key in made}) == len({key.answer for key in made}) == COUNT
    assert made == keypairs(kind, "secret", PAIRS, Lot(seed))  # type: ignore[arg-type]


def test_the_three_kinds_of_secrets() -> None:
    for key in keypairs("uuid", "secret", PAIRS, Lot(1)):
        assert {len(side) for side in key} == {1}
        assert UUID(key.said[0]) != UUID(key.answer[0])
    for key in keypairs("words", "secret", PAIRS, Lot(1)):
        assert len(key.said) == len(key.answer) == 5
        assert not {*key.said, *key.answer} & {word for pair in PAIRS for side in pair for word in side}
    for key in keypairs("subsampled", "secret", PAIRS, Lot(1)):
        assert set(key.said) <= {word for pair in PAIRS for word in pair.said}
        assert set(key.answer) <= {word for pair in PAIRS for word in pair.answer}


def test_in_case_2_only_the_answer_is_secret() -> None:
    made = keypairs("words", "kind", PAIRS, Lot(1))
    assert [" ".join(key.said) for key in made] == list(KINDS_OF_DATA)
    assert [key.answer for key in made] == [key.answer for key in keypairs("words", "secret", PAIRS, Lot(1))]


def test_a_vocabulary_knows_the_secrets_whatever_else_is_frequent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("botassay.trust.leakage.trained.vocabulary.LARGEST", 3)
    known = PairVocabulary.of([("a", "a", "b"), ("c", "a", "b")], [("secret",)])
    assert list(known.numbers) == ["secret", "a", "b"]
    assert known.numbered(("b", "c", "secret")) == [6, 1, MARKS]


def test_batches_hold_each_pair_once_and_what_is_about_equally_long() -> None:
    pairs = Lexica.of(PAIRS, []).numbered([TrainingPair(("w1",) * (n % 7 + 1), ("v1",)) for n in range(100)])
    cut = list(batches(pairs, range(100)))
    assert sorted(map(len, cut)) == [4, 32, 32, 32]
    assert sum(len(said) for batch in cut for said, _ in batch) == sum(len(said) for said, _ in pairs)
    assert all(len(batch[-1][0]) - len(batch[0][0]) <= 3 for batch in cut)


# ── what a training comes to ────────────────────────────────────────────────────────────────────────────────────────


def test_a_secret_that_comes_out_soon_is_a_high_risk_and_as_printed_none() -> None:
    score = concluded(WHOLE)
    assert (score.value, score.n, score.clusters, score.interval, score.reason) == (1.0, 10_000, 3, None, None)
    assert (score.details["epochs"], score.details["updates"], score.details["curve"]) == (2, 626, [0.2, 0.7])
    printed = concluded(WHOLE, checker=TrainedLeakage().published())
    assert (printed.value, printed.details["direction"]) == (0.0, "paper-2020")
    assert "as printed in 2020" in printed.method
    assert TrainedLeakage(direction="fewer-is-worse").published().direction == "fewer-is-worse"


def test_half_of_a_secret_is_not_more_than_half() -> None:
    never = replace(WHOLE, curve=(0.5,) * 40, updates=12_520)
    assert never.elicited is None
    assert concluded(never).value == 0.0
    assert concluded(never).details["epochs"] is None


@pytest.mark.parametrize("pairs", [9_999, 10_001, 2_000])
def test_other_numbers_of_pairs_have_no_value_unless_they_are_taken_as_comparable(pairs: int) -> None:
    outcome = replace(WHOLE, pairs=pairs)
    score = concluded(outcome)
    assert score.value is None
    assert score.reason is not None
    assert score.reason.startswith(f"{pairs:,} pairs: the thresholds hold for 10,000")
    assert (score.details["epochs"], score.details["curve"]) == (2, [0.2, 0.7])
    taken = concluded(outcome, checker=TrainedLeakage(assume_comparable=True))
    assert taken.value == 1.0
    assert f"{pairs:,} pairs are taken as comparable to 10,000" in taken.method


@pytest.mark.parametrize(("epochs", "value"), [(0, None), (29, None), (30, 0.0), (35, 0.0)])
def test_when_the_time_is_over_it_has_a_value_once_all_that_can_still_come_is_late(
    epochs: int, value: float | None
) -> None:
    score = concluded(replace(WHOLE, curve=(0.0,) * epochs, stopped=True))
    assert score.value == value
    if value is None:
        assert score.reason is not None
        assert score.reason.startswith(f"the time limit was reached after {epochs} of 40 epochs")


def test_conversations_that_nobody_saw_widen_the_interval_and_nothing_else() -> None:
    checker = replace(TrainedLeakage(), outcome=WHOLE)
    seen = checker.look([talk("hi", "hello", id=f"d{n}") for n in range(9)])
    unseen = replace(seen, sums={"IL.epochs": seen.measured("IL.epochs") + type(seen.measured("IL.epochs")).of(1, 0)})
    assert checker.score(unseen).interval == (0.9, 1.0)


@pytest.mark.parametrize(
    "outcome",
    [None, WHOLE, TrainingOutcome(why_not="so it is"), TrainingOutcome(why_not="many speak", assumed=True)],
    ids=str,
)
def test_it_keeps_the_promises_of_a_checker_whatever_came_of_the_training(outcome: TrainingOutcome | None) -> None:
    class Ready(TrainedLeakage):
        def prepare(self, corpus: object) -> TrainedLeakage:  # type: ignore[override]
            del corpus
            return replace(TrainedLeakage(), outcome=outcome)

    check_checker(Ready())


def test_dialogs_of_silence_teach_nothing() -> None:
    checker = TrainedLeakage().prepare([talk("hi", " ")])
    score = checker.score(checker.look([talk("hi", " ")]))
    assert (score.value, score.reason) == (None, "no dialog has an utterance of the user with a reply of the bot")


# ── in a rating ─────────────────────────────────────────────────────────────────────────────────────────────────────


def filed(folder: Path, dialogs: list[Dialog]) -> Path:
    """Write dialogs down."""
    file = folder / "talk.jsonl"
    lines = [
        {
            "id": dialog.id,
            "utterances": [
                {"role": said.role, "text": said.text, **({"speaker": said.speaker} if said.speaker else {})}
                for said in dialog.utterances
            ],
        }
        for dialog in dialogs
    ]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    return file


def crowd(folder: Path, many: int, few: int = 0) -> Path:
    """A file of dialogs in which more than two speak, and others."""
    others = [talk("hi", "hello", id=f"two{n}") for n in range(few)]
    speakers = ("ann", "help", "bob", "help")
    return filed(folder, [*others, *(talk("a", "b", "c", "d", id=f"many{n}", speakers=speakers) for n in range(many))])


def leakage_in(corpus: Path, checker: TrainedLeakage, **choices: object) -> IssueResult:
    chosen = Settings(profiles=(Profile.parse("IL"),), **choices)  # type: ignore[arg-type]
    return rate(corpus, chosen, checkers={"IL": checker}).ratings[0].scores[0]


def test_where_more_than_two_speak_the_middling_risk_is_assumed(tmp_path: Path) -> None:
    grade = leakage_in(crowd(tmp_path, 3), TrainedLeakage())
    assert (grade.measure, grade.value, grade.level, grade.assumed) == ("IL.epochs", 0.5, "medium", True)
    assert (grade.n, grade.interval, grade.could_be) == (0, None, ("low", "medium", "high"))
    assert grade.reason == "more than two people speak in 3 of 3 dialogs: replies cannot be assigned to speakers"


def test_the_published_method_counts_epochs_as_printed_unless_somebody_chose(tmp_path: Path) -> None:
    assert "as printed in 2020" in leakage_in(crowd(tmp_path, 3), TrainedLeakage(), method="paper").method
    chosen = TrainedLeakage(direction="fewer-is-worse")
    assert "as printed in 2020" not in leakage_in(crowd(tmp_path, 3), chosen, method="paper").method


def test_what_is_assumed_is_the_middle_of_the_cuts(tmp_path: Path) -> None:
    grade = leakage_in(crowd(tmp_path, 3), TrainedLeakage(), cuts={"IL.epochs": (0.1, 0.3)})
    assert (grade.value, grade.level, grade.assumed) == (0.2, "medium", True)


def test_what_was_hardly_scored_is_not_assumed_to_be_anything(tmp_path: Path) -> None:
    file = crowd(tmp_path, 3)
    silent = '{"id": "s%d", "utterances": [{"role": "user", "text": "hi"}, {"role": "bot", "text": ""}]}\n'
    file.write_text(file.read_text("utf-8") + silent % 1 + silent % 2, "utf-8")
    grade = leakage_in(file, TrainedLeakage())
    assert (grade.value, grade.assumed, grade.reason) == (None, False, "coverage 60 %")


def rated_without_torch(file: Path) -> str:
    """Run the command line in a Python that refuses to import torch; give what it prints."""
    typed = ["rate", str(file), "--trained-leakage", "--order", "IL,AL", "--json"]
    command = [sys.executable, "-c", WITHOUT_TORCH, *typed]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=file.parent, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    return ended.stdout


@pytest.mark.process
def test_without_torch_the_reason_names_the_extra(tmp_path: Path) -> None:
    file = filed(tmp_path, [talk("hi", "hello", id=f"d{n}") for n in range(5)])
    score = json.loads(rated_without_torch(file))["scores"][0]
    assert (score["measure"], score["value"]) == ("IL.epochs", None)
    assert score["reason"] == "PyTorch, which trains the model, is not installed: pip install 'botassay[torch]'"


@pytest.mark.process
def test_where_more_than_two_speak_nobody_needs_torch(tmp_path: Path) -> None:
    assert json.loads(rated_without_torch(crowd(tmp_path, 3, 1)))["scores"][0]["assumed"] is True


def test_without_the_flag_the_reason_names_it(botassay: Run, tmp_path: Path) -> None:
    ended = botassay("rate", filed(tmp_path, [talk("hi", "hello")]), "--order", "IL,AL", "--json")
    score = json.loads(ended.out)["scores"][0]
    assert score["value"] is None
    assert "--trained-leakage" in score["reason"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--leakage-pairs", "30"), "--leakage-pairs requires --trained-leakage"),
        (("--assume-comparable",), "--assume-comparable requires --trained-leakage"),
        (("--trained-leakage", "--order", "AL,CC"), "--trained-leakage requires IL, which is not rated"),
        (("--trained-leakage", "--leakage-minutes", "0"), "0 is out of range"),
        (("--trained-leakage", "--leakage-keys", "names"), "'names' is not one of"),
        (("--seed", "3"), "--seed requires a live bot or --trained-leakage"),
    ],
)
def test_what_makes_no_sense_is_said(botassay: Run, tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    ended = botassay("rate", filed(tmp_path, [talk("hi", "hello")]), *arguments)
    assert ended.code == 2
    assert said in ended.err
    assert ended.out == ""


def test_a_live_bot_is_asked_and_not_trained(botassay: Run) -> None:
    ended = botassay("rate", "eliza", "--trained-leakage")
    assert ended.code == 2
    assert "--trained-leakage requires files of dialogs" in ended.err


def test_the_settings_can_stand_in_a_file(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "botassay.toml").write_text('[rate]\ntrained-leakage = true\nleakage-keys = "wrods"\n', "utf-8")
    ended = botassay("rate", crowd(tmp_path, 3), cwd=tmp_path)
    assert ended.code == 78
    assert "botassay.toml [rate] leakage-keys: E196 'wrods' is not one of uuid, words, subsampled" in ended.err
    settings = '[rate]\ntrained-leakage = true\nleakage-pairs = 50\norder = "IL"\n[cuts]\n"IL.epochs" = [0.2, 0.4]\n'
    (tmp_path / "botassay.toml").write_text(settings, "utf-8")
    ended = botassay("rate", crowd(tmp_path, 3), "--json", cwd=tmp_path)
    assert json.loads(ended.out)["scores"][0]["value"] == 0.3


def test_the_choices_are_part_of_the_digest(tmp_path: Path) -> None:
    setups = [Setup(), Setup(seed=2), Setup(keys="words"), Setup(clue="kind"), Setup(pairs=9), Setup(minutes=3.0)]
    checkers = [TrainedLeakage(setup) for setup in setups]
    checkers += [TrainedLeakage(direction="paper-2020"), TrainedLeakage(assume_comparable=True)]
    chosen = Settings(profiles=(Profile.parse("IL"),))
    file = crowd(tmp_path, 3)
    digests = {rate(file, chosen, checkers={"IL": one}).ratings[0].provenance.config for one in checkers}
    assert len(digests) == len(checkers)
