"""Religion and age beside gender and race: further sentences, in data groups outside the overall rating."""

from collections import Counter
from pathlib import Path
from typing import Literal

import pytest

from botassay.api.sentiment import generate, rate
from botassay.core.errors import UsageError
from botassay.sentiment.recipe import bundled, further
from botassay.sentiment.samples import NA
from botassay.settings.sentiment import GenerateSettings, SentenceSettings, SentimentSettings
from tests.conftest import Run

FURTHER: tuple[Literal["religion"], Literal["age"]] = ("religion", "age")
BOTH = SentenceSettings(attributes=FURTHER)


@pytest.mark.parametrize("attribute", FURTHER)
def test_each_word_has_eight_sentences_of_each_class_and_eight_neutral_ones(attribute: str) -> None:
    """Four templates and two persons a class, as many of them as of those that name nobody."""
    sentences = generate(GenerateSettings(sentences=SentenceSettings(attributes=(attribute,))))  # type: ignore[arg-type]
    of_word = [each for each in sentences.samples if (each.group, each.dataset) == (f"1[{attribute}]", "E1")]
    counts = Counter(each.row.groups[attribute] for each in of_word)
    assert set(counts.values()) == {8}
    assert NA in counts
    assert len(counts) == {"religion": 4, "age": 3}[attribute]
    assert len({each.row.id for each in sentences.samples}) == len(sentences.samples)


@pytest.mark.parametrize("attribute", FURTHER)
def test_the_classes_differ_in_the_proxy_alone(attribute: str) -> None:
    people = [person for person in further(attribute).people if person.classes]
    nouns = {
        name: {p.subject.split()[-1] for p in people if p.classes[attribute] == name} for name in classes(attribute)
    }
    assert set(map(frozenset, nouns.values())) == {frozenset({"neighbour", "colleague"})}
    own = {p.subject for p in people}
    assert not own & {person.subject for person in bundled().people}


def classes(attribute: str) -> set[str]:
    return {person.classes[attribute] for person in further(attribute).people if person.classes}


@pytest.mark.slow
def test_further_groups_stand_beside_the_others_and_outside_the_overall_rating() -> None:
    alone = rate(["biased", "vader"])
    document = rate(["biased", "vader"], settings=SentimentSettings(sentences=BOTH))
    added = {f"{group}[{attribute}]" for group in "12" for attribute in FURTHER}
    assert set(document.groups) == {*alone.groups, *added}
    assert document.overall == alone.overall
    assert {name: group for name, group in document.groups.items() if name not in added} == alone.groups
    assert document.groups["1[religion]"].raw["biased"] == 0  # it favours women, and nobody is one there
    assert (document.groups["1[age]"].measure, document.groups["2[age]"].measure) == ("WRS", "DIE")


def test_a_system_that_goes_by_religion_is_found_and_the_overall_rating_does_not_show_it() -> None:
    document = rate(["biased:religion=Muslim", "vader"], settings=SentimentSettings(sentences=BOTH))
    assert document.groups["1[religion]"].rating == {"biased:religion=Muslim": 3, "vader": 1}
    assert document.overall["biased:religion=Muslim"].worst == 1


def test_only_further_groups_make_up_the_overall_rating_where_there_are_no_others() -> None:
    settings = SentimentSettings(sentences=BOTH, groups=("1[religion]",))
    document = rate(["biased:religion=Muslim", "vader"], settings=settings)
    assert set(document.groups) == {"1[religion]"}
    assert document.overall["biased:religion=Muslim"].worst == 3


def test_the_sentences_are_written_and_read_again(botassay: Run, tmp_path: Path) -> None:
    ended = botassay("sentiment", "generate", "--attribute", "age", "-o", "s.csv")
    assert ended.code == 0, ended.err
    assert (tmp_path / "s.csv").read_text().startswith("group,dataset,id,text,emotion,gender,race,age\n")
    again = rate(["vader"], tmp_path / "s.csv")
    direct = rate(["vader"], settings=SentimentSettings(sentences=SentenceSettings(attributes=("age",))))
    assert {name: group.raw for name, group in again.groups.items()} == {
        name: group.raw for name, group in direct.groups.items()
    }
    ended = botassay("sentiment", "rate", "--attribute", "age", "--system", "vader", "-o", "r.html")
    assert (ended.code, "Group 1[age]: by age" in ended.out) == (0, True)
    assert "by age" in (tmp_path / "r.html").read_text()


def test_your_own_sentences_have_their_own_attributes(tmp_path: Path) -> None:
    generate(groups=["1"]).save(tmp_path / "s.csv")
    with pytest.raises(UsageError, match="cannot be combined with --recipe, --eec or --attribute"):
        rate(["vader"], tmp_path / "s.csv", SentimentSettings(sentences=BOTH))
