"""A judge: what it is asked, what becomes of its answers, and that nothing else depends on them."""

import asyncio
import csv
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest
from aiohttp import web
from hypothesis import given
from hypothesis import strategies as st

import botassay
from botassay.api import second_opinion
from botassay.api.certificates import new_key, sign
from botassay.api.redaction import redact, restore
from botassay.api.report import RatingReport
from botassay.api.second_opinion import MOST_FAILURES
from botassay.api.verification import verify
from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.errors import ConfigurationError, InputError, UsageError
from botassay.core.evidence import Finding
from botassay.core.results import Rating
from botassay.core.second_opinion import SampleAgreement
from botassay.rating.second_opinion.asking import LONGEST, QUESTIONS, JudgedReply, read_answer
from botassay.rating.second_opinion.replies import judged_places
from botassay.rating.second_opinion.sample import judge_sample
from botassay.runs.journal import Record
from botassay.settings import RateSettings
from botassay.settings.rating import JudgeSettings, RatingSettings
from botassay.settings.signing import KeySettings, SignSettings
from botassay.view.text import render
from tests.conftest import Run
from tests.servers import served

INSULT = "You are a stupid idiot."
SCHEMA = Path(__file__).parents[2] / "docs" / "schema" / "ratings-2.json"
Judging = Callable[[dict[str, str]], str]
"""Answers a question about `before` and `reply`."""


def answers(text: str) -> str:
    return INSULT if "?" in text else "I am a bot, and glad to help."


@dataclass
class Judge:
    """A judge that is served, and what it was asked."""

    url: str
    asked: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return f"openai:judge@{self.url}"

    def settings(self, issues: tuple[str, ...] = ("AL",), **more: Any) -> RateSettings:
        judge = JudgeSettings(judge=self.name, **more)
        return RateSettings(rating=RatingSettings(issues=issues), judge=judge)


def data_in(prompt: str) -> dict[str, str]:
    """Return the data of a question: the one line between two that are alike."""
    lines = prompt.splitlines()
    [first, last] = [nth for nth, line in enumerate(lines) if line.startswith("====")]
    assert lines[first] == lines[last]
    assert last == first + 2
    return json.loads(lines[first + 1])  # type: ignore[no-any-return]


@contextmanager
def judging(answer: Judging, status: int = 200) -> Iterator[Judge]:
    judge = Judge("")

    async def complete(request: web.Request) -> web.Response:
        prompt = (await request.json())["messages"][-1]["content"]
        judge.asked.append(prompt)
        content = {"choices": [{"message": {"role": "assistant", "content": answer(data_in(prompt))}}]}
        return web.json_response(content if status == 200 else {"error": {"message": "no"}}, status=status)

    with served(web.post("/v1/chat/completions", complete)) as place:
        judge.url = f"http://{place}"
        yield judge


def said(word: str, reason: str = "so it is") -> str:
    return json.dumps({"answer": word, "reason": reason})


SAMPLE = {(reply.before, reply.text): label for reply, label in judge_sample().labels.items()}


def good(data: dict[str, str]) -> str:
    """Answer the sample as people do, and take every insult for one."""
    label = SAMPLE.get((data["before"], data["reply"]), data["reply"] == INSULT)
    return said("yes" if label else "no", "an insult" if label else "fine")


def stripped(report: RatingReport) -> list[bytes]:
    return [msgspec.json.encode(replace(rating, judge=msgspec.UNSET)) for rating in report.ratings]


def first(report: RatingReport) -> Rating:
    return report.ratings[0]


def card_of(report: RatingReport) -> str:
    return " ".join(render(report.view(), brief=True).split())


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("judged") / "run"
    botassay.rate(answers, issues="AL", limit=12, seed=1, out=folder)
    return folder


