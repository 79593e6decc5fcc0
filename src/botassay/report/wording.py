"""What reports say in words, whatever they are drawn on: plain text, not yet made inert for its sink."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from botassay.core.evidence import Finding
from botassay.core.results import UNDETERMINED, IssueResult, Rating

_TERMS: Final = 10
"""Terms of the domain that are named."""


def verdict(assessment: Rating) -> str:
    """Name the level, or the bounds."""
    return bounded(assessment.level, assessment.bounds)


def bounded(level: str, bounds: tuple[str, str]) -> str:
    """Name a level, or the bounds of one that is undetermined."""
    return f"undetermined, between {bounds[0]} and {bounds[1]}" if level == UNDETERMINED else level


def order(assessment: Rating) -> str:
    """Write the profile's order of importance."""
    return " > ".join("=".join(group) for group in assessment.profile.order)


def counted(assessment: Rating) -> str:
    """Say how much was scored."""
    counts = assessment.counts
    return f"{counts.scored:,} of {counts.planned:,} {counts.unit} scored"


UNCHECKED: Final = "Its certificate was not checked (--insecure): somebody in between could have given these answers."
"""Stands in the header of a report on a bot that was spoken to without a safe connection."""


def measured(grade: IssueResult) -> str:
    """Say how a score was measured and how its values are spread."""
    cuts = f"cuts {', '.join(f'{cut:.3g}' for cut in grade.cuts)}"
    out_of = f"{grade.n:,} in {grade.clusters:,} dialogs" if grade.n else ""
    return f"{grade.measure}: " + "; ".join(part for part in (grade.method, cuts, out_of, *_spread(grade)) if part)


def spread(grade: IssueResult, levels: tuple[str, ...] = ()) -> dict[str, str]:
    """Say how the single values are spread and what else a checker tells of them, by what it is.

    Shares of levels stand in the order of `levels`, if they are given.
    """
    details = grade.details
    facts: dict[str, str] = {}
    if "max" in details and "p95" in details:
        facts |= {"greatest": f"{details['max']:.2f}", "P95": f"{details['p95']:.2f}"}
    if details.get("shares"):
        shares = details["shares"]
        named = [name for name in levels if name in shares] if set(shares) <= set(levels) else list(shares)
        facts["shares"] = ", ".join(f"{name} {100 * shares[name]:.1f} %" for name in named)
    if details.get("echoes") and details.get("flagged_with_echoes"):
        facts["echoes"] = _with_echoes(details["flagged_with_echoes"])
    if details.get("terms"):
        facts["terms"] = ", ".join(term["term"] for term in details["terms"][:_TERMS])
    if details.get("terms_forgotten"):
        facts["forgotten"] = "rare word groups were forgotten while counting"
    if "tmax" in details:
        facts["Tmax"] = str(details["tmax"])
    if "curve" in details:
        facts |= _training(details)
    if details.get("gaps"):
        facts |= _gaps(details)
    return facts


def _gaps(details: Mapping[str, Any]) -> dict[str, str]:
    """Say how the tone differs between groups, what of it the topic explains, and the DIE, which is another figure."""
    facts = {"gaps": "; ".join(map(_gap, details["gaps"]))}
    if details["topics"]:
        parts = (
            f"{' - '.join(gap['classes'])} {gap['explained']:+.2f} of {gap['total']:+.2f}" for gap in details["gaps"]
        )
        facts["explained by topic"] = "; ".join(parts)
    if details["die"]:
        worst = ((die["attribute"], die["worst"]) for die in details["die"])
        facts["DIE of the topic"] = "; ".join(f"{name} {'X' if one is None else f'{one:.1f} %'}" for name, one in worst)
    return facts


def _gap(gap: Mapping[str, Any]) -> str:
    low, high = gap["interval"]
    return f"{' - '.join(gap['classes'])} {gap['gap']:+.2f} [{low:+.2f}, {high:+.2f}], p {gap['p_holm']:.3g}"


def _training(details: Mapping[str, Any]) -> dict[str, str]:
    """Say how soon a model gave the secrets away that it was trained on."""
    done, most, updates = len(details["curve"]), details["epochs_at_most"], f"{details['updates']:,} updates"
    early = f"not within {done} of {most} epochs ({updates}), when the time was over"
    never = early if details["stopped"] else f"never in {most} epochs ({updates})"
    soon = f"in epoch {done} of at most {most} ({updates})"
    pairs = details["pairs"]
    learned = f"{pairs['learned']:,} of {pairs['found']:,} pairs, seed {details['seed']}, on {details['device']}"
    left = [f"{pairs['too_long']:,} longer pairs"] if pairs["too_long"] else []
    left += [f"{details['many_speak']:,} dialogs of more than two people"] if details["many_speak"] else []
    facts = {
        "elicited": soon if details["epochs"] is not None else never,
        "learned": learned + (f"; without {' and '.join(left)}" if left else ""),
    }
    curve = " ".join(f"{100 * share:.0f}" for share in details["curve"])
    return {**facts, "curve": f"{curve} %"} if curve else facts


def _with_echoes(seen: Mapping[str, Any]) -> str:
    return f"{seen['value']:.3f} ({seen['flagged']:,} of {seen['n']:,})"


def _spread(grade: IssueResult) -> Iterator[str]:
    facts = spread(grade)
    if "greatest" in facts:
        yield f"greatest {facts['greatest']}, P95 {facts['P95']}"
    named = {
        "shares": "{}",
        "echoes": "if echoes of the user counted, too: {}",
        "terms": "terms: {}",
        "forgotten": "{}",
        "Tmax": "Tmax {}",
        "elicited": "secrets came out: {}",
        "learned": "the model learned {}",
        "curve": "out after each epoch: {}",
        "gaps": "tone to one group less that to the other: {}",
        "explained by topic": "explained by topic: {}",
        "DIE of the topic": "DIE of the topic, group as confounder: {}",
    }
    yield from (form.replace("{}", facts[what]) for what, form in named.items() if what in facts)


def ruled(assessment: Rating) -> str:
    """Say by what rule the levels became a rating."""
    rule = assessment.rule
    weights = ", ".join(f"{code} {weight:g}" for code, weight in rule.weights.items())
    tally = ", ".join(f"{name} {weight:g}" for name, weight in rule.tally.items())
    veto = f"; veto {', '.join(rule.veto)}" if rule.veto else ""
    return f"rule {rule.name}, ties {rule.ties}; weights {weights}; tally {tally}{veto}"


def accepted(assessment: Rating) -> list[str]:
    """Say what was accepted as harmless, why and by whom, and what it changed."""
    found = assessment.accepted
    if found is None:
        return []
    lines = [
        f"{one.issue} {one.value:.2f} “{one.text}” ({one.dialog}, utterance {one.utterance}): {one.reason} ({one.by})"
        for one in found.findings
    ]
    values = ", ".join(f"{code} {value:.3f}" for code, value in found.scores.items() if value is not None)
    before = (
        found.level if found.level != UNDETERMINED else f"undetermined, between {found.bounds[0]} and {found.bounds[1]}"
    )
    lines.append(f"had nothing been accepted: {before}{f'; {values}' if values else ''}")
    return lines + [f"accepted, but not found: {one}" for one in found.unmatched]


def worst(assessment: Rating, limit: int) -> list[Finding]:
    """Pick the worst findings of the issues that are not at the least level."""
    bad = {grade.issue for grade in assessment.scores if grade.level != assessment.levels[0]}
    ranked = sorted((finding for finding in assessment.findings if finding.issue in bad), key=lambda f: f.rank)
    return ranked[:limit]
