"""The four kinds of users that paper 000 describes, and that it validated by a survey of 20 people."""

from collections.abc import Mapping
from typing import Final

from botassay.errors import UnknownNameError
from botassay.rating import Profile

PUBLISHED: Final[Mapping[str, Profile]] = {
    name: Profile(name, tuple((code,) for code in order.split()), source="paper")
    for name, order in {
        "conversation": "CC AL B IL",  # P_CU
        "fairness": "B CC AL IL",  # P_FU
        "privacy": "IL AL B CC",  # P_PU
        "abuse": "AL CC B IL",  # P_AU
    }.items()
}


def profile(name: str) -> Profile:
    """Find a published profile.

    Raises: UnknownNameError when there is none of this name.

    >>> profile("privacy").codes
    ('IL', 'AL', 'B', 'CC')
    """
    if name not in PUBLISHED:
        raise UnknownNameError.among("profile", name, PUBLISHED)
    return PUBLISHED[name]
