"""The request of a rating: the keywords of `rate` over its settings."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypedDict

from botassay.api.checkers import checkers_of
from botassay.api.run_settings import RunInputs, settings_of_run
from botassay.api.second_opinion import check_judge
from botassay.core.dialog import Dialog
from botassay.core.errors import UsageError
from botassay.core.progress import OnProgress, Progress
from botassay.core.results import Profile
from botassay.core.second_opinion import SecondOpinion
from botassay.grading.checkers import Track
from botassay.grading.sources import DialogReading, unwatched
from botassay.plugins.protocols import Checker
from botassay.rating import Settings, equip
from botassay.rating.decisions import Decision, decision_files
from botassay.rating.gate import check_gate
from botassay.rating.review_rule import counting_decisions
from botassay.settings.live import Depth
from botassay.settings.option import layered, to_builtins
from botassay.settings.rating import RateSettings, RatingSettings

Users = str | Path | Profile | Iterable[str | Path | Profile]


MOST_WORKERS: Final = 64
"""Processes at most."""


class RateOptions(TypedDict, total=False):
    """The keywords of `rate` but for the last."""

    issues: str | Iterable[str] | None
    profile: Users | None
    seed: int | None
    limit: int | None
    depth: Depth | None
    out: str | Path | None
    force: bool
    checkers: Mapping[str, Checker] | None
    workers: int
    record: str | Path | None
    evidence: str | Path | None
    engine: str | None
    insecure_engine: bool
    on_progress: OnProgress | None


@dataclass(frozen=True, slots=True)
class RatingRequest:
    """What a caller of `rate` asks for."""

    settings: RateSettings | None
    """None where nothing was asked for: a run is then rated by its own settings."""
    inputs: RunInputs
    out: Path | None
    force: bool
    checkers: Mapping[str, Checker]
    workers: int
    record: Path | None
    on_progress: OnProgress | None
    evidence: Path | None
    """A folder that keeps what is seen in parts of files."""
    limited: bool
    """Whether a number of conversations was asked for beside the settings."""
    engine: str | None = None
    """Who looks at parts of files: `dask`, or the address of a Dask scheduler; None: processes of this one."""
    opinion: SecondOpinion | None = None
    """A second opinion to be made again from the answers that a journal keeps; nobody is asked."""
    insecure_engine: bool = False
    """Whether a scheduler on another machine may be reached without encryption."""

    def __post_init__(self) -> None:
        """Check what the settings do not; raises UsageError, TypeError."""
        if not 1 <= self.workers <= MOST_WORKERS:
            raise UsageError(f"workers {self.workers} is out of range: 1 ≤ x ≤ {MOST_WORKERS}")
        for code, checker in self.checkers.items():
            if not isinstance(checker, Checker):
                raise TypeError(f"the checker for {code} must be a Checker, not {type(checker).__name__}")

    @property
    def chosen(self) -> RateSettings:
        """The settings, or the defaults."""
        return self.settings or RateSettings()

    @property
    def track(self) -> Track:
        """Passes dialogs on, and tells how far the reading is."""
        return tracking(self.on_progress, "dialogs")


def request_of(  # noqa: PLR0913 - those of `rate`
    settings: RateSettings | None = None,
    *,
    issues: str | Iterable[str] | None = None,
    profile: Users | None = None,
    seed: int | None = None,
    limit: int | None = None,
    depth: Depth | None = None,
    out: str | Path | None = None,
    force: bool = False,
    checkers: Mapping[str, Checker] | None = None,
    workers: int = 1,
    record: str | Path | None = None,
    evidence: str | Path | None = None,
    engine: str | None = None,
    insecure_engine: bool = False,
    on_progress: OnProgress | None = None,
) -> RatingRequest:
    """Return the request of a caller, with keywords over settings.

    Raises: UsageError, TypeError.
    """
    if settings is not None and not isinstance(settings, RateSettings):
        raise TypeError(f"settings are RateSettings, not {type(settings).__name__}")
    source, profiles = _for_whom(profile)
    rating: dict[str, Any] = {**source, **({} if issues is None else {"issues": issues})}
    given = (("seed", seed), ("limit", limit), ("depth", depth))
    run = {name: value for name, value in given if value is not None}
    chosen = settings
    if rating or run:
        chosen = layered(RateSettings, to_builtins(settings or RateSettings()), {"rating": rating, "run": run})
    return RatingRequest(
        settings=chosen,
        inputs=RunInputs(profiles=profiles),
        out=None if out is None else Path(out),
        force=force,
        checkers=checkers or {},
        workers=workers,
        record=None if record is None else Path(record),
        on_progress=on_progress,
        evidence=None if evidence is None else Path(evidence),
        limited=limit is not None,
        engine=engine,
        insecure_engine=insecure_engine,
    )


def _for_whom(profile: Users | None) -> tuple[dict[str, Any], dict[str, Profile]]:
    """Return the settings for the users that are asked for, and the profiles that they name."""
    if profile is None:
        return {}, {}
    if isinstance(profile, str) and _is_order(profile):
        return {"order": profile}, {}
    asked = profile if isinstance(profile, Iterable) and not isinstance(profile, str) else (profile,)
    users = [_user(user) for user in asked]
    return {"profiles": tuple(name for name, _ in users)}, {name: own for name, own in users if own is not None}


def _user(user: object) -> tuple[str, Profile | None]:
    """Return the name or file of a profile, and the profile if it is given whole. Raises TypeError."""
    if isinstance(user, Profile):
        return user.name, user
    if not isinstance(user, str | Path):
        raise TypeError(f"a profile must be a name, a file, an order or a Profile, not {type(user).__name__}")
    name = str(user)
    return name, Profile.parse(name, name=name) if isinstance(user, str) and _is_order(user) else None


def _is_order(text: str) -> bool:
    return not {",", ">", "="}.isdisjoint(text)


def settings_for_run(run: Path, file: Mapping[str, Any], typed: Mapping[str, Any]) -> RateSettings | None:
    """The settings by which a run is rated again; None: by its own.

    Where anything is typed that changes a rating, its own settings do not count; dismissed findings, variants, a gate
    and a judge leave them as they are.

    Args:
        run: its folder.
        file: what a settings file says.
        typed: what is asked for now.
    """
    beside = {"decisions", "variants", "law"}
    rating = typed.get("rating", {})
    if not rating and not any(typed.get(part) for part in ("checkers", "gate", "judge")):
        return None
    asked = bool(rating.keys() - beside or typed.get("checkers"))
    weaker = {**file, "rating": {**file.get("rating", {}), "variants": ()}}
    return layered(RateSettings, weaker if asked else to_builtins(settings_of_run(run)[0]), typed)


def check_settings(chosen: RateSettings, rated: Settings, brought: Mapping[str, Checker] | None = None) -> None:
    """Refuse what cannot be rated, before any work.

    Raises: UsageError, InputError, ConfigurationError.
    """
    check_gate(chosen.gate.fail_on, rated.scale.names, rated.rated)
    equip(rated, {**checkers_of(chosen.checkers, rated), **(brought or {})})
    decisions_of(chosen.rating)
    check_judge(chosen.judge)


def decisions_of(rating: RatingSettings) -> Sequence[Decision]:
    """The decisions in all files of the settings.

    Raises: InputError for an invalid line; ConfigurationError for an invalid number of reviewers.
    """
    return [decision for file in rating.decisions for decision in counting_decisions(file)]


def with_decisions_of(run: Path, chosen: RateSettings) -> RateSettings:
    """Return settings with the decisions that lie in the folder of a run or beside it; those of the settings come last.

    Of several decisions on the same text the last one counts.
    """
    files = (*decision_files(run), *chosen.rating.decisions)
    return replace(chosen, rating=replace(chosen.rating, decisions=files))


def tracking(on_progress: OnProgress | None, unit: str) -> Track:
    """Passes dialogs on, and tells how far the reading is."""
    if on_progress is None:
        return unwatched

    def track(phase: str, reading: DialogReading) -> Iterator[Dialog]:
        for dialog in reading:
            yield dialog
            tally = reading.tally
            share = tally.bytes_read / reading.size if reading.size else None
            on_progress(Progress(phase, tally.dialogs, None, unit, tally.bad_rows, share))

    return track
