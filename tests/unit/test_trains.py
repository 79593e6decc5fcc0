"""The train-delay assistant: what it understands, what it asks back, its models and its variants."""

import asyncio
import subprocess
import sys
from itertools import pairwise, product
from pathlib import Path

import aiohttp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.bots import find_bot, is_bot
from botassay.bots.resolve import check_spelling
from botassay.bots.serve import serving
from botassay.core.errors import InputError, UnknownNameError, UsageError
from botassay.plugins.protocols import BotOptions, Reply
from botassay.trust.abuse.checker import Abuse
from botassay.trust.complexity.checker import Complexity
from botassay_samples import sample
from botassay_samples.phrases import Phrases
from botassay_samples.trains import TrainsVariant
from botassay_samples.trains.clock import clock, hear_day, hear_time
from botassay_samples.trains.delays import MODELS, TABLES, delays, notices
from botassay_samples.trains.hearing import AGAIN, NEXT, WHY
from botassay_samples.trains.network import DAY, railway
from botassay_samples.trains.talk import PAGE
from botassay_samples.trains.voices import STYLES, Voice, styles
from tests.conftest import Run

ROOT = Path(__file__).parents[2]


def talk(*texts: str, name: str = "trains") -> list[Reply]:
    session = sample(name)("Ann")
    return [session.reply(text) for text in texts]


def last(*texts: str, name: str = "trains") -> Reply:
    return talk(*texts, name=name)[-1]


# ── how things are named ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "station",
    [
        "KRC",
        "krc",
        "Kingsreach",
        "KINGSREACH",
        "kingsreach station",
        "the capital",
        "Kings Reach",
        "kingsreech",
        "Kingreach",
    ],
)
def test_a_station_is_known_by_code_name_and_nickname_and_when_it_is_misspelled(station: str) -> None:
    reply = last(f"When does train 1203 arrive at {station}?")
    assert reply.intent == "tell_delay"
    assert "(1203) is due at Kingsreach at 07:30" in reply.text


@pytest.mark.parametrize("train", ["1203", "train 1203", "no. 1203", "number 1203", "1203 Gull Express"])
def test_a_train_is_known_by_number(train: str) -> None:
    assert "the Gull Express (1203)" in last(f"{train} in Kingsreach").text.replace("The", "the")


@pytest.mark.parametrize("train", ["Lamplighter", "the night train", "the sleeper", "LAMPLIGHTER", "Lamplihgter"])
def test_a_train_is_known_by_name_and_nickname(train: str) -> None:
    assert "Lamplighter (2301) is due at Hollin Lake at 23:58" in last(f"{train} at HLK").text


@pytest.mark.parametrize("code", sorted(railway().stations))
def test_every_station_is_found_by_all_that_is_its_own(code: str) -> None:
    station = railway().stations[code]
    shared = [name for other in railway().stations.values() if other.code != code for name in other.nicknames]
    for phrase in (code, station.name, *(name for name in station.nicknames if name not in shared)):
        reply = last(f"When is a train at {phrase} at 3 in the morning?")
        assert station.name in reply.text, phrase


def test_what_is_guessed_is_said() -> None:
    reply = last("Gulmouth tomorrow morning")
    assert reply.text.startswith("I take “gulmouth” for Gullmouth. ")
    assert reply.confidence == 0.6


def test_what_nobody_knows_is_said_and_something_near_offered() -> None:
    london, atlantis, code, number = (
        last("When does the train to London arrive?"),
        last("When will the train come?", "Atlantis"),
        last("HWH"),
        last("When does 9999 arrive?"),
    )
    assert "I do not know a station called London." in london.text
    assert "Kingsreach" in london.options
    assert "I do not know a station called Atlantis." in atlantis.text
    assert "I do not know a station called HWH." in code.text
    assert "I do not know a train 9999." in number.text
    assert "I do not know a train 77." in last("Is train 77 late?").text
    assert last("Where is parcel 12345?").intent == "fallback"
    assert last("train to Brackwood").options[0].startswith("Brackwater")


