"""`botassay identity evaluate`: how good are recognisers, by the measures of paper 004?"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import click

from botassay.cli.flags import Existing
from botassay.cli.identity.training import NAMES, TRAIN, check_train, named, recogniser
from botassay.core.text.plural import many

if TYPE_CHECKING:
    from botassay.plugins.protocols import LabelledText

SHOWN: Final = 15
"""Mistakes that are listed, as in the paper's Tables 4 and 5."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CostlyMistake:
    """An utterance that was taken for something else."""

    text: str
    label: str
    taken_for: str
    p: float
    """The probability that was given to what it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityEvaluation:
    """What `identity evaluate --json` prints, `botassay/identity/evaluate/1`; of several recognisers, a list."""

    schema: Literal["botassay/identity/evaluate/1"] = "botassay/identity/evaluate/1"
    recogniser: str
    precision_w: float
    """Pw, percent: what was called positive, an ambiguous one counting a quarter."""
    recall: float
    """R, percent of the positives."""
    accuracy: float
    """Acc, percent of all, over the three labels."""
    m: float
    """The geometric mean of the three."""
    n: int
    mistakes: tuple[CostlyMistake, ...]
    """The most costly first: at most 15."""


@click.command("evaluate")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=Existing(dir_okay=False, path_type=Path))
@click.option(
    "--recogniser", "names", multiple=True, metavar="NAME",
    help=f"{named()} Repeatable; all takes all. [default: default]",
)  # fmt: skip
@TRAIN
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def evaluate(files: tuple[Path, ...], names: tuple[str, ...], train: tuple[Path, ...], *, as_json: bool) -> None:
    """Measure recognisers on labelled utterances.

    FILE is CSV with the columns text (or utterance) and label: positive, ambiguous, negative, or p, a, n. Several files
    are put together.
    """
    import msgspec

    from botassay.identity.labels import read_labelled_texts

    chosen = _chosen(names)
    check_train(chosen, train)
    examples = labelled_texts(files)
    _warn_of_overlap(examples, train)
    found = [evaluated(name, train, examples) for name in chosen]
    if as_json:
        click.echo(msgspec.json.encode(found[0] if len(found) == 1 else found))
    else:
        click.echo(_plain(found))


def _warn_of_overlap(examples: "Sequence[LabelledText]", train: Sequence[Path]) -> None:
    """Say how many utterances are measured that were learned before, whatever their case and their form of Unicode."""
    from botassay.corpora.ids import alike
    from botassay.identity.labels import read_labelled_texts

    if not train:
        return
    learned = {alike(one.text).casefold().strip() for one in read_labelled_texts(*train)}
    twice = sum(alike(one.text).casefold().strip() in learned for one in examples)
    if twice:
        said = f"E152 {twice:,} of {len(examples):,} utterances are also in --train: for whoever learns them by heart, "
        click.echo(f"botassay: {said}the figures are too good (take them out of one of the files)", err=True)


def _chosen(names: Sequence[str]) -> tuple[str, ...]:
    """Give each recogniser that was named once; `all` stands for those that need no extra, wherever it stands."""
    spelt = [one for name in names for one in (NAMES if name == "all" else (name,))]
    return tuple(dict.fromkeys(spelt)) or ("default",)


def evaluated(name: str, train: Sequence[Path], examples: "Sequence[LabelledText]") -> IdentityEvaluation:
    """Measure one recogniser."""
    from botassay.identity.measures import figures, mistakes

    found = recogniser(name, train).recognise([one.text for one in examples])
    labels = [one.label for one in examples]
    measured = figures(labels, [one.label for one in found])
    costly = mistakes([one.text for one in examples], labels, [(one.label, one.p) for one in found])
    return IdentityEvaluation(
        recogniser=name,
        precision_w=round(100 * measured.precision_w, 9),
        recall=round(100 * measured.recall, 9),
        accuracy=round(100 * measured.accuracy, 9),
        m=round(100 * measured.m, 9),
        n=len(examples),
        mistakes=tuple(
            CostlyMistake(text=one.text, label=one.label.value, taken_for=one.taken_for.value, p=one.p)
            for one in costly[:SHOWN]
        ),
    )


def _plain(found: Sequence[IdentityEvaluation]) -> str:
    from botassay.report.inert import shortened

    lines = [
        f"{many(found[0].n, 'utterance', 'utterances')}",
        "",
        f"{'recogniser':12} {'Pw':>6} {'R':>6} {'Acc':>6} {'M':>6}",
    ]
    lines += [
        f"{one.recogniser:12} {one.precision_w:6.1f} {one.recall:6.1f} {one.accuracy:6.1f} {one.m:6.1f}"
        for one in found
    ]
    for one in found:
        if one.mistakes:
            lines += ["", f"{one.recogniser}: the most costly mistakes"]
            lines += [
                f"  {wrong.label:9} taken for {wrong.taken_for:9} {wrong.p:6.3f}  {shortened(wrong.text, 60).text}"
                for wrong in one.mistakes
            ]
    return "\n".join(lines)
