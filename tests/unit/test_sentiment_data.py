"""The sentences of the data groups: from the bundled set, a recipe, the Equity Evaluation Corpus, or a file."""

from collections import Counter
from pathlib import Path

import pytest

from botassay.api.sentiment import generate, rate
from botassay.core.errors import InputError, UnknownNameError
from botassay.sentiment.eec import read_eec
from botassay.sentiment.reading import read_data
from botassay.sentiment.recipe import bundled, read_recipe
from botassay.sentiment.samples import SentimentSample, label, rated_groups
from botassay.sentiment.sentence_generator import generate_sentences
from botassay.settings.sentiment import SentenceSettings, SentimentSettings, SentimentTestSettings

RECIPE = """
templates = ["{Subject} [is|are] {emotion}.", "It made {object} {emotion}."]
[emotions]
neg = ["sad"]
pos = ["proud"]
[sets]
S1 = ["sad", "proud"]
[groups.1]
attributes = ["age"]
sets = ["S1"]
[groups.2]
attributes = ["age"]
sets = ["S1"]
positive = { old = 1.0, young = 0.0 }
[[people]]
subject = "the old one"
classes = { age = "old" }
[[people]]
subject = "the young one"
classes = { age = "young" }
[[people]]
subject = "the grown-up"
classes = { age = "middle" }
[[people]]
subject = "the baby"
classes = { age = "tiny" }
[[people]]
subject = "they"
object = "them"
plural = true
"""


def counts(samples: list[SentimentSample], group: str) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {}
    for sample in samples:
        if sample.group == group:
            found.setdefault(sample.dataset, Counter())[label(sample.row.groups, tuple(sample.row.groups))] += 1
    return found


@pytest.fixture(scope="module")
def samples() -> list[SentimentSample]:
    return list(generate_sentences(bundled(), 1))


def test_the_bundled_groups_have_the_shape_of_the_papers(samples: list[SentimentSample]) -> None:
    assert {name: found.total() for name, found in counts(samples, "1").items()} == {
        "E1": 24, "E2": 24, "E3": 48, "E4": 72, "E5": 72,
    }  # fmt: skip
    assert counts(samples, "1")["E1"] == {"male": 8, "female": 8, "NA": 8}
    assert counts(samples, "3")["E1"] == {
        "European male": 4, "European female": 4, "African-American male": 4, "African-American female": 4, "NA": 8,
    }  # fmt: skip
    for group in "24":
        assert {name: found.total() for name, found in counts(samples, group).items()} == {"E3": 24, "E4": 24, "E5": 24}
    assert [rated.name for rated in rated_groups(samples)] == ["1", "2", "3_R", "3_G", "3_RG", "4"]


def test_without_a_confounder_every_class_has_the_same_words(samples: list[SentimentSample]) -> None:
    for group in "13":
        for dataset in ("E1", "E2", "E3", "E4", "E5"):
            shares: dict[str, Counter[str]] = {}
            for sample in samples:
                if (sample.group, sample.dataset) == (group, dataset):
                    who = label(sample.row.groups, tuple(sample.row.groups))
                    shares.setdefault(who, Counter())[sample.emotion] += 1
            of_pos = {who: found["pos"] / found.total() for who, found in shares.items()}
            assert len(set(of_pos.values())) == 1


def test_with_a_confounder_words_go_with_the_class() -> None:
    drawn = Counter(
        (sample.group, label(sample.row.groups, tuple(sample.row.groups)), sample.emotion)
        for seed in range(60)
        for sample in generate_sentences(bundled(), seed, ["2", "4"])
    )

    def share(group: str, who: str) -> float:
        return drawn[group, who, "pos"] / (drawn[group, who, "pos"] + drawn[group, who, "neg"])

    assert share("2", "male") == pytest.approx(0.9, abs=0.03)
    assert share("2", "female") == pytest.approx(0.1, abs=0.03)
    assert share("2", "NA") == pytest.approx(0.5, abs=0.04)
    assert share("4", "European male") == pytest.approx(0.9, abs=0.04)
    assert share("4", "African-American female") == pytest.approx(0.1, abs=0.04)
    assert share("4", "African-American male") == pytest.approx(0.5, abs=0.06)