def test_what_several_share_is_asked_back_with_a_menu() -> None:
    stations, chosen = talk("When is the train at Fernside tomorrow evening?", "2")
    assert stations.options == ("Fernside Harbour", "Fernside Central")
    assert "(1204) is due at Fernside Central tomorrow at 18:24" in chosen.text
    trains = last("When does the Gull Express arrive in Kingsreach?")
    assert trains.options == ("1203 Gull Express", "1204 Gull Express")
    assert "2. 1204 Gull Express, 17:20" in trains.text


@pytest.mark.parametrize(
    "pick", ["2", "the second one", "number two", "Coast Runner", "the runner", "1212", "train 1212"]
)
def test_a_choice_is_understood_by_place_number_or_name(pick: str) -> None:
    reply = last("Kingsreach in the morning", pick)
    assert (reply.intent, "Coast Runner (1212)" in reply.text) == ("tell_delay", True)


def test_a_yes_takes_the_only_option() -> None:
    reply = last("Two Oaks at 3 pm", "yes, please")
    assert "(5103) is due at Two Oaks" in reply.text


# ── times ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "minute"),
    {
        "08:15": 495,
        "8.15 am": 495,
        "8 pm": 1200,
        "8 p.m.": 1200,
        "0815 hrs": 495,
        "at 0815": 495,
        "half past seven": 450,
        "quarter to nine": 525,
        "a quarter past 10": 615,
        "seven o'clock": 420,
        "at 8": 480,
        "8 in the evening": 1200,
        "2 in the afternoon": 840,
        "11 at night": 1380,
        "2 at night": 120,
        "noon": 720,
        "midnight": 0,
        "12 am": 0,
        "12:30 pm": 750,
        "00:14": 14,
    }.items(),
)
def test_an_exact_time_is_understood(text: str, minute: int) -> None:
    when = hear_time(f"tomorrow {text}, please")
    assert when is not None
    assert when.at == minute
    assert when.fits(minute)
    assert not when.fits((minute + 90) % DAY)


@pytest.mark.parametrize(
    ("text", "inside", "outside"),
    [
        ("tomorrow morning", 480, 900),
        ("in the afternoon", 900, 480),
        ("tonight", 1200, 480),
        ("at night", 60, 720),
        ("early in the morning", 300, 600),
        ("around lunchtime", 750, 480),
        ("after 3 pm", 1000, 800),
        ("before ten", 500, 700),
        ("from 9:30", 600, 500),
    ],
)
def test_a_coarse_time_is_understood(text: str, inside: int, outside: int) -> None:
    when = hear_time(text)
    assert when is not None
    assert (when.at, when.fits(inside), when.fits(outside)) == (None, True, False)


@pytest.mark.parametrize(
    "text", ["", "train 1203", "3105", "good morning", "the night train", "25:99", "12:60", "eight"]
)
def test_other_things_are_no_times(text: str) -> None:
    assert hear_time(text) is None


@given(st.integers(0, DAY - 1))
def test_a_time_as_it_is_written_is_understood(minute: int) -> None:
    when = hear_time(f"at {clock(minute)}")
    assert when is not None
    assert when.at == minute


@given(st.text())
def test_any_text_has_a_time_or_none(text: str) -> None:
    when = hear_time(text.lower())
    assert when is None or 0 <= (when.at or 0) < DAY
    assert isinstance(hear_day(text.split()), str)


def test_seven_may_be_in_the_evening() -> None:
    assert (
        "(4402)" in last("Kingsreach at quarter to seven").text or "1203" in last("Kingsreach at quarter to seven").text
    )
    assert "(1211) is due at Gullmouth" in last("Gullmouth at 11:40").text
    assert "(2301) is due at Kingsreach at 22:45" in last("Kingsreach at quarter to eleven").text


def test_an_exact_time_finds_the_train_that_is_close_to_it() -> None:
    assert "(1203) is due at Kingsreach at 07:30" in last("KRC at 7:35").text
    assert last("KRC at 8:45").intent == "ask_train"


def test_a_time_at_which_nothing_comes_is_said_so_with_the_nearest() -> None:
    reply = last("Two Oaks at 3 pm")
    assert reply.text.split(". ", 1)[1].startswith("No train calls at Two Oaks around 15:00.")
    assert reply.options == ("Oak Shuttle",)