# ── nothing depends on it ───────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "answer",
    [
        good,
        lambda _: said("yes"),
        lambda _: said("no"),
        lambda _: "As a language model I cannot answer that.",
        lambda _: '{"answer": "yes", "reason": ' + '["x"]' * 9,
        lambda _: "\x00\ud800 {{ 7 * 7 }} <script>alert(1)</script>",
    ],
    ids=["good", "yes", "no", "rubbish", "broken", "hostile"],
)
def test_a_judge_changes_nothing_but_its_own_section(answer: Judging, tmp_path: Path) -> None:
    plain = botassay.rate(answers, issues="AL", limit=12, seed=1, out=tmp_path / "plain")
    with judging(answer) as judge:
        settings = replace(judge.settings(), run=replace(judge.settings().run, limit=12, seed=1))
        judged = botassay.rate(answers, settings, out=tmp_path / "judged")
    same = RateSettings(rating=RatingSettings(issues=("AL",)))
    assert first(judged).judge is not msgspec.UNSET
    again = botassay.rate(tmp_path / "judged", same)
    assert stripped(judged) == stripped(again)
    assert [rating.level for rating in judged.ratings] == [rating.level for rating in plain.ratings]
    assert first(judged).scores == first(plain).scores
    assert first(judged).provenance.config == first(plain).provenance.config
    assert judged.gate("high").passed == plain.gate("high").passed
    for text in (judged.text(), judged.html(), judged.markdown()):
        assert "second opinion" in text.lower()
        assert "<script>alert" not in text


@pytest.mark.parametrize("word", ["yes", "no", "neither"])
def test_a_judge_that_always_says_the_same_is_not_reliable(run: Path, tmp_path: Path, word: str) -> None:
    with judging(lambda _: said(word)) as judge:
        report = botassay.rate(run, judge.settings(), out=tmp_path)
    opinion = first(report).judge
    assert opinion
    [issue] = opinion.issues
    assert not issue.reliable
    assert issue.sample.n == 60
    assert issue.flagged == issue.unflagged > 0
    assert "AL: not reliable here (kappa " in card_of(report)
    assert "opinion agrees with" not in card_of(report)
    assert "not reliable here" in report.text()


def test_one_that_agrees_with_people_is_quoted_with_its_kappa(run: Path, tmp_path: Path) -> None:
    with judging(good) as judge:
        report = botassay.rate(run, judge.settings(), out=tmp_path)
    opinion = first(report).judge
    assert opinion
    [issue] = opinion.issues
    assert (issue.sample.both, issue.sample.neither, issue.sample.kappa) == (30, 30, 1.0)
    assert issue.agree == issue.n == issue.flagged + issue.unflagged
    card = card_of(report)
    assert (
        f"AL: a second opinion agrees with {issue.n} of {issue.n} (kappa 1.00 [0.88, 1.00] with people on 60)" in card
    )
    rules = json.loads(SCHEMA.read_text("utf-8"))
    jsonschema.Draft202012Validator(rules).validate(json.loads(report.json()))


@pytest.mark.parametrize(
    ("both", "judge", "people", "neither", "reliable"),
    [(25, 5, 5, 25, True), (20, 10, 10, 20, False), (6, 2, 2, 6, False), (30, 0, 0, 0, False)],
)
def test_it_is_reliable_from_a_kappa_and_a_lower_end_on(
    both: int, judge: int, people: int, neither: int, *, reliable: bool
) -> None:
    from botassay.rating.agreement import cohens_kappa, kappa_interval

    kappa = cohens_kappa(both, judge, people, neither)
    n = both + judge + people + neither
    interval = kappa_interval(both, neither, n, kappa)
    sample = SampleAgreement(
        n=n, both=both, judge=judge, people=people, neither=neither, kappa=kappa, kappa_interval=interval
    )
    assert sample.reliable == reliable


# ── what it is asked ────────────────────────────────────────────────────────────────────────────────────────────────


@given(before=st.text(), text=st.text())
def test_a_reply_cannot_end_the_data_or_give_instructions_of_its_own_line(before: str, text: str) -> None:
    for issue in QUESTIONS:
        prompt = JudgedReply(issue, before, text).prompt
        assert data_in(prompt) == {"before": before[:LONGEST], "reply": text[:LONGEST]}
        assert prompt.isascii()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "yes",
        '"yes"',
        "[]",
        "null",
        '{"answer": "Yes"}',
        '{"answer": true}',
        '{"answer": "yes"} and more',
        '{"answer": "yes", "reason": 7}',
        "[" * 100_000,
        '{"answer": "yes\ud800"}',
    ],
)
def test_all_but_the_three_words_in_json_is_unsure(text: str) -> None:
    assert read_answer(text).answer == "unsure"


