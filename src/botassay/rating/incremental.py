"""The interim rating of a chat: after every reply, the rating as if the chat had ended."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from botassay.core.dialog import Dialog, Role, Utterance
from botassay.core.errors import BotError, blame
from botassay.core.evidence import Evidence
from botassay.core.results import IssueResult
from botassay.corpora import Tally
from botassay.grading.checkers import equip, studied
from botassay.grading.corpus_stats import Census
from botassay.grading.grade import Judge
from botassay.grading.parallel import gather
from botassay.plugins.optional import line_values
from botassay.plugins.protocols import Checker, Reply, Valued
from botassay.rating.document import rating_of
from botassay.rating.pipeline import grade_of
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


@dataclass(frozen=True, slots=True)
class InterimRating:
    """What it comes to for a kind of user."""

    profile: str
    level: str
    bounds: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Worth:
    """The value of one reply by itself."""

    value: float
    label: str


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
    scores: tuple[InterimScore, ...]
    ratings: tuple[InterimRating, ...]


_WARMING: Final = ("Good morning, how are you today?", "The ext4 volume of that disgraceful kernel is stupid.")
"""Two dialogs that differ under every measure: their intervals take all that there is to load."""


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

    def __post_init__(self) -> None:
        """Find the checkers."""
        self._used = equip(self.settings, self.brought)
        self._ready = dict(self._used)

    def warm_up(self) -> None:
        """Load everything that is needed, so that no reply has to wait for it."""
        trial = SoFar(self.settings, self.brought)
        for number, text in enumerate(_WARMING):
            trial.see(Dialog(str(number), (Utterance(Role.BOT, text),)), held=True)
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
        else:
            self._failed[dialog.id] = dialog.tags.get("issue")

    def interim(self, turn: int, dialog: str, message: str, outcome: Reply | BotError) -> Interim:
        """Return the outcome of a turn, and the rating after it."""
        standing = self.standing()
        return Interim(
            turn=turn,
            dialog=dialog,
            user=message,
            bot=outcome.text if isinstance(outcome, Reply) else None,
            options=outcome.options if isinstance(outcome, Reply) else (),
            failure=Unanswered(outcome.kind, outcome.what) if isinstance(outcome, BotError) else None,
            values=self.values(outcome.text) if isinstance(outcome, Reply) else {},
            scores=standing.scores,
            ratings=standing.ratings,
        )

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
        tally = Tally()
        tally.absent.update(("failed", issue) for issue in self._failed.values())
        census = Census(tally, self.settings.rated)
        dialogs = list(census.passing(self._dialogs.values()))
        self._ready = {code: studied(code, checker, dialogs) for code, checker in self._used.items()}
        evidence = {code: self._evidence(code, dialogs) for code in self._ready}
        judge = Judge(self.settings, census)
        grades = {code: grade_of(code, judge, self._ready, evidence) for code in self.settings.rated}
        return Standing(tuple(map(_score, grades.values())), self._ratings(grades))

    def _ratings(self, grades: Mapping[str, IssueResult]) -> tuple[InterimRating, ...]:
        rated = [rating_of(grades, self.settings, profile) for profile in self.settings.profiles]
        return tuple(InterimRating(rating.profile.name, rating.level, rating.bounds) for rating in rated)

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
        return earlier.evidence + gather({code: checker}, dialogs[over:])[code]


def _score(grade: IssueResult) -> InterimScore:
    return InterimScore(grade.issue, grade.value, grade.level, grade.could_be, grade.n, grade.reason)