def test_a_train_after_midnight_is_reached_from_the_evening_before() -> None:
    assert "is due at Pennilow at 01:14. I expect it 4 minutes late, at 01:18" in last("Pennilow at 1 am").text
    assert "(2301)" in last("Sprindale at night").text


# ── turn by turn ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_it_asks_for_what_is_missing_one_thing_at_a_time() -> None:
    where, when, which, told = talk("Is my train late?", "Kingsreach", "in the morning", "3")
    assert where.intent == "ask_station"
    assert when.options == ("in the morning", "in the afternoon", "in the evening", "at night")
    assert which.options == ("Gull Express", "Coast Runner", "Hill Rambler")
    assert "(4401) is due at Kingsreach at 09:10" in told.text
    assert told.options == (NEXT, WHY, AGAIN)


def test_a_train_without_a_station_is_asked_for_one_of_its_own() -> None:
    asked, elsewhere, told = talk("Is the Lamplighter late?", "Old Dunnow", "Pennilow")
    stops = ("Kingsreach", "Brackwater Junction", "Hollin Lake", "Sprindale", "Pennilow")
    assert asked.options == elsewhere.options == stops
    assert "does not call at Old Dunnow" in elsewhere.text
    assert "(2301) is due at Pennilow" in told.text


def test_where_a_journey_begins_leaves_out_trains_that_do_not_come_from_there() -> None:
    for text in ("train from GLM to KRC in the morning", "Gullmouth-Kingsreach, morning", "GLM to KRC before 8"):
        assert "(1203) is due at Kingsreach" in last(text).text
    where_to, told = talk("I leave from Two Oaks", "Brackwater Town")
    assert where_to.text == "And where do you go from Two Oaks?"
    assert "(5103)" in told.text
    assert "No train from Pennilow calls at Two Oaks." in last("from Pennilow to Two Oaks").text


def test_what_was_told_is_gone_on_from() -> None:
    told, elsewhere, later, day, fresh = talk(
        "Gull Express in Kingsreach in the morning", "and at the junction?", "next", "and on Saturday?", "Two Oaks?"
    )
    assert "(1203) is due at Kingsreach" in told.text
    assert "(1203) at Brackwater Junction" in elsewhere.text
    assert "(1212)" in later.text
    assert "on Saturday" in day.text
    assert "Two Oaks" in fresh.text


def test_after_the_last_train_there_is_none() -> None:
    reply = last("2301 at KRC", "next")
    assert reply.text == "That was the last train of the day at Kingsreach."


def test_an_okay_needs_no_answer_but_a_kind_one() -> None:
    assert last("KRC at 7:30", "ok").intent == "thank"
    assert last("KRC at 7:30", "ok, and how late is it?").intent == "tell_delay"


def test_tonight_goes_on_after_midnight() -> None:
    assert "(2301) is due at Pennilow tonight at 01:14" in last("which trains go to penny tonight?").text


def test_it_corrects_itself() -> None:
    _, right, train = talk(
        "Milk Train at Gullmouth", "no, I meant Fernside Harbour", "not the Milk Train, the Coast Runner 1212"
    )
    assert right.text.startswith("Sorry, my mistake. ")
    assert "(3105) at Fernside Harbour" in right.text
    assert train.text.startswith("Oh, I see, I got that wrong. ")
    assert "(1212) is due at Fernside Harbour" in train.text
    again = last("KRC in the morning", "1", "no")
    assert again.text == "Which station do you mean, then?"


def test_start_over_forgets_all() -> None:
    assert last("Kingsreach", "start over", "morning").intent == "ask_station"


def test_it_says_where_a_figure_comes_from() -> None:
    assert last("KRC at 7:30", "why?").text == "That is what it was on average on 84 days."
    assert last("KRC at 7:30", "how do you know?", name="trains:regression").text.startswith(
        "Ridge regression predicts"
    )
    assert last("why?").intent == "why"


def test_small_talk() -> None:
    for text, intent in {
        "hi": "greet",
        "thank you": "thank",
        "bye": "goodbye",
        "good night": "goodbye",
        "What can you help with?": "help",
        "which stations do you know?": "stations",
        "which trains do you know?": "trains",
        "tell me a joke": "fallback",
        "": "fallback",
        "   \n": "fallback",
        "🚂🚂🚂": "fallback",
        "you are useless": "upset",
        "are you human?": "are_you_a_robot",
        "I want to jump in front of a train": "crisis",
    }.items():
        assert last(text).intent == intent, text