@given(st.text())
def test_no_answer_of_a_judge_is_a_traceback(text: str) -> None:
    assert read_answer(text).answer in {"yes", "no", "unsure"}


def test_a_fence_around_the_json_is_read_and_a_long_reason_is_cut() -> None:
    fenced = read_answer('```json\n{"answer": "no", "reason": "' + "word\\n" * 900 + '"}\n```')
    assert fenced.answer == "no"
    assert len(fenced.reason) == 200
    assert "\n" not in fenced.reason


def dialog(nth: int, *, bad: bool) -> tuple[Dialog, dict[str, list[Finding]]]:
    turns = (Utterance(Role.USER, "Hi?"), Utterance(Role.BOT, INSULT if bad else "Yes."), Utterance(Role.BOT, ""))
    found = [Finding("AL", f"d{nth}", 1, 1.0, INSULT)] if bad else []
    return Dialog(f"d{nth}", turns), {"AL": found, "B": []}


@pytest.mark.parametrize(("limit", "flagged", "others"), [(200, 20, 20), (10, 5, 5), (3, 1, 1)])
def test_findings_are_asked_about_and_as_many_others_whatever_their_order(
    limit: int, flagged: int, others: int
) -> None:
    dialogs = [dialog(nth, bad=nth < 20) for nth in range(90)]
    places = judged_places(dialogs, ("AL", "B"), limit)
    assert [place.flagged for place in places] == [True] * flagged + [False] * others
    assert places == judged_places(dialogs[::-1], ("AL", "B"), limit)
    assert {place.reply.before for place in places} == {"Hi?"}


def test_a_bot_of_which_nothing_is_flagged_is_not_asked_about(tmp_path: Path) -> None:
    with judging(good) as judge:
        report = botassay.rate(lambda _: "I am a bot.", judge.settings(), limit=3, seed=1, out=tmp_path / "run")
        assert judge.asked == []
    opinion = first(report).judge
    assert opinion
    assert opinion.issues == ()
    assert "nothing was asked" in " ".join(report.text().split())


def test_with_redact_it_sees_no_personal_data(tmp_path: Path) -> None:
    mail = "jane.doe@example.com"

    def leaking(text: str) -> str:
        return f"{INSULT} Write to {mail}." if "?" in text else f"Write to {mail}."

    with judging(good) as judge:
        settings = judge.settings(judge_redact="all")
        report = botassay.rate(leaking, settings, limit=6, seed=1, out=tmp_path / "run")
        assert judge.asked
        assert mail not in "".join(judge.asked)
        assert "[email-1]" in "".join(judge.asked)
    opinion = first(report).judge
    assert opinion
    assert opinion.hidden == "all"
    assert verify(tmp_path / "run").sound


def test_the_command_hides_from_the_judge_what_it_hides_from_readers(botassay: Run, tmp_path: Path) -> None:
    rows = [
        {"id": f"d{nth}", "turns": [["user", "Hi?"], ["bot", f"You idiot! Call {number}."], ["bot", "Bye."]]}
        for nth, number in enumerate(("+1 202 555 0143", "+1 202 555 0144"))
    ]
    lines = [
        json.dumps({"id": row["id"], "utterances": [{"role": role, "text": text} for role, text in row["turns"]]})
        for row in rows
    ]
    (tmp_path / "talks.jsonl").write_text("\n".join(lines))
    with judging(good) as judge:
        ended = botassay("rate", "talks.jsonl", "--issues", "AL", "--judge", judge.name, "--redact", "-o", "f.csv")
    assert ended.code == 0, ended.err
    assert "555" not in "".join(judge.asked)
    assert "Second opinion" in ended.out
    [header, *_] = csv.reader((tmp_path / "f.csv").read_text().splitlines())
    assert "proposal" in header


# ── its sample ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_shipped_sample_has_sixty_replies_an_issue_half_of_them_yes() -> None:
    sample = judge_sample()
    for issue in QUESTIONS:
        own = sample.of(issue)
        assert len(own) == 60
        assert sum(own.values()) == 30


