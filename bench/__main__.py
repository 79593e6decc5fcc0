"""Measure each part against a named peer, in one run, in turns, after their results were checked.

    python -m bench            all of it; needs BOTASSAY_DATA, where the real corpora are (`make bench`)
    python -m bench --smoke    each once, on little: does it run, and are the results equal? (a minute)

A ratio above 1 says how many times faster we are than the peer. Absolute figures depend on the machine; ratios are what
can be compared.
"""

import asyncio
import csv
import json
import os
import resource
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

from bench.abuse import abuse
from bench.identity import identity
from bench.intents import intents
from bench.interview import interview
from bench.options import options
from bench.peers import as_process, bare_aiohttp, csv_loop, json_loop, scikit_learn_pipeline
from bench.sentiment import sentiment
from bench.server import serving
from bench.streams import streams
from bench.timing import SMOKE, botassay, compare, processes, sized
from botassay.bots import find_bot
from botassay.core.dialog import Role
from botassay.corpora import open_corpus
from botassay.corpora.checking import Checking
from botassay.plugins.protocols import Bot, BotOptions
from botassay.trust.abuse.checker import Abuse
from botassay.trust.bias.checker import Bias, forget_sentences

READ: Final = sized(20_000, 200)
CHECKED: Final = sized(60_000, 200)
ROWS: Final = sized(480_000, 800)
PLANS: Final = ((50, 20), (sized(1000, 20), 1))
"""Conversations, and the turns of each."""


def main() -> None:
    """Run every benchmark that this machine has the data for."""
    measure()
    if SMOKE:
        print("Every benchmark runs, and results are equal; the figures above say nothing.")


def measure() -> None:
    """Run the benchmarks one after the other."""
    print(f"{'what':50} {'ours':>14} {'peer':>14} {'ratio':>7}")
    start_up()
    reading()
    checking()
    checking_tables()
    wire()
    streams()
    interview()
    options()
    sentiment()
    identity()
    folder = os.environ.get("BOTASSAY_DATA")
    if not folder:
        print("(no real corpora: set BOTASSAY_DATA for the rest)")
        return
    abuse(Path(folder))
    scoring(Path(folder))
    rating(Path(folder))
    intents(Path(folder))


def start_up() -> None:
    """Help pages, beside a Python that does nothing, and one that imports the parser of the command line."""
    processes("botassay --help, against bare Python", botassay("--help"), [sys.executable, "-c", "pass"])
    processes("rate --help, against import click", botassay("rate", "--help"), [sys.executable, "-c", "import click"])


def reading() -> None:
    """Reading JSON lines into dialogs, beside a loop over the standard library's json into dictionaries."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "talk.jsonl"
        said = {"role": "bot", "text": "Your table for two is booked."}
        with file.open("w") as out:
            out.writelines(json.dumps({"id": f"d{n}", "utterances": [said] * 6}) + "\n" for n in range(READ))
        texts = [utterance.text for dialog in open_corpus(file) for utterance in dialog.utterances]
        assert texts == [text for dialog in json_loop(file) for text in dialog]
        compare(
            f"read {READ:,} dialogs, against json",
            lambda: sum(1 for _ in open_corpus(file)),
            lambda: sum(1 for _ in json_loop(file)),
            "dialogs/s",
            READ,
            rate=True,
        )


def checking() -> None:
    """Checking JSON lines, beside reading them; in MB for each second."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "talk.jsonl"
        said = [{"role": "user", "text": "A table for two, please."}, {"role": "bot", "text": "Your table is booked."}]
        with file.open("w") as out:
            out.writelines(json.dumps({"id": f"d{n}", "utterances": said * 4}) + "\n" for n in range(CHECKED))
        megabytes = file.stat().st_size / 1e6
        checked = Checking(open_corpus(file)).run()
        assert (checked.lines, checked.dialogs, checked.found) == (CHECKED, CHECKED, 0)
        compare(
            f"check {megabytes:.0f} MB of dialogs, against reading",
            lambda: Checking(open_corpus(file)).run(),
            lambda: sum(1 for _ in open_corpus(file)),
            "MB/s",
            megabytes,
            rate=True,
        )


