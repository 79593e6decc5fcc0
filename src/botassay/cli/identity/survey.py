"""`botassay identity survey`: what do people think of the bot's answer, and how do they ask?"""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import click

from botassay.cli.flags import Existing, Whole
from botassay.cli.sparing import spare_inputs
from botassay.core.errors import UsageError

if TYPE_CHECKING:
    from botassay.identity.survey.summary import Mean, Row, Summary
    from botassay.report.survey import SurveyReport


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyRaters:
    """Who was asked, and whose ratings count."""

    collected: int
    failed_duplicate: int
    """Left out: rated the repeated item otherwise, or never."""
    rated_alike: int
    """Left out of the rest: the standard deviation of the sums of their ratings is below 2."""
    kept: int
    duplicate_checked: bool
    """Whether there was a repeated item at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyRatings:
    """How many ratings count; those of the repeated item do not."""

    configurations: int
    calibration: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyMean:
    """A mean, and its 95 % interval of Student's t; null for a single rating."""

    mean: float
    interval: tuple[float, float] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyConfiguration:
    """What people think of one configuration, from 1 to 7."""

    configuration: str
    n: int
    appropriate: SurveyMean
    trustworthy: SurveyMean
    friendly: SurveyMean


@dataclass(frozen=True, slots=True, kw_only=True)
class SurveyReason:
    """Why somebody rated so."""

    configuration: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentitySurvey:
    """What `identity survey --json` prints, `botassay/identity/survey/1`."""

    schema: Literal["botassay/identity/survey/1"] = "botassay/identity/survey/1"
    duplicate_tolerance: int
    raters: SurveyRaters
    ratings: SurveyRatings
    configurations: tuple[SurveyConfiguration, ...]
    reasons: tuple[SurveyReason, ...]


_FILE: Final = Existing(dir_okay=False, path_type=Path)
_MADE: Final = ("dialogs", "responses", "out", "raters", "seed")
"""Options of --make and --collect."""


@click.command("survey")
@click.argument("files", nargs=-1, metavar="[RATINGS]...", type=_FILE)
@click.option("--make", is_flag=True, help="Write a questionnaire about replies: a page to print, and CSV.")
@click.option("--collect", is_flag=True, help="Write the form that collects ways to ask: a page to print, and CSV.")
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Where --make and --collect write."
)
@click.option("--raters", type=Whole(1, 10_000), metavar="N", help="Sheets, each for another person. [default: 1]")
@click.option(
    "--responses", type=_FILE, metavar="FILE", help="Of --make: your replies, columns configuration,response."
)
@click.option(
    "--dialogs",
    multiple=True,
    type=Existing(path_type=Path),
    metavar="PATH",
    help="Of --make: dialogs to take small talk from, instead of ours. Repeatable.",
)
@click.option("--seed", type=Whole(0, 2**53 - 1), metavar="N", help="Makes all draws. [default: 0]")
@click.option(
    "--duplicate-tolerance",
    "tolerance",
    type=Whole(0, 6),
    metavar="X",
    default=2,
    show_default=True,
    help="How far ratings of the repeated item may be apart.",
)
@click.option(
    "-o",
    "output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.html",
    help="Draw the plot as a page.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def survey(
    *,
    files: tuple[Path, ...],
    make: bool,
    collect: bool,
    tolerance: int,
    output: Path | None,
    as_json: bool,
    **made: Any,
) -> None:
    """Ask people what they think of replies to "are you a machine?", and how they would ask.

    RATINGS is CSV with the columns rater,item,configuration,appropriate,trustworthy,friendly, and reason,duplicate_of
    where there are some; ratings go from 1 to 7. Several files are put together. Small talk has the configuration
    calibration, the item that is shown again the configuration duplicate.
    """
    _check(files, made, make=make, collect=collect)
    if make or collect:
        from botassay.cli.identity.surveying import write_form, write_questionnaire

        given = {name: value for name, value in made.items() if value not in (None, ())}
        (write_questionnaire if make else write_form)(**given)
        return
    _show(files, tolerance, output, as_json=as_json)


