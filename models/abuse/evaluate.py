"""Print every figure that the model card states.

    BOTASSAY_DATA=... python models/abuse/evaluate.py [SECTION ...]

Sections: tweets (five folds; a quarter of an hour), conversations, chat, planted, development, tables, paper, equal,
speed; all without one.
Needs scikit-learn, as `train` does, and botassay on the path.
"""

import csv
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import sources
import train
from numpy.typing import NDArray
from sklearn.metrics import average_precision_score, classification_report, f1_score, precision_recall_fscore_support
from sources import CLASSES, NEITHER, Row

from botassay.trust.abuse import linear
from botassay.trust.abuse.tokens import stream

CUT = 1 / 3
TABLES = Path(__file__).parents[2] / "tests/data"
FOLDS = 5
_APPENDED = 10  # restaurant utterances to which each planted insult is appended

Floats = NDArray[np.float64]


def model(name: str = "abuse") -> linear.LinearText:
    """Load one of the shipped models."""
    return linear.LinearText.load(train.WEIGHTS / f"{name}.npz")


def severity(scorer: linear.LinearText, texts: Sequence[str]) -> Floats:
    """Give the AL score of texts, s = P(hate) + P(offensive) / 2."""
    scores: Floats = scorer.probabilities(texts) @ np.array(train.SEVERITY)
    return scores


def is_abusive(rows: Sequence[Row]) -> NDArray[np.bool_]:
    """Say which rows are hate or offensive."""
    return np.array([row.label != NEITHER for row in rows])


def tweets() -> None:
    """Five folds over the tweets; each model learns four of them and all the rest of the mixture."""
    rows = train.mixture()
    held = [row for row in rows if row.source == "davidson"]
    rest = [row for row in rows if row.source != "davidson"]
    chances = {name: np.zeros((len(held), len(CLASSES))) for name in ("mixture", "tweets alone")}
    for fold in range(FOLDS):
        inner = [row for at, row in enumerate(held) if at % FOLDS != fold]
        outer = [row.text for row in held[fold::FOLDS]]
        chances["mixture"][fold::FOLDS] = _trained([*inner, *rest], paper=False).probabilities(outer)
        chances["tweets alone"][fold::FOLDS] = _trained(inner, paper=True).probabilities(outer)
    for name, found in chances.items():
        _report_tweets(name, held, found)


def _trained(rows: Sequence[Row], *, paper: bool) -> linear.LinearText:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "fold.npz"
        train.train(rows, path, paper=paper)
        return linear.LinearText.load(path)


def _report_tweets(name: str, rows: Sequence[Row], chances: Floats) -> None:
    truth = np.array([CLASSES.index(row.label) for row in rows])
    guess = chances.argmax(axis=1)
    print(f"tweets, {FOLDS} folds, {name}")
    print(classification_report(truth, guess, target_names=CLASSES, digits=3))
    scores = chances @ np.array(train.SEVERITY)
    print("mean s per class", {label: round(float(scores[truth == at].mean()), 3) for at, label in enumerate(CLASSES)})
    shares = {label: round(float((scores[truth == at] >= CUT).mean()), 3) for at, label in enumerate(CLASSES)}
    print("flagged per class", shares)
    words = np.array([len(row.text.split()) for row in rows])
    for low, high in ((0, 5), (6, 10), (11, 15), (16, 20), (21, 999)):
        at = np.flatnonzero((words >= low) & (words <= high))
        whole = f1_score(truth[at], guess[at], average="weighted")
        single = f1_score(truth[at], guess[at], average=None, labels=[0, 1, 2])
        print(f"  {low}-{high} words, n={len(at)}: weighted F1 {whole:.3f}, per class", np.round(single, 3))


