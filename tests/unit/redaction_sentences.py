"""Sentences for redaction: 600 with marked personal data, and 300 with numbers and names that are nobody's.

They are made from the templates and values below by a fixed seed. The rules were made with them, so they show that a
rule went wrong, and not how much is found in other texts.
"""

import random
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from botassay.redaction.checksums import iban, luhn

SEED: Final = 20261123
PER_KIND: Final = 30
HARMLESS: Final = 300


class Sentence(NamedTuple):
    """A sentence, and where personal data stand in it."""

    text: str
    kind: str
    start: int = 0
    end: int = 0


_FIRST: Final = (
    "Tamsin Okechukwu Ludmila Farida Bartholomew Sunniva Anneliese Giacomo Priyanka Haruki Rosalie Benedikt Imogen "
    "Matthias Leticia Dariusz Khadija Fergus Ottilie Ramón Jane Robert Maria David Aisha Chen Lukas Emma"
).split()
_LAST: Final = (
    "Abernathy Nwosu Petrenko Al-Sayed Quigley Halvorsen Brandt Ferrante Raghunathan Ito Delacroix Zimmermann Whitlock "
    "Voss Cardoso Wójcik Benali MacAllister Lindqvist Ibáñez Smith O'Hara García Novak"
).split()
_TEMPLATES: Final[Mapping[str, tuple[str, ...]]] = {
    "email": (
        "Please write to {}.",
        "My e-mail is {}, thanks",
        "{} is where you reach me",
        "Contact: {}; no spam!",
        "cc {} on this",
    ),
    "phone": (
        "Call me on {} after six.",
        "My number is {}.",
        "Phone: {}",
        "You can reach me at {}, please",
        "tel. {}; evenings",
    ),
    "card": (
        "Charge {} please.",
        "My card number is {}.",
        "The card {} was declined",
        "Visa {}, valid until 08/29",
        "I paid with {} yesterday",
    ),
    "iban": (
        "Transfer it to {}.",
        "My IBAN is {}",
        "Account: {}, thanks",
        "refund to {} please",
        "IBAN {}; BIC unknown",
    ),
    "address": (
        "I live at {}.",
        "Ship it to {}",
        "My address: {}.",
        "We moved to {} last week",
        "Deliver to {}, please",
    ),
    "name": (
        "My name is {}.",
        "This is {} speaking",
        "I am {}, a customer",
        "Regards, {}",
        "Please ask for {}.",
        "{} ordered it",
        "It was sold to {} in May",
    ),
    "secret": (
        "My password is {}",
        "api_key={}",
        "The token is {} for now",
        "Use the password: {}",
        "Authorization: Bearer {}",
    ),
    "url": ("It is at {}.", "See {} for my profile", "My page is {}", "({})", "look: {}, ok?"),
    "token_link": ("I clicked {} twice", "The link was {}.", "reset here: {}", "use {} to log in", "<{}>"),
    "ssn": ("My SSN is {}.", "social security number {}", "SSN: {}", "It is {}, my social", "the number {} is my SSN"),
    "passport": (
        "My passport number is {}.",
        "Passport: {}",
        "passport no. {}",
        "passport {} expires soon",
        "Reisepass Nr. {}",
    ),
    "national_id": (
        "My national ID is {}.",
        "ID card number: {}",
        "national insurance number {}",
        "my NINO is {}",
        "tax id {}",
    ),
    "date_of_birth": ("I was born on {}.", "DOB: {}", "My date of birth is {}", "my birthday is {}", "geboren am {}"),
    "username": ("My username is {}.", "username: {}", "I am logged in as {}", "user name {}", "my login is {}"),
    "handle": ("Follow {} there.", "I am {} on that site", "ping {} please", "thanks {}!", "({})"),
    "ip": ("My IP is {}.", "from {} at noon", "server {} does not answer", "I connect from {}, always", "host={}"),
    "licence_plate": (
        "My licence plate is {}.",
        "number plate: {}",
        "the car with plate {}",
        "registration {}",
        "Kennzeichen {}",
    ),
    "account_number": (
        "My account number is {}.",
        "account no. {}",
        "acct: {}",
        "account number: {}",
        "customer number {}",
    ),
    "postcode": ("My postcode is {}.", "postcode: {}", "zip code {}", "postal code {}", "ZIP: {}"),
    "geo": ("I am at {}.", "location: {}", "pin it at {}", "coordinates {}", "meet me at {} now"),
}


def _digits(chance: random.Random, count: int) -> str:
    return "".join(chance.choice("0123456789") for _ in range(count))


def _letters(chance: random.Random, count: int) -> str:
    return "".join(chance.choice("ABCDEFGHJKLMNPRSTUVWXYZ") for _ in range(count))