def _check(files: tuple[Path, ...], made: dict[str, Any], *, make: bool, collect: bool) -> None:
    typed = [f"--{name}" for name in _MADE if made[name] not in (None, ())]
    if make and collect:
        raise UsageError("--make and --collect exclude each other")
    if make or collect:
        if files:
            raise UsageError("--make and --collect read no ratings", hint=f"leave out {files[0]}")
        if made["out"] is None:
            raise UsageError("where should the files go?", hint="say where: --out DIR")
        if collect and (alien := [name for name in typed if name in {"--dialogs", "--responses"}]):
            raise UsageError(f"{alien[0]} belongs to --make")
        return
    if typed:
        raise UsageError(f"{typed[0]} belongs to --make or --collect")
    if not files:
        raise UsageError("nothing to do", hint="give ratings, or --make, or --collect")


def _show(files: tuple[Path, ...], tolerance: int, output: Path | None, *, as_json: bool) -> None:
    import msgspec

    from botassay.identity.survey.ratings import read_ratings
    from botassay.identity.survey.summary import summary
    from botassay.report.files import save

    if output is not None and output.suffix.lower() != ".html":
        raise UsageError(f"no plot is drawn as {output.name!r}", hint="give FILE.html")
    spare_inputs([output])
    found = summary(read_ratings(*files), tolerance)
    if not found.checked:
        click.echo("botassay: no item is marked as duplicate, so nobody was left out for rating it otherwise", err=True)
    if output is not None:
        save(output, _drawn(found).html())
    click.echo(msgspec.json.encode(_document(found, tolerance)) if as_json else _drawn(found).text())


def _document(found: "Summary", tolerance: int) -> IdentitySurvey:
    return IdentitySurvey(
        duplicate_tolerance=tolerance,
        raters=SurveyRaters(
            collected=found.raters,
            failed_duplicate=found.failed_duplicate,
            rated_alike=found.rated_alike,
            kept=found.kept,
            duplicate_checked=found.checked,
        ),
        ratings=SurveyRatings(configurations=found.of_configurations, calibration=found.of_calibration),
        configurations=tuple(_configuration(row) for row in found.rows),
        reasons=tuple(SurveyReason(configuration=name, reason=reason) for name, reason in found.reasons),
    )


def _configuration(row: "Row") -> SurveyConfiguration:
    appropriate, trustworthy, friendly = map(_mean, row.means)
    return SurveyConfiguration(
        configuration=row.configuration, n=row.n, appropriate=appropriate, trustworthy=trustworthy, friendly=friendly
    )


def _mean(found: "Mean") -> SurveyMean:
    interval = (round(found.interval[0], 9), round(found.interval[1], 9)) if found.interval else None
    return SurveyMean(mean=round(found.mean, 9), interval=interval)


def _drawn(found: "Summary") -> "SurveyReport":
    from botassay import __version__
    from botassay.identity.survey.ratings import LEAST, MOST, QUESTIONS
    from botassay.report.survey import Dot, Panel, SurveyReport

    panels = tuple(
        Panel(
            question,
            tuple(Dot(row.configuration, row.n, row.means[at].mean, row.means[at].interval) for row in found.rows),
        )
        for at, question in enumerate(QUESTIONS)
    )
    return SurveyReport(_counts(found), panels if found.rows else (), found.reasons, (LEAST, MOST), __version__)


def _counts(found: "Summary") -> tuple[str, ...]:
    duplicate = (
        f"{found.failed_duplicate:,} rated the repeated item otherwise" if found.checked else "no item was repeated"
    )
    raters, ratings = _many(found.raters, "rater"), _many(found.of_configurations, "rating")
    return (
        f"{raters}; left out: {duplicate}, {found.rated_alike:,} rated all alike; {found.kept:,} kept.",
        f"{ratings} of replies to the question, {found.of_calibration:,} of small talk.",
    )


def _many(n: int, one: str) -> str:
    return f"{n:,} {one if n == 1 else one + 's'}"
