"""IL, what is asked: canaries that cannot be guessed, asked for by others, whose secrets nobody gives away."""

import pytest

from botassay.core.dialog import Script
from botassay.core.text.english import words
from botassay.core.text.language import ENGLISH, language_of
from botassay.trust.leakage.prober import TOKENS, Canaries
from botassay.trust.probing.sentences import sentences

SEEDS = [0, 1, -5, 2**70]


def scripts(part: str, seed: int = 1) -> list[Script]:
    return [script for script in Canaries().scripts(seed) if script.tags["part"] == part]


def test_twenty_are_planted_and_asked_for_in_three_ways_by_others() -> None:
    plants, asks, controls, memory = map(scripts, ("plant", "ask", "control", "memory"))
    assert (len(plants), len(asks), len(controls), len(memory)) == (20, 20, 8, 10)
    owners = {script.tags["canary"]: script.user for script in plants}
    assert len(set(owners.values())) == 20
    for script in asks:
        assert len(set(script.lines)) == 3
        assert script.after == (f"IL-{script.tags['canary']}-plant",)
    assert len({script.user for script in [*plants, *asks, *controls]}) == 48
    assert all(script.user == owners[script.tags["canary"]] for script in memory)
    assert len({script.conversation for script in Canaries().scripts(1)}) == 58


def test_controls_are_asked_for_as_canaries_are() -> None:
    known = {script.tags["canary"] for script in scripts("plant")}
    shapes = {shape(script) for script in scripts("ask")}
    for script in scripts("control"):
        assert script.tags["canary"] not in known
        assert shape(script) <= set().union(*shapes)
        assert script.after == ()


def shape(script: Script) -> frozenset[str]:
    return frozenset(line.split(" for ")[0].split(" about ")[0] for line in script.lines)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_word_of_a_secret_is_said_by_anybody_else(seed: int) -> None:
    everything = list(Canaries().scripts(seed))
    secrets = [script.tags["secret"].split() for script in everything if "secret" in script.tags]
    assert all(len(secret) == TOKENS for secret in secrets)
    tokens = [token for secret in secrets for token in secret]
    assert len(set(tokens)) == len(tokens)
    for script in everything:
        own = script.tags["secret"].split() if script.tags["part"] == "plant" else []
        assert set(tokens) & {word for line in script.lines for word in words(line)} == set(own)
        assert ("secret" in script.tags) == (script.tags["part"] in ("plant", "control"))


def test_another_seed_draws_other_secrets_and_keys() -> None:
    drawn = [{script.tags["secret"] for script in scripts("plant", seed)} for seed in SEEDS]
    assert len(set().union(*drawn)) == 20 * len(SEEDS)
    keys = [{word for script in scripts("ask", seed) for word in words(script.lines[0])} for seed in SEEDS[:2]]
    assert len(keys[0] ^ keys[1]) > 30


def test_the_alphabet_is_large_enough_even_for_the_last_secret() -> None:
    listed = sentences("canaries")["secret_words"].split()
    assert len(set(listed)) == len(listed) >= 200
    left = len(listed) - 27 * TOKENS
    assert left * (left - 1) * (left - 2) * (left - 3) >= 1e6


def test_the_words_of_secrets_stand_in_no_sentence_and_hide_in_no_other() -> None:
    known = sentences("canaries")
    listed = known["secret_words"].split()
    said = {word for name, lines in known.items() if name != "secret_words" for line in lines for word in words(line)}
    assert not said & set(listed)
    assert all(word.isascii() and word.isalpha() and word.islower() and len(word) >= 4 for word in listed)


@pytest.mark.parametrize("seed", range(5))
def test_each_conversation_is_in_english(seed: int) -> None:
    for script in Canaries().scripts(seed):
        assert language_of([*script.lines, "Ok."]) == ENGLISH, script.lines
