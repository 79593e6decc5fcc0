"""Libraries that only some commands need: an extra of the distribution installs them."""

from importlib import import_module
from typing import Any

from botassay.core.errors import ConfigurationError


def library(module: str, extra: str) -> Any:
    """Import a module of a library that an extra installs.

    Args:
        module: its full name, as in `import`.
        extra: of `[project.optional-dependencies]`.

    Raises: ConfigurationError, with the command that installs the extra.

    >>> library("no_such_library.part", "intents")
    Traceback (most recent call last):
    botassay.core.errors.ConfigurationError: no_such_library is not installed (pip install "botassay[intents]")
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        package = module.partition(".")[0]
        if error.name is None or error.name.partition(".")[0] != package:
            raise
        raise ConfigurationError(f"{package} is not installed", hint=f'pip install "botassay[{extra}]"') from error
