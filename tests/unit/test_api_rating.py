"""Rating from Python: every kind of subject, and the same errors as at the command line."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

import botassay
from botassay.api.bots import try_bot
from botassay.api.run_settings import migrated, settings_of_run
from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.errors import BotError, ConfigurationError, InputError, OutputError, UnknownNameError, UsageError
from botassay.core.progress import Progress
from botassay.core.results import Profile
from botassay.corpora.jsonl import line_of
from botassay.plugins.protocols import Reply
from botassay.runs.journal import Record
from botassay.settings.aggregation import AggregationSettings
from botassay.settings.chat import ChatSettings, GeneratorSettings
from botassay.settings.live import BotSettings, RunSettings
from botassay.settings.rating import ChatRatingSettings, CheckerSettings, GateSettings, RateSettings, RatingSettings
from botassay.settings.scoring import ScoreSettings

RUDE = "You are a damn stupid fool, shut up."


def dialog(name: str, *replies: str) -> Dialog:
    said = [part for reply in replies for part in (Utterance(Role.USER, "hello"), Utterance(Role.BOT, reply))]
    return Dialog(name, tuple(said))


DIALOGS = [dialog("a", "Good morning.", "How can I help you today?"), dialog("b", RUDE, "Have a nice day.")]
MANY = [dialog(str(n), RUDE, "Have a nice day.") for n in range(40)]
"""Enough of them for a level."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def polite(text: str) -> str:
    return f"Thank you for saying {text[:10]}"


async def rude(text: str) -> str:
    del text
    return RUDE


class OwnBot:
    """A bot as an object, which gives no answer from the nth one on."""

    name = "own"

    def __init__(self, answers: int = 1_000) -> None:
        self.left = answers

    @asynccontextmanager
    async def open(self, *, user: str) -> Any:
        del user
        yield self

    async def say(self, text: str) -> Reply:
        self.left -= 1
        if self.left < 0:
            raise BotError("unauthorised", "access denied")
        return Reply(polite(text))


def test_a_bundled_bot_is_rated(home: Path) -> None:
    report = botassay.rate("eliza", issues="AL", limit=20, seed=1, out="run")
    assert report["al"].level == report.level == "low"
    assert report.run == Path("run")
    assert {path.name for path in (home / "run").iterdir()} == {"run.sqlite", "rating.json", "report.html"}
    assert report.json() == (home / "run" / "rating.json").read_text()
    assert report.html() == (home / "run" / "report.html").read_text()


@pytest.mark.parametrize(("bot", "level"), [(polite, "low"), (rude, "high")])
@pytest.mark.usefixtures("home")
def test_a_callable_is_rated(bot: Callable[[str], str | Awaitable[str]], level: str) -> None:
    report = botassay.rate(bot, issues="AL", limit=20, seed=1)
    assert report.level == level
    assert report.ratings[0].subject.name == f"{__name__}.{bot.__name__}"
    assert report.run is not None
    assert report.run.parent == Path("runs")


@pytest.mark.usefixtures("home")
def test_a_bot_object_is_rated_and_its_folder_can_be_rated_again() -> None:
    report = botassay.rate(OwnBot(), issues="AL", limit=3, seed=1, out="run")
    assert report.ratings[0].subject.name == "own"
    for again in (botassay.rate("run"), botassay.rate(Path("run/run.sqlite")), botassay.load("run")):
        assert again.json() == report.json()
    other = botassay.rate("run", profile="AL > CC")
    assert (other.profile.order, other["AL"].value) == ((("AL",), ("CC",)), report["AL"].value)


@pytest.mark.parametrize("given", [DIALOGS, tuple(DIALOGS), iter(DIALOGS)], ids=["list", "tuple", "iterator"])
def test_dialogs_are_rated_as_objects(given: Any) -> None:
    report = botassay.rate(given, issues="AL,CC")
    assert report["AL"].details["raw"]["value"] == pytest.approx(0.25)
    assert [finding.text for finding in report["AL"].findings] == [RUDE]
    assert [finding.text for finding in report.all_findings() if finding.issue == "AL"] == [RUDE]


def test_dialogs_as_objects_and_in_a_file_give_the_same_scores(tmp_path: Path) -> None:
    (tmp_path / "talk.jsonl").write_bytes(b"".join(map(line_of, DIALOGS)))
    held, read = botassay.rate(DIALOGS), botassay.rate(tmp_path / "talk.jsonl")
    assert held.ratings[0].scores == read.ratings[0].scores


def lines() -> Iterator[Dialog]:
    yield dialog("a", "Hello.")
    yield dialog("a", "Hello again.")


