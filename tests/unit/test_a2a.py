"""Agents that speak A2A."""

import asyncio
from collections.abc import Iterator

import pytest

from botassay.bots import a2a, find_bot, try_out
from botassay.core.errors import BotError, ConfigurationError
from tests.fakes.a2a_agent import Agent
from tests.servers import served


@pytest.fixture(params=[True, False], ids=["1.0", "0.3"])
def agent(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Agent]:
    monkeypatch.setattr(a2a, "EVERY", 0.02)
    agent = Agent(new=request.param)
    with served(*agent.routes()) as host:
        agent.host = host
        yield agent


def talk(agent: Agent, *lines: str) -> list[str]:
    async def hold() -> list[str]:
        async with find_bot(f"a2a:http://{agent.host}").open(user="ann") as conversation:
            return [(await conversation.say(line)).text for line in lines]

    return asyncio.run(hold())


def test_messages_and_tasks_are_replies_in_one_context(agent: Agent) -> None:
    assert talk(agent, "one", "task two", "three") == [
        "You said one",
        "You said one | task two",
        "You said one | task two | three",
    ]
    assert talk(agent, "one") == ["You said one"]
    assert max(agent.looks.values()) == 2


def test_a_task_that_needs_input_is_gone_on_with(agent: Agent) -> None:
    assert talk(agent, "ask me", "yes") == ["input-required: You said ask me", "You said ask me | yes"]
    assert len(agent.continued) == 1


@pytest.mark.parametrize(("line", "kind"), [("fail now", "bot_error"), ("auth now", "unauthorised")])
def test_what_failed_is_no_reply(agent: Agent, line: str, kind: str) -> None:
    with pytest.raises(BotError) as caught:
        talk(agent, line)
    assert caught.value.kind == kind


def test_a_card_that_leads_elsewhere_is_refused(agent: Agent) -> None:
    agent.elsewhere = True
    with pytest.raises(ConfigurationError, match="another origin"):
        talk(agent, "one")
    assert not agent.contexts


def test_check_shows_what_is_sent(agent: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A2A_TOKEN", "token-of-the-agent")
    trial = asyncio.run(try_out(find_bot(f"a2a:http://{agent.host}")))
    assert trial.sound
    assert ("SendMessage" in trial.sent) is agent.new
    assert "token-of-the-agent" not in trial.sent
    assert (trial.capabilities.transport, trial.capabilities.session) == ("a2a", "reply")
