"""Findings are dismissed or confirmed by their text, with an audit trail: --decisions, and the list to go through."""

import csv
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import botassay
from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.errors import InputError
from botassay.core.evidence import CONFIRMED, DISMISSED, QUOTED, Evidence, Sums
from botassay.core.results import Accepted, Profile, Rating, Report
from botassay.grading.sources import GivenDialogs
from botassay.plugins.registry import REPORTS
from botassay.rating import Decision, Settings, rate, read_decisions, record_decision
from botassay.rating.audit import Audit, accepted_name
from botassay.rating.decisions import DECISIONS, StandingDecisions, decision_files
from botassay.rating.formats import draw
from botassay.rating.formats.findings import COLUMNS
from botassay.runs.journal import Record
from botassay.settings.rating import RateSettings, RatingSettings
from botassay.testing import WordChecker
from tests.conftest import Run

LINE = '{"id": "%s", "utterances": [{"role": "user", "text": "hi"}, {"role": "bot", "text": "%s"}]}\n'
INSULT = "You are a stupid idiot."
DUCK = WordChecker("AL", ("duck",))
ROAST = {3: "A duck.", 5: "A duck.", 7: "Roast duck, Sir?"}


@pytest.fixture
def talk(tmp_path: Path) -> Path:
    """Twenty dialogs, three of them with a duck."""
    file = tmp_path / "talk.jsonl"
    file.write_text("".join(LINE % (f"d{n}", ROAST.get(n, "Your table is booked.")) for n in range(20)))
    return file


def decided_file(folder: Path, *rows: dict[str, object]) -> Path:
    file = folder / "decided.jsonl"
    given = {"issue": "AL", "decision": "dismissed", "reason": "on the menu", "by": "QA"}
    file.write_text("".join(json.dumps(given | row) + "\n" for row in rows))
    return file


def decision(text: str, **changes: Any) -> Decision:
    given: dict[str, Any] = {"issue": "AL", "text": text, "decision": "dismissed", "reason": "menu", "by": "QA"}
    return Decision(**(given | changes))


def dialog(name: str, *turns: tuple[str, str], **tags: str) -> Dialog:
    lines = [line for user, bot in turns for line in (Utterance(Role.USER, user), Utterance(Role.BOT, bot))]
    return Dialog(name, tuple(lines), tags)


def rated(corpus: Any, *decisions: Decision) -> Rating:
    return rate(corpus, Settings(profiles=(Profile.parse("AL"),)), checkers={"AL": DUCK}, accepted=decisions).ratings[0]


def decisions_in(rating: Rating) -> Accepted:
    assert rating.accepted is not None
    return rating.accepted


def rows_of(file: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(file.read_text().splitlines()))


def test_dismissed_findings_leave_the_rating_and_stay_in_the_document(talk: Path, tmp_path: Path) -> None:
    file = decided_file(tmp_path, {"text": "A duck.", "at": "2026-11-20"}, {"text": "Duck soup."})
    before = rated(talk)
    after = rated(talk, *read_decisions(file))
    assert (before.level, before.scores[0].value, before.accepted) == ("medium", 0.15, None)
    assert (after.level, after.scores[0].n) == ("low", 18)
    assert after.scores[0].value == pytest.approx(1 / 18)
    assert [finding.dialog for finding in after.findings] == ["d7"]
    kept = decisions_in(after)
    assert [(each.dialog, each.text, each.reason, each.by, each.at) for each in kept.findings] == [
        ("d3", "A duck.", "on the menu", "QA", "2026-11-20"),
        ("d5", "A duck.", "on the menu", "QA", "2026-11-20"),
    ]
    assert (kept.level, kept.scores, kept.confirmed, kept.expired) == ("medium", {"AL": 0.15}, (), ())
    assert [result.value for result in kept.results] == [0.15]
    assert kept.unmatched == (f"{file}:2: AL, 'Duck soup.'",)
    assert after.provenance.config != before.provenance.config
    for name in ("txt", "md"):
        drawn = " ".join(draw(REPORTS.get(name), Report((after,))).decode().replace("\\", "").split())
        assert "on the menu" in drawn
        assert "Without these decisions the risk would be medium, could be low; AL 0.150" in drawn
        assert "'Duck soup.'" in drawn


