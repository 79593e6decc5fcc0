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


Check = Callable[[str], bool]
