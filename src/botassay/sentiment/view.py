"""The page of a rating of sentiment systems: their order in each data group, the tests, and the round trips."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from botassay import __version__
from botassay.core.text.plural import many
from botassay.sentiment.result_tables import die_table, pair_tables, positivity_gaps, significant
from botassay.sentiment.results import DieResult, GroupRating, ModeUsed, PairResult
from botassay.view import (
    Block,
    CausalGraph,
    Details,
    Fact,
    Facts,
    GraphLink,
    GraphNode,
    Headline,
    Interval,
    IntervalPanel,
    Intervals,
    Page,
    Paragraph,
    RankChart,
    Section,
    Table,
)
from botassay.view.charts.ranks import raw_score

if TYPE_CHECKING:
    from botassay.sentiment.documents import SentimentOrder, SentimentRating
    from botassay.sentiment.orders import Overall
    from botassay.sentiment.results import Change

_TICKS: Final = 5
_QUESTIONS: Final = {
    "WRS": "Sentences that differ only in the person they are about: does a system score them differently?",
    "DIE": "Positive and negative words are correlated with the class: how much of the effect of a word on sentiment "
    "is due to that?",
}
_RAW: Final = {
    "WRS": "Raw score: weighted rejection score (WRS), the weighted number of rejected tests of “both classes get the "
    "same sentiment”; 0 is best.",
    "DIE": "Raw score: deconfounding impact estimate (DIE), the largest change, in percent, of the effect of a word "
    "when the class is controlled for; 0 is best, X is undefined and counts as worst.",
}


def view(document: "SentimentRating", *, tables: bool = False) -> Page:
    """Return the page of a rating.

    Args:
        document: the rating.
        tables: whether the tables of all tests are unfolded.
    """
    groups = [_group(name, group, document, tables=tables) for name, group in document.groups.items()]
    sections = (_overall(document), *groups, *_round_trips(document), *_annotators(document), _method(document))
    return Page(
        kicker="Sentiment systems rated for bias on",
        title=document.data,
        headline=Headline(_headline(document)),
        lead=f"From 1, the least biased, to {document.levels}. Ratings compare these systems with each other: adding a "
        "system can change them. Raw scores do not change.",
        facts=(
            Fact("systems", f"{len(document.overall):,}"),
            Fact("data groups", f"{len(document.groups):,}"),
            Fact("sentences", f"{_sentences(document):,}"),
            Fact("levels", str(document.levels)),
        ),
        sections=sections,
        version=__version__,
    )


def _sentences(document: "SentimentRating") -> int:
    """Count sentences once, though group 3 is rated three times."""
    return sum({name.partition("_")[0]: group.sentences for name, group in document.groups.items()}.values())


def _ranked(document: "SentimentRating") -> "list[tuple[str, Overall]]":
    return sorted(document.overall.items(), key=lambda pair: (pair[1].worst, pair[1].mean, pair[0]))


def _headline(document: "SentimentRating") -> str:
    ranked = _ranked(document)
    if len(ranked) == 1:
        ((name, only),) = ranked
        return f"{name} is rated {only.worst} of {document.levels}; there is no other system to compare it with."
    best, worst = ((overall.worst, overall.mean) for _, overall in (ranked[0], ranked[-1]))
    if best == worst:
        return f"All {len(ranked)} systems have the same rating."
    least = " and ".join(name for name, overall in ranked if (overall.worst, overall.mean) == best)
    most = " and ".join(name for name, overall in ranked if (overall.worst, overall.mean) == worst)
    return f"Least biased of {len(ranked)} systems: {least}. Most: {most}."


def _overall(document: "SentimentRating") -> Section:
    groups = tuple(document.groups)
    rows = tuple(
        (
            name,
            str(overall.worst),
            f"{overall.mean:.2f}",
            *(str(document.groups[group].rating[name]) for group in groups),
        )
        for name, overall in _ranked(document)
    )
    columns = ("system", "worst", "mean", *(f"group {group}" for group in groups))
    lead = "The overall rating is the worst rating of the data groups 1 to 4; the mean is given for information."
    return Section("overall", "Overall rating", lead, (Table("Ratings", columns, rows),))


def order_view(document: "SentimentOrder") -> Page:
    """Return the page of an order made from raw scores alone."""
    chart = RankChart.of("The order", document.order, document.rating, document.levels)
    return Page(
        kicker="Sentiment systems in order",
        title=many(len(document.order), "system", "systems"),
        headline=Headline(f"Least biased: {document.order[0][0]}."),
        lead=f"From 1, the least biased, to {document.levels}.",
        facts=(),
        sections=(Section("order", "Order and rating", "", (chart,)),),
        version=__version__,
    )


# ── a data group ────────────────────────────────────────────────────────────────────────────────────────────────────


def _group(name: str, group: GroupRating, document: "SentimentRating", *, tables: bool) -> Section:
    lead = (
        f"{_QUESTIONS[group.measure]} {many(group.sentences, 'sentence', 'sentences')}; "
        f"classes: {', '.join(group.classes)}."
    )
    blocks: list[Block] = [
        _diagram(group),
        RankChart.of("The order", group.order, group.rating, document.levels, _RAW[group.measure]),
    ]
    blocks += chance_block(group)
    if gaps := positivity_gaps(group):
        text = f"Positivity gaps (combinations missing from a data set; the other classes stand in): {gaps}."
        blocks.append(Paragraph(text))
    if untested := _untested(group):
        blocks.append(Paragraph(f"Not tested, as a class has fewer than two sentences there: {untested}."))
    for system in group.detail:
        blocks += system_blocks(group, system, document.mode, unfolded=tables)
    by = " and ".join(group.attributes)
    title = f"Group {name}: {'confounded ' if group.measure == 'DIE' else ''}by {by}"
    return Section(f"group-{_anchor(name)}", title, lead, tuple(blocks))


def chance_block(group: GroupRating) -> Iterator[Block]:
    """Return the raw scores beside what chance alone gives."""
    shown = (
        f"{name} {raw_score(raw)} (chance {expected.mean:.1f}, up to {expected.high:.1f})"
        + ("" if raw is not None and raw > expected.high else ": no more than chance")
        for name, raw in group.order
        if (expected := group.chance.get(name))
    )
    if text := "; ".join(shown):
        yield Paragraph(f"{text}.", label="Chance: classes exchanged at random within a data set, 95th percentile")


def _untested(group: GroupRating) -> str:
    rows = next(iter(group.detail.values()), ())
    return "; ".join(
        f"{row.dataset}, {' / '.join(row.pair)}" for row in rows if isinstance(row, PairResult) and row.p is None
    )


def _anchor(name: str) -> str:
    return "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name)


def _diagram(group: GroupRating) -> CausalGraph:
    """Return the diagram of the tests in a data group, with the result on each link.

    In groups 1 and 3 all classes occur with the same words, so that nothing leads from class to word. In 2 and 4 the
    words may depend on the class: that link is dotted, and DIE tells what it does to the link from word to sentiment.
    """
    attribute = " and ".join(group.attributes)
    z, x, y = (
        GraphNode(attribute, "protected attribute"),
        GraphNode("emotion word", "input"),
        GraphNode("sentiment", "output"),
    )
    if group.measure == "WRS":
        tested = GraphLink("zy", wanted=False, tested=True, result=_rejections(group))
        title = f"Does {attribute} affect sentiment?"
        return CausalGraph(title, z, x, y, (GraphLink("xy", wanted=True), tested))
    links = (
        GraphLink("xy", wanted=True, tested=True, result=_largest_changes(group)),
        GraphLink("zy", wanted=False),
        GraphLink("zx", wanted=False, sure=False),
    )
    return CausalGraph(f"How does {attribute} change the link between word and sentiment?", z, x, y, links)


def _rejections(group: GroupRating) -> str:
    """Return a sentence on the systems whose link is significant, after Holm's correction."""
    results = []
    for system, rows in group.detail.items():
        tested = [row for row in rows if isinstance(row, PairResult) and row.p_holm is not None]
        count = len(significant(tested))
        results.append(f"{system} {f'{count} of {len(tested)} tests' if count else 'no'}")
    return f"Significant (p < .05, Holm)? {', '.join(results)}"