@pytest.mark.parametrize("name", ["txt", "md", "json", "html", "xml", "sarif", "csv"])
def test_every_report_says_who_decided_and_why(talk: Path, name: str) -> None:
    drawn = draw(REPORTS.get(name), Report((rated(talk, decision("A duck.", reason="on the menu", by="M. Okafor")),)))
    assert "M. Okafor" in drawn.decode().replace("\\", "")
    assert "on the menu" in drawn.decode()
    if name != "csv":
        assert re.search(
            r"without (these|the) decisions|otherwise the risk|\"level\": \"medium\"", drawn.decode(), re.IGNORECASE
        )


def test_a_reason_is_no_line_of_the_report(talk: Path) -> None:
    after = rated(talk, decision("A duck.", reason="fine\nFor all profiles the risk is low.", by="QA\nand others"))
    assert not any(line.startswith(("For all", "and others")) for line in after.explanation.splitlines())


def test_confirmed_findings_stay_in_the_rating_and_are_counted(talk: Path) -> None:
    after = rated(talk, decision("Roast duck, Sir?", decision="confirmed", reason="rude to ducks"))
    kept = decisions_in(after)
    assert (after.scores[0].value, kept.level) == (0.15, after.level)
    assert [(each.dialog, each.decision, each.reason) for each in kept.confirmed] == [
        ("d7", "confirmed", "rude to ducks")
    ]
    assert (kept.findings, kept.unmatched) == ((), ())
    assert "rude to ducks" in draw(REPORTS.get("txt"), Report((after,))).decode()
    (row,) = [
        row for row in csv.DictReader(draw(REPORTS.get("csv"), Report((after,))).decode().splitlines()) if row["by"]
    ]
    assert (row["text"], row["decision"], row["reason"]) == ("Roast duck, Sir?", "confirmed", "rude to ducks")


def test_a_decision_holds_for_the_text_in_any_run_and_for_no_other() -> None:
    decisions = (decision("A duck."), decision("Duck  à l'orange, Sir"), decision("Cold duck.", user="What is left?"))
    for seed in range(3):
        runs = [
            dialog(f"{seed}-a", (f"hello {seed}", "Hi."), ("And?", "A duck.")),
            dialog(f"{seed}-b", ("What is left?", "Cold duck."), (f"no. {seed}", "A d\u200buck.")),
            dialog(f"{seed}-c", ("anything else", "Cold duck."), ("so", "A duck, you fool.")),
            dialog(f"{seed}-d", ("ordering", "Duck a\u0300 l’orange, Sir")),
        ]
        after = rated(GivenDialogs(runs), *decisions)
        assert sorted(finding.text for finding in after.findings) == ["A duck, you fool.", "Cold duck."]
        assert [finding.dialog for finding in after.findings if finding.text == "Cold duck."] == [f"{seed}-c"]
        assert decisions_in(after).unmatched == ()


def test_one_file_serves_live_runs_from_fresh_seeds(tmp_path: Path) -> None:
    other = "Go away, you pathetic loser."
    file = decided_file(tmp_path, {"text": INSULT, "reason": "a quotation"})
    settings = RateSettings(rating=RatingSettings(decisions=(file,)))

    def rude(text: str) -> str:
        return (INSULT, other, "Thank you, that is noted.")[len(text) % 3]

    for seed in range(3):
        run = tmp_path / f"run-{seed}"
        report = botassay.rate(rude, settings, issues="AL", limit=12, seed=seed, out=run)
        replies = [turn.text for each in Record.of(run).dialogs() for turn in each.utterances if turn.role is Role.BOT]
        kept = decisions_in(report.ratings[0])
        assert {finding.text for finding in report.findings} == {other}
        assert [finding.text for finding in kept.findings] == [INSULT] * replies.count(INSULT)
        assert INSULT in replies
        assert kept.unmatched == ()
        details = report["AL"].details
        assert (details["raw"]["flagged"], details["detector"]["dismissed"]) == (
            replies.count(other),
            len(kept.findings),
        )


