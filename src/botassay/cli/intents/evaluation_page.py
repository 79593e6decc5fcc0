"""The page of an evaluation, for people who maintain phrases: what to change first, the rest, and how well it does."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from botassay import __version__
from botassay.cli.intents.curves import curves
from botassay.cli.intents.drawing import FIRST, in_file
from botassay.cli.intents.people import people
from botassay.cli.intents.wording import FIGURES, SETTINGS, not_judged, principal, seconds, setting, share, spanned
from botassay.core.text.plural import many
from botassay.view import (
    Action,
    Block,
    Details,
    Fact,
    Headline,
    Heatmap,
    Page,
    Paragraph,
    Quote,
    Quotes,
    Section,
    Table,
    Tone,
)

if TYPE_CHECKING:
    from botassay.intents.documents import IntentsEvaluation
    from botassay.intents.summary import SettingFigures
    from botassay.intents.worklist import Example, Pair

HOT: Final = 8
"""Topics of the heat map: as many as a phone has room for."""
OPEN: Final = 10
"""Things of a list that are read at once."""
_DO: Final = {
    "merge": "Merge",
    "move": "Move phrases",
    "rename": "Rename and sort anew",
    "too few examples": "Write more phrases",
}


def page(document: "IntentsEvaluation", data: str) -> Page:
    """Lay out the page.

    Args:
        document: the evaluation.
        data: the name of the file that was looked at.
    """
    verdict, tone = _verdict(document)
    sections = (_first(document), _rest(document), _heat(document), _figures(document), _method(document))
    found = principal(document.settings)
    return Page(
        kicker="Which topics are mixed up in",
        title=data,
        headline=Headline(verdict, tone),
        lead=_plain(document),
        facts=(
            Fact("phrases", f"{document.phrases:,}"),
            Fact("topics", f"{document.intents:,}"),
            Fact("right", share(found.accuracy)),
            Fact("answered", share(found.automation_rate)),
        ),
        sections=tuple(section for section in sections if section),
        version=__version__,
    )


def _verdict(document: "IntentsEvaluation") -> tuple[str, "Tone"]:
    n = len(document.problems)
    if n > FIRST:
        return f"{n:,} pairs of topics are mixed up. Begin with {FIRST}.", "middle"
    if n:
        return f"{many(n, 'pair of topics is', 'pairs of topics are')} mixed up.", "middle"
    if document.done:
        judged = f"of the {document.judged:,} that could be judged"
        return (
            f"Done: {judged}, no two topics are mixed up in more than {100 * document.acceptable:g}% of their tests.",
            "first",
        )
    return "There is too little data to say which topics are mixed up.", "none"


def _plain(document: "IntentsEvaluation") -> str:
    if document.problems:
        return (
            "Change what the first section says in your table of phrases, a few things and not all at once. Then run "
            "the same command again: the list gets shorter, and this page tells you when you are done."
        )
    if document.done:
        return "There is nothing that has to be changed. Look again when phrases have come in."
    return "Write more phrases for the topics below, or test more often (--repeats), and look again."


# ── the work list ───────────────────────────────────────────────────────────────────────────────────────────────────


def _first(document: "IntentsEvaluation") -> Section | None:
    cards = tuple(_card(number, pair) for number, pair in enumerate(document.problems[:FIRST], 1))
    lead = "The topics that are taken for each other most often, by which phrases, and what to do about it."
    return Section("first", "What to change first", lead, cards) if cards else None


def _card(number: int, pair: "Pair") -> Action:
    ways = ((pair.a, pair.b), (pair.b, pair.a))
    return Action(
        number,
        (pair.a, pair.b),
        f"mixed up in {pair.score:.1%} of their tests ({pair.count} of {sum(pair.tested)}){_mark(pair)}",
        pair.advice,
        tuple(one for truth, guess in ways if (one := _one_way(pair, truth, guess))),
        _DO[pair.verdict],
    )


def _mark(pair: "Pair") -> str:
    return ", where the bot knows all topics (0,0)" if pair.from_all else ""


def _one_way(pair: "Pair", truth: str, guess: str) -> Quotes | None:
    found = tuple(_passage(one) for one in pair.examples if (one.truth, one.guess) == (truth, guess))
    return Quotes(f"Phrases of “{truth}” that were taken for “{guess}”", found) if found else None


def _passage(one: "Example") -> Quote:
    always = "each time it was tested" if one.tested > 1 else "the one time it was tested"
    times = always if one.times == one.tested else f"{one.times} of {one.tested} times"
    return Quote(one.text, f"{times} · {in_file(one.where)}")


def _rest(document: "IntentsEvaluation") -> Section | None:
    blocks = tuple(block for part in (_more_pairs, _phrases, _topics) for block in part(document))
    lead = "What else is worth a look, when the first things are done."
    return Section("rest", "The rest of the list", lead, blocks) if blocks else None


def _more_pairs(document: "IntentsEvaluation") -> Iterator[Block]:
    more = document.problems[FIRST:]
    if more:
        rows = tuple((f"{one.a} and {one.b}", f"{one.score:.1%}{_mark(one)}", one.advice, _worst(one)) for one in more)
        yield Table("More pairs", ("topics", "mixed up", "what to do", "for example"), rows, OPEN)
    left = len(document.pairs) - len(document.problems)
    if left:
        yield Paragraph(
            f"{many(left, 'more pair is', 'more pairs are')} mixed up in {100 * document.acceptable:g}% of their tests "
            "or less, which is acceptable."
        )


def _worst(pair: "Pair") -> str:
    one = pair.examples[0]
    return f"“{one.text}” is of “{one.truth}”, taken for “{one.guess}”"


def _phrases(document: "IntentsEvaluation") -> Iterator[Block]:
    if document.mislabelled:
        items = tuple(
            Quote(one.text, f"is filed under “{one.truth}”, looks like “{one.guess}” · {in_file(one.where)}")
            for one in document.mislabelled
        )
        yield Quotes("Phrases that look as if they were filed under the wrong topic", items)
    if document.duplicates:
        twins = tuple(
            Quote(
                one.text,
                f"“{one.intent}”, {in_file(one.where)}; and nearly the same, “{one.other_text}”: “{one.other_intent}”, "
                f"{in_file(one.other_where)}",
            )
            for one in document.duplicates
        )
        yield Quotes("Nearly the same phrase in two topics: keep one", twins)


def _topics(document: "IntentsEvaluation") -> Iterator[Block]:
    if document.too_small:
        rows = tuple((one.intent, str(one.phrases)) for one in document.too_small)
        yield Table("Topics with fewer than 5 phrases: write more", ("topic", "phrases"), rows, OPEN)
    if document.swallowing:
        swallowed = tuple(
            (
                one.intent,
                f"{one.wrong} of {one.guessed}",
                ", ".join(one.of[:FIRST]) + (" …" if len(one.of) > FIRST else ""),
            )
            for one in document.swallowing
        )
        columns = ("topic", "guessed wrongly", "for phrases of")
        yield Table("Topics that swallow others: make them narrower", columns, swallowed, OPEN)
    yield from map(Paragraph, not_judged(document))


# ── the heat map ────────────────────────────────────────────────────────────────────────────────────────────────────


def heat(pairs: Sequence["Pair"]) -> Heatmap:
    """Lay out the topics of the most confused pairs: how often a phrase of a row was taken for a topic of a column."""
    names: list[str] = []
    for pair in pairs:
        new = [name for name in (pair.a, pair.b) if name not in names]
        if len(names) + len(new) <= HOT:
            names += new
    taken = Counter[tuple[str, str]]()
    of: dict[tuple[str, str], int] = {}
    for pair in pairs:
        of |= {(pair.a, pair.b): pair.tested[0], (pair.b, pair.a): pair.tested[1]}
        for one in pair.examples:
            taken[one.truth, one.guess] += one.times
    return Heatmap(
        "Which topic is taken for which",
        tuple(names),
        tuple(
            tuple(None if row == name else taken[row, name] / of.get((row, name), 1) for name in names) for row in names
        ),
        "Of 100 test questions of the topic of a row, so many were taken for the topic with the number of the column. "
        "The greater the number, and the stronger the colour, the worse.",
        "a phrase of …",
    )


def _heat(document: "IntentsEvaluation") -> Section | None:
    if not document.pairs:
        return None
    lead = "The topics that are mixed up most, all with all. Each row is a topic: to the right, for which it is taken."
    return Section("map", "The map", lead, (heat(document.pairs),))


# ── figures ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _figures(document: "IntentsEvaluation") -> Section:
    ran = [one for one in document.settings if one.accuracy]
    main = principal(document.settings)
    others = tuple(plot for one in ran if one is not main for plot in curves(one))
    blocks: list[Block] = [figures_table(document.settings), Details("What the columns mean", (FIGURES,))]
    if document.human:
        blocks.append(people(document))
    blocks += curves(main)
    if others:
        blocks.append(Details("The same for the other tests", others))
    return Section("figures", "How well it does", SETTINGS, tuple(blocks))


def figures_table(settings: Sequence["SettingFigures"], title: str = "Figures") -> Table:
    """Lay out the figures of each setting."""
    columns = ("test", "right", "answered", "careful", "over-cautious", "F1 weighted", "F1 macro", "best threshold")
    return Table(title, columns, tuple(map(_row, settings)))


def _row(one: "SettingFigures") -> tuple[str, ...]:
    if one.accuracy is None:
        return (f"{setting(one)}: not possible, {one.reason}", *["–"] * 7)
    shares = (one.automation_rate, one.carefulness, one.over_caution, one.f1_weighted, one.f1_macro)
    best = "–" if one.best_threshold is None else f"{one.best_threshold:.2f}"
    return (setting(one), spanned(one.accuracy), *map(share, shares), best)


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
