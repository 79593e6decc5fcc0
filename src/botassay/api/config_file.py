"""`botassay.toml`: settings that need not be typed each time, checked strictly; flags are stronger."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from botassay.core.errors import BotassayError, ConfigurationError, UnknownNameError
from botassay.settings.option import from_table
from botassay.settings.rating import RateSettings

TABLES: Final = ("rate", "cuts", "review", "variant")


def read_tables(tables: Mapping[str, Any], file: str) -> dict[str, Any]:
    """The settings of `rate` in the tables [rate], [cuts] and [[variant]], as a source of `layered`.

    Args:
        tables: as they were read.
        file: where they stand, for errors.

    Raises: ConfigurationError for an unknown table or key, or a value that its option does not take.
    """
    from botassay.core.scale import TRUST_RISK, Scale
    from botassay.rating.gate import check_gate
    from botassay.rating.review_rule import read_reviewers

    for name, table in tables.items():
        if name not in TABLES:
            hint = UnknownNameError.among("table", name, TABLES).hint
            raise ConfigurationError(f"E196 the table {name!r} is unknown", file, hint)
        if not isinstance(table, list if name == "variant" else dict):
            brackets = "[[variant]]" if name == "variant" else f"[{name}]"
            raise ConfigurationError(f"E196 {name!r} is not a table", file, f"write {brackets} on a separate line")
    read_reviewers(tables.get("review", {}), f"{file} [review]")
    typed = tables.get("rate", {})
    if "variant" in typed:
        raise ConfigurationError("E196 variants belong in separate tables", f"{file} [rate]", "write [[variant]]")
    settings = from_table(RateSettings, typed, f"{file} [rate]")
    rating = settings.setdefault("rating", {})
    with _naming(f"{file} [rate]"):
        scale = Scale.parse(rating["levels"]) if "levels" in rating else TRUST_RISK
        check_gate(settings.get("gate", {}).get("fail_on"), scale.names)
    if "variant" in tables:
        rating["variants"] = tuple(_variants(tables["variant"], f"{file} [[variant]]"))
    if "cuts" in tables:
        rating["cuts"] = {m: _cuts(m, cuts, scale, f"{file} [cuts]") for m, cuts in tables["cuts"].items()}
    return settings


def _variants(tables: Iterable[Any], where: str) -> Iterator[str]:
    """Variants as they are typed: each key a factor, or several joined with +."""
    from botassay.rating.sensitivity import Variant

    for table in tables:
        if not isinstance(table, dict) or len(table) != 1:
            hint = 'write one: model = "…", data = "…", "model+data" = "…" or user = "…"'
            raise ConfigurationError("E196 a variant needs exactly one key", where, hint)
        for factors, value in table.items():
            with _naming(where):
                yield str(Variant.parse(f"{factors}={value}"))


def _cuts(measure: str, value: Any, scale: Any, where: str) -> tuple[float, ...]:
    cuts = value if isinstance(value, list) else [value]
    if not all(type(cut) in (int, float) for cut in cuts):
        raise ConfigurationError(
            f"E196 the cuts of {measure!r} are not numbers: {value!r}", where, "write [0.02, 0.10]"
        )
    with _naming(where):
        scale.check_cuts(measure, cuts)
    return tuple(map(float, cuts))


@contextmanager
def _naming(where: str) -> Iterator[None]:
    """Name the place of a setting that does not fit."""
    try:
        yield
    except BotassayError as error:
        raise ConfigurationError(f"{error.code or 'E196'} {error.said}", where, error.hint) from error