def test_the_last_decision_on_a_text_counts_and_an_expired_one_does_not(talk: Path) -> None:
    rows = [
        decision("A duck."),
        decision("A duck.", decision="withdrawn"),
        decision("Roast duck, Sir?", expires="2020-01-31", where="f:3"),
    ]
    after = rated(talk, *rows)
    assert after.scores[0].value == 0.15
    assert decisions_in(after).expired == ("f:3: AL, 'Roast duck, Sir?' (dismissed until 2020-01-31)",)
    assert decisions_in(after).unmatched == ()
    again = rated(
        talk, *rows, decision("a d\u200buck."), decision("A duck."), decision("A duck.", expires="2999-01-01")
    )
    assert (again.scores[0].n, len(decisions_in(again).findings)) == (18, 2)
    assert "no longer count" in draw(REPORTS.get("md"), Report((after,))).decode()


def test_of_two_decisions_that_for_the_line_of_the_user_is_stronger() -> None:
    standing = StandingDecisions.of([decision("A duck.", user="Hm?", decision="confirmed"), decision("A duck.")])
    for user, expected in (("Hm?", "confirmed"), (" Hm? ", "confirmed"), ("And?", "dismissed")):
        chosen = standing.on("AL", "A duck.", user)
        assert chosen is not None
        assert chosen.decision == expected
    assert standing.on("B", "A duck.", "") is None


# ── what a checker learns ───────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class StrataDuck:
    """A checker for ducks whose sums are of two strata, and that looks at every conversation."""

    everywhere: bool = True
    issue = DUCK.issue

    def look(self, dialogs: Sequence[Dialog]) -> Evidence:
        total = DUCK.look(dialogs)
        for each in dialogs:
            stratum = "provoked" if each.tags.get("part") == "provocation" else "elsewhere"
            seen = DUCK.look([each]).sums.get("AL.share", Sums())
            total += Evidence("AL", {f"AL.share/{stratum}": seen})
        return total

    score = DUCK.score


def test_labels_count_decisions_in_each_stratum() -> None:
    runs = [
        dialog("a", ("fool", "A duck."), ("so", "A duck."), issue="AL", part="provocation"),
        dialog("b", ("hours?", "Roast duck."), issue="ID"),
        dialog("c", ("hours?", "Raw duck."), issue="ID"),
    ]
    audit = Audit([decision("A duck."), decision("Roast duck.", decision="confirmed")], {"AL": StrataDuck()})
    assert list(audit.passing(runs)) == runs
    (checker,) = audit.accepting().values()
    assert list(audit.accepting()) == [accepted_name("AL")]
    labels = checker.look(runs).labels
    assert dict(labels) == {DISMISSED: 2, "dismissed/provoked": 2, CONFIRMED: 1, "confirmed/elsewhere": 1}
    sums = checker.look(runs).sums
    assert (sums["AL.share"].n, sums["AL.share/elsewhere"].n) == (2, 2), "what was dismissed is in no sum"
    assert [(each.dialog, each.decision) for each in audit.findings] == [
        ("a", "dismissed"), ("a", "dismissed"), ("b", "confirmed"),
    ]  # fmt: skip


def test_a_dismissed_button_leaves_the_rest_of_its_reply() -> None:
    from botassay.trust.abuse.checker import Abuse

    reply = Utterance(Role.BOT, "What can I do for you?", options=("Opening hours", INSULT))
    runs = [Dialog("d", (Utterance(Role.USER, "hi"), reply))]
    ready = Abuse()
    assert ready.look(runs).measured("AL.flagged").s
    audit = Audit([decision(INSULT)], {"AL": ready})
    left = audit.accepting()[accepted_name("AL")].look(runs)
    assert (left.measured("AL.flagged").s, left.measured("AL.flagged").n) == (0, 1)
    assert left.labels[DISMISSED] == 1


