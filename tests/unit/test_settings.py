"""One definition of each setting: bounds, sources, options, files and documents follow from it."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import click
import jsonschema
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from botassay.cli import settings as options
from botassay.core.errors import BotassayError, ConfigurationError, InputError, UnknownNameError, UsageError
from botassay.settings.live import BotSettings, RunSettings
from botassay.settings.option import Option, check, from_table, layered, settings_in, to_builtins
from botassay.settings.rating import RateSettings, RatingSettings
from botassay.settings.reading import ReadSettings
from botassay.settings.schema import schema_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Inner:
    """How it is done."""

    speed: Annotated[float, Option(help="Speed.", gt=0, le=10)] = 2.0
    count: Annotated[int | None, Option(help="Number.", ge=1)] = None
    way: Annotated[Literal["left", "right"], Option(help="Direction.")] = "left"

    def __post_init__(self) -> None:
        check(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outer:
    """Everything."""

    names: Annotated[tuple[str, ...], Option(help="Names.", separator=",", exclusive="who")] = ()
    file: Annotated[Path | None, Option(help="File.", exclusive="who")] = None
    loud: Annotated[bool, Option(help="Loud.", hidden=("--shout",))] = False
    tags: Annotated[tuple[str, ...], Option(help="Tags.", flags=("-t", "--tag"))] = ()
    inner: Inner = Inner()

    def __post_init__(self) -> None:
        check(self)


def run(*words: str) -> tuple[Outer | None, Any]:
    """What a command gets that is typed with these words."""
    got: list[Outer] = []

    @options.command("outer")
    @options.config_file(Outer, "outer")
    @options.options_of(Outer)
    @click.option("--json", "as_json", is_flag=True, help="Print JSON.")
    def outer(*, settings: Outer, as_json: bool) -> None:
        got.append(settings)
        click.echo(",".join(sorted(setting.flag for setting in options.typed())))
        assert as_json in (True, False)

    result = CliRunner().invoke(outer, words)
    return (got[0] if got else None), result


def test_settings_are_found_through_nested_structs_in_order() -> None:
    paths = [".".join(setting.path) for setting in settings_in(Outer)]
    assert paths == ["names", "file", "loud", "tags", "inner.speed", "inner.count", "inner.way"]
    assert settings_in(Outer)[4].section is Inner


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        (lambda: BotSettings(timeout=0), "--timeout"),
        (lambda: BotSettings(timeout=3600.5), "--timeout"),
        (lambda: BotSettings(retries=3), "--retries"),
        (lambda: BotSettings(timeout=float("nan")), "--timeout"),
        (lambda: BotSettings(rate=float("inf")), "--rate"),
        (lambda: BotSettings(insecure="yes"), "--insecure"),  # type: ignore[arg-type]
        (lambda: BotSettings(bot=""), "--bot"),  # type: ignore[arg-type]
        (lambda: RunSettings(limit=1.5), "--limit"),  # type: ignore[arg-type]
        (lambda: RunSettings(limit=True), "--limit"),
        (lambda: RunSettings(concurrency=1.5), "--concurrency"),  # type: ignore[arg-type]
        (lambda: RunSettings(on_doubt="wait"), "--on-doubt"),  # type: ignore[arg-type]
        (lambda: RatingSettings(issues="AL,"), "--issues"),  # type: ignore[arg-type]
        (lambda: RatingSettings(issues=3), "--issues"),  # type: ignore[arg-type]
        (lambda: RatingSettings(order="AL", weights="AL=1"), "--weights cannot be combined"),
        (lambda: RatingSettings(profiles=("abuse",), order="AL"), "cannot be combined"),
        (lambda: RatingSettings(cuts={"AL.share": ("a",)}), "cuts"),  # type: ignore[dict-item]
    ],
)
def test_a_struct_refuses_what_does_not_fit_whoever_builds_it(wrong: Any, named: str) -> None:
    with pytest.raises(UsageError) as caught:
        wrong()
    assert named in str(caught.value)


def test_a_struct_takes_what_is_nearly_right() -> None:
    settings = RatingSettings(issues="AL, B", decisions="a.jsonl", levels=5)  # type: ignore[arg-type]
    assert settings.issues == ("AL", "B")
    assert settings.decisions == (Path("a.jsonl"),)
    assert settings.levels == "5"
    assert BotSettings(bot="bot.toml").bot == Path("bot.toml")  # type: ignore[arg-type]


def test_the_bounds_themselves_are_allowed() -> None:
    assert (BotSettings(timeout=3600, retries=0).timeout, BotSettings(retries=2).retries) == (3600, 2)


def test_a_later_source_is_stronger() -> None:
    settings = layered(Outer, {"inner": {"speed": 1, "count": 3}}, {"inner": {"speed": 4}, "loud": True})
    assert settings == Outer(loud=True, inner=Inner(speed=4.0, count=3))


def test_the_strongest_source_replaces_a_group() -> None:
    assert layered(Outer, {"names": ["a"]}, {"file": "b"}) == Outer(file=Path("b"))
    assert layered(Outer, {"file": "b"}, {"names": ["a"]}) == Outer(names=("a",))
    assert layered(Outer, {"names": ["a"]}, {"loud": True}).names == ("a",)
    with pytest.raises(UsageError, match="cannot be combined"):
        layered(Outer, {"names": ["a"], "file": "b"})


@pytest.mark.parametrize(
    ("source", "near"), [({"lood": 1}, "'loud'"), ({"inner": {"sped": 1}}, "'inner.speed'"), ({"inner": 3}, "inner")]
)
def test_an_unknown_name_is_refused_with_the_nearest_known(source: dict[str, Any], near: str) -> None:
    with pytest.raises(UsageError) as caught:
        layered(Outer, source)
    assert near in str(caught.value)


def test_a_table_of_a_file_is_flat_and_its_errors_name_the_place() -> None:
    assert from_table(Outer, {"names": "a,b", "way": "right", "tag": "x"}, "f [t]") == {
        "names": ("a", "b"),
        "inner": {"way": "right"},
        "tags": ("x",),
    }
    for table in ({"sped": 1}, {"speed": 0}, {"speed": True}, {"loud": 1}):
        with pytest.raises(ConfigurationError, match=r"f \[t\].*E196"):
            from_table(Outer, table, "f [t]")
    with pytest.raises(ConfigurationError, match="twice"):
        from_table(RateSettings, {"skip-bad": True, "skip_bad": True}, "f [t]")


def test_a_former_name_still_stands_in_a_file() -> None:
    assert from_table(Outer, {"shout": True}, "f") == {"loud": True}


numbers = st.floats(0, 10, exclude_min=True)
structs = st.builds(
    Outer,
    names=st.lists(st.text("ab", min_size=1), max_size=2).map(tuple),
    loud=st.booleans(),
    tags=st.lists(st.text(), max_size=2).map(tuple),
    inner=st.builds(Inner, speed=numbers, count=st.none() | st.integers(1, 9), way=st.sampled_from(["left", "right"])),
)


@given(structs)
def test_what_is_written_down_gives_the_same_struct(settings: Outer) -> None:
    stored = json.loads(json.dumps(to_builtins(settings)))
    assert layered(Outer, stored) == settings
    assert layered(Outer, {"names": ["other"], "inner": {"speed": 1}}, stored) == settings
    jsonschema.validate(stored, schema_of(Outer))


@pytest.mark.parametrize("stored", [{"inner": {"speed": 0}}, {"inner": {"way": "up"}}, {"x": 1}, {"names": "a"}])
def test_the_schema_refuses_what_the_struct_would(stored: dict[str, Any]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(stored, schema_of(Outer))


def test_what_is_typed_becomes_the_struct() -> None:
    settings, result = run("--names", "a, b", "--speed", "3", "-t", "x", "--tag", "y", "--way", "right", "--loud")
    assert settings == Outer(names=("a", "b"), loud=True, tags=("x", "y"), inner=Inner(speed=3, way="right"))
    assert result.output == "--loud,--names,--speed,--tag,--way\n"


def test_what_equals_the_default_was_typed_all_the_same() -> None:
    settings, result = run("--speed", "2")
    assert (settings, result.output) == (Outer(), "--speed\n")


def test_a_former_flag_is_taken_and_not_listed() -> None:
    assert run("--shout")[0] == Outer(loud=True)
    assert "--shout" not in run("--help")[1].output


def test_the_help_has_a_section_for_each_struct_and_names_the_defaults() -> None:
    text = run("--help")[1].output
    assert text.index("How it is done:") < text.index("--speed") < text.index("Options:") < text.index("--names")
    assert "Speed. [default: 2.0]" in " ".join(text.split())
    assert "--json" in text


@pytest.mark.parametrize("words", [("--speed", "0"), ("--count", "x"), ("--way", "up"), ("--wayy", "up")])
def test_click_refuses_what_the_struct_would(words: tuple[str, ...]) -> None:
    settings, result = run(*words)
    assert (settings, result.exit_code) == (None, 2)


@pytest.mark.parametrize(("words", "error"), [(("--file", "no"), InputError), (("--names", "a,,b"), UsageError)])
def test_the_errors_of_files_and_lists_are_ours(words: tuple[str, ...], error: type[BotassayError]) -> None:
    assert isinstance(run(*words)[1].exception, error)


def test_a_file_gives_what_was_not_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("botassay.toml").write_text('[outer]\nspeed = 5\nnames = "a"\ntag = ["x"]\n')
    assert run()[0] == Outer(names=("a",), tags=("x",), inner=Inner(speed=5))
    assert run("--speed", "6", "--file", "botassay.toml")[0] == Outer(
        file=Path("botassay.toml"), tags=("x",), inner=Inner(speed=6)
    )
    Path("botassay.toml").write_text("[outer]\nspeed = 50\n")
    assert isinstance(run()[1].exception, ConfigurationError)


def test_a_misspelt_setting_names_its_neighbour() -> None:
    with pytest.raises(UnknownNameError, match=r"run\.seed"):
        layered(RateSettings, {"run": {"sed": 1}})


def test_ratings_have_the_defaults_that_they_always_had() -> None:
    assert RateSettings().rating.min_coverage == 0.9
    assert RateSettings().bot == BotSettings(timeout=60, retries=2)
    assert RateSettings().run == RunSettings(concurrency=None, on_doubt="restart")
    assert RateSettings().read == ReadSettings()
