"""Sensitivity analysis: the rating again with another model, other data or another user."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Final

from botassay.api.run_settings import USER_FILES, RunInputs
from botassay.bots import is_bot
from botassay.core.dialog import Script
from botassay.core.errors import InputError, UnknownNameError, UsageError
from botassay.core.results import Profile, Rating, Report
from botassay.core.scale import STANDARD_ISSUES
from botassay.grading.sources import Dialogs
from botassay.plugins.registry import CHECKERS, PROBERS, freely_asking
from botassay.profiles.published import PUBLISHED, is_file
from botassay.rating.decisions import Decision
from botassay.rating.sensitivity import Combination, Variant, combinations, with_sensitivity
from botassay.rating.settings import Settings, profile_typed
from botassay.rating.wording import altered
from botassay.runs import Plan, own_scripts, preceded
from botassay.runs.journal import FILE, Record
from botassay.trust.abuse.labelled import Labelled
from botassay.trust.probing.rephrasing import Rephrased, rephrased, rules_named

FOLDER: Final = "variants"
"""Where the runs of variants stand, in the folder of the baseline."""
REPHRASED: Final = "paraphrase"
MIXED: Final = "mixed"
MOST: Final = 40
"""Conversations of a generator that talks to the bot first."""
_LONGEST: Final = 40
_QUESTIONS, _LABELLED = USER_FILES


@dataclass(frozen=True)
class Variants:
    """What is varied, and what a run keeps of it."""

    chosen: tuple[Variant, ...]
    inputs: RunInputs

    @classmethod
    def of(cls, texts: Iterable[str], inputs: RunInputs) -> "Variants":
        """Variants as they are typed, `model=eliza`.

        Raises: UsageError.
        """
        return cls(tuple(dict.fromkeys(map(Variant.parse, texts))), inputs)

    @property
    def users(self) -> tuple[str, ...]:
        """The other users."""
        return tuple(variant.value for variant in self.chosen if variant.factors == ("user",))

    @cached_property
    def profiles(self) -> dict[str, Profile]:
        """The users that are profiles, by what was typed.

        Raises: UnknownNameError, UsageError, ConfigurationError.
        """
        return {user: self._profile(user) for user in self.users if not is_generator(user)}

    def _profile(self, user: str) -> Profile:
        stored = self.inputs.users.get(user)
        profile = stored if isinstance(stored, Profile) else profile_typed(user)
        for code in profile.codes:
            if code not in STANDARD_ISSUES and code not in CHECKERS:
                raise UnknownNameError.among("issue", code, {*STANDARD_ISSUES, *CHECKERS.names()})
        return profile

    def place(self, user: str) -> Path:
        """Where the file of a user lies, from whatever folder a run is continued."""
        stored = self.inputs.users.get(user)
        return stored if isinstance(stored, Path) else Path(user)

    def check_users(self) -> None:
        """Refuse users that are neither profiles nor generators, and profiles that cannot be read.

        Raises: UnknownNameError, UsageError, ConfigurationError.
        """
        for user in self.users:
            name, _, ways = user.partition(":")
            if name == REPHRASED:
                rules_named(ways)
            elif not is_generator(user) and not is_file(user) and not {",", ">"} & set(user) | ({user} & {*PUBLISHED}):
                raise UnknownNameError.among("user", user, [*PUBLISHED, REPHRASED, MIXED, *freely_asking()])
        _ = self.profiles

    @property
    def runs(self) -> tuple[Combination, ...]:
        """The runs that are held beside the baseline; users who sway a bot by what they say come last."""
        every = dict.fromkeys(run for c in combinations(self.chosen) if (run := run_of(c)).changes)
        return tuple(sorted(every, key=lambda run: run.user is not None and not is_rephrased(run.user.value)))


def run_of(combination: Combination) -> Combination:
    """The conversations of which a combination is rated: a profile is no other user while it talks."""
    user = combination.user
    return replace(combination, user=user if user and is_generator(user.value) else None)


def is_rephrased(user: str) -> bool:
    """Whether a user asks the same in other words."""
    return user.partition(":")[0] == REPHRASED


def is_generator(user: str) -> bool:
    """Whether a user is a generator of other messages, rather than a profile."""
    return Path(user).suffix in USER_FILES or is_rephrased(user) or user == MIXED or user in freely_asking()


def spelled(run: Combination) -> str:
    """What is varied, in words.

    >>> spelled(Combination(Variant.parse("model+data=b"), Variant.parse("user=paraphrase")))
    'model and data b, user paraphrase'
    """
    return ", ".join(f"{factors} {value}" for factors, value in altered(run.changes))


def folder_of(run: Combination, base: Path) -> Path:
    """The folder of a variant's run: what people can read, and what distinguishes it from all others."""
    words = spelled(run)
    slug = re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")[:_LONGEST].strip("-")
    return base / FOLDER / f"{slug}-{sha256(words.encode()).hexdigest()[:6]}"


