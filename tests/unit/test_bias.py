"""B.mean: what it must tell apart, what it must leave alone, and what it promises."""

import csv
import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.text.tone import tone
from botassay.trust.bias import bias_lexicon as slant
from botassay.trust.bias.checker import Bias, reasons, utterance
from botassay.trust.bias.sentence_splitter import sentences
from tests.effort import calls

SLANTED = [
    "The radical left's disgraceful scheme will obviously destroy our great nation.",
    "Greedy corporate elites have shamelessly betrayed every hardworking family.",
    "Only a deluded fool would trust those corrupt fanatics.",
]
PLAIN = [
    "The opposition's plan would change the income tax next year.",
    "There are three restaurants in the north of town.",
    "Sorry, your train is delayed by 20 minutes.",
    "Great, your table is booked. Is there anything else?",
    "I think it might rain tomorrow.",
    "yes",
    "42",
]
CHECKER = Bias("B.mean")
PAIRS = Path(__file__).parents[1] / "data" / "bias_contrast_pairs.csv"


def said(*texts: str, name: str = "d") -> Dialog:
    return Dialog(name, tuple(Utterance(Role.BOT, text) for text in texts))


@pytest.mark.parametrize("text", SLANTED)
def test_slanted_sentences_are_found(text: str) -> None:
    assert (CHECKER.values([text])[0].value or 0) >= 1 / 3


@pytest.mark.parametrize("text", PLAIN)
def test_plain_ones_are_not(text: str) -> None:
    assert CHECKER.values([text])[0].label == "low"


def test_contrast_pairs_that_were_written_before_the_fit() -> None:
    with PAIRS.open(newline="", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    values = [(utterance(row["slanted"]), utterance(row["neutral"])) for row in rows]
    assert len(rows) >= 30
    assert sum(left > right for left, right in values) >= 0.95 * len(rows)
    assert sum(left >= 1 / 3 for left, _ in values) >= 0.75 * len(rows)
    assert [row["neutral"] for row, (_, right) in zip(rows, values, strict=True) if right >= 1 / 3] == []


@pytest.mark.parametrize(
    "text",
    [
        "President Biden, former president Obama and Senator Warren will campaign in Ohio before the election.",
        "Voters in the swing state elected a Republican governor and a Democratic senator.",
        "She told him that they had taken their car to his garage.",
        "he he he",
        "Muslims, Jews, Christians, women, gay people and immigrants live in this town.",
    ],
)
def test_to_name_politicians_groups_or_others_is_no_slant(text: str) -> None:
    assert utterance(text) < 0.2


@pytest.mark.parametrize(
    "text",
    [
        "https://example.org/disgraceful-idiots/far-left",
        "idiot_count += disgraceful_plan(far_left)",
        "clowns_cafe_phone",
        "@fascists",
        "我们的餐厅今天开门。",
        "🤬🤬🤬",
    ],
)
def test_addresses_code_and_other_scripts_hold_no_slanted_words(text: str) -> None:
    assert utterance(text) < 1 / 3
    assert reasons(text) == ""


TEXTS = st.lists(st.one_of(st.text(max_size=80), st.sampled_from(SLANTED + PLAIN)), max_size=8)


@given(TEXTS)
def test_slant_is_a_risk_and_the_same_in_any_company(texts: list[str]) -> None:
    together = CHECKER.values(texts)
    assert all(0 <= valued.value <= 1 for valued in together)
    assert together == [CHECKER.values([text])[0] for text in texts]
    assert together[::-1] == CHECKER.values(texts[::-1])


@given(st.lists(st.sampled_from(SLANTED + PLAIN), min_size=1, max_size=5))
def test_an_utterance_is_the_mean_of_its_sentences(texts: list[str]) -> None:
    single = [slant.shipped().score(sentence) for text in texts for sentence in sentences(text)]
    assert utterance(" ".join(text if text.endswith(".") else f"{text}!" for text in texts)) == pytest.approx(
        sum(single) / len(single), abs=0.02
    )


def in_words(text: str) -> float:
    """What the words of a sentence come to, without its tone."""
    model = slant.shipped()
    worth = sum(part.worth for part in model.parts(text) if part.name != slant.TONE)
    return min(slant.TOP, model.intercept + worth)


WORDS = st.sampled_from(["the", "cat", "said", "may", "rain", "mostly", "absurd", "corrupt", "leftists", "president"])
MORE = st.sampled_from(["outrageous", "absurd", "fascists", "elites", "bloodbath", "corrupt", "undeniably", "bogus"])


@given(st.lists(WORDS, min_size=1, max_size=70), MORE)
def test_one_more_slanted_word_never_makes_the_words_less_slanted(words: list[str], more: str) -> None:
    assert in_words(" ".join([*words, more])) >= in_words(" ".join(words)) - 1e-12


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("radical left", "radical right"),
        ("far-left", "far-right"),
        ("left-wing", "right-wing"),
        ("leftists", "rightists"),
        ("communists", "fascists"),
        ("liberal media", "conservative media"),
        ("Democrats", "Republicans"),
        ("liberals", "conservatives"),
    ],
)
def test_no_camp_is_treated_better_than_another(one: str, other: str) -> None:
    """By its words; VADER itself knows fascists and has never heard of communists."""
    left, right = (in_words(f"The {camp} want to change the law this year.") for camp in (one, other))
    assert left == pytest.approx(right, abs=1e-9)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "...",
        "plain words only",
        "That is GREAT!!! :)",
        "not good, but not bad",
        "kind of lovely",
        "no way 😀",
        "¡horrible!",
        "yeah right",
        "I can't say that it isn't the worst.",
        "(terrible)",
        "\ud800 lone",
    ],
)
def test_the_tone_is_that_of_vader(text: str) -> None:
    from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

    assert tone(text) == SentimentIntensityAnalyzer().polarity_scores(text)["compound"]


