"""The hospital bot: conversations of many turns, the table it reads, and what it does not understand."""

import csv
from contextlib import suppress
from importlib.resources import files
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.errors import InputError
from botassay.plugins.protocols import Reply
from botassay.trust.abuse.checker import Abuse
from botassay_samples import sample
from botassay_samples.hospital import Place, adviser, bundled, read_table
from botassay_samples.hospital.talk import MORE, PAGE
from botassay_samples.hospital.words import WORDS
from botassay_samples.phrases import choice

HEAD = (
    "Facility ID,Facility Name,Address,City/Town,State,ZIP Code,County/Parish,Telephone Number,Hospital Type,"
    "Hospital Ownership,Emergency Services,Hospital overall rating"
)


def talk(*texts: str) -> list[Reply]:
    session = sample("hospital")("Ann")
    return [session.reply(text) for text in texts]


def last(*texts: str) -> Reply:
    return talk(*texts)[-1]


# ── conversations ───────────────────────────────────────────────────────────────────────────────────────────────────


def test_it_asks_back_for_what_is_missing_and_shows_a_menu() -> None:
    hello, where, menu, one, phone, bye = talk(
        "Hello", "I need a heart doctor", "Portvale", "2", "What is the phone number?", "Thanks, bye"
    )
    assert "computer program" in hello.text
    assert "made up" in hello.text
    assert where.text == "In which city or county do you need heart care?"
    assert menu.options == ("Saint Orla's Medical Center", "Gullwing Heart Institute", "Portvale General Hospital")
    assert "2. Gullwing Heart Institute (Portvale, rated 4 of 5)" in menu.text
    assert one.text.startswith("Gullwing Heart Institute is at 77 Mast Avenue, Portvale, QA")
    assert phone.text == "The phone number of Gullwing Heart Institute is (000) 555-0105."
    assert [r.intent for r in (hello, where, menu, one, phone)] == [
        "greet",
        "find_hospital",
        "find_hospital",
        "choose_hospital",
        "hospital_details",
    ]
    assert bye.intent in ("thank", "goodbye")


def test_it_asks_for_the_service_when_only_the_place_is_known() -> None:
    what, menu = talk("any hospital in Quillhaven?", "cancer care")
    assert what.text.startswith("Which medical service do you need in Quillhaven?")
    assert "cancer care" in what.options
    assert menu.options == ("Quillhaven University Hospital", "Quillhaven Children's Hospital")


@pytest.mark.parametrize(
    "pick",
    ["2", "the second one", "number 2", "option two, please", "Gullwing", "gullwing heart institute", "I'll take 2"],
)
def test_a_choice_is_understood_by_number_or_name(pick: str) -> None:
    reply = last("heart care in Portvale", pick)
    assert (reply.intent, reply.text[:24]) == ("choose_hospital", "Gullwing Heart Institute")


@pytest.mark.parametrize("pick", ["0", "9", "22", "-1", "4711", "the eighth one"])
def test_a_number_that_is_not_on_the_menu_chooses_nothing(pick: str) -> None:
    assert last("heart care in Portvale", pick).intent == "fallback"


def test_a_long_list_is_shown_in_pages() -> None:
    first, second, again = talk("hospitals in Portvale", "any", MORE, "more")[1:]
    assert len(first.options) == PAGE + 1
    assert first.options[-1] == MORE
    assert len(second.options) == 2
    assert not set(first.options) & set(second.options)
    assert again.options == first.options


def test_after_one_hospital_the_list_can_be_seen_again() -> None:
    menu, _, again = talk("heart care in Portvale", "2", MORE)
    assert again.options == menu.options


def test_the_place_can_be_changed_and_the_service_stays() -> None:
    reply = last("eye care in Portvale", "and what about Merrowmere?")
    assert "Merrowmere Eye and Ear Hospital" in reply.text


def test_what_is_not_here_is_looked_for_around() -> None:
    reply = last("eye care in Sedgewater")
    assert "no hospital in Sedgewater with eye care" in reply.text
    assert "Tidewalk Eye Clinic and Hospital" in reply.text


def test_a_county_a_state_and_a_zip_code_are_places() -> None:
    assert "maternity in Lakemantle County" in last("maternity in Lakemantle County").text
    assert "hospitals for maternity in Brindlemark" in last("maternity in Brindlemark").text
    assert "kidney care in 00002" in last("kidney care, 00002").text
    assert "in Quillany" in last("I live in QA and need surgery").text


