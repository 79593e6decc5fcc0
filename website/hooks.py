"""Pages of the site that are made from the code, and links that leave the folder of documents."""

import inspect
import json
import os
import posixpath
import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import click
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s#]*)(#[^)\s]*)?\)")
WIDTH = 84
SETTINGS = "botassay.settings"
INDEX = {"README.md": "index.md", "models": "models/index.md"}
ROOMS = ("identity", "intents", "options", "profiles", "sentiment")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made: commands, settings, Python, documents, model cards."""
    made = {
        "reference/commands.md": commands_page(),
        "reference/settings.md": settings_page(),
        "reference/python.md": python_page(),
        "reference/documents.md": documents_page(),
        **model_cards(),
    }
    for path, text in made.items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Lead links to model cards and the README to their pages; a file of the code has none, and loses its link."""
    del config
    here = posixpath.dirname(_source(page.file.src_uri))

    def rewritten(match: re.Match[str]) -> str:
        bang, text, target, anchor = match[1], match[2], match[3], match[4] or ""
        if not target or "://" in target or target.startswith("mailto:"):
            return match[0]
        place = posixpath.normpath(posixpath.join(here, target))
        uri = _page_of(place)
        if uri is None or files.get_file_from_path(uri) is None:
            return text
        relative = posixpath.relpath(uri, posixpath.dirname(page.file.src_uri) or ".")
        return f"{bang}[{text}]({relative}{anchor})"

    return "".join(part if fenced else LINK.sub(rewritten, part) for fenced, part in _parts(markdown))


def _parts(markdown: str) -> Iterator[tuple[bool, str]]:
    """Yield the text outside and inside of fenced blocks, which stays as it is."""
    for at, part in enumerate(re.split(r"(^```.*?^```$)", markdown, flags=re.MULTILINE | re.DOTALL)):
        yield bool(at % 2), part


def _source(uri: str) -> str:
    """Return where a page stands in the repository."""
    if uri.startswith("models/"):
        return "models/README.md" if uri == "models/index.md" else f"models/{Path(uri).stem}/README.md"
    return f"docs/{uri}"


def _page_of(place: str) -> str | None:
    """Return the page of a file of the repository; None for what is no page."""
    if place in INDEX:
        return INDEX[place]
    if card := re.fullmatch(r"models/(\w+)(?:/README\.md)?", place):
        return f"models/{card[1]}.md"
    return place.removeprefix("docs/") if place.startswith("docs/") else None


def model_cards() -> dict[str, str]:
    """Return a page for each folder of `models` that has a README, and one that lists them."""
    cards = sorted(ROOT.glob("models/*/README.md"))
    pages = {f"models/{card.parent.name}.md": card.read_text("utf-8") for card in cards}
    rows = "\n".join(f"- [{_title(text)}]({Path(path).name})" for path, text in pages.items())
    head = "# Model cards\n\nWhat each model learned from, how often it is wrong, and what it must not be used for.\n\n"
    return {**pages, "models/index.md": head + rows + "\n"}


def _title(markdown: str) -> str:
    return markdown.split("\n", 1)[0].lstrip("# ")


def commands_page() -> str:
    """Return the help of every command, as `--help` prints it."""
    from botassay.cli.main import botassay

    words, columns = sys.argv, os.environ.get("COLUMNS")
    sys.argv, os.environ["COLUMNS"] = ["botassay", "--help"], str(WIDTH)  # both are looked at where helps are made
    try:
        parts = [_command(path, text) for path, text in _helps(botassay)]
    finally:
        sys.argv = words
        if columns is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = columns
    head = "# Commands\n\nEvery command with its options, as `--help` prints it.\n\n"
    return head + "\n\n".join(parts) + "\n"


def _command(path: tuple[str, ...], text: str) -> str:
    level = "#" * (2 + (len(path) > 1))
    return f"{level} `{' '.join(('botassay', *path))}`\n\n```text\n{text}\n```"


def _helps(
    command: click.Command, above: click.Context | None = None, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the words and the help of a command, and of those below it."""
    context = click.Context(
        command,
        info_name=path[-1] if path else "botassay",
        parent=above,
        terminal_width=WIDTH,
        max_content_width=WIDTH,
        help_option_names=["-h", "--help"],
    )
    with context:
        yield path, command.get_help(context)
        if isinstance(command, click.Group):
            for name in command.list_commands(context):
                below = command.get_command(context, name)
                if below is not None and not below.hidden:
                    yield from _helps(below, context, (*path, name))


def settings_page() -> str:
    """Return a table of the fields of every struct of settings."""
    head = """# Settings

One definition each: the options of commands, the keys of [`botassay.toml`](../how-to/settings.md) and the fields in
Python all come from it.

"""
    parts = []
    for name, struct in _structs():
        if rows := _rows(struct):
            title = (inspect.getdoc(struct) or name).split("\n", 1)[0]
            columns = "| Python | option | what it sets | default |\n|---|---|---|---|\n"
            parts.append(f"## {name}\n\n{title}\n\n{columns}{rows}")
    return head + "\n\n".join(parts) + "\n"


def _structs() -> Iterator[tuple[str, type]]:
    for file in sorted((ROOT / "src/botassay/settings").glob("[a-z]*.py")):
        module = import_module(f"{SETTINGS}.{file.stem}")
        if file.stem not in ("option", "schema"):
            for name, struct in inspect.getmembers(module, inspect.isclass):
                if struct.__module__ == module.__name__ and not name.startswith("_"):
                    yield name, struct


def _rows(struct: type) -> str:
    from botassay.settings.option import plain, settings_in

    rows = []
    for setting in settings_in(struct):
        if len(setting.path) == 1:
            option = "in files only" if setting.option.in_files_only else f"`{setting.flag}`"
            default = setting.option.default or json.dumps(plain(setting.default), ensure_ascii=False, default=str)
            rows.append(f"| `{setting.path[0]}` | {option} | {_cell(setting.option.help)} | {_cell(default)} |")
    return "\n".join(rows)


def _cell(text: Any) -> str:
    return str(text).replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")


def python_page() -> str:
    """Return the front door and the use cases of each room, as mkdocstrings draws them."""
    import botassay

    parts = ["# Python\n\n`import botassay` costs next to nothing: each name is loaded when it is first used."]
    for package in (botassay, *(import_module(f"botassay.{room}") for room in ROOMS)):
        parts += [f"## {package.__name__}", *(_entry(package, name) for name in package.__all__)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _entry(package: Any, name: str) -> str:
    value = getattr(package, name)
    module = getattr(value, "__module__", "")
    if not module.startswith("botassay") or not (inspect.isclass(value) or inspect.isfunction(value)):
        return ""
    heading = f"      heading: {package.__name__}.{name}\n      toc_label: {name}"
    return f"::: {module}.{value.__qualname__}\n    options:\n{heading}"


def documents_page() -> str:
    """Return a list of the JSON documents, each with its schema."""
    head = """# JSON documents

What `--json` prints and what `.json()` returns, each with a JSON Schema.

| `schema` | what it is | |
|---|---|---|
"""
    rows = []
    for path in sorted((ROOT / "docs/schema").glob("*.json")):
        schema = json.loads(path.read_text("utf-8"))
        name, _, number = path.stem.rpartition("-")
        about = _cell(schema.get("description") or schema.get("title") or "")
        rows.append(f"| `botassay/{name}/{number}` | {about} | [schema](../schema/{path.name}) |")
    return head + "\n".join(rows) + "\n"
