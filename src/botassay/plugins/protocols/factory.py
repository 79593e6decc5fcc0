"""Parts that are made from a name and an address: bots, sentiment systems, translators."""

from typing import Protocol, TypeVar, runtime_checkable

Part_co = TypeVar("Part_co", covariant=True)
Options_contra = TypeVar("Options_contra", contravariant=True)


@runtime_checkable
class Factory(Protocol[Part_co, Options_contra]):
    """Makes a part from `name:address`, with the options of its kind, such as `BotOptions`."""

    def __call__(self, address: str, options: Options_contra, /) -> Part_co:
        """Return the part; nothing is sent yet.

        Args:
            address: the text behind the name and its colon, empty where there is none; the whole URL of a bot whose
                name is `http`, `https`, `ws` or `wss`.
            options: the settings of the part.

        Raises: ConfigurationError, InputError, UsageError.
        """
        ...
