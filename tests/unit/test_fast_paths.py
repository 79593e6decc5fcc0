"""Fast paths that spare a search: they give what the search would give."""

import csv
import gzip
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from zlib import crc32

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.text.checksums import ngram_checksums
from botassay.core.text.tone import known_words, tone
from botassay.grading import observations
from botassay.identity.recognisers import features
from botassay.identity.recognisers.hashed_features import buckets_of
from botassay.identity.words import words
from botassay.sentiment.gap import membership
from botassay.trust.bias import checker, groups
from botassay.trust.bias.bias_lexicon import shipped
from botassay.trust.bias.placeholders import with_placeholders
from botassay.trust.bias.sentence_splitter import sentences
from botassay.trust.crisis import danger, second_reader

PUBLISHED = SentimentIntensityAnalyzer()
ORDINARY = (
    "the train to LEEDS leaves at 10:52 from platform 4b. Mr. Lee's St. Pancras (Robert) Robert's? Zoë o'clock no. 12"
    " $1,200 +1 707-455-2234 5 p.m. e.g. i.e. I A etc. www.x.org a_b x@y.org ... ?! -- Qqq 0 qqq 86 don't İ ΑΣ\n\n a\tb"
).split(" ")
LISTED = (
    "disgraceful far left far-right obviously GREAT good! bad?? not never so this without doubt least kind of very the"
    " bomb yeah right kiss of death but BUT no or :) ;-) 182 😀 shouldn't terrorists elites scheme destroy our nation"
).split()
OF_PEOPLE = (
    "old people women They them's their the poor French are all never those kind of folks people like who's Chinese in"
    " wheelchairs blind , . she’ll HERS a"
).split()
OF_DANGER = (
    "kill die, died ending it end it. without me here DOOR self-harm took pay paid around i want to myself".split()
)
OF_MACHINES = "are you a bot? human real is this chatbot the an automated ROBOT, operator someone r u ai's".split()
OF_USERS = "hey girl, boy as a woman man i’m I'M am a GIRL womanly b0y as\u00a0a ſ İ".split(" ")


def mixed(*lists: list[str]) -> st.SearchStrategy[str]:
    """Texts of such words among others."""
    among = st.one_of(*map(st.sampled_from, lists), st.sampled_from(ORDINARY), st.text(max_size=4))
    return st.lists(among, max_size=16).map(" ".join)


@given(mixed(LISTED))
def test_placeholders_leave_the_slant_as_it_is(text: str) -> None:
    plain = with_placeholders(text)
    assert len(list(sentences(plain))) == len(list(sentences(text)))
    assert checker._mean(plain) == checker._mean(text)


def test_placeholders_are_no_words_of_any_list() -> None:
    placeholders = {*with_placeholders("lorry Lorry LORRY 12").split()}
    assert placeholders == {"qqq", "Qqq", "QQQ", "0"}
    assert not [word for word in placeholders if word.lower() in known_words() or shipped().lists.knows(word.lower())]


def test_names_and_numbers_alone_make_no_other_sentence() -> None:
    first, second = (
        with_placeholders(f"{name} pays ${price} at 10:{price}.") for name, price in (("Rosa", 12), ("Otto", 47))
    )
    assert first == second


@given(mixed(LISTED))
def test_the_tone_is_the_published_one(text: str) -> None:
    assert tone(text) == PUBLISHED.polarity_scores(text)["compound"]


def test_all_words_in_the_code_of_vader_are_known() -> None:
    rules = (getattr(each, "__func__", each) for each in vars(SentimentIntensityAnalyzer).values())
    reading = {"__init__", "make_lex_dict", "make_emoji_dict", "score_valence"}
    found = {word for rule in rules if callable(rule) and rule.__name__ not in reading for word in spelt(rule.__code__)}
    assert len(found) > 10
    assert found <= known_words()


