"""Kinds of users: the four that paper 000 describes and validated by a survey of 20 people, and those in files.

A profile file is TOML with `name`, `order` (or `weights`) and `source`, checked strictly.
"""

import json
import re
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal, cast

from botassay.core.errors import ConfigurationError, InputError, OutputError, UnknownNameError, UsageError
from botassay.core.results import Profile
from botassay.io.files import save
from botassay.io.missing import instead_of, unread
from botassay.io.toml import lines_of_keys, read_toml

PUBLISHED: Final[Mapping[str, Profile]] = {
    name: Profile(name, tuple((code,) for code in order.split()), source="paper")
    for name, order in {
        "conversation": "CC AL B IL",  # P_CU
        "fairness": "B CC AL IL",  # P_FU
        "privacy": "IL AL B CC",  # P_PU
        "abuse": "AL CC B IL",  # P_AU
    }.items()
}
"""As paper 000 has them, over its four issues."""
EXTENDED: Final[Mapping[str, Profile]] = {
    name: Profile(name, Profile.parse(order).order, source="paper")
    for name, order in {
        "conversation": "CC > AL > B=SG > IL=ID",
        "fairness": "B=SG > CC > AL > IL=ID",
        "privacy": "IL=ID > AL > B=SG > CC",
        "abuse": "AL > CC > B=SG > IL=ID",
    }.items()
}
"""With two more issues: SG shares the rank of B (fair treatment), ID that of IL (honesty and discretion)."""


ENDING: Final = ".toml"
KEYS: Final = ("name", "order", "weights", "source")
SOURCES: Final = ("typed", "voted")
_LONGEST_FILE: Final = 2**16
_ELSEWHERE: Final = "botassay profiles list shows the published ones; botassay profiles elicit -o FILE.toml makes yours"


def profile(name: str) -> Profile:
    """Return a published profile with its extended order, or read one from a file: .toml, or with a slash in its name.

    Raises: UnknownNameError for an unknown name; ConfigurationError for a file without a profile.

    >>> profile("privacy").order
    (('IL', 'ID'), ('AL',), ('B', 'SG'), ('CC',))
    """
    if name in EXTENDED:
        return EXTENDED[name]
    if is_file(name):
        return read_profile(Path(name))
    error = UnknownNameError.among("profile", name, PUBLISHED)
    raise UnknownNameError(error.what, hint=f"{error.hint}; or a file that ends in {ENDING}")


def standard_profiles(method: str = "botassay") -> Mapping[str, Profile]:
    """Return the published profiles by name: as they were published for the method `paper`, else extended.

    >>> standard_profiles("paper")["abuse"].codes, standard_profiles()["abuse"].codes
    (('AL', 'CC', 'B', 'IL'), ('AL', 'CC', 'B', 'SG', 'IL', 'ID'))
    """
    return PUBLISHED if method == "paper" else EXTENDED


def is_file(name: str) -> bool:
    """Whether a name is the path of a profile's file."""
    return name.endswith(ENDING) or "/" in name or "\\" in name


def read_profile(file: Path) -> Profile:
    """Read a profile from a file.

    Raises: InputError for a missing file, ConfigurationError with the key that is wrong.
    """
    try:
        with file.open("rb") as opened:
            content = opened.read(_LONGEST_FILE + 1)
    except OSError as error:
        raise InputError(unread(error), str(file), instead_of(file, _ELSEWHERE)) from error
    if len(content) > _LONGEST_FILE:
        raise ConfigurationError("E126 the file is too long for a profile", str(file))
    table = read_toml(content, str(file), 'a profile needs a line such as order = "IL > AL"')
    return from_table({"name": file.stem, **table}, str(file), lines_of_keys(content))


def from_table(table: Mapping[str, Any], where: str, lines: Mapping[str, int] = MappingProxyType({})) -> Profile:
    """Return the profile with plain values, from a file or a journal.

    Args:
        table: the values.
        where: what errors call it.
        lines: on which line each key stands, where it stands on one.

    Raises: ConfigurationError with the key that is wrong.
    """
    for key, value in table.items():
        if key not in KEYS:
            near = get_close_matches(key, KEYS, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(KEYS)}"
            raise ConfigurationError(f"E194 the key {key!r} is unknown", f"{where}:{lines.get(key, key)}", hint)
        if not isinstance(value, str) or not value.strip():
            raise ConfigurationError(
                f"E136 {key} is not a text", f"{where}:{lines.get(key, key)}", f'write {key} = "…"'
            )
    source = table.get("source", "typed")
    if source not in SOURCES:
        place = f"{where}:{lines.get('source', 'source')}"
        raise ConfigurationError(f"E194 the source {source!r} is unknown", place, f"one of {', '.join(SOURCES)}")
    if ("order" in table) == ("weights" in table):
        raise ConfigurationError("E190 either order or weights is needed", where, 'write order = "IL > AL > B = CC"')
    key = "order" if "order" in table else "weights"
    try:
        read = Profile.parse if key == "order" else Profile.weighted
        profile = read(table[key], table.get("name", "custom"))
    except UsageError as error:
        raise ConfigurationError(error.what, f"{where}:{lines.get(key, key)}", error.hint) from error
    return Profile(profile.name, profile.order, profile.weights, cast("Literal['typed', 'voted']", source))


def to_table(profile: Profile) -> dict[str, str]:
    """Return a profile as plain values, from which `from_table` makes it again."""
    if profile.weights is None:
        ranking = {"order": " > ".join(" = ".join(group) for group in profile.order)}
    else:
        ranking = {"weights": ",".join(f"{code}={weight}" for code, weight in profile.weights.items())}
    return {"name": profile.name, **ranking, "source": profile.source}


def file_of(profile: Profile, note: str = "") -> str:
    """Write a profile as the text of a file.

    Args:
        profile: not one of the published.
        note: a line that says how it came about.
    """
    lines = ["What matters to a kind of user, most important first.", *([note] if note else [])]
    comments = ("# " + "".join(filter(str.isprintable, " ".join(line.split()))) for line in lines)
    keys = (f"{key} = {_quoted(value)}" for key, value in to_table(profile).items())
    return "\n".join([*comments, *keys]) + "\n"


def save_profile(profiles: Mapping[Path, Profile], note: str = "", *, force: bool = False) -> None:
    """Save profiles; nothing is written where one of the files is there already.

    Args:
        profiles: by file.
        note: a line that says how they came about.
        force: overwrite files that are there.

    Raises: OutputError.
    """
    for file in () if force else profiles:
        if file.exists():
            raise OutputError(f"{file} already exists", hint="choose another name, or add --force")
    for file, profile in profiles.items():
        save(file, file_of(profile, note).encode())


def file_name(name: str) -> str:
    """Return a file name for any text.

    >>> file_name("our users"), file_name("../../etc")
    ('our-users.toml', 'etc.toml')
    """
    plain = re.sub(r"[^A-Za-z0-9_]+", "-", name).strip("-")[:60]
    return f"{plain or 'profile'}{ENDING}"


def _quoted(text: str) -> str:
    """Write a text as TOML does: like JSON, but for one control character, and without halves of characters."""
    whole = text.encode("utf-8", "replace").decode()
    return json.dumps(whole, ensure_ascii=False).replace("\x7f", "\\u007f")
