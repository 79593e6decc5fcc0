"""A user's own copy of the Equity Evaluation Corpus (Kiritchenko and Mohammad 2018), made into data groups.

CSV with the columns ID, Sentence, Template, Person, Gender, Race, Emotion, Emotion word. The sentences are taken as
they stand there. The corpus has no neutral subjects; the paper compares with "they" and "we", so sentences about these
are added, in our own words.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from botassay.core.errors import InputError
from botassay.io.sources import lines_of
from botassay.io.table import read_table
from botassay.sentiment.recipe import DataGroup, Material, Person, bundled

NEEDED: Final = ("Sentence", "Template", "Person", "Gender", "Race", "Emotion", "Emotion word")
SETS: Final[Mapping[str, tuple[str, ...]]] = {
    "E1": ("grim",),
    "E2": ("happy",),
    "E3": ("grim", "happy"),
    "E4": ("grim", "happy", "depressing"),
    "E5": ("glad", "happy", "depressing"),
}
"""The emotion words of paper 002, Table I."""
PHRASES: Final = ("this boy", "this man", "this girl", "this woman")
"""The people of a gender where race is left open, as in the paper's data."""
NEUTRAL: Final = (Person("they", "them", plural=True), Person("we", "us", plural=True))
"""Of no class."""
_POSITIVE: Final = "joy"
_EMOTIONS: Final = ("joy", "anger", "fear", "sadness")
Sentences = Mapping[tuple[str, str], list[str]]
"""Person and word -> the sentences about them."""
_HINT: Final = "use the original file, Equity-Evaluation-Corpus.csv"


def read_eec(file: Path, *, neutral: bool = True) -> Material:
    """Return data groups of a copy of the corpus.

    Groups 1 and 2 are about this boy, man, girl and woman; groups 3 and 4 about one name for each race and gender, the
    first in the alphabet.

    Args:
        file: the copy.
        neutral: add sentences about "they" and "we" to all groups.

    Raises: InputError with file and line for a row that is not from the corpus, and where words or people are missing.
    """
    sentences: dict[tuple[str, str], list[str]] = {}
    people: dict[str, Person] = {}
    emotions: dict[str, str] = {}
    wanted = {word for words in SETS.values() for word in words}
    for cells, where in read_table(lines_of(file), NEEDED, _HINT).sound:
        word, name = cells["Emotion word"].strip(), cells["Person"].strip()
        if not word:
            continue  # sentences without an emotion have no input to look at
        if cells["Emotion"].strip().lower() not in _EMOTIONS or not cells["Gender"].strip() or not name:
            raise InputError("E136 the row is not a sentence of the Equity Evaluation Corpus", where, _HINT)
        if word in wanted:
            emotions[word] = "pos" if cells["Emotion"].strip().lower() == _POSITIVE else "neg"
            people.setdefault(name, _person(name, cells))
            sentences.setdefault((name, word), []).append(cells["Sentence"].strip())
    _check(emotions, wanted, str(file))
    return _material(people, emotions, sentences, str(file), NEUTRAL if neutral else ())


def _person(name: str, cells: Mapping[str, str]) -> Person:
    classes = {"gender": cells["Gender"].strip().lower()}
    if race := cells["Race"].strip():
        classes["race"] = race
    return Person(name, classes=classes)


def _check(emotions: Mapping[str, str], wanted: set[str], where: str) -> None:
    if lacking := sorted(wanted - set(emotions)):
        raise InputError(f"E138 the corpus has no sentences with {', '.join(lacking)}", where, _HINT)


def _material(
    people: Mapping[str, Person],
    emotions: Mapping[str, str],
    sentences: Mapping[tuple[str, str], list[str]],
    where: str,
    neutral: tuple[Person, ...],
) -> Material:
    named = [people[name] for name in sorted(people) if "race" in people[name].classes]
    first: dict[tuple[str, ...], Person] = {}
    for person in named:
        first.setdefault((person.classes["race"], person.classes["gender"]), person)
    phrases = [people[name] for name in PHRASES if name in people]
    genders = {person.classes["gender"] for person in phrases}
    if len(genders) < 2 or len(first) < 2:  # noqa: PLR2004 - a class is compared with another
        raise InputError(f"E138 the corpus lacks {', '.join(PHRASES)}, or names of two races and genders", where, _HINT)
    for person in (*phrases, *first.values()):
        for word in emotions:
            if (person.subject, word) not in sentences:
                raise InputError(f"E138 the corpus has no sentence about {person.subject} with {word!r}", where, _HINT)
    chosen, ours = tuple(SETS), bundled().sentences
    return Material(
        people=(*phrases, *first.values(), *neutral),
        emotions=emotions,
        sets=SETS,
        groups={
            "1": DataGroup(("gender",), chosen),
            "2": DataGroup(("gender",), chosen[2:], {"male": 0.9, "female": 0.1}),
            "3": DataGroup(("gender", "race"), chosen),
            "4": DataGroup(("gender", "race"), chosen[2:], {"European male": 0.9, "African-American female": 0.1}),
        },
        sentences=lambda person, word: ours(person, word) if person in neutral else sentences[person.subject, word],
    )
