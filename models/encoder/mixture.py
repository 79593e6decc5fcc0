"""What the encoder learns: which rows of which source, insults inside long replies, and the lines that are answered."""

import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache

import sources
from sources import HATE, NEITHER, OFFENSIVE, Row, abuse

from botassay.encoder.units import readable, sentences

SEED = 11
QUOTA = {  # rows of a source and class; all where nothing is said
    ("tweets", OFFENSIVE): 1800,
    ("sgd", NEITHER): 2330,
    ("banking77", NEITHER): 700,
    ("clinc150", NEITHER): 2200,
    ("ubuntu", NEITHER): 1500,
    ("carriers", NEITHER): 2000,
    ("own", OFFENSIVE): 7000,
    ("own", HATE): 2500,
    ("own", NEITHER): 9000,
}
BESIDE, INSIDE = 3000, 2600
"""So many own sentences are put beside service sentences, and inside real long replies."""
_FIRST = 34_000  # rows of the first generation
_EIGHTH = 3  # which of the rest the last generation learns: none of the second did
_PLAUSIBLE = 0.15  # chance of abuse of the sentence that is taken for the insult of a reply
_PLANTED_WORDS = 30  # of a judged reply that is put into others, at most
LONG = 35
"""Words of a reply that counts as long."""
ANSWERING = 0.35
"""So many of the rows without a line get one, drawn regardless of class."""
ALONE = 0.6
"""So many of the harmless rows with a line are learned without it, the others with it; abusive ones both ways."""
FIRST_ALONE, TWICE = (0, 1), (4, 5)
"""Parts of the third generation that learn the judged replies written first alone, and those that learn all twice."""
RUN, SHARED = 5, 0.8
"""A training text that holds so many of the runs of so many words of a measured text is left out."""
_FEWEST = 5  # words of a measured text of a corpus that may not be learned: "Thank you." may
_ENDS = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'])")


def generation(number: int, part: int = 0) -> list[Row]:
    """Give what is learned in a generation of the training, `part` of it.

    First rows of everything but the sentences of this folder; then those and, for each part, another quarter of the
    rest; then judged replies, every other own sentence and an eighth of the rest. Of the judged replies the first two
    parts of the third generation learn those that were written first, two more learn all, and the last two all twice.
    The fourth learns the replies judged last: its first part twice, together with the rows of the third part of the
    third generation; its second part once, together with the other judged replies and half of everything else.
    """
    rows = sources.shuffled(training(), 3)
    own = {path.stem for path in sources.own_files()}
    if number == 1:
        return [row for row in rows if row.source not in own][:_FIRST]
    if number == 2:
        return [row for at, row in enumerate(rows) if row.source in own or at % 4 == part]
    if number == 4 and part == 0:
        return [*replies_told(sources.LATEST) * 2, *generation(3, 2)]
    if number == 4:
        return [*replies_told(sources.LATEST), *replies_told(2), *rows[::2]]
    again = [row for at, row in enumerate(rows) if (at % 2 == 0 if row.source in own else at % 8 == _EIGHTH)]
    return [*replies_told(1 if part in FIRST_ALONE else 2) * (2 if part in TWICE else 1), *again]


def sentences_of(number: int, part: int) -> dict[int, int]:
    """Return of which judged replies a part of a generation learns the worst sentence, and how many times."""
    if number == 3:
        return {1 if part in FIRST_ALONE else 2: 1}
    return {sources.LATEST: 2 if part == 0 else 1, 2: 1} if number > 3 else {}


def replies_told(written: int) -> list[Row]:
    """Give judged replies: each alone and beside its line; short ones inside service talk and long replies, too."""
    guard = Guard()
    rows = guard.without_measured(sources.judged_replies(written=written))
    made = []
    for row in rows:
        clear = row.prejudice if not row.line or sources.names_group(row.text) else None
        if row.label or clear is not None:
            made.append(replace(row, line="", prejudice=clear))
        if row.line:
            made.append(replace(row, weight=1.0))
    short = [replace(row, line="") for row in rows if row.label and len(row.text.split()) <= _PLANTED_WORDS]
    service = [row for row in sources.carriers() if row.label == NEITHER]
    planted = [*beside(short, service, 500), *inside(short, sources.assistant(), 500)]
    return [_as_read(row) for row in [*made, *guard.without_measured(planted)]]


