"""What the commands share that train and ask classifiers: their options, the data, and running with a bar."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from botassay.cli.flags import Existing, Number, Whole
from botassay.core.errors import InputError

if TYPE_CHECKING:
    from botassay.intents.evaluation import Plan, Trial
    from botassay.intents.phrases import Phrase, Sound
    from botassay.plugins.protocols import Classifier

Command = TypeVar("Command", bound=Callable[..., Any])

_DATA = click.argument("data", metavar="DATA", type=Existing(dir_okay=False, path_type=Path))
_OPTIONS = (
    click.option(
        "--text-column", metavar="NAME", default="text", show_default=True, help="The column that holds the phrases."
    ),
    click.option(
        "--intent-column", metavar="NAME", default="intent", show_default=True, help="The column of their topics."
    ),
    click.option("--none-label", metavar="NAME", help="The label of phrases that belong to no topic."),
    click.option(
        "--general",
        metavar="FILE|en",
        help="Further phrases, of general topics, which the classifier two-stage asks for first; en: bundled ones.",
    ),
    click.option(
        "--setting",
        "settings",
        multiple=True,
        metavar="K,P",
        help="Which topics are small: below K phrases, or the rarest that hold a share P. Repeatable.  "
        "[default: 0,0 and 0,0.15 and 5,0]",
    ),
    click.option("--repeats", type=Whole(1, 10_000), metavar="N", default=10, show_default=True, help="Splits each."),
    click.option(
        "--threshold",
        type=Number(0, 1),
        metavar="X",
        default=0.5,
        show_default=True,
        help="From this confidence on a guess is an answer.",
    ),
    click.option(
        "--test-fraction",
        type=Number(0, 1, min_open=True, max_open=True),
        metavar="T",
        default=0.2,
        show_default=True,
        help="The share of the phrases that is tested.",
    ),
    click.option(
        "--seed", type=Whole(0, 2**53 - 1), metavar="N", default=1, show_default=True, help="Makes all splits."
    ),
    click.option("--skip-bad", is_flag=True, help="Leave out bad rows of DATA, and count them, instead of stopping."),
    click.option("--json", "as_json", is_flag=True, help="Print JSON."),
)


_BY_WORDS: Final = {"tfidf-lr", "linear-svc", "sif-lr"}


def trying(command: Command) -> Command:
    """Add the file of phrases and the options."""
    return _DATA(trying_each(command))


def trying_each(command: Command) -> Command:
    """Add the options alone, for who tries several files."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def read(data: Path, typed: Mapping[str, Any]) -> "Sound":
    """Read the data; say on standard error how many rows were left out.

    Raises: InputError.
    """
    from botassay.intents.reading import Columns, read_sound
    from botassay.report.inert import visible

    columns = Columns(typed["text_column"], typed["intent_column"])
    found = read_sound(data, columns, typed["none_label"], skip_bad=typed.get("skip_bad"))
    if found.rejected:
        bad = len(found.rejected)
        said = f"{bad:,} of {bad + len(found.phrases):,} rows are left out, the first one for: {found.rejected[0]}"
        click.echo(f"botassay: {visible(said)}", err=True)
    return found._replace(phrases=with_general(found.phrases, typed.get("general"), data))


def prepared(data: Path, typed: Mapping[str, Any]) -> "tuple[Sound, Plan]":
    """Read the data and lay out the trials; say on standard error what a user should know about them.

    Raises: InputError, UsageError.
    """
    found = read(data, typed)
    planned = planned_for(data, found.phrases, typed)
    remark_unspaced((typed.get("name"), *typed.get("names", ())), found.phrases)
    for said in _remarks(found.phrases, planned, typed):
        click.echo(f"botassay: {said}", err=True)
    return found, planned


def remark_unspaced(names: "Iterable[str | None]", phrases: "Sequence[Phrase]") -> None:
    """Say where a classifier looks for words that nothing sets apart."""
    from botassay.intents.phrases import unspaced

    if not _BY_WORDS.isdisjoint(names) and unspaced(phrases):
        said = "the phrases have no spaces between words, and this classifier looks at words: try --classifier char-lr"
        click.echo(f"botassay: {said}", err=True)


