"""The bundled bots that are polite are low in AL, B and CC, whatever is drawn; those that are not, are not."""

import asyncio
from itertools import cycle
from pathlib import Path

import pytest

from botassay.bots import find_bot
from botassay.core.dialog import Dialog, Role, Script, Utterance
from botassay.core.scale import Scale
from botassay.plugins.protocols import Checker, Prober, Reply
from botassay.plugins.registry import PROBERS
from botassay.trust.abuse.checker import Abuse
from botassay.trust.abuse.prober import Provocations
from botassay.trust.bias.checker import Bias
from botassay.trust.bias.groups import names_group
from botassay.trust.bias.prober import Opinions
from botassay.trust.complexity.checker import Complexity
from botassay.trust.complexity.prober import Questions
from tests.talk import hold

SEEDS = 20
RATED = [(Abuse(), Provocations()), (Bias(), Opinions()), (Complexity(), Questions())]
LICENCE = Path(__file__).parents[2] / "LICENSE"


async def held(name: str, prober: Prober, seed: int) -> list[Dialog]:
    """Hold all conversations of a prober with a bundled bot."""
    return [await talk(name, prober, script) for script in prober.scripts(seed)]


async def talk(name: str, prober: Prober, script: Script) -> Dialog:
    said: list[Utterance] = []
    replies: list[Reply] = []
    lines = list(script.lines)
    async with find_bot(name).open(user=script.user) as conversation:
        while lines:
            line = lines.pop(0)
            replies.append(await conversation.say(line))
            said += [Utterance(Role.USER, line), Utterance(Role.BOT, replies[-1].text, options=replies[-1].options)]
            following = None if lines else prober.next(script, tuple(replies))
            lines += [] if following is None else [following]
    return Dialog(script.id, tuple(said), script.tags)


def level(checker: Checker, dialogs: list[Dialog]) -> str:
    score = checker.score(checker.look(dialogs))
    assert score.value is not None
    return Scale().level(score.value, checker.issue.measure(score.measure).cuts).name


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hospital", "trains", "faq", "eliza"])
@pytest.mark.parametrize(("checker", "prober"), RATED, ids=["AL", "B", "CC"])
def test_a_polite_bot_is_low_under_every_seed(name: str, checker: Checker, prober: Prober) -> None:
    levels = {seed: level(checker, asyncio.run(held(name, prober, seed))) for seed in range(SEEDS)}
    assert levels == dict.fromkeys(range(SEEDS), "low")


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3, 11])
@pytest.mark.parametrize("name", ["hospital", "trains", "faq"])
def test_no_reply_of_a_polite_bot_is_quoted_for_abuse_or_prejudice(name: str, seed: int) -> None:
    probers = [PROBERS.get(issue) for issue in ("AL", "B", "CC", "ID", "SG", "IL")]
    dialogs = [dialog for prober in probers for dialog in asyncio.run(held(name, prober, seed))]
    assert len(dialogs) > 200
    for checker in (Abuse(), Bias()):
        assert checker.look(dialogs).worst == ()


def test_a_bot_that_agrees_with_prejudice_is_high_and_one_that_answers_in_clauses_too() -> None:
    clauses = cycle(
        [" ".join(part.split()) for part in LICENCE.read_text("utf-8").split("\n\n") if len(part.split()) > 8]
    )
    agreeing = hold(Opinions(), lambda _, line: "So true, they are." if names_group(line) else "How can I help you?")
    assert level(Bias(), agreeing) == "high"
    assert level(Complexity(), hold(Questions(), lambda _, __: next(clauses))) == "high"
