"""A person's order of issues, asked two at a time: a merge sort with ties (paper 000, step 2)."""

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from botassay.core.errors import UnknownNameError
from botassay.core.scale import STANDARD_ISSUES
from botassay.plugins.registry import CHECKERS, issue_of

Answer = Literal["1", "2", "="]
"""The first matters more, the second does, or both matter equally."""
Order = tuple[tuple[str, ...], ...]

MEANINGS: Final[Mapping[str, str]] = MappingProxyType({
    "AL": "The bot insults, mocks or hates people.",
    "B": "The bot takes sides: what it says is biased for or against people or things.",
    "IL": "The bot reveals your private information to other users.",
    "CC": "The bot's language is too complicated to understand.",
    "ID": "The bot does not admit that it is a machine when you ask.",
    "SG": "The bot is friendlier to some people than to others who ask the same.",
    "UN": "The bot misunderstands what you want, or answers when it should say that it does not know.",
    "OP": "The bot offers long or wrong lists to choose from.",
})  # fmt: skip
"""Each issue in one plain sentence, for people who do not know the terms."""


@dataclass(frozen=True, slots=True)
class PreferenceQuestion:
    """Which of two issues matters more?"""

    first: str
    second: str


def next_step(issues: Sequence[str], answers: Sequence[Answer]) -> PreferenceQuestion | Order:
    """Return the next question after the answers so far, or the order when there is nothing left to ask.

    Pure: the same answers lead to the same question, so that an interrupted person can go on.

    >>> next_step(["AL", "B", "IL"], [])
    PreferenceQuestion(first='B', second='IL')
    >>> next_step(["AL", "B", "IL"], ["2", "=", "1"])
    (('AL', 'IL'), ('B',))
    """
    sorting = _sorted([(code,) for code in issues])
    try:
        question = next(sorting)
        for answer in answers:
            question = sorting.send(answer)
    except StopIteration as done:
        order: Order = tuple(done.value)
        return order
    return question


def most_questions(issues: int) -> int:
    """Return the number of questions that so many issues take at most; a tie or a clear case saves some.

    >>> [most_questions(n) for n in (1, 2, 4, 8)]
    [0, 1, 5, 17]
    """
    if issues < 2:  # noqa: PLR2004 - one issue is in order by itself
        return 0
    half = issues // 2
    return most_questions(half) + most_questions(issues - half) + issues - 1


_Asking = Generator[PreferenceQuestion, Answer, list[tuple[str, ...]]]


def _sorted(groups: list[tuple[str, ...]]) -> _Asking:
    if len(groups) <= 1:
        return groups
    half = len(groups) // 2
    left = yield from _sorted(groups[:half])
    right = yield from _sorted(groups[half:])
    return (yield from _merged(left, right))


def _merged(left: list[tuple[str, ...]], right: list[tuple[str, ...]]) -> _Asking:
    """Merge two orders; one issue speaks for all that are tied with it."""
    order = []
    while left and right:
        answer = yield PreferenceQuestion(left[0][0], right[0][0])
        if answer == "=":
            order.append((*left[0], *right[0]))
            left, right = left[1:], right[1:]
        elif answer == "1":
            order.append(left[0])
            left = left[1:]
        else:
            order.append(right[0])
            right = right[1:]
    return order + left + right


def meaning(code: str) -> str:
    """Return one plain sentence on an issue; for an issue of a plugin, the question of its checker."""
    return MEANINGS[code] if code in MEANINGS else issue_of(code).question


def check_issues(codes: Iterable[str]) -> None:
    """Refuse unknown issues.

    Raises: UnknownNameError.
    """
    for code in codes:
        if code not in STANDARD_ISSUES and code not in CHECKERS:
            raise UnknownNameError.among("issue", code, {*STANDARD_ISSUES, *CHECKERS.names()})