def test_the_same_seed_makes_the_same_sentences(samples: list[SentimentSample]) -> None:
    assert list(generate_sentences(bundled(), 1)) == samples
    assert list(generate_sentences(bundled(), 2)) != samples
    assert list(generate_sentences(bundled(), 1, ["4"])) == [sample for sample in samples if sample.group == "4"]
    assert len({sample.row.id for sample in samples}) == len(samples)


def test_a_file_of_sentences_is_read_as_it_was_written(samples: list[SentimentSample], tmp_path: Path) -> None:
    file = tmp_path / "s.csv"
    generate().save(file)
    assert file.read_text() == generate().csv()
    back = read_data(file).samples
    assert [(one.group, one.dataset, one.emotion, one.row.id, one.row.text) for one in back] == [
        (one.group, one.dataset, one.emotion, one.row.id, one.row.text) for one in samples
    ]
    assert rated_groups(back) == rated_groups(samples)
    assert back[0].row.groups == {"gender": "male", "race": "NA"}


def test_a_recipe_of_ones_own_with_any_attribute_and_any_number_of_classes(tmp_path: Path) -> None:
    file = tmp_path / "r.toml"
    file.write_text(RECIPE)
    made = list(generate_sentences(read_recipe(file).material(), 1))
    assert counts(made, "1") == {"S1": {"old": 4, "young": 4, "middle": 4, "tiny": 4, "NA": 4}}
    assert {sample.row.text for sample in made} >= {"They are proud.", "It made them sad.", "The old one is sad."}
    assert {one.emotion for one in made if one.group == "2" and one.row.groups["age"] == "old"} == {"pos"}
    assert {one.emotion for one in made if one.group == "2" and one.row.groups["age"] == "young"} == {"neg"}
    assert [rated.name for rated in rated_groups(made)] == ["1", "2"]
    with pytest.raises(UnknownNameError, match="no data group '3'"):
        list(generate_sentences(read_recipe(file).material(), 1, ["3"]))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('{emotion}.",', '{feeling}.",', "no place 'feeling'"),
        ("It made {object} {emotion}.", "It made them {emotion}.", "lacks"),
        ('pos = ["proud"]', 'pos = ["sad"]', "is repeated"),
        ('S1 = ["sad", "proud"]', 'S1 = ["sad", "prod"]', "did you mean 'proud'"),
        ('S1 = ["sad", "proud"]', 'S1 = ["sad"]', "words of one emotion"),
        ('S1 = ["sad", "proud"]', "S1 = []", "has no words"),
        ("[groups.2]", "[groups.5]", "no data group '5'"),
        ("positive = { old = 1.0, young = 0.0 }", "", "group 2 needs positive"),
        ("positive = { old = 1.0, young = 0.0 }", "positive = { odl = 1.0 }", "did you mean 'old'"),
        ("positive = { old = 1.0, young = 0.0 }", "positive = { old = 2.0 }", "not a probability"),
        ('attributes = ["age"]', 'attributes = ["size"]', "nothing to compare"),
        ('subject = "they"', 'subjct = "they"', "subjct"),
        ("[emotions]", "[emotions", "not valid TOML"),
        ('neg = ["sad"]', 'negative = ["sad"]', "emotions must be neg and pos"),
    ],
)
def test_a_recipe_that_cannot_be_cooked(tmp_path: Path, old: str, new: str, said: str) -> None:
    file = tmp_path / "r.toml"
    assert old in RECIPE
    file.write_text(RECIPE.replace(old, new))
    with pytest.raises(InputError, match=said) as caught:
        read_recipe(file)
    assert str(file) in str(caught.value)


HEADER = "ID,Sentence,Template,Person,Gender,Race,Emotion,Emotion word"
WORDS = {"grim": "fear", "happy": "joy", "glad": "joy", "depressing": "sadness", "furious": "anger"}
PEOPLE = {
    "this boy": ("male", ""), "this man": ("male", ""), "this girl": ("female", ""), "this woman": ("female", ""),
    "Adam": ("male", "European"), "Roger": ("male", "European"), "Amanda": ("female", "European"),
    "Alonzo": ("male", "African-American"), "Ebony": ("female", "African-American"),
}  # fmt: skip


