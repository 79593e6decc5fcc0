"""About how many tokens a live run takes, before anything is sent."""

from collections.abc import Iterator
from typing import Final

from botassay.api.live import PreparedRun, prices_of
from botassay.bots.sharing import exchange_of
from botassay.plugins.protocols import Reply
from botassay.runs import Plan
from botassay.runs.plan import TokenEstimate

BYTES: Final = 4
"""Bytes of a token, as is usual in English."""
REPLY: Final = 100
"""Tokens of a reply."""


def estimated_tokens(run: PreparedRun) -> TokenEstimate | None:
    """Return about how many tokens a run and its variants take, and what they cost.

    Args:
        run: before its first request.

    Raises: UsageError for prices that cannot be read.
    """
    prices = prices_of(run.bot, run.settings.run.price)
    exchange = exchange_of(run.bot)
    if exchange is None:
        return None
    targets = [(run.plan, run.target), *((varied.plan, varied.target) for varied in run.variants)]
    turns = [
        turn
        for plan, target in targets
        for turn in _turns(plan, target.system or "", again=exchange.remembers, system=exchange.sends_system)
    ]
    sent, received = sum(turns), REPLY * len(turns)
    cost = prices.cost(sent, received) if prices else None
    return TokenEstimate(sent=sent, received=received, cost=cost, currency=prices.currency if prices else "")


def _turns(plan: Plan, prompt: str, *, again: bool, system: bool) -> Iterator[int]:
    """Yield the tokens that each request of a plan sends.

    Args:
        plan: what is asked.
        prompt: the system prompt.
        again: whether each request holds the whole conversation.
        system: whether it holds the system prompt.
    """
    before: dict[str, int] = {}
    for script in plan.scripts:
        replies: list[Reply] = []
        while (line := plan.line(script, replies)) is not None:
            replies.append(Reply(""))
            message = _tokens(line)
            yield message + (_tokens(prompt) if system else 0) + (before.get(script.conversation, 0) if again else 0)
            before[script.conversation] = before.get(script.conversation, 0) + message + REPLY


def _tokens(text: str) -> int:
    return -(-len(text.encode("utf-8", "replace")) // BYTES)
