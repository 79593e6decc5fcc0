"""How docstrings of the package become Markdown."""

import re
from typing import Any

from griffe import Extension, Object

DOCTEST = re.compile(r"^( *)(>>> .*(?:\n(?!\s*\n).+)*)", re.MULTILINE)
RAISES = re.compile(r"^( *)Raises: ", re.MULTILINE)


class ReadableDocstrings(Extension):
    """Fences the examples, and sets off what is raised, which is one sentence here and no list."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Rewrite the docstring of an object."""
        if obj.docstring is not None:
            obj.docstring.value = readable(obj.docstring.value)


def readable(text: str) -> str:
    """Return a docstring as Markdown."""
    fenced = DOCTEST.sub(lambda found: f"{found[1]}```pycon\n{found[0]}\n{found[1]}```", text)
    return RAISES.sub(r"\1**Raises** ", fenced)