def phrases_in(data: Path, typed: Mapping[str, Any]) -> "list[Phrase]":
    """Read a file of phrases, as `read`.

    Raises: InputError.
    """
    return read(data, typed).phrases


def phrases_in_all(files: Iterable[Path], typed: Mapping[str, Any]) -> "dict[Path, list[Phrase]]":
    """Read files of phrases, as `read`; phrases of `--none-label` have to be in one of them.

    Raises: InputError.
    """
    from botassay.intents.phrases import NoSuchLabelError

    found: dict[Path, list[Phrase]] = {}
    lacking: list[NoSuchLabelError] = []
    for file in files:
        try:
            found[file] = phrases_in(file, typed)
        except NoSuchLabelError as error:
            lacking.append(error)
            found[file] = phrases_in(file, {**typed, "none_label": None})
    if lacking and len(lacking) == len(found):
        raise lacking[0]
    return found


def planned_for(data: Path, phrases: "list[Phrase]", typed: Mapping[str, Any]) -> "Plan":
    """Lay out the trials.

    Raises: InputError that names the file where nothing can be run; UsageError.
    """
    from botassay.intents.evaluation import plan
    from botassay.intents.splits import PAPER_SETTINGS, Setting

    settings = tuple(map(Setting.parse, typed["settings"])) or PAPER_SETTINGS
    try:
        return plan(phrases, settings, typed["repeats"], typed["test_fraction"], typed["seed"])
    except InputError as error:
        raise InputError(error.what, str(data), error.hint) from error


def with_general(phrases: "list[Phrase]", general: str | None, data: Path) -> "list[Phrase]":
    """Add the phrases of general intents, from a file or the bundled ones.

    Raises: InputError.
    """
    from botassay.intents.classifiers.staged import GENERAL_PHRASES, as_general
    from botassay.intents.phrases import sound
    from botassay.intents.reading import read_phrases

    if general is None:
        return phrases
    more = read_phrases(GENERAL_PHRASES if general == "en" else Path(general))
    return sound([*phrases, *map(as_general, more)], str(data)).phrases


def _remarks(phrases: "list[Phrase]", planned: "Plan", typed: Mapping[str, Any]) -> Iterator[str]:
    from botassay.cli.intents.wording import NAMED, meaning
    from botassay.core.text.plural import many
    from botassay.intents.phrases import outside
    from botassay.intents.splits import Setting
    from botassay.report.inert import visible
    from botassay.report.sentences import some

    for name in outside(phrases) if typed["none_label"] is None else ():
        said = f"{name!r} is taken for a topic like others; if its phrases belong to none, give --none-label {name!r}"
        yield visible(said)
    source = Setting() if Setting() in planned.dividers else next(iter(planned.dividers))
    single = planned.dividers[source].single
    if single:
        named = visible(some(single, NAMED))
        told = many(len(single), "topic has", "topics have")
        yield f"{told} one phrase, which is trained on and never tested in {source}: {named}"
    for setting, reason in planned.impossible.items():
        yield f"the test {setting} ({meaning(setting)}) is left out: {visible(reason)}"


def run(classifier: "Classifier", name: str, phrases: "list[Phrase]", planned: "Plan") -> "tuple[list[Trial], bool]":
    """Run the trials under a bar; give those that were finished, and whether all were.

    Raises: KeyboardInterrupt where none was finished when it was interrupted.
    """
    from botassay.cli.progress import Bar, State
    from botassay.intents.evaluation import trials

    done: list[Trial] = []

    def state() -> State:
        return State(len(done), planned.total, sum(len(one.judged) for one in done), "phrases/s")

    try:
        with Bar() as bar:
            for one in bar.follow(f"trying {name}", trials(classifier, phrases, planned), state):
                done.append(one)  # noqa: PERF402 - what was finished is kept where it is interrupted
    except KeyboardInterrupt:
        if not done:
            raise
        said = f"interrupted after {len(done)} of {planned.total} trainings; what follows comes from those"
        click.echo(f"botassay: {said}", err=True)
        return done, False
    return done, True
