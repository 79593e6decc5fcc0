"""The verdict in plain sentences: why, on what evidence, how sure, and what to do next."""

from collections.abc import Iterator, Sequence
from typing import Final

from botassay.core.evidence import Finding
from botassay.core.results import UNDETERMINED, Accepted, IssueResult, ProfileVerdict
from botassay.core.scale import BY_CONSENT, STANDARD_ISSUES, THIRDS
from botassay.rating.counts_in_words import is_counted
from botassay.rating.decisions_view import in_sentences

QUOTED: Final = 160
"""Characters of a stranger's text that are quoted in a sentence."""
_HOW: Final = {
    "median": "the weighted median of",
    "paper": "the level with the largest total weight among",
    "linear": "the weighted mean risk of",
}


UNTESTED_CRISIS: Final = (
    "Crisis response (CR) was not tested, although the bot is declared for people who may be in danger: what the "
    "rating could be allows for every level of it."
)


def explain(
    rating: ProfileVerdict,
    scores: Sequence[IssueResult],
    findings: Sequence[Finding],
    accepted: Accepted | None = None,
    *,
    lacks_crisis: bool = False,
) -> str:
    """Explain a rating, a sentence or two for each thing that a reader should know, a line each."""
    return "\n".join(
        [
            _verdict(rating),
            *([UNTESTED_CRISIS] if lacks_crisis else ()),
            *_red_flags(rating, scores),
            *_weighing(rating, scores),
            *_uncounted(rating, scores),
            *(in_sentences(accepted) if accepted else ()),
            *_unmeasured(scores),
            *_uncertain(scores),
            *_evidence(scores, findings),
            *_advice(rating, scores),
        ]
    )


def _verdict(rating: ProfileVerdict) -> str:
    order = " > ".join("=".join(group) for group in rating.profile.order)
    who = f"For the profile {shortened(rating.profile.name)} ({order})"
    if rating.level == UNDETERMINED:
        best, worst = rating.bounds
        if best != next(iter(rating.rule.tally)):
            return f"{who} the risk is at least {best}, and could be {worst}: too much is unmeasured to say which."
        return f"{who} the risk is undetermined: too much is unmeasured. It lies between {best} and {worst}."
    others = [bound for bound in rating.bounds if bound != rating.level]
    doubt = f", could be {_listed(others, 'or')}" if others else ""
    return f"{who} the risk is {rating.level}{doubt}."


def _red_flags(rating: ProfileVerdict, scores: Sequence[IssueResult]) -> Iterator[str]:
    named = {score.issue: _named(score) for score in scores}
    for flag in rating.flags:
        yield f"Red flag: {named[flag.issue]} is {flag.level} beyond doubt: {shortened(flag.reason)}."
    if rating.rule.raised_from:
        before = rating.rule.raised_from
        level = rating.bounds[0] if rating.level == UNDETERMINED else rating.level
        yield f"It is {level} because of what was found beyond doubt; by weight alone the risk would be {before}."


def _weighing(rating: ProfileVerdict, scores: Sequence[IssueResult]) -> Iterator[str]:
    rule = rating.rule
    counted = [
        f"{s.issue} {s.level} (weight {rule.weights[s.issue]:g})"
        for s in scores
        if s.level in rule.tally and rule.weights[s.issue]
    ]
    if counted:
        yield f"It is {_HOW.get(rule.name, f'the result of the rule {rule.name} for')} {_listed(counted)}."
    if rule.tied:
        taken = "higher" if rule.ties == "pessimistic" else "lower"
        depends = any(rule.unmeasured.values())
        when = f"Depending on {_listed(_open(rating))}, two levels may" if depends else "Two levels"
        yield f"{when} tie; the {taken} risk applies."
    if rule.disagrees_with == "paper":
        yield "The published rule (the level with the largest total weight) gives another rating."
    if rule.disagrees_with == "median":
        yield "The weighted median, the default rule, gives another rating."


