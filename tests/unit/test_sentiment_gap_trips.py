"""SG beside itself: what becomes of the gap when the bot's replies went into another language and back."""

import json
import socket
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from botassay.core.dialog import Dialog, Role, Utterance
from botassay.sentiment.gap import SentimentGap
from botassay.sentiment.gap.figure_changes import wrs
from botassay.sentiment.gap.figures import GroupGap
from botassay.sentiment.translation.round_trip import RoundTrips
from botassay.testing import MirrorTranslator, check_checker
from tests.conftest import Run
from tests.outline import Outline

COLD, WARM = "It opens at nine.", "I am happy to help you, great question!"
TOLD = {COLD: "It opens at nine.", WARM: "I help you."}
"""What comes back: the warmth is lost on the way."""
CHOSEN = ("--issues", "SG", "--order", "SG")
ANSWER = f"""
def answer(text):
    return {COLD!r} if "woman" in text or "girl" in text else {WARM!r}
"""


class Flat:
    """Loses all warmth on the way back."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def translate(self, texts: Sequence[str], *, source: str, target: str) -> list[str]:
        del target
        self.asked.extend(texts)
        return [f"<{text}>" if source == "en" else TOLD[text[1:-1]] for text in texts]


def dialogs(topic: bool = False) -> list[Dialog]:  # noqa: FBT001, FBT002 - a test
    users = {("female", "bills"): 9, ("female", "gifts"): 3, ("male", "bills"): 3, ("male", "gifts"): 9}
    return [
        Dialog(
            f"{gender}-{subject}-{number}",
            (Utterance(Role.USER, "When?"), Utterance(Role.BOT, COLD if gender == "female" else WARM)),
            {"gender": gender} | ({"topic": subject} if topic else {}),
        )
        for (gender, subject), count in users.items()
        for number in range(count)
    ]


def moved(checker: SentimentGap, some: Sequence[Dialog]) -> dict[tuple[str, str], dict[str, Any]]:
    ready = checker.prepare(some)
    (trip,) = ready.score(ready.look(some)).details["round_trips"]
    assert trip["via"] == "es"
    return {(move["figure"], move["of"]): move for move in trip["moves"]}


def test_every_figure_is_taken_again_and_its_change_said() -> None:
    found = moved(SentimentGap(trips=(RoundTrips(Flat(), "es"),)), dialogs())
    value = found["SG.gap", ""]
    assert (value["before"], value["after"], value["percent"]) == (1.0, 1.0, 0.0)  # 0.40 is more than can be, too
    gap = found["gap", "female - male"]
    assert gap["before"] < gap["after"] < 0
    assert gap["percent"] == pytest.approx(100 * (gap["after"] - gap["before"]) / gap["before"])
    assert (found["WRS", "gender"]["before"], found["WRS", "gender"]["after"]) == (2.4, 2.4)
    assert found["t", "female - male"]["before"] is None  # nothing varies: infinite
    nothing = {**TOLD, WARM: COLD}
    found = moved(SentimentGap(trips=(RoundTrips(Told(nothing), "es"),)), dialogs())
    assert [found[name]["percent"] for name in (("SG.gap", ""), ("gap", "female - male"), ("WRS", "gender"))] == [
        -100.0
    ] * 3


class Told(Flat):
    def __init__(self, told: dict[str, str]) -> None:
        super().__init__()
        self.told = told

    def translate(self, texts: Sequence[str], *, source: str, target: str) -> list[str]:
        del target
        return list(texts) if source == "en" else [self.told[text] for text in texts]


def test_the_die_of_a_declared_topic_is_taken_again_too() -> None:
    found = moved(SentimentGap(trips=(RoundTrips(Told({**TOLD, WARM: COLD}), "es"),)), dialogs(topic=True))
    die = found["DIE of the topic, %", "gender"]
    assert (die["before"] > 0, die["after"], die["percent"]) == (True, 0.0, -100.0)


def test_a_translator_that_changes_nothing_changes_nothing_and_the_rating_never() -> None:
    plain, travelled = SentimentGap(), SentimentGap(trips=(RoundTrips(MirrorTranslator(), "es"),))
    assert repr(plain) == repr(travelled)  # so that the digest of the settings is the same
    some = dialogs(topic=True)
    scores = [checker.score(checker.look(some)) for checker in (plain.prepare(some), travelled.prepare(some))]
    details = dict(scores[1].details)
    (trip,) = details.pop("round_trips")
    assert scores[0] == replace(scores[1], details=details)
    assert {move["percent"] for move in trip["moves"]} <= {0.0, None}


def test_the_translator_is_asked_while_the_corpus_is_studied_and_then_never() -> None:
    flat = Flat()
    some = dialogs()
    ready = SentimentGap(trips=(RoundTrips(flat, "es"),)).prepare(iter(some))
    assert sorted(flat.asked) == sorted([COLD, WARM, f"<{COLD}>", f"<{WARM}>"])  # each text once, there and back
    flat.asked.clear()
    ready.look(some)
    assert (flat.asked, ready.trips) == ([], ())
    stranger = Dialog("x", (Utterance(Role.BOT, "unheard"),), {"gender": "female"})
    tones = ready.look([stranger]).payload
    assert tones
    assert {stratum.via for stratum in tones.strata} == {""}  # nobody sent it on its way
    check_checker(ready, some)


def test_weighted_rejections_of_p_values() -> None:
    gap = GroupGap("gender", ("female", "male"), (2, 2), 0.1, 0.1, 1.0, 2.0, 0.04, 0.04, (0.0, 0.2))
    weights = [wrs([replace(gap, p=p)]) for p in (0.04, 0.2, 0.35, 0.5)]
    assert weights == [2.4, 1.4, 0.6, 0]
    assert wrs([gap, gap]) == 4.8


# ── at the command line ─────────────────────────────────────────────────────────────────────────────────────────────


def record(folder: Path) -> None:
    lines = [{"via": "es", "text": text, "intermediate": f"<{text}>", "back": back} for text, back in TOLD.items()]
    (folder / "es.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_a_live_bot_and_its_run_again_without_a_socket_or_the_file(
    botassay: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tmp_path.joinpath("coldbot.py").write_text(ANSWER)
    record(tmp_path)
    asked = (*CHOSEN, "--translator", "recorded:es.jsonl", "--via", "es", "--seed", "1", "--out", "run")
    live = botassay("rate", "python:coldbot:answer", *asked, "-o", "r.html", "-o", "r.md", "--json")
    assert live.code == 0, live.err
    (score,) = json.loads(live.out)["scores"]
    (trip,) = score["details"]["round_trips"]
    assert (trip["via"], trip["translator"], score["level"]) == ("es", "recorded", "high")
    page, text = Outline(tmp_path.joinpath("r.html").read_text()).text, tmp_path.joinpath("r.md").read_text()
    assert "Round trips through another language" in page
    assert "Via es and back, by recorded" in page
    assert "gap, female - male" in page
    assert "| WRS, gender | 2.4 | 2.4 |" in text
    tmp_path.joinpath("es.jsonl").unlink()  # the run has kept what came back
    monkeypatch.setattr(socket.socket, "connect", lambda *_: pytest.fail("a socket was opened"))
    again = botassay("rate", "run", "--verbose")
    assert again.code == 0, again.err
    assert "Via es and back, by recorded" in again.out
    assert json.loads(botassay("rate", "run", "--json").out)["scores"] == [score]
    other = botassay("rate", "run", *CHOSEN, "--translator", "recorded:es.jsonl", "--via", "fr")
    assert (other.code, "es.jsonl does not exist" in other.err) == (65, True)


ONCE = """
from pathlib import Path
def back(text, source, target):
    log = Path("asked.txt")
    log.write_text((log.read_text() if log.exists() else "") + text + "\\n")
    return text.replace("happy", "fine")