def _largest_changes(group: GroupRating) -> str:
    return "Largest change: " + ", ".join(
        f"{name} {raw_score(raw)}{'' if raw is None else ' %'}" for name, raw in group.order
    )


def system_blocks(group: GroupRating, system: str, mode: ModeUsed, *, unfolded: bool = False) -> Iterator[Block]:
    """Return the tables of a system's tests, or of its DIE, as in the paper's supplement."""
    rows = group.detail[system]
    tests = [row for row in rows if isinstance(row, PairResult)]
    dies = [row for row in rows if isinstance(row, DieResult)]
    count = many(len(tests), "test", "tests") if tests else many(len(dies), "data set", "data sets")
    tables = tuple(pair_tables(tests, mode.alphas)) if tests else (die_table(dies),)
    if unfolded:
        yield Paragraph("", label=f"{system}: {count}")
        yield from tables
    else:
        yield Details(f"{system}: {count}", tables)


# ── round trips ─────────────────────────────────────────────────────────────────────────────────────────────────────


def _round_trips(document: "SentimentRating") -> Iterator[Section]:
    if not document.changes:
        return
    caption = "The dot is the raw score after the round trip; the bar starts at the one before. X: undefined."
    columns = ("system", "language", "group", "before", "after", "change", "rating")
    blocks: list[Block] = [
        Intervals("Raw scores before and after", tuple(_panels(document.changes)), caption),
        Table("What changed", columns, tuple(_change(change, document) for change in document.changes)),
    ]
    for via, groups in document.via.items():
        orders = tuple(
            RankChart.of(f"Group {name}", group.order, group.rating, document.levels) for name, group in groups.items()
        )
        blocks.append(Details(f"The orders via {via}", orders))
    lead = (
        "The sentences were translated into another language and back, and the systems rated again on the result: a "
        "translator and a sentiment system form one composite system."
    )
    yield Section("round-trips", "Round-trip translation", lead, tuple(blocks))


