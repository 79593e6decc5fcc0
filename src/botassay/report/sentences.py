"""The verdict in sentences that a reader understands who knows none of our words: plain text, not yet made inert."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from botassay.core.results import KINDS_OF_USERS, UNDETERMINED, Counts, IssueResult, Rating, Sensitivity
from botassay.core.scale import STANDARD_ISSUES
from botassay.report.wording import bounded


def listed(names: Sequence[str], last: str = "and") -> str:
    """Write names one after the other, as people do.

    >>> listed(["low", "medium", "high"], "or")
    'low, medium or high'
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


def some(names: Sequence[str], n: int) -> str:
    """Name the first of many.

    >>> some(["a", "b", "c"], 2)
    'a, b …'
    """
    return ", ".join(names[:n]) + (" …" if len(names) > n else "")


def capital(sentence: str) -> str:
    """Begin a sentence with a capital."""
    return sentence[:1].upper() + sentence[1:]


def named(grade: IssueResult) -> str:
    """Name an issue within a sentence: those of the house without their capital."""
    title, _ = STANDARD_ISSUES.get(grade.issue, ("", ""))
    return grade.title[:1].lower() + grade.title[1:] if grade.title == title else grade.title or grade.issue


def who(assessment: Rating) -> str:
    """Say what kind of user the rating is for; empty where nothing is known but the order of importance."""
    profile = assessment.profile
    if profile.source == "paper":
        return KINDS_OF_USERS.get(profile.name, "")
    return "many users, who voted on what matters to them" if profile.source == "voted" else ""


def bottom_line(assessment: Rating) -> str:
    """Say in a few words what the verdict means for somebody who has to decide."""
    if assessment.level == UNDETERMINED:
        return "Too little was measured to say whether these users can trust it."
    if assessment.level == assessment.levels[-1]:
        return "These users should not rely on it as it is."
    if assessment.level == assessment.levels[0]:
        return "As far as it was looked at, these users can trust it."
    return "These users should be careful with it."


def waived(assessment: Rating) -> str:
    """Say that findings were accepted as harmless, and what the verdict would be without that; empty if none were."""
    accepted = assessment.accepted
    if accepted is None or not accepted.findings:
        return ""
    count = len(accepted.findings)
    found = "1 finding was" if count == 1 else f"{count:,} findings were"
    before = bounded(accepted.level, accepted.bounds)
    same = (accepted.level, accepted.bounds) == (assessment.level, assessment.bounds)
    had = "the verdict would be the same" if same else f"the risk would be {before}"
    return f"{found} accepted as harmless and left out. Had nothing been accepted, {had}."


def gate(assessment: Rating) -> str:
    """Say at which levels a gate lets the bot pass: the worse bound counts."""
    worse = assessment.levels.index(assessment.bounds[1])
    risky = list(assessment.levels[1:])
    stops, passes = risky[:worse], risky[worse:]
    parts = [f"a gate that stops at {listed(stops, 'or')} stops it"] if stops else []
    parts += [f"one that stops at {listed(passes, 'or')} lets it pass"] if passes and stops else []
    parts += [f"a gate that stops at {listed(passes, 'or')} lets it pass"] if passes and not stops else []
    return capital("; ".join(parts)) + "." if parts else ""


def importance(assessment: Rating) -> str:
    """Say in words what matters to these users, most important first."""
    titles = {grade.issue: named(grade) for grade in assessment.scores}
    counting = set(_counting(assessment))
    groups = [[titles[code] for code in group] for group in assessment.profile.over(titles) if counting & set(group)]
    silent = [title for code, title in titles.items() if code not in counting]
    if not groups:
        return "Nothing that was rated matters to them."
    said = f"{_alike(groups[0])} {_verb(groups[0], 'matter')} most to them"
    if len(groups) == 1:
        said = f"only {listed(groups[0])} {_verb(groups[0], 'matter')} to them"
    said += "".join(f", then {_alike(group)}" for group in groups[1:])
    return capital(said + (f"; {listed(silent)} {_verb(silent, 'do')} not count" if silent else "") + ".")


def why(assessment: Rating) -> str:
    """Say in one plain sentence why the verdict is what it is, by the levels of the issues that count."""
    counting = set(_counting(assessment))
    grades = [grade for grade in assessment.scores if grade.issue in counting]
    parts = []
    for level in reversed(assessment.levels):
        measured = [named(grade) for grade in grades if grade.level == level and not grade.assumed]
        assumed = [named(grade) for grade in grades if grade.level == level and grade.assumed]
        parts += [f"{listed(measured)} {_verb(measured, 'be')} rated {level}"] if measured else []
        parts += [f"{listed(assumed)} {_verb(assumed, 'be')} assumed to be {level}"] if assumed else []
    missing = [named(grade) for grade in grades if grade.level is None]
    return capital("; ".join([*parts, *_open(assessment, missing)])) + "."


def _open(assessment: Rating, missing: list[str]) -> Iterator[str]:
    if not missing:
        return
    said = f"{listed(missing)} {_verb(missing, 'have been')} not measured"
    if assessment.level == UNDETERMINED:
        best, worst = assessment.bounds
        yield f"{said}, and what is missing could make the risk anything from {best} to {worst}"
    else:
        yield f"{said}, but that could not change the verdict"


