"""What the reports on a rating say in words, in every format: plain text, unescaped."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from botassay.core.facts import Fact
from botassay.core.ratio_score import SILENT
from botassay.core.results import (
    KINDS_OF_USERS,
    UNDETERMINED,
    Counts,
    IssueResult,
    Profile,
    Rating,
    Sensitivity,
    VariantRating,
)
from botassay.core.scale import BY_CONSENT, STANDARD_ISSUES
from botassay.core.text.language import unsupported_in
from botassay.core.text.plural import listed, many
from botassay.plugins.protocols import Gate
from botassay.rating.counts_in_words import counted_on
from botassay.rating.gate import gate_failures
from botassay.rating.languages_in_words import because_of_language
from botassay.rating.what_if import changes, stays

UNVERIFIED: Final = (
    "The TLS certificate of the bot was not verified (--insecure): the replies may come from another server."
)
"""A warning about a bot that was tested over an unverified connection."""


_FEW: Final = 2
"""Issues on too little evidence that are explained one by one."""
CUTS: Final = "thresholds"
"""The label of the fact that says where the levels of an issue begin, and why there."""


def capital(sentence: str) -> str:
    """Return a sentence with a capital at its beginning."""
    return sentence[:1].upper() + sentence[1:]


# ── the verdict ─────────────────────────────────────────────────────────────────────────────────────────────────────


def verdict(rating: Rating) -> str:
    """Return the level with its bounds."""
    return bounded(rating.level, rating.bounds)


def bounded(level: str, bounds: tuple[str, str]) -> str:
    """Return a level and what else it could be, or the bounds of one that is undetermined.

    >>> bounded("low", ("low", "medium")), bounded("undetermined", ("low", "high"))
    ('low, could be medium', 'undetermined (low to high)')
    """
    if level == UNDETERMINED:
        return f"undetermined ({bounds[0]} to {bounds[1]})"
    others = [bound for bound in bounds if bound != level]
    return f"{level}, could be {listed(others, 'or')}" if others else level


def for_other_users(rating: Rating) -> dict[str, str]:
    """Return the verdict for each published profile, with what else it could be."""
    return {
        name: bounded(level, rating.other_bounds.get(name, (level, level)))
        for name, level in rating.other_profiles.items()
    }


def left_out(rating: Rating) -> str:
    """Return the standard issues that were not rated, each with what rating it would take, and groups not tried.

    Empty where all issues were rated: the section on the tone says by itself which groups were tried.
    """
    missing = [f"{_lower(left.title)} (needs {_bare(left.needs)})" for left in rating.not_tested]
    return " · ".join([*missing, *_other_groups(rating)]) if missing else ""


def _other_groups(rating: Rating) -> Iterator[str]:
    """Yield that unequal tone was looked for between some groups only, where those were chosen by this program."""
    for result in rating.scores:
        gaps = result.details.get("gaps") if result.issue == "SG" and "unpaired" not in result.measure else None
        if gaps and result.value is not None:
            groups = listed(list(dict.fromkeys(name for gap in gaps for name in gap["classes"])))
            yield f"{_named(result)} for other groups (only {groups} users were tried)"


def _bare(needs: str) -> str:
    """Return what rating an issue takes, without the option."""
    return needs.partition(" (--")[0]


def _lower(title: str) -> str:
    return title[:1].lower() + title[1:]


def order_of(profile: Profile) -> str:
    """Return the order of importance of a profile (`AL > B=CC`)."""
    return " > ".join("=".join(group) for group in profile.order)


def kind_of_user(profile: Profile) -> str:
    """Return the kind of user that a profile describes; empty where only the order of importance is known."""
    if profile.source == "paper":
        return KINDS_OF_USERS.get(profile.name, "")
    return "many users, who voted on what matters to them" if profile.source == "voted" else ""


_AUDIENCES: Final = {
    "conversation": "seniors, non-native speakers and others who find chatbots hard",
    "fairness": "people who care most about equal treatment",
    "privacy": "people who care most about their privacy",
    "abuse": "children and others who are easily hurt",
}


def audience(profile: Profile) -> str:
    """Return for whom a verdict is, in a few words."""
    if profile.source == "paper" and profile.name in _AUDIENCES:
        return f"{_AUDIENCES[profile.name]} (profile {profile.name})"
    if profile.source == "voted":
        return f"users who voted on what matters to them (profile {profile.name})"
    return f"users of the profile {profile.name} ({order_of(profile)})"


def could_be(rating: Rating) -> str:
    """Return what else a rating could be; empty where it is certain or undetermined."""
    return also_possible(rating.level, rating.bounds)


def also_possible(level: str, bounds: tuple[str, str]) -> str:
    """Return what else a level could be; empty where it is certain or undetermined."""
    return bounded(level, bounds).partition(", ")[2] if level != UNDETERMINED else ""


def flags(rating: Rating) -> Iterator[str]:
    """Yield each red flag in words, the issue first."""
    titles = {result.issue: result.title or result.issue for result in rating.scores}
    for flag in rating.flags:
        yield f"{titles.get(flag.issue, flag.issue)}: {flag.reason}"


def raised(rating: Rating) -> str:
    """Return why a rating is worse than its rule makes it; empty where it is not."""
    before = rating.rule.raised_from
    if before is None:
        return ""
    level = at_least(rating) or rating.level
    flags = f"of the red {'flags' if len(rating.flags) > 1 else 'flag'}" if rating.flags else ""
    why = flags or _sure_of_the_first_rank(rating, level) or "of what was found beyond doubt"
    return f"{capital(level)} because {why}; by weight alone the risk would be {before}."


def _sure_of_the_first_rank(rating: Rating, level: str) -> str:
    """Return that the issues most important to these users are certainly as bad as the rating; empty for none."""
    results = {result.issue: result for result in rating.scores}
    sure = [results[code] for code in rating.profile.over(results)[0] if results[code].could_be[0] == level]
    bad = [_named(result) for result in sure]
    worse = " or worse" if any(result.could_be[-1] != level for result in sure) else ""
    matters = f"{_verb(bad, 'matter')} most to these users and {_verb(bad, 'be')} certainly {level}{worse}"
    return f"{listed(bad)} {matters}" if bad else ""


def at_least(rating: Rating) -> str:
    """Return the level that an undetermined rating cannot be better than; empty where that says nothing.

    >>> from botassay.testing import sample_assessment
    >>> rating = sample_assessment()
    >>> from dataclasses import replace
    >>> at_least(replace(rating, level=UNDETERMINED, bounds=("medium", "high")))
    'medium'
    >>> at_least(rating), at_least(replace(rating, level=UNDETERMINED, bounds=("low", "high")))
    ('', '')
    """
    better = rating.bounds[0]
    return better if rating.level == UNDETERMINED and better != rating.levels[0] else ""


def tie(rating: Rating) -> str:
    """Return between which levels a rating is evenly split, and which applies; empty where it is not."""
    if not rating.rule.tied:
        return ""
    taken = "higher" if rating.rule.ties == "pessimistic" else "lower"
    return f"Evenly split between {listed(_halves(rating))}; the {taken} risk applies."


def _halves(rating: Rating) -> list[str]:
    """Return the levels between which the weights are evenly split."""
    tally = rating.rule.tally
    if rating.rule.name == "median":
        half, below, found = sum(tally.values()) / 2, 0.0, []
        for level, weight in tally.items():
            if weight and below <= half <= below + weight:
                found.append(level)
            below += weight
        if len(found) > 1:
            return found
    most = max(tally.values())
    split = [level for level, weight in tally.items() if weight == most]
    return split if len(split) > 1 else ["two levels"]


def short_of_evidence(rating: Rating) -> list[str]:
    """Return the names of the issues that count, and are on too little evidence for a level."""
    return [_named(result) for result in _short(rating)]


def _short(rating: Rating) -> list[IssueResult]:
    counting = set(_counting(rating))
    return [result for result in rating.scores if result.level == UNDETERMINED and result.issue in counting]


def unsettled(rating: Rating) -> Iterator[str]:
    """Yield each issue on too little evidence for a level, with what would settle it; of many only the names."""
    short = _short(rating)
    if len(short) > _FEW:
        yield f"{capital(listed(short_of_evidence(rating)))}: too little evidence; their sections say how much would do"
        return
    for result in short:
        yield f"{result.title}: {result.reason or 'too little evidence'}"


def uncertain(rating: Rating) -> str:
    """Return the measured issues that could be at another level; where no interval shows why, their rows say it."""
    named = []
    for result in rating.scores:
        others = [level for level in result.could_be if level != result.level]
        if result.value is not None and not result.assumed and result.level != UNDETERMINED and others:
            named.append(f"{_named(result)} (could be {listed(others, 'or')})")
    return ", ".join(named)


def what_would_change(rating: Rating) -> str:
    """Return single changes of issues that would change the verdict, of the worst issues first.

    What is worst is named as well where it alone would change nothing.
    """
    changing = [
        f"{other} if {_named(result)} {'turned out to be' if result.level == UNDETERMINED else 'were'} {level}"
        for result, level, other in changes(rating)
    ]
    if rating.level in rating.levels[1:]:
        idle = [_named(result) for result in _worst_found(rating) if stays(rating, result)]
        changing += [f"still {rating.level} if only {listed(idle, 'or')} were {rating.levels[0]}"] if idle else []
    return " · ".join(changing)


def what_to_do(rating: Rating) -> str:
    """Return what to do next: about the worst that was found, or about what is missing."""
    found = _about_the_worst(rating)
    decided = rating.level not in (UNDETERMINED, rating.levels[0])
    missing = "" if found and decided else _about_what_is_missing(rating)
    return " ".join(filter(None, (found, missing))) or "No action needed for what was tested."


def _about_the_worst(rating: Rating) -> str:
    """Return what to do about the issues that are worst; empty where none is worse than the least level."""
    worst = _worst_found(rating)
    silent = [_named(result) for result in worst if not result.advice]
    advice = [result.advice for result in worst if result.advice]
    if silent:
        advice.append(f"Read the quoted replies on {listed(silent)}, and fix what they show.")
    return _joined(list(dict.fromkeys(advice)))


_UNTIL: Final = "Do not deploy this bot until "


def _joined(advice: Sequence[str]) -> str:
    """Return several pieces of advice, in one sentence where they say what must be done before the bot is used."""
    before = [text.removeprefix(_UNTIL).removesuffix(".") for text in advice if text.startswith(_UNTIL)]
    first = [f"{_UNTIL}{' and until '.join(before)}."] if before else []
    return " ".join([*first, *(text for text in advice if not text.startswith(_UNTIL))])


def _worst_found(rating: Rating) -> list[IssueResult]:
    """Return the issues with a red flag, and the others at the worst level that any has; none at the least level.

    Those that weigh most come first: what an issue weighs does not make it less bad, but it says where to begin.
    """
    flagged = {flag.issue for flag in rating.flags}
    measured = [result for result in rating.scores if result.level in rating.levels[1:] and not result.assumed]
    worst = max((rating.levels.index(result.level or "") for result in measured), default=None)
    found = [
        result
        for result in rating.scores
        if result.issue in flagged or (result in measured and result.level == rating.levels[worst or 0])
    ]
    return sorted(found, key=lambda result: (result.issue not in flagged, -rating.rule.weights.get(result.issue, 0)))


def _about_what_is_missing(rating: Rating) -> str:
    """Return what would give issues a level, or settle the rating; empty where nothing is missing."""
    counting = set(_counting(rating))
    if any(result.issue in counting and _missed(result) for result in rating.scores):
        return remedy(rating)
    if rating.bounds[1] != rating.level:
        span = [level for level in rating.levels if level in rating.bounds]
        steps = listed([*_settling(result for result in rating.scores if result.issue in counting)])
        return f"{capital(steps)}, to settle whether the risk is {listed(span, 'or')}."
    return ""


def _settling(results: Iterable[IssueResult]) -> Iterator[str]:
    """Yield what settles how bad issues are: more answers of a kind settle nothing where what they say is in doubt."""
    worse = [result for result in results if result.could_be[-1] != result.level]
    doubted = [_named(result) for result in worse if result.doubt]
    if doubted:
        yield f"read the answers on {listed(doubted)}"
    if len(doubted) < len(worse) or not worse:
        yield "test with more conversations"


def _missed(result: IssueResult) -> bool:
    """Whether an issue has no level of its own: not measured, assumed, or on too little evidence."""
    return result.value is None or result.assumed or result.level == UNDETERMINED


def counted(rating: Rating) -> str:
    """Return how many conversations were scored."""
    counts = rating.counts
    return f"{counts.scored:,} of {counts.planned:,} {counts.unit} scored"


def bottom_line(rating: Rating) -> str:
    """Return the meaning of the verdict for a decision, in one sentence."""
    lowest, highest = rating.levels[0], rating.levels[-1]
    if rating.level == UNDETERMINED:
        bad = _above_the_least(rating)
        also = f"; {bad}" if bad else ""
        if least := at_least(rating):
            return f"It is at least {least}, and too little was measured to rule out {rating.bounds[1]}{also}."
        return f"Too little was measured to decide whether these users can trust it{also}."
    if rating.level == highest:
        return "These users should not rely on it as it is."
    if rating.level != lowest and rating.bounds[1] == highest:
        return "These users should not rely on it until the findings have been checked."
    return "These users should be careful with it." if rating.level != lowest else _trusted(rating)


def _trusted(rating: Rating) -> str:
    """Return how far a rating of the lowest level can be relied on, and which issues are at another."""
    if bad := _above_the_least(rating):
        parts = [f"{capital(rating.level)} for these users overall, but {bad}"]
        parts += [f"a {rating.bounds[1]} risk overall cannot be ruled out"] if rating.bounds[1] != rating.level else []
        parts += (
            [f"there is too little evidence on {listed(missing)}"] if (missing := short_of_evidence(rating)) else []
        )
        return "; ".join(parts) + "."
    if rating.bounds[1] != rating.level:
        return f"No serious problem was found, but a {rating.bounds[1]} risk cannot be ruled out."
    if short := short_of_evidence(rating):
        return f"No serious problem was found, but there is too little evidence on {listed(short)}."
    return "Within the limits of the test, these users can trust it."


def at_the_worst_level(rating: Rating) -> str:
    """Return which measured issues are at the worst level, as a clause; empty where none is."""
    bad = [_named(each) for each in rating.scores if each.level == rating.levels[-1] and not each.assumed]
    return f"{listed(bad)} {_verb(bad, 'be')} {rating.levels[-1]}" if bad else ""


def _above_the_least(rating: Rating) -> str:
    """Return which measured issues are at another level than the least, the worst first; empty where none is."""
    parts = []
    for level in reversed(rating.levels[1:]):
        bad = [_named(result) for result in rating.scores if result.level == level and not result.assumed]
        parts += [f"{listed(bad)} {_verb(bad, 'be')} {level}"] if bad else []
    return listed(parts) if parts else ""


def why(rating: Rating) -> str:
    """Return why the verdict is what it is, by the levels of the issues that count."""
    counting = set(_counting(rating))
    results = [result for result in rating.scores if result.issue in counting]
    parts = []
    for level in reversed(rating.levels):
        measured = [_named(result) for result in results if result.level == level and not result.assumed]
        assumed = [_named(result) for result in results if result.level == level and result.assumed]
        parts += [f"{listed(measured)} {_verb(measured, 'be')} rated {level}"] if measured else []
        parts += [f"{listed(assumed)} {_verb(assumed, 'be')} assumed to be {level}"] if assumed else []
    missing = [_named(result) for result in results if result.level is None]
    short = short_of_evidence(rating)
    parts += [f"there is too little evidence on {listed(short)}"] if short else []
    return capital("; ".join([*parts, *_missing(rating, missing)])) + "."


def _missing(rating: Rating, missing: list[str]) -> Iterator[str]:
    if not missing:
        return
    unmeasured = f"{listed(missing)} {_verb(missing, 'have been')} not measured"
    if rating.level == UNDETERMINED:
        best, worst = rating.bounds
        yield f"{unmeasured}, so the risk could be anything from {best} to {worst}"
    else:
        yield f"{unmeasured}, but that could not change the verdict"


def importance(rating: Rating) -> str:
    """Return the priorities of these users in words, the most important first."""
    titles = {result.issue: _named(result) for result in rating.scores}
    counting = set(_counting(rating))
    groups = [[titles[code] for code in group] for group in rating.profile.over(titles) if counting & set(group)]
    silent = [title for code, title in titles.items() if code not in counting]
    if not groups:
        return "None of the rated issues matters to them."
    sentence = f"{_alike(groups[0])} {_verb(groups[0], 'matter')} most to them"
    if len(groups) == 1:
        sentence = f"only {listed(groups[0])} {_verb(groups[0], 'matter')} to them"
    sentence += "".join(f", then {_alike(group)}" for group in groups[1:])
    return capital(
        sentence + (f"; {listed(silent)} {_verb(silent, 'do')} not affect the rating" if silent else "") + "."
    )


def dismissed(rating: Rating) -> str:
    """Return how many findings were dismissed, and what would be otherwise; empty if none were."""
    accepted = rating.accepted
    if accepted is None or not accepted.findings:
        return ""
    count = many(len(accepted.findings), "finding was", "findings were")
    same = (accepted.level, accepted.bounds) == (rating.level, rating.bounds)
    before = "" if same else f"the risk would be {bounded(accepted.level, accepted.bounds)}"
    otherwise = [*([before] if before else []), *_otherwise(rating)]
    unchanged = "the verdict for these users would be the same" + (", but " if otherwise else "") if same else ""
    return f"{count} dismissed as harmless and left out. Otherwise {unchanged}{listed(otherwise) if otherwise else ''}."


def _otherwise(rating: Rating) -> Iterator[str]:
    """Yield which issues would be at another level, or have another value, without the decisions on findings."""
    now = {result.issue: result for result in rating.scores}
    for before in rating.accepted.results if rating.accepted else ():
        result = now.get(before.issue)
        if result is None or before.level is None:
            continue
        if before.level != result.level:
            yield f"{_named(result)} would be {before.level} instead of {result.level}"
        elif before.value != result.value and before.value is not None:
            yield f"{_named(result)} would be worth {before.value:.3f} instead of {result.value or 0.0:.3f}"


def gate(rating: Rating) -> str:
    """Return at which levels `--fail-on` lets the rating pass, if its coverage is high enough."""
    risky = rating.levels[1:]
    fails = [level for level in risky if gate_failures((rating,), Gate(level, 0.0))]
    passes = [level for level in risky if level not in fails]
    parts = [f"--fail-on {listed(fails, 'or')} fails"] if fails else []
    parts += [f"--fail-on {listed(passes, 'or')} passes"] if passes else []
    return "; ".join(parts) + "." if parts else ""


def ruled(rating: Rating) -> str:
    """Return by what rule the levels became a rating."""
    rule = rating.rule
    weights = ", ".join(f"{code} {weight:g}" for code, weight in rule.weights.items())
    tally = ", ".join(f"{name} {weight:g}" for name, weight in rule.tally.items())
    veto = f"; veto {', '.join(rule.veto)}" if rule.veto else ""
    return f"rule {rule.name}, ties {rule.ties}; weights {weights}; tally {tally}{veto}"


# ── an issue ────────────────────────────────────────────────────────────────────────────────────────────────────────


def interval(result: IssueResult) -> str:
    """Return the ends of the 95 % interval; empty where there is none.

    >>> from botassay.testing import sample_assessment
    >>> interval(sample_assessment().scores[0])
    '0.250 to 0.750'
    """
    return f"{result.interval[0]:.3f} to {result.interval[1]:.3f}" if result.interval else ""


def measured(result: IssueResult) -> str:
    """Return how a score was measured, in one line."""
    known = any(isinstance(fact, Fact) and fact.label == CUTS for fact in result.facts)
    cuts = "" if known else f"thresholds {', '.join(f'{cut:.3g}' for cut in result.cuts)}"
    facts = (f"{fact.label} {fact.value}" for fact in result.facts if isinstance(fact, Fact))
    return f"{result.measure}: " + "; ".join(filter(None, (result.method, cuts, counted_on(result), *facts)))


def doubt(result: IssueResult) -> str:
    """Return which other levels the interval allows; empty where none."""
    others = [level for level in result.could_be if level != result.level]
    if not others:
        return ""
    if result.doubt:
        return f"It could be {listed(others)}: {result.doubt}."
    return f"The 95 % interval also allows {listed(others)}."


def effect(result: IssueResult, rating: Rating) -> str:
    """Return the effect on the verdict of an issue that was not measured."""
    if result.issue not in _counting(rating):
        return "It does not affect the rating for these users."
    if result.assumed:
        return f"The level {result.level} is assumed instead."
    if rating.level != UNDETERMINED:
        return "Its level does not change the verdict."
    return f"It could be {listed(result.could_be, 'or')}, and the verdict depends on it."


def remedy(rating: Rating) -> str:
    """Return what to do about issues without a level, by the cause; empty where none is missing."""
    missing = [result for result in rating.scores if _missed(result)]
    if not missing:
        return ""
    counts = rating.counts
    lost = counts.failed + counts.in_doubt
    if lost and rating.subject.kind == "bot":
        conversations = many(lost, "conversation", "conversations")
        return f"Find out why the bot failed in {conversations} of {counts.planned:,}, then continue: botassay resume."
    if said_nothing(rating):
        return _about_silence(rating)
    parts = []
    if short := short_of_evidence(rating):
        parts.append(f"Test with more conversations: there is too little evidence on {listed(short)}.")
    unmeasured = [result for result in missing if result.level != UNDETERMINED]
    parts += because_of_language(rating, [(result, _named(result)) for result in unmeasured])
    parts += [
        f"{result.title} was not measured: {result.reason or 'no reason given'}."
        for result in unmeasured
        if unsupported_in(result.reason) is None
    ]
    return " ".join(parts)


def said_nothing(rating: Rating) -> bool:
    """Whether no conversation holds anything that the bot said."""
    return not rating.counts.scored and any(result.reason == SILENT for result in rating.scores)


def _about_silence(rating: Rating) -> str:
    """Return what to do about a bot that said nothing."""
    if rating.subject.kind == "bot":
        return (
            "The bot answered, but its replies are empty: see what it sends with botassay bots check, and correct the "
            "path text under [reply] in the file that describes it."
        )
    return "No reply of a bot is in these dialogs: see whom botassay check takes for the bot."


# ── sensitivity and counts ──────────────────────────────────────────────────────────────────────────────────────────


def sensitivity(tested: Sensitivity) -> str:
    """Return the factors that change a verdict, those that were varied, and those that were not.

    >>> from botassay.core.results import Sensitivity
    >>> sensitivity(Sensitivity("Type-1", ("user",), ("model", "data"), (), ()))
    'Type-1: nothing that was varied changes the verdict. Varied: user. Not tested: model and data.'
    """
    if tested.type == "Type-N":
        how = "together" if tested.together else "each by itself"
        meaning = f"{listed(tested.swayed_by)} change it, {how}"
    else:
        meaning = _TYPES.get(tested.type, "too much is unmeasured to decide what changes the verdict")
    named = {
        "Varied": tested.varied,
        "Undecided (too much is unmeasured)": tested.undecided,
        "Not tested": tested.not_tested,
        "Not tested together": tested.apart,
    }
    rest = [f"{what}: {listed(factors)}." for what, factors in named.items() if factors]
    return " ".join([f"{capital(tested.type)}: {meaning}.", *rest])


_TYPES: Final = {
    "Type-1": "nothing that was varied changes the verdict",
    "Type-2": "another model changes the verdict",
    "Type-3": "other data change the verdict",
    "Type-4": "another kind of user changes the verdict",
}


def varied(variant: VariantRating) -> str:
    """Return the changes of a variant (`user privacy`); `nothing` for the baseline."""
    return ", ".join(f"{factors} {value}" for factors, value in altered(variant.variant)) or "nothing"


def altered(variant: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the changes of a variant; factors with the same replacement are named together.

    >>> altered({"model": "b", "data": "b", "user": "privacy"})
    [('model and data', 'b'), ('user', 'privacy')]
    """
    return [
        (listed([factor for factor, other in variant.items() if other == value]), value)
        for value in dict.fromkeys(variant.values())
    ]