@pytest.mark.parametrize("by", ["excerpt", "whole"])
def test_a_finding_in_a_long_reply_is_decided_on_by_its_excerpt_or_as_a_whole(by: str) -> None:
    from botassay.trust.abuse.checker import Abuse

    long = "The shop opens at nine and closes at six. " * 60 + INSULT + " We sell bread, cheese and tea." * 60
    runs = [Dialog("d", (Utterance(Role.USER, "hi"), Utterance(Role.BOT, long)))]
    ready = Abuse()
    (finding,) = ready.look(runs).worst
    assert len(finding.text) == QUOTED
    assert INSULT in finding.text
    audit = Audit([decision(finding.text if by == "excerpt" else long)], {"AL": ready})
    left = audit.accepting()[accepted_name("AL")].look(runs)
    assert (left.measured("AL.flagged").s, left.labels[DISMISSED]) == (0, 1)


def test_a_dismissed_denial_takes_its_question_along() -> None:
    from botassay.identity.checker import DisclosureChecker

    runs = [dialog("d", ("Are you a robot?", "No, I am a human being."), ("Are you a bot?", "Yes, I am a bot."))]
    checker = DisclosureChecker()
    assert checker.look(runs).worst
    audit = Audit([decision("No, I am a human being.", issue="ID")], {"ID": checker})
    left = audit.accepting()[accepted_name("ID")]
    score = left.score(left.look(runs))
    assert (score.value, score.floor, score.n) == (0, None, 2), "an answer that was looked at, and is no denial"


def test_every_finding_of_a_very_bad_dialog_is_decided() -> None:
    runs = [dialog("d", *((f"line {n}", "A duck." if n % 2 else f"Duck number {n}.") for n in range(60)))]
    after = rated(GivenDialogs(runs), decision("A duck."))
    assert len(decisions_in(after).findings) == 30
    assert after.scores[0].n == 30


# ── files ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_list_to_go_through_is_a_file_of_decisions(botassay: Run, tmp_path: Path, workers: str) -> None:
    talk = tmp_path / "talk.jsonl"
    talk.write_text("".join(LINE % (f"=d{n}", INSULT if n < 30 else "Hello, how can I help?") for n in range(40)))
    first = botassay("rate", talk, "--order", "AL", "-o", "findings.csv", "--workers", workers)
    assert first.code == 0, first.err
    rows = rows_of(tmp_path / "findings.csv")
    assert len(rows) == 30, "all of them, not only the worst"
    assert list(rows[0]) == list(COLUMNS)
    assert rows[0]["dialog"] == "'=d0", "nothing is a formula"
    assert (rows[0]["before"], rows[0]["user"]) == ("user: hi", "")
    with (tmp_path / "seen.csv").open("w", newline="") as file:
        table = csv.DictWriter(file, COLUMNS)
        table.writeheader()
        table.writerows([rows[0] | {"decision": "Dismissed", "reason": "banter", "by": "QA"}, *rows[1:]])
    second = botassay(
        "rate", talk, "--order", "AL", "--accept", "seen.csv", "--json", "-o", "again.csv", "--workers", workers
    )
    document = json.loads(second.out)
    details = document["scores"][0]["details"]
    assert details["raw"]["flagged"] == 0
    assert details["detector"]["dismissed"] == 30, "the text decides, not the place"
    assert len(document["accepted"]["findings"]) == 30
    assert document["accepted"]["unmatched"] == []
    assert [row["decision"] for row in rows_of(tmp_path / "again.csv")] == ["dismissed"] * 30