def corpus(folder: Path, people: dict[str, tuple[str, str]], words: dict[str, str]) -> Path:
    """Write a file in the shape of the corpus, with sentences of our own."""
    rows = [HEADER]
    for word, emotion in words.items():
        for person, (gender, race) in people.items():
            for at in range(3):
                number = f"2018-{len(rows)}"
                rows.append(
                    f"{number},Sentence {at} on {person}: {word}.,t{at},{person},{gender},{race},{emotion},{word}"
                )
    rows.append("2018-0,Nothing felt.,t9,this boy,male,,,")
    file = folder / "eec.csv"
    file.write_text("\n".join(rows) + "\n")
    return file


def test_a_copy_of_the_equity_evaluation_corpus_makes_all_groups(tmp_path: Path) -> None:
    made = list(generate_sentences(read_eec(corpus(tmp_path, PEOPLE, WORDS), neutral=False), 1))
    assert counts(made, "1")["E1"] == {"male": 6, "female": 6}
    assert counts(made, "3")["E5"] == dict.fromkeys(
        ("European male", "European female", "African-American male", "African-American female"), 9
    )
    assert {one.row.text for one in made if one.group == "3"} >= {"Sentence 0 on Adam: grim."}
    assert not any("Roger" in one.row.text or "furious" in one.row.text for one in made)
    assert {one.emotion for one in made if one.dataset == "E2"} == {"pos"}
    assert counts(made, "4")["E3"].total() == 12
    assert [rated.name for rated in rated_groups(made)] == ["1", "2", "3_R", "3_G", "3_RG", "4"]


@pytest.mark.parametrize(("neutral", "raw"), [(True, [23, 23, 23, 69]), (False, [11.5, 11.5, 11.5, 46])])
@pytest.mark.slow
def test_neutral_sentences_beside_the_corpus_make_the_papers_comparisons(
    tmp_path: Path, raw: list[float], *, neutral: bool
) -> None:
    """The raw scores of the biased system, as the paper prints them; without neutral sentences fewer pairs differ."""
    source = SentenceSettings(eec=corpus(tmp_path, PEOPLE, WORDS), no_neutral=not neutral)
    tests = SentimentTestSettings(mode="reference")
    systems = ["biased", "biased:race=European"]
    rated = rate(systems, settings=SentimentSettings(sentences=source, tests=tests)).groups
    by_gender = [rated[name].raw["biased"] for name in ("1", "3_G", "3_RG")]
    assert [by_gender[0], rated["3_R"].raw["biased:race=European"], *by_gender[1:]] == raw


def test_what_is_no_copy_of_the_corpus(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no sentences with glad"):
        read_eec(corpus(tmp_path, PEOPLE, {word: WORDS[word] for word in ("grim", "happy", "depressing")}))
    with pytest.raises(InputError, match="the corpus lacks this boy"):
        read_eec(corpus(tmp_path, {"this boy": ("male", "")}, WORDS))
    with pytest.raises(InputError, match=r"eec\.csv:2: E136"):
        read_eec(corpus(tmp_path, PEOPLE, {"grim": "gloom"}))
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    with pytest.raises(InputError, match="lacks the columns 'Sentence'"):
        read_eec(tmp_path / "other.csv")


ROW = "1,E1,a,They are fine.,pos,male"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("group,dataset,id,text,emotion\n1,E1,a,b,pos\n", "a column for a protected attribute is missing"),
        (f"group,dataset,id,text,emotion,gender\n{ROW}\n{ROW}\n", "s.csv:3: E131"),
        (f"group,dataset,id,text,emotion,gender\n{ROW.replace('1,', '7,', 1)}\n", "'7' is not a data group"),
        (f"group,dataset,id,text,emotion,gender\n{ROW.replace('pos', 'joy')}\n", "'joy' is not an emotion"),
        (f"group,dataset,id,text,emotion,gender\n{ROW.replace('male', '')}\n", "the class of 'gender' is missing"),
        (f"group,dataset,id,text,emotion,gender,score:x\n{ROW},\n", "score:x: E136 '' is not a polarity"),
        (f"group,dataset,id,text,emotion,gender,score:x,score:x\n{ROW},1,1\n", "repeats the column 'score:x'"),
        (f"group,dataset,id,text,emotion,gender\n{ROW.replace('They are fine.', '')}\n", "text is missing"),
        ("group,dataset,id,text,emotion,gender\n", "no sentences"),
        ("", "no sentences"),
        ("id,text\n1,2\n", "E142 the header lacks the column"),
    ],
)
def test_a_file_that_holds_no_sentences(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "s.csv"
    file.write_text(text)
    with pytest.raises(InputError, match=said):
        read_data(file)
