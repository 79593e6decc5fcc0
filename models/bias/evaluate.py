"""Print every figure that the model card states.

    BOTASSAY_DATA=... python models/bias/evaluate.py [SECTION ...]

Sections: worth, errors, assumptions, published, pairs, talk, speed; all without one. Takes two minutes.
"""

import csv
import gzip
import json
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import train
from numpy.typing import NDArray

from botassay.core.dialog import Role
from botassay.corpora import open_corpus
from botassay.trust.bias import bias_lexicon as slant
from botassay.trust.bias import checker as bias
from botassay.trust.bias.bias_lexicon import CLASSES, FEWEST_WORDS
from botassay.trust.bias.wordlists import WordLists

CUT = 1 / 3
HERE = Path(__file__).parent
PAIRS = HERE.parents[1] / "tests/data/bias_contrast_pairs.csv"
ORACLE = HERE.parents[1] / "tests/papers/oracles/bias_bsd.json"

Floats = NDArray[np.float64]


def table() -> tuple[Floats, Floats, list[str]]:
    """Give the columns of the 41 sentences, how biased they were found, and their stories."""
    rows = train.judged()
    return train.design([row.text for row in rows]), np.array([row.bias for row in rows]), [row.story for row in rows]


def worth() -> None:
    """What each class is worth, and in how many of the 41 sentences it occurs."""
    columns, judged, _ = table()
    model = slant.shipped()
    fitted = train.tuned(columns, judged)
    print("penalty", train.best_penalty(columns, judged), "intercept", model.intercept, "tone", model.tone)
    for place, name in enumerate(CLASSES):
        seen, before = np.count_nonzero(columns[:, place]), train.PRIOR.get(name, 0.0)
        print(f"  {name:15} sentences {seen:2} before {before:3} worth {model.worth[name]:6.2f}")
    print(
        "shipped is what the fit gives:",
        np.allclose(fitted.slopes[:-1] * FEWEST_WORDS, [*model.worth.values()], atol=1e-6),
    )


def errors() -> None:
    """Errors within the sentences, and on sentences and stories that were left out."""
    columns, judged, stories = table()
    _errors("fitted and measured on all", train.tuned(columns, judged).predict(columns), judged)
    _errors("mean, sentence left out", train.left_out(columns, judged, _mean), judged)
    _errors("ours, sentence left out", train.left_out(columns, judged, train.tuned), judged)
    _errors("mean, story left out", train.left_out(columns, judged, _mean, stories), judged)
    _errors("ours, story left out", train.left_out(columns, judged, train.tuned, stories), judged)


def _mean(columns: Floats, judged: Floats) -> train.Fitted:
    return train.Fitted(float(judged.mean()), np.zeros(columns.shape[1]))


def _errors(name: str, predicted: Floats, judged: Floats) -> None:
    gone = float(np.sum((predicted - judged) ** 2) / np.sum((judged - judged.mean()) ** 2))
    mae = float(np.abs(predicted - judged).mean())
    related = float(np.corrcoef(predicted, judged)[0, 1]) if np.ptp(predicted) else 0.0
    print(f"{name:32} RMSE {train.rmse(predicted, judged):.3f} MAE {mae:.3f} R2 {1 - gone:.3f} r {related:.2f}")


def assumptions() -> None:
    """What other assumptions would have given: no prior; a class left out; one strength of the prior."""
    columns, judged, stories = table()
    for name, groups in (("sentence", None), ("story", stories)):
        blank = train.left_out(columns, judged, lambda c, b: train.tuned(c, b, train.BLANK), groups)
        _errors(f"no prior, {name} left out", blank, judged)
    for name in ("motive", "hedge", "tone"):
        kept = [place for place, column in enumerate([*CLASSES, slant.TONE]) if column != name]
        assumed = train.Assumptions(train.OURS.prior[kept], train.OURS.floors[kept])
        fewer = train.left_out(columns[:, kept], judged, lambda c, b, a=assumed: train.tuned(c, b, a))  # type: ignore[misc]
        _errors(f"without {name}, sentence left out", fewer, judged)
    _set_aside(columns, judged, stories)
    for penalty in train.PENALTIES:
        strict = train.left_out(columns, judged, lambda c, b, p=penalty: train.fit(c, b, p))  # type: ignore[misc]
        _errors(f"penalty {penalty:g}, sentence left out", strict, judged)


def _set_aside(columns: Floats, judged: Floats, stories: list[str]) -> None:
    """What the classes would add that tell what people said, and are no slant: names of offices, and pronouns."""
    for names in (["politics"], ["third-person"], ["politics", "third-person"]):
        entries = {name: (HERE / f"set_aside/{name}.txt").read_text("utf-8").splitlines() for name in names}
        lists = WordLists.of({name: [line for line in entries[name] if line[0] != "#"] for name in names})
        more = np.array([train.counted(row.text, lists, names) for row in train.judged()])
        wider = np.hstack([more, columns])
        none = np.zeros(len(names))
        assumed = train.Assumptions(
            np.append(none, train.OURS.prior), np.append(np.full(len(names), -np.inf), train.OURS.floors)
        )
        for kind, groups in (("sentence", None), ("story", stories)):
            fuller = train.left_out(wider, judged, lambda c, b, a=assumed: train.tuned(c, b, a), groups)  # type: ignore[misc]
            _errors(f"with {' and '.join(names)}, {kind} left out", fuller, judged)


