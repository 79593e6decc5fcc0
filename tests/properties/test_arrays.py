"""A JSON array is cut into its items wherever its bytes come apart, and every item knows its line."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from botassay.io.json_members import Cutter

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(alphabet='"\\[]{},:\n é😀a', max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


def cut(data: bytes, size: int) -> list[tuple[int, bytes]]:
    cutter = Cutter()
    found = [item for at in range(0, len(data), size) for item in cutter.feed(data[at : at + size])]
    assert cutter.closed
    return found


@given(st.lists(VALUES, max_size=6), st.none() | st.integers(0, 3), st.integers(1, 9), st.booleans())
def test_an_array_is_cut_into_its_items(items: list[Any], indent: int | None, size: int, escaped: bool) -> None:  # noqa: FBT001
    text = "\n\n" + json.dumps(items, indent=indent, ensure_ascii=escaped) + "\n"
    found = cut(text.encode(), size)
    assert [json.loads(item) for _, item in found] == items
    lines = text.encode().split(b"\n")
    assert all(item.split(b"\n")[0] in lines[line - 1] for line, item in found)


@given(st.dictionaries(st.text(max_size=4), VALUES, max_size=5), st.integers(1, 9))
def test_an_object_is_cut_into_its_members(members: dict[str, Any], size: int) -> None:
    found = cut(json.dumps(members).encode(), size)
    assert {key: value for _, member in found for key, value in json.loads(b"{%s}" % member).items()} == members


@given(st.lists(VALUES, min_size=1, max_size=4), st.integers(1, 9), st.data())
def test_an_array_that_is_cut_off_is_never_closed(items: list[Any], size: int, data: st.DataObject) -> None:
    text = json.dumps(items).encode()
    end = data.draw(st.integers(0, len(text) - 1))
    cutter = Cutter()
    for at in range(0, end, size):
        list(cutter.feed(text[at : min(end, at + size)]))
    assert not cutter.closed