def told_sentences(written: int, chances: Callable[[Sequence[str]], Sequence[float]]) -> list[Row]:
    """Give, of each judged reply, the sentence that a model finds most abusive; it is what the reply is.

    Args:
        written: which judged replies, see `sources.judged_replies`.
        chances: how likely texts are to be abusive, by the model as it is before this generation.
    """
    rows = sources.judged_replies(written=written)
    replies = [(row, parts) for row in rows if row.label and len(parts := sentences(row.text)) > 1]
    flat = [part for _, parts in replies for part in parts]
    known = dict(zip(flat, chances(flat), strict=True))
    made = []
    for row, parts in replies:
        worst = max(parts, key=known.__getitem__)
        if row.label == NEITHER or known[worst] >= _PLAUSIBLE:
            made.append(replace(row, text=worst, line="", prejudice=0.0 if row.label == NEITHER else None, weight=1.5))
    return made


def training() -> list[Row]:
    """Give all rows that are learned, in a fixed order, none of them measured on."""
    own = sources.own()
    plain = [
        *sources.abuse_own(),
        *sources.carriers(),
        *sources.customers(),
        *sources.technical(),
        *sources.service("009"),
    ]
    rows = [*quota([*sources.tweets(), *plain]), *sources.users("train"), *sources.bots("train")]
    rows += [*sources.replies(), *sources.assistant(), *own]
    guard = Guard()
    rows = guard.without_measured(rows)
    inner = [
        row for row in rows if row.source in {"own", *(path.stem for path in sources.own_files())} and not row.line
    ]
    outer = [row for row in rows if row.source in {"carriers", "clinc150", "sgd"} and row.label == NEITHER]
    rows += guard.without_measured([*beside(inner, outer), *inside(inner, rows)])
    return [_as_read(row) for row in answering(rows)]


def _as_read(row: Row) -> Row:
    return replace(row, text=_folded(row.text) or row.text, line=_folded(row.line))


@cache
def _folded(text: str) -> str:
    return " ".join(readable(text).split())


def quota(rows: Sequence[Row]) -> list[Row]:
    """Give at most so many rows of a source and class as `QUOTA` says."""
    kinds: dict[tuple[str, str | None], list[Row]] = defaultdict(list)
    for row in rows:
        kinds[row.source, row.label].append(row)
    return [row for kind, found in kinds.items() for row in sources.shuffled(found, SEED)[: QUOTA.get(kind)]]  # type: ignore[arg-type]


def _by_class(rows: Iterable[Row]) -> dict[str, list[Row]]:
    classes: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row.label:
            classes[row.label].append(row)
    return classes


_SHARES = (OFFENSIVE,) * 9 + (HATE,) * 3 + (NEITHER,) * 8


def beside(inner: Sequence[Row], outer: Sequence[Row], count: int = BESIDE) -> list[Row]:
    """Put own sentences before or after service sentences; the labels stay those of the own sentence."""
    draw = random.Random(SEED)  # noqa: S311 - no secret
    classes, made = _by_class(row for row in inner if len(row.text) < 250), []
    for _ in range(count):
        row, around = abuse.pick(draw, classes[abuse.pick(draw, _SHARES)]), abuse.pick(draw, outer).text
        parts = [around, row.text] if draw.random() < 0.65 else [row.text, around]
        if draw.random() < 0.3:
            parts = [re.sub(r"[.,;:!?]+", "", part).lower() for part in parts]
        else:
            parts = [part[0].upper() + part[1:] + ("" if part[-1] in ".!?" else ".") for part in parts]
        made.append(replace(row, text=" ".join(parts), source="beside"))
    return made


def inside(inner: Sequence[Row], rows: Sequence[Row], count: int = INSIDE) -> list[Row]:
    """Put own sentences into real long replies, between two of their sentences, in front of them or behind."""
    draw = random.Random(SEED + 1)  # noqa: S311 - no secret
    long = [
        row
        for row in rows
        if row.source in {"assistant", "diasafety", "long"}
        and row.label == NEITHER
        and row.prejudice == 0.0
        and len(row.text.split()) >= LONG
    ]
    classes, made = _by_class(row for row in inner if len(row.text) < 250), []
    for _ in range(count):
        row, around = abuse.pick(draw, classes[abuse.pick(draw, _SHARES)]), abuse.pick(draw, long)
        spoken = _ENDS.split(around.text)
        place = int(draw.random() * (len(spoken) + 1))
        sentence = row.text[0].upper() + row.text[1:] + ("" if row.text[-1] in ".!?" else ".")
        made.append(
            replace(row, text=" ".join([*spoken[:place], sentence, *spoken[place:]]), source="inside", line=around.line)
        )
    return made


