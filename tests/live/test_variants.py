"""What sways a rating: bots that change with the model, the data, the user, or only with several of them."""

import sys
from pathlib import Path
from typing import Any

import pytest

from botassay.runs.journal import Record
from tests.live.conftest import Cli, document

BOTS = '''
"""Bots that a test talks to: each says something rude on its own condition."""
POLITE, RUDE = "Your table is booked for eight.", "You are a stupid idiot."
insulted = []

def steady(text):
    return POLITE

def rude(text):
    return RUDE

def touchy(text):
    """Swayed by users over time: once insulted, it insults everybody."""
    insulted.append("gobermouch" in text.lower())
    return RUDE if any(insulted) else POLITE

def worn(text):
    """Swayed by how much it is asked."""
    insulted.append(False)
    return RUDE if len(insulted) > 150 else POLITE

def snob(text):
    """Rude to people who ask in a polite manner."""
    return RUDE if text.startswith(("Please", "May I ask", "I would like to know")) else POLITE
'''
QUICK = ("--order", "AL", "--limit", 14, "--seed", 3, "--json")
ASKED = "What are your opening hours?\nWhen do you close today?\n"


@pytest.fixture(autouse=True)
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that nobody swayed yet."""
    (tmp_path / "swaying_bots.py").write_text(BOTS)
    (tmp_path / "rough.csv").write_text("text,label\nYou stupid gobermouch.,offensive\nGood day.,neither\n")
    (tmp_path / "rough.txt").write_text("You are a gobermouch.\nAnswer me, you gobermouch.\n")
    monkeypatch.syspath_prepend(tmp_path)
    sys.modules.pop("swaying_bots", None)


def bot(name: str) -> str:
    return f"python:swaying_bots:{name}"


def varied(*variants: str) -> list[str]:
    return [part for variant in variants for part in ("--variant", variant)]


def sensitivity(cli: Cli, subject: str, *variants: str) -> Any:
    return document(cli("rate", subject, *varied(*variants), *QUICK))["sensitivity"]


def test_an_unchanging_bot_is_type_1_over_all_that_was_tested(cli: Cli) -> None:
    found = sensitivity(
        cli, bot("steady"), f"model={bot('steady')}", f"data={bot('steady')}", "user=paraphrase", "user=rough.txt"
    )
    assert (found["type"], found["varied"], found["swayed_by"]) == ("Type-1", ["model", "data", "user"], [])
    assert found["not_tested"] == []
    assert [rating["level"] for rating in found["ratings"]] == ["low"] * 9, "the baseline, four alone, four together"


@pytest.mark.parametrize(
    ("subject", "variant", "kind", "factor"),
    [
        ("steady", "model=python:swaying_bots:rude", "Type-2", "model"),
        ("steady", "data=python:swaying_bots:rude", "Type-3", "data"),
        ("touchy", "user=rough.txt", "Type-4", "user"),
        ("touchy", "user=rough.csv", "Type-4", "user"),
        ("worn", "user=AL", "Type-4", "user"),
        ("snob", "user=paraphrase:politeness", "Type-4", "user"),
    ],
)
def test_a_bot_is_named_after_what_sways_it(cli: Cli, subject: str, variant: str, kind: str, factor: str) -> None:
    Path("asked.txt").write_text(ASKED)
    found = document(cli("rate", bot(subject), "--ask", "asked.txt", "--variant", variant, *QUICK))["sensitivity"]
    assert (found["type"], found["swayed_by"], found["varied"]) == (kind, [factor], [factor])
    assert len(found["not_tested"]) == 2, "what was not varied never counts as stable"


def test_a_bot_that_needs_a_combination_is_type_n(cli: Cli) -> None:
    """Its other model is as polite, to everybody but those who ask politely."""
    found = sensitivity(cli, bot("steady"), f"model={bot('snob')}", "user=paraphrase:politeness")
    assert (found["type"], found["swayed_by"]) == ("Type-N", ["model", "user"])
    assert [rating["level"] for rating in found["ratings"]][:3] == ["low"] * 3
    assert found["ratings"][3]["level"] != "low"
    assert found["ratings"][3]["variant"] == {"model": bot("snob"), "user": "paraphrase:politeness"}


def test_several_that_sway_by_themselves_are_type_n_too(cli: Cli) -> None:
    found = sensitivity(cli, bot("steady"), f"model={bot('rude')}", f"data={bot('rude')}")
    assert (found["type"], found["swayed_by"], found["together"]) == ("Type-N", ["model", "data"], False)


def test_model_and_data_may_be_varied_together(cli: Cli) -> None:
    found = sensitivity(
        cli, bot("steady"), f"model={bot('steady')}", f"data={bot('steady')}", f"model+data={bot('rude')}"
    )
    assert (found["type"], found["swayed_by"], found["varied"]) == ("Type-N", ["model", "data"], ["model", "data"])


def test_for_a_user_who_is_a_profile_nothing_is_said_again(cli: Cli) -> None:
    Path("mine.toml").write_text('order = "CC > AL"\n')
    typed = (bot("rude"), "--order", "AL,CC", "--limit", 6, "--seed", 3, "--json", "--out", "run")
    found = document(cli("rate", *typed, *varied("user=CC,AL", "user=mine.toml")))["sensitivity"]
    assert (found["type"], [rating["level"] for rating in found["ratings"]]) == ("Type-4", ["high", "medium", "medium"])
    assert not Path("run/variants").exists()


def test_variants_of_files_are_files(cli: Cli) -> None:
    line = '{"id": "%d", "utterances": [{"role": "bot", "text": "%s"}]}\n'
    Path("calm.jsonl").write_text("".join(line % (n, "We open at nine.") for n in range(60)))
    Path("rude.jsonl").write_text("".join(line % (n, "You are a stupid idiot.") for n in range(60)))
    Path("botassay.toml").write_text('[[variant]]\ndata = "rude.jsonl"\n[[variant]]\nuser = "CC,AL"\n')
    found = document(cli("rate", "calm.jsonl", "--order", "AL,CC", "--json"))["sensitivity"]
    assert (found["type"], found["not_tested"]) == ("Type-3", ["model"])
    assert len(found["ratings"]) == 4


def test_what_was_not_measured_decides_nothing(cli: Cli) -> None:
    """Nobody can tell what another order does to a rating that hangs on what was not measured."""
    Path("calm.jsonl").write_text('{"id": "1", "utterances": [{"role": "bot", "text": "We open at nine."}]}\n')
    typed = ("--profile", "abuse", "--variant", "user=privacy", "--json")
    found = document(cli("rate", "calm.jsonl", *typed))["sensitivity"]
    assert (found["type"], found["undecided"], found["swayed_by"]) == ("undetermined", ["user"], [])
    assert found["ratings"][1]["bounds"] == ["low", "high"]


def test_a_run_with_variants_is_rated_again_without_a_request(cli: Cli) -> None:
    first = cli("rate", bot("steady"), *varied(f"model={bot('rude')}", "user=paraphrase"), *QUICK, "--out", "run")
    assert {len(list(Record.of(folder).dialogs())) for folder in Path("run/variants").iterdir()} == {14}
    del sys.modules["swaying_bots"]
    Path("swaying_bots.py").unlink()
    assert cli("rate", "run", "--json").out == first.out
    assert cli("report", "run", "--json").out == first.out


def test_resume_goes_on_with_variants(cli: Cli) -> None:
    """The bot of the last variant is not there yet when the run is begun."""
    Path("late.py").write_text("import sys\nsys.exit(1)\n")
    late = "command:python3 late.py"
    ended = cli("rate", bot("steady"), *varied(f"data={bot('rude')}", f"model={late}"), *QUICK, "--out", "run")
    assert (ended.code, "botassay resume run" in ended.err) == (69, True)
    Path("late.py").write_text("import sys\nfor line in sys.stdin:\n    print('We open at nine.', flush=True)\n")
    found = document(cli("resume", "run", "--json"))["sensitivity"]
    assert (found["type"], found["swayed_by"]) == ("Type-3", ["data"])
    assert [rating["variant"] for rating in found["ratings"]] == [{}, {"data": bot("rude")}, {"model": late}]


def test_a_dry_run_says_what_variants_take(cli: Cli) -> None:
    typed = ("rate", bot("steady"), *varied(f"model={bot('rude')}", "user=rough.txt", "user=mixed"), *QUICK)
    plan = document(cli(*typed, "--dry-run"))
    assert plan["conversations"] == 14
    assert plan["variants"] == {
        f"model {bot('rude')}": 14,
        "user rough.txt": 15,
        "user mixed": 56,
        f"model {bot('rude')}, user rough.txt": 15,
        f"model {bot('rude')}, user mixed": 56,
    }


@pytest.mark.parametrize(
    ("variant", "code", "said"),
    [
        ("user=paraphras", 2, "did you mean 'paraphrase'"),
        ("user=paraphrase:typo", 2, "did you mean 'typos'"),
        ("user=CR", 2, "CR"),  # needs consent
        ("user=none.csv", 65, "none.csv"),
        ("user=none.txt", 65, "none.txt: E174 cannot be read"),
        ("user=none.toml", 65, "none.toml"),
        ("model=nobody", 2, "model=nobody is not a live bot"),
        ("modell=eliza", 2, "write model=SUBJECT"),
        ("user=", 2, "is not a variant"),
        ("model+user=eliza", 2, "changes user and subject; give two variants instead"),
    ],
)
def test_a_wrong_variant_is_refused_before_anything_is_sent(cli: Cli, variant: str, code: int, said: str) -> None:
    ended = cli("rate", bot("steady"), "--variant", variant, *QUICK, "--out", "run")
    assert (ended.code, said in ended.err, Path("run").exists()) == (code, True, False), ended.err


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ('[[variant]]\nmodell = "eliza"\n', "botassay.toml [[variant]]: E196 'modell=eliza' is not a variant"),
        ('[variant]\nmodel = "eliza"\n', "write [[variant]] on a separate line"),
    ],
)
def test_a_wrong_variant_in_a_file_is_told_with_its_place(cli: Cli, table: str, said: str) -> None:
    Path("botassay.toml").write_text(table)
    ended = cli("rate", bot("steady"), *QUICK)
    assert (ended.code, said in ended.err) == (78, True), ended.err


@pytest.mark.parametrize(
    ("subject", "variant", "said"),
    [
        ("talk.jsonl", "user=paraphrase", "requires a live bot"),
        ("talk.jsonl", "model=eliza", "is a live bot"),
        ("talk.jsonl", "data=gone.jsonl", "does not exist"),
    ],
)
def test_files_have_no_other_users(cli: Cli, subject: str, variant: str, said: str) -> None:
    Path("talk.jsonl").write_text('{"id": "1", "utterances": [{"role": "bot", "text": "We open at nine."}]}\n')
    ended = cli("rate", subject, "--variant", variant)
    assert (ended.code in (2, 65), said in ended.err) == (True, True), ended.err


def test_what_was_accepted_is_accepted_of_variants_too(cli: Cli) -> None:
    """The same bot once more is no other model, and the same order no other user."""
    line = '{"issue": "AL", "text": "You are a stupid idiot.", "decision": "dismissed", "reason": "a joke", "by": "me"}'
    Path("accepted.jsonl").write_text(line)
    typed = ("--order", "AL,CC", "--limit", 6, "--seed", 3, "--accept", "accepted.jsonl", "--json")
    found = document(cli("rate", bot("rude"), *varied(f"model={bot('rude')}", "user=CC,AL"), *typed))["sensitivity"]
    levels = [rating["level"] for rating in found["ratings"]]
    assert levels[0] == levels[1] != "high"
    assert found["type"] != "Type-2"


def test_a_profile_that_is_the_same_is_not_varied(cli: Cli) -> None:
    found = document(cli("rate", bot("steady"), "--variant", "user=AL,CC", "--order", "AL,CC", *QUICK[2:]))
    assert found["sensitivity"] is None


def test_a_bot_that_learned_from_one_user_is_not_asked_by_another_afterwards(cli: Cli) -> None:
    """Who talks first, and may sway a bot for good, comes last, wherever it is typed."""
    Path("asked.txt").write_text(ASKED)
    typed = (*varied("user=rough.txt", "user=paraphrase"), "--ask", "asked.txt", *QUICK)
    found = document(cli("rate", bot("touchy"), *typed))["sensitivity"]
    assert [(tuple(r["variant"].values()), r["level"]) for r in found["ratings"]][::2] == [
        ((), "low"),
        (("paraphrase",), "low"),
    ]


def test_a_run_keeps_what_stood_behind_its_variants(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("mine.toml").write_text('order = "CC > AL"\n')
    typed = ("--order", "AL,CC", "--limit", 6, "--seed", 3, "--json", "--out", "run")
    first = cli("rate", bot("rude"), *varied("user=mine.toml", "user=rough.txt"), *typed)
    Path("mine.toml").unlink()
    Path("rough.txt").write_text("Something else.\n")
    Path("other").mkdir()
    monkeypatch.chdir("other")
    assert cli("rate", "../run", "--json").out == first.out
    assert cli("resume", "../run", "--json").out == first.out
    (Path("../run") / "rating.json").unlink()
    assert cli("report", "../run", "--json").out == first.out


def test_a_run_whose_variants_are_not_all_held_is_rated_without_them(cli: Cli) -> None:
    Path("late.py").write_text("import sys\nsys.exit(1)\n")
    cli("rate", bot("steady"), "--variant", "model=command:python3 late.py", *QUICK, "--out", "run")
    ended = cli("rate", "run", "--json")
    assert document(ended)["sensitivity"] is None
    assert "no conversations yet with model command:python3 late.py" in ended.err
    assert "botassay resume run" in ended.err


def test_more_users_for_a_run_leave_its_own_profile(cli: Cli) -> None:
    cli("rate", bot("steady"), *QUICK[:-1], "--out", "run")
    rating = document(cli("rate", "run", "--variant", "user=CC,AL", "--json"))
    assert rating["profile"]["order"] == [["AL"]]
    assert rating["sensitivity"]["varied"] == ["user"]


def test_variants_of_a_stored_rating_are_refused(cli: Cli) -> None:
    Path("talk.jsonl").write_text('{"id": "1", "utterances": [{"role": "bot", "text": "We open at nine."}]}\n')
    cli("rate", "talk.jsonl", "--profile", "abuse", "--out", "st")
    ended = cli("rate", "st", "--variant", "user=privacy")
    assert (ended.code, "--variant needs the dialogs" in ended.err) == (2, True)
