"""Comparison of two ratings: what changed, by how much, whether by chance, and the effect on the verdict.

Values measured in different ways are named and not compared.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal

from botassay.core.errors import InputError
from botassay.core.results import IssueResult, Rating, Report, house_order
from botassay.core.stats import ALPHA
from botassay.core.text.plural import many
from botassay.rating.comparison_document import (
    TOO_FEW,
    Comparison,
    IssueChange,
    Moved,
    Side,
    Unlike,
    VerdictChange,
    p_in_words,
)
from botassay.rating.conversation_counts import RunCounts
from botassay.rating.difference_tests import Design, DifferenceTest, IssueCount, corrected_for_number, difference_of
from botassay.rating.wording import bounded, capital

Rated = Mapping[str, Rating]
"""The ratings of one document by profile."""
Grades = Mapping[str, IssueResult]


def compare(before: Report, after: Report, counts: tuple[RunCounts, RunCounts] | None = None) -> Comparison:
    """Compare two documents, each with the ratings of one subject, for one profile or several.

    Args:
        before: the earlier one.
        after: the later one.
        counts: what each conversation of both contributes; None: the stored intervals decide, which finds less.

    Raises: InputError when a document holds several subjects.
    """
    was, now = _of_one(before, "first"), _of_one(after, "second")
    old, new = ({rated.profile.name: rated for rated in side} for side in (was, now))
    grades, newer = _grades(was), _grades(now)
    codes = sorted({*grades, *newer}, key=house_order)
    tests = corrected_for_number(dict(_tests(codes, grades, newer, counts)))
    issues = tuple(
        _issue(grades.get(code), newer.get(code), tests.get(code), now[0].levels, counts=_counts(code, old, new))
        for code in codes
    )
    profiles = tuple(_verdict(name, old[name], new[name]) for name in old if name in new)
    unlike = tuple(dict.fromkeys([*_unlike_issues(grades, newer), *_unlike_profiles(old, new, profiles)]))
    worse = sorted(
        (change for change in issues if change.moved == "worse"), key=partial(_badness, now[0].levels), reverse=True
    )
    return Comparison(
        summary=_summary(worse, issues, profiles, unlike),
        before=Side(was[0].subject, was[0].provenance.version),
        after=Side(now[0].subject, now[0].provenance.version),
        design=_design(counts),
        pairs=len(counts[0].scripts) if counts and counts[0].pairs_with(counts[1]) else None,
        issues=issues,
        profiles=profiles,
        not_comparable=unlike,
        regressions=tuple(map(regression, worse)),
    )


def _design(counts: tuple[RunCounts, RunCounts] | None) -> Design:
    if counts is None:
        return "intervals"
    return "paired" if counts[0].pairs_with(counts[1]) else "independent"


def _badness(levels: Sequence[str], change: IssueChange) -> tuple[int, float]:
    rank = levels.index(change.level_after) if change.level_after in levels else -1
    return rank, change.difference or 0.0


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


def _tests(
    codes: Iterable[str], old: Grades, new: Grades, counts: tuple[RunCounts, RunCounts] | None
) -> Iterator[tuple[str, DifferenceTest]]:
    for code in codes:
        was, now = old.get(code), new.get(code)
        if was and now and None not in (_value(was), _value(now)) and not _unlike_measured(was, now):
            test = difference_of(code, was, now, counts)
            if test:
                yield code, test


def _issue(
    was: IssueResult | None,
    now: IssueResult | None,
    test: DifferenceTest | None,
    levels: Sequence[str],
    *,
    counts: bool,
) -> IssueChange:
    known = now or was
    assert known is not None  # noqa: S101 - a code comes from one of the two
    untested = IssueChange(
        issue=known.issue,
        title=known.title,
        measure=known.measure,
        counts=counts,
        before=_value(was),
        after=_value(now),
        difference=None,
        interval=None,
        moved=None,
        p=None,
        p_adjusted=None,
        design=None,
        tally_before=None,
        tally_after=None,
        level_before=was.level if was else None,
        level_after=now.level if now else None,
        reason=_unlike_measured(was, now) or _missing(was, now) or "no interval available",
    )
    if test is None:
        return untested
    floored = _floored(was, now, levels)
    return replace(
        untested,
        difference=test.difference,
        interval=test.interval,
        moved="worse" if floored else _moved(test),
        p=test.p,
        p_adjusted=test.adjusted,
        design=test.design,
        tally_before=test.before,
        tally_after=test.after,
        reason=TOO_FEW if test.too_few else None,
        surely=floored,
    )


def _floored(was: IssueResult | None, now: IssueResult | None, levels: Sequence[str]) -> str | None:
    """Return why an issue surely got a worse level whatever its value, as that of a bot that evades a question.

    A floor is set only where it is beyond doubt, so that no test is needed.
    """
    if was is None or now is None or now.floor is None or was.level not in levels or _unlike_cut(was, now):
        return None
    sure = now.level == now.floor == now.could_be[0]
    worse = levels.index(now.floor) > levels.index(was.level)
    return f"counts as {now.floor} now: {now.reason}" if sure and worse else None


def _moved(test: DifferenceTest) -> Moved:
    if test.adjusted >= ALPHA or not test.difference:
        return "no evidence"
    return "worse" if test.difference > 0 else "better"


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


def regression(change: IssueChange) -> str:
    """Return in words what got worse, with its counts and how sure that is."""
    if change.surely:
        return f"{_named(change)} got worse: it {change.surely}"
    low, high = change.interval or (0.0, 0.0)
    p = p_in_words(change.p_adjusted)
    sure = f"95 % interval of the difference {low:+.3f} to {high:+.3f}, p {p if p.startswith('<') else f'= {p}'}"
    return f"{_named(change)} got worse {_by_how_much(change)} ({sure})"


def _by_how_much(change: IssueChange) -> str:
    """Return the change of an issue in words, with its counts where there are any."""
    if change.surely:
        return change.surely
    was, now = change.tally_before, change.tally_after
    if was is None or now is None or was.events is None or now.events is None:
        return f"by {abs(change.difference or 0):.3f}"
    return f"from {_tallied(was)} to {_tallied(now)}"


def _tallied(tally: IssueCount) -> str:
    """Return how many of how many, and in how many conversations where one of them can hold several."""
    several = tally.events and tally.affected is not None and tally.n > tally.conversations
    where = f" in {tally.affected:,} of {tally.conversations:,} conversations" if several else ""
    return f"{tally.events:,} of {tally.n:,}{where}"


def _change_of_risk(verdict: VerdictChange) -> str:
    was, now = bounded(verdict.before, verdict.bounds_before), bounded(verdict.after, verdict.bounds_after)
    return f"risk for {verdict.profile}: before {was}, now {now}"


def _named(change: IssueChange) -> str:
    return f"{change.title} ({change.issue})"


def _summary(
    worse: Sequence[IssueChange],
    issues: Sequence[IssueChange],
    profiles: Sequence[VerdictChange],
    unlike: Sequence[Unlike],
) -> str:
    """Return the comparison in one line: what got worse beyond chance, the worst first; what got better; verdicts."""
    tested = sum(change.moved is not None for change in issues)
    if not tested and not any(verdict.change for verdict in profiles):
        return "The ratings cannot be compared."
    better = [change for change in issues if change.moved == "better"]
    moved = [*_direction("worse", worse), *_direction("better", better)]
    turned = [_change_of_risk(verdict) for verdict in profiles if verdict.change in ("worse", "better")]
    if turned and not moved:
        turned[-1] += ", which is not statistically significant"
    parts = moved or [f"no evidence of a change in {many(tested, 'issue', 'issues')}"]
    rest = ["not everything can be compared"] if unlike else []
    return f"{capital('; '.join([*parts, *turned, *rest]))}."


def _direction(direction: str, changes: Sequence[IssueChange]) -> Iterator[str]:
    """Yield in words what moved in a direction; nothing where nothing did."""
    if changes:
        yield f"{direction}: {', '.join(f'{_named(change)} {_by_how_much(change)}' for change in changes)}"