def test_a_place_that_is_misspelled_is_asked_for() -> None:
    asked, found = talk("where can I give birth in Merowmere?", "1")
    assert asked.options == ("Merrowmere",)
    assert "Merrowmere Hospital" in found.text


def test_an_unknown_place_is_said_so() -> None:
    reply = last("heart care in London")
    assert reply.text.startswith("I know no hospital in “London”.")
    assert "Portvale" in reply.options
    assert last("heart care", "Atlantis").text.startswith("I know no hospital in “Atlantis”.")


def test_what_a_user_wrote_is_quoted_and_never_said_by_the_bot() -> None:
    """An insult in the place of a city stands in quotation marks, and what only sounds like a place is none."""
    assert last("heart care in Idiot").text.startswith("I know no hospital in “Idiot”.")
    assert "“Idiot”" in last("I need a heart doctor", "Idiot").text
    assert "fact" not in last("In fact either a doctor or a clinic for my lungs").text.lower()
    assert last("my lungs hurt").text == "In which city or county do you need lung care?"


def test_where_the_user_is_cannot_be_seen() -> None:
    assert "I cannot see where you are" in last("I need a doctor near me").text
    assert last("heart care near me").text == "In which city or county do you need heart care?"


def test_an_unknown_service_is_said_so() -> None:
    reply = last("a dentist in Portvale")
    assert reply.text.startswith("I did not recognise a medical service in that.")
    assert last("Portvale", "dentistry").text.startswith("I do not know that service.")


def test_small_talk() -> None:
    for text, intent in {
        "hi": "greet",
        "thank you": "thank",
        "bye": "goodbye",
        "what can you help with?": "help",
        "Help!": "help",
        "start over": "start_over",
        "tell me a joke": "fallback",
        "": "fallback",
        "are you human?": "are_you_a_robot",
        "I want to die": "crisis",
        "more": "more_hospitals",
        "I need a hospital": "find_hospital",
    }.items():
        assert last(text).intent == intent, text


def test_start_over_forgets_what_was_said() -> None:
    assert "Which medical service" in last("heart care", "start over", "Portvale").text


def test_in_an_emergency_it_says_first_whom_to_call() -> None:
    for text in ("Chest pain in Rookstile", "I need emergency care"):
        assert last(text).text.startswith("If this is an emergency, please call your local emergency number now.")


def test_the_details_of_a_hospital() -> None:
    asked = ["where is it?", "how is it rated?", "is there an emergency room?", "which services do they offer?"]
    told = talk("Tell me about Margin House", *asked)
    assert [reply.text for reply in told[1:]] == [
        "Margin House is at 4 Footnote Lane, Quillhaven, QA 00006.",
        "It has no overall rating.",
        "It has no emergency room.",
        "Margin House offers addiction, mental health.",
    ]


def test_that_the_hospitals_are_made_up_is_said_before_the_first_one_is_named() -> None:
    for opening in ("heart care in Portvale", "Tell me about Margin House", "hello", "help"):
        replies = talk(opening, "heart care in Portvale")
        assert sum("made up" in reply.text for reply in replies) == 1
        assert "made up" in replies[0].text


def test_nothing_passes_from_one_session_to_another() -> None:
    begin = sample("hospital")
    ann, bob = begin("Ann"), begin("Bob")
    ann.reply("heart care in Portvale")
    ann.reply("2")
    assert bob.reply("what is the phone number?").intent == "fallback"
    assert bob.reply("Portvale").text.startswith("Which medical service")


def test_it_is_polite() -> None:
    texts = [
        reply.text for reply in talk("hi", "heart care", "Nowhere", "x y z w", "heart care in Portvale", "1", "bye")
    ]
    assert not any(valued.flagged for valued in Abuse().values(texts))


def test_what_users_say_is_not_said_back_at_length() -> None:
    rude = "you are a total and utter failure of a machine and so is your maker"
    for before in ((), ("heart care",), ("Portvale",)):
        assert "failure" not in last(*before, rude).text


LINES = st.sampled_from(
    [
        *WORDS.services,
        *sorted({h.city for h in bundled().hospitals}),
        "1",
        "2",
        "6",
        MORE,
        "start over",
        "phone?",
        "in Oz",
    ]
)


