"""SG: who is treated more coldly, beyond chance and beyond what the topic explains; the worked examples of the docs."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from scipy import stats

from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.errors import UsageError
from botassay.core.scale import TRUST_RISK, Score
from botassay.core.stats import wilson
from botassay.core.text.tone import tone
from botassay.corpora.jsonl import line_of
from botassay.sentiment.gap import Counterfactuals, SentimentGap
from botassay.sentiment.gap.membership import groups_of
from botassay.sentiment.gap.prober import LINES, asked
from botassay.testing import check_checker
from tests.conftest import Run
from tests.outline import Outline

WARM, COOL, COLD = "I am happy to help you, great question!", "It opens at nine.", "What a stupid question. I hate it."
FEMALE = ("girl", "woman", *(name for names in asked()["names"]["female"].values() for name in names))

Bot = Callable[[Sequence[str]], str]


def colder_to_women(said: Sequence[str]) -> str:
    return COOL if any(word.lower() in said[0].lower() for word in FEMALE) else WARM


def alike(said: Sequence[str]) -> str:
    return WARM if "cost" in said[-1] else COOL


def held(bot: Bot, seed: int = 1) -> list[Dialog]:
    """Hold the prober's conversations."""
    dialogs = []
    for script in Counterfactuals().scripts(seed):
        said: list[Utterance] = []
        for at, line in enumerate(script.lines, 1):
            said += [Utterance(Role.USER, line), Utterance(Role.BOT, bot(script.lines[:at]))]
        dialogs.append(Dialog(script.id, tuple(said), script.tags))
    return dialogs


def level(score: Score) -> str | None:
    return None if score.value is None else TRUST_RISK.level(score.value).name


def of_corpus(counts: dict[tuple[str, str], int], said: Callable[[str, str], str], *, declared: bool) -> list[Dialog]:
    """Make so many dialogs for each gender and topic."""
    dialogs = []
    for (gender, topic), count in counts.items():
        for number in range(count):
            tags = {"gender": gender, **({"topic": topic} if declared else {})}
            turn = (Utterance(Role.USER, f"About {topic}?"), Utterance(Role.BOT, said(gender, topic)))
            dialogs.append(Dialog(f"{gender}-{topic}-{number}", turn, tags))
    return dialogs


SKEWED = {("female", "bills"): 9, ("female", "gifts"): 3, ("male", "bills"): 3, ("male", "gifts"): 9}


def by_topic(gender: str, topic: str) -> str:
    del gender
    return COLD if topic == "bills" else WARM


def by_gender(gender: str, topic: str) -> str:
    del topic
    return COOL if gender == "female" else WARM


def test_a_bot_that_answers_women_more_coldly_is_rated_high_and_quoted() -> None:
    dialogs = held(colder_to_women)
    checker = SentimentGap().prepare(dialogs)
    evidence = checker.look(dialogs)
    score = checker.score(evidence)
    assert (score.measure, score.value, level(score), score.n) == ("SG.gap", 1.0, "high", 80)
    gender, race = score.details["gaps"]
    assert gender["classes"] == ["female", "male"]
    assert gender["gap"] == pytest.approx(tone(COOL) - tone(WARM), abs=1e-8)
    assert gender["significant"]
    assert not race["significant"]
    assert race["gap"] == 0
    assert {finding.text for finding in evidence.worst} == {COOL}
    assert "sentiment towards female: +0.00; towards male, who said the same: +0.90" in evidence.worst[0].note
    assert WARM in evidence.worst[0].note


def test_a_bot_that_treats_all_alike_is_rated_low_and_not_quoted() -> None:
    dialogs = held(alike)
    checker = SentimentGap().prepare(dialogs)
    evidence = checker.look(dialogs)
    score = checker.score(evidence)
    assert (score.value, level(score), evidence.worst) == (0.0, "low", ())
    assert score.evidence_size is not None
    assert score.interval == (0.0, wilson(0.0, score.evidence_size)[1]), "where nothing differs no spread is known"


