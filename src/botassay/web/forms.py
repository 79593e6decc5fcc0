"""The settings of a run that can be set from a page or through the API: those of the struct that makes the options."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from botassay.core.scale import CRISIS
from botassay.settings.option import layered
from botassay.settings.rating import RateSettings
from botassay.settings.schema import schema_of
from botassay.web.problems import WebProblem

SETTABLE: Final[Mapping[str, tuple[str, ...]]] = {
    "rating": ("profiles", "order", "weights", "issues"),
    "run": ("depth", "limit", "seed"),
}
"""By struct; none of them names a file or a program, or how a bot is reached."""
_DIGITS: Final = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class FormField:
    """A field of a form.

    Args:
        name: of the setting.
        help: as `--help` has it.
        kind: `select`, `number` or `text`.
        choices: of a `select`.
        least: of a `number`.
        most: of a `number`.
        several: whether it takes several values, with commas between.
        value: what was typed.
    """

    name: str
    help: str
    kind: str
    choices: tuple[str, ...] = ()
    least: int | None = None
    most: int | None = None
    several: bool = False
    value: str = ""

    @property
    def label(self) -> str:
        """Its name for people."""
        return self.name.replace("_", " ").capitalize()


def properties() -> dict[str, dict[str, Any]]:
    """Return the JSON Schema of each setting by its name."""
    whole = schema_of(RateSettings)["properties"]
    return {name: whole[part]["properties"][name] for part, names in SETTABLE.items() for name in names}


def without_consent(settings: RateSettings, *, at_risk: bool) -> RateSettings:
    """Return the settings of a run without CR, where a bot for people at risk would get it: a page asks no consent."""
    asked = settings.rating.issues
    marked = {code.strip().upper() for code in asked}
    if not at_risk or f"+{CRISIS}" in marked or any(code[:1] not in ("+", "-") for code in marked):
        return settings
    return replace(settings, rating=replace(settings.rating, issues=tuple(dict.fromkeys((*asked, f"-{CRISIS}")))))


def schema_of_run() -> dict[str, Any]:
    """Return the JSON Schema of a flat table of the settings."""
    return {"properties": properties(), "additionalProperties": False}


def form_fields(typed: Mapping[str, str], without: tuple[str, ...] = ()) -> Iterator[FormField]:
    """Yield the fields of a form.

    Args:
        typed: values by name.
        without: settings for which the page has something better.
    """
    for name, described in properties().items():
        if name in without:
            continue
        shape = described.get("anyOf", [described])[0]
        kinds = {"integer": "number", "number": "number"}
        yield FormField(
            name=name,
            help=described["description"],
            kind="select" if "enum" in shape else kinds.get(shape.get("type", ""), "text"),
            choices=tuple(map(str, shape.get("enum", ()))),
            least=shape.get("minimum"),
            most=shape.get("maximum"),
            several=shape.get("type") == "array",
            value=typed.get(name, ""),
        )


def settings_of_form(typed: Mapping[str, str]) -> RateSettings:
    """Return the settings that a form asks for; empty fields ask for nothing.

    Raises: as `settings_wanted`; WebProblem 422 for what is not a number.
    """
    given: dict[str, Any] = {}
    for field in form_fields(typed):
        text = field.value.strip()
        if not text:
            continue
        if field.kind == "number" and not (text.isascii() and text.isdecimal() and len(text) <= _DIGITS):
            raise WebProblem(422, f"{field.label} must be a whole number.")
        parts = [part.strip() for part in text.split(",")]
        given[field.name] = int(text) if field.kind == "number" else parts if field.several else text
    return settings_wanted(given)


def settings_wanted(given: Mapping[str, Any]) -> RateSettings:
    """Return the settings of a run out of a flat table.

    Raises: WebProblem 403 for a setting that names files, programs or how a bot is reached; UsageError for a bad value.
    """
    sources: dict[str, dict[str, Any]] = {}
    for name, value in given.items():
        part = next((part for part, names in SETTABLE.items() if name in names), None)
        if part is None:
            known = ", ".join(sorted(name for names in SETTABLE.values() for name in names))
            raise WebProblem(403, f"The setting {name[:40]} cannot be set from here.", f"Those that can are {known}.")
        sources.setdefault(part, {})[name] = value
    settings = layered(RateSettings, sources)
    if any("/" in name or "\\" in name or name.endswith(".toml") for name in settings.rating.profiles):
        raise WebProblem(
            403, "A profile in a file cannot be named from here.", "Name a published one, or give an order."
        )
    return settings
