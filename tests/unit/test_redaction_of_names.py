"""Names of people and secrets by lists and by the words around them; places, brands and figures stay."""

import pytest

from botassay.redaction import Redactor, restored, spans
from botassay.redaction.name_words import first_name, last_name, unaccented


def _taken(text: str) -> list[str]:
    return [text[span.start : span.end] for span in spans(text)]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Why was Chinonso late again?", "Chinonso"),
        ("do you know if przemysław is in today", "przemysław"),
        ("My stepsister Quorra moved out.", "Quorra"),
        ("See you on Friday. Cheers, Zib", "Zib"),
        ("Good morning, Zibby! Ready?", "Zibby"),
        ("I'm June, from accounting.", "June"),
        ("Tell Grace that dinner is ready.", "Grace"),
        ("The landlady, Ortrud van der Meulen, was kind.", "Ortrud van der Meulen"),
        ("A parcel for Wibbelmann came.", "Wibbelmann"),
        ("Is Chase your nephew?", "Chase"),
        ("меня зовут Арсений", "Арсений"),
        ("我叫王小明。", "王小明"),
        ("bertha here, any news?", "bertha"),
        ("Signed by T. W. Okonjo.", "T. W. Okonjo"),
        ("On behalf of P. van der Linden", "P. van der Linden"),
        ("name on card R J HOLLOWAY", "R J HOLLOWAY"),
        ("Dear Mrs. Featherby,", "Mrs. Featherby"),
        ("Greetings from Zainab & Tariq", "Zainab"),
        ("see chat_lena.hartmann_88", "lena.hartmann"),
        ("请找王芳女士", "王芳"),
        ("Quandt, Mireille (2 adults)", "Quandt, Mireille"),
        ("ORSOLYA BAKTAY IS MY NAME", "ORSOLYA BAKTAY"),
        ("Received by: K. Oosterwyck", "K. Oosterwyck"),
        ("The caller gave the name Duy Quach and hung up.", "Duy Quach"),
    ],
)
def test_a_name_is_found_by_what_stands_around_it(text: str, name: str) -> None:
    assert name in _taken(text)


@pytest.mark.parametrize(
    "text",
    [
        "Grace periods are short.",
        "We spent June in Florence.",
        "Ella's Kitchen has a new menu.",
        "Marie Curie was born in Warsaw.",
        "I re-read Jane Eyre.",
        "The Battle of Hastings was long.",
        "Is Jasmine rice fragrant?",
        "Hello World, said the program.",
        "Mark the date and bill the client.",
        "Thanks, Team!",
        "Hello, I'm Juno, your booking assistant.",
        "Ich bin Flora, die digitale Assistentin.",
        "Karl V ruled for long.",
        "We flew from San Diego to Los Angeles.",
        "Read John 3:16 aloud.",
        "Vitamin C. Plan B. Done.",
    ],
)
def test_what_only_looks_like_a_name_stays(text: str) -> None:
    assert _taken(text) == []


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("contraseña: Girasol*88", "Girasol*88"),
        ("the pin for the blue card is 9031", "9031"),
        ("my tablet unlocks with 220814", "220814"),
        ("I use daisy1987 everywhere", "daisy1987"),
        ("curl -u root:winter-77 https://example.com", "winter-77"),
        ("the wifi password at the cabin is moss_under_stone", "moss_under_stone"),
    ],
)
def test_a_secret_is_found_by_what_announces_it(text: str, secret: str) -> None:
    assert any(secret in taken for taken in _taken(text))


def test_words_about_passwords_stay() -> None:
    for text in ("A password needs 8 characters.", "Passwords are stored as sha256.", "The zip code has 5 digits."):
        assert _taken(text) == []


def test_names_are_known_without_accents() -> None:
    assert unaccented("Øyvind") == "oyvind"
    assert first_name("Zoë") == first_name("zoe") != ""
    assert last_name("Grünbaum") == "last"


@pytest.mark.parametrize(
    "part",
    [
        "a_1",
        "a-",
        "A.",
        "O'",
        "password ",
        "my best ",
        "Anna van der ",
        "my mother ",
        "12-",
        "one two ",
        "key=",
        "aB1!",
    ],
)
def test_texts_of_one_part_over_and_over_are_read_through_and_put_back(part: str) -> None:
    """Each of them would be read for hours by a pattern that goes back over what it has read."""
    text = part * (3000 // len(part))
    redactor = Redactor()
    assert restored(redactor.text(text), redactor.marks) == text


@pytest.mark.parametrize(
    "text", ["there is no irish restaurant in the east", "any danish food please", "do you have a scottish bank card"]
)
def test_a_nationality_written_small_is_no_name(text: str) -> None:
    assert not spans(text)