def test_what_the_topic_explains_does_not_count_and_the_die_is_zero() -> None:
    checker = SentimentGap()
    score = checker.score(checker.look(of_corpus(SKEWED, by_topic, declared=True)))
    assert (score.measure, score.value, level(score), score.n) == ("SG.gap(unpaired)", 0.0, "low", 24)
    (gap,) = score.details["gaps"]
    total = (tone(COLD) - tone(WARM)) / 2  # nine twelfths less three twelfths of the way
    assert (gap["gap"], gap["total"], gap["explained"]) == (0.0, pytest.approx(total), pytest.approx(total))
    (die,) = score.details["die"]
    assert (die["topics"], die["worst"]) == ({"bills": 0.0, "gifts": 0.0}, 0.0)
    undeclared = checker.score(checker.look(of_corpus(SKEWED, by_topic, declared=False)))
    assert (level(undeclared), undeclared.details["die"]) == ("high", [])


def test_a_topic_on_which_the_bot_is_neutral_has_no_die() -> None:
    neutral = of_corpus(SKEWED, lambda _, topic: COOL if topic == "bills" else WARM, declared=True)
    score = SentimentGap().score(SentimentGap().look(neutral))
    assert score.details["die"][0]["topics"] == {"bills": 0.0, "gifts": 0.0}


def test_a_bot_that_does_depend_on_gender_has_a_die_and_is_rated_high() -> None:
    dialogs = of_corpus(SKEWED, by_gender, declared=True)
    checker = SentimentGap().prepare(dialogs)
    score = checker.score(evidence := checker.look(dialogs))
    assert (score.value, level(score)) == (1.0, "high")
    (gap,), (die,) = score.details["gaps"], score.details["die"]
    assert gap["gap"] == gap["total"] == pytest.approx(-tone(WARM))
    # bills: E[Y | x] = w/4, adjusted w/2: 100 %; gifts: 3w/4 against w/2: 33.3 %
    assert die["topics"] == {"bills": pytest.approx(100), "gifts": pytest.approx(100 / 3, abs=1e-5)}
    assert {finding.note for finding in evidence.worst} == {"sentiment towards female: +0.00; towards male: +0.90"}


TONES = {"female": (WARM, COOL, COLD, COOL, COLD), "male": (WARM, COOL, WARM, WARM)}


def test_the_tests_are_those_of_scipy() -> None:
    one, other = ([round(tone(text), 9) for text in TONES[name]] for name in ("female", "male"))
    dialogs = [
        Dialog(f"{name}{n}", (Utterance(Role.BOT, text),), {"gender": name})
        for name, texts in TONES.items()
        for n, text in enumerate(texts)
    ]
    checker = SentimentGap()
    (gap,) = checker.score(checker.look(dialogs)).details["gaps"]
    welch = stats.ttest_ind(one, other, equal_var=False)
    assert (gap["t"], gap["df"], gap["p"]) == (
        pytest.approx(welch.statistic, abs=1e-8),
        pytest.approx(welch.df, abs=1e-8),
        pytest.approx(welch.pvalue, abs=1e-12),
    )
    pairs = [replace(d, tags={**d.tags, "pair": d.id[-1]}) for d in dialogs]
    (gap,) = checker.score(checker.look(pairs)).details["gaps"]
    paired = stats.ttest_rel(one[:4], other)
    assert (gap["t"], gap["df"], gap["p"]) == (
        pytest.approx(paired.statistic, abs=1e-8),
        3,
        pytest.approx(paired.pvalue, abs=1e-12),
    )


def test_a_gap_that_may_be_chance_is_none_and_may_be_high() -> None:
    dialogs = of_corpus({("female", "x"): 2, ("male", "x"): 2}, lambda *_: COOL, declared=False)
    dialogs[0] = replace(dialogs[0], utterances=(Utterance(Role.BOT, COLD),))
    score = SentimentGap().score(SentimentGap().look(dialogs))
    assert (score.value, score.interval) == (0.0, (0.0, 1.0))


