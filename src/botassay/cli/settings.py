"""Options of a command out of a settings struct, and settings out of what was typed.

    @command("ask")                          # this module's: `--help` has a section for each struct
    @click.argument("subject")
    @options_of(AskSettings)
    @click.option("-o", "outputs", multiple=True)
    def command(subject: str, outputs: tuple[str, ...], settings: AskSettings) -> int: …

Click is given no defaults: what is not None was typed. With `@config_file(AskSettings, "ask")` above `options_of`,
`botassay.toml` gives what was not typed. `typed()` says inside of a command which settings were.
"""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial, wraps
from pathlib import Path
from typing import Any, Final, Literal, TypeVar, get_args, get_origin

import click

from botassay.core.errors import ConfigurationError, InputError, UsageError
from botassay.io.missing import instead_of, unread
from botassay.io.toml import read_toml
from botassay.redaction import GROUPS, KINDS
from botassay.settings.option import (
    LARGEST_SEED,
    Option,
    Setting,
    from_table,
    layered,
    nested,
    out_of_range,
    settings_in,
)

F = TypeVar("F", bound=Callable[..., Any])

REDACT: Final = "--redact"
DEFAULT_FILE: Final = Path("botassay.toml")
_MOST_WORKERS: Final = 64
_FILE: Final = "botassay.settings.file"
_TYPED: Final = "botassay.settings.typed"


class Whole(click.IntRange):
    """A whole number in a range."""

    name = "whole number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number, in the words of settings where it is none or out of range."""
        return _in_range(self, value, param, ctx)

    def _describe_range(self) -> str:
        """The range; nothing of a seed, whose limit is only a computer's."""
        return "" if self.max == LARGEST_SEED else super()._describe_range()


class Workers(click.ParamType[int]):
    """A number of processes, or `auto`: one for each core that may be used."""

    name = "number of processes"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number."""
        if value == "auto":
            return min(_MOST_WORKERS, usable_cores())
        return int(Whole(1, _MOST_WORKERS).convert(value, param, ctx))


class Shard(click.ParamType[tuple[int, int]]):
    """A part of several, such as 3/100."""

    name = "part"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        """Return which part, and how many there are."""
        if isinstance(value, tuple):
            return value
        number, slash, of = str(value).partition("/")
        if not (slash and number.isdecimal() and of.isdecimal() and 1 <= int(number) <= int(of)):
            self.fail(f"{value!r} is not a part like 3/100, the first being 1/100", param, ctx)
        return int(number), int(of)


def usable_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Number(click.FloatRange):
    """A number in a range."""

    name = "number"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the number, in the words of settings where it is none or out of range."""
        return _in_range(self, value, param, ctx)


