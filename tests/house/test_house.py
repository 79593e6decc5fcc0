"""Rules for the source that no linter checks."""

import ast
import importlib
import io
import pkgutil
import re
import subprocess
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import botassay
from tests.mutations import faults

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "botassay"
FILES = sorted(SOURCE.rglob("*.py"))
VERBS = "are|were|become|hang|kept|stand|that DATA|more|each"
"""Words after a counted noun that show that the number is never 1."""
ROOMS = {"trust", "intents", "sentiment", "options", "identity", "profiles"}


def test_everything_has_a_name_of_its_own() -> None:
    nameless = {"utils", "helpers", "common", "manager", "misc"}
    assert [str(file) for file in FILES if nameless & set(file.relative_to(SOURCE).with_suffix("").parts)] == []


def test_no_public_class_name_stands_twice() -> None:
    places: dict[str, list[str]] = {}
    for file in [*FILES, *sorted((ROOT / "src" / "botassay_samples").rglob("*.py"))]:
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(str(file.relative_to(ROOT)))
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


def test_no_notes_to_do_are_left() -> None:
    marks = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
    assert [str(file) for file in FILES if marks.search(file.read_text("utf-8"))] == []


TORN = re.compile(r"[^\\][a-z]\n[a-z]|(?<!\\)\[[^\]\n]*\n|\{\d*,?\n|\(\?(?:P(?:<\w*)?)?\n")
"""Where a line of a regular expression ends within a word, a class of characters, a count or the start of a group."""


def raw_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each raw string that is written on several lines, with their breaks."""
    pieces: list[tokenize.TokenInfo] = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.STRING:
            pieces.append(token)
        elif token.type not in (tokenize.NL, tokenize.COMMENT):
            if len(pieces) > 1 and any(piece.string.lower().startswith(('r"', 'rf"')) for piece in pieces):
                yield pieces[0].start[0], "\n".join(re.sub(r"^\w*\"|\"$", "", piece.string) for piece in pieces)
            pieces = []


def test_no_line_of_a_regular_expression_ends_within_a_word() -> None:
    torn = [
        f"{file.relative_to(SOURCE)}:{line}: {found[0]!r}"
        for file in FILES
        for line, text in raw_lines(file.read_text("utf-8"))
        if (found := TORN.search(text))
    ]
    assert torn == []


def test_commands_use_many_for_counted_nouns() -> None:
    """`many` writes "1 query"; a number before a plural needs "of", "more" or a plural verb."""
    nouns = "conversations|dialogs|files|groups|lists|options|phrases|queries|questions|requests|rows|topics|turns"
    plural = re.compile(
        rf'f".*(?<!of )(?<!more )\{{[^{{}}"]+(?:\(\)|\w|\)|:,)\}} (?:{nouns})\b(?! (?:per second|{VERBS})\b)'
    )
    found = [
        f"{file.relative_to(SOURCE)}: {line.strip()}"
        for file in FILES
        if file.is_relative_to(SOURCE / "cli") and "sentiment" not in file.parts and file.name != "check.py"
        for line in file.read_text("utf-8").splitlines()
        if plural.search(line)
    ]
    assert found == []


def imports() -> Iterator[tuple[Path, str]]:
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                yield from ((file, name.name) for name in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield file, node.module or ""


def test_nothing_that_executes_data_is_imported() -> None:
    banned = {"pickle", "joblib", "dill", "marshal", "shelve", "yaml"}
    assert [f"{file}: {name}" for file, name in imports() if name.split(".")[0] in banned] == []


def test_only_clients_and_servers_open_sockets() -> None:
    """Sockets belong to the HTTP client, the servers; asyncio to live runs."""
    network = {"socket", "ssl", "http", "urllib", "aiohttp", "requests", "httpx"}
    waiting = ("http/", "bots/", "runs/", "api/", "cli/", "testing/", "web/")
    for file, name in imports():
        place = str(file.relative_to(SOURCE))
        if name.split(".")[0] in network and name != "urllib.parse":  # parses addresses only
            assert place.startswith(("http/", "bots/serve.py", "testing/hostile/", "web/")), f"{file} imports {name}"
        if name.split(".")[0] == "asyncio":
            assert place.startswith(waiting), f"{file} imports {name}"


def test_rooms_do_not_import_each_other() -> None:
    for file, name in imports():
        here = file.relative_to(SOURCE).parts[0]
        there = name.removeprefix("botassay.").split(".")[0]
        assert not (here in ROOMS and there in ROOMS - {here}), f"{file} imports {name}"


def test_public_names_are_sorted_and_exist() -> None:
    assert sorted(botassay.__all__) == botassay.__all__
    for name in botassay.__all__:
        assert getattr(botassay, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = botassay.nothing


@pytest.mark.parametrize("package", ["botassay", *(f"botassay.{room}" for room in sorted(ROOMS))])
def test_no_module_hides_a_public_name_of_its_package(package: str) -> None:
    """Importing `botassay.intents.review`, a module, would replace `botassay.intents.review`, a function."""
    module = importlib.import_module(package)
    modules = {name for _, name, _ in pkgutil.iter_modules(module.__path__)}
    whole = {"identity", "intents", "options", "profiles", "sentiment"}  # packages that `botassay` offers as they are
    assert not (modules & set(getattr(module, "__all__", ()))) - whole


CLOCKS = {
    "clock", "clock_gettime", "clock_gettime_ns", "default_timer", "monotonic", "monotonic_ns", "perf_counter",
    "perf_counter_ns", "process_time", "process_time_ns", "thread_time", "thread_time_ns", "time", "time_ns", "timeit",
}  # fmt: skip

CLOCK_READS = {f"{module}.{name}" for module in ("time", "timeit", "loop") for name in CLOCKS}


def clocks(tree: ast.Module) -> Iterator[int]:
    """Yield the lines that read a clock of `time` or `timeit`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in ("time", "timeit"):
            yield from (node.lineno for name in node.names if name.name in CLOCKS)
        elif isinstance(node, ast.Attribute) and ast.unparse(node) in CLOCK_READS:
            yield node.lineno


