"""The page of an evaluation, for maintainers of training phrases: what to change first, the rest, and the figures."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from botassay import __version__
from botassay.core.text.plural import many
from botassay.intents.view.figures import curves, failures, figures_table
from botassay.intents.view.wording import (
    COLUMN_MEANINGS,
    INTERRUPTED,
    SETTINGS,
    code,
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
"""Topics of the heat map, limited by the width of a phone."""
_HALF: Final = 0.5
"""The share of tests from which on a pair is confused more often than not."""
_OPEN: Final = 10
"""Rows of a list shown at first."""
_DO: Final = {
    "merge": "Merge",
    "move": "Move phrases",
    "rename": "Rename and relabel",
    "too few examples": "Write more phrases",
    "withheld": "No advice yet",
}


def evaluation_page(document: "IntentsEvaluation") -> Page:
    """Return the page."""
    sections = (_first(document), _rest(document), _map(document), _figures(document), _method(document))
    figures = principal(document.settings)
    return Page(
        kicker="Confused topics in",
        title=document.data,
        headline=_headline(document),
        lead=_lead(document),
        facts=(
            Fact("phrases", f"{document.phrases:,}"),
            Fact("topics", f"{document.intents:,}"),
            Fact("accuracy", share(figures.accuracy)),
            Fact("answered", share(figures.automation_rate)),
        ),
        sections=tuple(section for section in sections if section and section.blocks),
        version=__version__,
    )


def _headline(document: "IntentsEvaluation") -> Headline:
    n = len(document.problems)
    if n:
        more = f" Start with {FIRST}." if n > FIRST and not _without_advice(document) else ""
        return Headline(f"{many(n, 'pair of topics is', 'pairs of topics are')} confused.{more}", "middle")
    if document.done:
        share_of = f"{100 * document.acceptable:g}% of their tests"
        text = f"Done: no two of the {document.judged:,} judged topics are confused in more than {share_of}."
        return Headline(text, "first")
    return Headline("Too little data to judge which topics are confused.")


def _lead(document: "IntentsEvaluation") -> str:
    if _without_advice(document):
        why = _common_reason(document)
        return (
            f"No advice yet{f'. {why}' if why else ': each pair says why, and what to do first.'} Then run the same "
            "command again."
        )
    if document.problems:
        return (
            "Make a few of the changes of the first section in your table of phrases. Then run the same command again: "
            "the list gets shorter, and this page says when you are done."
        )
    if document.done:
        return "No changes needed. Evaluate again after adding phrases."
    return "Write more phrases for the topics below, or increase --repeats, and evaluate again."


def _without_advice(document: "IntentsEvaluation") -> bool:
    """Whether topics are confused, and the results support no change of any of them."""
    return bool(document.problems) and all(pair.verdict == "withheld" for pair in document.problems)


def _common_reason(document: "IntentsEvaluation") -> str:
    """Return why no pair gets advice, where it is the same for several; it is said once."""
    reasons = {pair.advice for pair in document.problems}
    several = len(document.problems) > 1
    return reasons.pop() if several and len(reasons) == 1 and _without_advice(document) else ""


# ── the work list ───────────────────────────────────────────────────────────────────────────────────────────────────


def _first(document: "IntentsEvaluation") -> Section:
    why = _common_reason(document)
    actions = tuple(_action(number, pair, why) for number, pair in enumerate(document.problems[:FIRST], 1))
    lead = "The most often confused topics, the phrases that cause it, and what to do about it."
    return Section("first", "What to change first", lead, actions)


def _action(number: int, pair: "ConfusedPair", above: str) -> Action:
    ways = ((pair.a, pair.b), (pair.b, pair.a))
    return Action(
        number,
        (pair.a, pair.b),
        f"confused in {pair.score:.1%} of their tests ({pair.count} of {sum(pair.tested)}){_mark(pair)}{_alike(pair)}",
        "The reason stands above." if pair.advice == above else pair.advice,
        tuple(quotes for truth, guess in ways if (quotes := _one_way(pair, truth, guess))),
        _DO[pair.verdict],
    )


def _mark(pair: "ConfusedPair") -> str:
    return ", with all topics known (0,0)" if pair.from_all else ""


def _alike(pair: "ConfusedPair") -> str:
    return "; perhaps both mean the same" if pair.score >= _HALF else ""


def _one_way(pair: "ConfusedPair", truth: str, guess: str) -> Quotes | None:
    quotes = tuple(_quote(example) for example in pair.examples if (example.truth, example.guess) == (truth, guess))
    return Quotes(f"Phrases of “{truth}” classified as “{guess}”", quotes) if quotes else None


def _quote(example: "ConfusedPhrase") -> Quote:
    always = "in every test" if example.tested > 1 else "in its only test"
    times = always if example.times == example.tested else f"in {example.times} of {example.tested} tests"
    return Quote(example.text, f"{times} · {line_of(example.where)}")


def line_of(where: str) -> str:
    """Return the place within the file.

    >>> line_of("phrases.csv:7")
    'line 7'
    """
    place = where.rpartition(":")[2].strip()
    return f"line {place}" if place.isdecimal() else place


def _rest(document: "IntentsEvaluation") -> Section:
    blocks = (*_more_pairs(document), *_phrases(document), *_topics(document))
    return Section("rest", "The rest of the list", "Further changes, after the first ones.", blocks)


def _more_pairs(document: "IntentsEvaluation") -> Iterator[Block]:
    more, why = document.problems[FIRST:], _common_reason(document)
    if more:
        rows = tuple(
            (f"{pair.a} and {pair.b}", f"{pair.score:.1%}{_mark(pair)}", _said_once(pair, why), _for_example(pair))
            for pair in more
        )
        yield Table("More pairs", ("topics", "confused", "what to do", "example"), rows, _OPEN)
    left = len(document.pairs) - len(document.problems)
    if left:
        yield Paragraph(
            f"{many(left, 'more pair is', 'more pairs are')} confused in at most {100 * document.acceptable:g}% of "
            "their tests, which is acceptable."
        )


def _said_once(pair: "ConfusedPair", above: str) -> str:
    """Return what to do about a pair; what stands above is not repeated."""
    if pair.advice == above:
        return "see above"
    return f"{_DO[pair.verdict]}: {pair.advice}" if pair.verdict == "withheld" else pair.advice


def _for_example(pair: "ConfusedPair") -> str:
    example = pair.examples[0]
    return f"“{example.text}” is labelled “{example.truth}” and was classified as “{example.guess}”"


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
                f"“{each.intent}”, {line_of(each.where)}; near-duplicate of “{each.other_text}”: "
                f"“{each.other_intent}”, {line_of(each.other_where)}",
            )
            for each in document.duplicates
        )
        yield Quotes("Near-duplicates in two topics: keep one", twins)


def _topics(document: "IntentsEvaluation") -> Iterator[Block]:
    if document.too_small:
        small = tuple((each.intent, str(each.phrases)) for each in document.too_small)
        yield Table("Topics with fewer than 5 phrases: write more", ("topic", "phrases"), small, _OPEN)
    if document.swallowing:
        swallowing = tuple(
            (each.intent, f"{each.wrong} of {each.guessed}", some(each.of, FIRST)) for each in document.swallowing
        )
        columns = ("topic", "wrong predictions", "for phrases of")
        yield Table("Topics that attract phrases of others: narrow them", columns, swallowing, _OPEN)
    yield from map(Paragraph, not_judged(document))


# ── the heat map ────────────────────────────────────────────────────────────────────────────────────────────────────


def _map(document: "IntentsEvaluation") -> Section | None:
    if not document.pairs:
        return None
    lead = "The most confused topics. Each row is a topic; the columns are the topics it is mistaken for."
    return Section("map", "Confusion matrix", lead, (heat(document.pairs),))


def heat(pairs: "Sequence[ConfusedPair]") -> Heatmap:
    """Return how often phrases of each topic were mistaken for each other one, for the most confused pairs."""
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
        "Which topic is mistaken for which",
        tuple(names),
        tuple(
            tuple(None if row == name else taken[row, name] / tested.get((row, name), 1) for name in names)
            for row in names
        ),
        "Percentage of the tested questions of the row's topic that were classified as the column's topic. Higher "
        "numbers and stronger colours are worse.",
        "a phrase of …",
    )


# ── figures ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _figures(document: "IntentsEvaluation") -> Section:
    main = principal(document.settings)
    others = tuple(
        plot for figures in document.settings if figures.accuracy and figures is not main for plot in curves(figures)
    )
    failed = failures(document.settings, document.classifier)
    blocks: list[Block] = [figures_table(document.settings), *failed, COLUMN_MEANINGS]
    if document.human:
        blocks.append(people(document.human, document.settings))
    blocks += curves(main)
    if others:
        blocks.append(Details("Other tests", others))
    return Section("figures", "Figures", SETTINGS, tuple(blocks))


def people(human: "HumanRating", settings: "Sequence[SettingFigures]") -> Intervals:
    """Return the human ratings of the answers next to the accuracy of the tests, as in Fig. 5 of the paper."""
    rows = [("human ratings", human.accuracy), *((setting(each), each.accuracy) for each in settings)]
    low, high = map(percent, human.could_be)
    intervals = tuple(
        Interval(name, estimate.interval, (estimate.value,), spanned(estimate))
        if estimate
        else Interval(name, None, ())
        for name, estimate in rows
    )
    return Intervals(
        "Human ratings and test results",
        (IntervalPanel("accuracy", intervals),),
        "The dot is the figure, the bar its 95 % confidence interval. "
        f"{many(human.yes + human.no + human.cannot_tell, 'rating', 'ratings')} of "
        f"{many(human.answers, 'answer', 'answers')}: {human.yes:,} yes, {human.no:,} no, {human.cannot_tell:,} can't "
        f"tell (left out; counted as wrong or right, the share would be {low} or {high}).",
    )


def _method(document: "IntentsEvaluation") -> Section:
    source, asked = document.pairs_from, principal(document.settings).n_test
    others = "; those of the rarest topics, and other advice, from 0,0" if document.advice_from != source else ""
    rows = (
        ("classifier", document.classifier),
        ("repeats of each test", f"{document.repeats:,}, with about {asked:,.0f} questions each"),
        ("threshold", f"{document.threshold:g}"),
        *((("right topic is the best guess", f"{document.top1:.0%} of new phrases"),) if document.top1 else ()),
        ("acceptable", f"pairs confused in at most {100 * document.acceptable:g}% of their tests"),
        ("pairs come from", f"the test {code(source)}{others}"),
        ("out-of-scope phrases", f"{document.outside:,}"),
        ("seed", str(document.seed)),
        *((("time", took),) if (took := seconds(document.settings)) else ()),
    )
    blocks: tuple[Block, ...] = (Table("Parameters", ("name", "value"), rows),)
    if not document.finished:
        blocks = (INTERRUPTED, *blocks)
    lead = (
        "Based on nex-cv (Kuksenok and Martyniv 2019): cross-validation with plausible negative examples. Confusion of "
        "two topics: share of the tests of both in which a phrase of one was classified as the other, at any "
        "confidence."
    )
    return Section("method", "How it was measured", lead, blocks)
