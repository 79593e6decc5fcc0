"""The page of a rating of sentiment systems: what was tested, in which order they come, what a round trip changed."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from botassay import __version__
from botassay.cli.sentiment.tests_grid import die_grid, gaps_said, pair_grid
from botassay.core.text.plural import many
from botassay.view import (
    Block,
    CausalGraph,
    Details,
    Fact,
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
    raw_score,
)

if TYPE_CHECKING:
    from botassay.sentiment.results import Change, GroupRating, SentimentRating

SIGNIFICANT: Final = 0.05
_TICKS: Final = 5
_ASKED: Final = {
    "WRS": "Sentences that differ in nothing but whom they are about: does a system give them different sentiment?",
    "DIE": "Happy and grim words go with who it is about: how much of what a system makes of a word goes back to that?",
}
_RAW: Final = {
    "WRS": "The raw score: rejections of “both classes get the same”, weighted by how sure they are; 0 is best.",
    "DIE": "The raw score: by how many percent the link between word and sentiment changes at most when the class is "
    "taken out of it; 0 is best, X is not defined and counts as the worst.",
}


def page(document: "SentimentRating", data: str) -> Page:
    """Lay out the page.

    Args:
        document: the rating.
        data: what the sentences are called.
    """
    groups = [_group(name, group, document) for name, group in document.groups.items()]
    sections = (_overall(document), *groups, _trips(document), _people(document), _method(document))
    return Page(
        kicker="Sentiment systems rated for bias on",
        title=data,
        headline=Headline(_verdict(document)),
        lead=f"From 1, the least biased, to {document.levels}. Ratings compare these systems with each other: another "
        "system among them may move them. The raw scores do not move.",
        facts=(
            Fact("systems", f"{len(document.overall):,}"),
            Fact("data groups", f"{len(document.groups):,}"),
            Fact("sentences", f"{_sentences(document):,}"),
            Fact("levels", str(document.levels)),
        ),
        sections=tuple(section for section in sections if section),
        version=__version__,
    )


def _sentences(document: "SentimentRating") -> int:
    """Count sentences once, though group 3 is rated three times."""
    return sum({name.partition("_")[0]: group.sentences for name, group in document.groups.items()}.values())


def _verdict(document: "SentimentRating") -> str:
    ranked = sorted(document.overall.items(), key=lambda pair: (pair[1].worst, pair[1].mean, pair[0]))
    if len(ranked) == 1:
        ((name, one),) = ranked
        return f"{name} is rated {one.worst} of {document.levels}; alone, it is compared with nobody."
    best, worst = ((one.worst, one.mean) for _, one in (ranked[0], ranked[-1]))
    if best == worst:
        return f"All {len(ranked)} systems are rated alike."
    least = " and ".join(name for name, one in ranked if (one.worst, one.mean) == best)
    most = " and ".join(name for name, one in ranked if (one.worst, one.mean) == worst)
    return f"Least biased of {len(ranked)} systems: {least}. Most: {most}."


def _overall(document: "SentimentRating") -> Section:
    groups = tuple(document.groups)
    ranked = sorted(document.overall.items(), key=lambda pair: (pair[1].worst, pair[1].mean, pair[0]))
    rows = tuple(
        (name, str(one.worst), f"{one.mean:.2f}", *(str(document.groups[group].rating[name]) for group in groups))
        for name, one in ranked
    )
    columns = ("system", "worst", "mean", *(f"group {group}" for group in groups))
    lead = "The overall rating is the worst over the data groups, with the mean beside it."
    return Section("overall", "One rating for each", lead, (Table("Ratings", columns, rows),))


# ── a data group ────────────────────────────────────────────────────────────────────────────────────────────────────


def _group(name: str, group: "GroupRating", document: "SentimentRating") -> Section:
    by = " and ".join(group.attributes)
    lead = f"{_ASKED[group.measure]} {many(group.sentences, 'sentence', 'sentences')}; classes: "
    blocks: list[Block] = [
        diagram(group),
        RankChart.of("The order", group.order, group.rating, document.levels, _RAW[group.measure]),
    ]
    if gaps := gaps_said(group):
        blocks.append(
            Paragraph(f"Positivity gaps: never met in a data set, so that the other classes stand in: {gaps}.")
        )
    if untested := _untested(group):
        blocks.append(Paragraph(f"Not tested, as a class has fewer than two sentences there: {untested}."))
    blocks += _details(group, document.mode.alphas)
    title = f"Group {name}: {'confounded ' if group.measure == 'DIE' else ''}by {by}"
    return Section(f"group-{_slug(name)}", title, f"{lead}{', '.join(group.classes)}.", tuple(blocks))


def _untested(group: "GroupRating") -> str:
    from botassay.sentiment.results import PairResult

    rows = [row for row in next(iter(group.detail.values()), ()) if isinstance(row, PairResult) and row.p is None]
    return "; ".join(f"{row.dataset}, {' / '.join(row.pair)}" for row in rows)


def _slug(name: str) -> str:
    return "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name)


def diagram(group: "GroupRating", output: str = "sentiment") -> CausalGraph:
    """Draw what was tested in a data group, with what was found on each link.

    In groups 1 and 3 all classes meet the same words, so that nothing leads from class to word. In 2 and 4 the words
    may go with the class: that link is dotted, and DIE tells what it does to the link from word to sentiment.
    """
    who = " and ".join(group.attributes)
    z, x, y = (
        GraphNode(who, "protected attribute"),
        GraphNode("emotion word", "input"),
        GraphNode(output, "what is said"),
    )
    if group.measure == "WRS":
        tested = GraphLink("zy", wanted=False, tested=True, result=_rejected(group))
        return CausalGraph(f"Does {who} lead to {output}?", z, x, y, (GraphLink("xy", wanted=True), tested))
    links = (
        GraphLink("xy", wanted=True, tested=True, result=_changed(group)),
        GraphLink("zy", wanted=False),
        GraphLink("zx", wanted=False, sure=False),
    )
    return CausalGraph(f"What does {who} do to the link between word and {output}?", z, x, y, links)


def _rejected(group: "GroupRating") -> str:
    """Say for which systems the link is beyond chance, after Holm's correction."""
    from botassay.sentiment.results import PairResult

    found = []
    for system, rows in group.detail.items():
        tested = [row for row in rows if isinstance(row, PairResult) and row.p_holm is not None]
        sure = sum(row.p_holm < SIGNIFICANT for row in tested if row.p_holm is not None)
        found.append(f"{system} {f'{sure} of {len(tested)} tests' if sure else 'no'}")
    return f"Beyond chance (p < .05, Holm)? {', '.join(found)}"


