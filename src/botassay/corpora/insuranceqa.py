"""InsuranceQA (Feng et al. 2015), V1 and V2: questions, answers and the vocabulary of both, a file each."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from botassay.core.dialog import Dialog, Rejected
from botassay.core.errors import InputError
from botassay.corpora.utterance_builder import make_utterance
from botassay.io.flaws import FlawError
from botassay.io.lines import undecodable
from botassay.plugins.protocols import Bundle

HELD: Final = 2**26
"""Characters of the vocabulary and of the answers that are held, each."""
_QUESTIONS: Final = "insuranceqa.question.anslabel"
_ANSWERS: Final = "insuranceqa.label2answer"
_WORDS: Final = frozenset({"vocabulary", "vocabulary.txt"})
_WRITTEN: Final = ("raw", "token")
"""How texts are cut into words: the same texts come both ways. Those before the others are read."""
_POOL: Final = re.compile(r"\.(\d+)\.pool(?:\.solr)?")
_FIELDS: Final = 3
_V1: Final = re.compile(r"question\.(?:(train)\.token_idx\.label|(?:dev|test1|test2)\.label\.token_idx\.pool)")
"""Questions of V1: those to train on have a question and its labels, the others labels, a question and a pool."""
_V1_ANSWERS: Final = "answers.label.token_idx"
_COLUMNS: Final = {"questions": (3, 1, 2), "train": (2, 0, 1), "pools": (3, 1, 0)}
"""Part -> how many columns it has at least, which one is the question, and which one its labels."""
LAYOUTS: Final = (
    "InsuranceQA is read as V1 (question.train.token_idx.label, question.dev|test1|test2.label.token_idx.pool, "
    "answers.label.token_idx, vocabulary), as V2 (InsuranceQA.question.anslabel.*, InsuranceQA.label2answer.*, and "
    "vocabulary if .encoded), each with or without .gz, or as JSON lines with input and output"
)


@dataclass(frozen=True, slots=True)
class InsuranceQa:
    """Each question with each of its true answers is a dialog of one turn; the answer counts as the bot's.

    The same questions come in files for several sizes of the pool of wrong answers: the smallest is read, the others
    are left alone, and so is the pool. Words are `idx_N`, resolved by the vocabulary.
    """

    def bundles(self, names: Sequence[str]) -> Sequence[Bundle]:
        """Put each file of questions together with the answers that are written in the same way, and the vocabulary."""
        words = next((name for name in names if _bare(name) in _WORDS), None)
        answers = [name for name in names if _bare(name).startswith(_ANSWERS)]
        chosen: dict[str, Bundle] = {}
        for name in sorted((name for name in names if _bare(name).startswith(_QUESTIONS)), key=_preference):
            fitting = [answer for answer in answers if _written(answer) == _written(name)]
            split = _split(name)
            if split in chosen:
                chosen[split] = Bundle(chosen[split].parts, (*chosen[split].unread, name))
            elif fitting and (words or ".encoded" not in _bare(name)):
                chosen[split] = Bundle({"questions": name, "answers": fitting[0], **_vocabulary(words)})
        return [*_first_version(names, words), *(chosen[split] for split in sorted(chosen))]

    def sniff(self, first_line: str) -> bool:
        """Recognise a row of questions: domain, question, labels; or labels and a question of word numbers."""
        return first_line.count("\t") >= _FIELDS - 1 or ("\t" in first_line and "idx_" in first_line)

    def read_parts(self, parts: Mapping[str, Iterable[str]], name: str) -> Iterator[Dialog | Rejected]:
        """Return the dialogs in the order of the questions: `name:<question>:<label>`.

        Raises: InputError for a vocabulary or answers beyond the limit.
        """
        words = _Lexicon("vocabulary")
        answers = _Lexicon("answers")
        yield from words.take(parts.get("vocabulary", ()))
        yield from answers.take(parts["answers"])
        part = next(part for part in _COLUMNS if part in parts)
        for number, line in enumerate(parts[part], 1):
            if not line.isspace():
                yield from _asked(number, line, f"{name}:{number}", words, answers, _COLUMNS[part])


def _vocabulary(words: str | None) -> dict[str, str]:
    return {"vocabulary": words} if words else {}


def _first_version(names: Sequence[str], words: str | None) -> Iterator[Bundle]:
    """Return the bundles of V1: each file of questions with the answers and the vocabulary."""
    answers = next((name for name in names if _bare(name) == _V1_ANSWERS), None)
    for name in names:
        match = _V1.fullmatch(_bare(name))
        if match and answers and words:
            yield Bundle({"train" if match[1] else "pools": name, "answers": answers, "vocabulary": words})


def _bare(name: str) -> str:
    return name.lower().removesuffix(".gz")


def _written(name: str) -> str:
    return next((way for way in _WRITTEN if f".{way}." in f"{_bare(name)}."), "")


def _preference(name: str) -> tuple[int, int, str]:
    pool = _POOL.search(name)
    way = _written(name)
    return _WRITTEN.index(way) if way else len(_WRITTEN), int(pool[1]) if pool else 0, name


def _split(name: str) -> str:
    """Name what a file of questions is about, however it is written and whatever its pool."""
    bare = _POOL.sub("", _bare(name))
    return ".".join(part for part in bare.split(".") if part not in _WRITTEN)


class _Lexicon:
    """A file of two columns: a key, and its value."""

    def __init__(self, part: str) -> None:
        self._part = part
        self._texts: dict[str, str] = {}

    def take(self, lines: Iterable[str]) -> Iterator[Rejected]:
        held = 0
        for number, line in enumerate(lines, 1):
            key, tab, text = line.rstrip("\r\n").partition("\t")
            held += len(line)
            if held > HELD:
                raise InputError(
                    f"E126 the {self._part} is longer than {HELD:,} characters", hint="split it into smaller files"
                )
            if tab and key and not undecodable(line):
                self._texts[key] = text
            elif not line.isspace():
                hint = "a line is a key, a tab and a text, in UTF-8"
                yield Rejected(number, "E147", f"the line does not belong to the {self._part}", hint, part=self._part)

    def __getitem__(self, key: str) -> str:
        if key not in self._texts:
            hint = "use files from one download"
            raise FlawError("E148", f"{key[:40]!r} is not in the {self._part}", hint)
        return self._texts[key]


def _asked(
    number: int, line: str, name: str, words: _Lexicon, answers: _Lexicon, columns: tuple[int, int, int]
) -> Iterator[Dialog | Rejected]:
    """Return a dialog for each true answer to one question."""
    fields = line.rstrip("\r\n").split("\t")
    fewest, question, labels = columns
    if len(fields) < fewest or undecodable(line) or not fields[labels].split():
        hint = "a row has a question and the labels of its answers, with tabs between, in UTF-8"
        yield Rejected(number, "E149", "the row is not a question with answers", hint, name)
        return
    for label in dict.fromkeys(fields[labels].split()):
        dialog = f"{name}:{label}"
        try:
            asked, answered = _text(fields[question], words), _text(answers[label], words)
            turn = (make_utterance("user", asked), make_utterance("bot", answered))
            yield Dialog(dialog, tuple(utterance for utterance in turn if utterance))
        except FlawError as flaw:
            yield Rejected(number, flaw.code, flaw.text, flaw.hint, dialog)


def _text(tokens: str, words: _Lexicon) -> str:
    return " ".join(words[token] if token.startswith("idx_") else token for token in tokens.split())