def run_folder_of(run: Combination, base: Path) -> Path:
    """The folder with the conversations of a combination.

    Raises: InputError when they were not held.
    """
    folder = folder_of(run, base) if run.changes else base
    if not (folder / FILE).is_file():
        hint = "variants of a run are fixed; start a new run with this variant"
        raise InputError(f"E138 no conversations with {spelled(run)}", str(base), hint)
    return folder


def lacking(variants: Variants, base: Path) -> list[str]:
    """The variants of a run with which no conversations were held yet, in words."""
    return [spelled(run) for run in variants.runs if not (folder_of(run, base) / FILE).is_file()]


def check_files(variants: Variants) -> None:
    """Refuse variants of a corpus that only a live bot can have.

    Raises: UsageError, InputError.
    """
    variants.check_users()
    for run in variants.runs:
        if run.user is not None:
            raise UsageError(f"{run.user} requires a live bot", hint="dialogs in files cannot be repeated")
        if run.subject is not None and not Path(run.subject.value).exists():
            kind = "is a live bot" if is_bot(run.subject.value) else "does not exist"
            raise InputError(f"E173 {run.subject}: {run.subject.value} {kind}", hint="name a file or folder of dialogs")


# ── what another user says ──────────────────────────────────────────────────────────────────────────────────────────


def varied_plan(plan: Plan, user: Variant | None, variants: Variants, seed: int) -> Plan:
    """The plan of the baseline, as another user goes about it."""
    if user is None:
        return plan
    if not is_rephrased(user.value):
        return preceded(plan, _said_first(user.value, variants.place(user.value), seed))
    rules = rules_named(user.value.partition(":")[2])
    scripts = tuple(rephrased(script, rules, seed) for script in plan.scripts)
    return Plan(scripts, {code: Rephrased(prober, rules) for code, prober in plan.probers.items()})


def begun_plan(run: Combination, plan: Plan, base: Path | None) -> Plan | None:
    """What a variant's run was begun with, whatever became of the files that it came from; None where it was not."""
    if base is None or not (folder_of(run, base) / FILE).is_file():
        return None
    probers = plan.probers
    if run.user and is_rephrased(run.user.value):
        rules = rules_named(run.user.value.partition(":")[2])
        probers = {code: Rephrased(prober, rules) for code, prober in probers.items()}
    return Plan(tuple(Record.of(folder_of(run, base)).scripts()), probers)


def _said_first(user: str, place: Path, seed: int) -> Sequence[Script]:
    """What another user says: their questions, labelled texts, or what probers say, as many conversations."""
    if Path(user).suffix == _QUESTIONS:
        return own_scripts(place)
    if Path(user).suffix == _LABELLED:
        return tuple(islice(Labelled.read(place).scripts(seed), MOST))
    names = freely_asking() if user == MIXED else (user,)
    each = -(-MOST // len(names))
    return tuple(script for name in names for script in islice(PROBERS.get(name).scripts(seed), each))


# ── what it comes to ────────────────────────────────────────────────────────────────────────────────────────────────

Source = Callable[[Combination], Dialogs]
"""Gives the dialogs of a combination: files, or the folder of a run."""


def swayed(
    baseline: Report,
    variants: Variants,
    settings: Settings,
    decisions: Sequence[Decision],
    rate: Callable[..., Report],
    source_of: Source,
) -> Report:
    """The ratings of a baseline, each with what sways it; each run is rated once.

    Decisions on findings of the baseline hold for a variant where it says the same.
    """
    if not variants.chosen:
        return baseline
    everybody = _distinct([*(rating.profile for rating in baseline.ratings), *variants.profiles.values()])
    measured = {grade.issue for grade in baseline.ratings[0].scores}
    whole = replace(settings, profiles=everybody, issues=tuple(code for code in settings.rated if code in measured))
    done: dict[Combination, Report] = {}

    def rated(combination: Combination, profile: Profile) -> Rating | None:
        wanted = variants.profiles.get(combination.user.value, profile) if combination.user else profile
        run = run_of(combination)
        if combination.user and not run.user and wanted.order == profile.order and wanted.weights == profile.weights:
            return None
        if run not in done:
            done[run] = rate(source_of(run), whole, accepted=decisions)
        return next(rating for rating in done[run].ratings if rating.profile == wanted)

    return with_sensitivity(baseline, variants.chosen, rated)


def _distinct(profiles: Iterable[Profile]) -> tuple[Profile, ...]:
    """Return profiles, each once; they need not be hashable."""
    distinct: list[Profile] = []
    for profile in profiles:
        if profile not in distinct:
            distinct.append(profile)
    return tuple(distinct)