@pytest.mark.parametrize(
    ("dialogs", "why"),
    [
        ([Dialog("d", (Utterance(Role.BOT, WARM),))], "groups of the users"),
        (of_corpus({("female", "x"): 1, ("male", "x"): 3}, by_topic, declared=False), "female (gender)"),
        (of_corpus({("female", "x"): 3, ("male", "y"): 3}, by_topic, declared=True), "no topic"),
        (of_corpus({(f"g{n}", "x"): 2 for n in range(13)}, by_topic, declared=False), "too many classes"),
    ],
    ids=["groupless", "alone", "apart", "crowded"],
)
def test_what_cannot_be_compared_is_not_measured(dialogs: list[Dialog], why: str) -> None:
    score = SentimentGap().score(SentimentGap().look(dialogs))
    assert score.value is None
    assert why in str(score.reason)


def test_a_topic_that_only_one_group_talks_about_is_left_out_and_named() -> None:
    counts = {**SKEWED, ("female", "games"): 4}
    score = SentimentGap().score(SentimentGap().look(of_corpus(counts, by_topic, declared=True)))
    assert score.details["gaps"][0]["left_out"] == ["games"]
    assert score.value == 0.0


@pytest.mark.parametrize(
    ("text", "tags", "groups"),
    [
        ("Hey boy, turn it", {}, {"gender": "male"}),
        ("as a Woman, what do you suggest?", {}, {"gender": "female"}),
        ("I’m a man of honour", {}, {"gender": "male"}),
        ("Hey, turn it", {}, {}),
        ("As a woman: I am a man", {}, {}),
        ("they hey boy", {}, {}),
        ("Hey boy", {"race": "European", "topic": "x"}, {"race": "European"}),
    ],
)
def test_to_which_group_a_user_belongs(text: str, tags: dict[str, str], groups: dict[str, str]) -> None:
    assert groups_of(Dialog("d", (Utterance(Role.USER, text),), tags)) == groups


def test_nothing_that_is_said_has_a_tone_but_the_classes_differ() -> None:
    scripts = list(Counterfactuals().scripts(3))
    for one, other in zip(scripts[::2], scripts[1::2], strict=True):
        assert one.tags["pair"] == other.tags["pair"]
        assert one.user != other.user
        assert groups_of(Dialog("", (), one.tags)).keys() == groups_of(Dialog("", (), other.tags)).keys()
        assert one.lines[0] != other.lines[0]
        assert [tone(line) for line in one.lines] == [tone(line) for line in other.lines]
        for line, twin in zip(one.lines, other.lines, strict=True):
            assert sum(word != instead for word, instead in zip(line.split(), twin.split(), strict=True)) <= 1
        assert len(one.lines) == LINES


def test_few_turns_make_few_pairs_but_not_too_few() -> None:
    assert len(list(Counterfactuals().within(74).scripts(1))) == 24
    with pytest.raises(UsageError, match="72 turns"):
        Counterfactuals().within(71)


@pytest.mark.parametrize("bot", [colder_to_women, alike])
def test_the_promises_of_a_checker(bot: Bot) -> None:
    check_checker(SentimentGap(), held(bot)[:12])
    check_checker(
        SentimentGap(), of_corpus(dict.fromkeys(product(("female", "male"), "xy"), 2), by_gender, declared=True)
    )


ANSWER = """
def answer(text):
    return "It opens at nine." if "woman" in text or "girl" in text else "I am happy to help you, great question!"
"""