def test_no_test_looks_at_a_clock() -> None:
    """Work is counted (tests/effort.py) and speed is measured in bench/: a busy machine must not fail a test."""
    files = sorted((ROOT / "tests").rglob("*.py"))
    assert [f"{file}:{line}" for file in files for line in clocks(ast.parse(file.read_text("utf-8")))] == []
    assert [*clocks(ast.parse("import time\nfrom time import process_time\ntime.perf_counter()"))] == [2, 3]


def tracked() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True, cwd=ROOT, check=False
    )
    return [ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def test_the_project_speaks_of_the_project_alone() -> None:
    """No paths of a developer's machine, no hosts of package registries."""
    private = re.compile(rb"/home/\w|/root/|/work/|/Users/\w|files\.pythonhosted|pypi\.org/simple|--index-url|file:///")
    invented = ROOT / "models/redaction/blind"  # what is to be redacted there names folders of persons, too
    looked_at = [file for file in tracked() if file != Path(__file__).resolve() and invented not in file.parents]
    found = [str(file) for file in looked_at if private.search(file.read_bytes())]
    assert found == []


def test_the_extras_and_the_tests_ask_for_the_same() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    lines = (ROOT / "requirements-torch.txt").read_text("utf-8").splitlines()
    asked = {name for extra in ("ctranslate2", "torch", "transformer", "fasttext") for name in extras[extra]}
    assert [line for line in lines if not line.startswith("#")] == sorted(asked)


def test_the_locks_pin_everything_by_hash_and_name_no_place() -> None:
    for lock in (ROOT / "requirements.lock", ROOT / "requirements-dev.lock"):
        text = lock.read_text("utf-8")
        entries = re.split(r"\n(?=\S)", text.strip())
        assert all("==" in entry and "--hash=sha256:" in entry for entry in entries)
        assert "://" not in text
        assert "torch" not in text


def test_every_known_fault_stands_once_where_it_is_put() -> None:
    """And `make mutations` shows that the tests catch it."""
    listed = faults()
    wrong = [
        fault.name for fault in listed if (ROOT / "src/botassay" / fault.file).read_text().count(fault.before) != 1
    ]
    wrong += [test for fault in listed for test in fault.tests if not (ROOT / test).is_file()]
    assert (wrong, len(listed) >= 40) == ([], True)