def _in_range(kind: Whole | Number, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
    """Return a number that its type allows; raises BadParameter."""
    plain: click.ParamType[Any] = click.INT if isinstance(kind, Whole) else click.FLOAT
    try:
        number = plain.convert(value, param, ctx)
    except click.BadParameter:
        kind.fail(f"{value!r} is not a {kind.name}", param, ctx)
    low, high = kind.min, kind.max
    below = low is not None and (number <= low if kind.min_open else number < low)
    if below or (high is not None and number > high):
        kind.fail(out_of_range(number, low, high, above=kind.min_open), param, ctx)
    return number


class Existing(click.Path):
    """A file or folder that is read: one that is not there is bad input, whichever command it is given to."""

    def __init__(self, *, advice: str = "check the path", **wanted: Any) -> None:
        """Describe what is read.

        Args:
            advice: what to do where it is not there, nor anything that is called alike.
            wanted: as of `click.Path`.
        """
        super().__init__(exists=True, **wanted)
        self.advice = advice

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Check that it is there, and of the right kind.

        Raises: InputError.
        """
        try:
            return super().convert(value, param, ctx)
        except click.BadParameter as error:
            advice = f"check {param.opts[0]}" if isinstance(param, click.Option) else self.advice
            if not str(value):
                raise InputError("E174 the path is empty", hint=advice) from error
            path = Path(value)
            hint = advice if path.exists() else self._instead(path, advice)
            raise InputError(self._lacking(path), str(value), hint) from error

    def _instead(self, path: Path, advice: str) -> str:
        """Return what to do about a path that is not there."""
        from botassay.bots import is_bot  # only errors need it

        if is_bot(str(path)):
            return f"{path} is a live bot, but a {self._wanted} is required here"
        return instead_of(path, advice)

    @property
    def _wanted(self) -> str:
        return "file or folder" if self.file_okay and self.dir_okay else "file" if self.file_okay else "folder"

    def _lacking(self, path: Path) -> str:
        if not path.exists():
            return f"E174 there is no such {self._wanted}"
        if path.is_dir() != self.dir_okay and not (self.file_okay and self.dir_okay):
            return f"E173 is a {'folder' if path.is_dir() else 'file'}, but a {self._wanted} is required"
        return "E174 cannot be read"


def existing_run(**wanted: Any) -> Existing:
    """Return the type of the folder of a run, or of a file of one."""
    return Existing(advice="botassay runs list shows the runs", path_type=Path, **wanted)


class _Split(click.ParamType[tuple[str, ...]]):
    """A list that is typed as one word."""

    name = "text"

    def __init__(self, setting: Setting) -> None:
        self.setting = setting

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The items.

        Raises: UsageError for an empty place.
        """
        del param, ctx
        return self.setting.of(value)


class SettingOption(click.Option):
    """An option that stands for a setting."""

    def __init__(self, *args: Any, setting: Setting, **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.setting = setting


class SettingsCommand(click.Command):
    """A command whose help has a section for each struct."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line; `--redact` may stand without a value before an argument."""
        return super().parse_args(ctx, [_with_value(args, place) for place in range(len(args))])

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, those of each struct below its title; what belongs to none comes last."""
        sections: dict[str, list[tuple[str, str]]] = {}
        others: list[tuple[str, str]] = []
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is None or isinstance(param, click.Argument):  # the usage names arguments
                continue
            title = _title(param.setting) if isinstance(param, SettingOption) else ""
            (sections.setdefault(title, []) if title else others).append(record)
        for title, records in [*sections.items(), ("Options", others)]:
            with formatter.section(title):
                formatter.write_dl(records)


def _with_value(args: Sequence[str], place: int) -> str:
    """Return a part of the command line, `--redact` with its value where none follows."""
    following = args[place + 1 : place + 2]
    if (
        args[place] != REDACT
        or "--" in args[:place]
        or (following and set(following[0].split(",")) <= {*KINDS, *GROUPS})
    ):
        return args[place]
    return f"{REDACT}=all"


command: Final = partial(click.command, cls=SettingsCommand)
"""As `click.command`, with sections in the help."""


def _title(setting: Setting) -> str:
    """The title of a setting's section; none for those of the outermost struct."""
    if len(setting.path) == 1:
        return ""
    return (setting.section.__doc__ or "").partition("\n")[0].rstrip(".:")


def options_of(cls: type) -> Callable[[F], F]:
    """Add an option for each setting of a struct; the command gets the struct as `settings`.

    Raises: UsageError, in the command, for settings that do not fit each other.
    """

    def add(function: F) -> F:
        @wraps(function)
        def call(*args: Any, **values: Any) -> Any:
            ctx = click.get_current_context()
            given = {s: values.pop("__".join(s.path)) for s in settings_in(cls) if not s.option.in_files_only}
            ctx.meta[_TYPED] = {setting: value for setting, value in given.items() if value not in (None, ())}
            return function(*args, settings=layered(cls, from_file(), from_command_line()), **values)

        decorated: Any = call
        for setting in reversed(settings_in(cls)):
            if not setting.option.in_files_only:
                decorated = _added(decorated, setting)
        return decorated  # type: ignore[no-any-return] # click keeps the type of what it decorates

    return add


def _added(function: Any, setting: Setting) -> Any:
    """Return a command with the option of a setting, and its former flags."""
    option, name = setting.option, "__".join(setting.path)
    kind = click_type(setting)
    for flag in option.hidden:
        function = click.option(flag, name, hidden=True, **kind)(function)
    texts = {"metavar": option.metavar, "help": _help(setting)}
    return click.option(*setting.flags, name, cls=SettingOption, setting=setting, **texts, **kind)(function)


def _help(setting: Setting) -> str:
    option, default = setting.option, setting.default
    if isinstance(default, tuple):
        default = (option.separator or " ").join(map(str, default))
    shown = option.default or default
    return option.help if shown in (None, "", False) else f"{option.help} [default: {shown}]"


def click_type(setting: Setting) -> dict[str, Any]:
    """The arguments of `click.option` that say what is typed."""
    kind, option = setting.kind, setting.option
    if get_origin(kind) is tuple and option.separator:
        return {"type": _Split(setting)}
    if get_origin(kind) is tuple:
        return {"type": _scalar(get_args(kind)[0], option), "multiple": True}
    if kind is bool:
        return {"is_flag": True, "default": None}
    return {"type": _scalar(kind, option)}


def _scalar(kind: Any, option: Option) -> Any:
    if get_origin(kind) is Literal:
        return click.Choice(get_args(kind))
    if kind is int:
        return Whole(None if option.ge is None else int(option.ge), None if option.le is None else int(option.le))
    if kind is float:
        low = option.gt if option.gt is not None else option.ge
        return Number(low, option.le, min_open=option.gt is not None)
    if kind is Path and option.path.startswith("new"):
        return click.Path(dir_okay=option.path == "new-folder", file_okay=option.path == "new", path_type=Path)
    if kind is Path:
        return Existing(dir_okay=option.path != "file", file_okay=option.path != "folder", path_type=Path)
    return str


# ── what was typed, and what stands in a file ───────────────────────────────────────────────────────────────────────


def typed(*names: str) -> dict[Setting, object]:
    """The settings that were typed on the command line, with their values.

    Args:
        names: the fields or sections that matter, `"seed"`, `"bot"` or `"bot.timeout"`; without any, all.
    """
    given: Mapping[Setting, object] = click.get_current_context().meta.get(_TYPED, {})
    return {setting: value for setting, value in given.items() if not names or _among(setting, names)}


def _among(setting: Setting, names: Iterable[str]) -> bool:
    return any(name in (setting.path[0], setting.path[-1], ".".join(setting.path)) for name in names)


def refuse_useless(given: Iterable[Setting], useless: Mapping[str, str], bots: Sequence[str]) -> None:
    """Refuse settings that were typed and make no difference.

    Raises: UsageError.
    """
    whom = bots[0] if len(bots) == 1 else "any of the subjects"
    for setting in given:
        if setting.path[-1] in useless:
            why = useless[setting.path[-1]]
            raise UsageError(f"{setting.flag} has no effect on {whom}: {why}", hint="leave it out")


def from_command_line() -> dict[str, Any]:
    """What was typed, as a source of `layered`."""
    return nested((setting.path, value) for setting, value in typed().items())


def from_file() -> dict[str, Any]:
    """What stands in `botassay.toml`, as a source of `layered`."""
    source: dict[str, Any] = click.get_current_context().meta.get(_FILE, {})
    return source


Tables = Callable[[Mapping[str, object], str], dict[str, Any]]
"""Turns the tables of a file into a source of `layered`."""


def _defaults_of_others(ctx: click.Context, table: dict[str, Any], where: str) -> None:
    """Take what a table says of options that are no settings, such as --out, as their defaults.

    Raises: ConfigurationError.
    """
    others = [p for p in ctx.command.params if isinstance(p, click.Option) and not isinstance(p, SettingOption)]
    known = {max(param.opts, key=len).lstrip("-").replace("-", "_"): param for param in others if param.expose_value}
    defaults: dict[str, Any] = {}
    for key in [key for key in table if key.replace("-", "_") in known]:
        param, value = known[key.replace("-", "_")], table.pop(key)
        if param.multiple and isinstance(value, str):
            value = [value]
        try:
            param.type_cast_value(ctx, value)
        except click.ClickException as error:
            raise ConfigurationError(f"E196 {error.message.rstrip('.')}", f"{where} {key}") from error
        except TypeError as error:
            raise ConfigurationError(f"E196 {value!r} is not text", f"{where} {key}") from error
        defaults[str(param.name)] = value
    ctx.default_map = defaults


def config_file(cls: type, table: str, read: Tables | None = None) -> Callable[[F], F]:
    """Add `--config`: the file that gives what is not typed.

    Args:
        cls: the struct.
        table: where its settings stand, flat.
        read: reads all tables of the file, where that table is not the only one.
    """

    def callback(ctx: click.Context, _option: click.Parameter, path: Path | None) -> None:
        file = path or (DEFAULT_FILE if DEFAULT_FILE.is_file() else None)
        if file is None:
            return
        try:
            content = file.read_bytes()
        except OSError as error:
            raise ConfigurationError(unread(error), str(file)) from error
        tables = read_toml(content, str(file), "see docs/how-to/settings.md")
        if isinstance(tables.get(table), dict):
            _defaults_of_others(ctx, tables[table], f"{file} [{table}]")
        ctx.meta[_FILE] = (
            read(tables, str(file)) if read else from_table(cls, tables.get(table, {}), f"{file} [{table}]")
        )

    return click.option(
        "--config",
        type=Existing(dir_okay=False, path_type=Path),
        is_eager=True,
        expose_value=False,
        callback=callback,
        help="Settings file; flags are stronger. [default: botassay.toml in the current folder]",
    )
