"""`botassay intents compare`: classifiers on the same splits."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from botassay.cli.intents.trying import prepared, run, trying
from botassay.cli.intents.writing import Makers, check_endings, into_files, write
from botassay.errors import UsageError

if TYPE_CHECKING:
    from botassay.intents.documents import Difference, IntentsComparison
    from botassay.intents.evaluation import Trial
    from botassay.intents.summary import Estimate

FEWEST = 2


@click.command("compare")
@trying
@click.option(
    "--classifier", "names", multiple=True, metavar="NAME", help="Two or more; the first is what others differ from."
)
@into_files("all figures")
def compare(data: Path, *, names: tuple[str, ...], outputs: tuple[Path, ...], as_json: bool, **typed: Any) -> int:
    """Compare classifiers on the same splits of DATA: accuracy beside carefulness, and paired differences."""
    import msgspec

    from botassay.intents.documents import IntentsComparison, compared, differences
    from botassay.registry import CLASSIFIERS

    check_endings(outputs)
    chosen = tuple(dict.fromkeys(names))
    if len(chosen) < FEWEST:
        raise UsageError("there is nothing to compare", hint="give --classifier twice, like tfidf-lr and linear-svc")
    classifiers = [CLASSIFIERS.make(name) for name in chosen]
    phrases, planned = prepared(data, typed)
    done: dict[str, list[Trial]] = {}
    finished = True
    for name, classifier in zip(chosen, classifiers, strict=True):
        done[name], finished = run(classifier, name, phrases, planned)
        if not finished:
            break
    document = IntentsComparison(
        phrases=len(phrases),
        repeats=planned.repeats,
        threshold=typed["threshold"],
        test_fraction=typed["test_fraction"],
        seed=planned.seed,
        finished=finished,
        classifiers=tuple(compared(name, planned, ran, typed["threshold"]) for name, ran in done.items()),
        differences=differences(done, typed["threshold"]),
    )
    write(outputs, _makers(document, data.name))
    click.echo(msgspec.json.encode(document) if as_json else _plain(document))
    return 0 if finished else 130


def _makers(document: "IntentsComparison", data: str) -> Makers:
    import msgspec

    from botassay.cli.intents.comparison_page import page, table

    return {
        ".html": lambda: page(document, data).html(),
        ".md": lambda: page(document, data).markdown(),
        ".csv": lambda: table(document),
        ".json": lambda: msgspec.json.encode(document) + b"\n",
    }


def _plain(document: "IntentsComparison") -> str:
    from botassay.cli.intents.comparison_page import chart
    from botassay.cli.intents.drawing import table
    from botassay.report.inert import visible

    lines = [*chart(document.classifiers).text(), "", "a dot for each setting, a line from the least to the greatest"]
    for one in document.classifiers:
        lines += ["", visible(one.classifier), *table(one.settings)]
    lines += ["", "difference on the same phrases (95 % interval)", *_lines(document.differences)]
    return "\n".join(lines)


def _lines(differences: "Sequence[Difference]") -> list[str]:
    from botassay.report.inert import visible

    return [
        f"{visible(one.classifier)} less {visible(one.other)}, {one.k},{one.p:g}: accuracy {_signed(one.accuracy)}; "
        f"carefulness {_signed(one.carefulness)}"
        for one in differences
    ]


def _signed(estimate: "Estimate | None") -> str:
    if estimate is None:
        return "n/a"
    low, high = estimate.interval
    return f"{estimate.value:+.3f} ({low:+.3f} to {high:+.3f})"