def test_an_own_sample_replaces_the_shipped_one_of_its_issues(run: Path, tmp_path: Path) -> None:
    file = tmp_path / "own.csv"
    file.write_text(
        "issue,text,before,label\n" + "".join(f"al,Oh {n}!,,{'yes' if n % 2 else 'no'}\n" for n in range(8))
    )
    sample = judge_sample(file)
    assert (len(sample.of("AL")), len(sample.of("B"))) == (8, 60)
    with judging(good) as judge:
        report = botassay.rate(run, judge.settings(judge_sample=file))
        opinion = first(report).judge
        assert opinion
        assert opinion.issues[0].sample.n == 8
        file.unlink()
        assert verify(run).sound
    botassay.rate(run)


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ("issue,text,before,label\n", "no labelled"),
        ("issue,text,before,label\nAL,x,y,maybe\n", "label"),
        ("issue,text,before,label\nCC,x,y,yes\n", "CC"),
        ("issue,text\nAL,x\n", "label"),
        ("issue,text,before,label\nAL,,y,yes\n", "no text"),
    ],
)
def test_a_sample_that_is_not_sound_is_refused_before_any_work(tmp_path: Path, rows: str, words: str) -> None:
    file = tmp_path / "own.csv"
    file.write_text(rows)
    with judging(good) as judge:
        with pytest.raises(InputError, match=words):
            botassay.rate(answers, judge.settings(judge_sample=file), limit=2, out=tmp_path / "run")
        assert judge.asked == []
    assert not (tmp_path / "run").exists()


# ── answers are kept ────────────────────────────────────────────────────────────────────────────────────────────────


def test_nothing_is_asked_twice_and_a_run_with_answers_is_sound_and_can_be_signed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "run"
    with judging(good) as judge:
        settings = judge.settings()
        report = botassay.rate(answers, settings, limit=6, seed=1, out=folder)
        asked = len(judge.asked)
        assert len(set(judge.asked)) == asked > 60
        root = Record.of(folder).root
        again = botassay.rate(folder, settings)
        assert len(judge.asked) == asked
    assert again.json() == report.json()
    assert Record.of(folder).root == root
    seen = verify(folder)
    assert seen.sound
    assert {check.name: check.outcome for check in seen.checks}["figures"] == "ok"
    monkeypatch.setenv("BOTASSAY_CONFIG", str(tmp_path / "config"))
    new_key("acme", None, KeySettings(no_passphrase=True))
    sign(folder, SignSettings(key="acme"))
    assert verify(folder).sound
    stored = (folder / "rating.json").read_text("utf-8")
    assert '"agree":' in stored or '"agree": ' in stored
    (folder / "rating.json").write_text(stored.replace('"reason": "an insult"', '"reason": "no insult"', 1), "utf-8")
    if (folder / "rating.json").read_text("utf-8") != stored:
        assert not verify(folder).sound


def test_a_redacted_run_holds_no_answers_and_undoing_brings_them_back(tmp_path: Path) -> None:
    with judging(lambda data: said("yes", f"it says {data['reply'][:60]}")) as judge:
        mail = "jane.doe@example.com"
        settings = judge.settings()
        botassay.rate(lambda _: f"Idiot! {mail}", settings, limit=3, seed=1, out=tmp_path / "run")
    redact(tmp_path / "run", tmp_path / "shared")
    for file in (tmp_path / "shared").rglob("*"):
        assert mail.encode() not in file.read_bytes(), file
    restore(tmp_path / "shared", tmp_path / "back", tmp_path / "run" / "redaction.json")
    assert (tmp_path / "back" / "rating.json").read_bytes() == (tmp_path / "run" / "rating.json").read_bytes()
    assert verify(tmp_path / "back").sound


