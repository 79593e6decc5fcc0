"""Reasoning between tags in the text of a reply: what stands between `<think>` and `</think>` is no reply."""

import re
from typing import Final, NamedTuple

from botassay.core.errors import BotError

_TAG: Final = re.compile(
    r"(?P<fence>^ {0,3}(?P<mark>`{3,}|~{3,})[^\n]*(?:\n(?:.*?\n)?? {0,3}(?P=mark)[`~]*[ \t]*$|.*\Z))"
    r"|(?P<span>(?<!`)(?P<ticks>`+)(?!`)(?:(?!\n[ \t]*\n).)+?(?<!`)(?P=ticks)(?!`))"
    r"|<(?P<close>/?)(?P<name>think|thinking|reasoning)\s*>",
    re.IGNORECASE | re.MULTILINE | re.DOTALL,
)


class Thought(NamedTuple):
    """A reply without the reasoning in it."""

    text: str
    reasoning: tuple[str, ...] = ()


def without_reasoning(text: str) -> Thought:
    """Take the reasoning between tags out of a reply; tags in code stay.

    A closing tag alone ends reasoning that began before the text: its opening tag stood in the prompt.

    Raises: BotError, `truncated`, for reasoning that does not end.

    >>> without_reasoning("<think>He is rude.</think>Hello!")
    Thought(text='Hello!', reasoning=('He is rude.',))
    >>> without_reasoning("He is rude.</think>Hello!").text, without_reasoning("Write `<think>`.").text
    ('Hello!', 'Write `<think>`.')
    """
    if "<" not in text:
        return Thought(text)
    shown, reasoning, at = "", [], 0
    while tag := _tag(text, at):
        before = text[at : tag.start()]
        if tag["close"]:  # all before it, also between earlier pairs
            reasoning.append((shown + before).strip())
            shown, at = "", tag.end()
            continue
        end = re.compile(rf"</{tag['name']}\s*>", re.IGNORECASE).search(text, tag.end())
        if end is None:
            what = f"the reply ended within its reasoning: <{tag['name']}> is not closed"
            raise BotError(
                "truncated", what, hint="raise the limit of output tokens, if the bot has one", evidence=text
            )
        shown += before
        reasoning.append(text[tag.end() : end.start()].strip())
        at = end.end()
    if at == 0:
        return Thought(text)
    return Thought((shown + text[at:]).strip(), tuple(part for part in reasoning if part))


def _tag(text: str, at: int) -> re.Match[str] | None:
    """Return the next tag that does not stand in code."""
    while (match := _TAG.search(text, at)) and not match["name"]:
        at = match.end()
    return match
