"""The kinds of personal data that are taken out, and how they are asked for."""

from collections.abc import Iterable, Mapping
from typing import Final

from botassay.core.errors import UsageError

KINDS: Final[Mapping[str, str]] = {
    "email": "e-mail addresses",
    "phone": "phone numbers",
    "card": "payment cards",
    "iban": "IBANs",
    "address": "postal addresses",
    "name": "names of people",
    "secret": "secrets",
    "canary": "planted secrets",
    "url": "URLs",
    "token_link": "links with a token",
    "ssn": "US social security numbers",
    "passport": "passport numbers",
    "national_id": "national ids",
    "tax_id": "tax numbers",
    "health_id": "health numbers",
    "date_of_birth": "dates of birth",
    "username": "user names",
    "handle": "handles",
    "ip": "IP addresses",
    "licence_plate": "licence plates",
    "vehicle_id": "vehicle numbers",
    "device_id": "device numbers",
    "account_number": "account numbers",
    "customer_id": "customer numbers",
    "postcode": "postcodes",
    "geo": "coordinates",
}
"""What is found of each kind, in the plural, by the name of the kind."""

GROUPS: Final[Mapping[str, tuple[str, ...]]] = {
    "all": tuple(KINDS),
    "id": ("ssn", "passport", "national_id", "tax_id", "health_id", "licence_plate", "vehicle_id"),
}
"""Names that stand for several kinds."""

ALL: Final = frozenset(KINDS)


def kinds_of(text: str | Iterable[str]) -> frozenset[str]:
    """Return the kinds that a list names, such as `email,phone` or `all`.

    Raises: UsageError for an unknown kind.

    >>> sorted(kinds_of("email,address,ssn"))
    ['address', 'email', 'ssn']
    """
    names = [name.strip() for name in (text.split(",") if isinstance(text, str) else text)]
    for name in names:
        if name not in KINDS and name not in GROUPS:
            raise UsageError(
                f"{name!r} is not a kind of personal data", hint=f"kinds are {', '.join((*GROUPS, *KINDS))}"
            )
    return frozenset(kind for name in names for kind in GROUPS.get(name, (name,)))
