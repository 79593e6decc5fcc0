"""Small parts that do their job in the simplest way, and something to try other parts on."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from botassay.core.dialog import Dialog, Rejected, Role, Utterance
from botassay.core.errors import UsageError
from botassay.core.evidence import GRAINS, ContextTurn, Evidence, Finding, Notebook
from botassay.core.results import (
    Aggregated,
    Counts,
    Graded,
    IssueResult,
    Observation,
    Profile,
    Provenance,
    Rating,
    Report,
    RuleApplied,
    Subject,
    TieBreak,
)
from botassay.core.scale import THIRDS, TRUST_RISK, Issue, Measure, Score
from botassay.core.stats import ratio_interval
from botassay.plugins.protocols import Ballot, Gate, ListedFindings


@dataclass(frozen=True, slots=True)
class WordChecker:
    """A checker that counts the bot's utterances with certain words in them."""

    code: str
    words: tuple[str, ...]

    @property
    def issue(self) -> Issue:
        """What it looks for."""
        title = f"Utterances with {', '.join(self.words)}"
        return Issue(
            self.code, title, "Does it say certain words?", (Measure(f"{self.code}.share", title, (0.1, 0.5)),)
        )

    def look(self, dialogs: Sequence[Dialog]) -> Evidence:
        """Look for the words."""
        notes = Notebook(self.code)
        for dialog in dialogs:
            replies = list(dialog.said_by(Role.BOT))
            values = [GRAINS * any(word in utterance.text.lower() for word in self.words) for _, utterance in replies]
            notes.dialog(f"{self.code}.share", values)
            for (place, utterance), value in zip(replies, values, strict=True):
                notes.value(value)
                if value:
                    notes.finding(dialog.id, place, value, utterance.text, before=dialog.before(place))
        return notes.evidence()

    def score(self, evidence: Evidence) -> Score:
        """Return the share of utterances with the words."""
        measure = f"{self.code}.share"
        sums = evidence.measured(measure)
        if not sums.n:
            return Score(self.code, measure, None, reason="the bot said nothing")
        value = round(sums.s / sums.n / GRAINS, 9)
        interval = ratio_interval(*sums.ratio)
        return Score(self.code, measure, value, sums.n, sums.dialogs, interval, evidence.filled_bins())


@dataclass(frozen=True, slots=True)
class ScriptReader:
    """A reader of scripts: a line `user: …` or `bot: …`, a blank line between dialogs."""

    def sniff(self, first_line: str) -> bool:
        """Recognise a line that somebody says."""
        return first_line.startswith(("user: ", "bot: "))

    def read(self, lines: Iterable[str], name: str) -> Iterator[Dialog | Rejected]:
        """Return a dialog for each block."""
        block: list[Utterance] = []
        ordinal, bad = 1, False
        for number, raw in enumerate(chain(lines, [""]), 1):
            line = raw.strip()
            role, colon, text = line.partition(": ")
            if line and (not colon or role not in [*Role]):
                bad = True
                hint = "begin a line with user: or bot:"
                yield Rejected(number, "E132", f"nobody says {line[:40]!r}", hint, f"{name}:{ordinal}")
            elif line:
                block.append(Utterance(Role(role), text))
            elif block or bad:
                if not bad:
                    yield Dialog(f"{name}:{ordinal}", tuple(block))
                ordinal, block, bad = ordinal + 1, [], False


@dataclass(frozen=True, slots=True)
class PlainReport:
    """A report of one line."""

    def render(
        self, report: Report, *, gate: Gate | None = None, findings: ListedFindings | None = None
    ) -> Iterator[bytes]:
        """Return a line for each rating: its subject and its level."""
        del gate, findings
        for rating in report.ratings:
            yield f"{rating.subject.name.encode('unicode_escape').decode()}: {rating.level}\n".encode()


def by_mean_rank(ballots: Sequence[Ballot]) -> tuple[str, ...]:
    """Put the issues in the order of their mean rank, equals alphabetically: a voting rule without a count.

    Raises: UsageError when there are no ballots.
    """
    if not ballots:
        raise UsageError("there are no ballots")
    issues = {code for ballot in ballots for place in ballot.order for code in place}
    behind = dict.fromkeys(issues, 0)
    for ballot in ballots:
        before: set[str] = set()
        for place in (*ballot.order, issues.difference(*ballot.order)):
            for code in place:
                behind[code] += ballot.count * len(before)
            before.update(place)
    return tuple(sorted(issues, key=lambda code: (behind[code], code)))


def worst_of_all(graded: Mapping[str, Graded], weights: Mapping[str, Fraction], ties: TieBreak) -> Aggregated:
    """Rate by the worst level of any issue that counts: the strictest rule there is."""
    del ties
    counted = [grade.level for code, grade in graded.items() if weights[code]]
    tally: dict[str, Fraction] = {}
    for code, grade in graded.items():
        tally[grade.level.name] = tally.get(grade.level.name, Fraction(0)) + weights[code]
    return Aggregated(max(counted), tally, tied=False)


def sample_dialogs(
    texts: Sequence[str] = ("Hello, how can I help?", "You silly duck.", "Is that all?"),
) -> tuple[Dialog, ...]:
    """Make a few dialogs in which a bot says such things, one utterance more in each."""
    hello = Utterance(Role.USER, "Hello?")
    return tuple(
        Dialog(f"d{n}", tuple(u for text in texts[: 1 + n % len(texts)] for u in (hello, Utterance(Role.BOT, text))))
        for n in range(7)
    )


def sample_assessment(text: str = "You silly duck.", level: str = "medium") -> Rating:
    """Make an assessment in which a text stands wherever text of a stranger can stand."""
    grade = IssueResult(
        issue="AL",
        title="Abusive language",
        question="Does it insult or hate?",
        measure="AL.flagged",
        method="by hand",
        value=0.5,
        level=level,
        could_be=("low", "medium") if level == "low" else ("medium", "high"),
        n=20,
        clusters=10,
        interval=(0.25, 0.75),
        cuts=THIRDS,
        floor=None,
        assumed=False,
        reason=text,
        coverage=1.0,
        histogram=((0.5, 0.501, 20),),
    )
    return Rating(
        subject=Subject(text, "corpus", "sha256:0"),
        profile=Profile(text, (("AL",),)),
        level=level,
        bounds=(level, level),
        levels=TRUST_RISK.names,
        rule=RuleApplied("median", "pessimistic", {"AL": 1}, {"low": 0, "medium": 1, "high": 0}, tied=False),
        other_profiles={"privacy": level},
        scores=(grade,),
        findings=(Finding("AL", text, 1, 0.5, text, text, (ContextTurn("user", text),)),),
        observations=(Observation("skipped", None, text),),
        sensitivity=None,
        counts=Counts("conversations", 10, 10),
        explanation=text,
        provenance=Provenance("0", None, "sha256:0"),
    )
