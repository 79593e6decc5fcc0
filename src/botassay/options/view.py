"""The pages of the options documents."""

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from botassay import __version__
from botassay.core.text.plural import many
from botassay.view import (
    Chart,
    Fact,
    Headline,
    Interval,
    IntervalPanel,
    Intervals,
    Lines,
    LineSeries,
    Page,
    Paragraph,
    Section,
    Table,
    Tick,
)

if TYPE_CHECKING:
    from botassay.options.documents import OptionsScore, OptionsTuned, PolicySetting, SystemComparison

_UNIT: Final = ("0", "0.25", "0.5", "0.75", "1")
_SHOWN: Final = 10
_FOLDED: Final = "match without regard to case, white space and marks only; --match exact rejects these"
"""Number of intents shown at first."""
_ONE: Final = 1.01
"""A mean length below this is nearly always one option."""


def score_page(score: "OptionsScore") -> Page:
    """Return the page of a score."""
    olar = next((row for row in score.measures if row.id == "OLAR"), score.measures[0])
    low, high = olar.interval
    sections = [
        Section(
            "measures",
            "By each measure",
            "From 0 (worst) to 1 (a single, correct option); high is good.",
            (_measures(score),),
        ),
        Section("shape", "Length and order", "", tuple(_shapes(score))),
    ]
    if score.intents:
        sections.append(Section("intents", "By intent", "The worst intents first.", (_intents(score),)))
    if score.compare:
        sections.append(_comparison(score.compare))
    return Page(
        kicker="Score of",
        title="option lists",
        headline=Headline(f"{olar.measure} {olar.value:.3f} ({low:.3f} to {high:.3f})"),
        lead=f"{many(score.n, 'list', 'lists')} of up to {many(score.longest, 'option', 'options')}.",
        facts=(
            Fact("Lists", f"{score.n:,}", "with a known correct answer"),
            Fact("Unknown", f"{score.n_unknown:,}", "without a known correct answer; not measured"),
            Fact("Empty", f"{score.n_empty:,}", "score 0"),
            *([Fact("Only folded", f"{score.n_folded:,} of {score.n:,}", _FOLDED)] if score.n_folded else []),
            *([Fact("Invalid", f"{score.n_bad:,}", "rows left out")] if score.n_bad else []),
            Fact("Intervals", "95 %", f"bootstrap, {score.bootstrap:,} samples, seed {score.seed}"),
        ),
        sections=tuple(sections),
        version=__version__,
    )


def _measures(score: "OptionsScore") -> Chart:
    rows = (
        Interval(
            row.measure,
            row.interval,
            (row.value,),
            f"{row.value:.3f} ({row.interval[0]:.3f} to {row.interval[1]:.3f})",
        )
        for row in score.measures
    )
    return Intervals("", (IntervalPanel("value, 95 % interval", tuple(rows), _UNIT),))


def _shapes(score: "OptionsScore") -> Iterator[Chart]:
    ranks = {"none" if rank == "0" else rank: count for rank, count in score.ranks.items()}
    for title, counts in (("Options shown", score.lengths), ("Rank of the first correct option", ranks)):
        bars = (
            Interval(name, (0.0, count / score.n), (), f"{count / score.n:.1%} ({count:,})")
            for name, count in counts.items()
        )
        yield Intervals(title, (IntervalPanel("share of the lists", tuple(bars)),))


def _intents(score: "OptionsScore") -> Table:
    rows = (
        ("all others" if row.intent is None else row.intent, f"{row.n:,}", f"{row.OLAR:.3f}") for row in score.intents
    )
    return Table("", ("intent", "lists", "OLAR"), tuple(rows), _SHOWN)


def _comparison(comparison: "SystemComparison") -> Section:
    rows = (
        (
            row.measure,
            f"{row.value:.3f}",
            f"{row.other:.3f}",
            f"{row.difference:+.3f}",
            f"{row.interval[0]:+.3f} to {row.interval[1]:+.3f}",
            f"{row.p:.4f}",
        )
        for row in comparison.measures
    )
    columns = ("measure", "this", "other", "difference", "95 % interval", "p")
    queries = many(comparison.n, "query", "queries")
    return Section(
        "compare",
        f"Compared with {comparison.file}",
        f"On {queries}; a difference above 0 means that the first system is better.",
        (Table("", columns, tuple(rows)),),
    )


