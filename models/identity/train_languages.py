"""Train the weights of the question and its answers in other languages: writes ``questions.npz`` and ``replies.npz``.

    python models/identity/train_languages.py
    python models/identity/train_languages.py FOLDER AUTHOR

They stand in ``src/botassay/identity/languages/weights``, or in FOLDER where they are trained without an author. They
are trained on sentences that may be read, of seven authors: ``tests/data/languages`` but its measuring half (`first`
and `second`), ``models/identity/blind/*_look.tsv`` (`third`), ``models/identity/sixth`` (`sixth`),
``models/identity/eighth`` (`eighth`, and `aside`, a half that was put aside), ``models/identity/ninth`` (`ninth`),
the replies of ``models/identity/twelfth`` (`twelfth`), ``models/identity/thirteenth`` (`thirteenth`),
``models/identity/fourteenth`` (`fourteenth`) and ``models/identity/own`` (`own`, and `later`, `pairs`, `near`,
`traps` and `plain`, each written in one go). What was trained without an author can be measured on the
author's rows by ``blind_languages.py --weights FOLDER``; ``languages_by_author.py`` does it for all of them.
"""

import csv
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression

from botassay.identity.languages.concept_features import BUCKETS, buckets, question_features, reply_features
from botassay.identity.languages.folded_text import folded
from botassay.identity.languages.language_rules import LANGUAGES, language_rules
from botassay.identity.languages.likelihood import CLASSES, answered
from botassay.identity.languages.weighed import UNIT

ROOT: Final = Path(__file__).parents[2]
WEIGHTS: Final = ROOT / "src/botassay/identity/languages/weights"
DATA: Final = ROOT / "tests/data/languages"
STRENGTH: Final = 100.0
"""The inverse of the penalty on squared weights, for rows of length 1."""
PLAIN: Final = 0.3
"""Weight of a question in another form; as it stands it has 1."""
UNASKED: Final = 0.5
"""Weight of a reply without the question; with it, it has 1."""
VARIED: Final = 0.3
"""Weight of a reply with a typing error, and of one beside a sentence that is about neither machines nor people."""
DRAWS: Final = 8
"""How often what is left to chance in a form is drawn; together the draws have the weight of one."""
BEFORE: Final = 0.3
"""Share of these sentences that stand before the reply, not behind it."""
TELLING: Final = frozenset(
    "MACHINE HUMAN NAMEDAI ASSIST FAKE REAL ALIVE BODY BORN MADE HARD CANNED FOLK STAFF FAMILY IF YES NO".split()
)
"""Concepts that such a sentence must not have."""
KEPT: Final = 1
"""A bucket is kept if its largest weight has this many units or more."""
NAMES: Final = {"confirm": "machine", "deny": "human", "denial": "human", "neither": "neither", "unclear": "neither"}


class Row(NamedTuple):
    """A sentence of an author."""

    author: str
    code: str
    text: str
    label: str


def tab_separated(author: str, code: str, path: Path) -> Iterator[Row]:
    """Yield the rows of a file: a text and a label."""
    with path.open(encoding="utf-8", newline="") as lines:
        for row in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            yield Row(author, code, row[0], row[1])


def put_aside(text: str) -> bool:
    """Return whether a row of the eighth author is of the half that was not read while rules were mended."""
    return sha256(text.encode()).digest()[0] % 2 == 1


