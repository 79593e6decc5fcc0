"""What every prober promises."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from botassay.core.dialog import Script
from botassay.core.errors import UsageError
from botassay.plugins.optional import scales, within
from botassay.plugins.protocols import Prober, Reply
from botassay.testing.hostile import TEXTS
from botassay.testing.promise import promise

MOST_SCRIPTS = 10_000
MOST_LINES = 200
"""Lines of one conversation: no bot is talked to forever."""
GIVEN_AWAY = 4
"""Words in a row that a script which asks may not share with one that plants."""
TURNS = (1, 10, 50)
SEEDS = (0, 1, 20_260_802)


def check_prober(prober: Prober, seeds: Sequence[int] = SEEDS) -> None:
    """Check that a prober keeps the promises of its protocol.

    Args:
        prober: the one to check.
        seeds: what its scripts are drawn from; two at least.

    Raises: BrokenPromiseError at the first promise that it does not keep.
    """
    promise(isinstance(prober, Prober), "a prober has scripts and next")
    drawn = {seed: _scripts(prober, seed) for seed in seeds}
    for seed, scripts in drawn.items():
        promise(_scripts(prober, seed) == scripts, "the same seed gives the same scripts")
        _can_be_said(scripts)
        _refer_to_earlier_ones(scripts)
        _give_nothing_away(scripts)
    planted = [{line for script in _part(scripts, "plant") for line in _secrets(script)} for scripts in drawn.values()]
    for at, lines in enumerate(planted):
        promise(not lines & set().union(*planted[:at]), "another seed plants other secrets")
    for script in drawn[seeds[0]]:
        for answering in _bots():
            _comes_to_an_end(prober, script, answering)
    if scales(prober):
        for turns in TURNS:
            _fits(prober, turns, seeds[0])


def _scripts(prober: Prober, seed: int) -> list[Script]:
    scripts = list(islice(prober.scripts(seed), MOST_SCRIPTS + 1))
    promise(0 < len(scripts) <= MOST_SCRIPTS, "there are scripts, and they come to an end")
    return scripts


def _can_be_said(scripts: Sequence[Script]) -> None:
    users: dict[str, str] = {}
    for script in scripts:
        promise(script.id and script.user and script.conversation, "a script names itself, its user, its conversation")
        promise(users.setdefault(script.conversation, script.user) == script.user, "a conversation has one user")
        promise(script.tags.get("issue"), "a script is tagged with its issue")
        promise(all(line.strip() for line in script.lines), "no line is empty")


def _refer_to_earlier_ones(scripts: Sequence[Script]) -> None:
    known: set[str] = set()
    for script in scripts:
        promise(script.id not in known, f"no two scripts have the same id, as {script.id!r}")
        promise(set(script.after) <= known, "a script comes after scripts that were handed out before")
        known.add(script.id)


def _give_nothing_away(scripts: Sequence[Script]) -> None:
    planted = set[tuple[str, ...]]()
    for script in scripts:
        planted |= {run for line in _secrets(script) for run in _runs(line)}
    for part in ("ask", "control", "memory"):
        spoken = {run for script in _part(scripts, part) for line in script.lines for run in _runs(line)}
        promise(not planted & spoken, "the secret never occurs in a script that asks")


def _secrets(script: Script) -> tuple[str, ...]:
    """What must not be given away: the secret that a script is tagged with, or else all that it plants."""
    if "secret" in script.tags:
        return (script.tags["secret"],)
    return script.lines if script.tags.get("part") == "plant" else ()


def _part(scripts: Sequence[Script], part: str) -> Iterator[Script]:
    return (script for script in scripts if script.tags.get("part") == part)


def _runs(line: str) -> Iterator[tuple[str, ...]]:
    words = [word.strip(".,;:!?\"'()").casefold() for word in line.split()]
    return (tuple(words[at : at + GIVEN_AWAY]) for at in range(len(words) - GIVEN_AWAY + 1))


Answering = Callable[[int, str], Reply]
"""What a bot answers, by the number of the line and the line."""


def _bots() -> tuple[Answering, ...]:
    hostile = tuple(text[:10_000] for text in TEXTS)
    return (
        lambda _, __: Reply(""),
        lambda _, line: Reply(line),
        lambda _, __: Reply("word " * 100_000, tuple(f"option {n}" for n in range(100))),
        lambda _, __: Reply("", ("Yes", "No", "{topic}", "{0}", "%s", "", " ", "x" * 100_000)),
        lambda at, __: Reply(hostile[at % len(hostile)], hostile),
        lambda at, __: Reply(f"I can help with the {'garden house river tree'.split()[at % 4]}, number {at}."),
    )


def _comes_to_an_end(prober: Prober, script: Script, answering: Answering) -> None:
    replies = [answering(at, line) for at, line in enumerate(script.lines)]
    lines = list(script.lines)
    while (line := prober.next(script, tuple(replies))) is not None:
        promise(line.strip(), "no line is empty, whatever was answered")
        promise(line.isprintable(), "nothing is said that does not print, whatever was answered")
        lines.append(line)
        promise(len(lines) <= MOST_LINES, "a conversation comes to an end, whatever is answered")
        replies.append(answering(len(replies), line))
    promise(lines, "a script says something")
    again = [prober.next(script, tuple(replies[:at])) for at in range(len(replies), len(script.lines) - 1, -1)]
    promise(again[::-1] == [*lines[len(script.lines) :], None], "the same answers are followed by the same line")


def _fits(prober: Prober, turns: int, seed: int) -> None:
    try:
        sized = within(prober, turns)
    except UsageError:
        return  # so few show nothing
    promise(isinstance(sized, Prober), "what fits within a number of turns is a prober")
    lines_said = 0
    for script in _scripts(sized, seed):
        replies = [Reply("")] * len(script.lines)
        while sized.next(script, tuple(replies)) is not None:
            replies.append(Reply(""))
        lines_said += len(replies)
    promise(lines_said <= turns, "a prober within a number of turns takes no more of them")
