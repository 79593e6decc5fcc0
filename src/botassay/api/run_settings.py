"""The settings that a live run was begun with: how its journal stores them, and how they are read again."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from botassay.core.declared import for_people_at_risk
from botassay.core.errors import InputError
from botassay.core.results import Profile
from botassay.grading.default_issues import SubjectKind
from botassay.profiles.published import from_table, is_file, profile, to_table
from botassay.runs.journal import Record
from botassay.settings.option import layered, settings_in, to_builtins
from botassay.settings.rating import CheckerSettings, RateSettings, RatingSettings

SCHEMA: Final = "botassay/settings/1"
USER_FILES: Final = (".txt", ".csv")
"""Endings of files with what another user says: questions, and labelled texts."""
_JOURNAL: Final = "the journal"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunInputs:
    """What settings name and a run keeps, so that files may change or go.

    Args:
        profiles: profiles by their name, where they are neither published nor typed as an order.
        users: for a variant `user=VALUE`, by its value: the profile, or where the file lies.
    """

    profiles: Mapping[str, Profile] = field(default_factory=dict)
    users: Mapping[str, Profile | Path] = field(default_factory=dict)

    def over(self, weaker: "RunInputs") -> "RunInputs":
        """These inputs, and those of another where these lack them."""
        return RunInputs(profiles={**weaker.profiles, **self.profiles}, users={**weaker.users, **self.users})


def evaluation_in(checkers: CheckerSettings) -> Path | None:
    """The file of `--labelled` if it is an evaluation, and not questions."""
    file = checkers.labelled
    if file is None:
        return None
    from botassay.intents.evaluated import is_evaluation  # only UN needs it

    return file if is_evaluation(file) else None


def stored(settings: RateSettings, inputs: RunInputs) -> dict[str, Any]:
    """Settings as a journal stores them: with absolute paths, and with the profiles that stand in files."""
    rating, profiles = _with_profiles(settings.rating, inputs)
    users = dict(_users(settings.rating, inputs))
    questions = settings.checkers.labelled if evaluation_in(settings.checkers) else None
    whole = replace(settings, rating=rating, checkers=replace(settings.checkers, labelled=questions))
    plain: dict[str, Any] = _absolute(to_builtins(whole), whole)
    tables = {name: to_table(each) for name, each in profiles.items()}
    stored_users = {u: to_table(x) if isinstance(x, Profile) else str(x) for u, x in users.items()}
    return {"schema": SCHEMA, **plain, "profiles": tables, "users": stored_users}


def rated_apart(first: Mapping[str, Any], second: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the flags by which two stored settings make different ratings of the same run; none where they do not."""
    inner = [setting for setting in settings_in(RateSettings) if setting.path[0] in ("rating", "checkers")]
    flags = [s.flag for s in inner if _at(s.path, first) != _at(s.path, second)]
    if not flags:
        flags += ["--profile"] if first["profiles"] != second["profiles"] else []
        flags += ["--variant"] if first["users"] != second["users"] else []
    return tuple(flags)


def _at(path: Iterable[str], stored_settings: Mapping[str, Any]) -> Any:
    """Return a stored setting; None where an earlier version did not know it."""
    here: Any = stored_settings
    for name in path:
        here = here.get(name) if isinstance(here, Mapping) else None
    return here


def settings_of_run(run: Path) -> tuple[RateSettings, RunInputs]:
    """The settings that a run was begun with, and what its journal keeps beside them.

    Raises: InputError for a journal that lacks something.
    """
    facts = Record.of(run).facts
    choices: Mapping[str, Any] = facts["choices"]
    if choices.get("schema") != SCHEMA:
        return migrated(choices, facts["bot"])
    parts = {name: part for name, part in choices.items() if name not in ("schema", "profiles", "users")}
    profiles = {name: from_table(table, _JOURNAL) for name, table in choices["profiles"].items()}
    users = {u: Path(x) if isinstance(x, str) else from_table(x, _JOURNAL) for u, x in choices["users"].items()}
    return layered(RateSettings, parts), RunInputs(profiles=profiles, users=users)


def kind_of_run(run: Path) -> SubjectKind:
    """What the folder of a run holds: conversations of probers, or a chat."""
    return "chat" if Record.of(run).facts.get("chat") else "bot"


def declared_at_risk(run: Path) -> bool:
    """Whether the bot of a run was declared for people who may be in danger, when the run began.

    No run of an earlier version, which rated CR where it was named alone, so that its rating stays as it was.
    """
    facts = Record.of(run).facts
    return "crisis" in facts.get("choices", {}) and for_people_at_risk(facts.get("bot", {}).get("about") or {})


