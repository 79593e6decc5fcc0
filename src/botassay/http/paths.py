"""Paths into a JSON document."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from botassay.core.errors import ConfigurationError

_STEP: Final = re.compile(r"\.([A-Za-z_][\w-]*)|\[(\d{1,9})\]|\[(\*)\]")


@dataclass(frozen=True, slots=True)
class JsonPath:
    """A way into JSON: `$`, `.name`, `[0]` and `[*]`, nothing more.

    >>> path = JsonPath.parse("$.buttons[*].title")
    >>> path.find({"buttons": [{"title": "a"}, {"title": "b"}]})
    ['a', 'b']
    """

    text: str
    steps: tuple[str | int, ...]

    @classmethod
    def parse(cls, text: str, where: str | None = None) -> "JsonPath":
        """Read a path.

        Raises: ConfigurationError for anything else.
        """
        steps: list[str | int] = []
        at = 1
        while text[:1] == "$" and at < len(text) and (match := _STEP.match(text, at)):
            steps.append(int(match[2]) if match[2] else match[1] or "*")
            at = match.end()
        if text[:1] != "$" or at < len(text):
            hint = "use $, .name, [0] and [*], such as $.reply or $[0].text"
            raise ConfigurationError(f"{text!r} is not a path", where, hint)
        return cls(text, tuple(steps))

    @property
    def many(self) -> bool:
        """Whether it may lead to several places."""
        return "*" in self.steps

    def find(self, document: Any) -> list[Any]:
        """Return everything that the path leads to; nothing, where it leads nowhere."""
        return _follow(document, self.steps)

    def leads(self, document: Any) -> bool:
        """Whether the document has the place; a list may be empty there."""
        steps = self.steps[: self.steps.index("*")] if self.many else self.steps
        parts = _follow(document, steps)
        return bool(parts) and (not self.many or isinstance(parts[0], list))


def _follow(document: Any, steps: Sequence[str | int]) -> list[Any]:
    parts = [document]
    for step in steps:
        parts = [item for part in parts for item in _inside(part, step)]
    return parts


def _inside(part: Any, step: str | int) -> Sequence[Any]:
    if isinstance(part, list):
        if step == "*":
            return part
        return part[step : step + 1] if isinstance(step, int) else ()
    return (part[step],) if isinstance(part, dict) and step in part else ()