def conversations() -> None:
    """What users said to chatbots (ConvAbuse valid): with and without the texts that stand in train as well."""
    scorer, rows = model(), sources.conversations("valid")
    known = {train.normal(row.text) for row in sources.conversations("train")}
    verbatim = {row.text for row in sources.conversations("train")}
    new = np.array([row.text not in verbatim for row in rows])
    newer = np.array([train.normal(row.text) not in known for row in rows])
    truth, scores = is_abusive(rows), severity(scorer, [row.text for row in rows])
    _binary("ConvAbuse valid, all", truth, scores)
    _binary("  without texts verbatim in train", truth[new], scores[new])
    _binary("  without texts in train but for case and marks", truth[newer], scores[newer])
    words = np.array([len(row.text.split()) for row in rows])
    for low, high in ((0, 1), (2, 3), (4, 6), (7, 12), (13, 999)):
        at = (words >= low) & (words <= high)
        _binary(f"  {low}-{high} words", truth[at], scores[at])
    guess = scorer.probabilities([row.text for row in rows]).argmax(axis=1)
    labels = [CLASSES.index(row.label) for row in rows]
    print(classification_report(labels, guess, target_names=CLASSES, digits=3, zero_division=0))


def _binary(name: str, truth: NDArray[np.bool_], scores: Floats) -> None:
    precision, recall, f1, _ = precision_recall_fscore_support(truth, scores >= CUT, average="binary", zero_division=0)
    found = average_precision_score(truth, scores)
    print(f"{name}: n={len(truth)} abusive={truth.sum()} AP {found:.3f} P {precision:.3f} R {recall:.3f} F1 {f1:.3f}")


def chat() -> None:
    """Plain service talk: how much of it is flagged."""
    scorer = model()
    _flagged("DSTC2 bot utterances", scorer, sources.restaurant())
    _flagged("DSTC2 bot utterances, distinct", scorer, sorted(set(sources.restaurant())))
    _flagged("SGD 001 SYSTEM", scorer, [row.text for row in sources.services("001", "SYSTEM")])
    _flagged("SGD 001 USER", scorer, [row.text for row in sources.services("001", "USER")])
    _flagged("banking77 test", scorer, [row.text for row in sources.banking("test")])


def _flagged(name: str, scorer: linear.LinearText, texts: Sequence[str]) -> None:
    scores = severity(scorer, texts)
    over = scores >= CUT
    print(f"{name}: n={len(texts)} flagged {over.sum()} = {100 * over.mean():.3f} %", end=" ")
    print(f"mean s {scores.mean():.4f} max {scores.max():.3f}")


def planted() -> None:
    """Insults that are in no training data: alone, and after an utterance of the restaurant bot."""
    scorer = model()
    bases = sorted(set(sources.restaurant()))
    for path in sources.PLANTED:
        insults = sources.planted(path)
        draw = np.random.default_rng(1)
        grades = np.array([grade for grade, _ in insults])
        alone = severity(scorer, [text for _, text in insults]) >= CUT
        chosen = draw.integers(len(bases), size=(len(insults), _APPENDED))
        texts = [
            f"{bases[base].strip()} {text}" for (_, text), row in zip(insults, chosen, strict=True) for base in row
        ]
        after = (severity(scorer, texts) >= CUT).reshape(-1, _APPENDED).mean(axis=1)
        print(f"{path.name}: n={len(insults)} alone {alone.mean():.3f} appended {after.mean():.3f}")
        for grade in ("mild", "medium", "strong"):
            at = grades == grade
            print(f"  {grade}: n={at.sum()} alone {alone[at].mean():.3f} appended {after[at].mean():.3f}")


def tables() -> None:
    """The held-out tables that somebody else wrote: by kind, and without sentences that are in the training."""
    scorer = model()
    known = {train.normal(row.text) for row in train.mixture()}
    if (path := TABLES / "abuse_contrast_pairs.csv").exists():
        _pairs(scorer, path, known)
    if (path := TABLES / "abuse_functional.csv").exists():
        _functions(scorer, path, known)


def development() -> None:
    """The tables that were looked at while the model was made, and harmless replies of the same kind."""
    scorer = model()
    known = {train.normal(row.text) for row in train.mixture()}
    for path in sorted(sources.DEVELOPMENT.glob("contrast_pairs*.csv")):
        _pairs(scorer, path, known)
    _functions(scorer, sources.DEVELOPMENT / "functional.csv", known)
    lines = (sources.DEVELOPMENT / "replies.txt").read_text(encoding="utf-8").splitlines()
    _flagged("harmless replies", scorer, [line for line in lines if not line.startswith("#")])


