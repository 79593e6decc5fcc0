"""`botassay replicate`: the published figures of a paper beside ours, row by row."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from botassay.cli.flags import Existing
from botassay.cli.sparing import spare_inputs
from botassay.core.errors import UsageError
from botassay.core.published_figure import ABSENT

if TYPE_CHECKING:
    from botassay.cli.progress import Bar
    from botassay.core.dialog import Dialog
    from botassay.core.published_figure import Figure
    from botassay.core.results import Rating
    from botassay.intents.evaluation import Trial
    from botassay.plugins.protocols import Checker

_FOLDER = Existing(path_type=Path)
_SEED = 1
"""What the conversations with Eliza are drawn from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A line of `replicate --json`."""

    figure: str
    published: str
    ours: str
    agrees: bool
    expected: bool
    """Whether the two agree, or differ for the reason that `note` gives."""
    note: str
    detail: str
    """Where the published figure comes from, and how ours was measured."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replication:
    """What `replicate --json` prints, `botassay/replication/1`."""

    schema: Literal["botassay/replication/1"] = "botassay/replication/1"
    paper: str
    as_expected: bool
    rows: tuple[Row, ...]


def replication(paper: str, figures: "Iterable[Figure]") -> Replication:
    """Put published figures beside ours."""
    rows = tuple(
        Row(
            figure=figure.name,
            published=figure.published,
            ours=figure.ours,
            agrees=figure.agrees,
            expected=figure.expected,
            note=figure.note,
            detail=figure.detail,
        )
        for figure in figures
    )
    return Replication(paper=paper, as_expected=all(row.expected for row in rows), rows=rows)


def show(paper: str, figures: "Iterable[Figure]", *, as_json: bool) -> int:
    """Print the figures of a paper; give the exit code: 0 if all are as expected, 1 otherwise."""
    import msgspec

    found = replication(paper, figures)
    click.echo(msgspec.json.encode(found) if as_json else _plain(found))
    return 0 if found.as_expected else 1


def _plain(found: Replication) -> str:
    wide, left, right = (max(map(len, texts)) for texts in _columns(found))
    lines = [f"  {'figure':{wide}}  {'published':>{left}}  {'ours':>{right}}"]
    for row in found.rows:
        mark = " " if row.agrees else "~" if row.expected else "!"
        said = "; ".join(part for part in (row.detail, "" if row.agrees else row.note) if part)
        lines.append(f"{mark} {row.figure:{wide}}  {row.published:>{left}}  {row.ours:>{right}}  {said}".rstrip())
    agreeing, absent = sum(row.agrees for row in found.rows), sum(row.ours == ABSENT for row in found.rows)
    lacking = f"; {absent} of ours are missing" if absent else ""
    odd = [row for row in found.rows if not row.agrees]
    lines += ["", f"{agreeing} of {len(found.rows)} figures are as published{lacking}"]
    lines += [f"{row.figure}: {row.note or 'differs, and nobody knows why'}" for row in odd]
    return "\n".join(lines)


def _columns(found: Replication) -> tuple[list[str], list[str], list[str]]:
    rows = found.rows
    return [r.figure for r in rows], ["published", *(r.published for r in rows)], ["ours", *(r.ours for r in rows)]


@click.group("replicate")
def command() -> None:
    """Hold the published figures of a paper against ours: exit code 0 if all are as expected, 1 otherwise."""


@command.command("options")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def options(*, as_json: bool) -> int:
    """Hold Table 1 of paper 003 against ours.

    240 cells with their error marks, 36 properties, 24 correlations. A figure that differs where it is known why is
    marked with ~, one that differs and should not with !.
    """
    from botassay.options.published_table import figures

    return show("003", figures(), as_json=as_json)


