"""`botassay options score`: what the lists of a system are worth."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import click

from botassay.cli.flags import Existing, Whole
from botassay.core.errors import InputError
from botassay.core.text.plural import many

if TYPE_CHECKING:
    from botassay.cli.progress import Bar
    from botassay.options.comparing import Difference
    from botassay.options.lists import Lists
    from botassay.options.measures import Measure

Interval = tuple[float, float]

SHOWN: Final = 10
"""How many intents are printed: the worst."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """What the lists are worth by one measure."""

    id: str
    measure: str
    value: float
    interval: Interval
    """95 %, bootstrap."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OfIntent:
    """What the lists for one intent are worth."""

    intent: str | None
    """None: all intents after the first 10,000."""
    n: int
    OLAR: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """How two systems differ by one measure; what is above 0 speaks for the first."""

    id: str
    measure: str
    value: float
    other: float
    difference: float
    interval: Interval
    """95 %, paired bootstrap."""
    p: float
    """Two-sided, paired randomisation test."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two systems on the same queries."""

    file: str
    n: int
    n_unknown: int
    n_bad: int
    measures: tuple[Compared, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionsScore:
    """What `options score --json` prints, `botassay/options/score/1`."""

    schema: Literal["botassay/options/score/1"] = "botassay/options/score/1"
    n: int
    """Lists with a known correct answer."""
    n_unknown: int
    n_empty: int
    n_bad: int
    """Rows that were skipped."""
    longest: int
    measures: tuple[Value, ...]
    lengths: Mapping[str, int]
    """Lists by how many options they hold."""
    ranks: Mapping[str, int]
    """Lists by where their first correct option stands; 0: it is not there."""
    intents: tuple[OfIntent, ...]
    """The worst first."""
    bootstrap: int
    seed: int
    compare: Comparison | None = None


@click.command("score")
@click.argument("file", metavar="FILE", type=Existing(allow_dash=True, path_type=Path))
@click.option(
    "--longest", type=Whole(1, 1000), metavar="N", default=5, show_default=True,
    help="The longest list of the study: the same for all systems that are compared.",
)  # fmt: skip
@click.option(
    "--measure", "named", multiple=True, metavar="MEASURE", help="LAR, OLAR, 'RBP(p=0.8)' … Repeatable. [default: all]"
)
@click.option(
    "--compare", "other", type=Existing(dir_okay=False, path_type=Path), metavar="OTHER",
    help="The lists of another system for the same queries, in the same order.",
)  # fmt: skip
@click.option(
    "--bootstrap", type=Whole(1, 1_000_000), metavar="N", default=2000, show_default=True, help="Bootstrap samples."
)
@click.option("--seed", type=Whole(0, 2**53 - 1), metavar="N", default=0, show_default=True, help="Makes all draws.")
@click.option("--skip-bad", is_flag=True, help="Leave out rows that are no lists, and count them, instead of stopping.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def score(file: Path, *, other: Path | None, as_json: bool, **typed: Any) -> None:
    """Say what the option lists in FILE are worth, each measure with its 95 % interval.

    A line of FILE is {"options": ["a", "b"], "correct": "b"}, or {"pattern": "wc"}. FILE may also be CSV (columns
    options and correct, options with | between them), a dialog file or a run whose bot showed menus, or - for standard
    input.
    """
    import msgspec

    from botassay.cli.options.sources import check_pairable, read_lists
    from botassay.cli.progress import Bar
    from botassay.options.measures import default_measures, measure

    longest = typed["longest"]
    named = tuple(dict.fromkeys(measure(text, longest) for text in typed["named"]))
    measures = named or default_measures(longest)
    if other:
        check_pairable(file, other)
    with Bar() as bar:
        lists = read_lists(file, longest, skip_bad=typed["skip_bad"], bar=bar)
        comparison = _compared(file, other, measures, typed, bar) if other else None
    document = _document(lists, measures, typed, comparison)
    _warn(document)
    click.echo(msgspec.json.encode(document) if as_json else _plain(document))


def _document(
    lists: "Lists", measures: "tuple[Measure, ...]", typed: Mapping[str, Any], comparison: Comparison | None
) -> OptionsScore:
    from botassay.options.measures import check_longest
    from botassay.options.tally import intervals

    tally = lists.tally
    check_longest(measures, tally.longest)
    ends = intervals(tally, measures, typed["bootstrap"], typed["seed"])
    return OptionsScore(
        n=tally.n,
        n_unknown=lists.unknown,
        n_empty=tally.empty,
        n_bad=lists.bad,
        longest=typed["longest"],
        measures=tuple(
            Value(id=one.id, measure=repr(one), value=round(tally.value(one), 9), interval=interval)
            for one, interval in zip(measures, ends, strict=True)
        ),
        lengths={str(length): count for length, count in tally.where(lambda shape: shape.length).items()},
        ranks={str(rank): count for rank, count in tally.where(lambda shape: shape.first).items()},
        intents=_intents(lists, typed["longest"]),
        bootstrap=typed["bootstrap"],
        seed=typed["seed"],
        compare=comparison,
    )


def _intents(lists: "Lists", longest: int) -> tuple[OfIntent, ...]:
    from botassay.options.measures import OLAR
    from botassay.options.tally import Tally

    named = [*lists.intents.items(), *([(None, lists.others)] if lists.others else [])]
    rows = []
    for intent, counts in named:
        tally = Tally.counted(counts)
        rows.append(OfIntent(intent=intent, n=tally.n, OLAR=round(tally.value(OLAR(longest)), 9)))
    return tuple(sorted(rows, key=lambda row: (row.intent is None, row.OLAR, row.intent or "")))


def _compared(
    file: Path, other: Path, measures: "tuple[Measure, ...]", typed: Mapping[str, Any], bar: "Bar"
) -> Comparison:
    from botassay.cli.options.sources import rows_of
    from botassay.options.comparing import compare, pair
    from botassay.options.measures import check_longest

    skip_bad = typed["skip_bad"]
    rows, others = (rows_of(one, typed["longest"], skip_bad=skip_bad, bar=bar) for one in (file, other))
    paired = pair(rows, others, (str(file), str(other)), skip_bad=skip_bad)
    if not paired.counts:
        what = f"E100 no list has a known correct answer where that of {file} has one"
        raise InputError(what, str(other), "write the correct answer of a query into both files")
    check_longest(measures, paired.longest)
    found = compare(paired.counts, measures, typed["bootstrap"], typed["seed"])
    return Comparison(
        file=str(other),
        n=paired.counts.total(),
        n_unknown=paired.unknown,
        n_bad=paired.bad,
        measures=tuple(map(_row, found)),
    )


def _row(found: "Difference") -> Compared:
    return Compared(
        id=found.measure.id,
        measure=repr(found.measure),
        value=found.value,
        other=found.other,
        difference=found.difference,
        interval=found.interval,
        p=found.p,
    )


def _warn(document: OptionsScore) -> None:
    if document.n_empty:
        told = f"{document.n_empty:,} empty lists score 0; if a default answer was given there, write it as an option"
        click.echo(f"botassay: {told}", err=True)
    if document.n_bad:
        click.echo(f"botassay: left out: {many(document.n_bad, 'row', 'rows')} without a sound list", err=True)


def _plain(document: OptionsScore) -> str:
    unknown = f"; of {document.n_unknown:,} more nobody knows what was right" if document.n_unknown else ""
    lines = [f"{many(document.n, 'list', 'lists')} of up to {many(document.longest, 'option', 'options')}{unknown}", ""]
    lines += [f"{'measure':18} {'value':>6}  95 % interval"]
    lines += [f"{row.measure:18} {row.value:6.3f}  {_span(row.interval)}" for row in document.measures]
    lines += ["", "options shown", *_shares(document.lengths, document.n, {})]
    lines += ["", "place of the first correct one", *_shares(document.ranks, document.n, {"0": "none"})]
    if document.intents:
        lines += ["", *_worst(document)]
    if document.compare:
        lines += ["", *_side_by_side(document.compare)]
    return "\n".join(lines)


def _span(interval: Interval) -> str:
    return f"{interval[0]:.3f} to {interval[1]:.3f}"


def _shares(counts: Mapping[str, int], n: int, names: Mapping[str, str]) -> list[str]:
    return [
        f"{names.get(name, name):>6} {count:>12,} {count / n:7.1%}  {'█' * round(40 * count / n)}".rstrip()
        for name, count in counts.items()
    ]


def _worst(document: OptionsScore) -> list[str]:
    from botassay.view.escape import shortened

    shown = document.intents[:SHOWN]
    head = f"intents, the worst {len(shown)} of {len(document.intents):,}"
    rows = [
        f"{shortened('all others' if row.intent is None else row.intent, 40).text:42} {row.n:>9,}  {row.OLAR:.3f}"
        for row in shown
    ]
    return [f"{head:42} {'lists':>9}  OLAR", *rows]


def _side_by_side(comparison: Comparison) -> list[str]:
    from botassay.view.escape import visible

    queries = many(comparison.n, "query", "queries")
    head = f"compared with {visible(comparison.file)} on {queries} (above 0: this one is better)"
    rows = [
        f"{row.measure:18} {row.value:6.3f} {row.other:6.3f} {row.difference:+7.3f}  "
        f"{row.interval[0]:+.3f} to {row.interval[1]:+.3f}  {row.p:6.4f}"
        for row in comparison.measures
    ]
    return [head, f"{'measure':18} {'this':>6} {'other':>6} {'diff':>7}  95 % interval         p", *rows]
