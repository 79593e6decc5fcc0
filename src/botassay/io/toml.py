"""TOML files of users: their content, or the line of the error."""

import re
import tomllib
from typing import Any, Final

from botassay.core.errors import ConfigurationError

_KEY: Final = re.compile(r"""[ \t]*["']?([\w-]+)["']?[ \t]*=""")
_PLACE: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_UNCLOSED: Final = "close the quotation mark on the line where the text begins"


def read_toml(content: bytes, where: str, hint: str | None = None) -> dict[str, Any]:
    """Read the content of a TOML file.

    Args:
        content: its bytes.
        where: what errors call it.
        hint: what to do about an invalid file.

    Raises: ConfigurationError with the line, and the column where it is known.
    """
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ConfigurationError("E111 the line is not UTF-8", f"{where}:{line}", "save the file as UTF-8") from error
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        match = _PLACE.search(message)
        last = content.rstrip().count(b"\n") + 1
        place = "" if match is None else f":{match[1]}:{match[2]}" if match[1] else f":{last}"
        unclosed = "Illegal character '\\n'" in message
        what = f"E120 the file is not valid TOML: {_PLACE.sub('', message)}"
        raise ConfigurationError(what, where + place, _UNCLOSED if unclosed else hint) from error
    except RecursionError as error:
        raise ConfigurationError("E124 the TOML is nested too deeply", where, hint) from error


def lines_of_keys(content: bytes) -> dict[str, int]:
    r"""Return the line of each key of a file without tables.

    >>> lines_of_keys(b'name = "x"\n\n"order" = "IL > AL"\n')
    {'name': 1, 'order': 3}
    """
    lines = enumerate(content.decode("utf-8-sig", "replace").split("\n"), 1)
    return {match[1]: number for number, line in lines if (match := _KEY.match(line))}