@command.command("intents")
@click.option("--nlu", type=_FOLDER, help="A copy of the NLU-Evaluation-Corpora: AskUbuntu and Chatbot.")
@click.option("--banking", type=_FOLDER, help="A copy of banking77, with its test.csv.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def intents(nlu: Path | None, banking: Path | None, *, as_json: bool) -> int:
    """Hold what the code of paper 001 gives on public data against ours.

    The paper's own data are private. The reference figures come from its authors' code, with the same classifier.
    """
    from botassay.cli.progress import Bar, State
    from botassay.replication.intents import figures

    with Bar() as bar:

        def track(name: str, each: "Iterable[Trial]", total: int) -> "Iterable[Trial]":
            done: list[Trial] = []

            def kept() -> "Iterator[Trial]":
                for one in each:
                    done.append(one)
                    yield one

            def state() -> State:
                return State(len(done), total, sum(len(one.judged) for one in done), "phrases/s")

            return bar.follow(f"trying {name}", kept(), state)

        return show("001", list(figures({"nlu": nlu, "banking": banking}, track)), as_json=as_json)


@command.command("rating")
@click.option("--restaurant", type=_FOLDER, help="Dialogs of DSTC2, as dialog bAbI task 6 has them.")
@click.option("--ubuntu", type=_FOLDER, help="Logs of the Ubuntu channel, with annotated replies.")
@click.option("--insurance", type=_FOLDER, help="A copy of InsuranceQA V2.")
@click.option("--trained-leakage", is_flag=True, help="Train a model on the dialogs, for IL: minutes; needs PyTorch.")
@click.option("--skip-bad", is_flag=True, help="Leave out dialogs with a bad row, and count them, instead of stopping.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def rating(
    restaurant: Path | None,
    ubuntu: Path | None,
    insurance: Path | None,
    *,
    trained_leakage: bool,
    skip_bad: bool,
    as_json: bool,
) -> int:
    """Hold what paper 000 came to against ours: worked example, Table 3, profiles, corpora, Eliza.

    Its tables are not part of its text: what only its prose and its rule fix is called reconstructed. A corpus is
    rated by the published method where you give a copy of it.
    """
    from botassay.replication.trust import figures

    trained = _trained if trained_leakage else None
    if trained:
        _check_torch()
    corpora = {"Restaurant": restaurant, "Ubuntu": ubuntu, "Insurance": insurance, "HR": None}
    measured = [row for name, path in corpora.items() for row in _corpus(name, path, trained, skip_bad=skip_bad)]
    return show("000", [*figures(), *measured, *_eliza()], as_json=as_json)


@command.command("identity")
@click.option("--data", type=_FOLDER, help="The data set of paper 004: the folder of pos.train.csv and the others.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def identity(data: Path | None, *, as_json: bool) -> int:
    """Hold Tables 1 and 2 of paper 004 against ours.

    Recognisers are trained anew on the published train split, and measured on all three where you give a copy;
    FastText where the extra `fasttext` is installed. BERT is not trained here; the authors' grammar is theirs, and
    ours stands beside it. Our own recogniser `default` stands beside BERT, with which it competes. The
    answers of four systems (in aux, beside the data) are categorised anew.
    """
    from botassay.replication import identity as published
    from botassay.replication import identity_answers as published_answers

    return show("004", [*published.figures(data), *published_answers.figures(data)], as_json=as_json)


@command.command("sentiment")
@click.option("--corpus", type=_FOLDER, help="Conversations for RQ1 and RQ3. [default: with the bundled Eliza]")
@click.option(
    "--translator", metavar="NAME",
    help="For RQ3, as of `sentiment rate`. [default: Apertium's round trips via es, ca, eo and gl, recorded]",
)  # fmt: skip
@click.option("--via", multiple=True, metavar="LANGUAGE", help="For RQ3: the language in between. Repeatable.")
@click.option(
    "--record", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.jsonl",
    help="Write the translations, for recorded:FILE.jsonl.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def sentiment(
    corpus: Path | None, translator: str | None, via: tuple[str, ...], record: Path | None, *, as_json: bool
) -> int:
    """Hold Tables IV and V of paper 002 against ours; ask its questions again.

    The complete orders out of the printed raw scores, the raw scores of systems that anybody can run, the weights
    behind the printed sums, the headline. The DIE figures cannot be reproduced from what was published. The questions
    are answered out of the printed figures, and by VADER, TextBlob and the two controls.
    """
    from itertools import islice

    from botassay.corpora import open_corpus
    from botassay.replication.sentiment import figures
    from botassay.replication.sentiment_questions import MOST, Talked, answers
    from botassay.report.files import save
    from botassay.sentiment.translation.round_trip import trips_of, written

    if bool(translator) != bool(via) or (record and not via):
        raise UsageError(
            "--translator and --via go together, and --record with them", hint="name a translator, and a language"
        )
    spare_inputs([record])
    trips = trips_of(translator, via) if translator else None
    if corpus is None:
        talked = Talked(_with_eliza(), "conversations with Eliza")
    else:
        talked = Talked([*islice(open_corpus(corpus), MOST)], corpus.name)
    found = [*figures(), *answers(talked, trips)]
    if record and trips:
        save(record, written(trips))
    return show("002", found, as_json=as_json)


def _with_eliza() -> "list[Dialog]":
    """Hold conversations with the bundled Eliza, and give them."""
    from tempfile import TemporaryDirectory

    from botassay.rating import Settings
    from botassay.runs.journal import Record

    with TemporaryDirectory() as folder:
        _hold(Path(folder), Settings().rated)
        return list(Record.of(Path(folder)).dialogs())


def _corpus(
    name: str, path: Path | None, trained: "Callable[[Bar], Checker] | None", *, skip_bad: bool
) -> "Iterator[Figure]":
    from botassay.cli.progress import Bar
    from botassay.corpora import open_corpus
    from botassay.replication.verdicts import PROPRIETARY, corpus_figures, missing_figures

    if path is None:
        why = PROPRIETARY if name == "HR" else f"give a copy: --{name.lower()} FOLDER"
        yield from missing_figures(name, why)
        return
    with Bar() as bar:
        corpus = open_corpus(path, skip_bad=skip_bad)
        yield from corpus_figures(name, corpus, trained(bar) if trained else None, bar.dialogs)


def _check_torch() -> None:
    """Refuse to train where that cannot be, before anything else is done.

    Raises: ConfigurationError.
    """
    from importlib.util import find_spec

    from botassay.core.errors import ConfigurationError
    from botassay.trust.leakage.trained import NO_TORCH

    if find_spec("torch") is None:
        raise ConfigurationError(NO_TORCH, hint="or leave --trained-leakage out: IL is then assumed to be M")


def _trained(bar: "Bar") -> "Checker":
    from botassay.trust.leakage.trained import TrainedLeakage

    return TrainedLeakage(watch=bar.training)


def _eliza() -> "Iterator[Figure]":
    """Talk to the bundled Eliza, and put what comes of it beside what the paper expects of one."""
    from tempfile import TemporaryDirectory

    from botassay.replication.verdicts import eliza_figures

    with TemporaryDirectory() as folder:
        yield from eliza_figures(_held(Path(folder)))


def _held(folder: Path) -> "Rating":
    from botassay.rating import Settings, rate

    settings = Settings()
    _hold(folder, settings.rated)
    return rate(folder, settings).ratings[0]


def _hold(folder: Path, issues: "Iterable[str]") -> None:
    """Talk to the bundled Eliza about some issues."""
    from botassay.bots import find_bot
    from botassay.cli.live import conduct
    from botassay.cli.progress import Bar
    from botassay.plugins.registry import PROBERS
    from botassay.runs import Manner, draw_up
    from botassay.runs.journal import Facts, Journal
    from botassay.runs.journal.writing import now

    bot = find_bot("eliza")
    plan = draw_up({code: PROBERS.get(code) for code in issues}, _SEED)
    journal = Journal.create(folder, Facts(bot.name, "", _SEED, now(), {}, {}), plan.scripts)
    with Bar() as bar:
        conduct(bot, plan, journal, Manner(), bar)
    journal.close()
