"""Check digits: what tells a card, an IBAN or a national id from any other number."""

from collections.abc import Callable, Mapping
from typing import Final

_IBAN_LENGTHS: Final[Mapping[str, int]] = {
    code: int(length)
    for code, length in (
        pair.split(":")
        for pair in (
            "AD:24 AE:23 AL:28 AT:20 AZ:28 BA:20 BE:16 BG:22 BH:22 BR:29 BY:28 CH:21 CR:22 CY:28 CZ:24 DE:22 DK:18 "
            "DO:28 EE:20 EG:29 ES:24 FI:18 FO:18 FR:27 GB:22 GE:22 GI:23 GL:18 GR:27 GT:28 HR:21 HU:28 IE:22 IL:23 "
            "IS:26 IT:27 JO:30 KW:30 KZ:20 LB:28 LI:21 LT:20 LU:20 LV:21 MC:27 MD:24 ME:22 MK:19 MR:27 MT:31 MU:30 "
            "NL:18 NO:15 PK:24 PL:28 PS:29 PT:25 QA:29 RO:24 RS:22 SA:24 SE:24 SI:19 SK:24 SM:27 TN:24 TR:26 UA:29 "
            "VG:24 XK:20"
        ).split()
    )
}
"""Characters of an IBAN, by country (ISO 13616)."""
_DNI: Final = "TRWAGMYFPDXBNJZSQVHLCKE"


def digits(text: str) -> str:
    """Return the digits of a text."""
    return "".join(letter for letter in text if letter in "0123456789")


def luhn(text: str) -> bool:
    """Return whether the last digit follows from the others as on payment cards (ISO/IEC 7812-1).

    >>> luhn("4111 1111 1111 1111"), luhn("4111 1111 1111 1112")
    (True, False)
    """
    total = 0
    for place, digit in enumerate(reversed(digits(text))):
        value = int(digit) * (1 + place % 2)
        total += value - 9 if value > 9 else value  # noqa: PLR2004 - a sum of its digits
    return total % 10 == 0


def card(text: str) -> bool:
    """Return whether a number is that of a payment card: its length, its first digits and its check digit.

    >>> card("5500-0000-0000-0004"), card("1234567812345670")
    (True, False)
    """
    number = digits(text)
    first, length = number[:2], len(number)
    fits = (
        (number[0] == "4" and length in (13, 16, 19))
        or (length == 15 and first in ("34", "37"))  # noqa: PLR2004
        or (length == 14 and first in ("30", "36", "38", "39"))  # noqa: PLR2004
        or (length == 16 and (number[0] in "56" or "2221" <= number[:4] <= "2720" or first == "35"))  # noqa: PLR2004
        or (16 < length <= 19 and number[0] in "56")  # noqa: PLR2004
    )
    return fits and len(set(number)) > 1 and luhn(number)


def iban(text: str) -> bool:
    """Return whether a text is an IBAN: its country, its length and its check digits (ISO 13616).

    >>> iban("DE89 3704 0044 0532 0130 00"), iban("DE88370400440532013000")
    (True, False)
    """
    plain = "".join(filter(str.isalnum, text)).upper()
    if not plain.isascii() or len(plain) != _IBAN_LENGTHS.get(plain[:2]):
        return False
    return int("".join(str(int(letter, 36)) for letter in plain[4:] + plain[:4])) % 97 == 1


def iban_length(text: str) -> bool:
    """Return whether a text has the country and the length of an IBAN, and more digits than letters.

    >>> iban_length("DE88 3704 0044 0532 0130 00"), iban_length("DE88 3704 0044")
    (True, False)
    """
    plain = "".join(filter(str.isalnum, text)).upper()
    many = 2 * len(digits(plain)) > len(plain)
    return many and plain.isascii() and len(plain) == _IBAN_LENGTHS.get(plain[:2])


def ssn(text: str) -> bool:
    """Return whether a US social security number may have been given out.

    >>> ssn("219-09-9999"), ssn("000-12-3456"), ssn("666-12-3456")
    (True, False, False)
    """
    number = digits(text)
    return number[:3] not in ("000", "666") and number[0] != "9" and number[3:5] != "00" and number[5:] != "0000"


def dni(text: str) -> bool:
    """Return whether the letter of a Spanish DNI or NIE follows from its number."""
    plain = "".join(filter(str.isalnum, text)).upper()
    number = plain[:-1].translate(str.maketrans("XYZ", "012"))
    return number.isdecimal() and _DNI[int(number) % 23] == plain[-1]


