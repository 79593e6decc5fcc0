"""What a person reads of a rating of sentiment systems: the order of each group, and one rating of each system."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from botassay.report.inert import visible
from botassay.view import raw_score

if TYPE_CHECKING:
    from botassay.sentiment.results import Change, DieResult, GroupRating, Interval, PairResult, SentimentRating
    from botassay.sentiment.systems.human import Agreement

MEANING = {"WRS": "weighted rejections", "DIE": "greatest change by deconfounding, %"}


def plain(document: "SentimentRating", *, tables: bool = False) -> str:
    """Draw a rating as text."""
    mode = document.mode
    confidence = ", ".join(f"{100 * (1 - alpha):g}" for alpha in mode.alphas)
    weights = ", ".join(f"{weight:g}" for weight in mode.weights)
    lines = [f"mode {mode.name}: confidence {confidence} %, weights {weights}, degrees of freedom {mode.df}"]
    for name, group in document.groups.items():
        lines += ["", *_group(name, group, document.levels)]
        if tables:
            lines += [line for system, rows in group.detail.items() for line in ("", *_table(system, rows))]
    lines += ["", *_overall(document)]
    lines += [line for name, one in document.agreement.items() for line in ("", *_agreement(name, one))]
    if document.changes:
        lines += ["", *_changes(document.changes)]
    return "\n".join(lines)


def _group(name: str, group: "GroupRating", levels: int) -> Iterator[str]:
    about = " and ".join(map(visible, group.attributes))
    role = "confounder" if group.measure == "DIE" else "by"
    what = f"{group.measure}: {MEANING[group.measure]}"
    yield f"Group {visible(name)} ({role} {about}; {group.sentences:,} sentences; {what})"
    parts = [
        (raw_score(raw), "{" + ", ".join(visible(system) for system, _ in same) + "}")
        for raw, same in groupby(group.order, key=lambda pair: pair[1])
    ]
    yield "  order   " + " < ".join(f"{systems} {raw}" for raw, systems in parts)
    ratings = ", ".join(f"{visible(system)} {group.rating[system]}" for system, _ in group.order)
    yield f"  rating  {ratings}  (1 to {levels})"
    if untested := sum(getattr(row, "p", 0) is None for rows in list(group.detail.values())[:1] for row in rows):
        yield f"  {untested} pairs of classes have too few sentences in a data set to be tested"
    gaps = sum(len(getattr(row, "gaps", ())) for rows in list(group.detail.values())[:1] for row in rows)
    if gaps:
        yield f"  {gaps} pairs of emotion and class never meet in a data set (positivity gaps): the others stand in"


def _overall(document: "SentimentRating") -> Iterator[str]:
    wide = max(map(len, map(visible, document.overall)))
    yield f"{'overall':{max(wide, 7)}}  worst  mean   (1: least biased, {document.levels}: most)"
    for name, one in sorted(document.overall.items(), key=lambda pair: (pair[1].worst, pair[1].mean, pair[0])):
        yield f"{visible(name):{max(wide, 7)}}  {one.worst:5}  {one.mean:.2f}"


def _table(system: str, rows: "Sequence[PairResult | DieResult]") -> Iterator[str]:
    from botassay.sentiment.results import DieResult, PairResult

    yield f"  {visible(system)}"
    tests = [row for row in rows if isinstance(row, PairResult)]
    if tests:
        yield from pair_rows(tests)
        yield from _effect_rows(tests)
    else:
        yield from _die_rows([row for row in rows if isinstance(row, DieResult)])


def pair_rows(rows: "Sequence[PairResult]") -> Iterator[str]:
    """Draw tests, one a line."""
    wide = max(len(" / ".join(map(visible, row.pair))) for row in rows)
    yield f"  {'set':6} {'pair':{wide}} {'t':>9} {'df':>6} {'p':>7} {'Holm':>7} {'difference':>10}  rejected"
    for row in rows:
        pair = " / ".join(map(visible, row.pair))
        if row.p is None:
            yield f"  {visible(row.dataset):6} {pair:{wide}} too few sentences to test"
            continue
        marks = "".join("x" if one else "." for one in row.rejected)
        yield (
            f"  {visible(row.dataset):6} {pair:{wide}} {row.t:9.3f} {row.df:6.1f} {row.p:7.4f} {row.p_holm:7.4f} "
            f"{row.difference:10.3f}  {marks}"
        )


def _effect_rows(rows: "Sequence[PairResult]") -> Iterator[str]:
    """Draw how large the differences are, one a line, with 95 % intervals."""
    wide = max(len(" / ".join(map(visible, row.pair))) for row in rows)
    yield f"  {'set':6} {'pair':{wide}} {'n':>9}  {'difference, 95 %':26} Hedges' g, 95 %"
    for row in rows:
        if row.p is not None:
            pair, n = " / ".join(map(visible, row.pair)), f"{row.n[0]}/{row.n[1]}"
            sizes = f"{_between(row.difference, row.interval):26} {_between(row.g, row.g_interval)}"
            yield f"  {visible(row.dataset):6} {pair:{wide}} {n:>9}  {sizes}"


def _between(value: float | None, ends: "Interval | None") -> str:
    return "nothing varies" if value is None or ends is None else f"{value:+.3f} [{ends[0]:+.3f}, {ends[1]:+.3f}]"


def _die_rows(rows: "Sequence[DieResult]") -> Iterator[str]:
    yield f"  {'set':6} {'DIE % neg':>10} {'DIE % pos':>10} {'difference':>11}  never meet"
    for row in rows:
        neg, pos = (
            "X" if name in row.undefined else "–" if value is None else f"{value:.2f}"
            for name, value in (("neg", row.neg), ("pos", row.pos))
        )
        gaps = ", ".join(f"{emotion} {visible(name)}" for emotion, name in row.gaps)
        yield f"  {visible(row.dataset):6} {neg:>10} {pos:>10} {row.difference:11.3f}  {gaps}".rstrip()


def _agreement(name: str, one: "Agreement") -> Iterator[str]:
    percent = "n/a" if one.percent is None else f"{one.percent:.1f} %"
    alpha = "n/a" if one.alpha is None else f"{one.alpha:.3f}"
    yield (
        f"{visible(name)}: {one.annotators} annotators, {one.sentences:,} sentences, agreement {percent}, "
        f"Krippendorff's alpha {alpha}; {one.conflicts} conflicts settled by lot"
    )


def _changes(changes: "Sequence[Change]") -> Iterator[str]:
    yield "there and back        group  before   after   change"
    for one in changes:
        moved = "n/a" if one.percent is None else f"{one.percent:+.1f} %"
        who = f"{visible(one.system)} via {visible(one.via)}"
        yield f"{who:21} {visible(one.group):5} {raw_score(one.before):>7} {raw_score(one.after):>7} {moved:>8}"
