"""Measure each part against a named peer, in one run, in turns, after their results were checked.

    make bench        all of it; needs BOTASSAY_DATA, where the real corpora are

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

from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

from bench.identity import identity
from bench.intents import intents
from bench.interview import interview
from bench.options import options
from bench.peers import bare_aiohttp, csv_loop, json_loop, scikit_learn_pipeline
from bench.sentiment import sentiment
from bench.server import serving
from bench.timing import alone, compare, quiet
from botassay.bots import find_bot
from botassay.corpora import open_corpus
from botassay.corpora.checking import Checking
from botassay.plugins.protocols import Bot, BotOptions
from botassay.trust.abuse.checker import Abuse
from botassay.trust.bias.checker import Bias, forget_sentences


def main() -> None:
    """Run every benchmark that this machine has the data for."""
    print(f"{'what':42} {'ours':>14} {'peer':>14} {'ratio':>7}")
    start_up()
    reading()
    checking()
    checking_tables()
    wire()
    interview(compare)
    options()
    sentiment()
    identity()
    folder = os.environ.get("BOTASSAY_DATA")
    if not folder:
        print("(no real corpora: set BOTASSAY_DATA for the rest)")
        return
    scoring(Path(folder))
    rating(Path(folder))
    intents(Path(folder))


def start_up() -> None:
    """`botassay --help` beside a Python that does nothing."""
    ours = [sys.executable, "-m", "botassay", "--help"]
    peer = [sys.executable, "-c", "pass"]
    compare("start, against bare Python", lambda: quiet(ours), lambda: quiet(peer), "ms", 1000)


def reading() -> None:
    """Reading JSON lines into dialogs, beside a loop over the standard library's json into dictionaries."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "talk.jsonl"
        said = {"role": "bot", "text": "Your table for two is booked."}
        with file.open("w") as out:
            out.writelines(json.dumps({"id": f"d{n}", "utterances": [said] * 6}) + "\n" for n in range(20_000))
        texts = [utterance.text for dialog in open_corpus(file) for utterance in dialog.utterances]
        assert texts == [text for dialog in json_loop(file) for text in dialog]
        compare(
            "read 20,000 dialogs, against json",
            lambda: sum(1 for _ in open_corpus(file)),
            lambda: sum(1 for _ in json_loop(file)),
            "dialogs/s",
            20_000,
            rate=True,
        )


def checking() -> None:
    """Checking JSON lines, beside reading them; in MB for each second."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "talk.jsonl"
        said = [{"role": "user", "text": "A table for two, please."}, {"role": "bot", "text": "Your table is booked."}]
        with file.open("w") as out:
            out.writelines(json.dumps({"id": f"d{n}", "utterances": said * 4}) + "\n" for n in range(60_000))
        megabytes = file.stat().st_size / 1e6
        checked = Checking(open_corpus(file)).run()
        assert (checked.lines, checked.dialogs, checked.found) == (60_000, 60_000, 0)
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
        rows = (f"d{n // 8},{'bot' if n % 2 else 'user'},{text}{more}\n" for n in range(480_000))
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
    """Talking to a bot over HTTP at concurrency 50, beside bare aiohttp with the same connections."""
    description = 'body = \'{"message": {{message}}, "session": {{session}}}\'\n[reply]\ntext = "$.reply"\n'
    with tempfile.TemporaryDirectory() as folder, serving() as url:
        file = Path(folder) / "bot.toml"
        file.write_text(description)
        bot = find_bot(url, BotOptions(description=file))
        for conversations, turns, what in ((50, 20, "50 conversations, 1,000 turns"), (1000, 1, "1,000 conversations")):
            plan = (conversations, turns, 50)
            assert asyncio.run(talking(bot, *plan)) == asyncio.run(bare_aiohttp(url, *plan))
            compare(
                f"{what}, against aiohttp",
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
    command = [sys.executable, "-m", "botassay", "score", "AL"]
    alone("score AL, 22,000 tweets, whole process", lambda: quiet(command, lines_of))


def slants(texts: Sequence[str]) -> None:
    """B of tweets, beside VADER alone, which is one of its seventeen features."""
    checker, peer = Bias(), SentimentIntensityAnalyzer()

    def ours() -> None:
        forget_sentences()  # as if each were seen for the first time
        checker.values(texts)

    measure = ("tweets/s", len(texts))
    compare("B of tweets, against VADER", ours, lambda: [*map(peer.polarity_scores, texts)], *measure, rate=True)


def rating(data: Path) -> None:
    """The restaurant corpus, the whole process; nobody else does this."""
    command = [sys.executable, "-m", "botassay", "rate", str(data / "dstc2-babi6"), "--format", "babi"]
    alone("rate DSTC2, 2,118 dialogs, whole process", lambda: quiet(command))
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"{'  its greatest memory, MB':42} {peak:14,.0f}")


if __name__ == "__main__":
    main()