def lines() -> list[str]:
    """Give what users say: to a bank, to an assistant, to bots that they insult, and prejudiced things."""
    asked = [row.text for row in sources.shuffled(sources.customers(), 5)[:1500]]
    hostile = [row.text for row in sources.users("train")]
    provoking = [row.line for row in sources.assistant()]
    contexts = [found["context"] for found in sources.diasafety("train")[::3]]
    insults = [row.text for row in sources.shuffled(sources.abuse_own(), 6) if row.label != NEITHER]
    prejudiced = [row.text for row in [*sources.abuse_own(), *sources.own()] if row.prejudice == 1.0]
    own = [line for _, line in sources.sections(sources.SENTENCES / "lines.txt")]
    chosen = sources.shuffled(prejudiced, 7)[:2500]
    pools: list[list[str]] = [asked, hostile, provoking, contexts, insults[:2500], chosen, own * 5]
    return [line for pool in pools for line in pool if line]


_AGREEING = re.compile(
    r"^(?:yes|yeah|yep|yup|sure|right|true|exactly|i agree|agreed|of course|that's true|you're right|you are right|"
    r"so true|ok|okay|absolutely|definitely|indeed|certainly|totally|good point|correct|of course)\b",
    re.IGNORECASE,
)


def answering(rows: Sequence[Row]) -> list[Row]:
    """Let rows answer lines that are drawn regardless of class; the reply alone is learned for abuse as well."""
    draw, pool = random.Random(SEED + 2), lines()  # noqa: S311 - no secret
    made = []
    for row in rows:
        if row.line:
            # the reply alone tells of abuse; of prejudice where it does not lean on what it answers
            chance = draw.random()
            if chance < ALONE and row.label is not None:
                alone = row.prejudice if row.source not in {"diasafety", *_PAIRED} or row.prejudice == 0.0 else None
                made.append(replace(row, line="", prejudice=alone))
            if chance >= ALONE or row.label != NEITHER:
                made.append(row)
        elif draw.random() < ANSWERING:
            line = abuse.pick(draw, pool)
            unclear = _AGREEING.match(row.text) and sources.names_group(line)
            made.append(replace(row, line=line, prejudice=None if unclear and row.prejudice == 0.0 else row.prejudice))
        else:
            made.append(row)
    return made


_PAIRED = {"answers"}  # files of own sentences whose replies mean something only beside the line


class Guard:
    """Leaves out what is measured on, word for word or nearly so."""

    def __init__(self) -> None:
        written, corpora = sources.measured()
        self._known = {normal(text) for text in written if len(normal(text)) > 1}
        self._known |= {key for text in corpora if len((key := normal(text)).split()) >= _FEWEST}
        self._runs: dict[tuple[str, ...], set[int]] = defaultdict(set)
        self._sizes: list[int] = []
        for text in {*written, *corpora}:
            if runs := set(_runs(text)):
                for run in runs:
                    self._runs[run].add(len(self._sizes))
                self._sizes.append(len(runs))

    def is_measured(self, text: str) -> bool:
        """Say whether a text is measured on, or nearly."""
        if normal(text) in self._known:
            return True
        counts = Counter(at for run in set(_runs(text)) for at in self._runs.get(run, ()))
        return any(count >= SHARED * self._sizes[at] for at, count in counts.items())

    def without_measured(self, rows: Sequence[Row]) -> list[Row]:
        """Give the rows that are not measured on; print how many of each source were left out."""
        kept = [row for row in rows if not self.is_measured(row.text)]
        left = Counter(row.source for row in rows) - Counter(row.source for row in kept)
        print("left out, because measured:", dict(left), flush=True)
        return kept


def _runs(text: str) -> list[tuple[str, ...]]:
    words = normal(text).split()
    return [tuple(words[at : at + RUN]) for at in range(len(words) - RUN + 1)]


def normal(text: str) -> str:
    """Give a text without case and punctuation."""
    return re.sub(r"\W+", " ", text.lower()).strip()