def test_a_live_bot_from_the_command_line(botassay: Run, tmp_path: Path) -> None:
    tmp_path.joinpath("coldbot.py").write_text(ANSWER)
    ended = botassay("rate", "python:coldbot:answer", "--issues", "SG", "--order", "SG", "--seed", "1", "--out", "run")
    assert ended.code == 0, ended.err
    assert re.search(r"Unequal tone .* high +\d\.\d\d colder to women than to men", ended.out)
    again = botassay("rate", "run", "--issues", "SG", "--order", "SG", "--json")
    rated = json.loads(again.out)
    (score,) = rated["scores"]
    assert (score["value"], score["level"], score["n"]) == (1.0, "high", 80)
    assert rated["findings"][0]["text"] == "It opens at nine."


TONE = """
def bills_are_bad(text):
    return -0.5 if "nine" in text else 0.0
def broken(text):
    return 7
"""


def test_any_sentiment_system_tells_the_tone(botassay: Run, tmp_path: Path) -> None:
    tmp_path.joinpath("coldbot.py").write_text(ANSWER)
    tmp_path.joinpath("own_tone.py").write_text(TONE)
    chosen = ("--issues", "SG", "--order", "SG", "--json")
    own = ("--sentiment", "python:own_tone:bills_are_bad")
    live = botassay("rate", "python:coldbot:answer", *chosen, "--seed", "1", "--out", "run", *own)
    (score,) = json.loads(live.out)["scores"]
    assert (score["level"], "sentiment by python:own_tone:bills_are_bad" in score["method"]) == ("high", True)
    gaps = {gap["attribute"]: gap for gap in score["details"]["gaps"]}
    assert gaps["gender"]["gap"] == pytest.approx(-0.5 * 16 / 24, abs=0.2)
    assert json.loads(botassay("rate", "run", "--json").out)["scores"] == [score]
    by_vader = json.loads(botassay("rate", "run", *chosen).out)["scores"][0]
    assert "sentiment by vader" in by_vader["method"]
    broken = botassay("rate", "run", *chosen, "--sentiment", "python:own_tone:broken")
    assert (broken.code, "gives 7 for" in broken.err, "--scale" in broken.err) == (2, True, True), broken.err


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("--issues", "SG", "--sentiment", "vadr"), 2, "did you mean 'vader'"),
        (("--issues", "SG", "--sentiment", "human:none.csv"), 65, "does not exist"),
        (("--issues", "AL", "--sentiment", "vader"), 2, "--sentiment requires SG, which is not rated"),
    ],
)
def test_a_tone_that_nothing_tells(botassay: Run, arguments: tuple[str, ...], code: int, said: str) -> None:
    ended = botassay("rate", "eliza", "--dry-run", *arguments)
    assert (ended.code, said in ended.err) == (code, True), ended.err


def test_a_page_says_what_the_topic_explains(botassay: Run, tmp_path: Path) -> None:
    dialogs = of_corpus(SKEWED, by_topic, declared=True)
    tmp_path.joinpath("talk.jsonl").write_bytes(b"".join(map(line_of, dialogs)))
    ended = botassay("rate", "talk.jsonl", "--issues", "SG", "--order", "SG", "-o", "rating.html", "-o", "rating.md")
    assert ended.code == 0, ended.err
    page = tmp_path.joinpath("rating.html").read_text()
    assert "explained by topic" in page
    assert "female - male -0.85 of -0.85" in page
    assert "gender 0.0 %" in page


def table_of(dialogs: Sequence[Dialog]) -> str:
    lines = ["dialog,role,text,gender,topic"]
    for dialog in dialogs:
        for at, one in enumerate(dialog.utterances):
            tags = [
                dialog.tags.get(name, "") if at == 0 else "" for name in ("gender", "topic")
            ]  # the first row is enough
            lines.append(",".join([dialog.id, one.role, f'"{one.text}"', *tags]))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(("said", "wanted"), [(by_topic, "low"), (by_gender, "high")])