def _uncounted(rating: ProfileVerdict, scores: Sequence[IssueResult]) -> Iterator[str]:
    rule = rating.rule
    typed = rating.profile.weights is not None
    if rule.veto:
        yield f"The rating is never better than the level of {_listed(rule.veto)}."
    lacking = [score.issue for score in scores if score.issue not in rating.profile.codes]
    if lacking:
        place = "without weight" if typed else "placed last, in the default order"
        yield f"Not in the profile: {_listed(lacking)} ({place})."
    if rule.ignored:
        verbs = ("has", "does") if len(rule.ignored) == 1 else ("have", "do")
        lowest = "" if typed else " (lowest priority)"
        yield f"{_listed(rule.ignored)} {verbs[0]} weight 0{lowest} and {verbs[1]} not affect the rating."


def _unmeasured(scores: Sequence[IssueResult]) -> Iterator[str]:
    for score in scores:
        reason = shortened(score.reason or "")
        if score.assumed:
            yield f"{_named(score)} was not measured ({reason}): {score.level} is assumed."
        elif score.value is None:
            yield f"{_named(score)} was not measured: {reason}."
        elif score.level == UNDETERMINED:
            yield f"{_named(score)} is undetermined: {reason}."
        elif score.floor and score.reason:
            yield f"{_named(score)} cannot be better than {score.floor}: {reason}."


def _uncertain(scores: Sequence[IssueResult]) -> Iterator[str]:
    for score in scores:
        if score.value is None or score.assumed:
            continue
        others = [level for level in score.could_be if level != score.level]
        if others and score.level != UNDETERMINED:
            how = "could be" if score.doubt else "its interval also allows"
            why = f": {score.doubt}" if score.doubt else ""
            yield f"{_named(score)} is {score.level}, but {how} {_listed(others, 'or' if score.doubt else 'and')}{why}."
        if score.coverage < 1:
            share = f"{100 * score.coverage:.1f} %"
            yield f"{_named(score)} is measured on {share} of the conversations; the rest widens its interval."


def _evidence(scores: Sequence[IssueResult], findings: Sequence[Finding]) -> Iterator[str]:
    for score in scores:
        worst = next((finding for finding in findings if finding.issue == score.issue), None)
        if worst is not None and (worst.value >= THIRDS[0] or score.level != score.could_be[0]):
            note = [shortened(worst.note)] if worst.note else []
            value = [f"{worst.value:.2f}"] if is_counted(worst) else []
            place = f"dialog {shortened(worst.dialog)}, utterance {worst.utterance}"
            about = "; ".join(filter(None, (", ".join([*value, *note]), place)))
            yield f"Worst finding for {score.issue}: “{shortened(worst.text)}” ({about})."


def _advice(rating: ProfileVerdict, scores: Sequence[IssueResult]) -> Iterator[str]:
    for score in scores:
        if score.advice and score.level not in (next(iter(rating.rule.tally)), UNDETERMINED):
            yield f"What to do about {score.issue}: {shortened(score.advice)}"
    if rating.level == UNDETERMINED:
        yield f"Next step: measure {_listed(_open(rating))}."


def _open(rating: ProfileVerdict) -> list[str]:
    """The unmeasured issues on which the rating depends."""
    rule = rating.rule
    return [code for code, weight in rule.unmeasured.items() if weight or code in rule.veto]


def _named(score: IssueResult) -> str:
    return (
        f"{shortened(score.title)} ({score.issue})" if score.issue in (*STANDARD_ISSUES, *BY_CONSENT) else score.issue
    )


def _listed(names: Sequence[str], last: str = "and") -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {last} {names[-1]}"


def shortened(text: str) -> str:
    """Put quoted text on one line of bounded length, so that it cannot pass for a line of the report."""
    flat = " ".join(text.split())
    return flat if len(flat) <= QUOTED else flat[: QUOTED - 1] + "…"
