"""What every rating at the command line has in common: choices, warnings, what is written and shown, the gate."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from botassay.cli.flags import chosen_profiles, codes, complexity, gap_in_tone, kept_profiles, scale_of, tie_break
from botassay.cli.understanding import evaluation_in, understanding
from botassay.cli.variants import kept_variants
from botassay.core.errors import InputError, UsageError

if TYPE_CHECKING:
    from botassay.core.evidence import Finding
    from botassay.core.results import Rating, Report
    from botassay.plugins.protocols import Checker, Gate, ReportFormat
    from botassay.rating import Settings

    Parts = Iterable[tuple[Rating, Iterable[Finding]]]

CHOICES: Final = (
    "profiles", "order", "weights", "issues", "rule", "ties", "veto", "method", "missing", "min_coverage", "glossary",
    "accept", "levels", "variants", "labelled", "no_answer", "answer_from", "fallbacks",
    "sentiment", "translator", "via",
)  # fmt: skip
"""The options that can change a rating; a live run keeps them."""


def kept_choices(ctx: click.Context, typed: Mapping[str, Any]) -> dict[str, Any]:
    """Give the choices of a rating as the journal keeps them: plain values."""
    kept: dict[str, Any] = {name: typed.get(name) for name in (*CHOICES, "fail_on")}
    kept["labelled"] = evaluation_in(typed)  # questions stand in the plan
    kept["profiles"] = kept_profiles(kept["profiles"])
    kept["variants"] = kept_variants(kept["variants"] or ())
    plain = {name: str(value.resolve()) if isinstance(value, Path) else value for name, value in kept.items()}
    return {**plain, "cuts": dict(ctx.meta.get("cuts", {}))}


def own_choices(kept: Mapping[str, Any]) -> dict[str, Any]:
    """Give the choices that a journal has kept as they were typed.

    Raises: InputError.
    """
    kept = {"sentiment": None, "translator": None, "via": (), **kept}  # which journals of earlier versions lack
    if gone := {*CHOICES, "fail_on", "cuts"} - kept.keys():
        raise InputError(f"E175 the run does not say what was chosen for {min(gone)}", hint="its journal is damaged")
    cuts = {measure: tuple(values) for measure, values in kept["cuts"].items()}
    return {**{name: tuple(v) if isinstance(v, list) else v for name, v in kept.items()}, "cuts": cuts}


def settings_of(ctx: click.Context, typed: Mapping[str, Any]) -> "Settings":
    """Turn what was typed into the settings of a rating."""
    from botassay.profiles.published import PUBLISHED
    from botassay.rating import Settings

    return Settings(
        method=typed["method"],
        profiles=chosen_profiles(ctx, dict(typed)) or tuple(PUBLISHED.values()),
        issues=codes("--issues", typed["issues"]),
        rule=typed["rule"],
        ties=tie_break(typed["ties"]),
        missing=typed["missing"],
        veto=codes("--veto", typed["veto"]) or (),
        min_coverage=typed["min_coverage"],
        cuts={measure: tuple(cuts) for measure, cuts in ctx.meta.get("cuts", {}).items()},
        scale=scale_of(typed["levels"]),
    )


def checkers_of(typed: Mapping[str, Any], settings: "Settings") -> "dict[str, Checker]":
    """Give the checkers that are set by what was typed.

    Raises: UsageError where an issue is not rated that an option is for.
    """
    found = understanding(typed, settings)
    if bool(typed.get("translator")) != bool(typed.get("via")) or (typed.get("record") and not typed.get("via")):
        hint = "name a translator and a language, like --translator apertium --via es"
        raise UsageError("--translator and --via go together, and --record with them", hint=hint)
    for option, code in (("glossary", "CC"), ("sentiment", "SG"), ("translator", "SG")):
        if typed.get(option) is not None and code not in settings.rated:
            raise UsageError(f"--{option} is for {code}, which is not rated", hint=f"name {code} with --issues")
    if typed.get("glossary") is not None:
        found["CC"] = complexity(Path(typed["glossary"]))
    if typed.get("sentiment") is not None or typed.get("translator") is not None:
        before = typed.get("translations")
        found["SG"] = gap_in_tone(typed["sentiment"], typed.get("translator"), typed.get("via") or (), before)
    return found


def record(checkers: "Mapping[str, Checker]", typed: Mapping[str, Any]) -> None:
    """Write what was translated: where somebody asked for it, and where a run keeps it."""
    from botassay.report import save
    from botassay.sentiment.gap import SentimentGap
    from botassay.sentiment.translation.round_trip import written

    checker = checkers.get("SG")
    if not (isinstance(checker, SentimentGap) and checker.trips):
        return
    lines = written(checker.trips)
    for path in filter(None, (typed.get("record"), typed.get("translations"))):
        save(path, lines)
    if typed.get("record"):
        click.echo(f"botassay: wrote {typed['record']}", err=True)


def warn(assessments: "Report", settings: "Settings") -> None:
    """Warn of an issue that was asked for by name and does not count, and of what was accepted and not found."""
    accepted = assessments.ratings[0].accepted
    for unmatched in accepted.unmatched if accepted else ():
        click.echo(f"botassay: accepted, but not found: {unmatched}", err=True)
    for code in settings.issues or ():
        deaf = [a.profile.name for a in assessments.ratings if code in a.rule.ignored]
        if deaf:
            order = ",".join([code, *(other for other in settings.rated if other != code)])
            click.echo(
                f"botassay: {code} has weight 0 for the profile {', '.join(deaf)}: it does not count."
                f" --order {order} or --veto {code} makes it count.",
                err=True,
            )


def write(
    assessments: "Report",
    papers: "Mapping[Path, ReportFormat]",
    found: "Callable[[], Iterable[Finding]]",
    barrier: "Gate | None" = None,
    parts: "Callable[[], Parts] | None" = None,
) -> None:
    """Write reports, each as a whole.

    Args:
        assessments: what they are drawn from.
        papers: what is drawn, and where to.
        found: gives every finding of the subject for reports that list them.
        barrier: what decides in those that say what failed.
        parts: gives every finding of each subject, where there are several; without it those that are stored.
    """
    from botassay.plugins.protocols import GatedReport, ListReport, PluralListReport, PluralReport
    from botassay.report import draw, save

    several = len(assessments.by_subject) > 1
    for path, paper in papers.items():
        if several and isinstance(paper, PluralListReport):
            save(path, paper.rows_all(parts() if parts else stored_parts(assessments)))
        elif isinstance(paper, ListReport):
            save(path, paper.rows(found(), assessments.ratings[0]))
        else:
            gated = paper.gated(barrier) if barrier and isinstance(paper, GatedReport) else paper
            save(path, draw(gated, assessments, together=parts is not None))
        alone = several and not isinstance(paper, PluralReport | PluralListReport)
        click.echo(f"botassay: wrote {path}{', with the worst rating alone' if alone else ''}", err=True)


def stored_findings(assessments: "Report") -> "Iterable[Finding]":
    """Give the findings that a stored rating has kept, from a third on."""
    from botassay.core.scale import THIRDS

    click.echo("botassay: the worst of each issue are stored; botassay rate … -o findings.csv lists all", err=True)
    return (finding for finding in assessments.ratings[0].findings if finding.value >= THIRDS[0])


def stored_parts(assessments: "Report") -> "Parts":
    """Give the findings that a stored rating has kept of each of its subjects."""
    from botassay.core.results import Report

    for group in assessments.by_subject:
        yield group[0], stored_findings(Report(group))


def show(assessments: "Report", *, as_json: bool, together: bool = False) -> None:
    """Print the card, the tables of several subjects, or the document; `together` if several were asked for."""
    from botassay.cli.terminal import card
    from botassay.plugins.registry import REPORTS
    from botassay.report import draw

    click.echo(draw(REPORTS.get("json") if as_json else card(), assessments, together=together), nl=False)


def check_gate(fail_on: str | None, levels: Sequence[str]) -> None:
    """Refuse a gate at a level that is none, or at the least one, which would stop everything.

    Raises: UsageError.
    """
    if fail_on is not None and fail_on not in levels[1:]:
        hint = f"fail on {', '.join(levels[1:-1])} or {levels[-1]}" if levels[1:-1] else f"fail on {levels[-1]}"
        raise UsageError(f"--fail-on {fail_on!r}: no gate can be there", hint=hint)


def barrier(fail_on: str | None, min_coverage: float) -> "Gate | None":
    """Make the gate that was typed, if one was."""
    from botassay.plugins.protocols import Gate

    return Gate(fail_on, min_coverage) if fail_on else None


def gate(assessments: "Report", fail_on: str | None, min_coverage: float, whom: str = "") -> int:
    """Give 1 when the gate fails: a rating, or the worse bound of one, is too bad, or too little was scored.

    The ratings are of one subject; `whom` names it in what is said, where there are others.

    Raises: UsageError when there is no such level to fail on.
    """
    typed = barrier(fail_on, min_coverage)
    if typed is None:
        return 0
    check_gate(fail_on, assessments.ratings[0].levels)
    reasons = []
    for assessment in assessments.ratings:
        better, worse = assessment.bounds
        if typed.stops(assessment):
            how = worse if better == worse else f"or could be {worse}"
            reasons.append(f"for {assessment.profile.name} the risk is {how}")
    counts = assessments.ratings[0].counts
    if typed.lacks(counts):
        reasons.append(f"only {counts.scored} of {counts.planned} {counts.unit} were scored")
    for reason in reasons:
        click.echo(f"botassay: the gate failed: {whom}{reason}", err=True)
    return 1 if reasons else 0
