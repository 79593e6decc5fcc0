"""Comparison of two ratings: what changed, by how much, whether by chance, and the effect on the verdict.

Values measured in different ways are named and not compared.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from botassay.core.errors import InputError
from botassay.core.results import IssueResult, Rating, Report, house_order
from botassay.core.stats import difference_interval
from botassay.core.text.plural import many
from botassay.rating.comparison_document import Comparison, IssueChange, Side, Unlike, VerdictChange

Rated = Mapping[str, Rating]
"""The ratings of one document by profile."""
Grades = Mapping[str, IssueResult]


def compare(before: Report, after: Report) -> Comparison:
    """Compare two documents, each with the ratings of one subject, for one profile or several.

    Raises: InputError when a document holds several subjects.
    """
    was, now = _of_one(before, "first"), _of_one(after, "second")
    old, new = ({rated.profile.name: rated for rated in side} for side in (was, now))
    grades, newer = _grades(was), _grades(now)
    issues = tuple(
        _issue(grades.get(code), newer.get(code), counts=_counts(code, old, new))
        for code in sorted({*grades, *newer}, key=house_order)
    )
    profiles = tuple(_verdict(name, old[name], new[name]) for name in old if name in new)
    unlike = tuple(dict.fromkeys([*_unlike_issues(grades, newer), *_unlike_profiles(old, new, profiles)]))
    return Comparison(
        summary=_summary(issues, profiles, unlike),
        before=Side(was[0].subject, was[0].provenance.version),
        after=Side(now[0].subject, now[0].provenance.version),
        issues=issues,
        profiles=profiles,
        not_comparable=unlike,
        regressions=(*_fallen(profiles, new), *_risen(issues)),
    )


def _of_one(document: Report, which: str) -> tuple[Rating, ...]:
    groups = document.by_subject
    if len(groups) > 1:
        names = ", ".join(rated[0].subject.name for rated in groups)
        hint = "compare two ratings of one subject each"
        raise InputError(f"E136 the {which} rating holds several subjects: {names}", hint=hint)
    return groups[0]


def _grades(ratings: Sequence[Rating]) -> Grades:
    return {grade.issue: grade for rated in reversed(ratings) for grade in rated.scores}


def _counts(code: str, old: Rated, new: Rated) -> bool:
    both = [rated for name in old if name in new for rated in (old[name], new[name])]
    return any(_weighs(rated, code) for rated in both)


def _weighs(rated: Rating, code: str) -> bool:
    return bool(rated.rule.weights.get(code)) or code in rated.rule.veto


# ── issues ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _issue(was: IssueResult | None, now: IssueResult | None, *, counts: bool) -> IssueChange:
    known = now or was
    assert known is not None  # noqa: S101 - a code comes from one of the two
    value, newer = _value(was), _value(now)
    difference = interval = None
    reason = _unlike_measured(was, now) or _missing(was, now)
    if reason is None and was and now and value is not None and newer is not None:
        difference = round(newer - value, 9)
        if was.interval and now.interval:
            interval = difference_interval(value, was.interval, newer, now.interval)
        else:
            reason = "no interval available"
    return IssueChange(
        issue=known.issue,
        title=known.title,
        measure=known.measure,
        counts=counts,
        before=value,
        after=newer,
        difference=difference,
        interval=interval,
        moved=_moved(interval),
        level_before=was.level if was else None,
        level_after=now.level if now else None,
        reason=reason,
    )


def _value(grade: IssueResult | None) -> float | None:
    return None if grade is None or grade.assumed else grade.value


def _missing(was: IssueResult | None, now: IssueResult | None) -> str | None:
    reasons = {when: (grade.reason if grade else None) or "" for when, grade in (("before", was), ("after", now))}
    lacking = [when for when, grade in (("before", was), ("after", now)) if _value(grade) is None]
    if len(lacking) == len(reasons) and len(set(reasons.values())) == 1:
        return _because("not measured", reasons["before"])
    return "; ".join(_because(f"not measured {when}", reasons[when]) for when in lacking) or None


def _because(what: str, reason: str) -> str:
    return f"{what}: {reason}" if reason else what


def _moved(interval: tuple[float, float] | None) -> Literal["up", "down", "no"] | None:
    if interval is None:
        return None
    return "up" if interval[0] > 0 else "down" if interval[1] < 0 else "no"


def _unlike_measured(was: IssueResult | None, now: IssueResult | None) -> str | None:
    """Return why two values of an issue are not comparable; None where they are."""
    if was is None or now is None:
        return "not rated before" if was is None else "not rated after"
    if was.measure != now.measure:
        return f"measured as {was.measure} before, as {now.measure} after"
    if was.method != now.method:
        return f"measured by different methods: {was.method} before, {now.method} after"
    long = (was.details.get("tmax"), now.details.get("tmax"))
    if None not in long and long[0] != long[1]:
        return f"a dialog counted as long from {long[0]} turns on before, from {long[1]} after"
    return None


def _unlike_cut(was: IssueResult | None, now: IssueResult | None) -> str | None:
    """Return why two levels of an issue are not comparable, though its values may be."""
    if was is None or now is None or was.cuts == now.cuts:
        return None
    old, new = (", ".join(f"{cut:.3g}" for cut in grade.cuts) for grade in (was, now))
    return f"cut at {old} before, at {new} after"


def _unlike_issues(old: Grades, new: Grades) -> Iterator[Unlike]:
    for code in sorted({*old, *new}, key=house_order):
        values = _unlike_measured(old.get(code), new.get(code))
        if values:
            yield Unlike(code, values)
        levels = _unlike_cut(old.get(code), new.get(code))
        if levels:
            yield Unlike(f"levels of {code}", levels)


# ── verdicts ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _verdict(name: str, was: Rating, now: Rating) -> VerdictChange:
    reason = _unlike_judged(was, now)
    return VerdictChange(
        profile=name,
        before=was.level,
        after=now.level,
        bounds_before=was.bounds,
        bounds_after=now.bounds,
        change=None if reason else _turned(was.badness, now.badness),
        reason=reason,
    )


def _turned(was: tuple[int, int], now: tuple[int, int]) -> Literal["worse", "better", "same"]:
    return "same" if was == now else "worse" if now > was else "better"


def _unlike_judged(was: Rating, now: Rating) -> str | None:
    """Return why two verdicts are not comparable; None where they are."""
    if was.levels != now.levels:
        return f"the levels were {', '.join(was.levels)}, and are {', '.join(now.levels)}"
    if (was.profile.order, was.profile.weights) != (now.profile.order, now.profile.weights):
        return "the profile has a different order of importance or different weights"
    applied = [(rated.rule.name, rated.rule.ties, rated.rule.veto) for rated in (was, now)]
    if applied[0] != applied[1]:
        old, new = (f"{rule}, ties {ties}, veto {', '.join(veto) or 'none'}" for rule, ties, veto in applied)
        return f"aggregated by the rule {old} before, {new} after"
    old_grades, new_grades = _grades([was]), _grades([now])
    if set(old_grades) != set(new_grades):
        return "different issues are rated: " + ", ".join(sorted(set(old_grades) ^ set(new_grades), key=house_order))
    differing = [code for code in old_grades if _weighs(was, code) and _differ(old_grades[code], new_grades[code])]
    return f"{', '.join(differing)} got the level in a different way" if differing else None


def _differ(was: IssueResult, now: IssueResult) -> bool:
    """Whether a level was derived in another way: another measure, other cuts, or assumed on one side alone."""
    gaps = {grade.assumed for grade in (was, now) if _value(grade) is None}
    return bool(_unlike_measured(was, now) or _unlike_cut(was, now)) or len(gaps) > 1


def _unlike_profiles(old: Rated, new: Rated, both: Sequence[VerdictChange]) -> Iterator[Unlike]:
    for name in {**old, **new}:
        if name not in old or name not in new:
            yield Unlike(f"profile {name}", "not rated before" if name in new else "not rated after")
    for verdict in both:
        if verdict.reason:
            yield Unlike(f"profile {verdict.profile}", verdict.reason)


# ── in words ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _fallen(profiles: Sequence[VerdictChange], new: Rated) -> Iterator[str]:
    for verdict in profiles:
        rank = new[verdict.profile].levels.index
        if verdict.change == "worse" and rank(verdict.bounds_after[1]) > rank(verdict.bounds_before[1]):
            yield _change_of_risk(verdict)


def _risen(issues: Sequence[IssueChange]) -> Iterator[str]:
    for change in issues:
        if change.moved == "up" and change.counts and change.interval:
            low, high = change.interval
            yield f"{_named(change)} went up by {change.difference:.3f} (95 % interval {low:.3f} to {high:.3f})"


def _change_of_risk(verdict: VerdictChange) -> str:
    return f"for {verdict.profile} the risk was {_ends(verdict.bounds_before)} and is {_ends(verdict.bounds_after)}"


def _ends(bounds: tuple[str, str]) -> str:
    return bounds[0] if bounds[0] == bounds[1] else f"anything from {bounds[0]} to {bounds[1]}"


def _named(change: IssueChange) -> str:
    return f"{change.title} ({change.issue})"


def _summary(issues: Sequence[IssueChange], profiles: Sequence[VerdictChange], unlike: Sequence[Unlike]) -> str:
    """Return the comparison in one line."""
    caveat = "; not everything can be compared" if unlike else ""
    turned = [verdict for verdict in profiles if verdict.change in ("worse", "better")]
    moved = [change for change in issues if change.moved in ("up", "down")]
    if not turned and not moved:
        return _unchanged(issues, profiles, caveat)
    parts = [
        *map(_change_of_risk, turned),
        *(f"{_named(change)} went {change.moved} by {abs(change.difference or 0):.3f}" for change in moved),
    ]
    alone = "" if moved or caveat else "; no issue alone changed by more than chance explains"
    return f"{_direction(turned, moved)}: {'; '.join(parts)}{alone}{caveat}."


def _direction(turned: Sequence[VerdictChange], moved: Sequence[IssueChange]) -> str:
    worse = [verdict.change == "worse" for verdict in turned] + [change.moved == "up" for change in moved]
    return "Worse" if all(worse) else "Mixed" if any(worse) else "Better"


def _unchanged(issues: Sequence[IssueChange], profiles: Sequence[VerdictChange], caveat: str) -> str:
    same = sum(verdict.change == "same" for verdict in profiles)
    if not same and all(change.moved != "no" for change in issues):
        return "The ratings cannot be compared."
    verdicts = f"{many(same, 'verdict is', 'verdicts are')} the same, and " if same else ""
    return f"No change: {verdicts}no issue changed by more than chance explains{caveat}."