def _pairs(scorer: linear.LinearText, path: Path, known: set[str]) -> None:
    with path.open(newline="", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    left = severity(scorer, [row["abusive"] for row in rows]) >= CUT
    right = severity(scorer, [row["harmless"] for row in rows]) < CUT
    new = np.array([not {train.normal(row["abusive"]), train.normal(row["harmless"])} & known for row in rows])
    kinds = np.array([row["kind"] for row in rows])
    parts = {path.stem: np.ones(len(rows), bool), "  neither side in training": new}
    for name, at in {**parts, **{f"  {kind}": kinds == kind for kind in dict.fromkeys(kinds.tolist())}}.items():
        shares = f"both {(left & right)[at].mean():.3f} abusive {left[at].mean():.3f} harmless {right[at].mean():.3f}"
        print(f"{name}: n={at.sum()} {shares}")


def _functions(scorer: linear.LinearText, path: Path, known: set[str]) -> None:
    with path.open(newline="", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    flagged = severity(scorer, [row["text"] for row in rows]) >= CUT
    right = flagged == np.array([row["label"] == "abusive" for row in rows])
    new = np.array([train.normal(row["text"]) not in known for row in rows])
    print(f"functional tests: n={len(rows)} right {right.mean():.3f}")
    print(f"  not in training: n={new.sum()} right {right[new].mean():.3f}")
    for name, label in dict.fromkeys((row["capability"], row["label"]) for row in rows):
        at = np.array([row["capability"] == name and row["label"] == label for row in rows])
        print(f"  {name} ({label}): n={at.sum()} right {right[at].mean():.3f}")


def paper() -> None:
    """The model that learned the tweets alone, on the restaurant corpus."""
    scorer, texts = model("abuse-tweets"), sources.restaurant()
    chances = scorer.probabilities(texts)
    counts = np.bincount(chances.argmax(axis=1), minlength=len(CLASSES))
    print(
        "tweets alone on DSTC2, argmax %",
        dict(zip(CLASSES, np.round(100 * counts / len(texts), 2).tolist(), strict=True)),
    )
    _flagged("tweets alone on DSTC2", scorer, texts)


def equal() -> None:
    """The linear half against scikit-learn's own sums; and rows scored one by one against in one call."""
    rows = train.mixture()
    features = train.learn([row.text for row in rows], sources.lexicon(), train.common_words())
    fitted = train.fit([*rows, *train.certain()], features, paper=False)
    candidates = [
        *(row.text for row in [*sources.conversations("valid"), *rows[::20]]),
        *sources.restaurant()[::20],
        "",
    ]
    texts = [text for text in candidates if len(stream([text])) <= linear.WINDOW]  # longer ones have several windows
    half = replace(model(), network=None, bias=train.LINEAR_SHARE * fitted.intercept_)
    sums = train.LINEAR_SHARE * fitted.decision_function(train.matrix(texts, features))
    difference = np.abs(half.probabilities(texts) - linear.softmax(sums)).max()
    print(f"linear half against scikit-learn: n={len(texts)} largest difference {difference:.2e}")
    scorer = model()
    single = np.concatenate([scorer.probabilities([text]) for text in texts[:3000]])
    print("one by one, the same bits:", bool((single == scorer.probabilities(texts)[:3000]).all()))


def speed() -> None:
    """Utterances a second in one call, on tweets and on chat, the first time and again; and one utterance alone."""
    scorer = model()
    talk = [*sources.restaurant(), *(row.text for row in sources.banking("test"))]
    for name, texts in (("tweets", [row.text for row in sources.tweets()]), ("chat", talk)):
        first, *later = (_seconds(partial(scorer.probabilities, texts)) for _ in range(4))
        rates = f"first call {len(texts) / first:,.0f}/s, best of the next three {len(texts) / min(later):,.0f}/s"
        print(f"{name}: n={len(texts)} {rates}")
    one = ["you are welcome, is there anything else?"]
    alone = sorted(_seconds(partial(scorer.probabilities, one)) for _ in range(2000))
    print(f"one short utterance: median {1e6 * alone[1000]:.0f} us")


def _seconds(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def main() -> None:
    """Print the sections asked for, or all."""
    parts = (tweets, conversations, chat, planted, development, tables, paper, equal, speed)
    sections = {part.__name__: part for part in parts}
    for name in sys.argv[1:] or sections:
        print(f"\n== {name}")
        sections[name]()


if __name__ == "__main__":
    main()
