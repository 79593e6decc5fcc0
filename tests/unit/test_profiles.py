"""Profiles in files: read strictly, used wherever a name can stand, and kept with a run."""

import json
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.errors import BotassayError, ConfigurationError
from botassay.core.results import Profile
from botassay.profiles.published import file_name, file_of, from_table, profile, read_profile, to_table
from tests.conftest import Run

TALK = '{"id": "d%d", "utterances": [{"role": "user", "text": "hi"}, {"role": "bot", "text": "Hello there."}]}\n'


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "mine.toml"
    file.write_text('name = "our users"\norder = "IL > AL = CC"\n')
    return file


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "either order or weights is needed"),
        ('order = "AL"\nweights = "AL=1"\n', "either order or weights"),
        ('ordr = "AL"\n', "mine.toml:1: E194 the key 'ordr' is unknown (did you mean 'order'?)"),
        ('order = "AL>>B"\n', "mine.toml:1: E190 the order 'AL>>B' has an empty place"),
        ('order = ["AL"]\n', "order is not a text"),
        ('order = "AL"\nsource = "paper"\n', "the source 'paper' is unknown"),
        ('order = "AL"\nname = " "\n', "name is not a text"),
        ('weights = "AL=-1"\n', "mine.toml:1: E193 the weight 'AL=-1' is negative"),
        ("order = AL\n", "mine.toml:1:9: E120 the file is not valid TOML"),
        ("\udcff", "mine.toml:1: E111 the line is not UTF-8"),
        ("#" * 70000, "E126 the file is too long for a profile"),
    ],
)
@pytest.mark.case("M43")
def test_a_profile_file_is_checked_strictly(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ConfigurationError) as caught:
        profile(str(file))
    assert said in str(caught.value)


def test_a_profile_file_needs_only_an_order(tmp_path: Path) -> None:
    file = tmp_path / "seniors.toml"
    file.write_text('order = "CC, AL"\n')
    assert read_profile(file) == Profile("seniors", (("CC",), ("AL",)), source="typed")


@given(
    name=st.text(st.characters(exclude_categories=["Cs"]), min_size=1).filter(str.strip),
    note=st.text(st.characters(exclude_categories=["Cs"])),
    weighted=st.booleans(),
)
def test_a_profile_survives_its_file(name: str, note: str, *, weighted: bool) -> None:
    made = Profile.weighted("IL=0.1,AL=2", name) if weighted else Profile.parse("IL>AL=B", name)
    folder = Path(__file__).parent
    assert from_table(to_table(made), "here") == made
    text = file_of(made, note)
    assert _parsed(text, folder) == made


def _parsed(text: str, folder: Path) -> Profile:
    import tomllib

    return from_table(tomllib.loads(text), str(folder))


@given(st.text())
def test_a_file_name_stays_in_its_folder(name: str) -> None:
    made = file_name(name)
    assert made.endswith(".toml")
    assert set(made.removesuffix(".toml")) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")
    assert made != ".toml"


def test_a_file_stands_wherever_a_name_can(botassay: Run, mine: Path, tmp_path: Path) -> None:
    assert "our users     IL > AL=CC              an elicited order" in botassay("profiles", "list", mine).out
    assert "IL  weight 2  Information leakage" in botassay("profiles", "show", "mine.toml").out
    assert len(json.loads(botassay("profiles", "list", "mine.toml", "--json").out)) == 5
    (tmp_path / "talk.jsonl").write_text("".join(TALK % n for n in range(3)))
    ended = botassay("rate", "talk.jsonl", "--profile", "mine.toml", "--profile", "privacy", "--json")
    ratings = json.loads(ended.out)["ratings"]
    assert {rating["profile"]["name"] for rating in ratings} == {"our users", "privacy"}
    (tmp_path / "botassay.toml").write_text('[rate]\nprofile = "mine.toml"\n')
    rated = json.loads(botassay("rate", "talk.jsonl", "--json").out)
    assert rated["profile"]["order"] == [["IL"], ["AL", "CC"]]
    assert [score["issue"] for score in rated["scores"]] == ["IL", "AL", "CC"]


def test_two_profiles_of_one_name_are_refused(botassay: Run, mine: Path, tmp_path: Path) -> None:
    shutil.copy(mine, tmp_path / "copy.toml")
    (tmp_path / "talk.jsonl").write_text(TALK % 1)
    same = botassay("rate", "talk.jsonl", "--profile", "mine.toml", "--profile", "copy.toml")
    assert same.code == 0
    (tmp_path / "copy.toml").write_text('name = "our users"\norder = "AL"\n')
    other = botassay("rate", "talk.jsonl", "--profile", "mine.toml", "--profile", "copy.toml")
    assert (other.code, other.out) == (2, "")
    assert "two profiles have the name 'our users'" in other.err


def test_a_run_is_rated_again_when_the_file_is_gone(botassay: Run, mine: Path, tmp_path: Path) -> None:
    begun = botassay(
        "rate", "eliza", "--profile", "mine.toml", "--issues", "AL,CC", "--limit", "6", "--seed", "1", "--out", "run"
    )
    assert begun.code == 0, begun.err
    first = (tmp_path / "run/rating.json").read_bytes()
    mine.unlink()
    again = botassay("rate", "run", "--json")
    assert again.code == 0, again.err
    assert again.out.encode() == first == (tmp_path / "run/rating.json").read_bytes()
    assert json.loads(first)["profile"]["name"] == "our users"


def test_a_profile_that_changed_leaves_the_files_of_the_run_alone(botassay: Run, mine: Path, tmp_path: Path) -> None:
    botassay(
        "rate", "eliza", "--profile", "mine.toml", "--issues", "AL,CC", "--limit", "6", "--seed", "1", "--out", "run"
    )
    first = (tmp_path / "run/rating.json").read_bytes()
    mine.write_text('name = "our users"\norder = "CC > AL"\n')
    again = botassay("rate", "run", "--profile", "mine.toml", "--json")
    assert json.loads(again.out)["profile"]["order"] == [["CC"], ["AL"]]
    assert (tmp_path / "run/rating.json").read_bytes() == first


def test_a_file_that_is_not_there(botassay: Run) -> None:
    ended = botassay("aggregate", "AL=low", "--profile", "nothing.toml")
    assert (ended.code, ended.out) == (65, "")
    assert "nothing.toml: E174 there is no such file" in ended.err


def test_a_name_that_is_none_says_that_it_could_be_a_file() -> None:
    with pytest.raises(BotassayError, match=r"did you mean 'privacy'.*or a file that ends in \.toml"):
        profile("privcy")
