"""Rating several live runs with the same bot as one."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from logging import getLogger
from pathlib import Path

from botassay.api.checkers import checkers_of
from botassay.api.rating_request import RatingRequest, decisions_of, with_decisions_of
from botassay.api.report import RatingReport
from botassay.api.run_settings import RunInputs, declared_at_risk, settings_of_run
from botassay.core.errors import InputError
from botassay.rating import Settings, every_finding
from botassay.rating import rate as rate_dialogs
from botassay.rating.gate import check_gate
from botassay.rating.merged_runs import merged_record
from botassay.settings.rating import RateSettings, RatingSettings

LOG = getLogger("botassay")


def merge_runs(folders: Sequence[Path], request: RatingRequest) -> RatingReport:
    """Rate several live runs as one; nothing is sent.

    Args:
        folders: of the runs.
        request: the profiles, the rule, the levels and the gate; what it does not name is that of the first run.

    Raises: InputError E175, E176, E177, E178; UsageError for a chat.
    """
    record = merged_record(folders)
    chosen, inputs = _settings(folders, request)
    at_risk = declared_at_risk(folders[0])
    rated = Settings.of(chosen.rating, inputs.profiles, kind="bot", at_risk=at_risk)
    check_gate(chosen.gate.fail_on, rated.scale.names, rated.rated)
    checkers = checkers_of(chosen.checkers, rated)
    report = rate_dialogs(record, rated, checkers=checkers, accepted=decisions_of(chosen.rating), track=request.track)
    return RatingReport(
        report.ratings,
        findings=partial(every_finding, record, rated, checkers=checkers),
        fail_on=chosen.gate.fail_on,
        min_coverage=chosen.rating.min_coverage,
        strict=chosen.gate.strict,
    )


def _settings(folders: Sequence[Path], request: RatingRequest) -> tuple[RateSettings, RunInputs]:
    """Return the settings of the runs, with what is asked for now and the decisions beside any of the runs."""
    own, inputs = settings_of_run(folders[0])
    asked = request.chosen
    if {code.upper() for code in asked.rating.issues} - {code.upper() for code in own.rating.issues}:
        what = f"E177 the issues differ: {', '.join(own.rating.issues) or 'the defaults'} in the runs"
        raise InputError(what, str(folders[0]), "leave the issues out, or hold the runs again")
    if own.rating.variants:
        LOG.warning("variants are not merged: the rating is that of the bot without them")
    rating = own.rating
    if asked.rating != RatingSettings():
        rating = replace(asked.rating, issues=own.rating.issues, method=own.rating.method)
    chosen = replace(own, rating=replace(rating, variants=(), decisions=()))
    chosen = replace(chosen, gate=asked.gate if asked.gate.fail_on else own.gate)
    decisions = [file for folder in folders for file in with_decisions_of(folder, own).rating.decisions]
    files = tuple(dict.fromkeys(file.resolve() for file in decisions))
    return replace(chosen, rating=replace(chosen.rating, decisions=files)), request.inputs.over(inputs)