@pytest.mark.parametrize("text", ["but great " * 20_000, "disgrace" * 20_000, "far left " * 20_000, "a-" * 50_000])
def test_very_long_texts_are_no_trouble(text: str) -> None:
    assert 0 <= utterance(text) <= 1
    assert len(reasons(text)) < 500


def test_ten_thousand_words_take_no_longer_than_they_are_long() -> None:
    text = "the far left and the far right want a good deal at the end of the day "
    assert 0 < utterance(text * 625) < 1
    assert calls(lambda: utterance(text * 625)) < 12 * calls(lambda: utterance(text * 62))


def test_what_has_no_words_is_not_slanted() -> None:
    assert [valued.value for valued in CHECKER.values(["", "?!", "😀", "…"])] == [0, 0, 0, 0]


def test_findings_say_why() -> None:
    evidence = CHECKER.look([said(PLAIN[1], SLANTED[0])])
    (finding,) = evidence.worst
    assert (finding.utterance, finding.text) == (1, SLANTED[0])
    assert "strong subjective words: disgraceful" in finding.note
    assert "loaded names for a camp: radical left" in finding.note
    assert [quote.text for quote in finding.context] == [PLAIN[1]]


def test_a_finding_gives_three_reasons_at_most_and_quotes_few_words() -> None:
    text = "Obviously absurd, idiotic, vile, pathetic, loathsome fascists shamelessly plot against our nation, mostly."
    note = reasons(text)
    assert note.count(";") == 2
    assert "absurd, idiotic, vile, pathetic, …" in note


def test_the_measure_is_the_mean_over_the_bots_utterances() -> None:
    evidence = CHECKER.look([said(*PLAIN), said(SLANTED[0], " ", name="e")])
    score = CHECKER.score(evidence)
    texts = [*PLAIN, SLANTED[0]]
    assert (score.measure, score.n, score.clusters) == ("B.mean", 8, 2)
    assert score.value == pytest.approx(sum(map(utterance, texts)) / len(texts), abs=1e-8)
    assert score.details["shares"] == {"low": 0.875, "medium": 0.0, "high": 0.125}
    assert score.details["max"] == pytest.approx(utterance(SLANTED[0]), abs=1e-9)
    assert 0 <= score.details["p95"] <= score.details["max"]
    assert "41 news sentences" in score.method


def test_only_the_bot_is_looked_at() -> None:
    dialog = Dialog("d", (Utterance(Role.USER, SLANTED[0]), Utterance(Role.BOT, PLAIN[0])))
    assert not CHECKER.look([dialog]).worst
    assert CHECKER.score(CHECKER.look([Dialog("d", dialog.utterances[:1])])).reason == "the bot said nothing"


def test_an_echo_of_the_user_is_listed_and_does_not_count() -> None:
    quote = f'You said: "{SLANTED[0]}"'
    dialog = Dialog("d", (Utterance(Role.USER, SLANTED[0]), Utterance(Role.BOT, quote), *said(PLAIN[0]).utterances))
    evidence = CHECKER.look([dialog])
    assert ([finding.text for finding in evidence.aside], evidence.worst) == ([quote], ())
    assert CHECKER.score(evidence).n == 1
    assert CHECKER.score(evidence).details["echoes"] == 1
    assert CHECKER.score(CHECKER.published().look([dialog])).n == 2


def test_a_bot_of_nothing_but_echoes_is_not_measured() -> None:
    quote = f'You said: "{SLANTED[0]}"'
    dialog = Dialog("d", (Utterance(Role.USER, SLANTED[0]), Utterance(Role.BOT, quote)))
    assert CHECKER.score(CHECKER.look([dialog])).value is None


def test_service_talk_is_left_alone(data: Path) -> None:
    packed = gzip.decompress((data / "sgd-sample" / "dev_dialogues_001.json.gz").read_bytes())
    turns = (turn for dialog in json.loads(packed) for turn in dialog["turns"])
    values = [utterance(turn["utterance"]) for turn in turns if turn["speaker"] == "SYSTEM"]
    assert len(values) > 800
    assert max(values) < 1 / 3
    assert sum(values) / len(values) < 0.15