@pytest.mark.parametrize(
    ("call", "error", "says"),
    [
        (lambda: botassay.rate("no-such"), InputError, "E174"),
        (lambda: botassay.rate("elizza"), InputError, "did you mean the bundled bot 'eliza'"),
        (lambda: botassay.rate(""), UsageError, "empty"),
        (lambda: botassay.rate(3), TypeError, "Bot, callable or iterable of Dialog"),  # type: ignore[arg-type]
        (lambda: botassay.rate([3]), TypeError, "expected Dialog objects"),  # type: ignore[list-item]
        (lambda: botassay.rate([]), InputError, "E100"),
        (lambda: botassay.rate(lines()), InputError, "E131"),
        (lambda: botassay.rate("eliza", {"seed": 1}), TypeError, "RateSettings"),  # type: ignore[arg-type]
        (lambda: botassay.rate("eliza", profile=5), TypeError, "a profile must be a name"),  # type: ignore[arg-type]
        (lambda: botassay.rate("eliza", workers=0), UsageError, "workers 0 is out of range"),
        (lambda: botassay.rate("eliza", checkers={"AL": 3}), TypeError, "must be a Checker"),  # type: ignore[dict-item]
        (lambda: botassay.score("AL", "hello"), TypeError, "not a single text"),
        (lambda: botassay.rate(DIALOGS, limit=3), UsageError, "live bot"),
        (lambda: botassay.rate(DIALOGS, issues="AL,XX"), UnknownNameError, "XX"),
        (lambda: botassay.rate(DIALOGS, issues="AL,,B"), UsageError, "empty item"),
        (lambda: botassay.rate(DIALOGS, profile="privcy"), UnknownNameError, "privacy"),
        (lambda: botassay.rate(DIALOGS, profile="gone.toml"), InputError, "E174"),
        (lambda: botassay.rate("eliza", seed=-1), UsageError, "--seed"),
        (lambda: botassay.rate("eliza", limit=0), UsageError, "--limit"),
        (lambda: botassay.rate("http://me:secret@127.0.0.1/"), ConfigurationError, "password"),
        (lambda: botassay.plan(DIALOGS), UsageError, "live bot"),
        (lambda: botassay.load("nowhere"), InputError, "E174"),
        (lambda: RateSettings(bot=BotSettings(timeout=0)), UsageError, "--timeout"),
        (lambda: botassay.rate(DIALOGS)["XX"], UnknownNameError, "XX"),
        (lambda: botassay.rate(DIALOGS).gate("low"), UsageError, "would always fail"),
        (lambda: botassay.rate(DIALOGS).gate("huge"), UsageError, "is not a level"),
        (lambda: botassay.rate(DIALOGS).save("x.pdf"), UsageError, "no report format for 'x.pdf'"),
        (lambda: botassay.rate(DIALOGS).save("x.jsonl"), UsageError, "only a live run"),
        (lambda: botassay.chat("talk.jsonl"), UsageError, "not a live bot"),
        (lambda: botassay.score("OP", ["x"]), UsageError, "cannot value single lines"),
        (lambda: botassay.score("AL", ["x"], ScoreSettings(glossary=Path("x"))), UsageError, "--glossary"),
        (lambda: botassay.aggregate({"AL": "low"}, AggregationSettings()), UsageError, "one order"),
    ],
)
@pytest.mark.usefixtures("home")
def test_bad_input_raises_the_error_of_the_command_line(call: Callable[[], Any], error: Any, says: str) -> None:
    with pytest.raises(error) as caught:
        call()
    assert says in str(caught.value)
    assert not Path("runs").exists()


@pytest.mark.parametrize(
    ("profile", "names"),
    [
        ("abuse", ["abuse"]),
        (("abuse", "privacy"), ["abuse", "privacy"]),
        ("AL,CC", ["custom"]),
        (["abuse", "AL > CC"], ["abuse", "AL > CC"]),
        (Profile("ours", (("AL",), ("CC",))), ["ours"]),
        ([Profile("ours", (("AL",), ("CC",))), "privacy"], ["ours", "privacy"]),
    ],
)
def test_who_it_is_rated_for(profile: Any, names: list[str]) -> None:
    report = botassay.rate(DIALOGS, issues="AL,CC", profile=profile)
    assert sorted(rating.profile.name for rating in report.ratings) == sorted(names)


def test_keywords_are_stronger_than_settings() -> None:
    settings = RateSettings(rating=RatingSettings(order="AL,CC", issues=("AL", "CC")))
    assert botassay.rate(DIALOGS, settings, profile="abuse").profile.name == "abuse"
    assert [result.issue for result in botassay.rate(DIALOGS, settings, issues=["al"]).ratings[0].scores] == ["AL"]


@pytest.mark.usefixtures("home")
def test_a_profile_that_is_an_object_stays_with_its_run() -> None:
    ours = Profile("ours", (("CC",), ("AL",)))
    report = botassay.rate("eliza", profile=ours, limit=3, seed=1, out="run")
    assert (report.profile, botassay.rate("run").profile) == (ours, ours)
    assert settings_of_run(Path("run"))[1].profiles == {"ours": ours}