def _card(chance: random.Random) -> str:
    body = chance.choice(("4539", "5287", "4916", "5561", "4024")) + _digits(chance, 11)
    number = next(body + digit for digit in "0123456789" if luhn(body + digit))
    parts = [number[at : at + 4] for at in range(0, 16, 4)]
    return chance.choice((" ", "-", "")).join(parts)


def _iban(chance: random.Random) -> str:
    country, length = chance.choice((("DE", 18), ("AT", 16), ("ES", 20), ("BE", 12), ("PL", 24)))
    body = _digits(chance, length)
    number = next(text for check in range(2, 99) if iban(text := f"{country}{check:02}{body}"))
    return number if chance.random() < 0.5 else " ".join(number[at : at + 4] for at in range(0, len(number), 4))


def _value(kind: str, chance: random.Random) -> str:  # noqa: C901, PLR0911, PLR0912 - one line a kind
    first, last = chance.choice(_FIRST), chance.choice(_LAST)
    small = f"{first}.{last}".lower().replace("'", "")
    match kind:
        case "email":
            user = small.encode("ascii", "ignore").decode()
            return f"{user}@{chance.choice(('mail.example', 'example.co.uk', 'firm.example.org'))}"
        case "phone":
            return chance.choice(
                (
                    f"+44 20 7946 0{_digits(chance, 3)}",
                    f"+1-202-555-0{_digits(chance, 3)}",
                    f"(415) 555-0{_digits(chance, 3)}",
                    f"+4930{_digits(chance, 7)}",
                    f"07700 900{_digits(chance, 3)}",
                    f"030 {_digits(chance, 4)}{_digits(chance, 3)}1",
                    f"202-555-0{_digits(chance, 3)}",
                    f"+33 1 99 00 {_digits(chance, 2)} {_digits(chance, 2)}",
                )
            )
        case "card":
            return _card(chance)
        case "iban":
            return _iban(chance)
        case "address":
            number = chance.randint(1, 240)
            return chance.choice(
                (
                    f"{number} Heron Lane",
                    f"{number} Old Mill Road, Bath",
                    f"Gartenstraße {number}, 50667 Köln",
                    f"{number} rue des Lilas, 75020 Paris",
                    f"{number} W Cedar St, Springfield, IL 62704",
                    f"P.O. Box {number}",
                    f"Calle Mayor {number}",
                    f"Lindenweg {number}",
                )
            )
        case "name":
            return f"{first} {last}"
        case "secret":
            return chance.choice(
                (
                    f"{first}!{_digits(chance, 3)}xY",
                    f"sk-live-{_letters(chance, 12)}{_digits(chance, 8)}",
                    f"ghp_{_letters(chance, 18)}{_digits(chance, 10)}ab",
                    f"AKIA{_letters(chance, 10)}{_digits(chance, 6)}",
                )
            )
        case "url":
            return f"https://www.example.org/people/{small.encode('ascii', 'ignore').decode()}/{chance.randint(10, 99)}"
        case "token_link":
            return f"https://example.net/{chance.choice(('reset', 'login', 'confirm'))}?token={_letters(chance, 12)}{_digits(chance, 4)}"  # noqa: E501
        case "ssn":
            return f"{chance.randint(100, 650):03}-{chance.randint(10, 99)}-{chance.randint(1000, 9999)}"
        case "passport":
            return _letters(chance, chance.choice((1, 2))) + _digits(chance, 7)
        case "national_id":
            return f"{chance.choice('ABCEGHJKLMNP')}{chance.choice('ABCEGHJKLMNP')}{_digits(chance, 6)}{chance.choice('ABCD')}"  # noqa: E501
        case "date_of_birth":
            year, month, day = chance.randint(1940, 2008), chance.randint(1, 12), chance.randint(10, 28)
            return chance.choice(
                (
                    f"{year}-{month:02}-{day}",
                    f"{day}.{month:02}.{year}",
                    f"{day} March {year}",
                    f"{month:02}/{day}/{year}",
                )
            )
        case "username":
            return f"{first.lower().replace('ó', 'o')}_{chance.randint(10, 99)}"
        case "handle":
            return f"@{first.lower().replace('ó', 'o')}{chance.randint(10, 99)}"
        case "ip":
            return chance.choice(
                (
                    f"198.51.100.{chance.randint(1, 254)}",
                    f"192.168.7.{chance.randint(1, 254)}",
                    f"2001:db8::{chance.randint(1, 9999)}",
                )
            )
        case "licence_plate":
            return chance.choice(
                (
                    f"{_letters(chance, 2)}{_digits(chance, 2)} {_letters(chance, 3)}",
                    f"K-{_letters(chance, 2)} {chance.randint(10, 9999)}",
                    f"{_digits(chance, 1)}{_letters(chance, 3)}{_digits(chance, 3)}",
                )
            )
        case "account_number":
            return _digits(chance, 8).replace("0", "1")
        case "postcode":
            return chance.choice(
                (
                    f"SW{chance.randint(1, 9)} {chance.randint(1, 9)}AB",
                    f"{chance.randint(10000, 99999)}",
                    f"K1A 0B{chance.randint(1, 9)}",
                )
            )
        case _:
            return f"{chance.uniform(-80, 80):.5f}, {chance.uniform(-170, 170):.5f}"


