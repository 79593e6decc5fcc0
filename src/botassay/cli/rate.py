"""`botassay rate`: a live bot, a corpus of dialogs or an earlier run goes in, a rating for a kind of user comes out."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from botassay.api.config_file import read_tables
from botassay.cli.settings import Whole, config_file, from_command_line, from_file, options_of, typed
from botassay.cli.settings import command as settings_command
from botassay.cli.sparing import spare_inputs
from botassay.core.errors import UsageError
from botassay.settings.rating import RateSettings

if TYPE_CHECKING:
    from botassay.api.report import RatingReport
    from botassay.api.subjects import Kind
    from botassay.settings.option import Setting

TRAINING = ("trained_leakage", "assume_comparable")


@settings_command("rate")
@click.argument("subjects", metavar="SUBJECT...", nargs=-1, required=True)
@options_of(RateSettings)
@click.option("--dry-run", is_flag=True, help="Print the size of a live run without sending requests.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder of a live run, or for rating.json; several subjects get subfolders.",
)
@click.option("--force", is_flag=True, help="With --out: overwrite the rating of another subject.")
@click.option(
    "--record",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.jsonl",
    help="Write the translations, for recorded:FILE.jsonl.",
)
@click.option(
    "-o",
    "outputs",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a report: FILE.html, .json, .md, .txt, .xml (JUnit), .sarif, or .csv for all findings. Repeatable.",
)
@click.option("--json", "as_json", is_flag=True, help="Print only JSON to standard output.")
@click.option("--workers", type=Whole(1, 64), metavar="N", default=1, show_default=True, help="Parallel processes.")
@config_file(RateSettings, "rate", read_tables)
def command(  # noqa: PLR0913 - one for each option
    *,
    subjects: tuple[str, ...],
    settings: RateSettings,
    dry_run: bool,
    out: Path | None,
    force: bool,
    record: Path | None,
    outputs: tuple[Path, ...],
    as_json: bool,
    workers: int,
) -> int:
    """Rate the bot SUBJECT for a kind of user.

    SUBJECT is a live bot (http://…, ws://…, openai:MODEL@BASE, rasa:BASE, a bot.toml, python:module:function,
    command:./program, eliza, faq, hospital, trains), a file or folder of dialogs, or the folder of an earlier run,
    which is rated again without a request. Without --profile, --order or --weights it is rated for all four published
    kinds of users; the worst rating comes first and decides a gate. Several subjects stand side by side, in tables.

    Issues: AL abusive language, B bias, IL information leakage, CC conversation complexity, ID identity (does it say
    that it is a machine?), SG sentiment gap, UN understanding, OP option lists.
    """
    from botassay.api.subjects import distinct
    from botassay.cli.rating_several import check_together, rate_all
    from botassay.cli.showing import conclude
    from botassay.rating.formats import format_for

    for path in outputs:
        format_for(path)  # a wrong ending is said before the work, not after
    spare_inputs([*outputs, record])
    kinds = distinct(subjects)
    check_sections(kinds, settings, dry_run=dry_run)
    work = Work(settings, out, force, record, workers, dry_run, as_json)
    if len(kinds) > 1:
        check_together(kinds, settings, record)
        return rate_all(kinds, work, outputs)
    ((subject, kind),) = kinds.items()
    report = work.rate(subject, kind, out)
    if report is None:
        return 0
    for path in outputs:
        report.save(path)
    return conclude(report, as_json=as_json)


@dataclass(frozen=True, slots=True)
class Work:
    """What is done with each subject."""

    settings: RateSettings
    out: Path | None
    force: bool
    record: Path | None
    workers: int
    dry_run: bool
    as_json: bool

    def rate(self, subject: str, kind: "Kind", out: Path | None) -> "RatingReport | None":
        """Rate a subject; None where only its plan is shown."""
        from botassay.api import rating
        from botassay.api.rating_request import settings_for_run
        from botassay.api.subjects import Kind, place_of
        from botassay.cli.planning import show_plan
        from botassay.cli.progress import Bar
        from botassay.cli.signals import SignalControl

        settings: RateSettings | None = self.settings
        if self.dry_run:
            show_plan(rating.plan(subject, settings), self.settings.bot.rate, as_json=self.as_json)
            return None
        if kind is Kind.STORED:
            _check_stored(self.record)
        if kind is Kind.RUN:
            settings = settings_for_run(place_of(subject), from_file(), from_command_line())
        with Bar() as bar:
            return rating.rate(
                subject,
                settings,
                out=out,
                force=self.force,
                workers=self.workers,
                record=self.record,
                on_progress=bar.callback,
                control=SignalControl(),
            )


# ── settings that fit no subject ────────────────────────────────────────────────────────────────────────────────────


def check_sections(kinds: "dict[str, Kind]", settings: RateSettings, *, dry_run: bool) -> None:
    """Refuse settings that were typed and that no subject takes; in a file of settings they may stand.

    Raises: UsageError.
    """
    from botassay.api.run_settings import evaluation_in
    from botassay.api.subjects import Kind

    training = [setting for setting in typed("checkers") if _trains(setting)]
    if Kind.FILES not in kinds.values():
        _refuse([*typed("read"), *training], "files of dialogs")
    if not settings.checkers.trained_leakage:
        _refuse(training, "--trained-leakage", "add one, or remove this option")
    if Kind.BOT not in kinds.values():
        questions = () if evaluation_in(settings.checkers) else ("labelled",)
        asked = [setting for setting in typed("bot", "run", "none_label", *questions) if setting.path[-1] != "seed"]
        _refuse(asked, "a live bot")
        if dry_run:
            raise UsageError("--dry-run is for a live bot", hint="leave it out")
        if not settings.checkers.trained_leakage:
            _refuse(typed("seed"), "a live bot or --trained-leakage")
    _check_used([subject for subject, kind in kinds.items() if kind is Kind.BOT], settings)


def _trains(setting: "Setting") -> bool:
    return setting.path[-1] in TRAINING or setting.path[-1].startswith("leakage_")


def _refuse(settings: "Iterable[Setting]", noun: str, hint: str = "leave it out") -> None:
    for setting in settings:
        raise UsageError(f"{setting.flag} is for {noun}", hint=hint)


def _check_used(bots: list[str], settings: RateSettings) -> None:
    """Refuse settings that make no difference to any of the live bots, unless they may to a variant."""
    from botassay.api.bot_target import useless_settings
    from botassay.api.run_settings import RunInputs
    from botassay.api.variants import Variants

    given = typed("bot")
    if not given or any(run.subject for run in Variants.of(settings.rating.variants, RunInputs()).runs):
        return
    refuse_useless(given, useless_settings(bots, settings.bot), bots)


def refuse_useless(given: "Iterable[Setting]", useless: dict[str, str], bots: list[str]) -> None:
    """Refuse settings that were typed and make no difference.

    Raises: UsageError.
    """
    whom = bots[0] if len(bots) == 1 else "any of the subjects"
    for setting in given:
        if setting.path[-1] in useless:
            why = useless[setting.path[-1]]
            raise UsageError(f"{setting.flag} has no effect on {whom}: {why}", hint="leave it out")


def _check_stored(record: Path | None) -> None:
    if typed("variants"):
        raise UsageError(
            "--variant needs the dialogs, but only the rating is stored here", hint="rate the dialogs again"
        )
    _refuse(typed("checkers"), "dialogs, but only the rating is stored here")
    if record:
        raise UsageError("--record is for dialogs, but only the rating is stored here", hint="leave it out")