def cpf(text: str) -> bool:
    """Return whether the last two digits of a Brazilian CPF follow from the others."""
    number = [int(digit) for digit in digits(text)]
    if len(set(number)) == 1:
        return False
    checks = [
        sum(weight * digit for weight, digit in zip(range(length + 1, 1, -1), number, strict=False)) * 10 % 11 % 10
        for length in (9, 10)
    ]
    return checks == number[9:]


def chinese(text: str) -> bool:
    """Return whether the last place of a Chinese resident id follows from the others (GB 11643)."""
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    total = sum(int(digit) * weight for digit, weight in zip(text, weights, strict=False))
    return "10X98765432"[total % 11] == text[-1].upper()


def nir(text: str) -> bool:
    """Return whether the key of a French social security number follows from it."""
    plain = "".join(filter(str.isalnum, text)).upper().replace("2A", "19").replace("2B", "18")
    return plain.isdecimal() and 97 - int(plain[:13]) % 97 == int(plain[13:])


def vat_german(text: str) -> bool:
    """Return whether the last digit of a German VAT number follows from the others (ISO/IEC 7064, mod 11, 10).

    >>> vat_german("DE136695976"), vat_german("DE136695977")
    (True, False)
    """
    return _mod_11_10(digits(text))


def german_tax(text: str) -> bool:
    """Return whether a number is a German tax id: eleven digits, one of the first ten twice or thrice, a check digit.

    >>> german_tax("86 095 742 719"), german_tax("86 095 742 718")
    (True, False)
    """
    number = digits(text)
    most = max(map(number[:10].count, number[:10]))
    return number[0] != "0" and 2 <= most <= 3 and len(set(number[:10])) >= 8 and _mod_11_10(number)  # noqa: PLR2004


def _mod_11_10(number: str) -> bool:
    product = 10
    for digit in number[:-1]:
        total = (int(digit) + product) % 10 or 10
        product = 2 * total % 11
    return (11 - product) % 10 == int(number[-1])


def vat_french(text: str) -> bool:
    """Return whether the key of a French VAT number follows from the number of the firm.

    >>> vat_french("FR40303265045"), vat_french("FR41303265045")
    (True, False)
    """
    plain = "".join(filter(str.isalnum, text))
    key, firm = plain[2:4], plain[4:]
    return luhn(firm) and (not key.isdigit() or int(key) == (12 + 3 * (int(firm) % 97)) % 97)


def german_insured(text: str) -> bool:
    """Return whether the last digit of a German health insurance number follows from the rest.

    >>> german_insured("A123456780"), german_insured("A123456781")
    (True, False)
    """
    plain = "".join(filter(str.isalnum, text))
    number = f"{ord(plain[0]) - 64:02d}{plain[1:]}"
    total = 0
    for place, digit in enumerate(number[:-1]):
        value = int(digit) * (1 + place % 2)
        total += value - 9 if value > 9 else value  # noqa: PLR2004 - a sum of its digits
    return total % 10 == int(number[-1])


_DIHEDRAL: Final = (
    "0123456789 1234067895 2340178956 3401289567 4012395678 5987604321 6598710432 7659821043 8765932104 9876543210"
).split()
_PERMUTED: Final = ("0123456789 1576283094 5803796142 8916043527 9453126870 4286573901 2793806415 7046913258").split()


def verhoeff(text: str) -> bool:
    """Return whether the last digit of an Indian Aadhaar follows from the others (Verhoeff).

    >>> verhoeff("2341 2341 2346"), verhoeff("2341 2341 2345")
    (True, False)
    """
    check = 0
    for place, digit in enumerate(reversed(digits(text))):
        check = int(_DIHEDRAL[check][int(_PERMUTED[place % 8][int(digit)])])
    return check == 0


def nric(text: str) -> bool:
    """Return whether the letter of an id of Singapore follows from its number.

    >>> nric("S1234567D"), nric("S1234567A")
    (True, False)
    """
    total = sum(int(digit) * weight for digit, weight in zip(text[1:8], (2, 7, 6, 5, 4, 3, 2), strict=True))
    total += {"T": 4, "G": 4, "M": 3}.get(text[0], 0)
    letters = {"S": "JZIHGFEDCBA", "T": "JZIHGFEDCBA", "M": "KLJNPQRTUWX"}.get(text[0], "XWUTRQPNMLK")
    return letters[total % 11 if text[0] != "M" else 10 - total % 11] == text[-1]


def imei(text: str) -> bool:
    """Return whether fifteen digits are the number of a telephone: the body that gave it out, and the check digit.

    >>> imei("490154203237518"), imei("490154203237519")
    (True, False)
    """
    number = digits(text)
    return number[:2] in {"01", "35", "44", "45", "49", "50", "51", "52", "53", "54", "86", "91", "98", "99"} and luhn(
        number
    )


Check = Callable[[str], bool]