def fates(counts: Counts) -> list[tuple[str, int, str]]:
    """Return the outcome of the conversations: what, how many, and what that means."""
    known = [
        ("scored", counts.scored, "checked; part of the rating"),
        ("unscorable", counts.unscorable, "nothing in it to check"),
        ("failed", counts.failed, "broken off by an error"),
        ("in doubt", counts.in_doubt, "sent, but the reply is uncertain"),
        ("skipped", counts.skipped, "left out because they could not be read"),
        ("not sent", counts.not_sent, "planned, but not started"),
    ]
    return [fate for fate in known if fate[1] or fate[0] == "scored"]


def _named(result: IssueResult) -> str:
    """Name an issue within a sentence: the standard ones without their capital."""
    known = result.issue in (*STANDARD_ISSUES, *BY_CONSENT) and result.title
    return result.title[:1].lower() + result.title[1:] if known else result.title or result.issue


def _counting(rating: Rating) -> list[str]:
    rule = rating.rule
    return [result.issue for result in rating.scores if rule.weights.get(result.issue) or result.issue in rule.veto]


def _alike(titles: Sequence[str]) -> str:
    return listed(titles) if len(titles) == 1 else f"{listed(titles)} alike"


def _verb(titles: Sequence[object], verb: str) -> str:
    forms = {"be": ("is", "are"), "have been": ("was", "were"), "do": ("does", "do"), "matter": ("matters", "matter")}
    return forms[verb][len(titles) > 1]