def test_what_is_hidden_in_a_text_survives_the_list(tmp_path: Path) -> None:
    odd = "=A d\u200buck\u202e,\u202c\n\tSir\x07!"
    runs = GivenDialogs([dialog("d", ("hi", odd.replace("\u200b", "")), ("so", odd))])
    listed = draw(REPORTS.get("csv"), Report((rated(runs),))).decode()
    rows = list(csv.DictReader(listed.splitlines()))
    with (tmp_path / "seen.csv").open("w", newline="") as file:
        table = csv.DictWriter(file, COLUMNS)
        table.writeheader()
        table.writerows(row | {"decision": "dismissed", "reason": "fine", "by": "QA"} for row in rows)
    after = rated(runs, *read_decisions(tmp_path / "seen.csv"))
    assert decisions_in(after).unmatched == ()
    assert len(decisions_in(after).findings) == len(rows)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "E100 the file has no decisions"),
        ("nonsense\n", ":1: E142 the header lacks the columns 'issue', 'text' or 'utterance'"),
        ('{"text": "x"}\n', ":1: E136 not a decision"),
        (
            '{"issue": "AL", "dialog": "d", "utterance": 3, "reason": "r", "by": "b"}\n',
            ":1: E137 the decision names a place and no text",
        ),
        ('{"issue": "AL", "reason": "r", "by": "b"}\n', ":1: E137 the decision has no text"),
        ('\n{"issue": "AL", "text": "x", "reason": " ", "by": "b"}\n', ":2: E137 a decision needs a reason"),
        ('{"issue": "AL", "text": "x", "reason": "r"}\n', ":1: E137 a decision needs a reason and a name"),
        ('{"issue": "AL", "text": "x", "reason": "r", "by": "b", "decision": "maybe"}\n', "the decision is 'maybe'"),
        ('{"issue": "AL", "text": "x", "reason": "r", "by": "b", "expires": "soon"}\n', "expires is 'soon'"),
        ("issue,dialog,utterance,decision,reason,by\nAL,d,1,dismissed,r,b\n", ":2: E137 the decision names a place"),
        ("issue,dialog,utterance,text,reason,by\nAL,d,1,x,r,b\n", "E142 the header lacks the column 'decision'"),
        ("issue,text,decision,reason,by\nAL,x,dismissed,r,\n", ":2: E137 a decision needs a reason and a name"),
        ("issue,text,decision,reason,by\nAL,x,,,\nAL,x,,r,b\n", ":3: E137 the row has no decision"),
    ],
)
def test_a_file_that_cannot_be_used_says_why(tmp_path: Path, text: str, expected: str) -> None:
    file = tmp_path / "decided.txt"
    file.write_text(text)
    with pytest.raises(InputError) as caught:
        read_decisions(file)
    assert expected in str(caught.value)


def test_a_row_of_a_reviewer_s_tool_is_read(tmp_path: Path) -> None:
    file = decided_file(tmp_path, {"text": "x", "id": "7", "of": None, "run": "r", "dialog": "d", "utterance": 3})
    (read,) = read_decisions(file)
    assert (read.text, read.decision, read.where) == ("x", "dismissed", f"{file}:1")


def test_recorded_decisions_are_read_again_and_only_grow(tmp_path: Path) -> None:
    run = tmp_path / "runs" / "one"
    record_decision(run, decision("A duck.", user="Hm?", expires="2999-12-31"))
    first = (run / DECISIONS).read_bytes()
    (run / DECISIONS).write_bytes(first.rstrip(b"\n"))
    record_decision(run, decision("A duck.", user="Hm?", decision="withdrawn", reason=""))
    record_decision(run.parent, decision("Roast duck."))
    assert (run / DECISIONS).read_bytes().startswith(first)
    assert decision_files(run) == (run.parent / DECISIONS, run / DECISIONS)
    rows = [row for file in decision_files(run) for row in read_decisions(file)]
    assert [(row.text, row.decision, row.user) for row in rows] == [
        ("Roast duck.", "dismissed", None), ("A duck.", "dismissed", "Hm?"), ("A duck.", "withdrawn", "Hm?"),
    ]  # fmt: skip
    assert all(row.at for row in rows)
    assert [each.text for each in StandingDecisions.of(rows).by_key.values()] == ["Roast duck."]
    with pytest.raises(InputError, match="needs a reason and a name"):
        record_decision(run, decision("A duck.", reason=" "))


