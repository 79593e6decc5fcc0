"""The plan of a run, before anything is sent: its size, and what it can show."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final, Literal

from botassay.core.dialog import OWN, Script
from botassay.core.errors import InputError, InternalError, UsageError, blame
from botassay.core.seeded_rng import Lot
from botassay.plugins.protocols import Prober, Reply

LONGEST: Final = 50
"""Turns that a prober may take in one conversation."""


@dataclass(frozen=True, slots=True)
class Plan:
    """All scripts, in the order in which they are begun, and who goes on with them."""

    scripts: tuple[Script, ...]
    probers: Mapping[str, Prober]
    """By issue."""

    @property
    def conversations(self) -> int:
        """How many conversations it takes."""
        return len({script.conversation for script in self.scripts})

    @property
    def requests(self) -> int:
        """How many requests it takes, if the bot says nothing of interest."""
        return sum(self.issue_requests().values())

    def issue_requests(self) -> dict[str, int]:
        """How many requests each issue takes; those of the user's own scripts stand under ""."""
        requests: dict[str, int] = {}
        for script in self.scripts:
            code = script.tags.get("issue", "")
            requests[code] = requests.get(code, 0) + len(script.lines) + len(list(self._further(script)))
        return requests

    def issue_sizes(self) -> dict[str, int]:
        """How many scripts there are for each issue; the user's own are for all, and stand under ""."""
        sizes: dict[str, int] = {}
        for script in self.scripts:
            sizes[script.tags.get("issue", "")] = sizes.get(script.tags.get("issue", ""), 0) + 1
        return sizes

    def line(self, script: Script, replies: Sequence[Reply]) -> str | None:
        """Return the next line of a script after the replies so far: its own lines, then those of its prober."""
        return script.lines[len(replies)] if len(replies) < len(script.lines) else self.next(script, replies)

    def next(self, script: Script, replies: Sequence[Reply]) -> str | None:
        """Ask the prober of a script how to go on."""
        prober = self.probers.get(script.tags.get("issue", ""))
        if prober is None or len(replies) >= LONGEST:
            return None
        with blame(f"the prober for {script.tags['issue']}"):
            return prober.next(script, replies)

    def _further(self, script: Script) -> Iterator[str]:
        replies = [Reply("")] * len(script.lines)
        while (line := self.next(script, replies)) is not None:
            yield line
            replies.append(Reply(""))


def draw_up(probers: Mapping[str, Prober], seed: int, own: Sequence[Script] = (), limit: int | None = None) -> Plan:
    """Return the plan: the questions of the probers, and those of the user.

    Args:
        probers: by issue.
        seed: the same one gives the same plan.
        own: the user's own scripts.
        limit: conversations; they are taken in turn from every issue, those of one canary together.

    Raises: InternalError when a prober breaks its promise, UsageError when nothing is left to ask.
    """
    drawn = [list(_scripts(code, prober, seed)) for code, prober in probers.items()]
    scripts = [script for part in (*drawn, list(own)) for script in part]
    _check(scripts)
    if limit is not None:
        chosen = _limited([part for part in (*drawn, list(own)) if part], limit)
        scripts = [script for script in scripts if script.id in chosen]
    if not scripts:
        raise UsageError(
            "there are no questions to ask", hint="rate more issues, add questions with --ask or raise --limit"
        )
    return Plan(tuple(scripts), probers)


def _scripts(code: str, prober: Prober, seed: int) -> Iterator[Script]:
    with blame(f"the prober for {code}"):
        yield from prober.scripts(seed)


def _check(scripts: Sequence[Script]) -> None:
    known: set[str] = set()
    for script in scripts:
        if script.id in known:
            raise InternalError(f"two scripts have the id {script.id!r}")
        if not set(script.after) <= known:
            raise InternalError(f"the script {script.id!r} comes before one that it follows")
        known.add(script.id)
    homes = {script.id: script.conversation for script in scripts}
    waits: dict[str, set[str]] = {}
    for script in scripts:
        before = {homes[earlier] for earlier in script.after} - {script.conversation}
        waits.setdefault(script.conversation, set()).update(before)
    try:
        TopologicalSorter(waits).prepare()
    except CycleError as error:
        raise InternalError(f"conversations wait for each other: {', '.join(error.args[1])}") from error


