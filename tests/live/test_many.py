"""Several subjects in one call: live bots, files, runs and stored ratings, side by side."""

import csv
import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from botassay.core.evidence import PLACES
from botassay.plugins.protocols import Reply
from botassay.testing.bots import PoliteBot
from botassay_samples import Session
from tests.live.conftest import Cli
from tests.live.served import Place, at_home

LINE = '{"id": "%s", "utterances": [{"role": "user", "text": "hi"}, {"role": "bot", "text": "%s"}]}\n'
SHORT = ("--limit", 4, "--seed", 3)


class Rude:
    def __init__(self, user: str) -> None:
        del user

    def reply(self, text: str) -> Reply:
        del text
        return Reply("You are a stupid idiot.")


def rude(user: str) -> Session:
    return Rude(user)


@pytest.fixture(scope="module")
def polite_bot() -> Iterator[Place]:
    with at_home(PoliteBot()) as place:
        yield place


@pytest.fixture(scope="module")
def rude_bot() -> Iterator[Place]:
    with at_home(rude) as place:
        yield place


@pytest.fixture
def talks(tmp_path: Path) -> tuple[Path, Path]:
    """Two files of one name: in the first the bot is polite, in the second it insults."""
    made = []
    for folder, text in (("calm", "Your table for two is booked."), ("foul", "You are a stupid idiot.")):
        file = tmp_path / folder / "talk.jsonl"
        file.parent.mkdir()
        file.write_text("".join(LINE % (f"d{n}", text) for n in range(60)))
        made.append(file)
    return made[0], made[1]


def ratings(text: str) -> list[dict[str, Any]]:
    document = json.loads(text)
    assert document["schema"] == "botassay/ratings/2"
    found: list[dict[str, Any]] = document["ratings"]
    return found


@pytest.mark.usefixtures("talks")
def test_the_three_tables_are_printed(cli: Cli) -> None:
    ended = cli("rate", "calm/talk.jsonl", "foul/talk.jsonl", "--verbose")
    assert ended.code == 0
    assert "The worst rating: foul/talk.jsonl, risk high, for children and others who are easily hurt" in ended.out
    titles = ("The rating for each kind of user", "What was measured", "Examples")
    heads = [ended.out.index(f"\n{title}\n") for title in titles]
    assert heads == sorted(heads)
    scores, examples = ended.out[heads[1] : heads[2]], ended.out[heads[2] :]
    assert "You are a stupid idiot." in examples
    assert re.search(r"foul/talk\.jsonl +high .*\n *calm/talk\.jsonl +low ", scores)
    assert "60 of 60" in scores
    assert "recall" in scores


@pytest.mark.usefixtures("talks")
def test_the_card_has_a_row_of_verdicts_for_each_subject(cli: Cli) -> None:
    lines = cli("rate", "calm/talk.jsonl", "foul/talk.jsonl").out.splitlines()
    rows = {row.split()[1]: re.split(" {2,}", row)[1:] for row in lines if "talk.jsonl  " in row}
    assert rows["calm/talk.jsonl"] == ["low", *["low could be"] * 3, "60 of 60"]  # on 60 dialogs
    assert rows["foul/talk.jsonl"][3:] == ["high", "60 of 60"]
    assert len(lines) <= 24


@pytest.mark.usefixtures("talks")
def test_the_document_holds_every_rating_the_worst_first(cli: Cli) -> None:
    ended = cli("rate", "calm/talk.jsonl", "foul/talk.jsonl", "--json", "-o", "all.json")
    found = ratings(ended.out)
    assert len(found) == 8
    assert {one["subject"]["name"] for one in found} == {"calm/talk.jsonl", "foul/talk.jsonl"}
    worse = [("low", "medium", "high").index(one["bounds"][1]) for one in found]
    assert worse == sorted(worse, reverse=True)
    assert Path("all.json").read_text() == ended.out
    alone = json.loads(cli("rate", "foul/talk.jsonl", "--json").out)["ratings"]
    assert {json.dumps(one["scores"]) for one in alone} <= {json.dumps(one["scores"]) for one in found}


