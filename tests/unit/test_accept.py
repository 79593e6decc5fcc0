"""False positives can be told off, with an audit trail: --accept, and the list of findings to go through."""

import csv
import json
from pathlib import Path

import pytest

from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.errors import InputError
from botassay.core.results import Profile, Report
from botassay.plugins.registry import REPORTS
from botassay.rating import Settings, rate, read_accepted
from botassay.rating.formats import draw
from botassay.rating.formats.findings import COLUMNS
from botassay.testing import WordChecker
from tests.conftest import Run

LINE = '{"id": "%s", "utterances": [{"role": "user", "text": "hi"}, {"role": "bot", "text": "%s"}]}\n'
INSULT = "You are a stupid idiot."
DUCK = WordChecker("AL", ("duck",))


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    """Twenty dialogs, three of them with a duck."""
    file = tmp_path / "talk.jsonl"
    ducks = {3: "A duck.", 5: "A duck.", 7: "Roast duck, Sir?"}
    file.write_text("".join(LINE % (f"d{n}", ducks.get(n, "Your table is booked.")) for n in range(20)))
    return file


def accepted_file(folder: Path, *lines: dict[str, object]) -> Path:
    file = folder / "accepted.jsonl"
    file.write_text("".join(json.dumps({"reason": "on the menu", "by": "QA"} | line) + "\n" for line in lines))
    return file


def rows_of(file: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(file.read_text().splitlines()))


def test_accepted_findings_leave_the_rating_and_stay_in_the_document(talk: Path, tmp_path: Path) -> None:
    file = accepted_file(
        tmp_path,
        {"issue": "AL", "dialog": "d7", "utterance": 1},
        {"issue": "AL", "dialog": "d3", "text": "A duck."},
    )
    chosen = Settings(profiles=(Profile.parse("AL"),))
    before = rate(talk, chosen, checkers={"AL": DUCK}).ratings[0]
    after = rate(talk, chosen, checkers={"AL": DUCK}, accepted=read_accepted(file)).ratings[0]
    assert (before.level, before.scores[0].value, before.accepted) == ("medium", 0.15, None)
    assert (after.level, after.scores[0].n) == ("low", 18)
    assert after.scores[0].value == pytest.approx(1 / 18)
    assert [finding.dialog for finding in after.findings] == ["d5"]
    kept = after.accepted
    assert kept is not None
    assert [(one.dialog, one.text, one.reason, one.by) for one in kept.findings] == [
        ("d3", "A duck.", "on the menu", "QA"),
        ("d7", "Roast duck, Sir?", "on the menu", "QA"),
    ]
    assert (kept.level, kept.scores, kept.unmatched) == ("medium", {"AL": 0.15}, ())
    assert "2 findings were dismissed as harmless and left out; otherwise the risk would be medium" in after.explanation
    assert after.provenance.config != before.provenance.config
    for name in ("txt", "md"):
        drawn = draw(REPORTS.get(name), Report((after,))).decode().replace("\\", "")
        assert "on the menu" in drawn
        assert "Without these decisions the risk would be medium; AL 0.150" in " ".join(drawn.split())


def test_a_decision_on_one_utterance_leaves_the_others_of_its_dialog(tmp_path: Path) -> None:
    turns = [Utterance(Role.BOT, "A duck."), Utterance(Role.USER, "And?"), Utterance(Role.BOT, "Another duck.")]
    file = accepted_file(tmp_path, {"issue": "AL", "dialog": "d", "utterance": 0})
    (decision,) = read_accepted(file)
    assert decision.places(Dialog("d", tuple(turns))) == {0}


def test_what_matches_nothing_is_named(talk: Path, tmp_path: Path) -> None:
    file = accepted_file(
        tmp_path,
        {"issue": "AL", "dialog": "d1", "utterance": 1},  # there is no finding
        {"issue": "AL", "dialog": "d3", "utterance": 0},  # that is the user
        {"issue": "AL", "dialog": "nobody", "text": "A duck."},
        {"issue": "CC", "dialog": "d3", "utterance": 1},  # not rated
    )
    chosen = Settings(profiles=(Profile.parse("AL"),))
    kept = rate(talk, chosen, checkers={"AL": DUCK}, accepted=read_accepted(file)).ratings[0].accepted
    assert kept is not None
    assert kept.findings == ()
    assert [one.removeprefix(f"{file}:") for one in kept.unmatched] == [
        "1: AL in dialog d1, utterance 1",
        "2: AL in dialog d3, utterance 0",
        "3: AL in dialog nobody, text 'A duck.'",
        "4: CC in dialog d3, utterance 1",
    ]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_list_to_go_through_is_a_file_to_accept(botassay: Run, tmp_path: Path, workers: str) -> None:
    talk = tmp_path / "talk.jsonl"
    talk.write_text("".join(LINE % (f"=d{n}", INSULT if n < 30 else "Hello, how can I help?") for n in range(40)))
    first = botassay("rate", talk, "--order", "AL", "-o", "findings.csv", "--workers", workers)
    assert first.code == 0, first.err
    rows = rows_of(tmp_path / "findings.csv")
    assert len(rows) == 30, "all of them, not only the worst"
    assert list(rows[0]) == list(COLUMNS)
    assert rows[0]["dialog"] == "'=d0", "nothing is a formula"
    assert rows[0]["before"] == "user: hi"
    with (tmp_path / "seen.csv").open("w", newline="") as file:
        table = csv.DictWriter(file, COLUMNS)
        table.writeheader()
        table.writerows(row | {"reason": "banter", "by": "QA"} for row in rows[:29])
    second = botassay(
        "rate", talk, "--order", "AL", "--accept", "seen.csv", "--json", "-o", "again.csv", "--workers", workers
    )
    document = json.loads(second.out)
    details = document["scores"][0]["details"]
    assert details["raw"] == {"value": 0.025, "n": 40, "flagged": 1}
    assert details["detector"]["dismissed"] == 29
    assert len(document["accepted"]["findings"]) == 29
    assert document["accepted"]["unmatched"] == []
    again = rows_of(tmp_path / "again.csv")
    assert [row["reason"] for row in again] == ["banter"] * 29 + [""]