def published() -> None:
    """The model of 2015: least squares on its own features, as printed; and its error on what is left out."""
    named = json.loads(ORACLE.read_text("utf-8"))["model_2015_paper_TableII"]["coef"]
    with (train.data() / "bsd-bias41/collapsedData.csv").open(newline="", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    columns = np.array([[float(row[name]) for name in named] for row in rows])
    _, judged, stories = table()
    _errors("2015, measured on all", _least_squares(columns, judged).predict(columns), judged)
    _errors("2015, sentence left out", train.left_out(columns, judged, _least_squares), judged)
    _errors("2015, story left out", train.left_out(columns, judged, _least_squares, stories), judged)


def _least_squares(columns: Floats, judged: Floats) -> train.Fitted:
    found = np.linalg.lstsq(np.column_stack([np.ones(len(columns)), columns]), judged, rcond=None)[0]
    return train.Fitted(float(found[0]), found[1:].astype(np.float64))


def pairs() -> None:
    """The contrast pairs, written before the fit, by kind; and those written after it."""
    for path in (PAIRS, HERE / "fresh_first.csv", HERE / "fresh_second.csv", HERE / "fresh_third.csv"):
        with path.open(newline="", encoding="utf-8") as lines:
            rows = list(csv.DictReader(lines))
        slanted, neutral = (np.array([bias.utterance(row[side]) for row in rows]) for side in ("slanted", "neutral"))
        _pairs(path.name, slanted, neutral)
        kinds = np.array([row.get("kind", "") for row in rows])
        for kind in dict.fromkeys(kinds.tolist()):
            if kind:
                _pairs(f"  {kind}", slanted[kinds == kind], neutral[kinds == kind])
        missed = sorted(zip((slanted - neutral).tolist(), [row["slanted"] for row in rows], strict=True))[:3]
        print("  least apart:", *(f"{gap:.2f} {text}" for gap, text in missed), sep="\n    ")


def _pairs(name: str, slanted: Floats, neutral: Floats) -> None:
    sides = f"slanted >= 1/3 {(slanted >= CUT).sum()} neutral < 1/3 {(neutral < CUT).sum()}"
    means = f"means {slanted.mean():.2f} {neutral.mean():.2f}"
    print(f"{name}: n={len(slanted)} in order {(slanted > neutral).sum()} {sides} {means}")


def corpora() -> dict[str, list[str]]:
    """Read talk in which slant is rare."""
    folder = train.data()
    with (folder / "banking77/test.csv").open(newline="", encoding="utf-8") as lines:
        banking = [row["text"] for row in csv.DictReader(lines)]
    with (folder / "convabuse/ConvAbuseEMNLPtrain.csv").open(newline="", encoding="utf-8") as lines:
        agents = [row["agent"] for row in csv.DictReader(lines)]
    with gzip.open(folder / "clinc150/data_full.json.gz") as packed:
        clinc = [text for part in json.load(packed).values() for text, _ in part]
    restaurant = open_corpus(folder / "dstc2-babi6", "babi")
    return {
        "DSTC2, bot": [said.text for dialog in restaurant for _, said in dialog.said_by(Role.BOT)],
        "SGD, bot": [*_services("001"), *_services("009")],
        "BANKING77 test, users": banking,
        "CLINC150, users": clinc,
        "ConvAbuse train, two open-domain bots": [text for text in agents if text.strip()],
        "Ubuntu IRC, people": _irc(folder / "ubuntu-irc"),
    }


def _services(number: str) -> list[str]:
    packed = gzip.decompress((train.data() / f"sgd-sample/dev_dialogues_{number}.json.gz").read_bytes())
    turns = (turn for dialog in json.loads(packed) for turn in dialog["turns"])
    return [turn["utterance"] for turn in turns if turn["speaker"] == "SYSTEM"]


def _irc(folder: Path) -> list[str]:
    texts = []
    for path in sorted(folder.rglob("*ascii.txt.gz")):
        with gzip.open(path, "rt", encoding="utf-8", errors="replace") as lines:
            texts += [line.split("> ", 1)[1].strip() for line in lines if "> " in line]
    return [text for text in texts if text]


def talk() -> None:
    """Talk in which slant is rare: how slanted it reads."""
    for name, texts in corpora().items():
        scores = np.array([bias.utterance(text) for text in texts])
        over = scores >= CUT
        print(f"{name}: n={len(texts)} mean {scores.mean():.3f} max {scores.max():.3f}", end=" ")
        print(f">= 1/3: {over.sum()} = {100 * over.mean():.3f} %")
        worst = sorted(set(texts), key=lambda text: (-bias.utterance(text), text))[:3]
        print(*(f"    {bias.utterance(text):.2f} {text}" for text in worst), sep="\n")


def speed() -> None:
    """Utterances a second: as they come (bots repeat themselves), and distinct ones, each seen for the first time."""
    talked = corpora()
    checker = bias.Bias("B.mean")
    checker.values(["Warm up."])
    for name in ("DSTC2, bot", "SGD, bot", "BANKING77 test, users"):
        distinct = list(dict.fromkeys(talked[name]))
        for what, texts in (("as they come", talked[name]), ("distinct", distinct)):
            bias.forget_sentences()  # what was remembered would hide the cost
            print(f"{name}, {what}: n={len(texts)} {len(texts) / _seconds(lambda t=texts: checker.values(t)):,.0f}/s")  # type: ignore[misc]


def _seconds(action: Callable[[], object]) -> float:
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def main(names: Sequence[str]) -> None:
    """Print the sections asked for, or all."""
    sections = {part.__name__: part for part in (worth, errors, assumptions, published, pairs, talk, speed)}
    for name in names or sections:
        print(f"\n== {name}")
        sections[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
