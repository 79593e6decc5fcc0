"""`botassay intents merge`: several FAQ sets as one."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from botassay.cli.flags import Number
from botassay.cli.intents.labelled import FILE, with_columns
from botassay.cli.intents.trying import phrases_in_all
from botassay.core.errors import UsageError
from botassay.core.text.plural import many

if TYPE_CHECKING:
    from botassay.intents.merging import IntentsMerge, Merged
    from botassay.intents.phrases import Phrase

HALF = 0.5


@click.command("merge")
@click.argument("files", metavar="FILE FILE...", nargs=-1, required=True, type=FILE)
@with_columns
@click.option(
    "--least", type=Number(0, 1, min_open=True), metavar="X", default=0.09, show_default=True,
    help="Topics are linked that share this part of their words, or more.",
)  # fmt: skip
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Write the merged set: FILE.csv or FILE.jsonl. Nothing is overwritten.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def merge(files: tuple[Path, ...], *, least: float, output: Path | None, as_json: bool, **typed: Any) -> None:
    """Show which topics of several sets of phrases speak of the same, and write them as one set.

    Topics of different sets are linked when the words of their phrases overlap (Jaccard similarity); what hangs
    together becomes one topic, named after the largest. Without -o nothing is written: look at it first.
    """
    import msgspec

    from botassay.intents.merging import merge as merged
    from botassay.intents.merging import merged_phrases
    from botassay.intents.writing import check_free, written
    from botassay.report import save

    if output is not None:
        check_free(output)
    named = _named(files)
    found = phrases_in_all(named.values(), typed)
    sets = {name: found[file] for name, file in named.items()}
    _remark_unspaced(sets)
    plan = merged(sets, least)
    if output is not None:
        save(output, written(merged_phrases(sets, plan), output.suffix, typed["none_label"]))
        click.echo(f"botassay: wrote {output}", err=True)
    click.echo(msgspec.json.encode(plan) if as_json else "\n".join(_plain(plan)))


def _remark_unspaced(sets: "Mapping[str, list[Phrase]]") -> None:
    """Say of sets whose words are not set apart that comparing words finds nothing in them."""
    from botassay.intents.phrases import unspaced
    from botassay.report.inert import visible

    found = [name for name, phrases in sets.items() if unspaced(phrases)]
    if found:
        said = (
            f"{', '.join(found)}: the phrases have no spaces between words, and topics are linked by words that they "
            "share, so few or none are found (write spaces between the words, in copies, or compare by hand)"
        )
        click.echo(f"botassay: {visible(said)}", err=True)


def _named(files: tuple[Path, ...]) -> dict[str, Path]:
    """Name the sets after their files, or after their paths where files are called alike.

    Raises: UsageError for a file that is given twice.
    """
    if len({os.path.realpath(file) for file in files}) < len(files):
        raise UsageError("a set is given twice")
    stems = [file.name.partition(".")[0] for file in files]
    return {stem if stems.count(stem) == 1 else str(file): file for stem, file in zip(stems, files, strict=True)}


def _plain(plan: "IntentsMerge") -> Iterator[str]:
    from botassay.report.inert import visible

    each = plan.phrases / len(plan.merged)
    yield (
        f"{many(len(plan.sets), 'set', 'sets')}, {many(plan.intents, 'topic', 'topics')} become {len(plan.merged):,}; "
        f"{many(plan.phrases, 'phrase', 'phrases')} that differ, {each:.1f} a topic"
    )
    largest = max(plan.merged, key=lambda one: len(one.members))
    if len(largest.members) > HALF * plan.intents and len(largest.members) > len(plan.sets):
        together = f"{len(largest.members)} topics hang together in one"
        yield f"{together}: a greater --least than {plan.least:g} keeps them apart"
    joined = [one for one in plan.merged if len(one.members) > 1]
    for one in joined:
        yield ""
        yield f"{visible(one.intent)}: {many(one.phrases, 'phrase', 'phrases')}; {_alike(one)}"
        yield from (f"  - {visible(member.set)}: {visible(member.intent)} ({member.phrases})" for member in one.members)
    alone = [visible(one.intent) for one in plan.merged if len(one.members) == 1]
    if alone:
        yield ""
        yield f"{len(alone)} stay as they are: {', '.join(alone)}"


def _alike(one: "Merged") -> str:
    if one.likest is None or one.least_like is None or one.likest == one.least_like:
        return f"alike {one.likest or 0:.2f}"
    return f"alike {one.least_like:.2f} to {one.likest:.2f}"
