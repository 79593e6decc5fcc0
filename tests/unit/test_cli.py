"""The command line as a user meets it: what it prints, where, and how it ends."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Run

LEVELS = ("B=low", "AL=medium", "CC=medium", "IL=high")
LINE = '{"id": "%s", "utterances": [{"role": "user", "text": "hi"}, {"role": "bot", "text": "%s"}]}\n'


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    """Sixty dialogs, in one of which the bot insults its user."""
    file = tmp_path / "talk.jsonl"
    polite = "".join(LINE % (f"d{n}", "Your table for two is booked.") for n in range(59))
    file.write_text(polite + LINE % ("bad", "You are a stupid idiot."))
    return file


@pytest.mark.process
def test_help_imports_nothing_heavy() -> None:
    program = (
        "import sys; sys.argv = ['botassay', '--help']\n"
        "from botassay.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(*sorted(sys.modules), file=sys.stderr)\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(ended.stderr.split())
    assert "Commands:" in ended.stdout
    assert not loaded & {"numpy", "scipy", "sklearn", "msgspec", "rich", "wordfreq", "importlib.metadata", "tomllib"}


@pytest.mark.parametrize(
    "command",
    [
        "rate",
        "chat",
        "report",
        "compare",
        "aggregate",
        "score",
        "profiles",
        "bots",
        "options",
        "sentiment",
        "replicate",
    ],
)
def test_the_help_of_every_command_is_light_too(botassay: Run, command: str) -> None:
    ended = botassay(command, "--help", PYTHONPROFILEIMPORTTIME="1")
    assert ended.code == 0
    loaded = ended.err.replace("  ", "")
    heavy = ("numpy", "scipy", "wordfreq", "rich", "botassay.redaction.patterns")
    assert not any(f"| {each}" in loaded for each in heavy)


def test_json_is_all_that_standard_output_holds(botassay: Run, talk: Path) -> None:
    ended = botassay("rate", talk, "--json")
    document = json.loads(ended.out)
    assert document["schema"] == "botassay/ratings/2"
    assert sorted(a["profile"]["name"] for a in document["ratings"]) == ["abuse", "conversation", "fairness", "privacy"]
    assert ended.err == ""


def test_a_scale_may_have_more_levels(botassay: Run, talk: Path, tmp_path: Path) -> None:
    """The cuts of five levels lie between those of three; one insult in 60 replies is too little for one of five."""
    page = tmp_path / "five.html"
    typed = ("rate", talk, "--order", "CC,AL", "--levels", "5")
    ended = botassay(*typed, "--json", "-o", page)
    document = json.loads(ended.out)
    assert document["levels"] == ["very low", "low", "medium", "high", "very high"]
    assert document["scores"][1]["cuts"] == [0.012, 0.036, 0.084, 0.46]
    assert (document["level"], document["rule"]["tally"]["very low"]) == ("very low", 1)
    assert document["scores"][1]["level"] == "undetermined"
    assert list(document["rule"]["tally"]) == document["levels"]
    assert "very high" in page.read_text()
    assert botassay(*typed, "--fail-on", "low").code == 0
    assert botassay(*typed, "--fail-on", "AL=very high").code == 0
    assert botassay(*typed, "--fail-on", "AL=medium", "--strict").code == 1
    refused = botassay(*typed, "--fail-on", "very low")
    assert refused.code == 2
    assert "use low, medium, high or very high" in refused.err
    (tmp_path / "rating.json").write_text(ended.out)
    again = botassay("rate", tmp_path / "rating.json", "--order", "CC,AL", "--json")
    assert json.loads(again.out)["levels"] == document["levels"]
    other = botassay("rate", tmp_path / "rating.json", "--order", "CC,AL", "--levels", "4")
    assert (other.code, "the levels of a stored rating cannot be changed" in other.err) == (2, True)


def test_names_of_levels_and_their_cuts_may_stand_in_a_file(botassay: Run, talk: Path, tmp_path: Path) -> None:
    talk.write_text("".join(LINE % (n, "You are a stupid idiot.") for n in range(60)))
    settings = tmp_path / "botassay.toml"
    settings.write_text('[rate]\nlevels = ["fine", "foul"]\n[cuts]\n"AL.flagged" = [0.01]\n')
    document = json.loads(botassay("rate", talk, "--order", "AL", "--json").out)
    assert (document["level"], document["scores"][0]["cuts"]) == ("foul", [0.01])
    settings.write_text('[rate]\nlevels = ["fine", "foul"]\n[cuts]\n"AL.flagged" = [0.01, 0.1]\n')
    ended = botassay("rate", talk, "--order", "AL")
    assert (ended.code, "write 1 rising numbers" in ended.err) == (78, True)


def test_levels_of_ones_own_can_be_aggregated(botassay: Run) -> None:
    ended = botassay("aggregate", "AL=dire", "B=calm", "--order", "AL,B", "--levels", "calm,tense,dire,lost")
    assert ended.out.splitlines()[0] == "dire"


def test_one_profile_gives_one_rating(botassay: Run, talk: Path) -> None:
    document = json.loads(botassay("rate", talk, "--profile", "abuse", "--json").out)
    assert document["schema"] == "botassay/rating/2"
    assert document["subject"] == {
        "name": "talk.jsonl",
        "kind": "corpus",
        "digest": document["subject"]["digest"],
        "insecure": False,
        "about": {},
    }
    assert document["profile"]["order"] == [["AL"], ["CC"], ["B", "SG"], ["IL", "ID"]]
    finding = next(finding for finding in document["findings"] if finding["issue"] == "AL")
    assert (finding["dialog"], finding["utterance"]) == ("bad", 1)
    assert finding["context"] == [{"role": "user", "text": "hi"}]


def test_the_card_says_what_a_person_needs(botassay: Run, talk: Path) -> None:
    ended = botassay("rate", talk, "--order", "CC,AL")
    assert ended.code == 0
    for said in (
        "Trust risk of talk.jsonl",
        "conversations scored: 60 of 60",
        "Low risk",
        "Rated for users of the profile custom (CC > AL)",
        "Abusive language",
        "1 of 60 replies seems abusive",
        "Not tested",
    ):
        assert said in ended.out
    assert len(ended.out.splitlines()) <= 24
    assert "\x1b" not in ended.out
    assert "Why, step by step" in botassay("rate", talk, "--order", "CC,AL", "--verbose").out


def test_reports_are_written_and_drawn_again_from_what_is_stored(botassay: Run, talk: Path, tmp_path: Path) -> None:
    run = tmp_path / "run"
    ended = botassay("rate", talk, "--profile", "abuse", "--out", run, "-o", "a.md", "-o", "a.json", "-o", "a.txt")
    assert ended.code == 0
    assert (run / "rating.json").read_bytes() == (tmp_path / "a.json").read_bytes()
    again = botassay("report", run, "-o", "b.md", "-o", "b.json", "-o", "sub/b.txt")
    assert (again.code, again.out) == (0, "")
    for name in ("md", "json"):
        assert (tmp_path / f"a.{name}").read_bytes() == (tmp_path / f"b.{name}").read_bytes()
    assert (tmp_path / "a.txt").read_bytes() == (tmp_path / "sub" / "b.txt").read_bytes()
    assert botassay("report", run / "rating.json").out == ended.out
    assert botassay("report", run, "--json").out == (run / "rating.json").read_text()


def test_the_gate(botassay: Run, talk: Path) -> None:
    passed = botassay("rate", talk, "--order", "CC", "--fail-on", "medium")
    assert (passed.code, passed.err) == (0, "botassay: the gate passed\n")
    some = talk.with_name("some.jsonl")
    some.write_text("".join(LINE % (n, f"We are open until nine, said shop {n}.") for n in range(80)))
    doubtful = botassay("rate", some, "--order", "AL", "--fail-on", "medium")
    assert (doubtful.code, doubtful.err) == (
        0,
        "botassay: the gate passed; --strict would fail it, as the risk could be worse\n",
    )
    few = talk.with_name("few.jsonl")
    few.write_text("".join(LINE % (n, "We are open until nine.") for n in range(5)))
    unsure = botassay("rate", few, "--order", "AL", "--fail-on", "high")
    assert (unsure.code, unsure.err) == (
        1,
        "botassay: the gate failed: for custom the risk is undetermined and could be high (--fail-on high)\n",
    )
    bad = talk.with_name("bad.jsonl")
    bad.write_text("".join(LINE % (n, "You are a stupid idiot.") for n in range(5)))
    assert botassay("rate", bad, "--order", "AL", "--fail-on", "high").code == 1


def test_the_gate_fails_when_too_little_could_be_read(botassay: Run, talk: Path) -> None:
    talk.write_text(talk.read_text() + "{broken\n" * 20)
    ended = botassay("rate", talk, "--order", "AL", "--skip-bad", "--fail-on", "high", "--json")
    assert ended.code == 1
    assert "only 60 of 80 conversations were scored" in ended.err
    assert json.loads(ended.out)["scores"][0]["reason"] == "coverage 75 %"


def test_skipped_dialogs_are_counted_in_the_report(botassay: Run, talk: Path) -> None:
    talk.write_text(talk.read_text() + "{broken\n" * 2)
    refused = botassay("rate", talk)
    assert refused.code == 65
    assert f"{talk}:61: E120 the line is not a JSON object" in refused.err
    assert "--skip-bad" in refused.err
    document = json.loads(botassay("rate", talk, "--order", "AL", "--skip-bad", "--json").out)
    assert (document["counts"]["planned"], document["counts"]["skipped"]) == (62, 2)
    assert document["scores"][0]["coverage"] == pytest.approx(60 / 62)
    (skipped,) = (seen["text"] for seen in document["observations"] if seen["kind"] == "skipped")
    assert skipped == "2 bad rows, and with them 2 of 62 dialogs"


def test_an_issue_that_is_asked_for_and_does_not_count_is_warned_about(botassay: Run, talk: Path) -> None:
    ended = botassay("rate", talk, "--issues", "AL,CC", "--profile", "conversation")
    assert ended.err == (
        "botassay: AL has weight 0 for the profile conversation and does not affect the rating;"
        " to include it, use --order AL,CC or --veto AL\n"
    )
    assert botassay("rate", talk, "--issues", "AL,CC", "--profile", "conversation", "--veto", "AL").err == ""


def test_the_published_method(botassay: Run, talk: Path) -> None:
    document = json.loads(botassay("rate", talk, "--method", "paper", "--profile", "privacy", "--json").out)
    assert (document["rule"]["name"], document["rule"]["ties"]) == ("paper", "pessimistic")
    by_issue = {score["issue"]: score for score in document["scores"]}
    assert by_issue["AL"]["measure"] == "AL.mean"
    assert by_issue["AL"]["cuts"] == by_issue["CC"]["cuts"] == [1 / 3, 2 / 3]
    assert (by_issue["IL"]["assumed"], by_issue["IL"]["level"]) == (True, "medium")
    assert by_issue["CC"]["details"]["tmax"] == 1
    explicit = ("--rule", "median", "--missing", "bounds", "--ties", "optimistic", "--issues", "IL,AL,CC")
    other = json.loads(botassay("rate", talk, "--method", "paper", "--profile", "privacy", "--json", *explicit).out)
    assert (other["rule"]["name"], other["rule"]["ties"], other["level"]) == ("median", "optimistic", "undetermined")


def test_settings_come_from_a_file_and_flags_beat_them(botassay: Run, talk: Path, tmp_path: Path) -> None:
    talk.write_text("".join(LINE % (n, "You are a stupid idiot.") for n in range(60)))
    config = tmp_path / "botassay.toml"
    config.write_text('[rate]\norder = "AL,CC"\nfail-on = "medium"\n[cuts]\n"AL.flagged" = [0.001, 0.01]\n')
    ended = botassay("rate", talk, "--json")
    document = json.loads(ended.out)
    assert ended.code == 1
    assert document["scores"][0]["cuts"] == [0.001, 0.01]
    assert document["level"] == "high"
    config.rename(tmp_path / "other.toml")
    assert botassay("rate", talk, "--config", "other.toml", "--fail-on", "high").code == 1
    assert json.loads(botassay("rate", talk, "--config", "other.toml", "--order", "CC", "--json").out)["level"] == "low"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[rate]\nfail_onn = 'high'\n", "did you mean 'fail_on'?"),
        ("[rates]\n", "did you mean 'rate'?"),
        ('[cuts]\n"AL.flagged" = [0.5, 0.1]\n', "botassay.toml [cuts]: E196 the cuts of 'AL.flagged' are invalid"),
        ('[cuts]\n"AL.flagged" = 0.5\n', "write 2 rising numbers"),
        ('[cuts]\n"AL.flagged" = ["a", "b"]\n', "are not numbers"),
        ("[rate\n", "E120 the file is not valid TOML"),
        ('[rate]\nout = "runs\n', "close the quotation mark on the line where the text begins"),
        ("rate = 3\n", "'rate' is not a table"),
        ("[rate]\nfail_on = 'huge'\n", "botassay.toml [rate]: E196 --fail-on 'huge' is not a level"),
        ("[rate]\nworkers = 'many'\n", "[rate] workers: E196 'many' is not a whole number"),
        ("[rate]\nout = 3\n", "botassay.toml [rate] out: E196 3 is not text"),
        ("[rate]\nseed = -1\n", "[rate] seed: E196 -1 is out of range: 0 ≤ x"),
        ("[rate]\nfail_on = 'high'\nfail-on = 'high'\n", "given twice"),
        ('[cuts]\n"AL.flaged" = [0.1, 0.5]\n', "did you mean 'AL.flagged'"),
    ],
)
def test_a_settings_file_is_checked_strictly(botassay: Run, talk: Path, tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "botassay.toml").write_text(text)
    ended = botassay("rate", talk)
    assert ended.code == (2 if "AL.flaged" in text else 78)
    assert said in ended.err


@pytest.mark.parametrize("flags", [("--profile", "privacy"), ("--weights", "AL=1,CC=1"), ("--order", "CC,AL")])
def test_who_is_asked_for_on_the_command_line_beats_the_file(
    botassay: Run, talk: Path, tmp_path: Path, flags: tuple[str, ...]
) -> None:
    (tmp_path / "botassay.toml").write_text('[rate]\norder = "AL,CC"\nissues = ["AL", "CC"]\nprofile = "abuse"\n')
    ended = botassay("rate", talk, "--json", *flags)
    assert ended.code == 0, ended.err
    assert json.loads(ended.out)["scores"][0]["issue"] == ("CC" if "--order" in flags else "AL")
    assert botassay("rate", talk).code == 2  # the file itself names two


@pytest.mark.process
def test_what_cannot_be_written_is_said(talk: Path) -> None:
    for command in (["rate", str(talk)], ["aggregate", "AL=low", "--order", "AL"], ["score", "AL", str(talk)]):
        with Path("/dev/full").open("w") as full:
            ended = subprocess.run(
                [sys.executable, "-m", "botassay", *command],
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        assert (ended.returncode, ended.stderr) == (
            73,
            "botassay: cannot write: No space left on device (check where the output goes)\n",
        )


def test_aggregate_prints_the_worked_example(botassay: Run) -> None:
    order = ("--order", "B,AL,CC,IL")
    assert botassay("aggregate", *LEVELS, *order, "--rule", "paper").out.splitlines()[0] == "medium"
    published = ("--method", "paper", "--ties", "optimistic")
    optimistic = json.loads(botassay("aggregate", *LEVELS, *order, *published, "--json").out)
    assert optimistic == {
        "schema": "botassay/aggregate/1",
        "level": "low",
        "bounds": ["low", "low"],
        "weights": {"B": 3, "AL": 2, "CC": 1, "IL": 0},
        "tally": {"low": 3, "medium": 3, "high": 0},
        "tied": True,
        "ignored": ["IL"],
        "flags": [],
        "raised_from": None,
    }
    unknown = json.loads(botassay("aggregate", "B=?", "AL=low", "CC=low", "IL=?", *order, "--json").out)
    assert (unknown["level"], unknown["bounds"], unknown["tied"]) == ("undetermined", ["low", "high"], None)
    weighted = json.loads(botassay("aggregate", *LEVELS, "--weights", "IL=5,AL=0.5", "--json").out)
    assert weighted["level"] == "high"
    assert weighted["weights"] == {"IL": 5, "AL": 0.5, "B": 0, "CC": 0}


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("rate", "nowhere"), 65, "nowhere does not exist"),
        (("rate", "."), 65, "holds no dialogs in any known format"),
        (("rate", ".", "--format", "jsnl"), 2, "did you mean 'jsonl'"),
        (("rate", ".", "--profile", "privcy"), 2, "did you mean 'privacy'"),
        (("rate", ".", "--profile", "privacy", "--order", "AL"), 2, "cannot be combined"),
        (("rate", ".", "--order", "AL,,CC"), 2, "has an empty"),
        (("rate", ".", "--order", "AL,AL"), 2, "names an issue twice"),
        (("rate", ".", "--weights", "AL=-1"), 2, "is negative"),
        (("rate", ".", "--weights", "AL=0,CC=0"), 2, "add up to 0"),
        (("rate", ".", "--weights", "AL=many"), 2, "is not a weight"),
        (("rate", ".", "--issues", "ALL"), 2, "there is no issue 'ALL'"),
        (("rate", "talk.jsonl", "--rule", "mode"), 2, "there is no rule 'mode'"),
        (("rate", "talk.jsonl", "--veto", "UN"), 2, "UN cannot cap the rating: it is not rated"),
        (("rate", ".", "-o", "x.docx"), 2, "no report format for 'x.docx'"),
        (("rate", "talk.jsonl", "--out", "talk.jsonl/x"), 73, "cannot write"),
        (("rate",), 2, "SUBJECT is missing"),
        (("rat",), 2, "there is no command 'rat' (did you mean 'rate'?"),
        (("report", "nowhere"), 65, "there is no such file or folder"),
        (("report", "talk.jsonl"), 65, "not a botassay rating"),
        (("aggregate", "AL", "--order", "AL"), 2, "is not ISSUE=LEVEL"),
        (("aggregate", "AL=huge", "--order", "AL"), 2, "there is no level 'huge'"),
        (("aggregate", "AL=low"), 2, "exactly one order of importance is required"),
        (("aggregate", "AL=low", "al=high", "--order", "AL"), 2, "is given twice"),
        (("aggregate", "AL=low", "--order", "AL,CC"), 2, "CC has no level"),
        (
            ("aggregate", *(f"I{n}=?" for n in range(20)), "--order", ",".join(f"I{n}" for n in range(20))),
            2,
            "too many unmeasured issues",
        ),
        (("rate", ".", "--issues", ""), 2, "--issues '' has an empty item"),
        (("rate", ".", "--order", ""), 2, "has an empty"),
        (("rate", ".", "--veto", ""), 2, "--veto '' has an empty item"),
        (("rate", ".", "--weights", "AL=1e400,CC=1"), 2, "has too many digits"),
        (("rate", ".", "--min-coverage", "nan"), 2, "nan is not a number"),
        (("rate", ".", "--issues", "AL", "--glossary", "talk.jsonl"), 2, "--glossary requires CC"),
        (("score", "XX"), 2, "there is no checker 'XX'"),
        (("score", "AL", "nowhere"), 65, "nowhere does not exist"),
        (("profiles", "show", "elderly"), 2, "there is no profile 'elderly'"),
    ],
)
def test_what_makes_no_sense_is_said_in_one_line(
    botassay: Run, talk: Path, tmp_path: Path, arguments: tuple[str, ...], code: int, said: str
) -> None:
    folder = tmp_path / "elsewhere" if "." in arguments and said.endswith("format") else tmp_path
    folder.mkdir(exist_ok=True)
    ended = botassay(*arguments, cwd=folder)
    assert ended.code == code
    assert said in ended.err
    assert "Traceback" not in ended.err
    assert ended.out == ""
    assert talk.exists()


def test_score_gives_a_line_for_a_line(botassay: Run, tmp_path: Path) -> None:
    lines = "You are a stupid idiot.\nhello there\n\ncaf\u00e9\n"
    rows = [json.loads(row) for row in botassay("score", "AL", stdin=lines).out.splitlines()]
    assert [row["text"] for row in rows] == lines.split("\n")[:-1]
    keys = {"text", "value", "label"}
    assert [set(row) - keys for row in rows] == [{"flagged"}, {"flagged"}, {"reason"}, {"flagged"}]
    assert (rows[0]["label"], rows[0]["flagged"], rows[2]["value"]) == ("offensive", True, None)
    (tmp_path / "lines.txt").write_text(lines, "utf-8")
    assert [json.loads(row) for row in botassay("score", "al", "lines.txt").out.splitlines()] == rows
    published = [json.loads(row) for row in botassay("score", "AL", "--method", "paper", stdin=lines).out.splitlines()]
    assert published != rows


def test_score_of_complexity_studies_the_whole_input_first(botassay: Run, tmp_path: Path) -> None:
    def scored(*options: str) -> list[dict[str, object]]:
        ended = botassay(
            "score", "CC", "--method", "paper", *options, "-", stdin="run grub again\n" * 5 + "the and of\n"
        )
        return [json.loads(row) for row in ended.out.splitlines()]

    assert scored()[0]["label"] == "high"
    assert scored()[-1] == {"text": "the and of", "value": 0.0, "label": "low"}
    (tmp_path / "terms.txt").write_text("again\n")
    assert scored("--glossary", "terms.txt")[0]["value"] < scored()[0]["value"]  # type: ignore[operator]


def test_score_says_what_is_hard_to_read_and_what_is_prejudiced(botassay: Run) -> None:
    lines = "We close at six.\nNothing herein shall supersede the terms of any separate agreement, notwithstanding.\n"
    rows = [json.loads(row) for row in botassay("score", "CC", stdin=lines).out.splitlines()]
    assert [(row["label"], row["flagged"]) for row in rows] == [("plain", False), ("hard", True)]
    lines = "We close at six.\nOld people cannot learn anything new.\n"
    rows = [json.loads(row) for row in botassay("score", "B", stdin=lines).out.splitlines()]
    assert [(row["label"], row["flagged"]) for row in rows] == [("neither", False), ("prejudice", True)]


def test_score_refuses_what_is_no_text(botassay: Run, tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_bytes(b"fine\ncaf\xe9\n")
    ended = botassay("score", "AL", "x.txt")
    assert (ended.code, ended.err) == (65, "botassay: x.txt:2: E111 the line is not UTF-8 (save the file as UTF-8)\n")


def test_profiles_are_listed_and_shown(botassay: Run) -> None:
    assert len(botassay("profiles", "list").out.splitlines()) == 4
    assert "IL  weight 5  Information leakage" in botassay("profiles", "show", "privacy").out
    shown = json.loads(botassay("profiles", "show", "privacy", "--json").out)
    assert shown["order"] == [["IL", "ID"], ["AL"], ["B", "SG"], ["CC"]]
    assert len(json.loads(botassay("profiles", "list", "--json").out)) == 4


@pytest.mark.process
def test_a_reader_that_hangs_up_is_no_failure_of_ours(talk: Path) -> None:
    command = f'"{sys.executable}" -m botassay rate "{talk}" --json | head -c 1'
    ended = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert (ended.stdout, ended.stderr) == ("{", "")


@pytest.mark.process
def test_an_interrupt_ends_with_130() -> None:
    command = [sys.executable, "-m", "botassay", "score", "AL"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"x\n" * 5000)
        process.stdin.flush()
        assert process.stdout.readline()  # it works, and waits for more
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 130
        assert process.stderr.read().strip() == b"botassay: interrupted"


def test_a_stored_rating_is_rated_again_for_other_users(botassay: Run, talk: Path, tmp_path: Path) -> None:
    botassay("rate", talk, "--profile", "abuse", "--out", tmp_path / "kept")
    direct = json.loads(botassay("rate", talk, "--order", "CC,AL", "--rule", "paper", "--json").out)
    again = json.loads(botassay("rate", tmp_path / "kept", "--order", "CC,AL", "--rule", "paper", "--json").out)
    same = ("subject", "profile", "level", "bounds", "rule", "scores", "findings", "counts", "explanation")
    assert {key: again[key] for key in same} == {key: direct[key] for key in same}
    assert again["provenance"]["config"] != direct["provenance"]["config"]
    assert botassay("rate", tmp_path / "kept" / "rating.json").code == 0


def test_a_stored_rating_says_what_takes_the_dialogs(botassay: Run, talk: Path, tmp_path: Path) -> None:
    botassay("rate", talk, "--order", "AL", "--out", tmp_path / "kept")
    for flags in (("--issues", "AL,CC"), ("--order", "AL", "--method", "paper")):
        refused = botassay("rate", tmp_path / "kept", *flags)
        assert (refused.code, "rate the dialogs again" in refused.err) == (2, True)


_DECIDED = "issue,text,decision,reason,by\nAL,x,dismissed,a,b\n"
CALLS = {
    ("intents", "evaluate", "own.csv", "-o", "own.csv"): "text,intent\npay,pay\n",
    ("intents", "evaluate", "own.csv", "--curves", "./own.csv"): "text,intent\npay,pay\n",
    ("sentiment", "dialogs", "own.csv", "--assign", "--conversations", "own.csv"): "Original,UB,C_num\nhello,1,1\n",
    ("sentiment", "rate", "--data", "own.csv", "-o", "./own.csv"): "group,dataset,id,text,emotion,gender\n",
    ("rate", "own.csv", "-o", "own.csv"): "dialog,role,text\nd1,user,hi\nd1,bot,Hello.\n",
    (
        "rate",
        "talk.jsonl",
        "--accept",
        "own.csv",
        "-o",
        "own.csv",
    ): "issue,text,decision,reason,by\nAL,x,dismissed,a,b\n",
}


@pytest.mark.parametrize(("call", "text"), CALLS.items(), ids=map(" ".join, CALLS))
def test_what_is_read_is_not_written_over(
    botassay: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: tuple[str, ...], text: str
) -> None:
    monkeypatch.chdir(tmp_path)
    own = tmp_path / "own.csv"
    own.write_text(text)
    ended = botassay(*call)
    assert (ended.code, own.read_text()) == (2, text)
    assert "own.csv is an input of this command and would be overwritten" in ended.err


@pytest.mark.parametrize("call", [("rate",), ("chat",), ("rate", "--json")])
def test_an_empty_subject_is_not_this_folder(botassay: Run, call: tuple[str, ...]) -> None:
    ended = botassay(*call, "")
    assert (ended.code, ended.out) == (2, "")
    assert "the subject is empty" in ended.err


@pytest.mark.parametrize("call", [("bots", "check"), ("rate", "--dry-run")])
def test_what_a_model_is_told_is_text(botassay: Run, tmp_path: Path, call: tuple[str, ...]) -> None:
    told = tmp_path / "told.txt"
    told.write_bytes(b"be kind \xff")
    ended = botassay(*call, "hospital", "--system", told)
    assert (ended.code, ended.out) == (65, "")
    assert "told.txt: E174 cannot be read" in ended.err
