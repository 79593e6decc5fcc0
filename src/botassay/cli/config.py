"""`botassay.toml`: settings that need not be typed each time, checked strictly; flags beat them."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from botassay.cli.flags import scale_of
from botassay.cli.verdict import check_gate
from botassay.core.errors import BotassayError, ConfigurationError
from botassay.io.toml import read_toml

if TYPE_CHECKING:
    from botassay.core.scale import Scale

DEFAULT: Final = Path("botassay.toml")
TABLES: Final = ("rate", "cuts", "variant")


def read_config(ctx: click.Context, _option: click.Parameter, path: Path | None) -> None:
    """Take the defaults of the options of `rate` from the table [rate], and cuts by measure from [cuts].

    Raises: ConfigurationError for what is no TOML, an unknown key, or a value that its option does not take.
    """
    file = path or (DEFAULT if DEFAULT.is_file() else None)
    if file is None:
        return
    try:
        content = file.read_bytes()
    except OSError as error:
        raise ConfigurationError(f"E174 cannot be read: {error.strerror or error}", str(file)) from error
    tables = read_toml(content, str(file), "see docs/how-to/settings.md")
    _known(tables, TABLES, str(file), "table")
    for name, table in tables.items():
        if not isinstance(table, list if name == "variant" else dict):
            brackets = "[[variant]]" if name == "variant" else f"[{name}]"
            raise ConfigurationError(f"E196 {name!r} is no table", str(file), f"write {brackets} on a line of its own")
    ctx.default_map = _defaults(ctx, tables.get("rate", {}), f"{file} [rate]")
    if "variant" in tables:
        ctx.default_map["variants"] = [*_variants(tables["variant"], f"{file} [[variant]]")]
    with _standing(f"{file} [rate]"):
        scale = scale_of(ctx.default_map.get("levels"))
        check_gate(ctx.default_map.get("fail_on"), scale.names)
    ctx.meta["cuts"] = {
        measure: _cuts(measure, cuts, scale, f"{file} [cuts]") for measure, cuts in tables.get("cuts", {}).items()
    }


def _variants(tables: Iterable[Any], where: str) -> Iterator[str]:
    """Write variants as they are typed: each key a factor, or several joined with +."""
    from botassay.rating.sensitivity import Variant

    for table in tables:
        if not isinstance(table, dict) or len(table) != 1:
            hint = 'write one: model = "…", data = "…", "model+data" = "…" or user = "…"'
            raise ConfigurationError("E196 a variant has one key", where, hint)
        for factors, value in table.items():
            with _standing(where):
                yield str(Variant.parse(f"{factors}={value}"))


def _defaults(ctx: click.Context, typed: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Check each value as its option would, and give them by the option's name."""
    options = {_spelled(option): option for option in ctx.command.params if isinstance(option, click.Option)}
    del options["config"]
    if "variant" in typed:
        raise ConfigurationError("E196 variants stand in tables of their own", where, "write [[variant]]")
    values = {key.replace("-", "_"): value for key, value in typed.items()}
    if len(values) < len(typed):
        raise ConfigurationError("E196 an option stands twice, with - and with _", where)
    _known(values, options, where, "option")
    return {str(options[key].name): _taken(ctx, options[key], value, f"{where} {key}") for key, value in values.items()}


def _spelled(option: click.Option) -> str:
    return max(option.opts, key=len).lstrip("-").replace("-", "_")


def _taken(ctx: click.Context, option: click.Option, value: Any, where: str) -> Any:
    if option.multiple and isinstance(value, str):
        value = [value]
    if isinstance(value, list) and not option.multiple:
        value = ",".join(map(str, value))
    try:
        option.type_cast_value(ctx, value)
    except click.ClickException as error:
        raise ConfigurationError(f"E196 {value!r} will not do: {error.message}", where) from error
    except BotassayError as error:
        raise ConfigurationError(f"E196 {value!r} will not do: {error.said}", where) from error
    return value


def _known(given: Iterable[str], known: Iterable[str], where: str, noun: str) -> None:
    names = sorted(known)
    for key in given:
        if key not in names:
            near = get_close_matches(key, names, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"known are {', '.join(names)}"
            raise ConfigurationError(f"E196 the {noun} {key!r} is unknown", where, hint)


@contextmanager
def _standing(where: str) -> Iterator[None]:
    """Say where a wrong setting stands."""
    try:
        yield
    except BotassayError as error:
        raise ConfigurationError(f"{error.code or 'E196'} {error.said}", where, error.hint) from error


def _cuts(measure: str, value: Any, scale: "Scale", where: str) -> tuple[float, ...]:
    cuts = value if isinstance(value, list) else [value]
    if not all(type(cut) in (int, float) for cut in cuts):
        raise ConfigurationError(f"E196 the cuts of {measure!r} are no numbers: {value!r}", where, "write [0.02, 0.10]")
    with _standing(where):
        scale.check_cuts(measure, cuts)
    return tuple(map(float, cuts))