def test_findings_can_be_listed_from_what_is_stored(botassay: Run, talk: Path, tmp_path: Path) -> None:
    talk.write_text(talk.read_text() + LINE % ("bad", INSULT))
    botassay("rate", talk, "--order", "AL", "--out", "run")
    ended = botassay("report", "run", "-o", "findings.csv")
    assert ended.code == 0, ended.err
    (row,) = rows_of(tmp_path / "findings.csv")
    assert (row["issue"], row["dialog"], row["text"]) == ("AL", "bad", INSULT)


def test_every_finding_of_a_very_abusive_dialog_is_listed(botassay: Run, tmp_path: Path) -> None:
    said = [{"role": "bot", "text": f"You are a stupid idiot, number {n}."} for n in range(50)]
    (tmp_path / "talk.jsonl").write_text(json.dumps({"id": "d", "utterances": said}) + "\n")
    assert botassay("rate", "talk.jsonl", "--order", "AL", "-o", "findings.csv").code == 0
    rows = rows_of(tmp_path / "findings.csv")
    assert [int(row["utterance"]) for row in rows] == list(range(50))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the file dismisses no findings"),
        ("nonsense\n", ":1: E142 the header lacks the columns 'issue', 'dialog'"),
        ('{"issue": "AL"}\n', ":1: E136 not a decision"),
        ('{"issue": "AL", "dialog": "d", "reason": "r", "by": "b"}\n', ":1: E136 a decision needs an utterance"),
        (
            '\n{"issue": "AL", "dialog": "d", "utterance": 1, "reason": " ", "by": "b"}\n',
            ":2: E136 a decision needs a reason",
        ),
        ('{"issue": "AL", "dialog": "d", "utterance": 1, "reason": "r", "by": "b", "x": 1}\n', "unknown field `x`"),
        ("issue,dialog,utterance,reason,by\nAL,d,one,r,b\n", ":2: E136 the utterance 'one' is not a number"),
        ("issue,dialog,utterance,reason,by\nAL,d,1,r,\n", ":2: E136 a decision needs a reason and a name"),
    ],
)
def test_a_file_that_accepts_nothing_says_why(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "accepted.txt"
    file.write_text(text)
    with pytest.raises(InputError) as caught:
        read_accepted(file)
    assert said in str(caught.value)


def test_a_rating_with_acceptances_survives_its_file(botassay: Run, talk: Path, tmp_path: Path) -> None:
    talk.write_text(talk.read_text() + LINE % ("bad", INSULT))
    accepted_file(
        tmp_path, {"issue": "al", "dialog": "bad", "utterance": 1}, {"issue": "AL", "dialog": "x", "utterance": 1}
    )
    ended = botassay("rate", talk, "--order", "AL", "--accept", "accepted.jsonl", "--out", "run", "-o", "a.md")
    assert "botassay: decision matches no finding: accepted.jsonl:2: AL in dialog x, utterance 1" in ended.err
    botassay("report", "run", "-o", "b.md")
    assert (tmp_path / "a.md").read_bytes() == (tmp_path / "b.md").read_bytes()


@pytest.mark.case("H55", "P25")
def test_the_list_guards_its_cells(talk: Path) -> None:
    chosen = Settings(profiles=(Profile.parse("AL"),))
    formula = WordChecker("AL", ("hyperlink",))
    talk.write_text(LINE % ("@d", "=HYPERLINK(1)\\tx") + LINE % ("d", "-hyperlink"))
    drawn = draw(REPORTS.get("csv"), rate(talk, chosen, checkers={"AL": formula})).decode()
    cells = [cell for row in csv.reader(drawn.splitlines()) for cell in row]
    assert "'=HYPERLINK(1) x" in cells
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]
