"""Parts that are made from a name and an address: bots, sentiment systems, translators."""

from collections.abc import Callable
from typing import TypeAlias, TypeVar

Part = TypeVar("Part")
Options = TypeVar("Options")

Factory: TypeAlias = Callable[[str, Options], Part]
"""Returns the part `name:address`, given the address and the options of its kind; nothing is sent yet.

The address is the text behind the name and its colon, empty where there is none; for a bot whose name is `http`,
`https`, `ws` or `wss` it is the whole URL. `Factory[BotOptions, Bot]` makes bots.

Raises: ConfigurationError, InputError, UsageError.
"""
