"""`--variant`: the whole procedure again with another model, other data or another user, to see what sways a rating."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from botassay.core.errors import InputError, UnknownNameError, UsageError

if TYPE_CHECKING:
    from botassay.cli.live import Approach
    from botassay.core.dialog import Script
    from botassay.core.results import Profile, Rating, Report
    from botassay.corpora import Corpus
    from botassay.rating import Decision, Settings
    from botassay.rating.sensitivity import Combination, Variant
    from botassay.runs import Plan

FOLDER: Final = "variants"
"""Where the runs of variants stand, in the folder of the baseline."""
REPHRASED: Final = "paraphrase"
MIXED: Final = "mixed"
QUESTIONS: Final = ".txt"
LABELLED: Final = ".csv"
MOST: Final = 40
"""Conversations of a generator that talks to the bot first."""
INTERRUPTED: Final = 130
_LONGEST: Final = 40


@dataclass(frozen=True)
class Variants:
    """What is varied, as it was typed or as a journal has kept it."""

    chosen: "tuple[Variant, ...]"
    kept: Mapping[str, Mapping[str, Any]]
    """What stood behind a variant when the run was begun, by its value: a profile, or where a file lies."""

    @classmethod
    def typed(cls, given: Iterable[str | Mapping[str, Any]]) -> "Variants":
        """Read variants as people type them, or as `kept_variants` gives them.

        Raises: UsageError.
        """
        from botassay.rating.sensitivity import Variant

        read = [(Variant.parse(one if isinstance(one, str) else one["variant"]), one) for one in given]
        kept = {variant.value: one for variant, one in read if not isinstance(one, str)}
        return cls(tuple(dict.fromkeys(variant for variant, _ in read)), kept)

    @cached_property
    def profiles(self) -> "dict[str, Profile]":
        """The users that are profiles, by what was typed.

        Raises: UnknownNameError, UsageError, ConfigurationError.
        """
        users = [variant.value for variant in self.chosen if variant.factors == ("user",)]
        return {user: self._profile(user) for user in users if not is_generator(user)}

    def _profile(self, user: str) -> "Profile":
        from botassay.cli.flags import profile_typed
        from botassay.core.scale import STANDARD_ISSUES
        from botassay.plugins.registry import CHECKERS
        from botassay.profiles.published import from_table

        kept = self.kept.get(user)
        found = from_table(kept["profile"], "the journal") if kept else profile_typed(user)
        for code in found.codes:
            if code not in STANDARD_ISSUES and code not in CHECKERS:
                raise UnknownNameError.among("issue", code, {*STANDARD_ISSUES, *CHECKERS.names()})
        return found

    def place(self, user: str) -> Path:
        """Say where the file of a user lies, wherever the run is gone on with."""
        return Path(self.kept[user]["file"]) if user in self.kept else Path(user)

    def check_users(self) -> None:
        """Find users that are neither profiles nor generators, and profiles that cannot be read, before any work.

        Raises: UnknownNameError, UsageError, ConfigurationError.
        """
        from botassay.plugins.registry import PROBERS
        from botassay.profiles.published import PUBLISHED, is_file
        from botassay.trust.probing.rephrasing import rules_named

        for user in (variant.value for variant in self.chosen if variant.factors == ("user",)):
            name, _, ways = user.partition(":")
            if name == REPHRASED:
                rules_named(ways)
            elif not is_generator(user) and not is_file(user) and not {",", ">"} & set(user) | ({user} & {*PUBLISHED}):
                raise UnknownNameError.among("user", user, [*PUBLISHED, REPHRASED, MIXED, *PROBERS.names()])
        _ = self.profiles

    @property
    def combinations(self) -> "tuple[Combination, ...]":
        """Everything that is rated, the baseline first."""
        from botassay.rating.sensitivity import combinations

        return combinations(self.chosen)

    def run_of(self, combination: "Combination") -> "Combination":
        """Tell of which conversations a combination is rated: a profile is no other user while it talks."""
        user = combination.user
        return replace(combination, user=user if user and is_generator(user.value) else None)

    @property
    def runs(self) -> "tuple[Combination, ...]":
        """The runs that are held beside the baseline; users who sway a bot by what they say come last."""
        runs = dict.fromkeys(run for c in self.combinations if (run := self.run_of(c)).changes)
        return tuple(sorted(runs, key=lambda run: run.user is not None and not is_rephrased(run.user.value)))


def kept_variants(given: Iterable[str | Mapping[str, Any]]) -> list[str | Mapping[str, Any]]:
    """Give variants as a journal keeps them: with the profile that stands in a file, and where other files lie."""
    from botassay.profiles.published import is_file, to_table

    variants = Variants.typed(given)
    made: list[str | Mapping[str, Any]] = []
    for variant in variants.chosen:
        user = variant.value if variant.factors == ("user",) else ""
        if user in variants.profiles and is_file(user):
            made.append({"variant": str(variant), "profile": to_table(variants.profiles[user])})
        elif Path(user).suffix in (QUESTIONS, LABELLED):
            made.append({"variant": str(variant), "file": str(variants.place(user).resolve())})
        else:
            made.append(str(variant))
    return made


def is_rephrased(user: str) -> bool:
    """Say whether a user asks the same in other words."""
    return user.partition(":")[0] == REPHRASED


def is_generator(user: str) -> bool:
    """Say whether a user is one who talks otherwise, and not one to whom something else matters."""
    from botassay.plugins.registry import PROBERS

    spoken = Path(user).suffix in (QUESTIONS, LABELLED)
    return spoken or is_rephrased(user) or user == MIXED or user in PROBERS


def folder_of(run: "Combination", base: Path) -> Path:
    """Name the folder of a variant's run: what people can read, and what tells it from all others."""
    words = spelled(run)
    slug = re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")[:_LONGEST].strip("-")
    return base / FOLDER / f"{slug}-{sha256(words.encode()).hexdigest()[:6]}"


