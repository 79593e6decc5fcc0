"""The sections that show several subjects side by side: the three tables of paper 000.

Table 3 is the rating for each subject and profile, Table 2 the raw scores, Table 1 an example utterance with its score
for each issue and subject.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from botassay.core.evidence import Finding
from botassay.core.facts import Fact
from botassay.core.results import UNDETERMINED, IssueResult, Rating, Report, house_order
from botassay.core.text.plural import listed
from botassay.rating import wording
from botassay.rating.issue_view import quote, reading
from botassay.view import (
    Badge,
    Block,
    Details,
    DotPlot,
    DotRow,
    Facts,
    Headline,
    LevelBar,
    LevelReading,
    Link,
    Paragraph,
    Quote,
    Quotes,
    RankChart,
    Section,
    Table,
    letters,
    tone_of,
)

BOTH: Final = 2
_DOTS: Final = "A letter stands where the value lies within its level, * for several; levels are drawn equally wide."
_RAISED: Final = (
    " Where a level does not match this place, something beside the value decides it; the report says what."
)
_ORDERED: Final = "Levels are those of the rating; X stands for what could not be measured, and counts as the worst."
_Subjects = Sequence[tuple[Rating, ...]]
_Results = Sequence[tuple[Rating, IssueResult | None]]
"""Of one issue, by subject."""


def headline_of_subjects(report: Report) -> Headline:
    """Return which rating is the worst, or that all subjects have the same, and in what they differ nevertheless."""
    worst = report.ratings[0]
    verdicts = {wording.verdict(group[0]) for group in report.by_subject}
    if len(verdicts) == 1:
        count = len(report.by_subject)
        unlike = _nevertheless(report)
        who = f"{'Both' if count == BOTH else f'All {count}'}{'' if unlike else ' alike'}"
        text = f"{who}: risk {verdicts.pop()}{unlike}"
    else:
        risk = f"risk {wording.verdict(worst)}"
        alike = [group[0] for group in report.by_subject if wording.verdict(group[0]) == wording.verdict(worst)]
        names = listed([rating.subject.name for rating in alike])
        whom = "" if len({rating.profile.name for rating in alike}) > 1 else f", for {wording.audience(worst.profile)}"
        text = f"The worst {'ratings' if len(alike) > 1 else 'rating'}: {names}, {risk}{whom}"
    return Headline(text, tone_of(worst.level, worst.levels))


def _nevertheless(report: Report) -> str:
    """Return in what subjects with the same verdict differ: in issues, or for other users; empty where in nothing."""
    if unlike := _worse_on(report):
        are = {who: "is" if len(who) == 1 else "are" for who in unlike}
        return "; " + ", ".join(f"{listed(who)} {are[who]} worse on {listed(on)}" for who, on in unlike.items())
    first, *others = (wording.for_other_users(group[0]) for group in report.by_subject)
    return "" if all(verdicts == first for verdicts in others) else "; they differ for other users"


def _worse_on(report: Report) -> dict[tuple[str, ...], list[str]]:
    """Return the letters of the worst subjects and the issues on which they are; what was not measured is no better."""
    known = _issues(report)
    unlike: dict[tuple[str, ...], list[str]] = {}
    for code in sorted(known, key=house_order):
        levels = [_place(code, group) for group in report.by_subject]
        places = [place for place in levels if place is not None]
        if len(places) == len(levels) and len(set(places)) > 1:
            named = zip(letters(len(places)), places, strict=True)
            worst = tuple(letter for letter, place in named if place == max(places))
            unlike.setdefault(worst, []).append(known[code].title.lower())
    return unlike


def _place(code: str, group: tuple[Rating, ...]) -> int | None:
    """Return how bad the level of an issue is, from 0; None where it has none."""
    result = _result(code, group)
    levels = group[0].levels
    return levels.index(result.level) if result and result.level in levels else None


def side_by_side(report: Report) -> Iterator[Section]:
    """Return the ratings, the scores and the examples of all subjects."""
    subjects = report.by_subject
    known = _issues(report)
    codes = sorted(known, key=house_order)
    yield _ratings(report)
    yield Section("levels", "Issue by issue", "", (dot_plot(report),))
    scores = (Details(known[code].title, tuple(_scores(known[code], subjects)), in_text=True) for code in codes)
    lead = "Values are risks from 0 to 1; higher is worse. The bar around a value is its 95 % interval."
    yield Section("scores", "What was measured", lead, tuple(scores))
    examples = tuple(_examples(known[code], subjects) for code in codes)
    yield Section(
        "examples", "Examples", "The worst finding of each issue with its score. A low score is harmless.", examples
    )


def _issues(report: Report) -> dict[str, IssueResult]:
    return {result.issue: result for rating in reversed(report.ratings) for result in rating.scores}


def ratings_table(report: Report, *, linked: bool = False) -> Table:
    """Return the verdict on each subject for each kind of user.

    Args:
        report: the ratings of all subjects.
        linked: whether names lead to the sections on the subjects.
    """
    first, subjects = report.ratings[0], report.by_subject
    profiles = dict.fromkeys(map(_profile, report.ratings))
    published = list(first.other_profiles)
    places = sorted(
        profiles, key=lambda place: (published.index(place[0]) if place[0] in published else len(published), place)
    )
    lettered = zip(letters(len(subjects)), subjects, strict=True)
    rows = tuple(
        (
            Link(name, f"#{anchor_of(at)}") if linked else name,
            *(
                next((risk(rating) for rating in group if _profile(rating) == profile), "not rated")
                for profile in places
            ),
            f"{group[0].counts.scored:,} of {group[0].counts.planned:,}",
        )
        for at, (letter, group) in enumerate(lettered, 1)
        for name in (f"{letter}: {group[0].subject.name}",)
    )
    names = [name for name, _ in places]
    heads = (f"{name} ({order})" if names.count(name) > 1 else name for name, order in places)
    return Table("", ("subject", *heads, "scored"), rows)


def anchor_of(number: int) -> str:
    """Return the address of the section on a subject, which are numbered from 1 on."""
    return f"subject-{number}"


def dot_plot(report: Report) -> DotPlot:
    """Return all subjects on the levels of each issue."""
    subjects = report.by_subject
    known = _issues(report)
    names = tuple(group[0].subject.name for group in subjects)
    lines = tuple(
        DotRow(known[code].title, tuple(_reading(group[0], _result(code, group)) for group in subjects))
        for code in sorted(known, key=house_order)
    )
    raised = _RAISED if any(line.raised for line in lines) else ""
    return DotPlot("", names, lines, report.ratings[0].levels, f"{_DOTS}{raised}")


def _ratings(report: Report) -> Section:
    blocks: list[Block] = [ratings_table(report, linked=True)]
    tested = tuple(map(_tested, filter(_varied, report.ratings)))
    blocks += [Paragraph("", "Sensitivity", tested)] if tested else []
    unlike = (*_unlike_measures(report.by_subject), *_unlike_rules(report.ratings))
    blocks += [Paragraph("", "Not comparable", unlike, "last")] if unlike else []
    return Section("ratings", "The rating for each kind of user", "", tuple(blocks))


def limits_in_short(report: Report) -> Iterator[Facts]:
    """Yield what a reader of the card must know: what sways the worst rating of each, and what cannot be compared."""
    facts = [Fact("Sensitivity", _tested(group[0])) for group in report.by_subject if _varied(group[0])]
    known = _issues(report)
    unlike = [known[code].title for code in _unlike_issues(report.by_subject)]
    if unlike:
        facts.append(Fact("Not comparable", f"{listed(unlike)} (measured in different ways)"))
    if len(_rules(report.ratings)) > 1:
        facts.append(Fact("Not comparable", "the ratings use different rules"))
    if facts:
        yield Facts(tuple(facts))


def _varied(rating: Rating) -> bool:
    return rating.sensitivity is not None


def _tested(rating: Rating) -> str:
    assert rating.sensitivity is not None  # noqa: S101 - the caller looked
    return f"{rating.subject.name}, {rating.profile.name}: {wording.sensitivity(rating.sensitivity)}"


def _profile(rating: Rating) -> tuple[str, str]:
    return rating.profile.name, wording.order_of(rating.profile)


def risk(rating: Rating) -> Badge:
    """Return the verdict of a rating for a table, with its bounds where they differ."""
    return badge(rating.level, rating.bounds, rating.levels)


def badge(level: str, bounds: tuple[str, str], levels: tuple[str, ...]) -> Badge:
    """Return a verdict for a table, with its bounds where they differ."""
    span = listed(bounds, "to") if level == UNDETERMINED and bounds[0] else wording.also_possible(level, bounds)
    return Badge(level, tone_of(level, levels), span)


def _result(code: str, group: tuple[Rating, ...]) -> IssueResult | None:
    return next((result for rating in group for result in rating.scores if result.issue == code), None)


def _scores(issue: IssueResult, subjects: _Subjects) -> Iterator[Block]:
    """Return one issue of all subjects: on the scale, in their order if that is known, and with their facts."""
    results = [(group[0], _result(issue.issue, group)) for group in subjects]
    readings = [_reading(rating, result) for rating, result in results]
    end = max((each.axis for each in readings if each.cuts), default=1.0)
    yield LevelBar("", tuple(replace(each, end=end) for each in readings))
    if order := _order(issue.issue, results):
        yield order
    yield from _facts(results)


def _facts(results: _Results) -> Iterator[Table]:
    """Yield a table of the facts that are known of an issue, a row for each subject; none where there are none."""
    facts = {
        rating.subject.name: {
            fact.label: fact.value for fact in result.facts if isinstance(fact, Fact) and fact.label != wording.CUTS
        }
        for rating, result in results
        if result
    }
    labels = tuple(dict.fromkeys(label for known in facts.values() for label in known))
    if labels:
        rows = tuple((name, *(known.get(label, "") for label in labels)) for name, known in facts.items())
        yield Table("", ("subject", *labels), rows)


def _reading(rating: Rating, result: IssueResult | None) -> LevelReading:
    name = rating.subject.name
    if result is None:
        return LevelReading(name, None, rating.levels, (), None, note="not rated")
    return reading(result, rating.levels, name)


def _order(code: str, results: _Results) -> RankChart | None:
    """Return both orders of the subjects, as paper 002 rates systems; None unless gaps between groups were measured."""
    rated = {rating.subject.name: (rating.levels, result) for rating, result in results if result}
    if len(rated) < 2 or not any(result.details.get("gaps") for _, result in rated.values()):  # noqa: PLR2004 - an order takes two
        return None
    raw = {name: None if result.assumed else result.value for name, (_, result) in rated.items()}
    order = sorted(raw.items(), key=lambda pair: (pair[1] is None, pair[1] or 0.0))
    levels, _ = next(iter(rated.values()))
    places = {
        name: levels.index(result.level) + 1 if result.level in levels else len(levels)
        for name, (_, result) in rated.items()
    }
    return RankChart.of(f"The order of the subjects by {code}", order, places, len(levels), _ORDERED)


def _examples(issue: IssueResult, subjects: _Subjects) -> Quotes:
    quotes = [
        _example(worst, group[0])
        for group in subjects
        if (worst := min(_findings(issue.issue, group), key=lambda finding: finding.rank, default=None))
    ]
    return Quotes(f"{issue.title} ({issue.issue})", tuple(quotes), len(quotes))


def _example(finding: Finding, rating: Rating) -> Quote:
    quotation = quote(finding)
    return Quote(quotation.text, f"{rating.subject.name}: {quotation.about}", place=quotation.place)


def _findings(code: str, group: tuple[Rating, ...]) -> list[Finding]:
    return [finding for rating in group for finding in rating.findings if finding.issue == code]


def _unlike_issues(subjects: _Subjects) -> dict[str, list[tuple[str, IssueResult]]]:
    """Return the issues that were not measured alike, with the result of each subject."""
    codes = dict.fromkeys(result.issue for group in subjects for rating in group for result in rating.scores)
    results = {
        code: [(group[0].subject.name, result) for group in subjects if (result := _result(code, group))]
        for code in codes
    }
    return {
        code: measured
        for code, measured in results.items()
        if len({(result.measure, result.cuts) for _, result in measured}) > 1
    }


def _unlike_measures(subjects: _Subjects) -> Iterator[str]:
    for code, results in _unlike_issues(subjects).items():
        ways = "; ".join(
            f"{subject} by {result.measure}, thresholds {', '.join(f'{cut:.3g}' for cut in result.cuts)}"
            for subject, result in results
        )
        yield f"{code} was measured in different ways: {ways}"


def _rules(ratings: Sequence[Rating]) -> set[tuple[str, str, tuple[str, ...]]]:
    return {(rating.rule.name, rating.rule.ties, rating.rule.veto) for rating in ratings}


def _unlike_rules(ratings: Sequence[Rating]) -> Iterator[str]:
    if len(_rules(ratings)) > 1:
        ways = {rating.subject.name: f"{rating.rule.name}, ties {rating.rule.ties}" for rating in reversed(ratings)}
        yield "The ratings use different rules: " + "; ".join(f"{name} by {way}" for name, way in ways.items())
