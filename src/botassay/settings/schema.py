"""The JSON Schema of settings."""

from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from botassay.settings.option import Setting, plain, settings_in

JSON_TYPES: Final = {str: "string", Path: "string", int: "integer", float: "number", bool: "boolean"}


def schema_of(cls: type) -> dict[str, Any]:
    """The JSON Schema of a struct."""
    hints = get_type_hints(cls)
    properties = {own.name: schema_of(hints[own.name]) for own in fields(cls) if is_dataclass(hints[own.name])}
    for setting in settings_in(cls):
        if len(setting.path) == 1:
            properties[setting.path[0]] = _property(setting)
    order = [own.name for own in fields(cls)]
    return {
        "type": "object",
        "properties": {name: properties[name] for name in order},
        "additionalProperties": False,
    }


def _property(setting: Setting) -> dict[str, Any]:
    option = setting.option
    bounds = {"minimum": option.ge, "exclusiveMinimum": option.gt, "maximum": option.le}
    shape = {**_shape(setting.kind), **{name: bound for name, bound in bounds.items() if bound is not None}}
    if setting.optional:
        shape = {"anyOf": [shape, {"type": "null"}]}
    return {"description": option.help, **shape, "default": plain(setting.default)}


def _shape(kind: Any) -> dict[str, Any]:
    origin = get_origin(kind)
    if origin is Literal:
        return {"enum": list(get_args(kind))}
    if origin is tuple:
        return {"type": "array", "items": _shape(get_args(kind)[0])}
    if origin is not None:
        return {"type": "object", "additionalProperties": _shape(get_args(kind)[1])}
    return {"type": JSON_TYPES[kind]}