def tune_page(tuned: "OptionsTuned") -> Page:
    """Return the page of a tuning."""
    best = tuned.policies[0]
    columns = ("best setting", "all queries", "held out", "95 % interval", "options", "hits")
    rows = (
        (
            row.policy,
            f"{row.value:.3f}",
            f"{row.held_out:.3f}",
            f"{row.interval[0]:.3f} to {row.interval[1]:.3f}",
            f"{row.mean_length:.2f}",
            f"{row.hit_rate:.1%}",
        )
        for row in tuned.policies
    )
    assistants = ((row.policy, each.assistant, each.setting) for row in tuned.policies for each in row.assistants)
    notes = (Paragraph(_CAUTION.format(tuned.measure), tone="middle"),) if best.mean_length < _ONE else ()
    return Page(
        kicker="Tuning of",
        title="option lists",
        headline=Headline(f"Best: {best.words}"),
        lead=f"Best of {many(len(tuned.policies), 'policy', 'policies')} by {tuned.measure}, on held-out queries.",
        facts=(
            Fact("Queries", f"{tuned.n:,}", "with a known correct answer"),
            Fact("Unknown", f"{tuned.n_unknown:,}", "without a known correct answer; left out"),
            *([Fact("Only folded", f"{tuned.n_folded:,} of {tuned.n:,}", _FOLDED)] if tuned.n_folded else []),
            *([Fact("Invalid", f"{tuned.n_bad:,}", "rows left out")] if tuned.n_bad else []),
            Fact("Held out", f"{best.held_out:.3f}", f"{tuned.measure}, {tuned.folds}-fold cross-validation"),
            Fact("Options", f"{best.mean_length:.2f}", "shown on average"),
            Fact("Hits", f"{best.hit_rate:.1%}", "of the lists contain a correct option"),
        ),
        sections=(
            Section(
                "policies",
                "Best setting of each policy",
                "Expect the held-out value on new queries.",
                (Table("", columns, tuple(rows)),),
            ),
            Section("curve", "Length and hit rate", "", (_curves(tuned),)),
            Section(
                "assistants",
                "Settings of common assistants",
                "Only for assistants that have such a setting, as publicly documented in 2026.",
                (Table("", ("best setting", "assistant", "setting"), tuple(assistants)),),
            ),
        ),
        version=__version__,
        notes=notes,
    )


_CAUTION: Final = (
    "By {} a single option is best here. See the curve, or choose another measure, such as --measure nDCGL: "
    "docs/how-to/options.md explains when."
)


def _curves(tuned: "OptionsTuned") -> Chart:
    longest = max(2.0, *(point.mean_length for row in tuned.policies for point in row.curve))
    ticks = tuple(Tick(length / longest, str(length)) for length in range(int(longest) + 1))
    series = (
        LineSeries(row.id, tuple(_points(row.curve, longest)), f"best: {row.policy}, {row.mean_length:.2f} options")
        for row in tuned.policies
    )
    caption = "Mean number of options shown, and share of lists with a correct option."
    return Lines(
        "Lists that contain a correct option", "options shown, on average", tuple(series), ticks, caption=caption
    )


def _points(curve: "Iterable[PolicySetting]", longest: float) -> Iterator[tuple[float, float]]:
    """Yield the points of a curve, also those at whole numbers of options for the table below it."""
    measured = sorted({(point.mean_length, point.hit_rate) for point in curve})
    for (left, low), (right, high) in pairwise(measured):
        yield left / longest, low
        for length in range(int(left) + 1, -int(-right // 1)):
            yield length / longest, low + (high - low) * (length - left) / (right - left)
    yield measured[-1][0] / longest, measured[-1][1]