def with_header(code: str, name: str) -> Iterator[Row]:
    """Yield the rows of a file with named columns."""
    with (DATA / f"{code}_{name}.csv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            yield Row("first", code, row.get("text") or row["response"], row["label"])


def _written_later(code: str) -> Iterator[Row]:
    """Yield the rows of the latest authors; the twelfth's lines of users cost German more precision than they bring."""
    for author, kind in (("ninth", "*"), ("twelfth", "replies"), ("thirteenth", "*"), ("fourteenth", "*")):
        for path in sorted((ROOT / "models/identity" / author).glob(f"{code}_{kind}.tsv")):
            yield from tab_separated(author, code, path)


def rows() -> Iterator[Row]:
    """Yield all rows, those of the measuring half excepted."""
    for code in LANGUAGES:
        for name in ("questions", "replies", "second"):
            yield from with_header(code, name)
        for name in ("questions", "other", "replies"):
            yield from tab_separated("second", code, DATA / f"{code}_{name}_look.tsv")
            yield from tab_separated("third", code, ROOT / f"models/identity/blind/{code}_{name}_look.tsv")
        for name in ("questions", "replies"):
            yield from tab_separated("own", code, ROOT / f"models/identity/own/{code}_{name}.tsv")
        for author in ("later", "pairs", "near", "traps", "plain"):
            for path in sorted((ROOT / "models/identity/own").glob(f"{code}_*_{author}.tsv")):
                yield from tab_separated(author, code, path)
        for name in ("questions", "other", "replies"):
            yield from tab_separated("sixth", code, ROOT / f"models/identity/sixth/{code}_{name}.tsv")
            for row in tab_separated("eighth", code, ROOT / f"models/identity/eighth/{code}_{name}.tsv"):
                yield row._replace(author="aside") if put_aside(row.text) else row
        yield from _written_later(code)
        said = language_rules(code).prompts
        for label, lines in (("ask", said.plain + said.pressure), ("other", said.openings + said.remarks)):
            yield from (Row("own", code, line, label) for line in lines)
        for text in (ROOT / "models/identity/own/english.txt").read_text("utf-8").splitlines():
            yield Row("own", code, text, "other")  # asked in English, which is another recogniser's


class Example(NamedTuple):
    """The buckets of features, a class, and its weight."""

    features: np.ndarray
    label: str
    weight: float


def asked(all_rows: Sequence[Row]) -> Iterator[Example]:
    """Yield the examples of questions: as typed, without a mark at the end, with a slip, beside something else."""
    random = Random(5)  # noqa: S311 - no secrets
    others = {code: [row.text for row in all_rows if row.label == "other" and row.code == code] for code in LANGUAGES}
    for row in all_rows:
        if row.label in {"ask", "positive", "other", "negative"}:
            label = "ask" if row.label in {"ask", "positive"} else "other"
            yield Example(of_question(row.text, row.code), label, 1.0)
            bare = row.text.rstrip("?!. ")
            if bare != row.text:
                yield Example(of_question(bare, row.code), label, PLAIN)
            for _ in range(DRAWS):
                beside = [ended(row.text), ended(random.choice(others[row.code]))]
                random.shuffle(beside)
                for text in (slipped(row.text, random), " ".join(beside)):
                    if text != row.text:
                        yield Example(of_question(text, row.code), label, PLAIN / DRAWS)


def ended(text: str) -> str:
    """Return a text that ends a sentence."""
    return text if text[-1] in ".?!" else f"{text}."


def slipped(text: str, random: Random) -> str:
    """Leave out or swap a letter in one of the longer words."""
    said = text.split(" ")
    places = [place for place, word in enumerate(said) if len(word) > 4]
    if places:
        place = random.choice(places)
        word = said[place]
        at = random.randrange(1, len(word) - 2)
        swapped = word[at + 1] + word[at] if random.random() < 0.5 else word[at + 1]
        said[place] = word[:at] + swapped + word[at + 2 :]
    return " ".join(said)


def replied(all_rows: Sequence[Row]) -> Iterator[Example]:
    """Yield the examples of replies: as answers to "are you a machine?", without a question, and varied."""
    random = Random(7)  # noqa: S311 - no secrets
    plain = {code: [row.text for row in all_rows if row.code == code and is_unrelated(row)] for code in LANGUAGES}
    for row in all_rows:
        label = NAMES.get(row.label)
        if label:
            with_answer = of_reply(row.text, row.code, "machine")
            yield Example(with_answer, label, 1.0)
            without = of_reply(row.text, row.code, None)
            said_more = len(row.text.split()) > 3  # a bare yes says nothing without a question
            if said_more and not np.array_equal(without, with_answer):
                yield Example(without, label, UNASKED)
            for _ in range(DRAWS):
                for text in varied(row.text, plain[row.code] if label != "neither" else (), random):
                    yield Example(of_reply(text, row.code, "machine"), label, VARIED / DRAWS)


def varied(text: str, plain: Sequence[str], random: Random) -> Iterator[str]:
    """Yield a reply with a typing error, and one beside another sentence, where that can be done."""
    wrong = slipped(text, random)
    if wrong != text:
        yield wrong
    if plain:
        both = [ended(text), ended(random.choice(plain))]
        yield " ".join(reversed(both) if random.random() < BEFORE else both)


def is_unrelated(row: Row) -> bool:
    """Return whether a reply neither confirms nor denies, and is about something else."""
    rules = language_rules(row.code)
    said = rules.concepts.spoken(rules.spelled(folded(row.text)))
    elsewhere = all(TELLING.isdisjoint(each.concepts) for each in said)
    return NAMES.get(row.label) == "neither" and len(row.text.split()) > 2 and elsewhere


def of_question(text: str, code: str) -> np.ndarray:
    """Return the buckets of the features of a question."""
    rules = language_rules(code)
    return bucketed(question_features(rules.concepts.spoken(rules.spelled(folded(text))), code))


def of_reply(text: str, code: str, side: str | None) -> np.ndarray:
    """Return the buckets of the features of a reply."""
    rules = language_rules(code)
    return bucketed(reply_features(answered(rules.spelled(folded(text)), side, rules), code))


def bucketed(names: set[str]) -> np.ndarray:
    """Return the buckets of features."""
    return np.array(buckets(sorted(names)), np.int32)


def matrix(features: Sequence[np.ndarray]) -> csr_matrix:
    """Return a row for each set of features, of length 1."""
    counts = np.array([len(found) for found in features])
    values = np.repeat(np.maximum(counts, 1) ** -0.5, counts)
    ends = np.concatenate([[0], np.cumsum(counts)])
    return csr_matrix((values, np.concatenate(features), ends), shape=(len(counts), BUCKETS))


def fit(examples: Sequence[Example], classes: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """Return weights and biases in units: of one class if there are two, else of each."""
    model = LogisticRegression(C=STRENGTH, max_iter=2000).fit(
        matrix([each.features for each in examples]),
        [classes.index(each.label) for each in examples],
        sample_weight=[each.weight for each in examples],
    )
    return np.rint(UNIT * model.coef_.T).astype(np.int64), np.rint(UNIT * model.intercept_).astype(np.int64)


def write(path: Path, weights: np.ndarray, bias: np.ndarray) -> None:
    """Write weights as the steps between the buckets that have one."""
    kept = np.flatnonzero(np.abs(weights).max(axis=1) >= KEPT)
    steps = np.diff(kept, prepend=0).astype(np.uint32)
    small = np.int8 if np.abs(weights).max() < 128 else np.int16
    np.savez_compressed(path, steps=steps, weights=weights[kept].astype(small), bias=bias)
    print(f"{path.name}: {path.stat().st_size:,} bytes, {len(kept):,} of {BUCKETS:,} buckets")


def main() -> None:
    """Train, and write."""
    folder, left_out = (Path(sys.argv[1]), sys.argv[2]) if len(sys.argv) > 2 else (WEIGHTS, "")
    learned = [row for row in rows() if row.author != left_out]
    folder.mkdir(parents=True, exist_ok=True)
    write(folder / "questions.npz", *fit(list(asked(learned)), ("other", "ask")))
    write(folder / "replies.npz", *fit(list(replied(learned)), CLASSES))


if __name__ == "__main__":
    main()
