"""What a person reads of an evaluation: the two or three problems first, then how well the classifier does."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from botassay.core.text.plural import many
from botassay.io.csv_safe import csv_table
from botassay.report.inert import cell, shortened, visible

if TYPE_CHECKING:
    from botassay.intents.documents import IntentsEvaluation
    from botassay.intents.summary import Estimate, SettingFigures
    from botassay.intents.worklist import Example, Pair

FIRST: Final = 3
"""Problems that are shown in full."""
EXAMPLES: Final = 5
_WIDE: Final = 60
_IN_WHOLE: Final = "in 0,0, where the bot knows all topics"
COLUMNS: Final = (
    "rank", "a", "b", "score", "count", "verdict", "advice", "text", "truth", "guess", "times", "tested", "confidence",
    "where", "setting",
)  # fmt: skip


def in_file(where: str) -> str:
    """Name the place within the file, which the head has named."""
    place = where.rpartition(":")[2].strip()
    return f"line {place}" if place.isdecimal() else visible(place)


def plain(document: "IntentsEvaluation", data: str) -> str:
    """Draw an evaluation as text."""
    outside = f" and {document.outside:,} of none" if document.outside else ""
    tried = f"{visible(document.classifier)}, {document.repeats} repeat{'' if document.repeats == 1 else 's'}"
    size = f"{many(document.phrases, 'phrase', 'phrases')}, {many(document.intents, 'topic', 'topics')}"
    lines = [
        f"{visible(data)}: {size}{outside}; {tried}",
        "",
        *_problems(document),
        "",
        *table(document.settings),
        "",
        *settings_told(document.settings),
        *_legend(document.settings),
        *took(document.settings),
        *_people(document),
        *_more(document),
    ]
    return "\n".join(lines)


def _problems(document: "IntentsEvaluation") -> Iterator[str]:
    found = document.problems
    from botassay.cli.intents.wording import not_judged

    remarks = [visible(one) for one in not_judged(document)]
    yield from [*remarks, ""] if remarks else ()
    if not found and not document.done:
        yield "There is too little data to say which topics are confused: add phrases, or repeats."
        return
    if not found:
        yield f"Done: of the {document.judged} that could be judged, no two topics are confused in more than"
        yield f"{100 * document.acceptable:g}% of their tests."
        return
    yield "THE BIGGEST PROBLEMS" if len(found) > 1 else "THE ONLY PROBLEM"
    for number, pair in enumerate(found[:FIRST], 1):
        yield ""
        yield from _problem(number, pair)
    if len(found) > FIRST:
        yield ""
        yield (
            f"{len(found) - FIRST} more pairs are confused in more than {100 * document.acceptable:g}% of their tests: "
            "-o work.csv lists all. Change these first, then look again."
        )


def _problem(number: int, pair: "Pair") -> Iterator[str]:
    mark = f" ({_IN_WHOLE})" if pair.from_all else ""
    yield f"{number}. {visible(pair.a)} / {visible(pair.b)}: confused in {pair.score:.1%} of their tests{mark}"
    yield f"   {pair.verdict.upper()}: {visible(pair.advice)}"
    for one in pair.examples[:EXAMPLES]:
        yield f"   - {_example(one)}"
    if len(pair.examples) > EXAMPLES:
        yield f"   - and {len(pair.examples) - EXAMPLES} more"


def _example(one: "Example") -> str:
    way = f"{visible(one.truth)} → {visible(one.guess)}"
    return f"“{shortened(one.text, _WIDE).text}” {way}, {one.times} of {one.tested} times ({in_file(one.where)})"


def table(settings: "Sequence[SettingFigures]") -> Iterator[str]:
    """Draw the figures of each setting, a line each."""
    from botassay.cli.intents.wording import code

    yield "K,P     accuracy                F1 wtd  macro  careful  over-cautious  answered  best threshold"
    for one in settings:
        name = code(one)
        if one.accuracy is None:
            yield f"{name:7} not possible: {visible(one.reason or '')}"
            continue
        low, high = one.accuracy.interval
        spans = f"{one.accuracy.value:.3f} ({low:.3f} to {high:.3f})"
        best = "–" if one.best_threshold is None else f"{one.best_threshold:.2f}"
        yield (
            f"{name:7} {spans:23} {_value(one.f1_weighted):>6} {_value(one.f1_macro):>6} "
            f"{_value(one.carefulness):>8} {_value(one.over_caution):>14} {_value(one.automation_rate):>9} {best:>15}"
        )


def _value(estimate: "Estimate | None") -> str:
    return f"{estimate.value:.3f}" if estimate else "n/a"


def _legend(settings: "Sequence[SettingFigures]") -> Iterator[str]:
    threshold = settings[0].threshold
    yield f"A guess is an answer from a confidence of {threshold:g} on. careful: wrong guesses, of what was kept back;"
    yield "over-cautious: right guesses, of what was kept back; best threshold: most right answers less wrong ones."


def settings_told(settings: "Sequence[SettingFigures]") -> Iterator[str]:
    """Say what the settings mean."""
    from botassay.cli.intents.wording import code, meaning

    told = {code(one): one for one in sorted(settings, key=lambda one: bool(one.n_small))}  # a day that has some tells
    yield from (f"{name}: {meaning(told[name])}" for name in dict.fromkeys(map(code, settings)))


def took(settings: "Sequence[SettingFigures]") -> Iterator[str]:
    """Say how long training and answering took."""
    from botassay.cli.intents.wording import seconds

    if said := seconds(settings):
        yield f"{said[0].upper()}{said[1:]}, on average in a setting."


def _people(document: "IntentsEvaluation") -> Iterator[str]:
    human = document.human
    if human is None:
        return
    from botassay.cli.intents.people import people
    from botassay.cli.intents.wording import code
    from botassay.view.text import render_blocks

    yield ""
    yield from render_blocks([people(document, code)]).splitlines()
    answers = many(human.answers, "answer", "answers")
    told = f"{answers}: {human.yes:,} yes, {human.no:,} no, {human.cannot_tell:,} can't tell (left out)"
    yield f"people rated {told}"


def _more(document: "IntentsEvaluation") -> Iterator[str]:
    mark = f" ({_IN_WHOLE})" if document.advice_from != document.pairs_from else ""
    if document.mislabelled:
        yield from ("", f"phrases that look mislabelled{mark}")
        yield from _few(f"- {_example(one)}" for one in document.mislabelled)
    if document.duplicates:
        yield from ("", "nearly the same phrase in two topics")
        yield from _few(
            f"- “{shortened(one.text, _WIDE).text}” {visible(one.intent)} ({in_file(one.where)}), "
            f"{visible(one.other_intent)} ({in_file(one.other_where)})"
            for one in document.duplicates
        )
    if document.too_small:
        yield from ("", "topics with fewer than 5 phrases")
        yield from _few(f"- {visible(one.intent)}: {one.phrases}" for one in document.too_small)
    if document.swallowing:
        yield from ("", f"topics that swallow others{mark}")
        yield from _few(
            f"- {visible(one.intent)}: guessed {one.guessed} times, {one.wrong} of them wrongly, for "
            f"{visible(', '.join(one.of[:3]))}{' …' if len(one.of) > FIRST else ''}"
            for one in document.swallowing
        )


def _few(lines: Iterator[str]) -> Iterator[str]:
    for number, line in enumerate(lines):
        if number == EXAMPLES:
            yield f"- and {1 + sum(1 for _ in lines)} more"
            return
        yield line


def work_list(document: "IntentsEvaluation") -> bytes:
    """Write the work list as CSV: a row for each confused phrase of each pair, the worst pair first."""
    rows: list[Sequence[object]] = [COLUMNS]
    source = f"{document.pairs_from.k},{document.pairs_from.p:g}"
    for rank, pair in enumerate(document.pairs, 1):
        where = "0,0" if pair.from_all else source
        head = (rank, cell(pair.a), cell(pair.b), pair.score, pair.count, pair.verdict, cell(pair.advice))
        for one in pair.examples:
            said = (cell(one.text), cell(one.truth), cell(one.guess))
            rows.append((*head, *said, one.times, one.tested, one.confidence, cell(one.where), where))
    return csv_table(rows).encode()