@given(st.lists(LINES, max_size=10))
def test_every_option_leads_somewhere(lines: list[str]) -> None:
    session = sample("hospital")("Ann")
    for line in lines:
        reply = session.reply(line)
        assert 0 <= (reply.confidence or 0) <= 1
        assert len(set(reply.options)) == len(reply.options)
        for option in reply.options:
            assert option in (MORE, "Start over") or option in reply.text
        if reply.options:
            assert session.reply(reply.options[0]).intent != "fallback"


# ── the table ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_bundled_table_is_plainly_invented() -> None:
    table = bundled()
    assert table.fictional
    assert len(table.hospitals) == 40
    assert len({h.id for h in table.hospitals}) == len({h.name for h in table.hospitals}) == 40
    assert all(h.id.startswith("FICTION-") and h.phone.startswith("(000) 555-01") for h in table.hospitals)
    assert {h.state for h in table.hospitals}.isdisjoint(set(WORDS.states) - {"QA", "QB"})


def test_the_bundled_table_knows_no_service_that_nobody_can_ask_for() -> None:
    named = {service for hospital in bundled().hospitals for service in hospital.services}
    assert named == set(WORDS.services)


def table_of(*rows: str, head: str = HEAD) -> str:
    return "\n".join([head, *rows]) + "\n"


def test_the_public_layout_is_read_and_services_are_told_from_type_and_emergency() -> None:
    text = table_of(
        'X1,"SAINT NOBODY, KIDS",1 A ST,SPRINGFIELD,IL,00001,BLUE,(000) 555-0100,Childrens,Private,Yes,Not Available',
        "X2,Second,2 B St,Springfield,MO,00002,Green,(000) 555-0101,Psychiatric,Private,No,3",
    )
    table = read_table(text.splitlines(keepends=True), "t.csv")
    one, two = table.hospitals
    assert (one.name, one.city, one.emergency, one.rating) == ("Saint Nobody, Kids", "Springfield", True, None)
    assert [sorted(h.services) for h in (one, two)] == [["children's care", "emergency care"], ["mental health"]]
    assert not table.fictional
    assert table.find(None, Place("city", "Springfield")) == (two, one)
    session = adviser(table)("Ann")
    reply = session.reply("children's care in Springfield, IL")
    assert "Saint Nobody, Kids" in reply.text
    assert "made up" not in reply.text
    assert (
        "no hospital with children's care in Springfield or around"
        in session.reply("and in Springfield, Missouri?").text
    )


def test_older_names_of_columns_are_known() -> None:
    old = HEAD.replace("Facility ID", "Provider ID").replace("Facility Name", "Hospital Name")
    old = old.replace("City/Town", "City").replace("County/Parish", "County Name").replace("Telephone", "Phone")
    row = "X2,Second,2 B St,Springfield,MO,00002,Green,(000) 555-0101,Psychiatric,Private,No,3"
    assert read_table(["\ufeff" + line for line in [old]] + ["\n", row], "t.csv").hospitals[0].county == "Green"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "t.csv:1: E142 the header lacks the column 'Facility ID'"),
        (table_of(), "t.csv: E100 the table has no hospitals"),
        (table_of(head=HEAD.replace("ZIP Code", "Zap")), "lacks the column 'ZIP Code'"),
        (table_of("X1"), "t.csv:2: E136 a hospital needs a name and a city"),
    ],
)
def test_a_faulty_table_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(InputError) as error:
        read_table(text.splitlines(keepends=True), "t.csv")
    assert complaint in str(error.value)


@given(st.text())
def test_any_file_is_a_table_or_told_off(text: str) -> None:
    with suppress(InputError):
        assert read_table([f"{HEAD}\n", *StringIO(text)], "t.csv").hospitals


def test_the_bundled_file_has_the_columns_of_the_public_one_and_one_more() -> None:
    text = files("botassay_samples.hospital").joinpath("fictional-hospitals.csv").read_text("utf-8")
    head = next(csv.reader(StringIO(text)))
    assert set(HEAD.split(",")) < set(head)
    assert head[-1] == "Medical Services"


@given(st.text(max_size=80), st.lists(st.text(), max_size=9))
def test_a_choice_is_one_of_the_options(text: str, options: list[str]) -> None:
    assert choice(text, options) in [None, *options]
