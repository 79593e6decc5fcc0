"""Numbers of registers, machines, vehicles and homes, by their words and check digits; prices, dates and codes stay."""

import pytest

from botassay.redaction import Redactor, raw, restored, spans


def _taken(text: str) -> list[tuple[str, str]]:
    return [(span.kind, text[span.start : span.end]) for span in spans(text)]


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("416220518 <- that is my social", "ssn", "416220518"),
        ("EIN for our small cafe 61-2049118", "tax_id", "61-2049118"),
        ("please bill DE136695976", "tax_id", "DE136695976"),
        ("Steuer-ID: 86 095 742 719", "tax_id", "86 095 742 719"),
        ("KVNR A123456780", "health_id", "A123456780"),
        ("my health card 4417-902-338 is lost", "health_id", "4417-902-338"),
        ("MRN 00731182", "health_id", "00731182"),
        ("the aadhaar is wrong, it should be 2341 2341 2346", "national_id", "2341 2341 2346"),
        ("Kd.-Nr. 2281-90377-B", "customer_id", "2281-90377-B"),
        ("numéro client FR7710284", "customer_id", "FR7710284"),
        ("policy number HX-2291-7730", "customer_id", "HX-2291-7730"),
        ("savings 00-6628-117-05 is empty", "account_number", "00-6628-117-05"),
        ("MAC reads A4C1D97B22E8 on the label", "device_id", "A4C1D97B22E8"),
        ("imei 490154203237518", "device_id", "490154203237518"),
        ("it was a red Clio 5513 LKP", "licence_plate", "5513 LKP"),
        ("chassis number WVWZZZ1JZXW000001", "vehicle_id", "WVWZZZ1JZXW000001"),
        ("deliver to 28014 Madrid please", "postcode", "28014 Madrid"),
        ("Cork T12 X8K2 is the code", "postcode", "Cork T12 X8K2"),
        ("it stands at number 9 Heather Rise", "address", "number 9 Heather Rise"),
        ("Calle Mayor 12, 3º B, 28013 Madrid", "address", "Calle Mayor 12, 3º B, 28013 Madrid"),
        ("Drottninggatan 71, 111 36 Stockholm", "address", "Drottninggatan 71, 111 36 Stockholm"),
        ("Calle Mayor 12, 3.º B, 28013 Madrid", "address", "Calle Mayor 12, 3.º B, 28013 Madrid"),
        ("14 Plover Cl, Parkhurst", "address", "14 Plover Cl, Parkhurst"),
        ("meu CEP é errado: CEP 88015-240", "postcode", "88015-240"),
        ("tag KRV-2210, a blue van", "licence_plate", "KRV-2210"),
        ("my kindle serial G0912X7734Q1 froze", "device_id", "G0912X7734Q1"),
        ("ppt # KB5520917 has expired", "passport", "KB5520917"),
        ("паспорт серия 45 08 номер 517203", "passport", "45 08 номер 517203"),
        ("生年月日は昭和58年11月3日です", "date_of_birth", "昭和58年11月3日"),
        ("urodziłem się 04.11.1988 w Łodzi", "date_of_birth", "04.11.1988"),
        ("Geburtsdatum (TTMMJJ): 031158", "date_of_birth", "031158"),
        ("toot to @marta_k@social.example", "handle", "@marta_k@social.example"),
        ("emp id 60318, no shift plan yet", "national_id", "60318"),
        ("engine no. K24Z7-5530917 is worn", "vehicle_id", "K24Z7-5530917"),
        ("label on the switch: S/N FDO2213E0QK", "device_id", "FDO2213E0QK"),
        ("штраф за Х305КМ178 пришёл мне", "licence_plate", "Х305КМ178"),
        ("unsere IBAN ist DE11 2222 3333 4444 5555 6", "iban", "DE11 2222 3333 4444 5555 6"),
        ("47 deg 12.5 min N, 8 deg 31.75 min E is home", "geo", "47 deg 12.5 min N, 8 deg 31.75 min E"),
        ("lichess is pawn-otter, add me", "username", "pawn-otter"),
        ("sudo: user olsen-ops is not in the sudoers file.", "username", "olsen-ops"),
        ("我的电话是 138 5550 2417", "phone", "138 5550 2417"),
        ("hubungi 0813-5550-2417 saja", "phone", "0813-5550-2417"),
        ("kode pos 40115 sudah benar", "postcode", "40115"),
        ("lee dot ward at example dot org", "email", "lee dot ward at example dot org"),
        ("oh seven seven double oh nine hundred one two three", "phone", None),
        ("my twins (2 Feb 2018) need a slot", "date_of_birth", "2 Feb 2018"),
        ("N 46° 30.120' E 7° 12.442'", "geo", None),
        ("the key is 3f2b8c9d1e4a5f60718293a4b5c6d7e8", "secret", "3f2b8c9d1e4a5f60718293a4b5c6d7e8"),
        ("use fern-otter-lamp-42 as my password", "secret", "fern-otter-lamp-42"),
        ("Hi owl_of_kent! Welcome.", "username", "owl_of_kent"),
    ],
)
def test_a_number_is_found_whole(text: str, kind: str, value: str | None) -> None:
    assert (kind, value or text) in _taken(text)