def sway(sensitivity: Sensitivity) -> str:
    """Say what sways a verdict, what was varied, and what was not.

    >>> from botassay.core.results import Sensitivity
    >>> sway(Sensitivity("Type-1", ("user",), ("model", "data"), (), ()))
    'Type-1: nothing that was varied sways it. Varied: user. Not tested: model and data.'
    """
    if sensitivity.type == "Type-N":
        how = "together" if sensitivity.together else "each by itself"
        said = f"{listed(sensitivity.swayed_by)} sway it, {how}"
    else:
        said = _SWAYED.get(sensitivity.type, "too much is unmeasured to say what sways it")
    named = {
        "Varied": sensitivity.varied,
        "Undecided, since too much is unmeasured": sensitivity.undecided,
        "Not tested": sensitivity.not_tested,
        "Not tested together": sensitivity.apart,
    }
    rest = [f"{what}: {listed(factors)}." for what, factors in named.items() if factors]
    return " ".join([f"{capital(sensitivity.type)}: {said}.", *rest])


_SWAYED: Final = {
    "Type-1": "nothing that was varied sways it",
    "Type-2": "another model sways it",
    "Type-3": "other data sway it",
    "Type-4": "another user sways it",
}


def altered(variant: Mapping[str, str]) -> list[tuple[str, str]]:
    """Say what stood in place of what; factors that one thing took the place of stand together.

    >>> altered({"model": "b", "data": "b", "user": "privacy"})
    [('model and data', 'b'), ('user', 'privacy')]
    """
    return [
        (listed([factor for factor, other in variant.items() if other == value]), value)
        for value in dict.fromkeys(variant.values())
    ]


def swayed(sensitivity: Sensitivity) -> list[str]:
    """Give the verdict for everything that was varied, a line each."""
    lines = []
    for rating in sensitivity.ratings:
        changes = ", ".join(f"{factors} {value}" for factors, value in altered(rating.variant))
        lines.append(f"{changes or 'nothing varied'}: {bounded(rating.level, rating.bounds)}")
    return lines


def doubt(grade: IssueResult) -> str:
    """Say which other levels the interval allows; empty where there is none."""
    others = [level for level in grade.could_be if level != grade.level]
    return f"The evidence also allows {listed(others)}: the interval reaches there." if others else ""


def effect(grade: IssueResult, assessment: Rating) -> str:
    """Say what it means for the verdict that an issue was not measured."""
    if grade.issue not in _counting(assessment):
        return "It does not count for these users."
    if grade.assumed:
        return f"The level {grade.level} is assumed in its place."
    if assessment.level != UNDETERMINED:
        return "Whatever its level is, the verdict stands."
    return f"It could be {listed(grade.could_be, 'or')}, and the verdict depends on it."


def remedy(assessment: Rating) -> str:
    """Say what can be done about what was not measured; empty where nothing is missing."""
    missing = {grade.issue for grade in assessment.scores if grade.value is None or grade.assumed}
    if not missing:
        return ""
    kept = [grade.issue for grade in assessment.scores if grade.issue not in missing]
    it, its = ("it", "its") if len(missing) == 1 else ("them", "their")
    ways = [f"have {it} measured"]
    ways += [f"leave {it} out (--issues {','.join(kept)})"] if kept else []
    if any(grade.value is None for grade in assessment.scores):
        ways.append(f"take the middle level in {its} place (--missing pessimistic)")
    return f"What to do: {listed(ways, 'or')}."


def marked(grade: IssueResult, levels: Sequence[str]) -> str:
    """Say where the levels of an issue begin.

    >>> from botassay.testing import sample_assessment
    >>> marked(sample_assessment().scores[0], ("low", "medium", "high"))
    'low below 0.333, medium from 0.333, high from 0.667'
    """
    begin = [f"{level} from {cut:.3g}" for level, cut in zip(levels[1:], grade.cuts, strict=False)]
    return ", ".join([f"{levels[0]} below {grade.cuts[0]:.3g}", *begin]) if grade.cuts else f"always {levels[0]}"


def interval(grade: IssueResult) -> str:
    """Write the ends of a 95 % interval; empty where there is none.

    >>> from botassay.testing import sample_assessment
    >>> interval(sample_assessment().scores[0])
    '0.250 to 0.750'
    """
    return f"{grade.interval[0]:.3f} to {grade.interval[1]:.3f}" if grade.interval else ""


def became(counts: Counts) -> list[tuple[str, int, str]]:
    """Say what became of the conversations: what, how many, and what that means."""
    fates = [
        ("scored", counts.scored, "looked at, and part of the rating"),
        ("unscorable", counts.unscorable, "without anything that could be looked at"),
        ("failed", counts.failed, "broken off by an error"),
        ("in doubt", counts.in_doubt, "sent, with no answer that is certain"),
        ("skipped", counts.skipped, "left out because they could not be read"),
        ("not sent", counts.not_sent, "planned and never begun"),
    ]
    return [fate for fate in fates if fate[1] or fate[0] == "scored"]


def _counting(assessment: Rating) -> list[str]:
    rule = assessment.rule
    return [grade.issue for grade in assessment.scores if rule.weights.get(grade.issue) or grade.issue in rule.veto]


def _alike(titles: list[str]) -> str:
    return listed(titles) if len(titles) == 1 else f"{listed(titles)} alike"


def _verb(titles: list[str], verb: str) -> str:
    forms = {"be": ("is", "are"), "have been": ("was", "were"), "do": ("does", "do"), "matter": ("matters", "matter")}
    return forms[verb][len(titles) > 1]
