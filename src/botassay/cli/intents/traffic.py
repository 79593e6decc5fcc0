"""`botassay intents traffic`: what real questions fall into."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
from click.core import ParameterSource

from botassay.cli.flags import Number
from botassay.cli.intents.labelled import FILE, grouping, taught, with_classifier, with_columns
from botassay.cli.intents.materials import check
from botassay.cli.intents.trying import phrases_in
from botassay.cli.intents.writing import Makers, check_endings, into_files, write
from botassay.core.errors import UsageError
from botassay.core.text.plural import many

if TYPE_CHECKING:
    from botassay.intents.log import Question
    from botassay.intents.traffic import IntentsTraffic, Share

MOST = 20
_WIDE = 60
_DOUBTFUL = "none"
"""What engines call having no answer, and some people a topic."""
_OF_DATA: Final = {
    "name": "--classifier",
    "vectors": "--vectors",
    "model": "--model",
    "none_label": "--none-label",
    "text_column": "--text-column",
    "intent_column": "--intent-column",
}
"""Options that mean nothing without phrases to learn from."""


@click.command("traffic")
@click.argument("log", metavar="LOG", type=FILE)
@click.option("--data", type=FILE, help="Phrases and their topics: a classifier learns from them what LOG is about.")
@with_classifier
@with_columns
@click.option(
    "--threshold", type=Number(0, 1), metavar="X", default=0.5, show_default=True,
    help="From this confidence on a question is recognised.",
)  # fmt: skip
@click.option(
    "--fallback", "fallbacks", multiple=True, metavar="NAME",
    help="What the bot calls the topic of having no answer, beside nlu_fallback and the like. Repeatable.",
)  # fmt: skip
@into_files("a row for each topic and each group of the rest")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def traffic(
    log: Path, data: Path | None, *, threshold: float, outputs: tuple[Path, ...], as_json: bool, **typed: Any
) -> None:
    """Say what the questions in LOG fall into: the share of each topic, and what is not recognised.

    LOG is the log of a bot: JSON lines with text, intent and confidence, a table with these columns, or dialogs. With
    --data a classifier takes the questions for topics; without it LOG has to name them.
    """
    import msgspec

    from botassay.cli.progress import Bar
    from botassay.intents.log import read_log
    from botassay.intents.traffic import traffic as worked_out

    check_endings(outputs)
    if data is None:
        _refuse_unused()
    else:
        check((typed["name"],), typed)
    asked = read_log(log, typed["fallbacks"])
    background: list[str] = []
    if data is not None:
        asked, background = _recognised(asked, data, typed)
    else:
        _remark_fallbacks(asked, typed["fallbacks"])
    with Bar() as bar:
        found = worked_out(asked, threshold, typed["name"] if data else None, background, grouping(bar))
    write(outputs, _makers(found, log.name))
    click.echo(msgspec.json.encode(found) if as_json else "\n".join(_plain(found, log)))


def _makers(found: "IntentsTraffic", log: str) -> Makers:
    import msgspec

    from botassay.cli.intents.traffic_page import page, table

    return {
        ".html": lambda: page(found, log).html().encode(),
        ".md": lambda: page(found, log).markdown().encode(),
        ".csv": lambda: table(found),
        ".json": lambda: msgspec.json.encode(found) + b"\n",
    }


def _recognised(asked: "list[Question]", data: Path, typed: Any) -> "tuple[list[Question], list[str]]":
    from botassay.intents.traffic import recognise

    phrases = phrases_in(data, typed)
    return recognise(taught(phrases, asked, typed), phrases, asked), [phrase.text for phrase in phrases]


def _refuse_unused() -> None:
    """Refuse options that mean nothing where nobody learns.

    Raises: UsageError.
    """
    context = click.get_current_context()
    for field, option in _OF_DATA.items():
        if context.get_parameter_source(field) is ParameterSource.COMMANDLINE:
            raise UsageError(f"{option} belongs to --data", hint="without it the log's own topics are counted")


def _remark_fallbacks(asked: "list[Question]", given: tuple[str, ...]) -> None:
    """Say what counts as no answer by its name alone: it may be the name of a topic."""
    from botassay.intents.phrases import folded
    from botassay.report.inert import visible

    named = {folded(name) for name in given}
    counts = Counter(one.fallback for one in asked if one.fallback)
    for name in sorted(name for name in counts if folded(name) == _DOUBTFUL and folded(name) not in named):
        what = f"{many(counts[name], 'question is', 'questions are')} logged as {name!r}, taken here for no answer"
        said = f"{what}; if that is a topic of yours, give it another name in the log, or give --data"
        click.echo(f"botassay: {visible(said)}", err=True)


def _plain(found: "IntentsTraffic", log: Path) -> Iterator[str]:
    from botassay.report.inert import abridged, shortened, visible

    who = f"by {visible(found.classifier)}" if found.classifier else "by the bot"
    asked = many(found.questions, "question", "questions")
    yield f"{visible(str(log))}: {asked}, {found.distinct:,} different; taken for topics {who}"
    yield f"recognised, with a confidence of {found.threshold:g} or more: {_share(found.recognised)}"
    if found.intents:
        yield ""
        yield f"{'topic':32} {'share':>6}  95 % interval      up to here  questions"
    for one in found.intents[:MOST]:
        low, high = one.share.interval
        span = f"{low:.1%} to {high:.1%}"
        share, count = one.share.value, one.share.count
        yield f"{abridged(one.intent, 32):32} {share:6.1%}  {span:18} {one.up_to_here:10.1%} {count:10,}"
    if len(found.intents) > MOST:
        yield f"and {len(found.intents) - MOST} more topics: --json has all"
    if found.unrecognised:
        yield ""
        yield "not recognised, by what it is about"
    for group in found.unrecognised[:MOST]:
        yield f"{group.share.count:6,}  {visible(', '.join(group.words))}: “{shortened(group.examples[0], _WIDE).text}”"
    if len(found.unrecognised) > MOST:
        left = sum(group.share.count for group in found.unrecognised[MOST:])
        groups = many(len(found.unrecognised) - MOST, "group", "groups")
        yield f"and {left:,} more questions in {groups}: --json has all"


def _share(share: "Share") -> str:
    low, high = share.interval
    return f"{share.count:,}, {share.value:.1%} ({low:.1%} to {high:.1%})"
