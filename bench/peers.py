"""What others would do, in the way that they would do it.

python -m bench.peers vader < lines      VADER's value of each line
python -m bench.peers mrr lists.jsonl    mean reciprocal rank
python -m bench.peers copy rows.csv      the same rows through csv.reader and csv.writer
"""

import asyncio
import csv
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any


def json_loop(file: Path) -> Iterator[list[str]]:
    """Read JSON lines with the standard library; nothing is checked."""
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            yield [said["text"] for said in json.loads(line)["utterances"]]


def csv_loop(file: Path) -> tuple[int, int]:
    """Read CSV with the standard library; count dialogs and rows, and check nothing."""
    with file.open(encoding="utf-8", newline="") as lines:
        rows = csv.reader(lines)
        next(rows)
        dialogs = count = 0
        last = None
        for row in rows:
            count += 1
            if row[0] != last:
                last = row[0]
                dialogs += 1
    return dialogs, count


def scikit_learn_pipeline(texts: Sequence[str], classes: Sequence[str]) -> Callable[[Sequence[str]], Any]:
    """Train TF-IDF over word 1-2-grams with a logistic regression, as Davidson et al. did; give its predict_proba."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    vectorizer = TfidfVectorizer(ngram_range=(1, 2), max_features=10_000, min_df=5, max_df=0.75)
    pipeline = make_pipeline(vectorizer, LogisticRegression(solver="newton-cg", max_iter=200))
    pipeline.fit(texts, classes)
    predict: Callable[[Sequence[str]], Any] = pipeline.predict_proba
    return predict


async def bare_aiohttp(url: str, conversations: int, turns: int, at_once: int) -> list[str]:
    """Talk with aiohttp as it comes: no deadline, no caps, no rates, no secrets; a connection for each request."""
    import aiohttp

    said: list[str] = []
    waiting = iter(range(conversations))

    async def hold() -> None:
        for number in waiting:
            async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=1, force_close=True)) as session:
                for _ in range(turns):
                    async with session.post(url, json={"message": "hi", "session": str(number)}) as response:
                        said.append((await response.json())["reply"])

    await asyncio.gather(*(hold() for _ in range(at_once)))
    return said


def as_process(peer: str, *arguments: str) -> list[str]:
    """Return the command that runs a peer in a process of its own."""
    return [sys.executable, "-m", "bench.peers", peer, *arguments]


def vader(lines: Iterable[str]) -> None:
    """Print VADER's value of each line."""
    from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

    analyzer = SentimentIntensityAnalyzer()
    for line in lines:
        print(json.dumps({"text": line, "value": analyzer.polarity_scores(line)["compound"]}))


def mean_reciprocal_rank(file: Path) -> float:
    """Compute the measure with the standard library alone."""
    total = 0.0
    count = 0
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            count += 1
            if row["correct"] in row["options"]:
                total += 1 / (row["options"].index(row["correct"]) + 1)
    return total / count


def copy(file: Path) -> None:
    """Write the rows of a table to standard output."""
    with file.open(encoding="utf-8", newline="") as lines:
        csv.writer(sys.stdout).writerows(csv.reader(lines))


if __name__ == "__main__":
    if sys.argv[1] == "vader":
        vader(sys.stdin)
    elif sys.argv[1] == "mrr":
        print(mean_reciprocal_rank(Path(sys.argv[2])))
    else:
        copy(Path(sys.argv[2]))