def sampled(scripts: Sequence[Script], limit: int) -> tuple[Script, ...]:
    """Return the scripts of at most so many conversations, taken in turn from every issue; they keep their order."""
    parts: dict[str, list[Script]] = {}
    for script in scripts:
        parts.setdefault(script.tags.get("issue", ""), []).append(script)
    chosen = _limited([*parts.values()], limit)
    return tuple(script for script in scripts if script.id in chosen)


def _limited(parts: Sequence[Sequence[Script]], limit: int) -> set[str]:
    """Take whole units in turn, as long as they fit; give the ids of what is taken."""
    chosen: set[str] = set()
    left = limit
    queues = [iter(_units(part)) for part in parts]
    while queues:
        for queue in list(queues):
            unit = next(queue, None)
            if unit is None or len({script.conversation for script in unit}) > left:
                queues.remove(queue)
                continue
            chosen |= {script.id for script in unit}
            left -= len({script.conversation for script in unit})
    return chosen


def _units(scripts: Iterable[Script]) -> list[list[Script]]:
    """Put together what belongs together: one canary, one conversation, what comes after something else."""
    home: dict[str, list[Script]] = {}
    for script in scripts:
        known = [home[name] for name in _ties(script) if name in home]
        together = known[0] if known else []
        for other in known:
            if other is not together:
                together.extend(other)
                home.update((tie, together) for part in other for tie in _ties(part))
        together.append(script)
        home.update(dict.fromkeys(_ties(script), together))
    return list({id(unit): unit for unit in home.values()}.values())


def _ties(script: Script) -> list[str]:
    """Name what a script shares with others."""
    canary = [f"canary {script.tags['canary']}"] if "canary" in script.tags else []
    followed = [f"script {earlier}" for earlier in (script.id, *script.after)]
    return [f"conversation {script.conversation}", *canary, *followed]


def own_scripts(path: Path) -> tuple[Script, ...]:
    """Read the user's own questions: a line each; a blank line ends a conversation.

    Raises: InputError when there are no questions.
    """
    try:
        lines = path.read_text("utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"E174 cannot be read: {error}", str(path), "give a UTF-8 text file with one question per line"
        ) from error
    blocks: list[list[str]] = [[]]
    for line in (line.strip() for line in lines):
        if line:
            blocks[-1].append(line)
        elif blocks[-1]:
            blocks.append([])
    spoken = [tuple(block) for block in blocks if block]
    if not spoken:
        raise InputError(
            "E100 the file holds no questions",
            str(path),
            "write one question per line; a blank line ends a conversation",
        )
    return tuple(_own(number, question) for number, question in enumerate(spoken, 1))


def _own(number: int, question: tuple[str, ...]) -> Script:
    name = f"own-{number:02d}"
    return Script(name, Lot("\n".join(question)).guest(name), name, question, tags={"part": OWN})


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenEstimate:
    """About how many tokens a run takes, with its variants: four bytes are one, and a reply has a hundred."""

    sent: int
    received: int
    cost: float | None = None
    """By the user's prices; None where there are none."""
    currency: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPlan:
    """What a live run would take, and could show; the document of `--dry-run --json`, `botassay/plan/1`."""

    schema: Literal["botassay/plan/1"] = "botassay/plan/1"
    bot: str
    conversations: int
    requests: int
    minutes: float | None
    """At least; None where nothing limits the rate."""
    issues: Mapping[str, int]
    """Conversations by issue; the user's own stand under ""."""
    variants: Mapping[str, int]
    """Conversations that each variant takes beside these, by what is varied."""
    requests_by_issue: Mapping[str, int]
    verdicts: Mapping[str, str]
    """The best verdict on each issue that the plan can support: that of a bot without any fault."""
    not_asked: Mapping[str, str] = field(default_factory=dict)
    """Issues that are not rated in the language that the bot declares, and so are not asked about, each with that."""
    tokens: TokenEstimate | None = None
    """None for a bot that is not reached over HTTP."""
