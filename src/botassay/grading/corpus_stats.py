"""Corpus statistics: what a corpus consists of, and the outcome of every conversation."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Self

from botassay.core.dialog import Dialog, Role
from botassay.core.errors import InternalError
from botassay.core.evidence import merged
from botassay.core.results import Counts, Observation
from botassay.core.text.language import ENGLISH, language_of_dialog
from botassay.core.text.plural import many
from botassay.corpora import Tally
from botassay.grading.dates import DATES, Days
from botassay.grading.observations import Habits

_NAMED = 20
"""Skipped files that are named; the rest is counted."""


def spoken(dialog: Dialog) -> str:
    """Return the language of a dialog, as an ISO 639 code: the one that its prober asked in, or that of its words."""
    planned = dialog.tags.get("language") if dialog.tags.get("issue") else None
    return planned or language_of_dialog(*[utterance.text for utterance in dialog.utterances])


@dataclass(frozen=True, slots=True)
class Scope:
    """Which issues are looked for in which dialogs."""

    polyglot: Container[str] = ()
    """Issues to which the language of what was held for them makes no difference."""
    everywhere: Container[str] = ()
    """Issues that are looked for in all conversations, whatever they were held for."""
    languages: Mapping[str, Container[str]] = field(default_factory=dict)
    """Issues that are looked for in other languages than English, too, and in which."""

    def readable(self, dialog: Dialog, language: str | None = None) -> bool:
        """Whether every issue can read a dialog: it is in English, or held for an issue that takes any language."""
        return dialog.tags.get("issue") in self.polyglot or (language or spoken(dialog)) == ENGLISH

    def reads(self, code: str, dialog: Dialog, language: str) -> bool:
        """Whether an issue can be looked for in a dialog in this language."""
        return self.readable(dialog, language) or language in self.languages.get(code, ())

    def concerns(self, dialog: Dialog, code: str, language: str | None = None) -> bool:
        """Whether an issue is looked for in a dialog: held for it or for none, or looked for everywhere, and read."""
        language = language or spoken(dialog)
        elsewhere = code in self.everywhere and (dialog.tags.get("issue") not in self.polyglot or language == ENGLISH)
        return (dialog.concerns(code) or elsewhere) and self.reads(code, dialog, language)


def _numbered(languages: Counter[str]) -> str:
    return ", ".join(f"{code} {n}" for code, n in sorted((+languages).items(), key=lambda c: (-c[1], c[0])))


class ScoredShare(NamedTuple):
    """How many conversations were planned, and how many of them could be scored."""

    planned: int
    scored: int

    @property
    def missing(self) -> int:
        """How many could not be scored."""
        return self.planned - self.scored

    def plus(self, other: "ScoredShare") -> "ScoredShare":
        """Count both together."""
        return ScoredShare(self.planned + other.planned, self.scored + other.scored)

    def with_one(self, *, scored: bool) -> "ScoredShare":
        """Count one more."""
        return ScoredShare(self.planned + 1, self.scored + scored)

    def with_missing(self, count: int) -> "ScoredShare":
        """Count some more that could not be scored."""
        return ScoredShare(self.planned + count, self.scored)


@dataclass(frozen=True, slots=True)
class CensusState:
    """What a census has counted, in a form that adds up."""

    own: Mapping[str, ScoredShare] = field(default_factory=dict)
    others: Mapping[str, ScoredShare] = field(default_factory=dict)
    probed: Mapping[str, int] = field(default_factory=dict)
    dialogs: int = 0
    unscorable: int = 0
    replies: int = 0
    empty_replies: int = 0
    languages: Mapping[str, int] = field(default_factory=dict)
    partly: Mapping[str, int] = field(default_factory=dict)
    habits: Habits = field(default_factory=Habits)
    days: Days = field(default_factory=Days)

    def __add__(self, other: Self) -> Self:
        """Put the counts of two sets of dialogs together."""
        return type(self)(
            merged(self.own, other.own, ScoredShare.plus),
            merged(self.others, other.others, ScoredShare.plus),
            merged(self.probed, other.probed),
            self.dialogs + other.dialogs,
            self.unscorable + other.unscorable,
            self.replies + other.replies,
            self.empty_replies + other.empty_replies,
            merged(self.languages, other.languages),
            merged(self.partly, other.partly),
            self.habits + other.habits,
            self.days + other.days,
        )


class Census:
    """Counts dialogs while they pass.

    Args:
        tally: what the reading comes across; it is still being filled in while dialogs pass.
        issues: for each of them it is counted how many conversations were meant for it, and how many could be scored.
        scope: which issues are looked for in which dialogs.
    """

    def __init__(self, tally: Tally, issues: Iterable[str], scope: Scope | None = None) -> None:
        self._tally = tally
        self._scope = scope or Scope()
        self._own = dict.fromkeys(issues, ScoredShare(0, 0))
        """Conversations held for an issue or for none; for issues in `everywhere`, `_others` counts the rest."""
        self._others = dict(self._own)
        self._probed: Counter[str] = Counter()
        self._dialogs = 0
        self._unscorable = 0
        self._replies = 0
        self._empty_replies = 0
        self._habits = Habits()
        self._days = Days()
        self._languages: Counter[str] = Counter()
        """Of the dialogs that no issue reads, as they are not in English."""
        self._partly: Counter[str] = Counter()
        """Of the dialogs that only some issues read."""

    @property
    def state(self) -> CensusState:
        """What was counted so far."""
        return CensusState(
            dict(self._own),
            dict(self._others),
            dict(+self._probed),
            self._dialogs,
            self._unscorable,
            self._replies,
            self._empty_replies,
            dict(+self._languages),
            dict(+self._partly),
            self._habits,
            self._days,
        )

    def take(self, state: CensusState) -> None:
        """Go on from what was counted elsewhere."""
        self._own, self._others = {**self._own, **state.own}, {**self._others, **state.others}
        self._probed, self._languages = Counter(state.probed), Counter(state.languages)
        self._partly = Counter(state.partly)
        self._dialogs, self._unscorable = state.dialogs, state.unscorable
        self._replies, self._empty_replies = state.replies, state.empty_replies
        self._habits, self._days = state.habits, state.days

    def passing(self, dialogs: Iterable[Dialog]) -> Iterator[Dialog]:
        """Count dialogs as they pass; only those that a checker can read pass."""
        for dialog in dialogs:
            language = spoken(dialog)
            readers = {code for code in self._own if self._scope.reads(code, dialog, language)}
            understood = bool(readers) or self._scope.readable(dialog, language)
            self._count(dialog, language, readers, understood=understood)
            if understood:
                yield dialog

    def _count(self, dialog: Dialog, language: str, readers: Container[str], *, understood: bool) -> None:
        replies = [utterance for utterance in dialog.utterances if utterance.role is Role.BOT]
        empty = sum(utterance.silent and not utterance.options for utterance in replies)
        answered = empty < len(replies)
        self._habits.see(dialog)
        for utterance in dialog.utterances:
            self._days.see(utterance.at)
        self._languages[language] += not understood
        self._partly[language] += understood and not self._scope.readable(dialog, language)
        self._dialogs += 1
        self._unscorable += not (answered and understood)
        self._replies += len(replies)
        self._empty_replies += empty
        self._count_issues(dialog, language, readers if answered else ())

    def _count_issues(self, dialog: Dialog, language: str, readers: Container[str]) -> None:
        """Count the conversation for each issue; `readers` are those that can score it."""
        held_for = dialog.tags.get("issue")
        self._probed.update([held_for] if held_for else [])
        elsewhere = held_for not in self._scope.polyglot or language == ENGLISH
        for code in self._own:
            scored = code in readers
            if dialog.concerns(code):
                self._own[code] = self._own[code].with_one(scored=scored)
            elif code in self._scope.everywhere and elsewhere:
                self._others[code] = self._others[code].with_one(scored=scored)

    def own(self, issue: str) -> "ScoredShare":
        """The conversations that were meant for an issue or for none; skipped ones could have been for any."""
        absent = sum(count for (_, meant), count in self._tally.absent.items() if meant in (None, issue))
        return self._own[issue].with_missing(self._tally.bad_dialogs + absent)

    def others(self, issue: str) -> "ScoredShare":
        """The conversations that were meant for other issues, where this one is looked for in them, too."""
        absent = sum(count for (_, meant), count in self._tally.absent.items() if meant not in (None, issue))
        return self._others[issue].with_missing(absent if issue in self._scope.everywhere else 0)

    def planned(self, issue: str) -> int:
        """How many conversations an issue was to be looked for in."""
        return self.own(issue).planned + self.others(issue).planned

    def missing(self, issue: str) -> int:
        """How many of those could not be scored."""
        return self.own(issue).missing + self.others(issue).missing

    def coverage(self, issue: str) -> float:
        """The share that could be scored: of all conversations, or of those meant for the issue where that is less."""
        shares = [self.own(issue), self.own(issue).plus(self.others(issue))]
        return min((share.scored / share.planned for share in shares if share.planned), default=0.0)

    def probed(self, issue: str) -> bool:
        """Whether a conversation was planned for this very issue."""
        return bool(self._probed[issue]) or any(meant == issue for _, meant in self._tally.absent)

    def foreign(self, issue: str) -> str | None:
        """Name the language that most of the dialogs are in that an issue could not read; None if that is not why."""
        read = self._scope.languages.get(issue, ())
        languages = +Counter({code: n for code, n in (self._languages + self._partly).items() if code not in read})
        mostly = languages.total() * 2 > self._unscorable + self._tally.bad_dialogs
        return languages.most_common(1)[0][0] if languages and mostly else None

    @property
    def counts(self) -> Counts:
        """The number of conversations by outcome.

        Raises: InternalError when the counts do not add up.
        """
        skipped, absent = self._tally.bad_dialogs, self._tally.absent
        became = Counter(outcome for outcome, _ in absent.elements())
        scored = self._dialogs - self._unscorable
        seen = self._dialogs + skipped + absent.total()
        planned = seen if self._tally.planned is None else self._tally.planned
        counts = Counts("conversations", planned, scored, self._unscorable, skipped=skipped, **became)
        if not counts.balanced:
            raise InternalError(f"conversation counts do not add up: {counts}", hint="please report this")
        return counts

    def observations(self) -> Iterator[Observation]:
        """Yield what a reader should know about the dialogs."""
        tally = self._tally
        text = self._days.told()
        if text:
            yield Observation(DATES, None, text)
        if self._empty_replies:
            share = round(self._empty_replies / self._replies, 9)
            text = f"{self._empty_replies} of {self._replies} replies of the bot were empty"
            yield Observation("empty", share, text)
        yield from self._habits.observations()
        readers = ", ".join(sorted(self._own.keys() & self._scope.languages.keys()))
        for languages, outcome in ((self._languages, "not scored"), (self._partly, f"scored for {readers} only")):
            if languages.total():
                text = f"{languages.total()} of {self._dialogs} dialogs are not in English and were {outcome}"
                share = round(languages.total() / self._dialogs, 9)
                yield Observation("language", share, f"{text}: {_numbered(languages)}")
        if tally.ignored:
            singular, plural = (
                "system or tool message is not an utterance",
                "system and tool messages are not utterances",
            )
            yield Observation("ignored", None, many(tally.ignored, singular, plural))
        for what, count in sorted(tally.remarks.items()):
            yield Observation("files", None, f"{what}: {count}")
        if tally.bad_rows:
            planned = self._dialogs + tally.bad_dialogs
            text = (
                f"{many(tally.bad_rows, 'bad row', 'bad rows')}, and with them {tally.bad_dialogs} of {planned} dialogs"
            )
            yield Observation("skipped", round(tally.bad_dialogs / planned, 9), text)
        if tally.skipped_files:
            rest = len(tally.skipped_files) - _NAMED
            named = ", ".join(tally.skipped_files[:_NAMED]) + (f" and {rest} more" if rest > 0 else "")
            yield Observation(
                "skipped", None, f"no dialogs in {many(len(tally.skipped_files), 'file', 'files')}: {named}"
            )
