"""The page of an evaluation, for people who maintain phrases: what to change first, the rest, and how well it does."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from botassay import __version__
from botassay.core.text.plural import many
from botassay.intents.view.figures import curves, figures_table
from botassay.intents.view.wording import (
    COLUMN_MEANINGS,
    SETTINGS,
    not_judged,
    principal,
    seconds,
    setting,
    share,
    some,
    spanned,
)
from botassay.view import (
    Action,
    Block,
    Details,
    Fact,
    Headline,
    Heatmap,
    Interval,
    IntervalPanel,
    Intervals,
    Page,
    Paragraph,
    Quote,
    Quotes,
    Section,
    Table,
    percent,
)

if TYPE_CHECKING:
    from botassay.intents.documents import ConfusedPair, ConfusedPhrase, HumanRating, IntentsEvaluation, SettingFigures

FIRST: Final = 3
"""Pairs that are shown in full."""
HOT: Final = 8
"""Topics of the heat map: as many as a phone has room for."""
_OPEN: Final = 10
"""Rows of a list that are read at once."""
_DO: Final = {
    "merge": "Merge",
    "move": "Move phrases",
    "rename": "Rename and sort anew",
    "too few examples": "Write more phrases",
}


def evaluation_page(document: "IntentsEvaluation") -> Page:
    """Return the page."""
    sections = (_first(document), _rest(document), _map(document), _figures(document), _method(document))
    figures = principal(document.settings)
    return Page(
        kicker="Which topics are mixed up in",
        title=document.data,
        headline=_headline(document),
        lead=_lead(document),
        facts=(
            Fact("phrases", f"{document.phrases:,}"),
            Fact("topics", f"{document.intents:,}"),
            Fact("right", share(figures.accuracy)),
            Fact("answered", share(figures.automation_rate)),
        ),
        sections=tuple(section for section in sections if section and section.blocks),
        version=__version__,
    )


def _headline(document: "IntentsEvaluation") -> Headline:
    n = len(document.problems)
    if n:
        more = f" Begin with {FIRST}." if n > FIRST else ""
        return Headline(f"{many(n, 'pair of topics is', 'pairs of topics are')} mixed up.{more}", "middle")
    if document.done:
        judged = f"of the {document.judged:,} that could be judged"
        share_of = f"{100 * document.acceptable:g}% of their tests"
        return Headline(f"Done: {judged}, no two topics are mixed up in more than {share_of}.", "first")
    return Headline("There is too little data to say which topics are mixed up.")


def _lead(document: "IntentsEvaluation") -> str:
    if document.problems:
        return (
            "Change a few of the things in the first section in your table of phrases, not all at once. Then run the "
            "same command again: the list gets shorter, and this page says when you are done."
        )
    if document.done:
        return "Nothing has to be changed. Evaluate again after adding phrases."
    return "Write more phrases for the topics below, or test more often (--repeats), and evaluate again."


# ── the work list ───────────────────────────────────────────────────────────────────────────────────────────────────


def _first(document: "IntentsEvaluation") -> Section:
    actions = tuple(_action(number, pair) for number, pair in enumerate(document.problems[:FIRST], 1))
    lead = "The topics that are most often taken for each other, by which phrases, and what to do about it."
    return Section("first", "What to change first", lead, actions)


def _action(number: int, pair: "ConfusedPair") -> Action:
    ways = ((pair.a, pair.b), (pair.b, pair.a))
    return Action(
        number,
        (pair.a, pair.b),
        f"mixed up in {pair.score:.1%} of their tests ({pair.count} of {sum(pair.tested)}){_mark(pair)}",
        pair.advice,
        tuple(quotes for truth, guess in ways if (quotes := _one_way(pair, truth, guess))),
        _DO[pair.verdict],
    )


def _mark(pair: "ConfusedPair") -> str:
    return ", where the bot knows all topics (0,0)" if pair.from_all else ""


def _one_way(pair: "ConfusedPair", truth: str, guess: str) -> Quotes | None:
    quotes = tuple(_quote(example) for example in pair.examples if (example.truth, example.guess) == (truth, guess))
    return Quotes(f"Phrases of “{truth}” that were taken for “{guess}”", quotes) if quotes else None


def _quote(example: "ConfusedPhrase") -> Quote:
    always = "each time it was tested" if example.tested > 1 else "the one time it was tested"
    times = always if example.times == example.tested else f"{example.times} of {example.tested} times"
    return Quote(example.text, f"{times} · {line_of(example.where)}")


def line_of(where: str) -> str:
    """Return a place within the file, which the head of the page names.

    >>> line_of("phrases.csv:7")
    'line 7'
    """
    place = where.rpartition(":")[2].strip()
    return f"line {place}" if place.isdecimal() else place


def _rest(document: "IntentsEvaluation") -> Section:
    blocks = (*_more_pairs(document), *_phrases(document), *_topics(document))
    return Section("rest", "The rest of the list", "What else to look at, when the first things are done.", blocks)


def _more_pairs(document: "IntentsEvaluation") -> Iterator[Block]:
    more = document.problems[FIRST:]
    if more:
        rows = tuple(
            (f"{pair.a} and {pair.b}", f"{pair.score:.1%}{_mark(pair)}", pair.advice, _for_example(pair))
            for pair in more
        )
        yield Table("More pairs", ("topics", "mixed up", "what to do", "for example"), rows, _OPEN)
    left = len(document.pairs) - len(document.problems)
    if left:
        yield Paragraph(
            f"{many(left, 'more pair is', 'more pairs are')} mixed up in {100 * document.acceptable:g}% of their tests "
            "or less, which is acceptable."
        )


def _for_example(pair: "ConfusedPair") -> str:
    example = pair.examples[0]
    return f"“{example.text}” belongs to “{example.truth}”, was taken for “{example.guess}”"


def _phrases(document: "IntentsEvaluation") -> Iterator[Block]:
    if document.mislabelled:
        quotes = tuple(
            Quote(each.text, f"labelled “{each.truth}”, looks like “{each.guess}” · {line_of(each.where)}")
            for each in document.mislabelled
        )
        yield Quotes("Phrases that look mislabelled", quotes)
    if document.duplicates:
        twins = tuple(
            Quote(
                each.text,
                f"“{each.intent}”, {line_of(each.where)}; and nearly the same, “{each.other_text}”: "
                f"“{each.other_intent}”, {line_of(each.other_where)}",
            )
            for each in document.duplicates
        )
        yield Quotes("Nearly the same phrase in two topics: keep one", twins)


def _topics(document: "IntentsEvaluation") -> Iterator[Block]:
    if document.too_small:
        small = tuple((each.intent, str(each.phrases)) for each in document.too_small)
        yield Table("Topics with fewer than 5 phrases: write more", ("topic", "phrases"), small, _OPEN)
    if document.swallowing:
        swallowing = tuple(
            (each.intent, f"{each.wrong} of {each.guessed}", some(each.of, FIRST)) for each in document.swallowing
        )
        columns = ("topic", "guessed wrongly", "for phrases of")
        yield Table("Topics that attract phrases of others: make them narrower", columns, swallowing, _OPEN)
    yield from map(Paragraph, not_judged(document))


# ── the heat map ────────────────────────────────────────────────────────────────────────────────────────────────────


def _map(document: "IntentsEvaluation") -> Section | None:
    if not document.pairs:
        return None
    lead = "The topics that are mixed up most. Each row is a topic: to the right, which topics it is taken for."
    return Section("map", "The map", lead, (heat(document.pairs),))


def heat(pairs: "Sequence[ConfusedPair]") -> Heatmap:
    """Return, for the topics of the most confused pairs, how often a phrase of a row was taken for a column."""
    names: list[str] = []
    for pair in pairs:
        new = [name for name in (pair.a, pair.b) if name not in names]
        if len(names) + len(new) <= HOT:
            names += new
    taken = Counter[tuple[str, str]]()
    tested: dict[tuple[str, str], int] = {}
    for pair in pairs:
        tested |= {(pair.a, pair.b): pair.tested[0], (pair.b, pair.a): pair.tested[1]}
        for example in pair.examples:
            taken[example.truth, example.guess] += example.times
    return Heatmap(
        "Which topic is taken for which",
        tuple(names),
        tuple(
            tuple(None if row == name else taken[row, name] / tested.get((row, name), 1) for name in names)
            for row in names
        ),
        "Of 100 tested questions of the topic of a row, so many were taken for the topic with the number of the "
        "column. The greater the number, and the stronger the colour, the worse.",
        "a phrase of …",
    )


# ── figures ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _figures(document: "IntentsEvaluation") -> Section:
    main = principal(document.settings)
    others = tuple(
        plot for figures in document.settings if figures.accuracy and figures is not main for plot in curves(figures)
    )
    blocks: list[Block] = [figures_table(document.settings), COLUMN_MEANINGS]
    if document.human:
        blocks.append(people(document.human, document.settings))
    blocks += curves(main)
    if others:
        blocks.append(Details("The same for the other tests", others))
    return Section("figures", "How well it does", SETTINGS, tuple(blocks))


def people(human: "HumanRating", settings: "Sequence[SettingFigures]") -> Intervals:
    """Return what people say of the answers, beside what the tests say, as in Fig. 5 of the paper."""
    rows = [("people who rated answers", human.accuracy), *((setting(each), each.accuracy) for each in settings)]
    low, high = map(percent, human.could_be)
    intervals = tuple(
        Interval(name, estimate.interval, (estimate.value,), spanned(estimate))
        if estimate
        else Interval(name, None, ())
        for name, estimate in rows
    )
    return Intervals(
        "What people say, and what the tests say",
        (IntervalPanel("right", intervals),),
        "The dot is the figure, the bar its 95 % confidence interval. "
        f"{many(human.yes + human.no + human.cannot_tell, 'rating', 'ratings')} of "
        f"{many(human.answers, 'answer', 'answers')}: {human.yes:,} yes, {human.no:,} no, {human.cannot_tell:,} can't "
        f"tell, which are left out; counted as wrong or as right they would make it {low} or {high}.",
    )


def _method(document: "IntentsEvaluation") -> Section:
    source, asked = document.pairs_from, principal(document.settings).n_test
    others = ", those of the rarest topics and all other advice from 0,0" if document.advice_from != source else ""
    rows = (
        ("classifier", document.classifier),
        ("tests of each kind", f"{document.repeats:,}, of about {asked:,.0f} questions each"),
        ("threshold", f"{document.threshold:g}"),
        ("acceptable", f"pairs that are mixed up in {100 * document.acceptable:g}% of their tests or less"),
        ("pairs come from", f"the test {source.k},{source.p:g}{others}"),
        ("phrases of no topic", f"{document.outside:,}"),
        ("seed", str(document.seed)),
        *((("time", took),) if (took := seconds(document.settings)) else ()),
    )
    blocks: tuple[Block, ...] = (Table("In numbers", ("what", "value"), rows),)
    if not document.finished:
        blocks = (Paragraph("The tests were interrupted: the figures come from those that were finished."), *blocks)
    lead = (
        "After nex-cv (Kuksenok and Martyniv 2019), cross-validation with plausible negative examples. How much two "
        "topics are mixed up: how often a phrase of one was taken for the other, of all tests of both, whatever the "
        "confidence."
    )
    return Section("method", "How it was measured", lead, blocks)