def checking_tables() -> None:
    """Checking CSV, beside the standard library's reader, which finds the cells and checks nothing else."""
    text = '"Your table is booked, for two, at eight. Is there anything else?"'
    for more in ("", ",2024-05-01T10:00:00Z"):
        rows = (f"d{n // 8},{'bot' if n % 2 else 'user'},{text}{more}\n" for n in range(ROWS))
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "talk.csv"
            with file.open("w") as out:
                out.write(f"dialog,role,text{',at' if more else ''}\n")
                out.writelines(rows)
            megabytes = file.stat().st_size / 1e6
            checked = Checking(open_corpus(file)).run()
            assert (checked.dialogs, checked.utterances, checked.found) == (*csv_loop(file), 0)
            compare(
                f"check {megabytes:.0f} MB of CSV, against csv.reader",
                lambda file=file: Checking(open_corpus(file)).run(),  # type: ignore[misc]
                lambda file=file: csv_loop(file),  # type: ignore[misc]
                "MB/s",
                megabytes,
                rate=True,
            )
            compare(
                f"read {megabytes:.0f} MB of CSV for rate, against check",
                lambda file=file: sum(1 for _ in open_corpus(file)),  # type: ignore[misc]
                lambda file=file: Checking(open_corpus(file)).run(),  # type: ignore[misc]
                "MB/s; never below 0.25",
                megabytes,
                rate=True,
            )


def wire() -> None:
    """Talking to a bot over HTTP at concurrency 50, beside bare aiohttp, both with a connection for each request."""
    description = 'body = \'{"message": {{message}}, "session": {{session}}}\'\n[reply]\ntext = "$.reply"\n'
    with tempfile.TemporaryDirectory() as folder, serving() as url:
        file = Path(folder) / "bot.toml"
        file.write_text(description)
        bot = find_bot(url, BotOptions(description=file))
        for conversations, turns in PLANS:
            plan = (conversations, turns, 50)
            assert asyncio.run(talking(bot, *plan)) == asyncio.run(bare_aiohttp(url, *plan))
            compare(
                f"{conversations:,} conversations of {turns}, against aiohttp",
                lambda plan=plan: asyncio.run(talking(bot, *plan)),  # type: ignore[misc]
                lambda plan=plan: asyncio.run(bare_aiohttp(url, *plan)),  # type: ignore[misc]
                "ms",
                1000,
            )


async def talking(bot: Bot, conversations: int, turns: int, at_once: int) -> list[str]:
    """Hold conversations with a bot, so many at once; give all that it said."""
    said: list[str] = []
    waiting = iter(range(conversations))

    async def hold() -> None:
        for number in waiting:
            async with bot.open(user=str(number)) as conversation:
                said.extend([(await conversation.say("hi")).text for _ in range(turns)])

    await asyncio.gather(*(hold() for _ in range(at_once)))
    return said


def scoring(data: Path) -> None:
    """AL of tweets, beside a scikit-learn pipeline that looks at less: words and pairs of words, nothing else."""
    with (data / "davidson" / "labeled_data_90.csv").open(newline="", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    rows = rows[: sized(len(rows), 600)]
    texts = [row["tweet"] for row in rows]
    checker = Abuse()
    values = checker.values(texts)
    assert values[:500] == [checker.values([text])[0] for text in texts[:500]], "a text's value depends on its company"
    peer = scikit_learn_pipeline(texts, [row["class"] for row in rows])
    measure = ("tweets/s", len(texts))
    compare(
        "AL of tweets, against scikit-learn", lambda: checker.values(texts), lambda: peer(texts), *measure, rate=True
    )
    slants(texts)
    lines_of = "\n".join(" ".join(text.split()) for text in texts[:22_000]) + "\n"
    what = f"score AL, {lines_of.count(chr(10)):,} tweets, against VADER"
    processes(what, botassay("score", "AL"), as_process("vader"), lines_of)


def slants(texts: Sequence[str]) -> None:
    """B of tweets, beside VADER alone, which is one of its seventeen features."""
    checker, peer = Bias(), SentimentIntensityAnalyzer()

    def ours() -> None:
        forget_sentences()  # as if each were seen for the first time
        checker.values(texts)

    measure = ("tweets/s", len(texts))
    compare("B of tweets, against VADER", ours, lambda: [*map(peer.polarity_scores, texts)], *measure, rate=True)


def rating(data: Path) -> None:
    """The restaurant corpus, beside VADER alone over what its bot says."""
    corpus = Path("demo/dialogs.jsonl") if SMOKE else data / "dstc2-babi6"
    typed = botassay("rate", str(corpus), *(() if SMOKE else ("--format", "babi")))
    spoken = (utterance for dialog in open_corpus(corpus) for utterance in dialog.utterances)
    replies = [" ".join(utterance.text.split()) for utterance in spoken if utterance.role is Role.BOT]
    processes(f"rate {len(replies):,} replies, against VADER", typed, as_process("vader"), "\n".join(replies))
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"{'  greatest memory of a process so far, MB':50} {peak:14,.0f}")


if __name__ == "__main__":
    main()
