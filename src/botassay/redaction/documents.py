"""Documents with every quoted text changed: ratings, findings, dialogs."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any, Final, TypeVar

from msgspec import Struct, structs

T = TypeVar("T")

FIXED: Final = frozenset(
    "schema issue measure level levels bounds rule digest config journal version identified kind unit decision "
    "could_be question advice asks manual needs state status source_url sources last_verified applies_from applies_to "
    "other_profiles other_bounds at expires role speaker_role redaction jurisdiction instrument clause raised_from "
    "veto".split()
)
"""Fields that hold our words or names that other parts go by, and nothing that was said."""


def changed(document: T, change: Callable[[str], str], fixed: frozenset[str] = FIXED) -> T:
    """Return a document in which all texts are changed, but for those in fixed fields.

    Args:
        document: made of dataclasses, mappings, lists and tuples.
        change: what becomes of a text.
        fixed: names of fields that stay as they are.
    """
    return _changed(document, change, fixed)  # type: ignore[no-any-return]


def _changed(value: Any, change: Callable[[str], str], fixed: frozenset[str]) -> Any:
    if isinstance(value, Enum):
        return value
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Struct) or (is_dataclass(value) and not isinstance(value, type)):
        return _changed_fields(value, change, fixed)
    if isinstance(value, Mapping):
        pairs = ((_changed(key, change, fixed), _changed(part, change, fixed)) for key, part in value.items())
        return dict(pairs)
    if isinstance(value, tuple | list | set | frozenset):
        return type(value)([_changed(part, change, fixed) for part in value])
    return value


def _changed_fields(value: Any, change: Callable[[str], str], fixed: frozenset[str]) -> Any:
    is_struct = isinstance(value, Struct)
    names = value.__struct_fields__ if is_struct else [own.name for own in fields(value) if own.init]
    parts = {name: getattr(value, name) for name in names if name not in fixed}
    new = {name: _changed(part, change, fixed) for name, part in parts.items()}
    different = {name: part for name, part in new.items() if part is not parts[name]}
    return structs.replace(value, **different) if is_struct else replace(value, **different)


def texts_in(document: Any) -> Iterator[str]:
    """Yield every text of a document that `changed` would change."""
    texts: list[str] = []

    def note(text: str) -> str:
        texts.append(text)
        return text

    changed(document, note)
    yield from texts
