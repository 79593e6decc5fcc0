"""The use cases of looking at profiles: list them, and show one (paper 000, step 3)."""

from collections.abc import Iterable
from pathlib import Path

from botassay.core.results import Profile
from botassay.profiles.published import EXTENDED, profile, read_profile


def list_profiles(files: Iterable[str | Path] = ()) -> tuple[Profile, ...]:
    """Return the published profiles, and those in files.

    Raises: InputError or ConfigurationError for a file that holds none.
    """
    return (*EXTENDED.values(), *(read_profile(Path(file)) for file in files))


def show(name: str | Path) -> Profile:
    """Return the profile of a name, or the one in a file.

    Raises: UnknownNameError, InputError or ConfigurationError.

    >>> show("privacy").codes
    ('IL', 'ID', 'AL', 'B', 'SG', 'CC')
    """
    return profile(str(name))