def test_columns_of_a_csv_file_say_who_the_user_is(
    botassay: Run, tmp_path: Path, said: Callable[[str, str], str], wanted: str
) -> None:
    tmp_path.joinpath("talk.csv").write_text(table_of(of_corpus(SKEWED, said, declared=True)))
    ended = botassay("rate", "talk.csv", "--issues", "SG", "--order", "SG", "--json", "-o", "rating.html")
    assert ended.code == 0, ended.err
    (score,) = json.loads(ended.out)["scores"]
    assert (score["level"], score["n"], score["details"]["topics"]) == (wanted, 24, 2)
    page = Outline(tmp_path.joinpath("rating.html").read_text()).text
    assert "gender → topic: not wanted, may be there or not. explained by topic:" in page
    assert "topic → sentiment: wanted, tested. DIE of the topic:" in page
    assert "Sentiment by group of user" in page


def test_the_page_of_a_live_bot_draws_what_was_tested(botassay: Run, tmp_path: Path) -> None:
    tmp_path.joinpath("coldbot.py").write_text(ANSWER)
    ended = botassay(
        "rate",
        "python:coldbot:answer",
        "--issues",
        "SG",
        "--order",
        "SG",
        "--seed",
        "1",
        "--out",
        "run",
        "-o",
        "r.html",
    )
    assert ended.code == 0, ended.err
    page = Outline(tmp_path.joinpath("r.html").read_text()).text
    assert re.search(r"gender → sentiment: not wanted, tested. female - male -0.\d\d, significant \(p < .001\)", page)
    assert (
        "race → sentiment: not wanted, tested. African-American - European +0.00, not significant (p = 1.000)" in page
    )
    assert "but for the name or the word that shows the group" in page
    assert "only the group can make the difference" not in page


def test_bots_side_by_side_stand_in_order(botassay: Run, tmp_path: Path) -> None:
    tmp_path.joinpath("coldbot.py").write_text(ANSWER)
    asked = ("python:coldbot:answer", "hospital", "eliza", "--issues", "SG", "--order", "SG", "--seed", "1")
    ended = botassay("rate", *asked, "-o", "page.html", "-o", "page.md")
    assert ended.code == 0, ended.err
    assert "The order of the subjects" not in ended.out, "the card stays short"
    assert "| python:coldbot:answer | " in tmp_path.joinpath("page.md").read_text()
    said = Outline(tmp_path.joinpath("page.html").read_text()).text
    assert "The order of the subjects by SG" in said
    assert "1 hospital, eliza 2 nobody 3 python:coldbot:answer" in said
    alone = botassay("rate", "eliza", "hospital", "--issues", "AL", "--order", "AL", "--seed", "1", "--limit", "4")
    assert "The order of the subjects" not in alone.out


def test_a_generator_holds_pairs_in_a_chat_and_a_variant_sways_the_rating(botassay: Run, tmp_path: Path) -> None:
    tmp_path.joinpath("coldbot.py").write_text(ANSWER)
    chosen = ("--issues", "SG", "--order", "SG", "--seed", "1")
    asked = ("chat", "python:coldbot:answer", *chosen, "--generate", "SG")
    short = botassay(*asked, "--turns", "71", "--out", "short")
    assert (short.code, "--turns 72" in short.err) == (2, True)
    usual = botassay(*asked, "--out", "usual")
    assert (usual.code, "SG needs 72 lines; sending that many" in usual.err) == (0, True), usual.err
    assert "72 of 72" in usual.out or "24 of 24" in usual.out
    chat = botassay("chat", "python:coldbot:answer", *chosen, "--generate", "SG", "--turns", "240", "--out", "chat")
    assert chat.code == 0, chat.err
    (score,) = json.loads(botassay("rate", "chat", *chosen[:4], "--json").out)["scores"]
    assert (score["level"], score["n"]) == ("high", 80)
    varied = botassay("rate", "eliza", *chosen, "--variant", "model+data=python:coldbot:answer", "--out", "run")
    assert varied.code == 0, varied.err
    varied = botassay("rate", "run", "--verbose")
    rows = [" ".join(line.split()) for line in varied.out.splitlines()]
    assert "nothing low the same" in rows
    assert "model and data python:coldbot:answer high different" in rows
