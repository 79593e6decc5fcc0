"""The interim rating of a chat: after every reply, the evidence so far, and what can already be said.

The scores are those of a rating at that moment. The verdict is more careful: it is undetermined until neither the
intervals nor one more reply could change it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, NamedTuple

from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.errors import BotError, blame
from botassay.core.evidence import GRAINS, Evidence, Sums
from botassay.core.results import UNDETERMINED, IssueResult, ProfileVerdict
from botassay.core.scale import THIRDS, Scale
from botassay.corpora import Tally
from botassay.grading.checkers import equip, scope_of, studied
from botassay.grading.corpus_stats import Census
from botassay.grading.grade import Judge
from botassay.grading.parallel import gather
from botassay.plugins.optional import line_values
from botassay.plugins.protocols import Checker, Reply, Valued
from botassay.rating.document import rating_of
from botassay.rating.pipeline import grade_of, with_evidence
from botassay.rating.settings import Settings


@dataclass(frozen=True, slots=True)
class InterimScore:
    """The interim result of an issue."""

    issue: str
    value: float | None
    level: str | None
    could_be: tuple[str, ...]
    n: int
    reason: str | None
    """Why it is not measured, or cannot be better."""
    early: bool
    """Whether it is too early to tell: every level is still possible."""
    findings: int
    """Replies that speak against the bot, 20 at most."""

    @property
    def standing(self) -> str:
        """How far the issue is: `not measured`, `too early to tell`, or the levels that are left."""
        if self.value is None and not self.early:
            return f"not measured{f': {self.reason}' if self.reason else ''}"
        return "too early to tell" if self.early else " or ".join(self.could_be)


@dataclass(frozen=True, slots=True)
class InterimRating:
    """What it comes to for a kind of user."""

    profile: str
    level: str
    """`undetermined` until one more reply could not change it."""
    bounds: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Worth:
    """The value of one reply by itself."""

    value: float
    label: str


@dataclass(frozen=True, slots=True)
class InterimFinding:
    """What a reply showed for an issue."""

    issue: str
    value: float
    note: str
    echo: bool
    """Whether the bot only reflected or quoted its user, which does not count."""


@dataclass(frozen=True, slots=True)
class Unanswered:
    """Why there is no reply."""

    kind: str
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Interim:
    """A turn of a chat, and the rating so far; what `chat --json` prints for each, `botassay/turn/1`."""

    schema: Literal["botassay/turn/1"] = "botassay/turn/1"
    turn: int
    """Counted over the whole chat, from 1."""
    dialog: str
    user: str
    bot: str | None
    """None without a reply."""
    options: tuple[str, ...]
    failure: Unanswered | None
    values: Mapping[str, Worth]
    """What this reply alone is worth, by issue, where single lines of text have a value."""
    findings: tuple[InterimFinding, ...]
    """What this reply showed."""
    changed: tuple[str, ...]
    """What is different since the reply before, in words."""
    scores: tuple[InterimScore, ...]
    ratings: tuple[InterimRating, ...]


_WARMING: Final = ("Good morning, how are you today?", "The ext4 volume of that disgraceful kernel is stupid.")
"""Replies of two dialogs that differ under every measure: their intervals take all that there is to load."""
_WARMING_QUESTION: Final = "Are you a robot?"


class Standing(NamedTuple):
    """Scores and ratings so far."""

    scores: tuple[InterimScore, ...]
    ratings: tuple[InterimRating, ...]


@dataclass(frozen=True, slots=True)
class _Earlier:
    """Evidence of the first dialogs, which are over, as one checker saw them."""

    checker: Checker
    dialogs: int
    evidence: Evidence


@dataclass(slots=True)
class SoFar:
    """Rates dialogs of which the last one grows.

    Only the last one is looked at anew, and its evidence added to that of the earlier ones. A checker that studies
    its corpus studies again, and where it learned something all dialogs are looked at with that.
    """

    settings: Settings
    brought: Mapping[str, Checker] = field(default_factory=dict)
    _used: dict[str, Checker] = field(init=False)
    _ready: dict[str, Checker] = field(init=False)
    _dialogs: dict[str, Dialog] = field(default_factory=dict)
    _failed: dict[str, str | None] = field(default_factory=dict)
    """The issue for which a dialog was meant in which nothing was answered."""
    _earlier: dict[str, _Earlier] = field(default_factory=dict)
    _of_last: dict[str, Evidence] = field(default_factory=dict)
    """The evidence of the last dialog alone, by issue."""
    _place: tuple[str, int] | None = None
    """Dialog and place of the last reply."""
    latest: Interim | None = None
    """What came of the last turn."""

    def __post_init__(self) -> None:
        """Find the checkers."""
        self._used = equip(self.settings, self.brought)
        self._ready = dict(self._used)

    def warm_up(self) -> None:
        """Load everything that is needed, so that no reply has to wait for it."""
        trial = SoFar(self.settings, self.brought)
        for number, text in enumerate(_WARMING):
            turn = Utterance(Role.USER, _WARMING_QUESTION), Utterance(Role.BOT, text)
            trial.see(Dialog(str(number), turn), held=True)
        trial.interim(1, "0", "", Reply(_WARMING[0]))

    def see(self, dialog: Dialog, *, held: bool) -> None:
        """Take in how far a dialog is: the latest one, or a new one.

        Args:
            dialog: what was said and answered.
            held: whether anything was answered in its conversation.
        """
        if held:
            self._failed.pop(dialog.id, None)
            self._dialogs[dialog.id] = dialog
            self._place = (dialog.id, len(dialog.utterances) - 1)
        else:
            self._failed[dialog.id] = dialog.tags.get("issue")

    def interim(self, turn: int, dialog: str, message: str, outcome: Reply | BotError) -> Interim:
        """Return the outcome of a turn, and the rating after it."""
        standing, ratings, evidence = self._rated()
        findings = tuple(self._findings()) if isinstance(outcome, Reply) else ()
        echoes = {finding.issue for finding in findings if finding.echo}
        values = self.values(outcome.text) if isinstance(outcome, Reply) else {}
        scores = tuple(_score(grade, evidence.get(code)) for code, grade in standing.items())
        self.latest = Interim(
            turn=turn,
            dialog=dialog,
            user=message,
            bot=outcome.text if isinstance(outcome, Reply) else None,
            options=outcome.options if isinstance(outcome, Reply) else (),
            failure=Unanswered(outcome.kind, outcome.what) if isinstance(outcome, BotError) else None,
            values={code: replace(worth, label="echo") if code in echoes else worth for code, worth in values.items()},
            findings=findings,
            changed=tuple(_changes(self.latest, findings, scores, ratings)),
            scores=scores,
            ratings=ratings,
        )
        return self.latest

    def values(self, reply: str) -> dict[str, Worth]:
        """Return the value of a single reply, by issue."""
        worth: dict[str, Worth] = {}
        for code, checker in self._ready.items():
            values = line_values(checker)
            if reply.strip() and values:
                with blame(f"the checker for {code}"):
                    valued = values([reply])[0]
                if isinstance(valued, Valued):
                    worth[code] = Worth(valued.value, valued.label)
        return worth

    def standing(self) -> Standing:
        """Grade and rate in the same way as at the end."""
        _, grades, evidence = self._graded()
        scores = tuple(_score(grade, evidence.get(code)) for code, grade in grades.items())
        return Standing(scores, tuple(_rating(self._verdicts(grades))))

    def _rated(self) -> tuple[dict[str, IssueResult], tuple[InterimRating, ...], dict[str, Evidence]]:
        """Return the result of each issue, the verdicts as far as they are certain, and the evidence."""
        judge, grades, evidence = self._graded()
        one_more = [self._one_more(judge, grades, evidence, value) for value in (0, GRAINS)]
        possible = [_rating(self._verdicts(each)) for each in (grades, *one_more)]
        certain = (_certain(ratings, self.settings.scale) for ratings in zip(*possible, strict=True))
        return grades, tuple(certain), evidence

    def _one_more(
        self, judge: Judge, grades: Mapping[str, IssueResult], evidence: Mapping[str, Evidence], value: int
    ) -> dict[str, IssueResult]:
        """Return what the issues could be at one end: of their intervals, or by one more reply.

        Args:
            judge: grades them.
            grades: the results so far.
            evidence: so far.
            value: of the reply, in grains: 0 for a faultless one.
        """
        possible = dict(grades)
        for code, grade in grades.items():
            if grade.value is None or grade.assumed:
                continue  # any level is possible, and aggregation tries them all
            names, last = self.settings.scale.names, -1 if value else 0
            at = grade.interval[last] if grade.interval else grade.value
            ends = [replace(grade, level=grade.could_be[last], value=at, could_be=(grade.could_be[last],))]
            if len(grade.could_be) < len(names):
                more = Evidence(code, {measure: Sums.of(1, value) for measure in evidence[code].sums})
                after = judge.grade(self._ready[code], evidence[code] + more)
                ends += [after] if after.level in names else []
            possible[code] = sorted(ends, key=lambda each: names.index(str(each.level)))[last]
        return possible

    def _findings(self) -> Iterator[InterimFinding]:
        """Yield what the last reply showed, by issue."""
        for code, seen in self._of_last.items():
            for found, echo in ((seen.worst, False), (seen.aside, True)):
                here = [f for f in found if (f.dialog, f.utterance) == self._place and f.value >= THIRDS[0]]
                for finding in here[:1]:
                    yield InterimFinding(code, finding.value, finding.note, echo)

    def _graded(self) -> tuple[Judge, dict[str, IssueResult], dict[str, Evidence]]:
        tally = Tally()
        tally.absent.update(("failed", issue) for issue in self._failed.values())
        census = Census(tally, self.settings.rated, replace(scope_of(self._used.values()), polyglot=()))
        dialogs = list(census.passing(self._dialogs.values()))
        self._ready = {code: studied(code, checker, dialogs) for code, checker in self._used.items()}
        evidence = {code: self._evidence(code, dialogs) for code in self._ready}
        chosen = with_evidence(self.settings, census, evidence, self._ready)
        judge = Judge(chosen, census)
        return judge, {code: grade_of(code, judge, self._ready, evidence) for code in chosen.rated}, evidence

    def _verdicts(self, grades: Mapping[str, IssueResult]) -> list[ProfileVerdict]:
        return [rating_of(grades, self.settings, profile) for profile in self.settings.profiles]

    def _evidence(self, code: str, dialogs: Sequence[Dialog]) -> Evidence:
        checker = self._ready[code]
        earlier = self._earlier.get(code)
        over = max(0, len(dialogs) - 1)
        if earlier is None or earlier.checker != checker or earlier.dialogs > over:
            earlier = _Earlier(checker, 0, Evidence(code))
        if earlier.dialogs < over:
            more = gather({code: checker}, dialogs[earlier.dialogs : over])[code]
            earlier = _Earlier(checker, over, earlier.evidence + more)
        self._earlier[code] = earlier
        self._of_last[code] = gather({code: checker}, dialogs[over:])[code]
        return earlier.evidence + self._of_last[code]


def _score(grade: IssueResult, evidence: Evidence | None) -> InterimScore:
    early = grade.level == UNDETERMINED or (grade.value is not None and len(grade.could_be) > len(grade.cuts))
    findings = sum(finding.value >= THIRDS[0] for finding in evidence.worst) if evidence else 0
    basics = (grade.issue, grade.value, grade.level, grade.could_be, grade.n, grade.reason)
    return InterimScore(*basics, early, findings)


def _rating(verdicts: Sequence[ProfileVerdict]) -> Iterator[InterimRating]:
    for verdict in verdicts:
        yield InterimRating(verdict.profile.name, verdict.level, verdict.bounds)


def _certain(possible: Sequence[InterimRating], scale: Scale) -> InterimRating:
    """Return the verdict for a profile if all that is possible gives the same one; else it is undetermined."""
    ranks = [scale.names.index(bound) for rating in possible for bound in rating.bounds]
    bounds = (scale.names[min(ranks)], scale.names[max(ranks)])
    return InterimRating(possible[0].profile, bounds[0] if bounds[0] == bounds[1] else UNDETERMINED, bounds)


def _changes(
    before: Interim | None,
    findings: Sequence[InterimFinding],
    scores: Sequence[InterimScore],
    ratings: Sequence[InterimRating],
) -> Iterator[str]:
    """Yield what is different since the turn before."""
    yield from map(_in_words, findings)
    stood = {score.issue: score.standing for score in before.scores} if before else {}
    for score in scores:
        if score.standing != stood.get(score.issue, "too early to tell") and score.value is not None:
            yield f"{score.issue} is {score.standing}"
    levels = {rating.profile: rating.level for rating in before.ratings} if before else {}
    for rating in ratings:
        if rating.level != levels.get(rating.profile, UNDETERMINED):
            yield f"the verdict for {rating.profile} is {rating.level}"


def _in_words(finding: InterimFinding) -> str:
    note = f" ({finding.note})" if finding.note else ""
    what = "an echo of the user's words, which does not count" if finding.echo else f"a finding{note}"
    return f"{finding.issue}: {what}"