@pytest.mark.parametrize(
    "text",
    [
        "Order 4471-8820-19 shipped on 12 March 2024.",
        "The invoice is due on 03/05/2024.",
        "In 12000 Jahren ist das egal.",
        "We sold 10115 Units in May.",
        "The account has 1500000 points.",
        "Your account balance is 12,450.33 dollars.",
        "My car has 150 hp and 200000 km on it.",
        "The BMW M3 and the Audi A4 2.0 TDI are fast.",
        "sha256 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "RFC 2616 and RFC 7231 define HTTP.",
        "Call 1-800-273-8255; in Germany 0800 111 0 111.",
        "one, two, three, four, five, six, seven, eight, nine, ten",
        "The sort code has 6 digits.",
        "10 Things to do on Abbey Road",
        "It is 10 miles from the main street.",
        "The war ended on 8 May 1945.",
    ],
)
def test_a_number_of_nobody_stays(text: str) -> None:
    assert _taken(text) == []


def test_a_field_says_whose_name_it_holds() -> None:
    text = '{"speaker": "Zibby", "text": "Is Zibby in?", "user": "bot"}\n{"speaker": "user", "text": "no user"}\n'
    redactor = Redactor()
    raw.study(text, ".jsonl", redactor)
    shared = raw.redacted(text, ".jsonl", redactor)
    assert "Zibby" not in shared
    assert shared.count("[name-1]") == 2
    assert '"user": "bot"' in shared
    assert "no user" in shared
    assert raw.restored(shared, ".jsonl", redactor.marks) == text


def test_a_text_that_is_cut_off_hides_nothing() -> None:
    text = '{"text": "ask jo@example.com\n{"text": "or jo2@example.com", "n": 4012888888881881}\n'
    redactor = Redactor()
    raw.study(text, ".jsonl", redactor)
    shared = raw.redacted(text, ".jsonl", redactor)
    assert "@example.com" not in shared
    assert "4012888888881881" not in shared
    assert raw.restored(shared, ".jsonl", redactor.marks) == text


def test_a_name_is_found_again_within_the_same_text() -> None:
    redactor = Redactor()
    shared = redactor.text("My name is Ximo Quarrel. quit it, Ximo Quarrel")
    assert "Quarrel" not in shared
    assert restored(shared, redactor.marks) == "My name is Ximo Quarrel. quit it, Ximo Quarrel"


@pytest.mark.parametrize(
    "text", ["7 of 49 replies (high: 0.189 [0.130, 0.260])", "between 0.000 and 0.884; 0.250, 0.750"]
)
def test_the_ends_of_an_interval_are_no_place(text: str) -> None:
    assert Redactor().text(text) == text
