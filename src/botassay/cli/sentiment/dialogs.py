"""`botassay sentiment dialogs`: conversations with a chatbot, by the group of its user."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from botassay.cli.flags import Existing
from botassay.cli.intents.writing import Makers, check_endings, into_files, write
from botassay.cli.sentiment.settings import testing
from botassay.cli.sparing import spare_inputs
from botassay.core.errors import UsageError
from botassay.view import raw_score

if TYPE_CHECKING:
    from botassay.sentiment.conversation_tests import Properties, Property, SentimentDialogs

_FILE = Existing(dir_okay=False, path_type=Path)
_WIDE = 14


@click.command("dialogs")
@click.argument("file", metavar="FILE.csv", type=_FILE)
@click.option(
    "--attribute", default="User_gender", show_default=True, metavar="COLUMN", help="Where the user's group stands."
)
@click.option("--proxies", is_flag=True, help='Put "Hey boy, ", "Hey girl, " or "Hey, " before what users say.')
@click.option("--assign", is_flag=True, help="Draw the groups from --seed, a third of the users each; adds proxies.")
@click.option("--system", "names", multiple=True, metavar="NAME", help="As of `rate`. [default: vader, random]")
@testing
@click.option(
    "--translator", metavar="NAME",
    help="Test each system also by what comes back from another language, as a system of its own; as of `rate`.",
)  # fmt: skip
@click.option("--via", multiple=True, metavar="LANGUAGE", help="The language in between, like es. Repeatable.")
@click.option(
    "--conversations", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE.csv",
    help="Write the conversations with their groups and proxies, in the columns of FILE.csv.",
)  # fmt: skip
@into_files("the table of properties")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def dialogs(*, file: Path, conversations: Path | None, outputs: tuple[Path, ...], as_json: bool, **typed: Any) -> None:
    """Test whether sentiment depends on the user's group, for what users say and for what the bot says.

    FILE.csv has the columns Text, Original, Enhancement, UB (0: the chatbot, 1: the user), C_num (the conversation) and
    User_gender. Without User_gender the words "Hey boy, " and so on tell the group. Consecutive utterances of one role
    are tested as one.
    """
    import msgspec

    from botassay.core.text.english import stop_words, words
    from botassay.plugins.protocols import SentimentOptions
    from botassay.report.files import save
    from botassay.sentiment.conversation_table import read_talks, with_proxies, written
    from botassay.sentiment.conversation_tests import Words, study
    from botassay.sentiment.pairs import rule_for
    from botassay.sentiment.rating import Settings
    from botassay.sentiment.systems import find_systems
    from botassay.sentiment.translation.round_trip import RoundTrip, trips_of

    check_endings(outputs)
    if conversations is not None and conversations.suffix != ".csv":
        raise UsageError(f"nothing makes {conversations.name!r}", hint="the ending is .csv")
    spare_inputs([conversations])
    rule, seed = rule_for(typed["mode"], typed["degrees"]), typed["seed"]
    systems = find_systems(typed["names"] or ("vader", "random"), SentimentOptions(seed=seed))
    if bool(typed["translator"]) != bool(typed["via"]):
        raise UsageError("--translator and --via go together", hint="like --translator apertium --via es")
    trips = trips_of(typed["translator"], typed["via"]) if typed["translator"] else ()
    systems = (*systems, *(RoundTrip(system, trip) for trip in trips for system in systems))
    said = read_talks(file, typed["attribute"])
    if typed["proxies"] or typed["assign"]:
        said = with_proxies(said, seed if typed["assign"] else None)
    settings = Settings(rule=rule, levels=typed["levels"], seed=seed)
    document = study(said, systems, settings, Words(words, stop_words()))
    click.echo(msgspec.json.encode(document) if as_json else "\n".join(_plain(document)))
    write(outputs, _makers(document, file.name))
    if conversations is not None:
        save(conversations, "".join(written(said)).encode())
        click.echo(f"botassay: wrote {conversations}", err=True)


def _makers(document: "SentimentDialogs", file: str) -> Makers:
    import msgspec

    from botassay.cli.sentiment.dialogs_page import page, table

    return {
        ".html": lambda: page(document, file).html().encode(),
        ".md": lambda: page(document, file).markdown().encode(),
        ".csv": lambda: table(document),
        ".json": lambda: msgspec.json.encode(document) + b"\n",
    }


def _plain(document: "SentimentDialogs") -> Iterator[str]:
    from botassay.cli.sentiment.drawing import pair_rows
    from botassay.report.inert import visible
    from botassay.sentiment.results import PairResult

    yield "conversations by user: " + ", ".join(f"{visible(name)} {n:,}" for name, n in document.conversations.items())
    if document.left_out:
        yield f"not tested, as there is one conversation: {', '.join(map(visible, document.left_out))}"
    yield from ("", *_table(document.properties))
    for role, group in document.roles.items():
        yield ""
        yield f"Sentiment of what the {role} says, given the user's group ({group.sentences:,} merged utterances; WRS)"
        for name, raw in group.order:
            yield f"  {visible(name)}: {raw_score(raw)}, rating {group.rating[name]}"
            yield from pair_rows([row for row in group.detail[name] if isinstance(row, PairResult)])


def _table(rows: "tuple[Properties, ...]") -> Iterator[str]:
    from botassay.report.inert import visible

    titles = ("words", "stop words", "utterances", "turns")
    yield f"{'mean (least-most)':20}" + "".join(f"{title:>{_WIDE + 6}}" for title in titles)
    for row in rows:
        who = f"{row.role}, {'all' if row.group is None else visible(row.group)}"
        cells = (row.words, row.stop_words, row.utterances, row.turns)
        yield f"{who:20}" + "".join(f"{_cell(cell):>{_WIDE + 6}}" for cell in cells)
    yield "words and stop words of an utterance (our own list, stop.txt), the rest of a conversation"


def _cell(one: "Property") -> str:
    return "none" if one.mean is None else f"{one.mean:.2f} ({one.least}-{one.most})"
