"""What others would do, in the way that they would do it."""

import asyncio
import csv
import json
from collections.abc import Callable, Iterator, Sequence
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
    """Talk with aiohttp as it comes: no deadline, no caps, no rates, no secrets; a connection for each conversation."""
    import aiohttp

    said: list[str] = []
    waiting = iter(range(conversations))

    async def hold() -> None:
        for number in waiting:
            async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=1)) as session:
                for _ in range(turns):
                    async with session.post(url, json={"message": "hi", "session": str(number)}) as response:
                        said.append((await response.json())["reply"])

    await asyncio.gather(*(hold() for _ in range(at_once)))
    return said