def _with_profiles(rating: RatingSettings, inputs: RunInputs) -> tuple[RatingSettings, dict[str, Profile]]:
    """Settings in which profiles out of files go by their name, and these profiles."""
    names: list[str] = []
    profiles: dict[str, Profile] = {}
    for name in rating.profiles:
        read = inputs.profiles.get(name) or (profile(name) if is_file(name) else None)
        names.append(read.name if read else name)
        if read:
            profiles[read.name] = read
    return replace(rating, profiles=tuple(names)), profiles


def _users(rating: RatingSettings, inputs: RunInputs) -> Iterator[tuple[str, Profile | Path]]:
    """What stands behind the users of variants: profiles in files, and where other files lie."""
    for variant in rating.variants:
        factors, _, value = (part.strip() for part in variant.partition("="))
        if factors.lower() != "user":
            continue
        if value in inputs.users:
            yield value, inputs.users[value]
        elif Path(value).suffix in USER_FILES:
            yield value, Path(value).resolve()
        elif is_file(value):
            yield value, profile(value)


def _absolute(plain: dict[str, Any], settings: Any) -> dict[str, Any]:
    """Plain settings with absolute paths, so that a run is rated alike from any folder."""
    absolute: dict[str, Any] = {}
    for name, value in plain.items():
        own = getattr(settings, name)
        if isinstance(value, dict) and not isinstance(own, Mapping):
            absolute[name] = _absolute(value, own)
        elif isinstance(own, Path):
            absolute[name] = str(own.resolve())
        elif isinstance(own, tuple) and own and isinstance(own[0], Path):
            absolute[name] = [str(path.resolve()) for path in own]
        else:
            absolute[name] = value
    return absolute


# ── journals of earlier versions ────────────────────────────────────────────────────────────────────────────────────

_CHOICES: Final = (
    "profiles", "order", "weights", "issues", "rule", "ties", "veto", "method", "missing", "min_coverage", "glossary",
    "accept", "levels", "variants", "labelled", "no_answer", "answer_from", "fallbacks", "fail_on", "cuts",
)  # fmt: skip
_OF_RATING: Final = (
    "order", "weights", "issues", "rule", "ties", "veto", "method", "missing", "min_coverage", "levels", "cuts",
)  # fmt: skip
_OF_CHECKERS: Final = (
    "glossary", "labelled", "no_answer", "answer_from", "fallbacks", "sentiment", "translator", "via",
)  # fmt: skip
_OF_BOT: Final = ("timeout", "retries", "ca", "follow", "rate")


def migrated(choices: Mapping[str, Any], bot: Mapping[str, Any]) -> tuple[RateSettings, RunInputs]:
    """Return the settings in a journal that was written before there was `botassay/settings/1`."""
    if missing := {*_CHOICES} - choices.keys():
        what = f"E175 the run does not store the setting {min(missing)}"
        raise InputError(what, hint="the journal is damaged")
    names, profiles = _earlier_profiles(choices["profiles"])
    variants, users = _earlier_variants(choices["variants"] or ())
    has_order = choices["order"] is not None or choices["weights"] is not None
    source = {
        "rating": {
            **_given(choices, _OF_RATING),
            "profiles": () if has_order else names,
            "variants": variants,
            "decisions": [choices["accept"]] if choices["accept"] else [],
        },
        "checkers": _given(choices, _OF_CHECKERS),
        "bot": {**_given(bot, _OF_BOT), "insecure": bool(bot.get("insecure"))},
        "run": _given(bot, ("concurrency", "on_doubt")),
        "gate": _given(choices, ("fail_on",)),
    }
    return layered(RateSettings, source), RunInputs(profiles=profiles, users=users)


def _earlier_profiles(entries: Iterable[str | Mapping[str, Any]]) -> tuple[list[str], dict[str, Profile]]:
    """Return the names of all profiles, and those that are stored whole."""
    names: list[str] = []
    profiles: dict[str, Profile] = {}
    for entry in entries:
        if isinstance(entry, str):
            names.append(entry)
        else:
            names.append(entry["name"])
            profiles[entry["name"]] = from_table(entry, _JOURNAL)
    return names, profiles


def _earlier_variants(
    entries: Iterable[str | Mapping[str, Any]],
) -> tuple[list[str], dict[str, Profile | Path]]:
    """Return the variants as typed, and the profiles and files behind their users."""
    variants: list[str] = []
    users: dict[str, Profile | Path] = {}
    for entry in entries:
        if isinstance(entry, str):
            variants.append(entry)
        else:
            variants.append(entry["variant"])
            user = from_table(entry["profile"], _JOURNAL) if "profile" in entry else Path(entry["file"])
            users[entry["variant"].partition("=")[2]] = user
    return variants, users


def _given(among: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: among[name] for name in names if among.get(name) is not None}
