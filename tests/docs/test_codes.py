"""Codes: each that is raised stands in the register, in the documents and in a test; none means nothing."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from botassay.core.error_codes import CODES

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = ROOT / "src" / "botassay"
PAGE: Final = ROOT / "docs" / "how-to" / "codes.md"
CODE: Final = re.compile(r"\bE\d{3}\b")


def raised() -> Iterator[str]:
    """Give the codes in the texts of the source, documentation left out."""
    for file in SOURCE.rglob("*.py"):
        if file.name != "codes.py":
            tree = ast.parse(file.read_text("utf-8"))
            written = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in written:
                    yield from CODE.findall(node.value)


def test_each_code_that_is_raised_is_in_the_register_and_none_is_orphaned() -> None:
    assert set(raised()) == set(CODES)


def test_the_documents_list_the_register() -> None:
    rows = re.findall(r"^\| (E\d{3}) \| (.*) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert rows == list(CODES.items())
    assert list(CODES) == sorted(CODES)
    assert len(set(CODES.values())) == len(CODES)


def test_no_document_speaks_of_a_code_that_there_is_not() -> None:
    for page in [*(ROOT / "docs" / "how-to").rglob("*.md"), ROOT / "docs" / "reliability.md", ROOT / "README.md"]:
        assert set(CODE.findall(page.read_text("utf-8"))) <= set(CODES), page


def test_each_code_is_met_in_a_test() -> None:
    files = [*(ROOT / "tests").rglob("test_*.py"), *(ROOT / "tests" / "malformed").glob("*.expect")]
    met = {code for file in files if file.parent.name != "docs" for code in CODE.findall(file.read_text("utf-8"))}
    assert sorted(set(CODES) - met) == []


def texts() -> Iterator[tuple[str, str]]:
    """Give, for each failure whose text is written out where it is raised, the place and how the text begins."""
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="InputError"), args=[ast.Constant(value=str(text)), *_]):
                    yield f"{file.relative_to(ROOT)}:{node.lineno}", text
                case ast.Call(
                    func=ast.Name(id="InputError"), args=[ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]), *_]
                ):
                    yield f"{file.relative_to(ROOT)}:{node.lineno}", text


def test_what_is_wrong_with_a_file_has_a_code() -> None:
    assert [f"{place}: {text}" for place, text in texts() if not CODE.match(text)] == []