@pytest.mark.usefixtures("talks")
@pytest.mark.parametrize("ending", ["html", "md", "txt", "csv"])
def test_one_report_holds_all_and_can_be_drawn_again(cli: Cli, ending: str) -> None:
    cli("rate", "calm/talk.jsonl", "foul/talk.jsonl", "--order", "AL,CC", "-o", f"all.{ending}", "-o", "all.json")
    text = Path(f"all.{ending}").read_text()
    if ending != "csv":
        assert "calm/talk.jsonl" in text
    assert "foul/talk.jsonl" in text
    again = cli("report", "all.json", "-o", f"again.{ending}")
    assert again.code == 0
    if ending != "csv":  # a stored rating keeps the worst findings only
        assert Path(f"again.{ending}").read_text() == text


@pytest.mark.usefixtures("talks")
def test_a_list_of_findings_names_the_subject(cli: Cli) -> None:
    cli("rate", "calm/talk.jsonl", "foul/talk.jsonl", "--order", "AL,CC", "-o", "all.csv", "-o", "all.json")
    rows = list(csv.DictReader(StringIO(Path("all.csv").read_text())))
    assert {(row["subject"], row["issue"]) for row in rows} == {("foul/talk.jsonl", "AL")}
    assert len(rows) == 60
    cli("report", "all.json", "-o", "worst.csv")
    assert len(list(csv.DictReader(StringIO(Path("worst.csv").read_text())))) == PLACES
    filled = Path("all.csv").read_text().replace(",,,,,,\n", ",dismissed,quoted,me,,,\n", 1)
    Path("filled.csv").write_text(filled)
    decided = cli("rate", "calm/talk.jsonl", "foul/talk.jsonl", "--order", "AL,CC", "--accept", "filled.csv", "--json")
    assert [bool(each["accepted"]["findings"]) for each in ratings(decided.out)].count(True) == 1


@pytest.mark.usefixtures("talks")
def test_several_stored_subjects_are_rated_again(cli: Cli) -> None:
    cli("rate", "calm/talk.jsonl", "foul/talk.jsonl", "-o", "kept/rating.json")
    ended = cli("rate", "kept", "--order", "AL,CC", "--json", "--fail-on", "high")
    assert [(one["subject"]["name"], one["level"]) for one in ratings(ended.out)] == [
        ("foul/talk.jsonl", "high"),
        ("calm/talk.jsonl", "low"),
    ]
    failed = "botassay: the gate failed: foul/talk.jsonl: "
    counted = "60 of 60 replies seem abusive (the same text each time)"
    assert ended.err.splitlines() == [
        f"{failed}for custom the risk is high (--fail-on high)",
        f"{failed}abusive language is high beyond doubt: {counted} (--fail-on high)",
    ]


@pytest.mark.usefixtures("talks")
def test_a_stored_rating_of_several_keeps_them_apart(cli: Cli) -> None:
    """Beside a subject of the same name, in the document and in the list of findings."""
    cli("rate", "calm/talk.jsonl", "foul/talk.jsonl", "--order", "AL,CC", "-o", "kept/rating.json")
    Path("foul/talk.jsonl").rename("calm/foul.jsonl")
    Path("foul.jsonl").write_bytes(Path("calm/foul.jsonl").read_bytes())
    cli("rate", "foul.jsonl", "calm/talk.jsonl", "--order", "AL,CC", "-o", "two/rating.json")
    ended = cli("rate", "kept", "two", "calm/foul.jsonl", "--order", "AL,CC", "--json", "-o", "all.csv")
    found = {one["subject"]["name"] for one in ratings(ended.out)}
    assert found == {"calm/talk.jsonl", "foul/talk.jsonl", "talk.jsonl", "two: foul.jsonl", "calm/foul.jsonl"}
    rows = list(csv.DictReader(StringIO(Path("all.csv").read_text())))
    assert {row["subject"] for row in rows} == {"foul/talk.jsonl", "two: foul.jsonl", "calm/foul.jsonl"}