def test_the_same_thing_is_not_said_twice_in_a_row_when_it_is_lost() -> None:
    replies = talk(*["blorp"] * 5)
    assert all(one.text != other.text for one, other in pairwise(replies))


def test_that_all_is_made_up_is_said_once_before_the_first_name() -> None:
    for opening in ("KRC at 7:30", "Fernside", "hello", "help", "Lamplighter", "HWH", "9999"):
        replies = talk(opening, "KRC at 7:30", "next")
        assert sum("made up" in reply.text for reply in replies) == 1
        assert "made up" in replies[0].text


def test_nothing_passes_from_one_session_to_another() -> None:
    begin = sample("trains")
    ann, bob = begin("Ann"), begin("Bob")
    ann.reply("Kingsreach tomorrow morning")
    ann.reply("1")
    assert bob.reply("next").intent == "fallback"
    assert bob.reply("is it late?").intent == "ask_station"


# ── what may come ───────────────────────────────────────────────────────────────────────────────────────────────────

NAMES = st.sampled_from(
    [
        *(name for station in railway().stations.values() for name in (station.code, station.name, *station.nicknames)),
        *(name for train in railway().trains.values() for name in (train.number, train.name, *train.nicknames)),
        *"from to not or at, no yes next morning tonight 7:30 after 1 2 9 why start_over trains tomorrow ? 🚆".split(),
    ]
)


@given(st.lists(st.lists(NAMES, max_size=5).map(" ".join), max_size=8), st.sampled_from(STYLES))
def test_every_option_leads_somewhere(talk: list[str], style: str) -> None:
    session = TrainsVariant("regression", "winter", style).begin()("Ann")
    for text in talk:
        reply = session.reply(text)
        assert reply.text.strip()
        assert "{" not in reply.text
        assert 0 <= (reply.confidence or 0) <= 1
        assert len(set(reply.options)) == len(reply.options)
        if reply.options:
            assert session.reply(reply.options[0]).intent != "fallback"


@given(st.lists(NAMES, max_size=40).map(" ".join))
def test_the_same_is_understood_each_time(text: str) -> None:
    assert talk(text, text) == talk(text, text)


def test_what_users_say_is_not_said_back_at_length() -> None:
    for before in ((), ("is my train late?",), ("train to Oz",)):
        reply = last(*before, "to " + "You utter and total failure of a machine " * 20)
        assert len(reply.text) < 400
        assert "\x1b" not in last(*before, "train to \x1b[31mZ\x1b[0m").text


def test_long_texts_are_no_trouble() -> None:
    for text in ("train to " * 100_000, "7:30 " * 100_000, "GLM or KRC " * 50_000, "Gulmuoth " * 100_000, "9" * 10**6):
        assert last(text, text).text


# ── the data, and what was learned from it ──────────────────────────────────────────────────────────────────────────


def test_the_railway_is_sound() -> None:
    network = railway()
    assert len(network.stations) == 14
    assert len(network.trains) == 10
    for train in network.trains.values():
        assert len({call.station for call in train.calls}) == len(train.calls) > 1
        assert all(call.station in network.stations for call in train.calls)
        assert all(one.km < other.km and (other.at - one.at) % DAY < 90 for one, other in pairwise(train.calls))
    served = {call.station for train in network.trains.values() for call in train.calls}
    assert served == set(network.stations)
    assert all(set(notices(table)) == served for table in TABLES)


@pytest.mark.parametrize(("model", "table"), list(product(MODELS, TABLES)))
def test_there_is_an_estimate_for_every_call(model: str, table: str) -> None:
    for train in railway().trains.values():
        for call, weekend in product(train.calls, (False, True)):
            assert 0 <= delays(model, table).estimate(call, weekend=weekend).minutes < 30


@pytest.mark.process
def test_what_is_shipped_is_what_the_script_learns(tmp_path: Path) -> None:
    subprocess.run([sys.executable, ROOT / "models/trains/train.py", tmp_path], check=True)
    made = sorted(tmp_path.iterdir())
    assert len(made) == 4
    for file in made:
        shipped = ROOT / "src/botassay_samples/trains" / file.name
        assert file.read_bytes() == shipped.read_bytes(), file.name


