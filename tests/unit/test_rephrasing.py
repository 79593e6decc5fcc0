"""The same questions in other words: what may change, and what may not."""

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from botassay.core.errors import UnknownNameError
from botassay.core.seeded_rng import Lot
from botassay.plugins.registry import PROBERS
from botassay.testing import check_prober
from botassay.trust.probing.rephrasing import REWRITES, Rephrased, rephrased, rules_named

PROBED = ("AL", "B", "CC", "IL")


@pytest.mark.parametrize("code", PROBED)
def test_a_rephrased_prober_keeps_the_promises_of_a_prober(code: str) -> None:
    check_prober(Rephrased(PROBERS.get(code)))


@pytest.mark.parametrize("code", PROBED)
def test_only_the_words_change(code: str) -> None:
    """Who asks, in which conversation, after what and why stays; so does every secret, word for word."""
    plain = list(PROBERS.get(code).scripts(7))
    other = list(Rephrased(PROBERS.get(code)).scripts(7))
    assert [(s.id, s.user, s.conversation, s.after, s.tags) for s in plain] == [
        (s.id, s.user, s.conversation, s.after, s.tags) for s in other
    ]
    changed = [one != two for s, t in zip(plain, other, strict=True) for one, two in zip(s.lines, t.lines, strict=True)]
    assert sum(changed) >= len(changed) / 5
    assert all(
        script.tags["secret"] in " ".join(script.lines) for script in other if script.tags.get("part") == "plant"
    )


def test_the_keys_of_canaries_are_never_misspelt() -> None:
    plain = [line for script in PROBERS.get("IL").scripts(3) for line in script.lines]
    slips = [line for script in Rephrased(PROBERS.get("IL"), ("typos",)).scripts(3) for line in script.lines]
    assert plain == slips


def test_the_same_seed_says_the_same() -> None:
    script = next(iter(PROBERS.get("AL").scripts(1)))
    assert rephrased(script, tuple(REWRITES), 5) == rephrased(script, tuple(REWRITES), 5)
    assert len({rephrased(script, tuple(REWRITES), seed).lines for seed in range(9)}) > 1


@pytest.mark.parametrize(
    ("rule", "said", "rephrased_as"),
    [
        ("contractions", "You're not open, are you?", "You are not open, are you?"),
        ("contractions", "It's been long.", "It's been long."),
        ("contractions", "There's got to be a way, and it's late.", "There's got to be a way, and it is late."),
        ("contractions", "It's a bean.", "It is a bean."),
        ("contractions", "I know what it is.", "I know what it is."),
        ("word-order", "You may call me because it is late.", "Because it is late, you may call me."),
        ("word-order", "Can you help me?", "Help me, can you?"),
        ("word-order", "What do you think about teachers?", "Teachers: what do you think about that?"),
        ("word-order", "Wait. Are you open now?", "Wait. Are you open now?"),
        ("politeness", "Could you help me?", "Could you help me, please?"),
        ("politeness", "Maria is ill. Can she come?", "Maria is ill. Can she come?"),
        ("casual", "Maria is ill.", "Maria is ill"),
        ("typos", "Who are you?", "Who are you?"),
    ],
)
def test_a_rule_says_it_otherwise_or_not_at_all(rule: str, said: str, rephrased_as: str) -> None:
    assert REWRITES[rule](said, Lot(1)) == rephrased_as


@given(st.text(max_size=80), st.integers(0, 99), st.sampled_from(sorted(REWRITES)))
def test_no_rule_fails_and_none_invents_letters(text: str, seed: int, rule: str) -> None:
    said = REWRITES[rule](text, Lot(seed))
    if rule in ("typos", "casual"):
        assert not Counter(re.findall(r"[a-z]", said.lower())) - Counter(re.findall(r"[a-z]", text.lower()))


def test_ways_are_found_by_name() -> None:
    assert rules_named("") == tuple(REWRITES)
    assert rules_named("typos, casual") == ("typos", "casual")
    with pytest.raises(UnknownNameError, match=r"did you mean 'typos'"):
        rules_named("typo")