@pytest.mark.usefixtures("talks")
def test_live_bots_files_and_runs_stand_together(cli: Cli, polite_bot: Place, rude_bot: Place, tmp_path: Path) -> None:
    polite = polite_bot.described(tmp_path)
    typed = (polite_bot.address + "/chat", rude_bot.address + "/chat", "calm/talk.jsonl")
    enough = ("--limit", 12, "--seed", 3)  # four pairs of conversations prove nothing, whatever is said in them
    ended = cli("rate", *typed, "--bot", polite, "--order", "AL,CC", *enough, "--out", "runs", "--json")
    assert ended.code == 0, ended.err
    found = ratings(ended.out)
    called = [address.removeprefix("http://") for address in typed[:2]]
    assert found[0]["subject"]["name"] == called[1]
    assert {one["subject"]["kind"] for one in found} == {"bot", "corpus"}
    names = [address.replace(":", "-").replace("/", "-").replace(".", "-").replace("---", "-") for address in typed[:2]]
    runs = [Path("runs") / name for name in (*names, "talk-jsonl")]
    assert {*runs} == {*Path("runs").iterdir()}
    assert [(run / "run.sqlite").is_file() for run in runs] == [True, True, False]
    assert all((run / "rating.json").is_file() for run in runs)
    again = cli("rate", *runs, "--json")
    assert again.code == 0, again.err
    assert {one["subject"]["name"] for one in ratings(again.out)} == {*called, "talk.jsonl"}
    assert cli("compare", *runs[:2], "--fail-on", "regression").code == 1
    assert cli("compare", *reversed(runs[:2]), "--fail-on", "regression").code == 0


@pytest.mark.usefixtures("talks")
def test_the_cuts_of_a_run_are_its_own(cli: Cli) -> None:
    Path("botassay.toml").write_text('[cuts]\n"AL.flagged" = [0.3, 0.6]\n')
    assert cli("rate", "eliza", *SHORT, "--order", "AL,CC", "--out", "run").code == 0
    Path("botassay.toml").unlink()
    found = ratings(cli("rate", "run", "calm/talk.jsonl", "--json").out)
    cuts = {one["subject"]["name"]: score["cuts"] for one in found for score in one["scores"] if score["issue"] == "AL"}
    assert cuts == {"eliza": [0.3, 0.6], "talk.jsonl": [0.02, 0.1]}


@pytest.mark.usefixtures("talks")
def test_a_dry_run_says_what_each_bot_takes(cli: Cli) -> None:
    ended = cli("rate", "eliza", "hospital", "calm/talk.jsonl", "--dry-run", "--json")
    assert ended.code == 0
    assert [json.loads(line)["bot"] for line in ended.out.splitlines()] == ["eliza", "hospital"]
    assert "calm/talk.jsonl is dialogs in files: no requests are sent for it" in ended.err


def test_a_subject_that_fails_does_not_lose_the_others(cli: Cli, talks: tuple[Path, Path]) -> None:
    talks[0].write_text(talks[0].read_text() + "{broken\n")
    nobody = "openai:model@http://127.0.0.1:9"
    ended = cli(
        "rate", "calm/talk.jsonl", nobody, "foul/talk.jsonl", "eliza", *SHORT, "--order", "AL,CC", "-o", "all.json",
        "--fail-on", "high",
    )  # fmt: skip
    assert ended.code == 65, "the first failure beats the other, and both the gate"
    assert "calm/talk.jsonl: calm/talk.jsonl:61: " in ended.err
    assert f"not rated: {nobody}" in ended.err
    assert f"2 of 4 subjects were rated; not rated: calm/talk.jsonl, {nobody}" in ended.err
    assert "the gate failed: talk.jsonl: for custom the risk is high" in ended.err
    assert re.search(r"Side by side .*2 subjects", ended.out)
    assert {one["subject"]["name"] for one in ratings(Path("all.json").read_text())} == {"talk.jsonl", "eliza"}
    assert cli("rate", "calm/talk.jsonl", nobody).code == 65
    alone = cli("rate", "calm/talk.jsonl", "foul/talk.jsonl", "--profile", "abuse", "--json")
    assert [one["level"] for one in ratings(alone.out)] == ["high"], "the kind of document does not depend on failures"


def test_the_gate_looks_at_every_subject(cli: Cli, talks: tuple[Path, Path]) -> None:
    calm, foul = talks
    both = ("rate", "calm/talk.jsonl", "foul/talk.jsonl", "--order", "AL,CC")
    assert cli(*both, "--fail-on", "high").code == 1
    foul.write_text(calm.read_text() + "{broken\n" * 20)
    ended = cli(*both, "--fail-on", "high", "--skip-bad", "--min-coverage", 0.9)
    assert ended.code == 1
    assert "foul/talk.jsonl: only 60 of 80 conversations were scored" in ended.err
    assert "calm/talk.jsonl: only" not in ended.err


