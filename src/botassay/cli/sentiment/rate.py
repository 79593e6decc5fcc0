"""`botassay sentiment rate`: are sentiment systems biased, and which of them the least?"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from botassay.cli.flags import Existing
from botassay.cli.intents.writing import Makers, check_endings, into_files, write
from botassay.cli.sentiment.generate import material_of
from botassay.cli.sentiment.settings import testing
from botassay.cli.sparing import spare_inputs
from botassay.core.errors import UsageError

if TYPE_CHECKING:
    from botassay.cli.progress import Bar
    from botassay.plugins.protocols import Row, SentimentSystem
    from botassay.sentiment.rating import Settings, Track
    from botassay.sentiment.reading import Data
    from botassay.sentiment.results import SentimentRating
    from botassay.sentiment.samples import Sample
    from botassay.sentiment.translation.round_trip import Trips

DEFAULT: Final = ("vader", "biased", "random")
"""Systems that are rated where none is named: those that need nothing."""
_FILE = Existing(dir_okay=False, path_type=Path)


@click.command("rate")
@click.option("--data", type=_FILE, metavar="FILE.csv", help="Sentences of your own, with scores beside them or not.")
@click.option("--recipe", type=_FILE, metavar="FILE.toml", help="Sentences made of templates and words of your own.")
@click.option("--eec", type=_FILE, metavar="FILE.csv", help="Your copy of the Equity Evaluation Corpus.")
@click.option(
    "--system", "names", multiple=True, metavar="NAME",
    help="vader, textblob, biased, random, human:FILE, predictions:FILE, python:module:function, rest:FILE.toml, "
    "gru:FILE, distilbert:FOLDER. Repeatable.  [default: vader, biased and random]",
)  # fmt: skip
@click.option(
    "--group", "groups", multiple=True, metavar="NAME", help="1, 2, 3_R, 3_G, 3_RG or 4. Repeatable. [default: all]"
)
@testing
@click.option(
    "--translator", metavar="NAME",
    help="Rate again what comes back from another language: apertium, recorded:FILE.jsonl, libretranslate:URL, "
    "marian:FOLDER, python:module:function.",
)  # fmt: skip
@click.option("--via", multiple=True, metavar="LANGUAGE", help="The language in between, like es or da. Repeatable.")
@click.option("--language", default="en", show_default=True, metavar="LANGUAGE", help="Of the sentences.")
@click.option(
    "--record", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.jsonl",
    help="Write the translations, for recorded:FILE.jsonl.",
)  # fmt: skip
@click.option("--tables", is_flag=True, help="Print t, p, degrees of freedom and rejections, and the DIE of each set.")
@into_files("a row a test")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def rate(*, outputs: tuple[Path, ...], tables: bool, as_json: bool, **typed: Any) -> None:
    """Rate sentiment systems for bias, from 1, the least biased, to L.

    Without --data, --recipe or --eec the bundled English sentences are used. Groups 1 and 3 test whether sentiment
    depends on gender or race. In groups 2 and 4 emotion words go with gender or race; how much does that change the
    link between emotion and sentiment?
    """
    import msgspec

    from botassay.cli.sentiment.drawing import plain

    check_endings(outputs)
    spare_inputs([typed["record"]])
    document = _rated(typed)
    click.echo(msgspec.json.encode(document) if as_json else plain(document, tables=tables))
    write(outputs, _makers(document, _named(typed)))


def _named(typed: Mapping[str, Any]) -> str:
    """Say what the sentences are called."""
    given = typed["data"] or typed["recipe"] or typed["eec"]
    return given.name if given else "the bundled sentences"


def _makers(document: "SentimentRating", data: str) -> Makers:
    import msgspec

    from botassay.cli.sentiment.rating_page import page
    from botassay.cli.sentiment.tests_grid import table

    return {
        ".html": lambda: page(document, data).html().encode(),
        ".md": lambda: page(document, data).markdown().encode(),
        ".csv": lambda: table({"": document.groups, **document.via}),
        ".json": lambda: msgspec.json.encode(document) + b"\n",
    }


def _rated(typed: Mapping[str, Any]) -> "SentimentRating":
    from botassay.cli.progress import Bar
    from botassay.plugins.protocols import SentimentOptions
    from botassay.report.files import save
    from botassay.sentiment.pairs import rule_for
    from botassay.sentiment.rating import Settings, chosen, rate, scored
    from botassay.sentiment.systems import find_systems
    from botassay.sentiment.systems.human import Annotated
    from botassay.sentiment.translation.round_trip import trips_of, written

    if bool(typed["translator"]) != bool(typed["via"]) or (typed["record"] and not typed["via"]):
        raise UsageError("--translator and --via go together, and --record with them")
    rule = rule_for(typed["mode"], typed["degrees"])
    settings = Settings(rule=rule, levels=typed["levels"], seed=typed["seed"], groups=typed["groups"])
    data = _data(typed)
    wanted = {rated.group for rated in chosen(data.samples, settings.groups)}
    places = [at for at, sample in enumerate(data.samples) if sample.group in wanted]
    samples = [data.samples[at] for at in places]
    scores = {name: [column[at] for at in places] for name, column in data.scores.items()}
    options = SentimentOptions(seed=settings.seed)
    systems = find_systems(typed["names"] or (() if scores else _default(samples)), options)
    if typed["translator"] and not systems:
        raise UsageError("scores cannot be translated", hint="name a --system that can judge what comes back")
    _check_favoured(systems, samples)
    trips = trips_of(typed["translator"], typed["via"], typed["language"], options) if typed["translator"] else ()
    for system in systems:
        if system.name in scores:
            raise UsageError(f"{system.name!r} has a column of scores, too", hint="rename the column")
    with Bar() as bar:
        track = _tracked(bar)
        scores |= {system.name: scored(system, samples, track) for system in systems}
        document = rate(samples, scores, settings)
        agreement = {system.name: system.agreement for system in systems if isinstance(system, Annotated)}
        document = replace(document, agreement=agreement)
        for trip in trips:
            document = _there_and_back(document, trip, systems, samples, settings, track)
    if typed["record"]:
        save(typed["record"], written(trips))
    return document


def _default(samples: "Sequence[Sample]") -> tuple[str, ...]:
    """Name systems that need nothing; the biased one favours a class that there is."""
    from botassay.sentiment.samples import NA

    classes = {(name, one) for sample in samples for name, one in sample.row.groups.items() if one != NA}
    if not classes or ("gender", "female") in classes:
        return DEFAULT
    attribute, favoured = min(classes)
    return tuple(f"biased:{attribute}={favoured}" if name == "biased" else name for name in DEFAULT)


def _check_favoured(systems: "Sequence[SentimentSystem]", samples: "Sequence[Sample]") -> None:
    """Refuse a biased system whose class nobody has: it would say the same of all, and look like the fairest.

    Raises: UsageError.
    """
    from botassay.sentiment.systems.controls import Biased

    for system in systems:
        if isinstance(system, Biased):
            classes = sorted({sample.row.groups.get(system.attribute, "") for sample in samples} - {""})
            if classes and system.favoured not in classes:
                what = f"{system.name}: the sentences have no {system.attribute} {system.favoured!r}"
                raise UsageError(what, hint=f"name one of {', '.join(classes)}")


def _there_and_back(
    document: "SentimentRating",
    trips: "Trips",
    systems: "Sequence[SentimentSystem]",
    samples: "Sequence[Sample]",
    settings: "Settings",
    track: "Track",
) -> "SentimentRating":
    """Rate the systems again by what comes back, and say what changed."""
    from botassay.sentiment.rating import rate, scored
    from botassay.sentiment.translation.round_trip import RoundTrip, changes

    again = {system.name: scored(RoundTrip(system, trips), samples, track) for system in systems}
    groups = rate(samples, again, settings).groups
    changed = (*document.changes, *changes(document.groups, groups, trips.via))
    return replace(document, via={**document.via, trips.via: groups}, changes=changed)


def _data(typed: Mapping[str, Any]) -> "Data":
    from botassay.sentiment.generate import generate
    from botassay.sentiment.reading import Data, read_data

    if typed["data"] is None:
        material = material_of(typed["recipe"], typed["eec"])
        return Data(tuple(generate(material, typed["seed"])), {})
    if typed["recipe"] or typed["eec"]:
        raise UsageError("--data excludes --recipe and --eec", hint="give one of them")
    return read_data(typed["data"])


def _tracked(bar: "Bar") -> "Track":
    from botassay.cli.progress import State

    def track(name: str, batches: "Iterable[Sequence[Row]]", total: int) -> "Iterable[Sequence[Row]]":
        done: list[int] = []

        def kept() -> "Iterator[Sequence[Row]]":
            for batch in batches:
                yield batch
                done.append(len(batch))

        return bar.follow(f"asking {name}", kept(), lambda: State(len(done), total, sum(done), "sentences/s"))

    return track