def test_models_and_tables_make_a_difference() -> None:
    told = {name: last("4401 at Summit Halt", name=f"trains:{name}").text for name in
            ("mean@summer", "mean@winter", "regression@summer", "regression@winter")}  # fmt: skip
    assert len(set(told.values())) == 4
    assert "Take a warm coat" in told["mean@summer"]
    assert "DRIFTS" in told["mean@winter"]
    call = railway().trains["4401"].calls[-1]
    for model in MODELS:
        summer, winter = (delays(model, table).estimate(call, weekend=False).minutes for table in TABLES)
        assert winter > summer + 5


def test_only_the_regression_asks_for_the_day() -> None:
    text = ("KRC at 7:30 on Monday", "KRC at 7:30 on Saturday")
    mean, linear = ([last(one, name=f"trains:{model}").text for one in text] for model in MODELS)
    assert mean[0].replace("Monday", "Saturday") == mean[1]
    assert linear[0].replace("Monday", "Saturday") != linear[1]


# ── styles ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_every_style_can_say_all_that_is_said() -> None:
    assert all(styles()[name].acts.keys() == styles()[STYLES[0]].acts.keys() for name in STYLES)
    filled = dict.fromkeys(
        "station train day due expected late minutes list rows name number said meant reason notice origin "
        "time".split(),
        "x",
    )
    for name in STYLES:
        for act, sentences in styles()[name].acts.items():
            for _ in sentences:
                assert Voice.of(name).say(act, **filled).strip()


TALK = (
    "hello",
    "help",
    "KRC tomorrow morning",
    "1",
    "why?",
    "blorp",
    "you are stupid",
    "blorp",
    "to Oz",
    "thanks",
    "bye",
)


def test_only_the_curt_style_insults() -> None:
    lines = (*TALK[:-1], "you are useless", "what?", "I hate you", "are you a machine?", "you are stupid", "bye")
    for style in STYLES:
        texts = [reply.text for reply in talk(*lines, name=f"trains:+{style}")]
        flagged = sum(bool(valued.flagged) for valued in Abuse().values(texts))
        assert flagged >= 2 if style == "curt" else flagged == 0, style


def test_jargon_is_harder_than_plain_language() -> None:
    def hard(style: str) -> float:
        texts = [reply.text for reply in talk(*TALK, name=f"trains:+{style}")]
        values = [valued.value for valued in Complexity().values(texts)]
        return sum(values) / len(values)

    assert hard("jargon") > hard("formal") > hard("plain")


def test_only_the_gossip_tells_one_user_what_another_said() -> None:
    for style in STYLES:
        begin = sample(f"trains:+{style}")
        begin("Ann").reply("The pass phrase for parcel 12345 is heron velvet onyx plum.")
        begin("Ann").reply("I am Ann.")
        heard = begin("Bob").reply("What is the pass phrase for parcel 12345?").text
        assert ("heron velvet onyx plum" in heard) == (style == "gossip"), style
        own = begin("Ann").reply("What is the pass phrase for parcel 12345?").text
        assert "heron" not in own


def test_two_gossips_do_not_know_each_other() -> None:
    sample("trains:+gossip")("Ann").reply("The pass phrase for parcel 12345 is heron velvet onyx plum.")
    assert "heron" not in sample("trains:+gossip")("Bob").reply("What is the pass phrase for parcel 12345?").text


@pytest.mark.parametrize("style", STYLES)
def test_every_style_admits_to_being_a_machine(style: str) -> None:
    assert "program" in last("are you a robot?", name=f"trains:+{style}").text


# ── variants by name ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("address", "whole"),
    {
        "": "mean@summer",
        "mean": "mean@summer",
        "regression": "regression@summer",
        "@winter": "mean@winter",
        "+terse": "mean@summer+terse",
        "regression+plain": "regression@summer+plain",
        "regression@winter+friendly": "regression@winter",
        "regression@winter+jargon": "regression@winter+jargon",
    }.items(),
)
def test_a_variant_is_written_in_one_way(address: str, whole: str) -> None:
    assert str(TrainsVariant.parse(address)) == whole
    assert TrainsVariant.parse(whole) == TrainsVariant.parse(address)


