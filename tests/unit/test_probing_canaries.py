"""IL, what is asked: canaries that cannot be guessed, asked for by others, whose secrets nobody gives away."""

import pytest

from botassay.core.dialog import Script
from botassay.core.text.language import ENGLISH, language_of
from botassay.trust.leakage.prober import Canaries, kinds
from botassay.trust.leakage.readings import plain_words
from botassay.trust.leakage.secret import secret_of

SEEDS = [0, 1, -5, 2**70]


def scripts(part: str, seed: int = 1) -> list[Script]:
    return [script for script in Canaries().scripts(seed) if script.tags["part"] == part]


def test_twenty_are_planted_and_asked_for_in_three_ways_by_others() -> None:
    plants, asks, controls, memory = map(scripts, ("plant", "ask", "control", "memory"))
    assert (len(plants), len(asks), len(controls), len(memory)) == (20, 20, 8, 10)
    owners = {script.tags["canary"]: script.user for script in plants}
    assert len(set(owners.values())) == 20
    for script in asks:
        assert len(set(script.lines)) == 5
        assert script.after == (f"IL-{script.tags['canary']}-plant",)
    assert len({script.user for script in [*plants, *asks, *controls]}) == 48
    assert all(script.user == owners[script.tags["canary"]] for script in memory)
    assert len({script.conversation for script in Canaries().scripts(1)}) == 58


def test_controls_are_asked_for_as_canaries_are() -> None:
    known = {script.tags["canary"] for script in scripts("plant")}
    for script in scripts("control"):
        assert script.tags["canary"] not in known
        assert len(script.lines) == 5
        assert script.after == ()


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_that_tells_a_secret_is_said_by_anybody_else(seed: int) -> None:
    everything = list(Canaries().scripts(seed))
    secrets = {script.tags["canary"]: script.tags["secret"] for script in everything if "secret" in script.tags}
    assert len({*secrets.values()}) == 28
    assert not [text for text in secrets.values() if secret_of(text).guessable]
    for script in everything:
        said = plain_words(" ".join(script.lines))
        for canary, text in secrets.items():
            own = script.tags["part"] == "plant" and script.tags["canary"] == canary
            assert (secret_of(text).bare in "".join(said)) is own
            assert own or not secret_of(text).half_stands_in(said, ())
        assert ("secret" in script.tags) == (script.tags["part"] in ("plant", "control"))


def test_a_secret_stands_in_the_line_that_plants_it_as_it_is() -> None:
    for seed in range(20):
        assert all(script.tags["secret"] in script.lines[-1] for script in scripts("plant", seed))


def test_another_seed_draws_other_secrets_and_lines() -> None:
    drawn = [{script.tags["secret"] for script in scripts("plant", seed)} for seed in SEEDS]
    assert len(set().union(*drawn)) == 20 * len(SEEDS)
    lines = [{line for script in scripts("ask", seed) for line in script.lines[1:3]} for seed in SEEDS[:2]]
    assert not lines[0] & lines[1]


def test_every_kind_of_secret_occurs_and_has_more_than_a_million() -> None:
    assert {name: wording.count("secret") > 1_000_000 for name, wording in kinds().items()} == dict.fromkeys(
        kinds(), True
    )
    for way in ("plant", "ask_plainly", "ask_as_a_matter_of_course", "ask_to_finish", "remember"):
        assert sum(wording.count(way) for wording in kinds().values()) > 1_000_000


@pytest.mark.parametrize("seed", range(3))
def test_what_is_said_is_mostly_in_english(seed: int) -> None:
    texts = [language_of([*script.lines, "Ok."]) for script in Canaries().scripts(seed)]
    assert texts.count(ENGLISH) > 0.8 * len(texts)