def run_folder_of(run: "Combination", base: Path) -> Path:
    """Find the conversations of a combination.

    Raises: InputError when they were not held.
    """
    from botassay.runs.journal import FILE

    folder = folder_of(run, base) if run.changes else base
    if not (folder / FILE).is_file():
        hint = "a run holds what it was begun with; begin a new one with this variant"
        raise InputError(f"E138 no conversations were held with {spelled(run)}", str(base), hint)
    return folder


def lacking(variants: Variants, base: Path) -> list[str]:
    """Name the variants of a run with which no conversations were held yet."""
    from botassay.runs.journal import FILE

    return [spelled(run) for run in variants.runs if not (folder_of(run, base) / FILE).is_file()]


# ── live bots ───────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Varied:
    """A variant of a live bot, ready to be talked to."""

    run: "Combination"
    approach: "Approach"
    plan: "Plan"


def prepared(
    variants: Variants, approach: "Approach", plan: "Plan", seed: int, base: Path | None = None
) -> tuple[Varied, ...]:
    """Find out how each variant is spoken to, and what it is asked, before anything is sent.

    Args:
        variants: what is varied.
        approach: how the baseline is spoken to.
        plan: what the baseline is asked.
        seed: what the run is drawn from.
        base: the folder of a run that is gone on with: what was planned for a variant stays.

    Raises: UsageError, ConfigurationError, InputError for a variant that makes no sense.
    """
    from botassay.bots import check_spelling, is_bot

    made = []
    variants.check_users()
    for run in variants.runs:
        if run.subject is not None:
            check_spelling(run.subject.value)
            if not is_bot(run.subject.value):
                raise UsageError(f"{run.subject} is no live bot", hint="the baseline is one, and so is its variant")
        other = approach.towards(run.subject.value) if run.subject else approach
        made.append(Varied(run, other, _begun(run, plan, base) or _plan(plan, run.user, variants, seed)))
    return tuple(made)


def _begun(run: "Combination", plan: "Plan", base: Path | None) -> "Plan | None":
    """Give what a variant's run was begun with, whatever became of the files that it came from."""
    from botassay.runs import Plan
    from botassay.runs.journal import FILE, Record
    from botassay.trust.probing.rephrasing import Rephrased, rules_named

    if base is None or not (folder_of(run, base) / FILE).is_file():
        return None
    probers = plan.probers
    if run.user and is_rephrased(run.user.value):
        rules = rules_named(run.user.value.partition(":")[2])
        probers = {code: Rephrased(prober, rules) for code, prober in probers.items()}
    return Plan(tuple(Record.of(folder_of(run, base)).scripts()), probers)


def _plan(plan: "Plan", varied: "Variant | None", variants: Variants, seed: int) -> "Plan":
    """Draw up what another user says."""
    from botassay.runs import Plan, preceded
    from botassay.trust.probing.rephrasing import Rephrased, rephrased, rules_named

    if varied is None:
        return plan
    if not is_rephrased(varied.value):
        return preceded(plan, _said_first(varied.value, variants.place(varied.value), seed))
    rules = rules_named(varied.value.partition(":")[2])
    scripts = tuple(rephrased(script, rules, seed) for script in plan.scripts)
    return Plan(scripts, {code: Rephrased(prober, rules) for code, prober in plan.probers.items()})


