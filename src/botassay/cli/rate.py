"""`botassay rate`: a corpus of dialogs goes in, a rating for a kind of user comes out."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from botassay.cli.config import read_config
from botassay.cli.options import (
    METHODS,
    by_rule,
    chosen_profiles,
    codes,
    complexity,
    for_whom,
    tie_break,
    with_glossary,
)
from botassay.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from botassay.assess import Settings
    from botassay.evidence import Finding
    from botassay.protocols import Checker, Report
    from botassay.rating import Assessments


@click.command("rate")
@click.argument("subject", metavar="SUBJECT")
@for_whom
@click.option("--issues", metavar="AL,B,IL,CC", help="Which issues are rated.")
@by_rule
@click.option(
    "--method",
    type=METHODS,
    default="botassay",
    show_default=True,
    help="`paper` switches every choice to the published one.",
)
@click.option(
    "--missing",
    type=click.Choice(["bounds", "pessimistic"]),
    help="What stands for an unmeasured issue: all its levels, or the middle one. [default: bounds]",
)
@click.option(
    "--format", "format_", metavar="NAME", help="jsonl, csv or babi; without it each file's format is recognised."
)
@with_glossary
@click.option(
    "--accept",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Findings that somebody took for harmless: JSON lines, or a findings.csv with reason and by filled in.",
)
@click.option("--skip-bad", is_flag=True, help="Leave out dialogs with a bad row, and count them, instead of stopping.")
@click.option(
    "--fail-on", type=click.Choice(["medium", "high"]), help="Exit with 1 when the rating is, or could be, this bad."
)
@click.option(
    "--min-coverage",
    type=click.FloatRange(0, 1),
    default=0.9,
    show_default=True,
    help="Share of the conversations an issue needs.",
)
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Write rating.json into this folder.")
@click.option(
    "-o",
    "outputs",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a report: FILE.html, .json, .md, .txt, or .csv for all findings. Repeatable.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, and nothing else, on standard output.")
@click.option(
    "--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes that work side by side."
)
@click.option(
    "--config",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    is_eager=True,
    expose_value=False,
    callback=read_config,
    help="Settings; flags beat them. [default: botassay.toml here, if there is one]",
)
@click.pass_context
def command(ctx: click.Context, /, subject: str, outputs: tuple[Path, ...], out: Path | None, **typed: Any) -> int:
    """Rate the bot in SUBJECT, a file or folder of dialogs, for a kind of user.

    Without --profile, --order or --weights it is rated for all four published kinds of users; the worst rating comes
    first and decides a gate.
    """
    from botassay.assess import every_finding, rate, read_accepted
    from botassay.cli.progress import Bar
    from botassay.corpora import open_corpus
    from botassay.report import paper_for

    papers = {path: paper_for(path) for path in outputs}  # a wrong ending is said before the work, not after
    settings = _settings(ctx, typed)
    checkers = _own_checkers(typed["glossary"], settings)
    accepted = read_accepted(typed["accept"]) if typed["accept"] else ()
    corpus = open_corpus(subject, typed["format_"], skip_bad=typed["skip_bad"])
    with Bar() as bar:
        assessments = rate(
            corpus, settings, checkers=checkers, accepted=accepted, workers=typed["workers"], track=bar.dialogs
        )
        found = partial(every_finding, corpus, settings, checkers=checkers, track=bar.dialogs)
        _write(assessments, papers, out, found)
    _warn(assessments, settings)
    _show(assessments, as_json=typed["as_json"])
    return _gate(assessments, typed["fail_on"], typed["min_coverage"])


def _settings(ctx: click.Context, typed: dict[str, Any]) -> "Settings":
    from botassay.assess import Settings
    from botassay.trust.profiles import PUBLISHED

    return Settings(
        method=typed["method"],
        profiles=chosen_profiles(ctx, typed) or tuple(PUBLISHED.values()),
        issues=codes("--issues", typed["issues"]),
        rule=typed["rule"],
        ties=tie_break(typed["ties"]),
        missing=typed["missing"],
        veto=codes("--veto", typed["veto"]) or (),
        min_coverage=typed["min_coverage"],
        cuts=ctx.meta.get("cuts", {}),
    )


def _own_checkers(glossary: Path | None, settings: "Settings") -> "dict[str, Checker]":
    if glossary is None:
        return {}
    if "CC" not in settings.rated:
        raise UsageError("--glossary is for CC, which is not rated", hint="name CC with --issues")
    return {"CC": complexity(glossary)}


def _warn(assessments: "Assessments", settings: "Settings") -> None:
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


def _write(
    assessments: "Assessments",
    papers: "Mapping[Path, Report]",
    out: Path | None,
    found: "Callable[[], Iterable[Finding]]",
) -> None:
    from botassay.protocols import ListReport
    from botassay.report import STORED, draw, paper_for, save

    stored = {out / STORED: paper_for(out / STORED)} if out is not None else {}
    for path, paper in {**stored, **papers}.items():
        if isinstance(paper, ListReport):
            save(path, paper.rows(found(), assessments.ratings[0]))
        else:
            save(path, draw(paper, assessments))
        click.echo(f"botassay: wrote {path}", err=True)


def _show(assessments: "Assessments", *, as_json: bool) -> None:
    from botassay.cli.terminal import card
    from botassay.registry import REPORTS
    from botassay.report import draw

    click.echo(draw(REPORTS.get("json") if as_json else card(), assessments), nl=False)


def _gate(assessments: "Assessments", fail_on: str | None, min_coverage: float) -> int:
    """Give 1 when the gate fails: a rating, or the worse bound of one, is too bad, or too little was scored."""
    if fail_on is None:
        return 0
    reasons = []
    for assessment in assessments.ratings:
        better, worse = assessment.bounds
        if assessment.levels.index(worse) >= assessment.levels.index(fail_on):
            how = worse if better == worse else f"or could be {worse}"
            reasons.append(f"for {assessment.profile.name} the risk is {how}")
    counts = assessments.ratings[0].counts
    if counts.scored < min_coverage * counts.planned:
        reasons.append(f"only {counts.scored} of {counts.planned} {counts.unit} were scored")
    for reason in reasons:
        click.echo(f"botassay: the gate failed: {reason}", err=True)
    return 1 if reasons else 0
