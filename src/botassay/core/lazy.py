"""Public names of a package that are imported when they are first asked for."""

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any


def lazy(package: str, homes: Mapping[str, Iterable[str]], packages: Iterable[str] = ()) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package.

    Args:
        package: its name.
        homes: the names that each module holds, by the full name of the module.
        packages: names of subpackages that are offered as they are.

    >>> lazy("shop", {"math": ("pi", "tau")})("pi")
    3.141592653589793
    """
    home = {name: module for module, names in homes.items() for name in names}
    whole = {name: f"{package}.{name}" for name in packages}

    def find(name: str) -> Any:
        if name in whole:
            return import_module(whole[name])
        if name not in home:
            message = f"module {package!r} has no attribute {name!r}"
            raise AttributeError(message)
        return getattr(import_module(home[name]), name)

    return find
