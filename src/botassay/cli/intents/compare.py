"""`botassay intents compare`: classifiers on the same splits."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from botassay.cli.intents.curves import check_curves, with_curves, write_curves
from botassay.cli.intents.engines import INTERRUPTED, asking, is_engine, tried
from botassay.cli.intents.materials import check, made, made_of
from botassay.cli.intents.trying import prepared, read, run, trying
from botassay.cli.intents.writing import Makers, check_endings, into_files, write
from botassay.core.errors import UsageError

if TYPE_CHECKING:
    from botassay.intents.documents import Difference, IntentsComparison
    from botassay.intents.evaluation import Plan, Trial
    from botassay.intents.phrases import Sound
    from botassay.intents.summary import Estimate

FEWEST = 2


@click.command("compare")
@trying
@made_of
@asking
@click.option(
    "--classifier", "names", multiple=True, metavar="NAME", help="Two or more; the first is what others differ from."
)
@into_files("all figures")
@with_curves
def compare(data: Path, *, names: tuple[str, ...], outputs: tuple[Path, ...], as_json: bool, **typed: Any) -> int:
    """Compare classifiers on the same splits of DATA: accuracy beside carefulness, and paired differences."""
    import msgspec

    from botassay.intents.documents import IntentsComparison, compared, differences

    check_endings(outputs)
    check_curves(typed["curves"])
    chosen = tuple(dict.fromkeys(names))
    if len(chosen) < FEWEST:
        raise UsageError("there is nothing to compare", hint="give --classifier twice, like tfidf-lr and linear-svc")
    found, planned, done, code = (_asked if any(map(is_engine, chosen)) else _tried)(data, chosen, typed)
    document = IntentsComparison(
        phrases=len(found.phrases),
        rejected=len(found.rejected),
        repeats=planned.repeats,
        threshold=typed["threshold"],
        test_fraction=typed["test_fraction"],
        seed=planned.seed,
        finished=code == 0,
        classifiers=tuple(compared(name, planned, ran, typed["threshold"]) for name, ran in done.items()),
        differences=differences(done, typed["threshold"]),
    )
    write(outputs, _makers(document, data.name))
    write_curves(typed["curves"], [(one.classifier, one.settings) for one in document.classifiers])
    click.echo(msgspec.json.encode(document) if as_json else _plain(document))
    return code


Outcome = tuple["Sound", "Plan", "dict[str, list[Trial]]", int]
"""On what, how, what came out by classifier, and the exit code for what stopped it."""


def _tried(data: Path, chosen: Sequence[str], typed: Mapping[str, Any]) -> Outcome:
    check(chosen, typed)
    if typed["fallbacks"] or typed["description"] or typed["rate"]:
        raise UsageError("--fallback, --bot and --rate belong to engines")
    found, planned = prepared(data, {**typed, "names": chosen})
    done: dict[str, list[Trial]] = {}
    for name in chosen:
        try:
            done[name], finished = run(made(name, found.phrases, typed), name, found.phrases, planned)
        except KeyboardInterrupt:
            _say_interrupted(name, done)
            finished = False
        if not finished:
            return found, planned, done, INTERRUPTED
    return found, planned, done, 0


def _asked(data: Path, chosen: Sequence[str], typed: Mapping[str, Any]) -> Outcome:
    """Compare engines.

    Raises: UsageError where there are classifiers among them: those are tested on what they were not trained on.
    """
    from botassay.intents.recorded import plan_of_recorded

    others = [name for name in chosen if not is_engine(name)]
    if others:
        hint = "an engine is not trained here, and would be asked what it may have been trained on; compare engines"
        raise UsageError(f"{others[0]} and an engine cannot be compared on the same splits", hint=hint)
    check((), typed)
    found = read(data, typed)
    done: dict[str, list[Trial]] = {}
    for name in chosen:
        try:
            answered = tried(name, found.phrases, typed)
        except KeyboardInterrupt:
            _say_interrupted(name, done)
            return found, plan_of_recorded(typed["seed"]), done, INTERRUPTED
        again = f" ({len(done) + 1})" if answered.name in done else ""
        done[answered.name + again] = answered.done
        if answered.code:
            return found, plan_of_recorded(typed["seed"]), done, answered.code
    return found, plan_of_recorded(typed["seed"]), done, 0


def _say_interrupted(name: str, done: Mapping[str, object]) -> None:
    """Say who was not tried any more.

    Raises: KeyboardInterrupt where nobody was tried before.
    """
    from botassay.report.inert import visible

    if not done:
        raise KeyboardInterrupt
    said = f"interrupted before {name} had answered anything; what follows comes from {', '.join(done)}"
    click.echo(f"botassay: {visible(said)}", err=True)


def _makers(document: "IntentsComparison", data: str) -> Makers:
    import msgspec

    from botassay.cli.intents.comparison_page import page, table

    return {
        ".html": lambda: page(document, data).html().encode(),
        ".md": lambda: page(document, data).markdown().encode(),
        ".csv": lambda: table(document),
        ".json": lambda: msgspec.json.encode(document) + b"\n",
    }


def _plain(document: "IntentsComparison") -> str:
    from botassay.cli.intents.comparison_page import chart
    from botassay.cli.intents.drawing import settings_told, table, took
    from botassay.report.inert import visible
    from botassay.view.text import render_blocks

    drawn = render_blocks([chart(document.classifiers)]).splitlines()
    lines = [*drawn, "", "a dot for each setting, a line from the least to the greatest"]
    for one in document.classifiers:
        lines += ["", visible(one.classifier), *table(one.settings), *took(one.settings)]
    lines += ["", *settings_told([setting for one in document.classifiers for setting in one.settings])]
    if document.differences:
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
