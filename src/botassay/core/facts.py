"""What a checker tells a reader beside its score: labelled values and small tables, which every report shows."""

import msgspec


class Fact(msgspec.Struct, frozen=True, tag_field="kind", tag="fact"):
    """A figure or a short text with its label.

    Args:
        label: what it is (`greatest value`).
        value: the value, with its unit.
        note: what there is to say about it.
    """

    label: str
    value: str
    note: str = ""


class FactTable(msgspec.Struct, frozen=True, tag_field="kind", tag="table"):
    """A small table.

    Args:
        title: its heading.
        columns: the headings of its columns.
        rows: its rows; the first cell of each is its heading.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
