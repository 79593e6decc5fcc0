"""`botassay identity uncovered`: what people say and the grammar does not."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import click

from botassay.cli.flags import Existing


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """A phrasing that the grammar lacks, or labels otherwise."""

    text: str
    label: str
    by_grammar: str | None
    """Its label by the grammar; None: the grammar does not say it."""
    rule: str
    """The rule nearest to it."""
    where: str
    """File and line of that rule's alternative."""
    alternative: str
    similarity: float


@dataclass(frozen=True, slots=True, kw_only=True)
class IdentityUncovered:
    """What `identity uncovered --json` prints, `botassay/identity/uncovered/1`."""

    schema: Literal["botassay/identity/uncovered/1"] = "botassay/identity/uncovered/1"
    n: int
    """Phrasings that were looked at."""
    gaps: tuple[Gap, ...]


@click.command("uncovered")
@click.argument("file", metavar="FILE", type=Existing(dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def uncovered(file: Path, *, as_json: bool) -> None:
    """Show which collected phrasings the grammar misses, those nearest to a rule first: this is how it grows.

    FILE is CSV with the columns text (or utterance) and label. Negatives are shown only where the grammar calls them
    something else.
    """
    import msgspec

    found = _gaps(file)
    click.echo(msgspec.json.encode(found) if as_json else _plain(found))


def _gaps(file: Path) -> IdentityUncovered:
from botassay.plugins.protocols import AskLabel
    from botassay.identity.grammar.bundled import automaton
    from botassay.identity.labels import read_labelled_texts
    from botassay.identity.similarity import NearestRule
    from botassay.identity.words import words

    nearness = {label: NearestRule(label) for label in AskLabel}
    examples = read_labelled_texts(file)
    gaps = []
    for text, label in examples:
        roots = automaton().roots(words(text))
        by_grammar = next((one.value for one in AskLabel if one.value in roots), None)
        if by_grammar == label or (by_grammar is None and label is AskLabel.NEGATIVE):
            continue
        near = nearness[label].nearest(text)
        place = {"rule": near.rule, "where": near.where, "alternative": near.alternative}
        similarity = round(near.similarity, 9)
        gaps.append(Gap(text=text, label=label.value, by_grammar=by_grammar, similarity=similarity, **place))
    gaps.sort(key=lambda gap: (-gap.similarity, gap.text))
    return IdentityUncovered(n=len(examples), gaps=tuple(gaps))


def _plain(found: IdentityUncovered) -> str:
    from botassay.report.inert import shortened

    lines = [f"{len(found.gaps):,} of {found.n:,} phrasings are not in the grammar, or labelled otherwise"]
    for gap in found.gaps:
        told = f", which the grammar calls {gap.by_grammar}" if gap.by_grammar else ""
        lines.append(f"{gap.label}{told}: {shortened(gap.text, 80).text}")
        lines.append(f"    {gap.where} {gap.rule}: {shortened(gap.alternative, 60).text}  ({gap.similarity:.2f})")
    return "\n".join(lines)