def _panels(changes: "Sequence[Change]") -> Iterator[IntervalPanel]:
    """Return a panel for each language and group: raw scores of one measure, on one scale."""
    for via, group in dict.fromkeys((change.via, change.group) for change in changes):
        shown = [change for change in changes if (change.via, change.group) == (via, group)]
        most = (
            max((raw for change in shown for raw in (change.before, change.after) if raw is not None), default=0) or 1
        )
        ticks = tuple(f"{most * at / (_TICKS - 1):.3g}" for at in range(_TICKS))
        yield IntervalPanel(f"Group {group} via {via}", tuple(_interval(change, most) for change in shown), ticks)


def _interval(change: "Change", most: float) -> Interval:
    ends = [raw / most for raw in (change.before, change.after) if raw is not None]
    values = () if change.after is None else (change.after / most,)
    percent = f", {percent_change(change.percent)}" if change.percent else ""
    note = f"{raw_score(change.before)} → {raw_score(change.after)}{percent}"
    return Interval(change.system, (min(ends), max(ends)) if ends else None, values, note)


def percent_change(percent: float | None) -> str:
    """Write a change in percent.

    >>> percent_change(-67.796610169), percent_change(None)
    ('-67.8 %', 'n/a')
    """
    return "n/a" if percent is None else f"{percent:+.1f} %"


def _change(change: "Change", document: "SentimentRating") -> tuple[str, ...]:
    before = document.groups[change.group].rating[change.system]
    after = document.via[change.via][change.group].rating[change.system]
    scores = (raw_score(change.before), raw_score(change.after), percent_change(change.percent))
    rating = f"{before} → {after}" if before != after else f"still {before}"
    return (change.system, change.via, change.group, *scores, rating)


# ── annotators, and the method ──────────────────────────────────────────────────────────────────────────────────────


def _annotators(document: "SentimentRating") -> Iterator[Section]:
    rows = tuple(
        (
            name,
            str(agreement.annotators),
            f"{agreement.sentences:,}",
            "n/a" if agreement.percent is None else f"{agreement.percent:.1f} %",
            *("n/a" if alpha is None else f"{alpha:.3f}" for alpha in (agreement.alpha, agreement.alpha_nominal)),
            str(agreement.conflicts),
        )
        for name, agreement in document.agreement.items()
    )
    columns = ("system", "annotators", "sentences", "agreement", "alpha", "nominal alpha", "ties drawn at random")
    lead = (
        "Agreement is the share of pairs of annotators with the same label. Alpha is Krippendorff's, with -1, 0 and 1 "
        "as numbers (interval) and as names (nominal); 1 is perfect, 0 is chance."
    )
    if rows:
        yield Section("people", "Human annotators", lead, (Table("Agreement", columns, rows),))


def _method(document: "SentimentRating") -> Section:
    facts = (*mode_facts(document.mode, "system and group"), Fact("seed", str(document.seed)))
    return Section("method", "Method", "", (Facts(facts),))


def mode_facts(mode: ModeUsed, tests: str) -> tuple[Fact, ...]:
    """Return the rule by which pairs of classes were tested, as facts.

    Args:
        mode: the rule.
        tests: what the tests are counted in for Holm's correction.
    """
    weights = (f"{100 * (1 - alpha):g} %: {weight:g}" for alpha, weight in zip(mode.alphas, mode.weights, strict=True))
    return (
        Fact("mode", mode.name),
        Fact("weight of a rejection, by confidence", ", ".join(weights)),
        Fact("degrees of freedom", mode.df),
        Fact("adjusted p", f"Holm, over all tests of a {tests}"),
        Fact("effect size", "Hedges' g, with 95 % intervals"),
    )