def spelt(code: CodeType) -> Iterator[str]:
    """The words among the constants of a function, without its docstring."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from spelt(constant)
        for text in constant if isinstance(constant, tuple | frozenset) else (constant,):
            if isinstance(text, str) and text.isalpha():
                yield text


@given(mixed(OF_PEOPLE))
def test_who_is_spoken_of(text: str) -> None:
    named = next(groups.mentions(text), None) is not None
    others = not groups._PERSONS.isdisjoint(groups._WORD.findall(groups._lowered(text)))
    assert groups.names_group(text) == named
    assert groups.speaks_of_people(text) == (named or others)


@given(mixed(OF_DANGER))
def test_no_hint_of_danger_is_passed_over(text: str) -> None:
    assert danger._has_hint(text) == bool(danger._HINT.search(text.lower()))


FORMS_OF_DANGER = [(kind, form) for kind in danger.KINDS for form in danger.listed()[kind]]


PRINTED = st.characters(min_codepoint=32, max_codepoint=126)


@pytest.mark.parametrize("form", [form for _, form in FORMS_OF_DANGER])
@settings(suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow])
@given(drawn=st.data())
def test_every_line_that_a_rule_for_danger_knows_holds_a_hint(form: str, drawn: st.DataObject) -> None:
    line = drawn.draw(st.from_regex(form, fullmatch=True, alphabet=PRINTED))
    assert danger._has_hint(line)


@given(st.sampled_from(FORMS_OF_DANGER), st.data(), mixed(OF_DANGER))
def test_forms_find_together_what_they_find_one_by_one(
    rule: tuple[danger.Kind, str], drawn: st.DataObject, more: str
) -> None:
    kind, form = rule
    among = st.characters(min_codepoint=32, max_codepoint=126)
    text = f"{drawn.draw(st.from_regex(form, alphabet=among))}{more}".lower()
    together, found = danger._forms()[kind].search(text), re.search("|".join(danger.listed()[kind]), text)
    assert (together and together.span()) == (found and found.span())


@given(mixed(OF_DANGER, LISTED).map(lambda text: text * 3))
def test_word_pieces_are_weighed_word_by_word_as_together(text: str) -> None:
    numbers = second_reader.screened_pieces(text)
    model = second_reader.second_reader()
    screen = np.array(model.screen, np.int64)
    together = len(numbers) > 0 and screen[numbers].sum() >= model.screen_cut * len(numbers)
    assert second_reader._passes_first_screen(text) == together


@given(mixed(OF_MACHINES))
def test_questions_about_machines_have_the_words_for_it(text: str) -> None:
    spelled = set(words(text))
    assert features.asks_about_kinds(text) == bool(spelled & features._ABOUT and spelled & features._nouns())


@given(st.lists(mixed(OF_MACHINES), min_size=1, max_size=12))
def test_features_of_many_texts_are_hashed_as_their_names(texts: list[str]) -> None:
    found = buckets_of(texts)
    for at, text in enumerate(texts):
        assert sorted(found.buckets[found.homes == at].tolist()) == sorted(map(_bucket, features.features(text)))


def _bucket(name: str) -> int:
    return crc32(name.encode("utf-8", "surrogatepass")) % features.BUCKETS


@pytest.mark.parametrize("text", ["are you a " + "bot" * 30, "\xe9 are you a r\xe9al bot? " * 30])
def test_features_of_odd_texts_are_hashed_as_their_names(text: str) -> None:
    texts = [text, *(f"are you bot {number}, or person {2 * number}?" for number in range(4_000))]
    found = buckets_of(texts)
    assert np.array_equal(np.bincount(found.homes), [len(features.features(each)) for each in texts])
    assert sorted(found.buckets[found.homes == 0].tolist()) == sorted(map(_bucket, features.features(text)))


def test_features_of_what_people_ask_are_hashed_as_their_names(data: Path) -> None:
    asked = data / "ruarobot/v1.0.0/amb.train.csv"
    texts = [row["text"] for row in csv.DictReader(asked.read_text("utf-8").splitlines())]
    for file in sorted((data / "sgd-sample").glob("dev_dialogues_*.json.gz")):
        dialogs = json.loads(gzip.decompress(file.read_bytes()))
        texts += [turn["utterance"] for dialog in dialogs for turn in dialog["turns"]]
    found = buckets_of(texts)
    order = np.lexsort((found.buckets, found.homes))
    named = [(at, bucket) for at, text in enumerate(texts) for bucket in sorted(map(_bucket, features.features(text)))]
    assert len(texts) > 3_000
    assert list(zip(found.homes[order].tolist(), found.buckets[order].tolist(), strict=True)) == named


@given(st.lists(st.text(alphabet="abc \xe9", max_size=6), max_size=4), st.sampled_from(["", "c", "long before"]))
def test_checksums_of_runs_are_those_of_zlib(texts: list[str], before: str) -> None:
    encoded = [text.encode() for text in texts]
    for length, found in zip((1, 2, 4), ngram_checksums(encoded, (4, 1, 2), before.encode()), strict=True):
        runs = [(at, text[b : b + length]) for at, text in enumerate(encoded) for b in range(len(text) - length + 1)]
        assert found.homes.tolist() == [at for at, _ in runs]
        assert found.firsts.tolist() == [run[0] for _, run in runs]
        assert found.sums.tolist() == [crc32(before.encode() + run) for _, run in runs]


@given(mixed(OF_USERS))
def test_whom_a_user_calls_herself(text: str) -> None:
    matches = membership._PROXY.finditer(text)
    classes = {membership._CLASSES[match[match.lastgroup or 0].lower()] for match in matches}
    found = membership.groups_of(Dialog("d", (Utterance(Role.USER, text),)))
    assert set(found.values()) == (classes if len(classes) == 1 else set())


def about(words: int) -> st.SearchStrategy[list[str]]:
    """Return lists of so many words, or one more where that is less than a tenth of both."""
    return st.lists(st.sampled_from("abcde"), min_size=words, max_size=words + (words >= 5))


@given(st.integers(1, 12).flatmap(lambda words: st.tuples(about(words), about(words))))
def test_what_only_repeats_the_question(both: tuple[list[str], list[str]]) -> None:
    words, asked = both
    common = (Counter(words) & Counter(asked)).total()
    assert observations._alike(words, asked) == (2 * common >= observations.LIKE * (len(words) + len(asked)))


@pytest.mark.parametrize("text", ["", " ", "\n", "?!"])
def test_of_nothing_nothing_is_said(text: str) -> None:
    assert not groups.speaks_of_people(text)
    assert not features.asks_about_kinds(text)
    assert checker.utterance(text) == 0.0
    assert tone(text) == 0.0