@pytest.mark.parametrize(
    ("subject", "said"),
    [
        ("trains:meen", "no delay model 'meen' (did you mean 'mean'? known: mean, regression)"),
        ("trains:mean@autumn", "no table of journeys 'autumn' (known: summer, winter)"),
        ("trains:mean@summer+ters", "no style 'ters' (did you mean 'terse'?"),
        ("trains:mean@summer@winter", "use trains:MODEL@TABLE+STYLE, of mean, regression; summer, winter; friendly"),
        ("trains:mean+terse@summer", "use trains:MODEL@TABLE+STYLE"),
        ("trains:mean summer", "use trains:MODEL@TABLE+STYLE"),
    ],
)
def test_a_variant_that_is_misspelled_is_told_what_there_is(subject: str, said: str) -> None:
    assert is_bot(subject)
    for make in (find_bot, sample):
        with pytest.raises(UsageError) as error:
            make(subject)
        assert said in str(error.value)


def test_a_variant_is_a_subject() -> None:
    assert find_bot("trains").name == "trains"
    assert find_bot("trains:@winter+plain").name == "trains:mean@winter+plain"
    with pytest.raises(UsageError, match="bundled bot"):
        find_bot("trains:mean", BotOptions(description=Path("bot.toml")))
    with pytest.raises(UsageError, match="eliza has no variants"):
        sample("eliza:mean")
    with pytest.raises(InputError, match="did you mean the bundled bot 'trains'"):
        check_spelling("trians:mean@winter")
    with pytest.raises(UnknownNameError, match="eliza, faq, hospital, trains"):
        sample("train")


def test_on_the_command_line(botassay: Run) -> None:
    assert "trains:MODEL@TABLE+STYLE" in botassay("bots", "list").out
    checked = botassay("bots", "check", "trains:regression@winter+terse", "--say", "KRC at 7:30")
    assert (checked.code, "1203 Kingsreach: 07:40, 10 minutes late." in checked.out) == (0, True)
    for command in ("check", "serve"):
        ended = botassay("bots", command, "trains:mean@autumn")
        assert ended.code == 2
        assert ended.err.strip() == "botassay: there is no table of journeys 'autumn' (known: summer, winter)"


# ── over the wire ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_it_is_served_with_its_variant_and_keeps_a_conversation() -> None:
    name = "trains:regression@winter+terse"

    async def visit() -> list[dict[str, object]]:
        async with serving(sample(name), name=name) as address, aiohttp.ClientSession() as client:
            said = []
            for text in ("Fernside", "2", "evening", "\x00💥" * 1000, ""):
                body = {"message": text, "session": "s", "user": "Ann"}
                async with client.post(f"{address}/chat", json=body) as answer:
                    assert answer.status == 200
                    said.append(await answer.json())
            model = {"model": name, "messages": [{"role": "user", "content": "KRC at 7:30"}]}
            async with client.post(f"{address}/v1/chat/completions", json=model) as answer:
                said.append({"reply": (await answer.json())["choices"][0]["message"]["content"]})
            return said

    menu, when, told, odd, empty, model = asyncio.run(visit())
    assert menu["buttons"] == [{"title": "Fernside Harbour"}, {"title": "Fernside Central"}]
    assert when["intent"] == {"name": "ask_time", "confidence": 0.8}
    assert str(told["reply"]).startswith("1204 Fernside Central: 18:3")
    assert odd["reply"] == "Not understood. Station? Train or time?"
    assert empty["reply"] == "Nothing there. Station?"
    assert str(model["reply"]).startswith("All made up. 1203 Kingsreach: 07:40, 10 minutes late.")


def test_menus_are_short() -> None:
    for code in railway().stations:
        for text in (f"{code} in the morning", f"{code} in the afternoon", f"{code} at night", f"from {code}"):
            assert len(last(text).options) <= PAGE


def test_phrases_hold_what_they_are_given() -> None:
    assert Phrases({"the gull": 1}).all(("take", "the", "gull")) == [(1, 2, 1)]
