"""One definition of each setting, from which options, files, stored documents and JSON Schema follow.

A settings struct is a frozen dataclass. Each field is `Annotated[type, Option(help=…)] = default`, or another struct.
Types are `str int float bool Path Literal`, tuples of them, a mapping of names to them, each perhaps `| None`. The
first line of a struct's docstring is the title of its section in `--help`:

    @dataclass(frozen=True, slots=True, kw_only=True)
    class BotSettings(Checked):
        '''Live bots.'''

        timeout: Annotated[float, Option(help="Total time limit for a reply, in seconds.", gt=0, le=3600)] = 60.0
        ca: Annotated[Path | None, Option(help="Additional CA certificates to trust (PEM).", metavar="FILE")] = None

    @dataclass(frozen=True, slots=True, kw_only=True)
    class AskSettings:
        bot: BotSettings = BotSettings()
        run: RunSettings = RunSettings()

`Checked` converts what is nearly right (`"AL,B"` for a tuple, `"x.toml"` for a path) and refuses the rest, whoever
builds the struct. `layered(AskSettings, {"bot": {"timeout": 5}}, …)` builds one out of several sources, weakest first;
`to_builtins` writes one down for JSON; `botassay.cli.settings` turns a struct into the options of a command.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from botassay.core.errors import BotassayError, ConfigurationError, UnknownNameError, UsageError

S = TypeVar("S")
LARGEST_SEED: Final = 2**53 - 1
"""JSON can write it."""
_UNSET: Final[tuple[Any, ...]] = (None, (), [], {})


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """How a setting is explained, typed and bounded.

    Args:
        help: an imperative or noun phrase of at most 12 words; the default is added.
        flags: as typed, `("--format",)`; by default the field's name with `--`. `("--x/--no-x",)` for two ways.
        hidden: further flags that `--help` does not list, such as former names.
        metavar: what stands for the value in `--help`.
        default: the default in words, where the field's own is None or says little.
        separator: the character between the items of a tuple that is typed as one word, `AL,B`.
        example: how a tuple is written, for the advice of an error.
        exclusive: the name of a group of settings of which only one can be set; the strongest source that sets one
            replaces the group.
        ge: the smallest number allowed.
        gt: the number that a value must exceed.
        le: the greatest number allowed.
        path: what a `Path` names: an existing file, folder, either (`any`), or a file (`new`) or folder (`new-folder`)
            to be written.
        in_files_only: the setting cannot be typed; it stands in a file or comes from Python.
    """

    help: str
    flags: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    metavar: str | None = None
    default: str | None = None
    separator: str | None = None
    example: str = ""
    exclusive: str | None = None
    ge: float | None = None
    gt: float | None = None
    le: float | None = None
    path: Literal["file", "folder", "any", "new", "new-folder"] = "file"
    in_files_only: bool = False


@dataclass(frozen=True, slots=True)
class Setting:
    """A field of a struct or of one nested in it.

    Attributes:
        path: the names of the fields that lead to it, the last of which is its own.
        kind: its type, without `| None`.
        optional: it may be None.
        default: its default.
        section: the struct that holds it.
    """

    path: tuple[str, ...]
    kind: Any
    optional: bool
    default: Any = field(hash=False)
    option: Option
    section: type

    @property
    def flags(self) -> tuple[str, ...]:
        """How it is typed, the shown flags first."""
        return self.option.flags or ("--" + self.path[-1].replace("_", "-"),)

    @property
    def flag(self) -> str:
        """Its longest flag: the name that errors and files give it."""
        return max(self.flags, key=len).partition("/")[0]

    @property
    def key(self) -> str:
        """Its name in a flat table of a file."""
        return _key(self.flag)

    def of(self, value: Any) -> Any:
        """Return a value as the field holds it.

        Raises: UsageError for a wrong type, a value out of bounds, or an unknown choice.
        """
        if value is None and self.optional:
            return None
        try:
            converted = _converted(value, self.kind, self.option)
            for number in converted if isinstance(converted, tuple) else (converted,):
                _check_bounds(number, self.option)
        except (TypeError, ValueError) as error:
            hint = f"write {self.option.example}" if self.option.example else None
            raise UsageError(f"{self.flag} {error}", hint=hint) from error
        return converted

    def check_there(self, value: Any) -> None:
        """Refuse the path of a file or folder to be read that is not there.

        Raises: UsageError.
        """
        for path in value if isinstance(value, tuple) else (value,):
            if isinstance(path, Path) and not self.option.path.startswith("new") and not path.exists():
                raise UsageError(
                    f"E174 there is no {'file' if self.option.path == 'file' else 'file or folder'} {str(path)!r}"
                )


_KNOWN: Final[dict[type, tuple[Setting, ...]]] = {}


def settings_in(cls: type) -> tuple[Setting, ...]:
    """All settings of a struct, those of nested structs included, in the order of definition."""
    if cls not in _KNOWN:
        _KNOWN[cls] = tuple(_walk(cls))
    return _KNOWN[cls]


def _walk(cls: Any) -> Iterator[Setting]:
    hints = get_type_hints(cls, include_extras=True)
    for own in fields(cls):
        kind = hints[own.name]
        if is_dataclass(kind):
            yield from (replace(inner, path=(own.name, *inner.path)) for inner in settings_in(kind))  # type: ignore[arg-type]
            continue
        plain, option = get_args(kind)
        default = own.default if own.default_factory is MISSING else own.default_factory()
        required, optional = _without_none(plain)
        yield Setting((own.name,), required, optional, default, option, cls)


def _without_none(kind: Any) -> tuple[Any, bool]:
    if get_origin(kind) not in (Union, UnionType):
        return kind, False
    others = [each for each in get_args(kind) if each is not NoneType]
    return others[0], len(others) < len(get_args(kind))


class Checked:
    """A settings struct that checks its fields, whoever builds it."""

    __slots__ = ()

    def __post_init__(self) -> None:
        """Check every field."""
        check(self)


# ── values ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def check(settings: Any) -> None:
    """Convert and check the fields of a struct that is being built; to be called in its `__post_init__`.

    Raises: UsageError for a wrong type, a value out of bounds, an unknown choice, or settings that exclude each other.
    """
    own = [setting for setting in settings_in(type(settings)) if len(setting.path) == 1]
    for setting in own:
        object.__setattr__(settings, setting.path[0], setting.of(getattr(settings, setting.path[0])))
    _check_exclusions(settings, own)


def _check_exclusions(settings: Any, among: Iterable[Setting]) -> None:
    members: dict[str, list[Setting]] = {}
    for setting in among:
        if setting.option.exclusive:
            members.setdefault(setting.option.exclusive, []).append(setting)
    for group in members.values():
        if sum(getattr(settings, setting.path[0]) not in _UNSET for setting in group) > 1:
            *first, last = (setting.flag for setting in group)
            raise UsageError(f"{', '.join(first)} and {last} cannot be combined", hint="give one of them")


def _converted(value: Any, kind: Any, option: Option) -> Any:
    """Return a value as its type requires it.

    Raises: ValueError that reads on after the name of the setting.
    """
    origin = get_origin(kind)
    if origin is tuple:
        own = get_args(kind)[0]
        return tuple(_converted(item, own, option) for item in _items(value, own, option))
    if origin is not None and origin is not Literal:
        if not isinstance(value, Mapping):
            raise ValueError(f"{value!r} is not a table")
        return {str(name): _converted(item, get_args(kind)[1], option) for name, item in value.items()}
    if origin is Literal:
        if value not in get_args(kind):
            raise ValueError(f"{value!r} is not one of {', '.join(map(str, get_args(kind)))}")
        return value
    return _CONVERTERS[kind](value)


def _items(value: Any, kind: Any, option: Option) -> Iterable[Any]:
    if isinstance(value, str) and option.separator:
        items = [item.strip() for item in value.split(option.separator)]
        if not all(items):
            raise ValueError(f"{value!r} has an empty item")
        return items
    if isinstance(value, str | Path) or (kind is float and isinstance(value, int | float)):
        return [value]
    if isinstance(value, Mapping) or not isinstance(value, Iterable):
        raise TypeError(f"{value!r} is not a list")
    return value


def _text(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ",".join(map(_text, value))
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise TypeError(f"{value!r} is not text")
    return str(value)


def _path(value: Any) -> Path:
    if not isinstance(value, str | Path) or not str(value):
        raise ValueError(f"{value!r} is not a path")
    return Path(value)


def _whole(value: Any) -> int:
    number = _number(value)
    if number != int(number):
        raise ValueError(f"{value!r} is not a whole number")
    return int(value)


def _number(value: Any) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = float("nan")
    if isinstance(value, bool) or number - number != 0:  # neither infinity nor what is not a number
        raise ValueError(f"{value!r} is not a number")
    return number


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{value!r} is not true or false")
    return value


_CONVERTERS: Final[dict[type, Any]] = {str: _text, Path: _path, int: _whole, float: _number, bool: _truth}


def _check_bounds(number: Any, option: Option) -> None:
    if isinstance(number, bool) or not isinstance(number, int | float):
        return
    low = option.gt if option.gt is not None else option.ge
    below = low is not None and (number <= low if option.gt is not None else number < low)
    if below or (option.le is not None and number > option.le):
        raise ValueError(out_of_range(number, low, option.le, above=option.gt is not None))


def out_of_range(number: float, low: float | None, high: float | None, *, above: bool = False) -> str:
    """Return what is wrong with a number that a setting does not allow.

    Args:
        number: as it was given.
        low: the smallest that is allowed; None: there is none.
        high: the greatest; None: there is none.
        above: whether the number has to exceed `low`.

    >>> out_of_range(0, 1, 64)
    '0 is out of range: 1 ≤ x ≤ 64'
    """
    left = "" if low is None else f"{low:g} {'<' if above else '≤'} "
    right = "" if high in (None, LARGEST_SEED) else f" ≤ {high:g}"
    return f"{number:g} is out of range: {left}x{right}"


# ── sources ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def layered(cls: type[S], *sources: Mapping[str, object]) -> S:
    """Build a struct out of several sources, each nested as the struct is; a later source is stronger.

    Raises: UnknownNameError for a name that the struct lacks, UsageError for a value that does not fit.

    >>> from botassay.settings.rating import RateSettings
    >>> run = layered(RateSettings, {"run": {"seed": 1, "limit": 9}}, {"run": {"seed": 2}}).run
    >>> run.seed, run.limit
    (2, 9)
    """
    every = settings_in(cls)
    values: dict[tuple[str, ...], Any] = {}
    for source in sources:
        given = dict(_flat(cls, source, ()))
        replaced = {s.option.exclusive for s in every if s.option.exclusive and given.get(s.path) not in _UNSET}
        for setting in every:
            if setting.option.exclusive in replaced:
                values.pop(setting.path, None)
        values |= given
    built: S = _built(cls, values, ())
    return built


def _flat(cls: Any, source: Mapping[str, object], path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    hints = get_type_hints(cls)
    for name, value in source.items():
        if name not in hints:
            raise UnknownNameError.among("setting", ".".join((*path, name)), [".".join((*path, own)) for own in hints])
        kind = hints[name]
        if not is_dataclass(kind):
            yield (*path, name), value
        elif isinstance(value, Mapping):
            yield from _flat(kind, value, (*path, name))
        else:
            raise UsageError(f"{'.'.join((*path, name))} {value!r} is not a table")


def _built(cls: Any, values: Mapping[tuple[str, ...], Any], path: tuple[str, ...]) -> Any:
    hints = get_type_hints(cls)
    given = {}
    for own in fields(cls):
        here = (*path, own.name)
        if is_dataclass(hints[own.name]):
            given[own.name] = _built(hints[own.name], values, here)
        elif here in values:
            given[own.name] = values[here]
    return cls(**given)


def nested(values: Iterable[tuple[tuple[str, ...], Any]]) -> dict[str, Any]:
    """Values by their paths as a source of `layered`.

    >>> nested([(("run", "seed"), 1), (("run", "limit"), 2)])
    {'run': {'seed': 1, 'limit': 2}}
    """
    tree: dict[str, Any] = {}
    for path, value in values:
        branch = tree
        for name in path[:-1]:
            branch = branch.setdefault(name, {})
        branch[path[-1]] = value
    return tree


def _key(flag: str) -> str:
    return flag.lstrip("-").replace("-", "_")


def from_table(cls: type, table: Mapping[str, object], where: str) -> dict[str, Any]:
    """Settings of a flat table in a file, as a source of `layered`; each is called as it is typed, - or _ alike.

    Args:
        cls: the struct.
        table: as it was read.
        where: the file and the table, for errors.

    Raises: ConfigurationError for an unknown key, one that appears twice, or a value that does not fit.
    """
    known = {setting.key: setting for setting in settings_in(cls)}
    former = {_key(flag): setting for setting in settings_in(cls) for flag in setting.option.hidden}
    values: list[tuple[tuple[str, ...], Any]] = []
    for key, value in table.items():
        setting = known.get(_key(key)) or former.get(_key(key))
        if setting is None:
            hint = UnknownNameError.among("option", _key(key), known).hint
            raise ConfigurationError(f"E196 the option {key!r} is unknown", where, hint)
        if any(path == setting.path for path, _ in values):
            raise ConfigurationError("E196 an option is given twice, with - and with _", where)
        try:
            values.append((setting.path, setting.of(value)))
            setting.check_there(values[-1][1])
        except BotassayError as error:
            what = error.said.removeprefix(f"{setting.flag} ")
            raise ConfigurationError(f"E196 {what}", f"{where} {key}", error.hint) from error
    return nested(values)


# ── documents ───────────────────────────────────────────────────────────────────────────────────────────────────────


def to_builtins(settings: Any) -> dict[str, Any]:
    """A struct as JSON can hold it, from which `layered` builds it again."""
    written = {}
    for own in fields(settings):
        value = getattr(settings, own.name)
        written[own.name] = to_builtins(value) if is_dataclass(value) else plain(value)
    return written


def plain(value: Any) -> Any:
    """A value of a setting as JSON can hold it."""
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {name: plain(item) for name, item in value.items()}
    return value