@pytest.mark.usefixtures("home")
def test_inside_of_a_running_loop() -> None:
    async def work() -> tuple[str, str]:
        plain = botassay.rate("eliza", issues="AL", limit=2, seed=1, out="a")
        waited = await botassay.rate_async("eliza", issues="AL", limit=2, seed=1, out="b")
        held = await botassay.rate_async(MANY, issues="AL")
        assert held.level == "high"
        return plain.json(), waited.json()

    plain, waited = (json.loads(text) for text in asyncio.run(work()))
    assert [r["scores"] for r in plain["ratings"]] == [r["scores"] for r in waited["ratings"]]


@pytest.mark.usefixtures("home")
def test_a_run_that_pauses_says_how_far_it_came_and_is_resumed() -> None:
    with pytest.raises(botassay.RunStopped) as stopped:
        botassay.rate(OwnBot(answers=8), issues="AL", limit=6, seed=1, out="run")
    assert (stopped.value.exit_code, stopped.value.run) == (75, Path("run"))
    assert "of 6 conversations are saved" in str(stopped.value)
    report = botassay.resume("run", bot=OwnBot())
    whole = botassay.rate(OwnBot(), issues="AL", limit=6, seed=1, out="whole")
    assert report["AL"].value == whole["AL"].value
    assert report.ratings[0].counts == whole.ratings[0].counts
    assert botassay.resume("run", bot=OwnBot()).json() == report.json()


@pytest.mark.usefixtures("home")
def test_what_is_no_bot_stops_before_anything_is_written() -> None:
    with pytest.raises(botassay.RunStopped) as stopped:
        botassay.rate(OwnBot(answers=0), issues="AL", limit=6, out="run")
    assert (stopped.value.exit_code, stopped.value.run, Path("run").exists()) == (78, None, False)


@pytest.mark.usefixtures("home")
def test_cancelled_work_leaves_a_run_that_can_be_resumed() -> None:
    async def slow(text: str) -> str:
        await asyncio.sleep(0.02)
        return polite(text)

    async def work() -> None:
        async with asyncio.timeout(0.5):
            await botassay.rate_async(slow, issues="AL", seed=1, out="run")

    with pytest.raises(TimeoutError):
        asyncio.run(work())
    assert Record.of(Path("run")).progress()
    assert botassay.resume("run", bot=polite).ratings[0].counts.scored == 55


@pytest.mark.usefixtures("home")
def test_progress_is_told() -> None:
    told: list[Progress] = []
    botassay.rate("eliza", issues="AL", limit=3, seed=1, on_progress=told.append)
    assert {progress.phase for progress in told} >= {"talking", "rating"}
    assert told[-1] == Progress("rating", 3, None, "dialogs", 0, told[-1].share)


@pytest.mark.usefixtures("home")
def test_a_report_is_saved_in_every_format() -> None:
    report = botassay.rate(MANY, RateSettings(), issues="AL", profile="abuse")
    for ending in ("html", "md", "txt", "json", "csv", "sarif", "xml"):
        report.save(Path("reports") / f"r.{ending}")
        assert Path("reports", f"r.{ending}").stat().st_size
    assert Path("reports/r.json").read_text() == report.json()
    assert Path("reports/r.html").read_text() == report.html()
    assert "srcdoc" in report._repr_html_()
    assert (
        repr(report)
        == f"<RatingReport {report.ratings[0].subject.name}: {report.level} risk for {report.profile.name}>"
    )
    assert RUDE in Path("reports/r.csv").read_text()


def test_a_gate() -> None:
    report = botassay.rate(MANY, issues="AL", profile="abuse")
    assert report.gate().passed
    refused = report.gate("medium")
    assert (refused.passed, "the risk is high" in refused.reasons[0]) == (False, True)


@pytest.mark.usefixtures("home")
def test_the_rating_of_another_subject_is_overwritten_by_force_alone() -> None:
    botassay.rate(MANY, issues="AL", out="kept")
    assert botassay.load("kept").level == "high"
    Path("talk.jsonl").write_bytes(line_of(DIALOGS[0]))
    with pytest.raises(OutputError, match="a rating of dialogs"):
        botassay.rate("talk.jsonl", issues="AL", out="kept")
    botassay.rate("talk.jsonl", issues="AL", out="kept", force=True)
    assert botassay.load("kept").ratings[0].subject.name == "talk.jsonl"


def test_a_plan_is_drawn_and_nothing_is_sent() -> None:
    plan = botassay.plan("hospital", RateSettings(run=RunSettings(limit=5)), issues="AL,CC", seed=1)
    assert (plan.bot, plan.conversations, set(plan.issues)) == ("hospital", 5, {"AL", "CC"})