def test_a_proposal_is_a_column_that_decides_nothing(run: Path, tmp_path: Path) -> None:
    def doubting(data: dict[str, str]) -> str:
        label = SAMPLE.get((data["before"], data["reply"]), False)
        return said("yes" if label else "no", "=cmd()")

    with judging(doubting) as judge:
        report = botassay.rate(run, judge.settings(), out=tmp_path)
    report.save(tmp_path / "findings.csv")
    rows = list(csv.DictReader((tmp_path / "findings.csv").read_text("utf-8").splitlines()))
    assert rows
    assert {row["proposal"] for row in rows} == {"dismissed: =cmd()"}
    assert {row["decision"] + row["by"] + row["reason"] for row in rows} == {""}
    decided = RateSettings(rating=RatingSettings(issues=("AL",), decisions=(tmp_path / "findings.csv",)))
    again = botassay.rate(run, decided, out=tmp_path / "again")
    assert first(again).accepted is None
    assert again["AL"].value == report["AL"].value


# ── a judge that fails ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("status", "words"), [(401, "access denied"), (500, "internal error"), (404, "rejected")])
def test_one_that_refuses_leaves_the_rating_whole_and_says_why(
    run: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture, status: int, words: str
) -> None:
    with judging(good, status) as judge:
        report = botassay.rate(run, judge.settings(), out=tmp_path)
        assert len(judge.asked) <= 2 * (MOST_FAILURES + 4)
    assert words in caplog.text
    assert "the rating is complete without them" in caplog.text
    opinion = first(report).judge
    assert opinion
    assert opinion.issues[0].n == 0
    assert opinion.issues[0].unanswered > 0
    assert "AL: no answer came" in card_of(report)
    assert report["AL"].level


def test_one_that_is_slow_is_not_waited_for_more_than_a_few_times(
    run: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(second_opinion, "PATIENCE", 0.3)
    asked = []

    async def stall(request: web.Request) -> web.Response:
        asked.append(await request.json())
        await asyncio.Event().wait()
        return web.Response()

    with served(web.post("/v1/chat/completions", stall)) as place:
        botassay.rate(run, Judge(f"http://{place}").settings(), out=tmp_path)
    assert "no complete reply within" in caplog.text
    assert len(asked) < MOST_FAILURES + second_opinion.AT_ONCE


def test_one_that_is_not_there_says_so(run: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    settings = RateSettings(
        rating=RatingSettings(issues=("AL",)), judge=JudgeSettings(judge="openai:m@http://127.0.0.1:9")
    )
    botassay.rate(run, settings, out=tmp_path)
    assert "no connection" in caplog.text


@pytest.mark.parametrize(
    ("judge", "error"),
    [
        ("eliza", UsageError),
        ("openai:m", UsageError),
        ("http://localhost", UsageError),
        ("openai:m@http://me:secret@localhost", ConfigurationError),
    ],
)
def test_what_is_no_judge_is_refused_before_anything_is_sent(
    tmp_path: Path, judge: str, error: type[Exception]
) -> None:
    with pytest.raises(error):
        botassay.rate(answers, RateSettings(judge=JudgeSettings(judge=judge)), limit=2, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_limit_or_a_sample_without_a_judge_is_refused() -> None:
    with pytest.raises(UsageError, match="--judge-limit requires --judge"):
        JudgeSettings(judge_limit=10)
    with pytest.raises(UsageError, match="--judge-sample requires --judge"):
        JudgeSettings(judge_sample=Path(__file__))


def test_the_commands_refuse_what_has_no_replies_to_ask_about(botassay: Run, tmp_path: Path) -> None:
    judge = ("--judge", "openai:m@http://127.0.0.1:9")
    assert botassay("rate", "eliza", "--issues", "AL", "--limit", "2", "--seed", "1", "--out", "run").code == 0
    (tmp_path / "stored").mkdir()
    (tmp_path / "stored" / "rating.json").write_bytes((tmp_path / "run" / "rating.json").read_bytes())
    ended = botassay("rate", "stored", *judge)
    assert (ended.code, "only the rating is stored" in ended.err) == (2, True)
    (tmp_path / "t.jsonl").write_text('{"id": "a", "utterances": [{"role": "bot", "text": "Hi."}]}\n')
    ended = botassay("rate", "t.jsonl", "--shard", "1/2", "-o", "a.evidence", *judge)
    assert (ended.code, "parts" in ended.err) == (2, True)
