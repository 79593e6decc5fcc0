"""`botassay doctor`: whether everything that a rating needs is there, and whether it stands what bots can do to it."""

from collections.abc import Iterable
from typing import Final

import click

from botassay.cli.doctor.diagnosis import Diagnosis, Look, Trial

_MARKS: Final = {"ok": "ok  ", "note": "note", "bad": "BAD "}


@click.command("doctor")
@click.option(
    "--lab", is_flag=True, help="Talk to a hostile server on this machine, and show that each misbehaviour is endured."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(*, lab: bool, as_json: bool) -> int:
    """Look whether everything is there that a rating needs: versions, database, disk, parts, terminal.

    Nothing leaves this machine. Exit codes: 0 all is well, 1 something is not.
    """
    from botassay.cli.doctor.machine import looks

    found = []
    for look in looks():
        found.append(look)
        if not as_json:
            _show(look)
    trials = _trials(quiet=as_json) if lab else None
    bad = sum(look.state == "bad" for look in found)
    broken = sum(bool(trial.flaws) for trial in trials or ())
    if as_json:
        import msgspec

        click.echo(msgspec.json.encode(Diagnosis(well=not bad and not broken, looks=tuple(found), lab=trials)))
    else:
        click.echo(_verdict(bad, broken, trials))
    return 1 if bad or broken else 0


def _show(look: Look) -> None:
    from botassay.report.inert import visible

    click.echo(f"{_MARKS[look.state]} {look.what:16} {visible(look.found)}")
    if look.hint:
        click.echo(f"     {'':16} {look.hint}")


def _trials(*, quiet: bool) -> tuple[Trial, ...]:
    """Hold a conversation with each kind of hostile bot; say of each what came of it."""
    from botassay.cli.doctor.lab import endure
    from botassay.cli.progress import Bar, State
    from botassay.testing.hostile.behaviours import BEHAVIOURS

    done: list[Trial] = []
    with Bar() as bar:
        watched: Iterable[object] = BEHAVIOURS
        if quiet:
            watched = bar.follow("lab", BEHAVIOURS, lambda: State(len(done), len(BEHAVIOURS), len(done), "bots/s"))
        for behaviour, _ in zip(BEHAVIOURS, watched, strict=True):
            done.append(endure(behaviour))
            if not quiet:
                _tell(done[-1])
    return tuple(done)


def _tell(trial: Trial) -> None:
    from botassay.report.inert import shortened, visible

    mark = _MARKS["bad" if trial.flaws else "ok"]
    came = shortened(trial.came, 31).text
    click.echo(f"{mark} {trial.case} {trial.behaviour:42} {came:32} {trial.seconds:5.2f} s")
    for flaw in trial.flaws:
        click.echo(f"     {visible(flaw)}")


def _verdict(bad: int, broken: int, trials: tuple[Trial, ...] | None) -> str:
    stood = "" if trials is None else f"{len(trials) - broken} of {len(trials)} misbehaviours are endured. "
    if bad or broken:
        return f"{stood}{bad + broken} thing{'s' if bad + broken > 1 else ''} to look at: see BAD above."
    return f"{stood}All is well."