@pytest.mark.usefixtures("home")
def test_two_ratings_are_compared() -> None:
    botassay.rate([dialog("a", "Hello.", "Hi.")], issues="AL", out="calm")
    worse = botassay.rate([dialog("a", *[RUDE] * 20)], issues="AL")
    comparison = botassay.compare("calm", worse)
    assert [change.issue for change in comparison.issues] == ["AL"]
    assert botassay.compare(worse, worse).regressions == ()


def test_texts_are_scored_and_levels_aggregated() -> None:
    scores = [*botassay.score("al", [RUDE, "Good morning."])]
    assert [score.text for score in scores] == [RUDE, "Good morning."]
    assert [score.flagged for score in scores] == [True, False]
    verdict = botassay.aggregate({"AL": "high", "CC": "low"}, AggregationSettings(order="AL,CC"))
    assert verdict.level == "high"


@pytest.mark.usefixtures("home")
def test_a_chat_is_rated_reply_by_reply() -> None:
    async def talk(chat: Any) -> list[str | None]:
        return [turn.bot async for turn in chat]

    settings = ChatSettings(rating=ChatRatingSettings(issues=("AL",)))
    chat = botassay.chat(polite, settings, user=["hello", "", "again"], out="run")
    replies = asyncio.run(talk(chat))
    assert replies == ["Thank you for saying hello", "Thank you for saying again"]
    report = chat.report()
    assert (report.ratings[0].counts.scored, report["AL"].level) == (2, "undetermined")
    with pytest.raises(UsageError, match="is a chat"):
        botassay.resume("run")
    generated = ChatSettings(
        rating=ChatRatingSettings(issues=("AL",)), generator=GeneratorSettings(generate="AL", turns=3, seed=1)
    )
    assert len(asyncio.run(talk(botassay.chat("eliza", generated, out="other")))) == 3


def test_a_bot_is_tried() -> None:
    assert try_bot("eliza").sound
    assert try_bot(OwnBot(answers=0)).kind == "unauthorised"


def test_a_run_of_an_earlier_version_keeps_its_settings(tmp_path: Path) -> None:
    stored = Path(__file__).parent.parent / "data" / "runs" / "1.sqlite"
    (tmp_path / "run.sqlite").write_bytes(stored.read_bytes())
    settings, _ = settings_of_run(tmp_path)
    assert settings == RateSettings(rating=RatingSettings(order="AL"), run=RunSettings(concurrency=4))
    assert botassay.rate(tmp_path).profile.order == (("AL",),)


def test_what_an_earlier_version_kept_becomes_settings() -> None:
    choices = {
        "profiles": [{"name": "strict", "order": "AL > CC", "source": "typed"}, "abuse"],
        "order": None, "weights": None, "issues": "AL,CC", "rule": None, "ties": "optimistic", "veto": "AL",
        "method": "botassay", "missing": None, "min_coverage": 0.8, "glossary": "/terms.txt", "accept": "/ok.jsonl",
        "levels": "5", "variants": ["user=privacy", {"variant": "user=other.txt", "file": "/other.txt"},
        {"variant": "user=p.toml", "profile": {"name": "p", "order": "CC", "source": "voted"}}], "labelled": None,
        "no_answer": None, "answer_from": None, "fallbacks": [], "fail_on": "high", "cuts": {"AL.flagged": [0.1, 0.2]},
    }  # fmt: skip
    bot = {"subject": "eliza", "rate": 3.0, "concurrency": 2, "on_doubt": "skip", "timeout": 9.0, "retries": 0}
    settings, inputs = migrated(choices, bot)
    assert settings == RateSettings(
        rating=RatingSettings(
            profiles=("strict", "abuse"),
            issues=("AL", "CC"),
            ties="optimistic",
            veto=("AL",),
            min_coverage=0.8,
            levels="5",
            cuts={"AL.flagged": (0.1, 0.2)},
            decisions=(Path("/ok.jsonl"),),
            variants=("user=privacy", "user=other.txt", "user=p.toml"),
        ),
        checkers=CheckerSettings(glossary=Path("/terms.txt")),
        bot=BotSettings(rate=3.0, timeout=9.0, retries=0),
        run=RunSettings(concurrency=2, on_doubt="skip"),
        gate=GateSettings(fail_on=("high",)),
    )
    assert inputs.profiles == {"strict": Profile("strict", (("AL",), ("CC",)))}
    assert inputs.users == {"other.txt": Path("/other.txt"), "p.toml": Profile("p", (("CC",),), source="voted")}
    with pytest.raises(InputError, match=r"E175.*veto"):
        migrated({name: value for name, value in choices.items() if name != "veto"}, bot)