def _said_first(user: str, place: Path, seed: int) -> "Sequence[Script]":
    """Find what another user says: their questions, labelled texts, or what the probers say, so many conversations."""
    from botassay.plugins.registry import PROBERS
    from botassay.runs import own_scripts
    from botassay.trust.abuse.labelled import Labelled

    if Path(user).suffix == QUESTIONS:
        return own_scripts(place)
    if Path(user).suffix == LABELLED:
        return tuple(islice(Labelled.read(place).scripts(seed), MOST))
    names = PROBERS.names() if user == MIXED else (user,)
    each = -(-MOST // len(names))
    return tuple(script for name in names for script in islice(PROBERS.get(name).scripts(seed), each))


def sizes(variants: Sequence[Varied]) -> dict[str, int]:
    """Say how many conversations each variant takes."""
    return {spelled(varied.run): varied.plan.conversations for varied in variants}


def spelled(run: "Combination") -> str:
    """Say in words what is varied.

    >>> from botassay.rating.sensitivity import Combination, Variant
    >>> spelled(Combination(Variant.parse("model+data=b"), Variant.parse("user=paraphrase")))
    'model and data b, user paraphrase'
    """
    from botassay.report.sentences import altered

    return ", ".join(f"{factors} {value}" for factors, value in altered(run.changes))


def hold_variants(variants: Sequence[Varied], base: Path, choices: Mapping[str, Any], seed: int) -> int:
    """Hold what is left of the conversations with all variants; give 0, or the exit code of the first that stops."""
    for number, varied in enumerate(variants, 1):
        code = _hold(varied, base, choices, seed, f"variant {number} of {len(variants)}")
        if code:
            return code
    return 0


def _hold(varied: Varied, base: Path, choices: Mapping[str, Any], seed: int, which: str) -> int:
    from botassay.api.guarded import bot_of
    from botassay.cli.live import hold_all, try_first
    from botassay.runs import left
    from botassay.runs.journal import FILE, Facts, Journal, Record
    from botassay.runs.journal.writing import now

    folder = folder_of(varied.run, base)
    begun = (folder / FILE).is_file()
    if begun and not left(varied.plan.scripts, Record.of(folder).progress()):
        return 0
    bot = bot_of(varied.approach.subject, varied.approach.options)
    _announce(varied, which)
    try:
        code = try_first(bot)
    except KeyboardInterrupt:
        code = INTERRUPTED
    if code:
        click.echo(f"botassay: what was said is kept; go on with: botassay resume {base}", err=True)
        return code
    facts = Facts(bot.name, varied.approach.digest, seed, now(), asdict(varied.approach), {**choices, "variants": ()})
    journal = Journal.reopen(folder) if begun else Journal.create(folder, facts, varied.plan.scripts)
    return hold_all(bot, varied.plan, journal, varied.approach.manner, base)


def _announce(varied: Varied, which: str) -> None:
    from botassay.cli.live import sized
    from botassay.report.inert import visible

    click.echo(
        f"botassay: {which}: {visible(spelled(varied.run))}: {sized(varied.plan.conversations)}",
        err=True,
    )


# ── what it comes to ────────────────────────────────────────────────────────────────────────────────────────────────


def check_files(variants: Variants) -> None:
    """Refuse variants of a corpus that only a live bot can have.

    Raises: UsageError, InputError.
    """
    from botassay.bots import is_bot

    variants.check_users()
    for run in variants.runs:
        if run.user is not None:
            raise UsageError(f"{run.user} takes a live bot", hint="dialogs in files have been held")
        if run.subject is not None and not Path(run.subject.value).exists():
            kind = "is a live bot" if is_bot(run.subject.value) else "does not exist"
            raise InputError(f"E173 {run.subject}: {run.subject.value} {kind}", hint="name a file or folder of dialogs")


Source = Callable[["Combination"], "Corpus | Path"]
"""Gives the dialogs of a combination: files, or the folder of a run."""


def swayed(
    baseline: "Report",
    variants: Variants,
    settings: "Settings",
    accepted: "Sequence[Decision]",
    rate: Callable[..., "Report"],
    source_of: Source,
) -> "Report":
    """Say of each rating what sways it; each run is rated once.

    What was accepted in the baseline is accepted of a variant where it says the same in the same dialog.
    """
    from botassay.rating.sensitivity import with_sensitivity

    if not variants.chosen:
        return baseline
    everybody = _distinct([*(assessment.profile for assessment in baseline.ratings), *variants.profiles.values()])
    whole = replace(settings, profiles=everybody, issues=settings.rated)
    alike = tuple(_by_text(baseline))
    done: dict[Combination, Report] = {}

    def rated(combination: "Combination", profile: "Profile") -> "Rating | None":
        wanted = variants.profiles.get(combination.user.value, profile) if combination.user else profile
        run = variants.run_of(combination)
        if combination.user and not run.user and wanted.order == profile.order and wanted.weights == profile.weights:
            return None
        if run not in done:
            done[run] = rate(source_of(run), whole, accepted=alike if run.changes else accepted)
        return next(assessment for assessment in done[run].ratings if assessment.profile == wanted)

    return with_sensitivity(baseline, variants.chosen, rated)


def _by_text(baseline: "Report") -> "Iterator[Decision]":
    from botassay.rating import Decision

    kept = baseline.ratings[0].accepted
    for one in kept.findings if kept else ():
        yield Decision(one.issue, one.dialog, one.reason, one.by, text=one.text)


def _distinct(profiles: "Iterable[Profile]") -> "tuple[Profile, ...]":
    """Leave out profiles that stand twice; they need not be hashable."""
    kept: list[Profile] = []
    for profile in profiles:
        if profile not in kept:
            kept.append(profile)
    return tuple(kept)
