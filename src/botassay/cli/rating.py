"""The rating of one subject of `botassay rate`, and the settings that do not fit the subjects."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from botassay.api import rating
from botassay.api.bot_target import useless_settings
from botassay.api.rating_request import settings_for_run
from botassay.api.report import RatingReport
from botassay.api.run_settings import RunInputs, evaluation_in, settings_of_run
from botassay.api.subjects import Kind, place_of
from botassay.api.variants import Variants
from botassay.cli.beginning import asking
from botassay.cli.planning import show_plan
from botassay.cli.progress import Bar
from botassay.cli.redacting import redacted_report
from botassay.cli.settings import from_command_line, from_file, refuse_useless, typed
from botassay.cli.signals import SignalControl
from botassay.core.errors import UsageError
from botassay.settings.option import Setting
from botassay.settings.rating import RateSettings

TRAINING: Final = ("trained_leakage", "assume_comparable")


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
    verbose: bool = False
    yes: bool = False
    evidence: Path | None = None
    engine: str | None = None
    insecure_engine: bool = False
    redact: str | None = None
    show_harmful: bool = False

    def shown(self, report: RatingReport) -> RatingReport:
        """Return the report that is printed and written to files: redacted, if that is asked for."""
        if self.redact is None:
            return report
        return redacted_report(report, self.redact, self.place(report))

    def place(self, report: RatingReport) -> Path | None:
        """Return the folder that keeps what belongs to a rating and is not shared; None where there is none."""
        return report.run or self.out

    def _hiding(self, subject: str, kind: Kind, settings: RateSettings | None) -> RateSettings | None:
        """Return settings by which a judge sees no personal data either."""
        own = settings_of_run(place_of(subject))[0] if settings is None and kind is Kind.RUN else settings
        if own is None or own.judge.judge is None:
            return settings
        return replace(own, judge=replace(own.judge, judge_redact=self.redact))

    def rate(self, subject: str, kind: Kind, out: Path | None) -> RatingReport | None:
        """Rate a subject; None where only its plan is shown."""
        settings: RateSettings | None = self.settings
        if self.dry_run:
            show_plan(rating.plan(subject, settings), self.settings.bot.rate, as_json=self.as_json)
            return None
        if self.evidence and kind is not Kind.FILES:
            raise UsageError("--evidence requires files of dialogs", hint="leave it out")
        if self.engine and kind is not Kind.FILES:
            raise UsageError("--engine requires files of dialogs", hint="leave it out")
        if self.insecure_engine and not self.engine:
            raise UsageError(
                "--insecure-engine requires --engine", hint="add --engine tcp://HOST:PORT, or leave it out"
            )
        if kind is Kind.STORED:
            _check_stored(self.record)
        if kind is Kind.RUN:
            settings = settings_for_run(place_of(subject), from_file(), from_command_line())
        if self.redact is not None:
            settings = self._hiding(subject, kind, settings)
        with Bar() as bar:
            return rating.rate(
                subject,
                settings,
                out=out,
                force=self.force,
                workers=self.workers,
                record=self.record,
                evidence=self.evidence,
                engine=self.engine,
                insecure_engine=self.insecure_engine,
                on_progress=bar.callback,
                control=SignalControl(),
                confirm=asking(self.settings.bot.rate, self.settings.crisis, yes=self.yes),
            )


# ── settings that fit no subject ────────────────────────────────────────────────────────────────────────────────────


def check_sections(kinds: Mapping[str, Kind], settings: RateSettings, *, dry_run: bool) -> None:
    """Refuse settings that were typed and that no subject takes; in a file of settings they may stand.

    Raises: UsageError.
    """
    training = [setting for setting in typed("checkers") if _trains(setting)]
    if Kind.FILES not in kinds.values():
        _refuse([*typed("read"), *training], "files of dialogs")
    if not settings.checkers.trained_leakage:
        _refuse(training, "--trained-leakage", "add one, or remove this option")
    if Kind.BOT not in kinds.values():
        questions = () if evaluation_in(settings.checkers) else ("labelled",)
        asked = [
            setting for setting in typed("bot", "run", "crisis", "none_label", *questions) if setting.path[-1] != "seed"
        ]
        _refuse(asked, "a live bot")
        if dry_run:
            raise UsageError("--dry-run requires a live bot", hint="leave it out")
        if not settings.checkers.trained_leakage:
            _refuse(typed("seed"), "a live bot or --trained-leakage")
    _check_used([subject for subject, kind in kinds.items() if kind is Kind.BOT], settings)


def _trains(setting: Setting) -> bool:
    return setting.path[-1] in TRAINING or setting.path[-1].startswith("leakage_")


def _refuse(settings: Iterable[Setting], noun: str, hint: str = "leave it out") -> None:
    for setting in settings:
        raise UsageError(f"{setting.flag} requires {noun}", hint=hint)


def _check_used(bots: list[str], settings: RateSettings) -> None:
    """Refuse settings that make no difference to any of the live bots, unless they may to a variant."""
    given = typed("bot")
    if not given or any(run.subject for run in Variants.of(settings.rating.variants, RunInputs()).runs):
        return
    refuse_useless(given, useless_settings(bots, settings.bot), bots)


def _check_stored(record: Path | None) -> None:
    if typed("variants"):
        raise UsageError(
            "--variant needs the dialogs, but only the rating is stored here", hint="rate the dialogs again"
        )
    _refuse(
        typed("decisions", "checkers", "judge"),
        "dialogs, but only the rating is stored here",
    )
    if record:
        raise UsageError("--record requires dialogs, but only the rating is stored here", hint="leave it out")
