"""`botassay options tune`: how many options should be shown?"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from botassay.cli.flags import Existing, Whole
from botassay.cli.sparing import spare_inputs
from botassay.core.errors import UsageError
from botassay.core.text.plural import many

if TYPE_CHECKING:
    from botassay.cli.progress import Bar
    from botassay.options.measures import Measure
    from botassay.options.policies import Policy
    from botassay.options.scored import Scored
    from botassay.options.tuning import Point, Tuned


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """A setting, on all queries."""

    policy: str
    value: float
    mean_length: float
    hit_rate: float


@dataclass(frozen=True, slots=True, kw_only=True)
class InAssistant:
    """A setting in the words of an assistant."""

    assistant: str
    setting: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TunedPolicy:
    """The best setting of a policy."""

    id: str
    policy: str
    words: str
    value: float
    """On all queries, the ones by which it was chosen."""
    held_out: float
    """On queries by which it was not chosen: what to expect."""
    interval: tuple[float, float]
    """95 % of `held_out`, bootstrap."""
    mean_length: float
    hit_rate: float
    chosen: tuple[str, ...]
    """What each fold's training part chose."""
    assistants: tuple[InAssistant, ...]
    curve: tuple[Setting, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionsTuned:
    """What `options tune --json` prints, `botassay/options/tune/1`."""

    schema: Literal["botassay/options/tune/1"] = "botassay/options/tune/1"
    n: int
    n_unknown: int
    n_bad: int
    longest: int
    measure: str
    folds: int
    seed: int
    policies: tuple[TunedPolicy, ...]
    """The best first, by `held_out`."""


@click.command("tune")
@click.argument("file", metavar="SCORED", type=Existing(dir_okay=False, allow_dash=True, path_type=Path))
@click.option(
    "--longest",
    type=Whole(1, 50),
    metavar="N",
    default=5,
    show_default=True,
    help="How many options are shown at most.",
)
@click.option("--measure", "named", metavar="MEASURE", default="nDCGL", show_default=True, help="What is to be best.")
@click.option(
    "--policy", "policies", multiple=True, metavar="NAME",
    help="fixed, threshold, relative, gap or mass. Repeatable. [default: all]",
)  # fmt: skip
@click.option(
    "--folds", type=Whole(2, 100), metavar="K", default=5, show_default=True, help="Parts of the cross-validation."
)
@click.option("--seed", type=Whole(0, 2**53 - 1), metavar="N", default=0, show_default=True, help="Makes all draws.")
@click.option("--skip-bad", is_flag=True, help="Leave out bad rows, and count them, instead of stopping.")
@click.option(
    "-o", "output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.svg",
    help="Draw mean length against hit rate.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def tune(file: Path, *, output: Path | None, as_json: bool, **typed: Any) -> None:
    """Find how many options to show, from what a classifier thought of the queries in SCORED.

    A line of SCORED is {"candidates": {"pay": 0.7, "block": 0.2}, "correct": "pay"}; candidates may also be a list of
    {"intent", "confidence"}.
    """
    import msgspec

    from botassay.cli.progress import Bar
    from botassay.options.curve import svg
    from botassay.options.measures import check_longest, measure
    from botassay.report import save

    if output and output.suffix != ".svg":
        raise UsageError(f"no drawing is called {output.name!r}", hint="give the file the ending .svg")
    spare_inputs([output])
    chosen = measure(typed["named"], typed["longest"])
    check_longest([chosen], typed["longest"])
    with Bar() as bar:
        scored, found = _tuned(file, chosen, typed, bar)
    document = _document(scored, found, chosen, typed)
    if document.n_bad:
        click.echo(f"botassay: left out: {many(document.n_bad, 'row', 'rows')}", err=True)
    if output:
        save(output, svg(found, repr(chosen)).encode())
        click.echo(f"botassay: wrote {output}", err=True)
    click.echo(msgspec.json.encode(document) if as_json else _plain(document))


def _tuned(file: Path, chosen: "Measure", typed: Mapping[str, Any], bar: "Bar") -> "tuple[Scored, dict[str, Tuned]]":
    from botassay.cli.options.sources import opened, watched
    from botassay.options.policies import POLICIES, grid
    from botassay.options.scored import collect_scored
    from botassay.options.tuning import tune as tuned

    longest = typed["longest"]
    tried = grid(tuple(dict.fromkeys(typed["policies"])) or tuple(POLICIES), longest)
    lines = opened(file)
    scored = collect_scored(lines, longest, skip_bad=typed["skip_bad"], track=watched(bar, lines, "queries"))
    follow = _Trying(bar, sum(map(len, tried.values())))
    return scored, tuned(scored.queries, tried, chosen, folds=typed["folds"], seed=typed["seed"], track=follow)


@dataclass(slots=True)
class _Trying:
    """Passes policies on, and draws how many were tried."""

    bar: "Bar"
    total: int
    done: int = 0

    def __call__(self, policies: "Iterable[Policy]") -> "Iterable[Policy]":
        from botassay.cli.progress import State

        return self.bar.follow(
            "trying settings", self._counted(policies), lambda: State(self.done, self.total, self.done, "settings/s")
        )

    def _counted(self, policies: "Iterable[Policy]") -> "Iterator[Policy]":
        for policy in policies:
            yield policy
            self.done += 1


def _document(
    scored: "Scored", found: "Mapping[str, Tuned]", chosen: "Measure", typed: Mapping[str, Any]
) -> OptionsTuned:
    rows = [_row(name, one, typed["longest"]) for name, one in found.items()]
    return OptionsTuned(
        n=scored.queries.n,
        n_unknown=scored.unknown,
        n_bad=scored.bad,
        longest=typed["longest"],
        measure=repr(chosen),
        folds=typed["folds"],
        seed=typed["seed"],
        policies=tuple(sorted(rows, key=lambda row: -row.held_out)),
    )


def _row(name: str, one: "Tuned", longest: int) -> TunedPolicy:
    from botassay.options.policies import in_assistants

    best = one.best
    said = in_assistants(best.policy, longest)
    return TunedPolicy(
        id=name,
        policy=repr(best.policy),
        words=best.policy.words(longest),
        value=best.value,
        held_out=one.held_out,
        interval=one.interval,
        mean_length=best.mean_length,
        hit_rate=best.hit_rate,
        chosen=tuple(map(repr, one.chosen)),
        assistants=tuple(InAssistant(assistant=assistant, setting=setting) for assistant, setting in said),
        curve=tuple(map(_setting, one.curve)),
    )


def _setting(point: "Point") -> Setting:
    return Setting(policy=repr(point.policy), value=point.value, mean_length=point.mean_length, hit_rate=point.hit_rate)


def _plain(document: OptionsTuned) -> str:
    unknown = f"; of {document.n_unknown:,} more nobody knows what was right" if document.n_unknown else ""
    size = f"{many(document.n, 'query', 'queries')}, {many(document.folds, 'fold', 'folds')}"
    lines = [f"{size}, by {document.measure}{unknown}", ""]
    lines += [f"{'best setting':17} {'all':>6} {'held out':>8}  {'95 % interval':16} {'options':>7} {'hits':>6}"]
    for row in document.policies:
        low, high = row.interval
        lines.append(
            f"{row.policy:17} {row.value:6.3f} {row.held_out:8.3f}  {f'{low:.3f} to {high:.3f}':16} "
            f"{row.mean_length:7.2f} {row.hit_rate:6.1%}"
        )
    best = document.policies[0]
    lines += ["", f"best: {best.policy}: {best.words}"]
    lines += ["", "in the words of the assistants, as far as they have a setting for it:"]
    lines += [
        f"{row.policy:17} {said.assistant}: {said.setting}" for row in document.policies for said in row.assistants
    ]
    if best.mean_length < 1.01:  # noqa: PLR2004 - one option, nearly always
        lines += ["", f"By {document.measure} one option is best here. Look at the curve (-o curve.svg), or choose by"]
        lines += ["another measure, like --measure nDCGL: docs/how-to/options.md says when."]
    return "\n".join(lines)