def _changed(group: "GroupRating") -> str:
    return "Changed at most by: " + ", ".join(
        f"{name} {raw_score(raw)}{'' if raw is None else ' %'}" for name, raw in group.order
    )


def _details(group: "GroupRating", alphas: Sequence[float]) -> Iterator[Block]:
    """Give the tables of the supplement, system by system."""
    from botassay.sentiment.results import DieResult, PairResult

    for system, rows in group.detail.items():
        tests = [row for row in rows if isinstance(row, PairResult)]
        dies = [row for row in rows if isinstance(row, DieResult)]
        said = many(len(tests), "test", "tests") if tests else many(len(dies), "data set", "data sets")
        yield Details(f"{system}: {said}", tuple(pair_grid(tests, alphas)) if tests else (die_grid(dies),))


# ── there and back ──────────────────────────────────────────────────────────────────────────────────────────────────


def _trips(document: "SentimentRating") -> Section | None:
    if not document.changes:
        return None
    panels = tuple(_panels(document.changes))
    rows = tuple(_change(one, document) for one in document.changes)
    blocks: list[Block] = [
        Intervals("Raw scores before and after", panels, "The dot is the raw score of what came back; the bar leads "
                  "to it from the raw score before. X: not defined."),
        Table("What changed", ("system", "language", "group", "before", "after", "change", "rating"), rows),
    ]  # fmt: skip
    for via, groups in document.via.items():
        orders = tuple(
            RankChart.of(f"Group {name}", group.order, group.rating, document.levels) for name, group in groups.items()
        )
        blocks.append(Details(f"The orders via {via}", orders))
    lead = (
        "The sentences were translated into another language and back, and the systems rated again by what came back. "
        "A translator and a sentiment system are one system then."
    )
    return Section("there-and-back", "There and back", lead, tuple(blocks))


