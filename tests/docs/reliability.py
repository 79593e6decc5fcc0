"""Writes docs/reliability.md anew from the tests: `make reliability`."""

import importlib
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import FunctionType
from typing import Any, Final

from _pytest.mark import ParameterSet

from tests.docs.cases import BOTS, FILES, NOT_HERE
from tests.docs.promises import NOT_PROMISED, PROMISES

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs" / "reliability.md"
UNSHOWN: Final = {**NOT_PROMISED, **NOT_HERE}
"""Why a promise or a case is not shown."""
_CASE: Final = re.compile(r"[HM]\d\d(?=[ -])")
_MENTION: Final = re.compile(r"mark\.case\(|FOUND")
_HEAD: Final = """# What a bot or a file may do, and what comes of it

This page is made from the tests (`make reliability`): a case stands here with the tests that show it, or with the
reason why it does not apply. `botassay doctor --lab` shows the bots on your own machine; `botassay check FILE`
looks for the flaws of a file. Why things are as they are stands in decisions [0010](decisions/0010-talking-to-bots.md),
[0012](decisions/0012-the-journal.md), [0030](decisions/0030-checks-and-the-lab.md) and
[0036](decisions/0036-crashes-and-retries.md).

Whatever a bot does, a turn ends in time, stays small, has a kind of failure or an answer, and stands in the journal
before it counts. Whatever a file holds, nothing is dropped in silence.
"""


def shown() -> dict[str, list[str]]:
    """Find, for each case, the tests that show it: `file::test`."""
    found: dict[str, set[str]] = defaultdict(set)
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        if _MENTION.search(file.read_text("utf-8")):
            name = file.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
            for test, case in _cases(vars(importlib.import_module(name))):
                found[case].add(f"{file.relative_to(ROOT / 'tests').as_posix()}::{test}")
    return {case: sorted(tests) for case, tests in found.items()}


def _cases(module: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, test in module.items():
        if name.startswith("test_") and isinstance(test, FunctionType):
            for mark in getattr(test, "pytestmark", ()):
                yield from ((name, case) for case in _marked(mark))


def _marked(mark: Any) -> Iterator[str]:
    """Give the cases that a mark names: its arguments, or those with which the names of parameters begin."""
    if mark.name == "case":
        yield from mark.args
    elif mark.name == "parametrize":
        for value in mark.args[1]:
            for inner in value.marks if isinstance(value, ParameterSet) else ():
                yield from _marked(inner)
            if isinstance(value, str) and (case := _CASE.match(value)):
                yield case[0]


def page() -> str:
    """Make the page."""
    found = shown()
    promised = _table("Promises", PROMISES, found, "promise")
    parts = [_HEAD, promised, _table("Bots", BOTS, found), _table("Files", FILES, found), _rest()]
    return "\n".join(parts)


def _table(
    title: str, cases: Mapping[str, tuple[str, str]], found: Mapping[str, list[str]], what: str = "what it does"
) -> str:
    rows = [f"## {title}", "", f"| case | {what} | what happens | where tested |", "|---|---|---|---|"]
    for case, (does, happens) in cases.items():
        if case not in UNSHOWN:
            where = ", ".join(f"`{test}`" for test in found.get(case, ()))
            rows.append(f"| {case} | {does} | {happens} | {where} |")
    return "\n".join(rows) + "\n"


def _rest() -> str:
    known = {**PROMISES, **BOTS, **FILES}
    rows = ["## What does not apply, or is not shown yet", "", "| case | what it does | why |", "|---|---|---|"]
    rows += [f"| {case} | {known[case][0]} | {why} |" for case, why in UNSHOWN.items()]
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