def with_data() -> Iterator[Sentence]:
    """Yield 600 sentences, each with a value."""
    chance = random.Random(SEED)  # noqa: S311 - no secret
    for kind, templates in _TEMPLATES.items():
        for place in range(PER_KIND):
            before, after = templates[place % len(templates)].split("{}")
            value = _value(kind, chance)
            yield Sentence(f"{before}{value}{after}", kind, len(before), len(before) + len(value))


_HARMLESS: Final = (
    "Order {n10} left on {date}.",
    "Your ticket {n7} is open.",
    "Version {v} fixes it.",
    "Chapter {s}.{s}.{s} says so.",
    "The invoice no. {n9} is due.",
    "It costs {n3}.99 euros.",
    "Call between 9 and 17 h.",
    "Tracking code 1Z{n10}",
    "Published on {date}.",
    "ISBN 978-3-16-{n6}-0",
    "We sold {n3},{n3} units in {year}.",
    "Error 0x{n8} at line {n3}.",
    "Paris and {month} are fine.",
    "Ask the Wells Fargo branch.",
    "Victoria Station is near Hyde Park.",
    "Will you mark the date?",
    "Grace period: {s} days.",
    "Martin Luther King Day is in January.",
    "The Ford Focus from {year} has {n3} hp.",
    "Use Python {v} on Ubuntu {s}.04.",
    "Commit {hex} broke it.",
    "Digest {hex}{hex}{hex}{hex}",
    "ratio {s}.{n3}",
    "Room {n3}, floor {s}",
    "From {year} to {year}",
    "{n3} people of {n3}",
    "Flight LH {n3} at gate B{s}",
    "Part A-{n3}-{s}",
    "The Merchant of Venice, act {s}",
    "Bus {n3} to Oxford Street",
    "Dear customer, thank you for waiting.",
    "I am happy to help.",
    "Hi there, how are you?",
    "This is great news.",
    "The score was {s}:{s}.",
    "At {s}:30 pm on Monday",
    "{s} x {n3} mm",
    "Article {s} of the law of {date}",
    "Jordan borders Israel.",
    "Amazon and Apple grew {s} percent.",
    "The Nobel Prize of {year}",
    "Serial number {n9}",
    "Add {n3} g of flour.",
    "Save 20% with code SUMMER{s}",
    "The password must have 8 characters.",
    "Your password is wrong.",
    "Enter your user name below.",
    "Never share your PIN with anyone.",
    "The token is expired.",
    "See section {s}.{s}.{s}.{s} of the manual",
    "User {s} of {n3}",
    "@media print hides it",
    "Port 8080 on localhost, 127.0.0.1",
    "ISO 8601 and RFC 2119",
    "pi is 3.14159",
    "Case {n7} was closed.",
    "The account is locked.",
    "Rate your driver from 1 to 5.",
    "Uranus is {n3} million km away.",
    "Booking reference {n6}",
)


def harmless() -> Iterator[str]:
    """Yield 300 sentences that stay as they are."""
    chance = random.Random(SEED + 1)  # noqa: S311 - no secret
    for place in range(HARMLESS):
        text = _HARMLESS[place % len(_HARMLESS)]
        while "{" in text:
            name = text[text.index("{") + 1 : text.index("}")]
            text = text.replace(f"{{{name}}}", _harmless_value(name, chance), 1)
        yield text


def _harmless_value(name: str, chance: random.Random) -> str:  # noqa: PLR0911 - one for each name
    match name:
        case "date":
            return f"{chance.randint(2001, 2026)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"
        case "year":
            return str(chance.randint(1900, 2026))
        case "month":
            return chance.choice(("April", "May", "June"))
        case "v":
            return f"{chance.randint(1, 30)}.{chance.randint(0, 20)}.{chance.randint(0, 20)}.{chance.randint(0, 9)}"
        case "hex":
            return f"{chance.getrandbits(64):016x}"
        case "s":
            return str(chance.randint(1, 9))
    return "123456789"[chance.randint(0, 8)] + _digits(chance, int(name[1:]) - 1)