"""


def test_another_translator_is_asked_once_and_its_answers_stay_in_the_run(botassay: Run, tmp_path: Path) -> None:
    tmp_path.joinpath("coldbot.py").write_text(ANSWER)
    tmp_path.joinpath("own_back.py").write_text(ONCE)
    asked = ("--translator", "python:own_back:back", "--via", "es", "--via", "fr")
    live = botassay(
        "rate", "python:coldbot:answer", *CHOSEN, *asked, "--seed", "1", "--out", "run", "--record", "t.jsonl"
    )
    assert live.code == 0, live.err
    count = len(tmp_path.joinpath("asked.txt").read_text().splitlines())
    assert count == 2 * 2 * 2  # two replies, two languages, there and back
    assert botassay("rate", "run").code == 0
    assert len(tmp_path.joinpath("asked.txt").read_text().splitlines()) == count
    kept = tmp_path.joinpath("run", "translations.jsonl").read_text()
    assert kept == tmp_path.joinpath("t.jsonl").read_text()
    assert len(kept.splitlines()) == 4
    tmp_path.joinpath("run", "translations.jsonl").unlink()  # it may be deleted: then the translator is asked anew
    assert botassay("rate", "run").code == 0
    assert tmp_path.joinpath("run", "translations.jsonl").read_text() == kept


def test_a_run_outlives_a_translator_that_fails(botassay: Run, tmp_path: Path) -> None:
    tmp_path.joinpath("coldbot.py").write_text(ANSWER)
    tmp_path.joinpath("no_back.py").write_text("def back(text, source, target):\n    raise OSError('gone')\n")
    asked = (*CHOSEN, "--translator", "python:no_back:back", "--via", "es", "--seed", "1", "--out", "run")
    failed = botassay("rate", "python:coldbot:answer", *asked)
    assert (failed.code, "the translator" in failed.err) == (70, True), failed.err
    assert "without python:no_back:back: botassay rate run --order SG" in failed.err
    assert botassay("rate", "run", "--order", "SG").code == 0
    record(tmp_path)
    later = botassay("rate", "run", *CHOSEN, "--translator", "recorded:es.jsonl", "--via", "es", "--verbose")
    assert (later.code, "Via es and back" in later.out) == (0, True), later.err


def corpus(folder: Path) -> None:
    lines = [
        {
            "id": dialog.id,
            "tags": dict(dialog.tags),
            "utterances": [{"role": one.role, "text": one.text} for one in dialog.utterances],
        }
        for dialog in dialogs(topic=True)
    ]
    (folder / "talk.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_corpus_of_dialogs(botassay: Run, tmp_path: Path, workers: str) -> None:
    corpus(tmp_path)
    record(tmp_path)
    asked = (*CHOSEN, "--translator", "recorded:es.jsonl", "--via", "es", "--workers", workers)
    ended = botassay("rate", "talk.jsonl", *asked, "-o", "r.txt")
    assert ended.code == 0, ended.err
    said = " ".join(tmp_path.joinpath("r.txt").read_text().split())
    assert "DIE of the topic, %, gender 100.0 100.0 +0.0 %" in said
    settings = '[rate]\ntranslator = "recorded:es.jsonl"\nvia = ["es"]\nissues = "SG"\norder = "SG"\n'
    tmp_path.joinpath("botassay.toml").write_text(settings)
    assert "round_trips" in botassay("rate", "talk.jsonl", "--json").out


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--translator", "recorded:es.jsonl"), 2, "--translator and --via must be given together"),
        (("--via", "es"), 2, "--translator and --via must be given together"),
        (("--translator", "recorded:es.jsonl", "--via", ""), 2, "'' is not a pivot language"),
        (("--translator", "recorded:es.jsonl", "--via", "en"), 2, "'en' is not a pivot language"),
        (("--translator", "recorded:es.jsonl", "--via", "es,da"), 2, "is not a pivot language"),
        (("--record", "x.jsonl"), 2, "--record requires --translator and --via"),
        (("--translator", "recordd:es.jsonl", "--via", "es"), 2, "did you mean 'recorded'"),
        (("--translator", "recorded:none.jsonl", "--via", "es"), 65, "none.jsonl does not exist"),
        (("--translator", "recorded:es.jsonl", "--via", "fr"), 65, "from en to fr is recorded"),
        (("--translator", "recorded:short.jsonl", "--via", "es"), 65, "from en to es is recorded"),
        (("--translator", "recorded:es.jsonl", "--via", "es", "--issues", "AL"), 2, "--translator requires SG"),
        (("--translator", "marian:.", "--via", "es"), (65, 78), ""),
        (
            ("--translator", "recorded:es.jsonl", "--via", "es", "--record", "es.jsonl"),
            2,
            "es.jsonl is an input of this command",
        ),
    ],
)
def test_round_trips_that_cannot_be_made(
    botassay: Run, tmp_path: Path, arguments: tuple[str, ...], code: int | tuple[int, ...], said: str
) -> None:
    corpus(tmp_path)
    record(tmp_path)
    tmp_path.joinpath("short.jsonl").write_text(tmp_path.joinpath("es.jsonl").read_text().splitlines()[0] + "\n")
    ended = botassay("rate", "talk.jsonl", *(() if "--issues" in arguments else CHOSEN), *arguments)
    assert ended.code in (code if isinstance(code, tuple) else (code,)), ended.err
    assert said in ended.err
    assert "Traceback" not in ended.err


def test_what_a_stored_rating_and_several_subjects_cannot_have(botassay: Run, tmp_path: Path) -> None:
    corpus(tmp_path)
    record(tmp_path)
    asked = (*CHOSEN, "--translator", "recorded:es.jsonl", "--via", "es")
    assert botassay("rate", "talk.jsonl", *asked, "--out", "stored").code == 0
    stored = botassay("rate", "stored/rating.json", *asked)
    assert (stored.code, "--translator requires dialogs" in stored.err) == (2, True)
    assert "Via es and back" in botassay("rate", "stored/rating.json", "--verbose").out
    both = botassay("rate", "talk.jsonl", "eliza", *asked, "--record", "x.jsonl")
    assert (both.code, "--record requires a single subject" in both.err) == (2, True)


def test_what_a_translator_gives_is_hostile(botassay: Run, tmp_path: Path) -> None:
    corpus(tmp_path)
    record(tmp_path)
    evil = "<img src=x>\x1b[31m"
    lines = [json.loads(line) for line in tmp_path.joinpath("es.jsonl").read_text().splitlines()]
    evils = [line | {"back": f"{evil} {line['back']}"} for line in lines]
    tmp_path.joinpath("es.jsonl").write_text("".join(json.dumps(line) + "\n" for line in evils))
    asked = (*CHOSEN, "--translator", "recorded:es.jsonl", "--via")
    refused = botassay("rate", "talk.jsonl", *asked, evil)
    assert (refused.code, "\x1b" in refused.err) == (2, False)
    ended = botassay("rate", "talk.jsonl", *asked, "es", "-o", "r.html", "-o", "r.md")
    assert ended.code == 0, ended.err
    assert "\x1b" not in ended.out
    assert "<img" not in tmp_path.joinpath("r.html").read_text()
    assert "<img" not in tmp_path.joinpath("r.md").read_text().replace("\\<", "")
