"""Which of several ratings heads a report: the worst one, then the one that was asked for first."""

from collections.abc import Iterable

from botassay.core.results import UNDETERMINED, Rating
from botassay.profiles.published import standard_profiles
from botassay.rating.settings import Settings


def worst_first(ratings: Iterable[Rating]) -> tuple[Rating, ...]:
    """Return ratings by how bad they are: their level, their worse bound, their better one; equals keep their order."""
    return tuple(sorted(ratings, key=_badness, reverse=True))


def of_one_subject(ratings: Iterable[Rating], settings: Settings) -> tuple[Rating, ...]:
    """Return the ratings of one subject, the worst first.

    Equals stand in the order in which the profiles were named. Where nobody named any, that one comes first whose users
    care most about what was found worst.
    """
    if settings.profiles != tuple(standard_profiles(settings.method).values()):
        return worst_first(ratings)
    return worst_first(sorted(ratings, key=_place_of_the_worst))


def _badness(rating: Rating) -> tuple[int, int, int]:
    return (*rating.badness, rating.levels.index(rating.bounds[0]))


def _place_of_the_worst(rating: Rating) -> int:
    """Return how far down its own order a profile ranks the first of the issues at the worst level that was found."""
    found = {
        result.issue: rating.levels.index(result.level)
        for result in rating.scores
        if result.level not in (None, UNDETERMINED, rating.levels[0]) and not result.assumed
    }
    worst = max(found.values(), default=None)
    order = rating.profile.over({*rating.profile.codes, *found})
    places = {code: place for place, group in enumerate(order) for code in group}
    return min((places[code] for code, rank in found.items() if rank == worst), default=len(order))