def _record_some(folder: Path, who: str) -> None:
    for number in range(20):
        record_decision(folder, decision(f"{who} {number} " + "x" * 5000, by=who))


def test_two_processes_record_at_once(tmp_path: Path) -> None:
    context = get_context("spawn")
    writers = [context.Process(target=_record_some, args=(tmp_path, who)) for who in ("ann", "bob")]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    rows = read_decisions(tmp_path / DECISIONS)
    assert sorted(row.by for row in rows) == ["ann"] * 20 + ["bob"] * 20


def test_decisions_in_the_folder_of_a_run_and_beside_it_count_unasked(botassay: Run, tmp_path: Path) -> None:
    bot = tmp_path / "rude.py"
    bot.write_text(f"def reply(text):\n    return {INSULT!r} if len(text) % 2 else 'Go away, you idiot.'\n")
    begun = botassay("rate", "python:rude:reply", "--issues", "AL", "--limit", "3", "--seed", "1", "--out", "runs/a")
    assert begun.code == 0, begun.err
    record_decision(tmp_path / "runs", decision(INSULT, reason="a quotation"))
    record_decision(tmp_path / "runs" / "a", decision("Go away, you idiot.", decision="confirmed", reason="an insult"))
    document = json.loads(botassay("rate", "runs/a", "--order", "AL", "--json").out)
    accepted = document["accepted"]
    assert {each["text"] for each in accepted["findings"]} == {INSULT}
    assert {each["text"] for each in accepted["confirmed"]} == {"Go away, you idiot."}
    assert document["scores"][0]["details"]["detector"]["dismissed"] == len(accepted["findings"])
    record_decision(tmp_path / "runs" / "a", decision(INSULT, decision="withdrawn", reason=""))
    again = json.loads(botassay("rate", "runs/a", "--order", "AL", "--json").out)
    assert again["accepted"]["findings"] == []


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


def test_a_rating_with_decisions_survives_its_file_and_is_rated_for_others(
    botassay: Run, talk: Path, tmp_path: Path
) -> None:
    talk.write_text(talk.read_text() + LINE % ("bad", INSULT))
    decided_file(tmp_path, {"text": INSULT}, {"text": "nothing like it"})
    ended = botassay("rate", talk, "--order", "AL,B", "--decisions", "decided.jsonl", "--out", "run", "-o", "a.md")
    assert "botassay: decision matches no finding: decided.jsonl:2: AL, 'nothing like it'" in ended.err
    botassay("report", "run", "-o", "b.md")
    assert (tmp_path / "a.md").read_bytes() == (tmp_path / "b.md").read_bytes()
    again = botassay("rate", "run", "--order", "AL", "--json")
    accepted = json.loads(again.out)["accepted"]
    assert [each["text"] for each in accepted["findings"]] == [INSULT]
    assert accepted["level"] in ("low", "medium", "high", "undetermined")
    refused = botassay("rate", "run", "--decisions", "decided.jsonl")
    assert refused.code == 2
    assert "--decisions requires dialogs" in refused.err


@pytest.mark.case("H55", "P25")
def test_the_list_guards_its_cells(talk: Path) -> None:
    chosen = Settings(profiles=(Profile.parse("AL"),))
    formula = WordChecker("AL", ("hyperlink",))
    talk.write_text(LINE % ("@d", "=HYPERLINK(1)\\tx") + LINE % ("d", "-hyperlink"))
    drawn = draw(REPORTS.get("csv"), rate(talk, chosen, checkers={"AL": formula})).decode()
    cells = [cell for row in csv.reader(drawn.splitlines()) for cell in row]
    assert "'=HYPERLINK(1) x" in cells
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]
