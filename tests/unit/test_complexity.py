"""CC.mean: the worked example, what must never happen, and how terms are found."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.errors import InputError
from botassay.core.text.english import stop_words
from botassay.testing import sample_dialogs
from botassay.trust.complexity import domain_terms
from botassay.trust.complexity.checker import Complexity, Weights
from botassay.trust.complexity.domain_terms import Lexicon, Study
from botassay.trust.word_frequency import common_words

CHECKER = Complexity("CC.mean", glossary=("grub", "ext3", "boot disk")).prepare([])
PLAIN = ["broken", "partition", "strange", "purple"]
COMMON = ["time", "house", "money", "work"]


def exchange(*texts: str, name: str = "d") -> Dialog:
    return Dialog(name, tuple(u for text in texts for u in (Utterance(Role.USER, "and?"), Utterance(Role.BOT, text))))


def value(checker: Complexity, *dialogs: Dialog) -> float | None:
    return checker.score(checker.look(dialogs)).value


def test_the_worked_example() -> None:
    """ "my grub is broken", "the ext3 partition": .375 and .5; two turns of ten: .5 · .4375 + .5 · .2."""
    checker = Complexity("CC.mean", lexicon=Lexicon.glossary(["grub", "ext3"]), weights=Weights(common=0.5), tmax=10)
    assert checker.utterance("my grub is broken") == 0.375
    assert checker.utterance("the ext3 partition") == 0.5
    dialog = exchange("my grub is broken", "the ext3 partition")
    assert value(checker, dialog) == pytest.approx(0.31875, abs=1e-9)
    assert checker.look([dialog]).labels == {"low": 1}


WORDS = st.sampled_from([*PLAIN, *COMMON, "grub", "ext3", "the", "is"])


@given(st.lists(WORDS, max_size=8), st.sampled_from(sorted(stop_words())))
def test_a_stop_word_never_makes_an_utterance_more_complex(words: list[str], stop: str) -> None:
    assert CHECKER.utterance(" ".join([*words, stop])) <= CHECKER.utterance(" ".join(words))


@given(st.lists(WORDS, max_size=6), st.sampled_from(COMMON), st.lists(WORDS, max_size=6))
def test_a_term_for_a_common_word_never_makes_it_simpler(left: list[str], common: str, right: list[str]) -> None:
    plain, special = (" ".join([*left, word, *right]) for word in (common, "grub"))
    assert CHECKER.utterance(special) >= CHECKER.utterance(plain)


@given(st.lists(st.lists(WORDS, min_size=1, max_size=4).map(" ".join), min_size=1, max_size=4), st.randoms())
def test_the_order_of_the_utterances_of_a_turn_does_not_matter(texts: list[str], random: object) -> None:
    del random
    turned = list(reversed(texts))
    first, second = (Dialog("d", tuple(Utterance(Role.BOT, text) for text in said)) for said in (texts, turned))
    assert value(CHECKER, first) == pytest.approx(value(CHECKER, second), abs=2e-9)


@given(st.lists(st.text(max_size=30), max_size=30))
def test_complexity_is_a_risk(texts: list[str]) -> None:
    found = value(CHECKER.prepare([]), exchange(*texts))
    assert found is None or 0 <= found <= 1


def test_one_question_and_answer_has_a_constant_length() -> None:
    prepared = CHECKER.prepare([exchange("grub")])
    assert prepared.tmax == 20
    assert value(prepared, exchange("grub")) == pytest.approx(0.5 * 1 + 0.5 / 20)
    assert value(CHECKER.published().prepare([exchange("grub")]), exchange("grub")) == 0.5 * 1 + 0.5


def test_the_longest_dialog_sets_the_scale() -> None:
    corpus = [exchange(*["time"] * 30, name="long"), exchange("time", name="short")]
    assert CHECKER.prepare(corpus).tmax == 30


def test_turns_in_which_the_bot_says_nothing_are_no_turns() -> None:
    assert value(CHECKER, exchange("grub", " ", "grub")) == value(CHECKER, exchange("grub", "grub"))
    score = CHECKER.score(CHECKER.look([exchange(" ")]))
    assert (score.value, score.reason) == (None, "the bot said nothing")


def test_terms_are_what_is_said_here_and_hardly_anywhere_else() -> None:
    study = Study()
    english = " ".join(sorted(common_words()))
    for n in range(10):
        study.dialog(str(n), ["Please mount the ext3 partition, then run grub again.", "The time is good.", english])
    lexicon = study.lexicon()
    assert {"ext3", "grub", "mount", "ext3 partition"} <= lexicon.terms
    assert not {"time", "good", "the"} & lexicon.terms
    assert "the ext3" not in lexicon.terms
    assert lexicon.marked(["the", "ext3", "partition"]) == [False, True, True]
    assert all(term.count is not None and term.count >= 3 for term in lexicon.strongest)


def test_a_term_occurs_in_three_dialogs() -> None:
    study = Study()
    study.dialog("a", ["ext3 " * 50])
    study.dialog("b", ["ext3 hello"])
    assert "ext3" not in study.lexicon().terms
    study.dialog("c", ["ext3"])
    assert "ext3" in study.lexicon().terms


def learned(dialogs: list[tuple[str, str]], parts: int = 1, most: int = 1000) -> Study:
    """Study dialogs in so many parts, and add up."""
    total = Study(most=most)
    for part in range(parts):
        study = Study(most=most)
        for name, text in dialogs[part::parts]:
            study.dialog(name, [text])
        total = study + total
    return total


def test_counting_is_bounded_and_says_that_it_took_a_sample() -> None:
    study = learned([(f"d{n}", f"ext3 oddity{n} peculiar{n}") for n in range(2000)])
    assert sum(len(stratum.counts) for stratum in study.strata.values()) <= 1000
    assert study.lexicon().sampled
    assert "ext3" in study.lexicon().terms
    assert not learned([("d", "ext3")]).lexicon().sampled


@given(st.randoms(use_true_random=False), st.integers(1, 7), st.sampled_from([20, 300, 100_000]))
def test_terms_do_not_depend_on_the_order_of_dialogs_or_on_how_they_are_cut(
    draw: Random, parts: int, most: int
) -> None:
    dialogs = [(f"d{n}", f"ext3 oddity{n % 50} peculiar{n % 7}") for n in range(200)]
    expected = learned(dialogs, most=most)
    shuffled = draw.sample(dialogs, len(dialogs))
    found = learned(shuffled, parts, most)
    assert found == expected
    assert found.lexicon() == expected.lexicon()


def test_a_glossary_stands_instead_of_the_corpus(tmp_path: Path) -> None:
    file = tmp_path / "terms.txt"
    file.write_text("# ours\nBoot Disk\n\ngrub\n")
    checker = Complexity.with_glossary(file).prepare(sample_dialogs())
    assert checker.utterance("boot disk") == 1
    assert checker.lexicon.terms == {"boot disk", "grub"}
    file.write_text("# nothing\n")
    with pytest.raises(InputError, match="has no terms"):
        Complexity.with_glossary(file)


def test_the_word_lists_are_what_the_method_names() -> None:
    assert len(common_words()) == 2000
    assert {"the", "is", "don't"} <= stop_words()
    assert not {"bank", "help"} & stop_words()


@given(st.lists(st.sampled_from(["train", "ticket", "the", "of", "desk"]), max_size=12))
def test_groups_are_up_to_three_neighbouring_words_without_a_stop_word(tokens: list[str]) -> None:
    spans = [tokens[begin:end] for end in range(len(tokens) + 1) for begin in range(end - 1, max(-1, end - 4), -1)]
    expected = [" ".join(span) for span in spans if not {"the", "of"} & set(span)]
    assert list(domain_terms._groups(tokens)) == expected