def _panels(changes: "Sequence[Change]") -> Iterator[IntervalPanel]:
    """Give a panel for each language and group: raw scores of one measure, on one scale."""
    for via, group in dict.fromkeys((one.via, one.group) for one in changes):
        some = [one for one in changes if (one.via, one.group) == (via, group)]
        most = max((raw for one in some for raw in (one.before, one.after) if raw is not None), default=0) or 1
        ticks = tuple(f"{most * at / (_TICKS - 1):.3g}" for at in range(_TICKS))
        yield IntervalPanel(f"Group {group} via {via}", tuple(_moved(one, most) for one in some), ticks)


def _moved(one: "Change", most: float) -> Interval:
    ends = [raw / most for raw in (one.before, one.after) if raw is not None]
    values = () if one.after is None else (one.after / most,)
    said = f"{raw_score(one.before)} → {raw_score(one.after)}{f', {percent_said(one.percent)}' if one.percent else ''}"
    return Interval(one.system, (min(ends), max(ends)) if ends else None, values, said)


def percent_said(percent: float | None) -> str:
    """Say a change.

    >>> percent_said(-67.796610169), percent_said(None)
    ('-67.8 %', 'n/a')
    """
    return "n/a" if percent is None else f"{percent:+.1f} %"


def _change(one: "Change", document: "SentimentRating") -> tuple[str, ...]:
    before = document.groups[one.group].rating[one.system]
    after = document.via[one.via][one.group].rating[one.system]
    scores = (raw_score(one.before), raw_score(one.after), percent_said(one.percent))
    return (one.system, one.via, one.group, *scores, f"{before} → {after}" if before != after else f"still {before}")


# ── people, and how ─────────────────────────────────────────────────────────────────────────────────────────────────


def _people(document: "SentimentRating") -> Section | None:
    rows = tuple(
        (
            name,
            str(one.annotators),
            f"{one.sentences:,}",
            "n/a" if one.percent is None else f"{one.percent:.1f} %",
            *("n/a" if alpha is None else f"{alpha:.3f}" for alpha in (one.alpha, one.alpha_nominal)),
            str(one.conflicts),
        )
        for name, one in document.agreement.items()
    )
    columns = ("system", "annotators", "sentences", "agreement", "alpha", "alpha of names", "settled by lot")
    lead = (
        "Agreement is the share of pairs of annotators that said the same. Alpha is Krippendorff's, with -1, 0 and 1 "
    )
    lead += "as numbers, and as mere names; 1 is perfect, 0 is chance."
    return Section("people", "People", lead, (Table("How far they agree", columns, rows),)) if rows else None


def _method(document: "SentimentRating") -> Section:
    mode = document.mode
    sure: Mapping[str, str] = {
        f"{100 * (1 - alpha):g} %": f"{weight:g}" for alpha, weight in zip(mode.alphas, mode.weights, strict=True)
    }
    rows = (
        ("mode", mode.name),
        ("confidence, and what a rejection weighs", ", ".join(f"{one} weighs {two}" for one, two in sure.items())),
        ("degrees of freedom", mode.df),
        ("p, adjusted", "for all tests of the system in the group (Holm)"),
        ("g", "Hedges' g, with its 95 % interval"),
        ("seed", str(document.seed)),
    )
    return Section("method", "How it was measured", "", (Table("In numbers", ("what", "value"), rows),))