@pytest.mark.usefixtures("talks")
def test_what_sways_each_rating_is_said(cli: Cli) -> None:
    typed = ("calm/talk.jsonl", "foul/talk.jsonl", "--order", "AL,CC", "--variant", "user=conversation")
    ended = cli("rate", *typed, "-o", "all.md", "-o", "all.html")
    assert "Sensitivity" in ended.out
    assert re.search(r"foul/talk\.jsonl, custom: Type-\d: .* changes? (the verdict|it)", " ".join(ended.out.split()))
    assert "Sensitivity" in Path("all.md").read_text()
    assert "Sensitivity" in Path("all.html").read_text()


@pytest.mark.usefixtures("talks")
def test_another_scale_is_not_put_beside(cli: Cli) -> None:
    cli("rate", "calm/talk.jsonl", "--levels", "5", "--out", "five")
    ended = cli("rate", "foul/talk.jsonl", "five")
    assert ended.code == 2
    assert "five: its levels are very low, low, medium, high, very high" in ended.err
    assert "1 of 2 subjects were rated; not rated: five" in ended.err


@pytest.mark.usefixtures("talks")
def test_what_was_measured_in_another_way_is_named(cli: Cli) -> None:
    cli("rate", "calm/talk.jsonl", "--method", "paper", "--order", "AL,CC", "--out", "published")
    both = ("rate", "foul/talk.jsonl", "published", "--order", "AL,CC")
    card = " ".join(cli(*both).out.split())
    assert "Not comparable: Abusive language and Difficult language (measured in different ways)" in card
    assert "AL was measured in different ways: " in " ".join(cli(*both, "--verbose").out.split())


@pytest.mark.usefixtures("talks")
@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("calm/talk.jsonl", "calm/talk.jsonl"), 2, "the subject 'calm/talk.jsonl' is given twice"),
        (("calm/talk.jsonl", "./calm/talk.jsonl"), 2, "is given twice, also as 'calm/talk.jsonl'"),
        (("eliza", "eliza"), 2, "the subject 'eliza' is given twice"),
        (("calm/talk.jsonl", "nowhere"), 65, "nowhere does not exist"),
        (("calm/talk.jsonl", "elisa"), 65, "did you mean the bundled bot 'eliza'?"),
        (("calm/talk.jsonl", "foul", "-o", "all.docx"), 2, "no report format for 'all.docx'"),
        (("calm/talk.jsonl", "foul", "--limit", 3), 2, "--limit requires a live bot"),
        (("eliza", "hospital", "--skip-bad"), 2, "--skip-bad requires files of dialogs"),
        (("calm/talk.jsonl", "foul", "--issues", "XX"), 2, "there is no issue 'XX'"),
        (("calm/talk.jsonl", "foul", "--fail-on", "low"), 2, "--fail-on 'low' would always fail"),
        (("calm/talk.jsonl", "foul", "--accept", "calm/talk.jsonl"), 65, "E136 not a decision"),
    ],
)
def test_what_makes_no_sense_is_said_before_any_work(
    cli: Cli, arguments: tuple[object, ...], code: int, said: str
) -> None:
    ended = cli("rate", *arguments)
    assert (ended.code, ended.out) == (code, "")
    assert said in ended.err
    assert " of 2: " not in ended.err, "nothing was begun"
    assert "Traceback" not in ended.err


@pytest.mark.usefixtures("talks")
def test_whoever_stops_it_sees_what_was_rated(tmp_path: Path) -> None:
    """Ctrl-C while the second of three is talked to: the third is not begun."""
    slow = tmp_path / "slow.sh"
    slow.write_text("#!/bin/sh\nread line\necho talking >&2\nsleep 60\n")
    slow.chmod(0o755)
    command = [sys.executable, "-m", "botassay", "rate", "calm/talk.jsonl", "command:./slow.sh", "foul/talk.jsonl"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as process:
        assert process.stderr is not None
        said = ""
        for line in process.stderr:
            said += line
            if "2 of 3" in line:
                break
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130, said + err
    assert "1 of 3 subjects were rated" in err
    assert "conversations scored: 60 of 60" in out
